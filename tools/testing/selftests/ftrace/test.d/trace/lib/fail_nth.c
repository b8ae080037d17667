// SPDX-License-Identifier: GPL-2.0
/*
 * usage: fail_nth N mkdir|rmdir|load|read|reread FILE
 *
 * Create or remove a directory, load a module, or open a file and read it to its end, with the N-th
 * allocation of the system calls failing. Print the errno, 0 for success, and how many allocations
 * were missing until the failure: 0 if an allocation has failed.
 *
 * "read" closes the file after a failed read(); "reread" repeats this read() once. Both print the
 * text of the file first, if they have reached its end.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static char text[1 << 18];
static size_t text_size;

static void fail(const char *what)
{
	perror(what);
	exit(2);
}

static void set_failure(int fd, const char *n)
{
	if (pwrite(fd, n, strlen(n), 0) < 0)
		fail("/proc/self/fail-nth");
}

static int open_module(const char *path)
{
	int fd = open(path, O_RDONLY);

	if (fd < 0)
		fail(path);
	return fd;
}

/* Return: the errno of the first failure, 0 without. */
static int read_file(const char *path, int repeats)
{
	int fd = open(path, O_RDONLY), error = 0;
	ssize_t n;

	if (fd < 0)
		return errno;
	while ((n = read(fd, text + text_size, sizeof(text) - text_size)) != 0) {
		if (n > 0)
			text_size += n;
		else if (!error)
			error = errno;
		if (n < 0 && !repeats--)
			break;
	}
	close(fd);
	if (n)
		text_size = 0;
	return error;
}

/* Return: an errno, 0 for success. */
static int run_operation(const char *operation, const char *path, int module)
{
	int ret = -1;

	if (!strcmp(operation, "read"))
		return read_file(path, 0);
	if (!strcmp(operation, "reread"))
		return read_file(path, 1);

	errno = EINVAL;
	if (!strcmp(operation, "mkdir"))
		ret = mkdir(path, 0755);
	else if (!strcmp(operation, "rmdir"))
		ret = rmdir(path);
	else if (module >= 0)
		ret = syscall(SYS_finit_module, module, "", 0);
	return ret ? errno : 0;
}

int main(int argc, char **argv)
{
	char left[16] = "";
	int fd, module = -1, error;

	if (argc != 4) {
		fprintf(stderr, "usage: fail_nth N mkdir|rmdir|load|read|reread FILE\n");
		return 2;
	}
	if (!strcmp(argv[2], "load"))
		module = open_module(argv[3]);
	fd = open("/proc/self/fail-nth", O_RDWR);
	if (fd < 0)
		fail("/proc/self/fail-nth");
	/* No page of the buffer may be missing while allocations fail. */
	memset(text, 1, sizeof(text));

	set_failure(fd, argv[1]);
	error = run_operation(argv[2], argv[3], module);
	if (pread(fd, left, sizeof(left) - 1, 0) < 0)
		fail("/proc/self/fail-nth");
	set_failure(fd, "0");

	fwrite(text, 1, text_size, stdout);
	printf("%d %d\n", error, atoi(left));
	return 0;
}
