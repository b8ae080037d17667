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

# expect_objects ALL MISSING: set the number of objects of a build, and how many are not compiled
# yet. Without a call, a first build of kernel.config is expected, which has the number in a comment.
expect_objects() {
	all_objects=$1
	missing_objects=$2
}

# count_objects LOG: print how many objects the kernel's make has compiled. If objects were missing, also
# print the expected number. When all objects are compiled, make links the modules: print how many
# descriptions (.mod.o) are compiled, and how many modules are linked.
count_objects() {
	local built described linked all=${all_objects-} missing=${missing_objects-}

	if [ -z "$all" ]; then
		all=$(sed -n 's/^# objects: //p' "$fragment")
		missing=${all:-0}
		[ ! -e "$kbuild/vmlinux" ] || missing=0
	fi
	described=$(grep -cE '^  CC \[M\] .*\.mod\.o$' "$1") || :
	linked=$(grep -cE '^  LD \[M\] .*\.ko$' "$1") || :
	built=$(grep -cE '^  (HOST)?(CC|AS) ' "$1") || :
	built=$((built - described))
	if [ "$described" -gt 0 ]; then
		echo "modules: $described described, $linked linked"
	elif [ "$built" -lt "$missing" ]; then
		echo "$((all - missing + built)) of about $all objects"
	elif [ "$built" -gt 0 ]; then
		echo "$built objects"
	fi
}

# Seconds between the progress lines of a stage that does not print to a terminal.
quiet_seconds=300

# watch_stage NAME LOG START: print the progress line of a stage each second until this shell
# ends; elsewhere than on a terminal, print a new line after each quiet_seconds. START is the value
# of SECONDS at the beginning of the stage. The variable progress may name a function that prints
# what the log says about the progress.
watch_stage() {
	local next=$(($3 + quiet_seconds))

	while sleep 1 && kill -0 $$ 2>/dev/null; do
		if [ ! -t 1 ]; then
			[ "$SECONDS" -ge "$next" ] || continue
			next=$((next + quiet_seconds))
		fi
		show_stage "$1" $((SECONDS - $3)) "$(${progress:-true} "$2")"
		[ -t 1 ] || printf '\n%-12s' "$1"
	done
}

# run_stage NAME COMMAND...: run a command with its output in the log NAME.log and print one line
# with the time that it took. The line is updated while the command runs. If the
# command fails, print the errors in the log (or its last lines) and return its status.
run_stage() {
	local name=$1 log=$logs/$1.log start=$SECONDS status=0 watcher
	shift

	mkdir -p "$logs"
	: >"$log"
	[ -t 1 ] || printf '%-12s' "$name"
	watch_stage "$name" "$log" "$start" 7>&- 8>&- 9>&- &
	watcher=$!
	"$@" >"$log" 2>&1 </dev/null || status=$?
	kill "$watcher"
	wait "$watcher" 2>/dev/null || :
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

# run_compile_stage COMMAND...: run the stage "compile" of a kernel. Its progress lines have the number
# of objects.
run_compile_stage() {
	local progress=count_objects

	run_stage compile "$@"
}
