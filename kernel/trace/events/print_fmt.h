/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Scan the "print fmt" of an event.
 *
 * A print fmt is the text of the arguments of a printf() call, as the preprocessor made it:
 *
 *	"comm=%s state=%d", REC->comm, REC->state & TASK_DEAD
 *
 * Pure code: no locks, no allocation.
 */
#ifndef _TRACE_EVENTS_PRINT_FMT_H
#define _TRACE_EVENTS_PRINT_FMT_H

#include <linux/types.h>

struct trace_eval_map;

/**
 * enum print_fmt_use - how a conversion uses a pointer
 * @PRINT_FMT_STRING: %s reads the string that the pointer points to
 * @PRINT_FMT_DEREF: %pI4, %pM, ... read an object that the pointer points to
 */
enum print_fmt_use {
	PRINT_FMT_STRING,
	PRINT_FMT_DEREF,
};

/**
 * struct print_fmt_scan - position in a print fmt
 * @end: end of the print fmt
 * @spec: rest of the format string, after the last conversion
 * @spec_end: end of the format string
 * @arg: rest of the arguments, after the last one
 * @branch: rest of the current argument, after the last operand of "?:"; NULL if none is left
 * @branch_end: end of the current argument
 * @use: how the current conversion uses its argument
 */
struct print_fmt_scan {
	const char *end;
	const char *spec;
	const char *spec_end;
	const char *arg;
	const char *branch;
	const char *branch_end;
	enum print_fmt_use use;
};

/**
 * struct print_fmt_pointer - field whose value a conversion uses as a pointer
 * @name: name of the field, not NUL-terminated
 * @len: length of @name in bytes
 * @use: how the conversion uses the pointer
 */
struct print_fmt_pointer {
	const char *name;
	unsigned int len;
	enum print_fmt_use use;
};

void print_fmt_scan_init(struct print_fmt_scan *scan, const char *fmt);
bool print_fmt_next_pointer(struct print_fmt_scan *scan, struct print_fmt_pointer *pointer);
void print_fmt_replace_constants(char *fmt, struct trace_eval_map *const *map, int len);
void print_fmt_remove_attributes(char *text);

#endif /* _TRACE_EVENTS_PRINT_FMT_H */
