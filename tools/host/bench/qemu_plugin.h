/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The part of QEMU's plugin interface that count-instructions.c uses. Debian's QEMU has the
 * functions, but no package of Debian 12 or 13 has their header.
 */
#ifndef _BENCH_QEMU_PLUGIN_H
#define _BENCH_QEMU_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

struct qemu_plugin_tb;
struct qemu_plugin_insn;

/**
 * struct qemu_info - first members of QEMU's qemu_info_t
 * @target_name: architecture of the guest
 * @version: versions of the plugin interface that this QEMU supports
 */
struct qemu_info {
	const char *target_name;
	struct {
		int min;
		int cur;
	} version;
};

/* The value of "enum qemu_plugin_cb_flags" for a callback that does not use the CPU's registers. */
#define QEMU_PLUGIN_CB_NO_REGS	0

/* QEMU calls the plugin. */
extern int qemu_plugin_version;
int qemu_plugin_install(uint64_t id, const struct qemu_info *info, int argc, char **argv);

/* The plugin calls QEMU. */
void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id,
					   void (*cb)(uint64_t id, struct qemu_plugin_tb *tb));
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn,
					    void (*cb)(unsigned int cpu, void *data),
					    int flags, void *data);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t index);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn);
/* From version 3 on: copy the bytes of the instruction, and return their number. */
size_t qemu_plugin_insn_data(const struct qemu_plugin_insn *insn, void *bytes, size_t size);

#endif /* _BENCH_QEMU_PLUGIN_H */
