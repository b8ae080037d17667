// SPDX-License-Identifier: GPL-2.0-only
/* Tests of the syntax of triggers. */
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "table/trigger.h"

static void expect_span(const char *text, struct span span, const char *expected)
{
	if (!span_is(span, expected))
		test_fail(__FILE__, __LINE__, "%s: expected \"%s\", found \"%.*s\"", text, expected,
			  (int)span_length(span), span.at);
}

/* Split a text that has no NUL behind it, and compare its parts, each with a "|" behind it. */
static void expect_parts(const char *text, char separator, const char *expected)
{
	size_t length = strlen(text);
	char *copy = malloc(length + 1), joined[128] = "";
	struct span part, rest = { copy + 1, copy + 1 + length };

	memcpy(copy + 1, text, length);
	while (trigger_next(&rest, separator, &part)) {
		strncat(joined, part.at, span_length(part));
		strcat(joined, "|");
	}
	EXPECT_STREQ(joined, expected);
	free(copy);
}

TEST(parameters_are_split_at_colons)
{
	expect_parts("", ':', "|");
	expect_parts("a", ':', "a|");
	expect_parts("a:", ':', "a||");
	expect_parts("keys = a :vals=b", ':', "keys = a|vals=b|");
	expect_parts("x=(a?b:c):y[d:e]:z", ':', "x=(a?b:c)|y[d:e]|z|");
	expect_parts("a=\":\":b=':'", ':', "a=\":\"|b=':'|");
	expect_parts("a=\"':\":b", ':', "a=\"':\"|b|");
	expect_parts("a):b", ':', "a)|b|");
	expect_parts("a=\":b", ':', "a=\":b|");
}

TEST(items_are_split_at_commas)
{
	expect_parts("a,b.lhist=0,100,-10,c", ',', "a|b.lhist=0,100,-10|c|");
	expect_parts("b.lhist=0,100,10", ',', "b.lhist=0,100,10|");
	expect_parts("b.lhist=x,c", ',', "b.lhist=x|c|");
	expect_parts("f(a,b),c", ',', "f(a,b)|c|");
	expect_parts(".lhist=", ',', ".lhist=|");
}

TEST(the_condition_is_outside_of_quotes)
{
	static const struct {
		const char *trigger;
		const char *command;
		const char *condition;
	} cases[] = {
		{ "hist:keys=a", "hist:keys=a", NULL },
		{ "hist:keys=a if b == 1", "hist:keys=a", "b == 1" },
		{ " hist:keys=a \tif\t b == \" if \" ", "hist:keys=a", "b == \" if \"" },
		{ "hist:keys=a:x=\" if \" if b", "hist:keys=a:x=\" if \"", "b" },
		{ "hist:keys=gif", "hist:keys=gif", NULL },
		{ "hist:keys=a if", "hist:keys=a if", NULL },
		{ "", "", NULL },
	};

	for (int i = 0; i < ARRAY_SIZE(cases); i++) {
		struct span condition;

		expect_span(cases[i].trigger,
			    trigger_command(span_of(cases[i].trigger), &condition),
			    cases[i].command);
		EXPECT_EQ(!condition.at, !cases[i].condition);
		if (condition.at && cases[i].condition)
			expect_span(cases[i].trigger, condition, cases[i].condition);
	}
}

TEST(parameters_are_found_by_name)
{
	const char *trigger = "hist:key= a,b :val=c:ts0=x==y:clear if z=1:name=w";
	struct span value;

	EXPECT(trigger_parameter(trigger, "keys", &value));
	expect_span(trigger, value, "a,b");
	EXPECT(trigger_parameter(trigger, "values", &value));
	expect_span(trigger, value, "c");
	EXPECT(trigger_parameter(trigger, "ts0", &value));
	expect_span(trigger, value, "x==y");
	EXPECT(!trigger_parameter(trigger, "name", &value));
	EXPECT(!trigger_parameter(trigger, "clear", &value));
	expect_span(trigger, value, "x==y");
	EXPECT(trigger_is_command(trigger));
	EXPECT(!trigger_is_command("hist:keys=clear:pause"));
}
