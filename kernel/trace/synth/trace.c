// SPDX-License-Identifier: GPL-2.0
/*
 * Synthetic events fired by kernel code: all at once, or value by value.
 *
 * An event goes to one instance, the one whose file is given, and to perf.  The file
 * comes from trace_get_event_file(), which keeps event and instance there until
 * trace_put_event_file().
 *
 * Here it is decided whether the values fit the event; what becomes of them is known to
 * emit.c and record.c.
 *
 * None of these functions sleeps, takes a lock or allocates; any context will do, NMI
 * included.
 */
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/export.h>
#include <linux/preempt.h>
#include <linux/stdarg.h>
#include <linux/string.h>

#include "../trace.h"
#include "../trace_dynevent_call.h"
#include "../trace_dynevent_perf.h"
#include "../trace_dynevent_record.h"
#include "emit.h"
#include "record.h"

/* The synthetic event that a file is of, if it is of one. */
static struct synth_event *event_of(const struct trace_event_file *file)
{
	if (IS_ERR_OR_NULL(file) || file->event_call->class->probe != synth_probe_file)
		return NULL;
	return synth_event_of_call(file->event_call);
}

/* The same, if it takes that many values. */
static const struct synth_event *event_with(const struct trace_event_file *file,
					    unsigned int n_vals)
{
	const struct synth_event *event = event_of(file);

	return event && n_vals == event->layout->n_fields ? event : NULL;
}

static int fire(const struct synth_event *event, struct trace_event_file *file, const u64 *vals)
{
	preempt_disable_notrace();
	synth_emit_to(event, file, vals);
	preempt_enable_notrace();
	return 0;
}

/**
 * synth_event_trace - fire a synthetic event
 * @file: the event's file, from trace_get_event_file()
 * @n_vals: how many values, one for each field
 * @...: the values in the order of the fields, each a u64: a number, which is cut to the
 *	field's size; a pointer to a string, which is cut to what the field holds; or a
 *	pointer to a stack trace, an array of unsigned long that begins with the number of
 *	addresses in it
 *
 * A string that cannot be read is recorded as "(fault)", a NULL one as "(null)".
 *
 * Context: any.
 * Return: 0, also when nobody listens or the trace buffer takes no event; -EINVAL for a
 * wrong number of values or a file that is not a synthetic event's.
 */
int synth_event_trace(struct trace_event_file *file, unsigned int n_vals, ...)
{
	const struct synth_event *event = event_with(file, n_vals);
	u64 vals[SYNTH_FIELDS_MAX] __uninitialized;
	unsigned int i;
	va_list args;

	if (!event)
		return -EINVAL;
	if (!dyn_event_has_listeners(&event->tp))
		return 0;

	va_start(args, n_vals);
	for (i = 0; i < n_vals; i++)
		vals[i] = va_arg(args, u64);
	va_end(args);
	return fire(event, file, vals);
}
EXPORT_SYMBOL_GPL(synth_event_trace);

/**
 * synth_event_trace_array - fire a synthetic event
 * @file: the event's file, from trace_get_event_file()
 * @vals: the values, as for synth_event_trace()
 * @n_vals: how many, one for each field
 *
 * Context: any.
 * Return: as synth_event_trace().
 */
int synth_event_trace_array(struct trace_event_file *file, u64 *vals, unsigned int n_vals)
{
	const struct synth_event *event = event_with(file, n_vals);

	if (!event)
		return -EINVAL;
	return dyn_event_has_listeners(&event->tp) ? fire(event, file, vals) : 0;
}
EXPORT_SYMBOL_GPL(synth_event_trace_array);

/*
 * The state of an event that is filled value by value:
 *
 *	event		NULL unless the event is open
 *	entry		the record, NULL if nobody wants one
 *	disabled	open, but there is no record
 *	fbuffer		where the record is, if it is in a trace buffer
 *	cur_field	number of the field that comes next in order
 *	add_next	a value was added in order
 *	add_name	a value was added by name
 *
 * The record is in one of three places. In a ring buffer, fbuffer.event is set. In scratch
 * memory, for triggers only, fbuffer.event is NULL and fbuffer.trace_file is set. In perf's
 * buffer, if only perf wants it, both are NULL, and fbuffer.regs, fbuffer.trace_ctx and n_u64
 * keep what dyn_event_perf_submit() needs. Preemption is off as long as there is a record.
 */
static void open_perf_record(struct synth_event_trace_state *state, u32 size)
{
	struct dyn_event_perf perf = dyn_event_perf_reserve(&state->event->call, size);

	/* Set by an attempt to reserve a record in the ring buffer. */
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

/* Perf gets what the trace buffer gets. */
static void copy_to_perf(struct synth_event_trace_state *state)
{
	u32 head = sizeof(struct trace_entry), size = state->event->layout->size;
	struct dyn_event_perf perf;

	if (!synth_perf_listens(state->event))
		return;
	perf = dyn_event_perf_reserve(&state->event->call, size);
	if (!perf.record)
		return;
	memcpy(perf.record + head, (void *)state->entry + head, size - head);
	dyn_event_perf_submit(&state->event->call, &perf);
}

/* A record in the instance's ring buffer, within other records of this CPU if need be. */
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

/* A record that only the event's triggers see. */
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
	if (!synth_file_listens(state->event, file) || trace_trigger_soft_disabled(file))
		return;
	if (!dyn_event_for_triggers_only(file))
		open_buffer_record(state, file, size);
	if (!state->entry && READ_ONCE(file->flags) & EVENT_FILE_FL_TRIGGER_COND)
		open_trigger_record(state, file, size);
}

static void open_record(struct synth_event_trace_state *state, struct trace_event_file *file)
{
	u32 head = sizeof(struct trace_entry), size = state->event->layout->size;

	open_file_record(state, file, size);
	if (!state->entry && synth_perf_listens(state->event))
		open_perf_record(state, size);
	/* Fields may be left out. */
	if (state->entry)
		memset((void *)state->entry + head, 0, size - head);
}

static void close_record(struct synth_event_trace_state *state)
{
	struct trace_event_buffer *fbuffer = &state->fbuffer;

	if (fbuffer->event) {
		struct trace_buffer *buffer = fbuffer->buffer;

		copy_to_perf(state);
		trace_event_buffer_commit(fbuffer);
		ring_buffer_nest_end(buffer);
	} else if (fbuffer->trace_file) {
		copy_to_perf(state);
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
 * @trace_state: what is known of the event until synth_event_trace_end(); need not be
 *	initialized
 *
 * The record is reserved here.  So events with dynamic fields, whose size depends on the
 * values, cannot be filled like this.  Fields to which no value is given are 0 or empty.
 *
 * Context: any.  After success synth_event_trace_end() must follow, on the same CPU and
 * in the same context; the caller must not sleep in between.
 * Return: 0, also when nobody listens or the trace buffer takes no event; -EINVAL for a
 * file that is not a synthetic event's; -EOPNOTSUPP for an event with dynamic fields.
 */
int synth_event_trace_start(struct trace_event_file *file,
			    struct synth_event_trace_state *trace_state)
{
	struct synth_event *event = event_of(file);

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
 * synth_event_add_next_val - give the next field of an open event its value
 * @val: the value, as for synth_event_trace()
 * @trace_state: the event, opened with synth_event_trace_start()
 *
 * Context: as synth_event_trace_start().
 * Return: 0; -EINVAL if the event is not open, all fields have their values, or one was
 * given by name.  Nothing is checked when nobody listens.
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

static const struct synth_field *find_field(const struct synth_layout *layout, const char *name)
{
	unsigned int i;

	for (i = 0; i < layout->n_fields; i++)
		if (!strcmp(layout->fields[i].name, name))
			return &layout->fields[i];
	return NULL;
}

/**
 * synth_event_add_val - give a field of an open event its value
 * @field_name: the field
 * @val: the value, as for synth_event_trace()
 * @trace_state: the event, opened with synth_event_trace_start()
 *
 * Context: as synth_event_trace_start().
 * Return: 0; -EINVAL if the event is not open, has no such field, or another field's value
 * was given in order.  Nothing is checked when nobody listens.
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
	field = find_field(trace_state->event->layout, field_name);
	if (!field)
		return -EINVAL;
	trace_state->add_name = true;
	synth_record_set(field, val, trace_state->entry);
	return 0;
}
EXPORT_SYMBOL_GPL(synth_event_add_val);

/**
 * synth_event_trace_end - close an event that was filled value by value
 * @trace_state: the event, opened with synth_event_trace_start()
 *
 * Must be called whether or not all values could be added.
 *
 * Context: as synth_event_trace_start().
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
