/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Dynamic events: trace events that are made and removed at run time.
 *
 * Each kind of them (kprobes, uprobes, event probes, synthetic events, ...) brings
 * a struct dyn_event_operations.  Its events stand in one list, in the order they
 * were made, which the file dynamic_events shows and edits.
 *
 * Locks: the list, and what hangs on it, is protected by event_mutex.  Making an
 * event is serialized by dyn_event_ops_mutex besides, which is taken first.
 *
 * The second half of this header is the builder of commands that kernel code
 * makes dynamic events with, see trace_dynevent_cmd.c.
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
 * struct dyn_event_operations - one kind of dynamic event
 * @list: among the registered kinds
 * @create: make the event that a command defines.  Called with dyn_event_ops_mutex
 *	held.  -ECANCELED if the command is of another kind.
 * @show: print an event as the command that makes it, and a newline.  event_mutex
 *	is held.
 * @is_busy: whether an event cannot be removed now.  event_mutex is held.
 * @free: remove an event, from the list as well.  event_mutex is held.  If the event
 *	turns out to be in use, it is left as it was and an error returned.
 * @match: whether an event is what a removal means: @system is NULL when any will
 *	do, @event empty when all of a system are meant, and @argv what stood behind
 *	them, a word each.  event_mutex is held.
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
 * struct dyn_event - what all kinds of dynamic events have in common
 * @list: in dyn_event_list, or empty
 * @ops: its kind, const after dyn_event_init()
 */
struct dyn_event {
	struct list_head list;
	struct dyn_event_operations *ops;
};

extern struct list_head dyn_event_list;
extern struct mutex dyn_event_ops_mutex;

/**
 * for_each_dyn_event - go through the dynamic events of all kinds
 * @pos: struct dyn_event * that becomes each of them
 *
 * Context: event_mutex held.
 */
#define for_each_dyn_event(pos)	\
	list_for_each_entry(pos, &dyn_event_list, list)

/**
 * for_each_dyn_event_safe - go through the dynamic events, which may be removed
 * @pos: struct dyn_event * that becomes each of them
 * @n: another, for the loop to use
 *
 * Context: event_mutex held.
 */
#define for_each_dyn_event_safe(pos, n)	\
	list_for_each_entry_safe(pos, n, &dyn_event_list, list)

/* An event's life. */
int dyn_event_init(struct dyn_event *event, struct dyn_event_operations *kind);
int dyn_event_add(struct dyn_event *event, struct trace_event_call *call);
void dyn_event_remove(struct dyn_event *event);
void dyn_event_when_let_go(void (*then)(void));

/* Commands, whoever's they are. */
int dyn_event_register(struct dyn_event_operations *kind);
int dyn_event_create(const char *command, struct dyn_event_operations *kind);
int dyn_event_release(const char *command, struct dyn_event_operations *kind);
int dyn_events_release_all(struct dyn_event_operations *kind);

/* For files that list events or take definitions. */
int dyn_event_open_list(struct file *file, struct dyn_event_operations *kind,
			const struct seq_operations *seq_ops);
ssize_t dyn_event_write_lines(const char __user *buffer, size_t count, const char *where,
			      int (*run)(const char *line));
void *dyn_event_seq_start(struct seq_file *file, loff_t *pos);
void *dyn_event_seq_next(struct seq_file *file, void *shown, loff_t *pos);
void dyn_event_seq_stop(struct seq_file *file, void *shown);

/**
 * typedef dynevent_check_arg_fn_t - a test that an argument must pass
 * @data: the struct dynevent_arg or struct dynevent_arg_pair
 *
 * Return: 0 if it may be added to the command, a negative errno otherwise.
 */
typedef int (*dynevent_check_arg_fn_t)(void *data);

/**
 * struct dynevent_arg - one word of a command
 * @str: the word
 * @separator: printed behind it, unless 0
 */
struct dynevent_arg {
	const char *str;
	char separator;
};

/**
 * struct dynevent_arg_pair - two words of a command that belong together
 * @lhs: the first, as the type of a field
 * @rhs: the second, as its name
 * @operator: printed between them; 0 for a blank
 * @separator: printed behind them, unless 0
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
