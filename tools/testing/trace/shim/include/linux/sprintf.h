/* SPDX-License-Identifier: GPL-2.0-only */
/* The kernel's %p extensions are not supported. */
#ifndef _SHIM_LINUX_SPRINTF_H
#define _SHIM_LINUX_SPRINTF_H

#include <linux/compiler.h>
#include <linux/types.h>
#include <stdarg.h>
#include <stdio.h>

/* Like snprintf() and vsnprintf(), but return the number of bytes written. */
int scnprintf(char *buf, size_t size, const char *fmt, ...) __printf(3, 4);
int vscnprintf(char *buf, size_t size, const char *fmt, va_list args) __printf(3, 0);
char *kasprintf(gfp_t gfp, const char *fmt, ...) __printf(2, 3);
char *kvasprintf(gfp_t gfp, const char *fmt, va_list args) __printf(2, 0);

#endif
