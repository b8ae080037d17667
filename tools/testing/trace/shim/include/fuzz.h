/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _FUZZ_H
#define _FUZZ_H

#include <linux/types.h>
#include <shim.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The functions of a fuzz target, by the names that libFuzzer calls. */
#define fuzz_init	LLVMFuzzerInitialize
#define fuzz_one	LLVMFuzzerTestOneInput
#define fuzz_change	LLVMFuzzerCustomMutator
#define fuzz_cross	LLVMFuzzerCustomCrossOver

int fuzz_init(int *argc, char ***argv);
int fuzz_one(const u8 *data, size_t size);
size_t fuzz_change(u8 *data, size_t size, size_t max, unsigned int seed);
size_t fuzz_cross(const u8 *data, size_t size, const u8 *other, size_t other_size, u8 *result,
		  size_t max, unsigned int seed);

/* What libFuzzer does to any input. */
#define fuzz_change_bytes	LLVMFuzzerMutate
size_t fuzz_change_bytes(u8 *data, size_t size, size_t max);

/* What does not hold ends the program, and the input is kept. */
#define CHECK(cond)							\
do {									\
	if (!(cond)) {							\
		fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #cond);	\
		abort();						\
	}								\
} while (0)

/*
 * An input that is a text: up to the first byte of a value that the target chose, and
 * behind that which allocation fails, and whatever else the target wants.
 *
 * The text is in memory of its own, which ends where it ends: reading on is found.
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
	/* Two bytes stand between the text and the rest. */
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

/* The n-th allocation fails, or, with 128 more, this one and all behind it; 0: none. */
static inline void fuzz_fail(u8 how)
{
	if (how & 0x80)
		shim_fail_from(how & 0x7f);
	else
		shim_fail_nth(how);
}

#endif
