/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Valid expressions, each with the tree that the parser must build.
 *
 * In the notation of hist_expr_print(), "(op left right)" is an operator with its operands. The
 * parser folds constants; a constant that results from a subtraction is signed and printed with
 * its sign. "([] $v operand...)" is a variable with operands in brackets, and the modifiers of the
 * whole expression follow it. Invalid expressions are in invalid_cases.h.
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

	{ "a%b*c", "(* (% a b) c)" },
	{ "a|b^c&d==e<f<<g+h*i", "(| a (^ b (& c (== d (< e (<< f (+ g (* h i))))))))" },
	{ "a*b+c<<d<e==f&g^h|i", "(| (^ (& (== (< (<< (+ (* a b) c) d) e) f) g) h) i)" },
	{ "a&&b||c&&d", "(|| (&& a b) (&& c d))" },
	{ "a|b&&c|d", "(&& (| a b) (| c d))" },
	{ "a<b<=c>d>=e", "(>= (> (<= (< a b) c) d) e)" },
	{ "a==b!=c", "(!= (== a b) c)" },
	{ "a<<b>>c", "(>> (<< a b) c)" },
	{ "a&b<<c", "(& a (<< b c))" },
	{ "(a||b)*c", "(* (|| a b) c)" },
	{ "a < = b", "(< a = b)" },
	{ "a&&b&c", "(&& a (& b c))" },

	/* Unary operators bind most strongly, except for the brackets of a variable. */
	{ "-a+b", "(+ (neg a) b)" },
	{ "a+-b", "(+ a (neg b))" },
	{ "a--b", "(- a (neg b))" },
	{ "~a&b", "(& (~ a) b)" },
	{ "!a==b", "(== (! a) b)" },
	{ "!(a==b)", "(! (== a b))" },
	{ "- ~ ! a", "(neg (~ (! a)))" },
	{ "-a*b", "(* (neg a) b)" },
	{ "a*-b", "(* a (neg b))" },
	{ "a!=!b", "(!= a (! b))" },
	{ "-$a[b]+c", "(+ (neg ([] $a b)) c)" },

	/* Conditions: the last part and the middle take further conditions without parentheses. */
	{ "(a?b:c)", "(? a b c)" },
	{ "(a ? b : c ? d : e)", "(? a b (? c d e))" },
	{ "(a?b?c:d:e)", "(? a (? b c d) e)" },
	{ "((a?b:c)?d:e)", "(? (? a b c) d e)" },
	{ "(a||b?c+1:d*2)", "(? (|| a b) (+ c 1) (* d 2))" },
	{ "(a?b:c)+1", "(+ (? a b c) 1)" },
	{ "-(a?b:c)", "(neg (? a b c))" },
	{ "(a?(b):(c?d:e))", "(? a b (? c d e))" },
	{ "(a.hex?b:c)", "(? a.hex b c)" },

	/* Operands in brackets. */
	{ "$a[b]", "([] $a b)" },
	{ "$a[b,c]", "([] $a b c)" },
	{ "$a[ b + 1 , $c ]", "([] $a (+ b 1) $c)" },
	{ "sys.event.$a[b]", "([] sys.event.$a b)" },
	{ "a-$b[c]", "(- a ([] $b c))" },
	{ "$a[b]-$c[d]", "(- ([] $a b) ([] $c d))" },
	{ "($a[(b?c:d),2*3])", "([] $a (? b c d) 6)" },
	{ "$a[b.usecs,1,2,3,4,5,6,7]", "([] $a b.usecs 1 2 3 4 5 6 7)" },

	/* Modifiers of the whole expression. */
	{ "a.max", "a .max" },
	{ "a.p99.hex", "a .p99 .hex" },
	{ "sys.event.a.p99.hex", "sys.event.a .p99 .hex" },
	{ "sys.max.hexa", "sys.max.hexa" },
	{ "$a.median", "$a .p50" },
	{ "$a.p1", "$a .p1" },
	{ "$a.p999", "$a .p999" },
	{ "$a.p9999.graph", "$a .p9999 .graph" },
	{ "$a.sum.percent", "$a .sum .percent" },
	{ "$a.log2", "$a .log2" },
	{ "$a.buckets=100", "$a .buckets=100" },
	{ "$a.sym-offset", "$a .sym-offset" },
	{ "sys.event.$a.avg", "sys.event.$a .avg" },
	{ "$a[b].stddev", "([] $a b) .stddev" },
	{ "(a+b).dist", "(+ a b) .dist" },
	{ "((a+b).min.hex)", "(+ a b) .min .hex" },
	{ "(a+b).sym-offset", "(+ a b) .sym-offset" },
	{ "(-$a).lhist=-5, 10 ,3", "(neg $a) .lhist=-5,10,3" },
	{ "$a.lhist=-9223372036854775808,9223372036854775807,9223372036854775807",
	  "$a .lhist=-9223372036854775808,9223372036854775807,9223372036854775807" },
	{ "a.lhist=-5,10,3", "a.lhist=-5,10,3" },
	{ "a.lhist=-5,10,3-b", "(- a.lhist=-5,10,3 b)" },
	{ "(a.usecs).max", "a.usecs .max" },
	{ "(a.max)", "a .max" },

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
	{ "((((((((((((((((a))))))))))))))))+((((b))))", "(+ a b)" },
	{ "--------~~~~!!!!a", "(neg (neg (neg (neg (neg (neg (neg (neg (~ (~ (~ (~ "
	  "(! (! (! (! a))))))))))))))))" },

	/* HIST_EXPR_CONST_OPS_MAX binary operators are also allowed on constants. */
	{ "a+b+c+d", "(+ (+ (+ a b) c) d)" },
	{ "a-(b-(c-d))", "(- a (- b (- c d)))" },
	{ "-(a+b+c+d)", "(neg (+ (+ (+ a b) c) d))" },

	/* A sign in front of the whole expression is also allowed on a constant. */
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

	{ "7%4", "3" },
	{ "1<<63", "9223372036854775808" },
	{ "1<<64", "0" },
	{ "1>>64", "0" },
	{ "~0", "18446744073709551615" },
	{ "!5", "0" },
	{ "a+~0", "(+ a 18446744073709551615)" },
	{ "a*(7&3|8^12)", "(* a 7)" },
	{ "(2<3)+(2<=2)+a", "(+ 2 a)" },
	{ "18446744073709551615>1", "1" },
	{ "5&&0||7", "1" },
	{ "(0?7:9)", "9" },
	{ "a+(2?7:b)", "(+ a (? 2 7 b))" },
	{ "a-(-5)", "(- a (neg 5))" },

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
	{ "0-7>>1", "-4" },
	{ "0-7>>64", "-1" },
	{ "1<<0-1", "+0" },
	{ "0-7<3", "+1" },
	{ "18446744073709551615>0-0", "+0" },
	{ "(0-7)%4", "-3" },
	{ "7%(0-4)", "+3" },
	{ "(0-9223372036854775808)%(0-1)", "+0" },
	{ "a+~(1-2)", "(+ a (~ -1))" },
	{ "(1?2-3:4)", "-1" },
	{ "(1-1?2:3)", "3" },
};

#endif /* _TRACE_HIST_TESTS_CASES_EXPR_CASES_H */
