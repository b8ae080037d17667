// SPDX-License-Identifier: GPL-2.0-only
/*
 * Failures of dynamic events: the event core refuses an event, memory runs out
 * or an event is in use. Each failure must return the right error, make at most
 * one entry in the error log and leave nothing behind.
 */

#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/seq_file.h>
#include <linux/sizes.h>
#include <linux/string.h>

#include "harness.h"
#include "mock_core.h"
#include "synth/event.h"
#include "trace.h"
#include "trace_diag.h"
#include "trace_dynevent.h"
#include "trace_synth.h"
#include "user_events/event.h"
#include "user_events/registry.h"

static struct synth_field_desc two[] = { { "u64", "lat" }, { "char[16]", "who" } };

static int make(const char *name)
{
	return synth_event_create(name, two, ARRAY_SIZE(two), NULL);
}

static bool exists(const char *name)
{
	guard(mutex)(&event_mutex);
	return find_synth_event(name);
}

/* Fail each allocation of an event's creation in turn. */
TEST(each_allocation_of_creation_fails_once)
{
	unsigned long before = shim_allocs(), n;
	int ret;

	for (n = 1; n < 100; n++) {
		core_n_logged = 0;
		shim_fail_nth(n);
		ret = make("event");
		if (!shim_failed())
			break;
		EXPECT_EQ(ret, -ENOMEM);
		EXPECT(core_n_logged <= 1);
		EXPECT(!exists("event"));
		EXPECT_EQ(shim_allocs(), before);
	}
	EXPECT(n > 8);
	EXPECT_EQ(ret, 0);

	/* Removing needs one allocation. If it fails, the event stays. */
	shim_fail_nth(1);
	EXPECT_EQ(dyn_event_release("-:synthetic/event", NULL), -ENOMEM);
	EXPECT(exists("event"));
	EXPECT_EQ(dyn_event_release("-:synthetic/event", NULL), 0);
	EXPECT_EQ(shim_allocs(), before);
	synth_event_free(NULL);
}

/* Event types can run out, and every instance must create the event's files. */
TEST(event_core_rejects_the_event)
{
	struct trace_array instance = { .events = LIST_HEAD_INIT(instance.events) };
	unsigned long before = shim_allocs();

	core_is_full = true;
	core_n_logged = 0;
	EXPECT_EQ(make("event"), -ENODEV);
	EXPECT_EQ(core_n_logged, 1);
	EXPECT_STREQ(core_message, "Event cannot be registered");
	EXPECT_EQ(shim_allocs(), before);
	core_is_full = false;

	/*
	 * If an instance lacks the new event afterwards, memory has run out,
	 * unless the instance was created for certain event systems only.
	 */
	list_add(&instance.list, &ftrace_trace_arrays);
	EXPECT_EQ(make("event"), -ENOMEM);
	EXPECT(!exists("event"));
	EXPECT_EQ(shim_allocs(), before);
	instance.system_names = "others";
	EXPECT_EQ(make("event"), 0);
	EXPECT(exists("event"));
	EXPECT_EQ(synth_event_delete("event"), 0);
}

/* An event with a reference cannot be removed by any of the interfaces. */
TEST(referenced_event_cannot_be_removed)
{
	static const char removal[] = "!event";
	struct trace_event_call *call;

	EXPECT_EQ(make("event"), 0);
	mutex_lock(&event_mutex);
	call = &find_synth_event("event")->call;
	EXPECT(trace_event_dyn_try_get_ref(call));
	mutex_unlock(&event_mutex);

	core_n_logged = 0;
	EXPECT_EQ(synth_event_delete("event"), -EBUSY);
	EXPECT_EQ(core_n_logged, 0);
	EXPECT_EQ(core_write("synthetic_events", removal, strlen(removal)), -EBUSY);
	EXPECT_EQ(core_n_logged, 1);
	EXPECT_EQ(core_place, 1);
	EXPECT_EQ(dyn_event_release("-:event", NULL), -EBUSY);
	EXPECT_EQ(core_n_logged, 2);
	EXPECT_EQ(dyn_events_release_all(NULL), -EBUSY);
	EXPECT(exists("event"));

	trace_event_dyn_put_ref(call);
	EXPECT_EQ(synth_event_delete("event"), 0);
	EXPECT(!exists("event"));
}

static int n_freed;

static int create_none(const char *command)
{
	return -ECANCELED;
}

static int show_none(struct seq_file *m, struct dyn_event *ev)
{
	return 0;
}

static bool is_never_busy(struct dyn_event *ev)
{
	return false;
}

static bool match_any(const char *system, const char *event, int argc, const char **argv,
		      struct dyn_event *ev)
{
	return true;
}

/* Free callback that fails for every event but the first. */
static int free_the_first(struct dyn_event *ev)
{
	if (n_freed++)
		return -EPERM;
	dyn_event_remove(ev);
	return 0;
}

static struct dyn_event_operations kind = {
	.create = create_none,
	.show = show_none,
	.is_busy = is_never_busy,
	.free = free_the_first,
	.match = match_any,
};

/*
 * Remove three events, of which the second cannot be removed. Removal stops
 * there: the first is gone, the third stays.
 */
static void expect_half(int (*remove)(void))
{
	struct trace_event_call calls[3] = {};
	struct dyn_event events[3];
	unsigned int i;

	n_freed = 0;
	mutex_lock(&event_mutex);
	for (i = 0; i < ARRAY_SIZE(events); i++) {
		EXPECT_EQ(dyn_event_init(&events[i], &kind), 0);
		EXPECT_EQ(dyn_event_add(&events[i], &calls[i]), 0);
	}
	mutex_unlock(&event_mutex);
	EXPECT_EQ(remove(), -EPERM);
	EXPECT_EQ(n_freed, 2);
	mutex_lock(&event_mutex);
	EXPECT(list_empty(&events[0].list));
	EXPECT(!list_empty(&events[1].list));
	EXPECT(!list_empty(&events[2].list));
	dyn_event_remove(&events[1]);
	dyn_event_remove(&events[2]);
	mutex_unlock(&event_mutex);
}

static int remove_by_command(void)
{
	return dyn_event_release("-:a", &kind);
}

static int remove_all(void)
{
	return dyn_events_release_all(&kind);
}

TEST(removal_stops_at_an_event_that_must_stay)
{
	EXPECT_EQ(make("bystander"), 0);
	expect_half(remove_by_command);
	expect_half(remove_all);
	EXPECT(exists("bystander"));
	EXPECT_EQ(synth_event_delete("bystander"), 0);
}

/* Number of bytes that one write processes at most. */
#define PIECE	SZ_64K

static unsigned int n_run;

static int run_line(const char *line)
{
	n_run++;
	return 0;
}

/* A definition, @blanks blanks, a newline, and a second definition. */
static size_t two_lines(char *text, size_t blanks)
{
	return sprintf(text, "s:first u64 a%*s\ns:last u64 a\n", (int)blanks, "");
}

/* A line that ends beyond PIECE bytes is left for the next write. */
TEST(line_across_chunk_boundary)
{
	static char text[2 * PIECE];
	const size_t first = strlen("s:first u64 a\n"), last = strlen("s:last u64 a\n");
	size_t len, cut;

	for (cut = 0; cut <= last; cut++) {
		size_t blanks = PIECE - first - cut;

		len = two_lines(text, blanks);
		n_run = 0;
		EXPECT_EQ(dyn_event_write_lines(text, len, "file", run_line),
			  cut < last ? PIECE - cut : len);
		EXPECT_EQ(n_run, cut < last ? 1 : 2);
	}

	len = two_lines(text, PIECE - first - 1);
	core_n_logged = 0;
	EXPECT_EQ(core_write("dynamic_events", text, len), 0);
	EXPECT_EQ(core_n_logged, 0);
	EXPECT_EQ(synth_event_delete("first"), 0);
	EXPECT_EQ(synth_event_delete("last"), 0);
}

/*
 * A line longer than PIECE is rejected as a whole, even if its beginning is a
 * valid definition.
 */
TEST(line_longer_than_a_chunk)
{
	static const char early[] = "s:early u64 a\n";
	static char text[2 * PIECE];
	size_t n = strlen(early), len;

	len = two_lines(text, PIECE);
	core_n_logged = 0;
	EXPECT_EQ(core_write("dynamic_events", text, len), -E2BIG);
	EXPECT_EQ(core_n_logged, 1);
	EXPECT_STREQ(core_message, "Command too long");
	EXPECT_EQ(core_place, 0);
	EXPECT(!exists("first"));
	EXPECT(!exists("last"));
	EXPECT_EQ(shim_allocs(), 0);

	/* Lines behind it are not run; lines before it have been run. */
	memcpy(text, early, n);
	len = n + two_lines(text + n, PIECE);
	EXPECT_EQ(core_write("dynamic_events", text, len), -E2BIG);
	EXPECT_EQ(core_n_logged, 2);
	EXPECT(!exists("first"));
	EXPECT(!exists("last"));
	EXPECT_EQ(synth_event_delete("early"), 0);
}

TEST(malformed_commands)
{
	static const char *const wrong[] = { "", "-", "-:", "!x:", "x:a", "-x:a" };
	struct dyn_event_operations no_match = kind;
	struct trace_event_call call = {};
	struct dyn_event event = {};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(wrong); i++) {
		core_n_logged = 0;
		EXPECT_EQ(dyn_event_release(wrong[i], NULL), -EINVAL);
		EXPECT_EQ(core_n_logged, 1);
	}
	no_match.match = NULL;
	EXPECT_EQ(dyn_event_register(&no_match), -EINVAL);
	EXPECT_EQ(dyn_event_register(NULL), -EINVAL);
	EXPECT_EQ(dyn_event_init(NULL, &kind), -EINVAL);
	EXPECT_EQ(dyn_event_init(&event, NULL), -EINVAL);
	mutex_lock(&event_mutex);
	EXPECT_EQ(dyn_event_add(&event, &call), -EINVAL);
	EXPECT_EQ(dyn_event_add(NULL, &call), -EINVAL);
	mutex_unlock(&event_mutex);

	/* A diagnostic without an error makes no log entry. */
	core_n_logged = 0;
	trace_diag_log(NULL, "nowhere", "text", NULL, &(struct trace_diag){});
	EXPECT_EQ(core_n_logged, 0);
}

static int run_nothing(struct dynevent_cmd *cmd)
{
	return 0;
}

/* The buffer holds "name" and a NUL. */
TEST(command_buffer_is_full)
{
	char buf[5];
	struct dynevent_arg_pair pair;
	struct dynevent_arg arg;
	struct dynevent_cmd cmd;

	dynevent_cmd_init(&cmd, buf, sizeof(buf), DYNEVENT_TYPE_SYNTH, run_nothing);
	EXPECT_EQ(dynevent_str_add(&cmd, NULL), -EINVAL);
	EXPECT_EQ(dynevent_str_add(&cmd, "names"), -E2BIG);
	EXPECT_EQ(dynevent_str_add(&cmd, "name"), 0);

	dynevent_arg_init(&arg, 0);
	EXPECT_EQ(dynevent_arg_add(&cmd, &arg, NULL), -EINVAL);
	arg.str = "";
	EXPECT_EQ(dynevent_arg_add(&cmd, &arg, NULL), -E2BIG);

	dynevent_arg_pair_init(&pair, 0, 0);
	pair.lhs = "";
	EXPECT_EQ(dynevent_arg_pair_add(&cmd, &pair, NULL), -EINVAL);
	pair.rhs = "";
	EXPECT_EQ(dynevent_arg_pair_add(&cmd, &pair, NULL), -E2BIG);
	EXPECT_STREQ(buf, "name");
}

/* If a definition cannot be started or extended, its text stays as it was. */
TEST(failed_command_keeps_its_text)
{
	struct synth_field_desc bad = { "u64" };
	struct dynevent_cmd cmd;
	char buf[64];

	EXPECT_EQ(synth_event_create(NULL, two, 2, NULL), -EINVAL);
	EXPECT_EQ(synth_event_create("event", &bad, 1, NULL), -EINVAL);

	synth_event_cmd_init(&cmd, buf, sizeof(buf));
	EXPECT_EQ(synth_event_gen_cmd_start(&cmd, "event", NULL, "u64", "a", "u64;", "b"),
		  -EINVAL);
	EXPECT_STREQ(buf, "");
	EXPECT_EQ(synth_event_gen_cmd_array_start(&cmd, NULL, NULL, two, 2), -EINVAL);
	EXPECT_STREQ(buf, "");
	EXPECT_EQ(synth_event_gen_cmd_start(&cmd, "event", NULL, "u64", "a"), 0);
	EXPECT_EQ(synth_event_gen_cmd_array_start(&cmd, "event", NULL, two, 2), -EINVAL);
	EXPECT_STREQ(buf, "event u64 a;");

	synth_event_cmd_init(&cmd, buf, sizeof("event") - 1);
	EXPECT_EQ(synth_event_gen_cmd_start(&cmd, "event", NULL), -E2BIG);
	EXPECT_EQ(cmd.seq.len, 0);
}

/* Try to register "event": it fails with @err, one log entry, and no leak. */
static void expect_no_user_event(int err, const char *message)
{
	unsigned long before = shim_allocs();
	struct user_event *event;

	core_n_logged = 0;
	EXPECT_EQ(user_event_find_or_create("event int a", false, &event), err);
	EXPECT_EQ(core_n_logged, 1);
	EXPECT_STREQ(core_message, message);
	EXPECT_EQ(shim_allocs(), before);
}

static const char *status(void)
{
	static char text[256];
	struct seq_file m = { .buf = text, .size = sizeof(text) };

	user_events_show(&m);
	text[m.count] = '\0';
	return text;
}

TEST(user_event_registration_fails)
{
	struct trace_event_class class = { .system = "user_events" };
	struct tracepoint tp = { .name = "event" };
	struct trace_event_call foreign = { .class = &class, .tp = &tp };
	unsigned int n, max = user_events_max;
	struct user_event *event;

	user_events_max = 0;
	expect_no_user_event(-EMFILE, "Too many user events");
	user_events_max = max;
	core_status_max = 0;
	expect_no_user_event(-EMFILE, "Too many user events");
	core_status_max = 32767;
	core_quarantined = max;
	expect_no_user_event(-EMFILE, "Too many user events with records, clear the trace");
	EXPECT_EQ(core_reclaims, 1);
	core_reclaimable = 1;
	EXPECT_EQ(user_event_find_or_create("event int a", false, &event), 0);
	EXPECT_EQ(core_reclaims, 2);
	user_event_release(event);
	core_quarantined = 0;
	core_no_status_bit = true;
	expect_no_user_event(-ENOMEM, "Out of memory");
	core_no_status_bit = false;
	core_is_full = true;
	expect_no_user_event(-ENODEV, "Event cannot be registered");
	core_is_full = false;
	list_add(&foreign.list, &ftrace_events);
	expect_no_user_event(-EADDRINUSE, "Event of another kind has this name");
	list_del(&foreign.list);

	for (n = 1; n < 100; n++) {
		shim_fail_nth(n);
		if (!user_event_find_or_create("event int a", false, &event))
			break;
		EXPECT(shim_failed());
		EXPECT_STREQ(core_message, "Out of memory");
		EXPECT_STREQ(status(), "\nActive: 0\nBusy: 0\nMax: 32768\n");
	}
	/* At least the layout, the event, its name and its print format. */
	EXPECT(n > 4);
	EXPECT(!shim_failed());
	user_event_release(event);
	EXPECT_EQ(shim_allocs(), 0);
	user_event_free(NULL);
}

/* The number of bits of the status pages limits the number of events. */
TEST(user_events_up_to_the_limit)
{
	struct user_event *events[2], *more;
	unsigned int i;

	core_status_max = 2;
	EXPECT_EQ(user_event_find_or_create("first", false, &events[0]), 0);
	EXPECT_EQ(user_event_find_or_create("second", false, &events[1]), 0);
	EXPECT_EQ(user_event_find_or_create("third", false, &more), -EMFILE);
	EXPECT_STREQ(core_message, "Too many user events");
	EXPECT_EQ(core_reclaims, 0);

	user_event_release(events[0]);
	EXPECT_EQ(user_event_find_or_create("third", false, &events[0]), 0);
	for (i = 0; i < ARRAY_SIZE(events); i++)
		user_event_release(events[i]);
	EXPECT_EQ(shim_allocs(), 0);
}

/*
 * An event is freed with its last user. If something else holds a reference, it
 * is freed after that reference is dropped.
 */
TEST(user_event_is_freed_with_last_reference)
{
	char expected[64];
	struct user_event *event;

	EXPECT_EQ(user_event_find_or_create("event int a", false, &event), 0);
	sprintf(expected, "%u:event\n\nActive: 1\nBusy: 0\nMax: 32768\n", event->status_bit);
	EXPECT_STREQ(status(), expected);
	EXPECT_EQ(user_events_delete("other"), -ENOENT);
	EXPECT_EQ(user_events_delete("event"), -EBUSY);

	mutex_lock(&event_mutex);
	EXPECT(trace_event_dyn_try_get_ref(&event->call));
	mutex_unlock(&event_mutex);
	user_event_release(event);
	EXPECT_STREQ(status(), expected);
	EXPECT_EQ(user_events_delete("event"), -EBUSY);
	user_events_reclaim();
	EXPECT_STREQ(status(), expected);

	trace_event_dyn_put_ref(&event->call);
	user_events_reclaim();
	EXPECT_STREQ(status(), "\nActive: 0\nBusy: 0\nMax: 32768\n");
	EXPECT_EQ(shim_allocs(), 0);
}

/*
 * A process can leave thousands of events behind. Other tasks can take
 * event_mutex after each of them. An event in use stays, wherever it is in the
 * list, and does not keep the others.
 */
TEST(many_user_events_are_removed_one_by_one)
{
	struct user_event *events[10];
	unsigned long rescheds;
	unsigned int i, used;
	char text[16];

	for (used = 0; used < ARRAY_SIZE(events); used++) {
		for (i = 0; i < ARRAY_SIZE(events); i++) {
			sprintf(text, "event%u int a", i);
			EXPECT_EQ(user_event_find_or_create(text, false, &events[i]), 0);
		}
		mutex_lock(&event_mutex);
		EXPECT(trace_event_dyn_try_get_ref(&events[used]->call));
		mutex_unlock(&event_mutex);
		mutex_lock(&user_events_lock);
		for (i = 0; i < ARRAY_SIZE(events); i++)
			user_event_put(events[i]);
		mutex_unlock(&user_events_lock);

		rescheds = shim_rescheds;
		user_events_reclaim();
		EXPECT_EQ(shim_rescheds - rescheds, ARRAY_SIZE(events));
		EXPECT(strstr(status(), "\nActive: 1\n"));
		trace_event_dyn_put_ref(&events[used]->call);
		user_events_reclaim();
		EXPECT(strstr(status(), "\nActive: 0\n"));
		EXPECT_EQ(shim_allocs(), 0);
	}
}

/*
 * A process can leave thousands of events behind. Their probes run only while
 * the process has references, so nothing waits for a grace period. Other callers
 * emit synthetic events at any time.
 */
TEST(user_event_is_removed_without_grace_period)
{
	struct user_event *idle, *persistent;

	EXPECT_EQ(user_event_find_or_create("idle int a", false, &idle), 0);
	EXPECT_EQ(user_event_find_or_create("persistent", false, &persistent), 0);
	user_event_set_persist(persistent, USER_EVENT_PERSIST_STATUS_ABI);
	core_grace_periods = 0;
	user_event_release(idle);
	user_event_release(persistent);
	EXPECT_EQ(user_events_delete("persistent"), 0);
	EXPECT_EQ(core_grace_periods, 0);
	EXPECT_EQ(shim_allocs(), 0);

	EXPECT_EQ(make("event"), 0);
	EXPECT_EQ(synth_event_delete("event"), 0);
	EXPECT_EQ(core_grace_periods, 1);
}

/*
 * If memory runs out while the fields are formatted for comparison, the command
 * does not match the event.
 */
TEST(removal_by_fields_without_memory)
{
	struct user_event *event;

	EXPECT_EQ(user_event_find_or_create("event int a", false, &event), 0);
	user_event_set_persist(event, USER_EVENT_PERSIST_REQUESTED);
	user_event_release(event);
	EXPECT_EQ(dyn_event_release("-:user_events/event int b", NULL), -ENOENT);
	shim_fail_nth(2);
	EXPECT_EQ(dyn_event_release("-:user_events/event int a", NULL), -ENOENT);
	EXPECT(shim_failed());
	EXPECT_EQ(dyn_event_release("-:user_events/event int a", NULL), 0);
	EXPECT_EQ(shim_allocs(), 0);
}

/* Creating and removing persistent events requires CAP_PERFMON. */
TEST(persistent_events_need_cap_perfmon)
{
	static const char made[] = "u:event int a";
	struct user_event *event;

	EXPECT_EQ(user_events_registry_init(), 0);
	shim_unprivileged = true;
	core_n_logged = 0;
	EXPECT_EQ(core_write("dynamic_events", made, strlen(made)), -EPERM);
	EXPECT_EQ(core_n_logged, 1);
	EXPECT_STREQ(core_message, "CAP_PERFMON is required");
	EXPECT_EQ(core_place, 0);
	EXPECT_STREQ(status(), "\nActive: 0\nBusy: 0\nMax: 32768\n");
	EXPECT_EQ(shim_allocs(), 0);

	shim_unprivileged = false;
	EXPECT_EQ(core_write("dynamic_events", made, strlen(made)), 0);
	EXPECT_EQ(core_n_logged, 1);

	shim_unprivileged = true;
	EXPECT_EQ(user_events_delete("event"), -EPERM);
	EXPECT_EQ(dyn_event_release("-:user_events/event", NULL), -EPERM);
	EXPECT_EQ(dyn_events_release_all(NULL), -EPERM);
	/*
	 * Any process may register the existing event; it persists when the
	 * process exits.
	 */
	EXPECT_EQ(user_event_find_or_create("event int a", false, &event), 0);
	user_event_release(event);
	EXPECT_EQ(user_events_delete("event"), -EPERM);

	shim_unprivileged = false;
	EXPECT_EQ(user_events_delete("event"), 0);
	EXPECT_STREQ(status(), "\nActive: 0\nBusy: 0\nMax: 32768\n");

	/*
	 * An event that is not persistent is freed with its last user,
	 * privileged or not.
	 */
	shim_unprivileged = true;
	EXPECT_EQ(user_event_find_or_create("event int a", false, &event), 0);
	user_event_set_persist(event, USER_EVENT_PERSIST_STATUS_ABI);
	user_event_release(event);
	EXPECT_EQ(user_events_delete("event"), 0);
	shim_unprivileged = false;

	/*
	 * If kernel code drops the last reference, a work item frees the event;
	 * no removal request is needed.
	 */
	EXPECT_EQ(user_event_find_or_create("event int a", false, &event), 0);
	mutex_lock(&event_mutex);
	EXPECT(trace_event_dyn_try_get_ref(&event->call));
	mutex_unlock(&event_mutex);
	user_event_release(event);
	EXPECT_EQ(shim_allocs() > 0, true);
	trace_event_dyn_put_ref(&event->call);
	EXPECT_STREQ(status(), "\nActive: 0\nBusy: 0\nMax: 32768\n");
	EXPECT_EQ(shim_allocs(), 0);
}
