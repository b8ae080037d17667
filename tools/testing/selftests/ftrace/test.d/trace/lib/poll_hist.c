// SPDX-License-Identifier: GPL-2.0
/*
 * usage: poll_hist FILE OPERATION...
 *
 * Open FILE and run the operations in order:
 *
 *	read		read the file from its beginning to its end
 *	next		read on to the end, without seeking; for a file that is not seekable
 *	byte		read one byte, and print "byte", "end" or the error
 *	line		wait for a line on standard input
 *	MILLISECONDS	poll the file for POLLIN and POLLPRI with this timeout, and print the
 *			returned events, or "nothing". "late" before an event means that poll()
 *			was not woken up: it has found the event when the time was over
 *
 * An operation that may block prints "waiting" first.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void read_on(int fd)
{
	char buf[4096];

	while (read(fd, buf, sizeof(buf)) > 0)
		;
}

static void read_byte(int fd)
{
	char c;
	ssize_t n = read(fd, &c, 1);

	if (n < 0)
		puts(strerror(errno));
	else
		puts(n ? "byte" : "end");
}

static void wait_for_line(void)
{
	int c;

	puts("waiting");
	do
		c = getchar();
	while (c != '\n' && c != EOF);
}

static long long now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

static int poll_once(int fd, int timeout)
{
	struct pollfd ask = { .fd = fd, .events = POLLIN | POLLPRI };
	long long end = now_ms() + timeout;

	if (timeout)
		puts("waiting");
	if (poll(&ask, 1, timeout) < 0)
		return -1;

	if (!ask.revents)
		printf("nothing");
	else if (timeout && now_ms() >= end)
		printf("late ");
	if (ask.revents & POLLIN)
		printf("in ");
	if (ask.revents & POLLPRI)
		printf("pri ");
	if (ask.revents & POLLERR)
		printf("err ");
	puts("");
	return 0;
}

/* Return: 0, or -1 if the file could not be polled or is not seekable. */
static int run_operation(int fd, const char *operation)
{
	if (!strcmp(operation, "read")) {
		if (lseek(fd, 0, SEEK_SET) < 0)
			return -1;
		read_on(fd);
	} else if (!strcmp(operation, "next")) {
		read_on(fd);
	} else if (!strcmp(operation, "byte")) {
		read_byte(fd);
	} else if (!strcmp(operation, "line")) {
		wait_for_line();
	} else {
		return poll_once(fd, atoi(operation));
	}
	return 0;
}

int main(int argc, char **argv)
{
	int fd, i;

	setlinebuf(stdout);
	fd = argc > 1 ? open(argv[1], O_RDONLY) : -1;
	if (fd < 0) {
		perror("poll_hist");
		return 1;
	}

	for (i = 2; i < argc; i++) {
		if (run_operation(fd, argv[i])) {
			perror(argv[i]);
			return 1;
		}
	}
	return 0;
}
