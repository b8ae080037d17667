// SPDX-License-Identifier: GPL-2.0
/*
 * Names and types of the built-in fields that are properties of the current task.
 *
 * Locks: none.
 */
#include <linux/array_size.h>
#include <linux/string.h>

#include "trace_suggest.h"
#include "trace_task.h"

static const struct trace_task_field fields[] = {
	{ "common_tgid",	"int",		sizeof(pid_t),	true,	TRACE_TASK_TGID },
	{ "common_ppid",	"int",		sizeof(pid_t),	true,	TRACE_TASK_PPID },
	{ "common_uid",		"unsigned int",	sizeof(u32),	false,	TRACE_TASK_UID },
	{ "common_gid",		"unsigned int",	sizeof(u32),	false,	TRACE_TASK_GID },
#ifdef CONFIG_CGROUPS
	{ "common_cgroup",	"u64",		sizeof(u64),	false,	TRACE_TASK_CGROUP },
#endif
	{ "common_tcomm",	"char[]",	TASK_COMM_LEN,	false,	TRACE_TASK_TCOMM },
};

/**
 * trace_task_find_field - look up a property of the current task by the name of its field
 * @name: name of the field
 *
 * Context: any.
 * Return: the field, or NULL if no property has that name.
 */
const struct trace_task_field *trace_task_find_field(const char *name)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(fields); i++)
		if (!strcmp(fields[i].name, name))
			return &fields[i];
	return NULL;
}

/**
 * trace_task_suggest_fields - offer the names of the fields
 * @suggestion: suggestion for the unknown name of a field
 *
 * Context: any.
 */
void trace_task_suggest_fields(struct trace_suggestion *suggestion)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(fields); i++)
		trace_suggest_offer(suggestion, fields[i].name);
}
