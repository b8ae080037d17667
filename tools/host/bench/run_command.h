/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _BENCH_RUN_COMMAND_H
#define _BENCH_RUN_COMMAND_H

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

/* Run a command and wait for it. Return its exit status, or 1 if a signal ended it. */
static inline int run_command(char **command)
{
	int status;
	pid_t child = fork();

	if (!child) {
		execvp(command[0], command);
		perror(command[0]);
		_exit(127);
	}
	if (child < 0 || waitpid(child, &status, 0) != child) {
		perror(command[0]);
		return 1;
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

#endif /* _BENCH_RUN_COMMAND_H */
