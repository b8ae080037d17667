/* SPDX-License-Identifier: GPL-2.0 */
/* Directories of events and systems. */
#ifndef _TRACE_EVENTS_DIR_H
#define _TRACE_EVENTS_DIR_H

#include "core.h"

int event_dir_create(struct eventfs_inode *parent, struct trace_event_file *file);
void event_dir_remove(struct trace_event_file *file);
struct trace_subsystem_dir *event_system_dir_get(struct trace_subsystem_dir *dir);
void event_system_dir_put(struct trace_subsystem_dir *dir);

#endif /* _TRACE_EVENTS_DIR_H */
