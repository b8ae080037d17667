# SPDX-License-Identifier: GPL-2.0
# The commands of this tree. Each target calls a script of tools/host/.

# These variables select what a target does; "make help" describes the common ones.
#
#   BASE		version of the base kernel; the default is 6.12
#   KSRC		kernel source tree, instead of the Debian package
#   VARIANT		kernel configuration of tools/host/config/variants to build and test
#   CONFIG		configuration of the kernel that "make deb" builds and "make machine" boots
#   DEBUG_INFO	if "no", "make deb" builds without debugging information
#   STOCK		if 1, "make deb" builds the base kernel without our files
#   RUN		commands that "make machine" runs
#   DISTRO, KERNEL	Debian release and kernel of the machine
#   KEEP		name of a disk that the machine keeps
#   PHASE		phases of "make machine-check" to run
#   HOUR_SECONDS	length of its phase "hour"
#   TESTS, REPEAT	selftests to run, and how often
#   SUITES		KUnit suites to run
#   FUZZ, TIME		fuzz targets to run, and the seconds for each
#   FILE, SEED		source that "make mutants" changes, and the choice of changes
#   FUZZ_SECONDS, FUZZ_SEED	run time and seed of the fuzzers in the guest
#   INTERVAL_EVENTS	length of the stress test of hist_delta
#   STACK_SECONDS	length of the stress test of user stacks
#   JOBS		number of fuzz targets, mutants or guests that run in parallel
#   SCENARIO		benchmarks to run
#   PROFILE		if set, "make bench" prints the instructions of each function
#   DEMO		demonstration that "make run" shows
#   DOCS		documents whose examples are run
#   GUEST		more options of the guest or the machine
#   AUTHOR		sender of the patches
#   FROM, TO		first and last patch of the series that "make check-series" tests
export BASE KSRC TESTS SUITES REPEAT FUZZ TIME JOBS DEMO VARIANT GUEST FUZZ_SECONDS FUZZ_SEED CONFIG
export AUTHOR FILE SEED INTERVAL_EVENTS STACK_SECONDS DEBUG_INFO RUN DISTRO KERNEL KEEP
export PHASE HOUR_SECONDS FROM TO STOCK

# Shell commands with "$" are passed on as they are.
ifdef RUN
override RUN := $(value RUN)
endif

# These variables configure other kernel builds and must not affect this one.
unexport ARCH CROSS_COMPILE LLVM KBUILD_OUTPUT KCONFIG_CONFIG KCFLAGS LOCALVERSION CDPATH

help:		## list the targets (the default)
	@awk -F ':.*## ' '/^[A-Za-z._-]+:.*## / { \
		if (length($$1) > 14) $$1 = $$1 sprintf("\n%21s", ""); \
		printf "  make %-14s %s\n", $$1, $$2 }' \
		$(firstword $(MAKEFILE_LIST))
	@echo
	@echo '  BASE=7.3   use the source of that Linux, from Debian (default: 6.12)'
	@echo '  KSRC=DIR   use the kernel source in DIR instead of the Debian package'
	@echo '  VARIANT=NAME for kernel, kunit, selftest, shell, check-debug: one of tools/host/config/variants'
	@echo '  CONFIG=FILE for deb: kernel configuration; or "running" or "small"'
	@echo '  CONFIG=cloud-amd64 for deb, machine: configuration of Debian; or "amd64"'
	@echo '  DEBUG_INFO=no for deb, machine: a kernel without debugging information'
	@echo '  STOCK=1    for deb: the base kernel without our files, for comparison'
	@echo '  RUN="uname -a" for machine: commands; their output and exit status are those of make'
	@echo '  DISTRO=trixie for machine, machine-check: Debian release (default: bookworm; both)'
	@echo '  KERNEL=debian for machine, machine-check: kernel of Debian; or "stock", of STOCK=1; or'
	@echo '             a directory with packages (default: ours)'
	@echo '  KEEP=NAME  for machine: keep what the machine writes to its disk'
	@echo '  PHASE="boot clients" for machine-check: files of tools/host/machine/check'
	@echo '  HOUR_SECONDS=600 for machine-check: length of the phase "hour"'
	@echo '  DEMO=latency for run: show percentiles of how long tasks wait for a CPU'
	@echo '  DEMO=wakeup for run: show the longest wait, and which task kept the CPU'
	@echo '  TESTS="..." for selftest: directories or files, e.g. test.d/trigger, user_events'
	@echo '  SUITES=GLOB for kunit: suites, or SUITE.TEST, e.g. "hist_*"'
	@echo '  DOCS=Documentation/trace/events.rst for examples: documents to test'
	@echo '  REPEAT=10  for selftest: run each test 10 times in a row'
	@echo '  GUEST="--memory 2G" for shell, kunit, selftest, examples: options of tools/host/guest/boot-guest'
	@echo '  FUZZ_SECONDS=600 FUZZ_SEED=1 for selftest: run time and seed of a fuzzer'
	@echo '  INTERVAL_EVENTS=10000000 for selftest: events of the stress test of hist_delta'
	@echo '  STACK_SECONDS=1800 for selftest: length of the stress test of user stacks'
	@echo '  TIME=1800  for fuzz: seconds for each target'
	@echo '  JOBS=7     for fuzz, mutants: targets, mutants in parallel (default: one for each CPU);'
	@echo '             for selftest, examples: guests (default: three for two CPUs)'
	@echo '  FUZZ="hist filter" for fuzz: targets of tools/testing/trace/fuzz/*_fuzz.c'
	@echo '  FILE=hist/run/exec.c for mutants: one file below kernel/trace'
	@echo '  SEED=2     for mutants: choose other changes of the code'
	@echo '  AUTHOR="NAME <ADDRESS>" for patches: sender (default: author of the last commit)'
	@echo '  FROM=90 TO=99 for check-series: patches to test (default: all)'
	@echo '  CONFIG=small for check-series: one of the kernels, small or full (default: both)'
	@echo '  SCENARIO="1 3 10e" for bench...: benchmarks of tools/host/bench/scenarios'
	@echo '  SCENARIO="pipe" for bench-workloads: programs of tools/host/bench/workloads'
	@echo '  PROFILE=1  for bench: measure our kernel only, and print the instructions of each function'

run:		## build the kernel, boot it, and print three histograms of a workload
	@tools/host/demo/run-demo --build

kernel:		## build the kernel only
	@tools/host/build/build-kernel $(if $(filter kernel,$(MAKECMDGOALS)),--describe)

deb:		## build Debian packages of the kernel, to install on a real machine
	@tools/host/build/build-deb

tool:		## build trace-hist, the companion tool, in build/tool; its recipes are those of this tree
	@tools/host/build/install-packages tools/host/config/packages/tool
	@tools/host/build/run-locked $(MAKE) -s -C tools/tracing/hist O=$(CURDIR)/build/tool \
		recipesdir=$(CURDIR)/tools/tracing/hist/recipes

tool-deb:	## build a Debian package of trace-hist in build/tool-deb, to install on a real machine
	@tools/host/build/build-tool-deb

machine:	## boot the packages of "make deb" on Debian in QEMU; open a console, or run RUN
	@tools/host/machine/run-machine

machine-check:	## test our kernel on Debian 12 and 13 in QEMU, and compare it with Debian's
	@tools/host/check/test-machine $(PHASE)

where:		## print the directories of the overlaid source (KSRC) and its objects (KBUILD)
	@tools/host/build/print-paths

shell: kernel	## open a shell in a guest with tracefs mounted
	@tools/host/guest/open-shell

compile_commands.json: kernel ## tell clangd how our files are compiled
	@tools/host/build/write-compile-commands

check:		## run the tests below, in minutes; the last line has the number of passed tests
	@tools/host/check/run-all

check-all:	## run all tests, in hours: check, cross, mutants, explore, model, bench-workloads, tool-deb, check-{debug,series,compat,distros,tool}, machine-check
	@tools/host/check/run-all all

check-debug:	## run the tests in the kernel on debug kernels (KASAN, lockdep, KCSAN)
	@tools/host/check/run-debug-kernels

coverage:	## list the lines that the tests do not reach
	@tools/host/check/measure-coverage

unit:		## run the unit tests, in user space; builds no kernel
	@tools/host/build/install-packages tools/host/config/packages/check
	@tools/host/build/run-locked $(MAKE) --no-print-directory -C tools/testing/trace check

fuzz:		## fuzz the same code, half an hour for each target; builds no kernel
	@tools/host/build/install-packages tools/host/config/packages/check
	@tools/host/build/run-locked \
		$(MAKE) -s --no-print-directory -C tools/testing/trace fuzz \
		WALKER="$$(tools/host/build/print-paths | sed -n 's/^KSRC=//p')/arch/x86/events/core.c"

mutants:	## change the code in small ways, and check that the unit tests notice
	@tools/host/build/install-packages tools/host/config/packages/check
	@tools/host/build/run-locked \
		$(MAKE) -s --no-print-directory -C tools/testing/trace mutants

explore:	## run the lock-free map in all interleavings with three preemptions, in user space
	@tools/host/build/install-packages tools/host/config/packages/check
	@tools/host/build/run-locked \
		$(MAKE) -s --no-print-directory -C tools/testing/trace explore

model:		## check all states of a model of the lock-free map
	@tools/host/build/install-packages tools/host/config/packages/check
	@tools/host/build/run-locked \
		$(MAKE) -s --no-print-directory -C tools/testing/trace model

lint:		## run checkpatch, kernel-doc, sparse, and compile with W=1
	@tools/host/check/lint-sources

docs:		## build the documents as HTML, in build/docs
	@tools/host/docs/build-docs

translations:	## compare the translated documents with their originals
	@tools/host/build/install-packages tools/host/config/packages/check
	@tools/host/docs/check-translations
	@tools/host/docs/convert-zh-tw --check

zh_TW:		## convert the documents in simplified Chinese to traditional Chinese
	@tools/host/build/install-packages tools/host/config/packages/check
	@tools/host/docs/convert-zh-tw

patches:	## write the patch series as mails, to build/patches
	@tools/host/series/write-series

check-patches:	## apply the series to the base kernel, compare, run checkpatch
	@tools/host/series/check-patches

check-series:	## build and boot two kernels after each patch of the series
	@tools/host/series/check-series

check-distros:	## run "make run" and "make check" in minimal roots of Debian 12 and 13
	@tools/host/check/test-distros

cross:		## compile our files for i386, arm64, riscv64 and s390x
	@tools/host/build/cross-compile

kunit: kernel	## run the KUnit tests in a guest
	@tools/host/check/run-kunit

selftest: kernel ## run the base kernel's selftests of ftrace and user_events, and ours
	@tools/host/check/run-selftests

check-tool: kernel ## run the tests of trace-hist, also in guests
	@tools/host/build/install-packages \
		$(addprefix tools/host/config/packages/,check tool tool-check tool-check-all)
	@tools/host/check/run-tool $(TESTS)

check-compat: kernel ## run 2,500 commands on Linux 6.12 and on ours, and compare
	@tools/host/build/build-stock-kernel
	@tools/host/check/compare-with-stock

examples: kernel ## run the shell examples of the documents, and compare the output
	@tools/host/docs/run-examples $(DOCS)

bench: kernel	## measure what an event costs here, in the base kernel and with BPF
ifdef PROFILE
	@tools/host/bench/run-bench profile $(SCENARIO)
else
	@tools/host/build/build-stock-kernel
	@tools/host/build/build-stock-kernel patched
	@tools/host/bench/run-bench table $(SCENARIO)
	@$(MAKE) --no-print-directory -C tools/testing/trace bench
endif

bench-check: kernel ## measure our kernel only, and fail if a cost has risen
	@tools/host/bench/run-bench check $(SCENARIO)

bench-figures: kernel ## record the present cost, for bench-check
	@tools/host/bench/run-bench figures $(SCENARIO)

bench-workloads: kernel ## measure perf bench and a compiler while their events are counted
	@tools/host/build/install-packages tools/host/config/packages/workloads
	@tools/host/build/build-stock-kernel
	@tools/host/bench/run-bench workloads $(SCENARIO)

clean:		## remove the build directory; keep the cache
	@tools/host/build/remove-build

distclean: clean ## remove the cache of kernel sources and objects as well
	@tools/host/build/remove-cache

.PHONY: help run kernel deb machine machine-check tool tool-deb where shell \
	compile_commands.json check check-all check-debug coverage unit fuzz mutants explore \
	model lint docs translations zh_TW patches check-patches check-series check-compat \
	check-distros check-tool cross kunit selftest examples bench bench-check bench-figures \
	bench-workloads clean distclean
