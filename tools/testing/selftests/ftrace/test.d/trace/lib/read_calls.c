// SPDX-License-Identifier: GPL-2.0
/*
 * usage: read_calls FILE CALL...
 *
 * Open FILE and make these calls in order:
 *
 *	all		read() until the end of file
 *	once		one read() with a large buffer
 *	vectors		readv() with small buffers until the end of file
 *	vector		one readv() with small buffers and a large one
 *	zero		read() of 0 bytes
 *	fault		read() to an address that is not mapped
 *	half		read() to a buffer whose second half is not mapped
 *	seek, pread, preadv
 *			lseek() to each origin, pread(), preadv()
 *
 * The text of the file goes to standard output. The calls after "vector" print their results, each
 * in a line on standard error: the call, and the returned number or the error. "half" prints
 * whether text or an error was returned.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

static char large[65536];

static void fail(const char *what)
{
	perror(what);
	exit(1);
}

static void put_text(const void *text, size_t size)
{
	if (fwrite(text, 1, size, stdout) != size)
		fail("stdout");
}

static void report(const char *call, ssize_t ret)
{
	if (ret < 0)
		fprintf(stderr, "%s: %s\n", call, strerror(errno));
	else
		fprintf(stderr, "%s: %zd\n", call, ret);
}

/* Return: what read() returned. */
static ssize_t read_large(int fd)
{
	ssize_t n = read(fd, large, sizeof(large));

	if (n < 0)
		fail("read");
	put_text(large, n);
	return n;
}

/* Fill several buffers, one of them empty. Return: what readv() returned. */
static ssize_t read_vector(int fd, size_t last_size)
{
	char one[1], seven[7], none[1], hundred[100];
	const struct iovec vector[] = {
		{ one, sizeof(one) }, { seven, sizeof(seven) }, { none, 0 },
		{ hundred, sizeof(hundred) }, { large, last_size },
	};
	ssize_t n = readv(fd, vector, 5), left = n;
	int i;

	if (n < 0)
		fail("readv");
	for (i = 0; left; left -= vector[i++].iov_len) {
		if (left < (ssize_t)vector[i].iov_len) {
			put_text(vector[i].iov_base, left);
			break;
		}
		put_text(vector[i].iov_base, vector[i].iov_len);
	}
	return n;
}

/* Map a page, and reserve an address behind it that is not mapped. Return: this address. */
static char *find_unmapped(void)
{
	size_t page = sysconf(_SC_PAGESIZE);
	char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
			   0);

	if (pages == MAP_FAILED || mprotect(pages + page, page, PROT_NONE))
		fail("mmap");
	return pages + page;
}

static void read_half(int fd)
{
	char *half = find_unmapped() - 50;
	ssize_t n = read(fd, half, 100);

	if (n > 0)
		put_text(half, n);
	if (n > 0 && n <= 50)
		fprintf(stderr, "half: text\n");
	else
		report("half", n);
}

static void seek(int fd)
{
	report("SEEK_SET", lseek(fd, 0, SEEK_SET));
	report("SEEK_CUR", lseek(fd, 0, SEEK_CUR));
	report("SEEK_END", lseek(fd, 0, SEEK_END));
}

static void call(int fd, const char *name)
{
	const struct iovec vector = { large, sizeof(large) };

	if (!strcmp(name, "all")) {
		while (read_large(fd))
			;
	} else if (!strcmp(name, "once")) {
		read_large(fd);
	} else if (!strcmp(name, "vectors")) {
		while (read_vector(fd, 50))
			;
	} else if (!strcmp(name, "vector")) {
		read_vector(fd, sizeof(large));
	} else if (!strcmp(name, "zero")) {
		report(name, read(fd, large, 0));
	} else if (!strcmp(name, "fault")) {
		report(name, read(fd, find_unmapped(), 100));
	} else if (!strcmp(name, "half")) {
		read_half(fd);
	} else if (!strcmp(name, "seek")) {
		seek(fd);
	} else if (!strcmp(name, "pread")) {
		report(name, pread(fd, large, sizeof(large), 0));
	} else if (!strcmp(name, "preadv")) {
		report(name, preadv(fd, &vector, 1, 0));
	} else {
		errno = EINVAL;
		fail(name);
	}
}

int main(int argc, char **argv)
{
	int fd = argc > 1 ? open(argv[1], O_RDONLY) : -1;
	int i;

	if (fd < 0)
		fail("read_calls");
	for (i = 2; i < argc; i++)
		call(fd, argv[i]);
	return 0;
}
