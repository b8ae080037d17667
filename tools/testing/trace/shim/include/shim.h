/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the tests can do to the code under test that a kernel cannot: choose the
 * CPU it runs on, interrupt it between any two accesses, and let allocations
 * fail.  The rest of this directory is as much of the kernel's headers as that
 * code needs, each under its own name; add to them what a new file asks for.
 */
#ifndef _SHIM_H
#define _SHIM_H

#include <stdbool.h>
#include <stddef.h>

/* CPUs that are possible; a test may set it while nothing is allocated. */
#define SHIM_NR_CPUS_MAX	64
extern unsigned int shim_nr_cpus;

/*
 * The CPU of the calling thread.  Two threads must not run code that needs
 * preemption off on the same CPU; what nests in a thread may.
 */
extern __thread unsigned int shim_cpu;

/*
 * Called before every marked or atomic access and every barrier, if not NULL.
 * It may run more of the code under test, as an interrupt would.
 */
extern __thread void (*shim_step_hook)(void);

static inline void shim_step(void)
{
#ifndef SHIM_NO_STEPS
	if (__builtin_expect(!!shim_step_hook, 0))
		shim_step_hook();
#endif
}

/* What each clock says. */
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

/* Clocks may be read at any time, and by anybody. */
static inline unsigned long long shim_clock(enum shim_clock clock)
{
	return shim_clocks[clock];
}

/* What the calling thread's stack is said to be, the innermost frame first. */
#define SHIM_STACK_MAX	64
extern __thread unsigned long shim_stack[SHIM_STACK_MAX];
extern __thread unsigned int shim_stack_len;

/*
 * The memory of the calling thread's program, if it is not NULL.  What reads memory of
 * programs then finds it there only, and what reads the kernel's does not.
 */
extern __thread const char *shim_user_memory, *shim_user_memory_end;

/* Where a CPU's own variables are, see DEFINE_PER_CPU(). */
char *shim_static_percpu(unsigned int cpu);

/* Fail the n-th allocation of this thread from now on, counted from 1; 0: none. */
void shim_fail_nth(unsigned long n);

/* The same, and all behind it. */
void shim_fail_from(unsigned long n);

/* Whether the allocation to fail was reached; also ends the failing. */
bool shim_failed(void);

/* Allocations alive in all threads, and their bytes. */
unsigned long shim_allocs(void);
size_t shim_bytes(void);

/* Allocations alive that shim_allocs() does not count: those of alloc_percpu(). */
unsigned int shim_kept(void);

/* The largest allocation so far whose failure the log would have told of, in bytes. */
size_t shim_loudest(void);

/* While set, the calling thread may neither allocate nor sleep. */
extern __thread bool shim_atomic;

/* While set, interrupts are off, to who asks. */
extern __thread bool shim_irqs_off;

/* While set, the calling thread has no capabilities. */
extern __thread bool shim_unprivileged;

void *shim_alloc(size_t n, size_t size, unsigned int gfp);
void *shim_alloc_kept(size_t n, size_t size);
void *shim_realloc(const void *p, size_t n, size_t size);
void shim_free(const void *p);
void shim_might_sleep(const char *file, int line);

#endif
