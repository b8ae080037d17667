# SPDX-License-Identifier: GPL-2.0
# Rules for the programs in programs.mk; ../../Makefile includes this file behind lib.mk.

hist := $(OUTPUT)/$(trace)/hist
hist_raw := $(addprefix $(top_srcdir)/tools/tracing/hist/,hist-raw.c raw_table.c raw_stats.c raw_text.c)
directories := $(sort $(dir $(TEST_GEN_PROGS) $(helpers_built)))

all: $(helpers_built)

$(TEST_GEN_PROGS) $(helpers_built): | $(directories)

$(directories):
	mkdir -p $@

$(hist)/hist-raw: $(hist_raw)
	$(LINK.c) $^ -o $@

# Programs whose stacks are known: static, position-independent, and with a shared library, of which
# there is another one with the same functions at other offsets.
$(hist)/ustack: $(trace)/hist/ustack.c $(trace)/hist/ustack_frames.c
	$(LINK.c) -g -static $^ -o $@

$(hist)/ustack_pie: $(trace)/hist/ustack.c $(trace)/hist/ustack_frames.c
	$(LINK.c) -g -static-pie $^ -o $@

$(hist)/ustack_lib.so: $(trace)/hist/ustack_lib.c
	$(LINK.c) -g -shared -fPIC -DPADDING=16 $^ -o $@

$(hist)/ustack_moved.so: $(trace)/hist/ustack_lib.c
	$(LINK.c) -g -shared -fPIC -DPADDING=80 $^ -o $@

$(hist)/ustack_shared: $(trace)/hist/ustack_shared.c $(trace)/hist/ustack_frames.c \
		       $(hist)/ustack_lib.so
	$(LINK.c) -g -Wl,-rpath,'$$ORIGIN' $(filter %.c,$^) -L $(hist) -l:ustack_lib.so -o $@

$(hist)/%.lines: $(hist)/%
	sh $(trace)/hist/list-lines.sh $< >$@

install: install_helpers

install_helpers: all
	mkdir -p $(INSTALL_PATH)
	cd $(OUTPUT) && rsync -aR $(helpers) $(INSTALL_PATH)/

.PHONY: install_helpers
