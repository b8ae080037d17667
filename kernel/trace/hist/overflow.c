// SPDX-License-Identifier: GPL-2.0
/* Names of the values of the parameter overflow=. Pure, takes no lock. */
#include "overflow.h"

static const char *const overflow_names[HIST_OVERFLOW_COUNT] = {
	[HIST_OVERFLOW_DROP]	= "drop",
	[HIST_OVERFLOW_OTHER]	= "other",
	[HIST_OVERFLOW_EVICT]	= "evict",
};

/**
 * hist_overflow_name - get the name of a value of overflow=
 * @overflow: the value
 *
 * Return: the name, or NULL for %HIST_OVERFLOW_DEFAULT.
 */
const char *hist_overflow_name(enum hist_overflow overflow)
{
	return overflow_names[overflow];
}

/**
 * hist_overflow_find - look up a value of overflow= by name
 * @text: the whole command
 * @name: name of the value
 *
 * Return: the value, or %HIST_OVERFLOW_DEFAULT if the name is unknown.
 */
enum hist_overflow hist_overflow_find(const char *text, struct trace_span name)
{
	enum hist_overflow overflow;

	for (overflow = HIST_OVERFLOW_DROP; overflow < HIST_OVERFLOW_COUNT; overflow++)
		if (trace_span_is(text, name, overflow_names[overflow]))
			return overflow;
	return HIST_OVERFLOW_DEFAULT;
}

/**
 * hist_suggest_overflow - offer the names of all values of overflow=
 * @suggestion: suggestion for an unknown name
 */
void hist_suggest_overflow(struct trace_suggestion *suggestion)
{
	enum hist_overflow overflow;

	for (overflow = HIST_OVERFLOW_DROP; overflow < HIST_OVERFLOW_COUNT; overflow++)
		trace_suggest_offer(suggestion, overflow_names[overflow]);
}
