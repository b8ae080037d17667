// SPDX-License-Identifier: GPL-2.0
/*
 * usage: statistics all|some THREADS [PARAMETER]...
 *
 * Count known values in histograms and compare the statistics of the hist files with a computation
 * in this program. Runs in a tracing directory, and defines the user events stat_u and stat_s while
 * it runs. All THREADS write values of the same rows at once, each on a CPU of its own.
 *
 *	all	every percentile, in several histograms of each event
 *	some	one histogram of each event
 *
 * PARAMETER is added to each trigger, as in "size=131072". The exit status is 1 if a statistic is
 * wrong, 2 if the values could not be counted.
 *
 * The computation shares no code and no method with the kernel. It has all values of a row: a
 * percentile is found in the sorted values, and a bucket by multiplication and division. Sums of
 * 64-bit numbers and of their squares do not fit a long double, and i386 has no __int128. "struct
 * big" therefore has 256 bits. The largest number is (stddev * n)^2, which has less than
 * 2 * (64 + 21) bits: no operation overflows, and each result is exact.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/types.h>
#include <linux/user_events.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define BIG_LIMBS	8
#define N_EVENTS	2
#define MAX_SETS	16
#define MAX_THREADS	8
#define MAX_REPORTS	20
#define TRIGGER_VALS	16
#define MILLION		1000000
#define BAR_WIDTH	20

/* Values of one row, in the order in which they are written, and sorted. */
struct set {
	const char *name;
	__u64 *val, *sorted;
	size_t n, room;
};

/* A user event, and a row for each of its sets. */
struct event {
	const char *name, *definition;
	bool is_signed;
	struct set sets[MAX_SETS], all;
	int n_sets, fd;
	__u32 index, enabled;
};

/* A record of a user event. The fields are not aligned: val is a __u64. */
struct record {
	__u32 index, val[2], set;
};

static struct event events[N_EVENTS] = {
	{ .name = "stat_u", .definition = "stat_u u64 val; u32 set" },
	{ .name = "stat_s", .definition = "stat_s s64 val; u32 set", .is_signed = true },
};

static int wrong;

static void die(const char *what)
{
	fprintf(stderr, "%s: %s\n", what, strerror(errno));
	exit(2);
}

static void report(const char *format, ...)
{
	va_list args;

	if (++wrong > MAX_REPORTS)
		return;
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
}

/* Unsigned numbers of 256 bits, the lowest limb first. */

struct big {
	__u32 limb[BIG_LIMBS];
};

static struct big big(__u64 val)
{
	return (struct big){ { (__u32)val, (__u32)(val >> 32) } };
}

static struct big big_add(struct big a, struct big b)
{
	__u64 carry = 0;
	int i;

	for (i = 0; i < BIG_LIMBS; i++) {
		carry += (__u64)a.limb[i] + b.limb[i];
		a.limb[i] = carry;
		carry >>= 32;
	}
	return a;
}

/* @a must not be less than @b. */
static struct big big_sub(struct big a, struct big b)
{
	__s64 borrow = 0;
	int i;

	for (i = 0; i < BIG_LIMBS; i++) {
		borrow += (__s64)a.limb[i] - b.limb[i];
		a.limb[i] = borrow;
		borrow = borrow < 0 ? -1 : 0;
	}
	return a;
}

static struct big big_mul(struct big a, struct big b)
{
	struct big product = big(0);
	int i, j;

	for (i = 0; i < BIG_LIMBS; i++) {
		__u64 carry = 0;

		for (j = 0; i + j < BIG_LIMBS; j++) {
			carry += (__u64)a.limb[i] * b.limb[j] + product.limb[i + j];
			product.limb[i + j] = carry;
			carry >>= 32;
		}
	}
	return product;
}

static int big_cmp(struct big a, struct big b)
{
	int i;

	for (i = BIG_LIMBS - 1; i >= 0; i--)
		if (a.limb[i] != b.limb[i])
			return a.limb[i] < b.limb[i] ? -1 : 1;
	return 0;
}

static bool exceeds_128_bits(struct big a)
{
	return a.limb[4] || a.limb[5] || a.limb[6] || a.limb[7];
}

/* Statistics of a set. */

static bool is_negative(const struct event *event, __u64 val)
{
	return event->is_signed && (__s64)val < 0;
}

static __u64 magnitude(const struct event *event, __u64 val)
{
	return is_negative(event, val) ? -val : val;
}

static int compare(const void *a, const void *b, void *event)
{
	__u64 x = *(const __u64 *)a, y = *(const __u64 *)b;

	if (x == y)
		return 0;
	if (is_negative(event, x) != is_negative(event, y))
		return is_negative(event, x) ? -1 : 1;
	return x < y ? -1 : 1;
}

/* Compute the magnitude of the sum. Return: whether the sum is negative. */
static bool sum_up(const struct event *event, const struct set *set, struct big *sum)
{
	struct big part[2] = { big(0), big(0) };
	bool negative;
	size_t i;

	for (i = 0; i < set->n; i++) {
		struct big *p = &part[is_negative(event, set->val[i])];

		*p = big_add(*p, big(magnitude(event, set->val[i])));
	}
	negative = big_cmp(part[1], part[0]) > 0;
	*sum = big_sub(part[negative], part[!negative]);
	return negative;
}

/* The greatest q for which q * n does not exceed the sum, with the sign of the sum. */
static __u64 average(const struct event *event, const struct set *set)
{
	struct big sum;
	bool negative = sum_up(event, set, &sum);
	__u64 q = 0;
	int bit;

	for (bit = 63; bit >= 0; bit--)
		if (big_cmp(big_mul(big(q | 1ULL << bit), big(set->n)), sum) <= 0)
			q |= 1ULL << bit;
	return negative ? -q : q;
}

/*
 * The greatest r for which r^2 does not exceed the population variance, which is the mean of the
 * squares minus the square of the mean. Both sides are multiplied by n^2.
 *
 * Return: false if the sum of the squares exceeds 128 bits.
 */
static bool deviation(const struct event *event, const struct set *set, __u64 *result)
{
	struct big sum, squares = big(0), variance, product;
	__u64 r = 0;
	size_t i;
	int bit;

	for (i = 0; i < set->n; i++) {
		struct big val = big(magnitude(event, set->val[i]));

		squares = big_add(squares, big_mul(val, val));
	}
	if (exceeds_128_bits(squares))
		return false;

	sum_up(event, set, &sum);
	variance = big_sub(big_mul(big(set->n), squares), big_mul(sum, sum));
	for (bit = 63; bit >= 0; bit--) {
		product = big_mul(big(r | 1ULL << bit), big(set->n));
		if (big_cmp(big_mul(product, product), variance) <= 0)
			r |= 1ULL << bit;
	}
	*result = r;
	return true;
}

/* The largest power of two up to @val, which is not 0. */
static __u64 power_below(__u64 val)
{
	__u64 power = 1;

	while (val / 2 >= power)
		power *= 2;
	return power;
}

/*
 * The largest value of the bucket of @val: buckets have one value below 64, and a 32nd of their
 * power of two above. Buckets of negative values are the same with the opposite sign.
 */
static __u64 bucket_end(const struct event *event, __u64 val)
{
	__u64 size = magnitude(event, val), width;

	if (size < 64)
		return val;
	width = power_below(size) / 32;
	size -= size % width;
	return is_negative(event, val) ? -size : size + (width - 1);
}

/* The value whose rank is ceil(@part / @whole * n), as the end of its bucket, from min to max. */
static __u64 percentile(struct event *event, const struct set *set, __u64 part, __u64 whole)
{
	size_t rank = (part * set->n + whole - 1) / whole;
	__u64 end = bucket_end(event, set->sorted[rank - 1]);
	const __u64 *max = &set->sorted[set->n - 1];

	return compare(&end, max, event) > 0 ? *max : end;
}

static __u64 wrapped_sum(const struct set *set)
{
	__u64 sum = 0;
	size_t i;

	for (i = 0; i < set->n; i++)
		sum += set->val[i];
	return sum;
}

/* Compute the percentile of an aggregate "pN". Return: false if the name is another one. */
static bool named_percentile(struct event *event, const struct set *set, const char *name,
			     __u64 *val)
{
	unsigned int number;
	char rest;

	if (sscanf(name, "p%u%c", &number, &rest) != 1)
		return false;
	if (number == 999)
		*val = percentile(event, set, 999, 1000);
	else if (number == 9999)
		*val = percentile(event, set, 9999, 10000);
	else
		*val = percentile(event, set, number, 100);
	return true;
}

/* Write the expected text of a column. */
static void expect(struct event *event, const struct set *set, const char *name, char text[64])
{
	__u64 val = 0;
	bool is_signed = event->is_signed;

	if (!strcmp(name, "min")) {
		val = set->sorted[0];
	} else if (!strcmp(name, "max")) {
		val = set->sorted[set->n - 1];
	} else if (!strcmp(name, "sum")) {
		val = wrapped_sum(set);
	} else if (!strcmp(name, "avg")) {
		val = average(event, set);
	} else if (!strcmp(name, "stddev")) {
		is_signed = false;
		if (!deviation(event, set, &val)) {
			sprintf(text, "%10s", "overflow");
			return;
		}
	} else if (!named_percentile(event, set, name, &val)) {
		sprintf(text, "unknown");
		return;
	}
	sprintf(text, is_signed ? "%10lld" : "%10llu", val);
}

/* The distribution. */

/*
 * A line has the values of one power of two, and 0 has a line of its own. The lowest line of signed
 * values has -2^63 only.
 */
static void find_range(const struct event *event, __u64 val, __u64 *first, __u64 *last)
{
	__u64 size = magnitude(event, val), power = size ? power_below(size) : 0;
	__u64 end = size ? power + (power - 1) : 0;

	if (is_negative(event, val) && end > INT64_MAX)
		end = power;
	*first = is_negative(event, val) ? -end : power;
	*last = is_negative(event, val) ? -power : end;
}

static size_t count_range(struct event *event, const struct set *set, __u64 first, __u64 last)
{
	size_t i, n = 0;

	for (i = 0; i < set->n; i++)
		n += compare(&set->sorted[i], &first, event) >= 0 &&
		     compare(&set->sorted[i], &last, event) <= 0;
	return n;
}

static size_t largest_range(struct event *event, const struct set *set)
{
	size_t i, n, most = 0;
	__u64 first, last;

	for (i = 0; i < set->n; i += n) {
		find_range(event, set->sorted[i], &first, &last);
		n = count_range(event, set, first, last);
		if (n > most)
			most = n;
	}
	return most;
}

/* A bar may be rounded up or down, but that of the largest count has the whole width. */
static bool bar_matches(const char *bar, size_t n, size_t most)
{
	long long length = strspn(bar, "#");
	long long error = length * (long long)most - BAR_WIDTH * (long long)n;

	if (bar[length + strspn(bar + length, " ")] != '\n')
		return false;
	if (n == most)
		return length == BAR_WIDTH;
	return length <= BAR_WIDTH && llabs(error) < (long long)most;
}

/* Compare a line of the distribution with values from @first to @last. */
static bool line_matches(struct event *event, const struct set *set, const char *line,
			 __u64 first, __u64 last, size_t most)
{
	size_t n = count_range(event, set, first, last);
	char text[128];
	int length;

	length = sprintf(text, event->is_signed ? "\t%20lld - %-20lld %10zu" :
						  "\t%20llu - %-20llu %10zu", first, last, n);
	if (strncmp(line, text, length)) {
		report("expected:\t%s\n", text + 1);
		return false;
	}
	line += length;
	return *line == ' ' && bar_matches(line + 1, n, most);
}

/* Compare the lines below "val.dist:". */
static void check_distribution(FILE *file, struct event *event, const struct set *set)
{
	size_t most = largest_range(event, set);
	__u64 first, last, end;
	char line[4096];

	find_range(event, set->sorted[set->n - 1], &first, &end);
	find_range(event, set->sorted[0], &first, &last);
	for (;;) {
		if (!fgets(line, sizeof(line), file) ||
		    !line_matches(event, set, line, first, last, most)) {
			report("%s, %s: wrong line of the distribution: %s", event->name,
			       set->name, line);
			return;
		}
		if (last == end)
			return;
		find_range(event, last + 1, &first, &last);
	}
}

/* The hist file. */

/* Compare the columns of a line. Return: the number of columns. */
static int check_columns(struct event *event, const struct set *set, const char *line)
{
	char name[16], text[64];
	const char *at = line;
	size_t length;
	int n = 0;

	while ((at = strstr(at, "  val."))) {
		at += strlen("  val.");
		length = strcspn(at, ":");
		snprintf(name, sizeof(name), "%.*s", (int)length, at);
		expect(event, set, name, text);
		at += length;
		length = strlen(text);
		if (strncmp(at, ": ", 2) || strncmp(at + 2, text, length) ||
		    (at[2 + length] != ' ' && at[2 + length] != '\n'))
			report("%s, %s: %s should be \"%s\" in: %s", event->name, set->name, name,
			       text, line);
		n++;
	}
	if (strstr(line, "(partial)"))
		report("%s, %s: samples without a bucket: %s", event->name, set->name, line);
	return n;
}

/* Compare a row. Return: its set, or NULL. */
static const struct set *check_row(struct event *event, const char *line, int *columns)
{
	unsigned long long hits;
	unsigned int i;

	if (sscanf(line, "{ set: %u } hitcount: %llu", &i, &hits) != 2 ||
	    i >= (unsigned int)event->n_sets) {
		report("%s: unknown row: %s", event->name, line);
		return NULL;
	}
	if (hits != event->sets[i].n)
		report("%s, %s: %llu hits of %zu\n", event->name, event->sets[i].name, hits,
		       event->sets[i].n);
	*columns += check_columns(event, &event->sets[i], line);
	return &event->sets[i];
}

/*
 * Compare all tables of the event. @vals is the number of columns of all tables, @dists that of the
 * distributions. Each is shown for each row, and for all rows together.
 */
static void check_hist(struct event *event, const char *path, int vals, int dists)
{
	int columns = 0, totals = 0, pictures = 0;
	const struct set *set = NULL;
	char line[4096];
	FILE *file = fopen(path, "r");

	if (!file)
		die(path);
	while (fgets(line, sizeof(line), file)) {
		if (line[0] == '{') {
			set = check_row(event, line, &columns);
		} else if (!strcmp(line, "\tval.dist:\n") && set) {
			check_distribution(file, event, set);
			pictures++;
		} else if (!strncmp(line, "    Overall:", 12)) {
			set = &event->all;
			totals += check_columns(event, set, line);
		} else if (strstr(line, "Without bucket:") ||
			   (strstr(line, "Dropped:") && !strstr(line, "Dropped: 0\n"))) {
			report("%s: %s", event->name, line);
		}
	}
	fclose(file);
	if (columns != event->n_sets * vals || totals != vals ||
	    pictures != (event->n_sets + 1) * dists)
		report("%s: %d columns of %d rows, %d totals, %d distributions\n", event->name,
		       columns, event->n_sets, totals, pictures);
}

/* Sets of values. */

static struct set *add_set(struct event *event, const char *name)
{
	struct set *set = &event->sets[event->n_sets++];

	if (event->n_sets > MAX_SETS)
		die("too many sets");
	set->name = name;
	return set;
}

static void add(struct set *set, __u64 val)
{
	if (set->n == set->room) {
		set->room = set->room ? 2 * set->room : 64;
		set->val = realloc(set->val, set->room * sizeof(*set->val));
		if (!set->val)
			die("realloc");
	}
	set->val[set->n++] = val;
}

static void add_range(struct event *event, const char *name, __s64 first, __s64 last)
{
	struct set *set = add_set(event, name);
	__s64 val;

	for (val = first; val <= last; val++)
		add(set, val);
}

static void add_times(struct event *event, const char *name, __u64 val, int times)
{
	struct set *set = add_set(event, name);

	while (times--)
		add(set, val);
}

static void add_powers(struct event *event, const char *name, int sign)
{
	struct set *set = add_set(event, name);
	int bit;

	for (bit = 0; bit < 64 - event->is_signed; bit++)
		add(set, sign * (__s64)(1ULL << bit));
}

/* Both ends of each bucket, with both signs if the event is signed. */
static void add_bucket_ends(struct event *event, const char *name)
{
	__u64 top = event->is_signed ? INT64_MAX : UINT64_MAX, first = 0, last;
	struct set *set = add_set(event, name);

	do {
		last = bucket_end(event, first);
		add(set, first);
		add(set, last);
		if (event->is_signed) {
			add(set, -first);
			add(set, -last);
		}
		first = last + 1;
	} while (last != top);
}

/* Random numbers of @bits bits: xorshift64 with a fixed seed. */
static void add_random(struct event *event, const char *name, int bits)
{
	struct set *set = add_set(event, name);
	__u64 state = 88172645463325252ULL;
	int i;

	for (i = 0; i < 5000; i++) {
		state ^= state << 13;
		state ^= state >> 7;
		state ^= state << 17;
		if (event->is_signed)
			add(set, (__s64)state >> (64 - bits));
		else
			add(set, state >> (64 - bits));
	}
}

/* Four squares of 2^63 exceed 128 bits, three do not. */
static void add_unsigned(struct event *event)
{
	struct set *set;

	add_range(event, "1 to 1000", 1, 1000);
	add_powers(event, "powers of two", 1);
	add_times(event, "zero", 0, 1);
	add_times(event, "2^64-1", UINT64_MAX, 1);
	add_times(event, "2^63, 3 times", 1ULL << 63, 3);
	add_times(event, "2^63, 4 times", 1ULL << 63, 4);
	set = add_set(event, "2^63 and 2^64-1");
	add(set, 1ULL << 63);
	add(set, UINT64_MAX);
	add_times(event, "a million times 2^50+3", (1ULL << 50) + 3, MILLION);
	add_bucket_ends(event, "bucket ends");
	add_random(event, "random, 64 bits", 64);
	add_random(event, "random, 40 bits", 40);
	add_random(event, "random, 7 bits", 7);
}

static void add_signed(struct event *event)
{
	struct set *set;

	add_range(event, "1 to 1000", 1, 1000);
	add_range(event, "-1000 to -1", -1000, -1);
	add_range(event, "-70 to 69", -70, 69);
	add_powers(event, "powers of two", 1);
	add_powers(event, "negative powers of two", -1);
	add_times(event, "-2^63", INT64_MIN, 1);
	add_times(event, "-2^63, 3 times", INT64_MIN, 3);
	add_times(event, "-2^63, 4 times", INT64_MIN, 4);
	set = add_set(event, "-2^63 and 2^63-1");
	add(set, INT64_MIN);
	add(set, INT64_MAX);
	add_times(event, "-2^60-5, 100 times", -(1LL << 60) - 5, 100);
	add_bucket_ends(event, "bucket ends");
	add_random(event, "random, 64 bits", 64);
	add_random(event, "random, 40 bits", 40);
	add_random(event, "random, 8 bits", 8);
}

static void sort_set(struct event *event, struct set *set)
{
	set->sorted = malloc(set->n * sizeof(*set->sorted));
	if (!set->sorted)
		die("malloc");
	memcpy(set->sorted, set->val, set->n * sizeof(*set->sorted));
	qsort_r(set->sorted, set->n, sizeof(*set->sorted), compare, event);
}

static void make_sets(struct event *event)
{
	size_t k;
	int i;

	if (event->is_signed)
		add_signed(event);
	else
		add_unsigned(event);
	event->all.name = "all rows";
	for (i = 0; i < event->n_sets; i++) {
		sort_set(event, &event->sets[i]);
		for (k = 0; k < event->sets[i].n; k++)
			add(&event->all, event->sets[i].val[k]);
	}
	sort_set(event, &event->all);
}

/* Define the event, attach histograms, write the values. */

static void register_event(struct event *event)
{
	struct user_reg reg = {
		.size = sizeof(reg),
		.enable_size = sizeof(event->enabled),
		.enable_addr = (uintptr_t)&event->enabled,
		.name_args = (uintptr_t)event->definition,
	};

	event->fd = open("user_events_data", O_RDWR | O_CLOEXEC);
	if (event->fd < 0 || ioctl(event->fd, DIAG_IOCSREG, &reg))
		die(event->definition);
	event->index = reg.write_index;
}

static void event_path(const struct event *event, const char *file, char path[64])
{
	snprintf(path, 64, "events/user_events/%s/%s", event->name, file);
}

static void attach(const struct event *event, const char *vals, char **parameters)
{
	char path[64], command[1024];
	int fd, n;

	n = snprintf(command, sizeof(command), "hist:keys=set:vals=%s", vals);
	for (; *parameters; parameters++)
		n += snprintf(command + n, sizeof(command) - n, ":%s", *parameters);
	event_path(event, "trigger", path);
	fd = open(path, O_WRONLY | O_APPEND);
	if (fd < 0 || write(fd, command, n) != n)
		die(command);
	close(fd);
}

static void detach_all(const struct event *event)
{
	char path[64];
	int fd;

	event_path(event, "trigger", path);
	fd = open(path, O_WRONLY | O_TRUNC);
	if (fd < 0)
		die(path);
	close(fd);
}

/* Attach a histogram for each 16 percentiles. */
static void attach_percentiles(const struct event *event, char **parameters)
{
	char vals[TRIGGER_VALS * 8];
	int n = 0, number;

	for (number = 1; number <= 99; number++) {
		n += sprintf(vals + n, "%sval.p%d", n ? "," : "", number);
		if (number % TRIGGER_VALS && number != 99)
			continue;
		attach(event, vals, parameters);
		n = 0;
	}
}

static pthread_barrier_t barrier;
static int n_threads;

static void write_value(const struct event *event, __u32 set, __u64 val)
{
	struct record record = { .index = event->index, .set = set };

	memcpy(record.val, &val, sizeof(val));
	if (write(event->fd, &record, sizeof(record)) != sizeof(record))
		die(event->name);
}

/* Write the values whose position modulo the number of threads is that of this thread. */
static void *write_share(void *number)
{
	size_t share = (uintptr_t)number, k;
	cpu_set_t cpus;
	int e, i;

	CPU_ZERO(&cpus);
	CPU_SET(share, &cpus);
	if (sched_setaffinity(0, sizeof(cpus), &cpus))
		die("sched_setaffinity");
	for (e = 0; e < N_EVENTS; e++) {
		for (i = 0; i < events[e].n_sets; i++) {
			const struct set *set = &events[e].sets[i];

			pthread_barrier_wait(&barrier);
			for (k = share; k < set->n; k += n_threads)
				write_value(&events[e], i, set->val[k]);
		}
	}
	return NULL;
}

static void write_all(void)
{
	pthread_t threads[MAX_THREADS];
	int i;

	if (pthread_barrier_init(&barrier, NULL, n_threads))
		die("pthread_barrier_init");
	for (i = 0; i < n_threads; i++)
		if (pthread_create(&threads[i], NULL, write_share, (void *)(uintptr_t)i))
			die("pthread_create");
	for (i = 0; i < n_threads; i++)
		pthread_join(threads[i], NULL);
}

/* The median and p50 are the same column; "all" has both. */
#define VALS_ALL	"val.min,val.max,val.sum,val.avg,val.stddev,val.median,val.p999,val.p9999"
#define VALS_SOME	VALS_ALL ",val.p1,val.p25,val.p75,val.p99"

int main(int argc, char **argv)
{
	bool all = argc > 1 && !strcmp(argv[1], "all");
	char path[64];
	int e;

	n_threads = argc > 2 ? atoi(argv[2]) : 0;
	if (n_threads < 1 || n_threads > MAX_THREADS || (!all && strcmp(argv[1], "some"))) {
		fprintf(stderr, "usage: statistics all|some THREADS [PARAMETER]...\n");
		return 2;
	}
	for (e = 0; e < N_EVENTS; e++) {
		make_sets(&events[e]);
		register_event(&events[e]);
		attach(&events[e], (all ? VALS_ALL ",val.dist" : VALS_SOME ",val.dist"), argv + 3);
		if (all)
			attach_percentiles(&events[e], argv + 3);
	}
	write_all();
	for (e = 0; e < N_EVENTS; e++) {
		event_path(&events[e], "hist", path);
		check_hist(&events[e], path, all ? 8 + 99 : 12, 1);
		detach_all(&events[e]);
	}
	if (wrong)
		printf("%d differences\n", wrong);
	return wrong > 0;
}
