/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Triggers: commands that hang on events.
 *
 * The host's headers give an event's file a list of struct event_trigger_data, and each of
 * them a struct event_command.  Event probes of the host hang in the same list; all others
 * are made here, by a struct trigger_command.
 *
 *	write -> find the command -> its write() -> trigger_new() -> trigger_link()
 *	remove -> trigger_unlink() -> grace period -> trigger_free_unlinked()
 *
 * All but what runs for every event needs event_mutex, which guards the lists.  Events go
 * through them without a lock, with preemption off.
 */
#ifndef _TRACE_TRIGGER_TRIGGER_H
#define _TRACE_TRIGGER_TRIGGER_H

#include <linux/atomic.h>
#include <linux/list.h>

#include "../trace.h"
#include "../trace_diag.h"

struct trigger_command;
struct trigger_spec;

/**
 * struct trigger_request - a command on its way
 * @file: the event whose trigger file took it
 * @target: the event that the command is about, of the same instance, or NULL
 * @text: the command, terminated
 * @len: its length
 * @grammar: whose it is, for the error log
 * @messages: that grammar's messages
 * @diag: what is wrong with it
 */
struct trigger_request {
	struct trace_event_file *file;
	struct trace_event_file *target;
	const char *text;
	u32 len;
	const char *grammar;
	const char *const *messages;
	struct trace_diag diag;
};

/**
 * struct trigger_command - a command that trigger files take
 * @ops: what the host's headers want to know: of its members, @name, @trigger_type,
 *	@flags, @trigger and @print are used
 * @about_event: it is about an event, which the command names
 * @write: add or remove a trigger.  Returns 0 or a negative errno with the request's diag
 *	filled in, unless there is no memory
 * @prepare: get what a new trigger needs, before it is linked; may be NULL
 * @release: give that back, when nothing hits the trigger any more; may be NULL
 * @close: a trigger is off its event's list, and may take others off theirs; may be NULL
 * @emptied: an event's trigger file was opened for writing from scratch; may be NULL
 */
struct trigger_command {
	struct event_command ops;
	bool about_event;
	int (*write)(struct trigger_command *command, struct trigger_request *req);
	int (*prepare)(struct event_trigger_data *trigger, struct trigger_request *req,
		       const struct trigger_spec *spec);
	void (*release)(struct event_trigger_data *trigger);
	void (*close)(struct event_trigger_data *trigger, struct list_head *unlinked);
	void (*emptied)(struct trace_event_file *file);
};

/**
 * struct trigger - a trigger that is made here
 * @data: what the host's headers want to know of it
 * @left: how many hits more it may act on, if its flags say that they are counted; below
 *	zero while several come at once for the last one
 */
struct trigger {
	struct event_trigger_data data;
	atomic_long_t left;
};

/**
 * trigger_is_probe - is it one of the host's event probes?
 * @trigger: what hangs on an event
 *
 * Return: true if it was not made here.
 */
static inline bool trigger_is_probe(const struct event_trigger_data *trigger)
{
	return trigger->flags & EVENT_TRIGGER_FL_PROBE;
}

/**
 * trigger_command_of - the command that a trigger was made by
 * @trigger: the trigger, not an event probe
 *
 * Return: the command.
 */
static inline struct trigger_command *
trigger_command_of(const struct event_trigger_data *trigger)
{
	return container_of(trigger->cmd_ops, struct trigger_command, ops);
}

/* The table of commands. */
void trigger_command_register(struct trigger_command *command);
struct trigger_command *trigger_command_find(const char *text, struct trace_span name);
void trigger_command_show_all(struct seq_file *m);
void trigger_commands_emptied(struct trace_event_file *file);

int trigger_run(struct trace_event_file *file, char *text, u32 len);

/* How often a trigger may act. */
bool trigger_take_hit(struct event_trigger_data *trigger);
void trigger_give_back_hit(struct event_trigger_data *trigger);

/* The commands. */
int trigger_write(struct trigger_command *command, struct trigger_request *req);
int trigger_print(struct seq_file *m, struct event_trigger_data *trigger);
void trigger_register_simple(void);
void trigger_register_enable(void);

#ifdef CONFIG_TRACER_SNAPSHOT
bool trigger_takes_snapshots(struct trace_array *tr);
#else
static inline bool trigger_takes_snapshots(struct trace_array *tr)
{
	return false;
}
#endif

/* The list of an event's triggers. */
struct event_trigger_data *trigger_new(struct trigger_command *command);
void trigger_free(struct event_trigger_data *trigger);
int trigger_set_filter(struct event_trigger_data *trigger, struct trace_event_file *file,
		       const char *text, struct trace_span filter, struct trace_diag *diag);
int trigger_enable_softly(struct trace_event_file *file);
int trigger_link(struct trace_event_file *file, struct event_trigger_data *trigger);
void trigger_unlink(struct trace_event_file *file, struct event_trigger_data *trigger,
		    struct list_head *unlinked);
void trigger_unlink_all(struct trace_event_file *file, struct list_head *unlinked);
void trigger_unlink_probes(struct trace_event_file *file, struct list_head *unlinked);
void trigger_free_unlinked(struct list_head *unlinked);

#endif /* _TRACE_TRIGGER_TRIGGER_H */
