/* SPDX-License-Identifier: GPL-2.0-only */
/* Functions that the commands with answers of recipes share: run, show, record, report. */
#ifndef _ANSWER_H
#define _ANSWER_H

#include <stdbool.h>
#include <stdint.h>

#include "command/options.h"
#include "command/progress.h"
#include "common/report.h"
#include "kernel/session.h"
#include "kernel/source.h"
#include "output/output.h"
#include "recipe/recipe.h"

/**
 * struct measurement - a recipe that runs
 * @recipe: the recipe
 * @variant: its variant for this kernel
 * @session: its session
 * @source: the answer
 */
struct measurement {
	struct recipe recipe;
	const struct recipe_variant *variant;
	struct session *session;
	struct source *source;
};

enum status measurement_start(struct measurement *measurement, const char *recipe,
			      const struct recipe_options *options);
enum status measurement_total(struct measurement *measurement, struct table *table);
enum status measurement_interval(struct measurement *measurement, struct table *table);
void measurement_stop(struct measurement *measurement);

/* Write to standard output, and check that nothing was lost. */
enum status answer_write(const struct table *table, enum format format,
			 const struct layout *layout);
enum status answer_flush(void);
/* Report that progress_wait() has returned WAIT_CLOSED. */
enum status answer_closed(void);
/* Warn on standard error that events were dropped, and why. */
void answer_warn(const struct table *table);

#endif /* _ANSWER_H */
