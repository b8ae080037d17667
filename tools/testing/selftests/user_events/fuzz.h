/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Functions shared by the fuzzers: random numbers, run time and seed, failing allocations, and
 * checks for memory leaks.
 *
 * Each fuzzer defines its own struct worker. Its member @random is the state of the random number
 * generator.
 */
#ifndef _SELFTESTS_FUZZ_H
#define _SELFTESTS_FUZZ_H

#include "fault_injection.h"

#define FAILSLAB	"/sys/kernel/debug/failslab/"
#define KMEMLEAK	"/sys/kernel/debug/kmemleak"

struct worker;

/**
 * struct thing - an operation of a fuzzer
 * @what: function that performs the operation
 * @weight: relative frequency
 */
struct thing {
	void (*what)(struct worker *w);
	int weight;
};

static inline unsigned int random_below(unsigned int *random, unsigned int n)
{
	*random = *random * 1664525 + 1013904223;
	return (*random >> 8) % n;
}

#define any(w, n)		random_below(&(w)->random, n)
#define ONE_OF(w, array)	((array)[any(w, ARRAY_SIZE(array))])
#define seldom(w)		(!any(w, 12))

static inline const struct thing *one_by_weight(unsigned int *random, const struct thing *things,
						size_t n)
{
	unsigned int all = 0;
	int which;
	size_t i;

	for (i = 0; i < n; i++)
		all += things[i].weight;
	which = random_below(random, all);
	for (i = 0; which >= things[i].weight; i++)
		which -= things[i].weight;
	return &things[i];
}

static inline unsigned int fuzz_seed(void)
{
	const char *seed = getenv("FUZZ_SEED");

	return seed ? strtoul(seed, NULL, 0) : (unsigned int)time(NULL);
}

static inline long fuzz_seconds(long otherwise)
{
	const char *seconds = getenv("FUZZ_SECONDS");

	return seconds ? atoi(seconds) : otherwise;
}

/*
 * Enable failing slab allocations for tasks that request them by faults_want(). Return: false if
 * the kernel has no such option.
 */
static inline bool faults_start(void)
{
	if (access(FAILSLAB, F_OK) || access("/proc/self/make-it-fail", F_OK))
		return false;
	file_write(FAILSLAB "task-filter", "Y");
	file_write(FAILSLAB "ignore-gfp-wait", "N");
	file_write(FAILSLAB "verbose", "0");
	file_write(FAILSLAB "times", "-1");
	file_write(FAILSLAB "interval", "1");
	file_write(FAILSLAB "probability", "3");
	/*
	 * If the base kernel fails to register its probes for this option, it warns when it later
	 * unregisters them.
	 */
	file_write(TRACEFS "options/record-cmd", "0");
	return true;
}

static inline void faults_end(void)
{
	file_write(FAILSLAB "probability", "0");
	file_write(TRACEFS "options/record-cmd", "1");
}

#define MAKE_IT_FAIL	"/proc/thread-self/make-it-fail"

/* Return: true if the kernel has failslab. With failing allocations, access() may return ENOMEM. */
static inline bool faults_exist(void)
{
	return !access(FAILSLAB, F_OK) || errno != ENOENT;
}

/* Return: true if this thread requests failures. Reading the file may fail itself: repeat it. */
static inline bool faults_wanted(void)
{
	char is = '0';
	bool read_it = !faults_exist();
	int fd;

	while (!read_it) {
		fd = open(MAKE_IT_FAIL, O_RDONLY | O_CLOEXEC);
		read_it = read(fd, &is, 1) == 1;
		close(fd);
	}
	return is == '1';
}

/* Request failing allocations, or stop. Stopping is repeated, because the write itself may fail. */
static inline void faults_want(bool wanted)
{
	if (!faults_exist())
		return;
	while (file_write(MAKE_IT_FAIL, wanted ? "1" : "0") < 0 && !wanted)
		;
}

/*
 * Create or remove an instance without failing allocations: the base kernel warns if it cannot
 * allocate the buffers of an instance.
 */
static inline void instance_set(unsigned int n, bool there)
{
	bool wanted = faults_wanted();
	char path[100];

	if (wanted)
		faults_want(false);
	snprintf(path, sizeof(path), TRACEFS "instances/fuzz%u", n);
	if (there)
		mkdir(path, 0755);
	else
		rmdir(path);
	if (wanted)
		faults_want(true);
}

/*
 * Return: the report of kmemleak, or "" if the kernel does not have it. Kmemleak ignores objects
 * that are less than five seconds old.
 */
static inline const char *leaks_found(void)
{
	if (access(KMEMLEAK, F_OK))
		return "";
	sleep(6);
	file_write(KMEMLEAK, "scan");
	file_write(KMEMLEAK, "scan");
	return file_read(KMEMLEAK);
}

#endif /* _SELFTESTS_FUZZ_H */
