# SPDX-License-Identifier: GPL-2.0
# Phase of "make machine-check": modules are loaded and removed 100 times while histograms, filters
# and probes are set on the events of the subsystems that they bring, and on the events of the
# module core.

options=(--timeout 7200)

# Modules with trace events that need no hardware, and such without events
modules='dummy xfs nfs sunrpc vhost zonefs cachefiles netfs null_blk dm_crypt 9pnet nbd rxrpc'

# usable_modules: print those of the modules that this kernel has
usable_modules() {
	local module

	for module in $modules; do
		! modinfo "$module" >/dev/null 2>&1 || echo "$module"
	done
}

# set_triggers_of MODULE: set a histogram and a filter on the first events that a module has brought
set_triggers_of() {
	local system directory

	for system in $(printf '%s\n' "$1" "${1/_/-}" | sort -u); do
		for directory in $(find "$tracefs/events/$system" -mindepth 1 -maxdepth 1 -type d \
			2>/dev/null | head -n 5); do
			echo 'hist:keys=common_pid' >>"$directory/trigger" &&
				echo 'common_pid > 0' >"$directory/filter" || return
			with_events=$((with_events + 1))
		done
	done
}

# cycle_modules COUNT: load and remove modules in turn, that many times
cycle_modules() {
	local count=0 with_events=0 module

	mapfile -t usable < <(usable_modules)
	echo "modules: ${usable[*]}"
	[ ${#usable[@]} -ge 3 ] || skip "the kernel has fewer than 3 of the modules: $modules"
	while [ "$count" -lt "$1" ]; do
		module=${usable[count % ${#usable[@]}]}
		modprobe "$module" && set_triggers_of "$module" || { echo "$module"; return 1; }
		# udev has new disks open for a moment.
		udevadm settle --timeout=120
		modprobe -r "$module" || { echo "$module cannot be removed"; return 1; }
		count=$((count + 1))
	done
	echo "$with_events triggers were set"
	[ "$with_events" -gt 0 ]
}

module_events_were_counted() {
	local loads frees

	loads=$(hits module/module_load) frees=$(hits module/module_free)
	echo "loaded: $loads, freed: $frees"
	# modprobe loads and removes the modules that a module needs as well; udev may load more.
	[ "$loads" -ge 100 ] && [ "$frees" -ge 100 ]
}

run_modules() {
	local event

	for event in module_load module_free; do
		echo 'hist:keys=name:size=2048' >>"$tracefs/events/module/$event/trigger"
	done
	check "three histograms" add_histograms
	check "100 loads and removals" cycle_modules 100
	check "each load and removal is counted" module_events_were_counted
	remove_histograms
	for event in module_load module_free; do
		: >"$tracefs/events/module/$event/trigger"
	done
	check "nothing is left in tracefs" is_unused
}
