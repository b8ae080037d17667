// SPDX-License-Identifier: GPL-2.0
/* Raw tables of one reader, one after the other, as the contents of a file. Process context. */
#include <linux/err.h>
#include <linux/minmax.h>
#include <linux/sched.h>
#include <linux/sizes.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "raw_tables.h"

/**
 * hist_raw_tables_alloc - allocate memory for raw tables
 * @tables: the sequence, empty before and after
 * @n: maximum number of tables
 *
 * Context: may sleep.
 * Return: 0 or -ENOMEM.
 */
int hist_raw_tables_alloc(struct hist_raw_tables *tables, unsigned int n)
{
	tables->tables = kcalloc(n, sizeof(*tables->tables), GFP_KERNEL);
	return tables->tables ? 0 : -ENOMEM;
}

/**
 * hist_raw_tables_add - append the table of a histogram
 * @tables: the sequence, with memory for one more table
 * @source: the histogram
 *
 * Context: as hist_raw_table_create().
 * Return: 0 or -ENOMEM.
 */
int hist_raw_tables_add(struct hist_raw_tables *tables, const struct hist_raw_source *source)
{
	struct hist_raw_table *table = hist_raw_table_create(source);

	if (IS_ERR(table))
		return PTR_ERR(table);
	tables->tables[tables->n++] = table;
	return 0;
}

/**
 * hist_raw_tables_free - free all tables and the memory for them
 * @tables: the sequence; empty afterwards
 *
 * Context: may sleep.
 */
void hist_raw_tables_free(struct hist_raw_tables *tables)
{
	while (tables->n)
		hist_raw_table_free(tables->tables[--tables->n]);
	kfree(tables->tables);
	tables->tables = NULL;
}

/* Find the bytes at a position of the file, see hist_raw_table_at(). */
static const void *bytes_at(const struct hist_raw_tables *tables, u64 pos, size_t *len)
{
	unsigned int i;

	for (i = 0; i < tables->n; i++) {
		u64 size = hist_raw_table_size(tables->tables[i]);

		if (pos < size)
			return hist_raw_table_at(tables->tables[i], pos, len);
		pos -= size;
	}
	return NULL;
}

/**
 * hist_raw_tables_read - read a part of the tables
 * @tables: the sequence
 * @buf: buffer of the reader
 * @size: size of the buffer in bytes
 * @pos: position in the file, not negative; moved behind the bytes that were read
 *
 * Context: may sleep.
 * Return: number of bytes, 0 at the end; or -EFAULT if the buffer cannot be written to.
 */
ssize_t hist_raw_tables_read(const struct hist_raw_tables *tables, char __user *buf, size_t size,
			     loff_t *pos)
{
	size_t done = 0, len;
	const void *from;

	while (done < size && (from = bytes_at(tables, *pos, &len))) {
		size_t left;

		/* The rows of a large table are one block: let other tasks run meanwhile. */
		cond_resched();
		len = min3(len, size - done, (size_t)SZ_256K);
		left = copy_to_user(buf + done, from, len);
		done += len - left;
		*pos += len - left;
		if (left)
			return done ?: -EFAULT;
	}
	return done;
}
