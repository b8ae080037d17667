// SPDX-License-Identifier: GPL-2.0-only
/*
 * usage: on_terminal COLUMNS COMMAND [ARG]...
 * Run a command on a terminal of its own with that many columns, copy what it prints there to
 * standard output, and exit with its status.
 */
#include <pty.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	struct winsize size = { .ws_row = 24 };
	char buf[4096];
	int status, fd;
	ssize_t n;
	pid_t pid;

	if (argc < 3)
		return 2;
	size.ws_col = atoi(argv[1]);
	pid = forkpty(&fd, NULL, NULL, &size);
	if (pid < 0)
		return 125;
	if (!pid) {
		execvp(argv[2], argv + 2);
		_exit(127);
	}
	/* The read fails with EIO after the command has ended. */
	while ((n = read(fd, buf, sizeof(buf))) > 0) {
		if (write(STDOUT_FILENO, buf, n) != n)
			return 125;
	}
	if (waitpid(pid, &status, 0) != pid)
		return 125;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
