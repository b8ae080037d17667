// SPDX-License-Identifier: GPL-2.0
/*
 * QEMU plugin: count how often the guest executes the instruction at each address in the measured
 * windows of the benchmark (window.h).
 *
 *   qemu-system-x86_64 -plugin count-instructions.so,counts=FILE ...
 *
 * For each window, FILE gets a line "window" and a line "ADDRESS COUNT [KIND]" for each instruction
 * that was executed. Addresses are virtual and have 16 hexadecimal digits. KIND is the result of
 * classify(). The plugin is for guests with one CPU. It was tested with QEMU 7.2 and 10.0.
 */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "classify.h"
#include "qemu_plugin.h"
#include "window.h"

#define BUCKETS		65536
#define MARK_SIZE	7

/**
 * struct counter - how often an instruction was executed
 * @next: next counter of the hash bucket
 * @address: virtual address
 * @count: executions in the current window
 * @kind: result of classify()
 */
struct counter {
	struct counter *next;
	unsigned long long address;
	unsigned long long count;
	const char *kind;
};

static struct counter *buckets[BUCKETS];
static FILE *counts;
static bool counting;
static bool copies_data;

/* QEMU checks this version before it calls the plugin. */
int qemu_plugin_version;

/* Version 2 of the interface removed the function below. Later versions support version 2. */
static void __attribute__((constructor)) choose_version(void)
{
	qemu_plugin_version = dlsym(RTLD_DEFAULT, "qemu_plugin_n_vcpus") ? 1 : 2;
}

static struct counter *find_or_create_counter(unsigned long long address, const char *kind)
{
	struct counter **bucket = &buckets[(address ^ address >> 16) % BUCKETS];
	struct counter *counter;

	for (counter = *bucket; counter; counter = counter->next)
		if (counter->address == address)
			return counter;
	counter = calloc(1, sizeof(*counter));
	if (!counter)
		abort();
	counter->address = address;
	counter->kind = kind;
	counter->next = *bucket;
	*bucket = counter;
	return counter;
}

static void count_instruction(unsigned int cpu, void *data)
{
	struct counter *counter = data;

	counter->count += counting;
}

static void handle_begin(unsigned int cpu, void *data)
{
	counting = true;
}

static void handle_end(unsigned int cpu, void *data)
{
	struct counter *counter;
	int i;

	counting = false;
	fprintf(counts, "window\n");
	for (i = 0; i < BUCKETS; i++) {
		for (counter = buckets[i]; counter; counter = counter->next) {
			if (!counter->count)
				continue;
			fprintf(counts, "%016llx %llu%s%s\n", counter->address, counter->count,
				counter->kind ? " " : "", counter->kind ? counter->kind : "");
			counter->count = 0;
		}
	}
	fflush(counts);
}

/* Copy the bytes of an instruction, at most %INSTRUCTION_MAX. Return their number. */
static size_t copy_instruction(const struct qemu_plugin_insn *insn, unsigned char *bytes)
{
	const void *(*get_data)(const struct qemu_plugin_insn *insn) =
		(void *)qemu_plugin_insn_data;
	size_t size = qemu_plugin_insn_size(insn);

	if (size > INSTRUCTION_MAX)
		size = INSTRUCTION_MAX;
	if (copies_data)
		return qemu_plugin_insn_data(insn, bytes, size);
	memcpy(bytes, get_data(insn), size);
	return size;
}

/* Return the displacement of a mark, or 0 if the instruction is not a mark. */
static uint32_t read_mark(const unsigned char *bytes, size_t size)
{
	static const unsigned char opcode[] = { 0x0f, 0x1f, 0x80 };
	uint32_t displacement;

	if (size != MARK_SIZE || memcmp(bytes, opcode, sizeof(opcode)))
		return 0;
	memcpy(&displacement, bytes + sizeof(opcode), sizeof(displacement));
	return displacement;
}

static void instrument_block(uint64_t id, struct qemu_plugin_tb *tb)
{
	size_t i, n = qemu_plugin_tb_n_insns(tb);

	for (i = 0; i < n; i++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
		void (*handle)(unsigned int cpu, void *data) = count_instruction;
		unsigned char bytes[INSTRUCTION_MAX];
		size_t size = copy_instruction(insn, bytes);
		struct counter *counter = NULL;

		switch (read_mark(bytes, size)) {
		case WINDOW_BEGIN:
			handle = handle_begin;
			break;
		case WINDOW_END:
			handle = handle_end;
			break;
		default:
			counter = find_or_create_counter(qemu_plugin_insn_vaddr(insn),
							 classify(bytes, size));
			break;
		}
		qemu_plugin_register_vcpu_insn_exec_cb(insn, handle, QEMU_PLUGIN_CB_NO_REGS,
						       counter);
	}
}

/**
 * qemu_plugin_install - Open the file of the counts and register the plugin
 * @id: number of the plugin
 * @info: versions of the interface
 * @argc: number of arguments
 * @argv: arguments; the only one is "counts=FILE"
 *
 * Return: 0, or -1 if there is no argument or the file cannot be written to
 */
int qemu_plugin_install(uint64_t id, const struct qemu_info *info, int argc, char **argv)
{
	static const char option[] = "counts=";

	if (argc != 1 || strncmp(argv[0], option, strlen(option))) {
		fprintf(stderr, "count-instructions: the argument must be counts=FILE\n");
		return -1;
	}
	counts = fopen(argv[0] + strlen(option), "w");
	if (!counts) {
		perror(argv[0] + strlen(option));
		return -1;
	}
	copies_data = info->version.cur >= 3;
	qemu_plugin_register_vcpu_tb_trans_cb(id, instrument_block);
	return 0;
}
