// SPDX-License-Identifier: GPL-2.0
/*
 * Test the in-kernel API to define and delete synthetic events (synth/api/define.c).
 *
 * The tests check the text of a command after every call, that a rejected call leaves the command
 * unchanged, and that an event in use cannot be deleted. They run in process context.
 */
#include <kunit/test.h>
#include <linux/cleanup.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../../trace.h"
#include "synth_test.h"

#define NAME	"kunit_gen"

/* A mock module. The code under test compares the pointer and never dereferences it. */
static char some_module[8];

static struct module *a_module(void)
{
	return (struct module *)some_module;
}

/* Create a command with a buffer of @maxlen bytes. */
static struct dynevent_cmd *new_cmd(struct kunit *test, int maxlen)
{
	struct dynevent_cmd *cmd = kunit_kzalloc(test, sizeof(*cmd), GFP_KERNEL);
	char *buf = kunit_kmalloc(test, max(maxlen, 1), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, cmd);
	KUNIT_ASSERT_NOT_NULL(test, buf);
	synth_event_cmd_init(cmd, buf, maxlen);
	return cmd;
}

/* Create a command that defines an event with one field so far. */
static struct dynevent_cmd *started_cmd(struct kunit *test)
{
	struct dynevent_cmd *cmd = new_cmd(test, MAX_DYNEVENT_CMD_LEN);

	KUNIT_ASSERT_EQ(test, synth_event_gen_cmd_start(cmd, NAME, NULL, "u64", "first"), 0);
	return cmd;
}

static void expect_text(struct kunit *test, const struct dynevent_cmd *cmd, const char *text)
{
	KUNIT_EXPECT_STREQ(test, cmd->seq.buffer, text);
	KUNIT_EXPECT_EQ(test, cmd->seq.len, strlen(text));
}

/* Return the names of the fields of an event in their order, separated by blanks. */
static const char *fields_of(struct kunit *test, const char *name)
{
	char *names = kunit_kzalloc(test, 512, GFP_KERNEL);
	struct synth_event *event;
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, names);
	guard(mutex)(&event_mutex);
	event = find_synth_event(name);
	for (i = 0; event && i < event->layout->n_fields; i++) {
		strlcat(names, i ? " " : "", 512);
		strlcat(names, event->layout->fields[i].name, 512);
	}
	return names;
}

static struct module *owner_of(const char *name)
{
	struct synth_event *event;

	guard(mutex)(&event_mutex);
	event = find_synth_event(name);
	return event ? event->owner : NULL;
}

static struct synth_field_desc two_fields[] = {
	{ .type = "pid_t", .name = "pid" },
	{ .type = "char[16]", .name = "comm" },
};

static void test_create(struct kunit *test)
{
	static struct synth_field_desc fields[] = {
		{ .type = "pid_t", .name = "next_pid_field" },
		{ .type = "char[16]", .name = "next_comm_field" },
		{ .type = "u64", .name = "ts_ns" },
		{ .type = "unsigned int", .name = "cpu" },
		{ .type = "char", .name = "text[64]" },
		{ .type = "char", .name = "dynamic[]" },
		{ .type = "unsigned long[]", .name = "stack" },
	};

	KUNIT_ASSERT_EQ(test, synth_event_create(NAME, fields, ARRAY_SIZE(fields), a_module()), 0);
	KUNIT_EXPECT_STREQ(test, fields_of(test, NAME),
			   "next_pid_field next_comm_field ts_ns cpu text dynamic stack");
	KUNIT_EXPECT_PTR_EQ(test, owner_of(NAME), a_module());
	KUNIT_EXPECT_EQ(test, synth_event_delete(NAME), 0);
	KUNIT_EXPECT_FALSE(test, synth_test_exists(NAME));
}

/* Invalid arguments of synth_event_create(). */
struct create_case {
	const char *desc;
	const char *name;
	struct synth_field_desc fields[2];
	unsigned int n_fields;
};

static const struct create_case create_cases[] = {
	{ "no name", NULL, { { "int", "a" } }, 1 },
	{ "no fields", NAME, { { "int", "a" } }, 0 },
	{ "no type", NAME, { { "int", "a" }, { NULL, "b" } }, 2 },
	{ "no field name", NAME, { { "int", "a" }, { "int", NULL } }, 2 },
	{ "too many fields", NAME, { { "int", "a" } }, SYNTH_FIELDS_MAX + 1 },
	{ "very many fields", NAME, { { "int", "a" } }, UINT_MAX },
	{ "semicolon in a type", NAME, { { "int a; int", "b" } }, 1 },
	{ "semicolon in a field name", NAME, { { "int", "a; int b" } }, 1 },
	{ "semicolon behind a field name", NAME, { { "int", "a;" } }, 1 },
	{ "newline in a type", NAME, { { "int\n", "a" } }, 1 },
	{ "newline in a field name", NAME, { { "int", "a\n" } }, 1 },
	{ "unknown type", NAME, { { "integer", "a" } }, 1 },
	{ "empty type", NAME, { { "", "a" } }, 1 },
	{ "empty field name", NAME, { { "int", "" } }, 1 },
	{ "empty name", "", { { "int", "a" } }, 1 },
	{ "bad name", "kunit-gen", { { "int", "a" } }, 1 },
	{ "bad field name", NAME, { { "int", "a-b" } }, 1 },
	{ "array twice", NAME, { { "char[4]", "a[4]" } }, 1 },
	{ "field twice", NAME, { { "int", "a" }, { "u64", "a" } }, 2 },
	{ "common field", NAME, { { "int", "common_pid" } }, 1 },
};

KUNIT_ARRAY_PARAM_DESC(create, create_cases, desc);

static void test_create_invalid(struct kunit *test)
{
	const struct create_case *c = test->param_value;
	struct synth_field_desc fields[2];

	memcpy(fields, c->fields, sizeof(fields));
	KUNIT_EXPECT_EQ(test, synth_event_create(c->name, fields, c->n_fields, NULL), -EINVAL);
	KUNIT_EXPECT_FALSE(test, synth_test_exists(NAME));
}

static void test_create_too_long(struct kunit *test)
{
	size_t len = SZ_64K;
	char *type = kunit_kzalloc(test, len + 1, GFP_KERNEL);
	struct synth_field_desc field = { .type = type, .name = "a" };

	KUNIT_ASSERT_NOT_NULL(test, type);
	memset(type, 'x', len);
	KUNIT_EXPECT_EQ(test, synth_event_create(NAME, &field, 1, NULL), -E2BIG);
	/* 32 KB are within the limit of a command, so the type itself is rejected. */
	type[len / 2] = '\0';
	KUNIT_EXPECT_EQ(test, synth_event_create(NAME, &field, 1, NULL), -EINVAL);
}

/* SYNTH_FIELDS_MAX fields with long names exceed MAX_DYNEVENT_CMD_LEN, but are accepted. */
static void test_create_most_fields(struct kunit *test)
{
	struct synth_field_desc *fields =
		kunit_kcalloc(test, SYNTH_FIELDS_MAX, sizeof(*fields), GFP_KERNEL);
	char *names = kunit_kzalloc(test, SYNTH_FIELDS_MAX * 128, GFP_KERNEL);
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, fields);
	KUNIT_ASSERT_NOT_NULL(test, names);
	for (i = 0; i < SYNTH_FIELDS_MAX; i++) {
		snprintf(names + i * 128, 128, "a_%0100u", i);
		fields[i] = (struct synth_field_desc){ "unsigned long long", names + i * 128 };
	}
	KUNIT_ASSERT_EQ(test, synth_event_create(NAME, fields, SYNTH_FIELDS_MAX, NULL), 0);
	KUNIT_EXPECT_EQ(test, synth_event_delete(NAME), 0);
}

static void test_create_twice(struct kunit *test)
{
	struct dynevent_cmd *cmd = started_cmd(test);

	KUNIT_ASSERT_EQ(test, synth_event_create(NAME, two_fields, 2, NULL), 0);
	KUNIT_EXPECT_EQ(test, synth_event_create(NAME, two_fields, 1, NULL), -EEXIST);
	KUNIT_EXPECT_EQ(test, synth_event_gen_cmd_end(cmd), -EEXIST);
	KUNIT_EXPECT_STREQ(test, fields_of(test, NAME), "pid comm");
	KUNIT_ASSERT_EQ(test, synth_event_delete(NAME), 0);

	/* A failed synth_event_gen_cmd_end() leaves the command usable. */
	KUNIT_EXPECT_EQ(test, synth_event_gen_cmd_end(cmd), 0);
	KUNIT_EXPECT_STREQ(test, fields_of(test, NAME), "first");
	KUNIT_EXPECT_EQ(test, synth_event_delete(NAME), 0);
}

static void test_cmd_init(struct kunit *test)
{
	struct dynevent_cmd *cmd = new_cmd(test, MAX_DYNEVENT_CMD_LEN);

	expect_text(test, cmd, "");
	KUNIT_EXPECT_EQ(test, cmd->type, DYNEVENT_TYPE_SYNTH);
	KUNIT_EXPECT_EQ(test, cmd->seq.size, MAX_DYNEVENT_CMD_LEN);
	/* A command without a name is not a valid definition. */
	KUNIT_EXPECT_EQ(test, synth_event_gen_cmd_end(cmd), -EINVAL);
	KUNIT_EXPECT_EQ(test, synth_event_gen_cmd_end(new_cmd(test, 0)), -EINVAL);
}

static void test_cmd_start(struct kunit *test)
{
	struct dynevent_cmd *cmd = new_cmd(test, MAX_DYNEVENT_CMD_LEN);

	KUNIT_EXPECT_EQ(test, synth_event_gen_cmd_start(cmd, NAME, a_module(), "pid_t", "pid",
							"char[16]", "comm"), 0);
	expect_text(test, cmd, NAME " pid_t pid; char[16] comm;");
	KUNIT_EXPECT_FALSE(test, synth_test_exists(NAME));

	KUNIT_EXPECT_EQ(test, synth_event_add_field(cmd, "u64", "ts"), 0);
	expect_text(test, cmd, NAME " pid_t pid; char[16] comm; u64 ts;");
	KUNIT_EXPECT_EQ(test, synth_event_add_field_str(cmd, "unsigned int cpu"), 0);
	expect_text(test, cmd, NAME " pid_t pid; char[16] comm; u64 ts; unsigned int cpu;");
	KUNIT_EXPECT_EQ(test, cmd->n_fields, 4);

	KUNIT_EXPECT_EQ(test, synth_event_gen_cmd_end(cmd), 0);
	KUNIT_EXPECT_STREQ(test, fields_of(test, NAME), "pid comm ts cpu");
	KUNIT_EXPECT_PTR_EQ(test, owner_of(NAME), a_module());
	KUNIT_EXPECT_EQ(test, synth_event_delete(NAME), 0);
}

static void test_cmd_array_start(struct kunit *test)
{
	struct dynevent_cmd *cmd = new_cmd(test, MAX_DYNEVENT_CMD_LEN);

	KUNIT_EXPECT_EQ(test, synth_event_gen_cmd_array_start(cmd, NAME, a_module(),
							      two_fields, 1), 0);
	expect_text(test, cmd, NAME " pid_t pid;");
	KUNIT_EXPECT_EQ(test, synth_event_add_fields(cmd, two_fields + 1, 1), 0);
	expect_text(test, cmd, NAME " pid_t pid; char[16] comm;");
	KUNIT_EXPECT_EQ(test, synth_event_add_fields(cmd, two_fields, 0), 0);
	expect_text(test, cmd, NAME " pid_t pid; char[16] comm;");

	KUNIT_EXPECT_EQ(test, synth_event_gen_cmd_end(cmd), 0);
	KUNIT_EXPECT_STREQ(test, fields_of(test, NAME), "pid comm");
	KUNIT_EXPECT_PTR_EQ(test, owner_of(NAME), a_module());
	KUNIT_EXPECT_EQ(test, synth_event_delete(NAME), 0);
}

/* A command may start without fields and get all of them later. */
static void test_cmd_start_empty(struct kunit *test)
{
	struct dynevent_cmd *cmd = new_cmd(test, MAX_DYNEVENT_CMD_LEN);

	KUNIT_EXPECT_EQ(test, synth_event_gen_cmd_start(cmd, NAME, NULL), 0);
	expect_text(test, cmd, NAME);
	KUNIT_EXPECT_EQ(test, synth_event_gen_cmd_end(cmd), -EINVAL);
	KUNIT_EXPECT_EQ(test, synth_event_add_fields(cmd, two_fields, 2), 0);
	KUNIT_EXPECT_EQ(test, synth_event_gen_cmd_end(cmd), 0);
	KUNIT_EXPECT_STREQ(test, fields_of(test, NAME), "pid comm");
	KUNIT_EXPECT_EQ(test, synth_event_delete(NAME), 0);

	cmd = new_cmd(test, MAX_DYNEVENT_CMD_LEN);
	KUNIT_EXPECT_EQ(test, synth_event_gen_cmd_array_start(cmd, NAME, NULL, NULL, 0), 0);
	expect_text(test, cmd, NAME);
}

/* Functions that change a command. */
enum call {
	ADD_FIELD,
	ADD_STR,
	ADD_TWO,
	START,
	START_ONE,
	START_ARRAY,
};

struct call_case {
	const char *desc;
	enum call call;
	const char *a;
	const char *b;
};

/* Call the function of a case. Where it takes several fields, a valid one precedes the tested. */
static int make_call(struct dynevent_cmd *cmd, const struct call_case *c)
{
	struct synth_field_desc fields[] = { { "int", "before" }, { c->a, c->b } };

	switch (c->call) {
	case ADD_FIELD:
		return synth_event_add_field(cmd, c->a, c->b);
	case ADD_STR:
		return synth_event_add_field_str(cmd, c->a);
	case ADD_TWO:
		return synth_event_add_fields(cmd, fields, 2);
	case START:
		return synth_event_gen_cmd_start(cmd, c->a, NULL);
	case START_ONE:
		return synth_event_gen_cmd_start(cmd, NAME, NULL, "int", "before", c->a, c->b);
	default:
		return synth_event_gen_cmd_array_start(cmd, NAME, a_module(), fields, 2);
	}
}

static void expect_refused(struct kunit *test, struct dynevent_cmd *cmd,
			   const struct call_case *c, int err)
{
	char *text = kunit_kstrdup(test, cmd->seq.size ? cmd->seq.buffer : "", GFP_KERNEL);
	const struct dynevent_cmd before = *cmd;

	KUNIT_ASSERT_NOT_NULL(test, text);
	KUNIT_EXPECT_EQ(test, make_call(cmd, c), err);
	if (cmd->seq.size)
		expect_text(test, cmd, text);
	KUNIT_EXPECT_EQ(test, cmd->seq.len, before.seq.len);
	KUNIT_EXPECT_EQ(test, cmd->seq.size, before.seq.size);
	KUNIT_EXPECT_PTR_EQ(test, cmd->event_name, before.event_name);
	KUNIT_EXPECT_EQ(test, cmd->n_fields, before.n_fields);
	KUNIT_EXPECT_EQ(test, cmd->type, before.type);
	KUNIT_EXPECT_PTR_EQ(test, cmd->run_command, before.run_command);
	KUNIT_EXPECT_PTR_EQ(test, cmd->private_data, before.private_data);
}

static const struct call_case started_cases[] = {
	{ "field without a type", ADD_FIELD, NULL, "a" },
	{ "field without a name", ADD_FIELD, "int", NULL },
	{ "field without both", ADD_FIELD, NULL, NULL },
	{ "field with ; in its type", ADD_FIELD, "int x; int", "a" },
	{ "field with ; in its name", ADD_FIELD, "int", "a;" },
	{ "field with a newline in its type", ADD_FIELD, "\nint", "a" },
	{ "field with a newline in its name", ADD_FIELD, "int", "a\n" },
	{ "no string", ADD_STR, NULL },
	{ "string with ;", ADD_STR, "int a;" },
	{ "string with two fields", ADD_STR, "int a; int b" },
	{ "string with a newline", ADD_STR, "int a\n" },
	{ "second field without a type", ADD_TWO, NULL, "a" },
	{ "second field without a name", ADD_TWO, "int", NULL },
	{ "second field with ;", ADD_TWO, "int", "a; int b" },
	{ "start again", START, NAME },
	{ "start again with fields", START_ONE, "int", "a" },
	{ "start again with an array", START_ARRAY, "int", "a" },
};

KUNIT_ARRAY_PARAM_DESC(started, started_cases, desc);

static void test_refused(struct kunit *test)
{
	struct dynevent_cmd *cmd = started_cmd(test);

	expect_refused(test, cmd, test->param_value, -EINVAL);
	/* The command is still usable. */
	KUNIT_EXPECT_EQ(test, synth_event_add_field(cmd, "int", "last"), 0);
	expect_text(test, cmd, NAME " u64 first; int last;");
	KUNIT_EXPECT_EQ(test, synth_event_gen_cmd_end(cmd), 0);
	KUNIT_EXPECT_STREQ(test, fields_of(test, NAME), "first last");
	KUNIT_EXPECT_EQ(test, synth_event_delete(NAME), 0);
}

static const struct call_case new_cases[] = {
	{ "field before the start", ADD_FIELD, "int", "a" },
	{ "string before the start", ADD_STR, "int a" },
	{ "fields before the start", ADD_TWO, "int", "a" },
	{ "start without a name", START, NULL },
	{ "type without a name", START_ONE, "int", NULL },
	{ "start with ; in a type", START_ONE, "int x; int", "a" },
	{ "start with ; in a name", START_ONE, "int", "a;" },
	{ "array without a type", START_ARRAY, NULL, "a" },
	{ "array without a name", START_ARRAY, "int", NULL },
	{ "array with ;", START_ARRAY, "int", "a;" },
};

KUNIT_ARRAY_PARAM_DESC(new, new_cases, desc);

static void test_refused_at_start(struct kunit *test)
{
	struct dynevent_cmd *cmd = new_cmd(test, MAX_DYNEVENT_CMD_LEN);

	expect_refused(test, cmd, test->param_value, -EINVAL);
	KUNIT_EXPECT_EQ(test, synth_event_gen_cmd_start(cmd, NAME, NULL, "u64", "first"), 0);
	expect_text(test, cmd, NAME " u64 first;");
	KUNIT_EXPECT_PTR_EQ(test, cmd->private_data, NULL);
}

static const struct call_case right_cases[] = {
	[ADD_FIELD] = { "field", ADD_FIELD, "int", "a" },
	[ADD_STR] = { "string", ADD_STR, "int a" },
	[ADD_TWO] = { "fields", ADD_TWO, "int", "a" },
	[START] = { "start", START, NAME },
	[START_ONE] = { "start with fields", START_ONE, "int", "a" },
	[START_ARRAY] = { "start with an array", START_ARRAY, "int", "a" },
};

KUNIT_ARRAY_PARAM_DESC(right, right_cases, desc);

/* The functions reject a command of another type, such as that of a kprobe event. */
static void test_wrong_type(struct kunit *test)
{
	static const enum dynevent_type types[] = {
		DYNEVENT_TYPE_KPROBE, DYNEVENT_TYPE_NONE, 0,
	};
	struct dynevent_cmd *cmd;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(types); i++) {
		cmd = new_cmd(test, MAX_DYNEVENT_CMD_LEN);
		cmd->type = types[i];
		expect_refused(test, cmd, test->param_value, -EINVAL);
		cmd = started_cmd(test);
		cmd->type = types[i];
		expect_refused(test, cmd, test->param_value, -EINVAL);
	}
}

/* Text that each function adds after NAME. */
static const char *const added[] = {
	[ADD_FIELD] = " int a;",
	[ADD_STR] = " int a;",
	[ADD_TWO] = " int before; int a;",
	[START] = "",
	[START_ONE] = " int before; int a;",
	[START_ARRAY] = " int before; int a;",
};

/* Try every buffer size that is too small, and the smallest size that suffices. */
static void test_buffer_size(struct kunit *test)
{
	const struct call_case *c = test->param_value;
	bool starts = c->call >= START;
	size_t fits = strlen(NAME) + strlen(added[c->call]) + 1;
	struct dynevent_cmd *cmd;
	int maxlen;

	for (maxlen = starts ? -1 : sizeof(NAME); maxlen < (int)fits; maxlen++) {
		cmd = new_cmd(test, maxlen);
		if (!starts)
			KUNIT_ASSERT_EQ(test, synth_event_gen_cmd_start(cmd, NAME, NULL), 0);
		expect_refused(test, cmd, c, -E2BIG);
	}

	cmd = new_cmd(test, fits);
	if (!starts)
		KUNIT_ASSERT_EQ(test, synth_event_gen_cmd_start(cmd, NAME, NULL), 0);
	KUNIT_EXPECT_EQ(test, make_call(cmd, c), 0);
	KUNIT_EXPECT_EQ(test, cmd->seq.len + 1, fits);
	KUNIT_EXPECT_STREQ(test, cmd->seq.buffer + strlen(NAME), added[c->call]);
}

static void test_too_many_fields(struct kunit *test)
{
	struct dynevent_cmd *cmd = new_cmd(test, MAX_DYNEVENT_CMD_LEN);
	unsigned int i;
	char name[8];

	KUNIT_ASSERT_EQ(test, synth_event_gen_cmd_start(cmd, NAME, NULL), 0);
	for (i = 0; i < SYNTH_FIELDS_MAX; i++) {
		/* Add two fields at once when there is room for one. */
		if (i == SYNTH_FIELDS_MAX - 1)
			expect_refused(test, cmd, &right_cases[ADD_TWO], -EINVAL);
		snprintf(name, sizeof(name), "f%u", i);
		KUNIT_ASSERT_EQ(test, synth_event_add_field(cmd, "u8", name), 0);
	}
	expect_refused(test, cmd, &right_cases[ADD_FIELD], -EINVAL);
	expect_refused(test, cmd, &right_cases[ADD_STR], -EINVAL);
	KUNIT_EXPECT_EQ(test, synth_event_gen_cmd_end(cmd), 0);
	KUNIT_EXPECT_EQ(test, synth_event_delete(NAME), 0);
}

static void test_delete_unknown(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, synth_event_delete("kunit_unknown"), -ENOENT);
	KUNIT_EXPECT_EQ(test, synth_event_delete(""), -ENOENT);
	/* sched_switch exists, but is not a synthetic event. */
	KUNIT_EXPECT_EQ(test, synth_event_delete("sched_switch"), -ENOENT);

	synth_test_define(test, NAME " int a");
	KUNIT_EXPECT_EQ(test, synth_event_delete("kunit_ge"), -ENOENT);
	KUNIT_EXPECT_EQ(test, synth_event_delete("kunit_gen_"), -ENOENT);
	KUNIT_EXPECT_EQ(test, synth_event_delete(SYNTH_SYSTEM "/" NAME), -ENOENT);
	KUNIT_EXPECT_EQ(test, synth_event_delete(NAME), 0);
	KUNIT_EXPECT_EQ(test, synth_event_delete(NAME), -ENOENT);
}

static void test_delete_held(struct kunit *test)
{
	struct trace_event_file *file, *again;

	synth_test_define(test, NAME " int a");
	file = trace_get_event_file(NULL, SYNTH_SYSTEM, NAME);
	again = synth_test_get_file(test, NAME);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, file);
	KUNIT_EXPECT_EQ(test, synth_event_delete(NAME), -EBUSY);
	trace_put_event_file(file);
	KUNIT_EXPECT_EQ(test, synth_event_delete(NAME), -EBUSY);
	KUNIT_EXPECT_TRUE(test, synth_test_exists(NAME));
	KUNIT_EXPECT_EQ(test, synth_event_trace(again, 1, 1ULL), 0);
}

static void test_delete_enabled(struct kunit *test)
{
	struct trace_array *tr = synth_test_instance();

	synth_test_define(test, NAME " int a");
	KUNIT_ASSERT_EQ(test, trace_array_set_clr_event(tr, SYNTH_SYSTEM, NAME, true), 0);
	KUNIT_EXPECT_EQ(test, synth_event_delete(NAME), -EBUSY);
	KUNIT_EXPECT_TRUE(test, synth_test_exists(NAME));
	KUNIT_ASSERT_EQ(test, trace_array_set_clr_event(tr, SYNTH_SYSTEM, NAME, false), 0);
	KUNIT_EXPECT_EQ(test, synth_event_delete(NAME), 0);
}

/* Run a command as a write to the trigger file of the event does. */
static int run_trigger(struct trace_event_file *file, char *command)
{
	guard(mutex)(&event_mutex);
	return trigger_process_regex(file, command);
}

/* A trigger soft-enables its event, so the event cannot be deleted although it is disabled. */
static void test_delete_with_trigger(struct kunit *test)
{
	char set[] = "hist:keys=a", clear[] = "!hist:keys=a";
	struct trace_event_file *file;

	if (!IS_ENABLED(CONFIG_HIST_TRIGGERS))
		kunit_skip(test, "there are no histogram triggers");

	synth_test_define(test, NAME " int a");
	scoped_guard(mutex, &event_mutex)
		file = find_event_file(synth_test_instance(), SYNTH_SYSTEM, NAME);
	KUNIT_ASSERT_NOT_NULL(test, file);
	KUNIT_ASSERT_EQ(test, run_trigger(file, set), 0);
	KUNIT_EXPECT_EQ(test, synth_event_delete(NAME), -EBUSY);
	KUNIT_EXPECT_TRUE(test, synth_test_exists(NAME));
	KUNIT_ASSERT_EQ(test, run_trigger(file, clear), 0);
	KUNIT_EXPECT_EQ(test, synth_event_delete(NAME), 0);
}

/* Records of a deleted event stay in the ring buffer, so its type number must not be reused. */
static void test_delete_recorded(struct kunit *test)
{
	struct trace_event_file *file = synth_test_open(test, NAME " u64 a");
	const struct synth_test_record *record;

	KUNIT_EXPECT_EQ(test, synth_event_trace(file, 1, 1ULL), 0);
	synth_test_put_file(test, file);
	KUNIT_EXPECT_EQ(test, synth_event_delete(NAME), 0);

	file = synth_test_open(test, NAME " u64 a");
	record = synth_test_read(test, file->tr);
	KUNIT_ASSERT_NOT_NULL(test, record);
	KUNIT_EXPECT_NE(test, record->type, file->event_call->event.type);
	synth_test_put_file(test, file);
	KUNIT_EXPECT_EQ(test, synth_event_delete(NAME), 0);
}

static struct kunit_case synth_define_cases[] = {
	KUNIT_CASE(test_create),
	KUNIT_CASE_PARAM(test_create_invalid, create_gen_params),
	KUNIT_CASE(test_create_too_long),
	KUNIT_CASE(test_create_most_fields),
	KUNIT_CASE(test_create_twice),
	KUNIT_CASE(test_cmd_init),
	KUNIT_CASE(test_cmd_start),
	KUNIT_CASE(test_cmd_array_start),
	KUNIT_CASE(test_cmd_start_empty),
	KUNIT_CASE_PARAM(test_refused, started_gen_params),
	KUNIT_CASE_PARAM(test_refused_at_start, new_gen_params),
	KUNIT_CASE_PARAM(test_wrong_type, right_gen_params),
	KUNIT_CASE_PARAM(test_buffer_size, right_gen_params),
	KUNIT_CASE(test_too_many_fields),
	KUNIT_CASE(test_delete_unknown),
	KUNIT_CASE(test_delete_held),
	KUNIT_CASE(test_delete_enabled),
	KUNIT_CASE(test_delete_with_trigger),
	KUNIT_CASE(test_delete_recorded),
	{}
};

static struct kunit_suite synth_define_suite = {
	.name = "synth_define",
	.suite_init = synth_test_create_instance,
	.suite_exit = synth_test_remove_instance,
	.init = synth_test_init,
	.test_cases = synth_define_cases,
};

kunit_test_suite(synth_define_suite);
