// SPDX-License-Identifier: GPL-2.0
/*
 * Concurrent operations of threads and processes on the same events, files and words. Each result
 * must be one that some sequential order of the operations could have.
 */
#define _GNU_SOURCE
#include <pthread.h>

#include "kselftest_harness.h"
#include "fault_injection.h"
#include "user_events_test.h"

#define TEXT		"t u32 a"
#define THREADS		4
#define NAMES		6
#define RECORDS		10000	/* limit, because the whole trace is read */

FIXTURE(races)
{
	int fd, log, max, *word;
	struct toggler *toggler;
};

FIXTURE_SETUP(races)
{
	PREPARE(return);
	self->log = log_open();
	self->fd = data_open();
	ASSERT_LE(0, self->fd);
	self->word = pages_make(1, MAP_PRIVATE);
	self->toggler = pages_make(1, MAP_SHARED);
	self->max = atoi(file_read(MAX_FILE));
}

FIXTURE_TEARDOWN(races)
{
	char max[16];

	snprintf(max, sizeof(max), "%d", self->max);
	EXPECT_EQ(0, file_write(MAX_FILE, max));
	file_write(TRACEFS "events/user_events/enable", "0");
	close(self->fd);
	file_truncate(DYNAMIC_FILE);
	EXPECT_TRUE(FINALLY(!events_active()))
		TH_LOG("left:\n%s", file_read(STATUS_FILE));
	EXPECT_STREQ("", log_complaint(self->log));
}

/* Arguments and result of a thread. */
struct thread {
	pthread_t id;
	int number, fd, wrong, *stop;
	void *data;
};

/* Start threads that run the same function with the same data. */
static void threads_start(struct __test_metadata *_metadata, struct thread *threads, int n,
			  void *(*what)(void *), int fd, void *data)
{
	int i;

	for (i = 0; i < n; i++) {
		threads[i] = (struct thread){ .number = i, .fd = fd, .data = data };
		ASSERT_EQ(0, pthread_create(&threads[i].id, NULL, what, &threads[i]));
	}
}

static void threads_end(struct __test_metadata *_metadata, struct thread *threads, int n)
{
	int i;

	for (i = 0; i < n; i++) {
		ASSERT_EQ(0, pthread_join(threads[i].id, NULL));
		EXPECT_EQ(0, threads[i].wrong);
	}
}

/* A word whose bits have several owners. */
struct shared_word {
	__u64 word, foreign;	/* foreign: expected value of the bits that belong to no event */
	int stop;
};

#define FOREIGN_BITS	0xffff0000ffff0000ULL

/* Half of the threads register bits of a 4-byte word, the others of an 8-byte word. */
static void *take_bits(void *arg)
{
	struct thread *thread = arg;
	struct shared_word *shared = thread->data;
	int size = thread->number % 2 ? 8 : 4, bit = thread->number + (size == 8 ? 32 : 0), i;

	for (i = 0; i < 100; i++) {
		thread->wrong += event_register_flags(thread->fd, TEXT, &shared->word, size,
						      bit, 0);
		if (i % 4 == 3)
			sched_yield();
		thread->wrong += event_unregister(thread->fd, &shared->word, bit);
	}
	thread->wrong += event_register_flags(thread->fd, TEXT, &shared->word, size, bit, 0);
	return NULL;
}

static void *flip_foreign_bits(void *arg)
{
	struct thread *thread = arg;
	struct shared_word *shared = thread->data;
	__u64 flip = 1;

	while (!seen(&shared->stop)) {
		flip = flip * 6364136223846793005ULL + 1442695040888963407ULL;
		shared->foreign ^= flip & FOREIGN_BITS;
		__atomic_xor_fetch(&shared->word, flip & FOREIGN_BITS, __ATOMIC_SEQ_CST);
	}
	return NULL;
}

TEST_F(races, bits_of_a_word)
{
	struct shared_word *shared = pages_make(1, MAP_PRIVATE);
	struct thread takers[THREADS], flipper;
	pid_t toggler;
	int i;

	ASSERT_EQ(0, event_register(self->fd, TEXT, self->word));
	toggler = toggle_start(self->toggler, "t");
	threads_start(_metadata, &flipper, 1, flip_foreign_bits, -1, shared);
	threads_start(_metadata, takers, THREADS, take_bits, self->fd, shared);
	threads_end(_metadata, takers, THREADS);
	EXPECT_TRUE(toggle_end(self->toggler, toggler));
	ASSERT_EQ(0, event_switch("t", true));
	EXPECT_TRUE(EVENTUALLY((__atomic_load_n(&shared->word, __ATOMIC_SEQ_CST) &
				~FOREIGN_BITS) == 0xa00000005));
	tell(&shared->stop, 1);
	threads_end(_metadata, &flipper, 1);
	EXPECT_EQ(shared->foreign | 0xa00000005, shared->word);
	ASSERT_EQ(0, event_switch("t", false));
	EXPECT_TRUE(EVENTUALLY(__atomic_load_n(&shared->word, __ATOMIC_SEQ_CST) ==
			       shared->foreign));
	EXPECT_EQ(0, event_unregister(self->fd, self->word, 0));
	for (i = 0; i < 64; i++)
		EXPECT_EQ(0xa00000005 & 1ULL << i ? 0 : -ENOENT,
			  event_unregister(self->fd, &shared->word, i));
}

/* Events registered through one file, with their words and write indexes. */
struct shared_file {
	int words[THREADS][NAMES], index[NAMES], stop, written;
};

static int index_of(struct shared_file *file, int name)
{
	return __atomic_load_n(&file->index[name], __ATOMIC_SEQ_CST);
}

/* All threads must get the same index for an event. */
static void *register_in_file(void *arg)
{
	struct thread *thread = arg;
	struct shared_file *file = thread->data;
	char text[] = "t0 u32 a";
	int i;

	for (i = 0; i < 60; i++) {
		int name = i * (thread->number + 1) % NAMES, none = -1, index;
		int *word = &file->words[thread->number][name];

		text[1] = '0' + name;
		index = event_register(thread->fd, text, word);
		if (index < 0 || index >= NAMES)
			thread->wrong++;
		else if (!__atomic_compare_exchange_n(&file->index[name], &none, index, false,
						      __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
			thread->wrong += none != index;
		thread->wrong += !!event_unregister(thread->fd, word, 0);
	}
	return NULL;
}

/* Write records with the number of their event, and count the accepted ones. */
static void *write_to_file(void *arg)
{
	struct thread *thread = arg;
	struct shared_file *file = thread->data;
	int i;

	for (i = 0; !seen(&file->stop); i++) {
		__u32 record[] = { index_of(file, i % NAMES), i % NAMES };
		int ret;

		if (seen(&file->written) >= RECORDS - 1) {
			usleep(500);
			continue;
		}
		ret = result(write(thread->fd, record, sizeof(record)));
		if (ret == sizeof(record))
			count(&file->written);
		else
			thread->wrong += ret != ((int)record[0] < 0 ? -EINVAL : -EBADF);
		if (i % NAMES == 0)
			usleep(500);
	}
	return NULL;
}

/* Write through a duplicate of the file descriptor, with an index that is not used. */
static void *open_and_close(void *arg)
{
	struct thread *thread = arg;
	struct shared_file *file = thread->data;
	__u32 record[] = { NAMES, 0 };

	while (!seen(&file->stop)) {
		int fd = dup(thread->fd);

		thread->wrong += write(fd, record, sizeof(record)) != -1 || errno != ENOENT;
		thread->wrong += close(fd);
		usleep(100);
	}
	return NULL;
}

/* Return: number of records in the trace. Each must have its event's number as value. */
static int records_shown(struct __test_metadata *_metadata)
{
	static char text[1 << 20];
	int fd = open(TRACE_FILE, O_RDONLY), len = 0, ret, n = 0, name, value;
	char *line, *at, *next = text;

	do {
		ret = read(fd, text + len, sizeof(text) - 1 - len);
		len += ret > 0 ? ret : 0;
	} while (ret > 0);
	close(fd);
	text[len] = '\0';
	for (line = strsep(&next, "\n"); line; line = strsep(&next, "\n")) {
		at = strstr(line, ": t");
		if (!at || *line == '#')
			continue;
		EXPECT_EQ(2, sscanf(at, ": t%d: a=%x", &name, &value))
			TH_LOG("%s", line);
		EXPECT_EQ(name, value);
		n++;
	}
	return n;
}

TEST_F(races, events_of_a_file)
{
	struct shared_file *file = pages_make(1, MAP_PRIVATE);
	struct thread registering[THREADS], writing[2], closing;
	int before, i, j;

	memset(file->index, 0xff, sizeof(file->index));
	threads_start(_metadata, writing, 2, write_to_file, self->fd, file);
	threads_start(_metadata, &closing, 1, open_and_close, self->fd, file);
	threads_start(_metadata, registering, THREADS, register_in_file, self->fd, file);
	for (i = 0; i < 10; i++) {
		file_write(TRACEFS "events/user_events/enable", "1");
		usleep(2000);
		file_write(TRACEFS "events/user_events/enable", "0");
	}
	threads_end(_metadata, registering, THREADS);
	before = seen(&file->written);
	EXPECT_EQ(0, file_write(TRACEFS "events/user_events/enable", "1"));
	EXPECT_TRUE(EVENTUALLY(seen(&file->written) > before || before >= RECORDS - 1));
	tell(&file->stop, 1);
	threads_end(_metadata, writing, 2);
	threads_end(_metadata, &closing, 1);

	for (i = 0; i < NAMES; i++)
		for (j = 0; j < i; j++)
			EXPECT_NE(file->index[i], file->index[j]);
	EXPECT_EQ(NAMES, events_active());
	EXPECT_LT(0, file->written);
	EXPECT_EQ(file->written, records_shown(_metadata));
}

/* Register events, some of them persistent, while other threads delete them. */
static void *make_events(void *arg)
{
	struct thread *thread = arg;
	char text[] = "t0 u32 a";
	int i, word = 0;

	for (i = 0; i < 60; i++) {
		int flags = i % 3 ? 0 : USER_EVENT_REG_PERSIST, fd = data_open();

		text[1] = '0' + i % NAMES;
		thread->wrong += !!event_register_flags(fd, text, &word, 4, 0, flags);
		thread->wrong += !!event_unregister(fd, &word, 0);
		thread->wrong += !!close(fd);
	}
	return NULL;
}

static void *delete_events(void *arg)
{
	struct thread *thread = arg;
	int *stop = thread->data, i;
	char text[] = "t0";

	for (i = 0; !seen(stop); i++) {
		int ret;

		text[1] = '0' + i % NAMES;
		ret = event_delete(thread->fd, text);
		thread->wrong += ret && ret != -EBUSY && ret != -ENOENT;
	}
	return NULL;
}

TEST_F(races, create_and_delete)
{
	struct thread making[THREADS], deleting[2];
	char text[] = "t0";
	int stop = 0, i;

	threads_start(_metadata, deleting, 2, delete_events, self->fd, &stop);
	threads_start(_metadata, making, THREADS, make_events, -1, NULL);
	threads_end(_metadata, making, THREADS);
	tell(&stop, 1);
	threads_end(_metadata, deleting, 2);

	/* All events are unused now. */
	for (i = 0; i < NAMES; i++) {
		int ret;

		text[1] = '0' + i;
		ret = event_delete(self->fd, text);
		EXPECT_TRUE(!ret || ret == -ENOENT)
			TH_LOG("%s: %d", text, ret);
	}
	EXPECT_EQ(0, events_active());
}

/* An operation that several threads perform at the same time. */
struct once {
	pthread_barrier_t barrier;
	int word, rounds, done[200], refused[200];
};

static void *unregister_once(void *arg)
{
	struct thread *thread = arg;
	struct once *once = thread->data;
	int i;

	for (i = 0; i < once->rounds; i++) {
		int ret;

		if (!thread->number)
			thread->wrong += !!event_register(thread->fd, TEXT, &once->word);
		pthread_barrier_wait(&once->barrier);
		ret = event_unregister(thread->fd, &once->word, 0);
		count(ret == -ENOENT ? &once->refused[i] : &once->done[i]);
		thread->wrong += ret && ret != -ENOENT;
		pthread_barrier_wait(&once->barrier);
	}
	return NULL;
}

static void *register_once(void *arg)
{
	struct thread *thread = arg;
	struct once *once = thread->data;
	int i;

	for (i = 0; i < once->rounds; i++) {
		int ret;

		pthread_barrier_wait(&once->barrier);
		ret = event_register(thread->fd, TEXT, &once->word);
		count(ret == -EADDRINUSE ? &once->refused[i] : &once->done[i]);
		thread->wrong += ret && ret != -EADDRINUSE;
		pthread_barrier_wait(&once->barrier);
		if (!thread->number)
			thread->wrong += !!event_unregister(thread->fd, &once->word, 0);
	}
	return NULL;
}

/* Check that exactly one of three threads succeeds in each round. */
static void expect_once(struct __test_metadata *_metadata, void *(*what)(void *), int fd)
{
	static struct once once;
	struct thread threads[3];
	int i;

	memset(&once, 0, sizeof(once));
	once.rounds = ARRAY_SIZE(once.done);
	ASSERT_EQ(0, pthread_barrier_init(&once.barrier, NULL, 3));
	threads_start(_metadata, threads, 3, what, fd, &once);
	threads_end(_metadata, threads, 3);
	for (i = 0; i < once.rounds; i++) {
		EXPECT_EQ(1, once.done[i]);
		EXPECT_EQ(2, once.refused[i]);
	}
}

TEST_F(races, concurrent_unregister_succeeds_once)
{
	expect_once(_metadata, unregister_once, self->fd);
}

TEST_F(races, concurrent_register_succeeds_once)
{
	expect_once(_metadata, register_once, self->fd);
}

/* The number of events is limited for all processes together. */
TEST_F(races, limit)
{
	const int max = 10;
	int *made = pages_make(1, MAP_SHARED), fd, i, j;
	pid_t pids[4];

	/* Removed events count as long as their records can be read: those of other tests. */
	ASSERT_EQ(0, file_truncate(TRACE_FILE));
	ASSERT_EQ(0, file_write(MAX_FILE, "10"));
	for (i = 0; i < 4; i++) {
		pids[i] = fork();
		if (pids[i])
			continue;
		fd = data_open();
		for (j = 0; j < 6; j++) {
			char text[16];
			int ret;

			snprintf(text, sizeof(text), "t%d%d", i, j);
			ret = event_register_flags(fd, text, self->word, 4, j,
						   USER_EVENT_REG_PERSIST);
			count(ret < 0 ? &made[1] : &made[0]);
			if (ret < 0 && ret != -EMFILE)
				count(&made[2]);
		}
		_exit(0);
	}
	for (i = 0; i < 4; i++)
		EXPECT_TRUE(child_end(pids[i], -1));
	EXPECT_EQ(max, made[0]);
	EXPECT_EQ(4 * 6 - max, made[1]);
	EXPECT_EQ(0, made[2]);
	EXPECT_EQ(max, events_active());

	/* Deleting one event makes room for one. */
	for (i = 0; i < 3; i++) {
		char name[32], more[32];

		snprintf(more, sizeof(more), "u:more%d", i);
		EXPECT_EQ(-EMFILE, command(more));
		EXPECT_EQ(1, sscanf(file_read(DYNAMIC_FILE), "u:%31s", name));
		EXPECT_EQ(0, event_delete(self->fd, name));
		EXPECT_EQ(0, command(more));
		EXPECT_EQ(-EMFILE, command("u:yet_more"));
		EXPECT_EQ(max, events_active());
	}
}

/* Register an event by the status ABI. Return: its status bit, or a negative errno. */
static int register_status(int fd, const char *text)
{
	struct user_reg_status reg = {
		.size = sizeof(reg),
		.name_args = (uintptr_t)text,
	};
	int ret = result(ioctl(fd, DIAG_IOCSREG, &reg));

	return ret ? ret : (int)reg.status_bit;
}

static bool status_bit(const unsigned char *status, int bit)
{
	return __atomic_load_n(&status[bit / 8], __ATOMIC_SEQ_CST) & 1 << bit % 8;
}

/* Shared memory of the test and the process that reads the status bits. */
struct watch {
	int turn, answer, bits[NAMES], changed;
};

/* Report the events' status bits when asked, and count changes of other bits. */
static void watch(struct watch *watch)
{
	size_t size = sysconf(_SC_PAGESIZE), i;
	unsigned char *status = mmap(NULL, size, PROT_READ, MAP_SHARED,
				     open(STATUS_FILE, O_RDONLY), 0), mine[8192] = { 0 };
	int turn, n, answer;

	for (n = 0; n < NAMES; n++)
		mine[watch->bits[n] / 8] |= 1 << watch->bits[n] % 8;
	for (turn = 1; ; turn++) {
		while (seen(&watch->turn) < turn) {
			for (i = 0; i < 64; i++)
				watch->changed += !!(status[i] & ~mine[i]);
			usleep(100);
		}
		answer = 1 << NAMES;
		for (n = 0; n < NAMES; n++)
			answer |= status_bit(status, watch->bits[n]) << n;
		tell(&watch->answer, answer);
	}
}

TEST_F(races, watching_by_another_process)
{
	struct watch *shared = pages_make(1, MAP_SHARED);
	char text[] = "t0 u32 a", name[] = "t0";
	unsigned int random = 1;
	int on = 0, i, n;
	pid_t pid;

	for (n = 0; n < NAMES; n++) {
		text[1] = '0' + n;
		shared->bits[n] = register_status(self->fd, text);
		ASSERT_LT(0, shared->bits[n]);
	}
	pid = fork();
	if (!pid)
		watch(shared);
	for (i = 1; i <= 60; i++) {
		n = rand_r(&random) % NAMES;
		on ^= 1 << n;
		name[1] = '0' + n;
		EXPECT_EQ(0, event_switch(name, on & 1 << n));
		tell(&shared->turn, i);
		EXPECT_TRUE(EVENTUALLY(seen(&shared->answer)));
		EXPECT_EQ(on | 1 << NAMES, shared->answer);
		EXPECT_EQ(__builtin_popcount(on), events_busy());
		shared->answer = 0;
	}
	EXPECT_EQ(0, shared->changed);
	EXPECT_TRUE(killed(pid));
}

TEST_HARNESS_MAIN
