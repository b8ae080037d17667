// SPDX-License-Identifier: GPL-2.0
/*
 * Open files in the directory of a system.
 *
 * An open file holds references to the directory and to its instance. The events of the system may
 * be removed meanwhile; reads then see a system without events, and writes fail with -ENODEV. If
 * events of the system are added later, they are in a new directory.
 */
#include <linux/cleanup.h>
#include <linux/fs.h>
#include <linux/mutex.h>

#include "dir.h"
#include "system_file.h"

/* Take a reference to the directory whose file is opened. @tr is set to its instance. */
static struct trace_subsystem_dir *get_dir(struct trace_subsystem_dir *dir, struct trace_array **tr)
{
	guard(mutex)(&event_mutex);
	guard(mutex)(&trace_types_lock);
	dir = event_system_dir_get(dir);
	if (dir)
		*tr = dir->tr;
	return dir;
}

/**
 * event_system_open - open a file in the directory of a system
 * @inode: its inode
 * @filp: the open file, whose private data is set to the directory
 *
 * Context: may sleep.
 * Return: 0; -ENODEV if the directory or the instance was removed; or another negative errno.
 */
int event_system_open(struct inode *inode, struct file *filp)
{
	struct trace_subsystem_dir *dir;
	struct trace_array *tr;
	int ret;

	dir = get_dir(inode->i_private, &tr);
	if (!dir)
		return -ENODEV;
	/* Takes trace_types_lock, and checks that the instance still exists. */
	ret = tracing_check_open_get_tr(tr);
	if (ret) {
		guard(mutex)(&event_mutex);
		event_system_dir_put(dir);
		return ret;
	}
	filp->private_data = dir;
	return 0;
}

/**
 * event_system_release - close a file in the directory of a system
 * @inode: its inode
 * @filp: the open file
 *
 * Context: may sleep.
 * Return: always 0.
 */
int event_system_release(struct inode *inode, struct file *filp)
{
	struct trace_subsystem_dir *dir = filp->private_data;
	struct trace_array *tr = dir->tr;

	scoped_guard(mutex, &event_mutex)
		event_system_dir_put(dir);
	trace_array_put(tr);
	return 0;
}
