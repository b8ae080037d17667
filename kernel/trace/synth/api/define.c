// SPDX-License-Identifier: GPL-2.0
/*
 * In-kernel API to define synthetic events: in one call from an array of fields, or step by
 * step with a struct dynevent_cmd.
 *
 * Both build the text of a definition, which is then parsed like one that is written to
 * synthetic_events. Errors in the definition are logged in the error log.
 *
 * The caller owns a struct dynevent_cmd. The functions that build it take no lock;
 * synth_event_gen_cmd_end() and synth_event_create() take event_mutex.
 */
#include <linux/errno.h>
#include <linux/export.h>
#include <linux/limits.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../../trace_dynevent.h"
#include "../../trace_synth.h"

/* A buffer of size 0 contains no NUL, so it cannot be used as an empty string. */
static int synth_cmd_run(struct dynevent_cmd *cmd)
{
	return synth_event_define(cmd->seq.size ? cmd->seq.buffer : "", cmd->private_data);
}

/**
 * synth_event_cmd_init - initialize the definition of a synthetic event
 * @cmd: command to initialize
 * @buf: buffer for the text. Owned by the caller; must outlive @cmd.
 * @maxlen: size of @buf in bytes; MAX_DYNEVENT_CMD_LEN is enough for most events
 *
 * Must be called before all other synth_event functions that take @cmd.
 *
 * Context: any; takes no locks.
 */
void synth_event_cmd_init(struct dynevent_cmd *cmd, char *buf, int maxlen)
{
	dynevent_cmd_init(cmd, buf, maxlen, DYNEVENT_TYPE_SYNTH, synth_cmd_run);
}
EXPORT_SYMBOL_GPL(synth_event_cmd_init);

/* Reject a semicolon or newline: a semicolon would begin another field. */
static int synth_cmd_check_pair(void *data)
{
	const struct dynevent_arg_pair *pair = data;

	return strpbrk(pair->lhs, ";\n") || strpbrk(pair->rhs, ";\n") ? -EINVAL : 0;
}

static int synth_cmd_check_str(void *data)
{
	const struct dynevent_arg *arg = data;

	return strpbrk(arg->str, ";\n") ? -EINVAL : 0;
}

static int count_field(struct dynevent_cmd *cmd)
{
	if (cmd->type != DYNEVENT_TYPE_SYNTH || !cmd->event_name)
		return -EINVAL;
	if (cmd->n_fields == SYNTH_FIELDS_MAX)
		return -EINVAL;
	cmd->n_fields++;
	return 0;
}

/* Reset a command to the state in which @saved was copied from it. */
static void synth_cmd_restore(struct dynevent_cmd *cmd, const struct dynevent_cmd *saved)
{
	*cmd = *saved;
	cmd->seq.buffer[cmd->seq.len] = '\0';
}

/**
 * synth_event_add_field - add a field to a definition
 * @cmd: the definition, started
 * @type: type of the field; Documentation/trace/events.rst has a list. A type as "char[16]"
 *	defines an array.
 * @field_name: name of the field; a name as "name[16]" also defines an array
 *
 * Context: any; takes no locks.
 * Return: 0; -EINVAL if a string is missing or contains ';' or a newline, if there are too many
 * fields, or if @cmd was not started; -E2BIG if the text does not fit into the buffer. After an
 * error the definition is unchanged.
 */
int synth_event_add_field(struct dynevent_cmd *cmd, const char *type, const char *field_name)
{
	struct dynevent_cmd saved = *cmd;
	struct dynevent_arg_pair pair;
	int ret;

	ret = count_field(cmd);
	if (ret)
		return ret;

	dynevent_arg_pair_init(&pair, 0, ';');
	pair.lhs = type;
	pair.rhs = field_name;
	ret = dynevent_arg_pair_add(cmd, &pair, synth_cmd_check_pair);
	if (ret)
		synth_cmd_restore(cmd, &saved);
	return ret;
}
EXPORT_SYMBOL_GPL(synth_event_add_field);

/**
 * synth_event_add_field_str - add a field, given as one string, to a definition
 * @cmd: the definition, started
 * @type_name: type, blank and name, without ';'
 *
 * Context: any; takes no locks.
 * Return: same as synth_event_add_field().
 */
int synth_event_add_field_str(struct dynevent_cmd *cmd, const char *type_name)
{
	struct dynevent_cmd saved = *cmd;
	struct dynevent_arg arg;
	int ret;

	ret = count_field(cmd);
	if (ret)
		return ret;

	dynevent_arg_init(&arg, ';');
	arg.str = type_name;
	ret = dynevent_arg_add(cmd, &arg, synth_cmd_check_str);
	if (ret)
		synth_cmd_restore(cmd, &saved);
	return ret;
}
EXPORT_SYMBOL_GPL(synth_event_add_field_str);

/**
 * synth_event_add_fields - add several fields to a definition
 * @cmd: the definition, started
 * @fields: type and name of each field
 * @n_fields: number of elements of @fields; 0 adds none
 *
 * Either all fields are added, or none.
 *
 * Context: any; takes no locks.
 * Return: same as synth_event_add_field().
 */
int synth_event_add_fields(struct dynevent_cmd *cmd, struct synth_field_desc *fields,
			   unsigned int n_fields)
{
	struct dynevent_cmd saved = *cmd;
	unsigned int i;
	int ret = 0;

	for (i = 0; i < n_fields && !ret; i++)
		ret = synth_event_add_field(cmd, fields[i].type, fields[i].name);
	if (ret)
		synth_cmd_restore(cmd, &saved);
	return ret;
}
EXPORT_SYMBOL_GPL(synth_event_add_fields);

/* Add the event's name to a command that has been initialized but not started. */
static int synth_cmd_start(struct dynevent_cmd *cmd, const char *name, struct module *mod)
{
	int ret;

	if (cmd->type != DYNEVENT_TYPE_SYNTH || cmd->event_name || !name)
		return -EINVAL;

	ret = dynevent_str_add(cmd, name);
	if (ret)
		return ret;
	cmd->event_name = name;
	cmd->private_data = mod;
	return 0;
}

/**
 * __synth_event_gen_cmd_start - start a definition with any number of fields
 * @cmd: the definition, initialized
 * @name: name of the event; must outlive @cmd
 * @mod: module that the event belongs to, or NULL
 * @...: type and name of each field, followed by NULL
 *
 * Use the macro synth_event_gen_cmd_start(), which adds the NULL. The caller may add more
 * fields with synth_event_add_field() and similar functions. synth_event_gen_cmd_end() defines
 * the event.
 *
 * When a module is unloaded, its events that are not in use are removed.
 *
 * Context: any; takes no locks.
 * Return: 0, or an error as in synth_event_add_field(); -EINVAL also if @cmd was already
 * started, @name is NULL, or the last type has no name. After an error the definition is
 * unchanged.
 */
int __synth_event_gen_cmd_start(struct dynevent_cmd *cmd, const char *name,
				struct module *mod, ...)
{
	struct dynevent_cmd saved = *cmd;
	va_list args;
	int ret;

	ret = synth_cmd_start(cmd, name, mod);
	if (ret)
		return ret;

	va_start(args, mod);
	while (!ret) {
		const char *type = va_arg(args, const char *);

		if (!type)
			break;
		ret = synth_event_add_field(cmd, type, va_arg(args, const char *));
	}
	va_end(args);

	if (ret)
		synth_cmd_restore(cmd, &saved);
	return ret;
}
EXPORT_SYMBOL_GPL(__synth_event_gen_cmd_start);

/**
 * synth_event_gen_cmd_array_start - start a definition with an array of fields
 * @cmd: the definition, initialized
 * @name: name of the event; must outlive @cmd
 * @mod: module that the event belongs to, or NULL
 * @fields: type and name of each field
 * @n_fields: number of elements of @fields; 0 adds none
 *
 * Context: any; takes no locks.
 * Return: same as __synth_event_gen_cmd_start().
 */
int synth_event_gen_cmd_array_start(struct dynevent_cmd *cmd, const char *name,
				    struct module *mod, struct synth_field_desc *fields,
				    unsigned int n_fields)
{
	struct dynevent_cmd saved = *cmd;
	int ret;

	ret = synth_cmd_start(cmd, name, mod);
	if (ret)
		return ret;

	ret = synth_event_add_fields(cmd, fields, n_fields);
	if (ret)
		synth_cmd_restore(cmd, &saved);
	return ret;
}
EXPORT_SYMBOL_GPL(synth_event_gen_cmd_array_start);

/* Compute the size in bytes of the text of a definition, including the NUL. */
static int definition_size(const char *name, const struct synth_field_desc *fields,
			   unsigned int n_fields)
{
	size_t size = strlen(name) + 1;
	unsigned int i;

	for (i = 0; i < n_fields; i++) {
		if (!fields[i].type || !fields[i].name)
			return -EINVAL;
		size += strlen(fields[i].type) + strlen(fields[i].name) + strlen("  ;");
	}
	return size <= U16_MAX ? size : -E2BIG;
}

/**
 * synth_event_create - define a synthetic event
 * @name: name of the event
 * @fields: type and name of each field, see synth_event_add_field()
 * @n_fields: number of elements of @fields, at least 1
 * @mod: module that the event belongs to, or NULL. When the module is unloaded, the event is
 *	removed unless it is in use.
 *
 * If the definition is invalid, the error log has the reason.
 *
 * Context: may sleep; takes event_mutex.
 * Return: 0; -EINVAL if @name is NULL, @n_fields is 0 or too large, a type or name is NULL, or
 * the definition is invalid; -EEXIST if an event of this name exists; -E2BIG if the definition
 * is longer than 64 KiB; -ENOMEM; or -ENODEV if no trace event type is free.
 */
int synth_event_create(const char *name, struct synth_field_desc *fields,
		       unsigned int n_fields, struct module *mod)
{
	struct dynevent_cmd cmd;
	char *buf;
	int size;
	int ret;

	if (!name || !n_fields || n_fields > SYNTH_FIELDS_MAX)
		return -EINVAL;
	size = definition_size(name, fields, n_fields);
	if (size < 0)
		return size;

	buf = kmalloc(size, GFP_KERNEL);
	if (!buf)
		return -ENOMEM;
	synth_event_cmd_init(&cmd, buf, size);
	ret = synth_event_gen_cmd_array_start(&cmd, name, mod, fields, n_fields);
	ret = ret ?: dynevent_create(&cmd);
	kfree(buf);
	return ret;
}
EXPORT_SYMBOL_GPL(synth_event_create);
