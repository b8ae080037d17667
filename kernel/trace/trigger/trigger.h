/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Event triggers: commands that run when an event occurs.
 *
 * The base kernel's headers define the list of struct event_trigger_data in an event's
 * trace_event_file, and the struct event_command of each trigger. The list also has the base
 * kernel's event probes. All other triggers are created here, each by a struct trigger_command.
 *
 *	write -> find the command -> its write() -> trigger_new() -> trigger_link()
 *	remove -> trigger_unlink() -> grace period -> trigger_free_unlinked()
 *
 * event_mutex protects the lists, and all functions that do not run per event need it. Events
 * walk the lists without a lock, with preemption off (RCU-sched).
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
 * struct trigger_request - a trigger command while it is executed
 * @file: event whose trigger file received the command
 * @target: target event that the command names, in the same instance and possibly @file itself;
 *	NULL if the command names no event
 * @text: the command, NUL-terminated
 * @len: length of the command
 * @grammar: name of the command's grammar, for the error log
 * @messages: error messages of that grammar
 * @diag: error in the command
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
 * struct trigger_command - a command of trigger files
 * @ops: description of the command for the base kernel. Only @name, @trigger_type, @flags,
 *	@trigger and @print are used
 * @has_target: the command names a target event
 * @write: add or remove a trigger. Returns 0 or a negative errno, with the request's @diag set
 *	unless the errno is -ENOMEM
 * @prepare: acquire what a new trigger needs, before it is linked; may be NULL
 * @release: undo @prepare, when no event can run the trigger any more. Also called if @prepare
 *	failed or was not reached; may be NULL
 * @unlinked: called after a trigger was unlinked from its event's list; may unlink other
 *	triggers; may be NULL
 * @truncated: called when an event's trigger file is opened with O_TRUNC; may be NULL
 *
 * All callbacks except @ops.trigger are called with event_mutex held and may sleep. @ops.trigger
 * is called in any context, NMI included, with preemption off.
 */
struct trigger_command {
	struct event_command ops;
	bool has_target;
	int (*write)(struct trigger_command *command, struct trigger_request *req);
	int (*prepare)(struct event_trigger_data *trigger, struct trigger_request *req,
		       const struct trigger_spec *spec);
	void (*release)(struct event_trigger_data *trigger);
	void (*unlinked)(struct event_trigger_data *trigger, struct list_head *unlinked);
	void (*truncated)(struct trace_event_file *file);
};

/**
 * struct trigger - a trigger that was created here
 * @data: part that the base kernel's headers define
 * @count_left: number of times that the trigger may still run, if EVENT_TRIGGER_FL_COUNT is set.
 *	It is below zero for a short time when several CPUs take the last one
 * @is_direct: the trigger is a histogram that, with its filter, reads only the fields of the
 *	record, so that event_hists_call() can run it. Constant after the trigger is linked
 */
struct trigger {
	struct event_trigger_data data;
	atomic_long_t count_left;
	bool is_direct;
};

/**
 * trigger_is_probe - test whether a trigger is an event probe of the base kernel
 * @trigger: entry of an event's list of triggers
 *
 * Context: any.
 * Return: true if it is an event probe and not a struct trigger.
 */
static inline bool trigger_is_probe(const struct event_trigger_data *trigger)
{
	return trigger->flags & EVENT_TRIGGER_FL_PROBE;
}

/**
 * trigger_of - get a trigger from its base kernel part
 * @data: the base kernel part of a trigger that is not an event probe
 *
 * Context: any.
 * Return: the trigger.
 */
static inline struct trigger *trigger_of(const struct event_trigger_data *data)
{
	return container_of(data, struct trigger, data);
}

/**
 * trigger_is_direct - test whether event_hists_call() can run a trigger
 * @trigger: entry of an event's list of triggers
 *
 * Context: any.
 * Return: true if it can.
 */
static inline bool trigger_is_direct(const struct event_trigger_data *trigger)
{
	return !trigger_is_probe(trigger) && trigger_of(trigger)->is_direct;
}

/**
 * trigger_command_of - get the command that created a trigger
 * @trigger: the trigger, not an event probe
 *
 * Context: any.
 * Return: the command.
 */
static inline struct trigger_command *
trigger_command_of(const struct event_trigger_data *trigger)
{
	return container_of(trigger->cmd_ops, struct trigger_command, ops);
}

/* Table of commands. */
void trigger_command_register(struct trigger_command *command);
struct trigger_command *trigger_command_find(const char *text, struct trace_span name);
void trigger_command_suggest(struct trace_suggestion *suggestion);
void trigger_command_show_all(struct seq_file *m);
void trigger_commands_truncated(struct trace_event_file *file);

int trigger_process_command(struct trace_event_file *file, char *text, u32 len);
int trigger_find_target(struct trace_array *tr, const char *text, struct trace_span system,
			struct trace_span event, struct trace_event_file **target,
			struct trace_diag *diag);
int trigger_hold_event(struct trace_event_file *file, const struct trace_event_file *user);
void trigger_release_event(struct trace_event_file *file);

/**
 * trigger_consume_one - consume one of the remaining counts of a command
 * @left: number of counts that are left
 *
 * At most as many callers succeed as there are counts. If several CPUs consume the last count, the
 * CPUs that fail decrement the number below zero for a short time and then restore it.
 *
 * Context: any, NMI included.
 * Return: true, or false if no count is left.
 */
static inline bool trigger_consume_one(atomic_long_t *left)
{
	if (atomic_long_read(left) <= 0)
		return false;
	if (atomic_long_dec_return(left) >= 0)
		return true;
	atomic_long_inc(left);
	return false;
}

/* Counts: limit how often a trigger runs. */
bool trigger_consume_count(struct event_trigger_data *trigger);
void trigger_refund_count(struct event_trigger_data *trigger);

/* Commands of the common grammar. */
int trigger_write(struct trigger_command *command, struct trigger_request *req);
int trigger_print(struct seq_file *m, struct event_trigger_data *trigger);
void trigger_register_instance_commands(void);
void trigger_register_enable_event(void);

#ifdef CONFIG_TRACER_SNAPSHOT
bool trigger_takes_snapshots(struct trace_array *tr);
#else
static inline bool trigger_takes_snapshots(struct trace_array *tr)
{
	return false;
}
#endif

/* Histograms: files of an event and of an instance that the base kernel does not declare. */
extern const struct file_operations event_hist_delta_fops;
extern const struct file_operations event_hist_raw_fops;
extern const struct file_operations event_hist_delta_raw_fops;
extern const struct file_operations event_hist_folded_fops;
extern const struct file_operations hist_control_fops;

/* Lifetime of triggers. */
struct event_trigger_data *trigger_new(struct trigger_command *command);
void trigger_free(struct event_trigger_data *trigger);
int trigger_set_filter(struct event_trigger_data *trigger, struct trace_event_file *file,
		       const char *text, struct trace_span filter, struct trace_diag *diag);
int trigger_link(struct trace_event_file *file, struct event_trigger_data *trigger);
void trigger_unlink(struct trace_event_file *file, struct event_trigger_data *trigger,
		    struct list_head *unlinked);
void trigger_unlink_all(struct trace_event_file *file, struct list_head *unlinked);
void trigger_unlink_probes(struct trace_event_file *file, struct list_head *unlinked);
void trigger_free_unlinked(struct list_head *unlinked);

#endif /* _TRACE_TRIGGER_TRIGGER_H */
