# SPDX-License-Identifier: GPL-2.0
# usage: run-examples.sh SECTION...
# Runs in the guest: execute the scripts /examples/SECTION, each with tracefs reset to its
# initial state. The output is for "extract-examples compare": "@section NUMBER" before each, and
# "@end" or "@left WHAT" behind it.

tracing=/sys/kernel/tracing

# A function for the scripts. rejected FILE COMMAND: write a command that must be rejected to a
# file and print the entry of the error log.
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

# List triggers, dynamic events and instances that still exist.
list_remaining() {
	grep -h '^[^#]' $tracing/events/*/*/trigger $tracing/dynamic_events
	ls $tracing/instances
}

# Remove all instances, triggers and dynamic events. Triggers have references to dynamic events,
# and histograms to each other, so some can only be removed in a later round.
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
		echo >$tracing/set_event
		echo >$tracing/dynamic_events
		[ -n "$(list_remaining)" ] || return
	done 2>/dev/null
}

# Bring tracefs to its initial state.
reset_tracefs() {
	local file

	remove_all
	cd $tracing || exit 1
	for file in $(grep -Lx none events/*/*/filter); do
		echo 0 >"$file"
	done
	echo 0 >hist_sample_hz
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
	reset_tracefs
	echo "@section $section"
	cat /tmp/prelude "/examples/$section" >/tmp/section
	timeout 60 bash /tmp/section 2>&1
	status=$?
	echo
	remove_all
	what=$(list_remaining)
	if [ $status -ge 124 ]; then
		echo "@left the section took too long, or was killed"
	elif [ -n "$what" ]; then
		echo "@left these objects cannot be removed:" $what
	else
		echo "@end"
	fi
done
exit 0
