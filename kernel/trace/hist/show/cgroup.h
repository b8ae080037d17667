/* SPDX-License-Identifier: GPL-2.0 */
/* Print cgroups. */
#ifndef _TRACE_HIST_SHOW_CGROUP_H
#define _TRACE_HIST_SHOW_CGROUP_H

#include <linux/types.h>

struct seq_file;

void hist_show_cgroup(struct seq_file *m, u64 id, unsigned int width);

#endif /* _TRACE_HIST_SHOW_CGROUP_H */
