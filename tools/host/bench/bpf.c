// SPDX-License-Identifier: GPL-2.0-only
/*
 * BPF programs that do the same work as hist triggers, for comparison.
 *
 *   bpf SCENARIO raw|perf
 *
 * Attach programs to raw tracepoints or to perf events and print a figure like
 * measure.sh. The counts in the maps are checked against the number of fired
 * events.
 */

#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <x86intrin.h>

#include <linux/perf_event.h>

#include "bpf.h"
#include "deep.h"

#define FIRE	"/sys/module/trace_bench/parameters/fire"
#define EVENTS	20000
#define WARM	2000
#define KEYS	256

static bool raw;

static void attach_perf(const char *event, int program)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT,
		.size = sizeof(attr),
		.sample_period = 1,
		.wakeup_events = 1,
	};
	char path[128];
	int fd;

	snprintf(path, sizeof(path), "/sys/kernel/tracing/events/bench/%s/id", event);
	attr.config = number_in(path);
	fd = syscall(SYS_perf_event_open, &attr, -1, 0, -1, 0);
	if (fd < 0 || ioctl(fd, PERF_EVENT_IOC_SET_BPF, program) < 0 ||
	    ioctl(fd, PERF_EVENT_IOC_ENABLE, 0) < 0)
		die(event);
}

static void attach(const char *event, int program)
{
	(raw ? attach_raw : attach_perf)(event, program);
}

/* Attach a program. Register 6 is the event's key, the first argument and the first field. */
#define ATTACH(event, ...)								\
	attach(event, PROGRAM(raw ? BPF_PROG_TYPE_RAW_TRACEPOINT : BPF_PROG_TYPE_TRACEPOINT,	\
			      raw ? ARGUMENT(0) :					\
				    BPF_LDX_MEM(BPF_W, BPF_REG_6, BPF_REG_1, 8),	\
			      __VA_ARGS__))

static __u64 fire(const char *way, int events, int keys)
{
	unsigned long long cycles;
	char command[64];
	FILE *file;
	int size, fd = open(FIRE, O_WRONLY);

	size = snprintf(command, sizeof(command), "%s %d %d\n", way, events, keys);
	if (write_from(FRAMES, fd, command, size) != size || close(fd))
		die(FIRE);
	file = fopen(FIRE, "r");
	if (!file || fscanf(file, "%llu", &cycles) != 1)
		die(FIRE);
	fclose(file);
	return cycles;
}

static void say(__u64 figure)
{
	printf("%s-%s %llu\n", scenario, raw ? "raw" : "perf", (unsigned long long)figure);
}

static __u64 base_of(const char *way)
{
	fire(way, WARM, KEYS);
	return fire(way, EVENTS, KEYS);
}

static void measure(const char *way, __u64 base)
{
	fire(way, WARM, KEYS);
	say((fire(way, EVENTS, KEYS) - base + EVENTS / 2) / EVENTS);
}

static void check(int map, __u64 wanted)
{
	int number;
	__u64 all = sum(map, &number);

	if (all == wanted)
		return;
	printf("wrong %s: bpf: %llu counted of %llu\n", scenario,
	       (unsigned long long)all, (unsigned long long)wanted);
	exit(1);
}

static void count(const char *way, int entries)
{
	int map = make_map(BPF_MAP_TYPE_PERCPU_HASH, 4, 8, entries);
	__u64 base = base_of(way);

	ATTACH("bench_start", KEY, COUNT(map));
	measure(way, base);
	check(map, EVENTS + WARM);
}

/* Count by the kernel stack, or by @depth frames of the user stack. */
static void stacks(int flags, int depth)
{
	int map = make_map(BPF_MAP_TYPE_PERCPU_HASH, 4, 8, 2048);
	int traces = make_map(BPF_MAP_TYPE_STACK_TRACE, 4, depth * 8, 2048);
	__u64 base = base_of("one");

	ATTACH("bench_start",
	       BPF_LD_MAP_FD(BPF_REG_2, traces),
	       BPF_MOV64_IMM(BPF_REG_3, flags),
	       BPF_EMIT_CALL(BPF_FUNC_get_stackid),
	       BPF_MOV64_REG(BPF_REG_6, BPF_REG_0),
	       KEY, COUNT(map));
	measure("one", base);
	check(map, EVENTS + WARM);
}

static int remember(void)
{
	int start = make_map(BPF_MAP_TYPE_HASH, 4, 8, 2048);

	ATTACH("bench_start", KEY, START(start));
	return start;
}

static void times(void)
{
	__u64 base = base_of("one");
	int number;
	int start = remember();

	measure("one", base);
	sum(start, &number);
	if (number != KEYS) {
		printf("wrong %s: bpf: %d keys of %d\n", scenario, number, KEYS);
		exit(1);
	}
}

static void latencies(void)
{
	__u64 base = base_of("pair");
	int start = remember();
	int slots = make_map(BPF_MAP_TYPE_ARRAY, 4, 8, 64);

	ATTACH("bench_end", KEY, LATENCY(start, slots));
	measure("pair", base);
	check(slots, EVENTS + WARM);
}

static void read_entries(int entries)
{
	int map = make_map(BPF_MAP_TYPE_PERCPU_HASH, 4, 8, 65536);
	__u64 time, all;
	int number;

	ATTACH("bench_start", KEY, COUNT(map));
	fire("one", entries, entries);
	time = __rdtsc();
	all = sum(map, &number);
	time = __rdtsc() - time;
	if (all != (__u64)entries || number != entries)
		check(map, entries);
	say(time / entries);
}

/* Costs that do not depend on the size cancel out. */
static void create(void)
{
	__u64 few = __rdtsc(), many;

	make_map(BPF_MAP_TYPE_PERCPU_HASH, 4, 8, 128);
	many = __rdtsc();
	few = many - few;
	make_map(BPF_MAP_TYPE_PERCPU_HASH, 4, 8, 65536);
	many = __rdtsc() - many;
	say((many - few) / (65536 - 128));
}

/* Return the free memory in bytes, including the CPUs' page lists. */
static __u64 free_memory(void)
{
	FILE *file = fopen("/proc/zoneinfo", "r");
	unsigned long pages, all = 0;
	char line[256];

	while (file && fgets(line, sizeof(line), file))
		if (sscanf(line, " pages free %lu", &pages) == 1 ||
		    sscanf(line, " count: %lu", &pages) == 1)
			all += pages;
	if (!all)
		die("zoneinfo");
	fclose(file);
	return all * 4096;
}

static void make_maps(int number, int value_size, int entries)
{
	while (number--)
		make_map(BPF_MAP_TYPE_PERCPU_HASH, 4, value_size, entries);
}

/*
 * Measure the bytes per entry of a map with a count and @sums more values. Small
 * maps are created several times, because memory is counted in pages. The first
 * maps use up the per-CPU memory that the kernel has kept of earlier ones.
 */
static void memory(int entries, int sums)
{
	int number = 65536 / entries, value_size = 8 * (1 + sums);
	__u64 before;

	make_maps(number, value_size, entries);
	free_memory();
	sleep(2);
	before = free_memory();
	make_maps(number, value_size, entries);
	say((before - free_memory()) / 65536);
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	scenario = argv[1];
	raw = !strcmp(argv[2], "raw");
	if (!strcmp(scenario, "1"))
		count("one", 2048);
	else if (!strcmp(scenario, "7"))
		stacks(0, 127);
	else if (!strcmp(scenario, "26"))
		stacks(BPF_F_USER_STACK, 16);
	else if (!strcmp(scenario, "9"))
		times();
	else if (!strcmp(scenario, "10e"))
		latencies();
	else if (!strcmp(scenario, "12"))
		count("fresh", 65536);
	else if (!strcmp(scenario, "13"))
		read_entries(60000);
	else if (!strcmp(scenario, "14"))
		create();
	else if (!strcmp(scenario, "14b"))
		memory(65536, 0);
	else if (!strcmp(scenario, "14d"))
		memory(65536, 2);
	else if (!strcmp(scenario, "14e"))
		memory(2048, 0);
	else if (!strcmp(scenario, "14f"))
		memory(2048, 2);
	else
		return 2;
	return 0;
}
