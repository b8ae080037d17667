// SPDX-License-Identifier: GPL-2.0-only
/*
 * Fuzz target: the reader of recordings. The input is a file. A recording that is accepted is
 * written and read again, added up, and compared with itself.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "fuzz.h"
#include "recording/compare.h"
#include "recording/recording.h"

static char copy_path[64];

static void remove_copy(void)
{
	unlink(copy_path);
}

int fuzz_init(int *argc, char ***argv)
{
	/* Messages about the input do not matter; libFuzzer and sanitizers use the descriptor. */
	stderr = fopen("/dev/null", "w");
	snprintf(copy_path, sizeof(copy_path), "/tmp/recording_fuzz.%d", getpid());
	atexit(remove_copy);
	return 0;
}

static void write_copy(const struct recording *recording)
{
	struct recording_writer *writer;

	CHECK(!recording_create(&writer, copy_path, recording, true));
	for (size_t i = 0; i < recording->n_intervals; i++)
		CHECK(!recording_add(writer, &recording->intervals[i]));
	if (recording->total)
		CHECK(!recording_add_total(writer, recording->total));
	CHECK(!recording_finish(writer));
}

static void check_copy(const struct recording *recording)
{
	struct recording copy;

	write_copy(recording);
	CHECK(!recording_read(&copy, copy_path));
	CHECK(copy.is_complete && copy.n_intervals == recording->n_intervals);
	CHECK(copy.n_columns == recording->n_columns && !copy.total == !recording->total);
	CHECK(copy.started == recording->started);
	for (size_t i = 0; i < copy.n_intervals; i++) {
		const struct table *a = &copy.intervals[i], *b = &recording->intervals[i];

		CHECK(a->n_rows == b->n_rows && a->n_fields == b->n_fields);
		CHECK(a->hits == b->hits && a->begin == b->begin && a->end == b->end);
		for (size_t j = 0; j < a->n_rows; j++) {
			for (size_t k = 0; k < a->n_fields; k++)
				CHECK(!cell_compare(&a->rows[j].cells[k], &b->rows[j].cells[k]));
		}
	}
	recording_free(&copy);
}

/* A recording does not differ from itself. */
static void check_comparison(const struct recording *recording)
{
	struct side a = { .tables = recording->intervals, .n = recording->n_intervals }, b = a;
	struct comparison comparison;

	if (!compare(&comparison, &a, &b)) {
		for (size_t i = 0; i < comparison.n; i++)
			CHECK(!(comparison.differences[i].p < 0.999999));
	}
	comparison_free(&comparison);
}

int fuzz_one(const u8 *data, size_t size)
{
	struct recording recording;
	struct table total;
	FILE *in;

	if (!size)
		return 0;
	in = fmemopen((void *)data, size, "r");
	CHECK(in);
	if (!recording_read_stream(&recording, in, "input")) {
		check_copy(&recording);
		check_comparison(&recording);
		if (!recording_total(&recording, &total))
			table_free(&total);
		recording_free(&recording);
	}
	fclose(in);
	return 0;
}
