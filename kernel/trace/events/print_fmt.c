// SPDX-License-Identifier: GPL-2.0
/* Scan the "print fmt" of an event, see print_fmt.h. */
#include <linux/ctype.h>
#include <linux/sprintf.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "print_fmt.h"

static bool is_word(char c)
{
	return isalnum(c) || c == '_';
}

static bool is_quote(char c)
{
	return c == '"' || c == '\'';
}

/* Return the first byte after the string literal or character constant that starts at @s. */
static const char *skip_literal(const char *s)
{
	char quote = *s;

	for (s++; *s && *s != quote; s++)
		if (*s == '\\' && s[1])
			s++;
	return *s ? s + 1 : s;
}

/* Return the first byte after the identifier or number that starts at @s. */
static const char *skip_word(const char *s)
{
	while (is_word(*s))
		s++;
	return s;
}

/*
 * Return the first byte at @s or after it that is one of @stops, and that is neither in
 * parentheses, brackets or braces nor in a literal; or the end of the text.
 */
static const char *find_at_top(const char *s, const char *end, const char *stops)
{
	int depth = 0;

	while (s < end) {
		if (is_word(*s)) {
			s++;
			continue;
		}
		if (!depth && strchr(stops, *s))
			return s;
		if (is_quote(*s)) {
			s = skip_literal(s);
			continue;
		}
		if (strchr("([{", *s))
			depth++;
		else if (strchr(")]}", *s))
			depth--;
		s++;
	}
	return end;
}

/**
 * print_fmt_scan_init - start to scan a print fmt
 * @scan: the position, which is set
 * @fmt: the print fmt, NUL-terminated
 *
 * Adjacent string literals form the format string.
 *
 * Context: any.
 */
void print_fmt_scan_init(struct print_fmt_scan *scan, const char *fmt)
{
	scan->end = fmt + strlen(fmt);
	scan->spec = fmt;
	scan->spec_end = find_at_top(fmt, scan->end, ",");
	scan->arg = scan->spec_end;
	scan->branch = NULL;
}

/*
 * Kinds of %p that print the pointer itself, a symbol, or an error number. All others read memory.
 */
static bool pointer_is_read(char kind)
{
	return isalnum(kind) && !strchr("SsFBxKe", kind);
}

/* Return the start of the next argument's text and set *@end, or return NULL without one. */
static const char *take_arg(struct print_fmt_scan *scan, const char **end)
{
	const char *start = scan->arg;

	if (*start != ',')
		return NULL;
	*end = find_at_top(start + 1, scan->end, ",");
	scan->arg = *end;
	return start + 1;
}

/* Use up the arguments of '*' in a width or a precision. */
static const char *skip_modifiers(struct print_fmt_scan *scan, const char *s)
{
	const char *end;

	for (; *s && strchr("-+ #0123456789.*hlLqjzt", *s); s++)
		if (*s == '*')
			take_arg(scan, &end);
	return s;
}

/*
 * Find the next conversion that reads memory, and make its argument the current one. Return: false
 * at the end of the format string.
 */
static bool next_conversion(struct print_fmt_scan *scan)
{
	const char *s = scan->spec;

	while (s < scan->spec_end) {
		const char *arg, *arg_end;

		if (*s++ != '%')
			continue;
		s = skip_modifiers(scan, s);
		if (*s == '%') {
			s++;
			continue;
		}
		arg = take_arg(scan, &arg_end);
		if (!arg || !*s)
			break;
		if (*s == 's' || (*s == 'p' && pointer_is_read(s[1]))) {
			scan->use = *s == 's' ? PRINT_FMT_STRING : PRINT_FMT_DEREF;
			scan->spec = s + 1;
			scan->branch = arg;
			scan->branch_end = arg_end;
			return true;
		}
		s++;
	}
	return false;
}

/* Remove blanks, casts and the parentheses around an expression. */
static void strip(const char **start, const char **end)
{
	for (;;) {
		const char *close;

		while (*start < *end && isspace(**start))
			++*start;
		while (*start < *end && isspace((*end)[-1]))
			--*end;
		if (*start == *end || **start != '(')
			return;
		close = find_at_top(*start + 1, *end, ")");
		if (close + 1 == *end) {
			++*start;
			--*end;
		} else if (close < *end && close[-1] == '*') {
			*start = close + 1;
		} else {
			return;
		}
	}
}

/*
 * Take the next value that the current argument can have: an operand of "?:", or all of it. Return:
 * false at the end of the argument.
 */
static bool next_value(struct print_fmt_scan *scan, const char **start, const char **end)
{
	const char *s = scan->branch, *stop;

	while (s) {
		/* A value in parentheses that were entered below ends at ")". */
		stop = find_at_top(s, scan->branch_end, "?:)");
		*start = s;
		*end = stop;
		strip(start, end);
		if (*stop == '?' && *skip_spaces(stop + 1) != ':') {
			/* The condition is no value, except if the second operand is omitted. */
			s = stop + 1;
		} else if (find_at_top(*start, *end, "?") < *end) {
			/* Enter the parentheses around a conditional expression. */
			s = *start;
		} else {
			while (stop < scan->branch_end && *stop != ':')
				stop++;
			scan->branch = stop < scan->branch_end ? stop + 1 : NULL;
			return true;
		}
	}
	return false;
}

/* Check whether a value consists of one field of the record. */
static bool is_field(const char *start, const char *end, struct print_fmt_pointer *pointer)
{
	static const char record[] = "REC->";

	if (end - start <= strlen(record) || memcmp(start, record, strlen(record)))
		return false;
	pointer->name = start + strlen(record);
	pointer->len = end - pointer->name;
	return skip_word(pointer->name) == end;
}

/**
 * print_fmt_next_pointer - find the next field whose value is used as a pointer
 * @scan: the position
 * @pointer: set to the field and its use
 *
 * A field that is part of a larger expression is not found, except as an operand of "?:".
 *
 * Context: any.
 * Return: true, or false after the last field.
 */
bool print_fmt_next_pointer(struct print_fmt_scan *scan, struct print_fmt_pointer *pointer)
{
	const char *start, *end;

	do {
		while (next_value(scan, &start, &end)) {
			pointer->use = scan->use;
			if (is_field(start, end, pointer))
				return true;
		}
	} while (next_conversion(scan));
	return false;
}

/* Return the end of @name in the text that starts at @s, or NULL if another word stands there. */
static char *match_constant(char *s, const char *name)
{
	while (*name && *s == *name) {
		name++;
		s++;
	}
	return *name || is_word(*s) ? NULL : s;
}

/* Replace the text from @start to @end by @value, if that is not longer. Return: the end. */
static char *replace_word(char *start, char *end, long value)
{
	char digits[24];
	int len = scnprintf(digits, sizeof(digits), "%ld", value);

	if (len > end - start)
		return end;
	memcpy(start, digits, len);
	memmove(start + len, end, strlen(end) + 1);
	return start + len;
}

/* Replace the constant that begins at @word, if any. Return: the end of it, or of the word. */
static char *replace_constant(char *word, struct trace_eval_map *const *map, int len)
{
	int i;

	for (i = 0; i < len; i++) {
		char *end = match_constant(word, map[i]->eval_string);

		if (end)
			return replace_word(word, end, map[i]->eval_value);
	}
	return (char *)skip_word(word);
}

/**
 * print_fmt_replace_constants - replace the names of constants by their values
 * @fmt: the print fmt, NUL-terminated; changed in place
 * @map: the constants; their names are enumerators, or texts of sizeof expressions
 * @len: number of @map
 *
 * User space does not know the values of the kernel's constants. Names in string literals and names
 * of members are not replaced, nor is a name that is shorter than the value.
 *
 * Context: any.
 */
void print_fmt_replace_constants(char *fmt, struct trace_eval_map *const *map, int len)
{
	char *s = fmt;

	while (*s) {
		if (is_quote(*s)) {
			s = (char *)skip_literal(s);
		} else if (is_word(*s)) {
			s = replace_constant(s, map, len);
		} else if (*s == '.' || (*s == '-' && s[1] == '>')) {
			s += *s == '.' ? 1 : 2;
			s = (char *)skip_word(skip_spaces(s));
		} else {
			s++;
		}
	}
}

/**
 * print_fmt_remove_attributes - remove attributes of the compiler from a type or an expression
 * @text: the text, NUL-terminated; changed in place
 *
 * clang annotates __user and __percpu pointers with __attribute__((btf_type_tag("user"))), which
 * programs that parse the format file do not understand.
 *
 * Context: any.
 */
void print_fmt_remove_attributes(char *text)
{
	static const char attribute[] = "__attribute__(";
	char *s = text;

	while ((s = strstr(s, attribute))) {
		const char *end = s + strlen(s);
		const char *close = find_at_top(s + strlen(attribute), end, ")");

		if (close == end)
			return;
		close = skip_spaces(close + 1);
		memmove(s, close, strlen(close) + 1);
	}
}
