/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A deterministic scheduler that runs the code under test in all interleavings with a limited
 * number of preemptions.
 *
 * A scenario has a few logical threads. Each one runs on a simulated CPU, in a task or in an
 * interrupt. Only one of them executes at a time, and the explorer may switch to another one
 * before each step: marked access, atomic operation or barrier, see shim_step(). A switch is a
 * preemption if the thread could have continued. A switch because a thread has ended, waits or
 * sleeps is free. explorer_run() repeats the scenario with each sequence of switches that has at
 * most @bound preemptions. Most bugs of concurrent code need one or two.
 *
 * A CPU runs one thread of a level at a time, because per-CPU code has preemption off. A thread of
 * a higher level may interrupt those of lower levels on its CPU. It then runs to its end before
 * they continue, while threads on other CPUs run at any time.
 *
 * All threads see all memory accesses in one order: the explorer does not reorder them, as a
 * weakly ordered machine does. The thread sanitizer checks barriers, in other tests.
 */
#ifndef _TRACE_EXPLORER_H
#define _TRACE_EXPLORER_H

#include <linux/types.h>

#define EXPLORER_THREADS_MAX	5

/*
 * @run: function that the thread executes; @self is the index of the thread
 * @cpu: CPU that it runs on
 * @level: 0 in a task; 1, 2 and so on in contexts that interrupt those below them
 * @may_sleep: it runs in process context with preemption on
 */
struct explorer_thread {
	void (*run)(unsigned int self);
	unsigned int cpu;
	unsigned int level;
	bool may_sleep;
};

/*
 * @setup: create the objects that the threads use; called before each interleaving
 * @check: CHECK() the result and destroy the objects; called after each interleaving
 * @threads: the threads; the first one without a function ends the list
 * @nr_cpus: number of possible CPUs
 */
struct explorer_scenario {
	const char *name;
	void (*setup)(void);
	void (*check)(void);
	struct explorer_thread threads[EXPLORER_THREADS_MAX];
	unsigned int nr_cpus;
};

/*
 * @interleavings: number of interleavings that ran
 * @steps: number of steps of the longest one
 * @failed: a CHECK() failed, threads waited for each other, or a thread did not end. No further
 *	interleaving was tried.
 * @reason: description of the first failure
 * @schedule: the interleaving that failed, as a list of threads and the steps that each one ran
 *	until the next switch
 */
struct explorer_result {
	unsigned long interleavings;
	unsigned int steps;
	bool failed;
	char reason[200];
	char schedule[1000];
};

struct explorer_result explorer_run(const struct explorer_scenario *scenario, unsigned int bound);

/* Begin and end a section with preemption off that explorer_wait_for_grace_period() waits for. */
void explorer_event_begin(unsigned int self);
void explorer_event_end(unsigned int self);

/* Wait until all sections that other threads have begun before this call have ended. */
void explorer_wait_for_grace_period(unsigned int self);

/* Report a failure of the interleaving that is running. */
void explorer_fail(const char *file, int line, const char *what);

#define CHECK(cond)							\
do {									\
	if (!(cond))							\
		explorer_fail(__FILE__, __LINE__, #cond);		\
} while (0)

#endif
