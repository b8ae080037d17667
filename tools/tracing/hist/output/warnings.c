// SPDX-License-Identifier: GPL-2.0-only
/* Warn of numbers that are incomplete or approximate, for CSV, which has no place to say so. */
#include "output.h"

static bool has_partial(const struct table *table)
{
	for (size_t i = 0; i < table->n_rows; i++) {
		for (size_t field = 0; field < table->n_fields; field++) {
			if (table->rows[i].cells[field].partial)
				return true;
		}
	}
	return false;
}

/**
 * table_warnings() - warn on standard error of what the CSV of a table does not say
 * @table: the table
 * @given: bits of the warnings that were printed; 0 before the first table of an answer
 *
 * Each warning is printed once for an answer of several tables. Dropped events have no warning
 * here: see answer_warn().
 */
void table_warnings(const struct table *table, unsigned int *given)
{
	const struct {
		bool applies;
		const char *text;
	} warnings[] = {
		{ table->approximate,
		  "intervals are approximate: they are differences of two reads of hist" },
		{ table->merged, "an interval has the events of an earlier one, too" },
		{ table->cleared, "the histogram was cleared between two intervals" },
		{ table->paused, "a histogram is paused: it counts no events" },
		{ has_partial(table),
		  "events are missing in some numbers, which --json lists as \"partial\"" },
	};

	for (unsigned int i = 0; i < sizeof(warnings) / sizeof(*warnings); i++) {
		if (!warnings[i].applies || *given & 1U << i)
			continue;
		report_warning("%s", warnings[i].text);
		*given |= 1U << i;
	}
}
