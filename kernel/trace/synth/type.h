/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The types that fields of synthetic events can have.
 */
#ifndef _TRACE_SYNTH_TYPE_H
#define _TRACE_SYNTH_TYPE_H

#include <linux/types.h>

/* What arrays there are of a type. */
enum synth_array_of {
	SYNTH_ARRAY_OF_NONE,
	SYNTH_ARRAY_OF_CHARS,		/* a string */
	SYNTH_ARRAY_OF_ADDRESSES,	/* a stack trace */
};

/**
 * struct synth_type - a base type
 * @name: its words, a blank between them
 * @format: how a number of it is printed, as in printf; NULL where only pointers to it
 *	can be fields
 * @size: bytes of a number of it
 * @is_signed: whether a number of it may be negative
 * @is_tagged: a name of the programmer's follows, as behind "struct"
 * @array_of: what arrays there are of it
 */
struct synth_type {
	const char *name;
	const char *format;
	u8 size;
	bool is_signed;
	bool is_tagged;
	enum synth_array_of array_of;
};

extern const struct synth_type synth_types[];
extern const unsigned int synth_n_types;

#endif /* _TRACE_SYNTH_TYPE_H */
