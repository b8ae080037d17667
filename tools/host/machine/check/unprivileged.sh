# SPDX-License-Identifier: GPL-2.0
# Phase of "make machine-check": a user without privilege, root of a user namespace, and root of a
# container with a user namespace can read and write nothing in tracefs, and cannot mount it.

# try_all: try to read each file below tracefs, to write to it, and to list each directory, and to
# mount tracefs. Print what succeeded. It runs as the user that is tested, with a list of all files.
try_all() {
	local file

	while read -r file; do
		if [ -d "$file" ]; then
			[ -z "$(ls "$file" 2>/dev/null)" ] || echo "listed $file"
			continue
		fi
		# A file that is opened for writing is not truncated: that would remove triggers.
		(exec 3<"$file") 2>/dev/null && echo "read $file"
		(exec 3>>"$file") 2>/dev/null && echo "wrote $file"
	done <"$1"
	mkdir -p /tmp/mount-point-$$
	! mount -t tracefs nodev /tmp/mount-point-$$ 2>/dev/null || echo "mounted tracefs"
	! mount -t debugfs nodev /tmp/mount-point-$$ 2>/dev/null || echo "mounted debugfs"
	echo end
}

# run_as COMMAND...: let a command run the script of try_all, and compare its output
run_as() {
	local output status=0

	output=$("$@" /run/tried/script 2>&1) || status=$?
	[ "$status" -eq 0 ] || { echo "$output"; return "$status"; }
	head -n 30 <<<"$output"
	[ "$output" = end ]
}

# The files of one event of each kind and all files above events/, also through debugfs
list_files() {
	local directory

	for directory in "$tracefs" /sys/kernel/debug/tracing; do
		[ -d "$directory" ] || continue
		echo "$directory"
		find "$directory" -mindepth 1 -maxdepth 1 ! -name instances ! -name trace_pipe
		find "$directory"/events/{sched,sched/sched_switch,synthetic/machine_check} \
			"$directory/instances/machine_check" -maxdepth 1
	done
}

run_in_container() {
	need systemd-nspawn
	systemd-nspawn --quiet --directory=/ --volatile=yes --register=no --keep-unit --pipe \
		--private-users=pick --private-users-ownership=off --bind-ro=/run/tried "$@"
}

# root can open what the others must not: the list of files is not empty, and the attempts are real
root_opens_files() {
	local output

	output=$(bash /run/tried/script)
	head -n 30 <<<"$output"
	[ "$(grep -c '^read ' <<<"$output")" -gt 50 ] && grep -q '^wrote ' <<<"$output"
}

# prepare_attempts: let tracefs have an instance, a synthetic event and a histogram, and write the
# list of files and the script of try_all
prepare_attempts() {
	mkdir -p /run/tried "$tracefs/instances/machine_check" &&
		echo 'machine_check int x' >>"$tracefs/synthetic_events" &&
		echo 'hist:keys=x' >>"$tracefs/events/synthetic/machine_check/trigger" || return
	list_files >/run/tried/files
	{ declare -f try_all; echo 'try_all /run/tried/files'; } >/run/tried/script
	chmod -R a+rX /run/tried
}

# attempt_as_others: check that root can use the files, and all others cannot
attempt_as_others() {
	local nobody=(setpriv --reuid nobody --regid nogroup --clear-groups)

	check "root opens the files" root_opens_files
	umount -qR /tmp/mount-point-* || :
	check "user nobody" run_as "${nobody[@]}" bash
	check "user nobody, as root of a user namespace" run_as "${nobody[@]}" \
		unshare --user --map-root-user --mount --pid --fork bash
	check "container with a user namespace" run_as run_in_container bash
}

# remove_attempts: remove what prepare_attempts has made in tracefs
remove_attempts() {
	echo '!hist:keys=x' >>"$tracefs/events/synthetic/machine_check/trigger"
	echo '!machine_check int x' >>"$tracefs/synthetic_events"
	rmdir "$tracefs/instances/machine_check"
}

run_unprivileged() {
	prepare_attempts
	attempt_as_others
	remove_attempts
	check "nothing is left in tracefs" is_unused
}
