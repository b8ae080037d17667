/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_JUMP_LABEL_H
#define _SHIM_LINUX_JUMP_LABEL_H

#define DECLARE_STATIC_KEY_FALSE(name)	extern bool name
#define DEFINE_STATIC_KEY_FALSE(name)	bool name
#define static_branch_unlikely(key)	(*(key))

#endif
