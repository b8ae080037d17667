/* SPDX-License-Identifier: GPL-2.0 */
/*
 * ioctl requests of user_events_data.
 */
#ifndef _TRACE_USER_EVENTS_IOCTL_H
#define _TRACE_USER_EVENTS_IOCTL_H

struct file;

long user_events_do_ioctl(struct file *file, unsigned int cmd, void __user *arg);
unsigned int user_events_native_cmd(unsigned int cmd);

#endif /* _TRACE_USER_EVENTS_IOCTL_H */
