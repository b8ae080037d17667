# SPDX-License-Identifier: GPL-2.0
# Programs of the tests below this directory; ../../Makefile includes this file before lib.mk.
#
# The shell tests look for their helpers beside themselves, so that the helpers keep their directories
# when they are installed. lib.mk would install all of them in one.

trace := test.d/trace
TEST_GEN_PROGS := $(addprefix $(trace)/,events/pid_filter events/set_event_writes \
		    filter/perf_filter fuzz/commands fuzz/triggers trigger/mapped_snapshot)
stack_programs := $(addprefix $(trace)/hist/,ustack ustack_pie ustack_shared ustack_lib.so \
		    ustack_moved.so)
helpers := $(patsubst %.c,%,$(wildcard $(trace)/lib/*.c)) $(addprefix $(trace)/hist/,cuts evict \
	     hist-raw identity intervals statistics) $(stack_programs) $(stack_programs:%=%.lines)
helpers_built = $(helpers:%=$(OUTPUT)/%)
EXTRA_CLEAN += $(helpers_built)

# The programs include kselftest_harness.h and user_events/*.h.
CFLAGS += -O2 -Wall -I.. $(KHDR_INCLUDES)
LDLIBS += -lpthread
