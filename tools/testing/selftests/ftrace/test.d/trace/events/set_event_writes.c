// SPDX-License-Identifier: GPL-2.0
/*
 * Writes to set_event that no shell makes: unreadable memory, arbitrary bytes, words across pages
 * and writes. Each test checks the result of every write, which events are enabled afterwards, and
 * the error log.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kselftest_harness.h"

/* Seconds for a test on an emulated or busy machine. */
#undef TEST_TIMEOUT_DEFAULT
#define TEST_TIMEOUT_DEFAULT	200

#define INSTANCE	"/sys/kernel/tracing/instances/set_event_writes/"

/* Events of the tests. */
#define GENERATE	"signal:signal_generate"
#define DELIVER		"signal:signal_deliver"
#define SWITCH		"sched:sched_switch"

/* Largest length of a word. */
#define WORD_MAX	255

FIXTURE(set_event)
{
	int fd;
	size_t page;
	/* Two pages, of which the second one cannot be read. */
	char *pages;
};

FIXTURE_SETUP(set_event)
{
	ASSERT_EQ(0, mkdir(INSTANCE, 0755));
	self->fd = open(INSTANCE "set_event", O_WRONLY | O_APPEND);
	ASSERT_LE(0, self->fd);
	self->page = sysconf(_SC_PAGESIZE);
	self->pages = mmap(NULL, 2 * self->page, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	ASSERT_NE(MAP_FAILED, self->pages);
	ASSERT_EQ(0, mprotect(self->pages + self->page, self->page, PROT_NONE));
}

FIXTURE_TEARDOWN(set_event)
{
	if (self->fd >= 0)
		close(self->fd);
	EXPECT_EQ(0, rmdir(INSTANCE));
}

/* Return: the result of a write, or a negative errno. */
static ssize_t put(int fd, const void *text, size_t len)
{
	ssize_t ret = syscall(SYS_write, fd, text, len);

	return ret < 0 ? -errno : ret;
}

static ssize_t put_text(int fd, const char *text)
{
	return put(fd, text, strlen(text));
}

/* Write a text as the C library does, until all of it is written. Return: 0 or a negative errno. */
static int put_all(int fd, const char *text, size_t len)
{
	while (len) {
		ssize_t ret = put(fd, text, len);

		if (ret <= 0)
			return ret ?: -EIO;
		text += ret;
		len -= ret;
	}
	return 0;
}

/* Read a file of the instance. Return: its text, in a static buffer; "?" if it cannot be read. */
static const char *text_of(const char *name)
{
	static char text[65536];
	char path[128];
	size_t used = 0;
	ssize_t len;
	int fd;

	snprintf(path, sizeof(path), INSTANCE "%s", name);
	fd = open(path, O_RDONLY);
	if (fd < 0)
		return "?";
	while ((len = read(fd, text + used, sizeof(text) - 1 - used)) > 0)
		used += len;
	close(fd);
	text[used] = '\0';
	return len < 0 ? "?" : text;
}

static void clear_log(void)
{
	int fd = open(INSTANCE "error_log", O_WRONLY | O_TRUNC);

	if (fd >= 0)
		close(fd);
}

/* Check that exactly these events are enabled, NULL for none. Two events are in any order. */
static bool only_enabled(const char *one, const char *other)
{
	char text[256], swapped[256];
	const char *now = text_of("set_event");

	snprintf(text, sizeof(text), "%s%s%s%s", one ?: "", one ? "\n" : "", other ?: "",
		 other ? "\n" : "");
	snprintf(swapped, sizeof(swapped), "%s%s%s%s", other ?: "", other ? "\n" : "", one ?: "",
		 one ? "\n" : "");
	if (!strcmp(now, text) || !strcmp(now, swapped))
		return true;
	printf("# enabled are:\n%s# and should be:\n%s", now, text);
	return false;
}

/* Check that the error log has exactly one entry: a word with the caret at @caret. */
static bool logged(const char *word, int caret, const char *message)
{
	char want[2048];
	const char *now = text_of("error_log"), *stamp_end = strstr(now, "] ");

	snprintf(want, sizeof(want), "set_event: error: %s\n  Command: %s\n           %*s^\n",
		 message, word, caret, "");
	if (stamp_end && !strcmp(stamp_end + 2, want))
		return true;
	printf("# the log is:\n%s# and should be:\n%s", now, want);
	return false;
}

/* Fill a buffer with copies of a text; the last one may be incomplete. */
static void fill(char *buf, size_t size, const char *text)
{
	size_t len = strlen(text), i;

	for (i = 0; i < size; i++)
		buf[i] = text[i % len];
}

TEST_F(set_event, unreadable_memory)
{
	const char *word = GENERATE " ";
	char *end = self->pages + self->page;

	/* If a part of the text cannot be read, no word of it takes effect. */
	memcpy(end - strlen(word), word, strlen(word));
	EXPECT_EQ(-EFAULT, put(self->fd, end, 10));
	EXPECT_EQ(-EFAULT, put(self->fd, end, 10 * self->page));
	EXPECT_EQ(-EFAULT, put(self->fd, NULL, 10));
	EXPECT_EQ(-EFAULT, put(self->fd, end - strlen(word), strlen(word) + 1));
	EXPECT_EQ(-EFAULT, put(self->fd, end - strlen(word), self->page));
	EXPECT_TRUE(only_enabled(NULL, NULL));
	EXPECT_STREQ("", text_of("error_log"));

	/* The first page is used, the next write fails. */
	memset(self->pages, ' ', self->page);
	fill(self->pages, self->page / 2 / strlen(word) * strlen(word), word);
	EXPECT_EQ((ssize_t)self->page, put(self->fd, self->pages, 2 * self->page));
	EXPECT_EQ(-EFAULT, put(self->fd, end, self->page));
	EXPECT_TRUE(only_enabled(GENERATE, NULL));
	EXPECT_STREQ("", text_of("error_log"));
}

TEST_F(set_event, unreadable_memory_does_not_end_a_word)
{
	EXPECT_EQ(14, put_text(self->fd, "signal:signal_"));
	EXPECT_EQ(-EFAULT, put(self->fd, self->pages + self->page, 10));
	EXPECT_TRUE(only_enabled(NULL, NULL));
	EXPECT_EQ(9, put_text(self->fd, "generate\n"));
	EXPECT_TRUE(only_enabled(GENERATE, NULL));
}

TEST_F(set_event, nothing_but_blanks)
{
	EXPECT_EQ(0, put(self->fd, "", 0));
	EXPECT_EQ(0, put(self->fd, self->pages + self->page, 0));
	EXPECT_EQ(6, put(self->fd, " \t\n\v\f\r", 6));
	EXPECT_EQ(3, put(self->fd, "\0\0", 3));
	EXPECT_EQ((ssize_t)self->page, put(self->fd, self->pages, self->page));
	EXPECT_TRUE(only_enabled(NULL, NULL));
	EXPECT_STREQ("", text_of("error_log"));
	EXPECT_EQ(0, close(self->fd));
	self->fd = -1;
}

/* A word of one byte, for each byte except ':' and '*', which select all events. */
TEST_F(set_event, arbitrary_bytes)
{
	const char *at;
	int c;

	for (c = 1; c < 256; c++) {
		char text[] = { c, '\n' };
		ssize_t ret;

		if (c == ':' || c == '*')
			continue;
		ret = put(self->fd, text, sizeof(text));
		if (ret != -EINVAL && !(ret == 2 && (isspace(c) || c == 0xa0)))
			TH_LOG("byte %#x: %zd", c, ret);
		EXPECT_TRUE(ret == -EINVAL || (ret == 2 && (isspace(c) || c == 0xa0)));
	}
	EXPECT_TRUE(only_enabled(NULL, NULL));

	/* The log must not have control characters, which a terminal would interpret. */
	EXPECT_EQ(-EINVAL, put_text(self->fd, "a\001b\033[31m\177\n"));
	for (at = text_of("error_log"); *at; at++)
		EXPECT_TRUE(*at == '\n' || !iscntrl((unsigned char)*at));
	clear_log();
	EXPECT_EQ(-EINVAL, put_text(self->fd, "no\001such\177event\n"));
	EXPECT_TRUE(logged("no?such?event", 0, "No such event"));
	EXPECT_TRUE(only_enabled(NULL, NULL));
}

TEST_F(set_event, longer_than_a_page)
{
	const char *word = GENERATE "\n";
	size_t len = strlen(word), size = 3 * self->page / len * len;
	char *text = malloc(size + 64);

	/* The kernel uses at most a page, and leaves the word at its end to the next write. */
	ASSERT_NE(NULL, text);
	fill(text, size, word);
	EXPECT_EQ((ssize_t)(self->page / len * len), put(self->fd, text, size));
	EXPECT_TRUE(only_enabled(GENERATE, NULL));
	EXPECT_EQ(0, put_all(self->fd, text, size));
	EXPECT_TRUE(only_enabled(GENERATE, NULL));
	EXPECT_STREQ("", text_of("error_log"));

	/* An invalid word on the last page: words before it take effect, those behind it do not. */
	EXPECT_EQ(0, put_all(self->fd, "!" GENERATE "\n", len + 1));
	sprintf(text + size, "%s nosuch %s\n", DELIVER, SWITCH);
	EXPECT_EQ(-EINVAL, put_all(self->fd, text, strlen(text)));
	EXPECT_TRUE(only_enabled(GENERATE, DELIVER));
	EXPECT_TRUE(logged("nosuch", 0, "No such event"));
	free(text);
}

TEST_F(set_event, result_is_the_length_before_an_invalid_word)
{
	EXPECT_EQ(16, put_text(self->fd, "signal_generate nosuch " SWITCH));
	EXPECT_STREQ("", text_of("error_log"));
	EXPECT_EQ(-EINVAL, put_text(self->fd, "nosuch " SWITCH));
	EXPECT_TRUE(logged("nosuch", 0, "No such event"));
	EXPECT_TRUE(only_enabled(GENERATE, NULL));

	/* The blanks before a word are used, too. */
	EXPECT_EQ(3, put_text(self->fd, "\t\n\t!nosuch\n"));
	clear_log();
	EXPECT_EQ(-EINVAL, put_text(self->fd, "!nosuch\n"));
	EXPECT_TRUE(logged("!nosuch", 1, "No such event"));
	EXPECT_TRUE(only_enabled(GENERATE, NULL));
}

/* Words that are too long are logged up to the first byte that is too much. */
TEST_F(set_event, long_words)
{
	const char *message = "Name is too long (limit: 255 bytes)";
	char word[5001], cut[WORD_MAX + 2];
	char *text = malloc(2 * self->page + 8192);

	ASSERT_NE(NULL, text);
	memset(word, 'x', sizeof(word) - 1);
	word[5000] = '\0';
	memset(cut, 'x', sizeof(cut) - 1);
	cut[sizeof(cut) - 1] = '\0';

	EXPECT_EQ(-EINVAL, put(self->fd, word, WORD_MAX));
	cut[WORD_MAX] = '\0';
	EXPECT_TRUE(logged(cut, 0, "No such event"));
	clear_log();
	EXPECT_EQ(-EINVAL, put(self->fd, word, WORD_MAX + 1));
	cut[WORD_MAX] = 'x';
	EXPECT_TRUE(logged(cut, 0, message));
	clear_log();
	EXPECT_EQ(-EINVAL, put_all(self->fd, word, 5000));
	EXPECT_TRUE(logged(cut, 0, message));
	EXPECT_TRUE(only_enabled(NULL, NULL));

	/* In the middle of a write, and across three pages. */
	clear_log();
	sprintf(text, "%s %s %s\n", GENERATE, word, SWITCH);
	EXPECT_EQ(-EINVAL, put_all(self->fd, text, strlen(text)));
	EXPECT_TRUE(logged(cut, 0, message));
	EXPECT_TRUE(only_enabled(GENERATE, NULL));
	clear_log();
	memset(text, 'x', 2 * self->page + 1);
	sprintf(text + 2 * self->page + 1, " %s\n", SWITCH);
	EXPECT_EQ(-EINVAL, put_all(self->fd, text, strlen(text)));
	EXPECT_TRUE(logged(cut, 0, message));

	/* The end of a long word is not the start of a valid one. */
	clear_log();
	sprintf(text + self->page, "%s\n", SWITCH);
	EXPECT_EQ(-EINVAL, put_all(self->fd, text, strlen(text)));
	EXPECT_TRUE(logged(cut, 0, message));
	EXPECT_TRUE(only_enabled(GENERATE, NULL));

	/* The next word is not affected. */
	EXPECT_EQ(0, put_all(self->fd, SWITCH, strlen(SWITCH)));
	EXPECT_TRUE(only_enabled(GENERATE, SWITCH));
	free(text);
}

TEST_F(set_event, word_without_newline)
{
	/* A name that is complete takes effect at once. */
	EXPECT_EQ((ssize_t)strlen(GENERATE), put_text(self->fd, GENERATE));
	EXPECT_TRUE(only_enabled(GENERATE, NULL));
	EXPECT_EQ((ssize_t)strlen("!" GENERATE), put_text(self->fd, "!" GENERATE));
	EXPECT_TRUE(only_enabled(NULL, NULL));

	/* The start of a name waits for its end, also behind other words. */
	EXPECT_EQ((ssize_t)strlen(DELIVER " signal:signal_gen"),
		  put_text(self->fd, DELIVER " signal:signal_gen"));
	EXPECT_TRUE(only_enabled(DELIVER, NULL));
	EXPECT_STREQ("", text_of("error_log"));
	EXPECT_EQ(5, put_text(self->fd, "erate"));
	EXPECT_TRUE(only_enabled(GENERATE, DELIVER));
	EXPECT_EQ(10, put_text(self->fd, "!signal:si"));
	EXPECT_EQ(0, put(self->fd, "", 0));
	EXPECT_EQ(12, put_text(self->fd, "gnal_deliver"));
	EXPECT_TRUE(only_enabled(GENERATE, NULL));

	/* It may turn out to be invalid. */
	EXPECT_EQ(10, put_text(self->fd, "signal:sig"));
	EXPECT_EQ(-EINVAL, put_text(self->fd, "nosuch " SWITCH "\n"));
	EXPECT_TRUE(logged("signal:signosuch", 0, "No such event"));
	EXPECT_TRUE(only_enabled(GENERATE, NULL));

	/* Closing the file ends the word. */
	clear_log();
	EXPECT_EQ(17, put_text(self->fd, "signal:signal_del"));
	EXPECT_STREQ("", text_of("error_log"));
	EXPECT_EQ(-1, close(self->fd));
	EXPECT_EQ(EINVAL, errno);
	self->fd = -1;
	EXPECT_TRUE(logged("signal:signal_del", 0,
			   "No such event, did you mean signal:signal_deliver?"));
	EXPECT_TRUE(only_enabled(GENERATE, NULL));
}

TEST_F(set_event, writers_have_incomplete_words_of_their_own)
{
	int other = open(INSTANCE "set_event", O_RDWR | O_APPEND);

	ASSERT_LE(0, other);
	EXPECT_EQ(14, put_text(self->fd, "signal:signal_"));
	EXPECT_EQ(12, put_text(other, "sched:sched_"));
	EXPECT_EQ(9, put_text(self->fd, "generate\n"));
	EXPECT_EQ(7, put_text(other, "switch\n"));
	EXPECT_TRUE(only_enabled(GENERATE, SWITCH));
	EXPECT_EQ(0, close(other));
}

/* Bytes behind a NUL are another word. */
TEST_F(set_event, nul_bytes)
{
	EXPECT_EQ(17, put(self->fd, "\0signal_generate\0!signal_generate\0", 17));
	EXPECT_TRUE(only_enabled(GENERATE, NULL));
	EXPECT_EQ(17, put(self->fd, "!signal_generate\0", 17));
	EXPECT_TRUE(only_enabled(NULL, NULL));
	EXPECT_EQ(17, put(self->fd, "\0signal_generate\0nosuch", 23));
	EXPECT_TRUE(only_enabled(GENERATE, NULL));
}

TEST_F(set_event, words_that_wait_for_a_module)
{
	char word[WORD_MAX + 2], line[WORD_MAX + 4];

	memset(word, 'm', WORD_MAX);
	memcpy(word, "m:mod:", 6);
	word[WORD_MAX] = '\0';
	snprintf(line, sizeof(line), "%s\n", word);
	EXPECT_EQ(WORD_MAX + 1, put_text(self->fd, line));
	EXPECT_STREQ(line, text_of("set_event"));

	/* With '!', the word is too long. A shorter one can be forgotten. */
	clear_log();
	memmove(word + 1, word, WORD_MAX);
	word[0] = '!';
	EXPECT_EQ(-EINVAL, put(self->fd, word, WORD_MAX + 1));
	EXPECT_EQ((ssize_t)strlen(":mod:m "), put_text(self->fd, ":mod:m "));
	EXPECT_EQ((ssize_t)strlen("!:mod:m"), put_text(self->fd, "!:mod:m"));
	EXPECT_STREQ(line, text_of("set_event"));
	EXPECT_EQ(-EINVAL, put_text(self->fd, "!:mod:m"));

	/* The instance is removed while the long word waits. */
}

/* Each of many words takes effect, in their order. */
TEST_F(set_event, many_words)
{
	const char *words = GENERATE " !" GENERATE " " DELIVER " !" DELIVER "\n";
	size_t len = strlen(words), size = 50 * len;
	char *text = malloc(size + 1);

	ASSERT_NE(NULL, text);
	fill(text, size, words);
	EXPECT_EQ(0, put_all(self->fd, text, size));
	EXPECT_TRUE(only_enabled(NULL, NULL));
	/* Without the last word. */
	EXPECT_EQ(0, put_all(self->fd, text, size - strlen("!" DELIVER "\n")));
	EXPECT_TRUE(only_enabled(DELIVER, NULL));
	EXPECT_STREQ("", text_of("error_log"));
	free(text);
}

/* The enable files accept a number, and nothing changes if it cannot be read. */
TEST_F(set_event, enable_files)
{
	const char *const names[] = { "events/signal/signal_generate/enable",
				      "events/signal/enable", "events/enable" };
	char path[128];
	unsigned int i;
	int fd;

	for (i = 0; i < sizeof(names) / sizeof(*names); i++) {
		snprintf(path, sizeof(path), INSTANCE "%s", names[i]);
		fd = open(path, O_RDWR);
		ASSERT_LE(0, fd);
		EXPECT_EQ(-EFAULT, put(fd, self->pages + self->page, 2));
		EXPECT_EQ(-EFAULT, put(fd, NULL, 1));
		EXPECT_EQ(-EINVAL, put(fd, "", 0));
		EXPECT_EQ(-EINVAL, put(fd, "\n", 1));
		EXPECT_EQ(-EINVAL, put(fd, "1\n1", 3));
		memset(self->pages, '1', self->page);
		EXPECT_GT(0, put(fd, self->pages, self->page));
		EXPECT_TRUE(only_enabled(NULL, NULL));
		close(fd);
	}
}

TEST_HARNESS_MAIN
