/* SPDX-License-Identifier: GPL-2.0 */
/* Recognize x86-64 instructions whose cost is higher than their number shows. */
#ifndef _BENCH_CLASSIFY_H
#define _BENCH_CLASSIFY_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Maximum size of an instruction in bytes. */
#define INSTRUCTION_MAX		15

/* Test whether a ModRM byte refers to memory. */
static inline bool is_memory(unsigned char modrm)
{
	return modrm < 0xc0;
}

/**
 * classify - Recognize an expensive instruction
 * @bytes: the instruction
 * @size: its size in bytes
 *
 * Return: "locked" for an atomic operation on memory, with a prefix or as xchg; "indirect" for a
 * call or jump to an address in a register or in memory; NULL for any other instruction
 */
static inline const char *classify(const unsigned char *bytes, size_t size)
{
	static const char prefixes[] = "\x66\x67\xf2\xf3\x26\x2e\x36\x3e\x64\x65";
	size_t i = 0;

	while (i < size && bytes[i] && strchr(prefixes, bytes[i]))
		i++;
	if (i < size && bytes[i] == 0xf0)
		return "locked";
	/* REX */
	if (i < size && bytes[i] >> 4 == 4)
		i++;
	if (i + 1 >= size)
		return NULL;
	if ((bytes[i] == 0x86 || bytes[i] == 0x87) && is_memory(bytes[i + 1]))
		return "locked";
	if (bytes[i] == 0xff && (bytes[i + 1] >> 3 & 7) >= 2 && (bytes[i + 1] >> 3 & 7) <= 5)
		return "indirect";
	return NULL;
}

#endif /* _BENCH_CLASSIFY_H */
