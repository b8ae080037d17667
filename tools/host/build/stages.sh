# SPDX-License-Identifier: GPL-2.0
# Functions that run the stages of a build, with a progress line for each and a log. Bash scripts
# source this file after env.sh.

# show_stage NAME SECONDS [TEXT]: print the progress line of a stage. On a terminal it replaces
# the previous one; elsewhere run_stage() has printed the name already.
show_stage() {
	if [ -t 1 ]; then
		printf '\r\033[K%-12s' "$1"
	fi
	printf '%5d s%s' "$2" "${3:+  $3}"
}

# count_objects LOG: count the objects that the kernel's make has compiled. For a first build, also
# print the expected number, which kernel.config has in a comment.
count_objects() {
	local built expected

	expected=$(sed -n 's/^# objects: //p' "$fragment")
	built=$(grep -cE '^  (HOST)?(CC|AS) ' "$1") || :
	if [ ! -e "$kbuild/vmlinux" ] && [ "$built" -lt "${expected:-0}" ]; then
		echo "$built of about $expected objects"
	elif [ "$built" -gt 0 ]; then
		echo "$built objects"
	fi
}

# watch_stage NAME LOG START: print the progress line of a stage each second until this shell
# ends. START is the value of SECONDS at the beginning of the stage.
watch_stage() {
	while sleep 1 && kill -0 $$ 2>/dev/null; do
		show_stage "$1" $((SECONDS - $3)) "$(count_objects "$2")"
	done
}

# run_stage NAME COMMAND...: run a command with its output in the log NAME.log and print one line
# with the time that it took. On a terminal the line is updated while the command runs. If the
# command fails, print the errors in the log (or its last lines) and return its status.
run_stage() {
	local name=$1 log=$logs/$1.log start=$SECONDS status=0 watcher=
	shift

	mkdir -p "$logs"
	: >"$log"
	if [ -t 1 ]; then
		watch_stage "$name" "$log" "$start" 9>&- &
		watcher=$!
	else
		printf '%-12s' "$name"
	fi
	"$@" >"$log" 2>&1 </dev/null || status=$?
	if [ -n "$watcher" ]; then
		kill "$watcher"
		wait "$watcher" 2>/dev/null || :
	fi
	if [ "$status" -eq 0 ]; then
		show_stage "$name" $((SECONDS - start))
		echo
		return 0
	fi
	show_stage "$name" $((SECONDS - start)) FAILED
	echo
	{
		grep -E -A 3 '(error:|ERROR:|undefined reference|No rule to make)' \
			"$log" | sed "s,$cache/[^/]*/,," | head -n 30 | grep . ||
			tail -n 30 "$log"
		echo "The whole log: $log"
	} >&2
	return "$status"
}
