// SPDX-License-Identifier: GPL-2.0
/*
 * Event filters: the entry point.
 *
 * This file runs filters, and creates filters for code outside of filter/ that stores them
 * itself: event probes and perf. The filter files of events and subsystems are in
 * filter/filter_file.c.
 *
 *	text --spec--> predicates --compile--> program --exec--> true or false
 *
 * These steps are pure code in filter/. filter/compile/event_resolver.c resolves the names in a
 * filter for real events.
 *
 * A filter is created completely or not at all, and its program is constant afterwards. Only
 * ftrace_profile_set_filter() takes event_mutex; a rejected filter is logged with the lock of the
 * error log held.
 */
#include <linux/ctype.h>
#include <linux/err.h>
#include <linux/perf_event.h>
#include <linux/string.h>

#include "filter/filter.h"
#include "filter/pattern.h"
#include "filter/perf_function.h"
#include "trace.h"

/**
 * filter_match_preds - test whether a record passes a filter
 * @filter: the filter, or NULL, which each record passes
 * @rec: the event's record
 *
 * Context: any, NMI included, preemption off.
 * Return: 1 if the record passes, otherwise 0.
 */
int filter_match_preds(struct event_filter *filter, void *rec)
{
	return !filter || trace_filter_passes(filter, rec);
}
EXPORT_SYMBOL_GPL(filter_match_preds);

static void filter_log_rejection(struct trace_array *tr, struct trace_event_call *call,
				 const char *text, struct trace_diag *diag, int err)
{
	trace_filter_log(tr, call->class->system, trace_event_name(call), text, diag, err);
}

/**
 * create_event_filter - create a filter for an event probe
 * @tr: instance whose error log receives an error
 * @call: event whose records the filter is for
 * @filter_str: text of the filter
 * @set_str: true to log an error
 * @filterp: set to the filter, to be freed with free_event_filter(); to NULL on error
 *
 * Context: may sleep. The caller ensures that the event is not removed.
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
		filter_log_rejection(tr, call, filter_str, &diag, PTR_ERR(filter));
	return PTR_ERR_OR_ZERO(filter);
}

/**
 * filter_parse_regex - parse a pattern of function names
 * @buff: the pattern, NUL-terminated; a NUL is written after the text to compare with, unless
 *	one is there already
 * @len: length of the pattern
 * @search: set to the text to compare with, within @buff
 * @not: set to 1 if the pattern begins with '!', which inverts the match; otherwise to 0
 *
 * Context: any.
 * Return: how to compare, or MATCH_INDEX if the text is the index of a function.
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
	/* @buff may be a constant if the caller passes a plain name, so do not write to it then. */
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
	filter = trace_filter_new_for_perf(event->tp_event, text, diag);
	if (IS_ERR(filter))
		return PTR_ERR(filter);
	/* perf_tp_filter_match() reads the filter through an address dependency on this pointer. */
	smp_store_release(&event->filter, filter);
	return 0;
}

/**
 * ftrace_profile_set_filter - set the filter of a perf event
 * @event: perf event of a trace event
 * @event_id: config value of the perf event; not used
 * @filter_str: text of the filter
 *
 * Errors in the filter are logged in the error log of the top instance.
 *
 * Context: may sleep; takes event_mutex.
 * Return: 0; -EINVAL; -EACCES if the filter needs CAP_PERFMON; -EEXIST if the perf event has a
 * filter already; -ENOMEM; or an error of the function tracer.
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
		filter_log_rejection(top_trace_array(), call, filter_str, &diag, ret);
	return ret;
}

/**
 * ftrace_profile_free_filter - free the filter of a perf event
 * @event: perf event that is being freed; it does not run any more
 *
 * Context: any but NMI; perf frees its events after a grace period.
 */
void ftrace_profile_free_filter(struct perf_event *event)
{
	free_event_filter(event->filter);
	event->filter = NULL;
}
#endif
