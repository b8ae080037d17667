/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Payloads that programs write for their events, and whether the kernel must accept them.
 * KUnit and the unit tests in user space share this table.
 *
 * A location is a 32-bit word: the lower 16 bits are the offset of the data, the upper 16 bits
 * are the length of the data in bytes. The offset of a __data_loc counts from the start of the
 * record, which is 8 bytes before the payload. The offset of a __rel_loc counts from the end of
 * the location.
 */
#ifndef _TRACE_USER_EVENTS_PAYLOAD_CASES_H
#define _TRACE_USER_EVENTS_PAYLOAD_CASES_H

#include <linux/string.h>
#include <linux/types.h>

/**
 * struct payload_case - Payload and whether it is valid
 * @desc: name of the test case
 * @text: definition of the event
 * @size: size of the payload in bytes
 * @loc: locations in the payload
 * @loc.at: offset of the location in the payload, in bytes
 * @loc.from: offset of the data, as stored in the location
 * @loc.len: length of the data in bytes, as stored in the location
 * @n_locs: number of locations
 * @is_ended: whether the last byte of the payload is a NUL; all other bytes outside of
 *	locations are 'x'
 * @is_valid: whether the kernel must accept the payload
 */
struct payload_case {
	const char *desc;
	const char *text;
	u32 size;
	struct {
		u16 at, from, len;
	} loc[3];
	unsigned int n_locs;
	bool is_ended;
	bool is_valid;
};

#define NO_LOC(text_, size_)							\
	.text = "e " text_, .size = (size_), .is_valid = true
#define LOCS(text_, size_, n_locs_, ...)						\
	.text = "e " text_, .size = (size_), .n_locs = (n_locs_), .loc = { __VA_ARGS__ }
#define LOC(text_, size_, at_, from_, len_)					\
	LOCS(text_, size_, 1, { at_, from_, len_ })
#define ENDED		.is_ended = true
#define VALID		.is_valid = true

#define DATA_TEXT	"__data_loc char[] x"
#define DATA_BYTES	"__data_loc u8[] x"
#define REL_TEXT	"__rel_loc char[] x"
#define REL_BYTES	"__rel_loc u8[] x"

static const struct payload_case payload_cases[] = {
	{ "nothing", NO_LOC("", 0) },
	{ "fields that may hold anything", NO_LOC("u32 x; char[4] y; struct s z 8", 16) },
	{ "more than the fields", NO_LOC("u32 x", 100) },

	{ "data, empty", LOC(DATA_TEXT, 4, 0, 12, 0), VALID },
	{ "data, empty, in front of all", LOC(DATA_TEXT, 4, 0, 0, 0), VALID },
	{ "data, empty, in the head", LOC(DATA_TEXT, 4, 0, 7, 0), VALID },
	{ "data, empty, at the start", LOC(DATA_TEXT, 4, 0, 8, 0), VALID },
	{ "data, empty, at the end", LOC(DATA_TEXT, 20, 0, 28, 0), VALID },
	{ "data, empty, behind the end", LOC(DATA_TEXT, 4, 0, 13, 0) },
	{ "data, empty, behind the end of more", LOC(DATA_TEXT, 20, 0, 29, 0) },
	{ "data, empty, far away", LOC(DATA_TEXT, 20, 0, 65535, 0) },
	{ "data, empty, as far as it goes", LOC(DATA_TEXT, 65527, 0, 65535, 0), VALID },
	{ "data, empty, one too far", LOC(DATA_TEXT, 65526, 0, 65535, 0) },

	{ "data, a NUL", LOC(DATA_TEXT, 5, 0, 12, 1), ENDED, VALID },
	{ "data, a byte that is none", LOC(DATA_TEXT, 5, 0, 12, 1) },
	{ "data, a string", LOC(DATA_TEXT, 10, 0, 12, 6), ENDED, VALID },
	{ "data, its end only", LOC(DATA_TEXT, 10, 0, 15, 3), ENDED, VALID },
	{ "data, a string without its NUL", LOC(DATA_TEXT, 10, 0, 12, 5), ENDED },
	{ "data, a string without a NUL", LOC(DATA_TEXT, 10, 0, 12, 6) },
	{ "data, one byte behind the end", LOC(DATA_TEXT, 10, 0, 12, 7), ENDED },
	{ "data, one byte further", LOC(DATA_TEXT, 10, 0, 13, 6), ENDED },
	{ "data, behind the end", LOC(DATA_TEXT, 10, 0, 18, 1), ENDED },
	{ "data, all of the payload", LOC(DATA_TEXT, 10, 0, 8, 10), ENDED, VALID },
	{ "data, and a byte of the head", LOC(DATA_TEXT, 10, 0, 7, 11), ENDED },
	{ "data, the record", LOC(DATA_TEXT, 10, 0, 0, 18), ENDED },
	{ "data, in the head", LOC(DATA_TEXT, 10, 0, 0, 8), ENDED },
	{ "data, a byte in the head", LOC(DATA_TEXT, 10, 0, 7, 1), ENDED },
	{ "data, the longest", LOC(DATA_TEXT, 65539, 0, 12, 65535), ENDED, VALID },
	{ "data, the longest, and a byte less", LOC(DATA_TEXT, 65538, 0, 12, 65535), ENDED },
	{ "data, far away", LOC(DATA_TEXT, 100, 0, 65535, 1), ENDED },
	{ "data, too long", LOC(DATA_TEXT, 100, 0, 12, 65535), ENDED },
	{ "data, all of both", LOC(DATA_TEXT, 100, 0, 65535, 65535), ENDED },

	{ "data, bytes", LOC(DATA_BYTES, 10, 0, 12, 6), VALID },
	{ "data, bytes, one behind the end", LOC(DATA_BYTES, 10, 0, 12, 7) },
	{ "data, bytes, that is itself", LOC(DATA_BYTES, 4, 0, 8, 4), VALID },
	{ "data, bytes, in the head", LOC(DATA_BYTES, 10, 0, 4, 4) },
	{ "data, bytes, no whole number of words",
	  LOC("__data_loc u32[] x", 10, 0, 12, 3), VALID },

	{ "rel, empty", LOC(REL_TEXT, 4, 0, 0, 0), VALID },
	{ "rel, empty, at the end", LOC(REL_TEXT, 20, 0, 16, 0), VALID },
	{ "rel, empty, behind the end", LOC(REL_TEXT, 4, 0, 1, 0) },
	{ "rel, empty, behind the end of more", LOC(REL_TEXT, 20, 0, 17, 0) },
	{ "rel, empty, as far as it goes", LOC(REL_TEXT, 65539, 0, 65535, 0), VALID },
	{ "rel, empty, one too far", LOC(REL_TEXT, 65538, 0, 65535, 0) },

	{ "rel, a NUL", LOC(REL_TEXT, 5, 0, 0, 1), ENDED, VALID },
	{ "rel, a byte that is none", LOC(REL_TEXT, 5, 0, 0, 1) },
	{ "rel, a string", LOC(REL_TEXT, 10, 0, 0, 6), ENDED, VALID },
	{ "rel, its end only", LOC(REL_TEXT, 10, 0, 3, 3), ENDED, VALID },
	{ "rel, a string without its NUL", LOC(REL_TEXT, 10, 0, 0, 5), ENDED },
	{ "rel, a string without a NUL", LOC(REL_TEXT, 10, 0, 0, 6) },
	{ "rel, one byte behind the end", LOC(REL_TEXT, 10, 0, 0, 7), ENDED },
	{ "rel, one byte further", LOC(REL_TEXT, 10, 0, 1, 6), ENDED },
	{ "rel, behind the end", LOC(REL_TEXT, 10, 0, 6, 1), ENDED },
	{ "rel, the longest", LOC(REL_TEXT, 65539, 0, 0, 65535), ENDED, VALID },
	{ "rel, the longest, and a byte less", LOC(REL_TEXT, 65538, 0, 0, 65535), ENDED },
	{ "rel, the longest, far away", LOC(REL_TEXT, 131074, 0, 65535, 65535), ENDED, VALID },
	{ "rel, one byte too far", LOC(REL_TEXT, 131073, 0, 65535, 65535), ENDED },

	{ "rel, bytes", LOC(REL_BYTES, 10, 0, 0, 6), VALID },
	{ "rel, bytes, one behind the end", LOC(REL_BYTES, 10, 0, 0, 7) },

	/* The position of the location affects the data of a __rel_loc, not of a __data_loc. */
	{ "data, behind a byte", LOC("u8 a; " DATA_TEXT, 10, 1, 13, 5), ENDED, VALID },
	{ "data, behind a byte, too long", LOC("u8 a; " DATA_TEXT, 10, 1, 13, 6), ENDED },
	{ "rel, behind a byte", LOC("u8 a; " REL_TEXT, 10, 1, 0, 5), ENDED, VALID },
	{ "rel, behind a byte, too long", LOC("u8 a; " REL_TEXT, 10, 1, 0, 6), ENDED },
	{ "data, behind 7 bytes",
	  LOC("char[7] a; " DATA_TEXT "; u64 b", 19, 7, 8, 19), ENDED, VALID },
	{ "rel, behind 7 bytes",
	  LOC("char[7] a; " REL_TEXT "; u64 b", 19, 7, 0, 8), ENDED, VALID },
	{ "rel, behind 7 bytes, too long",
	  LOC("char[7] a; " REL_TEXT "; u64 b", 19, 7, 0, 9), ENDED },
	{ "rel, behind as much as there can be",
	  LOC("struct s a 32763; " REL_TEXT, 32768, 32763, 0, 1), ENDED, VALID },
	{ "rel, behind as much as there can be, too long",
	  LOC("struct s a 32763; " REL_TEXT, 32768, 32763, 0, 2), ENDED },
	{ "data, behind as much as there can be",
	  LOC("struct s a 32763; " DATA_TEXT, 32768, 32763, 32775, 1), ENDED, VALID },
	{ "data, behind as much as there can be, too long",
	  LOC("struct s a 32763; " DATA_TEXT, 32768, 32763, 32775, 2), ENDED },

	/* Every location of a payload is checked. */
#define SEVERAL	"u8 a; " DATA_TEXT "; u16 b; __rel_loc u8[] y; u8 c; __rel_loc char[] z; u8 d"
	{ "several",
	  LOCS(SEVERAL, 30, 3, { 1, 25, 13 }, { 7, 0, 19 }, { 12, 6, 8 }), ENDED, VALID },
	{ "several, the first is too long",
	  LOCS(SEVERAL, 30, 3, { 1, 25, 14 }, { 7, 0, 19 }, { 12, 6, 8 }), ENDED },
	{ "several, the second is too long",
	  LOCS(SEVERAL, 30, 3, { 1, 25, 13 }, { 7, 0, 20 }, { 12, 6, 8 }), ENDED },
	{ "several, the last is too long",
	  LOCS(SEVERAL, 30, 3, { 1, 25, 13 }, { 7, 0, 19 }, { 12, 6, 9 }), ENDED },
	{ "several, the first has no NUL",
	  LOCS(SEVERAL, 30, 3, { 1, 25, 12 }, { 7, 0, 19 }, { 12, 6, 8 }), ENDED },
	{ "several, the last has no NUL",
	  LOCS(SEVERAL, 30, 3, { 1, 25, 13 }, { 7, 0, 19 }, { 12, 6, 7 }), ENDED },
#undef SEVERAL
};

#undef NO_LOC
#undef LOCS
#undef LOC
#undef ENDED
#undef VALID
#undef DATA_TEXT
#undef DATA_BYTES
#undef REL_TEXT
#undef REL_BYTES

/* Store the payload of a case in a buffer of @c->size bytes. */
static inline void fill_payload(const struct payload_case *c, u8 *payload)
{
	unsigned int i;

	memset(payload, 'x', c->size);
	if (c->is_ended)
		payload[c->size - 1] = '\0';
	for (i = 0; i < c->n_locs; i++) {
		u32 loc = c->loc[i].from | (u32)c->loc[i].len << 16;

		memcpy(payload + c->loc[i].at, &loc, sizeof(loc));
	}
}

#endif /* _TRACE_USER_EVENTS_PAYLOAD_CASES_H */
