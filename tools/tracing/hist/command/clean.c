// SPDX-License-Identifier: GPL-2.0-only
/* trace-hist clean: remove instances and events that killed runs have left behind. */
#include <stdio.h>

#include "answer.h"
#include "command.h"
#include "common/wait.h"
#include "kernel/features.h"
#include "kernel/session.h"
#include "options.h"

static const struct argp argp = {
	NULL, NULL, NULL,
	"Remove the instances and events that killed runs of trace-hist have left behind.\v"
	"Instances and events of runs that go on, and of other programs, are not touched.",
	NULL, NULL, NULL
};

/**
 * command_clean() - execute "trace-hist clean"
 * @argc: number of arguments
 * @argv: arguments
 *
 * Return: exit status.
 */
int command_clean(int argc, char **argv)
{
	enum status status = options_parse(&argp, argc, argv, NULL);
	size_t removed;

	if (!status)
		status = kernel_check();
	if (status)
		return status;
	signals_catch();
	status = sessions_clean(true, &removed);
	if (!status && !removed)
		puts("nothing to remove");
	return status ? status : answer_flush();
}
