// SPDX-License-Identifier: GPL-2.0-only
/*
 * Adding and removing triggers of an event while it is hit:
 * trace_events_trigger.c and trigger/lifecycle.c, together with the base
 * kernel's code before and after the record of an event is made.
 *
 * A trigger that needs the record is added to, or removed from, an event with
 * another trigger that does not need it. The latter must act exactly once per
 * event. An event whose only trigger is a histogram has a path of its own; the
 * histogram must count each event once while triggers are added and removed.
 */
#include <linux/kernel.h>
#include <linux/rculist.h>

#include "filter/filter.h"
#include "filter/program.h"
#include "harness.h"
#include "hist/run/notify.h"
#include "trigger/trigger.h"

/* Protects the list of triggers. These tests never contend for it. */
struct mutex event_mutex;
bool hist_wakeup_armed;

/* A filter, which records pass or not */
static struct prog_entry program[1];
static struct event_filter filter = { .prog = program };
static bool record_passes = true;

bool filter_exec(const struct prog_entry *entries, const void *record)
{
	return record_passes;
}

/* Stubs of filters, histograms and command registration, which the tests do not use. */

struct event_filter *trace_filter_new(struct trace_event_call *call, const char *text,
				      struct trace_span all, struct trace_diag *diag)
{
	return NULL;
}

bool trace_filter_reads_fields_only(struct event_filter *host)
{
	return true;
}

void free_event_filter(struct event_filter *filter)
{
}

void hist_exec_general(const struct hist_program *program, struct tracing_map *map,
		       const void *record, unsigned long caller)
{
}

void hist_exec_numeric(const struct hist_program *program, struct tracing_map *map,
		       const void *record, unsigned long caller)
{
}

void hist_exec_keyed(const struct hist_program *program, struct tracing_map *map,
		     const void *record, unsigned long caller)
{
}

void hist_exec_sums(const struct hist_program *program, struct tracing_map *map,
		    const void *record, unsigned long caller)
{
}

void hist_exec_task_key(const struct hist_program *program, struct tracing_map *map,
			const void *record)
{
}

void hist_exec_field_keys(const struct hist_program *program, struct tracing_map *map,
			  const void *record)
{
}

void hist_exec_field_stat(const struct hist_program *program, struct tracing_map *map,
			  const void *record)
{
}

/*
 * Histograms that are counted by hist_exec_field_key(): the one that an event has, and one that is
 * added and removed
 */
static struct tracing_map maps[2];
static struct hist_trigger_data hists[2] = {
	{ .program.variant = HIST_VARIANT_FIELD_KEY, .runtime.map = &maps[0] },
	{ .program.variant = HIST_VARIANT_FIELD_KEY, .runtime.map = &maps[1] },
};

/* Number of events that each of them has counted */
static unsigned int n_counted, n_counted_by_added;

void hist_exec_field_key(const struct hist_program *program, struct tracing_map *map,
			 const void *record)
{
	if (program == &hists[0].program)
		n_counted++;
	else
		n_counted_by_added++;
}

/* Number of events without a record that hists[0] has dropped */
static unsigned int n_missed;

void tracing_map_drop(struct tracing_map *map, enum tracing_map_drop_reason reason)
{
	EXPECT(map == &maps[0]);
	EXPECT_EQ(reason, TRACING_MAP_DROP_RECORD);
	EXPECT_EQ(shim_preempt_count, 1);
	n_missed++;
}

int trace_event_enable_disable(struct trace_event_file *file, int enable, int soft_disable)
{
	return 0;
}

int trigger_process_command(struct trace_event_file *file, char *text, u32 len)
{
	return -EINVAL;
}

void trigger_register_instance_commands(void)
{
}

void trigger_register_enable_event(void)
{
}

int register_trigger_hist_cmd(void)
{
	return 0;
}

int register_trigger_hist_enable_disable_cmds(void)
{
	return 0;
}

/* Number of times that each trigger has acted. */
static unsigned int n_plain, n_recorded, n_post;

static void plain_hit(struct event_trigger_data *trigger, struct trace_buffer *buffer,
		      void *record, struct ring_buffer_event *event)
{
	n_plain++;
}

static void recorded_hit(struct event_trigger_data *trigger, struct trace_buffer *buffer,
			 void *record, struct ring_buffer_event *event)
{
	EXPECT(record);
	n_recorded++;
}

/* The event has been recorded. */
static bool is_committed;

static void post_hit(struct event_trigger_data *trigger, struct trace_buffer *buffer,
		     void *record, struct ring_buffer_event *event)
{
	EXPECT(is_committed);
	EXPECT(!record);
	n_post++;
}

static struct trigger_command plain_command = {
	.ops.trigger_type	= ETT_TRACE_ONOFF,
	.ops.trigger		= plain_hit,
};

static struct trigger_command recorded_command = {
	.ops.trigger_type	= ETT_EVENT_ENABLE,
	.ops.flags		= EVENT_CMD_FL_NEEDS_REC,
	.ops.trigger		= recorded_hit,
};

static struct trigger_command hist_command = {
	.ops.trigger_type	= ETT_EVENT_HIST,
	.ops.flags		= EVENT_CMD_FL_NEEDS_REC,
};

static struct trigger_command post_command = {
	.ops.trigger_type	= ETT_STACKTRACE,
	.ops.flags		= EVENT_CMD_FL_POST_TRIGGER,
	.ops.trigger		= post_hit,
};

static struct trigger_command other_post_command = {
	.ops.trigger_type	= ETT_SNAPSHOT,
	.ops.flags		= EVENT_CMD_FL_POST_TRIGGER,
	.ops.trigger		= post_hit,
};

static struct trace_event_file file;
/* The trigger that is added and removed */
static struct event_trigger_data *added;

/*
 * Hit the event: a probe, trace_event_buffer_reserve() and
 * trace_event_buffer_commit() as changed by
 * tools/host/build/host-patches/unrecorded-events.patch.
 */
static void hit(void)
{
	enum event_trigger_type later = ETT_NONE;
	struct trace_entry record = {};

	switch (trace_event_way(&file)) {
	case TRACE_EVENT_DIRECT:
		event_hists_call(&file, &record);
		return;
	case TRACE_EVENT_NO_RECORD:
		event_triggers_before_record(&file);
		return;
	default:
		if (trace_event_triggers_begin(&file) == TRACE_TRIGGERS_ALL)
			later = event_triggers_call(&file, NULL, &record, NULL);
		is_committed = true;
		if (later)
			event_triggers_post_call(&file, later);
		is_committed = false;
	}
}

static struct event_trigger_data *new_hist(struct hist_trigger_data *data)
{
	struct event_trigger_data *hist = trigger_new(&hist_command);

	hist->private_data = data;
	trigger_of(hist)->is_direct = true;
	return hist;
}

static void add_recorded(void)
{
	added = trigger_new(&recorded_command);
	EXPECT(!trigger_link(&file, added));
	EXPECT_EQ(trace_event_way(&file), TRACE_EVENT_RECORD);
}

static void add_hist(void)
{
	added = new_hist(&hists[1]);
	EXPECT(!trigger_link(&file, added));
}

static void remove_added(void)
{
	LIST_HEAD(unlinked);

	/* The interrupted hit may still iterate over the list. */
	trigger_unlink(&file, added, &unlinked);
}

/* Run @interruption before step number comes_at of the function under test. */
static void (*interruption)(void);
static unsigned int step, comes_at;

static void interrupt(void)
{
	if (++step != comes_at)
		return;
	shim_step_hook = NULL;
	interruption();
}

/*
 * Run @first, interrupted by @second before step number comes_at. If @first has
 * fewer steps, run @second after it. Return true if @first was interrupted.
 */
static bool run_interrupted(void (*first)(void), void (*second)(void))
{
	bool was_interrupted;

	n_plain = 0;
	n_recorded = 0;
	n_counted = 0;
	n_counted_by_added = 0;
	step = 0;
	interruption = second;
	shim_step_hook = interrupt;
	first();
	was_interrupted = !shim_step_hook;
	shim_step_hook = NULL;
	if (!was_interrupted)
		second();
	return was_interrupted;
}

/* Set up an event with one trigger. */
static void start_with(struct event_trigger_data *trigger, unsigned long flags)
{
	file = (struct trace_event_file){ .flags = flags };
	INIT_LIST_HEAD(&file.triggers);
	added = NULL;
	EXPECT(!trigger_link(&file, trigger));
}

/*
 * Run @first, interrupted by @second before each of its steps in turn. The
 * event has a trigger that needs no record and, if @has_recorded, one that
 * needs it.
 */
static void expect_once(void (*first)(void), void (*second)(void), bool has_recorded,
			unsigned long flags)
{
	struct event_trigger_data *plain;
	bool was_interrupted = true;

	event_mutex.is_held = true;
	for (comes_at = 1; was_interrupted; comes_at++) {
		plain = trigger_new(&plain_command);
		start_with(plain, flags);
		if (has_recorded)
			add_recorded();
		was_interrupted = run_interrupted(first, second);
		EXPECT_EQ(n_plain, 1);
		EXPECT(n_recorded <= 1);
		trigger_free(plain);
		trigger_free(added);
	}
	event_mutex.is_held = false;
	/* @first had at least three steps. */
	EXPECT(comes_at > 4);
}

static void expect_once_in_all_states(void (*first)(void), void (*second)(void),
				      bool has_recorded)
{
	expect_once(first, second, has_recorded, 0);
	expect_once(first, second, has_recorded, EVENT_FILE_FL_SOFT_DISABLED);
}

/* A complete hit between two steps of a change. */
TEST(event_during_add_and_remove)
{
	expect_once_in_all_states(add_recorded, hit, false);
	expect_once_in_all_states(remove_added, hit, true);
}

TEST(add_during_an_event)
{
	expect_once(hit, add_recorded, false, 0);
}

TEST(remove_during_an_event)
{
	expect_once_in_all_states(hit, remove_added, true);
}

/*
 * Run @first, interrupted by @second before each of its steps in turn. The event
 * has a histogram, which counts it once, and, if @add is not NULL, the trigger
 * that @add adds.
 */
static void expect_one_count(void (*first)(void), void (*second)(void), void (*add)(void),
			     unsigned long flags)
{
	struct event_trigger_data *hist;
	bool was_interrupted = true;

	event_mutex.is_held = true;
	for (comes_at = 1; was_interrupted; comes_at++) {
		hist = new_hist(&hists[0]);
		start_with(hist, flags);
		EXPECT_EQ(trace_event_way(&file), flags ? TRACE_EVENT_DIRECT : TRACE_EVENT_RECORD);
		if (add)
			add();
		was_interrupted = run_interrupted(first, second);
		EXPECT_EQ(n_counted, 1);
		EXPECT(n_counted_by_added <= 1);
		EXPECT(n_recorded <= 1);
		trigger_free(hist);
		trigger_free(added);
	}
	event_mutex.is_held = false;
	/* @first had at least three steps. */
	EXPECT(comes_at > 4);
}

static void expect_one_count_during_changes(void (*add)(void), unsigned long flags)
{
	expect_one_count(add, hit, NULL, flags);
	expect_one_count(remove_added, hit, add, flags);
	expect_one_count(hit, add, NULL, flags);
	expect_one_count(hit, remove_added, add, flags);
}

/*
 * A trigger that needs the whole record, or another histogram, is added or removed while a
 * histogram that needs only fields counts an event that is not recorded.
 */
TEST(changes_of_a_direct_event)
{
	expect_one_count_during_changes(add_recorded, EVENT_FILE_FL_SOFT_DISABLED);
	expect_one_count_during_changes(add_hist, EVENT_FILE_FL_SOFT_DISABLED);
}

/* The same while the event is recorded: before and after the change, its way is another one. */
TEST(changes_of_an_event_with_one_histogram)
{
	expect_one_count_during_changes(add_recorded, 0);
	expect_one_count_during_changes(add_hist, 0);
}

TEST(changes_while_pollers_wait)
{
	hist_slow_path = true;
	expect_one_count_during_changes(add_recorded, 0);
	expect_one_count_during_changes(add_hist, 0);
	expect_one_count_during_changes(add_hist, EVENT_FILE_FL_SOFT_DISABLED);
	hist_slow_path = false;
}

/* Remove the first of two histograms. The second one counts the event once. */
static void expect_one_count_during_removal(void (*first)(void), void (*second)(void),
					    unsigned long flags)
{
	struct event_trigger_data *older, *hist;
	bool was_interrupted = true;

	event_mutex.is_held = true;
	for (comes_at = 1; was_interrupted; comes_at++) {
		older = new_hist(&hists[1]);
		start_with(older, flags);
		added = older;
		hist = new_hist(&hists[0]);
		EXPECT(!trigger_link(&file, hist));
		was_interrupted = run_interrupted(first, second);
		EXPECT_EQ(n_counted, 1);
		EXPECT(n_counted_by_added <= 1);
		trigger_free(older);
		trigger_free(hist);
	}
	event_mutex.is_held = false;
	EXPECT(comes_at > 4);
}

TEST(first_histogram_is_removed)
{
	expect_one_count_during_removal(hit, remove_added, 0);
	expect_one_count_during_removal(remove_added, hit, 0);
	expect_one_count_during_removal(hit, remove_added, EVENT_FILE_FL_SOFT_DISABLED);
	expect_one_count_during_removal(remove_added, hit, EVENT_FILE_FL_SOFT_DISABLED);
}

static void expect_all_to_run(unsigned long flags)
{
	struct event_trigger_data *hist = new_hist(&hists[0]);
	struct event_trigger_data *plain = trigger_new(&plain_command);

	event_mutex.is_held = true;
	start_with(hist, flags);
	add_hist();
	n_counted = 0;
	n_counted_by_added = 0;
	hit();
	EXPECT_EQ(n_counted, 1);
	EXPECT_EQ(n_counted_by_added, 1);

	EXPECT(!trigger_link(&file, plain));
	n_plain = 0;
	hit();
	EXPECT_EQ(n_counted, 2);
	EXPECT_EQ(n_counted_by_added, 2);
	EXPECT_EQ(n_plain, 1);
	trigger_free(plain);
	trigger_free(hist);
	trigger_free(added);
	event_mutex.is_held = false;
}

TEST(all_triggers_run)
{
	expect_all_to_run(0);
	expect_all_to_run(EVENT_FILE_FL_SOFT_DISABLED);
	hist_slow_path = true;
	expect_all_to_run(0);
	expect_all_to_run(EVENT_FILE_FL_SOFT_DISABLED);
}

/* Hit the event on the fast path, on the slow path, and with another trigger. */
static void expect_counts(unsigned int expected)
{
	n_counted = 0;
	hit();
	hist_slow_path = true;
	hit();
	hist_slow_path = false;
	add_recorded();
	hit();
	remove_added();
	trigger_free(added);
	EXPECT_EQ(n_counted, expected);
}

TEST(histograms_are_paused_and_filtered)
{
	struct event_trigger_data *hist = new_hist(&hists[0]);

	event_mutex.is_held = true;
	start_with(hist, 0);
	expect_counts(3);
	hist->paused = true;
	expect_counts(0);
	hist->paused = false;
	hist->filter = &filter;
	expect_counts(3);
	record_passes = false;
	expect_counts(0);
	trigger_free(hist);
	event_mutex.is_held = false;
}

/* An event after a cut finds the histogram paused, and one before it does not. */
TEST(histogram_is_paused_by_a_cut)
{
	struct event_trigger_data *hist = new_hist(&hists[0]);

	event_mutex.is_held = true;
	start_with(hist, 0);
	hists[0].runtime.cut = (struct hist_cut_view){ .sets_paused = true, .paused = true };
	hist_slow_path = true;
	n_counted = 0;
	hit();
	EXPECT_EQ(n_counted, 1);
	hist_cut_done = true;
	hit();
	EXPECT_EQ(n_counted, 1);
	EXPECT(!this_cpu_read(hist_after_cut));

	event_triggers_missed(&file);
	EXPECT_EQ(n_missed, 0);
	hist_cut_done = false;
	event_triggers_missed(&file);
	EXPECT_EQ(n_missed, 1);
	trigger_free(hist);
	event_mutex.is_held = false;
}

/* An event without a record is dropped by each histogram that is not paused. */
TEST(missed_events)
{
	struct event_trigger_data *paused = new_hist(&hists[1]), *hist = new_hist(&hists[0]);
	struct event_trigger_data *plain = trigger_new(&plain_command);

	event_mutex.is_held = true;
	start_with(plain, 0);
	EXPECT(!trigger_link(&file, paused));
	EXPECT(!trigger_link(&file, hist));
	add_recorded();
	paused->paused = true;

	event_triggers_missed(&file);
	EXPECT_EQ(n_missed, 1);
	EXPECT_EQ(n_counted, 0);
	EXPECT_EQ(n_plain, 0);
	EXPECT_EQ(n_recorded, 0);
	EXPECT_EQ(shim_preempt_count, 0);

	/* While a histogram is detached, it has no map. */
	hists[0].runtime.map = NULL;
	event_triggers_missed(&file);
	EXPECT_EQ(n_missed, 1);

	trigger_free(plain);
	trigger_free(paused);
	trigger_free(hist);
	trigger_free(added);
	event_mutex.is_held = false;
}

/* A post trigger runs after the event was recorded, if the record has passed its filter. */
TEST(post_triggers)
{
	struct event_trigger_data *post = trigger_new(&post_command);
	struct event_trigger_data *other = trigger_new(&other_post_command);

	event_mutex.is_held = true;
	start_with(post, 0);
	EXPECT(!trigger_link(&file, other));
	hit();
	EXPECT_EQ(n_post, 2);

	n_post = 0;
	other->filter = &filter;
	record_passes = false;
	hit();
	EXPECT_EQ(n_post, 1);
	record_passes = true;
	hit();
	EXPECT_EQ(n_post, 3);

	n_post = 0;
	other->paused = true;
	hit();
	EXPECT_EQ(n_post, 1);
	trigger_free(post);
	trigger_free(other);
	event_mutex.is_held = false;
}

/*
 * A trigger that needs more than fields is in the list of an event on the fast
 * way: the event has read the flags before or after the list has changed.
 */
TEST(direct_event_skips_other_triggers)
{
	struct event_trigger_data *hist = new_hist(&hists[0]), *other = new_hist(&hists[1]);
	const struct trace_entry record = {};

	event_mutex.is_held = true;
	start_with(hist, 0);
	trigger_of(other)->is_direct = false;
	EXPECT(!trigger_link(&file, other));
	add_recorded();

	n_counted = 0;
	n_recorded = 0;
	event_hists_call(&file, &record);
	EXPECT_EQ(n_counted, 1);
	EXPECT_EQ(n_counted_by_added, 0);
	EXPECT_EQ(n_recorded, 0);

	trigger_free(hist);
	trigger_free(other);
	trigger_free(added);
	event_mutex.is_held = false;
}

TEST(add_during_a_soft_disabled_event)
{
	expect_once(hit, add_recorded, false, EVENT_FILE_FL_SOFT_DISABLED);
}

/*
 * The newest trigger comes first. Histograms come last, the oldest of them
 * first.
 */
TEST(order_of_triggers)
{
	static struct trigger_command *const added[] = {
		&hist_command, &plain_command, &hist_command, &recorded_command,
	};
	static const unsigned int expected[] = { 3, 1, 0, 2 };
	struct event_trigger_data *triggers[ARRAY_SIZE(added)], *trigger;
	unsigned int i;

	file = (struct trace_event_file){};
	INIT_LIST_HEAD(&file.triggers);
	event_mutex.is_held = true;
	for (i = 0; i < ARRAY_SIZE(added); i++) {
		triggers[i] = trigger_new(added[i]);
		EXPECT(!trigger_link(&file, triggers[i]));
	}

	i = 0;
	list_for_each_entry_rcu(trigger, &file.triggers, list)
		EXPECT_EQ((unsigned long)trigger, (unsigned long)triggers[expected[i++]]);
	EXPECT_EQ(i, ARRAY_SIZE(added));
	for (i = 0; i < ARRAY_SIZE(added); i++)
		trigger_free(triggers[i]);
	event_mutex.is_held = false;
}
