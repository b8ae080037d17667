/* SPDX-License-Identifier: GPL-2.0-only */
/* A file in memory that reports when memory is short, which open_memstream() does not. */
#ifndef _COMMON_BUFFER_H
#define _COMMON_BUFFER_H

#include <stdbool.h>
#include <stdio.h>

/**
 * struct buffer - a file in memory
 * @text: what was written, with a NUL at its end; valid after buffer_close()
 * @size: number of bytes, without the NUL
 * @capacity: bytes that the memory holds
 */
struct buffer {
	char *text;
	size_t size;
	size_t capacity;
};

FILE *buffer_open(struct buffer *buffer);
bool buffer_close(struct buffer *buffer, FILE *out);

#endif /* _COMMON_BUFFER_H */
