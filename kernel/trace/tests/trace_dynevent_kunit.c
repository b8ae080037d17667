// SPDX-License-Identifier: GPL-2.0
/*
 * Test the registry of dynamic events (trace_dynevent.c) with two mock kinds of events.
 *
 * A registered kind cannot be unregistered. The two mock kinds therefore return -ECANCELED
 * for every command without their prefix, and their events exist only while a test runs.
 *
 * Locks: the tests take event_mutex for the calls that require it. The mock callbacks record
 * whether the registry called them without dyn_event_ops_mutex (create) or event_mutex (all
 * others); dynevent_exit() checks the record.
 */
#include <kunit/test.h>
#include <linux/cleanup.h>
#include <linux/mutex.h>
#include <linux/string.h>

#include "../trace_dynevent.h"

#define PREFIX_ONE	"kunit-dynevent-one:"
#define PREFIX_TWO	"kunit-dynevent-two:"

/*
 * A mock event. The command "PREFIXSYSTEM/NAME" creates one; "PREFIXERRNO" makes the create
 * callback return that number.
 */
struct fake {
	struct dyn_event devent;
	struct trace_event_call call;
	char system[8];
	char name[8];
	bool busy;
	int free_err;
};

/* Mock events in the order of their creation, and counters of callback invocations. */
static struct fake fakes[4];
static unsigned int n_fakes;
static unsigned int n_asked_one, n_asked_two, n_freed;
static bool lock_was_missing;

/* Arguments of the last call of fake_match(), and the number of calls. */
static struct {
	unsigned int n_calls;
	char system[16];
	char event[16];
	char args[32];
} matched;

static struct fake *to_fake(struct dyn_event *ev)
{
	return container_of(ev, struct fake, devent);
}

static int create(struct dyn_event_operations *ops, const char *command, const char *prefix)
{
	struct fake *fake = &fakes[n_fakes];
	int err;

	lock_was_missing |= !mutex_is_locked(&dyn_event_ops_mutex);
	if (!str_has_prefix(command, prefix))
		return -ECANCELED;
	command += strlen(prefix);
	if (!kstrtoint(command, 10, &err))
		return err;
	if (n_fakes == ARRAY_SIZE(fakes))
		return -ENOSPC;

	*fake = (struct fake){};
	if (sscanf(command, "%7[^/]/%7s", fake->system, fake->name) != 2)
		return -EINVAL;
	n_fakes++;
	guard(mutex)(&event_mutex);
	return dyn_event_init(&fake->devent, ops) ?: dyn_event_add(&fake->devent, &fake->call);
}

static int fake_show(struct seq_file *m, struct dyn_event *ev)
{
	return 0;
}

static bool fake_is_busy(struct dyn_event *ev)
{
	lock_was_missing |= !mutex_is_locked(&event_mutex);
	return to_fake(ev)->busy;
}

static int fake_free(struct dyn_event *ev)
{
	lock_was_missing |= !mutex_is_locked(&event_mutex);
	if (to_fake(ev)->free_err)
		return to_fake(ev)->free_err;
	dyn_event_remove(ev);
	n_freed++;
	return 0;
}

static bool fake_match(const char *system, const char *event, int argc, const char **argv,
		       struct dyn_event *ev)
{
	int i;

	lock_was_missing |= !mutex_is_locked(&event_mutex);
	matched.n_calls++;
	strscpy(matched.system, system ?: "(none)");
	strscpy(matched.event, event);
	matched.args[0] = '\0';
	for (i = 0; i < argc; i++) {
		strlcat(matched.args, "|", sizeof(matched.args));
		strlcat(matched.args, argv[i], sizeof(matched.args));
	}
	if (system && strcmp(system, to_fake(ev)->system))
		return false;
	return !*event || !strcmp(event, to_fake(ev)->name);
}

static int create_one(const char *raw_command);
static int create_two(const char *raw_command);

static struct dyn_event_operations kind_one = {
	.create = create_one,
	.show = fake_show,
	.is_busy = fake_is_busy,
	.free = fake_free,
	.match = fake_match,
};

static struct dyn_event_operations kind_two = {
	.create = create_two,
	.show = fake_show,
	.is_busy = fake_is_busy,
	.free = fake_free,
	.match = fake_match,
};

static int create_one(const char *raw_command)
{
	n_asked_one++;
	return create(&kind_one, raw_command, PREFIX_ONE);
}

static int create_two(const char *raw_command)
{
	n_asked_two++;
	return create(&kind_two, raw_command, PREFIX_TWO);
}

/* A suite can run more than once, but a kind must be registered only once. */
static int dynevent_suite_init(struct kunit_suite *suite)
{
	static bool registered;

	if (registered)
		return 0;
	registered = true;
	return dyn_event_register(&kind_one) ?: dyn_event_register(&kind_two);
}

static int dynevent_init(struct kunit *test)
{
	memset(fakes, 0, sizeof(fakes));
	memset(&matched, 0, sizeof(matched));
	n_fakes = 0;
	n_asked_one = 0;
	n_asked_two = 0;
	n_freed = 0;
	lock_was_missing = false;
	return 0;
}

static void dynevent_exit(struct kunit *test)
{
	unsigned int i;

	KUNIT_EXPECT_FALSE(test, lock_was_missing);
	guard(mutex)(&event_mutex);
	for (i = 0; i < n_fakes; i++)
		dyn_event_remove(&fakes[i].devent);
}

/* Names of all mock events in dyn_event_list, in list order, separated by blanks. */
static const char *listed(struct kunit *test)
{
	char *names = kunit_kzalloc(test, 64, GFP_KERNEL);
	struct dyn_event *pos;

	KUNIT_ASSERT_NOT_NULL(test, names);
	guard(mutex)(&event_mutex);
	for_each_dyn_event(pos) {
		if (pos->ops != &kind_one && pos->ops != &kind_two)
			continue;
		strlcat(names, *names ? " " : "", 64);
		strlcat(names, to_fake(pos)->name, 64);
	}
	return names;
}

/* Create four events, two of each kind, in the systems "s" and "t". */
static void make_four(struct kunit *test)
{
	KUNIT_ASSERT_EQ(test, dyn_event_create(PREFIX_ONE "s/a", NULL), 0);
	KUNIT_ASSERT_EQ(test, dyn_event_create(PREFIX_TWO "s/b", NULL), 0);
	KUNIT_ASSERT_EQ(test, dyn_event_create(PREFIX_ONE "s/c", NULL), 0);
	KUNIT_ASSERT_EQ(test, dyn_event_create(PREFIX_TWO "t/d", NULL), 0);
	KUNIT_ASSERT_STREQ(test, listed(test), "a b c d");
}

static void test_register(struct kunit *test)
{
	const struct dyn_event_operations whole = kind_one;
	struct dyn_event_operations ops;

	KUNIT_EXPECT_EQ(test, dyn_event_register(NULL), -EINVAL);

	ops = whole;
	ops.create = NULL;
	KUNIT_EXPECT_EQ(test, dyn_event_register(&ops), -EINVAL);
	ops = whole;
	ops.show = NULL;
	KUNIT_EXPECT_EQ(test, dyn_event_register(&ops), -EINVAL);
	ops = whole;
	ops.is_busy = NULL;
	KUNIT_EXPECT_EQ(test, dyn_event_register(&ops), -EINVAL);
	ops = whole;
	ops.free = NULL;
	KUNIT_EXPECT_EQ(test, dyn_event_register(&ops), -EINVAL);
	ops = whole;
	ops.match = NULL;
	KUNIT_EXPECT_EQ(test, dyn_event_register(&ops), -EINVAL);
}

/*
 * A create command for one kind (@type) or any kind (NULL): the expected result, the number
 * of calls of each kind's create callback, and the events that exist afterwards.
 */
struct create_case {
	const char *command;
	struct dyn_event_operations *type;
	int err;
	unsigned int n_asked_one;
	unsigned int n_asked_two;
	const char *listed;
};

static const struct create_case create_cases[] = {
	/* Kinds are called in the order of registration until one accepts the command. */
	{ PREFIX_ONE "s/a", NULL, 0, 1, 0, "a" },
	{ PREFIX_TWO "s/b", NULL, 0, 1, 1, "b" },
	{ PREFIX_ONE "s/a", &kind_one, 0, 1, 0, "a" },
	{ PREFIX_TWO "s/b", &kind_two, 0, 0, 1, "b" },

	/* No kind accepts the command: -ECANCELED for a given kind, -EINVAL for any kind. */
	{ PREFIX_ONE "s/a", &kind_two, -ECANCELED, 0, 1, "" },
	{ PREFIX_TWO "s/b", &kind_one, -ECANCELED, 1, 0, "" },
	{ "kunit-dynevent-three:s/c", NULL, -EINVAL, 1, 1, "" },
	{ "", &kind_one, -ECANCELED, 1, 0, "" },

	/* A kind may return -ECANCELED (-125) even for a command with its own prefix. */
	{ PREFIX_ONE "-125", NULL, -EINVAL, 1, 1, "" },
	{ PREFIX_ONE "-125", &kind_one, -ECANCELED, 1, 0, "" },

	/* Another error is returned to the caller, and no further kind is called. */
	{ PREFIX_ONE "-12", NULL, -ENOMEM, 1, 0, "" },
	{ PREFIX_ONE "-17", &kind_one, -EEXIST, 1, 0, "" },
	{ PREFIX_TWO "-52", NULL, -EBADE, 1, 1, "" },
	{ PREFIX_ONE "nothing", NULL, -EINVAL, 1, 0, "" },
};

static void create_desc(const struct create_case *c, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "'%s' for %s", c->command,
		 c->type ? c->type == &kind_one ? "one" : "two" : "any");
}

KUNIT_ARRAY_PARAM(create, create_cases, create_desc);

static void test_create(struct kunit *test)
{
	const struct create_case *c = test->param_value;

	static_assert(ECANCELED == 125 && ENOMEM == 12 && EEXIST == 17 && EBADE == 52);
	KUNIT_EXPECT_EQ(test, dyn_event_create(c->command, c->type), c->err);
	KUNIT_EXPECT_EQ(test, n_asked_one, c->n_asked_one);
	KUNIT_EXPECT_EQ(test, n_asked_two, c->n_asked_two);
	KUNIT_EXPECT_STREQ(test, listed(test), c->listed);
	KUNIT_EXPECT_FALSE(test, mutex_is_locked(&dyn_event_ops_mutex));
}

/* A valid removal command and the arguments that the match callback receives for it. */
struct form_case {
	const char *command;
	const char *system;
	const char *event;
	const char *args;
};

static const struct form_case form_cases[] = {
	{ "-:ev", "(none)", "ev", "" },
	{ "-:sys/ev", "sys", "ev", "" },
	{ "-:sys.ev", "sys", "ev", "" },
	{ "-:sys/", "sys", "", "" },
	{ "-:sys.", "sys", "", "" },
	{ "!x:ev", "(none)", "ev", "" },
	{ "!x:sys/ev", "sys", "ev", "" },
	{ "!x:sys.ev", "sys", "ev", "" },
	{ "!kind10:ev", "(none)", "ev", "" },
	{ "!:ev", "(none)", "ev", "" },
	{ "  \t-:ev  ", "(none)", "ev", "" },
	{ "-:ev one", "(none)", "ev", "|one" },
	{ "-:sys/ev  one\ttwo  x=y ", "sys", "ev", "|one|two|x=y" },
	{ "!p:sys/ev place a=%ax", "sys", "ev", "|place|a=%ax" },
	{ "!s:ev u64 lat; int pid;", "(none)", "ev", "|u64|lat;|int|pid;" },
	/* The second byte of this UTF-8 letter, 0xa0, is a blank in Latin-1. */
	{ "-:sys/\xc3\xa0 \xc3\xa0", "sys", "\xc3\xa0", "|\xc3\xa0" },
};

static void form_desc(const struct form_case *c, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "'%s'", c->command);
}

KUNIT_ARRAY_PARAM(form, form_cases, form_desc);

static void test_release_form(struct kunit *test)
{
	const struct form_case *c = test->param_value;

	make_four(test);
	KUNIT_EXPECT_EQ(test, dyn_event_release(c->command, &kind_one), -ENOENT);
	/* The registry calls match for both events of the given kind only. */
	KUNIT_EXPECT_EQ(test, matched.n_calls, 2);
	KUNIT_EXPECT_STREQ(test, matched.system, c->system);
	KUNIT_EXPECT_STREQ(test, matched.event, c->event);
	KUNIT_EXPECT_STREQ(test, matched.args, c->args);
	KUNIT_EXPECT_STREQ(test, listed(test), "a b c d");
}

static void test_release_wrong_form(struct kunit *test)
{
	static const char *const wrong[] = {
		"", " ", "-", "!", "-:", "!:", "!x:", "-: a", "- :a", "!x", "!x a:b",
		"-a", "-x:a", "-a:", "a", ":a", "x:a", "+:a", "--:a",
	};
	unsigned int i;

	make_four(test);
	for (i = 0; i < ARRAY_SIZE(wrong); i++)
		KUNIT_EXPECT_EQ_MSG(test, dyn_event_release(wrong[i], &kind_one), -EINVAL,
				    "'%s'", wrong[i]);
	KUNIT_EXPECT_EQ(test, matched.n_calls, 0);
	KUNIT_EXPECT_STREQ(test, listed(test), "a b c d");
}

/*
 * A removal command applied to the events of make_four(). @b_err and @c_err are the results of
 * the free callback for events b and c; @left lists the events that remain.
 */
struct release_case {
	const char *command;
	struct dyn_event_operations *type;
	int b_err;
	int c_err;
	int err;
	const char *left;
};

static const struct release_case release_cases[] = {
	{ "-:a", &kind_one, 0, 0, 0, "b c d" },
	{ "-:s/c", &kind_one, 0, 0, 0, "a b d" },
	{ "-:s.a", NULL, 0, 0, 0, "b c d" },
	{ "!x:d", NULL, 0, 0, 0, "a b c" },

	/* All events of a system, of one kind or of any kind. */
	{ "-:s/", &kind_one, 0, 0, 0, "b d" },
	{ "-:s/", &kind_two, 0, 0, 0, "a c d" },
	{ "-:s/", NULL, 0, 0, 0, "d" },
	{ "-:t.", NULL, 0, 0, 0, "a b c" },

	/* No event matches, or the matching event is of another kind. */
	{ "-:e", NULL, 0, 0, -ENOENT, "a b c d" },
	{ "-:t/a", NULL, 0, 0, -ENOENT, "a b c d" },
	{ "-:u/", NULL, 0, 0, -ENOENT, "a b c d" },
	{ "-:b", &kind_one, 0, 0, -ENOENT, "a b c d" },
	{ "-:t/", &kind_one, 0, 0, -ENOENT, "a b c d" },

	/* The removal stops at the first event whose free callback fails. */
	{ "-:b", NULL, -EBUSY, 0, -EBUSY, "a b c d" },
	{ "-:s/", NULL, -EBUSY, 0, -EBUSY, "b c d" },
	{ "-:s/", NULL, -EIO, -EBUSY, -EIO, "b c d" },
	{ "-:s/", NULL, 0, -ENOMEM, -ENOMEM, "c d" },
	{ "-:s/", &kind_one, -EBUSY, 0, 0, "b d" },
	{ "-:a", NULL, -EBUSY, -EBUSY, 0, "b c d" },
};

static void release_desc(const struct release_case *c, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "'%s' for %s, errors %d %d", c->command,
		 c->type ? c->type == &kind_one ? "one" : "two" : "any", c->b_err, c->c_err);
}

KUNIT_ARRAY_PARAM(release, release_cases, release_desc);

static void test_release(struct kunit *test)
{
	const struct release_case *c = test->param_value;

	make_four(test);
	fakes[1].free_err = c->b_err;
	fakes[2].free_err = c->c_err;
	KUNIT_EXPECT_EQ(test, dyn_event_release(c->command, c->type), c->err);
	KUNIT_EXPECT_STREQ(test, listed(test), c->left);
	KUNIT_EXPECT_FALSE(test, mutex_is_locked(&dyn_event_ops_mutex));
}

/*
 * Removal of all events of one kind or of all kinds. Other kinds may have real events, which a
 * test must not remove; every case with all kinds (NULL) therefore has a busy mock event.
 */
struct release_all_case {
	struct dyn_event_operations *type;
	const char *busy;
	int c_err;
	int err;
	const char *left;
};

static const struct release_all_case release_all_cases[] = {
	{ &kind_one, "", 0, 0, "b d" },
	{ &kind_two, "", 0, 0, "a c" },

	/* If an event of the given kind is busy, no event is removed. Other kinds are ignored. */
	{ &kind_one, "a", 0, -EBUSY, "a b c d" },
	{ &kind_one, "c", 0, -EBUSY, "a b c d" },
	{ &kind_one, "b", 0, 0, "b d" },
	{ &kind_two, "d", 0, -EBUSY, "a b c d" },
	{ NULL, "a", 0, -EBUSY, "a b c d" },
	{ NULL, "d", 0, -EBUSY, "a b c d" },

	/* The free callback fails although is_busy() returned false. */
	{ &kind_one, "", -EBUSY, -EBUSY, "b c d" },
	{ &kind_one, "", -EIO, -EIO, "b c d" },
	{ &kind_two, "", -EIO, 0, "a c" },
};

static void release_all_desc(const struct release_all_case *c, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "%s, busy '%s', error %d",
		 c->type ? c->type == &kind_one ? "one" : "two" : "any", c->busy, c->c_err);
}

KUNIT_ARRAY_PARAM(release_all, release_all_cases, release_all_desc);

static void test_release_all(struct kunit *test)
{
	const struct release_all_case *c = test->param_value;
	unsigned int i;

	make_four(test);
	for (i = 0; i < n_fakes; i++)
		fakes[i].busy = !strcmp(fakes[i].name, c->busy);
	fakes[2].free_err = c->c_err;
	KUNIT_EXPECT_EQ(test, dyn_events_release_all(c->type), c->err);
	KUNIT_EXPECT_STREQ(test, listed(test), c->left);
}

static void test_release_all_of_none(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, dyn_events_release_all(&kind_one), 0);
	KUNIT_EXPECT_EQ(test, n_freed, 0);
}

/* Iterate as a read of the dynamic_events file does, from the first and from a later position. */
static void test_seq(struct kunit *test)
{
	struct seq_file m = {};
	struct dyn_event *seen[ARRAY_SIZE(fakes)] = {};
	unsigned int n = 0;
	loff_t pos = 0, begin = 0;
	void *second, *beyond;
	void *v;

	make_four(test);
	for (v = dyn_event_seq_start(&m, &pos); v; v = dyn_event_seq_next(&m, v, &pos)) {
		struct dyn_event *ev = v;

		if (ev->ops != &kind_one && ev->ops != &kind_two)
			begin++;
		else if (n < ARRAY_SIZE(seen))
			seen[n++] = ev;
	}
	lock_was_missing |= !mutex_is_locked(&event_mutex);
	dyn_event_seq_stop(&m, NULL);

	KUNIT_ASSERT_EQ(test, n, ARRAY_SIZE(seen));
	KUNIT_EXPECT_EQ(test, pos, begin + n);
	for (n = 0; n < ARRAY_SIZE(seen); n++)
		KUNIT_EXPECT_PTR_EQ(test, seen[n], &fakes[n].devent);

	begin++;
	second = dyn_event_seq_start(&m, &begin);
	dyn_event_seq_stop(&m, second);
	KUNIT_EXPECT_PTR_EQ(test, second, (void *)&fakes[1].devent);
	beyond = dyn_event_seq_start(&m, &pos);
	dyn_event_seq_stop(&m, beyond);
	KUNIT_EXPECT_NULL(test, beyond);
}

static int add_locked(struct dyn_event *ev, struct trace_event_call *call)
{
	guard(mutex)(&event_mutex);
	return dyn_event_add(ev, call);
}

static void remove_locked(struct dyn_event *ev)
{
	guard(mutex)(&event_mutex);
	dyn_event_remove(ev);
}

static void test_add_and_remove(struct kunit *test)
{
	struct fake *fake = &fakes[0];

	KUNIT_EXPECT_EQ(test, add_locked(NULL, &fake->call), -EINVAL);
	KUNIT_EXPECT_EQ(test, add_locked(&fake->devent, &fake->call), -EINVAL);
	KUNIT_EXPECT_EQ(test, dyn_event_init(&fake->devent, NULL), -EINVAL);
	KUNIT_EXPECT_EQ(test, dyn_event_init(NULL, &kind_one), -EINVAL);
	KUNIT_EXPECT_STREQ(test, listed(test), "");

	KUNIT_ASSERT_EQ(test, dyn_event_init(&fake->devent, &kind_one), 0);
	n_fakes = 1;
	/* The removal of an event that was never added must be a no-op. */
	remove_locked(&fake->devent);
	strscpy(fake->name, "x");
	KUNIT_EXPECT_EQ(test, add_locked(&fake->devent, &fake->call), 0);
	KUNIT_EXPECT_STREQ(test, listed(test), "x");
	KUNIT_EXPECT_TRUE(test, fake->call.flags & TRACE_EVENT_FL_DYNAMIC);
	remove_locked(&fake->devent);
	KUNIT_EXPECT_STREQ(test, listed(test), "");
	remove_locked(&fake->devent);
}

static bool get_locked(struct trace_event_call *call)
{
	guard(mutex)(&event_mutex);
	return trace_event_dyn_try_get_ref(call);
}

/* An unbalanced put triggers a WARN, so this test does not try one. */
static void test_references(struct kunit *test)
{
	struct trace_event_call *call = &fakes[0].call;

	KUNIT_EXPECT_FALSE(test, trace_event_dyn_busy(call));
	KUNIT_EXPECT_TRUE(test, get_locked(call));
	KUNIT_EXPECT_TRUE(test, trace_event_dyn_busy(call));
	KUNIT_EXPECT_TRUE(test, get_locked(call));
	trace_event_dyn_put_ref(call);
	KUNIT_EXPECT_TRUE(test, trace_event_dyn_busy(call));
	trace_event_dyn_put_ref(call);
	KUNIT_EXPECT_FALSE(test, trace_event_dyn_busy(call));
}

static struct kunit_case dynevent_cases[] = {
	KUNIT_CASE(test_register),
	KUNIT_CASE_PARAM(test_create, create_gen_params),
	KUNIT_CASE_PARAM(test_release_form, form_gen_params),
	KUNIT_CASE(test_release_wrong_form),
	KUNIT_CASE_PARAM(test_release, release_gen_params),
	KUNIT_CASE_PARAM(test_release_all, release_all_gen_params),
	KUNIT_CASE(test_release_all_of_none),
	KUNIT_CASE(test_seq),
	KUNIT_CASE(test_add_and_remove),
	KUNIT_CASE(test_references),
	{}
};

static struct kunit_suite dynevent_suite = {
	.name = "dynevent",
	.suite_init = dynevent_suite_init,
	.init = dynevent_init,
	.exit = dynevent_exit,
	.test_cases = dynevent_cases,
};

kunit_test_suite(dynevent_suite);
