/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_CRED_H
#define _SHIM_LINUX_CRED_H

#include <linux/sched.h>

#define current_uid()	(current->uid)
#define current_gid()	(current->gid)
#define __kuid_val(uid)	(uid)
#define __kgid_val(gid)	(gid)

#endif
