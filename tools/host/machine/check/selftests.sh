# SPDX-License-Identifier: GPL-2.0
# Phase of "make machine-check": the base kernel's selftests of ftrace and user_events, unmodified.

options=(--timeout 21600)

# prepare_selftests: the machine gets the shell tests and the compiled programs in /selftests.
prepare_selftests() {
	local source=$ksrc/tools/testing/selftests work=$records/selftests

	[ -d "$source" ] && [ -d "$out/headers" ] ||
		die "the phase \"selftests\" needs $ksrc and $out/headers; run: make kernel"
	rm -rf "$work"
	mkdir -p "$work/user_events"
	cp -R "$source/ftrace" "$work"
	make -s -C "$source/user_events" OUTPUT="$work/user_events" CC="${cc[*]} -w" \
		KHDR_INCLUDES="-isystem $out/headers" USERLDFLAGS=-static >/dev/null
	options+=(--add "$work:/selftests")
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
