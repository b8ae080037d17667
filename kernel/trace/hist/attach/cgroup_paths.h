/* SPDX-License-Identifier: GPL-2.0 */
/* Paths of cgroups, for the modifier .path. */
#ifndef _TRACE_HIST_ATTACH_CGROUP_PATHS_H
#define _TRACE_HIST_ATTACH_CGROUP_PATHS_H

#include <linux/errno.h>
#include <linux/types.h>

struct hist_trigger_data;

#ifdef CONFIG_CGROUPS
int hist_cgroup_paths_get(struct hist_trigger_data *data);
void hist_cgroup_paths_put(struct hist_trigger_data *data);
int hist_cgroup_path(u64 id, char *path, size_t size);
#else
/* Without CONFIG_CGROUPS there is no field that .path applies to. */
static inline int hist_cgroup_paths_get(struct hist_trigger_data *data)
{
	return 0;
}

static inline void hist_cgroup_paths_put(struct hist_trigger_data *data)
{
}

static inline int hist_cgroup_path(u64 id, char *path, size_t size)
{
	return -ENOENT;
}
#endif

#endif /* _TRACE_HIST_ATTACH_CGROUP_PATHS_H */
