/* SPDX-License-Identifier: GPL-2.0-only */
/* Interface of libFuzzer, for all fuzz targets. */
#ifndef _TRACE_FUZZ_FUZZ_H
#define _TRACE_FUZZ_FUZZ_H

#include <linux/types.h>
#include <shim.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Readable names for the entry points that libFuzzer calls. */
#define fuzz_init	LLVMFuzzerInitialize
#define fuzz_one	LLVMFuzzerTestOneInput
#define fuzz_change	LLVMFuzzerCustomMutator
#define fuzz_cross	LLVMFuzzerCustomCrossOver

int fuzz_init(int *argc, char ***argv);
int fuzz_one(const u8 *data, size_t size);
size_t fuzz_change(u8 *data, size_t size, size_t max, unsigned int seed);
size_t fuzz_cross(const u8 *data, size_t size, const u8 *other, size_t other_size, u8 *result,
		  size_t max, unsigned int seed);

/* libFuzzer's default mutation of an input. */
#define fuzz_change_bytes	LLVMFuzzerMutate
size_t fuzz_change_bytes(u8 *data, size_t size, size_t max);

/* Abort if @cond is false; libFuzzer then saves the input. */
#define CHECK(cond)							\
do {									\
	if (!(cond)) {							\
		fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #cond);	\
		abort();						\
	}								\
} while (0)

/*
 * Make allocations fail: bits 0 to 6 of @how are the number of the allocation,
 * 0 for none; bit 7 makes every later allocation fail as well.
 */
static inline void fuzz_fail(u8 how)
{
	if (how & 0x80)
		shim_fail_from(how & 0x7f);
	else
		shim_fail_nth(how);
}

#endif
