// SPDX-License-Identifier: GPL-2.0
/*
 * usage: cuts CYCLES
 *
 * Fire events on all CPUs in a known order, change their histograms through hist_control at the
 * same time, and check that each change is one point in that order. Runs in a tracing directory,
 * and defines the user events cut_a and cut_b while it runs.
 *
 * Two threads take turns: A of thread 0, B of thread 0, A of thread 1, B of thread 1, and so on. Up
 * to any point in this order, the four events have occurred n times or, if they are early in the
 * order, n + 1 times. The other threads fire A and B in turn on their own. Each event A is counted
 * in two histograms, and so is each B; the second one of B needs a variable that A has set.
 *
 * Prints the number of cuts and of counted events. The exit status is 1 if a cut was not one point
 * in the order, 2 if the events could not be counted.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/types.h>
#include <linux/user_events.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define MAX_THREADS	16
#define TEXT_MAX	65536

struct record {
	__u32 index;
	__u32 key;
};

/* Hits of each thread's events in the two histograms of each event. */
struct counts {
	unsigned long long hits[2][2][MAX_THREADS];
};

static int data_fd;
static unsigned long n_threads;
static __u32 write_index[2], enabled[2];
static unsigned int turn;
static bool done;
static unsigned long n_cuts;

static void die(const char *what)
{
	fprintf(stderr, "cuts: %s: %s\n", what, strerror(errno));
	exit(2);
}

static void define_event(int event)
{
	struct user_reg reg = {
		.size = sizeof(reg),
		.enable_size = sizeof(enabled[event]),
		.enable_bit = event,
		.enable_addr = (uintptr_t)&enabled[event],
		.name_args = (uintptr_t)(event ? "cut_b u32 key" : "cut_a u32 key"),
	};

	if (ioctl(data_fd, DIAG_IOCSREG, &reg))
		die("DIAG_IOCSREG");
	write_index[event] = reg.write_index;
}

static void write_file(const char *path, int flags, const char *text)
{
	int fd = open(path, O_WRONLY | flags);

	if (fd < 0 || (*text && write(fd, text, strlen(text)) < 0))
		die(text);
	close(fd);
}

static void attach(char event, const char *command)
{
	char path[64];

	snprintf(path, sizeof(path), "events/user_events/cut_%c/trigger", event);
	write_file(path, *command ? O_APPEND : O_TRUNC, command);
}

static void cut(const char *command)
{
	write_file("hist_control", 0, command);
	n_cuts++;
}

static void fire(int event, __u32 key)
{
	struct record record = { .index = write_index[event], .key = key };

	if (write(data_fd, &record, sizeof(record)) != sizeof(record))
		die("write");
}

static void *fire_events(void *number)
{
	unsigned long self = (unsigned long)number;
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	CPU_SET(self % sysconf(_SC_NPROCESSORS_CONF), &cpus);
	if (sched_setaffinity(0, sizeof(cpus), &cpus))
		die("sched_setaffinity");
	while (!__atomic_load_n(&done, __ATOMIC_ACQUIRE)) {
		if (self < 2 && __atomic_load_n(&turn, __ATOMIC_ACQUIRE) % 2 != self) {
			sched_yield();
			continue;
		}
		fire(0, self);
		fire(1, self);
		if (self < 2)
			__atomic_fetch_add(&turn, 1, __ATOMIC_RELEASE);
	}
	return NULL;
}

/* Add the rows of the two tables of an event to @counts. */
static void read_event(struct counts *counts, int event, const char *name)
{
	char path[64], *text = malloc(TEXT_MAX), *line, *rest = text;
	unsigned long long key, hits;
	size_t size = 0;
	int fd, table = -1;
	ssize_t n;

	snprintf(path, sizeof(path), "events/user_events/cut_%c/%s", 'a' + event, name);
	fd = open(path, O_RDONLY);
	if (fd < 0 || !text)
		die(path);
	while ((n = read(fd, text + size, TEXT_MAX - 1 - size)) > 0)
		size += n;
	if (n < 0 || size == TEXT_MAX - 1)
		die(path);
	close(fd);
	text[size] = 0;
	while ((line = strsep(&rest, "\n"))) {
		if (!strncmp(line, "# event histogram", 17))
			table++;
		if (sscanf(line, "{ key: %llu } hitcount: %llu", &key, &hits) == 2)
			counts->hits[event][table][key] += hits;
	}
	free(text);
}

static void read_counts(struct counts *counts, const char *name)
{
	read_event(counts, 0, name);
	read_event(counts, 1, name);
}

static void check(bool is_right, const char *what, unsigned long thread,
		  const struct counts *counts)
{
	unsigned long i;

	if (is_right)
		return;
	fprintf(stderr, "after %lu cuts: %s, thread %lu\n", n_cuts, what, thread);
	for (i = 0; i < n_threads; i++)
		fprintf(stderr, "%lu: A %llu %llu B %llu %llu\n", i, counts->hits[0][0][i],
			counts->hits[0][1][i], counts->hits[1][0][i], counts->hits[1][1][i]);
	exit(1);
}

/* Check the counts of all events up to a cut. */
static void check_prefix(const struct counts *counts)
{
	unsigned long long before = 0;
	unsigned long i;

	for (i = 0; i < n_threads; i++) {
		unsigned long long a = counts->hits[0][0][i], b = counts->hits[1][0][i];

		check(a == counts->hits[0][1][i], "A differs between histograms", i, counts);
		check(b == counts->hits[1][1][i], "B differs between histograms", i, counts);
		check(a == b || a == b + 1, "A and B", i, counts);
		if (i == 1)
			check(before >= a, "B of thread 0 and A of thread 1", i, counts);
		before = b;
	}
	check(counts->hits[1][0][1] + 1 >= counts->hits[0][0][0], "A of thread 0 is ahead", 0,
	      counts);
}

/* Check the counts of all events between two cuts. */
static void check_window(const struct counts *counts)
{
	unsigned long i;

	for (i = 0; i < n_threads; i++) {
		unsigned long long a = counts->hits[0][0][i], b = counts->hits[1][0][i];
		unsigned long long matched = counts->hits[1][1][i];

		check(a == counts->hits[0][1][i], "A differs between histograms", i, counts);
		check(a + 1 >= b && b + 1 >= a, "A and B", i, counts);
		/* The first B has no A in the window, if the window begins between them. */
		check(matched == b || matched + 1 == b, "B with an A", i, counts);
		check(matched == a || matched + 1 == a, "A with a B", i, counts);
	}
	check(counts->hits[0][0][0] + 1 >= counts->hits[0][0][1] &&
	      counts->hits[0][0][1] + 1 >= counts->hits[0][0][0], "A of threads 0 and 1", 0,
	      counts);
}

static unsigned long long total_of(const struct counts *counts)
{
	unsigned long long total = 0;
	unsigned long i;

	for (i = 0; i < n_threads; i++)
		total += counts->hits[0][0][i] + counts->hits[1][0][i];
	return total;
}

/* The intervals up to each cut have a prefix of the events. */
static unsigned long long test_delta(unsigned long cycles)
{
	struct counts counts = {}, all = {};
	unsigned long i;

	for (i = 0; i < cycles; i++) {
		cut("delta");
		/* Without a reader, the interval is part of the next one. */
		if (i % 4 != 3)
			read_counts(&counts, "hist_delta");
		if (i % 4 != 3)
			check_prefix(&counts);
	}
	cut("pause");
	read_counts(&counts, "hist_delta");
	read_counts(&counts, "hist_delta");
	check_prefix(&counts);
	read_counts(&all, "hist");
	check(!memcmp(&all, &counts, sizeof(all)), "hist differs from the intervals", 0, &all);
	return total_of(&all);
}

/* The tables have the events between a clear or a continue and a pause. */
static unsigned long long test_windows(unsigned long cycles)
{
	unsigned long long total = 0;
	unsigned long i;

	for (i = 0; i < cycles; i++) {
		struct counts counts = {}, again = {};

		cut("clear");
		cut("continue");
		usleep(i % 8 * 500);
		if (i % 2)
			cut("clear");
		usleep(i % 8 * 500);
		cut("pause");
		read_counts(&counts, "hist");
		check_window(&counts);
		read_counts(&again, "hist");
		check(!memcmp(&counts, &again, sizeof(again)), "an event was counted in the pause",
		      0, &again);
		total += total_of(&counts);
	}
	return total;
}

int main(int argc, char **argv)
{
	pthread_t threads[MAX_THREADS];
	unsigned long long in_intervals, in_windows;
	unsigned long i, cycles;

	n_threads = sysconf(_SC_NPROCESSORS_CONF) + 1;
	if (argc != 2 || n_threads < 3 || n_threads > MAX_THREADS) {
		fprintf(stderr, "usage: cuts CYCLES, with 2 to %d CPUs\n", MAX_THREADS - 1);
		return 2;
	}
	cycles = strtoul(argv[1], NULL, 0);
	data_fd = open("user_events_data", O_RDWR | O_CLOEXEC);
	if (data_fd < 0)
		die("user_events_data");
	define_event(0);
	define_event(1);
	attach('a', "hist:keys=key:t=common_timestamp");
	attach('a', "hist:keys=key:vals=key");
	attach('b', "hist:keys=key");
	attach('b', "hist:keys=key:d=common_timestamp-$t");

	for (i = 0; i < n_threads; i++)
		if (pthread_create(&threads[i], NULL, fire_events, (void *)i))
			die("pthread_create");
	in_intervals = test_delta(cycles);
	in_windows = test_windows(cycles);
	__atomic_store_n(&done, true, __ATOMIC_RELEASE);
	for (i = 0; i < n_threads; i++)
		pthread_join(threads[i], NULL);
	attach('b', "");
	attach('a', "");
	if (!in_intervals || !in_windows) {
		fprintf(stderr, "cuts: no event in the %s\n",
			in_intervals ? "windows" : "intervals");
		return 2;
	}
	printf("%lu cuts, %llu events\n", n_cuts, in_intervals + in_windows);
	return 0;
}
