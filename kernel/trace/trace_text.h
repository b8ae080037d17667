/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Scanning of the command languages that tracefs files accept.
 *
 * A command stays where it is and is never written to: every piece of it is a
 * span, an offset and a length in the text that the user wrote.  An error can
 * then always name the place it means.
 *
 * Pure: no allocation but where a function says so, no locks, no tracing types.
 */
#ifndef _TRACE_TEXT_H
#define _TRACE_TEXT_H

#include <linux/string.h>
#include <linux/types.h>

/**
 * struct trace_span - a piece of a command
 * @off: first byte, counted from the start of the command
 * @len: number of bytes; an empty span still has a place
 */
struct trace_span {
	u32 off;
	u32 len;
};

/**
 * struct trace_cursor - a reader that walks over a span
 * @text: the whole command
 * @pos: next byte to read
 * @end: first byte behind the span
 * @more: a separator has been read, so that one item more must follow
 */
struct trace_cursor {
	const char *text;
	u32 pos;
	u32 end;
	bool more;
};

struct trace_cursor trace_cursor_over(const char *text, struct trace_span span);
bool trace_next_item(struct trace_cursor *cur, char sep, struct trace_span *item);
bool trace_next_word(struct trace_cursor *cur, struct trace_span *word);

u32 trace_text_chomp(char *text, u32 len);
void trace_text_flatten(char *text);

struct trace_span trace_span_trim(const char *text, struct trace_span span);
bool trace_span_cut(const char *text, struct trace_span span, char at,
		    struct trace_span *head, struct trace_span *tail);
bool trace_span_find_word(const char *text, struct trace_span span, const char *word,
			  struct trace_span *found);
bool trace_span_is(const char *text, struct trace_span span, const char *str);
bool trace_span_is_identifier(const char *text, struct trace_span span);
bool trace_spans_same(const char *text, struct trace_span a, struct trace_span b);
int trace_span_to_u64(const char *text, struct trace_span span, u64 *val);
char *trace_span_dup(const char *text, struct trace_span span);

/**
 * trace_is_blank - does a byte part words?
 * @c: the byte
 *
 * Return: true for the blanks of ASCII.  isspace() has another one, 0xa0, which is a part
 * of letters in UTF-8.
 */
static inline bool trace_is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/**
 * trace_skip_blanks - leave out the blanks that a text begins with
 * @text: the text, terminated
 *
 * Return: the rest of it.
 */
static inline const char *trace_skip_blanks(const char *text)
{
	while (trace_is_blank(*text))
		text++;
	return text;
}

/**
 * trace_span_all - the span of a whole text
 * @text: the text, terminated
 *
 * Return: the span.
 */
static inline struct trace_span trace_span_all(const char *text)
{
	return (struct trace_span){ .len = strlen(text) };
}

/**
 * trace_span_end - first byte behind a span
 * @span: the span
 *
 * Return: its offset in the command.
 */
static inline u32 trace_span_end(struct trace_span span)
{
	return span.off + span.len;
}

/**
 * trace_span_from - what is left of a span from some byte of it on
 * @span: the span
 * @off: offset in the command, within @span or just behind it
 *
 * Return: the rest of @span, possibly empty.
 */
static inline struct trace_span trace_span_from(struct trace_span span, u32 off)
{
	return (struct trace_span){ .off = off, .len = trace_span_end(span) - off };
}

#endif /* _TRACE_TEXT_H */
