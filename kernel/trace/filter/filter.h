/* SPDX-License-Identifier: GPL-2.0 */
/* Filter objects: used by filter files, triggers, event probes and perf. */
#ifndef _TRACE_FILTER_FILTER_H
#define _TRACE_FILTER_FILTER_H

#include "../trace.h"
#include "diag.h"
#include "run/exec.h"

/**
 * struct trace_filter - a filter
 * @host: part that the base kernel's headers define; its text is shown by the event's filter file
 * @program: the compiled filter; NULL if the object only holds @error_text
 * @error_text: error text of a filter that was rejected after this one was set, or NULL. Protected
 *	by event_mutex
 * @buffered: the filter has a reference to the per-CPU buffers in which events are built before
 *	they are filtered, see trace_buffered_event_enable()
 * @file: event that the filter will be set for, while the filter is in a list of new filters
 * @list: entry in a list of new filters, or of filters to be freed
 *
 * Everything except @error_text is constant after the filter is published.
 */
struct trace_filter {
	struct event_filter host;
	struct filter_program *program;
	char *error_text;
	bool buffered;
	struct trace_event_file *file;
	struct list_head list;
};

/**
 * trace_filter_of - get the filter from its base kernel part
 * @host: the base kernel part, or NULL
 *
 * Context: any.
 * Return: the filter, or NULL.
 */
static inline struct trace_filter *trace_filter_of(struct event_filter *host)
{
	return host ? container_of(host, struct trace_filter, host) : NULL;
}

/**
 * trace_filter_passes - test whether a record passes a filter
 * @host: the filter
 * @record: the event's record
 *
 * Context: any, NMI included, preemption off.
 * Return: true if the record passes, or if the filter has no program and only holds an error
 * text.
 */
static __always_inline bool trace_filter_passes(const struct event_filter *host,
						const void *record)
{
	const struct prog_entry *entries = rcu_dereference_raw(host->prog);

	return !entries || filter_exec(entries, record);
}

struct event_filter *trace_filter_new(struct trace_event_call *call, const char *text,
				      struct trace_span all, struct trace_diag *diag);
struct event_filter *trace_filter_new_for_perf(struct trace_event_call *call, const char *text,
					       struct trace_diag *diag);
bool trace_filter_reads_fields_only(struct event_filter *host);
void trace_filter_log(struct trace_array *tr, const char *system, const char *event,
		      const char *text, struct trace_diag *diag, int err);

#endif /* _TRACE_FILTER_FILTER_H */
