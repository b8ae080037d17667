# SPDX-License-Identifier: GPL-2.0
# Functions that run several groups of tests and add up their totals. Bash scripts source this
# file after env.sh. The last line of the output of a group is "N passed, N failed, N skipped".

passed=0
failed=0
skipped=0
mkdir -p "$logs"

# print_failures LOG: print the first 40 lines that report a failure. Below the first five, print
# the last 40 of the "#" lines that follow each. Fail if the log has no failure.
print_failures() {
	awk '
	function tell(	i) {
		for (i = lines - 39; i <= lines; i++)
			if (i in output)
				print substr(output[i], 1, 122)
		split("", output)
		lines = 0
	}
	/^ *(not ok|FAIL|error:|ERROR)/ {
		tell()
		if (++failures <= 40)
			print
		explained = failures <= 5
		next
	}
	/^#/ && explained { output[++lines] = $0; next }
	{ tell(); explained = 0 }
	END { tell(); exit !failures }' "$1"
}

# record_suite NAME COMMAND...: run a group of tests; keep its output, status and time.
record_suite() {
	local name=$1 start=$SECONDS status=0
	shift

	"$@" >"$logs/check-$name.log" 2>&1 </dev/null || status=$?
	echo "$status $((SECONDS - start))" >"$logs/check-$name.status"
}

# count_suite NAME: add the total of a group of tests, which record_suite has run, to the counts. If
# there is no total, if no test ran, or if the command failed although no test has failed, count one
# failure.
count_suite() {
	local name=$1 log=$logs/check-$1.log sum p f s status time

	read -r status time <"$logs/check-$name.status"
	sum=$(grep -E '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$' "$log" |
		tail -n 1) || sum='0 passed, 0 failed, 0 skipped'
	read -r p _ f _ s _ <<<"$sum"
	if [ "$status" -ne 0 ] && [ "$f" -eq 0 ]; then
		f=1
	elif [ $((p + f + s)) -eq 0 ]; then
		f=1
		echo "$name: no test ran"
	fi
	passed=$((passed + p))
	failed=$((failed + f))
	skipped=$((skipped + s))
	if [ "$f" -gt 0 ]; then
		print_failures "$log" || tail -n 40 "$log"
		echo "The whole log: $log"
	fi
	printf '%6d s  %d passed, %d failed, %d skipped\n' "$time" "$p" "$f" "$s"
}

# run_suite NAME COMMAND...: run a group of tests and count its results
run_suite() {
	echo "== $1"
	record_suite "$@"
	count_suite "$1"
}

# Groups of tests that run in the background: NAME -> process group
declare -A suites_in_background=()

# start_suite NAME COMMAND...: run a group of tests in the background, as a process group that ends
# with this script.
start_suite() {
	rm -f "$logs/check-$1.status"
	set -m
	record_suite "$@" &
	suites_in_background[$1]=$!
	set +m
	trap 'kill -- "${suites_in_background[@]/#/-}" 2>/dev/null || :' EXIT
	trap 'exit 143' TERM
}

# wait_for_suite NAME: wait for a group of tests that start_suite has started, and count its results
wait_for_suite() {
	echo "== $1"
	wait "${suites_in_background[$1]}" || :
	unset "suites_in_background[$1]"
	[ ${#suites_in_background[@]} -gt 0 ] || trap - EXIT TERM
	count_suite "$1"
}

# run_single COMMAND...: run a command that is not a test script as one test, and print its total.
run_single() {
	local output=$logs/check-one.log

	if "$@" 2>&1 | tee "$output"; then
		echo "1 passed, 0 failed, 0 skipped"
	else
		echo "FAIL $*"
		quote_log "$output"
		echo "0 passed, 1 failed, 0 skipped"
		return 1
	fi
}

# Print the sum of all groups and exit: with 0 if tests have passed and none has failed.
finish() {
	echo "$passed passed, $failed failed, $skipped skipped"
	[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
	exit
}
