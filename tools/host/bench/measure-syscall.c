// SPDX-License-Identifier: GPL-2.0-only
/*
 * Print how many cycles system calls take.  In a guest that counts instructions, a
 * cycle is one instruction and one nanosecond.
 *
 *   measure-syscall read FILE		read FILE to its end
 *   measure-syscall write FILE TEXT	write TEXT to FILE with one write()
 *   measure-syscall event NUMBER	write NUMBER user events
 *   measure-syscall spin NUMBER	make no system call, but count to NUMBER
 *   measure-syscall deep FILE TEXT	like write, from a deep stack; print the contents of FILE
 */

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/uio.h>
#include <unistd.h>
#include <x86intrin.h>

#include <linux/user_events.h>

#include "deep.h"
#include "idle_time.h"
#include "window.h"

static char buffer[65536];

static __u64 read_all(int fd)
{
	__u64 start = __rdtsc();
	ssize_t n;

	begin_window();
	do
		n = read(fd, buffer, sizeof(buffer));
	while (n > 0);
	end_window();
	return n < 0 ? 0 : __rdtsc() - start;
}

static __u64 write_text(int fd, const char *text)
{
	ssize_t written, size = strlen(text);
	__u64 idle = idle_time();
	__u64 time = __rdtsc();

	begin_window();
	written = write(fd, text, size);
	end_window();
	time = __rdtsc() - time;
	return written == size ? time - (idle_time() - idle) : 0;
}

/* Write an event only if its enable bit is set, as programs do. */
static __u64 write_events(int fd, int number)
{
	static __u32 enabled;
	struct user_reg reg = {
		.size = sizeof(reg),
		.enable_size = sizeof(enabled),
		.enable_addr = (uintptr_t)&enabled,
		.name_args = (uintptr_t)"bench_user u64 value",
	};
	__u32 record[3] = {};	/* event index and 8 bytes of payload */
	__u64 start;
	int i;

	if (ioctl(fd, DIAG_IOCSREG, &reg) < 0)
		return 0;
	record[0] = reg.write_index;
	start = __rdtsc();
	begin_window();
	for (i = 0; i < number; i++) {
		record[1] = i & 255;
		if (enabled & 1 && write(fd, record, sizeof(record)) != sizeof(record))
			break;
	}
	end_window();
	return i < number ? 0 : __rdtsc() - start;
}

static __u64 spin(unsigned long number)
{
	__u64 start = __rdtsc();
	unsigned long i;

	begin_window();
	for (i = 0; i < number; i++)
		asm volatile("");
	end_window();
	return __rdtsc() - start;
}

/* The file is that of the module's parameter: it takes a command, and has its cost. */
static __u64 run_from_deep_stack(const char *path, const char *text)
{
	int fd = open(path, O_RDWR);
	ssize_t size = strlen(text);

	if (write_from(FRAMES, fd, text, size) != size || lseek(fd, 0, SEEK_SET))
		return 0;
	size = read(fd, buffer, sizeof(buffer) - 1);
	return size > 0 ? strtoull(buffer, NULL, 10) : 0;
}

int main(int argc, char **argv)
{
	const char *what = argc > 2 ? argv[1] : "";
	__u64 cycles = 0;
	int fd;

	if (!strcmp(what, "read") && argc == 3) {
		fd = open(argv[2], O_RDONLY);
		cycles = read_all(fd);
	} else if (!strcmp(what, "write") && argc == 4) {
		fd = open(argv[2], O_WRONLY | O_APPEND);
		cycles = write_text(fd, argv[3]);
	} else if (!strcmp(what, "event") && argc == 3) {
		fd = open("/sys/kernel/tracing/user_events_data", O_RDWR);
		cycles = write_events(fd, atoi(argv[2]));
	} else if (!strcmp(what, "spin") && argc == 3) {
		cycles = spin(strtoul(argv[2], NULL, 10));
	} else if (!strcmp(what, "deep") && argc == 4) {
		cycles = run_from_deep_stack(argv[2], argv[3]);
	}
	if (!cycles) {
		perror("measure-syscall");
		return 1;
	}
	printf("%llu\n", (unsigned long long)cycles);
	return 0;
}
