/* SPDX-License-Identifier: GPL-2.0 */
/* Files of an event that show its histograms. */
#ifndef _TRACE_HIST_SHOW_HIST_FILE_H
#define _TRACE_HIST_SHOW_HIST_FILE_H

#include <linux/types.h>

struct file;
struct inode;
struct trace_event_file;

int hist_open_event_file(struct inode *inode, struct file *file);
void *hist_open_event_private(struct inode *inode, struct file *file, size_t size);
bool hist_shows_addresses(const struct file *file);
unsigned int hist_count_on(const struct trace_event_file *event_file);

#endif /* _TRACE_HIST_SHOW_HIST_FILE_H */
