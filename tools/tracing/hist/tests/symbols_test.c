// SPDX-License-Identifier: GPL-2.0-only
/* Tests of symbols: functions of this program and of the C library, whose places are known. */
#include <dlfcn.h>
#include <elf.h>
#include <inttypes.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "symbols/elf_symbols.h"
#include "symbols/symbols.h"
#include "harness.h"

void known_function(void);

/* Not static, so that the compiler keeps its name. */
noinline void known_function(void)
{
	asm volatile("nop; nop; nop; nop; nop; nop; nop; nop");
}

/* Fill in the base name and the offset of the file that is mapped at @address. */
static void find_mapping(const void *address, char name[256], uint64_t *offset)
{
	FILE *maps = fopen("/proc/self/maps", "r");
	unsigned long begin, end, page;
	char line[4096], path[4096];

	*name = '\0';
	while (fgets(line, sizeof(line), maps)) {
		if (sscanf(line, "%lx-%lx %*s %lx %*s %*s %s", &begin, &end, &page, path) == 4 &&
		    (unsigned long)address >= begin && (unsigned long)address < end) {
			snprintf(name, 256, "%s", strrchr(path, '/') + 1);
			*offset = (unsigned long)address - begin + page;
		}
	}
	fclose(maps);
	EXPECT(*name);
}

struct id {
	uintptr_t address;
	char text[64];
};

/* Find the build ID in the notes of the object that is loaded around an address. */
static int find_build_id(struct dl_phdr_info *info, size_t size, void *data)
{
	struct id *id = data;
	bool is_here = false;

	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *header = &info->dlpi_phdr[i];
		uintptr_t begin = info->dlpi_addr + header->p_vaddr;

		is_here |= header->p_type == PT_LOAD && id->address - begin < header->p_memsz;
	}
	for (int i = 0; is_here && i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *header = &info->dlpi_phdr[i];
		const char *at = (const char *)info->dlpi_addr + header->p_vaddr;
		const char *end = at + header->p_memsz;

		while (header->p_type == PT_NOTE && at + sizeof(ElfW(Nhdr)) <= end) {
			const ElfW(Nhdr) *note = (const void *)at;

			at += sizeof(*note) + ((note->n_namesz + 3) & ~3);
			for (unsigned int k = 0; note->n_type == NT_GNU_BUILD_ID &&
			     k < note->n_descsz && k < 31; k++)
				sprintf(id->text + 2 * k, "%02x", (unsigned char)at[k]);
			if (note->n_type == NT_GNU_BUILD_ID)
				return 1;
			at += (note->n_descsz + 3) & ~3;
		}
	}
	return 0;
}

/* Resolve one stack of these frames; the result is in @cell, to be freed with cell_free(). */
static void resolve(struct cell *cell, const char *const *frames, size_t n)
{
	struct row row = { .cells = cell };
	struct field field = { .name = "common_ustacktrace" };
	struct table table = { .fields = &field, .n_fields = 1, .n_keys = 1, .rows = &row,
			       .n_rows = 1 };

	*cell = (struct cell){ .kind = CELL_STACK, .n_frames = n };
	cell->frames = calloc(n, sizeof(*cell->frames));
	for (size_t i = 0; i < n; i++)
		cell->frames[i] = strdup(frames[i]);
	EXPECT_EQ(symbols_resolve(&table), STATUS_OK);
	symbols_forget();
}

static void expect_resolved(const char *frame, const char *expected)
{
	struct cell cell;

	resolve(&cell, &frame, 1);
	EXPECT_STREQ(cell.frames[0], expected);
	cell_free(&cell);
}

TEST(function_of_a_running_program)
{
	char name[256], frame[512], expected[512];
	uint64_t offset = 0;

	find_mapping(known_function, name, &offset);
	snprintf(frame, sizeof(frame), "%s+0x%" PRIx64, name, offset + 2);
	snprintf(expected, sizeof(expected), "known_function+0x2 (%s)", name);
	expect_resolved(frame, expected);
}

TEST(function_of_a_library)
{
	void *function = dlsym(RTLD_DEFAULT, "getpid");
	char name[256], frame[512], expected[512];
	uint64_t offset = 0;

	find_mapping(function, name, &offset);
	snprintf(frame, sizeof(frame), "%s+0x%" PRIx64, name, offset + 1);
	snprintf(expected, sizeof(expected), "getpid+0x1 (%s)", name);
	expect_resolved(frame, expected);
}

TEST(build_id_must_match)
{
	struct id id = { .address = (uintptr_t)known_function };
	char name[256], frame[512], expected[512];
	uint64_t offset = 0;

	EXPECT(dl_iterate_phdr(find_build_id, &id));
	find_mapping(known_function, name, &offset);
	snprintf(frame, sizeof(frame), "%s+0x%" PRIx64 " (%s)", name, offset, id.text);
	snprintf(expected, sizeof(expected), "known_function+0x0 (%s)", name);
	expect_resolved(frame, expected);

	/* Another build ID, and a part of this one */
	id.text[0] = id.text[0] == '0' ? '1' : '0';
	snprintf(frame, sizeof(frame), "%s+0x%" PRIx64 " (%s)", name, offset, id.text);
	expect_resolved(frame, frame);
	snprintf(frame, sizeof(frame), "%s+0x%" PRIx64 " (%.8s)", name, offset, id.text);
	expect_resolved(frame, frame);
}

/* A call that does not return can be the last instruction of its function. */
TEST(return_behind_the_end_of_a_function)
{
	char name[256], frames[2][512], expected[512];
	const char *const texts[] = { frames[0], frames[1] };
	uint64_t offset = 0;
	struct cell cell;

	find_mapping(known_function, name, &offset);
	for (int i = 0; i < 2; i++)
		snprintf(frames[i], sizeof(frames[i]), "%s+0x%" PRIx64, name, offset);
	resolve(&cell, texts, 2);
	snprintf(expected, sizeof(expected), "known_function+0x0 (%s)", name);
	EXPECT_STREQ(cell.frames[0], expected);
	EXPECT(!strstr(cell.frames[1], "known_function"));
	cell_free(&cell);
}

TEST(frames_without_a_function_stay)
{
	static const char *const frames[] = {
		"", "+0x1", "x", "x+0x", "x+0xg", "x+0x11111111111111111", "no-such-file.so+0x1234",
		"0x7f3a5c0d1000", "[vdso]", "[anon]", "[heap]",
		/* functions of the kernel, one of a module */
		"getpid+0x1/0x20", "ls+0x1/0x2 [ls]",
		/* no file names */
		"../../bin/ls+0x4000", "/bin/ls+0x4000", ".+0x1", "..+0x1",
		/* no ELF file, and a directory */
		"passwd-+0x1", "x86_64-linux-gnu+0x1",
		/* offsets that are no code */
		"libc.so.6+0x0", "libc.so.6+0x1", "libc.so.6+0xffffffffffffffff",
		"libc.so.6+0x101829 (zz)", "libc.so.6+0x101829 (93ac", "libc.so.6+0x101829 ()",
	};

	for (size_t i = 0; i < ARRAY_SIZE(frames); i++)
		expect_resolved(frames[i], frames[i]);
}

/* Write a file and open it. */
static int open_text(const void *text, size_t size)
{
	char path[] = "/tmp/symbols_test.XXXXXX";
	int fd = mkstemp(path);

	unlink(path);
	EXPECT_EQ(write(fd, text, size), (ssize_t)size);
	lseek(fd, 0, SEEK_SET);
	return fd;
}

/* Resolve a frame in a file, and keep what is remembered. */
static void resolve_and_remember(const char *frame, const char *expected)
{
	char *frames[] = { strdup(frame) };
	struct cell cell = { .kind = CELL_STACK, .frames = frames, .n_frames = 1 };
	struct row row = { .cells = &cell };
	struct field field = { .name = "common_ustacktrace" };
	struct table table = { .fields = &field, .n_fields = 1, .n_keys = 1, .rows = &row,
			       .n_rows = 1 };

	EXPECT_EQ(symbols_resolve(&table), STATUS_OK);
	EXPECT_STREQ(frames[0], expected);
	free(frames[0]);
}

TEST(old_files_are_forgotten)
{
	char name[256], frame[512], expected[512];
	uint64_t offset = 0;

	find_mapping(known_function, name, &offset);
	snprintf(frame, sizeof(frame), "%s+0x%" PRIx64, name, offset);
	snprintf(expected, sizeof(expected), "known_function+0x0 (%s)", name);
	resolve_and_remember(frame, expected);
	/* Nothing of the evicted entries leaks, which the address sanitizer checks. */
	for (int i = 0; i < 70; i++) {
		char other[64];

		snprintf(other, sizeof(other), "no-such-file-%d+0x10", i);
		resolve_and_remember(other, other);
	}
	resolve_and_remember(frame, expected);
	symbols_forget();
}

/* A file that is cut off, or has other bytes, is no reason to crash. */
TEST(damaged_files)
{
	static unsigned char text[16384], copy[16384];
	FILE *self = fopen("/proc/self/exe", "r");
	u64 state = 1;

	EXPECT_EQ(fread(text, 1, sizeof(text), self), sizeof(text));
	fclose(self);
	for (size_t size = 0; size < 1024; size += 13)
		elf_symbols_close(elf_symbols_open(open_text(text, size), NULL));
	for (unsigned int i = 0; i < 300; i++) {
		memcpy(copy, text, sizeof(copy));
		for (unsigned int k = 0; k < 4; k++)
			copy[test_random(&state) % 1024] = test_random(&state);
		elf_symbols_close(elf_symbols_open(open_text(copy, sizeof(copy)), NULL));
	}
}
