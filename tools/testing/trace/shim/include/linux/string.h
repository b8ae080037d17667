/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_STRING_H
#define _SHIM_LINUX_STRING_H

#include <linux/ctype.h>
#include <linux/slab.h>
#include <linux/types.h>
#include <string.h>
#include <strings.h>

/* number of bytes that memchr() has examined */
extern __thread size_t shim_searched;

static inline void *shim_memchr(const void *p, int c, size_t n)
{
	void *found = memchr(p, c, n);

	shim_searched += found ? (size_t)((char *)found - (char *)p) + 1 : n;
	return found;
}

#define memchr(p, c, n)	shim_memchr(p, c, n)

static inline void *memset64(u64 *p, u64 val, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		p[i] = val;
	return p;
}

static inline bool strstarts(const char *s, const char *prefix)
{
	return !strncmp(s, prefix, strlen(prefix));
}

static inline size_t str_has_prefix(const char *s, const char *prefix)
{
	size_t len = strlen(prefix);

	return strncmp(s, prefix, len) ? 0 : len;
}

/* Return: the length, or -E2BIG if @src was truncated. */
static inline ssize_t shim_strscpy(char *dst, const char *src, size_t size)
{
	size_t len = strnlen(src, size);

	if (!size)
		return -E2BIG;
	memcpy(dst, src, len < size ? len : size - 1);
	dst[len < size ? len : size - 1] = '\0';
	return len < size ? (ssize_t)len : -E2BIG;
}

static inline ssize_t shim_strscpy_pad(char *dst, const char *src, size_t size)
{
	ssize_t len = shim_strscpy(dst, src, size);

	if (len >= 0)
		memset(dst + len, 0, size - len);
	return len;
}

#define shim_strscpy2(dst, src)		shim_strscpy(dst, src, sizeof(dst))
#define shim_strscpy3(dst, src, size)	shim_strscpy(dst, src, size)
#define shim_strscpy_pick(a, b, c, name, ...)	name
#define strscpy(...)	\
	shim_strscpy_pick(__VA_ARGS__, shim_strscpy3, shim_strscpy2)(__VA_ARGS__)
#define shim_strscpy_pad2(dst, src)		shim_strscpy_pad(dst, src, sizeof(dst))
#define shim_strscpy_pad3(dst, src, size)	shim_strscpy_pad(dst, src, size)
#define strscpy_pad(...)	\
	shim_strscpy_pick(__VA_ARGS__, shim_strscpy_pad3, shim_strscpy_pad2)(__VA_ARGS__)

static inline void *kmemdup(const void *src, size_t len, gfp_t gfp)
{
	void *p = kmalloc(len, gfp);

	return p ? memcpy(p, src, len) : NULL;
}

static inline char *kmemdup_nul(const char *s, size_t len, gfp_t gfp)
{
	char *p = kmalloc(len + 1, gfp);

	if (p) {
		memcpy(p, s, len);
		p[len] = '\0';
	}
	return p;
}

static inline char *kstrdup(const char *s, gfp_t gfp)
{
	return s ? kmemdup_nul(s, strlen(s), gfp) : NULL;
}

static inline char *kstrndup(const char *s, size_t max, gfp_t gfp)
{
	return s ? kmemdup_nul(s, strnlen(s, max), gfp) : NULL;
}

/* No string is known to be constant, so every string is copied. */
static inline const char *kstrdup_const(const char *s, gfp_t gfp)
{
	return kstrdup(s, gfp);
}

static inline void kfree_const(const void *p)
{
	kfree(p);
}

static inline int match_string(const char * const *array, size_t n, const char *s)
{
	size_t i;

	for (i = 0; i < n && array[i]; i++) {
		if (!strcmp(array[i], s))
			return i;
	}
	return -EINVAL;
}

static inline char *strreplace(char *str, char old, char new)
{
	char *s;

	for (s = str; *s; s++)
		if (*s == old)
			*s = new;
	return str;
}

static inline char *skip_spaces(const char *s)
{
	while (isspace(*s))
		s++;
	return (char *)s;
}

static inline void *memchr_inv(const void *p, int c, size_t n)
{
	const unsigned char *s = p;

	for (; n; s++, n--) {
		if (*s != (unsigned char)c)
			return (void *)s;
	}
	return NULL;
}

#endif
