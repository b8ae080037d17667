/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_CPUMASK_H
#define _SHIM_LINUX_CPUMASK_H

#include <shim.h>

#define num_possible_cpus()	shim_nr_cpus
#define nr_cpu_ids		shim_nr_cpus
#define for_each_possible_cpu(cpu)	\
	for ((cpu) = 0; (unsigned int)(cpu) < shim_nr_cpus; (cpu)++)
#define raw_smp_processor_id()	shim_cpu
#define smp_processor_id()	shim_cpu
#define cpu_to_node(cpu)	0

#endif
