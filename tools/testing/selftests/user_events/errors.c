// SPDX-License-Identifier: GPL-2.0
/*
 * Entries in the error log for definitions that are well-formed, but cannot be registered now.
 * Syntax errors are tested with the parser.
 */
#include "status_test.h"
#include "user_events_test.h"

#define ERROR_LOG	TRACEFS "error_log"

/* Return: the error log without the timestamp of its first entry. */
static const char *logged(void)
{
	const char *text = file_read(ERROR_LOG), *from = strstr(text, "] ");

	return from ? from + 2 : text;
}

/* Check that the log has one entry, for a command with its caret where '^' stands in @marked. */
static void expect_entry_of(struct __test_metadata *_metadata, const char *where,
			    const char *message, const char *marked)
{
	int off = strchr(marked, '^') - marked;
	char entry[512];

	snprintf(entry, sizeof(entry), "%s: error: %s\n  Command: %.*s%s\n%*s^\n",
		 where, message, off, marked, marked + off + 1,
		 (int)strlen("  Command: ") + off, "");
	EXPECT_STREQ(entry, logged());
	EXPECT_EQ(0, file_truncate(ERROR_LOG));
}

static void expect_entry(struct __test_metadata *_metadata, const char *message,
			 const char *marked)
{
	expect_entry_of(_metadata, "user_events", message, marked);
}

FIXTURE(errors)
{
	int fd, word;
};

FIXTURE_SETUP(errors)
{
	PREPARE(return);
	self->fd = data_open();
	ASSERT_LE(0, self->fd);
	ASSERT_EQ(0, file_truncate(ERROR_LOG));
}

FIXTURE_TEARDOWN(errors)
{
	file_write(MAX_FILE, "32768");
	event_unregister(self->fd, &self->word, 0);
	close(self->fd);
	EXPECT_TRUE(EVENTUALLY(nothing_left()));
}

TEST_F(errors, other_fields)
{
	static const char message[] = "Event exists with other fields";

	ASSERT_EQ(0, event_register(self->fd, "t u32 a", &self->word));
	EXPECT_STREQ("", logged());

	EXPECT_EQ(-EADDRINUSE, event_register_bit(self->fd, " t u64 a", &self->word, 1));
	expect_entry(_metadata, message, " ^t u64 a");
	EXPECT_EQ(-EADDRINUSE, status_register(self->fd, "t", NULL));
	expect_entry(_metadata, message, "^t");
	EXPECT_EQ(-EADDRINUSE, command("u:  t u32 b"));
	expect_entry(_metadata, message, "u:  ^t u32 b");
}

TEST_F(errors, name_of_another_kind)
{
	static const char message[] = "Event of another kind has this name";

	ASSERT_EQ(0, command("p:user_events/t vfs_read"));
	EXPECT_EQ(-EADDRINUSE, event_register(self->fd, "t u32 a", &self->word));
	expect_entry(_metadata, message, "^t u32 a");
	EXPECT_EQ(-EADDRINUSE, command("u:t"));
	expect_entry(_metadata, message, "u:^t");
	EXPECT_EQ(0, events_active());
	EXPECT_EQ(0, command("-:user_events/t"));
	EXPECT_EQ(0, event_register(self->fd, "t u32 a", &self->word));
	EXPECT_STREQ("", logged());
}

TEST_F(errors, too_many)
{
	ASSERT_EQ(0, file_write(MAX_FILE, "0"));
	EXPECT_EQ(-EMFILE, event_register(self->fd, "t u32 a", &self->word));
	expect_entry(_metadata, "Too many user events", "^t u32 a");
	EXPECT_EQ(-EMFILE, command("u:t"));
	expect_entry(_metadata, "Too many user events", "u:^t");
}

/* The log shows only the beginning of a definition that is too long. */
TEST_F(errors, too_long)
{
	char text[4097] = "t ";
	char entry[81];

	memset(text + 2, 'x', sizeof(text) - 3);
	snprintf(entry, sizeof(entry), "^%.79s", text);
	EXPECT_EQ(-EINVAL, event_register(self->fd, text, &self->word));
	expect_entry(_metadata, "Definition too long, at most 4095 bytes", entry);
	EXPECT_EQ(-EINVAL, status_register(self->fd, text, NULL));
	expect_entry(_metadata, "Definition too long, at most 4095 bytes", entry);
	EXPECT_EQ(0, events_active());
}

/* Control characters in a definition can neither forge log entries nor move the caret. */
TEST_F(errors, shown_in_a_line)
{
	EXPECT_EQ(-EINVAL, event_register(self->fd, "t\n\tu32 \033[2J\x7f", &self->word));
	expect_entry(_metadata, "Invalid name, use letters, digits and _, no digit first",
		     "t  u32 ^?[2J?");
}

TEST_F(errors, unprivileged)
{
	int commands = open(DYNAMIC_FILE, O_WRONLY | O_APPEND | O_CLOEXEC);
	pid_t pid = fork();

	if (!pid) {
		if (setresuid(1000, 1000, 1000))
			_exit(2);
		_exit(result(write(commands, "u:t", 3)) != -EPERM);
	}
	EXPECT_TRUE(child_end(pid, -1));
	expect_entry(_metadata, "CAP_PERFMON is required", "^u:t");

	ASSERT_EQ(0, command("u:t"));
	pid = fork();
	if (!pid) {
		if (setresuid(1000, 1000, 1000))
			_exit(2);
		_exit(result(write(commands, "-:t", 3)) != -EPERM);
	}
	EXPECT_TRUE(child_end(pid, -1));
	close(commands);
	expect_entry_of(_metadata, "dynamic_events",
			"Event cannot be removed, or not by this process", "-:^t");
	EXPECT_EQ(0, command("-:t"));
}

TEST_HARNESS_MAIN
