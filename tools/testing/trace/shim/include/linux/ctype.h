/* SPDX-License-Identifier: GPL-2.0-only */
/* ASCII only: what the kernel also takes for a letter beyond that is not one here. */
#ifndef _SHIM_LINUX_CTYPE_H
#define _SHIM_LINUX_CTYPE_H

#include <linux/types.h>

static inline bool isdigit(int c)
{
	return c >= '0' && c <= '9';
}

static inline bool isupper(int c)
{
	return c >= 'A' && c <= 'Z';
}

static inline bool islower(int c)
{
	return c >= 'a' && c <= 'z';
}

static inline bool isalpha(int c)
{
	return isupper(c) || islower(c);
}

static inline bool isalnum(int c)
{
	return isalpha(c) || isdigit(c);
}

static inline bool isxdigit(int c)
{
	return isdigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static inline bool isspace(int c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline bool isprint(int c)
{
	return c >= 0x20 && c < 0x7f;
}

static inline bool isgraph(int c)
{
	return c > 0x20 && c < 0x7f;
}

static inline bool ispunct(int c)
{
	return isgraph(c) && !isalnum(c);
}

static inline bool iscntrl(int c)
{
	return (c >= 0 && c < 0x20) || c == 0x7f;
}

static inline bool isascii(int c)
{
	return !(c & ~0x7f);
}

static inline int tolower(int c)
{
	return isupper(c) ? c + 'a' - 'A' : c;
}

static inline int toupper(int c)
{
	return islower(c) ? c - 'a' + 'A' : c;
}

#endif
