// SPDX-License-Identifier: GPL-2.0
/*
 * Test the event core with events of a class of its own: their registration, their state in the top
 * instance, steps that fail, and their removal.
 */
#include <kunit/test.h>
#include <linux/cleanup.h>
#include <linux/mutex.h>
#include <linux/string.h>

#include "../apply.h"
#include "../core.h"
#include "../enable.h"

/* Calls of the class's reg() that were made, and what it returns. */
static struct {
	int registered;
	int error;
} probe;

static int fake_reg(struct trace_event_call *call, enum trace_reg type, void *data)
{
	if (type == TRACE_REG_REGISTER) {
		if (probe.error)
			return probe.error;
		probe.registered++;
	} else if (type == TRACE_REG_UNREGISTER) {
		probe.registered--;
	}
	return 0;
}

static struct trace_event_fields fake_fields[] = {
	{ .type = "u8", .name = "small", .size = 1, .align = 1 },
	{ .type = "u64", .name = "large", .size = 8, .align = 8 },
	{ .type = "char[LENGTH]", .name = "text", .size = 16, .align = 1, .len = 16 },
	{}
};

static struct trace_event_class fake_class = {
	.system = "kunit_events",
	.reg = fake_reg,
	.fields_array = fake_fields,
	.fields = LIST_HEAD_INIT(fake_class.fields),
	.raw_init = trace_event_raw_init,
};

static enum print_line_t print_nothing(struct trace_iterator *iter, int flags,
				       struct trace_event *event)
{
	return TRACE_TYPE_HANDLED;
}

static struct trace_event_functions fake_functions = { .trace = print_nothing };

static struct trace_event_call fake_call = {
	.class = &fake_class,
	.name = "fake",
	.event.funcs = &fake_functions,
	.print_fmt = "\"%s %llu\", REC->text, REC->large",
	.flags = TRACE_EVENT_FL_DYNAMIC,
};

static int add_event(void)
{
	guard(mutex)(&event_mutex);
	/* Registering the event assigns a new number. */
	fake_call.event.type = 0;
	return trace_add_event_call(&fake_call);
}

static int remove_event(void)
{
	guard(mutex)(&event_mutex);
	return trace_remove_event_call(&fake_call);
}

static struct trace_event_file *find_file(void)
{
	guard(mutex)(&event_mutex);
	return find_event_file(top_trace_array(), "kunit_events", "fake");
}

static int enable(struct trace_event_file *file, bool on, bool soft)
{
	guard(mutex)(&event_mutex);
	return trace_event_enable_disable(file, on, soft);
}

static int select(const char *word, struct trace_diag *diag)
{
	*diag = (struct trace_diag){};
	guard(mutex)(&event_mutex);
	return event_select(top_trace_array(), word, diag);
}

/* Part of a state: the event has users of soft mode. No flag of an event has this value. */
#define SOFT_MODE	BIT(31)

/* Flags that say how an event is used; 0 if it is not used. */
static unsigned long state(const struct trace_event_file *file)
{
	if (!(file->flags & EVENT_FILE_FL_ENABLED))
		return 0;
	return (file->flags & (EVENT_FILE_FL_ENABLED | EVENT_FILE_FL_SOFT_DISABLED)) |
	       (event_file_in_soft_mode(file) ? SOFT_MODE : 0);
}

static int events_test_init(struct kunit *test)
{
	probe.registered = 0;
	probe.error = 0;
	KUNIT_ASSERT_EQ(test, add_event(), 0);
	return 0;
}

static void events_test_exit(struct kunit *test)
{
	struct trace_event_file *file = find_file();

	if (file) {
		enable(file, false, false);
		remove_event();
	}
}

static void test_fields(struct kunit *test)
{
	static const struct {
		const char *name;
		int offset;
		int size;
	} expected[] = {
		{ "small", 8, 1 }, { "large", 16, 8 }, { "text", 24, 16 },
		{ "common_type", 0, 2 }, { "common_pid", 4, 4 },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(expected); i++) {
		struct ftrace_event_field *field =
			trace_find_event_field(&fake_call, (char *)expected[i].name);

		KUNIT_ASSERT_NOT_NULL_MSG(test, field, "%s", expected[i].name);
		KUNIT_EXPECT_EQ(test, field->offset, expected[i].offset);
		KUNIT_EXPECT_EQ(test, field->size, expected[i].size);
	}
	KUNIT_EXPECT_NULL(test, trace_find_event_field(&fake_call, "nosuch"));
	KUNIT_EXPECT_EQ(test, trace_event_get_offsets(&fake_call), 40);
	KUNIT_EXPECT_EQ(test, trace_find_event_field(&fake_call, "comm")->filter_type,
			FILTER_COMM);
}

/* Each step, and the state of the event behind it. */
static void test_soft_mode(struct kunit *test)
{
	static const struct {
		bool on;
		bool soft;
		unsigned long state;
		bool records;
	} steps[] = {
		{ true, false, EVENT_FILE_FL_ENABLED, true },
		{ true, false, EVENT_FILE_FL_ENABLED, true },
		{ true, true, EVENT_FILE_FL_ENABLED | SOFT_MODE, true },
		{ false, false, EVENT_FILE_FL_ENABLED | SOFT_MODE |
				EVENT_FILE_FL_SOFT_DISABLED, false },
		{ true, true, EVENT_FILE_FL_ENABLED | SOFT_MODE |
			      EVENT_FILE_FL_SOFT_DISABLED, false },
		{ false, true, EVENT_FILE_FL_ENABLED | SOFT_MODE |
			       EVENT_FILE_FL_SOFT_DISABLED, false },
		{ false, true, 0, false },
		{ false, false, 0, false },
		{ true, true, EVENT_FILE_FL_ENABLED | SOFT_MODE |
			      EVENT_FILE_FL_SOFT_DISABLED, false },
		{ true, false, EVENT_FILE_FL_ENABLED | SOFT_MODE, true },
		{ false, true, EVENT_FILE_FL_ENABLED, true },
		{ false, false, 0, false },
	};
	struct trace_event_file *file = find_file();
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, file);
	for (i = 0; i < ARRAY_SIZE(steps); i++) {
		KUNIT_ASSERT_EQ(test, enable(file, steps[i].on, steps[i].soft), 0);
		KUNIT_EXPECT_EQ_MSG(test, state(file), steps[i].state, "step %u", i);
		KUNIT_EXPECT_EQ_MSG(test, event_file_records(file), steps[i].records, "step %u", i);
		KUNIT_EXPECT_EQ_MSG(test, probe.registered, !!steps[i].state, "step %u", i);
	}
	KUNIT_EXPECT_EQ(test, atomic_read(&file->sm_ref), 0);
}

static void test_probe_that_fails(struct kunit *test)
{
	struct trace_event_file *file = find_file();

	KUNIT_ASSERT_NOT_NULL(test, file);
	probe.error = -ENOMEM;
	KUNIT_EXPECT_EQ(test, enable(file, true, false), -ENOMEM);
	KUNIT_EXPECT_EQ(test, enable(file, true, true), -ENOMEM);
	KUNIT_EXPECT_EQ(test, file->flags & ~EVENT_FILE_FL_PID_FILTER, 0);
	KUNIT_EXPECT_EQ(test, atomic_read(&file->sm_ref), 0);

	probe.error = 0;
	KUNIT_EXPECT_EQ(test, enable(file, true, true), 0);
	KUNIT_EXPECT_EQ(test, enable(file, false, true), 0);
	KUNIT_EXPECT_EQ(test, state(file), 0);
}

static void test_removal(struct kunit *test)
{
	struct trace_event_file *file = find_file();

	KUNIT_ASSERT_NOT_NULL(test, file);
	KUNIT_ASSERT_EQ(test, enable(file, true, true), 0);
	KUNIT_EXPECT_EQ(test, remove_event(), -EBUSY);
	KUNIT_EXPECT_PTR_EQ(test, find_file(), file);
	KUNIT_ASSERT_EQ(test, enable(file, false, true), 0);
	KUNIT_EXPECT_EQ(test, remove_event(), 0);
	KUNIT_EXPECT_NULL(test, find_file());
	KUNIT_EXPECT_TRUE(test, list_empty(&fake_class.fields));
	/* An event can be added again. */
	KUNIT_EXPECT_EQ(test, add_event(), 0);
	KUNIT_EXPECT_NOT_NULL(test, find_file());
}

static void test_words(struct kunit *test)
{
	struct trace_event_file *file = find_file();
	struct trace_diag diag;

	KUNIT_ASSERT_NOT_NULL(test, file);
	KUNIT_EXPECT_EQ(test, select("kunit_events:*", &diag), 0);
	KUNIT_EXPECT_TRUE(test, event_file_records(file));
	KUNIT_EXPECT_EQ(test, select("!fak?", &diag), 0);
	KUNIT_EXPECT_FALSE(test, event_file_records(file));

	probe.error = -EIO;
	KUNIT_EXPECT_EQ(test, select("fake", &diag), -EIO);
	KUNIT_EXPECT_EQ(test, diag.code, 0);
	probe.error = 0;

	KUNIT_EXPECT_EQ(test, select("kunit_events:fakee", &diag), -EINVAL);
	KUNIT_EXPECT_EQ(test, diag.code, EVENT_SELECT_NO_EVENT);
	KUNIT_EXPECT_STREQ(test, diag.hint, "kunit_events:fake");
	/* A dynamic event belongs to no module. */
	KUNIT_EXPECT_EQ(test, select("!fake:mod:nosuch", &diag), -EINVAL);
	KUNIT_EXPECT_EQ(test, diag.code, EVENT_SELECT_NO_EVENT_OF_MODULE);
}

static struct kunit_case events_cases[] = {
	KUNIT_CASE(test_fields),
	KUNIT_CASE(test_soft_mode),
	KUNIT_CASE(test_probe_that_fails),
	KUNIT_CASE(test_removal),
	KUNIT_CASE(test_words),
	{}
};

static struct kunit_suite events_suite = {
	.name = "events",
	.init = events_test_init,
	.exit = events_test_exit,
	.test_cases = events_cases,
};

kunit_test_suite(events_suite);
