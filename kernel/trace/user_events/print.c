// SPDX-License-Identifier: GPL-2.0
/*
 * How user events are shown: their records in the trace file, their definitions in
 * dynamic_events, and, for programs that read the records themselves, the format by which
 * to print them.
 *
 * All that is known of an event here is its layout.
 */
#include <linux/seq_buf.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "../trace.h"
#include "../trace_output.h"
#include "layout.h"
#include "print.h"

/* The types are all that is known of the fields, and the host prints by types, too. */
static enum print_line_t print_record(struct trace_iterator *iter, int flags,
				      struct trace_event *trace_event)
{
	return print_event_fields(iter, trace_event);
}

struct trace_event_functions user_event_funcs = {
	.trace = print_record,
};

static bool is_text(const struct user_field *field)
{
	return field->is_text || field->kind == USER_STRING;
}

static const char *printf_format(const struct user_field *field)
{
	if (is_text(field))
		return "%s";
	if (field->kind != USER_NUMBER)
		return "%llu";
	if (field->size == sizeof(u64))
		return field->is_signed ? "%lld" : "%llu";
	return field->is_signed ? "%d" : "%u";
}

static const char *printf_argument(const struct user_field *field)
{
	if (!field->is_text)
		return ", REC->%s";
	return field->kind == USER_REL_LOC ? ", __get_rel_str(%s)" : ", __get_str(%s)";
}

/**
 * user_print_fmt - say how a program prints an event's records
 * @layout: the event's fields
 *
 * Context: may sleep.
 * Return: what the format file shows behind "print fmt:", to be given to kfree(), or NULL
 * without memory.
 */
char *user_print_fmt(const struct user_layout *layout)
{
	size_t size = sizeof("\"\"");
	struct seq_buf buf;
	unsigned int i;
	char *text;

	for (i = 0; i < layout->n_fields; i++)
		size += 2 * strlen(layout->fields[i].name) + sizeof(" =%lld, __get_rel_str()");
	text = kmalloc(size, GFP_KERNEL_ACCOUNT);
	if (!text)
		return NULL;

	seq_buf_init(&buf, text, size);
	seq_buf_putc(&buf, '"');
	for (i = 0; i < layout->n_fields; i++)
		seq_buf_printf(&buf, "%s%s=%s", i ? " " : "", layout->fields[i].name,
			       printf_format(&layout->fields[i]));
	seq_buf_putc(&buf, '"');
	for (i = 0; i < layout->n_fields; i++)
		seq_buf_printf(&buf, printf_argument(&layout->fields[i]), layout->fields[i].name);
	WARN_ON_ONCE(seq_buf_has_overflowed(&buf));
	seq_buf_str(&buf);
	return text;
}

/**
 * user_print_definition - show what an event was defined with
 * @m: where to
 * @layout: its definition
 *
 * The text, with "u:" before it, defines an equal event when it is written to
 * dynamic_events.
 */
void user_print_definition(struct seq_file *m, const struct user_layout *layout)
{
	unsigned int i;

	seq_puts(m, layout->name);
	for (i = 0; i < layout->n_fields; i++) {
		const struct user_field *field = &layout->fields[i];

		seq_printf(m, "%s%s %s", i ? "; " : " ", field->type, field->name);
		if (field->kind == USER_STRUCT)
			seq_printf(m, " %u", field->size);
	}
	seq_putc(m, '\n');
}
