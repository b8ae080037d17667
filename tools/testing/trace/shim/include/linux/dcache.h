/* SPDX-License-Identifier: GPL-2.0-only */
/* A name is not renamed while a snapshot of it exists. */
#ifndef _SHIM_LINUX_DCACHE_H
#define _SHIM_LINUX_DCACHE_H

#include <linux/types.h>

struct qstr {
	const char *name;
};

struct dentry {
	struct qstr d_name;
	unsigned int snapshots;
};

struct name_snapshot {
	struct qstr name;
	struct dentry *dentry;
};

static inline void take_dentry_name_snapshot(struct name_snapshot *name, struct dentry *dentry)
{
	*name = (struct name_snapshot){ .name = dentry->d_name, .dentry = dentry };
	dentry->snapshots++;
}

static inline void release_dentry_name_snapshot(struct name_snapshot *name)
{
	name->dentry->snapshots--;
}

#endif
