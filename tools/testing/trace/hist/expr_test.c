// SPDX-License-Identifier: GPL-2.0-only
/*
 * Expressions: random ones are compiled and run, and compared with an
 * evaluation of the trees that they were printed from.
 */

#include <linux/kernel.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "fixture.h"
#include "harness.h"
#include "hist/compile/compile.h"
#include "hist/diag.h"
#include "hist/parse/spec.h"
#include "hist/program/compare.h"
#include "hist/run/exec.h"
#include "hist/show/describe.h"
#include "hist/tests/cases/expr_cases.h"
#include "hist/tests/fixtures/expr_print.h"
#include "hist/tests/fixtures/program_equal.h"
#include "tracing_map_snapshot.h"

#define TEXT_MAX	1024

/*
 * Parse a copy whose allocation ends with the text, to detect reads beyond its
 * end.
 */
static int parse_exactly(char **copy, const char *text, struct hist_expr *expr,
			 struct trace_diag *diag)
{
	const struct trace_span all = trace_span_all(text);

	*copy = kmemdup(text, all.len, GFP_KERNEL);
	if (!*copy)
		return -ENOMEM;
	return hist_expr_parse(*copy, all, expr, diag);
}

TEST(expression_trees)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(expressions); i++) {
		const struct expression *e = &expressions[i];
		char tree[TEXT_MAX], *copy;
		struct seq_file m = { .buf = tree, .size = sizeof(tree) };
		struct trace_diag diag = {};
		struct hist_expr expr;
		int ret = parse_exactly(&copy, e->text, &expr, &diag);

		if (ret) {
			test_fail(__FILE__, __LINE__, "'%s': %s, at %u", e->text,
				  hist_diag_messages[diag.code], diag.at.off);
		} else {
			hist_expr_print(&m, copy, &expr);
			tree[m.count] = '\0';
			EXPECT_STREQ(tree, e->tree);
		}
		hist_expr_free(&expr);
		kfree(copy);
	}
}

/* A random expression before it is printed. Only operators have operands. */
struct tree {
	char op;		/* 'f' for a field, 'n' for a number, or the operator */
	const char *name;
	u64 val;
	bool is_signed;
	struct tree *left;
	struct tree *right;
};

struct forest {
	u64 *state;
	struct mock_record *record;
	unsigned int n_trees;
	struct tree trees[16];
	char text[TEXT_MAX];
	unsigned int len;
};

static u32 below(struct forest *f, u32 n)
{
	return (test_random(f->state) >> 20) % n;
}

/* A random number of any magnitude, often at a limit of a type. */
static u64 any_number(struct forest *f)
{
	static const u64 ends[] = {
		0, 1, 2, U8_MAX, U16_MAX, U32_MAX, S32_MAX, 1ULL << 31, S64_MAX, 1ULL << 63,
		U64_MAX - 1, U64_MAX,
	};

	if (below(f, 2))
		return ends[below(f, ARRAY_SIZE(ends))];
	return test_random(f->state) >> below(f, 64);
}

static const struct {
	const char *name;
	unsigned int bits;
	bool is_signed;
} fields[] = {
	{ "num_u8", 8, false },		{ "num_s8", 8, true },
	{ "num_u16", 16, false },	{ "num_s16", 16, true },
	{ "num_u32", 32, false },	{ "num_s32", 32, true },
	{ "num_u64", 64, false },	{ "num_s64", 64, true },
	{ "odd_u32", 32, false },	{ "odd_s64", 64, true },
	{ "num_u64.hex", 64, false },	{ "num_s32.sym-offset", 32, true },
};

static struct tree *new_tree(struct forest *f, char op)
{
	struct tree *tree = &f->trees[f->n_trees++];

	*tree = (struct tree){ .op = op };
	return tree;
}

/* Convert a value to a type of @bits bits. */
static u64 cut(u64 val, unsigned int bits, bool is_signed)
{
	if (bits == 64)
		return val;
	val &= (1ULL << bits) - 1;
	return is_signed && val >> (bits - 1) ? val | ~((1ULL << bits) - 1) : val;
}

static u64 stored(const struct forest *f, const char *name)
{
	unsigned int i;

	/* A field has the same value wherever it occurs in the expression. */
	for (i = 0; i + 1 < f->n_trees; i++)
		if (f->trees[i].op == 'f' && !strncmp(f->trees[i].name, name, 7))
			return f->trees[i].val;
	return 0;
}

static bool is_stored(const struct forest *f, const char *name)
{
	unsigned int i;

	for (i = 0; i + 1 < f->n_trees; i++)
		if (f->trees[i].op == 'f' && !strncmp(f->trees[i].name, name, 7))
			return true;
	return false;
}

static struct tree *grow_leaf(struct forest *f)
{
	unsigned int which = below(f, ARRAY_SIZE(fields));
	struct tree *leaf;
	char name[16];

	if (!below(f, 3)) {
		leaf = new_tree(f, 'n');
		leaf->val = any_number(f);
		return leaf;
	}
	leaf = new_tree(f, 'f');
	leaf->name = fields[which].name;
	leaf->is_signed = fields[which].is_signed;
	if (is_stored(f, leaf->name)) {
		leaf->val = stored(f, leaf->name);
		return leaf;
	}
	leaf->val = cut(any_number(f), fields[which].bits, leaf->is_signed);
	sprintf(name, "%.*s", (int)strcspn(leaf->name, "."), leaf->name);
	mock_set_number(f->record, name, leaf->val);
	return leaf;
}

static struct tree *grow(struct forest *f, unsigned int n_ops)
{
	struct tree *tree;
	unsigned int left;

	if (!n_ops)
		return grow_leaf(f);
	tree = new_tree(f, "+-*/"[below(f, 4)]);
	left = below(f, n_ops);
	tree->left = grow(f, left);
	tree->right = grow(f, n_ops - 1 - left);
	return tree;
}

static void say(struct forest *f, const char *what)
{
	f->len += sprintf(f->text + f->len, "%s%s", below(f, 4) ? "" : " ", what);
}

static int rank(const struct tree *tree)
{
	return tree->op == '+' || tree->op == '-' ? 1 : tree->op == '*' || tree->op == '/' ? 2 : 3;
}

/* Print with the required parentheses, sometimes with redundant ones. */
static void write_tree(struct forest *f, const struct tree *tree, int min_rank)
{
	bool around = rank(tree) < min_rank || (rank(tree) < 3 && !below(f, 8));
	char op[2] = { tree->op };

	if (around)
		say(f, "(");
	if (tree->op == 'f') {
		say(f, tree->name);
	} else if (tree->op == 'n') {
		say(f, "");
		f->len += sprintf(f->text + f->len, below(f, 2) ? "%llu" : "0x%llx",
				  (unsigned long long)tree->val);
	} else {
		write_tree(f, tree->left, rank(tree));
		say(f, op);
		write_tree(f, tree->right, rank(tree) + 1);
	}
	if (around)
		say(f, ")");
}

static bool is_number(const struct tree *tree)
{
	return tree->op == 'n' ||
	       (tree->op != 'f' && is_number(tree->left) && is_number(tree->right));
}

/* An expression is signed if it contains a signed field or a difference. */
static bool can_be_below_zero(const struct tree *tree)
{
	if (tree->op == 'f' || tree->op == 'n')
		return tree->is_signed;
	return tree->op == '-' || can_be_below_zero(tree->left) ||
	       can_be_below_zero(tree->right);
}

static u64 divide(u64 a, u64 b, bool is_signed)
{
	if (!b)
		return U64_MAX;
	/* S64_MIN / -1 overflows 64 bits. */
	return is_signed ? (u64)((__int128)(s64)a / (s64)b) : a / b;
}

static u64 evaluate(const struct tree *tree)
{
	u64 a, b;

	if (tree->op == 'f' || tree->op == 'n')
		return tree->val;
	a = evaluate(tree->left);
	b = evaluate(tree->right);
	switch (tree->op) {
	case '+':
		return a + b;
	case '-':
		return a - b;
	case '*':
		return a * b;
	default:
		return divide(a, b, can_be_below_zero(tree->left) ||
				    can_be_below_zero(tree->right));
	}
}

/* Return whether the expression divides by a constant 0. */
static bool has_no_value(const struct tree *tree)
{
	if (tree->op == 'f' || tree->op == 'n')
		return false;
	if (has_no_value(tree->left) || has_no_value(tree->right))
		return true;
	return tree->op == '/' && is_number(tree->right) && !evaluate(tree->right);
}

static struct hist_trigger_data *compile(const char *text, struct trace_diag *diag)
{
	struct hist_spec *spec = hist_spec_parse(text, strlen(text), diag);
	struct hist_trigger_data *data;

	if (IS_ERR(spec))
		return ERR_CAST(spec);
	data = hist_compile(spec, &mock_event.resolver, diag);
	hist_spec_free(spec);
	return data;
}

/* Print the histogram and compile it again: the program must be identical. */
static void expect_round_trip(const struct hist_trigger_data *data)
{
	char shown[4 * TEXT_MAX];
	struct seq_file m = { .buf = shown, .size = sizeof(shown) };
	struct hist_trigger_data *again;
	struct trace_diag diag = {};

	hist_describe(&m, data, &(struct hist_status){ .size = data->size });
	EXPECT(!seq_has_overflowed(&m));
	shown[m.count] = '\0';
	again = compile(shown, &diag);
	if (IS_ERR(again)) {
		test_fail(__FILE__, __LINE__, "%s: %s, at %u", shown,
			  hist_diag_messages[diag.code], diag.at.off);
		return;
	}
	EXPECT(hist_data_equal(data, again));
	EXPECT(hist_programs_equal(&data->program, &again->program));
	hist_data_put(again);
}

/* Check the value as a key, as a value, and as a variable. */
static void expect_value(struct forest *f, u64 val)
{
	const struct tracing_map_column first = { .pos = 0, .n_words = 1 };
	struct tracing_map_snapshot *rows;
	struct hist_trigger_data *data;
	struct trace_diag diag = {};
	char text[4 * TEXT_MAX];

	sprintf(text, "hist:keys=%s:vals=%s:x=%s:onchange($x).save($x):size=128", f->text, f->text,
		f->text);
	data = compile(text, &diag);
	if (IS_ERR(data)) {
		test_fail(__FILE__, __LINE__, "%s: %s, at %u", text,
			  hist_diag_messages[diag.code], diag.at.off);
		return;
	}
	expect_round_trip(data);
	EXPECT_EQ(hist_run_attach(data, HIST_SIZE_MIN), 0);
	hist_exec(data, f->record, _RET_IP_);
	rows = tracing_map_snapshot_columns(data->runtime.map, NULL, 0, &first, 1, 0);
	EXPECT(!IS_ERR(rows));
	if (tracing_map_row_key(rows, 0)[0] != val || tracing_map_row_sum(rows, 0, 1) != val ||
	    *tracing_map_row_column(rows, 0, 0) != val)
		test_fail(__FILE__, __LINE__, "%s is %llx, %llx and %llx, not %llx", f->text,
			  (unsigned long long)tracing_map_row_key(rows, 0)[0],
			  (unsigned long long)tracing_map_row_sum(rows, 0, 1),
			  (unsigned long long)*tracing_map_row_column(rows, 0, 0),
			  (unsigned long long)val);
	tracing_map_snapshot_free(rows);
	hist_run_detach(data);
	hist_data_put(data);
}

static void expect_no_value(const struct forest *f)
{
	struct trace_diag diag = {};
	char text[2 * TEXT_MAX];

	sprintf(text, "hist:keys=%s", f->text);
	EXPECT(compile(text, &diag) == ERR_PTR(-EINVAL));
	EXPECT_EQ(diag.code, HIST_DIAG_DIV_ZERO);
}

TEST(random_expressions_have_right_values)
{
	unsigned int round, rejected = 0;
	u64 state = 1;

	for (round = 0; round < 6000; round++) {
		struct mock_record record = {};
		struct forest f = { .state = &state, .record = &record };
		bool minus = !below(&f, 6);
		const struct tree *tree = grow(&f, 1 + below(&f, 3));

		if (minus) {
			say(&f, "-");
			write_tree(&f, tree, 4);
		} else {
			write_tree(&f, tree, 1);
		}
		if (has_no_value(tree)) {
			expect_no_value(&f);
			rejected++;
		} else {
			expect_value(&f, minus ? -evaluate(tree) : evaluate(tree));
		}
	}
	EXPECT(rejected > 10 && rejected < round / 2);
}

/* Divisions whose result differs between machines, or that trap on some. */
TEST(divisions_of_extreme_values)
{
	static const struct {
		const char *text;
		u64 a, b, expected;
	} cases[] = {
		{ "num_s64/num_u64", 1ULL << 63, -1ULL, 1ULL << 63 },
		{ "num_s64/num_u64", 7, 0, U64_MAX },
		{ "num_s64/num_u64", -7ULL, 2, -3ULL },
		{ "num_s64/num_u64", 7, -2ULL, -3ULL },
		{ "odd_u64/num_u64", 0, 0, U64_MAX },
		{ "num_u64/3", 0, U64_MAX, U64_MAX / 3 },
		{ "num_s64/3", -7ULL, 0, -2ULL },
		{ "num_s64/18446744073709551615", 1ULL << 63, 0, 1ULL << 63 },
		{ "num_u64/18446744073709551615", 0, U64_MAX - 1, 0 },
		{ "-(num_s64)", 1ULL << 63, 0, 1ULL << 63 },
		{ "(num_s64-1)/num_u64", -6ULL, 2, -3ULL },
		/* A difference is signed even if its operands are not. */
		{ "(num_u64-odd_u64)/2", 0, -5ULL, -2ULL },
		{ "100/(num_u64-num_u8)", 0, -5ULL, -20ULL },
		{ "(num_u64-1)*2/3", 0, 0, 0 },
		{ "(1-2)/num_u64", 0, 2, 0 },
		{ "num_u64/(1-2)", 0, 7, -7ULL },
		{ "num_u64/(5-3)", 0, -8ULL, -4ULL },
		{ "num_u64/2", 0, -8ULL, S64_MAX - 3 },
		{ "(4-8)/2", 0, 0, -2ULL },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct mock_record record = { .num_s64 = cases[i].a, .num_u64 = cases[i].b };
		struct forest f = { .record = &record };

		strscpy(f.text, cases[i].text);
		expect_value(&f, cases[i].expected);
	}
}
