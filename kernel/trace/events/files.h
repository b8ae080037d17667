/* SPDX-License-Identifier: GPL-2.0 */
/* Operations of the files of events, of systems and of the event core in an instance. */
#ifndef _TRACE_EVENTS_FILES_H
#define _TRACE_EVENTS_FILES_H

#include <linux/fs.h>

/* events/SYSTEM/EVENT/. The data is the event in the instance; that of "id" is the number. */
extern const struct file_operations event_enable_fops;
extern const struct file_operations event_filter_fops;
extern const struct file_operations event_format_fops;
extern const struct file_operations event_id_fops;

/* events/SYSTEM/. The data is the directory of the system in the instance. */
extern const struct file_operations event_system_enable_fops;
extern const struct file_operations event_system_filter_fops;

/* events/ and the directory of the instance. The data is the instance. */
extern const struct file_operations event_all_enable_fops;
extern const struct file_operations event_header_page_fops;
extern const struct file_operations event_header_event_fops;
extern const struct file_operations event_set_event_fops;
extern const struct file_operations event_set_event_pid_fops;
extern const struct file_operations event_set_event_notrace_pid_fops;
extern const struct file_operations event_available_events_fops;
extern const struct file_operations event_show_filters_fops;
extern const struct file_operations event_show_triggers_fops;

#endif /* _TRACE_EVENTS_FILES_H */
