/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * As in the kernel, characters are Latin-1: accented letters are alphabetic and
 * 0xa0 is a space. Only '0' to '9' are digits.
 */
#ifndef _SHIM_LINUX_CTYPE_H
#define _SHIM_LINUX_CTYPE_H

#include <linux/types.h>

static inline bool isascii(unsigned char c)
{
	return c <= 0x7f;
}

static inline bool isdigit(unsigned char c)
{
	return c >= '0' && c <= '9';
}

static inline bool isupper(unsigned char c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 0xc0 && c <= 0xde && c != 0xd7);
}

static inline bool islower(unsigned char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 0xdf && c != 0xf7);
}

static inline bool isalpha(unsigned char c)
{
	return isupper(c) || islower(c);
}

static inline bool isalnum(unsigned char c)
{
	return isalpha(c) || isdigit(c);
}

static inline bool isxdigit(unsigned char c)
{
	return isdigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static inline bool isspace(unsigned char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r') || c == 0xa0;
}

static inline bool isgraph(unsigned char c)
{
	return (c > ' ' && c < 0x7f) || c > 0xa0;
}

static inline bool isprint(unsigned char c)
{
	return isgraph(c) || c == ' ' || c == 0xa0;
}

static inline bool ispunct(unsigned char c)
{
	return isgraph(c) && !isalnum(c);
}

static inline bool iscntrl(unsigned char c)
{
	return c < ' ' || c == 0x7f;
}

static inline unsigned char tolower(unsigned char c)
{
	return isupper(c) ? c + 'a' - 'A' : c;
}

static inline unsigned char toupper(unsigned char c)
{
	return islower(c) ? c + 'A' - 'a' : c;
}

#endif
