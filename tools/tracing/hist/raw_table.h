/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Parse the tables of hist_raw and hist_delta_raw, in either byte order.
 *
 * raw_table_open() checks everything that the other functions rely on, so they accept tables from
 * any source. See <linux/trace_hist.h> for the format.
 */
#ifndef _RAW_TABLE_H
#define _RAW_TABLE_H

#include <linux/trace_hist.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Number of a section type that does not exist in version 1 of the format. */
#define RAW_SECTIONS	(TRACE_HIST_SECTION_FILES + 1)

/* Limit of the number of a bucket; and the signed bucket of 0, which is that of unsigned ones. */
#define RAW_BUCKETS	3840
#define RAW_BUCKET_ZERO	1920

/**
 * struct raw_section - section of a table
 * @entries: the entries; NULL if the table does not have the section
 * @n: number of entries
 * @entry_size: size of an entry in bytes
 */
struct raw_section {
	const unsigned char *entries;
	uint64_t n;
	uint32_t entry_size;
};

/**
 * struct raw_table - a table in memory
 * @swapped: the table has the other byte order
 * @start: its first byte
 * @header: its header, in the byte order of this machine
 * @sections: its sections, by type
 * @hitcount: offset of the hitcount in a row
 * @flags: offset of the flags in a row, or -1 if rows have no flags
 * @comm: offset of the name of the task in a row, or -1 if rows have none
 * @error: after an error, what is wrong
 */
struct raw_table {
	bool swapped;
	const unsigned char *start;
	struct trace_hist_header header;
	struct raw_section sections[RAW_SECTIONS];
	uint32_t hitcount;
	int64_t flags;
	int64_t comm;
	const char *error;
};

int raw_table_open(struct raw_table *table, const void *bytes, size_t size);

const char *raw_string(const struct raw_table *table, uint32_t offset);
uint64_t raw_number(const struct raw_table *table, const unsigned char *at, unsigned int size);
struct trace_hist_field raw_field(const struct raw_table *table, uint64_t i);
struct trace_hist_stat_type raw_stat_type(const struct raw_table *table, uint64_t i);
struct trace_hist_drop raw_drop(const struct raw_table *table, uint64_t i);
struct trace_hist_statistic raw_statistic(const struct raw_table *table, uint64_t row, uint64_t i);
struct trace_hist_bucket raw_bucket(const struct raw_table *table, uint64_t i);
struct trace_hist_stack raw_stack(const struct raw_table *table, uint64_t i);
struct trace_hist_frame raw_frame(const struct raw_table *table, uint64_t i);
struct trace_hist_file raw_file(const struct raw_table *table, uint64_t i);

/* Return a row. */
static inline const unsigned char *raw_row(const struct raw_table *table, uint64_t row)
{
	const struct raw_section *rows = &table->sections[TRACE_HIST_SECTION_ROWS];

	return rows->entries + row * rows->entry_size;
}

/* Return a number of a row. */
static inline uint64_t raw_row_number(const struct raw_table *table, uint64_t row, uint32_t offset)
{
	return raw_number(table, raw_row(table, row) + offset, sizeof(uint64_t));
}

#endif /* _RAW_TABLE_H */
