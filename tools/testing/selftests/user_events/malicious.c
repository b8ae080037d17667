// SPDX-License-Identifier: GPL-2.0
/*
 * Hostile or unlucky processes: they must not block other processes, leave anything behind, or
 * leave an enable bit permanently wrong.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>

#include "kselftest_harness.h"
#include "fault_injection.h"
#include "user_events_test.h"

#define TEXT		"t u32 a"
#define OTHER		"o u32 a"

/* Shared memory for communication between the processes of a test. */
struct board {
	int ready, turn, right, wrong, value, result, fd, uffd;
	struct toggler toggler;
};

FIXTURE(malicious)
{
	int fd, log, max, *word;
	char *page;
	struct board *board;
};

FIXTURE_SETUP(malicious)
{
	PREPARE(return);
	self->log = log_open();
	ASSERT_LE(0, self->log);
	self->fd = data_open();
	ASSERT_LE(0, self->fd);
	self->word = pages_make(1, MAP_PRIVATE);
	self->page = pages_make(1, MAP_PRIVATE);
	self->board = pages_make(16, MAP_SHARED);
	self->max = atoi(file_read(MAX_FILE));
	take_signals();
}

FIXTURE_TEARDOWN(malicious)
{
	char max[16];

	snprintf(max, sizeof(max), "%d", self->max);
	EXPECT_EQ(0, file_write(MAX_FILE, max));
	event_switch("t", false);
	event_switch("o", false);
	close(self->fd);
	file_truncate(DYNAMIC_FILE);
	EXPECT_TRUE(FINALLY(!events_active()))
		TH_LOG("left:\n%s", file_read(STATUS_FILE));
	EXPECT_STREQ("", log_complaint(self->log));
}

/* Enable or disable the event: this must not block, and must update a present word at once. */
static void expect_prompt(struct __test_metadata *_metadata, const int *word, bool on)
{
	int ret = -1;

	EXPECT_GT(PROMPT, DURATION(ret = event_switch("t", on)));
	EXPECT_EQ(0, ret);
	EXPECT_EQ(on, seen(word));
}

/* Check that operations on another event do not block. */
static void expect_others_work(struct __test_metadata *_metadata, int fd, int *word)
{
	int other = 0, ret = -1, made;

	EXPECT_GT(PROMPT, DURATION(made = data_open()));
	EXPECT_GT(PROMPT, DURATION(ret = event_register(made, OTHER, &other)));
	EXPECT_EQ(0, ret);
	EXPECT_GT(PROMPT, DURATION(ret = event_switch("o", true)));
	EXPECT_EQ(0, ret);
	EXPECT_EQ(1, other);
	EXPECT_GT(PROMPT, DURATION(ret = write(made, &(__u64){ 0 }, sizeof(__u64))));
	EXPECT_EQ((int)sizeof(__u64), ret);
	EXPECT_GT(PROMPT, DURATION(ret = event_switch("o", false)));
	EXPECT_EQ(0, ret);
	EXPECT_GT(PROMPT, DURATION(ret = event_delete(fd, "o")));
	EXPECT_EQ(-EBUSY, ret);
	EXPECT_GT(PROMPT, DURATION(ret = event_unregister(made, &other, 0)));
	EXPECT_EQ(0, ret);
	EXPECT_GT(PROMPT, DURATION(close(made)));
	EXPECT_EQ(0, seen(word));
}

/* Effects on the page of a registered word. */
FIXTURE(page)
{
	int fd, log, *word;
	struct board *board;
};

FIXTURE_VARIANT(page)
{
	int protection;	/* new protection of the page, or -1 to unmap it */
	bool drop, take, share_files;
};

FIXTURE_VARIANT_ADD(page, not_accessible)
{
	.protection = PROT_NONE,
};

FIXTURE_VARIANT_ADD(page, not_writable)
{
	.protection = PROT_READ,
};

FIXTURE_VARIANT_ADD(page, not_accessible_and_dropped)
{
	.protection = PROT_NONE,
	.drop = true,
};

FIXTURE_VARIANT_ADD(page, dropped)
{
	.protection = PROT_READ | PROT_WRITE,
	.drop = true,
};

FIXTURE_VARIANT_ADD(page, unmapped)
{
	.protection = -1,
};

/* The process itself would have to supply the page. */
FIXTURE_VARIANT_ADD(page, taken)
{
	.protection = PROT_READ | PROT_WRITE,
	.take = true,
};

/* Another process, which stays alive, would have to supply the page. */
FIXTURE_VARIANT_ADD(page, taken_by_another_process)
{
	.protection = PROT_READ | PROT_WRITE,
	.take = true,
	.share_files = true,
};

FIXTURE_SETUP(page)
{
	PREPARE(return);
	self->log = log_open();
	self->fd = data_open();
	ASSERT_LE(0, self->fd);
	self->word = pages_make(1, MAP_PRIVATE);
	self->board = pages_make(1, MAP_SHARED);
}

FIXTURE_TEARDOWN(page)
{
	event_switch("t", false);
	close(self->fd);
	EXPECT_TRUE(FINALLY(!events_active()))
		TH_LOG("left:\n%s", file_read(STATUS_FILE));
	EXPECT_STREQ("", log_complaint(self->log));
}

/* Register a word in a child, then change its page. */
static void lose_page(const FIXTURE_VARIANT(page) *variant, int fd, struct board *board)
{
	size_t size = sysconf(_SC_PAGESIZE);
	int *word = pages_make(1, MAP_PRIVATE), ret;

	ret = event_register(fd, TEXT, word);
	if (!ret && variant->take)
		board->uffd = page_take(word);
	if (!ret && variant->drop)
		ret = result(madvise(word, size, MADV_DONTNEED));
	if (!ret && variant->protection < 0)
		ret = result(munmap(word, size));
	else if (!ret)
		ret = result(mprotect(word, size, variant->protection));
	board->result = ret ?: board->uffd < 0 ? board->uffd : 0;
	tell(&board->ready, 1);
	for (;;)
		pause();
}

TEST_F(page, lost_page_delays_no_other_process)
{
	struct board *board = self->board;
	bool gone = false;
	pid_t pid;
	int i;

	ASSERT_EQ(0, event_register(self->fd, TEXT, self->word));
	pid = variant->share_files ? fork_with_files() : fork();
	if (!pid)
		lose_page(variant, self->fd, board);
	ASSERT_TRUE(EVENTUALLY(seen(&board->ready)));
	ASSERT_EQ(0, board->result);
	/* Write to the page, so that it is not shared with the child any more. */
	self->word[1] = 1;

	for (i = 0; i < 5; i++) {
		expect_prompt(_metadata, self->word, true);
		usleep(1000 * i);
		expect_prompt(_metadata, self->word, false);
	}
	expect_others_work(_metadata, self->fd, self->word);
	expect_prompt(_metadata, self->word, true);
	usleep(10000);

	EXPECT_GT(PROMPT, DURATION(gone = killed(pid)));
	EXPECT_TRUE(gone);
	expect_prompt(_metadata, self->word, false);
	EXPECT_EQ(0, event_unregister(self->fd, self->word, 0));
	close(self->fd);
	EXPECT_TRUE(EVENTUALLY(!event_exists("t")));
	if (board->uffd)
		close(board->uffd);
}

/* Register a word in a child whose page is supplied by the parent, and report its value. */
static void want_page(int fd, struct board *board, int *page)
{
	board->result = event_register(fd, TEXT, page);
	board->uffd = page_take(page);
	tell(&board->ready, 1);
	for (;;) {
		tell(&board->value, seen(page));
		usleep(1000);
	}
}

/* When the page arrives, the bit must be right, however often the event was changed before. */
TEST_F(malicious, page_supplied_late)
{
	int *page = pages_make(1, MAP_PRIVATE), n, i;
	struct board *board = self->board;
	pid_t pid;

	for (n = 1; n <= 4; n++) {
		memset(board, 0, sizeof(*board));
		pid = fork_with_files();
		if (!pid)
			want_page(self->fd, board, page);
		ASSERT_TRUE(EVENTUALLY(seen(&board->ready)));
		ASSERT_EQ(0, board->result);
		ASSERT_LE(0, board->uffd);

		ASSERT_TRUE(page_wanted(board->uffd));
		for (i = 1; i <= n; i++) {
			EXPECT_EQ(0, event_switch("t", i % 2));
			usleep(1000 * n);
		}
		memset(page, 0xa4, sysconf(_SC_PAGESIZE));
		EXPECT_EQ(0, page_give(board->uffd, page, page));
		EXPECT_TRUE(EVENTUALLY(seen(&board->value) == (int)(0xa4a4a4a4 | n % 2)))
			TH_LOG("switched %d times: %x", n, board->value);
		usleep(10000);
		EXPECT_EQ((int)(0xa4a4a4a4 | n % 2), seen(&board->value));
		EXPECT_TRUE(killed(pid));
		EXPECT_EQ(0, event_switch("t", false));
		close(board->uffd);
	}
}

/*
 * Pages that never arrive must not delay the writes of other processes' bits, not even if such a
 * write has to copy a page that is shared since a fork.
 */
TEST_F(malicious, many_pages_never_supplied)
{
	const FIXTURE_VARIANT(page) taken = { .protection = PROT_READ | PROT_WRITE, .take = true };
	static pid_t pids[600];
	const int n = ARRAY_SIZE(pids);
	int i, hold, on;
	pid_t pid;

	for (i = 0; i < n; i++) {
		pids[i] = fork();
		if (!pids[i])
			lose_page(&taken, self->fd, &self->board[i]);
	}
	for (i = 0; i < n; i++) {
		ASSERT_TRUE(FINALLY(seen(&self->board[i].ready)));
		ASSERT_EQ(0, self->board[i].result);
	}
	ASSERT_EQ(0, event_register(self->fd, TEXT, self->word));
	for (on = 1; on >= 0; on--) {
		pid = child_start(-1, &hold);
		EXPECT_EQ(0, event_switch("t", on));
		EXPECT_TRUE(EVENTUALLY(seen(self->word) == on));
		EXPECT_TRUE(child_end(pid, hold));
	}
	EXPECT_EQ(0, event_unregister(self->fd, self->word, 0));
	for (i = 0; i < n; i++)
		EXPECT_TRUE(killed(pids[i]));
}

/* System calls that block on an argument in a page. */
FIXTURE(argument)
{
	int fd, log, *word, *page;
	struct board *board;
};

FIXTURE_VARIANT(argument)
{
	int (*call)(int fd, int *word, void *page);	/* makes the system call */
	void (*fill)(void *page, int *word);		/* fills the page with a valid argument */
	int result;
};

static int wait_for_word(int fd, int *word, void *page)
{
	(void)word;
	return event_register(fd, TEXT, page);
}

static void fill_word(void *page, int *word)
{
	(void)word;
	memset(page, 0xa4, sysconf(_SC_PAGESIZE));
}

FIXTURE_VARIANT_ADD(argument, word)
{
	.call = wait_for_word,
	.fill = fill_word,
};

static int wait_for_request(int fd, int *word, void *page)
{
	(void)word;
	return user_register(fd, page);
}

static void fill_request(void *page, int *word)
{
	*(struct user_reg *)page = registration(TEXT, word, sizeof(*word), 0);
}

FIXTURE_VARIANT_ADD(argument, request)
{
	.call = wait_for_request,
	.fill = fill_request,
};

static int wait_for_text(int fd, int *word, void *page)
{
	return event_register(fd, page, word);
}

static void fill_text(void *page, int *word)
{
	(void)word;
	strcpy(page, TEXT);
}

FIXTURE_VARIANT_ADD(argument, text)
{
	.call = wait_for_text,
	.fill = fill_text,
};

static int wait_for_name(int fd, int *word, void *page)
{
	(void)word;
	return event_delete(fd, page);
}

FIXTURE_VARIANT_ADD(argument, name)
{
	.call = wait_for_name,
	.fill = fill_text,
	.result = -ENOENT,
};

static int wait_for_record(int fd, int *word, void *page)
{
	int ret = event_register(fd, TEXT, word);

	ret = ret ?: event_switch("t", true);
	ret = ret ?: result(write(fd, page, 8));
	return event_switch("t", false) ?: ret;
}

static void fill_record(void *page, int *word)
{
	(void)word;
	memset(page, 0, sysconf(_SC_PAGESIZE));
}

FIXTURE_VARIANT_ADD(argument, record)
{
	.call = wait_for_record,
	.fill = fill_record,
	.result = 8,
};

FIXTURE_SETUP(argument)
{
	PREPARE(return);
	self->log = log_open();
	self->fd = data_open();
	ASSERT_LE(0, self->fd);
	self->word = pages_make(1, MAP_PRIVATE);
	self->page = pages_make(1, MAP_PRIVATE);
	self->board = pages_make(1, MAP_SHARED);
}

FIXTURE_TEARDOWN(argument)
{
	event_switch("t", false);
	close(self->fd);
	EXPECT_TRUE(FINALLY(!events_active()))
		TH_LOG("left:\n%s", file_read(STATUS_FILE));
	EXPECT_STREQ("", log_complaint(self->log));
}

/* More than the kernel's work queues together can have waiting. */
#define N_HOLDERS	520
#define HOLDER_UID	1000

/* Register a word in a page that is never supplied, as a process of another user. */
static void hold_page(int fd, struct board *board, int *page)
{
	/* The effective user stays root: only root may handle faults of the kernel. */
	if (setresuid(HOLDER_UID, 0, 0) || event_register(fd, TEXT, page) || page_take(page) < 0)
		count(&board->wrong);
	count(&board->ready);
	for (;;)
		pause();
}

static void holders_start(struct __test_metadata *_metadata, pid_t *holders, int fd,
			  struct board *board, int *page)
{
	int i;

	for (i = 0; i < N_HOLDERS; i++) {
		holders[i] = fork();
		if (!holders[i])
			hold_page(fd, board, page);
		ASSERT_LT(0, holders[i]);
	}
	EXPECT_TRUE(FINALLY(seen(&board->ready) == N_HOLDERS));
	EXPECT_EQ(0, board->wrong);
	memset(board, 0, sizeof(*board));
}

static void holders_end(struct __test_metadata *_metadata, pid_t *holders)
{
	int i;

	for (i = 0; i < N_HOLDERS; i++)
		EXPECT_TRUE(killed(holders[i]));
}

/* Delayed writes of root's bits must not wait for pages of another user's processes. */
TEST_F(malicious, many_pages_of_another_user_never_supplied)
{
	int *page = pages_make(1, MAP_PRIVATE);
	struct board *board = self->board;
	pid_t holders[N_HOLDERS], pid;

	holders_start(_metadata, holders, self->fd, board, page);
	pid = fork_with_files();
	if (!pid)
		want_page(self->fd, board, page);
	EXPECT_TRUE(EVENTUALLY(seen(&board->ready)));
	EXPECT_EQ(0, board->result);
	EXPECT_LE(0, board->uffd);
	EXPECT_EQ(0, event_switch("t", true));
	EXPECT_TRUE(page_wanted(board->uffd));
	EXPECT_EQ(0, page_give(board->uffd, page, page));
	EXPECT_TRUE(EVENTUALLY(seen(&board->value) == 1));

	EXPECT_TRUE(killed(pid));
	close(board->uffd);
	holders_end(_metadata, holders);
}

/*
 * Return: number of address spaces that are allocated, or -1. It contains free ones in slabs that
 * CPUs allocate from.
 */
static int address_spaces(void)
{
	const char *line = strstr(file_read_if_any("/proc/slabinfo"), "\nmm_struct ");

	return line ? atoi(line + strlen("\nmm_struct ")) : -1;
}

#define N_CHILDREN	400

/* Let children begin and end. Return: number of address spaces that they have left. */
static int spaces_left(struct board *board)
{
	int before = address_spaces(), i, status;
	pid_t pid;

	for (i = 0; i < N_CHILDREN; i++) {
		pid = fork();
		if (!pid)
			_exit(0);
		if (waitpid(pid, &status, 0) != pid || status)
			count(&board->wrong);
	}
	return address_spaces() - before;
}

/*
 * As a process of the user whose queue is full, have children whose bit is left to a work, because
 * its page, which they share, was removed.
 */
static void have_waiting_children(int fd, struct board *board)
{
	int *word = pages_make(1, MAP_SHARED);

	if (setresuid(HOLDER_UID, 0, 0))
		count(&board->wrong);
	board->right = spaces_left(board);
	if (event_register(fd, TEXT, word) || madvise(word, getpagesize(), MADV_REMOVE))
		count(&board->wrong);
	board->result = spaces_left(board);
	/* No work has run, because it would have set the bit for all. */
	board->value = seen(word);
	_exit(0);
}

/* A process that ends must not leave its address space behind, even if its work cannot run. */
TEST_F(malicious, processes_whose_works_cannot_run)
{
	int *page = pages_make(1, MAP_PRIVATE);
	struct board *board = self->board;
	pid_t holders[N_HOLDERS], pid;

	if (address_spaces() < 0)
		SKIP(return, "the kernel does not count address spaces");
	holders_start(_metadata, holders, self->fd, board, page);
	EXPECT_EQ(0, event_switch("t", true));
	pid = fork();
	if (!pid)
		have_waiting_children(self->fd, board);
	EXPECT_TRUE(child_end(pid, -1));
	EXPECT_EQ(0, board->wrong);
	EXPECT_EQ(0, board->value);
	/* KASAN delays freeing: compare with children that have no bit. */
	EXPECT_GT(N_CHILDREN / 2, board->result - board->right)
		TH_LOG("%d address spaces left, %d without bits", board->result, board->right);
	holders_end(_metadata, holders);
}

/* Make the system call in a child, which then waits to be killed. */
static pid_t caller_start(const FIXTURE_VARIANT(argument) *variant, struct board *board, int *word,
			  int *page)
{
	pid_t pid;

	memset(board, 0, sizeof(*board));
	pid = fork_with_files();
	if (pid)
		return pid;
	board->fd = data_open();
	board->uffd = page_take(page);
	tell(&board->ready, 1);
	board->result = variant->call(board->fd, word, page);
	tell(&board->ready, 2);
	for (;;)
		pause();
}

TEST_F(argument, killed)
{
	struct board *board = self->board;
	int other = 0, other_fd = data_open();
	bool gone = false;
	pid_t pid;

	ASSERT_EQ(0, event_register(other_fd, OTHER, &other));
	pid = caller_start(variant, board, self->word, self->page);
	ASSERT_TRUE(EVENTUALLY(seen(&board->ready)));
	ASSERT_LE(0, board->uffd);
	ASSERT_TRUE(page_wanted(board->uffd));
	event_switch("t", false);
	expect_others_work(_metadata, other_fd, &other);
	EXPECT_EQ(1, seen(&board->ready));

	EXPECT_GT(PROMPT, DURATION(gone = killed(pid)));
	EXPECT_TRUE(gone);
	EXPECT_EQ(0, event_unregister(other_fd, &other, 0));
	close(other_fd);
	close(board->fd);
	/* The process's changes are undone even though the page never arrives. */
	EXPECT_TRUE(EVENTUALLY(!events_active()));
	close(board->uffd);
}

TEST_F(argument, answered)
{
	struct board *board = self->board;
	pid_t pid;

	pid = caller_start(variant, board, self->word, self->page);
	ASSERT_TRUE(EVENTUALLY(seen(&board->ready)));
	ASSERT_LE(0, board->uffd);
	ASSERT_TRUE(page_wanted(board->uffd));
	usleep(10000);
	EXPECT_EQ(1, seen(&board->ready));

	variant->fill(self->page, self->word);
	EXPECT_EQ(0, page_give(board->uffd, self->page, self->page));
	EXPECT_TRUE(EVENTUALLY(seen(&board->ready) == 2));
	EXPECT_EQ(variant->result, board->result);
	EXPECT_TRUE(killed(pid));
	close(board->fd);
	close(board->uffd);
}

TEST_HARNESS_MAIN
