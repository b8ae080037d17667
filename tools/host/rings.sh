# SPDX-License-Identifier: GPL-2.0
# Run tests of several kinds and add up what their last lines say.
# Sourced by bash after common.sh, never run.

passed=0
failed=0
skipped=0
mkdir -p "$logs"

# failures LOG: the lines that tell of one, and below the first ones what was said last.
failures() {
	awk '
	function tell(	i) {
		for (i = lines - 39; i <= lines; i++)
			if (i in said)
				print substr(said[i], 1, 122)
		split("", said)
		lines = 0
	}
	/^ *(not ok|FAIL|error:|ERROR)/ {
		tell()
		if (++failures <= 40)
			print
		explained = failures <= 5
		next
	}
	/^#/ && explained { said[++lines] = $0; next }
	{ tell(); explained = 0 }
	END { tell(); exit !failures }' "$1"
}

# ring NAME COMMAND...: run tests and count what their last line says. Without
# such a line, or when the status contradicts it, that is one more failure.
ring() {
	local name=$1 log=$logs/check-$1.log start=$SECONDS status=0 sum p f s
	shift

	echo "== $name"
	"$@" >"$log" 2>&1 </dev/null || status=$?
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
		failures "$log" || tail -n 40 "$log"
		echo "The whole log: $log"
	fi
	printf '%6d s  %d passed, %d failed, %d skipped\n' $((SECONDS - start)) \
		"$p" "$f" "$s"
}

# one COMMAND...: a command that either works or not is one test.
one() {
	local said=$logs/check-one.log

	if "$@" 2>&1 | tee "$said"; then
		echo "1 passed, 0 failed, 0 skipped"
	else
		echo "FAIL $*"
		quote "$said"
		echo "0 passed, 1 failed, 0 skipped"
		return 1
	fi
}

finish() {
	echo "$passed passed, $failed failed, $skipped skipped"
	[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
	exit
}
