/* SPDX-License-Identifier: GPL-2.0-only */
/* A recipe that runs: its histograms in the kernel, and its answer. */
#ifndef _KERNEL_MEASUREMENT_H
#define _KERNEL_MEASUREMENT_H

#include "kernel/session.h"
#include "kernel/source.h"
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

#endif /* _KERNEL_MEASUREMENT_H */
