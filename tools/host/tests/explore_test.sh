#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# usage: explore_test.sh [NAME...]
#
# Tests of the defects of "make explore", tools/testing/trace/explore.

. "$(dirname "$0")/harness.sh"

tree=$scratch/tree
unit=$tree/tools/testing/trace

# create_tree: create a source, and a scenario that fails if the source adds 2 and there are
# preemptions. The list of defects is standard input.
create_tree() {
	rm -rf "$tree" "$scratch/out"
	mkdir -p "$tree/kernel/trace" "$unit/explore"
	cp "$repo/tools/testing/trace/explore/run-explore" "$unit/explore"
	cat >"$unit/explore/defects"
	cat >"$tree/kernel/trace/one.c" <<-'END'
	int add(int a)
	{
		a = a + 1;
		return a;
	}
	int none(int a)
	{
		return a;
	}
	END
	cat >"$unit/explore/map_test.c" <<-'END'
	#include <stdio.h>
	#include <stdlib.h>
	#define EXPLORE(name)
	EXPLORE(adds)
	int add(int a);
	int main(void)
	{
		int failed = atoi(getenv("PREEMPTIONS")) && add(0) != 1;

		printf("1..1\n%sok adds\n", failed ? "not " : "");
		return failed;
	}
	END
	cat >"$unit/Makefile" <<-'END'
	sources := explore/map_test.c ../../../kernel/trace/one.c
	out/explore/map_test: $(sources) ; @mkdir -p out/explore && clang -o $@ $^
	.PHONY: out/explore/map_test
	END
}

# explore ARGUMENT...: run the script in the tree
explore() {
	(cd "$unit" && explore/run-explore "$@" 2>&1)
}

test_defects_must_be_found() {
	create_tree <<-'END'
	# A comment
	two added
	one.c adds
	- a = a + 1;
	+ a = a + 2;

	one added in another way
	one.c adds
	- a = a + 1;
	- return a;
	+ return a + 1;
	END
	diff - <(explore make "$scratch/out") <<-'END'
	ok adds
	ok explore/defects: two added
	not ok explore/defects: one added in another way
	# adds passes
	# 1..1
	# ok adds
	2 passed, 1 failed, 0 skipped
	END
}

create_stale_defects() {
	create_tree <<-'END'
	original line that does not exist
	one.c adds
	- a = a + 3;
	+ a = a + 2;

	original line that occurs twice
	one.c adds
	- return a;
	+ return 2;

	second change that does not fit
	one.c adds
	- a = a + 1;
	+ a = a + 2;
	- a = a + 1;
	+ ;

	no file
	none.c adds
	- a = a + 1;
	+ a = a + 2;

	no scenario
	one.c subtracts
	- a = a + 1;
	+ a = a + 2;

	original line only
	one.c adds
	- a = a + 1;

	two added
	one.c adds
	- a = a + 1;
	+ a = a + 2;
	END
}

# The check compiles nothing, so it needs no Makefile.
test_check_finds_stale_defects() {
	create_stale_defects
	rm "$unit/Makefile"
	! explore --check >/dev/null || return
	diff - <(explore --check) <<-'END'
	not ok explore/defects: original line that does not exist
	# 0 times in the source, not once:
	# a = a + 3;
	not ok explore/defects: original line that occurs twice
	# 2 times in the source, not once:
	# return a;
	not ok explore/defects: second change that does not fit
	# 0 times in the source, not once:
	# a = a + 1;
	not ok explore/defects: no file
	# no such file: kernel/trace/none.c
	not ok explore/defects: no scenario
	# no such scenario: subtracts
	not ok explore/defects: original line only
	# not all lines are changes
	ok explore/defects: two added
	1 passed, 6 failed, 0 skipped
	END
}

# The long run tests the other defects nevertheless.
test_stale_defects_fail_alone() {
	create_stale_defects
	[ "$(explore make "$scratch/out" | grep -v '^#' | tail -n 2)" = \
		"ok explore/defects: two added
2 passed, 6 failed, 0 skipped" ]
}

test_defects_fit_the_sources() {
	(cd "$repo/tools/testing/trace" && explore/run-explore --check)
}

run_tests "$@"
