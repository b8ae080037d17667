/* SPDX-License-Identifier: GPL-2.0-only */
/* Write answers to standard output, and warn of what the user must know about them. */
#ifndef _ANSWER_H
#define _ANSWER_H

#include <stdbool.h>

#include "common/report.h"
#include "output/output.h"

/* Write to standard output, and check that nothing was lost. */
enum status answer_write(const struct table *table, enum format format,
			 const struct layout *layout);
enum status answer_flush(void);
/* Report that progress_wait() has returned WAIT_CLOSED. */
enum status answer_closed(void);

/**
 * struct answer_state - tables of an answer that were printed before
 * @continued: there was one; see struct layout
 * @warnings: warnings that were printed; see table_warnings()
 */
struct answer_state {
	bool continued;
	unsigned int warnings;
};

/* Warn on standard error of dropped events, and of all else that the format does not say. */
void answer_warn(const struct table *table, enum format format, struct answer_state *state);

#endif /* _ANSWER_H */
