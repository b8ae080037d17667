// SPDX-License-Identifier: GPL-2.0
/*
 * Write a trace event once a second while it is enabled, with the status ABI: the program maps
 * user_events_status and tests the bit of its event. For programs that must also run on Linux
 * 6.1.
 *
 *	# ./status_abi [SECONDS]
 *
 * See README. address_abi.c does the same with the address ABI.
 */
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/user_events.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define TRACEFS	"/sys/kernel/tracing/"
#define EVENT	"sample_tick u32 turn; __rel_loc char[] program; s64 time"

static int open_file(const char *path, int flags)
{
	int fd = open(path, flags);

	if (fd < 0)
		err(1, "%s", path);
	return fd;
}

/* Map the page that contains the event's bit. The mapping stays when the file is closed. */
static const unsigned char *map_byte_of(__u32 bit)
{
	int fd = open_file(TRACEFS "user_events_status", O_RDONLY);
	long size = sysconf(_SC_PAGESIZE), byte = bit / 8;
	void *page = mmap(NULL, size, PROT_READ, MAP_SHARED, fd, byte / size * size);

	if (page == MAP_FAILED)
		err(1, "mmap");
	close(fd);
	return (const unsigned char *)page + byte % size;
}

/* Write the index, the fields and the string. Its offset counts from the end of "program". */
static void write_event(int fd, __u32 index, __u32 turn)
{
	static const char program[] = "status_abi";
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
	struct user_reg_status reg = { .size = sizeof(reg), .name_args = (unsigned long)EVENT };
	__u32 turn, turns = argc > 1 ? strtoul(argv[1], NULL, 10) : -1U;
	int fd = open_file(TRACEFS "user_events_data", O_RDWR);
	const unsigned char *byte;

	if (ioctl(fd, DIAG_IOCSREG, &reg))
		err(1, "DIAG_IOCSREG");
	printf("sample_tick has bit %u and index %u\n", reg.status_bit, reg.write_index);
	byte = map_byte_of(reg.status_bit);

	for (turn = 1; turn <= turns; turn++, fflush(stdout), sleep(1))
		if (__atomic_load_n(byte, __ATOMIC_RELAXED) & 1 << reg.status_bit % 8)
			write_event(fd, reg.write_index, turn);
		else
			printf("%u: nobody listens\n", turn);
	return 0;	/* The event stays until it is deleted. */
}
