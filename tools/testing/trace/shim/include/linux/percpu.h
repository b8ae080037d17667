/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_PERCPU_H
#define _SHIM_LINUX_PERCPU_H

#include <linux/cpumask.h>
#include <linux/preempt.h>
#include <linux/slab.h>
#include <linux/types.h>

/* One object for each CPU, this many bytes apart. */
#define SHIM_PERCPU_STRIDE	512

#define alloc_percpu(type)						\
({									\
	static_assert(sizeof(type) <= SHIM_PERCPU_STRIDE);		\
	(type *)shim_alloc(shim_nr_cpus, SHIM_PERCPU_STRIDE, true);	\
})
#define free_percpu(p)		shim_free(p)

#define per_cpu_ptr(p, cpu)						\
	((typeof(p))((char *)(p) + (size_t)(cpu) * SHIM_PERCPU_STRIDE))
#define this_cpu_ptr(p)		per_cpu_ptr(p, shim_cpu)
#define raw_cpu_ptr(p)		this_cpu_ptr(p)

#define __this_cpu_read(x)	(*this_cpu_ptr(&(x)))
#define this_cpu_read(x)	READ_ONCE(*this_cpu_ptr(&(x)))

#endif
