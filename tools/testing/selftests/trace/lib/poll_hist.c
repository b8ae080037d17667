// SPDX-License-Identifier: GPL-2.0
/*
 * usage: poll_hist FILE [read | line | MILLISECONDS]...
 *
 * Open FILE and run the operations in order: read the file; wait for a line on standard input;
 * or poll the file for POLLIN and POLLPRI with this timeout. Each poll prints the returned events,
 * or "nothing". An operation that may block prints "waiting" first.
 */
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void read_all(int fd)
{
	char buf[4096];

	lseek(fd, 0, SEEK_SET);
	while (read(fd, buf, sizeof(buf)) > 0)
		;
}

static void wait_for_line(void)
{
	int c;

	puts("waiting");
	do
		c = getchar();
	while (c != '\n' && c != EOF);
}

static int poll_once(int fd, int timeout)
{
	struct pollfd ask = { .fd = fd, .events = POLLIN | POLLPRI };

	if (timeout)
		puts("waiting");
	if (poll(&ask, 1, timeout) < 0)
		return -1;

	if (!ask.revents)
		printf("nothing");
	if (ask.revents & POLLIN)
		printf("in ");
	if (ask.revents & POLLPRI)
		printf("pri ");
	if (ask.revents & POLLERR)
		printf("err ");
	puts("");
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
		if (!strcmp(argv[i], "read"))
			read_all(fd);
		else if (!strcmp(argv[i], "line"))
			wait_for_line();
		else if (poll_once(fd, atoi(argv[i])))
			return 1;
	}
	return 0;
}
