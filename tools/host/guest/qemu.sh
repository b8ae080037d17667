# SPDX-License-Identifier: GPL-2.0
# Functions and settings of the scripts that start QEMU. Bash scripts source this file. It depends on
# no other file but measure-tsc.c.

# Emulation: virtual CPUs take turns. If they ran at the same time, QEMU could let one of them execute
# an instruction that another one is patching. No cmpxchg16b: after this instruction, QEMU 7.2 (Debian
# 12) sometimes leaves bits of another register in the guest's flags, depending on where the code lies
# in its page. Kernels then died of double faults in the slab allocator.
tcg=(-accel tcg,thread=single -cpu max,cx16=off)

# Print the frequency of this machine's TSC, which is also that of an emulated CPU. It is passed to the
# kernel because its calibration fails on a busy machine: the clock then runs up to ten times too
# fast. Without a compiler, take the current frequency of the CPU, which is close to it.
measure_tsc() {
	gcc -O2 -o "$scratch/tsc" "$(dirname "${BASH_SOURCE[0]}")/measure-tsc.c" 2>/dev/null &&
		"$scratch/tsc" ||
		awk -F: '/^cpu MHz/ { printf "%d", $2 * 1000; exit }' /proc/cpuinfo
}

# run_qemu COMMAND...: run QEMU in the background and wait for it. Bash handles a signal at once
# while it is in "wait", but only after a foreground command has ended. The trap can thus stop
# QEMU when the script is killed.
run_qemu() {
	local status=0

	"$@" <&0 &
	running=$!
	wait "$running" || status=$?
	running=
	return "$status"
}

stop_qemu() {
	[ -n "$running" ] || return 0
	kill "$running" 2>/dev/null || :
	wait "$running" 2>/dev/null || :
}

# create_scratch NAME: create the temporary directory $scratch, which ends with this script, as does
# QEMU.
create_scratch() {
	scratch=$(mktemp -d "${TMPDIR:-/tmp}/$1.XXXXXX")
	running=
	trap 'trap "" HUP INT TERM; stop_qemu; rm -rf "$scratch"' EXIT
	trap 'exit 129' HUP
	# Die of the signal itself: a shell that waits for this script ends only if it sees that.
	trap 'trap - INT; kill -INT $$' INT
	trap 'exit 143' TERM
}
