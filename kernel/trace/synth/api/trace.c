// SPDX-License-Identifier: GPL-2.0
/*
 * In-kernel API to emit synthetic events: in one call, or value by value.
 *
 * An event is emitted to one instance, selected by the trace_event_file, and to perf. The
 * caller gets the file from trace_get_event_file(), which keeps a reference to the event and
 * the instance until trace_put_event_file().
 *
 * This file checks that the values match the event. Emitting and storing them is implemented in
 * synth/run/emit.c and synth/run/record.c.
 *
 * These functions do not sleep, take no lock and do not allocate. They can be called in any
 * context, NMI included.
 */
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/export.h>
#include <linux/preempt.h>
#include <linux/stdarg.h>
#include <linux/string.h>

#include "../../trace.h"
#include "../../trace_dynevent_tracepoint.h"
#include "../../trace_dynevent_perf.h"
#include "../../trace_dynevent_record.h"
#include "../../trace_dynevent_reserve.h"
#include "../run/probe.h"
#include "../run/record.h"

/* Get the synthetic event of a file, or NULL if the file belongs to another kind of event. */
static struct synth_event *synth_event_of_file(const struct trace_event_file *file)
{
	if (IS_ERR_OR_NULL(file) || file->event_call->class->probe != synth_probe_file)
		return NULL;
	return synth_event_of_call(file->event_call);
}

/* Same as synth_event_of_file(), but return NULL if the event does not have @n_vals fields. */
static const struct synth_event *synth_event_with_vals(const struct trace_event_file *file,
						       unsigned int n_vals)
{
	const struct synth_event *event = synth_event_of_file(file);

	return event && n_vals == event->layout->n_fields ? event : NULL;
}

static int synth_trace_emit(const struct synth_event *event, struct trace_event_file *file,
			    const u64 *vals)
{
	preempt_disable_notrace();
	synth_emit_to(event, file, vals);
	preempt_enable_notrace();
	return 0;
}

/**
 * synth_event_trace - emit a synthetic event
 * @file: the event's file, from trace_get_event_file()
 * @n_vals: number of values; must be the event's number of fields
 * @...: the values in the order of the fields, each a u64. A number is truncated to the size of
 *	its field. For a string field, pass a pointer to the string, which is truncated to the
 *	size of the field. For a stack trace, pass a pointer to an array of unsigned long that
 *	begins with the number of addresses.
 *
 * A string that cannot be read is recorded as "(fault)", a NULL pointer as "(null)".
 *
 * Context: any, NMI included.
 * Return: 0, even if the event has no consumers or the ring buffer does not take the record;
 * -EINVAL if the number of values is wrong or @file is not a synthetic event's.
 */
int synth_event_trace(struct trace_event_file *file, unsigned int n_vals, ...)
{
	va_list args __uninitialized;
	const struct synth_event *event = synth_event_with_vals(file, n_vals);
	u64 vals[SYNTH_FIELDS_MAX] __uninitialized;
	unsigned int i;

	if (!event)
		return -EINVAL;
	if (!dyn_event_has_probes(&event->tp))
		return 0;

	va_start(args, n_vals);
	for (i = 0; i < n_vals; i++)
		vals[i] = va_arg(args, u64);
	va_end(args);
	return synth_trace_emit(event, file, vals);
}
EXPORT_SYMBOL_GPL(synth_event_trace);

/**
 * synth_event_trace_array - emit a synthetic event with an array of values
 * @file: the event's file, from trace_get_event_file()
 * @vals: the values, as for synth_event_trace()
 * @n_vals: number of values; must be the event's number of fields
 *
 * Context: any, NMI included.
 * Return: same as synth_event_trace().
 */
int synth_event_trace_array(struct trace_event_file *file, u64 *vals, unsigned int n_vals)
{
	const struct synth_event *event = synth_event_with_vals(file, n_vals);

	if (!event)
		return -EINVAL;
	return dyn_event_has_probes(&event->tp) ? synth_trace_emit(event, file, vals) : 0;
}
EXPORT_SYMBOL_GPL(synth_event_trace_array);

/*
 * Open events. The state of an event that is filled value by value has these members:
 *
 *	event		NULL unless the event is open
 *	entry		the record, NULL if no consumer takes one
 *	disabled	the event is open, but there is no record
 *	fbuffer		location of a record in a ring buffer
 *	cur_field	index of the next field for synth_event_add_next_val()
 *	add_next	synth_event_add_next_val() has been used
 *	add_name	synth_event_add_val() has been used
 *
 * The record is in one of three places. In a ring buffer, fbuffer.event is set. In scratch
 * memory, for triggers only, fbuffer.event is NULL and fbuffer.trace_file is set. In perf's
 * buffer, if only perf wants it, both are NULL, and fbuffer.regs, fbuffer.trace_ctx and n_u64
 * have what dyn_event_perf_submit() needs. Preemption is off as long as there is a record.
 */
static void open_perf_record(struct synth_event_trace_state *state, u32 size)
{
	struct dyn_event_perf perf = dyn_event_perf_reserve(&state->event->call, size);

	/* A failed attempt to reserve a record in the ring buffer has set this member. */
	state->fbuffer.trace_file = NULL;
	state->entry = perf.record;
	state->n_u64 = perf.size;
	state->fbuffer.regs = perf.regs;
	state->fbuffer.trace_ctx = perf.rctx;
}

static void close_perf_record(struct synth_event_trace_state *state)
{
	struct dyn_event_perf perf = {
		.record = state->entry,
		.size = state->n_u64,
		.regs = state->fbuffer.regs,
		.rctx = state->fbuffer.trace_ctx,
	};

	dyn_event_perf_submit(&state->event->call, &perf);
}

/* Submit a copy of the record to perf. */
static void synth_copy_to_perf(struct synth_event_trace_state *state)
{
	u32 head = sizeof(struct trace_entry), size = state->event->layout->size;
	struct dyn_event_perf perf;

	if (!synth_perf_enabled(state->event))
		return;
	perf = dyn_event_perf_reserve(&state->event->call, size);
	if (!perf.record)
		return;
	memcpy(perf.record + head, (void *)state->entry + head, size - head);
	dyn_event_perf_submit(&state->event->call, &perf);
}

/* Open a record in the instance's ring buffer. Other records of this CPU may be open there. */
static void open_buffer_record(struct synth_event_trace_state *state,
			       struct trace_event_file *file, u32 size)
{
	struct trace_buffer *buffer = READ_ONCE(file->tr->array_buffer.buffer);

	if (!ring_buffer_nest_try(buffer))
		return;
	state->fbuffer.buffer = buffer;
	state->entry = dyn_event_reserve(&state->fbuffer, file, size);
	if (!state->entry)
		ring_buffer_nest_end(buffer);
}

/* Open a record in scratch memory, for the triggers of the event only. */
static void open_trigger_record(struct synth_event_trace_state *state,
				struct trace_event_file *file, u32 size)
{
	state->fbuffer.trace_file = NULL;
	state->entry = dyn_event_scratch_get(state->event->scratch, size);
	if (state->entry)
		state->fbuffer.trace_file = file;
	else
		event_triggers_missed(file);
}

static void open_file_record(struct synth_event_trace_state *state, struct trace_event_file *file,
			     u32 size)
{
	if (!synth_file_enabled(state->event, file) || trace_trigger_soft_disabled(file))
		return;
	state->fbuffer.triggers = TRACE_TRIGGERS_ALL;
	if (!dyn_event_triggers_only(file)) {
		state->fbuffer.triggers = trace_event_triggers_begin(file);
		open_buffer_record(state, file, size);
	}
	if (!state->entry && state->fbuffer.triggers == TRACE_TRIGGERS_ALL)
		open_trigger_record(state, file, size);
}

static void open_record(struct synth_event_trace_state *state, struct trace_event_file *file)
{
	u32 head = sizeof(struct trace_entry), size = state->event->layout->size;

	open_file_record(state, file, size);
	if (!state->entry && synth_perf_enabled(state->event))
		open_perf_record(state, size);
	/* The caller may leave fields out: they are 0 or empty. */
	if (state->entry)
		memset((void *)state->entry + head, 0, size - head);
}

static void close_record(struct synth_event_trace_state *state)
{
	struct trace_event_buffer *fbuffer = &state->fbuffer;

	if (fbuffer->event) {
		struct trace_buffer *buffer = fbuffer->buffer;

		synth_copy_to_perf(state);
		trace_event_buffer_commit(fbuffer);
		ring_buffer_nest_end(buffer);
	} else if (fbuffer->trace_file) {
		synth_copy_to_perf(state);
		dyn_event_call_triggers(fbuffer->trace_file, (struct trace_entry *)state->entry);
		dyn_event_scratch_put(state->event->scratch, state->entry,
				      state->event->layout->size);
	} else {
		close_perf_record(state);
	}
}

/**
 * synth_event_trace_start - open a synthetic event to fill it value by value
 * @file: the event's file, from trace_get_event_file()
 * @trace_state: state of the open event until synth_event_trace_end(); need not be initialized
 *
 * This function reserves the record, so the size of the record must be known. Events with
 * dynamic fields cannot be emitted in this way. Fields without a value are 0 or empty.
 *
 * Context: any, NMI included. If it succeeds, the caller must call synth_event_trace_end() on
 * the same CPU and in the same context, and must not sleep before that.
 * Return: 0, even if the event has no consumers or the ring buffer does not take the record;
 * -EINVAL if @trace_state is NULL or @file is not a synthetic event's; -EOPNOTSUPP if the event
 * has dynamic fields.
 */
int synth_event_trace_start(struct trace_event_file *file,
			    struct synth_event_trace_state *trace_state)
{
	struct synth_event *event = synth_event_of_file(file);

	if (!trace_state)
		return -EINVAL;
	memset(trace_state, 0, sizeof(*trace_state));
	if (!event)
		return -EINVAL;
	if (event->layout->n_dynamic)
		return -EOPNOTSUPP;

	trace_state->event = event;
	preempt_disable_notrace();
	open_record(trace_state, file);
	if (!trace_state->entry) {
		trace_state->disabled = true;
		preempt_enable_notrace();
	}
	return 0;
}
EXPORT_SYMBOL_GPL(synth_event_trace_start);

/**
 * synth_event_add_next_val - set the next field of an open event
 * @val: the value, as for synth_event_trace()
 * @trace_state: the event, opened with synth_event_trace_start()
 *
 * Context: same as synth_event_trace_start().
 * Return: 0; -EINVAL if the event is not open, all fields have been set, or
 * synth_event_add_val() has been used for this event. If no consumer takes a record, 0 without
 * the last two checks.
 */
int synth_event_add_next_val(u64 val, struct synth_event_trace_state *trace_state)
{
	const struct synth_layout *layout;

	if (!trace_state || !trace_state->event)
		return -EINVAL;
	if (trace_state->disabled)
		return 0;

	layout = trace_state->event->layout;
	if (trace_state->add_name || trace_state->cur_field == layout->n_fields)
		return -EINVAL;
	trace_state->add_next = true;
	synth_record_set(&layout->fields[trace_state->cur_field++], val, trace_state->entry);
	return 0;
}
EXPORT_SYMBOL_GPL(synth_event_add_next_val);

static const struct synth_field *synth_find_field(const struct synth_layout *layout,
						  const char *name)
{
	unsigned int i;

	for (i = 0; i < layout->n_fields; i++)
		if (!strcmp(layout->fields[i].name, name))
			return &layout->fields[i];
	return NULL;
}

/**
 * synth_event_add_val - set a field of an open event by its name
 * @field_name: name of the field
 * @val: the value, as for synth_event_trace()
 * @trace_state: the event, opened with synth_event_trace_start()
 *
 * Context: same as synth_event_trace_start().
 * Return: 0; -EINVAL if @field_name is NULL, the event is not open or has no such field, or
 * synth_event_add_next_val() has been used for this event. If no consumer takes a record, 0
 * without the last two checks.
 */
int synth_event_add_val(const char *field_name, u64 val,
			struct synth_event_trace_state *trace_state)
{
	const struct synth_field *field;

	if (!field_name || !trace_state || !trace_state->event)
		return -EINVAL;
	if (trace_state->disabled)
		return 0;

	if (trace_state->add_next)
		return -EINVAL;
	field = synth_find_field(trace_state->event->layout, field_name);
	if (!field)
		return -EINVAL;
	trace_state->add_name = true;
	synth_record_set(field, val, trace_state->entry);
	return 0;
}
EXPORT_SYMBOL_GPL(synth_event_add_val);

/**
 * synth_event_trace_end - close and emit an event that was filled value by value
 * @trace_state: the event, opened with synth_event_trace_start()
 *
 * Must be called even if a value could not be set.
 *
 * Context: same as synth_event_trace_start().
 * Return: 0, or -EINVAL if the event is not open.
 */
int synth_event_trace_end(struct synth_event_trace_state *trace_state)
{
	if (!trace_state || !trace_state->event)
		return -EINVAL;

	if (trace_state->entry) {
		close_record(trace_state);
		preempt_enable_notrace();
	}
	trace_state->event = NULL;
	return 0;
}
EXPORT_SYMBOL_GPL(synth_event_trace_end);
