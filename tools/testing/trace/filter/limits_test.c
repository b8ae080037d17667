// SPDX-License-Identifier: GPL-2.0-only
/* Filters of maximum length and depth, under memory shortage, and interrupted. */

#include <linux/kernel.h>
#include <linux/string.h>
#include <stdlib.h>

#include "filter/limits.h"
#include "filter/pattern.h"
#include "fixture.h"
#include "harness.h"

static struct mock_record record;

/* Buffer in which a text is built piece by piece. */
static char built[2 * FILTER_TEXT_MAX];
static u32 built_len;

static void add(const char *piece)
{
	u32 len = strlen(piece);

	EXPECT(built_len + len <= sizeof(built));
	memcpy(built + built_len, piece, len);
	built_len += len;
}

static void repeat(const char *piece, u32 n)
{
	while (n--)
		add(piece);
}

/* Add @inner with @n_before copies of @before in front and @n_behind of @behind. */
static void nest(const char *before, u32 n_before, const char *inner, const char *behind,
		 u32 n_behind)
{
	repeat(before, n_before);
	add(inner);
	repeat(behind, n_behind);
}

/* Compile the built text, which must be valid, and clear the buffer. */
static struct filter_program *take_built(void)
{
	struct trace_diag diag = {};
	struct filter_program *program = filter_make(built, built_len, &diag);

	built_len = 0;
	if (IS_ERR(program)) {
		test_fail(__FILE__, __LINE__, "'%.40s': %s at %u", built,
			  filter_diag_messages[diag.code], diag.at.off);
		exit(1);
	}
	EXPECT(is_filter_sound(program));
	return program;
}

static void expect_built(u64 num, bool expected)
{
	struct filter_program *program = take_built();

	mock_set_numbers(&record, num);
	EXPECT_EQ(filter_run(program, &record), expected);
	filter_program_free(program);
}

static void expect_built_rejected(enum filter_diag code, u32 at)
{
	struct trace_diag diag = {};
	struct filter_program *program = filter_make(built, built_len, &diag);

	EXPECT(is_filter_explained(program, &diag, built_len));
	EXPECT_EQ(PTR_ERR_OR_ZERO(program), -EINVAL);
	EXPECT_EQ(diag.code, code);
	EXPECT_EQ(diag.at.off, at);
	built_len = 0;
}

static void deep_parens(void)
{
	const u32 n = (FILTER_TEXT_MAX - strlen("u8 == 1")) / 2;

	nest("(", n, "u8 == 1", ")", n);
	expect_built(1, true);
	nest("(", n, "u8 == 1", ")", n - 1);
	expect_built_rejected(FILTER_DIAG_NOT_CLOSED, 0);
	nest("(", n, "u8 == 1", ")", n - 1000);
	expect_built_rejected(FILTER_DIAG_NOT_CLOSED, 999);
	nest("(", n - 1, "u8 == 1", ")", n);
	expect_built_rejected(FILTER_DIAG_NOT_OPENED, built_len - 1);
	repeat("(", FILTER_TEXT_MAX);
	expect_built_rejected(FILTER_DIAG_NO_PREDICATE, FILTER_TEXT_MAX);
	repeat(")", FILTER_TEXT_MAX);
	expect_built_rejected(FILTER_DIAG_NO_PREDICATE, 0);
	nest("(", n, "", ")", n);
	expect_built_rejected(FILTER_DIAG_EMPTY_PARENS, n);
	repeat("()", n);
	expect_built_rejected(FILTER_DIAG_EMPTY_PARENS, 1);
	repeat("(", 100000);
	expect_built_rejected(FILTER_DIAG_TOO_LONG, FILTER_TEXT_MAX);
	nest("(", 50000, "u8 == 1", ")", 50000);
	expect_built_rejected(FILTER_DIAG_TOO_LONG, FILTER_TEXT_MAX);
}

/* A compiler that recurses once per parenthesis would overflow this stack. */
TEST(nested_parentheses)
{
	test_on_small_stack(deep_parens);
}

static void deep_negations(void)
{
	const u32 n = (FILTER_TEXT_MAX - strlen("u8==1")) / 3;

	repeat("!", 60000);
	add("u8 == 1");
	expect_built(1, true);
	repeat("!", 60001);
	add("u8 == 1");
	expect_built(1, false);
	nest("!(", n / 2 * 2, "u8==1", ")", n / 2 * 2);
	expect_built(1, true);
	nest("!(", n / 2 * 2 - 1, "u8==1", ")", n / 2 * 2 - 1);
	expect_built(1, false);
	repeat("!", FILTER_TEXT_MAX);
	expect_built_rejected(FILTER_DIAG_NO_PREDICATE, FILTER_TEXT_MAX);
	repeat("u8 != 1 ! ", 5000);
	expect_built_rejected(FILTER_DIAG_NO_LOGIC_OP, strlen("u8 != 1 "));
}

TEST(repeated_negations)
{
	test_on_small_stack(deep_negations);
}

static void long_chains(void)
{
	const u32 n = (FILTER_TEXT_MAX - strlen("u8>1&&u8<9")) / strlen("u8<1||");

	/* The last comparison decides. */
	nest("u8<1||", n, "u8<9", "", 0);
	expect_built(5, true);
	nest("u8<1||", n, "u8<9", "", 0);
	expect_built(10, false);
	nest("u8>1&&", n, "u8>5", "", 0);
	expect_built(6, true);
	nest("u8>1&&", n, "u8>5", "", 0);
	expect_built(5, false);
	/* Conjunctions of two, joined by ||. */
	nest("u8>1&&u8<1||", n / 2, "u8>1&&u8<9", "", 0);
	expect_built(5, true);
	nest("u8>1&&u8<1||", n / 2, "u8>1&&u8<9", "", 0);
	expect_built(1, false);
	repeat("u8<1||", n);
	expect_built_rejected(FILTER_DIAG_NO_PREDICATE, 6 * n);
	/*
	 * Check FILTER_PREDICATES_MAX: the shortest comparison has three characters,
	 * and joining it takes two.
	 */
	EXPECT(FILTER_PREDICATES_MAX >= (FILTER_TEXT_MAX + 2) / strlen("a<1||"));
}

TEST(long_chains_of_predicates)
{
	test_on_small_stack(long_chains);
}

static void deep_trees(void)
{
	const u32 n = FILTER_TEXT_MAX / strlen("!(u8<1||)") - 1;
	bool expected = false;
	u32 i;

	/*
	 * Nested to the right: the outer comparisons do not decide, the
	 * innermost does.
	 */
	nest("(u8<1||", n, "u8<9", ")", n);
	expect_built(5, true);
	nest("(u8>1&&", n, "u8>5", ")", n);
	expect_built(5, false);
	/*
	 * Negated at each level: with an even number of levels the negations
	 * cancel out.
	 */
	nest("!(u8<1||", n, "u8<9", ")", n);
	expect_built(5, n % 2 == 0);
	nest("!(u8<1||", n - 1, "u8<9", ")", n - 1);
	expect_built(5, n % 2 == 1);
	/* Nested to the left. */
	nest("(", n, "u8<9", "||u8<1)", n);
	expect_built(5, true);
	nest("(", n, "u8>5", "&&u8>1)", n);
	expect_built(5, false);
	nest("!(", n, "u8>5", "&&u8>1)", n);
	for (i = 0; i < n; i++)
		expected = !expected;
	expect_built(5, expected);
	/* Both operators at each level. */
	nest("u8<1||(u8>1&&(", 1000, "u8==5", "))", 1000);
	expect_built(5, true);
	nest("u8<1||(u8>1&&(", 1000, "u8==5", "))", 1000);
	expect_built(6, false);
	nest("u8<1||(u8>1&&(", 1000, "u8==5", "))", 1000);
	expect_built(0, true);
}

TEST(deep_trees_of_predicates)
{
	test_on_small_stack(deep_trees);
}

static void any_pieces(void)
{
	static const char * const pieces[] = {
		"!", "&", "|", "(", ")", "\"", "'", "=", "~", "<", ">", "CPUS{", "}", "&&", "||",
		"==", "!=", "u8", " ", ".", "\n", "x", "0", "-", "u8 == 1", "u8 == 1 &&",
		"a8 == \"", "mask & CPUS{", "a8 ~ \"*", "u8.", "ip.function==", "\xff", "[",
	};
	unsigned int i, j;

	for (i = 0; i < ARRAY_SIZE(pieces); i++) {
		for (j = 0; j < ARRAY_SIZE(pieces); j++) {
			u32 len = strlen(pieces[i]) + strlen(pieces[j]);
			struct filter_program *program;
			struct trace_diag diag = {};

			while (built_len + len <= FILTER_TEXT_MAX) {
				add(pieces[i]);
				add(pieces[j]);
			}
			program = filter_make(built, built_len, &diag);
			EXPECT(is_filter_explained(program, &diag, built_len));
			if (!IS_ERR(program))
				filter_program_free(program);
			built_len = 0;
		}
	}
}

TEST(text_of_operators_only)
{
	test_on_small_stack(any_pieces);
}

TEST(length_of_texts)
{
	add("u8 == 1");
	repeat(" ", FILTER_TEXT_MAX - built_len);
	expect_built(1, true);
	add("u8 == 1");
	repeat(" ", FILTER_TEXT_MAX - built_len + 1);
	expect_built_rejected(FILTER_DIAG_TOO_LONG, FILTER_TEXT_MAX);
	/* Leading blanks do not count towards the length. */
	repeat("\t", 1000);
	add("u8 == 1");
	repeat(" ", FILTER_TEXT_MAX + 1000 - built_len);
	expect_built(1, true);
	repeat(" ", 1000);
	repeat("u8 == 1 ", 10000);
	expect_built_rejected(FILTER_DIAG_TOO_LONG, 1000 + FILTER_TEXT_MAX);
	repeat(" ", sizeof(built));
	expect_built_rejected(FILTER_DIAG_EMPTY, sizeof(built));
}

/* Expect @code for an unknown field whose name has @len letters. */
static void expect_name(u32 len, enum filter_diag code)
{
	add("u8 == 1 || ");
	repeat("n", len);
	add(" == 1");
	expect_built_rejected(code, strlen("u8 == 1 || "));
}

TEST(length_of_names)
{
	expect_name(1, FILTER_DIAG_NO_FIELD);
	expect_name(FILTER_NAME_MAX, FILTER_DIAG_NO_FIELD);
	expect_name(FILTER_NAME_MAX + 1, FILTER_DIAG_NAME_TOO_LONG);
	expect_name(65000, FILTER_DIAG_NAME_TOO_LONG);
	add("u8.");
	repeat("n", 60000);
	add("== 1");
	expect_built_rejected(FILTER_DIAG_BAD_MODIFIER, strlen("u8."));
	add("ip.function == ");
	repeat("n", 60000);
	expect_built_rejected(FILTER_DIAG_NO_FUNCTION, strlen("ip.function == "));
	add("mask & CPUS{");
	repeat("1,", 30000);
	add("2}");
	filter_program_free(take_built());
}

/* The longest string, quoted or not, including the wildcards of a pattern. */
TEST(length_of_strings)
{
	char text[FILTER_STR_MAX + 2] = {};

	memset(text, 's', FILTER_STR_MAX);
	mock_set_text(&record, text, false);
	nest("", 0, "dyn == ", "s", FILTER_STR_MAX);
	expect_built(0, true);
	nest("", 0, "rel == '", "s", FILTER_STR_MAX);
	add("'");
	expect_built(0, true);
	nest("", 0, "dyn ~ '*", "s", FILTER_STR_MAX - 2);
	add("*'");
	expect_built(0, true);
	nest("", 0, "dyn ~ '*", "s", FILTER_STR_MAX - 1);
	add("*'");
	expect_built_rejected(FILTER_DIAG_STR_TOO_LONG, strlen("dyn ~ '"));
	nest("", 0, "dyn == ", "s", FILTER_STR_MAX + 1);
	expect_built_rejected(FILTER_DIAG_STR_TOO_LONG, strlen("dyn == "));
	/* The string in the record is one letter longer. */
	text[FILTER_STR_MAX] = 's';
	mock_set_text(&record, text, false);
	nest("", 0, "dyn == ", "s", FILTER_STR_MAX);
	expect_built(0, false);
	nest("", 0, "dyn ~ *", "s", FILTER_STR_MAX - 1);
	expect_built(0, true);
}

/* Patterns with many "*" must not take exponential time. */
TEST(patterns_take_no_exponential_time)
{
	static char text[4000];
	struct filter_program *program;
	unsigned int i;

	memset(text, 'a', sizeof(text) - 1);
	mock_set_dynamic(&record, offsetof(struct mock_record, dyn), 0, text, sizeof(text));
	nest("", 0, "dyn ~ ", "*a", 120);
	add("b");
	program = take_built();
	for (i = 0; i < 100; i++)
		EXPECT(!filter_run(program, &record));
	filter_program_free(program);
}

static const char * const of_all_kinds[] = {
	"u8 == 1",
	"a8 == abc && dyn ~ \"*x?\" || ptr != \"\" && COMM ~ a*",
	"ip.function == alpha || ip.function == 0x81000000 || u8 & CPUS{1-3}",
	"mask & CPUS{1} && rel_mask == CPUS{64} && target_cpu == CPUS{7}",
	"!(u8 == 1 || (s8 == -1 && !(u16 & 3))) || ptr.ustring ~ '*a*'",
	/* The error is at the end, after much has been allocated. */
	"a8 == a && mask & CPUS{1} && u8 & CPUS{1,2} && ip.function == alpha && nosuch == 1",
	"a8 == a && mask & CPUS{1} && u8 & CPUS{1,200}",
	"(((a8 == a",
};

/* Fail each allocation in turn. Return: number of allocations. */
static u32 fail_each(const char *text)
{
	struct filter_program *program;
	struct trace_diag diag;
	u32 n = 0;

	do {
		diag = (struct trace_diag){};
		shim_fail_nth(++n);
		program = filter_make(text, strlen(text), &diag);
		EXPECT(is_filter_explained(program, &diag, strlen(text)));
		if (!shim_failed())
			break;
		EXPECT_EQ(PTR_ERR_OR_ZERO(program), -ENOMEM);
		EXPECT_EQ(shim_allocs(), 0);
	} while (n < 1000);

	if (!IS_ERR(program))
		filter_program_free(program);
	EXPECT_EQ(shim_allocs(), 0);
	return n - 1;
}

TEST(each_allocation_fails_once)
{
	unsigned int i;

	/* Three for parsing, the program, and its branch targets. */
	EXPECT_EQ(fail_each("u8 == 1"), 5);
	/* One more for the string. */
	EXPECT_EQ(fail_each("a8 == a"), 6);
	for (i = 0; i < ARRAY_SIZE(of_all_kinds); i++)
		EXPECT(fail_each(of_all_kinds[i]) >= 3);
}

/* NULL is accepted. */
TEST(free_accepts_null)
{
	filter_program_free(NULL);
}

/*
 * The per-CPU buffers for copied strings are allocated once, by the first
 * filter that needs them.
 */
TEST(string_buffers_are_allocated_once)
{
	struct filter_program *plain, *pointed;

	add("u8 == 1 && a8 == a && mask & CPUS{1} && ip.function == alpha");
	plain = take_built();
	add("u8 == 1 || u8 == 2 || ip.ustring == a");
	pointed = take_built();

	shim_fail_nth(1);
	EXPECT_EQ(filter_alloc_buffers(plain), 0);
	EXPECT(!shim_failed());
	shim_fail_nth(1);
	EXPECT_EQ(filter_alloc_buffers(pointed), -ENOMEM);
	EXPECT(shim_failed());
	EXPECT_EQ(filter_alloc_buffers(pointed), 0);
	shim_fail_nth(1);
	EXPECT_EQ(filter_alloc_buffers(pointed), 0);
	EXPECT(!shim_failed());

	filter_program_free(plain);
	filter_program_free(pointed);
}

static struct filter_program *other;

/* Prepare another filter, once, after the first one has allocated its buffers. */
static void prepare_other(void)
{
	if (!shim_kept())
		return;
	shim_step_hook = NULL;
	EXPECT_EQ(filter_alloc_buffers(other), 0);
}

/*
 * Both filters use the buffers that were published first; the second set is
 * freed.
 */
TEST(two_filters_allocate_buffers_concurrently)
{
	struct filter_program *first;

	add("u8 == 1 && ptr == abc");
	first = take_built();
	add("ptr.ustring == def");
	other = take_built();

	shim_step_hook = prepare_other;
	EXPECT_EQ(filter_alloc_buffers(first), 0);
	/* The hook has run. */
	EXPECT(!shim_step_hook);
	shim_step_hook = NULL;
	EXPECT_EQ(shim_kept(), 1);
	EXPECT(first->entries[1].buffers);
	EXPECT(first->entries[1].buffers == other->entries[0].buffers);

	record.num_u8 = 1;
	record.ptr = "abc";
	EXPECT(filter_run(first, &record));
	EXPECT(!filter_run(other, &record));
	record.ptr = "def";
	EXPECT(!filter_run(first, &record));
	EXPECT(filter_run(other, &record));
	filter_program_free(first);
	filter_program_free(other);
}

/* Number of CPUs of a simulated machine whose CPU lists contain every CPU. */
static u32 n_cpus;

static int list_all_cpus(const struct filter_resolver *resolver, const char *list,
			 struct filter_cpus **out)
{
	struct filter_cpus *cpus;

	cpus = kzalloc(struct_size(cpus, bits, BITS_TO_LONGS(n_cpus)), GFP_KERNEL);
	EXPECT(cpus);
	memset(cpus->bits, 0xff, BITS_TO_LONGS(n_cpus) * sizeof(long));
	cpus->n = n_cpus;
	*out = cpus;
	return 0;
}

/*
 * The first number that is not a CPU, with CPU counts that fill whole words or
 * not.
 */
TEST(number_of_cpus)
{
	static const u32 machines[] = { 1, 63, 64, 65, 128, 129 };
	static const char text[] = "u64 & CPUS{0}";
	struct filter_resolver_ops ops = *mock_resolver.ops;
	const struct filter_resolver resolver = { .ops = &ops };
	unsigned int i;

	ops.parse_cpus = list_all_cpus;
	for (i = 0; i < ARRAY_SIZE(machines); i++) {
		struct filter_program *program;
		struct trace_diag diag = {};

		n_cpus = machines[i];
		program = filter_compile(&resolver, text, trace_span_all(text), &diag);
		EXPECT(!IS_ERR(program));
		EXPECT_EQ(program->entries[0].op, FILTER_OP_CPU_IN);
		record.num_u64 = n_cpus - 1;
		EXPECT(filter_run(program, &record));
		record.num_u64 = n_cpus;
		EXPECT(!filter_run(program, &record));
		record.num_u64 = U64_MAX;
		EXPECT(!filter_run(program, &record));
		filter_program_free(program);
	}
}

/* One more than the supported nesting of events. */
#define LEVELS	(FILTER_NESTING_MAX + 1)

static struct filter_program *level_programs[LEVELS];
static char level_texts[LEVELS][32];
static unsigned int level, n_runs[LEVELS];

/* The text matches all of the pattern but its last byte, from every position. */
static void expect_steps(const char *before, u32 n_before, const char *inner, const char *behind,
			 u32 n_behind)
{
	struct filter_pattern *pattern;
	char text[512];

	memset(text, '[', sizeof(text));
	nest(before, n_before, inner, behind, n_behind);
	add("x");
	pattern = filter_pattern_new(built, built_len, true);
	shim_searched = 0;
	EXPECT(!filter_pattern_match(pattern, text, sizeof(text)));
	EXPECT(shim_searched <= built_len * sizeof(text));
	built_len = 0;
	kfree(pattern);
}

/* With a [ that begins a class and a [ that does not. */
TEST(pattern_steps_are_limited_by_lengths)
{
	expect_steps("*", 1, "", "[", 200);
	expect_steps("*", 1, "[x[]", "[", 200);
	expect_steps("*", 1, "[!x]", "[", 200);
	expect_steps("*", 1, "", "[x[]", 60);
	expect_steps("*", 1, "", "[!x]", 60);
	expect_steps("*[", 1, "x[", "[", 200);
}

/* Each level reads its own text and must not see another level's copy. */
static void run_level(void)
{
	unsigned int own = level++;
	struct mock_record *rec;

	if (own < LEVELS) {
		rec = malloc(sizeof(*rec));
		rec->ptr = level_texts[own];
		EXPECT_EQ(filter_exec(level_programs[own]->entries, rec),
			  own < FILTER_NESTING_MAX);
		n_runs[own]++;
		free(rec);
	}
	level--;
}

TEST(interrupt_uses_another_string_buffer)
{
	unsigned int i, round;

	for (i = 0; i < LEVELS; i++) {
		scnprintf(level_texts[i], sizeof(level_texts[i]), "text of level %u", i);
		nest("", 0, "ptr == '", level_texts[i], 1);
		add("'");
		level_programs[i] = take_built();
		EXPECT_EQ(filter_alloc_buffers(level_programs[i]), 0);
	}
	for (round = 0; round < 3; round++) {
		shim_step_hook = run_level;
		run_level();
		shim_step_hook = NULL;
	}
	/* Every level was interrupted by the next one, and all have returned. */
	for (i = 1; i < LEVELS; i++)
		EXPECT(n_runs[i] > n_runs[i - 1]);
	for (i = 0; i < LEVELS; i++)
		filter_program_free(level_programs[i]);
}
