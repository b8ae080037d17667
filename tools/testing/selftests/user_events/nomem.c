// SPDX-License-Identifier: GPL-2.0
/*
 * Each allocation of a request fails once. The request must either fail with -ENOMEM and change
 * nothing, or succeed.
 */
#define _GNU_SOURCE
#include "user_events_test.h"

#define FAULTS		"/sys/kernel/debug/"
#define FAIL_NTH	"/proc/self/fail-nth"
#define INSTANCE	TRACEFS "instances/user_events_test"

/* Settings of fault injection. Not every kernel has the last ones. */
static const struct setting {
	const char *path, *value;
	bool needed;
} settings[] = {
	{ FAULTS "failslab/ignore-gfp-wait", "N", true },
	{ FAULTS "fail_page_alloc/ignore-gfp-wait", "N", true },
	{ FAULTS "fail_page_alloc/min-order", "0", true },
	{ FAULTS "failslab/verbose", "0", false },
	{ FAULTS "fail_page_alloc/verbose", "0", false },
};

FIXTURE(nomem)
{
	int fd, nth, words[8];
	char before[ARRAY_SIZE(settings)][16];
};

FIXTURE_SETUP(nomem)
{
	size_t i;

	PREPARE(return);
	if (access(FAULTS "failslab", F_OK) || access(FAIL_NTH, F_OK))
		SKIP(return, "no fault injection in this kernel");
	for (i = 0; i < ARRAY_SIZE(settings); i++) {
		snprintf(self->before[i], sizeof(self->before[i]), "%.15s",
			 file_read_if_any(settings[i].path));
		if (*self->before[i] || settings[i].needed)
			ASSERT_EQ(0, file_write(settings[i].path, settings[i].value));
	}
	self->nth = open(FAIL_NTH, O_RDWR);
	ASSERT_LE(0, self->nth);
	self->fd = data_open();
	ASSERT_LE(0, self->fd);
}

FIXTURE_TEARDOWN(nomem)
{
	size_t i;

	close(self->nth);
	for (i = 0; i < ARRAY_SIZE(settings); i++)
		if (*self->before[i])
			EXPECT_EQ(0, file_write(settings[i].path, self->before[i]));
	unregister_all(self->fd, self->words, ARRAY_SIZE(self->words));
	close(self->fd);
	rmdir(INSTANCE);
	EXPECT_TRUE(EVENTUALLY(nothing_left()));
}

/* Let the n-th allocation of this task fail, counted from here. */
static void fail_from_here(int nth, int n)
{
	char text[16];

	if (pwrite(nth, text, snprintf(text, sizeof(text), "%d", n), 0) < 0)
		abort();
}

/* Return: true if the allocation has failed. Disables failures. */
static bool has_failed(int nth)
{
	char left[16] = "";

	if (pread(nth, left, sizeof(left) - 1, 0) < 0)
		abort();
	fail_from_here(nth, 0);
	return atoi(left) == 0;
}

/*
 * Evaluate REQUEST repeatedly with its n-th allocation failing, until no allocation failed. After a
 * success, evaluate UNDO. A failure must be -ENOMEM, and UNDONE must be true afterwards.
 */
#define EACH_ALLOCATION(request, undo, undone) do {				\
	int n = 0, n_refused = 0, ret;						\
	bool failed;								\
										\
	do {									\
		fail_from_here(self->nth, ++n);					\
		ret = (request);						\
		failed = has_failed(self->nth);					\
		if (ret >= 0) {							\
			undo;							\
			continue;						\
		}								\
		n_refused++;							\
		EXPECT_TRUE(failed);						\
		EXPECT_EQ(-ENOMEM, ret)						\
			TH_LOG("allocation %d", n);				\
		EXPECT_TRUE(undone)						\
			TH_LOG("allocation %d", n);				\
	} while (failed && n < 1000);						\
	EXPECT_FALSE(failed);							\
	EXPECT_LT(0, n_refused);						\
	TH_LOG("%d of %d allocations refused", n_refused, n - 1);		\
} while (0)

/* Return: true if the event does not exist and the word is not registered. */
static bool no_trace_of(int fd, const char *name, int *word)
{
	return !event_exists(name) && !strcmp("none", event_line(DYNAMIC_FILE, name)) &&
	       event_unregister(fd, word, 0) == -ENOENT;
}

static void let_go(int *fd, int *word)
{
	event_unregister(*fd, word, 0);
	close(*fd);
	*fd = data_open();
}

TEST_F(nomem, registering_an_address)
{
	EACH_ALLOCATION(event_register(self->fd, "t u32 a; __rel_loc char[] b", self->words),
			let_go(&self->fd, self->words),
			no_trace_of(self->fd, "t", self->words));

	/* A failed registration uses up no index. */
	EXPECT_EQ(0, event_register(self->fd, "u", self->words));
}

TEST_F(nomem, registering_one_of_several)
{
	EACH_ALLOCATION(event_register_flags(self->fd, "t u32 a", self->words, 4, 0,
					     USER_EVENT_REG_MULTI_FORMAT),
			let_go(&self->fd, self->words),
			no_trace_of(self->fd, "t", self->words));
	EXPECT_EQ(0, events_active());
}

static int register_status(int fd, const char *text)
{
	struct user_reg_status reg = {
		.size = sizeof(reg),
		.name_args = (uintptr_t)text,
	};

	return result(ioctl(fd, DIAG_IOCSREG, &reg));
}

static void delete_and_reopen(int *fd, const char *name)
{
	close(*fd);
	*fd = data_open();
	event_delete(*fd, name);
}

TEST_F(nomem, registering_a_status)
{
	EACH_ALLOCATION(register_status(self->fd, "t u32 a"), delete_and_reopen(&self->fd, "t"),
			no_trace_of(self->fd, "t", self->words));
	EXPECT_EQ(0, events_active());
}

TEST_F(nomem, growing_the_event_array)
{
	const char *const names[] = { "t0", "t1", "t2", "t3" };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		ASSERT_EQ((int)i, event_register(self->fd, names[i], &self->words[i + 1]));
	EACH_ALLOCATION(event_register(self->fd, "t", self->words),
			EXPECT_EQ(0, event_unregister(self->fd, self->words, 0)),
			event_unregister(self->fd, self->words, 0) == -ENOENT);

	/* The other events have kept their indexes. */
	for (i = 0; i < ARRAY_SIZE(names); i++)
		EXPECT_EQ((int)i, event_register_bit(self->fd, names[i], &self->words[i + 1], 1));
	EXPECT_EQ(4, event_register(self->fd, "t", self->words));
}

TEST_F(nomem, command)
{
	EACH_ALLOCATION(command("u:t u32 a; struct s b 20"), command("-:t"),
			no_trace_of(self->fd, "t", self->words));
	EXPECT_EQ(0, events_active());
}

TEST_F(nomem, deleting)
{
	ASSERT_EQ(0, command("u:t u32 a"));
	EACH_ALLOCATION(event_delete(self->fd, "t"), command("u:t u32 a"), event_exists("t"));
}

/*
 * Disabling an event never fails. Without memory for a smaller array of probes, the tracepoint
 * keeps a stub in place of the probe: other instances are not affected, and no stub is left when
 * the last one disables the event.
 */
TEST_F(nomem, disabling)
{
	const int value = 7;
	int n = 0, enable;
	bool failed;

	ASSERT_EQ(0, event_register(self->fd, "t u32 a", self->words));
	ASSERT_TRUE(!mkdir(INSTANCE, 0755) || errno == EEXIST);
	do {
		ASSERT_EQ(0, event_switch("t", true));
		ASSERT_EQ(0, file_write(INSTANCE "/events/user_events/t/enable", "1"));
		EXPECT_EQ(0, file_truncate(INSTANCE "/trace"));
		EXPECT_EQ(0, file_truncate(TRACE_FILE));

		enable = open(EVENT_FILE("t", "enable"), O_WRONLY);
		ASSERT_LE(0, enable);
		fail_from_here(self->nth, ++n);
		EXPECT_EQ(1, result(write(enable, "0", 1)));
		failed = has_failed(self->nth);
		close(enable);

		/* Only the other instance still records. */
		EXPECT_EQ(1, self->words[0]);
		EXPECT_EQ(8, result(write(self->fd, (int[]){ 0, value }, 8)));
		EXPECT_STREQ("", event_trace("t"));
		EXPECT_NE(NULL, strstr(file_read(INSTANCE "/trace"), ": t: a=0x7 (7)\n"));

		EXPECT_EQ(0, file_write(INSTANCE "/events/user_events/t/enable", "0"));
		EXPECT_EQ(0, self->words[0]);
		EXPECT_EQ(-EBADF, result(write(self->fd, (int[]){ 0, value }, 8)));
	} while (failed && n < 1000);
	EXPECT_FALSE(failed);
	EXPECT_LT(1, n);
	EXPECT_EQ(0, rmdir(INSTANCE));
	EXPECT_EQ(0, event_unregister(self->fd, self->words, 0));
	close(self->fd);
	self->fd = data_open();
	EXPECT_TRUE(EVENTUALLY(!event_exists("t")));
}

/*
 * The payload is too long for the buffer that needs no allocation. If ftrace cannot allocate memory
 * for the record, the write succeeds and the record may be missing.
 */
TEST_F(nomem, writing)
{
	char payload[1004] = "\0\0\0\0payload";

	ASSERT_EQ(0, event_register(self->fd, "t", self->words));
	ASSERT_EQ(0, event_switch("t", true));
	EACH_ALLOCATION(result(write(self->fd, payload, sizeof(payload))),
			EXPECT_EQ((int)sizeof(payload), ret), true);
	EXPECT_EQ(0, event_switch("t", false));
}

/* A child inherits all of the registrations, or none if memory is short. */
TEST_F(nomem, forking)
{
	int n, n_none = 0, status;

	ASSERT_EQ(0, event_register(self->fd, "t", &self->words[0]));
	ASSERT_EQ(0, event_register(self->fd, "t", &self->words[1]));
	for (n = 1; n < 1000; n++) {
		pid_t pid;
		bool failed;

		fail_from_here(self->nth, n);
		pid = fork();
		if (!pid) {
			int first = event_unregister(self->fd, &self->words[0], 0);
			int second = event_unregister(self->fd, &self->words[1], 0);

			_exit(first == second ? -first : 255);
		}
		failed = has_failed(self->nth);
		if (pid > 0) {
			ASSERT_EQ(pid, waitpid(pid, &status, 0));
			EXPECT_TRUE(WIFEXITED(status));
			EXPECT_TRUE(!WEXITSTATUS(status) || WEXITSTATUS(status) == ENOENT)
				TH_LOG("allocation %d: %d", n, WEXITSTATUS(status));
			n_none += !!WEXITSTATUS(status);
		}
		if (!failed)
			break;
	}
	EXPECT_LT(n, 1000);
	/* The number depends on the state of the slab allocator. */
	EXPECT_LT(0, n_none);

	/* The parent's registrations are unchanged. */
	EXPECT_EQ(0, event_unregister(self->fd, &self->words[0], 0));
	EXPECT_EQ(0, event_unregister(self->fd, &self->words[1], 0));
}

TEST_HARNESS_MAIN
