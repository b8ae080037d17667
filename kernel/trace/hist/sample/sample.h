/* SPDX-License-Identifier: GPL-2.0 */
/* When, how often and on which CPUs hist:timer_sample fires. */
#ifndef _TRACE_HIST_SAMPLE_SAMPLE_H
#define _TRACE_HIST_SAMPLE_SAMPLE_H

#include <linux/cpumask.h>
#include <linux/init.h>

struct seq_file;

int __init hist_sample_init(void);
void hist_sample_set_hz(unsigned int hz);
void hist_sample_show_hz(struct seq_file *m);
int hist_sample_set_cpus(const struct cpumask *cpus);
void hist_sample_show_cpus(struct seq_file *m);

#endif /* _TRACE_HIST_SAMPLE_SAMPLE_H */
