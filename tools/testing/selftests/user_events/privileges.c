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

static int *word_make(void)
{
	return mmap(NULL, sysconf(_SC_PAGESIZE), PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

FIXTURE(privileges)
{
	int fd, *word;
};

FIXTURE_SETUP(privileges)
{
	PREPARE(return);
	self->fd = data_open();
	ASSERT_LE(0, self->fd);
	self->word = word_make();
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

/* Delete the events t in a child without privileges. */
static void expect_delete(struct __test_metadata *_metadata, int fd, int expected)
{
	pid_t pid = fork();

	if (!pid) {
		if (setresuid(1000, 1000, 1000))
			_exit(2);
		EXPECT_EQ(expected, event_delete(fd, "t"));
		_exit(0);
	}
	EXPECT_TRUE(child_end(pid, -1));
}

/*
 * One event of a name is in use, and deleting another one requires CAP_PERFMON. The error does not
 * depend on which of them was created first.
 */
TEST_F(privileges, delete_multiple_formats)
{
	static const char *const texts[] = { "t u32 a", "t u64 b" };
	const int multi = USER_EVENT_REG_MULTI_FORMAT, persist = USER_EVENT_REG_PERSIST;
	int first, i, fd;

	for (first = 0; first < 2; first++) {
		fd = data_open();
		for (i = 0; i < 2; i++)
			ASSERT_EQ(0, event_register_flags(i == first ? self->fd : fd, texts[i],
							  self->word, 4, i,
							  i == first ? multi : multi | persist));
		ASSERT_EQ(0, event_unregister(fd, self->word, !first));
		close(fd);
		expect_delete(_metadata, self->fd, -EBUSY);
		EXPECT_EQ(2, events_active());

		/* Only the persistent one is left. */
		ASSERT_EQ(0, event_unregister(self->fd, self->word, first));
		close(self->fd);
		ASSERT_TRUE(EVENTUALLY(events_active() == 1));
		self->fd = data_open();
		expect_delete(_metadata, self->fd, -EPERM);
		EXPECT_EQ(1, events_active());
		EXPECT_EQ(0, event_delete(self->fd, "t"));
	}
}

FIXTURE(capability)
{
	int fd, *word;
};

/* A process of root has one capability, or none. */
FIXTURE_VARIANT(capability)
{
	int number;
	bool is_enough;
};

FIXTURE_VARIANT_ADD(capability, none) { .number = -1 };
FIXTURE_VARIANT_ADD(capability, another_one) { .number = CAP_SYS_NICE };
FIXTURE_VARIANT_ADD(capability, perfmon) { .number = CAP_PERFMON, .is_enough = true };
FIXTURE_VARIANT_ADD(capability, sys_admin) { .number = CAP_SYS_ADMIN, .is_enough = true };

FIXTURE_SETUP(capability)
{
	PREPARE(return);
	self->fd = data_open();
	ASSERT_LE(0, self->fd);
	self->word = word_make();
	ASSERT_NE(MAP_FAILED, self->word);
}

FIXTURE_TEARDOWN_PARENT(capability)
{
	EXPECT_TRUE(EVENTUALLY(nothing_left()));
}

/* Give up all capabilities but one, or all of them if @number is -1. */
static int keep_capability(int number)
{
	struct __user_cap_header_struct header = { _LINUX_CAPABILITY_VERSION_3, 0 };
	struct __user_cap_data_struct caps[_LINUX_CAPABILITY_U32S_3] = { 0 };

	if (number >= 0) {
		caps[number / 32].permitted = 1U << number % 32;
		caps[number / 32].effective = 1U << number % 32;
	}
	return result(syscall(SYS_capset, &header, caps));
}

/* Make each request that needs a capability. */
static void privileged_requests(struct __test_metadata *_metadata, int fd, int *word,
				bool allowed)
{
	const int persist = USER_EVENT_REG_PERSIST, multi = USER_EVENT_REG_MULTI_FORMAT;
	int commands = open(DYNAMIC_FILE, O_WRONLY | O_APPEND), error = -EPERM;

	EXPECT_LE(0, commands);
	EXPECT_EQ(allowed ? 0 : error, event_register_flags(fd, "new", word, 4, 0, persist));
	EXPECT_EQ(allowed ? 1 : error, event_register_flags(fd, "new", word, 4, 1,
							    persist | multi));
	EXPECT_EQ(allowed ? 13 : error, result(write(commands, "u:new_command", 13)));
	EXPECT_EQ(allowed ? 0 : error, event_delete(fd, "persistent"));
	EXPECT_EQ(allowed ? 0 : error, event_delete(fd, "command"));
	EXPECT_EQ(allowed ? 9 : error, result(write(commands, "-:removed", 9)));
}

TEST_F(capability, each_request)
{
	const bool allowed = variant->is_enough;
	int fd = data_open();
	pid_t pid;

	ASSERT_EQ(0, event_register_flags(fd, "persistent", self->word, 4, 0,
					  USER_EVENT_REG_PERSIST));
	ASSERT_EQ(0, event_unregister(fd, self->word, 0));
	close(fd);
	ASSERT_EQ(0, command("u:command\nu:removed"));
	pid = fork();
	if (!pid) {
		if (keep_capability(variant->number))
			_exit(2);
		privileged_requests(_metadata, self->fd, self->word, allowed);
		_exit(0);
	}
	EXPECT_TRUE(child_end(pid, -1));

	/* Only the requests that were allowed had an effect. */
	EXPECT_EQ(3, events_active());
	EXPECT_EQ(!allowed, event_exists("persistent"));
	EXPECT_EQ(!allowed, event_exists("command"));
	EXPECT_EQ(!allowed, event_exists("removed"));
	EXPECT_EQ(allowed, event_exists("new_command"));
	EXPECT_EQ(allowed, event_exists("new"));
}

TEST_HARNESS_MAIN
