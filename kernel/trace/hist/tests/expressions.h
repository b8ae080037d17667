/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Expressions that are right, with the tree that they are.
 *
 * "(op left right)" is an operator and its sides; what consists of numbers alone is the
 * number, with a sign if there is a subtraction in it.  What is wrong is in rejected.h.
 */
#ifndef _TRACE_HIST_EXPRESSIONS_H
#define _TRACE_HIST_EXPRESSIONS_H

/**
 * struct expression - an expression that must be understood
 * @text: the expression
 * @tree: what it means
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

	/* Rank, and from left to right. */
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

	/* Parentheses, as many as there may be. */
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

	/* As many operators as there may be. */
	{ "a+b+c+d", "(+ (+ (+ a b) c) d)" },
	{ "a-(b-(c-d))", "(- a (- b (- c d)))" },
	{ "-(a+b+c+d)", "(neg (+ (+ (+ a b) c) d))" },

	/* A sign is for the whole. */
	{ "-a", "(neg a)" },
	{ "- a", "(neg a)" },
	{ "(-a)", "(neg a)" },
	{ "-(a)", "(neg a)" },
	{ "-(a*b)", "(neg (* a b))" },
	{ "-$a", "(neg $a)" },
	{ "-5", "(neg 5)" },
	{ "-(2+3)", "(neg 5)" },

	/* Blanks are no part of names, but between words. */
	{ "a + b", "(+ a b)" },
	{ "a\t*\n( b - c )", "(* a (- b c))" },
	{ "( a )", "a" },
	{ "- ( a + b )", "(neg (+ a b))" },

	/* An operator ends a name, but for that of .sym-offset. */
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

	/* Numbers alone are computed, modulo 2^64. */
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

	/* A difference of numbers is a signed number, and so is what is made of one. */
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

#endif /* _TRACE_HIST_EXPRESSIONS_H */
