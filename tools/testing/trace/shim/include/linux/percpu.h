/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_PERCPU_H
#define _SHIM_LINUX_PERCPU_H

#include <linux/cpumask.h>
#include <linux/preempt.h>
#include <linux/slab.h>
#include <linux/types.h>

/* Distance in bytes between the objects of two CPUs. */
#define SHIM_PERCPU_STRIDE(type)	((sizeof(type) + 511) / 512 * 512)

#define alloc_percpu_gfp(type, gfp)					\
	((type *)shim_alloc(shim_nr_cpus, SHIM_PERCPU_STRIDE(type),	\
			    (gfp) | __GFP_ZERO))
/* alloc_percpu() is used for memory that is never freed, so it is not counted. */
#define alloc_percpu(type)						\
	((type *)shim_alloc_kept(shim_nr_cpus, SHIM_PERCPU_STRIDE(type)))
#define free_percpu(p)		shim_free(p)

/*
 * The variable itself is only the template from which each CPU's copy is
 * initialized.
 */
#define DEFINE_PER_CPU(type, name)	SHIM_IN_PERCPU type name
#define DECLARE_PER_CPU(type, name)	extern type name
#define SHIM_IN_PERCPU			__attribute__((__section__("shim_percpu")))

/* Defined by the linker; weak because a program may have no such variables. */
extern char __start_shim_percpu[] __attribute__((__weak__));
extern char __stop_shim_percpu[] __attribute__((__weak__));

static inline void *shim_per_cpu(const void *p, size_t stride, unsigned int cpu)
{
	const char *at = p;

	if (at >= __start_shim_percpu && at < __stop_shim_percpu)
		return shim_static_percpu(cpu) + (at - __start_shim_percpu);
	return (char *)at + (size_t)cpu * stride;
}

#define per_cpu_ptr(p, cpu)						\
	((typeof(p))shim_per_cpu((p), SHIM_PERCPU_STRIDE(*(p)), (cpu)))
#define this_cpu_ptr(p)		per_cpu_ptr(p, shim_cpu)
#define raw_cpu_ptr(p)		this_cpu_ptr(p)

#define __this_cpu_read(x)	(*this_cpu_ptr(&(x)))
#define __this_cpu_write(x, val)	(*this_cpu_ptr(&(x)) = (val))
#define this_cpu_read(x)	READ_ONCE(*this_cpu_ptr(&(x)))

#endif
