// SPDX-License-Identifier: GPL-2.0-only
/* Compare the text that readers get of a histogram with user stacks with the model. */

#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "../../../tracing/hist/raw_table.h"
#include "../../../tracing/hist/raw_text.h"
#include "fuzz.h"
#include "hist/show/folded.h"
#include "hist/show/raw_tables.h"
#include "hist/show/text.h"
#include "hist/stacks/resolve.h"
#include "stacks_model.h"
#include "tracing_map_snapshot.h"

#define TEXT_MAX	(4 << 20)
#define LINES_MAX	32768

static char text[TEXT_MAX], raw_text[TEXT_MAX], folded[65536];

/* Return whether two rows of the table must be one: those of the same code and the same number. */
static bool is_same_code(u64 a, u64 b)
{
	const struct hist_resolved *resolved;

	if (a == b || !a || !b)
		return a == b;
	resolved = hist_stacks_resolved(model.table, a);
	return resolved && resolved == hist_stacks_resolved(model.table, b);
}

static bool is_same_frame(const struct hist_frame *a, const struct hist_frame *b)
{
	if (!a->file || !b->file)
		return a->file == b->file;
	return a->offset == b->offset && a->file->dev == b->file->dev &&
	       a->file->ino == b->file->ino && a->file->generation == b->file->generation &&
	       !strcmp(a->file->name, b->file->name);
}

/* Return whether two stacks are resolved to equal frames, in one object or in two. */
static bool has_same_frames(u64 a, u64 b)
{
	const struct hist_resolved *x = a ? hist_stacks_resolved(model.table, a) : NULL;
	const struct hist_resolved *y = b ? hist_stacks_resolved(model.table, b) : NULL;
	unsigned int i;

	if (!x || !y || x->n != y->n)
		return false;
	for (i = 0; i < x->n; i++)
		if (!is_same_frame(&x->frames[i], &y->frames[i]))
			return false;
	return true;
}

/* Position in a key, in words, of the id and of the number; or -1 if it is no key */
static int id_pos, number_pos;

static void find_keys(void)
{
	unsigned int i;

	number_pos = -1;
	for (i = model.data->n_vals; i < model.data->n_fields; i++) {
		const struct hist_field *field = &model.data->fields[i];

		if (hist_value_is_interned(&field->value))
			id_pos = field->pos / sizeof(u64);
		else
			number_pos = field->pos / sizeof(u64);
	}
}

static unsigned int number_of(const u64 *key)
{
	return number_pos < 0 ? 0 : key[number_pos];
}

/* Return the number of events of a row before rows are merged. */
static u64 model_hits(u64 id, unsigned int number)
{
	unsigned int i;
	u64 hits = 0;

	if (number_pos >= 0)
		return model.stacks[id].hits[number];
	for (i = 0; i < NUMBERS; i++)
		hits += model.stacks[id].hits[i];
	return hits;
}

/* Each row must have the events of all rows with the same code. */
static void check_hits(const struct hist_table_snapshot *shown,
		       const struct tracing_map_snapshot *rows)
{
	unsigned int i, k;
	u64 total = 0;

	for (i = 0; i < shown->rows->n_rows; i++) {
		const u64 *key = tracing_map_row_key(shown->rows, i);
		u64 hits = 0;

		CHECK(key[id_pos] < model.n_stacks);
		for (k = 0; k < rows->n_rows; k++) {
			const u64 *other = tracing_map_row_key(rows, k);

			if (number_of(key) == number_of(other) &&
			    is_same_code(key[id_pos], other[id_pos]))
				hits += model_hits(other[id_pos], number_of(other));
		}
		CHECK(hits && tracing_map_row_sum(shown->rows, i, 0) == hits);
		total += hits;
		for (k = 0; k < i; k++) {
			const u64 *other = tracing_map_row_key(shown->rows, k);

			CHECK(number_of(key) != number_of(other) ||
			      (key[id_pos] != other[id_pos] &&
			       !has_same_frames(key[id_pos], other[id_pos])));
		}
	}
	CHECK(total == shown->hits && total + shown->rows->dropped == model.n_events);
}

/* Undo the escapes of a string of hist, which has printable characters only. */
static size_t unescape(char *to, const char *from, size_t len)
{
	size_t i, n = 0;

	for (i = 0; i < len; i++) {
		CHECK(from[i] >= ' ' && from[i] <= '~');
		if (from[i] != '\\') {
			to[n++] = from[i];
			continue;
		}
		CHECK(i + 3 < len);
		to[n++] = (from[i + 1] - '0') << 6 | (from[i + 2] - '0') << 3 | (from[i + 3] - '0');
		i += 3;
	}
	to[n] = '\0';
	return n;
}

static void print_build_id(char *to, unsigned int file)
{
	unsigned int i, size = sim_inodes[file].build_id_size;

	if (!size || !S_ISREG(sim_inodes[file].inode.i_mode) || !sim_inodes[file].is_readable)
		return;
	to += sprintf(to, " (");
	for (i = 0; i < size; i++)
		to += sprintf(to, "%02x", 0xb0 + file);
	sprintf(to, ")");
}

/* Write what a reader must see of a frame of a stack. */
static void model_frame(char *to, u64 id, unsigned int i, bool privileged, bool build)
{
	const struct hist_resolved *resolved = hist_stacks_resolved(model.table, id);
	const struct hist_frame *frame = resolved ? &resolved->frames[i] : NULL;
	unsigned int k;

	if (!frame || !frame->file) {
		u64 val = frame ? frame->offset : hist_stacks_addresses(model.table, id)[i];

		sprintf(to, "0x%llx", privileged ? (unsigned long long)val : 0);
		return;
	}
	for (k = 0; k < SIM_FILES; k++) {
		const struct inode *inode = &sim_inodes[k].inode;

		if (frame->file->dev != inode->i_sb->s_dev || frame->file->ino != inode->i_ino ||
		    frame->file->generation != inode->i_generation)
			continue;
		to += sprintf(to, "%s+0x%llx", sim_inodes[k].name,
			      (unsigned long long)frame->offset);
		if (build)
			print_build_id(to, k);
		return;
	}
	/* A name in brackets, see is_frame() */
	sprintf(to, "%s", frame->file->name);
}

/* The frame of a folded stack is that of hist, with other characters in place of special ones. */
static void check_folded_frame(const char *frame, size_t len, const char *line, size_t line_len)
{
	size_t i;

	CHECK(len == line_len);
	for (i = 0; i < len; i++) {
		char c = line[i];

		if (c <= ' ' || c > '~' || strchr(";{}", c))
			c = '_';
		CHECK(frame[i] == c);
	}
}

/* Find the lines of a row with frames, from the innermost one. Return: their number. */
static unsigned int find_frames(const char *row, const char **lines)
{
	static const char indent[] = "         ";
	unsigned int n = 0;

	for (row = strchr(row, '\n') + 1; !strncmp(row, indent, strlen(indent)); n++) {
		CHECK(n < HIST_DEPTH_MAX);
		lines[n] = row + strlen(indent);
		row = strchr(row, '\n') + 1;
	}
	CHECK(*row == '}' || *row == ',');
	return n;
}

/* Compare a folded stack with the lines of hist, and with the number of events. */
static void check_folded(const char *const *lines, unsigned int n, unsigned int number, u64 hits)
{
	char *at = folded, *last = strrchr(folded, ' '), expected[32];

	CHECK(last && strchr(folded, '\n') == last + strlen(last) - 1);
	CHECK(strchr(folded, ' ') == last && strtoull(last + 1, NULL, 10) == hits);
	if (number_pos >= 0) {
		sprintf(expected, "%u%s", number, n ? ";" : " ");
		CHECK(!strncmp(at, expected, strlen(expected)));
		at += strlen(expected);
	} else if (!n) {
		CHECK(!strncmp(at, "{empty} ", 8));
	}
	while (n--) {
		size_t len = strcspn(at, "; ");

		check_folded_frame(at, len, lines[n], strcspn(lines[n], "\n"));
		at += len + 1;
	}
	CHECK(number_pos >= 0 || at <= last + 1);
}

/* Check the text of a row, in hist and in hist_folded. */
static void check_row(const struct hist_table_snapshot *shown, unsigned int row)
{
	const u64 *key = tracing_map_row_key(shown->rows, row);
	u64 id = key[id_pos], hits = tracing_map_row_sum(shown->rows, row, 0);
	bool build = model.data->fields[model.data->n_vals].value.mod == HIST_MOD_BUILD;
	const char *lines[HIST_DEPTH_MAX];
	char expected[256], line[256];
	struct seq_file m = { .buf = text, .size = TEXT_MAX };
	struct seq_file f = { .buf = folded, .size = sizeof(folded) };
	unsigned int i, n;

	hist_show_row(&m, shown, row);
	hist_show_folded(&f, shown, row);
	CHECK(!seq_has_overflowed(&m) && !seq_has_overflowed(&f));
	text[m.count] = '\0';
	folded[f.count] = '\0';
	n = find_frames(text, lines);
	CHECK(n == (id ? model.stacks[id].n : 0));
	CHECK(!!strstr(text, ": [unresolved]\n") ==
	      (id && model.stacks[id].state != HIST_STACK_RESOLVED));
	for (i = 0; i < n; i++) {
		unescape(line, lines[i], strcspn(lines[i], "\n"));
		model_frame(expected, id, i, shown->shows_addresses, build);
		CHECK(!strcmp(line, expected));
	}
	check_folded(lines, n, number_of(key), hits);
}

static void check_losses(void)
{
	struct hist_stacks_status status;
	u64 unresolved[HIST_STACK_REASONS] = {};
	u64 taken = 0, not_taken = 0;
	unsigned int i, k;

	for (i = 0; i < model.n_stacks; i++)
		for (k = 0; k < NUMBERS; k++)
			*(i ? &taken : &not_taken) += model.stacks[i].hits[k];
	for (i = 1; i < model.n_stacks; i++) {
		model_check_node(i);
		if (model.stacks[i].state != HIST_STACK_RESOLVED)
			unresolved[model.stacks[i].reason]++;
	}
	hist_stacks_get_status(model.table, &status);
	CHECK(status.not_taken == not_taken && taken + not_taken == model.n_events);
	CHECK(status.no_user_stack == model.no_user_stack && status.busy == model.busy);
	CHECK(status.no_room == model.no_room);
	CHECK(not_taken == model.no_user_stack + model.busy + model.no_room);
	CHECK(!memcmp(status.unresolved, unresolved, sizeof(unresolved)));
}

static int compare_lines(const void *a, const void *b)
{
	return strcmp(*(char **)a, *(char **)b);
}

/* Split a text into lines and sort them, because a raw table is not sorted. */
static unsigned int sort_lines(char *from, char **lines)
{
	unsigned int n = 0;
	char *line;

	while ((line = strsep(&from, "\n"))) {
		/* Raw tables have no lost stacks. */
		if (!*line || !strncmp(line, "    Stacks ", 11) ||
		    !strncmp(line, "        no ", 11) || !strncmp(line, "        walker ", 15))
			continue;
		CHECK(n < LINES_MAX);
		lines[n++] = line;
	}
	qsort(lines, n, sizeof(*lines), compare_lines);
	return n;
}

/* Print a raw table as a program does. */
static void print_raw(const struct hist_raw_tables *tables)
{
	static u8 bytes[TEXT_MAX];
	struct raw_table raw;
	size_t size = 0;
	loff_t pos = 0;
	ssize_t n;
	FILE *out;

	while ((n = hist_raw_tables_read(tables, (char *)bytes + size, TEXT_MAX - size, &pos)) > 0)
		size += n;
	CHECK(!n && !raw_table_open(&raw, bytes, size));
	out = fmemopen(raw_text, TEXT_MAX, "w");
	raw_print(out, &raw);
	CHECK(ftell(out) < TEXT_MAX - 1);
	fclose(out);
}

/* The program that reads a raw table must print what hist has. */
static void check_raw(const struct hist_table_snapshot *shown, u8 fail)
{
	static char *lines[LINES_MAX], *raw_lines[LINES_MAX];
	struct seq_file m = { .buf = text, .size = TEXT_MAX };
	struct hist_raw_source source = {
		.data = model.data, .map = model.data->runtime.map, .status = &shown->status,
		.system = "mock", .event = "event", .shows_addresses = shown->shows_addresses,
	};
	struct hist_raw_tables tables = {};
	unsigned int i, n;
	int ret;

	CHECK(!hist_raw_tables_alloc(&tables, 1));
	fuzz_fail(fail);
	ret = hist_raw_tables_add(&tables, &source);
	CHECK(ret == (shim_failed() ? -ENOMEM : 0));
	if (!ret) {
		print_raw(&tables);
		hist_show_header(&m, shown);
		for (i = 0; i < shown->rows->n_rows; i++)
			hist_show_row(&m, shown, i);
		hist_show_totals(&m, shown);
		CHECK(!seq_has_overflowed(&m));
		text[m.count] = '\0';
		n = sort_lines(text, lines);
		CHECK(sort_lines(raw_text, raw_lines) == n);
		for (i = 0; i < n; i++)
			CHECK(!strcmp(lines[i], raw_lines[i]));
	}
	hist_raw_tables_free(&tables);
}

void model_read(bool privileged, u8 fail)
{
	const struct hist_status status = { .size = model.data->size };
	struct hist_table_snapshot *shown;
	struct tracing_map_snapshot *rows;
	unsigned int i;

	fuzz_fail(fail);
	shown = hist_table_snapshot_create(model.data, model.data->runtime.map, &status, NULL);
	CHECK(PTR_ERR_OR_ZERO(shown) == (shim_failed() ? -ENOMEM : 0));
	if (IS_ERR(shown))
		return;
	shown->shows_addresses = privileged;
	rows = tracing_map_snapshot(model.data->runtime.map, NULL, 0);
	CHECK(!IS_ERR(rows));
	find_keys();
	check_hits(shown, rows);
	check_losses();
	for (i = 0; i < shown->rows->n_rows; i++)
		check_row(shown, i);
	check_raw(shown, fail);
	tracing_map_snapshot_free(rows);
	hist_table_snapshot_free(shown);
}
