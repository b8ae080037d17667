// SPDX-License-Identifier: GPL-2.0
/*
 * Display user events: their records in the trace file, their definitions in dynamic_events,
 * and the "print fmt" with which programs format binary records.
 *
 * The functions depend only on the layout of an event. They take no locks.
 */
#include <linux/seq_buf.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "../../trace.h"
#include "../../trace_output.h"
#include "layout.h"
#include "print.h"

/*
 * The kernel only knows the types of the fields. print_event_fields() of the base kernel also
 * formats fields by their types.
 */
static enum print_line_t user_event_print_record(struct trace_iterator *iter, int flags,
						 struct trace_event *trace_event)
{
	return print_event_fields(iter, trace_event);
}

struct trace_event_functions user_event_funcs = {
	.trace = user_event_print_record,
};

static bool is_text(const struct user_event_field *field)
{
	return field->is_text || field->kind == USER_STRING;
}

static const char *printf_format(const struct user_event_field *field)
{
	if (is_text(field))
		return "%s";
	if (field->kind != USER_NUMBER)
		return "%llu";
	if (field->size == sizeof(u64))
		return field->is_signed ? "%lld" : "%llu";
	return field->is_signed ? "%d" : "%u";
}

static const char *printf_argument(const struct user_event_field *field)
{
	if (!field->is_text)
		return ", REC->%s";
	return field->kind == USER_REL_LOC ? ", __get_rel_str(%s)" : ", __get_str(%s)";
}

/**
 * user_event_print_fmt - build the "print fmt" of an event
 * @layout: the parsed definition
 *
 * Context: may sleep.
 * Return: the text behind "print fmt:" in the format file, to be freed with kfree(), or NULL if
 * memory is exhausted.
 */
char *user_event_print_fmt(const struct user_event_layout *layout)
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
 * user_event_print_definition - print the definition of an event
 * @m: output file
 * @layout: the parsed definition
 *
 * Writing this text, with the prefix "u:", to dynamic_events defines an event with the same name
 * and fields. That is the same event, unless this one is a multi-format event.
 *
 * Context: may sleep; the event must not be removed meanwhile.
 */
void user_event_print_definition(struct seq_file *m, const struct user_event_layout *layout)
{
	unsigned int i;

	seq_puts(m, layout->name);
	for (i = 0; i < layout->n_fields; i++) {
		const struct user_event_field *field = &layout->fields[i];

		seq_printf(m, "%s%s %s", i ? "; " : " ", field->type, field->name);
		if (field->kind == USER_STRUCT)
			seq_printf(m, " %u", field->size);
	}
	seq_putc(m, '\n');
}
