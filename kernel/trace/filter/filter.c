// SPDX-License-Identifier: GPL-2.0
/*
 * Filters of events, as objects: made, freed, and why one could not be made.
 *
 * Whose they are, and since when nobody runs them, is known to those who asked for them.
 */
#include <linux/err.h>
#include <linux/slab.h>

#include "compile.h"
#include "event.h"
#include "exec.h"
#include "filter.h"

/**
 * free_event_filter - free a filter that nobody runs any more
 * @filter: the filter, or NULL
 *
 * Context: any but NMI; but if it was the filter of an event's file, that of a task that may
 * sleep, event_mutex held.
 */
void free_event_filter(struct event_filter *filter)
{
	struct trace_filter *own = trace_filter_of(filter);

	if (!own)
		return;
	if (own->buffered)
		trace_buffered_event_disable();
	filter_program_free(own->program);
	kfree(own->host.filter_string);
	kfree(own->complaint);
	kfree(own);
}

static int compile(struct trace_filter *filter, struct trace_event_call *call,
		   const char *text, struct trace_span all, struct trace_diag *diag)
{
	const struct filter_event_resolver event = {
		.resolver.ops = &filter_event_resolver_ops,
		.call = call,
	};
	struct filter_program *program;

	program = filter_compile(&event.resolver, text, all, diag);
	if (IS_ERR(program))
		return PTR_ERR(program);
	filter->program = program;
	RCU_INIT_POINTER(filter->host.prog, program->entries);
	return filter_exec_prepare(program);
}

/**
 * trace_filter_new - make a filter
 * @call: the event whose records it is for
 * @text: a text with the filter in it
 * @all: the filter
 * @diag: tells what is wrong with it, with the place in @text
 *
 * Context: may sleep.  The event must not go away.
 * Return: the filter, to be given to free_event_filter(), or -EINVAL with @diag filled in,
 * or -ENOMEM, as an ERR_PTR.
 */
struct event_filter *trace_filter_new(struct trace_event_call *call, const char *text,
				      struct trace_span all, struct trace_diag *diag)
{
	struct trace_filter *filter = kzalloc(sizeof(*filter), GFP_KERNEL);
	int ret;

	if (!filter)
		return ERR_PTR(-ENOMEM);

	all = trace_span_trim(text, all);
	filter->host.filter_string = trace_span_dup(text, all);
	ret = filter->host.filter_string ? compile(filter, call, text, all, diag) : -ENOMEM;
	if (ret) {
		free_event_filter(&filter->host);
		return ERR_PTR(ret);
	}
	return &filter->host;
}

/**
 * trace_filter_log - write into the error log why a filter was rejected
 * @tr: the instance
 * @system: the subsystem that the filter was for
 * @event: the event of it, or NULL if it was for all of them
 * @text: the filter
 * @diag: what is wrong with it
 * @err: the errno, which goes before @diag if there is no memory
 *
 * Context: may sleep.
 */
void trace_filter_log(struct trace_array *tr, const char *system, const char *event,
		      const char *text, struct trace_diag *diag, int err)
{
	char *where;

	if (err == -ENOMEM)
		*diag = (struct trace_diag){ .code = FILTER_DIAG_NO_MEMORY };
	where = kasprintf(GFP_KERNEL, event ? "filter:%s:%s" : "filter:%s", system, event);
	if (!where)
		return;
	trace_diag_log(tr, where, text, filter_diag_messages, diag);
	kfree(where);
}
