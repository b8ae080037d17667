// SPDX-License-Identifier: GPL-2.0-only
/*
 * Events that interrupt each other at any step, with a histogram that defines
 * variables and histograms that use them: no reader sees a partially written
 * value, and a variable in an expression is consumed once only.
 */

#include <linux/kernel.h>
#include <linux/string.h>

#include "fixture.h"
#include "harness.h"
#include "hist/run/exec.h"
#include "tracing_map_snapshot.h"

#define LEVELS_MAX	3

/* The text of an event repeats one letter, which encodes the event's number. */
#define LETTERS		15

enum kind { REMEMBERS, USES };

static struct hist_trigger_data *users[2], *definer;
static enum kind kinds[LEVELS_MAX];
static unsigned int n_levels, level, at, step;
/*
 * Number of events of each kind, and of events that use the variables and interrupt an event that
 * remembers them
 */
static unsigned int n_remembered, n_used, n_used_meanwhile, n_remembering;
/* Number of events that found a variable half written, in all runs */
static u64 n_busy;
static u64 number;
static bool reached;

static void process_event(enum kind kind)
{
	struct mock_record record = { .num_u8 = 1, .num_u64 = ++number };
	unsigned int i, kept = step;

	memset(record.text, 'a' + number, LETTERS);
	step = 0;
	if (kind == REMEMBERS) {
		n_remembered++;
		n_remembering++;
		hist_exec(definer, &record, _RET_IP_);
		n_remembering--;
	} else {
		n_used++;
		n_used_meanwhile += n_remembering > 0;
		for (i = 0; i < ARRAY_SIZE(users); i++)
			hist_exec(users[i], &record, _RET_IP_);
	}
	step = kept;
}

static void interrupt(void)
{
	if (step++ != at || level == n_levels)
		return;
	reached = true;
	level++;
	process_event(kinds[level - 1]);
	level--;
}

/* Check that every text in @shown repeats a single letter. */
static void expect_untorn_text(const char *shown)
{
	const char *text = shown;

	while ((text = strchr(text, '\''))) {
		unsigned int len = strspn(text + 1, (char []){ text[1], '\0' });

		if (len != LETTERS || text[1 + len] != '\'')
			test_fail(__FILE__, __LINE__, "half of a text in %s", shown);
		text += 1 + len;
		text += *text == '\'';
	}
}

/* Number of events that found a variable half written */
static u64 busy(const struct hist_trigger_data *data)
{
	return tracing_map_dropped_for(data->runtime.map, TRACING_MAP_DROP_BUSY);
}

static u64 hits(const struct hist_trigger_data *data)
{
	struct tracing_map_snapshot *rows = tracing_map_snapshot(data->runtime.map, NULL, 0);
	u64 n;

	EXPECT(!IS_ERR(rows));
	n = rows->n_rows ? tracing_map_row_sum(rows, 0, 0) : 0;
	EXPECT_EQ(rows->dropped, busy(data));
	tracing_map_snapshot_free(rows);
	return n;
}

/*
 * Parse "<name>: <number> text: <letters>". If there is a text, it must come
 * from the event with that number. Only an interrupt may leave a number without
 * its text.
 */
static void expect_belongs(const char *shown, const char *name, u64 largest)
{
	const char *line = strstr(shown, name);
	unsigned long long val = 0;
	char letter;
	int found;

	EXPECT(line);
	if (!line)
		return;
	found = sscanf(line + strlen(name), " %llu  text: %c", &val, &letter);
	EXPECT(found >= 1);
	if (found == 2)
		EXPECT_EQ(letter, 'a' + val);
	else
		EXPECT(reached && !largest);
	if (largest)
		EXPECT_EQ(val, largest);
}

static void check(u64 largest)
{
	u64 counted = hits(users[1]);
	const char *shown;

	expect_untorn_text(hist_run_fired());
	/* A reference in an expression consumes the variable. */
	EXPECT(hits(users[0]) <= n_remembered);
	/*
	 * onmax() and onchange() of users[1] do not consume: they count every
	 * event, and drop those that find a variable half written.
	 */
	EXPECT_EQ(counted + busy(users[1]), n_used);
	EXPECT(busy(users[1]) <= n_used_meanwhile);
	n_busy += busy(users[1]);
	if (!counted)
		return;
	shown = hist_run_rows(users[1]);
	expect_belongs(shown, "max:", largest);
	expect_belongs(shown, "changed:", 0);
}

/* Run @outer, interrupted at its step number @at by the events of kinds[]. */
static void run(struct mock_hists *hists, enum kind outer)
{
	unsigned int i;

	for (i = 0; i < hists->n_hists; i++)
		EXPECT_EQ(hist_run_attach(hists->hists[i].data, HIST_SIZE_MIN), 0);
	hist_run_fired();
	number = 0;
	n_remembered = 0;
	n_used = 0;
	n_used_meanwhile = 0;
	reached = false;
	level = 0;
	process_event(REMEMBERS);

	shim_step_hook = interrupt;
	process_event(outer);
	shim_step_hook = NULL;
	check(0);

	/* Without interrupts, the next pair of events gives the exact result. */
	process_event(REMEMBERS);
	process_event(USES);
	check(number);
	for (i = 0; i < hists->n_hists; i++)
		hist_run_detach(hists->hists[i].data);
}

static struct hist_trigger_data *define(struct mock_hists *hists, const struct mock_event *event,
					const char *text)
{
	struct trace_diag diag = {};
	struct hist_trigger_data *data = mock_hists_compile(hists, event, text, &diag);

	EXPECT(!IS_ERR(data));
	return data;
}

TEST(events_interrupt_each_other)
{
	unsigned int all = 1 << LEVELS_MAX, kind, i, most = 0;
	struct mock_hists hists;

	EXPECT_EQ(mock_hists_init(&hists), 0);
	definer = define(&hists, &mock_source, "hist:keys=num_u8:t=num_u64,s=text");
	users[0] = define(&hists, &mock_event, "hist:keys=num_u8:x=$t+0:"
			  "onmatch(mock.source).texts($s,text)");
	users[1] = define(&hists, &mock_event, "hist:keys=num_u8:m=num_u64:onmax($m).save(text):"
			  "onchange($m).save(text):onmatch(mock.source).texts($s,text)");

	for (kind = 0; kind < 2 * all; kind++) {
		for (i = 0; i < LEVELS_MAX; i++)
			kinds[i] = kind >> i & 1;
		for (n_levels = 1; n_levels <= LEVELS_MAX; n_levels++) {
			at = 0;
			do {
				run(&hists, kind >= all ? USES : REMEMBERS);
				most = max(most, at);
				at++;
			} while (reached);
		}
	}
	/* There were enough steps at which to interrupt. */
	EXPECT(most > 50);
	EXPECT(n_busy > 0);
	mock_hists_exit(&hists);
}

static bool looking;

/*
 * Interrupt when the tracked value of the event is the maximum, but before its
 * data are saved.
 */
static void interrupt_saver(void)
{
	const struct hist_action_insn *act = &users[1]->program.actions[0];
	const u64 key = 1;
	u64 largest = 0;
	int elt;

	if (looking || level)
		return;
	looking = true;
	elt = tracing_map_lookup(users[1]->runtime.map, &key);
	if (elt >= 0 &&
	    tracing_map_var_get(users[1]->runtime.map, elt, act->tracked_slot, &largest) &&
	    largest == number) {
		level++;
		process_event(USES);
	}
	looking = false;
}

/*
 * A larger value arrives between updating the maximum and saving: the
 * interrupted event must not overwrite the newer saved data.
 */
TEST(interrupted_save_keeps_newer_values)
{
	struct mock_hists hists;
	u64 first;

	EXPECT_EQ(mock_hists_init(&hists), 0);
	users[0] = define(&hists, &mock_event, "hist:keys=num_u8");
	users[1] = define(&hists, &mock_event, "hist:keys=num_u8:m=num_u64:onmax($m).save(text)");
	EXPECT_EQ(hist_run_attach(users[0], HIST_SIZE_MIN), 0);
	EXPECT_EQ(hist_run_attach(users[1], HIST_SIZE_MIN), 0);

	number = 0;
	level = 0;
	process_event(USES);
	first = number;
	shim_step_hook = interrupt_saver;
	process_event(USES);
	shim_step_hook = NULL;
	EXPECT_EQ(number, first + 2);
	EXPECT_STREQ(hist_run_rows(users[1]), "{ num_u8:          1 } hitcount:          3\n"
		     "\tmax:          3  text: ddddddddddddddd                 \n");

	hist_run_detach(users[0]);
	hist_run_detach(users[1]);
	mock_hists_exit(&hists);
}
