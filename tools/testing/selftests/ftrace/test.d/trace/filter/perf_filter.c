// SPDX-License-Identifier: GPL-2.0
/*
 * Filters of perf events. A filter of a tracepoint has the syntax of the filter files. A filter of
 * the function event selects the functions to be traced.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kselftest_harness.h"

#define TRACEFS		"/sys/kernel/tracing/"

/* A system call that only this test makes; its field is policy. */
#define QUIET		"syscalls/sys_enter_sched_get_priority_max"

static int result(int ret)
{
	return ret < 0 ? -errno : ret;
}

static int perf_open_attr(struct perf_event_attr *attr)
{
	attr->size = sizeof(*attr);
	attr->disabled = 1;
	return result(syscall(SYS_perf_event_open, attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
}

/* Read the number in a file. */
static int read_number(const char *path)
{
	FILE *file = fopen(path, "r");
	int number;

	if (!file)
		return -errno;
	number = fscanf(file, "%d", &number) == 1 ? number : -EINVAL;
	fclose(file);
	return number;
}

static int event_id(const char *event)
{
	char path[256];

	snprintf(path, sizeof(path), TRACEFS "events/%s/id", event);
	return read_number(path);
}

/* Open a perf event for the tracepoint with this number and this task. */
static int perf_open_id(int id)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_TRACEPOINT, .config = id };

	return perf_open_attr(&attr);
}

static int perf_open(const char *event)
{
	int id = event_id(event);

	return id < 0 ? id : perf_open_id(id);
}

static int set_filter(int fd, const char *text)
{
	return result(ioctl(fd, PERF_EVENT_IOC_SET_FILTER, text));
}

static long long count(int fd)
{
	long long val = -1;

	return read(fd, &val, sizeof(val)) == sizeof(val) ? val : -1;
}

/* Read and clear the error log. Return: its single entry without the timestamp, or "". */
static const char *error_log(void)
{
	static char text[1 << 14];
	int fd = open(TRACEFS "error_log", O_RDONLY);
	ssize_t len = 0, n;
	char *from;

	while (len < (ssize_t)sizeof(text) - 1) {
		n = read(fd, text + len, sizeof(text) - 1 - len);
		if (n <= 0)
			break;
		len += n;
	}
	close(fd);
	text[len] = '\0';
	close(open(TRACEFS "error_log", O_WRONLY | O_TRUNC));
	from = strstr(text, "] ");
	return from ? from + 2 : text;
}

static void hit(long policy)
{
	syscall(SYS_sched_get_priority_max, policy);
}

FIXTURE(perf_filter)
{
	int fd, other;
};

FIXTURE_SETUP(perf_filter)
{
	if (access(TRACEFS "error_log", W_OK))
		SKIP(return, "no tracing");
	self->other = -1;
	self->fd = perf_open(QUIET);
	ASSERT_LE(0, self->fd);
	error_log();
}

FIXTURE_TEARDOWN(perf_filter)
{
	close(self->fd);
	close(self->other);
}

/* Return: a bit mask of the policies among 4, 5 and 6 that are counted. */
static int passing(int fd)
{
	long long before;
	int policy, bits = 0;

	ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
	for (policy = 4; policy <= 6; policy++) {
		before = count(fd);
		hit(policy);
		if (count(fd) != before)
			bits |= 1 << policy;
	}
	ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	return bits;
}

#define ALL	0x70

TEST_F(perf_filter, only_matching_events_are_counted)
{
	ASSERT_EQ(ALL, passing(self->fd));
	ASSERT_EQ(0, set_filter(self->fd, "policy == 5 || policy > 5 && comm != perf_filter"));
	EXPECT_STREQ("", error_log());
	EXPECT_EQ(1 << 5, passing(self->fd));
}

/* A rejected filter has no effect. An accepted one cannot be replaced. */
TEST_F(perf_filter, filter_cannot_be_replaced)
{
	EXPECT_EQ(-EINVAL, set_filter(self->fd, "policy = 5"));
	EXPECT_STREQ("syscalls:sys_enter_sched_get_priority_max: event filter parse error: error: "
		     "Unknown operator, it is one of == != < <= > >= & ~\n"
		     "  Command: policy = 5\n"
		     "                  ^\n", error_log());
	EXPECT_EQ(-EINVAL, set_filter(self->fd, "nosuch == 5"));
	EXPECT_EQ(-EINVAL, set_filter(self->fd, ""));
	EXPECT_EQ(-EINVAL, set_filter(self->fd, "0"));
	EXPECT_EQ(ALL, passing(self->fd));

	ASSERT_EQ(0, set_filter(self->fd, "policy == 5"));
	EXPECT_EQ(1 << 5, passing(self->fd));
	error_log();
	EXPECT_EQ(-EEXIST, set_filter(self->fd, "policy == 6"));
	EXPECT_STREQ("syscalls:sys_enter_sched_get_priority_max: event filter parse error: error: "
		     "Perf event has a filter already\n"
		     "  Command: policy == 6\n"
		     "           ^\n", error_log());
	EXPECT_EQ(-EEXIST, set_filter(self->fd, "nosuch == 6"));
	EXPECT_EQ(-EEXIST, set_filter(self->fd, "0"));
	EXPECT_EQ(1 << 5, passing(self->fd));
}

/* Each perf event has a filter of its own, which it frees. The filter file's is separate, too. */
TEST_F(perf_filter, independent)
{
	char text[64] = "";
	int fd;

	self->other = perf_open(QUIET);
	ASSERT_LE(0, self->other);
	ASSERT_EQ(0, set_filter(self->fd, "policy == 5"));
	ASSERT_EQ(0, set_filter(self->other, "policy == 6"));
	EXPECT_EQ(1 << 5, passing(self->fd));
	EXPECT_EQ(1 << 6, passing(self->other));

	fd = open(TRACEFS "events/" QUIET "/filter", O_RDWR);
	ASSERT_LE(0, fd);
	EXPECT_EQ(5, read(fd, text, sizeof(text)));
	EXPECT_STREQ("none\n", text);
	EXPECT_LT(0, write(fd, "policy == 4", 11));
	EXPECT_EQ(1 << 5, passing(self->fd));
	EXPECT_EQ(1, write(fd, "0", 1));
	close(fd);

	close(self->other);
	self->other = perf_open(QUIET);
	ASSERT_LE(0, self->other);
	EXPECT_EQ(ALL, passing(self->other));
	EXPECT_EQ(1 << 5, passing(self->fd));
}

/* Filters of perf's own kprobes: attr.kprobe_func selects the function, not an event ID. */
TEST_F(perf_filter, own_probes)
{
	struct perf_event_attr attr = { .kprobe_func = (uintptr_t)"vfs_statx" };
	FILE *file = fopen("/sys/bus/event_source/devices/kprobe/type", "r");
	int retprobe;

	if (!file)
		SKIP(return, "no probes of perf's own");
	ASSERT_EQ(1, fscanf(file, "%u", &attr.type));
	fclose(file);
	for (retprobe = 0; retprobe < 2; retprobe++) {
		attr.config = retprobe;
		self->other = perf_open_attr(&attr);
		ASSERT_LE(0, self->other);
		EXPECT_EQ(0, set_filter(self->other, "common_pid == 1"))
			TH_LOG("%d: %s", retprobe, error_log());
		EXPECT_EQ(-EEXIST, set_filter(self->other, "common_pid == 2"));
		EXPECT_NE(NULL, strstr(error_log(), ": event filter parse error: error: "));
		close(self->other);
	}
	self->other = -1;
}

TEST_F(perf_filter, unreadable_and_long_texts)
{
	static char large[5000];

	EXPECT_EQ(-EFAULT, set_filter(self->fd, NULL));
	memset(large, ' ', sizeof(large) - 1);
	memcpy(large, "policy == 5", 11);
	EXPECT_EQ(-EINVAL, set_filter(self->fd, large));
	large[4000] = '\0';
	EXPECT_EQ(0, set_filter(self->fd, large));
	EXPECT_EQ(1 << 5, passing(self->fd));
}

TEST_F(perf_filter, no_tracepoint)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_TASK_CLOCK,
	};

	self->other = perf_open_attr(&attr);
	ASSERT_LE(0, self->other);
	EXPECT_EQ(-EINVAL, set_filter(self->other, "policy == 5"));
	EXPECT_EQ(-EINVAL, set_filter(self->other, "ip == vfs_write"));
}

#define PARANOID	"/proc/sys/kernel/perf_event_paranoid"

static int set_paranoid(int level)
{
	FILE *file = fopen(PARANOID, "w");

	if (!file)
		return -errno;
	fprintf(file, "%d", level);
	return fclose(file) ? -errno : 0;
}

/*
 * A process without CAP_PERFMON chooses the pointers of its system calls, and counts the events
 * that pass. So its filters read no kernel memory, and compare no addresses of functions.
 */
TEST_F(perf_filter, without_privilege)
{
	static const struct {
		const char *text;
		int result;
	} filters[] = {
		{ "filename ~ \"x*\"", -EACCES },
		{ "dfd == 5 || filename != x", -EACCES },
		{ "filename.function == 0xffffffff81000000", -EACCES },
		{ "filename.function == 1", -EACCES },
		{ "filename.function == vfs_read", -EACCES },
		{ "filename.ustring ~ \"x*\"", 0 },
		{ "dfd == 5 && comm == x", 0 },
	};
	const int id = event_id("syscalls/sys_enter_openat"), level = read_number(PARANOID);
	int *results = mmap(NULL, sizeof(int[ARRAY_SIZE(filters)]), PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int status = -1;
	size_t i;
	pid_t pid;

	ASSERT_NE(MAP_FAILED, results);
	ASSERT_LE(0, id);
	ASSERT_EQ(0, set_paranoid(1));
	pid = fork();
	if (!pid) {
		if (setgid(65534) || setuid(65534))
			_exit(1);
		for (i = 0; i < ARRAY_SIZE(filters); i++)
			results[i] = set_filter(perf_open_id(id), filters[i].text);
		_exit(0);
	}
	waitpid(pid, &status, 0);
	set_paranoid(level);
	ASSERT_EQ(0, status);
	for (i = 0; i < ARRAY_SIZE(filters); i++) {
		EXPECT_EQ(filters[i].result, results[i])
			TH_LOG("%s", filters[i].text);
	}
	EXPECT_NE(NULL, strstr(error_log(),
			       "error: Strings in kernel memory need CAP_PERFMON, use .ustring for "
			       "user memory\n"
			       "  Command: filename ~ \"x*\"\n"
			       "           ^\n"));

	/* With the privilege, the same filters are accepted. */
	for (i = 0; i < ARRAY_SIZE(filters); i++) {
		int fd = perf_open_id(id);

		EXPECT_NE(-EACCES, set_filter(fd, filters[i].text));
		close(fd);
	}
	munmap(results, sizeof(int[ARRAY_SIZE(filters)]));
}

/* Functions traced for each write to /dev/null, and for each read. */
#define WRITES	1
#define READS	2

static int traced(int fd)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC), bits = 0, i;
	long long before;
	char c = 0;

	ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
	before = count(fd);
	for (i = 0; i < 1000; i++)
		if (write(null, &c, 1) != 1)
			abort();
	if (count(fd) >= before + 1000)
		bits |= WRITES;

	/* count() calls read() as well, but fewer than 1000 times. */
	before = count(fd);
	for (i = 0; i < 1000; i++)
		if (read(null, &c, 1))
			abort();
	if (count(fd) >= before + 1000)
		bits |= READS;
	ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	close(null);
	return bits;
}

FIXTURE(perf_function)
{
	int fd;
};

FIXTURE_SETUP(perf_function)
{
	self->fd = perf_open("ftrace/function");
	if (self->fd == -ENOENT)
		SKIP(return, "no function tracer");
	ASSERT_LE(0, self->fd);
	error_log();
}

FIXTURE_TEARDOWN(perf_function)
{
	close(self->fd);
}

TEST_F_TIMEOUT(perf_function, functions_are_selected_by_name, 90)
{
	static const struct {
		const char *text;
		int bits;
	} filters[] = {
		{ "ip == vfs_write", WRITES },
		{ "ip == \"vfs_write\"", WRITES },
		{ "ip == 'vfs_read'", READS },
		{ "ip==vfs_read", READS },
		{ "(ip == vfs_read)", READS },
		{ "ip == vfs_w*", WRITES },
		{ "ip ~ vfs_w*", WRITES },
		{ "ip ~ \"vfs_wr?te\"", WRITES },
		{ "ip == *_read", READS },
		{ "ip == vfs_write,vfs_read", WRITES | READS },
		{ "ip == \"vfs_write vfs_read\"", WRITES | READS },
		{ "ip == \"vfs_write, vfs_read\"", WRITES | READS },
		{ "ip == vfs_write || ip == vfs_read", WRITES | READS },
		{ "(ip == vfs_statx || ip ~ \"vfs_r*\") || ip == vfs_write", WRITES | READS },
		{ "ip == vfs_open || ip == vfs_statx", 0 },
		{ "ip == vfs_* && ip != vfs_read", WRITES },
		{ "ip != vfs_read && ip == vfs_*", WRITES },
		{ "ip != vfs_read && ip != vfs_write && ip ~ vfs_*", 0 },
		{ "(ip == vfs_write || ip == vfs_read) && ip != vfs_read", WRITES },
		{ "ip == vfs_write && ip != vfs_read", WRITES },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(filters); i++) {
		/* Each filter replaces the previous one. */
		EXPECT_EQ(0, set_filter(self->fd, filters[i].text))
			TH_LOG("%s: %s", filters[i].text, error_log());
		EXPECT_EQ(filters[i].bits, traced(self->fd))
			TH_LOG("%s", filters[i].text);
	}
	EXPECT_STREQ("", error_log());
}

/* Set a filter without its '^', which must be rejected with the caret at that position. */
static void expect_rejected(struct __test_metadata *_metadata, int fd, const char *marked,
			    const char *message)
{
	int off = strchr(marked, '^') - marked;
	char text[256], entry[1024];

	snprintf(text, sizeof(text), "%.*s%s", off, marked, marked + off + 1);
	snprintf(entry, sizeof(entry),
		 "ftrace:function: event filter parse error: error: %s\n  Command: %s\n%*s^\n",
		 message, text, 11 + off, "");
	EXPECT_EQ(-EINVAL, set_filter(fd, text))
		TH_LOG("%s", text);
	EXPECT_STREQ(entry, error_log());
}

TEST_F(perf_function, invalid_function_filters)
{
	static const struct {
		const char *marked, *message;
	} filters[] = {
		{ "^common_pid == 1", "Functions are filtered by ip only" },
		{ "^parent_ip == vfs_read", "Functions are filtered by ip only" },
		{ "^nosuch == vfs_read", "Functions are filtered by ip only" },
		{ "ip == vfs_read || ^CPU == 0", "Functions are filtered by ip only" },
		{ "^ip.function == vfs_read", "Functions are filtered by ip only" },
		{ "^ip.ustring == vfs_read", "Functions are filtered by ip only" },
		{ "ip == ^nosuchfunction", "No such function can be traced" },
		{ "ip == \"^nosuch* vfs_read\"", "No such function can be traced" },
		{ "ip == vfs_read || ip == ^nosuchfunction",
		  "No such function can be traced" },
		{ "ip == ^5", "No such function can be traced" },
		{ "ip == ^!vfs_read", "No such function can be traced" },
		{ "(ip == vfs_read ^ip == vfs_write)", "Expected && or || or the end" },
		{ "^(ip == vfs_read", "Parenthesis is never closed" },
		{ "ip == vfs_read^)", "Parenthesis was never opened" },
		{ "ip == ^\"vfs_read", "Quote is never closed" },
		{ "ip ==^", "Value to compare with is missing" },
		{ "^", "Filter is empty" },
	};
	size_t i;

	ASSERT_EQ(0, set_filter(self->fd, "ip == vfs_write"));
	for (i = 0; i < ARRAY_SIZE(filters); i++)
		expect_rejected(_metadata, self->fd, filters[i].marked, filters[i].message);

	/* The position of these carets is not specified; only the message is checked. */
	EXPECT_EQ(-EINVAL, set_filter(self->fd, "ip > vfs_read"));
	EXPECT_NE(NULL, strstr(error_log(), "error: Functions can be compared by"));
	EXPECT_EQ(-EINVAL, set_filter(self->fd, "ip & 5"));
	EXPECT_NE(NULL, strstr(error_log(), "error: Functions can be compared by"));
	EXPECT_EQ(-EINVAL, set_filter(self->fd, "!(ip == vfs_read)"));
	EXPECT_NE(NULL, strstr(error_log(), "error: Functions are joined by ||"));
	EXPECT_EQ(-EINVAL, set_filter(self->fd, "!ip == vfs_read"));
	EXPECT_NE(NULL, strstr(error_log(), "error: Functions are joined by ||"));
	EXPECT_EQ(-EINVAL, set_filter(self->fd, "ip == vfs_read && ip == vfs_write"));
	EXPECT_NE(NULL, strstr(error_log(), "error: Functions are joined by ||"));
	EXPECT_EQ(-EINVAL, set_filter(self->fd, "ip == vfs_read || ip != vfs_write"));
	EXPECT_NE(NULL, strstr(error_log(), "error: Functions are joined by ||"));

	/* The accepted filter is still in use. */
	EXPECT_EQ(WRITES, traced(self->fd));
}

TEST_HARNESS_MAIN
