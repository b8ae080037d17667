// SPDX-License-Identifier: GPL-2.0-only
/*
 * Filter files: a valid filter replaces the one in force, and a rejected one
 * changes nothing and is explained in the file and in the error log.
 *
 * The test has a subsystem of three events. Two of them have all fields of the
 * mock event, the third one has only common_pid.
 */
#include <linux/kernel.h>
#include <linux/string.h>
#include <linux/trace_seq.h>

#include "filter/compile/event_resolver.h"
#include "filter/filter.h"
#include "filter/limits.h"
#include "filter/tests/mock_event.h"
#include "harness.h"
#include "trace.h"

/* Protects the filters. These tests never contend for it. */
struct mutex event_mutex;

static struct event_filter system_filter;
static struct event_subsystem subsystem = { .name = "system", .filter = &system_filter };
static struct trace_array tr = { .events = LIST_HEAD_INIT(tr.events) };
static struct trace_subsystem_dir dir = { .subsystem = &subsystem, .tr = &tr, .nr_events = 3 };

static struct trace_event_class class = { .system = "system" };
static struct tracepoint tps[] = { { .name = "first" }, { .name = "second" }, { .name = "plain" } };
static struct trace_event_call calls[ARRAY_SIZE(tps)];
static struct trace_event_file files[ARRAY_SIZE(tps)];

static bool has_all_fields(const struct filter_resolver *resolver)
{
	return container_of(resolver, struct filter_event_resolver, resolver)->call != &calls[2];
}

static int find_field(const struct filter_resolver *resolver, const char *name,
		      struct filter_field *out)
{
	if (!has_all_fields(resolver) && strcmp(name, "common_pid"))
		return -ENOENT;
	return mock_resolver.ops->find_field(&mock_resolver, name, out);
}

static void suggest_field(const struct filter_resolver *resolver,
			  struct trace_suggestion *suggestion)
{
	trace_suggest_offer(suggestion, "common_pid");
}

const struct filter_resolver_ops filter_event_resolver_ops = {
	.find_field = find_field,
	.suggest_field = suggest_field,
};

/* Filters that use the per-CPU buffers of filtered events */
static int n_buffered;

void trace_buffered_event_enable(void)
{
	n_buffered++;
}

void trace_buffered_event_disable(void)
{
	n_buffered--;
}

/* Error log: number of entries, and the last one */
static unsigned int n_logged;
static const char *logged_message;
static u16 logged_place;

void tracing_log_err_hint(struct trace_array *where_tr, const char *where, const char *cmd,
			  const char **messages, u8 type, u16 pos, const char *hint)
{
	EXPECT(where_tr == &tr);
	EXPECT(pos <= strlen(cmd));
	n_logged++;
	logged_message = messages[type];
	logged_place = pos;
}

static void set_up(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(files); i++) {
		calls[i] = (struct trace_event_call){ .class = &class, .tp = &tps[i] };
		files[i] = (struct trace_event_file){
			.event_call = &calls[i], .tr = &tr, .system = &dir,
		};
		list_add_tail(&files[i].list, &tr.events);
	}
}

static int write_file(struct trace_event_file *file, const char *text)
{
	char *copy = strdup(text);
	int ret;

	n_logged = 0;
	mutex_lock(&event_mutex);
	ret = apply_event_filter(file, copy);
	mutex_unlock(&event_mutex);
	free(copy);
	return ret;
}

static int write_system(const char *text)
{
	char *copy = strdup(text);
	int ret;

	n_logged = 0;
	ret = apply_subsystem_event_filter(&dir, copy);
	free(copy);
	return ret;
}

static const char *contents(struct trace_event_file *file)
{
	static struct trace_seq s;

	trace_seq_init(&s);
	if (file)
		print_event_filter(file, &s);
	else
		print_subsystem_event_filter(&subsystem, &s);
	EXPECT(!s.full);
	s.buffer[s.seq.len] = '\0';
	return s.buffer;
}

/* Remove all filters, and check that nothing is left of them. */
static void tear_down(void)
{
	unsigned int i;

	EXPECT_EQ(write_system("0"), 0);
	for (i = 0; i < ARRAY_SIZE(files); i++) {
		EXPECT(!files[i].filter);
		EXPECT(!(files[i].flags & EVENT_FILE_FL_FILTERED));
	}
	EXPECT_EQ(n_buffered, 0);
	EXPECT_EQ(shim_allocs(), 0);
}

TEST(filter_is_set_replaced_and_cleared)
{
	set_up();
	EXPECT_STREQ(contents(&files[0]), "none\n");
	EXPECT_EQ(write_file(&files[0], " u8 == 5\n"), 0);
	EXPECT_STREQ(contents(&files[0]), "u8 == 5\n");
	EXPECT(files[0].flags & EVENT_FILE_FL_FILTERED);
	EXPECT_EQ(write_file(&files[0], "u8 == 6"), 0);
	EXPECT_STREQ(contents(&files[0]), "u8 == 6\n");
	EXPECT_EQ(n_buffered, 1);
	EXPECT_EQ(write_file(&files[0], " 0\n"), 0);
	EXPECT_STREQ(contents(&files[0]), "none\n");
	EXPECT_EQ(n_logged, 0);
	tear_down();
}

TEST(rejected_filter_changes_nothing)
{
	set_up();
	EXPECT_EQ(write_file(&files[0], "u8 == 1 && nosuch == 2"), -EINVAL);
	EXPECT_EQ(n_logged, 1);
	EXPECT_STREQ(logged_message, "Field not found");
	EXPECT_STREQ(contents(&files[0]),
		     "u8 == 1 && nosuch == 2\n"
		     "           ^\n"
		     "parse_error: Field not found\n"
		     "in force: none\n");
	EXPECT(!(files[0].flags & EVENT_FILE_FL_FILTERED));

	EXPECT_EQ(write_file(&files[0], "u8 == 5"), 0);
	EXPECT_EQ(write_file(&files[0], "common_pit\t== 2"), -EINVAL);
	EXPECT_STREQ(contents(&files[0]),
		     "common_pit == 2\n"
		     "^\n"
		     "parse_error: Field not found, did you mean common_pid?\n"
		     "in force: u8 == 5\n");
	EXPECT(files[0].flags & EVENT_FILE_FL_FILTERED);
	tear_down();
}

/* The subsystem's file sets the filter of each event that has the fields. */
TEST(subsystem_filter)
{
	set_up();
	EXPECT_EQ(write_system("common_pid == 1"), 0);
	EXPECT_EQ(write_system("u8 == 1"), 0);
	EXPECT_EQ(n_logged, 0);
	EXPECT_STREQ(contents(&files[0]), "u8 == 1\n");
	EXPECT_STREQ(contents(&files[1]), "u8 == 1\n");
	EXPECT_STREQ(contents(&files[2]), "common_pid == 1\n");
	EXPECT_EQ(contents(NULL)[0], '#');

	/* The error that is furthest to the right is reported. */
	EXPECT_EQ(write_system("u8 == 1 && u8 < -1"), -EINVAL);
	EXPECT_EQ(n_logged, 1);
	EXPECT_EQ(logged_place, strlen("u8 == 1 && u8 < "));
	EXPECT_STREQ(contents(NULL),
		     "u8 == 1 && u8 < -1\n"
		     "                ^\n"
		     "parse_error: Field is unsigned and never negative\n");
	EXPECT_STREQ(contents(&files[0]), "u8 == 1\n");
	tear_down();
	EXPECT_EQ(contents(NULL)[0], '#');

	dir.nr_events = 0;
	EXPECT_EQ(write_system("common_pid == 1"), -ENODEV);
	dir.nr_events = ARRAY_SIZE(files);
}

/* "common_pid == 1" with blanks before the 1, of @len bytes. */
static const char *text_of(size_t len)
{
	static char text[2 * FILTER_FILE_TEXT_MAX];

	sprintf(text, "common_pid ==%*d", (int)(len - strlen("common_pid ==")), 1);
	return text;
}

/* A text that is too long is explained like any other error. */
TEST(length_of_text_is_limited)
{
	static const char message[] = "Filter is too long for a file, at most 4095 bytes";
	char blanks[FILTER_FILE_TEXT_MAX + 2];

	set_up();
	EXPECT_EQ(write_file(&files[0], text_of(FILTER_FILE_TEXT_MAX)), 0);
	EXPECT_EQ(write_file(&files[0], text_of(FILTER_FILE_TEXT_MAX + 1)), -EINVAL);
	EXPECT_EQ(n_logged, 1);
	EXPECT_STREQ(logged_message, message);
	EXPECT_EQ(logged_place, FILTER_FILE_TEXT_MAX);
	EXPECT_EQ(write_system(text_of(FILTER_FILE_TEXT_MAX + 1)), -EINVAL);
	EXPECT_EQ(n_logged, 1);
	EXPECT_STREQ(logged_message, message);
	EXPECT(strstr(contents(NULL), message));

	/* Trailing blanks count: the text may have been cut off behind them. */
	memset(blanks, ' ', sizeof(blanks) - 1);
	blanks[0] = '0';
	blanks[sizeof(blanks) - 1] = '\0';
	EXPECT_EQ(write_file(&files[0], blanks), -EINVAL);
	EXPECT_STREQ(logged_message, message);
	tear_down();
}

/* The file shows the filter in force completely, and enough of a long rejected one. */
TEST(long_filters_are_shown)
{
	char long_text[FILTER_FILE_TEXT_MAX + 1];
	const char *shown, *rest;
	size_t len;

	set_up();
	EXPECT_EQ(write_file(&files[0], text_of(FILTER_FILE_TEXT_MAX)), 0);
	for (len = 1; len <= FILTER_FILE_TEXT_MAX; len = len < 16 ? len + 1 : len * 5 / 4) {
		memset(long_text, '(', len);
		long_text[len] = '\0';
		EXPECT_EQ(write_file(&files[0], long_text), -EINVAL);
		shown = contents(&files[0]);
		EXPECT(!memcmp(shown, long_text, min_t(size_t, len, FILTER_FILE_SHOWN_MAX)));
		/* The caret is at the end of the text, or below the first dot. */
		EXPECT_EQ(strchr(shown, '^') - strchr(shown, '\n') - 1,
			  min_t(size_t, len, FILTER_FILE_SHOWN_MAX));
		EXPECT_EQ(!strstr(shown, "(...\n"), len <= FILTER_FILE_SHOWN_MAX);
		rest = strstr(shown, "\nin force: ");
		EXPECT(rest && !strncmp(rest + strlen("\nin force: "),
					text_of(FILTER_FILE_TEXT_MAX), FILTER_FILE_TEXT_MAX));
	}
	tear_down();
}

/* Fail each allocation in turn: the filter in force stays, or is replaced. */
TEST(each_allocation_fails_once)
{
	unsigned long n;
	int ret;

	set_up();
	EXPECT_EQ(write_system("common_pid == 1"), 0);
	for (n = 1; n < 100; n++) {
		shim_fail_nth(n);
		ret = write_system("u8 == 2");
		if (!shim_failed())
			break;
		EXPECT_EQ(ret, -ENOMEM);
		EXPECT_STREQ(contents(&files[0]), "common_pid == 1\n");
		EXPECT_STREQ(contents(&files[1]), "common_pid == 1\n");
		EXPECT_EQ(n_buffered, 3);
	}
	EXPECT(n > 10);
	EXPECT_EQ(ret, 0);

	/* An error that cannot be stored is still returned. */
	EXPECT_EQ(write_file(&files[0], "0"), 0);
	for (n = 1; n < 100; n++) {
		shim_fail_nth(n);
		ret = write_file(&files[0], "nosuch == 1");
		if (!shim_failed())
			break;
		EXPECT(ret == -ENOMEM || ret == -EINVAL);
		EXPECT(!(files[0].flags & EVENT_FILE_FL_FILTERED));
		EXPECT(n_logged <= 1);
	}
	EXPECT(n > 5);
	tear_down();
}
