/* SPDX-License-Identifier: GPL-2.0-only */
/* Rows of a table as stacks of frames, sorted, so that equal callers are next to each other. */
#ifndef _OUTPUT_STACKS_H
#define _OUTPUT_STACKS_H

#include <stddef.h>

#include "output.h"

/* Frames of a stack beyond this depth are not drawn */
#define MAX_DEPTH	512

/**
 * enum frame_kind - where a frame comes from
 * @FRAME_KEY: a key that is no stack trace
 * @FRAME_USER: a function of a program
 * @FRAME_KERNEL: a function of the kernel
 */
enum frame_kind {
	FRAME_KEY,
	FRAME_USER,
	FRAME_KERNEL,
};

#define N_FRAME_KINDS	3

/**
 * struct frame - a frame
 * @name: its name; part of the table, or of the stack's @keys
 * @kind: where it comes from
 */
struct frame {
	const char *name;
	enum frame_kind kind;
};

/**
 * struct stack - a row as a stack
 * @frames: frames, the outermost one first: keys, user frames, kernel frames
 * @n: number of frames
 * @keys: texts of the keys, which belong to the stack
 * @n_keys: number of texts
 * @value: width of the stack, above 0
 */
struct stack {
	struct frame *frames;
	size_t n;
	char **keys;
	size_t n_keys;
	double value;
};

/**
 * struct stacks - the stacks of a table, in the order of their frames
 * @stacks: the stacks
 * @n: number of stacks
 * @total: sum of their values
 * @unit: unit of the values
 * @what: name of the values
 * @deep: number of stacks with more than %MAX_DEPTH frames
 */
struct stacks {
	struct stack *stacks;
	size_t n;
	double total;
	enum unit unit;
	const char *what;
	size_t deep;
};

enum status stacks_init(struct stacks *stacks, const struct table *table,
			const struct recording *recording);
void stacks_free(struct stacks *stacks);

#endif /* _OUTPUT_STACKS_H */
