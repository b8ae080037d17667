// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of functions without memory: each allocation fails in turn. The linker redirects the
 * functions that allocate memory to those of this file.
 */
#include <errno.h>
#include <stdarg.h>
#include <unistd.h>

#include "symbols/elf_symbols.h"
#include "table_fixture.h"

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_reallocarray(void *old, size_t n, size_t size);
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t n);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_reallocarray(void *old, size_t n, size_t size);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t n);
int __wrap_asprintf(char **text, const char *format, ...);

/* Number of allocations until one fails, or 0 if none does */
static unsigned long until_failure;

static bool fails(void)
{
	return until_failure && !--until_failure;
}

void *__wrap_malloc(size_t size)
{
	return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t n, size_t size)
{
	return fails() ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *old, size_t size)
{
	return fails() ? NULL : __real_realloc(old, size);
}

void *__wrap_reallocarray(void *old, size_t n, size_t size)
{
	return fails() ? NULL : __real_reallocarray(old, n, size);
}

char *__wrap_strdup(const char *text)
{
	return fails() ? NULL : __real_strdup(text);
}

char *__wrap_strndup(const char *text, size_t n)
{
	return fails() ? NULL : __real_strndup(text, n);
}

int __wrap_asprintf(char **text, const char *format, ...)
{
	va_list args;
	int ret = -1;

	if (fails())
		return -1;
	va_start(args, format);
	ret = vasprintf(text, format, args);
	va_end(args);
	return ret;
}

/*
 * Call @call with each allocation failing in turn, until it succeeds without a failure. Return: the
 * number of failures.
 */
static unsigned int fail_in_turn(int (*call)(const struct tables *tables),
				 const struct tables *tables)
{
	unsigned int n = 0;

	for (;;) {
		int ret;

		until_failure = n + 1;
		ret = call(tables);
		if (until_failure) {
			until_failure = 0;
			EXPECT_EQ(ret, 0);
			return n;
		}
		EXPECT_EQ(ret, -ENOMEM);
		n++;
	}
}

static const char *const samples[] = {
	"own-evict", "own-onmin", "own-stats", "own-ustack", "own-dropped", "stock-shares",
	"stock-execname", "stock-exitnames", "own-switch2", "own-expr",
};

static char *text;
static size_t text_size;

static int call_read(const struct tables *unused)
{
	struct parse_error error = {};
	struct tables tables;
	int ret = tables_read(&tables, text, text_size, &error);

	if (ret) {
		EXPECT(!tables.n && !tables.tables);
		EXPECT(error.line && error.column && *error.message);
	}
	tables_free(&tables);
	return ret;
}

TEST(read)
{
	for (size_t i = 0; i < ARRAY_SIZE(samples); i++) {
		text = sample_text(samples[i], &text_size);
		EXPECT(text_size);
		EXPECT(fail_in_turn(call_read, NULL) > 10);
		free(text);
	}
}

static int call_copy(const struct tables *tables)
{
	struct table copy;
	int ret = table_copy(&copy, &tables->tables[0]);

	table_free(&copy);
	return ret;
}

static int call_subtract(const struct tables *tables)
{
	struct table result;
	int ret = table_subtract(&result, &tables->tables[0], &tables->tables[0]);

	if (!ret)
		table_free(&result);
	return ret;
}

static int call_add(const struct tables *tables)
{
	struct table total = {};
	int ret = table_add(&total, &tables->tables[0]) ?: table_add(&total, &tables->tables[0]);

	table_free(&total);
	return ret;
}

/* The rows stay if there is no memory. */
static int call_sort(const struct tables *tables)
{
	struct table *table = &tables->tables[0];
	size_t n = table->n_rows;
	int ret = table_sort(table, 0, true) ?: table_filter(table, "a");

	if (ret)
		EXPECT_EQ(table->n_rows, n);
	return ret;
}

TEST(copy_subtract_add_sort_and_filter)
{
	for (size_t i = 0; i < ARRAY_SIZE(samples); i++) {
		struct tables tables;

		read_sample(&tables, samples[i]);
		EXPECT(fail_in_turn(call_copy, &tables) > 3);
		EXPECT(fail_in_turn(call_subtract, &tables) > 3);
		EXPECT(fail_in_turn(call_add, &tables) > 3);
		EXPECT(fail_in_turn(call_sort, &tables) > 1);
		tables_free(&tables);
	}
}

TEST(text_of_cells)
{
	struct tables tables;
	struct cell *cell;

	read_sample(&tables, "own-ustack");
	cell = &tables.tables[1].rows[0].cells[0];
	/* A stack, a stack, and numbers */
	for (size_t i = 0; i < tables.tables[1].n_fields; i++) {
		until_failure = 1;
		EXPECT(!cell_to_text(&cell[i]));
	}
	tables_free(&tables);
}

/* Functions of a file are unknown without memory. */
TEST(functions_of_files)
{
	unsigned int failures = 0;

	for (unsigned long n = 1;; n++) {
		FILE *file = fopen("/proc/self/exe", "r");
		struct elf_symbols *symbols;
		int fd = dup(fileno(file));

		fclose(file);
		until_failure = n;
		symbols = elf_symbols_open(fd, NULL);
		if (until_failure) {
			until_failure = 0;
			EXPECT(symbols);
			elf_symbols_close(symbols);
			break;
		}
		EXPECT(!symbols);
		failures++;
		/* All names are allocated in the same way. */
		if (n > 100)
			n += 1000;
	}
	EXPECT(failures > 10);
}
