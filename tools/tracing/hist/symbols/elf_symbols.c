// SPDX-License-Identifier: GPL-2.0-only
/*
 * Functions of an ELF file, from its symbol tables or from those of its debug file, which libdwfl
 * finds by the build ID in /usr/lib/debug/.build-id.
 *
 * libdwfl looks at all symbols for each address. So the functions are copied to a sorted array, and
 * the file is closed.
 */
#include <elfutils/libdwfl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "elf_symbols.h"
#include "table/array.h"

/* Symbols in front of an address that are searched for one that contains it. */
#define NESTED_MAX	16

/**
 * struct function - a function of a file
 * @address: first address
 * @size: size in bytes, or 0 if it is unknown
 * @rank: rank among several names of one address, 0 is the best
 * @name: name
 */
struct function {
	uint64_t address;
	uint64_t size;
	unsigned int rank;
	char *name;
};

/**
 * struct segment - executable segment of a file
 * @offset: offset in the file
 * @size: size in the file
 * @address: address of its first byte
 */
struct segment {
	uint64_t offset;
	uint64_t size;
	uint64_t address;
};

/**
 * struct elf_symbols - functions of a file
 * @functions: the functions, sorted by address, one for each address
 * @n: number of functions
 * @segments: executable segments
 * @n_segments: number of segments
 */
struct elf_symbols {
	struct function *functions;
	size_t n;
	struct segment *segments;
	size_t n_segments;
};

/**
 * elf_symbols_close() - free the functions of a file
 * @symbols: the functions, or NULL
 */
void elf_symbols_close(struct elf_symbols *symbols)
{
	if (!symbols)
		return;
	for (size_t i = 0; i < symbols->n; i++)
		free(symbols->functions[i].name);
	free(symbols->functions);
	free(symbols->segments);
	free(symbols);
}

static bool has_build_id(Dwfl_Module *module, const char *build_id)
{
	const unsigned char *bits;
	GElf_Addr address;
	int n = dwfl_module_build_id(module, &bits, &address);

	if (n <= 0 || strlen(build_id) != 2 * (size_t)n)
		return false;
	for (int i = 0; i < n; i++) {
		char text[3];

		snprintf(text, sizeof(text), "%02x", bits[i]);
		if (strncmp(text, build_id + 2 * i, 2))
			return false;
	}
	return true;
}

static bool add_segments(struct elf_symbols *symbols, Elf *elf)
{
	size_t n;

	if (elf_getphdrnum(elf, &n))
		return false;
	for (size_t i = 0; i < n; i++) {
		struct segment *segment;
		GElf_Phdr header;

		if (!gelf_getphdr(elf, i, &header))
			return false;
		if (header.p_type != PT_LOAD || !(header.p_flags & PF_X))
			continue;
		segment = array_add(&symbols->segments, &symbols->n_segments, sizeof(*segment));
		if (!segment)
			return false;
		*segment = (struct segment){ header.p_offset, header.p_filesz, header.p_vaddr };
	}
	return true;
}

/* Rank a name: programs call getpid(), which the C library also knows as __getpid(). */
static unsigned int rank_of(const GElf_Sym *symbol, const char *name)
{
	unsigned int binding = GELF_ST_BIND(symbol->st_info);
	unsigned int rank = binding == STB_GLOBAL ? 0 : binding == STB_WEAK ? 1 : 2;

	return 3 * strspn(name, "_") + rank;
}

static bool add_function(struct elf_symbols *symbols, const GElf_Sym *symbol, uint64_t address,
			 const char *name)
{
	unsigned int type = GELF_ST_TYPE(symbol->st_info);
	struct function *function;

	if ((type != STT_FUNC && type != STT_GNU_IFUNC) || !name || !*name)
		return true;
	function = array_add(&symbols->functions, &symbols->n, sizeof(*function));
	if (!function)
		return false;
	*function = (struct function){
		.address = address,
		.size = symbol->st_size,
		.rank = rank_of(symbol, name),
		.name = strdup(name),
	};
	return function->name;
}

static bool add_functions(struct elf_symbols *symbols, Dwfl_Module *module, GElf_Addr bias)
{
	int n = dwfl_module_getsymtab(module);

	for (int i = 0; i < n; i++) {
		GElf_Sym symbol;
		GElf_Addr address;
		GElf_Word section;
		const char *name = dwfl_module_getsym_info(module, i, &symbol, &address, &section,
							   NULL, NULL);

		if (name && section != SHN_UNDEF &&
		    !add_function(symbols, &symbol, address - bias, name))
			return false;
	}
	return true;
}

static int compare_functions(const void *first, const void *second)
{
	const struct function *a = first, *b = second;

	if (a->address != b->address)
		return a->address < b->address ? -1 : 1;
	if (a->rank != b->rank)
		return a->rank < b->rank ? -1 : 1;
	return strcmp(a->name, b->name);
}

/* Sort the functions, and keep the best name of each address. */
static void sort_functions(struct elf_symbols *symbols)
{
	struct function *functions = symbols->functions;
	size_t n = 0;

	if (!symbols->n)
		return;
	qsort(functions, symbols->n, sizeof(*functions), compare_functions);
	for (size_t i = 1; i < symbols->n; i++) {
		if (functions[i].address == functions[n].address) {
			if (functions[i].size > functions[n].size)
				functions[n].size = functions[i].size;
			free(functions[i].name);
		} else {
			functions[++n] = functions[i];
		}
	}
	symbols->n = n + 1;
}

static struct elf_symbols *read_module(Dwfl_Module *module)
{
	struct elf_symbols *symbols = calloc(1, sizeof(*symbols));
	GElf_Addr bias;
	Elf *elf = symbols ? dwfl_module_getelf(module, &bias) : NULL;

	if (!elf || !add_segments(symbols, elf) || !add_functions(symbols, module, bias)) {
		elf_symbols_close(symbols);
		return NULL;
	}
	sort_functions(symbols);
	return symbols;
}

/**
 * elf_symbols_open() - read the functions of a file
 * @fd: the file, which is closed
 * @build_id: build ID that the file must have, in hexadecimal, or NULL
 *
 * Return: the functions, to be freed with elf_symbols_close(); or NULL if the file is no ELF file
 * or has another build ID, or without memory.
 */
struct elf_symbols *elf_symbols_open(int fd, const char *build_id)
{
	/* Only files of this machine are searched: no server is asked for debug files. */
	static const Dwfl_Callbacks callbacks = {
		.find_elf = dwfl_build_id_find_elf,
		.find_debuginfo = dwfl_build_id_find_debuginfo,
		.section_address = dwfl_offline_section_address,
	};
	struct elf_symbols *symbols = NULL;
	Dwfl *dwfl = dwfl_begin(&callbacks);
	Dwfl_Module *module = NULL;

	if (dwfl)
		module = dwfl_report_offline(dwfl, "", "", fd);
	/* Otherwise, the file belongs to the module. */
	if (!module)
		close(fd);
	else if (!dwfl_report_end(dwfl, NULL, NULL) &&
		 (!build_id || has_build_id(module, build_id)))
		symbols = read_module(module);
	dwfl_end(dwfl);
	return symbols;
}

/* Convert an offset in the file to an address. */
static bool find_address(const struct elf_symbols *symbols, uint64_t offset, uint64_t *address)
{
	for (size_t i = 0; i < symbols->n_segments; i++) {
		const struct segment *segment = &symbols->segments[i];

		if (offset >= segment->offset && offset - segment->offset < segment->size) {
			*address = offset - segment->offset + segment->address;
			return true;
		}
	}
	return false;
}

/* Return the number of functions that begin at or before an address. */
static size_t count_before(const struct elf_symbols *symbols, uint64_t address)
{
	size_t begin = 0, end = symbols->n;

	while (begin < end) {
		size_t middle = begin + (end - begin) / 2;

		if (symbols->functions[middle].address <= address)
			begin = middle + 1;
		else
			end = middle;
	}
	return begin;
}

/**
 * elf_symbols_find() - find the function that an offset in the file belongs to
 * @symbols: functions of the file
 * @offset: the offset
 * @is_return: the offset is that of an instruction to which a call returns. If the function that is
 *	called never returns, this can be the first instruction of the next function
 * @distance: set to the distance from the begin of the function
 *
 * Return: name of the function, or NULL if it is unknown.
 */
const char *elf_symbols_find(const struct elf_symbols *symbols, uint64_t offset, bool is_return,
			     uint64_t *distance)
{
	uint64_t address;
	size_t i, n;

	if ((is_return && !offset) || !find_address(symbols, offset - is_return, &address))
		return NULL;
	n = count_before(symbols, address);
	for (i = 0; i < n && i < NESTED_MAX; i++) {
		const struct function *function = &symbols->functions[n - 1 - i];

		/* A function without a size extends to the next one. */
		if (address - function->address < function->size || (!function->size && !i)) {
			*distance = address - function->address + is_return;
			return function->name;
		}
	}
	return NULL;
}
