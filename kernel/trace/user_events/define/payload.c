// SPDX-License-Identifier: GPL-2.0
/*
 * Validate the payload that a program has written for its event.
 *
 * Filters, histograms and the trace file trust the locations in dynamic fields. So an invalid
 * payload must be rejected here.
 *
 * Pure code without locks. The payload is the kernel's copy, which the program cannot change.
 */
#include <linux/unaligned.h>

#include "layout.h"

/*
 * Check the location in a dynamic @field of a payload of @size bytes, and the NUL of text. A
 * location inside the head of the record is valid only if its length is 0.
 */
static bool loc_is_valid(const struct user_event_field *field, const void *payload, u32 size)
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
 * user_event_payload_is_valid - check a payload against the layout of its event
 * @layout: layout of the event
 * @payload: data behind the head of the record
 * @size: size of @payload in bytes, at least @layout->min_size
 *
 * Context: any.
 * Return: true if all dynamic data is inside the payload and all text ends with a NUL.
 */
bool user_event_payload_is_valid(const struct user_event_layout *layout, const void *payload,
				 u32 size)
{
	unsigned int left = layout->n_locs;
	const struct user_event_field *field;

	for (field = layout->fields; left; field++) {
		if (field->kind != USER_DATA_LOC && field->kind != USER_REL_LOC)
			continue;
		if (!loc_is_valid(field, payload, size))
			return false;
		left--;
	}
	return true;
}
