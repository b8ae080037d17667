# SPDX-License-Identifier: GPL-2.0
# usage: selftest.sh SECONDS ROUNDS TEST...
# In the guest: run tests one by one, each ROUNDS times and for SECONDS at most: shell
# tests under the host's ftracetest, and what is no shell test as a program, which may
# ask for more time. A line "@test" before each, here and on the kernel's console, lets
# the reader tell what the kernel died of, or complained of.

seconds=$1
rounds=$2
shift 2
# A test looks for its shell's name among the mapped files: not busybox's.
ln -sf dash /bin/sh
cd /selftests/ftrace || exit 1

shell_test() { # test
	local file=/selftests/ftrace/$1 status

	[ -f "$file" ] || file=/selftests/$1
	timeout -s KILL "$seconds" dash ./ftracetest -v "$file" 2>&1
	status=$?
	[ "$status" -ge 128 ] || return
	# What the test has said is in a file.
	tail -n 20 logs/latest/*-"$(basename "$1")"-log.* 2>/dev/null
	echo "@timeout"
}

for test; do
	for round in $(seq "$rounds"); do
		echo "@test $test"
		echo "@test $test" >/dev/kmsg
		case $test in
		*.tc)	shell_test "$test" ;;
		*)	program "/selftests/$test" "$seconds" ;;
		esac
	done
done
echo "@end"
echo "@test guest" >/dev/kmsg
exit 0
