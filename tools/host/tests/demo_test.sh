#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# usage: demo_test.sh [NAME...]
#
# Tests of demo/: guests are replaced by stand-ins.

. "$(dirname "$0")/harness.sh"
. "$(dirname "$0")/stand-ins.sh"

# An unknown demo is rejected before the build, with a list of the demos.
test_demo_must_exist() {
	local copy=$scratch/run status=0 output

	mkdir -p "$copy/tools"
	cp -R "$host" "$copy/tools"
	script "$copy/tools/host/build/build-kernel" <<-'END'
	#!/bin/bash
	echo built
	END
	script "$copy/tools/host/guest/boot-guest" <<-'END'
	#!/bin/bash
	while [ "$1" != --console ]; do shift; done
	touch "$2"
	echo "ran $(basename "$3")"
	END
	create_known_splats "$copy"
	output=$(DEMO=histograms.sh "$copy/tools/host/demo/run-demo" --build 2>&1) || status=$?
	echo "$output"
	[ "$status" -ne 0 ] &&
		[ "$output" = "error: unknown demonstration DEMO=histograms.sh $(
			)(valid: histograms latency wakeup)" ] ||
		return 1

	mkdir -p "$copy/build"
	touch "$copy/build/"{bzImage,functions}
	[ "$(env -u DEMO "$copy/tools/host/demo/run-demo" --build | sed -n '1p;$p')" = \
		$'built\nran histograms.sh' ] &&
		[ "$(DEMO=wakeup "$copy/tools/host/demo/run-demo" | tail -n 1)" = "ran wakeup.sh" ] &&
		[ "$(DEMO=latency "$copy/tools/host/demo/run-demo" | tail -n 1)" = "ran latency.sh" ]
}

# run_demo STATUS: run a demo that prints a table and exits with STATUS, on a
# kernel that prints a warning
run_demo() {
	local copy=$scratch/complains status=0

	mkdir -p "$copy/tools" "$copy/build"
	cp -R "$host" "$copy/tools"
	touch "$copy/build/"{bzImage,functions}
	create_known_splats "$copy"
	script "$copy/tools/host/guest/boot-guest" <<-END
	#!/bin/bash
	while [ "\$1" != --console ]; do shift; done
	echo '[    0.3] WARNING: CPU: 0 PID: 7 at a.c:3 a+0x1/0x2' >"\$2"
	echo '{ the table }'
	exit $1
	END
	output=$(DEMO=histograms "$copy/tools/host/demo/run-demo" 2>&1) || status=$?
	echo "$output"
	return "$status"
}

# The table is shown even if the kernel prints a warning or the demo fails, and
# either is a failure.
test_demo_prints_tables_before_warnings() {
	local status

	for status in 0 3; do
		! run_demo "$status" || return
		[ "$(sed -n '3p;4s/:.*//p' <<<"$output")" = $'{ the table }\nFAIL splat WARNING' ] &&
			grep -q '^The kernel.s console: ' <<<"$output" || return
	done
	grep -q '^boot .* FAILED$' <<<"$output"
}

run_tests "$@"
