// SPDX-License-Identifier: GPL-2.0
/*
 * Filter objects: create, free, and log why a filter was rejected.
 *
 * This file does not know the users of a filter. The user of a filter makes sure that no event
 * runs it before it is freed. Only trace_filter_log() takes a lock, that of the error log.
 */
#include <linux/capability.h>
#include <linux/err.h>
#include <linux/slab.h>

#include "buffers.h"
#include "compile/compile.h"
#include "compile/event_resolver.h"
#include "filter.h"

/**
 * free_event_filter - free a filter
 * @filter: the filter, or NULL; no event runs it any more
 *
 * Context: any but NMI. If it was the filter of an event's file: may sleep, event_mutex held.
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
	kfree(own->error_text);
	kfree(own);
}

static int compile_program(struct trace_filter *filter,
			   const struct filter_event_resolver *event,
			   const char *text, struct trace_span all, struct trace_diag *diag)
{
	struct filter_program *program = filter_compile(&event->resolver, text, all, diag);

	if (IS_ERR(program))
		return PTR_ERR(program);
	filter->program = program;
	RCU_INIT_POINTER(filter->host.prog, program->entries);
	return filter_alloc_buffers(program);
}

static struct event_filter *create_filter(const struct filter_event_resolver *event,
					  const char *text, struct trace_span all,
					  struct trace_diag *diag)
{
	struct trace_filter *filter = kzalloc(sizeof(*filter), GFP_KERNEL_ACCOUNT);
	int ret;

	if (!filter)
		return ERR_PTR(-ENOMEM);

	all = trace_span_trim(text, all);
	filter->host.filter_string = trace_span_dup(text, all);
	ret = filter->host.filter_string ? compile_program(filter, event, text, all, diag) :
					   -ENOMEM;
	if (ret) {
		free_event_filter(&filter->host);
		return ERR_PTR(ret);
	}
	return &filter->host;
}

/**
 * trace_filter_new - create a filter
 * @call: event whose records the filter is for
 * @text: text that contains the filter
 * @all: the filter
 * @diag: set to the error, with its position in @text
 *
 * Context: may sleep. The caller ensures that the event is not removed.
 * Return: the filter, to be freed with free_event_filter(); ERR_PTR(-EINVAL) with @diag set; or
 * ERR_PTR(-ENOMEM).
 */
struct event_filter *trace_filter_new(struct trace_event_call *call, const char *text,
				      struct trace_span all, struct trace_diag *diag)
{
	const struct filter_event_resolver event = {
		.resolver.ops = &filter_event_resolver_ops,
		.call = call,
	};

	return create_filter(&event, text, all, diag);
}

/**
 * trace_filter_new_for_perf - create a filter of a perf event for the current task
 * @call: event whose records the filter is for
 * @text: the filter
 * @diag: set to the error, with its position in @text
 *
 * Context: may sleep. The caller ensures that the event is not removed.
 * Return: as trace_filter_new(); or ERR_PTR(-EACCES) with @diag set if the filter would reveal
 * kernel memory or addresses and the task does not have CAP_PERFMON.
 */
struct event_filter *trace_filter_new_for_perf(struct trace_event_call *call, const char *text,
					       struct trace_diag *diag)
{
	const struct filter_event_resolver event = {
		.resolver.ops = &filter_event_resolver_ops,
		.resolver.restricted = !perfmon_capable(),
		.call = call,
	};

	return create_filter(&event, text, trace_span_all(text), diag);
}

static bool reads_record(const struct prog_entry *entry)
{
	return entry->source != FILTER_SRC_CPU && entry->source != FILTER_SRC_COMM &&
	       entry->source != FILTER_SRC_TCOMM && !filter_source_is_task(entry->source);
}

/**
 * trace_filter_reads_fields_only - check whether a filter ignores the header of the record
 * @host: the filter, which has a program
 *
 * Context: any.
 * Return: false if the filter reads common_pid or another field of the header.
 */
bool trace_filter_reads_fields_only(struct event_filter *host)
{
	const struct filter_program *program = trace_filter_of(host)->program;
	u32 i;

	for (i = 0; i < program->n_entries; i++)
		if (reads_record(&program->entries[i]) &&
		    program->entries[i].offset < sizeof(struct trace_entry))
			return false;
	return true;
}

/*
 * In error_log, the caret is after an unknown field and its blanks: the base kernel's selftest
 * tracing-error-log.tc checks the column. The file filter has the caret below the field.
 */
static void move_caret_after_field(const char *text, struct trace_diag *diag)
{
	u32 end = diag->at.off + diag->at.len;

	while (text[end] == ' ')
		end++;
	diag->at = (struct trace_span){ .off = end };
}

/**
 * trace_filter_log - log why a filter was rejected
 * @tr: instance whose error log is used
 * @system: subsystem that the filter was for
 * @event: event that the filter was for; NULL for all events of the subsystem
 * @text: text of the filter
 * @diag: the error; replaced if @err is -ENOMEM
 * @err: errno of the rejection
 *
 * Context: may sleep.
 */
void trace_filter_log(struct trace_array *tr, const char *system, const char *event,
		      const char *text, struct trace_diag *diag, int err)
{
	struct trace_diag logged;
	char *where;

	if (err == -ENOMEM)
		*diag = (struct trace_diag){ .code = FILTER_DIAG_NO_MEMORY };
	/* The base kernel's selftests search for "event filter parse error: error:". */
	where = kasprintf(GFP_KERNEL, "%s%s%s: event filter parse error", system, event ? ":" : "",
			  event ?: "");
	if (!where)
		return;
	logged = *diag;
	if (diag->code == FILTER_DIAG_NO_FIELD)
		move_caret_after_field(text, &logged);
	trace_diag_log(tr, where, text, filter_diag_messages, &logged);
	kfree(where);
}
