// SPDX-License-Identifier: GPL-2.0-only
/*
 * Expressions: random ones are compiled and run, and compared with an
 * evaluation of the trees that they were printed from, and with the results of the
 * C compiler.
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
#include "hist/tests/cases/invalid_cases.h"
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

/*
 * A random expression before it is printed. Only operators have operands. The
 * operand of a unary operator is @left, and only conditions have a @cond.
 */
struct tree {
	char op;		/* 'f' for a field, 'n' for a number, or a key of operators[] */
	const char *name;
	u64 val;
	bool is_signed;
	struct tree *cond;
	struct tree *left;
	struct tree *right;
};

/* Operators of C with their precedence; those with one operand are unary. */
static const struct {
	char key;
	const char *text;
	int rank;
	int n_operands;
} operators[] = {
	{ '?', "?", 0, 3 }, { 'O', "||", 1, 2 }, { 'A', "&&", 2, 2 }, { '|', "|", 3, 2 },
	{ '^', "^", 4, 2 }, { '&', "&", 5, 2 }, { 'E', "==", 6, 2 }, { 'N', "!=", 6, 2 },
	{ '<', "<", 7, 2 }, { '>', ">", 7, 2 }, { 'L', "<=", 7, 2 }, { 'G', ">=", 7, 2 },
	{ 'l', "<<", 8, 2 }, { 'r', ">>", 8, 2 }, { '+', "+", 9, 2 }, { '-', "-", 9, 2 },
	{ '*', "*", 10, 2 }, { '/', "/", 10, 2 }, { '%', "%", 10, 2 },
	{ 'm', "-", 11, 1 }, { '~', "~", 11, 1 }, { '!', "!", 11, 1 },
};

#define OPERAND_RANK	12
#define ABOVE_ALL_RANKS	13

struct forest {
	u64 *state;
	struct mock_record *record;
	unsigned int n_trees;
	struct tree trees[32];
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

/* Find an earlier leaf of a field. */
static const struct tree *find_leaf(const struct forest *f, const char *name)
{
	unsigned int i;

	for (i = 0; i + 1 < f->n_trees; i++)
		if (f->trees[i].op == 'f' && !strncmp(f->trees[i].name, name, 7))
			return &f->trees[i];
	return NULL;
}

static struct tree *grow_leaf(struct forest *f)
{
	unsigned int which = below(f, ARRAY_SIZE(fields));
	const struct tree *earlier;
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
	/* A field has the same value wherever it occurs in the expression. */
	earlier = find_leaf(f, leaf->name);
	if (earlier) {
		leaf->val = earlier->val;
		return leaf;
	}
	leaf->val = cut(any_number(f), fields[which].bits, leaf->is_signed);
	sprintf(name, "%.*s", (int)strcspn(leaf->name, "."), leaf->name);
	mock_set_number(f->record, name, leaf->val);
	return leaf;
}

static struct tree *grow(struct forest *f, unsigned int n_ops)
{
	unsigned int which = below(f, ARRAY_SIZE(operators)), left, cond;
	struct tree *tree;

	if (!n_ops)
		return grow_leaf(f);
	tree = new_tree(f, operators[which].key);
	if (operators[which].n_operands == 1) {
		tree->left = grow(f, n_ops - 1);
		return tree;
	}
	left = below(f, n_ops);
	cond = operators[which].n_operands == 3 ? below(f, n_ops - left) : 0;
	if (operators[which].n_operands == 3)
		tree->cond = grow(f, cond);
	tree->left = grow(f, left);
	tree->right = grow(f, n_ops - 1 - left - cond);
	return tree;
}

static void say(struct forest *f, const char *what)
{
	f->len += sprintf(f->text + f->len, "%s%s", below(f, 4) ? "" : " ", what);
}

static int find_operator(const struct tree *tree)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(operators); i++)
		if (operators[i].key == tree->op)
			return i;
	return -1;
}

static int rank(const struct tree *tree)
{
	int i = find_operator(tree);

	return i < 0 ? OPERAND_RANK : operators[i].rank;
}

static void write_tree(struct forest *f, const struct tree *tree, int min_rank);

static void write_operator(struct forest *f, const struct tree *tree)
{
	const char *text = operators[find_operator(tree)].text;

	if (tree->op == '?') {
		write_tree(f, tree->cond, 1);
		say(f, "?");
		write_tree(f, tree->left, 0);
		say(f, ":");
		write_tree(f, tree->right, 0);
	} else if (!tree->right) {
		say(f, text);
		write_tree(f, tree->left, rank(tree));
	} else {
		write_tree(f, tree->left, rank(tree));
		say(f, text);
		write_tree(f, tree->right, rank(tree) + 1);
	}
}

/* Print with the required parentheses, sometimes with redundant ones. */
static void write_tree(struct forest *f, const struct tree *tree, int min_rank)
{
	bool around = rank(tree) < min_rank || (rank(tree) < OPERAND_RANK && !below(f, 8));

	if (around)
		say(f, "(");
	if (tree->op == 'f') {
		say(f, tree->name);
	} else if (tree->op == 'n') {
		say(f, "");
		f->len += sprintf(f->text + f->len, below(f, 2) ? "%llu" : "0x%llx",
				  (unsigned long long)tree->val);
	} else {
		write_operator(f, tree);
	}
	if (around)
		say(f, ")");
}

/*
 * An expression is signed if it contains a signed field, a difference or a
 * negation; the condition in front of '?' does not count.
 */
static bool can_be_below_zero(const struct tree *tree)
{
	if (tree->op == 'f' || tree->op == 'n')
		return tree->is_signed;
	return tree->op == '-' || tree->op == 'm' || can_be_below_zero(tree->left) ||
	       (tree->right && can_be_below_zero(tree->right));
}

/* Return whether the parser computes the expression. */
static bool is_number(const struct tree *tree)
{
	if (tree->op == 'f' || tree->op == 'n')
		return tree->op == 'n';
	if (!tree->right)
		return tree->op != 'm' && is_number(tree->left) && !can_be_below_zero(tree->left);
	return is_number(tree->left) && is_number(tree->right) &&
	       (!tree->cond || is_number(tree->cond));
}

static bool has_field(const struct tree *tree)
{
	return tree->op == 'f' || (tree->cond && has_field(tree->cond)) ||
	       (tree->left && has_field(tree->left)) || (tree->right && has_field(tree->right));
}

static u64 divide(u64 a, u64 b, bool is_signed)
{
	if (!b)
		return U64_MAX;
	/* S64_MIN / -1 overflows 64 bits. */
	return is_signed ? (u64)((__int128)(s64)a / (s64)b) : a / b;
}

static u64 modulo(u64 a, u64 b, bool is_signed)
{
	if (!b)
		return a;
	return is_signed ? (u64)((__int128)(s64)a % (s64)b) : a % b;
}

/* Shift by one bit at a time. */
static u64 shift(u64 a, u64 by, bool left, bool is_signed)
{
	u64 sign = is_signed && !left ? a & (1ULL << 63) : 0;

	for (by = by < 64 ? by : 64; by; by--)
		a = left ? a << 1 : (a >> 1) | sign;
	return a;
}

static bool less(u64 a, u64 b, bool is_signed)
{
	return is_signed ? (s64)a < (s64)b : a < b;
}

static u64 evaluate(const struct tree *tree)
{
	bool is_signed;
	u64 a, b = 0;

	if (tree->op == 'f' || tree->op == 'n')
		return tree->val;
	if (tree->op == '?')
		return evaluate(evaluate(tree->cond) ? tree->left : tree->right);
	a = evaluate(tree->left);
	is_signed = can_be_below_zero(tree->left);
	if (tree->right) {
		b = evaluate(tree->right);
		is_signed |= can_be_below_zero(tree->right);
	}
	switch (tree->op) {
	case 'm':	return -a;
	case '~':	return ~a;
	case '!':	return !a;
	case '+':	return a + b;
	case '-':	return a - b;
	case '*':	return a * b;
	case '/':	return divide(a, b, is_signed);
	case '%':	return modulo(a, b, is_signed);
	case 'l':	return shift(a, b, true, is_signed);
	case 'r':	return shift(a, b, false, is_signed);
	case '&':	return a & b;
	case '|':	return a | b;
	case '^':	return a ^ b;
	case 'E':	return a == b;
	case 'N':	return a != b;
	case '<':	return less(a, b, is_signed);
	case '>':	return less(b, a, is_signed);
	case 'L':	return !less(b, a, is_signed);
	case 'G':	return !less(a, b, is_signed);
	case 'A':	return a && b;
	default:	return a || b;
	}
}

/* Return whether the expression divides by a constant 0. */
static bool has_no_value(const struct tree *tree)
{
	if (tree->op == 'f' || tree->op == 'n')
		return false;
	if ((tree->cond && has_no_value(tree->cond)) || has_no_value(tree->left) ||
	    (tree->right && has_no_value(tree->right)))
		return true;
	return (tree->op == '/' || tree->op == '%') && is_number(tree->right) &&
	       !evaluate(tree->right);
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
		const struct tree *tree = grow(&f, 1 + below(&f, 7));

		/* Constants have limits of their own. */
		if (!has_field(tree))
			continue;
		if (minus) {
			say(&f, "-");
			write_tree(&f, tree, ABOVE_ALL_RANKS);
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

/* The largest expressions; the second one has the most nested parentheses. */
TEST(largest_expressions)
{
	static const struct {
		const char *text;
		u64 expected;
	} cases[] = {
		{ THIRTY_TWO_OPERANDS, 16 * 5 + 16 * 3 },
		{ "((((((((((((((((num_u8))))))))))))))))", 5 },
		{ "----------------num_u8", 5 },
		{ "~-~-~-~-~-~-~-~-num_u8+1", -2ULL },
		{ "-(-(-(-(-(-(-(-(num_u8+1))))))))", 6 },
		{ "1+(1+(1+(1+(1+(1+(1+(1+(1+(1+(1+(1+(1+(1+(1+(1+num_u8)))))))))))))))", 21 },
		{ "((num_u8==5)+(num_s8==3)-1?~-~-~-~-~-~-~-num_s8:0)", -4ULL },
		{ "(num_u8==1?1:num_u8==2?2:num_u8==3?3:num_u8==4?4:num_u8==5?55:num_u8==6?6:"
		  "num_u8==7?7:num_u8==8?8:num_u8==9?9:num_u8==10?10:0)", 55 },
		{ "---------------num_u8+---------------num_u8+---------------num_u8+"
		  "---------------num_u8", -20ULL },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct mock_record record = { .num_u8 = 5, .num_s8 = 3 };
		struct forest f = { .record = &record };

		strscpy(f.text, cases[i].text);
		expect_value(&f, cases[i].expected);
	}
}

/* Precedence and results of the C compiler, for operands of one signedness. */
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wparentheses"
#pragma clang diagnostic ignored "-Wbitwise-op-parentheses"
#pragma clang diagnostic ignored "-Wlogical-op-parentheses"
#pragma clang diagnostic ignored "-Wshift-op-parentheses"
#pragma clang diagnostic ignored "-Wbitwise-conditional-parentheses"
#pragma clang diagnostic ignored "-Wlogical-not-parentheses"
TEST(same_results_as_the_c_compiler)
{
	const u64 num_u64 = 0xf123456789abcdefULL, odd_u64 = 13, num_u32 = 7, num_u8 = 0;
	const s64 num_s64 = -1234567890123LL, odd_s64 = 17, num_s32 = -5, num_s8 = 0;
#define C(...)	{ #__VA_ARGS__, (__VA_ARGS__) }
	const struct {
		const char *text;
		u64 expected;
	} cases[] = {
		C(num_u64+odd_u64*num_u32), C(num_u64%odd_u64*num_u32), C(num_u64/odd_u64%num_u32),
		C(num_u64<<num_u32+1), C(num_u64>>num_u32<<3), C(num_u64<odd_u64<<60),
		C(num_u64<odd_u64==num_u8), C(num_u64&odd_u64==13), C(num_u64&odd_u64|num_u32),
		C(num_u64^odd_u64&num_u32), C(num_u64|odd_u64^num_u32), C(num_u64&&num_u8||odd_u64),
		C(num_u64||num_u8&&num_u8), C(!num_u64==num_u8), C(~num_u64+odd_u64),
		C(~odd_u64>>num_u32), C(num_u64!=odd_u64<num_u32), C(num_u8||num_u32>odd_u64),
		C(num_u64*(odd_u64+num_u32)), C((num_u8?num_u64:num_u32?odd_u64:num_u8)),
		C((num_u64>odd_u64?num_u32:1)+2), C(num_u64>=odd_u64<=num_u32), C(!!num_u64<<3),
		C(num_s64+odd_s64*num_s32), C(num_s64/odd_s64), C(num_s64%odd_s64*num_s32),
		C(num_s64>>7), C(num_s64>>7<num_s32), C(num_s64<num_s32==1), C(num_s64&0xff|num_s32),
		C(-num_s64-num_s32), C(-num_s64- -num_s32), C(~num_s64^num_s32),
		C(num_s64-odd_s64-num_s32), C(num_s64/num_s32/odd_s64), C(num_s64>num_s32||num_s8),
		C((num_s8?num_s64:num_s32)), C(num_s32<num_s8&&num_s64!=num_s32),
		C(num_s64<=num_s32>num_s8), C((num_s64<num_s32?-num_s32:num_s32)*odd_s64),
	};
#undef C
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct mock_record record = {
			.num_u64 = num_u64, .odd_u64 = odd_u64, .num_u32 = num_u32,
			.num_s64 = num_s64, .odd_s64 = odd_s64, .num_s32 = num_s32,
		};
		struct forest f = { .record = &record };

		strscpy(f.text, cases[i].text);
		expect_value(&f, cases[i].expected);
	}
}

#pragma clang diagnostic pop

/* Results that C does not define. */
TEST(defined_results)
{
	static const struct {
		const char *text;
		u64 a, b, expected;
	} cases[] = {
		{ "num_u64%odd_u64", 7, 0, 7 },
		{ "num_s64%odd_s64", -7ULL, 0, -7ULL },
		{ "num_s64%odd_s64", 1ULL << 63, -1ULL, 0 },
		{ "num_s64%odd_s64", -7ULL, 3, -1ULL },
		{ "num_s64%odd_s64", 7, -3ULL, 1 },
		{ "num_u64<<odd_u64", 1, 63, 1ULL << 63 },
		{ "num_u64<<odd_u64", 1, 64, 0 },
		{ "num_u64>>odd_u64", U64_MAX, 63, 1 },
		{ "num_u64>>odd_u64", U64_MAX, 64, 0 },
		{ "num_s64<<odd_s64", -1ULL, -1ULL, 0 },
		{ "num_s64>>odd_s64", -2ULL, 63, -1ULL },
		{ "num_s64>>odd_s64", -2ULL, 64, -1ULL },
		{ "num_s64>>odd_s64", -2ULL, -1ULL, -1ULL },
		{ "num_s64>>odd_s64", 2, 64, 0 },
		{ "num_u64+odd_u64", U64_MAX, 2, 1 },
		{ "num_u64*odd_u64", 1ULL << 63, 2, 0 },
		/* One signed operand makes the comparison signed. */
		{ "num_u64>odd_s64", 1, -1ULL, 1 },
		{ "num_u64>odd_u64-0", 1, -1ULL, 1 },
		{ "num_u64>odd_u64", 1, -1ULL, 0 },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct mock_record record = {
			.num_u64 = cases[i].a, .num_s64 = cases[i].a,
			.odd_u64 = cases[i].b, .odd_s64 = cases[i].b,
		};
		struct forest f = { .record = &record };

		strscpy(f.text, cases[i].text);
		expect_value(&f, cases[i].expected);
	}
}
