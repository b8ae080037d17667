// SPDX-License-Identifier: GPL-2.0-only
/*
 * A deterministic scheduler that runs the code under test in all interleavings with a limited
 * number of preemptions. explorer.h has the rules.
 *
 * The search keeps no states. It remembers the choices of the last interleaving: at each step
 * with more than one thread to run, the number of these threads and the one that it took. The
 * next interleaving repeats these choices except for the last one that has an alternative, which
 * it takes. So it is a depth-first search over all sequences of choices. The code under test must
 * do the same if it gets the same choices.
 *
 * The logical threads are stacks of one thread of the process. makecontext() starts them, once
 * for all interleavings, and setjmp() and longjmp() switch between them, without a system call.
 */

#include <linux/array_size.h>
#include <linux/bug.h>
#include <linux/compiler.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "explorer.h"

#define STACK_SIZE	65536

/* A thread with more steps does not end. */
#define STEPS_MAX	5000

#define NO_THREAD	(-1)

enum state {
	NOT_STARTED,
	STARTED,
	ENDED,
};

/*
 * @env: where the thread continues
 * @start: its stack, until it runs for the first time
 * @in_event: it is between explorer_event_begin() and explorer_event_end()
 * @waits_for: threads whose event has to end before it continues, one bit for each
 */
struct context {
	jmp_buf env;
	ucontext_t start;
	enum state state;
	bool in_event;
	unsigned int waits_for;
};

/* The threads that could run next are numbered from 0 to @n - 1; @taken is the one that ran. */
struct choice {
	unsigned char n;
	unsigned char taken;
};

/* A stretch of the interleaving in which one thread ran @steps steps. */
struct stretch {
	unsigned int thread;
	unsigned int steps;
};

/*
 * @main: where explorer_run() continues
 * @choices: choices of this interleaving, of which @n_choices are known from the last one
 * @at: number of choices that were made in this interleaving
 * @stretches: the interleaving so far
 */
static struct {
	const struct explorer_scenario *scenario;
	unsigned int bound;
	jmp_buf main;
	unsigned int n_threads;
	struct context threads[EXPLORER_THREADS_MAX];
	int current;
	unsigned int preemptions;
	struct choice choices[2 * STEPS_MAX];
	unsigned int n_choices;
	unsigned int at;
	struct stretch stretches[2 * STEPS_MAX];
	unsigned int n_stretches;
	unsigned int steps;
	struct explorer_result result;
} explorer;

static char stacks[EXPLORER_THREADS_MAX][STACK_SIZE] __aligned(64);

void explorer_fail(const char *file, int line, const char *what)
{
	struct explorer_result *result = &explorer.result;

	if (result->failed)
		return;
	result->failed = true;
	snprintf(result->reason, sizeof(result->reason), "%s:%d: not so: %s", file, line, what);
}

/* Test whether a thread cannot run because another one runs on its CPU. */
static bool cpu_is_taken(unsigned int i)
{
	const struct explorer_thread *threads = explorer.scenario->threads;
	unsigned int other;

	for (other = 0; other < explorer.n_threads; other++) {
		if (other != i && explorer.threads[other].state == STARTED &&
		    threads[other].cpu == threads[i].cpu &&
		    threads[other].level >= threads[i].level)
			return true;
	}
	return false;
}

static bool is_runnable(unsigned int i)
{
	const struct context *thread = &explorer.threads[i];

	return thread->state != ENDED && !thread->waits_for && !cpu_is_taken(i);
}

/* Choose a number less than @n: again the one of the last interleaving, or else 0. */
static unsigned int choose(unsigned int n)
{
	struct choice *choice = &explorer.choices[explorer.at];

	if (explorer.at++ == explorer.n_choices) {
		*choice = (struct choice){ .n = n };
		explorer.n_choices++;
	}
	/* The code under test did something else than the last time: it is not deterministic. */
	if (choice->n != n)
		abort();
	return choice->taken;
}

/* Choose the thread that runs next. Return: NO_THREAD if none can run. */
static int choose_thread(bool can_continue)
{
	int candidates[EXPLORER_THREADS_MAX];
	unsigned int n = 0, i, taken;

	if (can_continue)
		candidates[n++] = explorer.current;
	if (!can_continue || explorer.preemptions < explorer.bound) {
		for (i = 0; i < explorer.n_threads; i++) {
			if (i != explorer.current && is_runnable(i))
				candidates[n++] = i;
		}
	}
	if (!n)
		return NO_THREAD;
	taken = n > 1 ? choose(n) : 0;
	if (can_continue && taken)
		explorer.preemptions++;
	return candidates[taken];
}

static void set_current(int next)
{
	const struct explorer_thread *thread = &explorer.scenario->threads[next];

	explorer.current = next;
	explorer.stretches[explorer.n_stretches++] = (struct stretch){ .thread = next };
	explorer.threads[next].state = STARTED;
	shim_cpu = thread->cpu;
	shim_atomic = !thread->may_sleep;
}

/* Let @next run. Returns when the calling thread runs again. */
static void switch_to(int next)
{
	struct context *self = &explorer.threads[explorer.current];

	if (next == explorer.current)
		return;
	if (_setjmp(self->env))
		return;
	if (next == NO_THREAD)
		_longjmp(explorer.main, 1);
	set_current(next);
	_longjmp(explorer.threads[next].env, 1);
}

/* Called before each step of the code under test. */
static void on_step(void)
{
	explorer.stretches[explorer.n_stretches - 1].steps++;
	if (++explorer.steps == STEPS_MAX) {
		explorer_fail(__FILE__, __LINE__, "all threads end");
		switch_to(NO_THREAD);
	}
	switch_to(choose_thread(true));
}

/* Called when the code under test sleeps: another thread runs, if there is one. */
static void on_sleep(void)
{
	int next = choose_thread(false);

	if (next != NO_THREAD)
		switch_to(next);
}

void explorer_event_begin(unsigned int self)
{
	explorer.threads[self].in_event = true;
	shim_step();
}

void explorer_event_end(unsigned int self)
{
	unsigned int i;

	shim_step();
	explorer.threads[self].in_event = false;
	for (i = 0; i < explorer.n_threads; i++)
		explorer.threads[i].waits_for &= ~(1U << self);
}

void explorer_wait_for_grace_period(unsigned int self)
{
	struct context *thread = &explorer.threads[self];
	unsigned int i;

	shim_step();
	for (i = 0; i < explorer.n_threads; i++) {
		if (explorer.threads[i].in_event)
			thread->waits_for |= 1U << i;
	}
	if (thread->waits_for)
		switch_to(choose_thread(false));
}

/* Run the function of a thread once in each interleaving. */
static void run_thread(int i)
{
	struct context *self = &explorer.threads[i];

	if (!_setjmp(self->env))
		_longjmp(explorer.main, 1);
	for (;;) {
		explorer.scenario->threads[i].run(i);
		self->state = ENDED;
		switch_to(choose_thread(false));
	}
}

static void create_threads(void)
{
	const struct explorer_thread *threads = explorer.scenario->threads;
	unsigned int i;

	for (i = 0; i < EXPLORER_THREADS_MAX && threads[i].run; i++) {
		ucontext_t *start = &explorer.threads[i].start;

		getcontext(start);
		start->uc_stack.ss_sp = stacks[i];
		start->uc_stack.ss_size = STACK_SIZE;
		makecontext(start, (void (*)(void))run_thread, 1, i);
		if (!_setjmp(explorer.main))
			setcontext(start);
		explorer.n_threads = i + 1;
	}
}

/* Test whether each thread has ended; otherwise they wait for each other. */
static bool all_ended(void)
{
	unsigned int i;

	for (i = 0; i < explorer.n_threads; i++) {
		if (explorer.threads[i].state != ENDED)
			return false;
	}
	return true;
}

static void run_interleaving(void)
{
	unsigned int i;
	int first;

	for (i = 0; i < explorer.n_threads; i++) {
		explorer.threads[i].state = NOT_STARTED;
		explorer.threads[i].in_event = false;
		explorer.threads[i].waits_for = 0;
	}
	explorer.current = NO_THREAD;
	explorer.at = 0;
	explorer.preemptions = 0;
	explorer.n_stretches = 0;
	explorer.steps = 0;

	explorer.scenario->setup();
	first = choose_thread(false);
	if (!_setjmp(explorer.main)) {
		shim_step_hook = on_step;
		shim_sleep_hook = on_sleep;
		set_current(first);
		_longjmp(explorer.threads[first].env, 1);
	}
	shim_step_hook = NULL;
	shim_sleep_hook = NULL;
	shim_atomic = false;
	CHECK(all_ended());
	explorer.scenario->check();
}

/* Choose the next interleaving. Return: false if all have run. */
static bool next_interleaving(void)
{
	while (explorer.n_choices) {
		struct choice *last = &explorer.choices[explorer.n_choices - 1];

		if (++last->taken < last->n)
			return true;
		explorer.n_choices--;
	}
	return false;
}

static void describe_schedule(char *text, size_t size)
{
	unsigned int i, len = 0;

	for (i = 0; i < explorer.n_stretches && len < size; i++) {
		len += snprintf(text + len, size - len, "%sthread %u: %u", i ? ", " : "",
				explorer.stretches[i].thread, explorer.stretches[i].steps);
	}
}

/*
 * Run a scenario in all interleavings with at most @bound preemptions, until one fails. Not
 * reentrant.
 */
struct explorer_result explorer_run(const struct explorer_scenario *scenario, unsigned int bound)
{
	unsigned int nr_cpus = shim_nr_cpus;

	memset(&explorer, 0, sizeof(explorer));
	explorer.scenario = scenario;
	explorer.bound = bound;
	shim_nr_cpus = scenario->nr_cpus;
	create_threads();
	do {
		run_interleaving();
		explorer.result.interleavings++;
		if (explorer.steps > explorer.result.steps)
			explorer.result.steps = explorer.steps;
	} while (!explorer.result.failed && next_interleaving());

	if (explorer.result.failed)
		describe_schedule(explorer.result.schedule, sizeof(explorer.result.schedule));
	shim_nr_cpus = nr_cpus;
	shim_cpu = 0;
	return explorer.result;
}
