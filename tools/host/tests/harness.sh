# SPDX-License-Identifier: GPL-2.0-only
#
# Functions of the tests of scripts. Bash scripts source this file, define
# functions test_NAME and end with run_tests.

set -u
# The environment may set any of these.
export LC_ALL=C
unset CDPATH MAKEFLAGS KSRC TESTS SUITES REPEAT DEMO VARIANT GUEST LOGS FUZZ_SECONDS FUZZ_SEED
unset INTERVAL_EVENTS STACK_SECONDS CONFIG AUTHOR FILE SEED DEBUG_INFO RUN DISTRO KERNEL KEEP
unset PHASE FROM TO KOUT BASE
case ${TMPDIR-} in *[[:space:]:]*) unset TMPDIR ;; esac
host=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
repo=$(cd "$host/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export TMPDIR=$scratch

# script FILE: write an executable from standard input; replace a symbolic link
# instead of following it
script() {
	mkdir -p "$(dirname "$1")"
	rm -f "$1"
	cat >"$1"
	chmod +x "$1"
}

# wait_until COMMAND...: repeat the command until it succeeds, for one minute at
# most
wait_until() {
	local tries=0

	until "$@"; do
		((++tries < 600)) || { echo "waited in vain: $*"; return 1; }
		sleep 0.1
	done
}

is_gone() {
	! kill -0 "$1" 2>/dev/null
}

# run_tests [NAME...]: run the tests of the calling script, or only the tests
# NAME, and print a plan, the results, and the output of failed tests
run_tests() {
	local group tests name failed=0

	group=tools/$(basename "$0" _test.sh)
	mapfile -t tests < <(declare -F | sed -n 's/^declare -f test_//p')
	[ $# -eq 0 ] || tests=("$@")
	echo "1..${#tests[@]}"
	for name in "${tests[@]}"; do
		if (test_"$name") >"$scratch/log" 2>&1; then
			echo "ok $group: $name"
		else
			sed 's/^/# /' "$scratch/log"
			echo "not ok $group: $name"
			failed=1
		fi
	done
	exit "$failed"
}
