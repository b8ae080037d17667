// SPDX-License-Identifier: GPL-2.0
/*
 * Display synthetic events: their records in the trace file, their definitions in
 * synthetic_events and dynamic_events, and the "print fmt" with which programs format binary
 * records.
 *
 * The functions depend only on the name and the layout of an event. They take no locks; the
 * callers make sure that the event is not removed meanwhile.
 */
#include <linux/seq_buf.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/trace_events.h>
#include <linux/trace_seq.h>
#include <trace/events/mmflags.h>

#include "../trace.h"
#include "../trace_base.h"
#include "../trace_output.h"
#include "layout.h"
#include "print.h"
#include "run/record.h"

static void print_gfp_flags(struct trace_iterator *iter, u64 flags)
{
	static const struct trace_print_flags names[] = { __def_gfpflag_names, { -1, NULL } };
	struct trace_seq *s = &iter->seq;

	trace_seq_init(&iter->tmp_seq);
	trace_seq_printf(s, "%llx (%s)", flags,
			 trace_base_print_flags(&iter->tmp_seq, "|", flags, names));
}

static void print_number(struct trace_iterator *iter, const struct synth_field *field,
			 const union synth_slot *slot)
{
	u64 val = (slot->as_u64 >> field->shift) & field->mask;

	if (field->number_format == SYNTH_GFP_FLAGS)
		print_gfp_flags(iter, val);
	else if (field->number_format == SYNTH_POINTER)
		trace_seq_printf(&iter->seq, "0x%llx", val);
	else if (field->is_signed)
		trace_seq_printf(&iter->seq, "%lld", sign_extend64(val, field->size * 8 - 1));
	else
		trace_seq_printf(&iter->seq, "%llu", val);
}

static void print_stack(struct trace_seq *s, const void *stack, u16 size)
{
	unsigned long address;
	u16 at;

	trace_seq_puts(s, "STACK:\n");
	/* The first word is the number of addresses. Use @size instead, which has been checked. */
	for (at = sizeof(address); at + sizeof(address) <= size; at += sizeof(address)) {
		/* The ring buffer may align records to less than the size of a long. */
		memcpy(&address, stack + at, sizeof(address));
		trace_seq_printf(s, "=> %pS\n", (void *)address);
	}
}

/* Check the location before use: a ring buffer that survived a reboot may contain any data. */
static void print_dynamic(struct trace_iterator *iter, const struct synth_field *field,
			  const union synth_slot *slot)
{
	struct trace_dynamic_info loc = slot->as_loc;
	const void *data = (void *)iter->ent + loc.offset;

	if (loc.offset + loc.len > iter->ent_size)
		loc.len = 0;
	if (field->kind == SYNTH_STACK)
		print_stack(&iter->seq, data, loc.len);
	else
		trace_seq_printf(&iter->seq, "%.*s", loc.len, (const char *)data);
}

/* Print a field. A stack trace ends with a newline, so no blank is needed before the next field. */
static void synth_print_field(struct trace_iterator *iter, const struct synth_layout *layout,
			      unsigned int n)
{
	const struct synth_field *field = &layout->fields[n];
	const union synth_slot *slot = (void *)iter->ent + field->offset;

	if (!n || layout->fields[n - 1].kind != SYNTH_STACK)
		trace_seq_putc(&iter->seq, ' ');
	trace_seq_printf(&iter->seq, "%s=", field->name);
	if (synth_kind_is_dynamic(field->kind))
		print_dynamic(iter, field, slot);
	else if (field->kind == SYNTH_STRING)
		trace_seq_printf(&iter->seq, "%.*s", field->size, (const char *)slot);
	else
		print_number(iter, field, slot);
}

/**
 * synth_print_record - print a record in the format of the trace file
 * @iter: iterator with the record and the output buffer
 * @name: name of the event
 * @layout: fields of the event
 *
 * Context: any, NMI included; takes no locks. The event must not be removed meanwhile.
 * Return: result for the tracing core, as trace_handle_return() computes it.
 */
enum print_line_t synth_print_record(struct trace_iterator *iter, const char *name,
				     const struct synth_layout *layout)
{
	unsigned int i;

	trace_seq_printf(&iter->seq, "%s:", name);
	if (iter->ent_size < layout->size) {
		trace_seq_puts(&iter->seq, " (incomplete)\n");
		return trace_handle_return(&iter->seq);
	}

	for (i = 0; i < layout->n_fields; i++)
		synth_print_field(iter, layout, i);
	if (layout->fields[layout->n_fields - 1].kind != SYNTH_STACK)
		trace_seq_putc(&iter->seq, '\n');
	return trace_handle_return(&iter->seq);
}

static const char *synth_printf_format(const struct synth_field *field)
{
	return field->kind == SYNTH_NUMBER || field->kind == SYNTH_BOOL ? field->format : "%s";
}

static const char *synth_printf_argument(const struct synth_field *field)
{
	switch (field->kind) {
	case SYNTH_DYN_STRING:
		return "__get_str(%s)";
	case SYNTH_STACK:
		return "__get_stacktrace(%s)";
	default:
		return "REC->%s";
	}
}

/**
 * synth_print_fmt - build the "print fmt" of an event
 * @layout: fields of the event
 *
 * Context: may sleep.
 * Return: the text behind "print fmt:" in the format file, to be freed with kfree(), or NULL if
 * memory is exhausted.
 */
char *synth_print_fmt(const struct synth_layout *layout)
{
	size_t size = sizeof("\"\"");
	struct seq_buf buf;
	unsigned int i;
	char *text;

	for (i = 0; i < layout->n_fields; i++)
		size += 2 * strlen(layout->fields[i].name) + sizeof(" =%lld, __get_stacktrace()");
	text = kmalloc(size, GFP_KERNEL);
	if (!text)
		return NULL;

	seq_buf_init(&buf, text, size);
	for (i = 0; i < layout->n_fields; i++)
		seq_buf_printf(&buf, "%s%s=%s", i ? " " : "\"", layout->fields[i].name,
			       synth_printf_format(&layout->fields[i]));
	seq_buf_putc(&buf, '"');
	for (i = 0; i < layout->n_fields; i++) {
		seq_buf_puts(&buf, ", ");
		seq_buf_printf(&buf, synth_printf_argument(&layout->fields[i]),
			       layout->fields[i].name);
	}
	WARN_ON_ONCE(seq_buf_has_overflowed(&buf));
	seq_buf_str(&buf);
	return text;
}

/**
 * synth_print_definition - print the definition of an event
 * @m: output file
 * @name: name of the event
 * @layout: fields of the event
 *
 * Writing this text to synthetic_events defines an equal event.
 *
 * Context: may sleep; the event must not be removed meanwhile.
 */
void synth_print_definition(struct seq_file *m, const char *name,
			    const struct synth_layout *layout)
{
	unsigned int i;

	seq_printf(m, "%s\t", name);
	for (i = 0; i < layout->n_fields; i++)
		seq_printf(m, "%s%s %s", i ? "; " : "", synth_field_type(&layout->fields[i]),
			   layout->fields[i].name);
	seq_putc(m, '\n');
}
