/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _FUZZ_H
#define _FUZZ_H

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
 * Input of a target that reads text: the text, a separator byte that the target
 * chooses, one byte for fuzz_fail(), and data that the target interprets.
 *
 * @text is a separate allocation of exactly @len bytes, so that
 * AddressSanitizer detects reads beyond its end.
 */
struct fuzz_input {
	char *text;
	size_t len;
	u8 fail;
	const u8 *rest;
	size_t n_rest;
};

void fuzz_note_input(const u8 *data, size_t size);

static inline struct fuzz_input fuzz_input_of(const u8 *data, size_t size, char separator)
{
	const u8 *end = memchr(data, separator, size);
	size_t len = end ? end - data : size;
	/* The separator and the failure byte precede the rest. */
	size_t head = len + 2 < size ? len + 2 : size;

	fuzz_note_input(data, size);
	return (struct fuzz_input){
		.text = memcpy(malloc(len), data, len),
		.len = len,
		.fail = len + 1 < size ? data[len + 1] : 0,
		.rest = data + head,
		.n_rest = size - head,
	};
}

static inline void fuzz_input_free(const struct fuzz_input *in)
{
	free(in->text);
}

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
