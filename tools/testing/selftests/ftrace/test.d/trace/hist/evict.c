// SPDX-License-Identifier: GPL-2.0
/*
 * usage: evict zipf EVENTS
 *        evict pairs EVENTS KEYS
 *
 * Fire events on all CPUs for histograms with overflow=evict, and check what the tables have. Runs
 * in a tracing directory, with the histograms attached.
 *
 * "zipf" fires sys_enter_sched_get_priority_max EVENTS times. The field "policy" is one of 2^20 - 1
 * keys: a key is about half as frequent as one with half its value. The program stops ROUNDS times,
 * and checks each row against the number of events that it has fired: this must be at least the
 * hitcount and at most the hitcount plus the error. Meanwhile, a thread reads hist_delta. All
 * intervals together must have all events.
 *
 * "pairs" fires sys_enter_sched_get_priority_max, and WINDOW events later
 * sys_enter_sched_get_priority_min with the same policy, EVENTS times each. Each CPU has KEYS keys
 * of its own, which it uses one after the other, again and again.
 *
 * Prints figures about the run. The exit status is 1 if a number is wrong, 2 if the events could
 * not be counted.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "table_text.h"

#define EVENT		"events/syscalls/sys_enter_sched_get_priority_max/"
#define MAX_THREADS	16
#define KEY_BITS	20
#define ROUNDS		10
#define WINDOW		100
/* Pause after so many events, because evictions have a minimum distance. */
#define EVENTS_PER_PAUSE	200
#define PAUSE_USECS	5000

/* Totals of a table, and of its rows. */
struct table {
	unsigned long long hits, dropped, evicted, in_rows, in_other, errors, n_rows;
};

static unsigned long n_events, n_keys, n_cpus;
static unsigned int truth[1 << KEY_BITS];
static bool done;
static unsigned long long interval_hits;
static unsigned long n_intervals;

static void run_on_cpu(unsigned long cpu)
{
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	CPU_SET(cpu, &cpus);
	if (sched_setaffinity(0, sizeof(cpus), &cpus))
		die("sched_setaffinity");
}

static void pause_after(unsigned long i)
{
	if (i % EVENTS_PER_PAUSE == EVENTS_PER_PAUSE - 1)
		usleep(PAUSE_USECS);
}

static uint64_t next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state * 0x2545f4914f6cdd1d;
}

/* Return a key: each power of two has the same number of events below the next one. */
static unsigned int next_key(uint64_t *state)
{
	uint64_t random = next_random(state);
	unsigned int bits = (random >> 32) % KEY_BITS;

	return (1U << bits) | (random & ((1U << bits) - 1));
}

/* Fire a share of the events of a round. */
static void *fire_zipf(void *number)
{
	static uint64_t states[MAX_THREADS];
	unsigned long cpu = (unsigned long)number, i;
	uint64_t *state = &states[cpu];

	if (!*state)
		*state = 0x9e3779b97f4a7c15 * (cpu + 1);
	run_on_cpu(cpu);
	for (i = cpu; i < n_events / ROUNDS; i += n_cpus) {
		unsigned int key = next_key(state);

		__atomic_fetch_add(&truth[key], 1, __ATOMIC_RELAXED);
		syscall(SYS_sched_get_priority_max, key);
		pause_after(i / n_cpus);
	}
	return NULL;
}

static void *fire_pairs(void *number)
{
	unsigned long cpu = (unsigned long)number, i, first = cpu * n_keys;

	run_on_cpu(cpu);
	for (i = 0; i < n_events / n_cpus + WINDOW; i++) {
		if (i < n_events / n_cpus)
			syscall(SYS_sched_get_priority_max, first + i % n_keys);
		if (i >= WINDOW)
			syscall(SYS_sched_get_priority_min, first + (i - WINDOW) % n_keys);
		pause_after(i);
	}
	return NULL;
}

static void run_on_all_cpus(void *(*run)(void *number))
{
	pthread_t threads[MAX_THREADS];
	unsigned long i;

	for (i = 0; i < n_cpus; i++)
		if (pthread_create(&threads[i], NULL, run, (void *)i))
			die("pthread_create");
	for (i = 0; i < n_cpus; i++)
		pthread_join(threads[i], NULL);
}

/* Add a row to a table. Compare it with the truth, if no event is running. */
static void add_row(struct table *table, const char *line, bool compare)
{
	unsigned long long hits = number_of(line, "hitcount:"), error = number_of(line, "error:");
	unsigned long long key = number_of(line, "policy:");

	table->in_rows += hits;
	if (!strncmp(line, "{ other }", 9)) {
		table->in_other = hits;
		return;
	}
	table->n_rows++;
	table->errors += error;
	if (!compare)
		return;
	if (key >> KEY_BITS || hits > truth[key] || truth[key] > hits + error) {
		fprintf(stderr, "%u events, but the row is %s\n",
			key >> KEY_BITS ? 0 : truth[key], line);
		exit(1);
	}
}

static void add_line(struct table *table, const char *line, bool compare)
{
	if (*line == '{') {
		add_row(table, line, compare);
		return;
	}
	table->hits += number_of(line, "    Hits: ");
	table->dropped += number_of(line, "    Dropped: ");
	table->evicted += number_of(line, "    Evicted: ");
}

static struct table read_table(const char *path, char *text, bool compare)
{
	struct table table = {};
	char *line, *rest = text;

	read_text(path, TEXT_MAX, text);
	while ((line = strsep(&rest, "\n")))
		add_line(&table, line, compare);
	if (table.in_rows != table.hits) {
		fprintf(stderr, "%s: Hits: %llu, but %llu in rows\n", path, table.hits,
			table.in_rows);
		exit(1);
	}
	return table;
}

static void take_interval(char *text)
{
	interval_hits += read_table(EVENT "hist_delta", text, false).hits;
	n_intervals++;
}

/* The pauses leave the locks to the evictions. */
static void *take_intervals(void *unused)
{
	char *text = alloc_text();

	(void)unused;
	while (!__atomic_load_n(&done, __ATOMIC_ACQUIRE)) {
		take_interval(text);
		usleep(30000);
	}
	take_interval(text);
	free(text);
	return NULL;
}

static void check_table(const struct table *table, unsigned long long fired)
{
	check_equal("hits", table->hits, fired);
	check_equal("dropped", table->dropped, 0);
}

static unsigned long count_keys(void)
{
	unsigned long key, n = 0;

	for (key = 0; key >> KEY_BITS == 0; key++)
		n += !!truth[key];
	return n;
}

static void run_zipf(void)
{
	unsigned long long fired = 0;
	struct table table = {};
	char *text = alloc_text();
	pthread_t reader;
	unsigned int i;

	if (pthread_create(&reader, NULL, take_intervals, NULL))
		die("pthread_create");
	for (i = 0; i < ROUNDS; i++) {
		run_on_all_cpus(fire_zipf);
		fired += n_events / ROUNDS;
		table = read_table(EVENT "hist", text, true);
		check_table(&table, fired);
	}
	__atomic_store_n(&done, true, __ATOMIC_RELEASE);
	pthread_join(reader, NULL);
	check_equal("hits of all intervals", interval_hits, fired);
	printf("%llu events of %lu keys, %llu rows, %llu evicted, %llu in { other }, ", fired,
	       count_keys(), table.n_rows, table.evicted, table.in_other);
	printf("errors %llu on average, %lu intervals\n",
	       table.n_rows ? table.errors / table.n_rows : 0, n_intervals);
	free(text);
}

int main(int argc, char **argv)
{
	n_cpus = sysconf(_SC_NPROCESSORS_ONLN);
	if (n_cpus > MAX_THREADS)
		n_cpus = MAX_THREADS;
	if (argc > 2)
		n_events = strtoul(argv[2], NULL, 0);
	if (argc == 3 && !strcmp(argv[1], "zipf")) {
		run_zipf();
		return 0;
	}
	if (argc == 4 && !strcmp(argv[1], "pairs")) {
		n_keys = strtoul(argv[3], NULL, 0);
		run_on_all_cpus(fire_pairs);
		printf("%lu\n", n_events / n_cpus * n_cpus);
		return 0;
	}
	fprintf(stderr, "usage: evict zipf EVENTS | evict pairs EVENTS KEYS\n");
	return 2;
}
