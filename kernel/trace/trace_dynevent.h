/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Dynamic events: trace events that are created and removed at run time.
 *
 * Each kind of dynamic event (kprobes, uprobes, event probes, synthetic events, ...) registers a
 * struct dyn_event_operations. The events of all kinds are in one list, in the order of their
 * creation. The file dynamic_events shows and edits this list.
 *
 * Locks: event_mutex protects the list and the events in it. dyn_event_ops_mutex serializes
 * dyn_event_create(); synthetic events are also created without it. Lock order:
 * dyn_event_ops_mutex, then event_mutex.
 *
 * The second half of this header is the command builder that kernel code uses to create dynamic
 * events, see trace_dynevent_cmd.c.
 */
#ifndef _TRACE_DYNEVENT_H
#define _TRACE_DYNEVENT_H

#include <linux/list.h>
#include <linux/seq_file.h>
#include <linux/trace_events.h>
#include <linux/types.h>

#include "trace.h"

struct dyn_event;

/**
 * struct dyn_event_operations - operations of one kind of dynamic event
 * @list: entry in the list of registered kinds
 * @create: create the event that a command defines. Called with dyn_event_ops_mutex held. Returns
 *	0, -ECANCELED if the command does not define this kind of event, or another negative
 *	errno
 * @show: print an event as the command that creates it, with a newline. Called with event_mutex
 *	held
 * @is_busy: return true if an event is in use and cannot be removed. Called with event_mutex held
 * @free: remove an event from the list and free it. Called with event_mutex held. If the event is
 *	in use, this returns an error and leaves the event unchanged
 * @match: return true if an event matches a removal. @system is NULL if the command names no
 *	system, @event is empty to match all events of a system, and @argv has the words that
 *	follow them in the command. Called with event_mutex held
 */
struct dyn_event_operations {
	struct list_head list;
	int (*create)(const char *raw_command);
	int (*show)(struct seq_file *m, struct dyn_event *ev);
	bool (*is_busy)(struct dyn_event *ev);
	int (*free)(struct dyn_event *ev);
	bool (*match)(const char *system, const char *event, int argc, const char **argv,
		      struct dyn_event *ev);
};

/**
 * struct dyn_event - common part of all dynamic events
 * @list: entry in dyn_event_list, or empty; protected by event_mutex
 * @ops: operations of the event's kind; constant after dyn_event_init()
 */
struct dyn_event {
	struct list_head list;
	struct dyn_event_operations *ops;
};

extern struct list_head dyn_event_list;
extern struct mutex dyn_event_ops_mutex;

/**
 * for_each_dyn_event - iterate over the dynamic events of all kinds
 * @pos: loop variable, a struct dyn_event *
 *
 * Context: event_mutex held.
 */
#define for_each_dyn_event(pos)	\
	list_for_each_entry(pos, &dyn_event_list, list)

/**
 * for_each_dyn_event_safe - iterate over the dynamic events of all kinds, allowing removal of
 * @pos
 * @pos: loop variable, a struct dyn_event *
 * @n: temporary storage, another struct dyn_event *
 *
 * Context: event_mutex held.
 */
#define for_each_dyn_event_safe(pos, n)	\
	list_for_each_entry_safe(pos, n, &dyn_event_list, list)

/* Lifetime of an event. */
int dyn_event_init(struct dyn_event *event, struct dyn_event_operations *kind);
int dyn_event_add(struct dyn_event *event, struct trace_event_call *call);
void dyn_event_remove(struct dyn_event *event);
void dyn_event_set_put_callback(void (*callback)(void));

/* Commands, for one kind or for all kinds. */
int dyn_event_register(struct dyn_event_operations *kind);
int dyn_event_create(const char *command, struct dyn_event_operations *kind);
int dyn_event_release(const char *command, struct dyn_event_operations *kind);
int dyn_events_release_all(struct dyn_event_operations *kind);

/* Files that list events and accept definitions. */
int dyn_event_open_list(struct file *file, struct dyn_event_operations *kind,
			const struct seq_operations *seq_ops);
ssize_t dyn_event_write_lines(const char __user *buffer, size_t count, const char *where,
			      int (*run)(const char *line));
void *dyn_event_seq_start(struct seq_file *file, loff_t *pos);
void *dyn_event_seq_next(struct seq_file *file, void *shown, loff_t *pos);
void dyn_event_seq_stop(struct seq_file *file, void *shown);

/**
 * typedef dynevent_check_arg_fn_t - check an argument before it is added to a command
 * @data: a struct dynevent_arg or struct dynevent_arg_pair
 *
 * Return: 0 if the argument is valid, otherwise a negative errno.
 */
typedef int (*dynevent_check_arg_fn_t)(void *data);

/**
 * struct dynevent_arg - one word of a command
 * @str: the word
 * @separator: character printed after the word, or 0
 */
struct dynevent_arg {
	const char *str;
	char separator;
};

/**
 * struct dynevent_arg_pair - two words of a command that are added together
 * @lhs: first word, for example the type of a field
 * @rhs: second word, for example the name of a field
 * @operator: character printed between the words; a space if 0
 * @separator: character printed after the words, or 0
 */
struct dynevent_arg_pair {
	const char *lhs;
	const char *rhs;
	char operator;
	char separator;
};

void dynevent_cmd_init(struct dynevent_cmd *cmd, char *text, int size, enum dynevent_type type,
		       dynevent_create_fn_t run);
int dynevent_str_add(struct dynevent_cmd *cmd, const char *str);

void dynevent_arg_init(struct dynevent_arg *arg, char separator);
int dynevent_arg_add(struct dynevent_cmd *cmd, struct dynevent_arg *arg,
		     dynevent_check_arg_fn_t check);

void dynevent_arg_pair_init(struct dynevent_arg_pair *pair, char operator, char separator);
int dynevent_arg_pair_add(struct dynevent_cmd *cmd, struct dynevent_arg_pair *pair,
			  dynevent_check_arg_fn_t check);

#endif /* _TRACE_DYNEVENT_H */
