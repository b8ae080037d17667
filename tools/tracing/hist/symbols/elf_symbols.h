/* SPDX-License-Identifier: GPL-2.0-only */
/* Functions of an ELF file. */
#ifndef _ELF_SYMBOLS_H
#define _ELF_SYMBOLS_H

#include <stdbool.h>
#include <stdint.h>

struct elf_symbols;

struct elf_symbols *elf_symbols_open(int fd, const char *build_id);
const char *elf_symbols_find(const struct elf_symbols *symbols, uint64_t offset, bool is_return,
			     uint64_t *distance);
void elf_symbols_close(struct elf_symbols *symbols);

#endif /* _ELF_SYMBOLS_H */
