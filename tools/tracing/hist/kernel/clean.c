// SPDX-License-Identifier: GPL-2.0-only
/* Remove instances and events of this tool whose owners do not exist any more. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/utf8.h"
#include "features.h"
#include "internal.h"
#include "session.h"

/**
 * struct cleaning - state of sessions_clean()
 * @verbose: print the names that are removed, and errors
 * @removed: number of instances and events that were removed
 * @left: number of instances and events that could not be removed
 */
struct cleaning {
	bool verbose;
	size_t removed;
	size_t left;
};

static void count(struct cleaning *cleaning, const char *what, const char *name, bool is_gone)
{
	if (is_gone)
		cleaning->removed++;
	else
		cleaning->left++;
	if (!cleaning->verbose)
		return;
	if (is_gone) {
		printf("removed the %s ", what);
		write_display(stdout, name, SIZE_MAX);
		putchar('\n');
	} else {
		report_error("cannot remove the %s %s: %s", what, name, strerror(errno));
	}
}

static void clean_instance(const char *name, const struct owner *owner, void *context)
{
	if (!owner_exists(owner) && !instance_is_locked(name))
		count(context, "instance", name, instance_remove(name));
}

static void clean_definition(const char *name, const struct owner *owner, void *context)
{
	if (!owner_exists(owner) && !owner_has_lock(owner))
		count(context, "event", name, definition_remove(name));
}

/**
 * sessions_clean() - remove the instances and events of dead processes of this tool
 * @verbose: print the names that are removed, and errors
 * @removed: receives the number of instances and events that were removed
 *
 * Return: %STATUS_OK, or %STATUS_FAILED if an instance or event could not be listed or removed.
 */
enum status sessions_clean(bool verbose, size_t *removed)
{
	struct cleaning cleaning = { .verbose = verbose };
	enum status status = STATUS_OK;

	if (instances_walk(clean_instance, &cleaning) ||
	    definitions_walk(clean_definition, &cleaning)) {
		status = STATUS_FAILED;
		if (verbose)
			status = report_errno("list instances and events in",
					      tracefs_tracing_dir());
	}
	*removed = cleaning.removed;
	return status ? status : cleaning.left ? STATUS_FAILED : STATUS_OK;
}
