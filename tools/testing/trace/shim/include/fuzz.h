/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _FUZZ_H
#define _FUZZ_H

#include <linux/types.h>
#include <stdio.h>
#include <stdlib.h>

/* The one function of a fuzz target, by the name that libFuzzer calls. */
#define fuzz_one	LLVMFuzzerTestOneInput

int fuzz_one(const u8 *data, size_t size);

/* What does not hold ends the program, and the input is kept. */
#define CHECK(cond)							\
do {									\
	if (!(cond)) {							\
		fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #cond);	\
		abort();						\
	}								\
} while (0)

#endif
