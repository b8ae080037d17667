/* SPDX-License-Identifier: GPL-2.0 */
/* Open files in the directory of a system. */
#ifndef _TRACE_EVENTS_SYSTEM_FILE_H
#define _TRACE_EVENTS_SYSTEM_FILE_H

struct file;
struct inode;

int event_system_open(struct inode *inode, struct file *filp);
int event_system_release(struct inode *inode, struct file *filp);

#endif /* _TRACE_EVENTS_SYSTEM_FILE_H */
