// SPDX-License-Identifier: GPL-2.0-only
/*
 * Replace the files and offsets in user stacks by the names of functions.
 *
 * The last files that were read, and those that were not found, are remembered until
 * symbols_forget().
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "elf_symbols.h"
#include "find_file.h"
#include "symbols.h"

/* A search for a file that was not found is repeated after this time. */
#define RETRY_SECONDS	5

/* Files that are remembered: the symbols of a large program take tens of megabytes. */
#define FILES_MAX	64

/* Files that one call searches for. A hostile table can have any number of names. */
#define SEARCHES_MAX	4096

/**
 * struct symbol_file - a file in user stacks
 * @name: base name
 * @build_id: build ID in hexadecimal, or empty if the stack does not have it
 * @symbols: functions of the file, or NULL if it was not found
 * @searched: time of the last search
 * @used: value of the counter of uses when the file was used last; 0 for a free entry
 */
struct symbol_file {
	char *name;
	char *build_id;
	struct elf_symbols *symbols;
	time_t searched;
	unsigned long used;
};

static struct symbol_file files[FILES_MAX];
static unsigned long uses;

/**
 * struct frame - parts of the text "FILE+0xOFFSET (BUILDID)"
 * @name: the file
 * @build_id: the build ID, or empty
 * @offset: offset in the file
 */
struct frame {
	char *name;
	char *build_id;
	uint64_t offset;
};

static void free_file(struct symbol_file *file)
{
	elf_symbols_close(file->symbols);
	free(file->name);
	free(file->build_id);
	*file = (struct symbol_file){ 0 };
}

/**
 * symbols_forget() - free what is remembered of files
 */
void symbols_forget(void)
{
	for (size_t i = 0; i < FILES_MAX; i++)
		free_file(&files[i]);
	forget_mappings();
}

/* Split a frame. Return: 1; 0 if it is a symbol of the kernel or has no file; -ENOMEM. */
static int parse_frame(const char *text, struct frame *frame)
{
	static const char separator[] = "+0x", hex[] = "0123456789abcdef";
	const char *plus = NULL, *at = text, *build_id = "";
	size_t digits, n = 0;

	while ((at = strstr(at, separator)))
		plus = at++;
	if (!plus || plus == text)
		return 0;
	at = plus + strlen(separator);
	digits = strspn(at, hex);
	if (!digits || digits > 16)
		return 0;
	frame->offset = strtoull(at, NULL, 16);
	at += digits;
	if (!strncmp(at, " (", 2)) {
		build_id = at + 2;
		n = strspn(build_id, hex);
		if (!n || strcmp(build_id + n, ")"))
			return 0;
	} else if (*at) {
		return 0;
	}
	frame->name = strndup(text, plus - text);
	frame->build_id = strndup(build_id, n);
	if (frame->name && frame->build_id)
		return 1;
	free(frame->name);
	free(frame->build_id);
	return -ENOMEM;
}

/* Read a file that has the right name. */
static bool check(int fd, void *data)
{
	struct symbol_file *file = data;

	file->symbols = elf_symbols_open(fd, *file->build_id ? file->build_id : NULL);
	return file->symbols;
}

/* Find the file of a frame, or NULL. */
static struct symbol_file *find_remembered(const struct frame *frame)
{
	for (size_t i = 0; i < FILES_MAX; i++) {
		struct symbol_file *file = &files[i];

		if (file->used && !strcmp(file->name, frame->name) &&
		    !strcmp(file->build_id, frame->build_id))
			return file;
	}
	return NULL;
}

/* Get a free entry. If there is none, forget the file that was not used for the longest time. */
static struct symbol_file *new_file(void)
{
	struct symbol_file *oldest = files;

	for (size_t i = 1; i < FILES_MAX; i++) {
		if (files[i].used < oldest->used)
			oldest = &files[i];
	}
	free_file(oldest);
	return oldest;
}

/*
 * Find or add the file of a frame, which becomes the owner of the frame's strings. It is valid
 * until the next call.
 */
static struct symbol_file *get_file(struct frame *frame)
{
	struct symbol_file *file = find_remembered(frame);

	if (file) {
		free(frame->name);
		free(frame->build_id);
	} else {
		file = new_file();
		file->name = frame->name;
		file->build_id = frame->build_id;
	}
	file->used = ++uses;
	return file;
}

static void search(struct symbol_file *file, unsigned int *searches)
{
	time_t now = time(NULL);

	if (file->symbols || *searches == SEARCHES_MAX ||
	    (file->searched && now - file->searched < RETRY_SECONDS))
		return;
	++*searches;
	file->searched = now;
	find_file(file->name, check, file);
}

/* Replace the text of a frame, if its function is known. Return: 0 or -ENOMEM. */
static int resolve_frame(char **text, bool is_return, unsigned int *searches)
{
	struct symbol_file *file;
	const char *function;
	struct frame frame;
	uint64_t distance;
	char *new;
	int ret = parse_frame(*text, &frame);

	if (ret <= 0)
		return ret;
	file = get_file(&frame);
	search(file, searches);
	function = file->symbols ? elf_symbols_find(file->symbols, frame.offset, is_return,
						    &distance) : NULL;
	if (!function)
		return 0;
	if (asprintf(&new, "%s+0x%" PRIx64 " (%s)", function, distance, file->name) < 0)
		return -ENOMEM;
	free(*text);
	*text = new;
	return 0;
}

static int resolve_cell(struct cell *cell, unsigned int *searches)
{
	int ret = 0;

	/* The innermost frame is the current instruction; a call returns to the others. */
	for (size_t i = 0; !ret && i < cell->n_frames; i++)
		ret = resolve_frame(&cell->frames[i], i > 0, searches);
	return ret;
}

/**
 * symbols_resolve() - replace files and offsets in stack traces by functions
 * @table: the table, which must have been read on this machine: files are searched here
 *
 * A frame "FILE+0xOFFSET" or "FILE+0xOFFSET (BUILDID)" becomes "FUNCTION+0xDISTANCE (FILE)". It
 * stays as it is if no file is found, if the file has another build ID, or if it has no function
 * there.
 * Frames of the kernel are left alone. Names of C++ functions stay mangled.
 *
 * Return: %STATUS_OK; %STATUS_FAILED without memory.
 */
enum status symbols_resolve(struct table *table)
{
	unsigned int searches = 0;
	int ret = 0;

	for (size_t i = 0; !ret && i < table->n_rows; i++) {
		for (size_t k = 0; !ret && k < table->n_keys; k++)
			ret = resolve_cell(&table->rows[i].cells[k], &searches);
	}
	if (!ret)
		return STATUS_OK;
	return report_memory("find the names of functions");
}
