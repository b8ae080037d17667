// SPDX-License-Identifier: GPL-2.0-only
/* Print answers. */
#include <errno.h>
#include <inttypes.h>

#include "answer.h"

/**
 * answer_flush() - check that everything was written to standard output
 *
 * Return: %STATUS_OK, or %STATUS_FAILED after a message.
 */
enum status answer_flush(void)
{
	errno = 0;
	if (!fflush(stdout) && !ferror(stdout))
		return STATUS_OK;
	if (!errno)
		errno = EIO;
	report_errno("write to", "standard output");
	return STATUS_FAILED;
}

/**
 * answer_closed() - report that the reader of standard output has gone
 *
 * Return: %STATUS_FAILED.
 */
enum status answer_closed(void)
{
	errno = EPIPE;
	report_errno("write to", "standard output");
	return STATUS_FAILED;
}

/**
 * answer_write() - write a table to standard output
 * @table: the table
 * @format: format
 * @layout: layout
 *
 * Return: %STATUS_OK, or a status after a message.
 */
enum status answer_write(const struct table *table, enum format format,
			 const struct layout *layout)
{
	enum status status = STATUS_OK;

	switch (format) {
	case FORMAT_TEXT:
		status = write_table_text(stdout, table, layout);
		break;
	case FORMAT_CSV:
		status = write_table_csv(stdout, table, layout);
		break;
	case FORMAT_JSON:
		status = write_table_json(stdout, table, layout);
		break;
	}
	return status ? status : answer_flush();
}

static void warn_of_drops(const struct table *table)
{
	char reasons[256] = "";
	size_t length = 0;

	if (!table->dropped)
		return;
	for (size_t i = 0; i < table->n_drops && length < sizeof(reasons); i++)
		length += snprintf(reasons + length, sizeof(reasons) - length, "%s%s: %" PRIu64,
				   i ? ", " : " (", table->drops[i].reason, table->drops[i].count);
	report_warning("%" PRIu64 " event%s dropped%s%s; the numbers are too low", table->dropped,
		       table->dropped == 1 ? " was" : "s were", reasons, *reasons ? ")" : "");
}

/**
 * answer_warn() - warn on standard error of what the reader of a table must know
 * @table: the table
 * @format: its format. CSV has no place for the notes of text and JSON, so they become warnings
 * @state: state of the answer
 */
void answer_warn(const struct table *table, enum format format, struct answer_state *state)
{
	warn_of_drops(table);
	if (format != FORMAT_CSV)
		return;
	for (size_t i = 0; i < table->n_notes; i++)
		report_warning("the kernel reports %s: %" PRIu64, table->notes[i].reason,
			       table->notes[i].count);
	table_warnings(table, &state->warnings);
}
