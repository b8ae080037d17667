// SPDX-License-Identifier: GPL-2.0
/* Print the frames of a user stack, as a histogram must show them, and their places. */
#define _GNU_SOURCE
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ustack.h"

/**
 * struct build_id - build id of the program or library that has an address
 * @address: the address
 * @text: the build id in hexadecimal; "-" for a file without a build id
 */
struct build_id {
	unsigned long address;
	char text[64];
};

/**
 * die - exit with an error
 * @what: the call that failed; errno has the reason
 */
void die(const char *what)
{
	perror(what);
	exit(2);
}

/**
 * find_mapping - find the part of a file that is mapped at an address
 * @address: the address
 *
 * Return: the mapping; its path is empty if no file is mapped there.
 */
struct mapping find_mapping(unsigned long address)
{
	FILE *maps = fopen("/proc/self/maps", "r");
	struct mapping found = {};
	char line[512];

	if (!maps)
		die("/proc/self/maps");
	while (fgets(line, sizeof(line), maps)) {
		struct mapping at;

		if (sscanf(line, "%lx-%lx %*s %lx %*s %*s %255s", &at.start, &at.end, &at.offset,
			   at.path) == 4 && at.start <= address && address < at.end)
			found = at;
	}
	fclose(maps);
	return found;
}

static bool has_address(const struct dl_phdr_info *object, unsigned long address)
{
	unsigned int i;

	for (i = 0; i < object->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &object->dlpi_phdr[i];

		if (part->p_type == PT_LOAD &&
		    address - object->dlpi_addr - part->p_vaddr < part->p_memsz)
			return true;
	}
	return false;
}

/* Find the build id among notes. */
static void read_notes(const char *at, const char *end, struct build_id *id)
{
	unsigned int k;

	while (at < end) {
		const ElfW(Nhdr) *note = (const void *)at;
		const char *name = at + sizeof(*note);
		const unsigned char *desc = (const void *)(name + (note->n_namesz + 3) / 4 * 4);

		if (note->n_type == NT_GNU_BUILD_ID && !memcmp(name, "GNU", 4))
			for (k = 0; k < note->n_descsz && k < sizeof(id->text) / 2 - 1; k++)
				sprintf(id->text + 2 * k, "%02x", desc[k]);
		at = (const char *)desc + (note->n_descsz + 3) / 4 * 4;
	}
}

static int find_build_id(struct dl_phdr_info *object, size_t size, void *data)
{
	struct build_id *id = data;
	unsigned int i;

	(void)size;
	if (!has_address(object, id->address))
		return 0;
	for (i = 0; i < object->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &object->dlpi_phdr[i];
		const char *start = (const char *)(object->dlpi_addr + part->p_vaddr);

		if (part->p_type == PT_NOTE)
			read_notes(start, start + part->p_memsz, id);
	}
	return 1;
}

/**
 * print_frames - print the frames of a stack
 * @stack: the stack, of code that is still mapped
 *
 * Prints the file and the offset of each frame, its function, the line of the source, and the build
 * id of the file; "-" for each of them that is not known.
 */
void print_frames(const struct stack *stack)
{
	unsigned int i;

	for (i = 0; i < stack->n; i++) {
		const struct frame *frame = &stack->frames[i];
		struct mapping mapping = find_mapping(frame->address);
		struct build_id id = { .address = frame->address, .text = "-" };
		const char *name = strrchr(mapping.path, '/');

		dl_iterate_phdr(find_build_id, &id);
		printf("%s+0x%lx %s %s:%u %s\n", name ? name + 1 : mapping.path,
		       frame->address - mapping.start + mapping.offset, frame->function ?: "-",
		       frame->file ?: "-", frame->line, id.text);
	}
	fflush(stdout);
}
