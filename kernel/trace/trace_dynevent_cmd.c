// SPDX-License-Identifier: GPL-2.0
/*
 * Command builder for dynamic events, used by kernel code.
 *
 * A struct dynevent_cmd collects the text of a definition in a buffer of the caller.
 * dynevent_create() then runs the command. An argument that does not fit into the buffer is
 * rejected as a whole and leaves the command unchanged, so the caller may omit it or give up.
 *
 * The builder does not depend on a kind of event: the run callback interprets the text. It takes
 * no locks; the caller serializes access to a command.
 */
#include <linux/errno.h>
#include <linux/export.h>
#include <linux/seq_buf.h>
#include <linux/string.h>

#include "trace_dynevent.h"

/**
 * dynevent_cmd_init - initialize an empty command
 * @cmd: the command
 * @text: buffer for the text; owned by the caller and must outlive @cmd
 * @size: size of @text in bytes, including the terminating NUL
 * @type: kind of event, which functions that add arguments may check
 * @run: callback of dynevent_create() that runs the command
 *
 * Context: any.
 */
void dynevent_cmd_init(struct dynevent_cmd *cmd, char *text, int size, enum dynevent_type type,
		       dynevent_create_fn_t run)
{
	*cmd = (struct dynevent_cmd){ .type = type, .run_command = run };
	seq_buf_init(&cmd->seq, text, max(size, 0));
}

static size_t char_len(char c)
{
	return c ? 1 : 0;
}

static void put_char(struct dynevent_cmd *cmd, char c)
{
	if (c)
		seq_buf_putc(&cmd->seq, c);
}

/* Test whether @len more bytes and the terminating NUL fit. */
static bool has_room(struct dynevent_cmd *cmd, size_t len)
{
	return len < seq_buf_buffer_left(&cmd->seq);
}

static void terminate(struct dynevent_cmd *cmd)
{
	cmd->seq.buffer[cmd->seq.len] = '\0';
}

/**
 * dynevent_arg_init - initialize an argument without a string
 * @arg: the argument
 * @separator: character printed after the string, or 0
 *
 * Context: any.
 */
void dynevent_arg_init(struct dynevent_arg *arg, char separator)
{
	*arg = (struct dynevent_arg){ .separator = separator };
}

/**
 * dynevent_arg_add - add a space and an argument to a command
 * @cmd: the command
 * @arg: the argument
 * @check: callback that checks @arg, or NULL
 *
 * Context: any, if @check allows it.
 * Return: 0; the error of @check; -EINVAL if @arg has no string; -E2BIG if it does not fit. On
 * error, the command is unchanged.
 */
int dynevent_arg_add(struct dynevent_cmd *cmd, struct dynevent_arg *arg,
		     dynevent_check_arg_fn_t check)
{
	int ret;

	if (!arg->str)
		return -EINVAL;
	ret = check ? check(arg) : 0;
	if (ret)
		return ret;

	if (!has_room(cmd, 1 + strlen(arg->str) + char_len(arg->separator)))
		return -E2BIG;
	seq_buf_putc(&cmd->seq, ' ');
	seq_buf_puts(&cmd->seq, arg->str);
	put_char(cmd, arg->separator);
	terminate(cmd);
	return 0;
}

/**
 * dynevent_arg_pair_init - initialize a pair of arguments without strings
 * @pair: the pair
 * @operator: character printed between the two strings; a space if 0
 * @separator: character printed after the second string, or 0
 *
 * Context: any.
 */
void dynevent_arg_pair_init(struct dynevent_arg_pair *pair, char operator, char separator)
{
	*pair = (struct dynevent_arg_pair){
		.operator = operator,
		.separator = separator,
	};
}

/**
 * dynevent_arg_pair_add - add a space and a pair of arguments to a command
 * @cmd: the command
 * @pair: the pair
 * @check: callback that checks @pair, or NULL
 *
 * Context: any, if @check allows it.
 * Return: 0; the error of @check; -EINVAL if @pair lacks a string; -E2BIG if it does not fit. On
 * error, the command is unchanged.
 */
int dynevent_arg_pair_add(struct dynevent_cmd *cmd, struct dynevent_arg_pair *pair,
			  dynevent_check_arg_fn_t check)
{
	int ret;

	if (!pair->lhs || !pair->rhs)
		return -EINVAL;
	ret = check ? check(pair) : 0;
	if (ret)
		return ret;

	if (!has_room(cmd, 1 + strlen(pair->lhs) + 1 + strlen(pair->rhs) +
			   char_len(pair->separator)))
		return -E2BIG;
	seq_buf_putc(&cmd->seq, ' ');
	seq_buf_puts(&cmd->seq, pair->lhs);
	seq_buf_putc(&cmd->seq, pair->operator ?: ' ');
	seq_buf_puts(&cmd->seq, pair->rhs);
	put_char(cmd, pair->separator);
	terminate(cmd);
	return 0;
}

/**
 * dynevent_str_add - append a string to a command, without a space before it
 * @cmd: the command
 * @str: the string
 *
 * Context: any.
 * Return: 0; -EINVAL if @str is NULL; -E2BIG if it does not fit. On error, the command is
 * unchanged.
 */
int dynevent_str_add(struct dynevent_cmd *cmd, const char *str)
{
	if (!str)
		return -EINVAL;
	if (!has_room(cmd, strlen(str)))
		return -E2BIG;
	seq_buf_puts(&cmd->seq, str);
	terminate(cmd);
	return 0;
}

/**
 * dynevent_create - run a command, which creates its event
 * @cmd: the complete command
 *
 * Context: may sleep.
 * Return: 0 if the event was created, otherwise a negative errno.
 */
int dynevent_create(struct dynevent_cmd *cmd)
{
	return cmd->run_command(cmd);
}
EXPORT_SYMBOL_GPL(dynevent_create);
