/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_MODULE_H
#define _SHIM_LINUX_MODULE_H

#include <linux/export.h>
#include <linux/fs.h>

/* A module whose initialization has not ended, or that is loaded */
struct module {
	bool is_coming;
};

static inline bool module_is_coming(struct module *mod)
{
	return mod->is_coming;
}

#endif
