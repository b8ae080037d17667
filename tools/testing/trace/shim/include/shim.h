/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Controls that the tests have over the code under test: select the CPU that a
 * thread runs on, interrupt the code between any two accesses, and make
 * allocations fail.
 *
 * The rest of this directory declares the parts of the kernel's headers that
 * the code under test needs, each under its kernel name. Extend these headers
 * when a new file needs more.
 */
#ifndef _SHIM_H
#define _SHIM_H

#include <stdbool.h>
#include <stddef.h>

/* number of possible CPUs; a test may change it while no allocation exists */
#define SHIM_NR_CPUS_MAX	64
extern unsigned int shim_nr_cpus;

/*
 * CPU of the calling thread. Two threads must not run code that requires
 * disabled preemption on the same CPU at the same time. Simulated interrupts,
 * which nest within one thread, may.
 */
extern __thread unsigned int shim_cpu;

/*
 * Hook that runs before every marked access, atomic access and barrier, if not
 * NULL. The hook may call the code under test, as an interrupt handler would.
 */
extern __thread void (*shim_step_hook)(void);

static inline void shim_step(void)
{
#ifndef SHIM_NO_STEPS
	if (__builtin_expect(!!shim_step_hook, 0))
		shim_step_hook();
#endif
}

/*
 * Hook that runs instead of a sleep, if not NULL; otherwise a sleep only yields the CPU.
 */
extern __thread void (*shim_sleep_hook)(void);

/* Number of calls of preempt_disable() by this thread that preempt_enable() has not undone */
extern __thread unsigned int shim_preempt_count;

/* Number of calls of cond_resched() by this thread */
extern __thread unsigned long shim_rescheds;

/*
 * Kinds of read-modify-write operations. A program that is built with SHIM_TORN can make those of
 * some kinds a load and a store with a step in between, which is a bug for its tests to find.
 */
enum shim_rmw {
	SHIM_CMPXCHG	= 1,
	SHIM_XCHG	= 2,
	SHIM_ADD	= 4,
	SHIM_LOCAL	= 8,
};

#ifdef SHIM_TORN
extern unsigned int shim_torn;
#else
#define shim_torn	0
#endif

/* Index of each clock in shim_clocks[]. */
enum shim_clock {
	SHIM_CLOCK_LOCAL,
	SHIM_CLOCK_GLOBAL,
	SHIM_CLOCK_COUNTER,
	SHIM_CLOCK_UPTIME,
	SHIM_CLOCK_PERF,
	SHIM_CLOCK_MONO,
	SHIM_CLOCK_MONO_RAW,
	SHIM_CLOCK_BOOT,
	SHIM_CLOCK_TAI,
	SHIM_CLOCK_ARCH,
	SHIM_CLOCKS,
};

extern unsigned long long shim_clocks[SHIM_CLOCKS];

/* Like the kernel's trace clocks, this may be called in any context. */
static inline unsigned long long shim_clock(enum shim_clock clock)
{
	return shim_clocks[clock];
}

/*
 * Call stack that stack_trace_save() returns for the calling thread, innermost
 * frame first.
 */
#define SHIM_STACK_MAX	64
extern __thread unsigned long shim_stack[SHIM_STACK_MAX];
extern __thread unsigned int shim_stack_len;

/* registers of the code that the current interrupt has interrupted; NULL outside of interrupts */
struct pt_regs;
extern __thread struct pt_regs *shim_irq_regs;

/*
 * User memory of the calling thread, if not NULL. While it is set, the nofault
 * string readers accept user addresses in this range only, and kernel addresses
 * outside of it only.
 */
extern __thread const char *shim_user_memory, *shim_user_memory_end;

/* Return the static per-CPU area of @cpu, see DEFINE_PER_CPU(). */
char *shim_static_percpu(unsigned int cpu);

/* Fail the n-th allocation of this thread, counted from 1. 0 cancels. */
void shim_fail_nth(unsigned long n);

/* Fail the n-th allocation of this thread and every later one. */
void shim_fail_from(unsigned long n);

/* Return whether an allocation has failed as requested, and cancel the request. */
bool shim_failed(void);

/* Number and size in bytes of the live allocations of all threads. */
unsigned long shim_allocs(void);
size_t shim_bytes(void);

/* Number of live alloc_percpu() allocations, which shim_allocs() does not count. */
unsigned int shim_kept(void);

/* Size in bytes of the largest allocation attempted without __GFP_NOWARN. */
size_t shim_loudest(void);

/*
 * Run work that was queued: an irq_work, or a work item whose delay is 0; with @expired, also one
 * with another delay. Return: false if there was none.
 */
bool shim_run_work(bool expired);

/* Delay in jiffies of the queued work that is due first, or ULONG_MAX without queued work. */
unsigned long shim_work_delay(void);

/* While set, the calling thread must neither allocate nor sleep. */
extern __thread bool shim_atomic;

/* While set, irqs_disabled() returns true. */
extern __thread bool shim_irqs_off;

/* While set, in_nmi() returns true. */
extern __thread bool shim_in_nmi;

/* While set, the calling thread has no capabilities. */
extern __thread bool shim_unprivileged;

void *shim_alloc(size_t n, size_t size, unsigned int gfp);
void *shim_alloc_kept(size_t n, size_t size);
void *shim_realloc(const void *p, size_t n, size_t size);
void shim_free(const void *p);
void shim_might_sleep(const char *file, int line);
void shim_yield(void);

#endif
