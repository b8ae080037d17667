// SPDX-License-Identifier: GPL-2.0
/*
 * The memory of events and of registered bits is charged to the memory cgroup of the process that
 * registers them. The limit of the cgroup is the only limit of their number.
 */
#define _GNU_SOURCE
#include <sys/mount.h>
#include <sys/prctl.h>

#include "kselftest_harness.h"
#include "fault_injection.h"
#include "user_events_test.h"

#define TEXT		"t u32 a"
#define KB		1024
#define MB		(1024 * KB)

/*
 * The kernel charges pages in advance, 64 for each CPU, and counts them in memory.current. Tests
 * use much more memory.
 */
#define IMPRECISION	(600 * KB)

#define WORDS		512
#define BITS		(32 * WORDS)

/* Fields of an event whose definition is almost as long as allowed, and number of such events */
#define FIELDS		250
#define EVENTS		300

/* More bits than fit into the limit */
#define LIMIT		"8M"
#define TOO_MANY	(8 * MB / 64 * 2)

/*
 * Bits whose copies delay a fork() above memory.high by some seconds: the kernel delays a process
 * by up to two seconds for each 64 pages that it is charged.
 */
#define SLOW_BITS	16384

/* Forks during which other processes are watched */
#define SLOW_FORKS	3

/*
 * Processes whose cgroup is full, and pages of each of them that are shared since a fork: more than
 * are charged in advance.
 */
#define FULL		5
#define SHARED_PAGES	200

FIXTURE(memory)
{
	char root[32], group[64];
	int fd, *words;
	bool mounted;
};

/* Return: the path of a file of the cgroup. */
static const char *group_file(const FIXTURE_DATA(memory) *self, const char *name)
{
	static char path[128];

	snprintf(path, sizeof(path), "%s/%s", self->group, name);
	return path;
}

static long charged(const FIXTURE_DATA(memory) *self)
{
	return atol(file_read(group_file(self, "memory.current")));
}

static bool cgroup_make(FIXTURE_DATA(memory) *self)
{
	char path[64];

	snprintf(self->root, sizeof(self->root), "/tmp/cgroup-%d", getpid());
	if (mkdir(self->root, 0755) || mount("none", self->root, "cgroup2", 0, NULL))
		return false;
	self->mounted = true;
	snprintf(path, sizeof(path), "%s/cgroup.subtree_control", self->root);
	snprintf(self->group, sizeof(self->group), "%s/user-events", self->root);
	return !file_write(path, "+memory") && !mkdir(self->group, 0755);
}

static int cgroup_join(const char *group)
{
	char path[128];

	snprintf(path, sizeof(path), "%s/cgroup.procs", group);
	return file_write(path, "0");
}

static void cgroup_remove(FIXTURE_DATA(memory) *self)
{
	cgroup_join(self->root);
	if (self->group[0])
		rmdir(self->group);
	if (self->mounted)
		umount(self->root);
	rmdir(self->root);
}

FIXTURE_SETUP(memory)
{
	PREPARE(return);
	if (!strstr(file_read_if_any("/proc/cgroups"), "\nmemory\t"))
		SKIP(return, "no memory cgroups here (CONFIG_MEMCG)");
	if (!cgroup_make(self)) {
		cgroup_remove(self);
		ASSERT_TRUE(false)
			TH_LOG("the cgroup cannot be made");
	}
	self->words = pages_make(WORDS * sizeof(int) / sysconf(_SC_PAGESIZE) + 1, MAP_PRIVATE);
	ASSERT_NE(NULL, self->words);
	self->fd = data_open();
	ASSERT_LE(0, self->fd);
}

FIXTURE_TEARDOWN(memory)
{
	unregister_all(self->fd, self->words, WORDS);
	close(self->fd);
	file_truncate(DYNAMIC_FILE);
	EXPECT_TRUE(FINALLY(!events_active()))
		TH_LOG("left:\n%s", file_read(STATUS_FILE));
	cgroup_remove(self);
}

TEST_F(memory, bits_are_charged)
{
	long before, with, after;
	int i;

	ASSERT_EQ(0, cgroup_join(self->group));
	ASSERT_EQ(0, event_register(self->fd, TEXT, &self->words[0]));
	before = charged(self);
	for (i = 1; i < BITS; i++)
		ASSERT_EQ(0, event_register_bit(self->fd, TEXT, &self->words[i / 32], i % 32));
	with = charged(self);
	/* For each bit, the kernel keeps at least its address, its number and its event. */
	EXPECT_LT(before + BITS * 64L - IMPRECISION, with);
	for (i = 1; i < BITS; i++)
		ASSERT_EQ(0, event_unregister(self->fd, &self->words[i / 32], i % 32));
	EXPECT_TRUE(FINALLY((after = charged(self)) < before + IMPRECISION))
		TH_LOG("bytes before, with all bits and after: %ld, %ld, %ld", before, with, after);
}

/* Write the definition of an event with many fields. Return: its length. */
static int define(char *text, int number)
{
	int len = sprintf(text, "t%d", number), i;

	for (i = 0; i < FIELDS; i++)
		len += sprintf(text + len, "%s u32 field%d", i ? ";" : "", i);
	return len;
}

TEST_F(memory, events_are_charged)
{
	long before, with, after;
	char text[4096];
	int i, len = 0;

	ASSERT_EQ(0, cgroup_join(self->group));
	before = charged(self);
	for (i = 0; i < EVENTS; i++) {
		len = define(text, i);
		ASSERT_LE(0, event_register(self->fd, text, &self->words[i]));
	}
	with = charged(self);
	/* The kernel keeps each definition, the format that it derives from it, and each field. */
	EXPECT_LT(before + EVENTS * (2L * len + FIELDS * 48L) - IMPRECISION, with);
	for (i = 0; i < EVENTS; i++)
		ASSERT_EQ(0, event_unregister(self->fd, &self->words[i], 0));
	close(self->fd);
	self->fd = data_open();
	ASSERT_TRUE(FINALLY(!events_active()));
	EXPECT_TRUE(FINALLY((after = charged(self)) < before + IMPRECISION))
		TH_LOG("bytes before, with all events and after: %ld, %ld, %ld", before, with,
		       after);
}

/* Register bits until the process is killed. Exit if a call fails, or after TOO_MANY bits. */
static void register_too_many(const char *group, int fd)
{
	int *words = pages_make(TOO_MANY / 8 / sysconf(_SC_PAGESIZE), MAP_PRIVATE), ret, i;

	ret = words ? cgroup_join(group) : -ENOMEM;
	for (i = 0; !ret && i < TOO_MANY; i++)
		ret = event_register_bit(fd, TEXT, &words[i / 32], i % 32);
	_exit(-ret);
}

TEST_F(memory, limit_ends_a_process_with_too_many_bits)
{
	int status, word = 0;
	pid_t pid;

	ASSERT_EQ(0, file_write(group_file(self, "memory.max"), LIMIT));
	pid = fork();
	if (!pid)
		register_too_many(self->group, self->fd);
	ASSERT_EQ(pid, waitpid(pid, &status, 0));
	EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
		TH_LOG("status %x", status);
	EXPECT_NE(NULL, strstr(file_read(group_file(self, "memory.events")), "oom_kill 1\n"));
	/* All is freed with the process. Others can register. */
	EXPECT_TRUE(FINALLY(charged(self) < IMPRECISION));
	EXPECT_EQ(0, event_register(self->fd, TEXT, &word));
	EXPECT_EQ(0, event_switch("t", true));
	EXPECT_EQ(1, word);
	EXPECT_EQ(0, event_switch("t", false));
	EXPECT_EQ(0, event_unregister(self->fd, &word, 0));
}

/* State of the process that forks: number of forks, and ms of the slowest fork. */
struct slow {
	int forks, slowest;
};

/* Register bits, limit the cgroup to less memory than it uses, and fork SLOW_FORKS times. */
static void fork_above_high(const FIXTURE_DATA(memory) *self, struct slow *slow)
{
	int *words = pages_make(SLOW_BITS / 8 / sysconf(_SC_PAGESIZE) + 1, MAP_PRIVATE);
	int i, ret, ms;
	pid_t pid = 0;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	ret = words ? cgroup_join(self->group) : -ENOMEM;
	for (i = 0; ret >= 0 && i < SLOW_BITS; i++)
		ret = event_register_bit(self->fd, TEXT, &words[i / 32], i % 32);
	if (ret < 0 || file_write(group_file(self, "memory.high"), "256K"))
		_exit(1);
	for (i = 0; i < SLOW_FORKS; i++) {
		ms = DURATION(pid = fork());
		if (pid <= 0)
			_exit(pid < 0);
		waitpid(pid, NULL, 0);
		if (ms > slow->slowest)
			tell(&slow->slowest, ms);
		count(&slow->forks);
	}
	_exit(0);
}

/* A process above memory.high is delayed. Others that register and enable an event are not. */
TEST_F_TIMEOUT(memory, delayed_process_delays_no_other, 300)
{
	struct slow *slow = pages_make(1, MAP_SHARED);
	int status = -1, ret = -1, word = 0;
	long ms, longest = 0;
	pid_t pid;

	ASSERT_NE(NULL, slow);
	pid = fork();
	if (!pid)
		fork_above_high(self, slow);
	while (!waitpid(pid, &status, WNOHANG)) {
		ms = DURATION({
			ret = event_register(self->fd, "o u32 a", &word);
			ret = ret < 0 ? ret : event_switch("o", true);
			ret = ret ?: event_switch("o", false);
			ret = ret ?: event_unregister(self->fd, &word, 0);
		});
		ASSERT_EQ(0, ret);
		longest = ms > longest ? ms : longest;
		usleep(20000);
	}
	ASSERT_EQ(0, status);
	EXPECT_EQ(SLOW_FORKS, seen(&slow->forks));
	/* Without a delay, the test shows nothing. */
	EXPECT_LT(2000, seen(&slow->slowest));
	EXPECT_GT(seen(&slow->slowest) / 2, longest)
		TH_LOG("ms of the slowest fork and of others: %d, %ld", seen(&slow->slowest),
		       longest);
}

/* A process with a bit in each of SHARED_PAGES pages, and a child outside of its cgroup. */
struct full {
	char group[64];
	pid_t pid;
	int ready;
};

static void share_pages(const FIXTURE_DATA(memory) *self, const char *text, struct full *full)
{
	const int step = sysconf(_SC_PAGESIZE) / sizeof(int);
	int *words = pages_make(SHARED_PAGES, MAP_PRIVATE);
	int i, ret;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	ret = words ? cgroup_join(full->group) : -ENOMEM;
	for (i = 0; ret >= 0 && i < SHARED_PAGES; i++)
		ret = event_register(self->fd, text, words + i * step);
	if (ret < 0)
		_exit(1);
	if (!fork()) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		tell(&full->ready, cgroup_join(self->root) ? -1 : 1);
	}
	for (;;)
		pause();
}

/* Let a process register bits, and then its cgroup be full. */
static bool fill_cgroup(const FIXTURE_DATA(memory) *self, const char *text, struct full *full,
			int number)
{
	const char *limit;
	char path[128];

	snprintf(full->group, sizeof(full->group), "%s/full-%d", self->root, number);
	if (mkdir(full->group, 0755))
		return false;
	full->pid = fork();
	if (!full->pid)
		share_pages(self, text, full);
	if (full->pid < 0 || !FINALLY(seen(&full->ready)) || full->ready < 0)
		return false;
	snprintf(path, sizeof(path), "%s/memory.current", full->group);
	limit = file_read(path);
	snprintf(path, sizeof(path), "%s/memory.max", full->group);
	return !file_write(path, limit);
}

static void full_end(struct full *full)
{
	if (full->pid > 0)
		killed(full->pid);
	FINALLY(!rmdir(full->group));
}

/*
 * Enabling an event writes its bits to pages that have to be copied. Each process whose cgroup is
 * full makes this slow. The time does not grow with their number.
 */
TEST_F_TIMEOUT(memory, full_cgroups_delay_enabling_once, 300)
{
	struct full *full = pages_make(1, MAP_SHARED);
	int i, ret = -1, other = -1;
	long one, many;

	ASSERT_NE(NULL, full);
	for (i = 0; i < FULL; i++)
		ASSERT_TRUE(fill_cgroup(self, i ? "t u32 a" : "o u32 a", &full[i], i));
	one = DURATION(other = event_switch("o", true));
	many = DURATION(ret = event_switch("t", true));
	for (i = 0; i < FULL; i++)
		full_end(&full[i]);
	ASSERT_EQ(0, other);
	ASSERT_EQ(0, ret);
	/* Without a delay, the test shows nothing. */
	EXPECT_LT(500, one);
	EXPECT_GT(2 * one, many)
		TH_LOG("ms for one full cgroup and for %d: %ld, %ld", FULL - 1, one, many);
	EXPECT_EQ(0, event_switch("o", false));
	EXPECT_EQ(0, event_switch("t", false));
}

TEST_HARNESS_MAIN
