/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Getting at what is in an event's record: for filters and histograms, per event.  Knows
 * neither events nor their fields, but is told what to read, and where.
 *
 * A field may be at any address.  Where a record says that its dynamic fields are is the
 * kernel's own word and is trusted, as it is by all who read records.
 */
#ifndef _TRACE_RECORD_H
#define _TRACE_RECORD_H

#include <linux/compiler.h>
#include <linux/types.h>
#include <linux/unaligned.h>

/**
 * enum trace_number - what a number in a record looks like
 * @TRACE_U8: one byte
 * @TRACE_S8: one byte, signed
 * @TRACE_U16: two bytes
 * @TRACE_S16: two bytes, signed
 * @TRACE_U32: four bytes
 * @TRACE_S32: four bytes, signed
 * @TRACE_U64: eight bytes, signed or not
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
 * trace_record_number - read a number
 * @number: &enum trace_number
 * @src: where it is
 *
 * The two that most fields are need no search.
 *
 * Return: the number, sign extended if it is signed.
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
 * @offset: where in it the field's location word is: an offset, and a length above it
 * @relative: the offset counts from behind the word
 * @len: where to put the length, in bytes
 *
 * Return: the data.
 */
static inline const void *trace_record_located(const void *record, u32 offset, bool relative,
					       u32 *len)
{
	u32 loc = get_unaligned((const u32 *)(record + offset));

	*len = loc >> 16;
	return record + (loc & 0xffff) + (relative ? offset + sizeof(loc) : 0);
}

#endif /* _TRACE_RECORD_H */
