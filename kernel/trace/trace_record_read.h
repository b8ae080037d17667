/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Read numbers and dynamic fields from an event's record.
 *
 * Per-event code of filters and histograms: any context, no locks. It does not know events or
 * field names; the caller passes the type and the offset of a field.
 *
 * Fields need not be aligned. The location words of dynamic fields are trusted: their offsets and
 * lengths are not checked against the size of the record. The kernel writes them, or has checked
 * those in the payload of a user event, see user_event_payload_is_valid().
 */
#ifndef _TRACE_RECORD_READ_H
#define _TRACE_RECORD_READ_H

#include <linux/compiler.h>
#include <linux/types.h>
#include <linux/unaligned.h>

/**
 * enum trace_number - type of a number in a record
 * @TRACE_U8: one byte, unsigned
 * @TRACE_S8: one byte, signed
 * @TRACE_U16: two bytes, unsigned
 * @TRACE_S16: two bytes, signed
 * @TRACE_U32: four bytes, unsigned
 * @TRACE_S32: four bytes, signed
 * @TRACE_U64: eight bytes, signed or unsigned
 */
enum trace_number {
	TRACE_U8,
	TRACE_S8,
	TRACE_U16,
	TRACE_S16,
	TRACE_U32,
	TRACE_S32,
	TRACE_U64,
};

/**
 * trace_record_number - read a number from a record
 * @number: type of the number, an &enum trace_number
 * @src: address of the number, any alignment
 *
 * The two most frequent types are tested first, before the switch.
 *
 * Context: any.
 * Return: the number, sign-extended to 64 bits if its type is signed.
 */
static __always_inline u64 trace_record_number(u8 number, const void *src)
{
	if (likely(number == TRACE_U64))
		return get_unaligned((const u64 *)src);
	if (likely(number == TRACE_S32))
		return get_unaligned((const s32 *)src);
	switch (number) {
	case TRACE_U8:
		return *(const u8 *)src;
	case TRACE_S8:
		return *(const s8 *)src;
	case TRACE_U16:
		return get_unaligned((const u16 *)src);
	case TRACE_S16:
		return get_unaligned((const s16 *)src);
	default:
		return get_unaligned((const u32 *)src);
	}
}

/**
 * trace_record_located - find the data of a dynamic field
 * @record: the record
 * @offset: offset in the record of the field's location word, which has the offset of the data in
 *	its low and the length in its high 16 bits
 * @relative: the offset of the data counts from the end of the location word (__rel_loc), not
 *	from the start of the record (__data_loc)
 * @len: set to the length of the data in bytes
 *
 * Context: any.
 * Return: address of the data.
 */
static inline const void *trace_record_located(const void *record, u32 offset, bool relative,
					       u32 *len)
{
	u32 loc = get_unaligned((const u32 *)(record + offset));

	*len = loc >> 16;
	return record + (loc & 0xffff) + (relative ? offset + sizeof(loc) : 0);
}

#endif /* _TRACE_RECORD_READ_H */
