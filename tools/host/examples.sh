# SPDX-License-Identifier: GPL-2.0
# usage: examples.sh SECTION...
# In the guest: run the scripts of /examples by their numbers, each in a tracefs of which
# nobody has used anything yet.

tracing=/sys/kernel/tracing

# rejected FILE COMMAND: write it there, and print what the error log says of that.
# For the scripts.
cat >/tmp/prelude <<'END_OF_PRELUDE'
cd /sys/kernel/tracing
rejected() {
	echo >error_log
	if printf '%s\n' "$2" 2>/dev/null >>"$1"; then
		echo "(it was not rejected)"
	fi
	cat error_log
	echo >error_log
}
END_OF_PRELUDE

left() {
	grep -h '^[^#]' $tracing/events/*/*/trigger $tracing/dynamic_events
	ls $tracing/instances
}

# Triggers hold dynamic events, and histograms one another: each round something goes.
remove_all() {
	local round file

	for round in 1 2 3 4 5 6 7 8; do
		for file in $tracing/instances/*/; do
			[ ! -d "$file" ] || rmdir "$file"
		done
		for file in $(grep -l '^[^#]' $tracing/events/*/*/trigger); do
			sed 's/^/!/' "$file" | while IFS= read -r line; do
				echo "$line" >>"$file"
			done
		done
		echo 0 >$tracing/events/enable
		echo >$tracing/dynamic_events
		[ -n "$(left)" ] || return
	done 2>/dev/null
}

reset() {
	local file

	remove_all
	cd $tracing || exit 1
	for file in $(grep -Lx none events/*/*/filter); do
		echo 0 >"$file"
	done
	echo nop >current_tracer
	echo local >trace_clock
	echo >set_event_pid
	echo 0 >snapshot
	echo 1 >tracing_on
	echo >trace
	echo >error_log
	cd / || exit 1
} 2>/dev/null

for section; do
	reset
	echo "@section $section"
	cat /tmp/prelude "/examples/$section" >/tmp/section
	timeout 60 bash /tmp/section 2>&1
	status=$?
	echo
	remove_all
	what=$(left)
	if [ $status -ge 124 ]; then
		echo "@left it took too long, or was killed"
	elif [ -n "$what" ]; then
		echo "@left it cannot be removed:" $what
	else
		echo "@end"
	fi
done
exit 0
