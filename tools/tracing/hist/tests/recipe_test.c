// SPDX-License-Identifier: GPL-2.0-only
/* Tests of the parser of recipes, and of the expansion of their steps. */
#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "harness.h"
#include "recipe/recipe.h"

#define HEAD \
	"title: A title\n" \
	"question: Which one?\n" \
	"topic: system\n"
#define STEP(event, trigger) \
	"      - event: " event "\n" \
	"        trigger: " trigger "\n" \
	"        does: Count.\n"
#define VARIANT(steps, rest) HEAD "variants:\n  - steps:\n" steps rest
#define TABLE(trigger, rest) VARIANT(STEP("a/b", trigger), "    table: a/b\n" rest)
#define CORRECT TABLE("hist:keys=x", "")

static enum status parse(struct recipe *recipe, const char *text)
{
	return recipe_parse(recipe, "dir/my-recipe.yaml", text, strlen(text));
}

/* Expect an error in a text; @at is "LINE:COLUMN", @message a part of the message. */
static void expect_error(const char *text, const char *at, const char *message)
{
	struct capture capture;
	struct recipe recipe;
	enum status status;
	char prefix[64];

	capture_begin(&capture);
	status = parse(&recipe, text);
	capture_end(&capture);
	if (status == STATUS_OK)
		recipe_free(&recipe);
	EXPECT_EQ(status, STATUS_INPUT);
	snprintf(prefix, sizeof(prefix), "dir/my-recipe.yaml:%s: ", at);
	if (strncmp(capture.text, prefix, strlen(prefix)) || !strstr(capture.text, message))
		test_fail(__FILE__, __LINE__, "expected %s%s, found %s", prefix, message,
			  capture.text);
}

TEST(all_keys_are_read)
{
	struct recipe r;

	EXPECT_EQ(parse(&r,
			"title: 'T'\nquestion: Q?\ntopic: block\nlike: bcc x\nneeds: CONFIG_X\n"
			"when: |\n  W1\n\n  W2\nexample: |\n  E\nconclude: C\n"
			"variants:\n"
			"  - needs: ['event:a/b', 'event:c/d']\n"
			"    steps:\n"
			"      - synthetic: '@s@ u64 n'\n"
			"        does: Define.\n"
			"      - dynamic: 'p:@p@ vfs_read'\n"
			"        does: Probe.\n"
			"      - rate: 99\n"
			"        does: Sample.\n"
			"      - event: a/b\n"
			"        trigger: hist:keys=k.log2:vals=v.p99\n"
			"        does: Count.\n"
			"        pid: common_pid\n"
			"        comm: comm\n"
			"        filter: true\n"
			"    table: a/b\n"
			"    columns:\n"
			"      - {field: v.p99, title: P, unit: us, rate: true}\n"
			"      - field: k\n"
			"    sort: v.p99\n"
			"    picture: distribution\n"
			"    axis: k\n"), STATUS_OK);
	EXPECT_STREQ(r.name, "my-recipe");
	EXPECT_STREQ(r.path, "dir/my-recipe.yaml");
	EXPECT_STREQ(r.title, "T");
	EXPECT_STREQ(r.topic, "block");
	EXPECT_STREQ(r.like, "bcc x");
	EXPECT_STREQ(r.needs, "CONFIG_X");
	EXPECT_STREQ(r.when, "W1\n\nW2\n");
	EXPECT_STREQ(r.example, "E\n");
	EXPECT_STREQ(r.conclude, "C");
	EXPECT_EQ(r.n_variants, 1);
	EXPECT_EQ(r.variants->n_needs, 2);
	EXPECT_STREQ(r.variants->needs[1], "event:c/d");
	EXPECT_EQ(r.variants->n_steps, 4);
	EXPECT_EQ(r.variants->steps[0].kind, STEP_SYNTHETIC);
	EXPECT_EQ(r.variants->steps[1].kind, STEP_DYNAMIC);
	EXPECT_EQ(r.variants->steps[2].kind, STEP_RATE);
	EXPECT_EQ(r.variants->steps[3].kind, STEP_TRIGGER);
	EXPECT_STREQ(r.variants->steps[2].text, "99");
	EXPECT_STREQ(r.variants->steps[3].event, "a/b");
	EXPECT_STREQ(r.variants->steps[3].pid, "common_pid");
	EXPECT_EQ(r.variants->steps[3].filter, true);
	EXPECT_EQ(r.variants->steps[0].filter, false);
	EXPECT_EQ(r.variants->n_columns, 2);
	EXPECT_EQ(r.variants->columns[0].unit, UNIT_US);
	EXPECT_EQ(r.variants->columns[0].is_rate, true);
	EXPECT_STREQ(r.variants->columns[1].title, "k");
	EXPECT_EQ(r.variants->columns[1].unit, UNIT_NONE);
	EXPECT_EQ(r.variants->picture, PICTURE_DISTRIBUTION);
	EXPECT_STREQ(r.variants->axis, "k");
	recipe_free(&r);
}

TEST(units_have_the_names_of_recipes)
{
	static const char *const names[] = {
		"count", "ns", "us", "ms", "s", "bytes", "pages", "sectors", "percent",
	};

	for (int i = 0; i < ARRAY_SIZE(names); i++) {
		char text[512];
		struct recipe r;

		snprintf(text, sizeof(text), "%s    columns: [{field: x, unit: %s}]\n", CORRECT,
			 names[i]);
		EXPECT_EQ(parse(&r, text), STATUS_OK);
		EXPECT_STREQ(unit_name(r.variants->columns[0].unit), names[i]);
		recipe_free(&r);
	}
}

TEST(words_have_their_units_and_pictures)
{
	enum picture picture = PICTURE_FLAME;
	enum unit unit = UNIT_PAGES;

	EXPECT(!unit_find("parsec", &unit));
	EXPECT_EQ(unit, UNIT_PAGES);
	EXPECT(unit_find("", &unit));
	EXPECT_EQ(unit, UNIT_NONE);
	EXPECT(unit_find("percent", &unit));
	EXPECT_EQ(unit, UNIT_PERCENT);
	EXPECT(!picture_find("", &picture));
	EXPECT_EQ(picture, PICTURE_FLAME);
	EXPECT(picture_find("distribution", &picture));
	EXPECT_EQ(picture, PICTURE_DISTRIBUTION);
	EXPECT_STREQ(picture_name(PICTURE_TABLE), "table");
}

TEST(keys_are_checked)
{
	expect_error("titel: x\n", "1:1", "did you mean \"title\"?");
	expect_error("title: x\nzzzzzz: y\n", "2:1", "valid: title, question, topic");
	expect_error("title: x\ntitle: y\n", "2:1", "the key \"title\" twice");
	expect_error("title: x\nquestion: y\ntopic: system\n", "1:1", "needs the key \"variants\"");
	expect_error("- x\n", "1:1", "a recipe is a mapping of \"KEY: VALUE\", not a list");
	expect_error("? [a]\n: b\n", "1:3", "expected a text, found a list");
	expect_error("title: [x]\n", "1:8", "expected a text, found a list");
	expect_error("title:\n", "1:7", "expected a text, found nothing");
	expect_error("title: |\n  a\n  b\n", "1:8", "a text of one line");
	expect_error("topic: kernel\n", "1:8", "there is no topic \"kernel\" (valid: scheduler,");
	expect_error(HEAD "variants: x\n", "4:11", "a list of variants, found a text");
	expect_error(HEAD "variants: []\n", "4:11", "at least one variant");
	expect_error(HEAD "variants: [x]\n", "4:12", "a variant is a mapping");
	expect_error(HEAD "variants:\n - steps: []\n", "5:4", "needs the key \"table\"");
}

TEST(words_are_checked)
{
	expect_error(TABLE("hist:keys=x", "    columns: [{field: x, unit: kg}]\n"), "10:32",
		     "there is no unit \"kg\" (valid: count, ns, us, ms, s, bytes,");
	expect_error(TABLE("hist:keys=x", "    columns: [{field: x, rate: yes}]\n"), "10:32",
		     "expected true or false");
	expect_error(TABLE("hist:keys=x", "    picture: pie\n"), "10:14",
		     "there is no picture \"pie\" (valid: table, distribution, flame)");
	expect_error(TABLE("hist:keys=x", "    picture: flame\n"), "10:14",
		     "needs the key \"axis\"");
	expect_error(TABLE("hist:keys=x", "    needs: [speed]\n"), "10:13",
		     "there is no feature \"speed\" (valid: statistics,");
}

TEST(steps_are_checked)
{
	expect_error(VARIANT("      - does: x\n", "    table: a/b\n"), "6:9",
		     "\"synthetic\", \"dynamic\", \"trigger\" or \"rate\"");
	expect_error(VARIANT("      - {does: x, rate: 1, trigger: y, event: a/b}\n",
			     "    table: a/b\n"), "6:25", "make two steps");
	expect_error(VARIANT("      - {does: x, rate: 0}\n", "    table: a/b\n"), "6:25",
		     "from 1 to 10000");
	expect_error(VARIANT("      - {does: x, rate: 99}\n      - {does: x, rate: 99}\n",
			     "    table: a/b\n"), "7:25", "an earlier step sets the rate");
	expect_error(VARIANT("      - {does: x, rate: 99, pid: pid}\n", "    table: a/b\n"), "6:34",
		     "only a step with \"trigger\"");
	expect_error(VARIANT("      - {does: x, trigger: 'hist:keys=x'}\n", "    table: a/b\n"),
		     "6:28", "needs the key \"event\"");
	expect_error(VARIANT(STEP("sched_switch", "hist:keys=x"), "    table: a/b\n"), "6:16",
		     "an event is SYSTEM/EVENT");
	expect_error(VARIANT(STEP("../b", "hist:keys=x"), "    table: a/b\n"), "6:16",
		     "an event is SYSTEM/EVENT");
	expect_error(TABLE("hitcount", ""), "7:18", "begins with hist:");
	expect_error(TABLE("hist:vals=x", ""), "7:18", "a histogram needs keys");
	expect_error(TABLE("hist:keys=x:name=shared", ""), "7:18", "write name=@NAME@");
	expect_error(VARIANT("      - synthetic: 'wait u64 x'\n        does: x\n",
			     "    table: a/b\n"), "6:20", "'@NAME@ TYPE FIELD");
	expect_error(VARIANT("      - dynamic: 'vfs_read'\n        does: x\n",
			     "    table: a/b\n"), "6:18", "a probe begins with");
	expect_error(VARIANT("      - dynamic: 'p:x vfs_read'\n        does: x\n",
			     "    table: a/b\n"), "6:18", "'TYPE:@NAME@ TARGET");
	/* The system of a probe is printed for a shell. */
	expect_error(VARIANT("      - dynamic: 'p:$(reboot)/@x@ vfs_read'\n        does: x\n",
			     "    table: a/b\n"), "6:18", "the system of a probe is a word");
	expect_error(VARIANT("      - dynamic: 'p:../@x@ vfs_read'\n        does: x\n",
			     "    table: a/b\n"), "6:18", "the system of a probe is a word");
}

#define WAIT "      - synthetic: '@wait@ u64 usecs'\n        does: x\n"

TEST(names_are_checked)
{
	expect_error(TABLE("'hist:keys=x:onmatch(a.b).@wrong@(x)'", ""), "7:44",
		     "no step before this one defines @wrong@");
	expect_error(VARIANT(STEP("'@wait@'", "hist:keys=usecs") WAIT, "    table: '@wait@'\n"),
		     "6:17", "no step before this one defines @wait@");
	expect_error(VARIANT(WAIT WAIT, "    table: '@wait@'\n"), "8:21",
		     "@wait@ was defined by an earlier step");
	expect_error(VARIANT("      - synthetic: '@abcdefghijklmnopqrstuvwxy@ u64 x'\n"
			     "        does: x\n", "    table: a/b\n"), "6:21", "at most 24 bytes");
	expect_error(VARIANT(STEP("a/b", "'hist:keys=x:name=@n@'")
			     STEP("'@n@'", "hist:keys=x"), "    table: a/b\n"), "9:16",
		     "the name of a histogram");
}

TEST(the_table_is_checked)
{
	expect_error(VARIANT(STEP("a/b", "hist:keys=x"), "    table: a/c\n"), "9:12",
		     "no step has a hist trigger for the event a/c");
	expect_error(VARIANT(STEP("a/b", "enable_hist:c:d"), "    table: a/b\n"), "9:12",
		     "no step has a hist trigger for the event a/b");
	expect_error(VARIANT(WAIT, "    table: '@wait@'\n"), "8:12", "no step has a hist trigger");
	expect_error(TABLE("hist:keys=pid:vals=$lat.p99", "    sort: lat.p9\n"), "10:11",
		     "did you mean \"lat.p99\"?");
	expect_error(TABLE("hist:keys=pid:vals=$lat.p99", "    sort: something\n"), "10:11",
		     "valid: pid, hitcount, lat.p99");
	expect_error(TABLE("hist:keys=pid:vals=$lat.p99", "    sort: $lat.p99\n"), "10:11",
		     "the column has the name \"lat.p99\"");
	expect_error(TABLE("hist:keys=pid.log2", "    sort: pid.log2\n"), "10:11",
		     "the column has the name \"pid\"");
	expect_error(TABLE("hist:keys=pid:vals=lat.median", "    sort: lat.median\n"), "10:11",
		     "the column has the name \"lat.p50\"");
	expect_error(TABLE("hist:keys=pid:vals=lat:nohitcount", "    sort: hitcount\n"), "10:11",
		     "the table has no column \"hitcount\" (valid: pid, lat)");
	expect_error(TABLE("hist:keys=pid", "    sort: hitcount.percent\n"), "10:11",
		     "the column has the name \"hitcount\"");
	expect_error(TABLE("hist:keys=pid,,comm", "    sort: pid\n"), "7:18",
		     "the keys or values of the table are wrong: the name of a field is missing");
	expect_error(TABLE("hist:keys=pid", "    columns: [{field: lat.p99}]\n"), "10:23",
		     "the table has no column \"lat.p99\"");
	expect_error(TABLE("hist:keys=pid.log2", "    picture: distribution\n    axis: usecs\n"),
		     "11:11", "the table has no column \"usecs\"");
}

TEST(columns_have_the_names_of_the_kernel)
{
	static const struct {
		const char *trigger;
		const char *column;
	} cases[] = {
		{ "hist:keys=pid", "hitcount" },
		{ "hist:keys=pid:vals=hitcount.percent", "hitcount.percent" },
		{ "hist:key=a.log2", "a" },
		{ "hist:keys=a,b.execname", "b" },
		{ "hist:keys=a.lhist=0,100,10,b", "b" },
		{ "hist:keys=a.buckets=10", "a" },
		{ "hist:keys=common_stacktrace.depth=2.build", "common_stacktrace" },
		{ "hist:keys=$us[next_pid]", "us[next_pid]" },
		{ "hist:keys=k:lat=x-$y:val=$lat.median", "lat.p50" },
		{ "hist:keys=k:values=v.dist if a == \"x:vals=z\"", "v.dist" },
		{ "hist:keys=k:vals=(a>b?c:d).max,e", "e" },
		{ "hist:keys=(mask*3).log2", "mask*3" },
		{ "hist:keys=k:vals=(mask - 10).avg", "(mask-10).avg" },
		{ "hist:keys=k:overflow=evict", "error" },
		{ "hist: keys = k : vals = v ", "v" },
	};

	for (int i = 0; i < ARRAY_SIZE(cases); i++) {
		struct recipe r;
		char text[512];

		snprintf(text, sizeof(text),
			 VARIANT("      - {event: a/b, does: x, trigger: '%s'}\n",
				 "    table: a/b\n    sort: '%s'\n"),
			 cases[i].trigger, cases[i].column);
		if (parse(&r, text) == STATUS_OK)
			recipe_free(&r);
		else
			test_fail(__FILE__, __LINE__, "%s in %s", cases[i].column,
				  cases[i].trigger);
	}
}

TEST(texts_that_are_no_recipe)
{
	expect_error("a: [b\n", "2:1", "did not find expected ',' or ']'");
	expect_error("title: x\n\tquestion: y\n", "2:1", "found a tab character");
	expect_error("title: @x\n", "1:8", "in single quotes");
	expect_error("title: x: y\n", "1:9", "contains \": \" in single quotes");
	expect_error("title: &a x\n", "1:8", "no anchors");
	expect_error("title: *a\n", "1:8", "no aliases");
	expect_error("title: !x y\n", "1:8", "no tags");
	expect_error("title: x\n---\ntitle: y\n", "2:1", "one document");
	expect_error("title: \"\\e[2J\"\n", "1:8", "control characters");
	expect_error("title: \"\\0\"\n", "1:8", "control characters");
	expect_error("title: \"\\x9b\"\n", "1:8", "control characters");
	expect_error("title: a\u202eb\n", "1:8", "change the direction of text");
	expect_error("title: \"\\u200b\"\n", "1:8", "marks that are invisible");
	expect_error("title: x\n\033[2J\n", "2:1", "UTF-8");
	expect_error("title: \377\n", "1:8", "UTF-8");
	expect_error("a: [[[[[[[[[[[[x]]]]]]]]]]]]\n", "1:11", "nested too deeply");
	expect_error("\303\244\303\244: x\n\303\244: [b\n", "3:1", "did not find");
	expect_error("title: \303\244\303\244\nt\303\266pic: x\n", "2:1", "no key");
}

TEST(bytes_that_are_no_recipe)
{
	static const char nul[] = "title: x\nquestion: x\0y\n";
	struct capture capture;
	struct recipe recipe;
	enum status status;
	char *large;

	capture_begin(&capture);
	status = recipe_parse(&recipe, "f", nul, sizeof(nul) - 1);
	EXPECT_STREQ(capture_end(&capture),
		     "f:2:12: a NUL byte: a recipe is UTF-8 text without control characters\n"
		     "  question: x\n             ^\n");
	EXPECT_EQ(status, STATUS_INPUT);
	large = calloc(1, 1024 * 1024 + 1);
	capture_begin(&capture);
	status = recipe_parse(&recipe, "f", large, 1024 * 1024 + 1);
	EXPECT(strstr(capture_end(&capture), "too large for a recipe"));
	EXPECT_EQ(status, STATUS_INPUT);
	capture_begin(&capture);
	status = recipe_parse(&recipe, "f", "# nothing\n", 10);
	EXPECT(strstr(capture_end(&capture), "f is empty"));
	EXPECT_EQ(status, STATUS_INPUT);
	free(large);
}

static void expect_expansion(const char *trigger, const struct recipe_options *options,
			     const char *expected)
{
	char yaml[1024], *event, *text;
	struct recipe r;

	snprintf(yaml, sizeof(yaml), VARIANT("      - {event: a/b, does: x, trigger: '%s',\n"
					     "         pid: p, comm: c, filter: true}\n",
					     "    table: a/b\n"), trigger);
	EXPECT_EQ(parse(&r, yaml), STATUS_OK);
	EXPECT_EQ(recipe_check_options(r.variants, options), STATUS_OK);
	EXPECT_EQ(recipe_expand(r.variants, 0, options, &event, &text), STATUS_OK);
	EXPECT_STREQ(event, "a/b");
	EXPECT_STREQ(text, expected);
	free(event);
	free(text);
	recipe_free(&r);
}

TEST(conditions_are_combined)
{
	const struct recipe_options none = { .suffix = "1_2" };
	const struct recipe_options pid = { .suffix = "1_2", .pid = 42 };
	const struct recipe_options all = {
		.suffix = "1_2", .pid = 42, .comm = "my task", .filter = "x || y",
	};

	expect_expansion("hist:keys=k", &none, "hist:keys=k");
	expect_expansion("hist:keys=k if a || b", &none, "hist:keys=k if a || b");
	expect_expansion("hist:keys=k", &pid, "hist:keys=k if p == 42");
	expect_expansion("hist:keys=k   if   a || b", &pid, "hist:keys=k if (a || b) && p == 42");
	expect_expansion("hist:keys=k if a", &all,
			 "hist:keys=k if (a) && p == 42 && c == \"my task\" && (x || y)");
	expect_expansion("hist:keys=k", &all,
			 "hist:keys=k if p == 42 && c == \"my task\" && (x || y)");
	expect_expansion("hist:keys=k:name=@n@ if a == \"x if y\"", &pid,
			 "hist:keys=k:name=th_1_2_n if (a == \"x if y\") && p == 42");
}

TEST(options_are_checked)
{
	static const struct {
		struct recipe_options options;
		const char *message;
	} cases[] = {
		{ { .comm = "a\"b" }, "double quotes" },
		{ { .comm = "a\nb" }, "control characters" },
		{ { .comm = "" }, "1 to 15 bytes" },
		{ { .comm = "1234567890123456" }, "1 to 15 bytes" },
		{ { .filter = "a) || (b" }, "not closed" },
		{ { .filter = "(a" }, "not closed" },
		{ { .filter = "a == \"b" }, "not closed" },
		{ { .filter = "a\nb" }, "control characters" },
		{ { .filter = " " }, "needs an expression" },
		{ { .pid = -1 }, "from 1 on" },
	};
	struct recipe r;

	EXPECT_EQ(parse(&r, VARIANT("      - {event: a/b, does: x, trigger: 'hist:keys=k',\n"
				    "         pid: p, comm: c, filter: true}\n",
				    "    table: a/b\n")), STATUS_OK);
	for (int i = 0; i < ARRAY_SIZE(cases); i++) {
		struct capture capture;
		enum status status;

		capture_begin(&capture);
		status = recipe_check_options(r.variants, &cases[i].options);
		capture_end(&capture);
		EXPECT_EQ(status, STATUS_USAGE);
		if (!strstr(capture.text, cases[i].message))
			test_fail(__FILE__, __LINE__, "%s not in %s", cases[i].message,
				  capture.text);
	}
	recipe_free(&r);
}

TEST(options_that_a_recipe_does_not_have)
{
	static const struct recipe_options options[] = {
		{ .pid = 1 }, { .comm = "x" }, { .filter = "x" },
	};
	static const char *const messages[] = { "-p", "-c", "--filter" };
	struct recipe r;

	EXPECT_EQ(parse(&r, CORRECT), STATUS_OK);
	for (int i = 0; i < ARRAY_SIZE(options); i++) {
		struct capture capture;
		enum status status;

		capture_begin(&capture);
		status = recipe_check_options(r.variants, &options[i]);
		EXPECT(strstr(capture_end(&capture), messages[i]));
		EXPECT_EQ(status, STATUS_USAGE);
	}
	recipe_free(&r);
}

TEST(a_refused_option_names_the_accepted_ones)
{
	static const struct {
		const char *fields;
		struct recipe_options options;
		const char *message;
	} cases[] = {
		{ "comm: c, filter: true", { .pid = 1 }, "-p (options that it accepts: -c, --filter)" },
		{ "pid: p, filter: true", { .comm = "x" }, "-c (options that it accepts: -p, --filter)" },
		{ "pid: p, comm: c", { .filter = "x" }, "--filter (options that it accepts: -p, -c)" },
		{ "filter: true", { .pid = 1 }, "-p (options that it accepts: --filter)" },
		{ "filter: false", { .pid = 1 }, "-p (options that it accepts: none)" },
	};

	for (int i = 0; i < ARRAY_SIZE(cases); i++) {
		struct capture capture;
		enum status status;
		char text[512];
		struct recipe r;

		snprintf(text, sizeof(text), VARIANT("      - {event: a/b, does: x,\n"
						     "         trigger: 'hist:keys=k', %s}\n",
						     "    table: a/b\n"), cases[i].fields);
		EXPECT_EQ(parse(&r, text), STATUS_OK);
		capture_begin(&capture);
		status = recipe_check_options(r.variants, &cases[i].options);
		EXPECT(strstr(capture_end(&capture), cases[i].message));
		EXPECT_EQ(status, STATUS_USAGE);
		recipe_free(&r);
	}
}

TEST(a_command_that_is_too_long)
{
	char filter[4200];
	struct recipe_options options = { .suffix = "1_2", .filter = filter };
	struct capture capture;
	char *event, *text;
	enum status status;
	struct recipe r;

	memset(filter, 'x', sizeof(filter) - 1);
	filter[sizeof(filter) - 1] = 0;
	EXPECT_EQ(parse(&r, VARIANT("      - {event: a/b, does: x, trigger: 'hist:keys=k',\n"
				    "         filter: true}\n", "    table: a/b\n")), STATUS_OK);
	capture_begin(&capture);
	status = recipe_expand(r.variants, 0, &options, &event, &text);
	EXPECT(strstr(capture_end(&capture), "more than 4094 bytes"));
	EXPECT_EQ(status, STATUS_USAGE);
	EXPECT(!event && !text);
	recipe_free(&r);
}

TEST(names_are_unique_for_each_run)
{
	static const struct {
		const char *definition;
		const char *event;
	} cases[] = {
		{ "synthetic: '@x@ u64 k'", "synthetic/th_7_8_x" },
		{ "dynamic: 'p:@x@ vfs_read k=$arg1'", "kprobes/th_7_8_x" },
		{ "dynamic: 'p:mine/@x@ vfs_read'", "mine/th_7_8_x" },
		{ "dynamic: 'r5:@x@ vfs_read k=$retval'", "kprobes/th_7_8_x" },
		{ "dynamic: 'p:@x@ /bin/sh:0x10'", "uprobes/th_7_8_x" },
		{ "dynamic: 'f:@x@ vfs_read'", "fprobes/th_7_8_x" },
		{ "dynamic: 't:@x@ sched_switch'", "tracepoints/th_7_8_x" },
		{ "dynamic: 'e:@x@ sched/sched_switch k=$prev_pid'", "eprobes/th_7_8_x" },
	};
	const struct recipe_options options = { .suffix = "7_8" };

	for (int i = 0; i < ARRAY_SIZE(cases); i++) {
		char yaml[1024], *event, *text, *table, *defined;
		struct recipe r;

		snprintf(yaml, sizeof(yaml), VARIANT("      - %s\n        does: x\n"
						     STEP("'@x@'", "'hist:keys=k,@y'"),
						     "    table: '@x@'\n"), cases[i].definition);
		EXPECT_EQ(parse(&r, yaml), STATUS_OK);
		EXPECT_EQ(recipe_expand_definition(r.variants, 0, &options, &defined), STATUS_OK);
		EXPECT_STREQ(defined, cases[i].event);
		EXPECT_EQ(recipe_expand(r.variants, 1, &options, &event, &text), STATUS_OK);
		EXPECT_STREQ(event, cases[i].event);
		EXPECT_STREQ(text, "hist:keys=k,@y");
		EXPECT_EQ(recipe_expand_table(r.variants, &options, &table), STATUS_OK);
		EXPECT_STREQ(table, cases[i].event);
		free(event);
		free(text);
		free(table);
		EXPECT_EQ(recipe_expand(r.variants, 0, &options, &event, &text), STATUS_OK);
		EXPECT(!event && strstr(text, "th_7_8_x "));
		free(text);
		EXPECT_EQ(recipe_expand_definition(r.variants, 1, &options, &event), STATUS_OK);
		EXPECT(!event);
		free(defined);
		recipe_free(&r);
	}
}

TEST(the_answer_is_the_last_histogram_of_the_table)
{
	struct recipe r;

	EXPECT_EQ(parse(&r, VARIANT(STEP("a/b", "hist:keys=x:ts=common_timestamp")
				    STEP("a/b", "hist:keys=y")
				    STEP("c/d", "hist:keys=z"), "    table: a/b\n    sort: y\n")),
		  STATUS_OK);
	EXPECT_EQ(recipe_table_step(r.variants), 1);
	recipe_free(&r);
}
