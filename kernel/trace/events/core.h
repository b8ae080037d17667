/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Declarations that the files of the event core share.
 *
 * Objects:
 *
 *	struct trace_event_call		an event; in ftrace_events
 *	struct trace_event_file		an event in an instance: its state there; in its list
 *	struct event_subsystem		a system: the events of one header file; in event_systems
 *	struct trace_subsystem_dir	a system in an instance, with its directory
 *
 * Locks, in this order:
 *
 *	event_mutex		protects all objects above and their lists
 *	trace_types_lock	protects the list of instances, and the references of instances
 *	trace_event_sem		held by readers of the ring buffer while they print a record. The
 *				lists of events and files and the print formats change with it held
 *				for writing, so code that holds it for reading may use them as well.
 *				The same is true for the fields of a registered event.
 */
#ifndef _TRACE_EVENTS_CORE_H
#define _TRACE_EVENTS_CORE_H

#include "../trace.h"
#include "../trace_event_call.h"

#endif /* _TRACE_EVENTS_CORE_H */
