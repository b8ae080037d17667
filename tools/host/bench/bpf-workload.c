// SPDX-License-Identifier: GPL-2.0-only
/*
 * BPF programs that do the same work as the triggers of measure-workloads.sh.
 *
 *   bpf-workload BENCHMARK COMMAND [ARG...]
 *
 * Attach the programs of the benchmark to raw tracepoints, run the command, and print how many
 * events the programs have counted: "hits N". The module trace_bench must be loaded.
 */

#include <string.h>

#include "bpf.h"
#include "run_command.h"

#define PID_OFFSET	"/sys/module/trace_bench/parameters/pid_offset"

/* As in the tools of libbpf. */
#define ENTRIES		10240

#define RAW(event, ...)	attach_raw(event, PROGRAM(BPF_PROG_TYPE_RAW_TRACEPOINT, __VA_ARGS__))

/* register 6 = PID of the task that is argument n */
#define PID_OF(n)	BPF_LDX_MEM(BPF_DW, BPF_REG_3, BPF_REG_1, 8 * (n)),	\
			BPF_ALU64_IMM(BPF_ADD, BPF_REG_3, number_in(PID_OFFSET)),	\
			BPF_MOV64_REG(BPF_REG_1, BPF_REG_10),			\
			BPF_ALU64_IMM(BPF_ADD, BPF_REG_1, -8),			\
			BPF_MOV64_IMM(BPF_REG_2, 4),				\
			BPF_EMIT_CALL(BPF_FUNC_probe_read_kernel),		\
			BPF_LDX_MEM(BPF_W, BPF_REG_6, BPF_REG_10, -8)
/* register 6 = PID of the current task, in the lower half */
#define CURRENT_PID	BPF_EMIT_CALL(BPF_FUNC_get_current_pid_tgid),		\
			BPF_MOV64_REG(BPF_REG_6, BPF_REG_0)

/* Number of events for each key. */
static int counts(int key_size)
{
	return make_map(BPF_MAP_TYPE_PERCPU_HASH, key_size, 8, ENTRIES);
}

/* Time of the first event for each key, until the second event takes it. */
static int starts(int key_size)
{
	return make_map(BPF_MAP_TYPE_HASH, key_size, 8, ENTRIES);
}

/* Number of latencies for each power of two. */
static int slots(void)
{
	return make_map(BPF_MAP_TYPE_ARRAY, 4, 8, 64);
}

static int pipe_count(void)
{
	int map = counts(4);

	RAW("sched_switch", PID_OF(2), KEY, COUNT(map));
	return map;
}

static int pipe_latency(void)
{
	int start = starts(4), map = slots();

	RAW("sched_waking", PID_OF(0), KEY, START(start));
	RAW("sched_switch", PID_OF(2), KEY, LATENCY(start, map));
	return map;
}

static int syscall_count(void)
{
	int map = counts(8);

	RAW("sys_enter", ARGUMENT(1), KEY, COUNT(map));
	return map;
}

static int syscall_latency(void)
{
	int start = starts(4), map = slots();

	RAW("sys_enter", CURRENT_PID, KEY, START(start));
	RAW("sys_exit", CURRENT_PID, KEY, LATENCY(start, map));
	return map;
}

static int compile_count(void)
{
	int map = counts(8);

	RAW("kmem_cache_alloc", ARGUMENT(0), KEY, COUNT(map));
	return map;
}

static int compile_latency(void)
{
	int start = starts(8), map = slots();

	RAW("kmem_cache_alloc", ARGUMENT(1), KEY, START(start));
	RAW("kmem_cache_free", ARGUMENT(1), KEY, LATENCY(start, map));
	return map;
}

/* Programs of the benchmarks. attach() returns the map whose values are the counts. */
static const struct benchmark {
	const char *name;
	int (*attach)(void);
} benchmarks[] = {
	{ "pipe-count", pipe_count },
	{ "pipe-latency", pipe_latency },
	{ "syscall-count", syscall_count },
	{ "syscall-latency", syscall_latency },
	{ "compile-count", compile_count },
	{ "compile-latency", compile_latency },
};

static const struct benchmark *find_benchmark(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(benchmarks) / sizeof(benchmarks[0]); i++)
		if (!strcmp(benchmarks[i].name, name))
			return &benchmarks[i];
	return NULL;
}

int main(int argc, char **argv)
{
	const struct benchmark *benchmark;
	int map, number, status;

	if (argc < 3)
		return 2;
	scenario = argv[1];
	benchmark = find_benchmark(scenario);
	if (!benchmark)
		return 2;
	map = benchmark->attach();
	status = run_command(argv + 2);
	printf("hits %llu\n", (unsigned long long)sum(map, &number));
	return status;
}
