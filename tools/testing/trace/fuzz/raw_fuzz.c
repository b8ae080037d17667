// SPDX-License-Identifier: GPL-2.0-only
/*
 * Fuzz target: the reader of raw tables. The input is a file in the format of hist_raw. A table
 * that is accepted must be printed, and one that is not must have an error.
 */

#include <stdlib.h>

#include "../../../tracing/hist/raw_table.h"
#include "../../../tracing/hist/raw_text.h"
#include "fuzz.h"

int fuzz_one(const u8 *data, size_t size)
{
	struct raw_table table;
	char *text;
	FILE *out;
	size_t n;

	if (raw_table_open(&table, data, size)) {
		CHECK(table.error && *table.error);
		return 0;
	}
	/* The text of a row has a length in proportion to the fields, which are few. */
	if (table.header.n_rows > 1000)
		return 0;
	out = open_memstream(&text, &n);
	raw_print(out, &table);
	fclose(out);
	CHECK(n > 0);
	free(text);
	return 0;
}
