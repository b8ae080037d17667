// SPDX-License-Identifier: GPL-2.0
/*
 * Print a cgroup as its path.
 *
 * The path is looked up when the table is read. Takes no lock except those of the lookup.
 */
#include <linux/cleanup.h>
#include <linux/limits.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "../attach/cgroup_paths.h"
#include "cgroup.h"
#include "escape.h"

/**
 * hist_show_cgroup - print the path of a cgroup
 * @m: output file
 * @id: id of the cgroup
 * @width: minimum width of the output, in columns; 0 for no padding
 *
 * Prints "ID (gone)" if the cgroup was removed and its path was not kept, and the id alone if there
 * is no memory for the path.
 *
 * Context: process context.
 */
void hist_show_cgroup(struct seq_file *m, u64 id, unsigned int width)
{
	char *path __free(kfree) = kmalloc(PATH_MAX, GFP_KERNEL);

	if (path && !hist_cgroup_path(id, path, PATH_MAX)) {
		hist_show_string(m, path, PATH_MAX, width);
		return;
	}
	seq_setwidth(m, width);
	seq_printf(m, path ? "%llu (gone)" : "%llu", id);
	seq_pad(m, '\0');
}
