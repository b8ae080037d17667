// SPDX-License-Identifier: GPL-2.0
/*
 * Privileges: which requests need CAP_PERFMON, and that CAP_SYS_ADMIN is accepted in its place.
 */
#define _GNU_SOURCE
#include <linux/capability.h>

#include "user_events_test.h"

#ifndef CAP_PERFMON
#define CAP_PERFMON	38
#endif

FIXTURE(privileges)
{
	int fd, *word;
};

FIXTURE_SETUP(privileges)
{
	PREPARE(return);
	self->fd = data_open();
	ASSERT_LE(0, self->fd);
	self->word = mmap(NULL, sysconf(_SC_PAGESIZE), PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	ASSERT_NE(MAP_FAILED, self->word);
}

FIXTURE_TEARDOWN_PARENT(privileges)
{
	EXPECT_TRUE(EVENTUALLY(nothing_left()));
}

/* Privileges are checked for the caller, not for the opener of the file. */
static void unprivileged(struct __test_metadata *_metadata, int fd, int *word)
{
	const int persist = USER_EVENT_REG_PERSIST, multi = USER_EVENT_REG_MULTI_FORMAT;
	int commands = open(DYNAMIC_FILE, O_WRONLY | O_APPEND);

	EXPECT_EQ(0, setresgid(1000, 1000, 1000));
	EXPECT_EQ(0, setresuid(1000, 1000, 1000));

	EXPECT_EQ(0, event_register_flags(fd, "mine", word, 4, 0, 0));
	EXPECT_EQ(1, event_register_flags(fd, "mine", word, 4, 1, multi));
	EXPECT_EQ(2, event_register_flags(fd, "t", word, 4, 2, 0));
	EXPECT_EQ(0, event_unregister(fd, word, 2));

	/* Neither a new nor an existing event can be made persistent. */
	EXPECT_EQ(-EPERM, event_register_flags(fd, "mine", word, 4, 2, persist));
	EXPECT_EQ(-EPERM, event_register_flags(fd, "new", word, 4, 2, persist));
	EXPECT_EQ(-EPERM, event_register_flags(fd, "t", word, 4, 2, persist));
	EXPECT_EQ(-EPERM, event_register_flags(fd, "mine", word, 4, 2,
					       persist | multi));
	EXPECT_EQ(-EPERM, result(write(commands, "u:new", 5)));
	EXPECT_EQ(-EPERM, result(write(commands, "u:t", 3)));

	EXPECT_EQ(-EPERM, event_delete(fd, "persistent"));
	EXPECT_EQ(-EPERM, result(write(commands, "-:persistent", 12)));
	EXPECT_EQ(-EBUSY, event_delete(fd, "mine"));
	EXPECT_EQ(-ENOENT, event_delete(fd, "new"));

	EXPECT_EQ(0, event_unregister(fd, word, 0));
	EXPECT_EQ(0, event_unregister(fd, word, 1));
}

TEST_F(privileges, without_privileges)
{
	pid_t pid;

	ASSERT_EQ(0, command("u:t\nu:persistent"));
	pid = fork();
	if (!pid) {
		unprivileged(_metadata, self->fd, self->word);
		_exit(0);
	}
	EXPECT_TRUE(child_end(pid, -1));
	close(self->fd);
	EXPECT_TRUE(EVENTUALLY(events_active() == 2));
	EXPECT_TRUE(event_exists("t"));
	EXPECT_TRUE(event_exists("persistent"));
	self->fd = data_open();
}

TEST_HARNESS_MAIN
