/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the tests of programs that watch user_events_status have in common.
 */
#ifndef _USER_EVENTS_STATUS_TEST_H
#define _USER_EVENTS_STATUS_TEST_H

#include "user_events_test.h"

/* What no registration gives, neither as a bit nor as an index. */
#define UNSET	0xdeadbeef

static inline struct user_reg_status status_registration(const char *text)
{
	return (struct user_reg_status){
		.size = sizeof(struct user_reg_status),
		.name_args = (uintptr_t)text,
		.status_bit = UNSET,
		.write_index = UNSET,
	};
}

/* Returns the event's bit, and the index to write with. */
static inline int status_register(int fd, const char *text, __u32 *write_index)
{
	struct user_reg_status reg = status_registration(text);
	int ret = result(ioctl(fd, DIAG_IOCSREG, &reg));

	if (write_index)
		*write_index = reg.write_index;
	return ret ? ret : (int)reg.status_bit;
}

/* The first page of the bits, or MAP_FAILED. */
static inline const char *status_map(void)
{
	int fd = open(STATUS_FILE, O_RDONLY | O_CLOEXEC);
	void *page = mmap(NULL, getpagesize(), PROT_READ, MAP_SHARED, fd, 0);

	close(fd);
	return page;
}

static inline bool status_has(const char *page, int bit)
{
	return __atomic_load_n(&page[bit / 8], __ATOMIC_RELAXED) & 1 << bit % 8;
}

/* An index, and a number for the event's only field. */
static inline int write_number(int fd, __u32 write_index, __u32 number)
{
	__u32 words[] = { write_index, number };

	return result(write(fd, words, sizeof(words)));
}

#endif /* _USER_EVENTS_STATUS_TEST_H */
