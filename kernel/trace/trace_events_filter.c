// SPDX-License-Identifier: GPL-2.0
/*
 * Event filters: the front door.
 *
 * Runs filters, and makes them for those of the host who have one beside what they do:
 * event probes, perf.  The filter files of events and of subsystems are in filter/file.c.
 *
 *	text --spec--> comparisons --compile--> program --exec--> true or false
 *
 * The steps are pure, in filter/; filter/event.c tells what names mean.
 *
 * A filter is made whole or not at all and is constant from then on.
 */
#include <linux/ctype.h>
#include <linux/err.h>
#include <linux/perf_event.h>
#include <linux/string.h>

#include "filter/filter.h"
#include "filter/function.h"
#include "filter/pattern.h"
#include "trace.h"

/**
 * filter_match_preds - does a record pass a filter?
 * @filter: the filter; without one, any does
 * @rec: the event's record
 *
 * Context: any, NMI included, preemption off.
 * Return: true if it does.
 */
int filter_match_preds(struct event_filter *filter, void *rec)
{
	return !filter || trace_filter_passes(filter, rec);
}
EXPORT_SYMBOL_GPL(filter_match_preds);

static void log_rejection(struct trace_array *tr, struct trace_event_call *call,
			  const char *text, struct trace_diag *diag, int err)
{
	trace_filter_log(tr, call->class->system, trace_event_name(call), text, diag, err);
}

/**
 * create_event_filter - make a filter for an event probe
 * @tr: the instance whose error log tells what is wrong
 * @call: the event whose records it is for
 * @filter_str: the filter
 * @set_str: tell what is wrong
 * @filterp: set to the filter, to be given to free_event_filter(), or to NULL
 *
 * Context: may sleep.  The event must not go away.
 * Return: 0, -EINVAL or -ENOMEM.
 */
int create_event_filter(struct trace_array *tr, struct trace_event_call *call,
			char *filter_str, bool set_str, struct event_filter **filterp)
{
	struct trace_diag diag = {};
	struct event_filter *filter;

	filter = trace_filter_new(call, filter_str, trace_span_all(filter_str), &diag);
	*filterp = IS_ERR(filter) ? NULL : filter;
	if (IS_ERR(filter) && set_str)
		log_rejection(tr, call, filter_str, &diag, PTR_ERR(filter));
	return PTR_ERR_OR_ZERO(filter);
}

/**
 * filter_parse_regex - take a pattern of function names apart
 * @buff: the pattern, terminated; it is cut behind what is to be compared, if more follows
 * @len: its length
 * @search: set to what is to be compared, within @buff
 * @not: set if the pattern begins with a !, which means all others
 *
 * Return: how to compare, or MATCH_INDEX for a number, which means the function's place.
 */
enum regex_type filter_parse_regex(char *buff, int len, char **search, int *not)
{
	static const enum regex_type types[] = {
		[FILTER_MATCH_WHOLE]	= MATCH_FULL,
		[FILTER_MATCH_START]	= MATCH_FRONT_ONLY,
		[FILTER_MATCH_END]	= MATCH_END_ONLY,
		[FILTER_MATCH_MIDDLE]	= MATCH_MIDDLE_ONLY,
		[FILTER_MATCH_GLOB]	= MATCH_GLOB,
	};
	enum filter_match match;
	const char *str = buff;
	u32 n;

	*not = *buff == '!';
	str += *not;
	*search = (char *)str;
	if (isdigit(*str))
		return MATCH_INDEX;

	n = strnlen(str, len - *not);
	match = filter_pattern_classify(&str, &n);
	*search = (char *)str;
	/* Who asks for a plain name may have a constant for it. */
	if ((*search)[n])
		(*search)[n] = '\0';
	return types[match];
}

#ifdef CONFIG_PERF_EVENTS
static int set_perf_filter(struct perf_event *event, const char *text, struct trace_diag *diag)
{
	struct event_filter *filter;

	if (event->filter) {
		filter_diag_set(diag, FILTER_DIAG_EXISTS, (struct trace_span){});
		return -EEXIST;
	}
	filter = trace_filter_new(event->tp_event, text, trace_span_all(text), diag);
	if (IS_ERR(filter))
		return PTR_ERR(filter);
	/* Whoever finds it, by perf_tp_filter_match(), depends on the pointer. */
	smp_store_release(&event->filter, filter);
	return 0;
}

/**
 * ftrace_profile_set_filter - set the filter of a perf event
 * @event: the perf event, which stands for a trace event
 * @event_id: what perf was given to find the trace event by: its number, or what else
 *	makes a probe that is perf's own
 * @filter_str: the filter
 *
 * Context: may sleep, takes event_mutex.
 * Return: 0, -EINVAL, -EEXIST if it has one, or -ENOMEM.  What is wrong with the filter is
 * told by the top instance's error log.
 */
int ftrace_profile_set_filter(struct perf_event *event, int event_id, char *filter_str)
{
	struct trace_event_call *call = event->tp_event;
	struct trace_diag diag = {};
	int ret;

	guard(mutex)(&event_mutex);
	if (!call)
		return -EINVAL;

	if (ftrace_event_is_function(call))
		ret = filter_set_functions(event, filter_str, trace_span_all(filter_str), &diag);
	else
		ret = set_perf_filter(event, filter_str, &diag);
	if (ret)
		log_rejection(top_trace_array(), call, filter_str, &diag, ret);
	return ret;
}

/**
 * ftrace_profile_free_filter - free the filter of a perf event that goes away
 * @event: the perf event, which nobody fires any more
 *
 * Context: any but NMI: perf frees its events after a grace period.
 */
void ftrace_profile_free_filter(struct perf_event *event)
{
	free_event_filter(event->filter);
	event->filter = NULL;
}
#endif
