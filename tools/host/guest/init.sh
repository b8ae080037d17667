#!/bin/busybox sh
# SPDX-License-Identifier: GPL-2.0
# First process of the test guest: mount the file systems, run the script, collect gcov counts
# and the reports of kmemleak and lockdep, and reset the machine.
#
# The first serial port is the kernel's console, the second one the output of the script, so that
# kernel messages do not interrupt lines of output. With "guest.interactive" on the command line,
# both are the first port. A third port, if any, receives the gcov counts.

/bin/busybox mkdir -p /proc /sys /dev /tmp /run /root /usr /var
/bin/busybox --install -s /bin
export PATH=/bin:/sbin:/usr/bin:/usr/sbin HOME=/root TERM="${TERM:-linux}"

mount -t proc proc /proc
mount -t sysfs sysfs /sys
[ -c /dev/null ] || mount -t devtmpfs devtmpfs /dev
mkdir -p /dev/pts /dev/shm
mount -t devpts devpts /dev/pts 2>/dev/null
mount -t tmpfs tmpfs /dev/shm
mount -t tmpfs tmpfs /tmp
mount -t debugfs debugfs /sys/kernel/debug 2>/dev/null
mount -t tracefs tracefs /sys/kernel/tracing
ln -sf /proc/self/fd /dev/fd
hostname guest
ifconfig lo 127.0.0.1 up 2>/dev/null

cd /root || exit 1
if grep -q guest.interactive /proc/cmdline; then
	setsid cttyhack sh /guest/run
	status=$?
else
	stty -F /dev/ttyS1 raw -echo
	sh /guest/run </dev/null >/dev/ttyS1 2>&1
	status=$?
fi

# Copy the files before tar reads them: files in debugfs have size 0.
if [ -d /sys/kernel/debug/gcov ] && stty -F /dev/ttyS2 raw -echo 2>/dev/null; then
	cd /sys/kernel/debug/gcov || exit 1
	find . -name '*.gcda' | while read -r file; do
		mkdir -p "/tmp/gcov/${file%/*}"
		cat "$file" >"/tmp/gcov/$file"
	done
	tar -C /tmp/gcov -czf /dev/ttyS2 .
fi

# kmemleak reports only objects that are older than some seconds, so scan twice. It and lockdep
# turn themselves off when they run out of memory: report that, since nothing is checked then.
leaks=/sys/kernel/debug/kmemleak
if [ -e "$leaks" ] && ! grep -q kmemleak=off /proc/cmdline; then
	echo scan >"$leaks" || echo 'BUG: kmemleak is off' >/dev/kmsg
	sleep 6
	echo scan >"$leaks"
	while IFS= read -r line; do
		echo "$line" >/dev/kmsg
	done <"$leaks"
fi
if grep -q 'debug_locks: *0' /proc/lockdep_stats 2>/dev/null; then
	echo 'BUG: lockdep is off' >/dev/kmsg
fi

# The script boot-guest reads this line from the console.
echo "guest: exit status $status" >/dev/kmsg
# The kernel has no ACPI and cannot power off. QEMU ends at a reset (-no-reboot).
reboot -f
