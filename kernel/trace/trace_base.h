/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Interfaces of the base kernel that differ between the versions that our files fit.
 *
 * Only this header tests the version. Our files use the interfaces of the newest version; for an
 * older one, this header defines them. Where that is not possible, it defines a macro for both.
 *
 * All definitions are macros, so this header includes none of the base kernel's. A file that uses a
 * macro includes the header of the interface.
 */
#ifndef _TRACE_BASE_H
#define _TRACE_BASE_H

#include <linux/version.h>

#if LINUX_VERSION_CODE >= KERNEL_VERSION(7, 3, 0)

/* Disable preemption in the rest of a tracepoint's probe. The tracepoint has not disabled it. */
#define trace_probe_guard()		guard(preempt_notrace)()

/*
 * Protect a tracepoint's list of probes in the rest of a function. A list that was replaced is
 * freed after a grace period of tracepoint_srcu.
 */
#define tracepoint_funcs_guard()	guard(srcu_fast_notrace)(&tracepoint_srcu)

/*
 * Wait for all events that run. Probe events and programs emit events outside of tracepoints, with
 * preemption off, and tracepoint_synchronize_unregister() need not wait for these.
 */
#define trace_events_synchronize()		\
do {						\
	tracepoint_synchronize_unregister();	\
	synchronize_rcu();			\
} while (0)

/* Write the names of flags as text. @names is an array whose last element has no name. */
#define trace_base_print_flags(s, delim, flags, names) \
	trace_print_flags_seq(s, delim, flags, names, ARRAY_SIZE(names) - 1)

/* Walk the user stack of the current task now, not when it returns to user mode. */
#define trace_base_user_callchain(regs, depth) \
	get_perf_callchain(regs, false, true, depth, false, false, 0)

/* KASAN allocates no memory for its record of a task work. */
#define TWA_RESUME_NO_ALLOC		TWA_RESUME

#define TRACE_BASE_NO_VMA_FLAGS		EMPTY_VMA_FLAGS

/*
 * In set_event, "-" in the name of a module means "_". A word for all events of a module that is
 * not loaded is shown with "*:*".
 */
#define TRACE_BASE_MOD_WORDS		1

#else /* Linux 6.12 */

/* Options of an instance are enumerators. */
#define TRACE_ITER(flag)		TRACE_ITER_##flag

/* A tracepoint disables preemption, which also protects its list of probes. */
#define trace_probe_guard()		do { } while (0)
#define tracepoint_funcs_guard()	do { } while (0)

/* This function also waits until preemption was enabled on each CPU. */
#define trace_events_synchronize()	tracepoint_synchronize_unregister()

#define trace_base_print_flags(s, delim, flags, names) \
	trace_print_flags_seq(s, delim, flags, names)

#define trace_base_user_callchain(regs, depth) \
	get_perf_callchain(regs, false, true, depth, false, false)

#define TWA_RESUME_NO_ALLOC		(TWA_RESUME | TWAF_NO_ALLOC)

#define TRACE_BASE_NO_VMA_FLAGS		0

/* A word for a module that is not loaded is shown as it was written. */
#define TRACE_BASE_MOD_WORDS		0

#define hrtimer_setup(timer, callback, clock, mode)	\
do {							\
	struct hrtimer *__timer = (timer);		\
							\
	hrtimer_init(__timer, clock, mode);		\
	__timer->function = (callback);			\
} while (0)

#endif

#endif /* _TRACE_BASE_H */
