// SPDX-License-Identifier: GPL-2.0
/*
 * Fields of events: definition, lookup and the lines of the format file.
 *
 * The fields of a class are defined when its first event is registered, from a table
 * (&trace_event_class.fields_array) that may contain functions. Events of the class share them.
 * The list begins with the last field of the record: trace_output.c walks it backwards.
 *
 * Two kinds of fields belong to all events: those at the start of each record, and those that are
 * not recorded, which filters and histograms compute.
 */
#include <linux/align.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "core.h"
#include "field.h"
#include "print_fmt.h"

#define COMMON_FIELD(c_type, member)						\
	{									\
		.name = "common_" #member,					\
		.type = #c_type,						\
		.filter_type = FILTER_OTHER,					\
		.offset = offsetof(struct trace_entry, member),			\
		.size = sizeof_field(struct trace_entry, member),		\
		.is_signed = is_signed_type(c_type),				\
	}

/* Start of each record, struct trace_entry. */
static struct ftrace_event_field common_fields[] = {
	COMMON_FIELD(unsigned short, type),
	COMMON_FIELD(unsigned char, flags),
	COMMON_FIELD(unsigned char, preempt_count),
	COMMON_FIELD(int, pid),
};

#define COMPUTED_FIELD(c_type, field_name, kind)				\
	{									\
		.name = field_name,						\
		.type = #c_type,						\
		.filter_type = kind,						\
		.is_signed = is_signed_type(c_type),				\
	}

/* Fields without a place in the record. */
static struct ftrace_event_field computed_fields[] = {
	COMPUTED_FIELD(int, "CPU", FILTER_CPU),
	COMPUTED_FIELD(int, "cpu", FILTER_CPU),
	COMPUTED_FIELD(int, "common_cpu", FILTER_CPU),
	COMPUTED_FIELD(char *, "COMM", FILTER_COMM),
	COMPUTED_FIELD(char *, "comm", FILTER_COMM),
	COMPUTED_FIELD(char *, "stacktrace", FILTER_STACKTRACE),
	COMPUTED_FIELD(char *, "STACKTRACE", FILTER_STACKTRACE),
};

static struct ftrace_event_field *find_in_array(struct ftrace_event_field *fields, unsigned int n,
						const char *name)
{
	unsigned int i;

	for (i = 0; i < n; i++)
		if (!strcmp(fields[i].name, name))
			return &fields[i];
	return NULL;
}

/**
 * trace_find_event_field - find a field of an event by its name
 * @call: the event
 * @name: name of the field
 *
 * A field of the event's own record hides a field of all events that has the same name.
 *
 * Context: any. The caller ensures that the event is not removed.
 * Return: the field, or NULL.
 */
struct ftrace_event_field *trace_find_event_field(struct trace_event_call *call, char *name)
{
	struct ftrace_event_field *field;

	list_for_each_entry(field, trace_get_fields(call), link)
		if (!strcmp(field->name, name))
			return field;
	return find_in_array(computed_fields, ARRAY_SIZE(computed_fields), name) ?:
	       find_in_array(common_fields, ARRAY_SIZE(common_fields), name);
}

/*
 * Copy a field. If its type has attributes, which users of the format do not know, the copy has its
 * own type without them, in the same allocation.
 */
static struct ftrace_event_field *copy_field(const struct ftrace_event_field *new)
{
	size_t len = strstr(new->type, "__attribute__") ? strlen(new->type) + 1 : 0;
	struct ftrace_event_field *field;

	field = kmalloc(sizeof(*field) + len, GFP_KERNEL_ACCOUNT);
	if (!field)
		return NULL;
	*field = *new;
	if (len) {
		field->type = memcpy(field + 1, new->type, len);
		print_fmt_remove_attributes((char *)(field + 1));
	}
	return field;
}

static int add_field(struct trace_event_call *call, const struct ftrace_event_field *new)
{
	struct ftrace_event_field *field = copy_field(new);

	if (!field)
		return -ENOMEM;
	if (field->filter_type == FILTER_OTHER)
		field->filter_type = filter_assign_type(field->type);
	list_add(&field->link, trace_get_fields(call));
	return 0;
}

/**
 * trace_define_field - define a field of an event
 * @call: the event
 * @type: C type; the string must live as long as the event
 * @name: name; the string must live as long as the event
 * @offset: place in the record, in bytes
 * @size: size in bytes
 * @is_signed: the field is signed
 * @filter_type: how filters treat the field, or %FILTER_OTHER to derive that from @type
 *
 * Context: may sleep. The event is not registered yet.
 * Return: 0 or -ENOMEM.
 */
int trace_define_field(struct trace_event_call *call, const char *type, const char *name,
		       int offset, int size, int is_signed, int filter_type)
{
	const struct ftrace_event_field field = {
		.name = name,
		.type = type,
		.filter_type = filter_type,
		.offset = offset,
		.size = size,
		.is_signed = !!is_signed,
	};

	return add_field(call, &field);
}
EXPORT_SYMBOL_GPL(trace_define_field);

/* Define one field of the table, at the first aligned place from *@end on. */
static int define_from_table(struct trace_event_call *call, const struct trace_event_fields *entry,
			     unsigned int *end)
{
	struct ftrace_event_field field = {
		.name = entry->name,
		.type = entry->type,
		.filter_type = entry->filter_type,
		.offset = ALIGN(*end, entry->align),
		.size = entry->size,
		.is_signed = entry->is_signed,
		.needs_test = entry->needs_test,
		.len = entry->len,
	};

	*end = field.offset + field.size;
	return add_field(call, &field);
}

/**
 * event_fields_define - define the fields of an event, unless its class has them already
 * @call: the event
 *
 * Context: may sleep; event_mutex held, or early boot.
 * Return: 0, or a negative errno; no field is defined then.
 */
int event_fields_define(struct trace_event_call *call)
{
	const struct trace_event_fields *entry = call->class->fields_array;
	unsigned int end = sizeof(struct trace_entry);
	int ret = 0;

	if (!entry || !list_empty(trace_get_fields(call)))
		return 0;
	for (; !ret && entry->type; entry++) {
		if (entry->type == TRACE_FUNCTION_TYPE)
			ret = entry->define_fields(call);
		else
			ret = define_from_table(call, entry, &end);
	}
	if (ret)
		event_fields_destroy(call);
	return ret;
}

/**
 * event_fields_destroy - free the fields of an event
 * @call: the event, which is no longer registered, or was not yet
 *
 * Context: may sleep; event_mutex held, and trace_event_sem for writing if the event was
 * registered; or early boot.
 */
void event_fields_destroy(struct trace_event_call *call)
{
	struct ftrace_event_field *field, *next;

	list_for_each_entry_safe(field, next, trace_get_fields(call), link) {
		list_del(&field->link);
		kfree(field);
	}
}

/**
 * trace_event_get_offsets - get the size of an event's record without its dynamic part
 * @call: the event
 *
 * Context: any.
 * Return: the end of the last field, in bytes.
 */
int trace_event_get_offsets(struct trace_event_call *call)
{
	const struct ftrace_event_field *last =
		list_first_entry_or_null(trace_get_fields(call), struct ftrace_event_field, link);

	return last ? last->offset + last->size : sizeof(struct trace_entry);
}

/*
 * Return the brackets of an array's type; NULL for other types and for "__data_loc". The brackets
 * of "__rel_loc" are moved like those of an array: programs know it so from Linux 6.12.
 */
static const char *brackets_of(const struct ftrace_event_field *field)
{
	return str_has_prefix(field->type, "__data_loc") ? NULL : strchr(field->type, '[');
}

/*
 * The type of an array is defined as "char[16]" and shown as C declares it: "char name[16]". A
 * known length is shown as a number, even if the type has the name of a constant.
 */
static void show_field(struct seq_file *m, const struct ftrace_event_field *field)
{
	const char *brackets = brackets_of(field);

	if (!brackets)
		seq_printf(m, "\tfield:%s %s;", field->type, field->name);
	else if (field->len > 0)
		seq_printf(m, "\tfield:%.*s %s[%d];", (int)(brackets - field->type), field->type,
			   field->name, field->len);
	else
		seq_printf(m, "\tfield:%.*s %s%s;", (int)(brackets - field->type), field->type,
			   field->name, brackets);
	seq_printf(m, "\toffset:%u;\tsize:%u;\tsigned:%d;\n", field->offset, field->size,
		   !!field->is_signed);
}

/**
 * event_fields_show_common - print the fields at the start of all records
 * @m: the format file
 *
 * Context: process context.
 */
void event_fields_show_common(struct seq_file *m)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(common_fields); i++)
		show_field(m, &common_fields[i]);
}

/**
 * event_fields_show_own - print the fields of an event
 * @m: the format file
 * @call: the event
 *
 * Context: process context; event_mutex held.
 */
void event_fields_show_own(struct seq_file *m, struct trace_event_call *call)
{
	const struct ftrace_event_field *field;

	list_for_each_entry_reverse(field, trace_get_fields(call), link)
		show_field(m, field);
}
