# SPDX-License-Identifier: GPL-2.0
# usage: selftest.sh SECONDS TEST...
# In the guest: run tests one by one under the host's ftracetest. A line "@test"
# before each lets the reader tell what the kernel died of.

seconds=$1
shift
# A test looks for its shell's name among the mapped files: not busybox's.
ln -sf dash /bin/sh
cd /selftests/ftrace || exit 1
for test; do
	file=/selftests/ftrace/$test
	[ -f "$file" ] || file=/selftests/$test
	echo "@test $test"
	timeout -s KILL "$seconds" dash ./ftracetest -v "$file" 2>&1
	status=$?
	[ "$status" -lt 128 ] || echo "@timeout"
done
echo "@end"
exit 0
