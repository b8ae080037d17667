/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Features of the running kernel, by name: see recipe/needs.h.
 *
 * A feature is found by a file, by the kernel's tracing README, or by a trigger that the kernel
 * accepts. Triggers are tried in an instance that exists only for this. They are paused, so that
 * they count no event.
 */
#ifndef _KERNEL_FEATURES_H
#define _KERNEL_FEATURES_H

#include <stdbool.h>
#include <stddef.h>

#include "common/report.h"
#include "recipe/needs.h"
#include "recipe/recipe.h"

/* Check without a message whether tracefs is mounted; otherwise tracefs_tracing_dir() mounts it. */
bool tracefs_is_mounted(void);

/* Check that tracefs is mounted, and that this process may read it. */
enum status tracefs_check(void);

/*
 * Check that this process can set up histograms: tracefs is mounted, may be written, and the kernel
 * has histogram triggers. Otherwise, report the reason and the remedy.
 */
enum status kernel_check(void);

/* The same without a message, for commands that also work without tracefs. */
bool kernel_is_known(void);

/* Returns false without a message if the process may not find out. */
bool kernel_has(const char *feature);
bool kernel_has_event(const char *event);

/*
 * Choose the first variant whose needs are met and whose events exist. Otherwise, report which
 * feature or event the kernel lacks for the last variant, and the remedy.
 */
enum status choose_variant(const struct recipe *recipe, const struct recipe_variant **variant);
/* The same without a message, and without kernel_check(); may return NULL. */
const struct recipe_variant *find_variant(const struct recipe *recipe);
/*
 * All histograms of the variant are cleared together after they were set up. The kernel decides, or
 * the needs of the variant if it is not known.
 */
bool variant_is_cleared(const struct recipe_variant *variant);
/* Feature or event that the kernel lacks for a variant, or NULL. */
const char *variant_lacks(const struct recipe_variant *variant);

#endif /* _KERNEL_FEATURES_H */
