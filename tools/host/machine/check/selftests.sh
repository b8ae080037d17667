# SPDX-License-Identifier: GPL-2.0
# Phase of "make machine-check": the base kernel's selftests of ftrace and user_events, unmodified.

options=(--timeout 21600)
built_stock=1

# prepare_selftests: let the machine have the shell tests and the compiled programs in /selftests.
prepare_selftests() {
	local work=$records/selftests

	"$host/build/install-packages" "$host/config/packages/check"
	rm -rf "$work"
	mkdir -p "$work/machine"
	build_selftests "$work" >"$logs/selftests.log" 2>&1 ||
		die "the selftests cannot be compiled (log: $logs/selftests.log)"
	options+=(--add "$work/machine:/selftests")
}

# build_selftests DIRECTORY: compile the programs with the headers of the base kernel. The result is
# in DIRECTORY/machine.
build_selftests() {
	local source=$host_tree/tools/testing/selftests

	(lock_cache && "$host/build/unpack-host-source") &&
		make -C "$host_tree" O="$1/objects" headers &&
		mkdir "$1/machine/user_events" &&
		make -C "$source/user_events" OUTPUT="$1/machine/user_events" CC="${cc[*]} -w" \
			KHDR_INCLUDES="-isystem $1/objects/usr/include" USERLDFLAGS=-static &&
		cp -R "$source/ftrace" "$1/machine"
}

# convert_ftracetest: convert the output of ftracetest to results
convert_ftracetest() {
	sed -nE -e 's/^\[[0-9]+\] (.*)\t\[PASS\]$/pass ftrace, \1/p' \
		-e 's/^\[[0-9]+\] (.*)\t\[(UNSUPPORTED|UNTESTED|XFAIL)\]$/skip ftrace, \1: \2/p' \
		-e 's/^\[[0-9]+\] (.*)\t\[(FAIL|UNRESOLVED)\]$/FAIL ftrace, \1: \2/p'
}

run_user_events() {
	[ -e "$tracefs/user_events_data" ] || skip "the kernel has no user events"
	cd /selftests/user_events
	"./$1"
}

run_selftests() {
	local program

	cd /selftests/ftrace
	./ftracetest --logdir /run/machine/selftests test.d/{00basic,event,trigger,filter} \
		test.d/{instances,dynevent,kprobe,ftrace,tracer} >/run/machine/ftracetest.log 2>&1
	convert_ftracetest </run/machine/ftracetest.log
	check "ftracetest ends" grep -q '^# of failed:' /run/machine/ftracetest.log
	for program in abi_test dyn_test ftrace_test perf_test; do
		check "user_events, $program" run_user_events "$program"
	done
}
