/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The part of the base kernel's kernel/trace/trace.h that the code under test
 * needs. The file is outside include/ because sources in the directories of
 * kernel/trace include it as "../trace.h" or "../../trace.h"; see CPPFLAGS in
 * the Makefile.
 */
#ifndef _SHIM_TRACE_H
#define _SHIM_TRACE_H

#include <linux/errno.h>
#include <linux/fs.h>
#include <linux/irqflags.h>
#include <linux/lockdep.h>
#include <linux/mutex.h>
#include <linux/spinlock.h>
#include <linux/stddef.h>
#include <linux/trace_events.h>
#include <linux/types.h>

static inline const char *get_syscall_name(int syscall)
{
	return syscall == 24 ? "sys_sched_yield" : NULL;
}

/*
 * Trace instance. A conditional snapshot only increments n_snapshots when
 * update() accepts it.
 */
struct trace_array {
	bool (*update)(struct trace_array *tr, void *cond_data);
	void *cond_data;
	unsigned int n_snapshots;
	arch_spinlock_t max_lock;

	struct list_head list;
	struct list_head events;
	void *event_dir;
	void *system_names;
	struct {
		void *buffer;
	} array_buffer;
};

static inline int tracing_snapshot_cond_enable(struct trace_array *tr, void *cond_data,
					       bool (*update)(struct trace_array *tr,
							      void *cond_data))
{
	if (tr->update)
		return -EBUSY;
	/*
	 * The base kernel returns with interrupts enabled, regardless of their
	 * previous state.
	 */
	shim_irqs_off = false;
	tr->update = update;
	tr->cond_data = cond_data;
	return 0;
}

static inline int tracing_snapshot_cond_disable(struct trace_array *tr)
{
	tr->update = NULL;
	return 0;
}

static inline void tracing_snapshot_cond(struct trace_array *tr, void *cond_data)
{
	unsigned long flags;

	local_irq_save(flags);
	arch_spin_lock(&tr->max_lock);
	if (tr->update && tr->update(tr, cond_data))
		tr->n_snapshots++;
	arch_spin_unlock(&tr->max_lock);
	local_irq_restore(flags);
}

/* The part of the trigger interface that running a trigger needs. */
#define EVENT_TRIGGER_FL_PROBE	1
#define EVENT_TRIGGER_FL_COUNT	2

#define EVENT_CMD_FL_POST_TRIGGER	1
#define EVENT_CMD_FL_NEEDS_REC		2

#define ENABLE_EVENT_STR	"enable_event"
#define DISABLE_EVENT_STR	"disable_event"

struct trace_buffer;
struct ring_buffer_event;

struct event_filter {
	struct prog_entry *prog;
	char *filter_string;
};

struct event_subsystem {
	const char *name;
	struct event_filter *filter;
};

struct trace_subsystem_dir {
	struct event_subsystem *subsystem;
	struct trace_array *tr;
	int nr_events;
};

int apply_event_filter(struct trace_event_file *file, char *filter_string);
int apply_subsystem_event_filter(struct trace_subsystem_dir *dir, char *filter_string);
void print_event_filter(struct trace_event_file *file, struct trace_seq *s);
void print_subsystem_event_filter(struct event_subsystem *system, struct trace_seq *s);

/* The test defines these two functions. */
void trace_buffered_event_enable(void);
void trace_buffered_event_disable(void);

struct event_trigger_data {
	unsigned long count;
	int flags;
	struct event_command *cmd_ops;
	struct event_filter *filter;
	char *filter_str;
	void *private_data;
	bool paused;
	struct list_head list;
	struct list_head named_list;
};

/* A test of code that records events defines this function. */
struct ring_buffer_event *trace_buffered_event_get(const struct trace_event_file *file,
						   unsigned long len);

void free_event_filter(struct event_filter *filter);
void update_cond_flag(struct trace_event_file *file);
int trace_event_trigger_enable_disable(struct trace_event_file *file, int trigger_enable);
int register_trigger_hist_cmd(void);
int register_trigger_hist_enable_disable_cmds(void);

struct event_command {
	char *name;
	enum event_trigger_type trigger_type;
	int flags;
	void (*trigger)(struct event_trigger_data *data, struct trace_buffer *buffer,
			void *record, struct ring_buffer_event *event);
	int (*print)(struct seq_file *m, struct event_trigger_data *data);
};

struct enable_trigger_data {
	struct trace_event_file *file;
};

/*
 * Commands of set_ftrace_filter. A test of them defines the functions, which
 * are those of the function tracer.
 */
struct ftrace_hash;
struct ftrace_func_mapper;

struct ftrace_func_command {
	char *name;
	int (*func)(struct trace_array *tr, struct ftrace_hash *hash, char *func, char *cmd,
		    char *params, int enable);
};

struct ftrace_probe_ops {
	void (*func)(unsigned long ip, unsigned long parent_ip, struct trace_array *tr,
		     struct ftrace_probe_ops *ops, void *data);
	int (*init)(struct ftrace_probe_ops *ops, struct trace_array *tr, unsigned long ip,
		    void *init_data, void **data);
	void (*free)(struct ftrace_probe_ops *ops, struct trace_array *tr, unsigned long ip,
		     void *data);
	int (*print)(struct seq_file *m, unsigned long ip, struct ftrace_probe_ops *ops,
		     void *data);
};

struct ftrace_func_mapper *allocate_ftrace_func_mapper(void);
void free_ftrace_func_mapper(struct ftrace_func_mapper *mapper, void (*free)(void *data));
void **ftrace_func_mapper_find_ip(struct ftrace_func_mapper *mapper, unsigned long ip);
int ftrace_func_mapper_add_ip(struct ftrace_func_mapper *mapper, unsigned long ip, void *data);
void *ftrace_func_mapper_remove_ip(struct ftrace_func_mapper *mapper, unsigned long ip);
int register_ftrace_command(struct ftrace_func_command *command);
int register_ftrace_function_probe(char *glob, struct trace_array *tr,
				   struct ftrace_probe_ops *ops, void *data);
int unregister_ftrace_function_probe_func(char *glob, struct trace_array *tr,
					  struct ftrace_probe_ops *ops);

struct trace_event_file *find_event_file(struct trace_array *tr, const char *system,
					 const char *event);

/* The test defines these three functions. */
bool tracer_tracing_is_on(struct trace_array *tr);
bool tracer_tracing_on(struct trace_array *tr);
bool tracer_tracing_off(struct trace_array *tr);

/*
 * Interface for creating events and files, which the event core provides in a
 * kernel. A test or fuzz target of dynamic events links dynevent/mock_core.c
 * instead.
 */
#define TRACE_MODE_WRITE	0640
#define TRACE_MODE_READ		0440

struct dentry;

extern struct mutex event_mutex, trace_types_lock;
extern struct list_head ftrace_events, ftrace_trace_arrays;

int register_trace_event(struct trace_event *event);
int unregister_trace_event(struct trace_event *event);
int trace_add_event_call(struct trace_event_call *call);
int trace_remove_event_call(struct trace_event_call *call);

static inline int tracing_init_dentry(void)
{
	return 0;
}

static inline int tracing_check_open_get_tr(struct trace_array *tr)
{
	return 0;
}

static inline enum print_line_t trace_handle_return(struct trace_seq *s)
{
	return TRACE_TYPE_HANDLED;
}

struct dentry *trace_create_file(const char *name, unsigned short mode, struct dentry *parent,
				 void *data, const struct file_operations *fops);
void tracing_log_err_hint(struct trace_array *tr, const char *where, const char *cmd,
			  const char **messages, u8 type, u16 pos, const char *hint);

#endif
