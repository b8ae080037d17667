# SPDX-License-Identifier: GPL-2.0
# Everything a user types. What the targets do is in tools/host/.

# TESTS chooses selftests, SUITES what KUnit runs, REPEAT how often they run, FUZZ what to
# fuzz, TIME how long, JOBS how many targets or guests at a time, SCENARIO what to measure, DEMO what
# to show, DOCS whose examples to run, KSRC a kernel tree of your own, VARIANT another kernel
# to build and to test, GUEST more options of the script guest, FUZZ_SECONDS and FUZZ_SEED what
# fuzzers in a guest do, CONFIG how a kernel that is to be installed is configured, AUTHOR who
# signs the patches.
export KSRC TESTS SUITES REPEAT FUZZ TIME JOBS DEMO VARIANT GUEST FUZZ_SECONDS FUZZ_SEED CONFIG
export AUTHOR

# Variables in the environment that configure other kernel builds must not reach this one.
unexport ARCH CROSS_COMPILE LLVM KBUILD_OUTPUT KCONFIG_CONFIG KCFLAGS LOCALVERSION CDPATH

help:		## list the targets (the default)
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' \
		$(firstword $(MAKEFILE_LIST))
	@echo
	@echo '  KSRC=DIR   take the kernel tree in DIR instead of the Debian package'
	@echo '  VARIANT=NAME for kernel, kunit, selftest, shell, check-debug: one of tools/host/variants'
	@echo '  CONFIG=FILE for deb: how it is configured; "running" and "small" are known, too'
	@echo '  DEMO=wakeup for run: show how long tasks wait for a CPU instead'
	@echo '  TESTS="..." for selftest: directories or files, e.g. test.d/trigger, user_events'
	@echo '  SUITES=GLOB for kunit: suites, or SUITE.TEST, e.g. "hist_*"'
	@echo '  DOCS=Documentation/trace/events.rst for examples: some documents'
	@echo '  REPEAT=10  for selftest: run each so often in a row'
	@echo '  FUZZ_SECONDS=600 FUZZ_SEED=1 for selftest: how long a fuzzer takes, and from where'
	@echo '  TIME=1800  for fuzz: seconds for each target'
	@echo '  JOBS=7     for fuzz: so many targets at a time, and not one for each CPU;'
	@echo '             for selftest, examples: so many guests'
	@echo '  FUZZ="hist filter" for fuzz: some of tools/testing/trace/fuzz/*_fuzz.c'
	@echo '  AUTHOR="NAME <ADDRESS>" for patches: who signs them, if not who made the last commit'
	@echo '  SCENARIO="1 3 10e" for bench...: some of tools/testing/trace/bench/scenarios'

run:		## build the kernel, boot it, show three histograms of a workload
	@tools/host/run --build

kernel:		## build the kernel only
	@tools/host/build

deb:		## the kernel as Debian packages, for a machine of your own
	@tools/host/deb

where:		## print KSRC=... and KBUILD=..., the overlaid source and its objects
	@tools/host/where

shell: kernel	## an interactive guest with tracefs mounted
	@tools/host/shell

check:		## the tests below, in minutes; the last line says how many passed
	@tools/host/check

check-all:	## and in hours: check-debug, cross, check-steps, check-compat, check-distros
	@tools/host/check all

check-debug:	## the tests in the kernel, on kernels that look closer
	@tools/host/check-debug

coverage:	## which lines of ours the tests reach
	@tools/host/coverage

unit:		## tests of the real code in user space; no kernel is built
	@tools/host/install tools/host/packages.check
	@$(MAKE) --no-print-directory -C tools/testing/trace check

fuzz:		## the same code against made-up input, for long; no kernel is built
	@tools/host/install tools/host/packages.check
	@$(MAKE) -s --no-print-directory -C tools/testing/trace fuzz

lint:		## checkpatch, kernel-doc, maintainers, warnings at W=1, sparse
	@tools/host/lint

docs:		## the documents as HTML, in build/docs, by Sphinx and the host's conf.py
	@tools/host/docs

patches:	## write our series of patches as mails, into build/patches
	@tools/host/mail

check-patches:	## apply them to the host without ours, compare, checkpatch
	@tools/host/check-patches

check-steps:	## build each of them, with all of our options on and off
	@tools/host/check-steps

check-distros:	## make run and make check in minimal roots of Debian 12 and 13
	@tools/host/check-distros

cross:		## compile ours for i386, arm64, riscv64, s390x, warnings and all
	@tools/host/cross

kunit: kernel	## the tests inside the kernel
	@tools/host/kunit

selftest: kernel ## the host's own ftrace and user_events selftests and ours
	@tools/host/selftest

check-compat: kernel ## commands that Linux 6.12 takes, on it and on ours, compared
	@tools/host/stock
	@tools/host/compat

examples: kernel ## what the documents show of the shell, run and compared
	@tools/host/examples $(DOCS)

bench: kernel	## what an event costs, beside the host's own kernel and BPF
	@tools/host/stock
	@tools/host/stock patched
	@tools/testing/trace/bench/run table $(SCENARIO)
	@$(MAKE) --no-print-directory -C tools/testing/trace bench

bench-check: kernel ## the same of ours alone; fails where it rose
	@tools/testing/trace/bench/run check $(SCENARIO)

bench-figures: kernel ## keep what it costs now, for bench-check
	@tools/testing/trace/bench/run figures $(SCENARIO)

clean:		## remove what this checkout built; the cache stays
	rm -rf build
	@[ ! -f tools/testing/trace/Makefile ] || $(MAKE) -s -C tools/testing/trace clean

distclean: clean ## remove the cache of host sources and objects as well
	@tools/host/distclean

.PHONY: help run kernel deb where shell check check-all check-debug coverage unit fuzz lint docs \
	patches check-patches check-steps check-compat check-distros cross kunit selftest \
	examples bench bench-check bench-figures clean distclean
