#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# usage: mutants_test.sh [NAME...]
#
# Tests of "make mutants", tools/testing/trace/mutants.

. "$(dirname "$0")/harness.sh"

tree=$scratch/tree
unit=$tree/tools/testing/trace

# mutate FILE: print all mutants of a file, "FUNCTION NTH: ORIGINAL -> MUTATED"
mutate() {
	"$repo/tools/testing/trace/mutants/list-mutants" --all "$scratch" "$1" |
		python3 -c '
import json, sys
for line in sys.stdin:
    print("{function} {nth}: {original} -> {mutated}".format(**json.loads(line)))'
}

# expect_mutants CODE: compare all mutants of CODE with standard input
expect_mutants() {
	echo "$1" >"$scratch/code.c"
	diff - <(mutate code.c)
}

test_operators_are_changed() {
	expect_mutants '
static int f(int *a, int b)
{
	int n = *a - b;

	return n <= -b && a[b << 1];
}' <<-'END'
	f 1: int n = *a - b; -> int n = *a + b;
	f 1: return n <= -b && a[b << 1]; -> return n < -b && a[b << 1];
	f 1: return n <= -b && a[b << 1]; -> return n <= -b || a[b << 1];
	f 1: return n <= -b && a[b << 1]; -> return n <= -b && a[b >> 1];
	f 1: return n <= -b && a[b << 1]; -> return n <= -b && a[b << 2];
	END
}

test_statements_and_conditions_are_changed() {
	expect_mutants '
bool f(struct s *s)
{
	if (s->n)
		g(s,
		  "n = 1;");
	for (s->i = n; s->i; s->i--)
		s->sum += s->i;
	if (!s->sum)
		return true;
	return h(s);
}

int g(struct s *s)
{
	switch (s->n) {
	case ONE:
		return -EINVAL;
	case TWO:
		return NULL;
	default:
		s->error = s->n ? h(s) : g(s);
	}
out:
	s->n = ONE;
	return ret;
}' <<-'END'
	f 1: if (s->n) -> if (!(s->n))
	f 1: g(s, "n = 1;"); -> ;
	f 1: s->sum += s->i; -> ;
	f 1: s->sum += s->i; -> s->sum -= s->i;
	f 1: if (!s->sum) -> if (s->sum)
	f 1: return true; -> return false;
	f 1: return h(s); -> return !(h(s));
	g 1: return -EINVAL; -> return 0;
	g 1: s->error = s->n ? h(s) : g(s); -> ;
	g 1: s->n = ONE; -> ;
	g 1: return ret; -> return 0;
	END
}

# Equal changes in one function are numbered.
test_changes_are_numbered() {
	expect_mutants '
void f(void)
{
	g();
	g();
}' <<-'END'
	f 1: g(); -> ;
	f 2: g(); -> ;
	END
}

test_text_and_assertions_are_left_alone() {
	expect_mutants '
#define LARGER(a, b) \
	((a) + 1 > (b))
/* if (a < b) return 1; */
static const int table[] = { 1, 2 };
struct s { int bits : 3; };

void f(int a)
{
	int b;	// a + 1

	BUILD_BUG_ON(sizeof(a) < 4);
	lockdep_assert_held(&lock[1]);
	WARN_ON_ONCE(a > 1);
}' </dev/null
}

# create_tree: create two sources with one possible mutant each, and a test that
# finds the mutant of the first one only
create_tree() {
	rm -rf "$tree" "$scratch/out"
	mkdir -p "$tree/kernel/trace" "$tree/include" "$tree/tools/tracing" "$unit"
	cp -R "$repo/tools/testing/trace/mutants" "$unit/mutants"
	printf '%s.c\n' less more >"$unit/mutants/files"
	: >"$unit/mutants/survivors"
	printf 'int less(int a, int b)\n{\n\treturn a < b;\n}\n' >"$tree/kernel/trace/less.c"
	printf 'int more(int a, int b)\n{\n\treturn a > b;\n}\n' >"$tree/kernel/trace/more.c"
	cat >"$unit/one_test.c" <<-'END'
	int less(int a, int b);
	int more(int a, int b);
	int main(void) { return !less(1, 2) || less(1, 1) || !more(2, 1); }
	END
	cat >"$unit/Makefile" <<-'END'
	sources := one_test.c ../../../kernel/trace/less.c ../../../kernel/trace/more.c
	list-tests: ; @echo one $(sources)
	out/one_test: $(sources) ; @mkdir -p out && clang -o $@ $^
	END
}

# mutate_tree FILE...|--check: run the mutants of the files, or only check the lists, and print the
# output except for comments
mutate_tree() {
	[ "$1" = --check ] || set -- make "$scratch/out" "$@"
	(cd "$unit" && JOBS=1 mutants/run-mutants "$@" 2>&1) | sed '/^#/d'
}

# list_survivor FILE OPERATOR MUTATED REASON: write the list with one entry
list_survivor() {
	printf '%s.c %s\n> return a %s b;\n> return a %s b;\n%s\n' \
		"$1" "$1" "$2" "$3" "$4" >"$unit/mutants/survivors"
}

less='less.c less: return a < b; -> return a <= b;'
more='more.c more: return a > b; -> return a >= b;'

test_survivors_are_reported() {
	create_tree
	diff - <(mutate_tree less.c more.c) <<-END
	ok mutants: $less # one
	not ok mutants: $more
	not ok mutants: at least 95 % found
	1 passed, 2 failed, 0 skipped
	END
}

test_known_survivors_have_a_reason() {
	create_tree
	list_survivor more '>' '>=' 'Equivalent: why'
	diff - <(mutate_tree less.c more.c) <<-END || return
	ok mutants: $less # one
	ok mutants: $more # SKIP Equivalent: why
	ok mutants: at least 95 % found
	2 passed, 0 failed, 1 skipped
	END
	list_survivor more '>' '>=' 'Not found: why'
	diff - <(mutate_tree less.c more.c) <<-END || return
	ok mutants: $less # one
	ok mutants: $more # XFAIL Not found: why
	not ok mutants: at least 95 % found
	1 passed, 1 failed, 1 skipped
	END
	list_survivor more '>' '>=' 'because'
	[[ $(mutate_tree less.c) == "error: mutants/survivors: "* ]]
}

test_listed_mutants_must_exist_and_survive() {
	create_tree
	list_survivor less '<' '<=' 'Equivalent: why'
	diff - <(mutate_tree less.c) <<-END || return
	not ok mutants: $less # one
	ok mutants: at least 95 % found
	1 passed, 1 failed, 0 skipped
	END
	list_survivor less '<' '>' 'Equivalent: why'
	diff - <(mutate_tree less.c) <<-END
	ok mutants: $less # one
	not ok mutants: less.c less: no such mutant
	ok mutants: at least 95 % found
	2 passed, 1 failed, 0 skipped
	END
}

test_check_finds_stale_survivors() {
	create_tree
	list_survivor more '>' '>=' 'Equivalent: why'
	diff - <(mutate_tree --check) <<<'1 passed, 0 failed, 0 skipped' || return
	list_survivor less '<' '>' 'Equivalent: why'
	diff - <(mutate_tree --check) <<-END || return
	not ok mutants: less.c less: no such mutant
	0 passed, 1 failed, 0 skipped
	END
	list_survivor none '<' '>' 'Equivalent: why'
	[ "$(mutate_tree --check)" = "error: no such file: kernel/trace/none.c" ]
}

test_lists_fit_the_sources() {
	(cd "$repo/tools/testing/trace" && mutants/run-mutants --check)
}

# A mutant is tested again only if one of the sources of the test has changed.
test_results_are_kept() {
	create_tree
	mutate_tree less.c >"$scratch/first"
	mutate_tree less.c | diff "$scratch/first" - &&
		[ "$(wc -l <"$scratch/out/results")" -eq 1 ] || return
	echo >>"$unit/one_test.c"
	mutate_tree less.c | diff "$scratch/first" - &&
		[ "$(wc -l <"$scratch/out/results")" -eq 2 ]
}

test_unknown_files_are_errors() {
	create_tree
	[ "$(mutate_tree none.c)" = "error: no such file: kernel/trace/none.c" ] || return
	cp "$tree/kernel/trace/"{less,none}.c
	[ "$(mutate_tree none.c)" = "error: no test links kernel/trace/none.c" ]
}

# The original code must pass its tests, and must not be a copy with a mutant.
test_tests_must_pass_without_a_mutant() {
	create_tree
	sed -i 's/!more(2, 1)/more(2, 1)/' "$unit/one_test.c"
	[[ $(mutate_tree less.c) == "error: one_test fails without a mutant"* ]]
}

run_tests "$@"
