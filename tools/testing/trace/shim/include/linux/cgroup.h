/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_CGROUP_H
#define _SHIM_LINUX_CGROUP_H

#include <linux/types.h>

struct cgroup {
	u64 id;
};

struct css_set {
	struct cgroup *dfl_cgrp;
};

#define cgroup_id(cgrp)	((cgrp)->id)

#endif
