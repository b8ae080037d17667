/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Accepts an optional sign, a base prefix, digits and at most one newline. Any
 * other text is -EINVAL.
 */
#ifndef _SHIM_LINUX_KSTRTOX_H
#define _SHIM_LINUX_KSTRTOX_H

#include <linux/types.h>

int kstrtoull(const char *s, unsigned int base, unsigned long long *res);
int kstrtoll(const char *s, unsigned int base, long long *res);
int kstrtouint(const char *s, unsigned int base, unsigned int *res);
int kstrtoint(const char *s, unsigned int base, int *res);
#define kstrtoul(s, base, res)	kstrtoull(s, base, (unsigned long long *)(res))
#define kstrtol(s, base, res)	kstrtoll(s, base, (long long *)(res))
#define kstrtou64(s, base, res)	kstrtoull(s, base, res)
#define kstrtos64(s, base, res)	kstrtoll(s, base, res)
#define kstrtou32(s, base, res)	kstrtouint(s, base, res)
#define kstrtos32(s, base, res)	kstrtoint(s, base, res)

#endif
