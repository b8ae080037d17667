/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Suggest the name that a user may have meant instead of an unknown one.
 *
 * The code that rejects a name offers all valid names one after another. The suggestion keeps the
 * nearest one, which error_log shows as ", did you mean NAME?".
 *
 * Pure code: it takes no locks, allocates no memory and uses no tracing types.
 */
#ifndef _TRACE_SUGGEST_H
#define _TRACE_SUGGEST_H

#include <linux/types.h>

#include "trace_text.h"

/* Longest name that is compared, in bytes. Longer names are ignored. */
#define TRACE_SUGGEST_NAME_MAX		64

/* Largest number of typing errors in a name, see trace_suggest_offer(). */
#define TRACE_SUGGEST_DISTANCE_MAX	2

/* Shortest name, in bytes, that is compared as the start of a longer one. */
#define TRACE_SUGGEST_PREFIX_MIN	3

/**
 * struct trace_suggestion - the nearest of the names offered so far
 * @unknown: the unknown name; not NUL-terminated
 * @len: length of @unknown in bytes
 * @distance: number of changes that turn @unknown into @name; %UINT_MAX if no name is near enough,
 *	0 if @unknown is itself a valid name
 * @name: the nearest name; empty if no name is near enough, or if @unknown is itself a valid name
 */
struct trace_suggestion {
	const char *unknown;
	u32 len;
	unsigned int distance;
	char name[TRACE_SUGGEST_NAME_MAX + 1];
};

struct trace_suggestion trace_suggestion_for(const char *text, struct trace_span unknown);
void trace_suggest_offer(struct trace_suggestion *suggestion, const char *name);
void trace_suggest_offer_span(struct trace_suggestion *suggestion, const char *text,
			      struct trace_span name);

#endif /* _TRACE_SUGGEST_H */
