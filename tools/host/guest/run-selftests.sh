# SPDX-License-Identifier: GPL-2.0
# usage: run-selftests.sh SECONDS ROUNDS TEST...
# Runs in the guest: execute tests one by one, each ROUNDS times and for SECONDS at most. A .tc
# file runs under ftracetest. Any other test is a program, whose "settings" may allow more time.
# A line "@test TEST" before each test, in the output and on the kernel's console, shows during
# which test the kernel crashed or reported a bug.

seconds=$1
rounds=$2
shift 2
# A test searches for the name of its shell in the list of mapped files: it must not be busybox.
ln -sf dash /bin/sh
cd /selftests/ftrace || exit 1

run_shell_test() { # test
	local file=/selftests/ftrace/$1 status

	[ -f "$file" ] || file=/selftests/$1
	timeout -s KILL "$seconds" dash ./ftracetest -v "$file" 2>&1
	status=$?
	[ "$status" -ge 128 ] || return
	# ftracetest was killed before it printed the output of the test: take it from its log.
	tail -n 20 logs/latest/*-"$(basename "$1")"-log.* 2>/dev/null
	echo "@timeout"
}

for test; do
	for round in $(seq "$rounds"); do
		echo "@test $test"
		echo "@test $test" >/dev/kmsg
		case $test in
		*.tc)	run_shell_test "$test" ;;
		*)	run-program "/selftests/$test" "$seconds" ;;
		esac
	done
done
echo "@end"
echo "@test guest" >/dev/kmsg
exit 0
