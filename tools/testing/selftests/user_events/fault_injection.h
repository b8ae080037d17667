/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Functions shared by the stress tests: timing, communication between processes, pages that are
 * supplied by userfaultfd, and complaints in the kernel log.
 */
#ifndef _SELFTESTS_FAULT_INJECTION_H
#define _SELFTESTS_FAULT_INJECTION_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <linux/userfaultfd.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/time.h>

#include "user_events_test.h"

/*
 * Upper limit in ms for operations that do not wait for another process, on a busy machine. An
 * operation that does wait for one would take forever in these tests.
 */
#define PROMPT		20000

/* Same as EVENTUALLY(), but polls less often: for conditions that many processes wait for. */
#define FINALLY(condition)	WITHIN_PATIENCE(condition, 10000)

/* Duration of a statement in ms. */
#define DURATION(what) ({							\
	long _from = now_ms();							\
										\
	what;									\
	now_ms() - _from;							\
})

static inline long now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Load a value that another process or thread may change. */
static inline int seen(const int *word)
{
	return __atomic_load_n(word, __ATOMIC_SEQ_CST);
}

static inline void tell(int *word, int value)
{
	__atomic_store_n(word, value, __ATOMIC_SEQ_CST);
}

static inline void count(int *word)
{
	__atomic_add_fetch(word, 1, __ATOMIC_SEQ_CST);
}

/* Allocate zeroed pages: MAP_PRIVATE, or MAP_SHARED with all children. */
static inline void *pages_make(int n, int flag)
{
	size_t size = n * sysconf(_SC_PAGESIZE);
	void *mem = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_ANONYMOUS | flag, -1, 0);

	return mem == MAP_FAILED ? NULL : memset(mem, 0, size);
}

static inline bool killed(pid_t pid)
{
	int status;

	return !kill(pid, SIGKILL) && waitpid(pid, &status, 0) == pid && WIFSIGNALED(status);
}

/* Fork a child that shares the file descriptor table with its parent. */
static inline pid_t fork_with_files(void)
{
	return syscall(SYS_clone, CLONE_FILES | SIGCHLD, 0, 0, 0, 0);
}

/*
 * Remove a page and register it with userfaultfd. An access to the page blocks until page_give()
 * supplies its content. Return: the userfaultfd, or a negative errno.
 */
static inline int page_take(void *page)
{
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register range = {
		.range = { (uintptr_t)page, sysconf(_SC_PAGESIZE) },
		.mode = UFFDIO_REGISTER_MODE_MISSING,
	};
	int fd = syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK);

	if (fd < 0 || ioctl(fd, UFFDIO_API, &api) || ioctl(fd, UFFDIO_REGISTER, &range) ||
	    madvise(page, range.range.len, MADV_DONTNEED))
		return -errno;
	return fd;
}

/* Return: true if an access to the page blocks, now or within PROMPT. */
static inline bool page_wanted(int fd)
{
	struct pollfd waiter = { .fd = fd, .events = POLLIN };

	return poll(&waiter, 1, PROMPT) == 1;
}

/* Supply the content of a page; @page is its address in the process that registered it. */
static inline int page_give(int fd, void *page, const void *content)
{
	struct uffdio_copy copy = {
		.dst = (uintptr_t)page,
		.src = (uintptr_t)content,
		.len = sysconf(_SC_PAGESIZE),
	};

	return result(ioctl(fd, UFFDIO_COPY, &copy));
}

/* Start or stop a timer that sends SIGALRM to this process every 500 microseconds. */
static inline void tick(bool on)
{
	const struct itimerval often = { { 0, 500 }, { 0, 500 } }, never = { 0 };

	setitimer(ITIMER_REAL, on ? &often : &never, NULL);
}

static inline void nothing(int number)
{
	(void)number;
}

/* Ignore SIGALRM, but let it interrupt system calls, which the kernel then restarts. */
static inline void take_signals(void)
{
	struct sigaction action = { .sa_handler = nothing, .sa_flags = SA_RESTART };

	sigaction(SIGALRM, &action, NULL);
}

/* Open the kernel log at its end. */
static inline int log_open(void)
{
	int fd = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);

	if (fd >= 0)
		lseek(fd, 0, SEEK_END);
	return fd;
}

/* Check whether a line of the log belongs to an entry of known-splats. */
static inline bool log_line_is_known(const char *line)
{
	return strstr(line, "has bad 'bp' value") ||
	       (strstr(line, "WARNING: CPU: ") && strstr(line, " alloc_vmap_area+0x"));
}

/* Return: the first new line of the log that is a complaint and not in known-splats, or "". */
static inline const char *log_complaint(int fd)
{
	static const char *const signs[] = { "WARNING", "BUG", "Oops", "KASAN", "KCSAN", "INFO: ",
					     "general protection", "unreferenced" };
	static char line[8192];
	ssize_t len;
	size_t i;

	/* EPIPE: messages were overwritten before they were read. */
	while ((len = read(fd, line, sizeof(line) - 1)) > 0 || (len < 0 && errno == EPIPE)) {
		line[len < 0 ? 0 : len] = '\0';
		for (i = 0; i < sizeof(signs) / sizeof(signs[0]); i++)
			if (strstr(line, signs[i]) && !log_line_is_known(line))
				return line;
	}
	return "";
}

/* A child that enables and disables the event until it is stopped. */
struct toggler {
	int stop, rounds, wrong, slowest;
};

static inline pid_t toggle_start(struct toggler *t, const char *name)
{
	pid_t pid = fork();

	if (pid) {
		FINALLY(seen(&t->rounds));
		return pid;
	}
	while (!seen(&t->stop)) {
		int ret = 0;
		int took = DURATION(ret = event_switch(name, t->rounds % 2 == 0));

		t->wrong += !!ret;
		if (took > t->slowest)
			t->slowest = took;
		count(&t->rounds);
	}
	_exit(event_switch(name, false));
}

/*
 * Stop a toggler. A write may be slow on a busy machine, but must not wait for the processes of the
 * test. Return: true if all writes succeeded and none took longer than PROMPT.
 */
static inline bool toggle_end(struct toggler *t, pid_t pid)
{
	bool good;

	tell(&t->stop, 1);
	good = child_end(pid, -1) && t->rounds && !t->wrong && t->slowest < PROMPT;
	if (!good)
		printf("# switched %d times, %d failed, %d ms at most\n", t->rounds, t->wrong,
		       t->slowest);
	return good;
}

#endif /* _SELFTESTS_FAULT_INJECTION_H */
