/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Functions shared by the tests of user_events.
 *
 * A function that returns int returns the result of the system call, or a negative errno. A
 * returned string is in a static buffer that the next call of the same function overwrites.
 */
#ifndef _USER_EVENTS_TEST_H
#define _USER_EVENTS_TEST_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <linux/types.h>
#include <linux/user_events.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "kselftest_harness.h"

#define TRACEFS		"/sys/kernel/tracing/"
#define DATA_FILE	TRACEFS "user_events_data"
#define STATUS_FILE	TRACEFS "user_events_status"
#define DYNAMIC_FILE	TRACEFS "dynamic_events"
#define TRACE_FILE	TRACEFS "trace"
#define MAX_FILE	"/proc/sys/kernel/user_events_max"

/*
 * Timeout of a test in seconds. The default of the base kernel's harness is too short for machines
 * that are emulated or busy.
 */
#undef TEST_TIMEOUT_DEFAULT
#define TEST_TIMEOUT_DEFAULT	200

#define HIGHEST_BIT	(1UL << (8 * sizeof(long) - 1))

/* Path of a file of the event NAME, a string constant. */
#define EVENT_FILE(name, file)	TRACEFS "events/user_events/" name "/" file

/*
 * Wait up to 30 seconds until a condition holds, and return its value. The time needed depends on
 * the load of the machine. A signal may end a sleep early.
 */
#define WITHIN_PATIENCE(condition, sleep_us) ({					\
	const time_t _end = time(NULL) + 30;					\
	bool _met;								\
										\
	while (!(_met = (condition)) && time(NULL) < _end)			\
		usleep(sleep_us);						\
	_met;									\
})

/*
 * Wait for asynchronous work of the kernel: writing an enable bit in a page that has to be faulted
 * in, and removing an event after its last reference was put.
 */
#define EVENTUALLY(condition)	WITHIN_PATIENCE(condition, 1000)

static inline int result(int ret)
{
	return ret < 0 ? -errno : ret;
}

static inline int data_open(void)
{
	return result(open(DATA_FILE, O_RDWR | O_CLOEXEC));
}

static inline struct user_reg registration(const char *text, void *addr, int size, int bit)
{
	return (struct user_reg){
		.size = sizeof(struct user_reg),
		.enable_bit = bit,
		.enable_size = size,
		.enable_addr = (uintptr_t)addr,
		.name_args = (uintptr_t)text,
		.write_index = ~0U,
	};
}

static inline int user_register(int fd, struct user_reg *reg)
{
	return result(ioctl(fd, DIAG_IOCSREG, reg));
}

/* Return: the write index, or a negative errno. */
static inline int event_register_flags(int fd, const char *text, void *addr, int size, int bit,
				       int flags)
{
	struct user_reg reg = registration(text, addr, size, bit);
	int ret;

	reg.flags = flags;
	ret = user_register(fd, &reg);
	return ret ? ret : (int)reg.write_index;
}

static inline int event_register_bit(int fd, const char *text, int *word, int bit)
{
	return event_register_flags(fd, text, word, sizeof(*word), bit, 0);
}

/* Most tests use one bit only. */
static inline int event_register(int fd, const char *text, int *word)
{
	return event_register_bit(fd, text, word, 0);
}

static inline int event_unregister(int fd, void *addr, int bit)
{
	struct user_unreg unreg = {
		.size = sizeof(unreg),
		.disable_bit = bit,
		.disable_addr = (uintptr_t)addr,
	};

	return result(ioctl(fd, DIAG_IOCSUNREG, &unreg));
}

/* For FIXTURE_TEARDOWN: end all registrations of bits of N words, which keep their events. */
static inline void unregister_all(int fd, int *words, int n)
{
	int bit;

	while (n--)
		for (bit = 0; bit < 32; bit++)
			event_unregister(fd, &words[n], bit);
}

static inline int event_delete(int fd, const char *name)
{
	return result(ioctl(fd, DIAG_IOCSDEL, name));
}

/* Write the text with one write(). Return: 0, or a negative errno. */
static inline int file_write(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC), ret;

	if (fd < 0)
		return -errno;
	ret = result(write(fd, text, strlen(text)));
	close(fd);
	return ret < 0 ? ret : 0;
}

static inline int file_truncate(const char *path)
{
	int fd = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);

	if (fd < 0)
		return -errno;
	return result(close(fd));
}

/* End the process, and so the test: what it would check next is unknown. */
static inline void __attribute__((noreturn)) give_up(const char *what, const char *why)
{
	fprintf(stderr, "# %s: %s\n", what, why);
	_exit(KSFT_FAIL);
}

/* Read a file into @text. Return: 0, or a negative errno, -EFBIG if it has @size bytes or more. */
static inline int file_load(const char *path, char *text, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), ret;
	size_t len = 0;

	if (fd < 0)
		return -errno;
	do {
		ret = result(read(fd, text + len, size - len));
		if (ret > 0)
			len += ret;
	} while (ret > 0 && len < size);
	close(fd);
	if (len >= size)
		return -EFBIG;
	text[len] = '\0';
	return ret;
}

/* Return: the contents of a file, or "" if the file, or what it describes, does not exist. */
static inline const char *file_read_if_any(const char *path)
{
	static char text[1 << 18];
	int ret = file_load(path, text, sizeof(text));

	if (ret == -ENOENT || ret == -ENOTDIR || ret == -ENODEV || ret == -ESRCH)
		return "";
	if (ret)
		give_up(path, strerror(-ret));
	return text;
}

/* Return: the contents of a file, which must exist. */
static inline const char *file_read(const char *path)
{
	static char text[1 << 18];
	int ret = file_load(path, text, sizeof(text));

	if (ret)
		give_up(path, strerror(-ret));
	return text;
}

static inline int command(const char *text)
{
	return file_write(DYNAMIC_FILE, text);
}

static inline int event_switch(const char *name, bool on)
{
	char path[1024];

	snprintf(path, sizeof(path), EVENT_FILE("%s", "enable"), name);
	return file_write(path, on ? "1" : "0");
}

/* Return: the number after a word at the beginning of a line of the status file, or -1. */
static inline int status_count(const char *word)
{
	const char *line = strstr(file_read(STATUS_FILE), word);

	return line ? atoi(line + strlen(word)) : -1;
}

static inline int events_active(void)
{
	return status_count("\nActive: ");
}

static inline int events_busy(void)
{
	return status_count("\nBusy: ");
}

/*
 * Return: the line of a file for this event, starting with the name, or "none". Text in front of
 * the name ends in a colon.
 */
static inline const char *event_line(const char *path, const char *name)
{
	static char line[8192];
	const char *text = file_read(path);
	size_t len = strlen(name);

	for (; *text; text += *text == '\n') {
		size_t n = strcspn(text, "\n");
		const char *colon = memchr(text, ':', n);
		const char *from = colon ? colon + 1 : text;

		text += n;
		if (strncmp(from, name, len) || (from[len] != ' ' && from[len] != '\n'))
			continue;
		snprintf(line, sizeof(line), "%.*s", (int)(text - from), from);
		return line;
	}
	return "none";
}

static inline bool event_exists(const char *name)
{
	return strcmp(event_line(DYNAMIC_FILE, name), "none");
}

/*
 * Return: the trace without comments. In records of the event, only the text after the event's name
 * is left; other lines are complete.
 */
static inline const char *event_trace(const char *name)
{
	static char shown[1 << 16];
	const char *text = file_read(TRACE_FILE);
	char mark[300];
	size_t len = 0;

	shown[0] = '\0';
	snprintf(mark, sizeof(mark), ": %s:", name);
	for (; *text; text += *text == '\n') {
		size_t n = strcspn(text, "\n");
		const char *at = memmem(text, n, mark, strlen(mark));
		const char *from = at ? at + strlen(mark) : text;

		if (*text != '#')
			len += snprintf(shown + len, sizeof(shown) - len, "%.*s\n",
					(int)(text + n - from), from);
		if (len >= sizeof(shown))
			give_up(TRACE_FILE, "too long");
		text += n;
	}
	return shown;
}

/* Fork a process that waits for child_end(). It closes @fd, unless that is -1. */
static inline pid_t child_start(int fd, int *hold)
{
	int ends[2];
	pid_t pid;
	char c;

	*hold = -1;
	if (pipe(ends))
		return -1;
	pid = fork();
	if (!pid) {
		close(fd);
		_exit(read(ends[0], &c, 1) != 1);
	}
	close(ends[0]);
	*hold = ends[1];
	return pid;
}

/* End a process of child_start(), or, with @hold -1, wait for another one. */
static inline bool child_end(pid_t pid, int hold)
{
	int status;

	if (hold >= 0) {
		if (write(hold, "", 1) != 1)
			return false;
		close(hold);
	}
	return waitpid(pid, &status, 0) == pid && !status;
}

/* Open the event with perf, for this process and all CPUs. */
static inline int perf_open(const char *name, unsigned long sample_type)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT,
		.size = sizeof(attr),
		.sample_period = 1,
		.sample_type = sample_type,
	};
	char path[1024];

	snprintf(path, sizeof(path), EVENT_FILE("%s", "id"), name);
	attr.config = atoi(file_read(path));
	return result(syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
}

/*
 * Wait until the kernel has removed the events that are idle already. It removes all idle events
 * together, so they are gone when another one is, which becomes idle now.
 */
static inline bool idle_events_removed(void)
{
	static int word;
	int fd = data_open();
	bool is_enabled = event_register(fd, "marker", &word) == 0 && !event_switch("marker", true);

	event_unregister(fd, &word, 0);
	close(fd);
	/* The last reference is that of the consumer. */
	return is_enabled && event_exists("marker") && !event_switch("marker", false) &&
	       EVENTUALLY(!event_exists("marker"));
}

/* Clean up after a test that did not finish. Return: true if there are no user events. */
static inline bool nothing_left(void)
{
	file_write(TRACEFS "tracing_on", "1");
	file_write(TRACEFS "events/user_events/enable", "0");
	file_write(TRACEFS "events/user_events_multi/enable", "0");
	file_truncate(EVENT_FILE("t", "trigger"));
	/* Records in a snapshot keep the type numbers of removed events in use. */
	file_write(TRACEFS "snapshot", "0");
	return !file_truncate(DYNAMIC_FILE) && !events_active();
}

/* For FIXTURE_SETUP: clear the trace and check that there are no user events. */
#define PREPARE(skip) do {							\
	if (access(DATA_FILE, F_OK))						\
		SKIP(skip, "no user_events here");				\
	ASSERT_EQ(0, geteuid())							\
		TH_LOG("root only");						\
	ASSERT_TRUE(EVENTUALLY(nothing_left()))					\
		TH_LOG("there are user events already");			\
	ASSERT_EQ(0, file_truncate(TRACE_FILE));				\
} while (0)

#endif /* _USER_EVENTS_TEST_H */
