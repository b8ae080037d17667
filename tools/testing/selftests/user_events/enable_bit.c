// SPDX-License-Identifier: GPL-2.0
/*
 * The enable bit, which is set while the event has consumers: its position, when it changes, and
 * that no other bit changes.
 *
 * If the page is present, the bit is up to date when the system call that changed it returns. If
 * the page must be faulted in, the bit is written soon afterwards.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>

#include "user_events_test.h"

#define TEXT		"t u32 a"
#define HIST		"hist:keys=a"
#define INSTANCE	TRACEFS "instances/user_events_test"
#define PATTERN		0xa5c396f00f693c5aULL

FIXTURE(enable_bit)
{
	__u64 *around;	/* three words in a page; the bits are in the middle one */
	int *word, fd;
	size_t page;
	char *mem;	/* a page that has been written to */
};

FIXTURE_SETUP(enable_bit)
{
	PREPARE(return);
	self->fd = data_open();
	ASSERT_LE(0, self->fd);
	self->page = sysconf(_SC_PAGESIZE);
	self->around = mmap(NULL, self->page, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	ASSERT_NE(MAP_FAILED, self->around);
	/* The page is present. */
	self->around[0] = 0;
	self->word = (int *)&self->around[1];
	self->mem = mmap(NULL, self->page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			 -1, 0);
	ASSERT_NE(MAP_FAILED, self->mem);
	*self->mem = 0;
}

/* The test's process has ended. Nothing that it did may keep an event. */
FIXTURE_TEARDOWN_PARENT(enable_bit)
{
	rmdir(INSTANCE);
	EXPECT_TRUE(EVENTUALLY(nothing_left()));
}

/* Load a value that another process may change. */
static int seen(const int *word)
{
	return __atomic_load_n(word, __ATOMIC_RELAXED);
}

/*
 * Register and unregister each bit of a value of @size bytes, while the event is recorded and while
 * it is not. Only that bit may change.
 */
static void each_bit(struct __test_metadata *_metadata, int fd, void *addr, int size,
		     __u64 *around, bool recorded)
{
	int first = 8 * ((char *)addr - (char *)&around[1]), bit;
	__u64 before[3];

	EXPECT_EQ(0, event_switch("t", recorded));
	for (bit = 0; bit < 8 * size; bit++) {
		__u64 set = 1ULL << (first + bit);

		around[0] = PATTERN;
		around[1] = bit % 2 ? PATTERN : ~PATTERN;
		around[2] = ~PATTERN;
		memcpy(before, around, sizeof(before));

		/* The old value of the bit does not matter. */
		EXPECT_EQ(0, event_register_flags(fd, TEXT, addr, size, bit, 0));
		before[1] = recorded ? before[1] | set : before[1] & ~set;
		EXPECT_EQ(0, memcmp(before, around, sizeof(before)))
			TH_LOG("bit %d registered: %llx", bit, around[1]);
		EXPECT_EQ(0, event_unregister(fd, addr, bit));
		before[1] &= ~set;
		EXPECT_EQ(0, memcmp(before, around, sizeof(before)))
			TH_LOG("bit %d unregistered: %llx", bit, around[1]);
	}
}

/* Enabling the event changes all registered bits, here every second one. */
static void every_second_bit(struct __test_metadata *_metadata, int fd, void *addr, int size,
			     __u64 *around)
{
	int first = 8 * ((char *)addr - (char *)&around[1]), bit;
	__u64 before[3], set = 0;

	around[0] = PATTERN;
	around[1] = PATTERN;
	around[2] = ~PATTERN;
	for (bit = size / 4; bit < 8 * size; bit += 2) {
		set |= 1ULL << (first + bit);
		EXPECT_EQ(0, event_register_flags(fd, TEXT, addr, size, bit, 0));
	}
	memcpy(before, around, sizeof(before));
	before[1] = PATTERN | set;
	EXPECT_EQ(0, event_switch("t", true));
	EXPECT_EQ(0, memcmp(before, around, sizeof(before)))
		TH_LOG("on: %llx", around[1]);
	before[1] = PATTERN & ~set;
	EXPECT_EQ(0, event_switch("t", false));
	EXPECT_EQ(0, memcmp(before, around, sizeof(before)))
		TH_LOG("off: %llx", around[1]);
	for (bit = size / 4; bit < 8 * size; bit += 2)
		EXPECT_EQ(0, event_unregister(fd, addr, bit));
}

TEST_F(enable_bit, bits)
{
	char *addr = (char *)&self->around[1];

	ASSERT_EQ(0, command("u:" TEXT));
	each_bit(_metadata, self->fd, addr, 8, self->around, false);
	each_bit(_metadata, self->fd, addr, 8, self->around, true);
	each_bit(_metadata, self->fd, addr, 4, self->around, false);
	each_bit(_metadata, self->fd, addr, 4, self->around, true);
	each_bit(_metadata, self->fd, addr + 4, 4, self->around, false);
	each_bit(_metadata, self->fd, addr + 4, 4, self->around, true);
	EXPECT_EQ(0, event_switch("t", false));

	every_second_bit(_metadata, self->fd, addr, 8, self->around);
	every_second_bit(_metadata, self->fd, addr, 4, self->around);
	every_second_bit(_metadata, self->fd, addr + 4, 4, self->around);
}

TEST_F(enable_bit, many_words)
{
	const int n = 4096;
	int *words = mmap(NULL, n * sizeof(*words), PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), i, set = 0;

	ASSERT_NE(MAP_FAILED, words);
	for (i = 0; i < n; i++)
		ASSERT_EQ(0, event_register_bit(self->fd, TEXT, &words[i], i % 32));
	ASSERT_EQ(0, event_switch("t", true));
	for (i = 0; i < n; i++)
		set += seen(&words[i]) == 1 << i % 32;
	EXPECT_EQ(n, set);
	ASSERT_EQ(0, event_switch("t", false));
	for (i = 0; i < n; i++)
		set -= seen(&words[i]) == 0;
	EXPECT_EQ(0, set);
}

static bool all_are(const int *words, int n, int value)
{
	while (n--)
		if (seen(&words[n]) != value)
			return false;
	return true;
}

/* If a process is killed while it enables the event, all bits must agree with the enable file. */
TEST_F(enable_bit, bits_match_when_enabling_process_is_killed)
{
	const int n = 4096;
	int *words = mmap(NULL, n * sizeof(*words), PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), i, on;
	pid_t pid;

	ASSERT_NE(MAP_FAILED, words);
	for (i = 0; i < n; i++)
		ASSERT_EQ(0, event_register(self->fd, TEXT, &words[i]));
	for (i = 0; i < 50; i++) {
		pid = fork();
		if (!pid)
			for (on = 1;; on = !on)
				event_switch("t", on);
		/* Vary the time, so that the process is killed at different stages of a write. */
		usleep(1000 + 1777 * i);
		kill(pid, SIGKILL);
		ASSERT_EQ(pid, waitpid(pid, NULL, 0));
		on = atoi(file_read(EVENT_FILE("t", "enable")));
		EXPECT_TRUE(EVENTUALLY(all_are(words, n, on)))
			TH_LOG("killed after %d: not all are %d", i, on);
	}
}

TEST_F(enable_bit, registered_while_recorded)
{
	ASSERT_EQ(0, command("u:" TEXT));
	ASSERT_EQ(0, event_switch("t", true));
	ASSERT_EQ(0, event_register(self->fd, TEXT, self->word));
	EXPECT_EQ(1, *self->word);
	ASSERT_EQ(0, event_switch("t", false));
	EXPECT_EQ(0, *self->word);
}

TEST_F(enable_bit, each_event_has_its_bits)
{
	int i;

	for (i = 0; i < 4; i++) {
		char name[] = { 't', i ? '0' + i : '\0', '\0' };

		ASSERT_EQ(i, event_register_bit(self->fd, name, self->word, i));
	}
	ASSERT_EQ(0, event_switch("t2", true));
	EXPECT_EQ(1 << 2, *self->word);
	ASSERT_EQ(0, event_switch("t", true));
	EXPECT_EQ(1 << 2 | 1, *self->word);
	EXPECT_EQ(2, events_busy());
	EXPECT_STREQ("t # Used by ftrace", event_line(STATUS_FILE, "t"));
	EXPECT_STREQ("t1", event_line(STATUS_FILE, "t1"));
	ASSERT_EQ(0, event_switch("t2", false));
	EXPECT_EQ(1, *self->word);
	EXPECT_EQ(1, events_busy());
}

#define FIRST_TRIGGER	4

/* Consumers of the event: how to add and to remove them. */
static const struct {
	const char *path, *on, *off;
} recorders[] = {
	{ EVENT_FILE("t", "enable"), "1", "0" },
	{ TRACEFS "events/user_events/enable", "1", "0" },
	{ TRACEFS "set_event", "user_events:t", "!user_events:t" },
	{ INSTANCE "/events/user_events/t/enable", "1", "0" },
	{ EVENT_FILE("t", "trigger"), HIST, "!" HIST },
	{ EVENT_FILE("t", "trigger"), "traceoff", "!traceoff" },
	{ TRACEFS "events/sched/sched_switch/trigger",
	  "enable_event:user_events:t if prev_pid < -1", "!enable_event:user_events:t" },
};

TEST_F(enable_bit, each_consumer_sets_the_bit)
{
	unsigned int i;
	int perf;

	ASSERT_EQ(0, event_register(self->fd, TEXT, self->word));
	ASSERT_EQ(0, mkdir(INSTANCE, 0755));
	for (i = 0; i < ARRAY_SIZE(recorders); i++) {
		ASSERT_EQ(0, file_write(recorders[i].path, recorders[i].on))
			TH_LOG("%s: %s", recorders[i].path, recorders[i].on);
		EXPECT_EQ(1, *self->word)
			TH_LOG("%s: %s", recorders[i].path, recorders[i].on);
		EXPECT_STREQ("t # Used by ftrace", event_line(STATUS_FILE, "t"));
		ASSERT_EQ(0, file_write(recorders[i].path, recorders[i].off));
		EXPECT_EQ(0, *self->word)
			TH_LOG("%s: %s", recorders[i].path, recorders[i].off);
		EXPECT_STREQ("t", event_line(STATUS_FILE, "t"));
	}

	perf = perf_open("t", 0);
	ASSERT_LE(0, perf);
	EXPECT_EQ(1, *self->word);
	EXPECT_STREQ("t # Used by perf", event_line(STATUS_FILE, "t"));
	close(perf);
	EXPECT_EQ(0, *self->word);

	/* A filter alone is no consumer. */
	ASSERT_EQ(0, file_write(EVENT_FILE("t", "filter"), "a > 1"));
	EXPECT_EQ(0, *self->word);
	EXPECT_STREQ("t", event_line(STATUS_FILE, "t"));
}

TEST_F(enable_bit, set_until_last_consumer_leaves)
{
	unsigned int i;
	int perf;

	ASSERT_EQ(0, event_register(self->fd, TEXT, self->word));
	ASSERT_EQ(0, mkdir(INSTANCE, 0755));
	ASSERT_EQ(0, file_write(INSTANCE "/events/user_events/t/enable", "1"));
	perf = perf_open("t", 0);
	ASSERT_LE(0, perf);
	for (i = FIRST_TRIGGER; i < ARRAY_SIZE(recorders); i++)
		ASSERT_EQ(0, file_write(recorders[i].path, recorders[i].on));
	EXPECT_EQ(1, *self->word);
	EXPECT_EQ(1, events_busy());
	for (i = FIRST_TRIGGER; i < ARRAY_SIZE(recorders); i++) {
		ASSERT_EQ(0, file_write(recorders[i].path, recorders[i].off));
		EXPECT_EQ(1, *self->word);
	}
	EXPECT_STREQ("t # Used by ftrace perf", event_line(STATUS_FILE, "t"));
	close(perf);
	EXPECT_EQ(1, *self->word);
	EXPECT_STREQ("t # Used by ftrace", event_line(STATUS_FILE, "t"));

	/* Removing an instance removes its consumer. */
	ASSERT_EQ(0, rmdir(INSTANCE));
	EXPECT_EQ(0, *self->word);
	EXPECT_EQ(0, events_busy());
}

/*
 * Types of memory that a bit may be in. The file on ramfs represents files on disk file systems,
 * which programs map their data from: writing to such a page involves the file system.
 */
FIXTURE(memory)
{
	int fd, file, *word;
	size_t page;
};

FIXTURE_VARIANT(memory)
{
	bool file, on_ramfs;
	int flags;
};

FIXTURE_VARIANT_ADD(memory, private) { .flags = MAP_PRIVATE | MAP_ANONYMOUS };
FIXTURE_VARIANT_ADD(memory, shared) { .flags = MAP_SHARED | MAP_ANONYMOUS };
FIXTURE_VARIANT_ADD(memory, private_file) { .file = true, .flags = MAP_PRIVATE };
FIXTURE_VARIANT_ADD(memory, shared_file) { .file = true, .flags = MAP_SHARED };

FIXTURE_VARIANT_ADD(memory, private_file_on_ramfs)
{
	.file = true,
	.on_ramfs = true,
	.flags = MAP_PRIVATE,
};

FIXTURE_VARIANT_ADD(memory, shared_file_on_ramfs)
{
	.file = true,
	.on_ramfs = true,
	.flags = MAP_SHARED,
};

/* Open a file on a file system that is detached and exists until the file is closed. */
static int open_on_ramfs(void)
{
	char dir[] = "/tmp/user_events_XXXXXX", path[sizeof(dir) + sizeof("/file")];
	int fd = -1;

	if (!mkdtemp(dir))
		return -errno;
	if (!mount("none", dir, "ramfs", 0, NULL)) {
		snprintf(path, sizeof(path), "%s/file", dir);
		fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
		umount2(dir, MNT_DETACH);
	}
	rmdir(dir);
	return fd;
}

FIXTURE_SETUP(memory)
{
	PREPARE(return);
	self->fd = data_open();
	ASSERT_LE(0, self->fd);
	self->page = sysconf(_SC_PAGESIZE);
	self->file = -1;
	if (variant->file) {
		self->file = variant->on_ramfs ? open_on_ramfs() :
						 memfd_create("memory", MFD_CLOEXEC);
		ASSERT_LE(0, self->file);
		ASSERT_EQ(0, ftruncate(self->file, self->page));
	}
	self->word = mmap(NULL, self->page, PROT_READ | PROT_WRITE, variant->flags, self->file, 0);
	ASSERT_NE(MAP_FAILED, self->word);
}

FIXTURE_TEARDOWN_PARENT(memory)
{
	EXPECT_TRUE(EVENTUALLY(nothing_left()));
}

/* Check the word's value in the file, if the memory is mapped from one. */
static void expect_in_file(struct __test_metadata *_metadata, int file, int expected)
{
	int in_file = -1;

	if (file < 0)
		return;
	EXPECT_EQ(4, pread(file, &in_file, 4, 0));
	EXPECT_EQ(expected, in_file);
}

TEST_F(memory, bit_follows_the_event)
{
	/* The page has not been accessed yet. */
	ASSERT_EQ(0, event_register_bit(self->fd, TEXT, self->word, 4));
	ASSERT_EQ(0, event_switch("t", true));
	EXPECT_EQ(1 << 4, seen(self->word));
	expect_in_file(_metadata, self->file, variant->flags == MAP_SHARED ? 1 << 4 : 0);
	self->word[0] |= 1;
	ASSERT_EQ(0, event_switch("t", false));
	EXPECT_EQ(1, seen(self->word));
	EXPECT_EQ(0, seen(self->word + 1));
	ASSERT_EQ(0, event_switch("t", true));
	EXPECT_EQ(1 << 4 | 1, seen(self->word));
	ASSERT_EQ(0, event_unregister(self->fd, self->word, 4));
	EXPECT_EQ(1, seen(self->word));
}

/* The word is the last one of a page and of the mapping. */
TEST_F(memory, end_of_a_page)
{
	__u64 *last = (__u64 *)((char *)self->word + self->page) - 1;

	ASSERT_EQ(0, event_register_flags(self->fd, TEXT, last, 8, 63, 0));
	ASSERT_EQ(0, event_register_flags(self->fd, TEXT, (int *)last + 1, 4, 0, 0));
	ASSERT_EQ(0, event_switch("t", true));
	EXPECT_EQ(1ULL << 63 | 1ULL << 32, *last);
	ASSERT_EQ(0, event_switch("t", false));
	EXPECT_EQ(0, *last);
}

/* A dropped page is faulted in by the kernel. */
TEST_F(memory, discarded_page)
{
	ASSERT_EQ(0, event_register(self->fd, TEXT, self->word));
	ASSERT_EQ(0, madvise(self->word, self->page, MADV_DONTNEED));
	ASSERT_EQ(0, event_switch("t", true));
	EXPECT_TRUE(EVENTUALLY(seen(self->word) == 1));
	ASSERT_EQ(0, event_switch("t", false));
	EXPECT_EQ(0, seen(self->word));
	ASSERT_EQ(0, madvise(self->word, self->page, MADV_DONTNEED));
	ASSERT_EQ(0, event_switch("t", true));
	EXPECT_TRUE(EVENTUALLY(seen(self->word) == 1));
	ASSERT_EQ(0, madvise(self->word, self->page, MADV_DONTNEED));
	ASSERT_EQ(0, event_switch("t", false));
	EXPECT_TRUE(EVENTUALLY(seen(self->word) == 0));
}

/* The page was only read since it was dropped: a private mapping must be copied first. */
TEST_F(memory, page_that_was_only_read)
{
	ASSERT_EQ(0, event_register(self->fd, TEXT, self->word));
	ASSERT_EQ(0, madvise(self->word, self->page, MADV_DONTNEED));
	EXPECT_EQ(0, seen(self->word));
	ASSERT_EQ(0, event_switch("t", true));
	EXPECT_TRUE(EVENTUALLY(seen(self->word) == 1));
	expect_in_file(_metadata, self->file, variant->flags == MAP_SHARED ? 1 : 0);
	ASSERT_EQ(0, event_switch("t", false));
	EXPECT_EQ(0, seen(self->word));
}

/*
 * A bit that cannot be written is skipped. It is written again by the first change after it has
 * become writable. The stock kernel may miss that change, if it has not yet noticed that the
 * previous attempt failed.
 */
TEST_F(enable_bit, unmapped_memory)
{
	int *word = (int *)self->mem;

	ASSERT_EQ(0, event_register(self->fd, TEXT, word));
	ASSERT_EQ(0, event_register(self->fd, TEXT, self->word));
	ASSERT_EQ(0, munmap(word, self->page));

	/* The failure is not reported, and other bits are written. */
	EXPECT_EQ(0, event_switch("t", true));
	EXPECT_EQ(1, *self->word);
	EXPECT_EQ(0, event_switch("t", false));
	EXPECT_EQ(0, *self->word);

	ASSERT_EQ(word, mmap(word, self->page, PROT_READ | PROT_WRITE,
			     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0));
	EXPECT_EQ(0, event_switch("t", true));
	EXPECT_TRUE(EVENTUALLY(seen(word) == 1));
	EXPECT_EQ(0, event_switch("t", false));
	EXPECT_TRUE(EVENTUALLY(seen(word) == 0));
}

/*
 * Register a bit in a page of shared memory and drop the page. When the event is enabled, a work
 * writes the bit, after the bits of this process that were registered before and left to it.
 */
static int *marker_register(int fd, size_t page)
{
	int *marker = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (marker == MAP_FAILED || event_register(fd, TEXT, marker) ||
	    madvise(marker, page, MADV_REMOVE))
		give_up("marker", strerror(errno));
	return marker;
}

/*
 * A page of shared memory that was removed is a hole of a file, unlike a discarded one, and has
 * lost the other bits. The kernel leaves it to the work, which makes it present again.
 */
TEST_F(enable_bit, removed_page)
{
	int *word = marker_register(self->fd, self->page), i;
	unsigned char present;

	for (i = 0; i < 3; i++) {
		word[1] = 7;
		ASSERT_EQ(0, madvise(word, self->page, MADV_REMOVE));
		ASSERT_EQ(0, mincore(word, self->page, &present));
		EXPECT_EQ(0, present & 1);
		EXPECT_EQ(0, event_switch("t", true));
		/* The process does not access the page before the kernel has written the bit. */
		EXPECT_TRUE(EVENTUALLY(!mincore(word, self->page, &present) && present & 1));
		EXPECT_TRUE(EVENTUALLY(seen(word) == 1));
		EXPECT_EQ(0, word[1]);
		EXPECT_EQ(0, event_switch("t", false));
		EXPECT_TRUE(EVENTUALLY(seen(word) == 0));
	}
}

TEST_F(enable_bit, read_only_memory)
{
	int *word = (int *)self->mem, *marker;

	ASSERT_EQ(0, event_register(self->fd, TEXT, word));
	ASSERT_EQ(0, mprotect(word, self->page, PROT_READ));
	marker = marker_register(self->fd, self->page);
	EXPECT_EQ(0, event_switch("t", true));
	EXPECT_TRUE(EVENTUALLY(seen(marker) == 1));
	EXPECT_EQ(0, seen(word));
	EXPECT_EQ(0, event_switch("t", false));
	ASSERT_EQ(0, mprotect(word, self->page, PROT_READ | PROT_WRITE));
	EXPECT_EQ(0, event_switch("t", true));
	EXPECT_TRUE(EVENTUALLY(seen(word) == 1));
}

static void *map_at(void *addr, size_t size, int flags, int file)
{
	return mmap(addr, size, PROT_READ | PROT_WRITE, MAP_FIXED | flags, file, 0);
}

/*
 * Secret memory is accessible for the process, but not for the kernel. The bit is skipped after
 * some attempts.
 */
TEST_F(enable_bit, secret_memory)
{
	int file = syscall(SYS_memfd_secret, 0), *word = (int *)self->mem, *marker;

	if (file < 0)
		SKIP(return, "no secret memory here");
	ASSERT_EQ(0, ftruncate(file, self->page));
	ASSERT_EQ(0, event_register(self->fd, TEXT, word));
	ASSERT_EQ(0, event_register(self->fd, TEXT, self->word));
	marker = marker_register(self->fd, self->page);
	ASSERT_EQ(word, map_at(word, self->page, MAP_SHARED, file));
	EXPECT_EQ(0, event_switch("t", true));
	EXPECT_EQ(1, seen(self->word));
	EXPECT_TRUE(EVENTUALLY(seen(marker) == 1));
	EXPECT_EQ(0, seen(word));
	ASSERT_EQ(word, map_at(word, self->page, MAP_PRIVATE | MAP_ANONYMOUS, -1));
	/* The next change tries again. */
	EXPECT_EQ(0, event_switch("t", false));
	EXPECT_EQ(0, event_switch("t", true));
	EXPECT_TRUE(EVENTUALLY(seen(word) == 1));
	EXPECT_EQ(0, event_unregister(self->fd, word, 0));
	EXPECT_EQ(0, event_switch("t", false));
	EXPECT_EQ(0, seen(self->word));
	close(file);
}

/* The registration is for an address, not for the page that was there. */
TEST_F(enable_bit, moved_memory)
{
	int *word = (int *)self->mem, *moved;

	ASSERT_EQ(0, event_register(self->fd, TEXT, word));
	moved = mmap(NULL, self->page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	ASSERT_NE(MAP_FAILED, moved);
	ASSERT_EQ(moved, mremap(word, self->page, self->page, MREMAP_MAYMOVE | MREMAP_FIXED,
				moved));
	ASSERT_EQ(word, mmap(word, self->page, PROT_READ | PROT_WRITE,
			     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0));
	ASSERT_EQ(0, event_switch("t", true));
	EXPECT_TRUE(EVENTUALLY(seen(word) == 1));
	EXPECT_EQ(0, seen(moved));
}

/* Arguments and result of a thread that registers the event. */
struct thread {
	int fd, *word, ret;
};

static void *registers(void *arg)
{
	struct thread *thread = arg;

	thread->ret = event_register(thread->fd, TEXT, thread->word);
	return NULL;
}

static void expect_follows(struct __test_metadata *_metadata, const int *word, const char *who)
{
	int i;

	for (i = 0; i < 2; i++) {
		EXPECT_EQ(0, event_switch("t", true));
		EXPECT_TRUE(EVENTUALLY(seen(word) == 1))
			TH_LOG("%s", who);
		EXPECT_EQ(0, event_switch("t", false));
		EXPECT_TRUE(EVENTUALLY(seen(word) == 0))
			TH_LOG("%s", who);
	}
}

/*
 * A registration belongs to the memory, not to the thread. In the stock kernel, the registrations
 * of the first registering thread of a process end with that thread.
 */
TEST_F(enable_bit, thread_that_registered_exits)
{
	struct thread thread = { .fd = self->fd, .word = self->word };
	pthread_t id;

	ASSERT_EQ(0, pthread_create(&id, NULL, registers, &thread));
	ASSERT_EQ(0, pthread_join(id, NULL));
	ASSERT_EQ(0, thread.ret);
	expect_follows(_metadata, self->word, "first registration");
	EXPECT_EQ(0, event_unregister(self->fd, self->word, 0));

	ASSERT_EQ(0, event_register(self->fd, TEXT, self->word + 1));
	ASSERT_EQ(0, pthread_create(&id, NULL, registers, &thread));
	ASSERT_EQ(0, pthread_join(id, NULL));
	ASSERT_EQ(0, thread.ret);
	expect_follows(_metadata, self->word, "second registration");
	EXPECT_EQ(0, event_unregister(self->fd, self->word, 0));
}

static void *leaderless(void *arg)
{
	int *shared = arg, *word = (int *)((char *)arg + sizeof(__u64));

	/* Wait until the thread group leader is a zombie. */
	usleep(50000);
	event_switch("t", true);
	EVENTUALLY(seen(word) == 1);
	shared[0] = 1 + seen(word);
	event_switch("t", false);
	EVENTUALLY(seen(word) == 0);
	shared[1] = 1 + seen(word);
	_exit(0);
}

TEST_F(enable_bit, first_thread_exits)
{
	int *shared = mmap(NULL, self->page, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
			   -1, 0);
	pid_t pid = fork();
	pthread_t id;

	if (!pid) {
		event_register(self->fd, TEXT, shared + 2);
		pthread_create(&id, NULL, leaderless, shared);
		syscall(SYS_exit, 0);
	}
	EXPECT_TRUE(child_end(pid, -1));
	EXPECT_EQ(2, shared[0]);
	EXPECT_EQ(1, shared[1]);
}

static void *comes_and_goes(void *arg)
{
	struct thread *thread = arg;
	int i;

	for (i = 0; i < 100 && !thread->ret; i++) {
		thread->ret = event_register(thread->fd, TEXT, thread->word);
		if (!thread->ret)
			thread->ret = event_unregister(thread->fd, thread->word, 0);
	}
	return NULL;
}

TEST_F(enable_bit, threads_register_while_it_is_switched)
{
	struct thread threads[4];
	pthread_t ids[4];
	int i;

	ASSERT_EQ(0, event_register(self->fd, TEXT, self->word));
	for (i = 0; i < 4; i++) {
		threads[i] = (struct thread){ self->fd, (int *)self->mem + i, 0 };
		ASSERT_EQ(0, pthread_create(&ids[i], NULL, comes_and_goes, &threads[i]));
	}
	for (i = 0; i < 50; i++) {
		EXPECT_EQ(0, event_switch("t", true));
		EXPECT_EQ(1, seen(self->word));
		EXPECT_EQ(0, event_switch("t", false));
		EXPECT_EQ(0, seen(self->word));
	}
	for (i = 0; i < 4; i++) {
		ASSERT_EQ(0, pthread_join(ids[i], NULL));
		EXPECT_EQ(0, threads[i].ret);
		EXPECT_EQ(0, seen(threads[i].word));
	}
}

/* Shared memory for communication between the processes. */
struct board {
	int turn, ready, wrong;
};

/* A chain of descendants. Each one checks its word after each change and counts wrong values. */
static void generations(int left, int *word, struct board *board)
{
	int turn;

	while (left && !fork())
		left--;
	__atomic_add_fetch(&board->ready, 1, __ATOMIC_SEQ_CST);
	for (turn = 1; turn <= 4; turn++) {
		if (!EVENTUALLY(seen(&board->turn) >= turn) ||
		    !EVENTUALLY(seen(word) == turn % 2))
			__atomic_add_fetch(&board->wrong, 1, __ATOMIC_SEQ_CST);
		/* In the last two turns, a private page has been copied for this child. */
		if (turn == 2)
			word[1] = 1;
		__atomic_add_fetch(&board->ready, 1, __ATOMIC_SEQ_CST);
	}
	waitpid(-1, NULL, 0);
	_exit(0);
}

/* Check that the words of the process and of its descendants follow the event. */
static void expect_generations_follow(struct __test_metadata *_metadata, int *word, pid_t child,
				      int children, struct board *board)
{
	int turn;

	EXPECT_TRUE(EVENTUALLY(seen(&board->ready) == children));
	for (turn = 1; turn <= 4; turn++) {
		EXPECT_EQ(0, event_switch("t", turn % 2));
		EXPECT_TRUE(EVENTUALLY(seen(word) == turn % 2));
		__atomic_store_n(&board->turn, turn, __ATOMIC_SEQ_CST);
		EXPECT_TRUE(EVENTUALLY(seen(&board->ready) == children * (turn + 1)));
	}
	EXPECT_TRUE(child_end(child, -1));
	EXPECT_EQ(0, board->wrong);
}

TEST_F(enable_bit, children_inherit_registrations)
{
	struct board *board = mmap(NULL, self->page, PROT_READ | PROT_WRITE,
				   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int *word = (int *)self->mem;
	pid_t pid;

	ASSERT_EQ(0, event_register(self->fd, TEXT, word));
	pid = fork();
	if (!pid)
		generations(3, word, board);
	expect_generations_follow(_metadata, word, pid, 4, board);
	EXPECT_EQ(0, word[1]);
}

/* A page shared with a child since fork() is copied first, if it is private. */
TEST_F(memory, page_shared_after_fork)
{
	struct board *board = mmap(NULL, self->page, PROT_READ | PROT_WRITE,
				   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pid_t pid;

	ASSERT_NE(MAP_FAILED, board);
	self->word[2] = 1;
	ASSERT_EQ(0, event_register(self->fd, TEXT, self->word));
	pid = fork();
	if (!pid)
		generations(0, self->word, board);
	expect_generations_follow(_metadata, self->word, pid, 1, board);
	EXPECT_EQ(variant->flags & MAP_SHARED ? 1 : 0, self->word[1]);
	EXPECT_EQ(1, self->word[2]);
}

/*
 * A child inherits no registrations for memory that it did not inherit. Such memory may have been
 * mapped and registered by another thread during the fork. A new mapping of the child at the same
 * address must not be written to.
 */
TEST_F(enable_bit, child_without_the_memory)
{
	int *word = (int *)self->mem, *kept = self->word;
	pid_t pid;

	ASSERT_EQ(0, event_register_bit(self->fd, TEXT, kept, 1));
	ASSERT_EQ(0, event_register(self->fd, TEXT, word));
	ASSERT_EQ(0, madvise(word, self->page, MADV_DONTFORK));
	pid = fork();
	if (!pid) {
		EXPECT_EQ((void *)word, mmap(word, self->page, PROT_READ | PROT_WRITE,
					     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0));
		EXPECT_EQ(0, event_switch("t", true));
		EXPECT_TRUE(EVENTUALLY(seen(kept) == 2));
		EXPECT_EQ(0, seen(word));
		EXPECT_EQ(-ENOENT, event_unregister(self->fd, word, 0));
		EXPECT_EQ(0, event_unregister(self->fd, kept, 1));
		_exit(0);
	}
	EXPECT_TRUE(child_end(pid, -1));
	EXPECT_EQ(1, seen(word));
	EXPECT_EQ(0, event_switch("t", false));
	EXPECT_EQ(0, seen(word));
	EXPECT_EQ(0, event_unregister(self->fd, word, 0));
	EXPECT_EQ(0, event_unregister(self->fd, kept, 1));
}

/* A child that inherits none of the memory has no registrations and keeps no reference. */
TEST_F(enable_bit, child_without_any_of_the_memory)
{
	int *word = (int *)self->mem, hold;
	pid_t pid;

	ASSERT_EQ(0, event_register(self->fd, TEXT, word));
	ASSERT_EQ(0, madvise(word, self->page, MADV_DONTFORK));
	pid = child_start(self->fd, &hold);
	ASSERT_LT(0, pid);
	EXPECT_EQ(0, event_unregister(self->fd, word, 0));
	close(self->fd);
	EXPECT_TRUE(EVENTUALLY(!event_exists("t")));
	EXPECT_TRUE(child_end(pid, hold));
	self->fd = data_open();
}

TEST_F(enable_bit, child_that_unregisters)
{
	int *word = (int *)self->mem, *marker, status;
	pid_t pid;

	ASSERT_EQ(0, event_register(self->fd, TEXT, word));
	ASSERT_EQ(0, event_switch("t", true));
	pid = fork();
	if (!pid) {
		EXPECT_EQ(1, seen(word));
		EXPECT_EQ(0, event_unregister(self->fd, word, 0));
		EXPECT_EQ(0, seen(word));
		EXPECT_EQ(0, event_switch("t", false));
		marker = marker_register(self->fd, self->page);
		EXPECT_EQ(0, event_switch("t", true));
		EXPECT_TRUE(EVENTUALLY(seen(marker) == 1));
		EXPECT_EQ(0, seen(word));
		_exit(0);
	}
	EXPECT_EQ(pid, waitpid(pid, &status, 0));
	EXPECT_EQ(0, status);
	EXPECT_TRUE(EVENTUALLY(seen(word) == 1));
	expect_follows(_metadata, word, "parent");
}

/* Create and end many children while the event is being enabled and disabled. */
TEST_F(enable_bit, forks_while_it_is_switched)
{
	int i, hold[16];
	pid_t pids[16];

	ASSERT_EQ(0, event_register(self->fd, TEXT, self->word));
	for (i = 0; i < 64; i++) {
		int n = i % 16;

		if (i >= 16)
			EXPECT_TRUE(child_end(pids[n], hold[n]));
		pids[n] = child_start(-1, &hold[n]);
		ASSERT_LT(0, pids[n]);
		EXPECT_EQ(0, event_switch("t", i % 2));
		EXPECT_TRUE(EVENTUALLY(seen(self->word) == i % 2));
	}
	for (i = 0; i < 16; i++)
		EXPECT_TRUE(child_end(pids[i], hold[i]));
	expect_follows(_metadata, self->word, "parent");
}

/* A child that shares the memory (CLONE_VM). */
struct shared_memory {
	struct thread thread;
	int wait;	/* pipe to read from before exiting */
};

static int shares_memory(void *arg)
{
	struct shared_memory *child = arg;
	char c;

	if (child->thread.word)
		registers(&child->thread);
	return read(child->wait, &c, 1) != 1;
}

static pid_t clone_vm(struct shared_memory *child, char *stack)
{
	return clone(shares_memory, stack, CLONE_VM | SIGCHLD, child);
}

TEST_F(enable_bit, memory_shared_with_a_child)
{
	struct shared_memory child = { 0 };
	char *stack = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
			   0);
	int ends[2];
	pid_t pid;

	ASSERT_NE(MAP_FAILED, stack);
	ASSERT_EQ(0, pipe(ends));
	child.wait = ends[0];
	ASSERT_EQ(0, event_register(self->fd, TEXT, self->word));
	pid = clone_vm(&child, stack + (1 << 16));
	ASSERT_LT(0, pid);
	expect_follows(_metadata, self->word, "while the child is there");
	EXPECT_TRUE(child_end(pid, ends[1]));
	expect_follows(_metadata, self->word, "when it is gone");
	EXPECT_EQ(0, event_unregister(self->fd, self->word, 0));
}

/* As with threads: in the stock kernel, this registration ends with the child. */
TEST_F(enable_bit, memory_shared_with_a_child_that_registers)
{
	struct shared_memory child = { .thread = { self->fd, self->word, -1 } };
	char *stack = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
			   0);
	int ends[2];
	pid_t pid;

	ASSERT_NE(MAP_FAILED, stack);
	ASSERT_EQ(0, pipe(ends));
	child.wait = ends[0];
	pid = clone_vm(&child, stack + (1 << 16));
	ASSERT_LT(0, pid);
	EXPECT_TRUE(EVENTUALLY(!seen(&child.thread.ret)));
	expect_follows(_metadata, self->word, "while the child is there");
	EXPECT_TRUE(child_end(pid, ends[1]));
	expect_follows(_metadata, self->word, "when it is gone");
	EXPECT_EQ(0, event_unregister(self->fd, self->word, 0));
}

static bool child_runs(pid_t pid, const char *program)
{
	char path[64], line[64];

	snprintf(path, sizeof(path), "/proc/%d/comm", pid);
	snprintf(line, sizeof(line), "%s\n", program);
	return !strcmp(file_read_if_any(path), line);
}

/* After exec(), the process has no registrations. */
TEST_F(enable_bit, another_program)
{
	int ends[2];
	pid_t pid;

	ASSERT_EQ(0, pipe(ends));
	pid = fork();
	if (!pid) {
		close(ends[1]);
		dup2(ends[0], 0);
		if (event_register(data_open(), TEXT, self->word) || !event_exists("t"))
			_exit(2);
		execlp("cat", "cat", NULL);
		_exit(1);
	}
	close(ends[0]);

	/* exec() has closed the data file, too. */
	EXPECT_TRUE(EVENTUALLY(child_runs(pid, "cat")));
	EXPECT_TRUE(EVENTUALLY(!event_exists("t")));
	close(ends[1]);
	EXPECT_TRUE(child_end(pid, -1));
}

/* A vfork() child that executes another program must not remove its parent's registrations. */
TEST_F(enable_bit, another_program_in_a_child)
{
	pid_t pid;

	ASSERT_EQ(0, event_register(self->fd, TEXT, self->word));
	ASSERT_EQ(0, event_switch("t", true));
	pid = vfork();
	if (!pid) {
		execlp("true", "true", NULL);
		_exit(1);
	}
	EXPECT_TRUE(child_end(pid, -1));
	EXPECT_EQ(1, *self->word);
	ASSERT_EQ(0, event_switch("t", false));
	EXPECT_EQ(0, *self->word);
	expect_follows(_metadata, self->word, "parent");
	EXPECT_EQ(0, event_unregister(self->fd, self->word, 0));
}

TEST_HARNESS_MAIN
