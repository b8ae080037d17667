// SPDX-License-Identifier: GPL-2.0
/*
 * Whether what a program wrote for its event can be believed.
 *
 * Who reads records follows what dynamic fields say without asking: filters, histograms
 * and the trace file.  So what is wrong goes no further than here.
 *
 * Pure; the payload is the kernel's own copy, which the program cannot change any more.
 */
#include <linux/unaligned.h>

#include "layout.h"

/* @field: in a payload of @size bytes. */
static bool loc_is_valid(const struct user_field *field, const void *payload, u32 size)
{
	u32 at = field->offset - USER_RECORD_HEAD;
	u32 loc = get_unaligned((const u32 *)(payload + at));
	u32 from = loc & 0xffff, len = loc >> 16;

	if (field->kind == USER_REL_LOC)
		from += at + sizeof(loc);
	else if (from >= USER_RECORD_HEAD)
		from -= USER_RECORD_HEAD;
	else
		return !len;

	if (from + len > size)
		return false;
	return !len || !field->is_text || !*(const char *)(payload + from + len - 1);
}

/**
 * user_payload_is_valid - is a payload what the event's fields say?
 * @layout: the fields
 * @payload: what follows the head of the record
 * @size: bytes of it, at least @layout->min_size
 *
 * Return: true if all dynamic data are within the payload and strings are terminated.
 */
bool user_payload_is_valid(const struct user_layout *layout, const void *payload, u32 size)
{
	unsigned int left = layout->n_locs;
	const struct user_field *field;

	for (field = layout->fields; left; field++) {
		if (field->kind != USER_DATA_LOC && field->kind != USER_REL_LOC)
			continue;
		if (!loc_is_valid(field, payload, size))
			return false;
		left--;
	}
	return true;
}
