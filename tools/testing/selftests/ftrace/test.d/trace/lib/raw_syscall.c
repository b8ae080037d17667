// SPDX-License-Identifier: GPL-2.0
/*
 * usage: raw_syscall NAME [ARGUMENT]...
 *
 * Make one system call, ignoring its result, so that its events have exactly these arguments:
 *
 *	-1, 0x10	a number; if it is wider than a long, the upper half goes into the
 *			next argument, as in the registers of a 32-bit machine
 *	user:N:TEXT	address of a NUL-terminated string: N times 'a', then TEXT
 *	kernel:N:TEXT	kernel address of such a string; the environment variable DIRECT_MAP
 *			is the start of the direct mapping
 *	edge:N:TEXT	address of such a string without NUL, at the end of a page that is
 *			followed by an unmapped one
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MAX_ARGS	6

static const struct {
	const char *name;
	long number;
} syscalls[] = {
	{ "openat", SYS_openat },
	{ "sched_get_priority_max", SYS_sched_get_priority_max },
	{ "sched_get_priority_min", SYS_sched_get_priority_min },
	{ "setxattr", SYS_setxattr },
	{ "write", SYS_write },
};

/* Bits of an entry of /proc/self/pagemap. */
#define PAGE_PRESENT	0x8000000000000000
#define PAGE_FRAME	0x007fffffffffffff

static void fail(const char *what)
{
	perror(what);
	exit(1);
}

/* Map a page that is followed by an unmapped one. Locked, since its physical address is used. */
static char *new_page(size_t size)
{
	char *page = mmap(NULL, 2 * size, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (page == MAP_FAILED || munmap(page + size, size) || mlock(page, size))
		fail("mmap");
	return page;
}

static unsigned long kernel_address(const char *text, size_t size)
{
	unsigned long addr = (uintptr_t)text;
	const char *map = getenv("DIRECT_MAP");
	uint64_t entry;
	int fd = open("/proc/self/pagemap", O_RDONLY);

	if (!map) {
		fprintf(stderr, "no DIRECT_MAP\n");
		exit(1);
	}
	if (fd < 0 || pread(fd, &entry, sizeof(entry), addr / size * sizeof(entry)) < 0 ||
	    !(entry & PAGE_PRESENT))
		fail("/proc/self/pagemap");
	close(fd);
	return strtoul(map, NULL, 0) + (entry & PAGE_FRAME) * size + addr % size;
}

/* Parse "N:TEXT" and create the string. */
static unsigned long text_argument(const char *kind, const char *arg)
{
	size_t size = sysconf(_SC_PAGESIZE), len;
	char *text = new_page(size), *end;
	unsigned long n = strtoul(arg, &end, 0);

	if (*end != ':' || n > size / 2 || strlen(end) > size / 2) {
		fprintf(stderr, "not N:TEXT: %s\n", arg);
		exit(1);
	}
	len = n + strlen(++end);
	if (*kind == 'e')
		text += size - len;
	memset(text, 'a', n);
	memcpy(text + n, end, len - n);
	return *kind == 'k' ? kernel_address(text, size) : (uintptr_t)text;
}

static unsigned long long argument(const char *arg)
{
	const char *colon = strchr(arg, ':');

	if (colon)
		return text_argument(arg, colon + 1);
	return strtoull(arg, NULL, 0);
}

static long syscall_number(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(syscalls) / sizeof(*syscalls); i++)
		if (!strcmp(name, syscalls[i].name))
			return syscalls[i].number;
	fprintf(stderr, "%s is not in the list of system calls\n", name);
	exit(1);
}

int main(int argc, char **argv)
{
	unsigned long args[MAX_ARGS + 1] = {};
	unsigned long long arg;
	int i;

	if (argc < 2 || argc > 2 + MAX_ARGS) {
		fprintf(stderr, "usage: raw_syscall NAME [ARGUMENT]...\n");
		return 1;
	}
	for (i = 0; i < argc - 2; i++) {
		arg = argument(argv[2 + i]);
		args[i] = arg;
		if (sizeof(*args) < sizeof(arg))
			args[i + 1] = arg >> 32;
	}
	syscall(syscall_number(argv[1]), args[0], args[1], args[2], args[3], args[4], args[5]);
	return 0;
}
