/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Helpers that scan the commands written to tracefs files.
 *
 * A command is parsed in place. A parser represents each part of a command as a span: an offset
 * and a length in the text that the user wrote. An error message can then always point to the
 * offending token.
 *
 * Pure code: it takes no locks and uses no tracing types. Only trace_span_dup() allocates memory.
 */
#ifndef _TRACE_TEXT_H
#define _TRACE_TEXT_H

#include <linux/string.h>
#include <linux/types.h>

/**
 * struct trace_span - part of a command
 * @off: offset of the first byte from the start of the command
 * @len: number of bytes; an empty span still has a position
 */
struct trace_span {
	u32 off;
	u32 len;
};

/**
 * struct trace_cursor - position of a reader in a span
 * @text: the whole command
 * @pos: offset of the next byte to read
 * @end: offset of the first byte after the span
 * @more: true if another item follows, possibly an empty one: at the start of the span, and after
 *	each separator
 */
struct trace_cursor {
	const char *text;
	u32 pos;
	u32 end;
	bool more;
};

struct trace_cursor trace_cursor_over(const char *text, struct trace_span span);
struct trace_span trace_cursor_take(struct trace_cursor *cur, u32 start);
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
 * trace_is_blank - test whether a byte separates words
 * @c: the byte
 *
 * isspace() cannot be used: it accepts 0xa0 (a no-break space in Latin-1), which is also a part
 * of many characters in UTF-8.
 *
 * Context: any.
 * Return: true for space, tab, newline, vertical tab, form feed and carriage return.
 */
static inline bool trace_is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/**
 * trace_skip_blanks - skip the blanks at the start of a text
 * @text: the text, NUL-terminated
 *
 * Context: any.
 * Return: pointer to the first byte that is not a blank, possibly the terminating NUL.
 */
static inline const char *trace_skip_blanks(const char *text)
{
	while (trace_is_blank(*text))
		text++;
	return text;
}

/**
 * trace_span_all - make a span of a whole text
 * @text: the text, NUL-terminated
 *
 * Context: any.
 * Return: the span.
 */
static inline struct trace_span trace_span_all(const char *text)
{
	return (struct trace_span){ .len = strlen(text) };
}

/**
 * trace_span_end - compute the end of a span
 * @span: the span
 *
 * Context: any.
 * Return: offset in the command of the first byte after the span.
 */
static inline u32 trace_span_end(struct trace_span span)
{
	return span.off + span.len;
}

/**
 * trace_span_from - make a span of the rest of another span
 * @span: the span
 * @off: offset in the command where the rest begins, within @span or at its end
 *
 * Context: any.
 * Return: the rest of @span, possibly empty.
 */
static inline struct trace_span trace_span_from(struct trace_span span, u32 off)
{
	return (struct trace_span){ .off = off, .len = trace_span_end(span) - off };
}

#endif /* _TRACE_TEXT_H */
