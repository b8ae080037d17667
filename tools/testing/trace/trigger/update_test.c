// SPDX-License-Identifier: GPL-2.0-only
/*
 * Adding and removing triggers of an event while it is hit:
 * trace_events_trigger.c and trigger/lifecycle.c, together with the base
 * kernel's code before and after the record of an event is made.
 *
 * A trigger that needs the record is added to, or removed from, an event with
 * another trigger that does not need it. The latter must act exactly once per
 * event.
 */
#include <linux/kernel.h>
#include <linux/rculist.h>

#include "filter/filter.h"
#include "harness.h"
#include "hist/run/notify.h"
#include "trigger/trigger.h"

/* Protects the list of triggers. These tests never contend for it. */
struct mutex event_mutex;
bool hist_wakeup_armed;

/*
 * Stubs of filters, histograms and command registration, which the tests do not
 * use.
 */

bool filter_exec(const struct prog_entry *entries, const void *record)
{
	return true;
}

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

static unsigned int n_counted;

void hist_exec_field_key(const struct hist_program *program, struct tracing_map *map,
			 const void *record)
{
	n_counted++;
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
static unsigned int n_plain, n_recorded;

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

/* A histogram that runs on a reserved record. */
static void hist_hit(struct event_trigger_data *trigger, struct trace_buffer *buffer,
		     void *record, struct ring_buffer_event *event)
{
	n_counted++;
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
	.ops.trigger		= hist_hit,
};

static struct trace_event_file file;
static struct event_trigger_data *recorded;

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
		if (later)
			event_triggers_post_call(&file, later);
	}
}

/* A histogram that is counted by hist_exec_field_key(). */
static struct event_trigger_data *new_direct_hist(void)
{
	static struct tracing_map map;
	static struct hist_trigger_data data = {
		.program.variant = HIST_VARIANT_FIELD_KEY,
		.runtime.map = &map,
	};
	struct event_trigger_data *hist = trigger_new(&hist_command);

	hist->private_data = &data;
	trigger_of(hist)->is_direct = true;
	return hist;
}

static void add_recorded(void)
{
	recorded = trigger_new(&recorded_command);
	EXPECT(!trigger_link(&file, recorded));
}

static void remove_recorded(void)
{
	LIST_HEAD(unlinked);

	/* The interrupted hit may still iterate over the list. */
	trigger_unlink(&file, recorded, &unlinked);
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
	recorded = NULL;
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
		trigger_free(recorded);
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
	expect_once_in_all_states(remove_recorded, hit, true);
}

TEST(add_during_an_event)
{
	expect_once(hit, add_recorded, false, 0);
}

TEST(remove_during_an_event)
{
	expect_once_in_all_states(hit, remove_recorded, true);
}

/*
 * A trigger that needs the whole record is added or removed while a histogram
 * that needs only fields counts an event that is not recorded. The histogram
 * counts each event once.
 */
static void expect_one_count(void (*first)(void), void (*second)(void), bool has_recorded)
{
	struct event_trigger_data *hist;
	bool was_interrupted = true;

	event_mutex.is_held = true;
	for (comes_at = 1; was_interrupted; comes_at++) {
		hist = new_direct_hist();
		start_with(hist, EVENT_FILE_FL_SOFT_DISABLED);
		EXPECT_EQ(trace_event_way(&file), TRACE_EVENT_DIRECT);
		if (has_recorded) {
			add_recorded();
			EXPECT_EQ(trace_event_way(&file), TRACE_EVENT_RECORD);
		}
		was_interrupted = run_interrupted(first, second);
		EXPECT_EQ(n_counted, 1);
		trigger_free(hist);
		trigger_free(recorded);
	}
	event_mutex.is_held = false;
	/* @first had at least three steps. */
	EXPECT(comes_at > 4);
}

TEST(changes_of_a_direct_event)
{
	expect_one_count(add_recorded, hit, false);
	expect_one_count(remove_recorded, hit, true);
	expect_one_count(hit, add_recorded, false);
	expect_one_count(hit, remove_recorded, true);
}

/*
 * A trigger that needs more than fields is in the list of an event on the fast
 * way: the event has read the flags before or after the list has changed.
 */
TEST(direct_event_skips_other_triggers)
{
	struct event_trigger_data *hist = new_direct_hist(), *other;
	const struct trace_entry record = {};

	event_mutex.is_held = true;
	start_with(hist, 0);
	other = new_direct_hist();
	trigger_of(other)->is_direct = false;
	EXPECT(!trigger_link(&file, other));
	add_recorded();

	n_counted = 0;
	n_recorded = 0;
	event_hists_call(&file, &record);
	EXPECT_EQ(n_counted, 1);
	EXPECT_EQ(n_recorded, 0);

	trigger_free(hist);
	trigger_free(other);
	trigger_free(recorded);
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
