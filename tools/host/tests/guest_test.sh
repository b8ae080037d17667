#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# usage: guest_test.sh [NAME...]
#
# Tests of guest/: QEMU is replaced by a stand-in.

. "$(dirname "$0")/harness.sh"

# Warnings are errors only with compilers that the code was tested with.
test_tested_compilers_treat_warnings_as_errors() {
	local version output

	for version in 12 14 14.2.0 15; do
		script "$scratch/bin/gcc" <<<$'#!/bin/sh\n[ "$1" = -dumpversion ] && echo '"$version"$(
			)$' || echo "$@"'
		output=$(PATH=$scratch/bin:$PATH; . "$host/env.sh"; . "$host/guest/functions.sh"
			compile_program a.c a -I x)
		echo "$output"
		[ "$output" = "-O2 -Wall -Wextra $(
			[ "$version" = 15 ] || echo '-Werror ')-o a -static -I x a.c" ] || return
	done
}

# create_qemu COMMAND: QEMU that runs COMMAND on SIGTERM
create_qemu() {
	script "$scratch/bin/qemu-system-x86_64" <<-END
	#!/bin/bash
	trap '$1' TERM
	echo \$\$ >$scratch/qemu.new
	mv $scratch/qemu.new $scratch/qemu
	while :; do sleep 0.1; done
	END
	echo kernel >"$scratch/bzImage"
	echo true >"$scratch/nothing"
	rm -f "$scratch/qemu"
}

try_signal() {
	local pid qemu status=0

	create_qemu 'exit 1'
	# Reset signal dispositions: SIGINT is ignored in background processes,
	# SIGHUP under nohup.
	PATH=$scratch/bin:$PATH env --default-signal "$host/guest/boot-guest" \
		--kernel "$scratch/bzImage" --timeout 60 "$scratch/nothing" &
	pid=$!
	wait_until [ -f "$scratch/qemu" ] || return 1
	qemu=$(cat "$scratch/qemu")
	kill -s "$1" "$pid"
	wait_until is_gone "$pid" || { kill -s KILL "$pid" "$qemu"; return 1; }
	wait "$pid" || status=$?
	wait_until is_gone "$qemu" || { kill -s KILL "$qemu"; return 1; }
	[ "$status" -eq "$2" ] || { echo "status $status"; return 1; }
	[ -z "$(find "$scratch" -maxdepth 1 -name 'guest.*')" ]
}

test_guest_ends_qemu_on_a_signal() {
	try_signal TERM 143 && try_signal INT 130 && try_signal HUP 129
}

# Ctrl-C ends the guest and the script that waits for it, even a script that
# continues after failures.
test_interrupt_ends_the_calling_script() {
	local pid status=0

	create_qemu 'exit 1'
	script "$scratch/waits" <<-END
	#!/bin/bash
	"$host/guest/boot-guest" --kernel "$scratch/bzImage" --timeout 60 "$scratch/nothing" ||
		touch "$scratch/on"
	touch "$scratch/on"
	END
	PATH=$scratch/bin:$PATH setsid env --default-signal "$scratch/waits" &
	pid=$!
	wait_until [ -f "$scratch/qemu" ] || return 1
	# Signal the whole process group, like a terminal.
	kill -s INT -- "-$pid"
	wait "$pid" || status=$?
	wait_until is_gone "$(cat "$scratch/qemu")" && [ "$status" -eq 130 ] && [ ! -e "$scratch/on" ]
}

# The dynamic linker and the libraries of a program, as the dynamic linker finds them.
test_libraries_are_listed() {
	(
		. "$host/env.sh"
		. "$host/guest/functions.sh"
		names() {
			sed 's,.*/,,' | sort -u
		}
		[ "$(list_libraries /bin/bash | names)" = \
			"$(ldd /bin/bash | grep -o '/[^ ]*' | names)" ] &&
			[ -z "$(list_libraries /bin/bash | xargs -n 1 readelf -h 2>&1 >/dev/null)" ]
	)
}

# A library that does not exist is an error.
test_missing_library_is_reported() {
	local output

	output=$(
		. "$host/env.sh"
		. "$host/guest/functions.sh"
		cc=(sh -c 'echo "${0#*=}"')
		list_libraries /bin/bash 2>&1
	) && return 1
	echo "$output"
	grep -q 'there is no lib.*, which /bin/bash needs$' <<<"$output"
}

# The number of parallel guests is limited by tests, CPUs and memory; at least
# one runs.
test_guests_are_limited_by_memory() {
	(
		. "$host/env.sh"
		. "$host/guest/functions.sh"
		mem() {
			echo "MemAvailable: $1 kB" >"$scratch/meminfo"
			JOBS=$2 count_lanes "$3"
		}
		eval "$(declare -f count_lanes | sed "s,/proc/meminfo,$scratch/meminfo,")"
		[ "$(mem 99000000 3 9) $(mem 99000000 3 2) $(mem 4000000 8 9) $(mem 1000 8 9)" = \
			'3 2 3 1' ] && jobs=5 && [ "$(mem 99000000 '' 9)" = 7 ] &&
			jobs=1 && [ "$(mem 99000000 '' 9)" = 1 ]
	)
}

test_guest_ends_after_the_timeout() {
	local status=0

	# A guest that ignores SIGTERM is killed later.
	create_qemu 'exit 1'
	PATH=$scratch/bin:$PATH "$host/guest/boot-guest" --kernel "$scratch/bzImage" --timeout 1 \
		"$scratch/nothing" || status=$?
	[ "$status" -eq 124 ] && wait_until is_gone "$(cat "$scratch/qemu")"
}

# A dynamically linked busybox is rejected before the guest starts.
test_guest_rejects_busybox_with_libraries() {
	local output

	create_qemu 'exit 1'
	output=$(PATH=$scratch/bin:$PATH "$host/guest/boot-guest" --kernel "$scratch/bzImage" \
		--busybox "$(command -v bash)" "$scratch/nothing" 2>&1) && return 1
	echo "$output"
	[[ $output = *"needs shared libraries, which the guest does not have; install the $(
		)package busybox-static" ]]
}

# The guest gets the frequency of the TSC, not the current frequency of the CPU.
test_guest_gets_the_frequency_of_the_tsc() {
	local khz

	create_qemu 'exit 1'
	rm -f "$scratch/bin/gcc"
	script "$scratch/bin/awk" <<<$'#!/bin/sh\necho 12345'
	script "$scratch/bin/qemu-system-x86_64" <<-END
	#!/bin/bash
	grep -o 'tsc_early_khz=[0-9]*' <<<"\$*" >"$scratch/khz"
	END
	PATH=$scratch/bin:$PATH "$host/guest/boot-guest" --kernel "$scratch/bzImage" "$scratch/nothing"
	rm "$scratch/bin/awk"
	cat "$scratch/khz"
	gcc -O2 -o "$scratch/tsc" "$host/guest/measure-tsc.c" && khz=$("$scratch/tsc") || return
	# The two may differ by 0.1 %.
	khz=$((1000 * khz / $(sed 's/.*=//' "$scratch/khz")))
	[ "$khz" -ge 999 ] && [ "$khz" -le 1001 ]
}

# The guest's CPU has no cmpxchg16b, which QEMU 7.2 emulates wrongly.
test_guest_has_no_cmpxchg16b() {
	local mode

	create_qemu 'exit 1'
	script "$scratch/bin/qemu-system-x86_64" <<-END
	#!/bin/bash
	grep -o -- '-cpu [^ ]*' <<<"\$*" >"$scratch/cpu"
	END
	for mode in '' --count-instructions; do
		PATH=$scratch/bin:$PATH "$host/guest/boot-guest" --kernel "$scratch/bzImage" $mode \
			"$scratch/nothing"
		cat "$scratch/cpu"
		grep -q ',cx16=off$' "$scratch/cpu" || return
	done
}

# The status in a console log of an earlier guest must not be used.
test_guest_ignores_an_old_console() {
	local status=0

	create_qemu 'exit 1'
	script "$scratch/bin/qemu-system-x86_64" <<<$'#!/bin/bash\nexit 1'
	echo '[    1.0] guest: exit status 0' >"$scratch/console"
	PATH=$scratch/bin:$PATH "$host/guest/boot-guest" --kernel "$scratch/bzImage" \
		--console "$scratch/console" "$scratch/nothing" || status=$?
	[ "$status" -eq 125 ] || { echo "status $status"; return 1; }
}

# With --gdb, QEMU waits for a debugger, at addresses that gdb knows and without a
# time limit.
test_guest_waits_for_gdb() {
	local output

	create_qemu 'exit 1'
	script "$scratch/bin/timeout" <<<$'#!/bin/sh\necho "limit $3"; shift 3; exec "$@"'
	script "$scratch/bin/qemu-system-x86_64" <<-END
	#!/bin/bash
	echo "\$*"
	END
	output=$(PATH=$scratch/bin:$PATH "$host/guest/boot-guest" --kernel "$scratch/bzImage" --gdb \
		--timeout 60 "$scratch/nothing" 2>/dev/null)
	echo "$output"
	grep -qx 'limit 0' <<<"$output" && grep -q ' -S -gdb tcp:localhost:1234 ' <<<"$output" &&
		grep -q ' nokaslr' <<<"$output" || return
	output=$(PATH=$scratch/bin:$PATH "$host/guest/boot-guest" --kernel "$scratch/bzImage" \
		--timeout 60 "$scratch/nothing" 2>/dev/null)
	rm "$scratch/bin/timeout"
	echo "$output"
	grep -qx 'limit 60' <<<"$output" && ! grep -qE -- '-gdb|-S |nokaslr' <<<"$output"
}

# A plugin reads addresses, which must be those of System.map.
test_guest_loads_a_plugin() {
	local output

	create_qemu 'exit 1'
	script "$scratch/bin/qemu-system-x86_64" <<-END
	#!/bin/bash
	echo "\$*"
	END
	output=$(PATH=$scratch/bin:$PATH "$host/guest/boot-guest" --kernel "$scratch/bzImage" \
		--plugin "a.so,counts=b" "$scratch/nothing" 2>/dev/null)
	echo "$output"
	grep -q -- ' -plugin a.so,counts=b ' <<<"$output" && grep -q ' nokaslr' <<<"$output"
}

run_tests "$@"
