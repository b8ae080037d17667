/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_FILE_H
#define _SHIM_LINUX_FILE_H

#include <linux/fs.h>

/* Defined by the test that has files. */
void fput(struct file *file);

#endif
