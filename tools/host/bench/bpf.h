/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Maps, programs and raw tracepoints of BPF, without libbpf and without BTF. If a system call
 * fails, the program prints "wrong SCENARIO: bpf: ..." and ends.
 */
#ifndef _BENCH_BPF_H
#define _BENCH_BPF_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/bpf.h>

#include "filter.h"

/* Number of entries that one system call reads. */
#define BATCH	1000

/* Name of the benchmark in messages. */
static const char *scenario;

static inline void die(const char *what)
{
	printf("wrong %s: bpf: ", scenario);
	fflush(stdout);
	perror(what);
	exit(1);
}

static inline int bpf(int command, union bpf_attr *attr, const char *what)
{
	int ret = syscall(SYS_bpf, command, attr, sizeof(*attr));

	if (ret < 0)
		die(what);
	return ret;
}

static inline int make_map(int type, int key_size, int value_size, int entries)
{
	union bpf_attr attr = {
		.map_type = type,
		.key_size = key_size,
		.value_size = value_size,
		.max_entries = entries,
	};

	return bpf(BPF_MAP_CREATE, &attr, "map");
}

static inline int load_program(int type, const struct bpf_insn *program, int length)
{
	static char log[65536];
	union bpf_attr attr = {
		.prog_type = type,
		.insns = (uintptr_t)program,
		.insn_cnt = length,
		.license = (uintptr_t)"GPL",
		.log_buf = (uintptr_t)log,
		.log_size = sizeof(log),
		.log_level = 1,
	};
	int fd;

	fd = syscall(SYS_bpf, BPF_PROG_LOAD, &attr, sizeof(attr));
	if (fd < 0) {
		fputs(log, stderr);
		die("program");
	}
	return fd;
}

static inline int number_in(const char *path)
{
	FILE *file = fopen(path, "r");
	int number;

	if (!file || fscanf(file, "%d", &number) != 1)
		die(path);
	fclose(file);
	return number;
}

static inline void attach_raw(const char *event, int program)
{
	union bpf_attr attr = {
		.raw_tracepoint.name = (uintptr_t)event,
		.raw_tracepoint.prog_fd = program,
	};

	bpf(BPF_RAW_TRACEPOINT_OPEN, &attr, event);
}

/*
 * Return the sum of all values of a map, for one CPU, and set the number of
 * values. A key has at most 8 bytes.
 */
static inline __u64 sum(int map, int *number)
{
	static __u64 keys[BATCH], values[BATCH];
	__u32 next;
	union bpf_attr attr = {
		.batch.out_batch = (uintptr_t)&next,
		.batch.keys = (uintptr_t)keys,
		.batch.values = (uintptr_t)values,
		.batch.map_fd = map,
	};
	__u64 all = 0;
	__u32 i;
	int ret;

	*number = 0;
	do {
		attr.batch.count = BATCH;
		ret = syscall(SYS_bpf, BPF_MAP_LOOKUP_BATCH, &attr, sizeof(attr));
		for (i = 0; i < attr.batch.count; i++)
			all += values[i];
		*number += attr.batch.count;
		attr.batch.in_batch = (uintptr_t)&next;
	} while (!ret);
	return all;
}

/* Load a program of these instructions. It returns 0. */
#define PROGRAM(type, ...) ({							\
	struct bpf_insn instructions[] = { __VA_ARGS__,				\
					   BPF_MOV64_IMM(BPF_REG_0, 0),		\
					   BPF_EXIT_INSN() };			\
	load_program(type, instructions,					\
		     sizeof(instructions) / sizeof(instructions[0]));		\
})

/* register 6 = argument n of a raw tracepoint */
#define ARGUMENT(n)	BPF_LDX_MEM(BPF_DW, BPF_REG_6, BPF_REG_1, 8 * (n))
/*
 * KEY stores register 6 as the key on the stack, in little-endian order for
 * maps whose keys have 4 bytes. KEY_OF() sets register 2 to the key and
 * register 1 to @map.
 */
#define KEY		BPF_STX_MEM(BPF_DW, BPF_REG_10, BPF_REG_6, -8)
#define KEY_OF(map)	BPF_MOV64_REG(BPF_REG_2, BPF_REG_10),			\
			BPF_ALU64_IMM(BPF_ADD, BPF_REG_2, -8),			\
			BPF_LD_MAP_FD(BPF_REG_1, map)
/* map[key] = register 0 */
#define SET(map)	BPF_STX_MEM(BPF_DW, BPF_REG_10, BPF_REG_0, -16),	\
			KEY_OF(map),						\
			BPF_MOV64_REG(BPF_REG_3, BPF_REG_10),			\
			BPF_ALU64_IMM(BPF_ADD, BPF_REG_3, -16),			\
			BPF_MOV64_IMM(BPF_REG_4, BPF_ANY),			\
			BPF_EMIT_CALL(BPF_FUNC_map_update_elem)
#define SET_LENGTH	9
/* map[key]++ */
#define COUNT(map)	KEY_OF(map),						\
			BPF_EMIT_CALL(BPF_FUNC_map_lookup_elem),		\
			BPF_JMP_IMM(BPF_JEQ, BPF_REG_0, 0, 4),			\
			BPF_LDX_MEM(BPF_DW, BPF_REG_1, BPF_REG_0, 0),		\
			BPF_ALU64_IMM(BPF_ADD, BPF_REG_1, 1),			\
			BPF_STX_MEM(BPF_DW, BPF_REG_0, BPF_REG_1, 0),		\
			BPF_JMP_A(SET_LENGTH + 1),				\
			BPF_MOV64_IMM(BPF_REG_0, 1),				\
			SET(map)
/* If register 0 >> n is not 0, shift it by n and add n to register 6. */
#define LOG2_STEP(n)	BPF_MOV64_REG(BPF_REG_1, BPF_REG_0),			\
			BPF_ALU64_IMM(BPF_RSH, BPF_REG_1, n),			\
			BPF_JMP_IMM(BPF_JEQ, BPF_REG_1, 0, 2),			\
			BPF_MOV64_REG(BPF_REG_0, BPF_REG_1),			\
			BPF_ALU64_IMM(BPF_ADD, BPF_REG_6, n)

/*
 * Like "runqlat", a log2 histogram of the time between two events in
 * microseconds. START() sets start[key] to the present time. LATENCY() takes
 * and deletes it, and counts the latency in the array @slots.
 */
#define START(start)	BPF_EMIT_CALL(BPF_FUNC_ktime_get_ns), SET(start)
#define LATENCY(start, slots)							\
			KEY_OF(start),						\
			BPF_EMIT_CALL(BPF_FUNC_map_lookup_elem),		\
			BPF_JMP_IMM(BPF_JNE, BPF_REG_0, 0, 2),			\
			BPF_MOV64_IMM(BPF_REG_0, 0),				\
			BPF_EXIT_INSN(),					\
			BPF_LDX_MEM(BPF_DW, BPF_REG_7, BPF_REG_0, 0),		\
			BPF_EMIT_CALL(BPF_FUNC_ktime_get_ns),			\
			BPF_MOV64_REG(BPF_REG_8, BPF_REG_0),			\
			KEY_OF(start),						\
			BPF_EMIT_CALL(BPF_FUNC_map_delete_elem),		\
			BPF_MOV64_REG(BPF_REG_0, BPF_REG_8),			\
			BPF_ALU64_REG(BPF_SUB, BPF_REG_0, BPF_REG_7),		\
			BPF_ALU64_IMM(BPF_DIV, BPF_REG_0, 1000),		\
			BPF_MOV64_IMM(BPF_REG_6, 0),				\
			LOG2_STEP(32), LOG2_STEP(16), LOG2_STEP(8),		\
			LOG2_STEP(4), LOG2_STEP(2), LOG2_STEP(1),		\
			KEY, KEY_OF(slots),					\
			BPF_EMIT_CALL(BPF_FUNC_map_lookup_elem),		\
			BPF_JMP_IMM(BPF_JEQ, BPF_REG_0, 0, 2),			\
			BPF_MOV64_IMM(BPF_REG_1, 1),				\
			BPF_ATOMIC_OP(BPF_DW, BPF_ADD, BPF_REG_0, BPF_REG_1, 0)

#endif /* _BENCH_BPF_H */
