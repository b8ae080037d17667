/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_BUILDID_H
#define _SHIM_LINUX_BUILDID_H

#include <linux/types.h>

#define BUILD_ID_SIZE_MAX	20

struct file;

/* Defined by the test that has files. */
int build_id_parse_file(struct file *file, unsigned char *build_id, u32 *size);

#endif
