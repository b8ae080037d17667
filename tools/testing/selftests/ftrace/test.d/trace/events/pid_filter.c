// SPDX-License-Identifier: GPL-2.0
/*
 * Filters by task: set_event_pid and set_event_notrace_pid, with and without the option event-fork.
 *
 * Two parents fork thousands of children at the same time. Each task makes system calls whose
 * argument is its number, so the trace shows exactly which tasks were recorded, and how often. The
 * children make one call where they start and another one on a different CPU.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kselftest_harness.h"

/* Seconds for a test; forks are slow on an emulated machine. */
#undef TEST_TIMEOUT_DEFAULT
#define TEST_TIMEOUT_DEFAULT	200

#define INSTANCE	"/sys/kernel/tracing/instances/pid_filter/"
#define OTHER_INSTANCE	"/sys/kernel/tracing/instances/pid_filter_other/"

/* A system call that only this test makes; its field is policy. */
#define QUIET		"syscalls/sys_enter_sched_get_priority_max"

/* Largest number of children of each of the two parents. Each fourth child has one itself. */
#define CHILDREN	2000

/* Numbers of tasks: children, grandchildren, parents. */
#define CHILD(parent, i)	((parent) * CHILDREN + (i))
#define GRANDCHILD(child)	(2 * CHILDREN + (child))
#define PARENT(parent)		(4 * CHILDREN + (parent))
#define NUMBERS			PARENT(2)

/* Records of each number, and which CPUs have recorded any. */
struct records {
	unsigned char counts[NUMBERS];
	bool cpus[64];
};

/* Tasks that must have been recorded: each parent, and the descendants of each parent. */
struct expected {
	bool parents[2];
	bool descendants[2];
};

static int write_file(const char *instance, const char *name, const char *text)
{
	char path[256];
	int fd, ret;

	snprintf(path, sizeof(path), "%s%s", instance, name);
	fd = open(path, O_WRONLY | O_TRUNC);
	if (fd < 0)
		return -1;
	ret = write(fd, text, strlen(text)) == (ssize_t)strlen(text) ? 0 : -1;
	close(fd);
	return ret;
}

/* Write a list of one task, or of two if @second is not 0. */
static int write_pids(const char *instance, const char *name, pid_t first, pid_t second)
{
	char text[32];
	int len = snprintf(text, sizeof(text), "%d\n", first);

	if (second)
		snprintf(text + len, sizeof(text) - len, "%d\n", second);
	return write_file(instance, name, text);
}

/* Read a file that fits into the buffer. Return: its length, or -1. */
static int read_file(const char *instance, const char *name, char *text, size_t size)
{
	char path[256];
	int fd, len;

	snprintf(path, sizeof(path), "%s%s", instance, name);
	fd = open(path, O_RDONLY);
	if (fd < 0)
		return -1;
	len = read(fd, text, size - 1);
	close(fd);
	if (len >= 0)
		text[len] = '\0';
	return len;
}

static void fire(int number)
{
	syscall(SYS_sched_get_priority_max, number);
}

static int n_cpus(void)
{
	return sysconf(_SC_NPROCESSORS_ONLN);
}

/* Make a call on the CPU where the task has started, and one on the CPU that its number selects. */
static void fire_on_two_cpus(int number)
{
	cpu_set_t cpus;

	fire(number);
	CPU_ZERO(&cpus);
	CPU_SET(number % n_cpus(), &cpus);
	if (sched_setaffinity(0, sizeof(cpus), &cpus))
		_exit(1);
	fire(number);
}

/* Wait for all children. Return: true if none has failed. */
static bool reap(void)
{
	int status;
	bool good = true;

	while (wait(&status) > 0)
		good = good && !status;
	return good;
}

static void run_child(int number)
{
	pid_t pid;

	fire_on_two_cpus(number);
	if (number % 4)
		_exit(0);
	pid = fork();
	if (!pid) {
		fire_on_two_cpus(GRANDCHILD(number));
		_exit(0);
	}
	_exit(pid < 0 || !reap());
}

/* Body of a parent: wait for the number of children, and fork them. */
static void run_parent(int parent, int pipe_fd)
{
	bool good = true;
	int i, n;

	if (read(pipe_fd, &n, sizeof(n)) != sizeof(n))
		_exit(1);
	fire(PARENT(parent));
	for (i = 0; i < n; i++) {
		pid_t pid = fork();

		if (!pid)
			run_child(CHILD(parent, i));
		good = good && pid > 0;
		if (i % 16 == 15)
			good = reap() && good;
	}
	_exit(!reap() || !good);
}

/* Count the records in the trace of an instance. Return: 0 or -1. */
static int count_records(const char *instance, struct records *records)
{
	char path[256], line[512], *at;
	FILE *trace;
	int number;

	snprintf(path, sizeof(path), "%strace", instance);
	trace = fopen(path, "r");
	if (!trace)
		return -1;
	memset(records, 0, sizeof(*records));
	while (fgets(line, sizeof(line), trace)) {
		at = strstr(line, "policy: ");
		if (!at)
			continue;
		number = strtol(at + strlen("policy: "), NULL, 16);
		if (number < 0 || number >= NUMBERS)
			continue;
		if (records->counts[number] < 255)
			records->counts[number]++;
		at = strstr(line, " [");
		if (at && atoi(at + 2) < 64)
			records->cpus[atoi(at + 2)] = true;
	}
	fclose(trace);
	return 0;
}

/* Both parents; 0 for one that has ended. A parent waits for the other end of its pipe. */
struct family {
	pid_t parents[2];
	int pipes[2][2];
};

FIXTURE(pid_filter)
{
	struct family family;
};

FIXTURE_SETUP(pid_filter)
{
	int i;

	ASSERT_EQ(0, mkdir(INSTANCE, 0755));
	ASSERT_EQ(0, write_file(INSTANCE, "options/event-fork", "1"));
	ASSERT_EQ(0, write_file(INSTANCE, "buffer_size_kb", "4096"));
	for (i = 0; i < 2; i++) {
		ASSERT_EQ(0, pipe(self->family.pipes[i]));
		self->family.parents[i] = fork();
		ASSERT_LE(0, self->family.parents[i]);
		if (!self->family.parents[i])
			run_parent(i, self->family.pipes[i][0]);
	}
}

FIXTURE_TEARDOWN(pid_filter)
{
	int i;

	for (i = 0; i < 2; i++)
		if (self->family.parents[i] > 0)
			kill(self->family.parents[i], SIGKILL);
	reap();
	EXPECT_EQ(0, rmdir(INSTANCE));
}

/* Let both parents run at the same time, each with @n children. */
static void run_parents(struct __test_metadata *_metadata, struct family *family, int n)
{
	int i, status;

	ASSERT_EQ(0, write_file(INSTANCE, "events/" QUIET "/enable", "1"));
	for (i = 0; i < 2; i++)
		ASSERT_EQ((ssize_t)sizeof(n), write(family->pipes[i][1], &n, sizeof(n)));
	for (i = 0; i < 2; i++) {
		ASSERT_EQ(family->parents[i], waitpid(family->parents[i], &status, 0));
		family->parents[i] = 0;
		ASSERT_EQ(0, status);
	}
	ASSERT_EQ(0, write_file(INSTANCE, "events/" QUIET "/enable", "0"));
}

static int expected_count(const struct expected *expected, int number, int n)
{
	int child = number % (2 * CHILDREN), parent = child / CHILDREN;

	if (number >= PARENT(0))
		return expected->parents[number - PARENT(0)];
	if (child % CHILDREN >= n || (number >= GRANDCHILD(0) && child % 4))
		return 0;
	return expected->descendants[parent] ? 2 : 0;
}

/* Check what an instance has recorded of parents with @n children each. */
static void check_records(struct __test_metadata *_metadata, const char *instance, int n,
			  const struct expected *expected)
{
	static struct records records;
	int i, want, wrong = 0;

	ASSERT_EQ(0, count_records(instance, &records));
	for (i = 0; i < NUMBERS; i++) {
		want = expected_count(expected, i, n);
		if (records.counts[i] != want && ++wrong < 10)
			TH_LOG("number %d was recorded %d times, not %d", i, records.counts[i],
			       want);
	}
	EXPECT_EQ(0, wrong);
	/* Each CPU has run some of the children. */
	for (i = 0; i < n_cpus() && (expected->descendants[0] || expected->descendants[1]); i++)
		EXPECT_TRUE(records.cpus[i]);
}

TEST_F(pid_filter, descendants_of_a_listed_task_are_recorded)
{
	const struct expected expected = { .parents = { true }, .descendants = { true } };

	ASSERT_EQ(0, write_pids(INSTANCE, "set_event_pid", self->family.parents[0], 0));
	run_parents(_metadata, &self->family, CHILDREN);
	check_records(_metadata, INSTANCE, CHILDREN, &expected);
}

TEST_F(pid_filter, descendants_of_an_excluded_task_are_not_recorded)
{
	const struct expected expected = {
		.parents = { false, true }, .descendants = { false, true },
	};

	ASSERT_EQ(0, write_pids(INSTANCE, "set_event_notrace_pid", self->family.parents[0], 0));
	run_parents(_metadata, &self->family, CHILDREN);
	check_records(_metadata, INSTANCE, CHILDREN, &expected);
}

TEST_F(pid_filter, excluded_task_is_not_recorded_even_if_it_is_listed)
{
	const pid_t *parents = self->family.parents;
	const struct expected expected = { .parents = { true }, .descendants = { true } };

	ASSERT_EQ(0, write_pids(INSTANCE, "set_event_pid", parents[0], parents[1]));
	ASSERT_EQ(0, write_pids(INSTANCE, "set_event_notrace_pid", parents[1], 0));
	run_parents(_metadata, &self->family, 200);
	check_records(_metadata, INSTANCE, 200, &expected);
}

TEST_F(pid_filter, listed_task_alone_without_event_fork)
{
	const struct expected expected = { .parents = { true } };

	ASSERT_EQ(0, write_file(INSTANCE, "options/event-fork", "0"));
	ASSERT_EQ(0, write_pids(INSTANCE, "set_event_pid", self->family.parents[0], 0));
	run_parents(_metadata, &self->family, 200);
	check_records(_metadata, INSTANCE, 200, &expected);
}

TEST_F(pid_filter, excluded_task_alone_without_event_fork)
{
	const struct expected expected = {
		.parents = { false, true }, .descendants = { true, true },
	};

	ASSERT_EQ(0, write_file(INSTANCE, "options/event-fork", "0"));
	ASSERT_EQ(0, write_pids(INSTANCE, "set_event_notrace_pid", self->family.parents[0], 0));
	run_parents(_metadata, &self->family, 200);
	check_records(_metadata, INSTANCE, 200, &expected);
}

/* One instance records the first parent and its descendants, the other one all other tasks. */
TEST_F(pid_filter, instances_have_lists_of_their_own)
{
	const pid_t *parents = self->family.parents;
	const struct expected first = { .parents = { true }, .descendants = { true } };
	const struct expected others = {
		.parents = { false, true }, .descendants = { false, true },
	};

	ASSERT_EQ(0, mkdir(OTHER_INSTANCE, 0755));
	EXPECT_EQ(0, write_file(OTHER_INSTANCE, "options/event-fork", "1"));
	EXPECT_EQ(0, write_pids(INSTANCE, "set_event_pid", parents[0], 0));
	EXPECT_EQ(0, write_pids(OTHER_INSTANCE, "set_event_notrace_pid", parents[0], 0));
	EXPECT_EQ(0, write_file(OTHER_INSTANCE, "events/" QUIET "/enable", "1"));
	run_parents(_metadata, &self->family, 500);
	check_records(_metadata, INSTANCE, 500, &first);
	check_records(_metadata, OTHER_INSTANCE, 500, &others);
	EXPECT_EQ(0, rmdir(OTHER_INSTANCE));
}

/* Tasks that have ended leave the list. An empty list is still a list: nothing is recorded. */
TEST_F(pid_filter, list_follows_its_tasks)
{
	const struct expected expected = { .parents = { true }, .descendants = { true } };
	char list[4096], first[16];
	int i, len;

	ASSERT_EQ(0, write_pids(INSTANCE, "set_event_pid", self->family.parents[0], 0));
	snprintf(first, sizeof(first), "%d\n", self->family.parents[0]);
	ASSERT_LT(0, read_file(INSTANCE, "set_event_pid", list, sizeof(list)));
	EXPECT_STREQ(first, list);
	run_parents(_metadata, &self->family, 200);

	/* A task leaves the list when the kernel frees it, some time after it was waited for. */
	for (i = 0; i < 3000; i++) {
		len = read_file(INSTANCE, "set_event_pid", list, sizeof(list));
		if (!len)
			break;
		usleep(10000);
	}
	EXPECT_EQ(0, len);
	EXPECT_EQ(0, write_file(INSTANCE, "events/" QUIET "/enable", "1"));
	fire(PARENT(1));
	EXPECT_EQ(0, write_file(INSTANCE, "events/" QUIET "/enable", "0"));
	check_records(_metadata, INSTANCE, 200, &expected);
}

TEST_HARNESS_MAIN
