// SPDX-License-Identifier: GPL-2.0
/*
 * Classify the fields of trace events by their C types.
 *
 * Locks: none.
 */
#include <linux/ctype.h>
#include <linux/log2.h>
#include <linux/string.h>

#include "trace.h"
#include "trace_field.h"

/* Test whether a C type contains a word. */
static bool has_word(const char *type, const char *word)
{
	size_t len = strlen(word);
	const char *at;

	for (at = type; (at = strstr(at, word)); at += len)
		if ((at == type || at[-1] == ' ') && !isalnum(at[len]) && at[len] != '_')
			return true;
	return false;
}

/* Only these pointers can be compared as strings; all other pointers are numbers. */
static bool is_string_pointer(const char *type)
{
	return !strcmp(type, "char *") || !strcmp(type, "const char *") ||
	       !strcmp(type, "char const *");
}

static bool is_location_word(const char *type)
{
	return strstarts(type, "__data_loc") || strstarts(type, "__rel_loc");
}

/**
 * filter_assign_type - classify a field by its C type
 * @type: the type, as in the event's format file
 *
 * Context: any.
 * Return: one of the FILTER_* constants in linux/trace_events.h.
 */
int filter_assign_type(const char *type)
{
	if (is_location_word(type) && has_word(type, "cpumask_t"))
		return FILTER_CPUMASK;
	if (!has_word(type, "char"))
		return FILTER_OTHER;
	if (strstarts(type, "__data_loc"))
		return FILTER_DYN_STRING;
	if (strstarts(type, "__rel_loc"))
		return FILTER_RDYN_STRING;
	if (strchr(type, '*'))
		return is_string_pointer(type) ? FILTER_PTR_STRING : FILTER_OTHER;
	return strchr(type, '[') ? FILTER_STATIC_STRING : FILTER_OTHER;
}

/**
 * trace_field_is_number - test whether a field is an integer that can be loaded directly
 * @field: the field
 *
 * Context: any.
 * Return: false for arrays, for location words, and for sizes other than 1, 2, 4 and 8 bytes.
 */
bool trace_field_is_number(const struct ftrace_event_field *field)
{
	return is_power_of_2(field->size) && field->size <= sizeof(u64) &&
	       !strchr(field->type, '[') && !is_location_word(field->type);
}
