// SPDX-License-Identifier: GPL-2.0-only
/* Tests of numbers, texts, CSV, JSON, and pictures of characters. */
#include <json-c/json.h>
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "capture.h"
#include "common/utf8.h"
#include "harness.h"
#include "output/heat.h"
#include "output/output.h"
#include "output/ranges.h"

#define NUMBER(n)	{ .kind = CELL_NUMBER, .number = (n) }
#define PARTIAL(n)	{ .kind = CELL_NUMBER, .number = (n), .partial = true }
#define TEXT(s)		{ .kind = CELL_TEXT, .text = (s) }
#define NAMED(n, s)	{ .kind = CELL_NAMED, .number = (n), .text = (s) }
#define RANGE(a, b)	{ .kind = CELL_RANGE, .number = (a), .last = (b) }
#define MISSING		{ .kind = CELL_MISSING }

#define ROW(...)	{ .cells = (struct cell[]){ __VA_ARGS__ } }
#define OTHER(...)	{ .cells = (struct cell[]){ __VA_ARGS__ }, .other = true }

/* Rows of tasks, with a rate and a missing number */
static struct field task_fields[] = {
	{ .name = "comm", .role = FIELD_KEY },
	{ .name = "hitcount", .role = FIELD_HITCOUNT },
	{ .name = "lat.p99", .role = FIELD_STATISTIC },
	{ .name = "bytes", .role = FIELD_SUM },
};

static struct row task_rows[] = {
	ROW(TEXT("cat"), NUMBER(7), NUMBER(1500), NUMBER(4096)),
	ROW(TEXT("a \"quoted\", name"), NUMBER(1234567), MISSING, PARTIAL(3 << 20)),
	OTHER(MISSING, NUMBER(99), NUMBER(20), NUMBER(1)),
	ROW(TEXT("\033[31m\xe2\x80\xae\xff"), NUMBER(8), NUMBER(3), NUMBER(0)),
};

static struct drop task_drops[] = { { "no room", 3 }, { "busy", 2 } };

static struct table task_table = {
	.event = "sched:sched_switch",
	.trigger = "hist:keys=comm",
	.fields = task_fields,
	.n_fields = 4,
	.n_keys = 1,
	.rows = task_rows,
	.n_rows = 4,
	.hits = 1234681,
	.dropped = 5,
	.drops = task_drops,
	.n_drops = 2,
	.begin = 1.5,
	.end = 3.5,
};

static struct recipe_column task_columns[] = {
	{ "comm", "Task", UNIT_NONE, false },
	{ "hitcount", "Waits", UNIT_COUNT, false },
	{ "lat.p99", "99th percentile", UNIT_US, false },
	{ "bytes", "Bytes", UNIT_BYTES, true },
};

static const struct layout task_layout = {
	.columns = task_columns, .n_columns = 4, .sort = "hitcount",
};

typedef enum status (*write_table)(FILE *out, const struct table *table,
				   const struct layout *layout);

/* Texts that a test has written. They are not freed: the process of the test ends soon. */
static char *texts[256];
static size_t n_texts;

/* Return: what the function writes. */
static char *written(write_table function, const struct table *table, const struct layout *layout)
{
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	EXPECT_EQ(function(out, table, layout), STATUS_OK);
	fclose(out);
	EXPECT(n_texts < ARRAY_SIZE(texts));
	texts[n_texts++] = text;
	return text;
}

static void use_utf8(void)
{
	EXPECT(setlocale(LC_CTYPE, "C.UTF-8"));
}

static void expect_number(double number, enum unit unit, const char *expected)
{
	char buf[16];

	EXPECT_STREQ(format_number(buf, sizeof(buf), number, unit), expected);
}

TEST(numbers_have_the_unit_that_fits)
{
	expect_number(0, UNIT_US, "0 ns");
	expect_number(1500, UNIT_NS, "1.5 us");
	expect_number(999, UNIT_US, "999 us");
	expect_number(1500, UNIT_US, "1.5 ms");
	expect_number(12345, UNIT_MS, "12.3 s");
	expect_number(90, UNIT_SECONDS, "90 s");
	expect_number(150, UNIT_SECONDS, "2.5 min");
	expect_number(0.5, UNIT_NS, "0.5 ns");
	expect_number(-1500, UNIT_US, "-1.5 ms");
	expect_number(12595, UNIT_BYTES, "12.3 KiB");
	expect_number(1023, UNIT_BYTES, "1023 B");
	expect_number(512, UNIT_BYTES, "512 B");
	expect_number(12.345, UNIT_PERCENT, "12.3 %");
	expect_number(100, UNIT_PERCENT, "100 %");
}

TEST(counts_have_separators_and_process_ids_have_none)
{
	expect_number(1234, UNIT_COUNT, "1,234");
	expect_number(9999999, UNIT_COUNT, "9,999,999");
	expect_number(12345678, UNIT_COUNT, "12.3 M");
	expect_number(-1234, UNIT_COUNT, "-1,234");
	expect_number(0.25, UNIT_COUNT, "0.25");
	expect_number(1234.4, UNIT_COUNT, "1,234");
	expect_number(1234567, UNIT_NONE, "1234567");
	expect_number(4096, UNIT_PAGES, "4,096");
}

TEST(numbers_that_are_none)
{
	expect_number(NAN, UNIT_US, "-");
	expect_number(INFINITY, UNIT_US, "inf");
	expect_number(-INFINITY, UNIT_COUNT, "-inf");
}

TEST(no_number_has_more_than_nine_characters)
{
	u64 state = 1;

	for (int i = 0; i < 100000; i++) {
		double number = ldexp((double)test_random(&state) / (1ULL << 63),
				      (int)(test_random(&state) % 2000) - 1000);
		char buf[64];

		if (i % 2)
			number = -number;
		for (enum unit unit = UNIT_NONE; unit <= UNIT_PERCENT; unit++) {
			format_number(buf, sizeof(buf), number, unit);
			if (strlen(buf) > 9)
				test_fail(__FILE__, __LINE__, "%g in unit %d is \"%s\"", number,
					  unit, buf);
		}
	}
}

TEST(text_is_aligned_and_sorted)
{
	struct layout layout = task_layout;

	use_utf8();
	EXPECT_STREQ(written(write_table_text, &task_table, &layout),
		"Task                          Waits  99th percentile   Bytes/s\n"
		"a \"quoted\", name          1,234,567                -  1.5 MiB*\n"
		"\\x1b[31m\\xe2\\x80\\xae\\xff          8             3 us       0 B\n"
		"cat                               7           1.5 ms     2 KiB\n"
		"other                            99            20 us     0.5 B\n"
		"* events are missing in this number\n"
		"Dropped: 5 of 1234686 events (no room: 3, busy: 2)\n");
}

TEST(text_is_cut_to_the_terminal)
{
	struct layout layout = task_layout;

	use_utf8();
	layout.width = 30;
	layout.limit = 2;
	EXPECT_STREQ(written(write_table_text, &task_table, &layout),
		"Task                     Waits\n"
		"a \"quoted\", name     1,234,567\n"
		"\\x1b[31m\u2026                    8\n"
		"2 more rows\n"
		"2 columns do not fit\n"
		"* events are missing in this number\n"
		"Dropped: 5 of 1234686 events (no room: 3, busy: 2)\n");
}

TEST(one_row_and_one_column_are_no_plural)
{
	struct layout layout = task_layout;

	use_utf8();
	layout.width = 45;
	layout.limit = 3;
	EXPECT(strstr(written(write_table_text, &task_table, &layout),
		      "1 more row\n1 column does not fit\n"));
}

TEST(colours_are_only_set_for_texts)
{
	struct layout layout = task_layout;
	struct table table = task_table;

	use_utf8();
	layout.colours = true;
	EXPECT(strstr(written(write_table_text, &table, &layout), "\033[33mDropped: "));
	table.dropped = 0;
	EXPECT(!strstr(written(write_table_text, &table, &layout), "\033[33m"));
}

TEST(text_fits_every_width)
{
	struct layout layout = task_layout;

	use_utf8();
	for (layout.width = 1; layout.width < 100; layout.width++) {
		char *text = written(write_table_text, &task_table, &layout);
		char *end = strstr(text, "* events") ?: strstr(text, "Dropped");

		*end = '\0';
		end = strstr(text, " not fit\n");
		if (end) {
			while (end > text && end[-1] != '\n')
				end--;
			*end = '\0';
		}
		for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
			EXPECT(display_width(line) <= layout.width);
	}
}

TEST(terminals_without_utf8_get_ascii)
{
	struct layout layout = task_layout;
	struct row row = ROW(TEXT("gr\xc3\xbc\xc3\x9f" "e of many characters"), NUMBER(1),
			     NUMBER(1), NUMBER(1));
	struct table table = task_table;

	setlocale(LC_CTYPE, "C");
	table.rows = &row;
	table.n_rows = 1;
	layout.width = 20;
	for (const char *c = written(write_table_text, &table, &layout); *c; c++)
		EXPECT(*c == '\n' || (*c >= ' ' && *c <= '~'));
}

TEST(an_empty_table_says_so)
{
	struct table table = task_table;

	table.n_rows = 0;
	table.dropped = 0;
	table.approximate = true;
	EXPECT_STREQ(written(write_table_text, &table, &task_layout),
		"Task  Waits  99th percentile  Bytes/s\n"
		"No events.\n"
		"Approximate: the interval is the difference of two reads of hist.\n");
	table.approximate = false;
	table.paused = true;
	EXPECT_STREQ(written(write_table_text, &table, &task_layout),
		"Task  Waits  99th percentile  Bytes/s\n"
		"No events.\n"
		"The histogram is paused: it counts no events.\n");
}

static char *user_frames[] = { "/bin/cat+0x123", "main" };

static struct field stack_fields[] = {
	{ .name = "common_ustacktrace", .modifier = "stacktrace", .role = FIELD_KEY },
	{ .name = "hitcount", .role = FIELD_HITCOUNT },
};

static struct row stack_rows[] = {
	ROW({ .kind = CELL_STACK, .frames = user_frames, .n_frames = 2 }, NUMBER(3)),
};

static struct table stack_table = {
	.fields = stack_fields, .n_fields = 2, .n_keys = 1, .rows = stack_rows, .n_rows = 1,
	.hits = 3,
};

TEST(stacks_are_below_their_row)
{
	struct layout layout = {};

	EXPECT_STREQ(written(write_table_text, &stack_table, &layout),
		"hitcount\n"
		"       3\n"
		"    /bin/cat+0x123\n"
		"    main\n");
}

TEST(csv_follows_rfc_4180)
{
	EXPECT_STREQ(written(write_table_csv, &task_table, &task_layout),
		"begin_s,end_s,comm,hitcount,lat.p99_us,bytes_bytes_per_s\r\n"
		"1.500000,3.500000,\"a \"\"quoted\"\", name\",1234567,,1572864\r\n"
		"1.500000,3.500000,\\x1b[31m\\xe2\\x80\\xae\\xff,8,3,0\r\n"
		"1.500000,3.500000,cat,7,1500,2048\r\n"
		"1.500000,3.500000,other,99,20,0.5\r\n");
}

static struct field parts_fields[] = {
	{ .name = "id", .modifier = "syscall", .role = FIELD_KEY },
	{ .name = "lat", .modifier = "lhist", .role = FIELD_KEY },
	{ .name = "hitcount", .role = FIELD_HITCOUNT },
	{ .name = "lat.dist", .role = FIELD_DISTRIBUTION },
};

static struct bucket parts_buckets[] = { { -4, -3, 2 }, { 0, 0, 1 } };
static struct distribution parts_distribution = { 3, parts_buckets, 2 };

static struct row parts_rows[] = {
	{
		.cells = (struct cell[]){ NAMED(17, "mmap"), RANGE(100, INT64_MAX), NUMBER(2),
					  MISSING },
		.distributions = &parts_distribution, .n_distributions = 1, .saved = "max: 3",
	},
	ROW(NAMED(9, "write"), RANGE(INT64_MIN, 9), NUMBER(1), MISSING),
	ROW(NAMED(-1, NULL), { .kind = CELL_RANGE, .number = -16, .last = -1, .is_unsigned = true },
	    NUMBER(1), MISSING),
};

static struct table parts_table = {
	.event = "a:b", .trigger = "hist:keys=id.syscall", .fields = parts_fields, .n_fields = 4,
	.n_keys = 2, .rows = parts_rows, .n_rows = 3, .hits = 4, .begin = 1, .end = 2,
};

TEST(csv_has_a_field_for_each_part)
{
	struct layout layout = { .continued = true };
	char *text = written(write_table_csv, &parts_table, &layout);

	EXPECT_STREQ(text,
		"1.000000,2.000000,17,mmap,100,,2,-4..-3:2 0..0:1\r\n"
		"1.000000,2.000000,9,write,,9,1,\r\n"
		"1.000000,2.000000,-1,,18446744073709551600,18446744073709551615,1,\r\n");
	layout.continued = false;
	EXPECT(!strncmp(written(write_table_csv, &parts_table, &layout),
			"begin_s,end_s,id,id_name,lat_first,lat_last,hitcount,lat.dist\r\n", 61));
	EXPECT_STREQ(written(write_table_csv, &stack_table, &layout),
		"begin_s,end_s,common_ustacktrace,hitcount\r\n"
		",,\"main;/bin/cat+0x123\",3\r\n");
}

/* All intervals of an answer have the same header, also those without rows. */
TEST(csv_has_a_field_for_each_part_without_rows)
{
	static const struct {
		char *modifier;
		const char *header;
	} cases[] = {
		{ NULL, "begin_s,end_s,k\r\n" },
		{ "path", "begin_s,end_s,k\r\n" },
		{ "symstr", "begin_s,end_s,k\r\n" },
		{ "sym", "begin_s,end_s,k,k_name\r\n" },
		{ "sym-offset", "begin_s,end_s,k,k_name\r\n" },
		{ "execname", "begin_s,end_s,k,k_name\r\n" },
		{ "syscall", "begin_s,end_s,k,k_name\r\n" },
		{ "log2", "begin_s,end_s,k_first,k_last\r\n" },
		{ "stacktrace", "begin_s,end_s,k\r\n" },
	};
	struct layout layout = {};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct field field = {
			.name = "k", .modifier = cases[i].modifier, .role = FIELD_KEY,
		};
		struct table table = { .fields = &field, .n_fields = 1, .n_keys = 1 };

		EXPECT_STREQ(written(write_table_csv, &table, &layout), cases[i].header);
	}
}

TEST(csv_has_other_only_in_a_column_of_texts)
{
	static struct field fields[] = {
		{ .name = "pid", .role = FIELD_KEY },
		{ .name = "hitcount", .role = FIELD_HITCOUNT },
	};
	struct row rows[] = { ROW(NUMBER(7), NUMBER(2)), OTHER(MISSING, NUMBER(3)) };
	struct table table = {
		.fields = fields, .n_fields = 2, .n_keys = 1, .rows = rows, .n_rows = 2,
	};
	struct layout layout = {};

	EXPECT_STREQ(written(write_table_csv, &table, &layout),
		     "begin_s,end_s,pid,hitcount\r\n,,7,2\r\n,,,3\r\n");
	rows[0].cells[0] = (struct cell)RANGE(4, 7);
	EXPECT_STREQ(written(write_table_csv, &table, &layout),
		     "begin_s,end_s,pid_first,pid_last,hitcount\r\n,,4,7,2\r\n,,,,3\r\n");
	rows[0].cells[0] = (struct cell)NAMED(7, "sh");
	EXPECT_STREQ(written(write_table_csv, &table, &layout),
		     "begin_s,end_s,pid,pid_name,hitcount\r\n,,7,sh,2\r\n,,,other,3\r\n");
	rows[0].cells[0] = (struct cell)TEXT("sh");
	EXPECT_STREQ(written(write_table_csv, &table, &layout),
		     "begin_s,end_s,pid,hitcount\r\n,,sh,2\r\n,,other,3\r\n");
	fields[0].modifier = "path";
	EXPECT_STREQ(written(write_table_csv, &table, &layout),
		     "begin_s,end_s,pid,hitcount\r\n,,sh,2\r\n,,other,3\r\n");
}

TEST(what_csv_does_not_say_is_a_warning_once)
{
	struct table table = task_table;
	struct capture capture;
	unsigned int given = 0;
	const char *text;

	table.approximate = true;
	capture_begin(&capture);
	table_warnings(&table, &given);
	table.merged = true;
	table.cleared = true;
	table.paused = true;
	table_warnings(&table, &given);
	table_warnings(&table, &given);
	text = capture_end(&capture);
	EXPECT_STREQ(text,
		"trace-hist: warning: intervals are approximate: they are differences of two reads "
		"of hist\n"
		"trace-hist: warning: events are missing in some numbers, which --json lists as "
		"\"partial\"\n"
		"trace-hist: warning: an interval has the events of an earlier one, too\n"
		"trace-hist: warning: the histogram was cleared between two intervals\n"
		"trace-hist: warning: a histogram is paused: it counts no events\n");
	given = 0;
	capture_begin(&capture);
	table_warnings(&stack_table, &given);
	EXPECT_STREQ(capture_end(&capture), "");
}

static const char *json_path(json_object *object, const char *path)
{
	json_object *value = NULL;

	if (json_pointer_get(object, path, &value))
		return "(none)";
	return json_object_to_json_string_ext(value, JSON_C_TO_STRING_PLAIN);
}

TEST(json_has_unique_names_in_utf8)
{
	struct field fields[] = {
		{ .name = "a\xff", .role = FIELD_KEY }, { .name = "a\xff", .role = FIELD_SUM },
	};
	struct cell cells[] = {
		{ .kind = CELL_NUMBER, .number = 1 }, { .kind = CELL_NUMBER, .number = 2 },
	};
	struct row row = { .cells = cells };
	struct table table = {
		.fields = fields, .n_fields = 2, .n_keys = 1, .rows = &row, .n_rows = 1,
		.trigger = "hist:keys=a",
	};
	struct layout layout = {};
	json_object *object = json_tokener_parse(written(write_table_json, &table, &layout));

	EXPECT_STREQ(json_path(object, "/rows/0/values"),
		     "{\"a\\\\xff\":1,\"a\\\\xff#2\":2}");
	json_object_put(object);
}

TEST(json_has_all_that_the_table_has)
{
	struct layout layout = {};
	json_object *object = json_tokener_parse(written(write_table_json, &parts_table, &layout));

	EXPECT_STREQ(json_path(object, "/version"), "1");
	EXPECT_STREQ(json_path(object, "/event"), "\"a:b\"");
	EXPECT_STREQ(json_path(object, "/rows/0/values/id"), "{\"number\":17,\"name\":\"mmap\"}");
	EXPECT_STREQ(json_path(object, "/rows/0/values/lat"), "{\"first\":100,\"last\":null}");
	EXPECT_STREQ(json_path(object, "/rows/1/values/lat"), "{\"first\":null,\"last\":9}");
	EXPECT_STREQ(json_path(object, "/rows/2/values/lat/last"), "18446744073709551615");
	EXPECT_STREQ(json_path(object, "/rows/0/saved"), "\"max: 3\"");
	EXPECT_STREQ(json_path(object, "/rows/1/saved"), "(none)");
	EXPECT_STREQ(json_path(object, "/rows/0/values/lat.dist"),
		     "[{\"first\":-4,\"last\":-3,\"count\":2},"
		     "{\"first\":0,\"last\":0,\"count\":1}]");
	EXPECT_STREQ(json_path(object, "/interval/end"), "2.0");
	EXPECT_STREQ(json_path(object, "/dropped"), "{}");
	json_object_put(object);
}

TEST(json_says_that_a_histogram_is_paused)
{
	struct table table = parts_table;
	struct layout layout = {};
	json_object *object;

	for (int i = 0; i < 2; i++) {
		table.paused = i;
		object = json_tokener_parse(written(write_table_json, &table, &layout));
		EXPECT_STREQ(json_path(object, "/paused"), i ? "true" : "(none)");
		json_object_put(object);
	}
}

TEST(json_is_valid_and_safe_for_a_terminal)
{
	char *text = written(write_table_json, &task_table, &task_layout);
	json_object *object = json_tokener_parse(text);

	for (const char *c = text; *c && *c != '\n'; c++)
		EXPECT(*c >= ' ' && *c <= '~');
	EXPECT_EQ(strlen(text) - 1, strcspn(text, "\n"));
	EXPECT_STREQ(json_path(object, "/rows/3/other"), "true");
	EXPECT_STREQ(json_path(object, "/rows/3/values/comm"), "null");
	EXPECT_STREQ(json_path(object, "/rows/0/partial"), "[\"bytes\"]");
	EXPECT_STREQ(json_path(object, "/rows/0/values/lat.p99"), "null");
	EXPECT_STREQ(json_path(object, "/rows/0/values/bytes"), "1572864.0");
	EXPECT_STREQ(json_path(object, "/columns/3"),
		     "{\"name\":\"bytes\",\"title\":\"Bytes\",\"unit\":\"bytes\",\"rate\":true,"
		     "\"key\":false}");
	EXPECT_STREQ(json_path(object, "/dropped"), "{\"no room\":3,\"busy\":2}");
	EXPECT_STREQ(json_path(object, "/rows/1/values/comm"),
		     "\"\\u001b[31m\u202e\\\\xff\"");
	json_object_put(object);
}

/* Without a recipe, only numbers of events have a unit that is known. */
TEST(values_without_a_recipe_have_no_unit)
{
	static const char *const units[] = {
		"\"\"", "\"count\"", "\"\"", "\"\"", "\"percent\"", "\"\"", "\"count\"",
	};
	struct field fields[] = {
		{ .name = "comm", .role = FIELD_KEY },
		{ .name = "hitcount", .role = FIELD_HITCOUNT },
		{ .name = "lat.p99", .role = FIELD_STATISTIC },
		{ .name = "lat", .role = FIELD_SUM },
		{ .name = "lat.percent", .role = FIELD_SHARE },
		{ .name = "lat.dist", .role = FIELD_DISTRIBUTION },
		{ .name = "error", .role = FIELD_ERROR },
	};
	struct table table = { .fields = fields, .n_fields = 7, .n_keys = 1 };
	struct layout layout = {};
	json_object *object = json_tokener_parse(written(write_table_json, &table, &layout));

	for (size_t i = 0; i < ARRAY_SIZE(units); i++) {
		char path[32];

		snprintf(path, sizeof(path), "/columns/%zu/unit", i);
		EXPECT_STREQ(json_path(object, path), units[i]);
	}
	json_object_put(object);
}

TEST(values_without_a_unit_have_separators)
{
	struct layout layout = {};

	EXPECT(strstr(written(write_table_text, &task_table, &layout), "3,145,728"));
}

TEST(columns_of_the_same_name_stay_apart_in_json)
{
	struct recipe_column columns[] = {
		{ "hitcount", "Events", UNIT_COUNT, false },
		{ "hitcount", "Events", UNIT_COUNT, true },
		{ "nothing", "Nothing", UNIT_COUNT, false },
	};
	struct layout layout = { .columns = columns, .n_columns = 3, .sort = "hitcount" };
	json_object *object = json_tokener_parse(written(write_table_json, &task_table, &layout));

	EXPECT_STREQ(json_path(object, "/rows/1/values"),
		     "{\"hitcount\":8,\"hitcount#2\":4.0,\"nothing\":null}");
	json_object_put(object);
}

static struct field range_fields[] = {
	{ .name = "comm", .role = FIELD_KEY },
	{ .name = "lat", .modifier = "log2", .role = FIELD_KEY },
	{ .name = "hitcount", .role = FIELD_HITCOUNT },
};

static struct row range_rows[] = {
	ROW(TEXT("b"), RANGE(1024, 2047), NUMBER(4)),
	ROW(TEXT("a"), RANGE(8, 15), NUMBER(1)),
	ROW(TEXT("b"), RANGE(256, 511), NUMBER(32)),
};

static struct table range_table = {
	.fields = range_fields, .n_fields = 3, .n_keys = 2, .rows = range_rows, .n_rows = 3,
	.hits = 37, .begin = 0, .end = 1,
};

static struct recipe_column range_columns[] = {
	{ "comm", "Task", UNIT_NONE, false },
	{ "lat", "Wait", UNIT_US, false },
};

#define FIVE	"\u2588\u2588\u2588\u2588\u2588"

TEST(distributions_show_gaps_and_eighths)
{
	struct layout layout = {
		.columns = range_columns, .n_columns = 2, .picture = PICTURE_DISTRIBUTION,
		.axis = "lat", .width = 50,
	};

	use_utf8();
	EXPECT_STREQ(written(write_table_text, &range_table, &layout),
		"Task b: 36 events\n"
		" 256 us - 511 us         32  " FIVE FIVE FIVE FIVE "\n"
		" 512 us - 1.02 ms         0\n"
		"1.02 ms - 2.05 ms         4  \u2588\u2588\u258c\n"
		"\n"
		"Task a: 1 event\n"
		"8 us - 15 us         1  " FIVE FIVE FIVE FIVE FIVE "\n");
}

TEST(distributions_in_ascii_and_on_narrow_terminals)
{
	struct layout layout = {
		.columns = range_columns, .n_columns = 2, .picture = PICTURE_DISTRIBUTION,
		.axis = "lat", .width = 20, .limit = 1,
	};

	setlocale(LC_CTYPE, "C");
	EXPECT_STREQ(written(write_table_text, &range_table, &layout),
		"Task b: 36 events\n"
		" 256 us        32\n"
		" 512 us         0\n"
		"1.02 ms         4\n"
		"\n1 more distribution: see --limit\n");
	layout.width = 30;
	EXPECT(strstr(written(write_table_text, &range_table, &layout),
		      " 256 us        32  ##########\n"
		      " 512 us         0\n"
		      "1.02 ms         4  #\n"));
}

static struct row open_rows[] = {
	ROW(TEXT("a"), RANGE(INT64_MIN, -1), NUMBER(1)),
	ROW(TEXT("a"), RANGE(0, 9), NUMBER(2)),
	ROW(TEXT("a"), RANGE(10, INT64_MAX), NUMBER(4)),
};

static struct table open_table = {
	.fields = range_fields, .n_fields = 3, .n_keys = 2, .rows = open_rows, .n_rows = 3,
	.hits = 7, .begin = 0, .end = 1,
};

TEST(open_ranges_have_no_number_at_their_open_end)
{
	struct recording recording = {
		.title = "Waits", .axis = "lat", .columns = range_columns, .n_columns = 2,
		.intervals = &open_table, .n_intervals = 1,
	};
	struct layout layout = {
		.columns = range_columns, .n_columns = 2, .picture = PICTURE_DISTRIBUTION,
		.axis = "lat", .width = 40,
	};
	char *text;
	size_t size;
	FILE *out;

	setlocale(LC_CTYPE, "C");
	EXPECT_STREQ(written(write_table_text, &open_table, &layout),
		"Task a: 7 events\n"
		"up to -1 us           1  ####\n"
		" 0 ns - 9 us          2  #######\n"
		"10 us or more         4  ##############\n");
	layout.width = 30;
	EXPECT(strstr(written(write_table_text, &open_table, &layout), "\n less         1  ##"));
	out = open_memstream(&text, &size);
	EXPECT_EQ(write_heatmap_text(out, &recording, 22, false), STATUS_OK);
	fclose(out);
	texts[n_texts++] = text;
	EXPECT(strstr(text, "\n     less "));
	EXPECT(!strstr(text, "ky"));
}

static struct field dist_fields[] = {
	{ .name = "comm", .role = FIELD_KEY },
	{ .name = "hitcount", .role = FIELD_HITCOUNT },
	{ .name = "lat.dist", .role = FIELD_DISTRIBUTION },
};

static struct bucket dist_buckets[] = { { 8, 15, 1 } };
static struct distribution dist_distribution = { 2, dist_buckets, 1 };

#define DIST_ROW(s)	{								\
	.cells = (struct cell[]){ TEXT(s), NUMBER(1), MISSING },			\
	.distributions = &dist_distribution, .n_distributions = 1,			\
}

static struct row dist_rows[] = {
	DIST_ROW("a"), DIST_ROW("b"), DIST_ROW("c"), DIST_ROW("d"), DIST_ROW("e"),
};

TEST(a_table_is_followed_by_few_distributions)
{
	struct table table = {
		.fields = dist_fields, .n_fields = 3, .n_keys = 1, .rows = dist_rows, .n_rows = 5,
		.hits = 5,
	};
	struct layout layout = { .picture = PICTURE_DISTRIBUTION, .limit = 20 };
	char *text;

	text = written(write_table_text, &table, &layout);
	EXPECT(strstr(text, "comm a: 1 event\n") && strstr(text, "comm c: 1 event\n"));
	EXPECT(!strstr(text, "comm d: "));
	EXPECT(strstr(text, "\n2 more distributions: see --limit\n"));
	layout.distributions = 20;
	text = written(write_table_text, &table, &layout);
	EXPECT(strstr(text, "comm e: 1 event\n") && !strstr(text, "more distribution"));
}

static struct range_axis axis_of(size_t max, size_t n, const int64_t (*ranges)[2])
{
	struct range_axis axis = {};

	for (size_t i = 0; i < n; i++) {
		struct range range = {
			.first = ranges[i][0], .last = ranges[i][1],
			.open_first = ranges[i][0] == INT64_MIN,
			.open_last = ranges[i][1] == INT64_MAX,
		};

		EXPECT(ranges_add(&range, 1, &axis));
	}
	EXPECT(ranges_complete(&axis, max));
	return axis;
}

static void expect_range(const struct range_axis *axis, size_t i, int64_t first, int64_t last)
{
	EXPECT(i < axis->n);
	EXPECT_EQ(axis->ranges[i].first, first);
	EXPECT_EQ(axis->ranges[i].last, last);
}

TEST(gaps_between_powers_of_two_are_filled)
{
	static const int64_t ranges[][2] = { { 64, 127 }, { -3, -2 }, { 4, 7 }, { 64, 127 } };
	struct range_axis axis = axis_of(60, 4, ranges);

	EXPECT_EQ(axis.n, 10);
	expect_range(&axis, 0, -3, -2);
	expect_range(&axis, 2, 0, 0);
	expect_range(&axis, 4, 2, 3);
	expect_range(&axis, 9, 64, 127);
	ranges_free(&axis);
}

TEST(ranges_that_end_with_powers_of_two_are_filled)
{
	static const int64_t ranges[][2] = { { 33, 64 }, { 3, 4 }, { 0, 1 } };
	struct range_axis axis = axis_of(60, 3, ranges);

	EXPECT_EQ(axis.n, 7);
	expect_range(&axis, 1, 2, 2);
	expect_range(&axis, 3, 5, 8);
	expect_range(&axis, 6, 33, 64);
	ranges_free(&axis);
}

TEST(ranges_of_one_width_are_filled_and_joined)
{
	static const int64_t ranges[][2] = {
		{ 100, 109 }, { INT64_MIN, 99 }, { 130, 139 }, { 1000, INT64_MAX }, { 1090, 1099 },
	};
	static const int64_t far[][2] = { { 0, 9 }, { 1000000000, 1000000009 } };
	struct range_axis axis = axis_of(52, 4, ranges);

	EXPECT_EQ(axis.n, 6);
	expect_range(&axis, 2, 110, 119);
	expect_range(&axis, 4, 130, 139);
	EXPECT(axis.ranges[0].open_first && axis.ranges[5].open_last);
	ranges_free(&axis);

	axis = axis_of(60, 2, far);
	EXPECT(axis.n <= 60 && axis.n > 30);
	EXPECT(axis.ranges[axis.n - 1].last >= 1000000009);
	ranges_free(&axis);
}

TEST(any_ranges_make_an_axis_that_contains_them)
{
	u64 state = 7;

	for (int round = 0; round < 2000; round++) {
		struct range_axis axis = {};
		struct range added[40];
		size_t n = 1 + test_random(&state) % 40, max = 4 + test_random(&state) % 60;

		for (size_t i = 0; i < n; i++) {
			int shift = test_random(&state) % 64;
			int64_t a = (int64_t)test_random(&state) >> shift;
			int64_t b = (int64_t)test_random(&state) >> shift;

			added[i] = (struct range) {
				.first = a < b ? a : b, .last = a < b ? b : a,
				.open_first = (a < b ? a : b) == INT64_MIN,
				.open_last = (a < b ? b : a) == INT64_MAX,
			};
			EXPECT(ranges_add(added + i, 1, &axis));
		}
		EXPECT(ranges_complete(&axis, max));
		EXPECT(axis.n >= 1 && axis.n <= max);
		for (size_t i = 1; i < axis.n; i++)
			EXPECT(axis.ranges[i - 1].last < axis.ranges[i].first);
		for (size_t i = 0; i < n; i++) {
			size_t found = ranges_find(&axis, added + i);

			EXPECT(axis.ranges[found].first <= added[i].first);
			EXPECT(axis.ranges[found].last >= added[i].last);
		}
		ranges_free(&axis);
	}
}

static struct table range_intervals[3];

static struct recording range_recording(void)
{
	for (int i = 0; i < 3; i++) {
		range_intervals[i] = range_table;
		range_intervals[i].begin = 10 + i;
		range_intervals[i].end = 11 + i;
	}
	range_intervals[1].n_rows = 0;
	range_intervals[2].hits = 40;
	range_intervals[2].dropped = 2;
	return (struct recording) {
		.title = "Waits", .columns = range_columns, .n_columns = 2, .axis = "lat",
		.intervals = range_intervals, .n_intervals = 3,
	};
}

TEST(a_heat_map_counts_by_interval_and_range)
{
	struct recording recording = range_recording();
	struct heat heat;

	EXPECT_EQ(heat_init(&heat, &recording, 60, 100), STATUS_OK);
	EXPECT_EQ(heat.axis.n, 8);
	EXPECT_EQ(heat.n_columns, 3);
	EXPECT_EQ(heat.counts[0], 1);
	EXPECT_EQ(heat.counts[5], 32);
	EXPECT_EQ(heat.counts[8 + 5], 0);
	EXPECT_EQ(heat.counts[16 + 7], 4);
	EXPECT_EQ(heat.shown, 74);
	/* 37 events of the interval without rows, 3 of the last one, and 2 that were dropped */
	EXPECT_EQ(heat.missing, 42);
	EXPECT(heat.has_time && !heat.logarithmic);
	EXPECT_EQ(heat_level(&heat, 0, 20), 0);
	EXPECT_EQ(heat_level(&heat, 1, 20), 1);
	EXPECT_EQ(heat_level(&heat, 32, 20), 20);
	heat_free(&heat);

	EXPECT_EQ(heat_init(&heat, &recording, 4, 2), STATUS_OK);
	EXPECT_EQ(heat.n_columns, 2);
	EXPECT_EQ(heat.joined, 2);
	EXPECT(heat.axis.n <= 4);
	EXPECT_EQ(heat.shown, 74);
	heat_free(&heat);
}

TEST(colours_are_logarithmic_if_counts_differ_a_lot)
{
	struct heat heat = { .smallest = 1, .largest = 10000, .logarithmic = true };

	EXPECT_EQ(heat_level(&heat, 1, 20), 1);
	EXPECT_EQ(heat_level(&heat, 100, 20), 11);
	EXPECT_EQ(heat_level(&heat, 10000, 20), 20);
}

TEST(times_that_do_not_ascend_become_numbers_of_intervals)
{
	struct recording recording = range_recording();
	double begins[3], ends[3];

	EXPECT(recording_times(&recording, begins, ends));
	EXPECT(begins[2] == 2 && ends[2] == 3);
	range_intervals[1].begin = NAN;
	EXPECT(!recording_times(&recording, begins, ends));
	EXPECT(begins[2] == 2 && ends[2] == 3);
	range_intervals[1].begin = 5;
	EXPECT(!recording_times(&recording, begins, ends));
	range_intervals[1].begin = 11;
	range_intervals[1].end = INFINITY;
	EXPECT(!recording_times(&recording, begins, ends));
}

static bool two_intervals_have_times(double begin, double end, double next_begin, double next_end)
{
	struct table intervals[] = {
		{ .begin = begin, .end = end }, { .begin = next_begin, .end = next_end },
	};
	struct recording recording = { .intervals = intervals, .n_intervals = 2 };
	double begins[2], ends[2];
	bool valid = recording_times(&recording, begins, ends);

	EXPECT(valid || (begins[1] == 1 && ends[1] == 2));
	return valid;
}

/* An axis needs a length: with a length of 0, a picture would never be complete. */
TEST(times_that_are_too_short_become_numbers_of_intervals)
{
	EXPECT(two_intervals_have_times(0, 0.0005, 0.0004, 0.001));
	EXPECT(!two_intervals_have_times(0, 5e-324, 5e-324, 1e-323));
	EXPECT(!two_intervals_have_times(0, 0.0005, -0.0005, 0));
	EXPECT(!two_intervals_have_times(0, 0.0005, -0.0004, 0.0001));
}

TEST(a_heat_map_in_the_terminal)
{
	struct recording recording = range_recording();
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	setlocale(LC_CTYPE, "C");
	EXPECT_EQ(write_heatmap_text(out, &recording, 22, false), STATUS_OK);
	fclose(out);
	texts[n_texts++] = text;
	EXPECT_STREQ(text,
		"Waits\n"
		"  1.02 ms ::::    ::::\n"
		"   512 us             \n"
		"   256 us @@@@    @@@@\n"
		"   128 us             \n"
		"    64 us             \n"
		"    32 us             \n"
		"    16 us             \n"
		"     8 us ....    ....\n"
		"          0\n"
		"Events: 1 .:-=+*#%@ 32\n"
		"Not in the picture: 42 events\n");
}

TEST(a_heat_map_without_ranges_is_an_error)
{
	struct recording recording = {
		.recipe = "tasks", .intervals = &task_table, .n_intervals = 1,
	};
	FILE *out = fopen("/dev/null", "w");

	EXPECT_EQ(write_heatmap_text(out, &recording, 80, false), STATUS_INPUT);
	EXPECT_EQ(write_heatmap_svg(out, &recording), STATUS_INPUT);
	EXPECT_EQ(write_flame_svg(out, &recording), STATUS_INPUT);
	fclose(out);
}

static void expect_time(double seconds, double step, const char *expected)
{
	char buf[32];

	EXPECT_STREQ(format_time(buf, sizeof(buf), seconds, step), expected);
}

TEST(axes_have_round_steps)
{
	EXPECT(nice_step(10, 5) == 2);
	EXPECT(nice_step(99, 5) == 20);
	EXPECT(nice_step(0.3, 5) == 0.1);
	EXPECT(nice_step(5e-324, 5) > 0);
	EXPECT(nice_time_step(30, 8) == 5);
	EXPECT(nice_time_step(600, 10) == 60);
	EXPECT(nice_time_step(86400, 8) == 10800);
	EXPECT(nice_time_step(864000, 5) == 172800);
	expect_time(0, 5, "0");
	expect_time(15, 5, "15 s");
	expect_time(90, 30, "1:30 min");
	expect_time(300, 60, "5 min");
	expect_time(5400, 1800, "1:30 h");
	expect_time(0.25, 0.05, "0.25 s");
	expect_time(172800, 86400, "2 d");
}

TEST(utf8_is_decoded_strictly)
{
	static const char *const wrong[] = {
		"\x80", "\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xff",
		"\xe2\x82", "\xf0\x9f\x92",
	};
	const char *text = "a\u00e9\u20ac\U0001f4a9";

	EXPECT_EQ(utf8_next(&text), 'a');
	EXPECT_EQ(utf8_next(&text), 0xe9);
	EXPECT_EQ(utf8_next(&text), 0x20ac);
	EXPECT_EQ(utf8_next(&text), 0x1f4a9);
	EXPECT_EQ(utf8_next(&text), 0);
	EXPECT_EQ(utf8_next(&text), 0);
	for (size_t i = 0; i < ARRAY_SIZE(wrong); i++) {
		text = wrong[i];
		EXPECT_EQ(utf8_next(&text), UTF8_INVALID);
		EXPECT_EQ(text - wrong[i], 1);
		EXPECT(!utf8_is_valid(wrong[i]));
	}
	EXPECT(utf8_is_valid(""));
	EXPECT(utf8_is_valid("a\u00e9\u20ac\U0001f4a9"));
	EXPECT(!utf8_is_valid("a\u00e9\xff"));
	EXPECT(!utf8_is_safe(UTF8_INVALID));
	EXPECT(!utf8_is_safe('\t'));
	EXPECT(utf8_is_safe_or_space('\t'));
	EXPECT(!utf8_is_safe_or_space('\r'));
	EXPECT(has_control_characters("a\x7f"));
	EXPECT(!has_control_characters("a\xff\xc2\x85"));
}
