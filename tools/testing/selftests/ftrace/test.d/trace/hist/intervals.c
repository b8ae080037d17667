// SPDX-License-Identifier: GPL-2.0
/*
 * usage: intervals EVENTS INTERVALS [HIST-PARAMETER]...
 *
 * Write EVENTS user events or more on all CPUs while hist_delta is read as fast as possible, and
 * check that each event is in exactly one interval. Writers continue until INTERVALS intervals were
 * taken, and there were MIN_READS reads of each kind. Runs in a tracing directory, and defines the
 * user event interval_test while it runs. HIST-PARAMETER is added to the trigger, as in "size=128".
 *
 * Two threads read intervals to the end, one with a large buffer, one with a small buffer or byte
 * by byte. A third thread closes the file before the end, and a process is killed while it reads;
 * both use hist_delta and hist_delta_raw in turn. Another thread reads hist, whose totals must
 * never decrease. Writers change their keys after EVENTS_PER_KEY events, and use each key again
 * after a while.
 *
 * Prints the number of events, of those in the row { other }, of intervals and of evicted rows. The
 * exit status is 1 if an event is missing or is in two intervals, 2 if the events could not be
 * counted.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/types.h>
#include <linux/user_events.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "table_text.h"

#define EVENT		"events/user_events/interval_test/"
#define DELTA		EVENT "hist_delta"
#define DELTA_RAW	EVENT "hist_delta_raw"
#define MAX_THREADS	16
#define N_READERS	5
#define MIN_READS	5
#define EVENTS_PER_KEY	1000
#define N_KEYS		1500

/* Number of an interval, totals of a table, and sums of its rows. */
struct table {
	unsigned long long number, hits, dropped, evicted, in_rows, val, in_other;
};

struct record {
	__u32 index;
	__u32 key;
	__u32 val;
};

static int data_fd;
static unsigned long n_events, min_intervals, n_cpus;
static __u32 write_index, enabled;
static bool done;
static unsigned long long fired_val, n_fired, n_evicted;
static unsigned long n_read, n_unread, n_tables, last_interval;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct table all;

static bool is_done(void)
{
	return __atomic_load_n(&done, __ATOMIC_ACQUIRE);
}

static void define_event(void)
{
	struct user_reg reg = {
		.size = sizeof(reg),
		.enable_size = sizeof(enabled),
		.enable_addr = (uintptr_t)&enabled,
		.name_args = (uintptr_t)"interval_test u32 key; u32 val",
	};

	data_fd = open("user_events_data", O_RDWR | O_CLOEXEC);
	if (data_fd < 0 || ioctl(data_fd, DIAG_IOCSREG, &reg))
		die("interval_test");
	write_index = reg.write_index;
}

static void write_trigger(int flags, const char *command)
{
	int fd = open(EVENT "trigger", O_WRONLY | flags);

	if (fd < 0 || (*command && write(fd, command, strlen(command)) < 0))
		die(command);
	close(fd);
}

static void attach(char **parameters)
{
	char command[512];
	int n = snprintf(command, sizeof(command), "hist:keys=key:vals=val");

	for (; *parameters; parameters++)
		n += snprintf(command + n, sizeof(command) - n, ":%s", *parameters);
	write_trigger(O_APPEND, command);
}

static bool have_readers_raced(void)
{
	return __atomic_load_n(&n_read, __ATOMIC_RELAXED) >= MIN_READS &&
	       __atomic_load_n(&n_unread, __ATOMIC_RELAXED) >= MIN_READS &&
	       __atomic_load_n(&n_tables, __ATOMIC_RELAXED) >= MIN_READS &&
	       __atomic_load_n(&last_interval, __ATOMIC_RELAXED) >= min_intervals;
}

/* Return the key of an event: those of neighbours overlap. */
static __u32 key_of(unsigned long i)
{
	return i / EVENTS_PER_KEY % N_KEYS + i % 7;
}

/* Write a share of the events. */
static void *write_events(void *number)
{
	unsigned long cpu = (unsigned long)number, i;
	unsigned long long val = 0, n = 0;
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	CPU_SET(cpu, &cpus);
	/* If the CPU is off line, this fails and the thread runs on another CPU. */
	sched_setaffinity(0, sizeof(cpus), &cpus);
	for (i = cpu; i < n_events || !have_readers_raced(); i += n_cpus, n++) {
		struct record record = {
			.index = write_index, .key = key_of(i), .val = i % 1000,
		};

		if (write(data_fd, &record, sizeof(record)) != sizeof(record))
			die("write");
		val += record.val;
	}
	__atomic_fetch_add(&fired_val, val, __ATOMIC_RELAXED);
	__atomic_fetch_add(&n_fired, n, __ATOMIC_RELAXED);
	return NULL;
}

static void add_line(struct table *table, const char *line)
{
	if (*line == '{') {
		if (!strncmp(line, "{ other }", 9))
			table->in_other += number_of(line, "hitcount:");
		line = strchrnul(line, '}');
		table->in_rows += number_of(line, "hitcount:");
		table->val += number_of(line, "val:");
	} else {
		table->hits += number_of(line, "    Hits: ");
		table->dropped += number_of(line, "    Dropped: ");
		table->evicted += number_of(line, "    Evicted: ");
		table->number += number_of(line, "# interval: ");
	}
}

/* Read a file to its end, in steps of @step bytes, and add up its table. */
static struct table read_table(const char *path, size_t step, char *text)
{
	struct table table = {};
	char *line, *rest = text;

	read_text(path, step, text);
	while ((line = strsep(&rest, "\n")))
		add_line(&table, line);
	if (table.in_rows != table.hits) {
		fprintf(stderr, "%s: Hits: %llu, but %llu in rows\n", path, table.hits,
			table.in_rows);
		exit(1);
	}
	return table;
}

static void add_table(const struct table *table)
{
	pthread_mutex_lock(&lock);
	all.hits += table->hits;
	all.dropped += table->dropped;
	all.val += table->val;
	all.in_other += table->in_other;
	__atomic_fetch_add(&n_read, 1, __ATOMIC_RELAXED);
	if (table->number > last_interval)
		__atomic_store_n(&last_interval, table->number, __ATOMIC_RELAXED);
	pthread_mutex_unlock(&lock);
}

/* Read intervals to their ends. Each 16th read of the second reader is byte by byte. */
static void *read_intervals(void *number)
{
	char *text = alloc_text();
	unsigned long i;

	for (i = 0; !is_done(); i++) {
		size_t step = number ? (i % 16 ? 100 : 1) : 65536;
		struct table table = read_table(DELTA, step, text);

		add_table(&table);
	}
	free(text);
	return NULL;
}

static void check_not_less(const char *what, unsigned long long now, unsigned long long before)
{
	if (now >= before)
		return;
	fprintf(stderr, "%s in hist: %llu, were %llu before\n", what, now, before);
	exit(1);
}

/* Read hist while its halves are exchanged. The pauses leave event_mutex to the other readers. */
static void *read_hist(void *unused)
{
	char *text = alloc_text();
	struct table last = {};

	(void)unused;
	while (!is_done()) {
		struct table table = read_table(EVENT "hist", 65536, text);

		check_not_less("hits", table.hits, last.hits);
		check_not_less("drops", table.dropped, last.dropped);
		check_not_less("sums", table.val, last.val);
		last = table;
		__atomic_fetch_add(&n_tables, 1, __ATOMIC_RELAXED);
		usleep(10000);
	}
	free(text);
	return NULL;
}

/* Read the beginning of an interval, and close the file. */
static void *leave_intervals(void *size_max)
{
	char text[64];
	size_t size;

	for (size = 0; !is_done(); size = (size + 1) % (size_t)size_max) {
		int fd = open(size % 2 ? DELTA : DELTA_RAW, O_RDONLY);

		if (fd < 0 || read(fd, text, size) < 0)
			die("open or read an interval");
		if (lseek(fd, 0, SEEK_SET) >= 0 || errno != ESPIPE)
			die("lseek");
		if (pread(fd, text, 1, 0) >= 0 || errno != ESPIPE)
			die("pread");
		close(fd);
		if (size)
			__atomic_fetch_add(&n_unread, 1, __ATOMIC_RELAXED);
	}
	return NULL;
}

/* Begin to read in another process, which is killed before it reaches the end. */
static void *kill_readers(void *size)
{
	char text[64];
	bool raw;
	pid_t pid;
	int fd;

	for (raw = false; !is_done(); raw = !raw) {
		pid = fork();
		if (pid < 0)
			die("fork");
		if (!pid) {
			fd = open(raw ? DELTA_RAW : DELTA, O_RDONLY);
			if (fd >= 0 && read(fd, text, (size_t)size) > 0)
				pause();
			_exit(2);
		}
		usleep(3000);
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
		__atomic_fetch_add(&n_unread, 1, __ATOMIC_RELAXED);
	}
	return NULL;
}

static void run_threads(void)
{
	/* The argument of the first two is the number of the reader, else a number of bytes. */
	static const struct {
		void *(*run)(void *arg);
		unsigned long arg;
	} readers[N_READERS] = {
		{ read_intervals, 0 }, { read_intervals, 1 }, { leave_intervals, 64 },
		{ kill_readers, 50 }, { read_hist, 0 },
	};
	pthread_t threads[MAX_THREADS + N_READERS];
	unsigned long i;

	for (i = 0; i < N_READERS; i++)
		if (pthread_create(&threads[MAX_THREADS + i], NULL, readers[i].run,
				   (void *)readers[i].arg))
			die("pthread_create");
	for (i = 0; i < n_cpus; i++)
		if (pthread_create(&threads[i], NULL, write_events, (void *)i))
			die("pthread_create");
	for (i = 0; i < n_cpus; i++)
		pthread_join(threads[i], NULL);
	__atomic_store_n(&done, true, __ATOMIC_RELEASE);
	for (i = 0; i < N_READERS; i++)
		pthread_join(threads[MAX_THREADS + i], NULL);
}

/* Compare the sum of all intervals, the table since the beginning, and what was written. */
static void check_tables(void)
{
	char *text = alloc_text();
	struct table table;

	table = read_table(DELTA, 65536, text);
	add_table(&table);
	table = read_table(EVENT "hist", 65536, text);
	free(text);
	check_equal("hits and drops of all intervals", all.hits + all.dropped, n_fired);
	check_equal("hits of all intervals", all.hits, table.hits);
	check_equal("drops of all intervals", all.dropped, table.dropped);
	check_equal("sums of all intervals", all.val, table.val);
	/* Rows that were evicted after an interval was read are in { other } of hist only. */
	if (table.evicted)
		check_not_less("events in { other }", table.in_other, all.in_other);
	else
		check_equal("{ other } of all intervals", all.in_other, table.in_other);
	n_evicted = table.evicted;
	if (!all.dropped)
		check_equal("sum", all.val, fired_val);
}

int main(int argc, char **argv)
{
	n_cpus = sysconf(_SC_NPROCESSORS_CONF);
	if (argc < 3 || n_cpus > MAX_THREADS) {
		fprintf(stderr, "usage: intervals EVENTS INTERVALS [HIST-PARAMETER]...\n");
		return 2;
	}
	n_events = strtoul(argv[1], NULL, 0);
	min_intervals = strtoul(argv[2], NULL, 0);
	define_event();
	attach(argv + 3);
	run_threads();
	check_tables();
	printf("%llu events, %llu dropped, %llu in { other }, %lu intervals\n", n_fired,
	       all.dropped, all.in_other, last_interval);
	printf("%lu reads to the end, %lu readers that left, %lu reads of hist, ", n_read,
	       n_unread, n_tables);
	printf("%llu rows evicted\n", n_evicted);
	write_trigger(O_TRUNC, "");
	return 0;
}
