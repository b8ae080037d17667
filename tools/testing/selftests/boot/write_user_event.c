// SPDX-License-Identifier: GPL-2.0
/*
 * Write the user event that printk.sh has defined, once. The record has a number, a string that
 * fills its field without a NUL, and two dynamic fields, the second of which ends with the record.
 */
#include <err.h>
#include <fcntl.h>
#include <linux/user_events.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define DATA_FILE	"/sys/kernel/tracing/user_events_data"
#define EVENT		"printed u32 number; char[4] full; __rel_loc u8[] bytes; __rel_loc char[] text"

/* The ring buffer encodes the length of records of more than 112 bytes differently. */
#define TEXT_SIZE	120

static struct {
	__u32 index;
	__u32 number;
	char full[4];
	__u32 bytes, text;
	__u8 bytes_data[3];
	char text_data[TEXT_SIZE];
} __attribute__((__packed__)) record = {
	.number = 42,
	.full = { 'f', 'u', 'l', 'l' },
	.bytes = DYN_LOC(sizeof(__u32), 3),	/* starts after "text" */
	.text = DYN_LOC(3, TEXT_SIZE),		/* starts after "bytes_data" */
	.bytes_data = { 1, 2, 3 },
};

int main(void)
{
	static __u32 word;
	struct user_reg reg = {
		.size = sizeof(reg),
		.enable_size = sizeof(word),
		.enable_addr = (unsigned long)&word,
		.name_args = (unsigned long)EVENT,
	};
	int fd = open(DATA_FILE, O_WRONLY);

	if (fd < 0)
		err(1, DATA_FILE);
	if (ioctl(fd, DIAG_IOCSREG, &reg))
		err(1, "DIAG_IOCSREG");
	if (!word)
		errx(1, "the event is not enabled");
	record.index = reg.write_index;
	memset(record.text_data, 'x', TEXT_SIZE - 1);
	if (write(fd, &record, sizeof(record)) != sizeof(record))
		err(1, "write");
	return 0;
}
