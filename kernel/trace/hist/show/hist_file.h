/* SPDX-License-Identifier: GPL-2.0 */
/* Files of an event that show its histograms. */
#ifndef _TRACE_HIST_SHOW_HIST_FILE_H
#define _TRACE_HIST_SHOW_HIST_FILE_H

struct file;
struct inode;

int hist_open_event_file(struct inode *inode, struct file *file);

#endif /* _TRACE_HIST_SHOW_HIST_FILE_H */
