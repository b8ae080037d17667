/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a user event is made of, as its definition says.
 */
#ifndef _TRACE_USER_EVENTS_LAYOUT_H
#define _TRACE_USER_EVENTS_LAYOUT_H

#include <linux/types.h>

struct trace_diag;
struct trace_span;

/* Every record begins with struct trace_entry; the fields follow without gaps. */
#define USER_RECORD_HEAD	8

/*
 * As many bytes as a signed 16-bit number can count: what prints records takes the size
 * of dynamic data for one.
 */
#define USER_PAYLOAD_MAX	32767

/* With what is put behind it where there are several of a name, it is a file name. */
#define USER_NAME_MAX		238

/* A definition, with its terminating NUL. */
#define USER_TEXT_MAX		4096

/* A string or a string's worth of bytes within the record. */
#define USER_ARRAY_MAX		1024

/* What a field holds. */
enum user_kind {
	USER_NUMBER,
	USER_STRING,	/* an array of characters, which need not be terminated */
	USER_STRUCT,	/* only the program knows */
	USER_DATA_LOC,	/* where in the record its data are */
	USER_REL_LOC,	/* the same, counted from the end of the field */
};

/**
 * struct user_field - a field of a user event
 * @type: its type, as the format file shows it
 * @name: its name
 * @offset: where it is in the record
 * @size: bytes of it
 * @kind: what it holds
 * @is_signed: whether a number may be negative
 * @is_text: whether dynamic data are characters with a NUL at their end
 */
struct user_field {
	const char *type;
	const char *name;
	u16 offset;
	u16 size;
	enum user_kind kind;
	bool is_signed;
	bool is_text;
};

/**
 * struct user_layout - a user event as it is defined
 * @name: its name
 * @min_size: bytes that its fields take, without dynamic data
 * @n_fields: number of fields
 * @n_locs: how many of them have dynamic data
 * @has_text: whether any of them are characters, inside the field or elsewhere
 * @strings: the names and types
 * @fields: the fields, in the order of the definition
 *
 * Const once it is made.
 */
struct user_layout {
	const char *name;
	u16 min_size;
	u16 n_fields;
	u16 n_locs;
	bool has_text;
	char *strings;
	struct user_field fields[] __counted_by(n_fields);
};

struct user_layout *user_layout_parse(const char *text, struct trace_span span,
				      struct trace_diag *diag);
void user_layout_free(struct user_layout *layout);
bool user_layouts_equal(const struct user_layout *a, const struct user_layout *b);

bool user_payload_is_valid(const struct user_layout *layout, const void *payload, u32 size);

#endif /* _TRACE_USER_EVENTS_LAYOUT_H */
