// SPDX-License-Identifier: GPL-2.0
/*
 * usage: open_files [rw:]FILE...
 *
 * Open each FILE, print "open", and wait for a line or the end of standard input. Then read each
 * file once, write "0" to those with "rw:", and print a line for each file:
 *
 *	FILE: first line that was read, or error[, "written" or error]
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_FILES	32

static void wait_for_line(void)
{
	int c;

	do
		c = getchar();
	while (c != '\n' && c != EOF);
}

static void print_first_line(int fd)
{
	char buf[4096];
	ssize_t len = read(fd, buf, sizeof(buf) - 1);

	if (len < 0) {
		printf("%s", strerror(errno));
		return;
	}
	buf[len] = '\0';
	printf("%.*s", (int)strcspn(buf, "\n"), buf);
}

static void try_to_write(int fd)
{
	ssize_t len = write(fd, "0", 1);

	printf(", %s", len < 0 ? strerror(errno) : "written");
}

int main(int argc, char **argv)
{
	int fds[MAX_FILES], i;

	if (argc < 2 || argc - 1 > MAX_FILES) {
		fprintf(stderr, "usage: open_files [rw:]FILE...\n");
		return 1;
	}
	for (i = 0; i < argc - 1; i++) {
		const char *name = argv[1 + i];
		int is_writer = !strncmp(name, "rw:", 3);

		fds[i] = open(name + 3 * is_writer, is_writer ? O_RDWR : O_RDONLY);
		if (fds[i] < 0)
			printf("%s: open: %s\n", name + 3 * is_writer, strerror(errno));
	}
	puts("open");
	fflush(stdout);
	wait_for_line();

	for (i = 0; i < argc - 1; i++) {
		const char *name = argv[1 + i];
		int is_writer = !strncmp(name, "rw:", 3);

		if (fds[i] < 0)
			continue;
		printf("%s: ", name + 3 * is_writer);
		print_first_line(fds[i]);
		if (is_writer)
			try_to_write(fds[i]);
		puts("");
	}
	return 0;
}
