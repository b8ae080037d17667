// SPDX-License-Identifier: GPL-2.0-only
/*
 * The watcher: a process that waits for the end of the tool, and removes the rest of its instances
 * and events. A process of the tool has at most one watcher, which all its sessions share.
 *
 * The watcher learns of the end by a pipe, whose writing end only the tool has. A tool that was not
 * killed removes everything itself, and tells the watcher so by a byte. It sends no byte if a
 * removal has failed: the watcher then tries again, with memory and without open files of the tool.
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

/**
 * struct watcher - the watcher of this process; only its main thread uses it
 * @users: number of watcher_get() without watcher_put(); there is no watcher if it is 0
 * @failed: a removal has failed, and the watcher has not removed the rest yet
 * @pid: process id
 * @pipe: writing end of the pipe to it
 */
struct watcher {
	unsigned int users;
	bool failed;
	pid_t pid;
	int pipe;
};

static struct watcher watcher;

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

/* Wait for the byte of end(). Return: false if the pipe was closed without it. */
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

/* Return: 0, or -1 with errno. */
static int start(const struct owner *owner)
{
	int ends[2], error;

	if (pipe2(ends, O_CLOEXEC))
		return -1;
	watcher.pid = fork();
	if (watcher.pid < 0) {
		error = errno;
		close(ends[0]);
		close(ends[1]);
		errno = error;
		return -1;
	}
	if (!watcher.pid) {
		close(ends[1]);
		watch(owner, ends[0]);
	}
	close(ends[0]);
	watcher.pipe = ends[1];
	return 0;
}

/*
 * End the watcher. If @remove is set, it first removes everything that belongs to this process.
 * Return: true if it has done so.
 */
static bool end(bool remove)
{
	const char byte = 0;
	ssize_t n = 0;
	int status = -1;

	if (!remove)
		n = write(watcher.pipe, &byte, 1);
	(void)n;	/* The write fails if the watcher was killed. */
	close(watcher.pipe);
	while (waitpid(watcher.pid, &status, 0) < 0 && errno == EINTR)
		;
	return remove && WIFEXITED(status) && !WEXITSTATUS(status);
}

/**
 * watcher_get() - use the watcher of this process, which the first user starts
 * @owner: this process
 *
 * Return: 0, or -1 with errno.
 */
int watcher_get(const struct owner *owner)
{
	if (!watcher.users && start(owner))
		return -1;
	watcher.users++;
	return 0;
}

/**
 * watcher_put() - end the use of the watcher, which ends with its last user
 * @failed: the user could not remove everything that it has created
 *
 * The watcher removes everything of this process, also of other users. So it must wait for the last
 * user before it tries the failed removals of all users again.
 *
 * Return: true unless this was the last user and something that a user has created is left.
 */
bool watcher_put(bool failed)
{
	if (failed)
		watcher.failed = true;
	if (--watcher.users)
		return true;
	if (end(watcher.failed))
		watcher.failed = false;
	return !watcher.failed;
}
