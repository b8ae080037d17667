// SPDX-License-Identifier: GPL-2.0
/*
 * Synthetic events defined by kernel code: all at once from an array of fields, or piece
 * by piece with a struct dynevent_cmd.
 *
 * Either way the definition becomes the text that a user would have written, is checked
 * as that is, and what is wrong with it stands in the error log.
 *
 * A command is owned by whoever builds it.  Its functions take no lock; what runs it
 * takes event_mutex.
 */
#include <linux/errno.h>
#include <linux/export.h>
#include <linux/limits.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../trace_dynevent.h"
#include "../trace_synth.h"

/* A buffer of no bytes holds no text, not even an empty one. */
static int run_command(struct dynevent_cmd *cmd)
{
	return synth_event_define(cmd->seq.size ? cmd->seq.buffer : "", cmd->private_data);
}

/**
 * synth_event_cmd_init - begin the definition of a synthetic event
 * @cmd: the command that will define it
 * @buf: where its text goes; stays the caller's and must outlive @cmd
 * @maxlen: bytes in @buf; MAX_DYNEVENT_CMD_LEN does for most events
 *
 * Comes before all other synth_event functions that take @cmd.
 */
void synth_event_cmd_init(struct dynevent_cmd *cmd, char *buf, int maxlen)
{
	dynevent_cmd_init(cmd, buf, maxlen, DYNEVENT_TYPE_SYNTH, run_command);
}
EXPORT_SYMBOL_GPL(synth_event_cmd_init);

/* A semicolon would begin another field. */
static int check_pair(void *data)
{
	const struct dynevent_arg_pair *pair = data;

	return strpbrk(pair->lhs, ";\n") || strpbrk(pair->rhs, ";\n") ? -EINVAL : 0;
}

static int check_str(void *data)
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

/* Take back what was added to a command, to where @saved was copied from it. */
static void restore(struct dynevent_cmd *cmd, const struct dynevent_cmd *saved)
{
	*cmd = *saved;
	cmd->seq.buffer[cmd->seq.len] = '\0';
}

/**
 * synth_event_add_field - add a field to a definition
 * @cmd: the definition, started
 * @type: the field's type; Documentation/trace/events.rst has a list.  "char[16]"
 *	and the like are arrays.
 * @field_name: the field's name; "name[16]" is an array as well
 *
 * Return: 0; -EINVAL without one of the strings, with a ';' in one, with too many fields,
 * or if @cmd was not started; -E2BIG if it does not fit into the buffer.  After an error
 * the definition is what it was before.
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
	ret = dynevent_arg_pair_add(cmd, &pair, check_pair);
	if (ret)
		restore(cmd, &saved);
	return ret;
}
EXPORT_SYMBOL_GPL(synth_event_add_field);

/**
 * synth_event_add_field_str - add a field to a definition, type and name in one string
 * @cmd: the definition, started
 * @type_name: type, blank, name; without the ';'
 *
 * Return: as synth_event_add_field().
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
	ret = dynevent_arg_add(cmd, &arg, check_str);
	if (ret)
		restore(cmd, &saved);
	return ret;
}
EXPORT_SYMBOL_GPL(synth_event_add_field_str);

/**
 * synth_event_add_fields - add several fields to a definition
 * @cmd: the definition, started
 * @fields: type and name of each
 * @n_fields: how many; 0 adds none
 *
 * Return: as synth_event_add_field(); all fields are added, or none.
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
		restore(cmd, &saved);
	return ret;
}
EXPORT_SYMBOL_GPL(synth_event_add_fields);

/* Put the event's name into a command that was initialized and not used since. */
static int start(struct dynevent_cmd *cmd, const char *name, struct module *mod)
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
 * @name: the event's name, which must outlive @cmd
 * @mod: the module whose event it is, or NULL
 * @...: type and name of each field, and a NULL at the end
 *
 * Use synth_event_gen_cmd_start(), which adds the NULL.  More fields may follow with
 * synth_event_add_field() and others before synth_event_gen_cmd_end() defines the event.
 *
 * An event of a module goes with the module, unless it is in use.
 *
 * Return: 0, or an error as of synth_event_add_field(); -EINVAL as well if @cmd was
 * started before or a type comes without a name.  After an error the definition is what
 * it was before.
 */
int __synth_event_gen_cmd_start(struct dynevent_cmd *cmd, const char *name,
				struct module *mod, ...)
{
	struct dynevent_cmd saved = *cmd;
	va_list args;
	int ret;

	ret = start(cmd, name, mod);
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
		restore(cmd, &saved);
	return ret;
}
EXPORT_SYMBOL_GPL(__synth_event_gen_cmd_start);

/**
 * synth_event_gen_cmd_array_start - start a definition with an array of fields
 * @cmd: the definition, initialized
 * @name: the event's name, which must outlive @cmd
 * @mod: the module whose event it is, or NULL
 * @fields: type and name of each
 * @n_fields: how many; 0 adds none
 *
 * Return: as synth_event_gen_cmd_start().
 */
int synth_event_gen_cmd_array_start(struct dynevent_cmd *cmd, const char *name,
				    struct module *mod, struct synth_field_desc *fields,
				    unsigned int n_fields)
{
	struct dynevent_cmd saved = *cmd;
	int ret;

	ret = start(cmd, name, mod);
	if (ret)
		return ret;

	ret = synth_event_add_fields(cmd, fields, n_fields);
	if (ret)
		restore(cmd, &saved);
	return ret;
}
EXPORT_SYMBOL_GPL(synth_event_gen_cmd_array_start);

/* Bytes for the longest definition with these fields. */
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
 * @name: its name
 * @fields: type and name of each field, see synth_event_add_field()
 * @n_fields: how many, at least one
 * @mod: the module whose event it is, or NULL.  The event goes with the module, unless it
 *	is in use.
 *
 * Context: may sleep; takes event_mutex.
 * Return: 0; -EINVAL without a name, with no fields, too many or one without its two
 * strings, or for a bad definition, which the error log explains; -EEXIST if there is an
 * event of that name; -E2BIG if the definition is longer than 64 KiB; -ENOMEM; or
 * -ENODEV if there are too many trace events.
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
