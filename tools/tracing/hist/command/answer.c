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

/**
 * answer_warn() - warn if events were dropped
 * @table: the table
 */
void answer_warn(const struct table *table)
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
