/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Filters of events, as objects: for filter files, and for those who have one beside what
 * they do, as triggers.
 */
#ifndef _TRACE_FILTER_FILTER_H
#define _TRACE_FILTER_FILTER_H

#include "../trace.h"
#include "diag.h"
#include "exec.h"

/**
 * struct trace_filter - a filter, as all are that the host is given
 * @host: what the host knows of it; its text is shown by the event's filter file
 * @program: what runs; NULL if all there is of it is a complaint
 * @complaint: what was wrong with a filter that was to replace it, or NULL.  Guarded by
 *	event_mutex
 * @buffered: it holds the buffers that events wait in until a filter has seen them
 * @file: the event whose it is to be, while it is in a list
 * @list: in the list of those to be put in force, or to be freed
 */
struct trace_filter {
	struct event_filter host;
	struct filter_program *program;
	char *complaint;
	bool buffered;
	struct trace_event_file *file;
	struct list_head list;
};

/**
 * trace_filter_of - a filter, from what the host knows of it
 * @host: what the host knows, or NULL
 *
 * Return: the filter, or NULL.
 */
static inline struct trace_filter *trace_filter_of(struct event_filter *host)
{
	return host ? container_of(host, struct trace_filter, host) : NULL;
}

/**
 * trace_filter_passes - does a record pass a filter?
 * @host: the filter
 * @record: the event's record
 *
 * Context: any, NMI included, preemption off.
 * Return: true if it does, or all there is of the filter is a complaint.
 */
static __always_inline bool trace_filter_passes(const struct event_filter *host,
						const void *record)
{
	const struct prog_entry *entries = rcu_dereference_raw(host->prog);

	return !entries || filter_exec(entries, record);
}

struct event_filter *trace_filter_new(struct trace_event_call *call, const char *text,
				      struct trace_span all, struct trace_diag *diag);
void trace_filter_log(struct trace_array *tr, const char *system, const char *event,
		      const char *text, struct trace_diag *diag, int err);

#endif /* _TRACE_FILTER_FILTER_H */
