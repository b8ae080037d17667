// SPDX-License-Identifier: GPL-2.0
/*
 * Write a trace event once a second while it is enabled, with the address ABI: the kernel sets
 * and clears a bit in this program's memory. Works on Linux 6.4 and later.
 *
 *	# ./address_abi [SECONDS]
 *
 * See README. status_abi.c does the same with the status ABI.
 */
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/user_events.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define DATA_FILE	"/sys/kernel/tracing/user_events_data"
#define EVENT		"sample_tick u32 turn; __rel_loc char[] program; s64 time"

/* The kernel only changes this bit of the word. The program may use the other bits. */
static __u32 listeners;
#define BIT	0

static __u32 register_event(int fd)
{
	struct user_reg reg = {
		.size = sizeof(reg),
		.enable_bit = BIT,
		.enable_size = sizeof(listeners),
		.enable_addr = (unsigned long)&listeners,
		.name_args = (unsigned long)EVENT,
	};

	if (ioctl(fd, DIAG_IOCSREG, &reg))
		err(1, "DIAG_IOCSREG");
	return reg.write_index;
}

/* Write the index, the fields and the string. Its offset counts from the end of "program". */
static void write_event(int fd, __u32 index, __u32 turn)
{
	static const char program[] = "address_abi";
	struct {
		__u32 turn;
		__u32 program;
		__s64 time;
	} fields = { turn, DYN_LOC(sizeof(fields.time), sizeof(program)), time(NULL) };
	struct iovec parts[] = { { &index, sizeof(index) }, { &fields, sizeof(fields) },
				 { (void *)program, sizeof(program) } };

	if (writev(fd, parts, 3) >= 0)
		printf("%u: written\n", turn);
	else if (errno == EBADF)
		printf("%u: nobody listens any more\n", turn);
	else
		err(1, "writev");
}

int main(int argc, char **argv)
{
	struct user_unreg unreg = { .size = sizeof(unreg), .disable_bit = BIT,
				    .disable_addr = (unsigned long)&listeners };
	__u32 index, turn, turns = argc > 1 ? strtoul(argv[1], NULL, 10) : -1U;
	int fd = open(DATA_FILE, O_RDWR);

	if (fd < 0)
		err(1, DATA_FILE);
	index = register_event(fd);
	printf("sample_tick has index %u\n", index);

	for (turn = 1; turn <= turns; turn++, fflush(stdout), sleep(1))
		if (__atomic_load_n(&listeners, __ATOMIC_RELAXED) & 1U << BIT)
			write_event(fd, index, turn);
		else
			printf("%u: nobody listens\n", turn);

	if (ioctl(fd, DIAG_IOCSUNREG, &unreg))
		err(1, "DIAG_IOCSUNREG");
	return 0;	/* Closing the file removes the event if no other program uses it. */
}
