# SPDX-License-Identifier: GPL-2.0
# Functions of the scripts that boot guests: compile programs for the guest, boot the kernel that
# was built last, run several guests in parallel, and search their consoles. Bash scripts source
# this file after env.sh.

# compile_linked PROGRAM ARGUMENT...: compile and link a test program, or a library of one, for the
# guest. Warnings are errors only with the compiler versions that the programs were tested with:
# another version may have new warnings.
compile_linked() {
	local strict=

	case $("${cc[@]}" -dumpversion) in
	12|12.*|14|14.*) strict=-Werror ;;
	esac
	"${cc[@]}" -O2 -Wall -Wextra $strict -o "$@"
}

# compile_program SOURCE PROGRAM FLAG...: compile a test program for the guest. The program is
# static, because the guest has no C library, unless a test adds one.
compile_program() {
	compile_linked "$2" -static "${@:3}" "$1"
}

# boot_guest OPTION...: boot the kernel that was built last. The guest does not inherit descriptor
# 7, so a QEMU that outlives this script does not keep the lock of the build directory.
#
# A kernel with CONFIG_FTRACE_STARTUP_TEST tests its tracers and events at each boot, which takes
# minutes on a debug kernel. An empty list of kprobe events turns these tests off and has no other
# effect. boot_guest() adds it to the kernel parameters if the variable startup_tests is empty.
boot_guest() {
	local no_tests=()

	[ -n "${startup_tests-}" ] ||
		! grep -qsx CONFIG_FTRACE_STARTUP_TEST=y "$out/config" ||
		no_tests=(--append kprobe_event=)
	"$host/guest/boot-guest" --kernel "$out/bzImage" \
		${guest_options[@]+"${guest_options[@]}"} ${no_tests[@]+"${no_tests[@]}"} "$@" 7>&-
}

# list_libraries PROGRAM: print the paths of the dynamic linker and of the libraries that a program of
# the guest needs. Unlike ldd, this does not run the program: the machine may be unable to run
# programs of the guest's architecture.
list_libraries() {
	local needed

	needed=$(list_needed "$1") || return
	readelf -l "$1" | sed -n 's/.*program interpreter: \(.*\)\]$/\1/p'
	sort -u <<<"$needed"
}

# add_bash: add bash to the array adds, which has options of boot-guest
add_bash() {
	local file

	adds+=(--add "$userland/bin/bash:/bin/bash")
	for file in $(list_libraries "$userland/bin/bash"); do
		adds+=(--add "$file:$file")
	done
}

list_needed() {
	local name file

	readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]$/\1/p' | while read -r name; do
		# The compiler prints the name alone if it finds no file.
		file=$("${cc[@]}" -print-file-name="$name")
		[[ $file == /* ]] || die "there is no $name, which $1 needs"
		realpath -s "$file"
		list_needed "$file"
	done
}

# count_lanes N: print how many guests run in parallel for N tests: JOBS, at most N, at most one for
# each 1.3 GB of available memory, and at least 1. A guest is idle for a third of the time, because
# tests sleep, so the default is three guests for two CPUs.
count_lanes() {
	awk -v lanes="${JOBS:-$((jobs + jobs / 2))}" -v tests="$1" '
	/^MemAvailable:/ { memory = int($2 / 1300000) }
	END {
		lanes = lanes < tests ? lanes : tests
		lanes = memory == "" || lanes < memory ? lanes : memory
		print (lanes > 1 ? int(lanes) : 1)
	}' /proc/meminfo
}

# kill_lanes_on_exit: make each background job that is started from now on a process group (set
# -m), and kill these groups, with the guests in them, when this script ends.
kill_lanes_on_exit() {
	trap 'kill_lanes' EXIT
	trap 'trap - INT; kill -INT $$' INT
	trap 'exit 143' TERM
	set -m
}

kill_lanes() {
	local group

	for group in $(jobs -p); do
		kill -- "-$group" 2>/dev/null || :
	done
}

# find_splats [OPTION] CONSOLE: search a console log for kernel warnings, bugs and debug reports
# that are not listed in known-splats
find_splats() {
	"$host/check/find-splats" "${@:1:$#-1}" "$out/functions" \
		"$repo/tools/testing/selftests/known-splats" "${!#}"
}

# splat_results CONSOLE: the same, in the format that the script evaluate-results reads. If the
# search itself fails, print that as a splat.
splat_results() {
	local found

	found=$(find_splats --results "$1") || grep -q '^SPLAT ' <<<"$found" ||
		found="SPLAT guest the console was not searched: $1"
	[ -z "$found" ] || echo "$found"
}

# describe_splats CONSOLE: the same, human-readable. If the search itself fails, print that.
describe_splats() {
	local found

	found=$(find_splats "$1") || [ -n "$found" ] || found="the console was not searched: $1"
	[ -z "$found" ] || echo "$found"
}
