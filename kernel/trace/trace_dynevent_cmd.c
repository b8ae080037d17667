// SPDX-License-Identifier: GPL-2.0
/*
 * The builder of dynamic event commands that kernel code uses.
 *
 * A struct dynevent_cmd collects the text of a definition piece by piece in a
 * buffer of the caller's, and dynevent_create() has it run.  A piece that does not
 * fit is refused as a whole: the command stays as it was before, so that a caller may
 * leave it out or give up.
 *
 * Knows no kind of event: what the text means is the business of who runs it.  A command
 * belongs to whoever builds it; nothing here takes a lock.
 */
#include <linux/errno.h>
#include <linux/export.h>
#include <linux/seq_buf.h>
#include <linux/string.h>

#include "trace_dynevent.h"

/**
 * dynevent_cmd_init - begin a command
 * @cmd: the command
 * @text: where its text goes; stays the caller's and must outlive @cmd
 * @size: bytes in @text, the terminating NUL included
 * @type: kind of event, which the functions that add to the command can check
 * @run: called by dynevent_create() to run the command
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

/* Is there room for some bytes and the NUL that ends the command? */
static bool has_room(struct dynevent_cmd *cmd, size_t len)
{
	return len < seq_buf_buffer_left(&cmd->seq);
}

static void terminate(struct dynevent_cmd *cmd)
{
	cmd->seq.buffer[cmd->seq.len] = '\0';
}

/**
 * dynevent_arg_init - prepare an argument
 * @arg: the argument; its string is set to NULL
 * @separator: printed behind the string, or 0
 */
void dynevent_arg_init(struct dynevent_arg *arg, char separator)
{
	*arg = (struct dynevent_arg){ .separator = separator };
}

/**
 * dynevent_arg_add - add an argument to a command, with a blank before it
 * @cmd: the command
 * @arg: the argument
 * @check: a test that @arg must pass, or NULL
 *
 * Return: 0, the error of @check, -EINVAL for an argument without a string, -E2BIG
 * if it does not fit.  After an error the command is what it was before.
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
 * dynevent_arg_pair_init - prepare a pair of arguments
 * @pair: the pair; its strings are set to NULL
 * @operator: printed between the two strings; 0 for a blank
 * @separator: printed behind the second, or 0
 */
void dynevent_arg_pair_init(struct dynevent_arg_pair *pair, char operator, char separator)
{
	*pair = (struct dynevent_arg_pair){
		.operator = operator,
		.separator = separator,
	};
}

/**
 * dynevent_arg_pair_add - add a pair of arguments to a command, with a blank before it
 * @cmd: the command
 * @pair: the pair
 * @check: a test that @pair must pass, or NULL
 *
 * Return: 0, the error of @check, -EINVAL for a pair without both strings, -E2BIG
 * if it does not fit.  After an error the command is what it was before.
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
 * dynevent_str_add - add a string to a command as it is
 * @cmd: the command
 * @str: the string
 *
 * Return: 0, -EINVAL without a string, -E2BIG if it does not fit, with the command what
 * it was before.
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
 * dynevent_create - run a command
 * @cmd: the command, complete
 *
 * Context: may sleep.
 * Return: 0 when the event is there, or a negative errno.
 */
int dynevent_create(struct dynevent_cmd *cmd)
{
	return cmd->run_command(cmd);
}
EXPORT_SYMBOL_GPL(dynevent_create);
