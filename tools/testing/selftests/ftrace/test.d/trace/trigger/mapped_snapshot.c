// SPDX-License-Identifier: GPL-2.0
/*
 * A snapshot trigger cannot be added while a program has the ring buffer of the instance mapped,
 * and the ring buffer cannot be mapped while there is such a trigger.
 */
#include "user_events/user_events_test.h"

#define SYSTEM		"syscalls"
#define EVENT		"sys_enter_sched_get_priority_max"
#define TRIGGER_FILE	TRACEFS "events/" SYSTEM "/" EVENT "/trigger"
#define ERROR_LOG	TRACEFS "error_log"
#define PIPE_FILE	TRACEFS "per_cpu/cpu0/trace_pipe_raw"

FIXTURE(mapped)
{
	int fd;
};

FIXTURE_SETUP(mapped)
{
	if (access(TRIGGER_FILE, F_OK) || access(TRACEFS "snapshot", F_OK))
		SKIP(return, "no snapshots here");
	self->fd = open(PIPE_FILE, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	ASSERT_LE(0, self->fd);
	ASSERT_EQ(0, file_truncate(ERROR_LOG));
}

FIXTURE_TEARDOWN(mapped)
{
	file_write(TRIGGER_FILE, "!snapshot");
	file_write(TRACEFS "snapshot", "0");
	file_truncate(ERROR_LOG);
	close(self->fd);
}

/* Map the meta page of the ring buffer. */
static void *map(int fd)
{
	return mmap(NULL, getpagesize(), PROT_READ, MAP_SHARED, fd, 0);
}

TEST_F(mapped, trigger_fails_while_buffer_is_mapped)
{
	static const char message[] = "No snapshot while a program has the buffer mapped";
	char before[4096], expected[512];
	void *page = map(self->fd);

	ASSERT_NE(MAP_FAILED, page);
	snprintf(before, sizeof(before), "%.4000s", file_read(TRIGGER_FILE));
	snprintf(expected, sizeof(expected), "trigger:%s:%s: error: %s\n  Command: %s\n%11s^\n",
		 SYSTEM, EVENT, message, "snapshot:3 if policy == 1", "");
	EXPECT_EQ(-EBUSY, file_write(TRIGGER_FILE, "snapshot:3 if policy == 1"));
	EXPECT_NE(NULL, strstr(file_read(ERROR_LOG), expected));
	EXPECT_STREQ(before, file_read(TRIGGER_FILE));

	EXPECT_EQ(0, munmap(page, getpagesize()));
	EXPECT_EQ(0, file_write(TRIGGER_FILE, "snapshot"));
}

TEST_F(mapped, mapping_fails_while_trigger_exists)
{
	ASSERT_EQ(0, file_write(TRIGGER_FILE, "snapshot"));
	EXPECT_EQ(MAP_FAILED, map(self->fd));
	EXPECT_EQ(EBUSY, errno);
	EXPECT_EQ(0, file_write(TRIGGER_FILE, "!snapshot"));
	EXPECT_NE(MAP_FAILED, map(self->fd));
}

TEST_HARNESS_MAIN
