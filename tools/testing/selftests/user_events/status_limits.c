// SPDX-License-Identifier: GPL-2.0
/*
 * The status ABI where the documentation of Linux 6.1 is silent: which consumers set a bit, how
 * robust the mapping is, how long events live, and how invalid input is rejected.
 */
#include "status_test.h"

#include <signal.h>
#include <sys/uio.h>
#include <sys/wait.h>

#define INSTANCE	TRACEFS "instances/user_events_test"

/* State of all tests. */
struct program {
	const char *page;
	int fd, other;
	__u32 index;
	int bit;
};

static void begin(struct __test_metadata *_metadata, struct program *self)
{
	self->fd = data_open();
	self->other = data_open();
	ASSERT_LE(0, self->fd);
	ASSERT_LE(0, self->other);
	self->page = status_map();
	ASSERT_NE(MAP_FAILED, self->page);
}

static void end(struct __test_metadata *_metadata, const struct program *self)
{
	rmdir(INSTANCE);
	close(self->fd);
	close(self->other);
	EXPECT_TRUE(EVENTUALLY(nothing_left()));
}

static void register_it(struct __test_metadata *_metadata, struct program *self)
{
	self->bit = status_register(self->fd, "t u32 count", &self->index);
	ASSERT_LT(0, self->bit);
}

/* Run a function in a child. Return: its result, or 1000 plus the signal that killed it. */
static int in_child(int (*run)(void *), void *argument)
{
	pid_t pid = fork();
	int status;

	if (!pid)
		_exit(run(argument));
	if (waitpid(pid, &status, 0) != pid)
		return -1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

/* Consumers of the event t: functions that add and remove them, and return 0 on success. */

static int perf_fd = -1;

static int perf_begin(void)
{
	perf_fd = perf_open("t", 0);
	return perf_fd < 0 ? perf_fd : 0;
}

static int perf_end(void)
{
	return close(perf_fd);
}

static int ftrace_begin(void)
{
	return event_switch("t", true);
}

static int ftrace_end(void)
{
	return event_switch("t", false);
}

static int set_event_begin(void)
{
	return file_write(TRACEFS "set_event", "user_events:t");
}

static int set_event_end(void)
{
	return file_write(TRACEFS "set_event", "!user_events:t");
}

static int system_begin(void)
{
	return file_write(TRACEFS "events/user_events/enable", "1");
}

static int system_end(void)
{
	return file_write(TRACEFS "events/user_events/enable", "0");
}

static int hist_begin(void)
{
	return file_write(EVENT_FILE("t", "trigger"), "hist:keys=count");
}

static int hist_end(void)
{
	return file_write(EVENT_FILE("t", "trigger"), "!hist:keys=count");
}

static int traceoff_begin(void)
{
	return file_write(EVENT_FILE("t", "trigger"), "traceoff if count == 99");
}

static int traceoff_end(void)
{
	return file_write(EVENT_FILE("t", "trigger"), "!traceoff");
}

static int instance_begin(void)
{
	return mkdir(INSTANCE, 0700) ? -errno :
	       file_write(INSTANCE "/events/user_events/t/enable", "1");
}

static int instance_end(void)
{
	int ret = file_write(INSTANCE "/events/user_events/t/enable", "0");

	return rmdir(INSTANCE) ? -errno : ret;
}

static int instance_remove(void)
{
	return result(rmdir(INSTANCE));
}

/**
 * struct listener - a type of consumer
 * @begin: adds the consumer
 * @end: removes it
 * @line: line of the status file while there is such a consumer
 */
struct listener {
	int (*begin)(void);
	int (*end)(void);
	const char *line;
};

#define BY_FTRACE	"t # Used by ftrace"
#define BY_PERF		"t # Used by perf"
#define BY_BOTH		"t # Used by ftrace perf"

static const struct listener perf = { perf_begin, perf_end, BY_PERF };
static const struct listener ftrace = { ftrace_begin, ftrace_end, BY_FTRACE };
static const struct listener set_event = { set_event_begin, set_event_end, BY_FTRACE };
static const struct listener whole_system = { system_begin, system_end, BY_FTRACE };
static const struct listener hist = { hist_begin, hist_end, BY_FTRACE };
static const struct listener traceoff = { traceoff_begin, traceoff_end, BY_FTRACE };
static const struct listener instance = { instance_begin, instance_end, BY_FTRACE };
static const struct listener gone_instance = { instance_begin, instance_remove, BY_FTRACE };

FIXTURE(listener)
{
	struct program program;
};

FIXTURE_VARIANT(listener)
{
	const struct listener *one, *other;
	const char *both;
};

FIXTURE_VARIANT_ADD(listener, ftrace)		{ &ftrace, &perf, BY_BOTH };
FIXTURE_VARIANT_ADD(listener, perf)		{ &perf, &ftrace, BY_BOTH };
FIXTURE_VARIANT_ADD(listener, set_event)	{ &set_event, &perf, BY_BOTH };
FIXTURE_VARIANT_ADD(listener, whole_system)	{ &whole_system, &perf, BY_BOTH };
FIXTURE_VARIANT_ADD(listener, hist)		{ &hist, &ftrace, BY_FTRACE };
FIXTURE_VARIANT_ADD(listener, hist_and_perf)	{ &hist, &perf, BY_BOTH };
FIXTURE_VARIANT_ADD(listener, traceoff)		{ &traceoff, &hist, BY_FTRACE };
FIXTURE_VARIANT_ADD(listener, instance)		{ &instance, &ftrace, BY_FTRACE };
FIXTURE_VARIANT_ADD(listener, gone_instance)	{ &gone_instance, &perf, BY_BOTH };

FIXTURE_SETUP(listener)
{
	PREPARE(return);
	begin(_metadata, &self->program);
}

FIXTURE_TEARDOWN(listener)
{
	end(_metadata, &self->program);
}

TEST_F(listener, status_bit_is_set)
{
	struct program *p = &self->program;
	int turn;

	register_it(_metadata, p);
	for (turn = 0; turn < 3; turn++) {
		EXPECT_FALSE(status_has(p->page, p->bit));
		EXPECT_STREQ("t", event_line(STATUS_FILE, "t"));
		EXPECT_EQ(0, events_busy());
		EXPECT_EQ(-EBADF, write_number(p->fd, p->index, 1));

		ASSERT_EQ(0, variant->one->begin());
		EXPECT_TRUE(status_has(p->page, p->bit));
		EXPECT_STREQ(variant->one->line, event_line(STATUS_FILE, "t"));
		EXPECT_EQ(1, events_busy());
		EXPECT_EQ(8, write_number(p->fd, p->index, 1));

		ASSERT_EQ(0, variant->one->end());
	}
	EXPECT_FALSE(status_has(p->page, p->bit));
}

TEST_F(listener, status_bit_stays_for_other_consumers)
{
	struct program *p = &self->program;

	register_it(_metadata, p);
	ASSERT_EQ(0, variant->other->begin());
	ASSERT_EQ(0, variant->one->begin());
	EXPECT_TRUE(status_has(p->page, p->bit));
	EXPECT_STREQ(variant->both, event_line(STATUS_FILE, "t"));
	EXPECT_EQ(1, events_busy());

	ASSERT_EQ(0, variant->other->end());
	EXPECT_TRUE(status_has(p->page, p->bit));
	EXPECT_STREQ(variant->one->line, event_line(STATUS_FILE, "t"));

	ASSERT_EQ(0, variant->other->begin());
	ASSERT_EQ(0, variant->one->end());
	EXPECT_TRUE(status_has(p->page, p->bit));
	EXPECT_STREQ(variant->other->line, event_line(STATUS_FILE, "t"));

	ASSERT_EQ(0, variant->other->end());
	EXPECT_FALSE(status_has(p->page, p->bit));
	EXPECT_STREQ("t", event_line(STATUS_FILE, "t"));
}

/* If an event has consumers, its bit is set when the registration returns. */
TEST_F(listener, status_bit_of_earlier_consumer)
{
	struct program *p = &self->program;

	ASSERT_EQ(0, command("u:t u32 count"));
	ASSERT_EQ(0, variant->one->begin());
	register_it(_metadata, p);
	EXPECT_TRUE(status_has(p->page, p->bit));
	ASSERT_EQ(0, variant->one->end());
	EXPECT_FALSE(status_has(p->page, p->bit));
}

TEST_F(listener, consumer_holds_a_reference)
{
	struct program *p = &self->program;

	register_it(_metadata, p);
	ASSERT_EQ(0, variant->one->begin());
	close(p->fd);
	p->fd = -1;
	EXPECT_EQ(-EBUSY, event_delete(p->other, "t"));
	EXPECT_EQ(-EBUSY, command("-:t u32 count"));
	EXPECT_TRUE(status_has(p->page, p->bit));
	ASSERT_EQ(0, variant->one->end());
	EXPECT_EQ(0, event_delete(p->other, "t"));
	EXPECT_FALSE(status_has(p->page, p->bit));
	EXPECT_EQ(0, events_active());
}

/* Return: number of pages that can be mapped. */
static int status_pages(int fd)
{
	size_t page = getpagesize();
	void *mapping;
	int n = 0;

	while ((mapping = mmap(NULL, (n + 1) * page, PROT_READ, MAP_SHARED, fd, 0)) != MAP_FAILED)
		munmap(mapping, ++n * page);
	return n;
}

FIXTURE(mapping)
{
	struct program program;
	int status, pages;
};

FIXTURE_SETUP(mapping)
{
	PREPARE(return);
	begin(_metadata, &self->program);
	register_it(_metadata, &self->program);
	self->status = open(STATUS_FILE, O_RDWR);
	ASSERT_LE(0, self->status);
	self->pages = status_pages(self->status);
	ASSERT_LE(1, self->pages);
}

FIXTURE_TEARDOWN(mapping)
{
	close(self->status);
	end(_metadata, &self->program);
}

static int map_error(int fd, size_t size, int prot, int flags, off_t offset)
{
	void *mapping = mmap(NULL, size, prot, flags, fd, offset);

	return mapping == MAP_FAILED ? -errno : 0;
}

TEST_F(mapping, writable_mapping_is_rejected)
{
	int size = getpagesize(), only = open(STATUS_FILE, O_RDONLY);
	const int write[] = { PROT_WRITE, PROT_READ | PROT_WRITE };
	int i;

	ASSERT_LE(0, only);
	for (i = 0; i < 2; i++) {
		EXPECT_EQ(-EPERM, map_error(self->status, size, write[i], MAP_SHARED, 0));
		EXPECT_EQ(-EPERM, map_error(self->status, size, write[i], MAP_PRIVATE, 0));
		EXPECT_EQ(-EACCES, map_error(only, size, write[i], MAP_SHARED, 0));
		EXPECT_EQ(-EPERM, map_error(only, size, write[i], MAP_PRIVATE, 0));
	}
	close(only);
}

/* A mapping requires a file that is open for reading, even to write only. */
TEST_F(mapping, file_open_for_writing_cannot_be_mapped)
{
	const int prot[] = { PROT_NONE, PROT_READ, PROT_WRITE };
	int size = getpagesize(), only = open(STATUS_FILE, O_WRONLY);
	unsigned int i;

	ASSERT_LE(0, only);
	for (i = 0; i < ARRAY_SIZE(prot); i++) {
		EXPECT_EQ(-EACCES, map_error(only, size, prot[i], MAP_SHARED, 0));
		EXPECT_EQ(-EACCES, map_error(only, size, prot[i], MAP_PRIVATE, 0));
	}
	close(only);
}

static int write_to_page(void *page)
{
	signal(SIGSEGV, SIG_DFL);
	__atomic_store_n((char *)page, 1, __ATOMIC_RELAXED);
	return 0;
}

TEST_F(mapping, mprotect_to_writable_is_rejected)
{
	const int flags[] = { MAP_SHARED, MAP_PRIVATE };
	struct program *p = &self->program;
	int size = getpagesize(), i;
	char *page;

	for (i = 0; i < 2; i++) {
		page = mmap(NULL, size, PROT_READ, flags[i], self->status, 0);
		ASSERT_NE(MAP_FAILED, page);
		EXPECT_EQ(-EACCES, result(mprotect(page, size, PROT_WRITE)));
		EXPECT_EQ(-EACCES, result(mprotect(page, size, PROT_READ | PROT_WRITE)));
		EXPECT_EQ(1000 + SIGSEGV, in_child(write_to_page, page));
		EXPECT_EQ(0, mprotect(page, size, PROT_NONE));
		EXPECT_EQ(0, mprotect(page, size, PROT_READ));
		EXPECT_FALSE(status_has(page, p->bit));
		EXPECT_EQ(0, munmap(page, size));
	}
}

TEST_F(mapping, mapping_beyond_the_end_is_rejected)
{
	size_t page = getpagesize(), end = self->pages * page;
	void *whole;

	EXPECT_EQ(0, map_error(self->status, end, PROT_READ, MAP_SHARED, 0));
	EXPECT_EQ(-EINVAL, map_error(self->status, end + 1, PROT_READ, MAP_SHARED, 0));
	EXPECT_EQ(-EINVAL, map_error(self->status, end + page, PROT_READ, MAP_PRIVATE, 0));
	EXPECT_EQ(-EINVAL, map_error(self->status, 1 << 30, PROT_READ, MAP_SHARED, 0));
	EXPECT_EQ(-EINVAL, map_error(self->status, page, PROT_READ, MAP_SHARED, end));
	EXPECT_EQ(-EINVAL, map_error(self->status, page, PROT_READ, MAP_SHARED,
				     1L << (5 * sizeof(long))));
	EXPECT_EQ(-EOVERFLOW, map_error(self->status, page, PROT_READ, MAP_SHARED, -page));
	EXPECT_EQ(-EINVAL, map_error(self->status, page, PROT_READ, MAP_SHARED, 1));
	EXPECT_EQ(-EINVAL, map_error(self->status, 0, PROT_READ, MAP_SHARED, 0));
	EXPECT_EQ(0, map_error(self->status, 1, PROT_READ, MAP_SHARED, end - page));

	/* A mapping cannot be extended beyond the end either. */
	whole = mmap(NULL, end, PROT_READ, MAP_SHARED, self->status, 0);
	ASSERT_NE(MAP_FAILED, whole);
	EXPECT_EQ(MAP_FAILED, mremap(whole, end, end + page, MREMAP_MAYMOVE));
	EXPECT_EQ(0, munmap(whole, end));
}

TEST_F(mapping, data_file_cannot_be_mapped)
{
	int data = open(DATA_FILE, O_RDWR);

	EXPECT_EQ(-ENODEV, map_error(data, getpagesize(), PROT_READ, MAP_SHARED, 0));
	EXPECT_EQ(-ENOTTY, result(ioctl(self->status, DIAG_IOCSDEL, "t")));
	close(data);
}

TEST_F(mapping, private_mapping)
{
	struct program *p = &self->program;
	const char *page;

	page = mmap(NULL, getpagesize(), PROT_READ, MAP_PRIVATE, self->status, 0);
	ASSERT_NE(MAP_FAILED, page);
	EXPECT_FALSE(status_has(page, p->bit));
	ASSERT_EQ(0, ftrace_begin());
	EXPECT_TRUE(status_has(page, p->bit));
	ASSERT_EQ(0, ftrace_end());
	EXPECT_FALSE(status_has(page, p->bit));
}

TEST_F(mapping, survives_close)
{
	struct program *p = &self->program;

	close(self->status);
	close(p->fd);
	close(p->other);
	self->status = -1;
	p->fd = -1;
	p->other = -1;
	ASSERT_EQ(0, ftrace_begin());
	EXPECT_TRUE(status_has(p->page, p->bit));
	ASSERT_EQ(0, ftrace_end());
	EXPECT_FALSE(status_has(p->page, p->bit));
}

static int see_both(void *argument)
{
	const struct program *p = argument;
	int seen;

	seen = status_has(p->page, p->bit);
	event_switch("t", true);
	seen |= status_has(p->page, p->bit) << 1;
	event_switch("t", false);
	seen |= status_has(p->page, p->bit) << 2;
	event_switch("t", true);
	return seen;
}

TEST_F(mapping, survives_a_fork)
{
	struct program *p = &self->program;

	EXPECT_EQ(2, in_child(see_both, p));
	EXPECT_TRUE(status_has(p->page, p->bit));
	EXPECT_EQ(2 | 1, in_child(see_both, p));
	ASSERT_EQ(0, ftrace_end());
	EXPECT_FALSE(status_has(p->page, p->bit));
}

TEST_F(mapping, survives_the_event)
{
	struct program *p = &self->program;
	int bit = p->bit, i;

	for (i = 0; i < 5; i++) {
		ASSERT_EQ(0, ftrace_begin());
		EXPECT_TRUE(status_has(p->page, p->bit));
		ASSERT_EQ(0, ftrace_end());
		close(p->fd);
		ASSERT_EQ(0, event_delete(p->other, "t"));
		EXPECT_FALSE(status_has(p->page, p->bit));

		/* The bit is reused for another event, which has no consumers yet. */
		p->fd = data_open();
		register_it(_metadata, p);
		EXPECT_EQ(bit, p->bit);
		EXPECT_FALSE(status_has(p->page, p->bit));
	}
}

/* Each event has a bit of its own, also after others have been deleted. */
TEST_F(mapping, bits_are_reused_cleanly)
{
	struct program *p = &self->program;
	int bits[12], i, j;
	char name[16];

	for (i = 0; i < 12; i++) {
		int fd = data_open();

		snprintf(name, sizeof(name), "r%d", i);
		bits[i] = status_register(fd, name, NULL);
		ASSERT_LT(0, bits[i]);
		close(fd);
		for (j = 0; j < i; j++)
			EXPECT_TRUE(bits[i] != bits[j] && bits[i] != p->bit);
	}
	for (i = 0; i < 12; i += 3) {
		snprintf(name, sizeof(name), "r%d", i);
		ASSERT_EQ(0, event_switch(name, true));
		ASSERT_EQ(0, event_switch(name, false));
		ASSERT_EQ(0, event_delete(p->other, name));
	}
	ASSERT_EQ(0, system_begin());
	for (i = 0; i < 12; i++)
		EXPECT_EQ(i % 3 != 0, status_has(p->page, bits[i]));
	for (i = 0; i < 12; i += 3) {
		snprintf(name, sizeof(name), "new%d u32 a", i);
		j = status_register(p->other, name, NULL);
		ASSERT_LT(0, j);
		EXPECT_FALSE(status_has(p->page, j));
	}
}

FIXTURE(lifetime)
{
	struct program program;
};

FIXTURE_SETUP(lifetime)
{
	PREPARE(return);
	begin(_metadata, &self->program);
}

FIXTURE_TEARDOWN(lifetime)
{
	file_write(MAX_FILE, "32768");
	end(_metadata, &self->program);
}

static int register_alone(void *argument)
{
	int fd = data_open();

	return status_register(fd, argument, NULL) < 0;
}

static int register_and_die(void *argument)
{
	register_alone(argument);
	return kill(getpid(), SIGKILL);
}

static int register_and_exec(void *argument)
{
	register_alone(argument);
	execl("/bin/true", "true", NULL);
	return 1;
}

TEST_F(lifetime, outlives_the_process)
{
	static int (* const processes[])(void *) = {
		register_alone, register_and_die, register_and_exec,
	};
	struct program *p = &self->program;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(processes); i++) {
		in_child(processes[i], "t u32 count");
		EXPECT_STREQ("t u32 count", event_line(DYNAMIC_FILE, "t"));
		EXPECT_EQ(1, events_active());

		/* Adding and removing a consumer does not remove the event. */
		ASSERT_EQ(0, ftrace_begin());
		ASSERT_EQ(0, ftrace_end());
		EXPECT_TRUE(idle_events_removed());
		EXPECT_STREQ("t", event_line(STATUS_FILE, "t"));
		EXPECT_EQ(0, event_delete(p->other, "t"));
		EXPECT_EQ(0, events_active());
	}
}

TEST_F(lifetime, each_way_to_delete)
{
	struct program *p = &self->program;

	EXPECT_EQ(0, in_child(register_alone, "t u32 count"));
	EXPECT_EQ(0, event_delete(p->other, "t"));
	EXPECT_EQ(0, in_child(register_alone, "t u32 count"));
	EXPECT_EQ(0, command("-:user_events/t"));
	EXPECT_EQ(0, in_child(register_alone, "t u32 count"));
	EXPECT_EQ(0, file_truncate(DYNAMIC_FILE));
	EXPECT_EQ(0, events_active());
}

/* Registering and deleting require access to the file, but no privileges. */
static int register_unprivileged(void *argument)
{
	struct program *p = argument;

	if (setresuid(1000, 1000, 1000))
		return 1;
	if (status_register(p->fd, "t u32 count", &p->index) < 0)
		return 2;
	if (status_register(p->fd, "u u32 count", NULL) < 0)
		return 3;
	return 0;
}

static int delete_unprivileged(void *argument)
{
	struct program *p = argument;

	if (setresuid(1000, 1000, 1000))
		return 1;
	if (event_delete(p->other, "t"))
		return 2;
	return event_delete(p->other, "u") == -EPERM ? 0 : 3;
}

TEST_F(lifetime, without_privileges)
{
	struct program *p = &self->program;

	/* Event u was defined by root, so that only root may delete it. */
	EXPECT_EQ(0, command("u:u u32 count"));
	EXPECT_EQ(0, in_child(register_unprivileged, p));
	close(p->fd);
	p->fd = -1;
	EXPECT_EQ(0, in_child(delete_unprivileged, p));
	EXPECT_STREQ("none", event_line(STATUS_FILE, "t"));
	EXPECT_STREQ("u", event_line(STATUS_FILE, "u"));
	EXPECT_EQ(0, event_delete(p->other, "u"));
}

TEST_F(lifetime, limit_of_events)
{
	int status = open(STATUS_FILE, O_RDONLY), i;
	struct program *p = &self->program;
	char name[16];

	ASSERT_EQ(0, file_write(MAX_FILE, "3"));
	EXPECT_EQ(3, status_count("\nMax: "));
	for (i = 0; i < 3; i++) {
		snprintf(name, sizeof(name), "t%d", i);
		EXPECT_LT(0, status_register(p->fd, name, NULL));
	}
	EXPECT_EQ(-EMFILE, status_register(p->fd, "t3", NULL));
	EXPECT_EQ(-EMFILE, command("u:t3"));
	EXPECT_LT(0, status_register(p->other, "t2", NULL));
	EXPECT_EQ(3, events_active());

	ASSERT_EQ(0, file_write(MAX_FILE, "4"));
	EXPECT_LT(0, status_register(p->fd, "t3", NULL));

	/* The limit cannot exceed the number of bits. */
	ASSERT_LE(0, status);
	ASSERT_EQ(0, file_write(MAX_FILE, "4294967295"));
	EXPECT_EQ(8 * getpagesize() * status_pages(status), status_count("\nMax: "));
	close(status);
	ASSERT_EQ(0, file_write(MAX_FILE, "0"));
	EXPECT_EQ(0, status_count("\nMax: "));
	EXPECT_EQ(4, events_active());
}

FIXTURE(input)
{
	struct program program;
	struct user_reg_status *reg;	/* at the end of a page, followed by an unmapped one */
	char *pages;
};

FIXTURE_SETUP(input)
{
	const size_t page = getpagesize();

	PREPARE(return);
	begin(_metadata, &self->program);
	self->pages = mmap(NULL, 3 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			   -1, 0);
	ASSERT_NE(MAP_FAILED, self->pages);
	ASSERT_EQ(0, munmap(self->pages + 2 * page, page));
	self->reg = (void *)(self->pages + 2 * page - sizeof(*self->reg));
	*self->reg = status_registration("t u32 count");
}

FIXTURE_TEARDOWN(input)
{
	end(_metadata, &self->program);
}

/* Check that there is no event, and that the next one gets index 0. */
static void expect_nothing(struct __test_metadata *_metadata, struct program *p)
{
	__u32 index;

	EXPECT_EQ(0, events_active());
	EXPECT_LT(0, status_register(p->fd, "next", &index));
	EXPECT_EQ(0, index);
}

TEST_F(input, size)
{
	static const __u32 small[] = { 0, 1, 4, 16, 19, 21, 22, 24, 27 };
	static const __u32 large[] = { 29, 32, 40, 256, 4095, 4096, 4097, 1U << 31, 0xffffffff };
	struct program *p = &self->program;
	unsigned int i;
	union {
		struct user_reg_status reg;
		char bytes[8192];
	} arg = { .reg = status_registration("t u32 count") };

	for (i = 0; i < ARRAY_SIZE(small); i++) {
		arg.reg.size = small[i];
		EXPECT_EQ(-EINVAL, result(ioctl(p->fd, DIAG_IOCSREG, &arg)))
			TH_LOG("%u", small[i]);
	}
	for (i = 0; i < ARRAY_SIZE(large); i++) {
		arg.bytes[sizeof(arg.bytes) - 1] = 1;
		arg.bytes[28] = 1;
		arg.reg.size = large[i];
		EXPECT_EQ(-E2BIG, result(ioctl(p->fd, DIAG_IOCSREG, &arg)))
			TH_LOG("%u", large[i]);
	}
	EXPECT_EQ(UNSET, arg.reg.status_bit);
	EXPECT_EQ(UNSET, arg.reg.write_index);
	expect_nothing(_metadata, p);
}

TEST_F(input, address)
{
	struct program *p = &self->program;
	__u32 *size = (__u32 *)(self->pages + 2 * getpagesize()) - 1;
	int len;

	EXPECT_EQ(-EFAULT, result(ioctl(p->fd, DIAG_IOCSREG, NULL)));
	EXPECT_EQ(-EFAULT, result(ioctl(p->fd, DIAG_IOCSREG, 8UL)));
	EXPECT_EQ(-EFAULT, result(ioctl(p->fd, DIAG_IOCSREG, -4096UL)));
	EXPECT_EQ(-EFAULT, result(ioctl(p->fd, DIAG_IOCSREG, HIGHEST_BIT)));

	/* Only the first bytes of the structure are readable. */
	for (len = 1; len < 20; len++) {
		void *at = self->pages + 2 * getpagesize() - len;
		__u32 head = 20;

		memmove(at, &head, len < 4 ? len : 4);
		EXPECT_EQ(-EFAULT, result(ioctl(p->fd, DIAG_IOCSREG, at)))
			TH_LOG("%d bytes", len);
	}
	*size = 19;
	EXPECT_EQ(-EINVAL, result(ioctl(p->fd, DIAG_IOCSREG, size)));
	expect_nothing(_metadata, p);
}

TEST_F(input, cannot_be_written_to)
{
	struct program *p = &self->program;

	ASSERT_EQ(0, mprotect(self->pages, 2 * getpagesize(), PROT_READ));
	EXPECT_EQ(-EFAULT, result(ioctl(p->fd, DIAG_IOCSREG, self->reg)));
	EXPECT_EQ(UNSET, self->reg->status_bit);
	EXPECT_EQ(UNSET, self->reg->write_index);
	expect_nothing(_metadata, p);
}

TEST_F(input, can_be_written_to_in_parts)
{
	struct program *p = &self->program;
	size_t page = getpagesize();
	int len;

	/* The first bytes of the structure are in the first page, which is read-only. */
	for (len = 19; len > 0; len--) {
		struct user_reg_status *reg = (void *)(self->pages + page - len);
		bool bit_is_writable = len <= 12;

		ASSERT_EQ(0, mprotect(self->pages, page, PROT_READ | PROT_WRITE));
		*reg = status_registration("t u32 count");
		ASSERT_EQ(0, mprotect(self->pages, page, PROT_READ));
		EXPECT_EQ(bit_is_writable ? 0 : -EFAULT, result(ioctl(p->other, DIAG_IOCSREG, reg)))
			TH_LOG("%d bytes", len);
		EXPECT_EQ(bit_is_writable, events_active());
	}
	close(p->other);
	p->other = data_open();
	EXPECT_EQ(0, event_delete(p->other, "t"));

	/* The same with a read-only second page. */
	for (len = 19; len > 0; len--) {
		struct user_reg_status *reg = (void *)(self->pages + page - len);

		ASSERT_EQ(0, mprotect(self->pages, 2 * page, PROT_READ | PROT_WRITE));
		*reg = status_registration("t u32 count");
		ASSERT_EQ(0, mprotect(self->pages + page, page, PROT_READ));
		EXPECT_EQ(-EFAULT, result(ioctl(p->fd, DIAG_IOCSREG, reg)))
			TH_LOG("%d bytes", len);
	}
	expect_nothing(_metadata, p);
}

TEST_F(input, text)
{
	struct program *p = &self->program;
	size_t page = getpagesize();
	char *end = self->pages + 2 * page;
	static char text[8193];

	self->reg->name_args = 0;
	EXPECT_EQ(-EFAULT, result(ioctl(p->fd, DIAG_IOCSREG, self->reg)));
	self->reg->name_args = -4096UL;
	EXPECT_EQ(-EFAULT, result(ioctl(p->fd, DIAG_IOCSREG, self->reg)));
	self->reg->name_args = HIGHEST_BIT;
	EXPECT_EQ(-EFAULT, result(ioctl(p->fd, DIAG_IOCSREG, self->reg)));
	self->reg->name_args = (uintptr_t)end;
	EXPECT_EQ(-EFAULT, result(ioctl(p->fd, DIAG_IOCSREG, self->reg)));

	/* Without NUL, at the end of the readable memory and beyond the maximum length. */
	memset(end - 4, 't', 4);
	EXPECT_EQ(-EFAULT, status_register(p->fd, end - 4, NULL));
	memset(text, 't', sizeof(text) - 1);
	EXPECT_EQ(-EINVAL, status_register(p->fd, text, NULL));
	expect_nothing(_metadata, p);
}

FIXTURE(payload)
{
	struct program program;
};

FIXTURE_SETUP(payload)
{
	PREPARE(return);
	begin(_metadata, &self->program);
}

FIXTURE_TEARDOWN(payload)
{
	end(_metadata, &self->program);
}

TEST_F(payload, may_be_empty)
{
	struct program *p = &self->program;
	int perf;

	ASSERT_LT(0, status_register(p->fd, "t", &p->index));
	EXPECT_EQ(-EBADF, result(write(p->fd, &p->index, 4)));
	ASSERT_EQ(0, ftrace_begin());
	perf = perf_open("t", 0);
	EXPECT_EQ(4, write(p->fd, &p->index, 4));
	EXPECT_STREQ("No fields found\n", event_trace("t"));
	EXPECT_EQ(0, close(perf));
}

TEST_F(payload, payload_must_be_paged_in)
{
	struct program *p = &self->program;
	size_t page = getpagesize();
	struct iovec io[2] = { { &p->index, 4 }, { .iov_len = 4 } };
	char *where = mmap(NULL, 2 * page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	ASSERT_NE(MAP_FAILED, where);
	register_it(_metadata, p);
	ASSERT_EQ(0, ftrace_begin());
	io[1].iov_base = where + page - 2;
	EXPECT_EQ(8, writev(p->fd, io, 2));
	ASSERT_EQ(0, madvise(where, 2 * page, MADV_DONTNEED));
	EXPECT_EQ(8, writev(p->fd, io, 2));
	ASSERT_EQ(0, munmap(where + page, page));
	EXPECT_EQ(-EFAULT, result(writev(p->fd, io, 2)));
	EXPECT_STREQ(" count=0x0 (0)\n count=0x0 (0)\n", event_trace("t"));
}

TEST_F(payload, with_a_string)
{
	static const struct {
		const char *text;
		int first;	/* offset of the first byte after the field */
	} events[] = {
		{ "t __data_loc char[] s", 8 + 4 },
		{ "t __rel_loc char[] s", 0 },
	};
	struct program *p = &self->program;
	unsigned int i;
	struct {
		__u32 index, loc;
		char text[8];
	} data;

	for (i = 0; i < ARRAY_SIZE(events); i++) {
		const int first = events[i].first;

		ASSERT_LT(0, status_register(p->fd, events[i].text, &p->index));
		ASSERT_EQ(0, ftrace_begin());
		data.index = p->index;
		memcpy(data.text, "0123456", 8);

		data.loc = DYN_LOC(first, 8);
		EXPECT_EQ(sizeof(data), write(p->fd, &data, sizeof(data)));
		data.loc = DYN_LOC(first + 5, 3);
		EXPECT_EQ(sizeof(data), write(p->fd, &data, sizeof(data)));
		EXPECT_STREQ(" s=0123456\n s=56\n", event_trace("t"));

		/* One byte too far, at different offsets; and far too far. */
		data.loc = DYN_LOC(first, 9);
		EXPECT_EQ(-EFAULT, result(write(p->fd, &data, sizeof(data))));
		data.loc = DYN_LOC(first + 1, 8);
		EXPECT_EQ(-EFAULT, result(write(p->fd, &data, sizeof(data))));
		data.loc = DYN_LOC(first + 9, 0);
		EXPECT_EQ(-EFAULT, result(write(p->fd, &data, sizeof(data))));
		data.loc = DYN_LOC(0xffff, 0xffffU);
		EXPECT_EQ(-EFAULT, result(write(p->fd, &data, sizeof(data))));

		/* Missing NUL. */
		data.loc = DYN_LOC(first, 7);
		EXPECT_EQ(-EFAULT, result(write(p->fd, &data, sizeof(data))));
		EXPECT_STREQ(" s=0123456\n s=56\n", event_trace("t"));

		ASSERT_EQ(0, ftrace_end());
		close(p->fd);
		ASSERT_EQ(0, event_delete(p->other, "t"));
		ASSERT_EQ(0, file_truncate(TRACE_FILE));
		p->fd = data_open();
	}
}

TEST_HARNESS_MAIN
