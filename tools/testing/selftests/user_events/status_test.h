/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Functions shared by the tests of the status ABI, in which programs map user_events_status.
 */
#ifndef _USER_EVENTS_STATUS_TEST_H
#define _USER_EVENTS_STATUS_TEST_H

#include "user_events_test.h"

/* A value that no registration returns, neither as a bit nor as an index. */
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

/* Return: the event's status bit, or a negative errno. Stores the write index. */
static inline int status_register(int fd, const char *text, __u32 *write_index)
{
	struct user_reg_status reg = status_registration(text);
	int ret = result(ioctl(fd, DIAG_IOCSREG, &reg));

	if (write_index)
		*write_index = reg.write_index;
	return ret ? ret : (int)reg.status_bit;
}

/* Map the first page of status bits. Return: the page, or MAP_FAILED. */
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

/* Write a record with one field, a number. */
static inline int write_number(int fd, __u32 write_index, __u32 number)
{
	__u32 words[] = { write_index, number };

	return result(write(fd, words, sizeof(words)));
}

#endif /* _USER_EVENTS_STATUS_TEST_H */
