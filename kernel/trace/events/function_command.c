// SPDX-License-Identifier: GPL-2.0
/*
 * The commands enable_event and disable_event of set_ftrace_filter:
 *
 *	FUNCTIONS:enable_event:SYSTEM:EVENT[:COUNT]
 *
 * Each call of a function that FUNCTIONS matches enables or disables the event, COUNT times at most
 * for each function. The event is in soft mode as long as the command exists, so a call only
 * changes the event's SOFT_DISABLED bit. Calls that find the bit as they want it do not count.
 * A command lets its event enter soft mode before it is added to the first function. So only a lack
 * of memory can prevent that it is added to a function.
 *
 * ftrace.c keeps one probe for each instance and each &struct ftrace_probe_ops, and tells us when
 * functions are added to it and removed from it. As it holds ftrace_lock while it removes them, and
 * an event may need that lock to leave soft mode, what is removed waits in lists until the lock is
 * released. event_mutex protects these lists. It is held by the commands and by the removal of an
 * instance, which are all users of these probes.
 */
#include <linux/atomic.h>
#include <linux/bitops.h>
#include <linux/cleanup.h>
#include <linux/ftrace.h>
#include <linux/init.h>
#include <linux/limits.h>
#include <linux/list.h>
#include <linux/minmax.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../trigger/diag.h"
#include "../trigger/trigger.h"
#include "file.h"
#include "function_command.h"

/**
 * struct function_command - a parsed command
 * @file: the event
 * @enable: enable the event; otherwise disable it
 * @counted: @count is a limit
 * @count: how many times each function may change the state of the event
 * @event: name of the event in the text of the command
 * @diag: set to the error
 */
struct function_command {
	struct trace_event_file *file;
	bool enable;
	bool counted;
	long count;
	struct trace_span event;
	struct trace_diag *diag;
};

/**
 * struct function_switch - what a call of one function does
 * @list: in &function_probe.switches, later in removed_switches
 * @file: the event, which is referenced and in soft mode
 * @enable: enable the event; otherwise disable it
 * @counted: @left is a limit
 * @left: how many times the call may still change the state of the event
 */
struct function_switch {
	struct list_head list;
	struct trace_event_file *file;
	bool enable;
	bool counted;
	atomic_long_t left;
};

/**
 * struct function_probe - data of a probe of ftrace.c
 * @list: in removed_probes when all functions are removed
 * @by_function: the switch of each function, by the function's address
 * @switches: all switches
 */
struct function_probe {
	struct list_head list;
	struct ftrace_func_mapper *by_function;
	struct list_head switches;
};

static LIST_HEAD(removed_switches);
static LIST_HEAD(removed_probes);

/*
 * Change the bit unless it has the wanted value. If several CPUs call the function at once, only
 * the one that changes the bit keeps the count that it consumed.
 */
static void switch_event(struct function_switch *sw)
{
	unsigned long *flags = &sw->file->flags;
	bool changed;

	if (test_bit(EVENT_FILE_FL_SOFT_DISABLED_BIT, flags) != sw->enable)
		return;
	if (sw->counted && !trigger_consume_one(&sw->left))
		return;
	if (sw->enable)
		changed = test_and_clear_bit(EVENT_FILE_FL_SOFT_DISABLED_BIT, flags);
	else
		changed = !test_and_set_bit(EVENT_FILE_FL_SOFT_DISABLED_BIT, flags);
	if (!changed && sw->counted)
		atomic_long_inc(&sw->left);
}

/* Find where the switch of a function is stored. Return: the place; NULL if there was no switch. */
static struct function_switch **find_slot(struct function_probe *probe, unsigned long ip)
{
	return (struct function_switch **)ftrace_func_mapper_find_ip(probe->by_function, ip);
}

/* Find the switch of a function. @data: the probe's data; NULL if adding a function has failed. */
static struct function_switch *find_switch(void *data, unsigned long ip)
{
	struct function_switch **slot = data ? find_slot(data, ip) : NULL;

	/* Pairs with the smp_store_release() in add_switch(), through an address dependency. */
	return slot ? READ_ONCE(*slot) : NULL;
}

/* Called by a function. Any context, preemption off: what is removed stays for a grace period. */
static void event_function_called(unsigned long ip, unsigned long parent_ip, struct trace_array *tr,
				  struct ftrace_probe_ops *ops, void *data)
{
	struct function_switch *sw = find_switch(data, ip);

	if (sw)
		switch_event(sw);
}

/* Create a switch. Return: the switch or an ERR_PTR(). */
static struct function_switch *create_switch(const struct function_command *command)
{
	struct function_switch *sw __free(kfree) = kzalloc(sizeof(*sw), GFP_KERNEL);
	int ret;

	if (!sw)
		return ERR_PTR(-ENOMEM);
	ret = trigger_hold_event(command->file, NULL);
	if (ret)
		return ERR_PTR(ret);
	sw->file = command->file;
	sw->enable = command->enable;
	sw->counted = command->counted;
	atomic_long_set(&sw->left, command->count);
	return no_free_ptr(sw);
}

static void free_switch(struct function_switch *sw)
{
	trigger_release_event(sw->file);
	kfree(sw);
}

static struct function_probe *create_probe(void)
{
	struct function_probe *probe = kzalloc(sizeof(*probe), GFP_KERNEL);

	if (!probe)
		return NULL;
	probe->by_function = allocate_ftrace_func_mapper();
	if (!probe->by_function) {
		kfree(probe);
		return NULL;
	}
	INIT_LIST_HEAD(&probe->switches);
	return probe;
}

/* Add a command to a function. Return: 0 or a negative errno. */
static int add_switch(struct function_probe *probe, unsigned long ip,
		      const struct function_command *command)
{
	struct function_switch **slot = find_slot(probe, ip);
	struct function_switch *sw = create_switch(command);
	int ret = 0;

	if (IS_ERR(sw))
		return PTR_ERR(sw);
	if (slot)
		/* Pairs with the READ_ONCE() in find_switch(): the switch is complete. */
		smp_store_release(slot, sw);
	else
		ret = ftrace_func_mapper_add_ip(probe->by_function, ip, sw);
	if (ret) {
		free_switch(sw);
		return ret;
	}
	list_add(&sw->list, &probe->switches);
	return 0;
}

/* Remove a probe with all its switches. Functions may still call it until the next release. */
static void remove_probe(struct function_probe *probe)
{
	list_splice_init(&probe->switches, &removed_switches);
	list_add(&probe->list, &removed_probes);
}

/*
 * Called for each function that is added. @data: the probe's data, created for the first function.
 * After an error, ftrace.c sets @data to NULL, even if earlier commands use it. So the earlier
 * commands are removed, too.
 */
static int event_function_added(struct ftrace_probe_ops *ops, struct trace_array *tr,
				unsigned long ip, void *command, void **data)
{
	struct function_probe *probe = *data;
	int ret;

	lockdep_assert_held(&event_mutex);

	if (!probe) {
		probe = create_probe();
		if (!probe)
			return -ENOMEM;
		*data = probe;
	}
	ret = add_switch(probe, ip, command);
	if (ret) {
		remove_probe(probe);
		*data = NULL;
	}
	return ret;
}

/*
 * Called for each function that is removed, and at last with an @ip of 0 for the whole probe. The
 * slot of a function stays until the probe is removed: ftrace_func_mapper_remove_ip() would free it
 * at once, while other functions may read the same list of slots.
 */
static void event_function_removed(struct ftrace_probe_ops *ops, struct trace_array *tr,
				   unsigned long ip, void *data)
{
	struct function_switch *sw;

	lockdep_assert_held(&event_mutex);

	if (!data)
		return;
	if (!ip) {
		remove_probe(data);
		return;
	}
	sw = find_switch(data, ip);
	if (!sw)
		return;
	WRITE_ONCE(*find_slot(data, ip), NULL);
	list_move(&sw->list, &removed_switches);
}

static int event_function_print(struct seq_file *m, unsigned long ip, struct ftrace_probe_ops *ops,
				void *data)
{
	struct function_switch *sw = find_switch(data, ip);

	if (!sw)
		return 0;
	seq_printf(m, "%ps:%s:%s:%s", (void *)ip, sw->enable ? ENABLE_EVENT_STR : DISABLE_EVENT_STR,
		   sw->file->event_call->class->system, trace_event_name(sw->file->event_call));
	if (sw->counted)
		seq_printf(m, ":count=%ld\n", max(atomic_long_read(&sw->left), 0L));
	else
		seq_puts(m, ":unlimited\n");
	return 0;
}

#define FUNCTION_PROBE_OPS				\
	{						\
		.func	= event_function_called,	\
		.init	= event_function_added,		\
		.free	= event_function_removed,	\
		.print	= event_function_print,		\
	}

/*
 * The four kinds of commands, by enable and counted, are probes of their own: a function can have
 * one of each, and they are removed apart from each other.
 */
static struct ftrace_probe_ops function_ops[2][2] = {
	{ FUNCTION_PROBE_OPS, FUNCTION_PROBE_OPS },
	{ FUNCTION_PROBE_OPS, FUNCTION_PROBE_OPS },
};

/**
 * event_functions_release - release what was removed
 *
 * Context: may sleep; event_mutex held, ftrace_lock not held.
 */
void event_functions_release(void)
{
	struct function_probe *probe, *next_probe;
	struct function_switch *sw, *next;

	lockdep_assert_held(&event_mutex);

	if (list_empty(&removed_switches) && list_empty(&removed_probes))
		return;
	/* Functions call their probes with preemption off. */
	synchronize_rcu();
	list_for_each_entry_safe(sw, next, &removed_switches, list) {
		list_del(&sw->list);
		free_switch(sw);
	}
	list_for_each_entry_safe(probe, next_probe, &removed_probes, list) {
		list_del(&probe->list);
		free_ftrace_func_mapper(probe->by_function, NULL);
		kfree(probe);
	}
}

/* Parse a count: a number, or "count=N" as set_ftrace_filter shows it. */
static int parse_count(struct function_command *command, const char *text, struct trace_span count)
{
	const u32 prefix = strlen("count=");
	u64 val;
	int ret;

	if (count.len > prefix && !memcmp(text + count.off, "count=", prefix))
		count = trace_span_from(count, count.off + prefix);
	ret = trace_span_to_u64(text, count, &val);

	if (ret == -EINVAL)
		return trigger_diag_set(command->diag, TRIGGER_DIAG_BAD_COUNT, count);
	if (ret || val > LONG_MAX)
		return trigger_diag_set(command->diag, TRIGGER_DIAG_COUNT_RANGE, count);
	command->count = val;
	return 0;
}

/*
 * Parse @param in @text: SYSTEM:EVENT[:COUNT]. COUNT can also be "unlimited", as set_ftrace_filter
 * shows a command without a count. To remove a command, COUNT may be any text.
 *
 * Return: 0; -EINVAL with the diag filled in if it is invalid or there is no such event; -ENOMEM.
 */
static int parse(struct function_command *command, struct trace_array *tr, const char *text,
		 struct trace_span param, bool add)
{
	struct trace_span system, rest, count;
	int ret;

	trace_span_cut(text, param, ':', &system, &rest);
	command->counted = trace_span_cut(text, rest, ':', &command->event, &count) &&
			   !trace_span_is(text, count, "unlimited");
	if (!system.len || !command->event.len)
		return trigger_diag_set(command->diag, TRIGGER_DIAG_NO_TARGET, param);
	ret = trigger_find_target(tr, text, system, command->event, &command->file, command->diag);
	if (ret || !command->counted || !add)
		return ret;
	return parse_count(command, text, count);
}

/* Add a command to functions. Return: 0, or a negative errno with the diag set. */
static int add_to_functions(struct function_command *command, struct trace_array *tr,
			    char *functions)
{
	/* ftrace.c may cut the pattern. */
	const struct trace_span at = { .len = strlen(functions) };
	int ret = trigger_hold_event(command->file, NULL);

	if (ret) {
		trigger_diag_set(command->diag, TRIGGER_DIAG_TARGET, command->event);
		return ret;
	}
	ret = register_ftrace_function_probe(functions, tr,
					     &function_ops[command->enable][command->counted],
					     command);
	trigger_release_event(command->file);
	event_functions_release();
	if (ret >= 0)
		return 0;
	trigger_diag_set(command->diag, TRIGGER_DIAG_ADD_TO_FUNCTIONS, at);
	return ret;
}

/* Remove a command from functions. Return: 0, or a negative errno with the diag set. */
static int remove_from_functions(struct function_command *command, struct trace_array *tr,
				 char *functions)
{
	const struct trace_span at = { .off = strlen("!"), .len = strlen(functions) };
	struct ftrace_probe_ops *ops = &function_ops[command->enable][command->counted];
	int ret = -EINVAL;

	/* ftrace.c warns if a second '!' inverts the pattern. */
	if (*functions != '!')
		ret = unregister_ftrace_function_probe_func(functions, tr, ops);
	event_functions_release();
	if (ret >= 0)
		return 0;
	trigger_diag_set(command->diag, TRIGGER_DIAG_REMOVE_FROM_FUNCTIONS, at);
	return ret;
}

/* Log why a command was rejected. @text: the command; NULL if there was no memory for it. */
static int log_rejection(struct trace_array *tr, const char *text, struct trace_diag *diag, int err)
{
	if (err == -ENOMEM)
		*diag = (struct trace_diag){ .code = TRIGGER_DIAG_NO_MEMORY };
	trace_diag_log(tr, "set_ftrace_filter", text ?: "", trigger_diag_messages, diag);
	return err;
}

/* Run a command; a '!' before @functions removes what the command without it has added. */
static int run_command(struct trace_array *tr, struct ftrace_hash *hash, char *functions,
		       char *name, char *param, int is_filter)
{
	char *text __free(kfree) = NULL;
	struct trace_diag diag = {};
	struct function_command command = {
		.enable = !strcmp(name, ENABLE_EVENT_STR),
		.diag = &diag,
	};
	u32 param_at = strlen(functions) + 1 + strlen(name) + !!param;
	bool add = *functions != '!';
	int ret;

	/* set_ftrace_notrace takes no commands. */
	if (!tr || !is_filter)
		return -EINVAL;
	/* The command as it was written, before ftrace.c cut it. */
	text = kasprintf(GFP_KERNEL, "%s:%s%s%s", functions, name, param ? ":" : "", param ?: "");
	if (!text)
		return log_rejection(tr, NULL, &diag, -ENOMEM);

	guard(mutex)(&event_mutex);
	ret = parse(&command, tr, text, trace_span_from(trace_span_all(text), param_at), add);
	if (!ret)
		ret = add ? add_to_functions(&command, tr, functions) :
			    remove_from_functions(&command, tr, functions + strlen("!"));
	return ret ? log_rejection(tr, text, &diag, ret) : 0;
}

static struct ftrace_func_command enable_event_command = {
	.name	= ENABLE_EVENT_STR,
	.func	= run_command,
};

static struct ftrace_func_command disable_event_command = {
	.name	= DISABLE_EVENT_STR,
	.func	= run_command,
};

static int __init register_commands(void)
{
	int ret = register_ftrace_command(&enable_event_command);

	return ret ?: register_ftrace_command(&disable_event_command);
}
core_initcall(register_commands);
