/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Valid expressions, each with the tree that the parser must build.
 *
 * In the notation of hist_expr_print(), "(op left right)" is an operator with its operands. The
 * parser folds constants; a constant that results from a subtraction is signed and printed with
 * its sign. Invalid expressions are in invalid_cases.h.
 */
#ifndef _TRACE_HIST_TESTS_CASES_EXPR_CASES_H
#define _TRACE_HIST_TESTS_CASES_EXPR_CASES_H

/**
 * struct expression - Valid expression and its tree
 * @text: expression
 * @tree: expected tree in the notation of hist_expr_print()
 */
struct expression {
	const char *text;
	const char *tree;
};

static const struct expression expressions[] = {
	{ "a", "a" },
	{ "$a", "$a" },
	{ "sys.event.$a", "sys.event.$a" },
	{ "a.hex", "a.hex" },
	{ "a.buckets=10", "a.buckets=10" },
	{ "a b", "a b" },

	/* Precedence; operators of equal precedence are left-associative. */
	{ "a+b", "(+ a b)" },
	{ "a-b", "(- a b)" },
	{ "a*b", "(* a b)" },
	{ "a/b", "(/ a b)" },
	{ "a+b*c", "(+ a (* b c))" },
	{ "a*b+c", "(+ (* a b) c)" },
	{ "a-b/c", "(- a (/ b c))" },
	{ "a/b-c", "(- (/ a b) c)" },
	{ "a-b-c", "(- (- a b) c)" },
	{ "a-b+c", "(+ (- a b) c)" },
	{ "a+b-c", "(- (+ a b) c)" },
	{ "a/b/c", "(/ (/ a b) c)" },
	{ "a/b*c", "(* (/ a b) c)" },
	{ "a*b/c", "(/ (* a b) c)" },
	{ "a+b*c-d", "(- (+ a (* b c)) d)" },
	{ "a*b+c*d", "(+ (* a b) (* c d))" },

	/* Parentheses, nested up to HIST_EXPR_DEPTH_MAX. */
	{ "(a)", "a" },
	{ "((((a))))", "a" },
	{ "(a+b)*c", "(* (+ a b) c)" },
	{ "a*(b+c)", "(* a (+ b c))" },
	{ "a-(b-c)", "(- a (- b c))" },
	{ "a/(b/c)", "(/ a (/ b c))" },
	{ "(a-b)-(c-d)", "(- (- a b) (- c d))" },
	{ "(((a+b)*c)-d)", "(- (* (+ a b) c) d)" },
	{ "(a)+(b)", "(+ a b)" },
	{ "((((a))))+((((b))))", "(+ a b)" },

	/* HIST_EXPR_OPS_MAX binary operators. */
	{ "a+b+c+d", "(+ (+ (+ a b) c) d)" },
	{ "a-(b-(c-d))", "(- a (- b (- c d)))" },
	{ "-(a+b+c+d)", "(neg (+ (+ (+ a b) c) d))" },

	/* A sign is only allowed if it applies to the whole expression. */
	{ "-a", "(neg a)" },
	{ "- a", "(neg a)" },
	{ "(-a)", "(neg a)" },
	{ "-(a)", "(neg a)" },
	{ "-(a*b)", "(neg (* a b))" },
	{ "-$a", "(neg $a)" },
	{ "-5", "(neg 5)" },
	{ "-(2+3)", "(neg 5)" },

	/* Blanks around operators and parentheses are skipped. */
	{ "a + b", "(+ a b)" },
	{ "a\t*\n( b - c )", "(* a (- b c))" },
	{ "( a )", "a" },
	{ "- ( a + b )", "(neg (+ a b))" },

	/* An operator ends a name, except for the '-' in the modifier .sym-offset. */
	{ "a.sym-offset", "a.sym-offset" },
	{ "a.sym-offset-b", "(- a.sym-offset b)" },
	{ "a.sym-offset+1", "(+ a.sym-offset 1)" },
	{ "b+a.sym-offset", "(+ b a.sym-offset)" },
	{ "(a.sym-offset)*2", "(* a.sym-offset 2)" },
	{ "a.sym-b", "(- a.sym b)" },
	{ "a.sym - offset", "(- a.sym offset)" },
	{ "a.sym-off", "(- a.sym off)" },
	{ "asym-offset", "(- asym offset)" },
	{ "a-b.hex", "(- a b.hex)" },

	/* Numbers. */
	{ "0", "0" },
	{ "42", "42" },
	{ "0x1F", "31" },
	{ "0XfF", "255" },
	{ "010", "8" },
	{ "00", "0" },
	{ "18446744073709551615", "18446744073709551615" },
	{ "0xffffffffffffffff", "18446744073709551615" },
	{ "01777777777777777777777", "18446744073709551615" },
	{ " 7 ", "7" },

	/* Constants are folded, modulo 2^64. */
	{ "1+2", "3" },
	{ "2*3+a", "(+ 6 a)" },
	{ "a+2*3", "(+ a 6)" },
	{ "a+2+3", "(+ (+ a 2) 3)" },
	{ "2+3+a", "(+ 5 a)" },
	{ "(2+3)*(4+5)", "45" },
	{ "a*((1+1)/2)", "(* a 1)" },
	{ "7/2", "3" },
	{ "18446744073709551615+1", "0" },
	{ "4294967296*4294967296+a", "(+ 0 a)" },
	{ "0/5", "0" },
	{ "0/a", "(/ 0 a)" },
	{ "a/2/3", "(/ (/ a 2) 3)" },
	{ "a-0", "(- a 0)" },
	{ "18446744073709551614/2", "9223372036854775807" },

	/* A difference of constants is signed, and so is every constant computed from it. */
	{ "7-2", "+5" },
	{ "1-2", "-1" },
	{ "0-0", "+0" },
	{ "2-1+3", "+4" },
	{ "3*(1-2)", "-3" },
	{ "(1-2)/2", "+0" },
	{ "(4-8)/2", "-2" },
	{ "7/(0-2)", "-3" },
	{ "(3-10)/2", "-3" },
	{ "18446744073709551614/(3-1)", "-1" },
	{ "(0-5)/18446744073709551615", "+5" },
	{ "(0-9223372036854775808)/(0-1)", "-9223372036854775808" },
	{ "a/(1-2)", "(/ a -1)" },
	{ "a/(1-2+3)", "(/ a +2)" },
	{ "(4-8)/2*a", "(* -2 a)" },
	{ "10-2-a", "(- +8 a)" },
	{ "a-2*3", "(- a 6)" },
	{ "-(1-2)", "(neg -1)" },
};

#endif /* _TRACE_HIST_TESTS_CASES_EXPR_CASES_H */
