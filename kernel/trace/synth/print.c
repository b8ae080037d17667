// SPDX-License-Identifier: GPL-2.0
/*
 * How synthetic events are shown: their records in the trace file, their definitions in
 * synthetic_events and dynamic_events, and, for programs that read the records
 * themselves, the format by which to print them.
 *
 * All that is known of an event here is its name and its layout.
 */
#include <linux/seq_buf.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/trace_events.h>
#include <linux/trace_seq.h>
#include <trace/events/mmflags.h>

#include "../trace.h"
#include "../trace_output.h"
#include "layout.h"
#include "print.h"
#include "record.h"

static void print_gfp_flags(struct trace_iterator *iter, u64 flags)
{
	static const struct trace_print_flags names[] = { __def_gfpflag_names, { -1, NULL } };
	struct trace_seq *s = &iter->seq;

	trace_seq_init(&iter->tmp_seq);
	trace_seq_printf(s, "%llx (%s)", flags,
			 trace_print_flags_seq(&iter->tmp_seq, "|", flags, names));
}

static void print_number(struct trace_iterator *iter, const struct synth_field *field,
			 const union synth_slot *slot)
{
	u64 val = (slot->as_u64 >> field->shift) & field->mask;

	if (field->look == SYNTH_GFP_FLAGS)
		print_gfp_flags(iter, val);
	else if (field->look == SYNTH_POINTER)
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
	/* The first word says how many follow, as does @size. */
	for (at = sizeof(address); at + sizeof(address) <= size; at += sizeof(address)) {
		/* Records are aligned for the ring buffer, which may be less than a word. */
		memcpy(&address, stack + at, sizeof(address));
		trace_seq_printf(s, "=> %pS\n", (void *)address);
	}
}

/* The buffer may have survived a reboot: believe no location in it. */
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

/* A stack trace ends its line: what follows begins a new one. */
static void print_field(struct trace_iterator *iter, const struct synth_layout *layout,
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
 * synth_print_record - show a record, as the trace file has it
 * @iter: where to, and the record
 * @name: what the event is called
 * @layout: its fields
 *
 * Return: what the tracing core is told.
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
		print_field(iter, layout, i);
	if (layout->fields[layout->n_fields - 1].kind != SYNTH_STACK)
		trace_seq_putc(&iter->seq, '\n');
	return trace_handle_return(&iter->seq);
}

static const char *printf_format(const struct synth_field *field)
{
	return field->kind == SYNTH_NUMBER || field->kind == SYNTH_BOOL ? field->format : "%s";
}

static const char *printf_argument(const struct synth_field *field)
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
 * synth_print_fmt - say how a program prints an event's records
 * @layout: the event's fields
 *
 * Context: may sleep.
 * Return: what the format file shows behind "print fmt:", to be given to kfree(), or NULL
 * without memory.
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
			       printf_format(&layout->fields[i]));
	seq_buf_putc(&buf, '"');
	for (i = 0; i < layout->n_fields; i++) {
		seq_buf_puts(&buf, ", ");
		seq_buf_printf(&buf, printf_argument(&layout->fields[i]), layout->fields[i].name);
	}
	WARN_ON_ONCE(seq_buf_has_overflowed(&buf));
	seq_buf_str(&buf);
	return text;
}

/**
 * synth_print_definition - show what an event was defined with
 * @m: where to
 * @name: what the event is called
 * @layout: its fields
 *
 * The text defines an equal event when it is written to synthetic_events.
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
