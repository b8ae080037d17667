// SPDX-License-Identifier: GPL-2.0
/*
 * usage: fail_nth N mkdir|rmdir|load FILE
 *
 * Create or remove a directory, or load a module, with the N-th allocation of the system call
 * failing. Print the errno, 0 for success, and how many allocations were missing until the failure:
 * 0 if an allocation has failed.
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

int main(int argc, char **argv)
{
	char left[16] = "";
	int fd, module = -1, ret = -1, error;

	if (argc != 4) {
		fprintf(stderr, "usage: fail_nth N mkdir|rmdir|load FILE\n");
		return 2;
	}
	if (!strcmp(argv[2], "load")) {
		module = open(argv[3], O_RDONLY);
		if (module < 0)
			fail(argv[3]);
	}
	fd = open("/proc/self/fail-nth", O_RDWR);
	if (fd < 0)
		fail("/proc/self/fail-nth");

	errno = EINVAL;
	set_failure(fd, argv[1]);
	if (!strcmp(argv[2], "mkdir"))
		ret = mkdir(argv[3], 0755);
	else if (!strcmp(argv[2], "rmdir"))
		ret = rmdir(argv[3]);
	else if (module >= 0)
		ret = syscall(SYS_finit_module, module, "", 0);
	error = errno;
	if (pread(fd, left, sizeof(left) - 1, 0) < 0)
		fail("/proc/self/fail-nth");
	set_failure(fd, "0");

	printf("%d %d\n", ret ? error : 0, atoi(left));
	return 0;
}
