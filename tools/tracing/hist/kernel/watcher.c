// SPDX-License-Identifier: GPL-2.0-only
/*
 * The watcher: a process that waits for the end of the tool, and removes the rest of its instances
 * and events.
 * It learns of the end by a pipe, whose writing end only the tool has. A tool that was not killed
 * removes everything itself, and tells the watcher so by a byte.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "internal.h"

/* The reader of a pipe waits until all processes have closed its other end. */
static void close_all_except(int keep)
{
	long limit = sysconf(_SC_OPEN_MAX);
	DIR *dir = opendir("/proc/self/fd");
	struct dirent *entry;

	if (!dir) {
		for (int fd = 0; fd < limit; fd++) {
			if (fd != keep)
				close(fd);
		}
		return;
	}
	while ((entry = readdir(dir))) {
		int fd = atoi(entry->d_name);

		if (*entry->d_name != '.' && fd != keep && fd != dirfd(dir))
			close(fd);
	}
	closedir(dir);
}

/* No signal of the terminal or of a shell may end the watcher before the tool. */
static void ignore_signals(void)
{
	static const int ignored[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGTSTP };

	for (size_t i = 0; i < sizeof(ignored) / sizeof(ignored[0]); i++)
		signal(ignored[i], SIG_IGN);
}

/* Wait for the byte of watcher_end(). Return: false if the pipe was closed without it. */
static bool wait_for_tool(int pipe)
{
	char byte;
	ssize_t n;

	do {
		n = read(pipe, &byte, 1);
	} while (n < 0 && errno == EINTR);
	return n == 1;
}

static void __attribute__((noreturn)) watch(const struct owner *owner, int pipe)
{
	setsid();
	ignore_signals();
	prctl(PR_SET_NAME, "trace-hist-end");
	if (chdir("/"))
		_exit(1);
	close_all_except(pipe);
	if (wait_for_tool(pipe))
		_exit(0);
	_exit(owner_remove(owner) ? 0 : 1);
}

/**
 * watcher_start() - start a watcher
 * @watcher: result
 * @owner: this process
 *
 * Return: 0, or -1 with errno.
 */
int watcher_start(struct watcher *watcher, const struct owner *owner)
{
	int ends[2], error;

	if (pipe2(ends, O_CLOEXEC))
		return -1;
	watcher->pid = fork();
	if (watcher->pid < 0) {
		error = errno;
		close(ends[0]);
		close(ends[1]);
		errno = error;
		return -1;
	}
	if (!watcher->pid) {
		close(ends[1]);
		watch(owner, ends[0]);
	}
	close(ends[0]);
	watcher->pipe = ends[1];
	return 0;
}

/**
 * watcher_end() - end a watcher
 * @watcher: the watcher
 * @remove: let the watcher remove everything that belongs to this process
 *
 * Return: true if the watcher has removed everything.
 */
bool watcher_end(struct watcher *watcher, bool remove)
{
	const char byte = 0;
	ssize_t n = 0;
	int status = -1;

	if (!remove)
		n = write(watcher->pipe, &byte, 1);
	(void)n;	/* The write fails if the watcher was killed. */
	close(watcher->pipe);
	while (waitpid(watcher->pid, &status, 0) < 0 && errno == EINTR)
		;
	return remove && WIFEXITED(status) && !WEXITSTATUS(status);
}
