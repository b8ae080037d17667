/* SPDX-License-Identifier: GPL-2.0-only */
/* Arrays that grow by one element at a time. */
#ifndef _ARRAY_H
#define _ARRAY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/**
 * array_add() - make room for one more element
 * @array: pointer to the pointer to the first element
 * @n: number of elements; is increased
 * @size: size of an element in bytes
 *
 * The room is doubled whenever @n is a power of two, so an array must not be filled in another way.
 *
 * Return: the new element, all bytes 0; or NULL without memory.
 */
static inline void *array_add(void *array, size_t *n, size_t size)
{
	void *old, *new;

	memcpy(&old, array, sizeof(old));
	if (!(*n & (*n - 1))) {
		size_t room = *n ? 2 * *n : 1;

		if (room > SIZE_MAX / size)
			return NULL;
		new = realloc(old, room * size);
		if (!new)
			return NULL;
		memcpy(array, &new, sizeof(new));
		old = new;
	}
	return memset((char *)old + (*n)++ * size, 0, size);
}

#endif /* _ARRAY_H */
