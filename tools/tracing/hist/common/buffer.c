// SPDX-License-Identifier: GPL-2.0-only
/*
 * Files in memory. When memory is short, open_memstream() loses text without an error; a function
 * that writes less than it should sets the error flag of its file.
 */
#include <stdlib.h>
#include <string.h>

#include "buffer.h"

static ssize_t append(void *cookie, const char *text, size_t size)
{
	struct buffer *buffer = cookie;

	if (size >= buffer->capacity - buffer->size) {
		size_t capacity = 2 * (buffer->size + size) + 64;
		char *larger = realloc(buffer->text, capacity);

		if (!larger)
			return 0;
		buffer->text = larger;
		buffer->capacity = capacity;
	}
	memcpy(buffer->text + buffer->size, text, size);
	buffer->size += size;
	buffer->text[buffer->size] = '\0';
	return size;
}

/**
 * buffer_open() - open a file in memory
 * @buffer: the buffer
 *
 * Return: the file, or NULL without memory.
 */
FILE *buffer_open(struct buffer *buffer)
{
	*buffer = (struct buffer){};
	return fopencookie(buffer, "w", (cookie_io_functions_t){ .write = append });
}

/**
 * buffer_close() - close a file in memory
 * @buffer: the buffer
 * @out: its file, or NULL
 *
 * Return: true if all that was written is in the buffer's text, which the caller frees; false if
 * memory was short. Then there is no text.
 */
bool buffer_close(struct buffer *buffer, FILE *out)
{
	bool complete = out && !fflush(out) && !ferror(out);

	if (out)
		fclose(out);
	if (complete && !buffer->text)
		buffer->text = strdup("");
	if (complete && buffer->text)
		return true;
	free(buffer->text);
	buffer->text = NULL;
	return false;
}
