// SPDX-License-Identifier: GPL-2.0-only
/*
 * usage: press TEXT KEYS COMMAND [ARG]...
 * Run a command on a terminal of its own. As soon as it has printed TEXT, press KEYS. Copy what it
 * prints to standard output, and exit with its status, or with 124 if it has not ended after 30 s.
 */
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TIMEOUT	30

static char seen[1 << 20];
static size_t n_seen;

/* Read the output of at most a second. Return: 0 after the command has closed the terminal. */
static int copy_output(int fd)
{
	struct pollfd output = { .fd = fd, .events = POLLIN };
	ssize_t n;

	if (poll(&output, 1, 1000) <= 0)
		return 1;
	/* The read fails with EIO after the command has ended. */
	n = read(fd, seen + n_seen, sizeof(seen) - 1 - n_seen);
	if (n <= 0)
		return 0;
	if (write(STDOUT_FILENO, seen + n_seen, n) != n)
		return 0;
	n_seen += n;
	return 1;
}

int main(int argc, char **argv)
{
	struct winsize size = { .ws_row = 24, .ws_col = 80 };
	time_t end = time(NULL) + TIMEOUT;
	int status, fd, pressed = 0;
	pid_t pid;

	if (argc < 4)
		return 2;
	pid = forkpty(&fd, NULL, NULL, &size);
	if (pid < 0)
		return 125;
	if (!pid) {
		execvp(argv[3], argv + 3);
		_exit(127);
	}
	while (copy_output(fd)) {
		if (!pressed && strstr(seen, argv[1])) {
			pressed = 1;
			if (write(fd, argv[2], strlen(argv[2])) < 0)
				return 125;
		}
		if (time(NULL) > end) {
			kill(pid, SIGKILL);
			return 124;
		}
	}
	if (waitpid(pid, &status, 0) != pid)
		return 125;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
