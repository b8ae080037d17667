/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Base types of the fields of synthetic events.
 */
#ifndef _TRACE_SYNTH_TYPES_H
#define _TRACE_SYNTH_TYPES_H

#include <linux/types.h>

/* Meaning of an array of a base type. */
enum synth_array_of {
	SYNTH_ARRAY_OF_NONE,
	SYNTH_ARRAY_OF_CHARS,		/* string */
	SYNTH_ARRAY_OF_ADDRESSES,	/* stack trace */
};

/**
 * struct synth_type - a base type
 * @name: words of the type, separated by one blank
 * @format: printf conversion of a number of this type; NULL if only pointers to the type can be
 *	fields
 * @size: size in bytes of a number of this type
 * @is_signed: number may be negative
 * @is_tagged: the type is followed by a tag, as "struct" is
 * @array_of: meaning of an array of this type
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

#endif /* _TRACE_SYNTH_TYPES_H */
