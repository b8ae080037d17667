/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The parsed definition of a user event: its fields and the layout of its records. It depends
 * on no tracing type. A layout is constant once user_event_layout_parse() has returned it, so
 * readers need no lock.
 */
#ifndef _TRACE_USER_EVENTS_DEFINE_LAYOUT_H
#define _TRACE_USER_EVENTS_DEFINE_LAYOUT_H

#include <linux/types.h>

struct trace_diag;
struct trace_span;

/*
 * Size in bytes of struct trace_entry, the head of each record. The fields follow it without
 * padding.
 */
#define USER_RECORD_HEAD	8

/*
 * Maximum size of a payload in bytes. The code that prints records treats the size of dynamic
 * data as a signed 16-bit number.
 */
#define USER_PAYLOAD_MAX	32767

/*
 * Maximum length of the name in a definition, in bytes. With the suffix of multi-format events,
 * a '.' and up to 16 digits, the name has at most NAME_MAX bytes, because it is also the name of
 * a directory.
 */
#define USER_NAME_MAX		238

/* Maximum size of a definition in bytes, including the NUL. */
#define USER_TEXT_MAX		4096

/* Maximum size in bytes of a character array inside the record. */
#define USER_ARRAY_MAX		1024

/* Kind of value that a field holds. */
enum user_event_kind {
	USER_NUMBER,
	USER_STRING,	/* array of characters, not necessarily terminated */
	USER_STRUCT,	/* opaque to the kernel */
	USER_DATA_LOC,	/* location of dynamic data, counted from the start of the record */
	USER_REL_LOC,	/* location of dynamic data, counted from the end of the field */
};

/**
 * struct user_event_field - a field of a user event
 * @type: type as in the format file
 * @name: name of the field
 * @offset: offset in the record, in bytes, the head of the record included
 * @size: size in bytes
 * @kind: kind of value
 * @is_signed: a number may be negative
 * @is_text: the dynamic data is text that ends with a NUL
 */
struct user_event_field {
	const char *type;
	const char *name;
	u16 offset;
	u16 size;
	enum user_event_kind kind;
	bool is_signed;
	bool is_text;
};

/**
 * struct user_event_layout - a parsed definition of a user event
 * @name: name of the event as in the definition
 * @min_size: size in bytes of the fields, without the head of the record and without dynamic
 *	data
 * @n_fields: number of fields
 * @n_locs: number of fields with dynamic data
 * @has_text: a field is a character array or has text as dynamic data
 * @strings: memory of the names and types
 * @fields: fields in the order of the definition
 *
 * Constant after user_event_layout_parse() has returned it.
 */
struct user_event_layout {
	const char *name;
	u16 min_size;
	u16 n_fields;
	u16 n_locs;
	bool has_text;
	char *strings;
	struct user_event_field fields[] __counted_by(n_fields);
};

struct user_event_layout *user_event_layout_parse(const char *text, struct trace_span span,
						  struct trace_diag *diag);
void user_event_layout_free(struct user_event_layout *layout);
bool user_event_layouts_equal(const struct user_event_layout *a, const struct user_event_layout *b);

bool user_event_payload_is_valid(const struct user_event_layout *layout, const void *payload,
				 u32 size);

#endif /* _TRACE_USER_EVENTS_DEFINE_LAYOUT_H */
