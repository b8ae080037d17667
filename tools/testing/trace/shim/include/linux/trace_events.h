/* SPDX-License-Identifier: GPL-2.0-only */
/* The header of a record, the location of a dynamic field, and events. */
#ifndef _SHIM_LINUX_TRACE_EVENTS_H
#define _SHIM_LINUX_TRACE_EVENTS_H

#include <linux/atomic.h>
#include <linux/compiler.h>
#include <linux/instruction_pointer.h>
#include <linux/list.h>
#include <linux/seq_buf.h>
#include <linux/trace_seq.h>
#include <linux/tracepoint-defs.h>
#include <linux/types.h>

struct trace_entry {
	unsigned short type;
	unsigned char flags;
	unsigned char preempt_count;
	int pid;
};

struct trace_dynamic_info {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	u16 len;
	u16 offset;
#else
	u16 offset;
	u16 len;
#endif
} __packed;

struct trace_array;
struct trace_event_call;
struct trace_event_file;

enum print_line_t {
	TRACE_TYPE_HANDLED,
};

struct trace_iterator {
	struct trace_seq seq, tmp_seq;
	struct trace_entry *ent;
	size_t ent_size;
};

struct trace_event {
	struct trace_event_functions *funcs;
	int type;
};

struct trace_event_functions {
	enum print_line_t (*trace)(struct trace_iterator *iter, int flags,
				   struct trace_event *event);
};

struct trace_event_fields {
	const char *type;
};

struct ftrace_event_field {
	struct list_head link;
	const char *name;
	const char *type;
	int offset;
	int size;
	int is_signed;
	unsigned int len;
};

enum trace_reg {
	TRACE_REG_REGISTER,
};

int trace_event_reg(struct trace_event_call *event, enum trace_reg type, void *data);

struct trace_event_class {
	const char *system;
	void *probe;
	int (*reg)(struct trace_event_call *event, enum trace_reg type, void *data);
	struct trace_event_fields *fields_array;
	struct list_head fields;
	int (*raw_init)(struct trace_event_call *event);
};

#define TRACE_EVENT_FL_TRACEPOINT	1
#define TRACE_EVENT_FL_DYNAMIC		2
#define TRACE_EVENT_FL_USER		4
#define TRACE_EVENT_FL_IGNORE_ENABLE	8

struct trace_event_call {
	struct list_head list;
	struct trace_event_class *class;
	struct tracepoint *tp;
	struct trace_event event;
	char *print_fmt;
	int flags;
	atomic_t refcnt;
	void *module;
};

static inline struct list_head *trace_get_fields(struct trace_event_call *call)
{
	return &call->class->fields;
}

static inline const char *trace_event_name(struct trace_event_call *call)
{
	return call->tp->name;
}

bool trace_event_dyn_try_get_ref(struct trace_event_call *call);
void trace_event_dyn_put_ref(struct trace_event_call *call);
bool trace_event_dyn_busy(struct trace_event_call *call);

static inline bool trace_event_try_get_ref(struct trace_event_call *call)
{
	return trace_event_dyn_try_get_ref(call);
}

static inline void trace_event_put_ref(struct trace_event_call *call)
{
	trace_event_dyn_put_ref(call);
}

#define EVENT_FILE_FL_SOFT_DISABLED_BIT	0
#define EVENT_FILE_FL_SOFT_DISABLED	1
#define EVENT_FILE_FL_PID_FILTER	2
#define EVENT_FILE_FL_TRIGGER_MODE_BIT	2
#define EVENT_FILE_FL_TRIGGER_MODE	4
#define EVENT_FILE_FL_TRIGGER_COND_BIT	3
#define EVENT_FILE_FL_TRIGGER_COND	8
#define EVENT_FILE_FL_DIRECT_BIT	4
#define EVENT_FILE_FL_DIRECT		16
#define EVENT_FILE_FL_FILTERED_BIT	5
#define EVENT_FILE_FL_FILTERED		32

struct event_filter;
struct trace_subsystem_dir;

struct trace_event_file {
	struct list_head list;
	struct trace_event_call *event_call;
	struct trace_array *tr;
	struct event_filter *filter;
	struct trace_subsystem_dir *system;
	void *ei;
	unsigned long flags;
	struct list_head triggers;
};

/* No test polls a hist file. */
static inline void hist_poll_wakeup(void)
{
}

int trace_event_enable_disable(struct trace_event_file *file, int enable, int soft_disable);

enum event_trigger_type {
	ETT_NONE	= 0,
	ETT_TRACE_ONOFF	= 1,
	ETT_SNAPSHOT	= 2,
	ETT_STACKTRACE	= 4,
	ETT_EVENT_ENABLE = 8,
	ETT_EVENT_HIST	= 16,
};

struct trace_buffer;
struct ring_buffer_event;

enum event_trigger_type event_triggers_call_from(struct trace_event_file *file,
						 struct trace_buffer *buffer, void *rec,
						 struct ring_buffer_event *event,
						 unsigned long caller);

static __always_inline enum event_trigger_type
event_triggers_call(struct trace_event_file *file, struct trace_buffer *buffer, void *rec,
		    struct ring_buffer_event *event)
{
	return event_triggers_call_from(file, buffer, rec, event, _RET_IP_);
}

void event_triggers_post_call(struct trace_event_file *file, enum event_trigger_type tt);
void event_triggers_before_record(struct trace_event_file *file);
void event_triggers_missed(struct trace_event_file *file);
void event_hists_call(struct trace_event_file *file, const void *rec);

/* The decisions of tools/host/build/host-patches/unrecorded-events.patch. */
enum trace_event_triggers {
	TRACE_TRIGGERS_NONE,
	TRACE_TRIGGERS_ALL,
	TRACE_TRIGGERS_DIRECT,
};

enum trace_event_way {
	TRACE_EVENT_RECORD,
	TRACE_EVENT_DIRECT,
	TRACE_EVENT_NO_RECORD,
};

static inline enum trace_event_way trace_event_way(const struct trace_event_file *file)
{
	unsigned long flags = READ_ONCE(file->flags);

	if (!(flags & EVENT_FILE_FL_SOFT_DISABLED))
		return TRACE_EVENT_RECORD;
	if ((flags & (EVENT_FILE_FL_DIRECT | EVENT_FILE_FL_PID_FILTER)) == EVENT_FILE_FL_DIRECT)
		return TRACE_EVENT_DIRECT;
	return flags & EVENT_FILE_FL_TRIGGER_COND ? TRACE_EVENT_RECORD : TRACE_EVENT_NO_RECORD;
}

static inline enum trace_event_triggers trace_event_triggers_begin(struct trace_event_file *file)
{
	unsigned long flags = READ_ONCE(file->flags);

	if (flags & EVENT_FILE_FL_TRIGGER_COND)
		return TRACE_TRIGGERS_ALL;
	if (flags & EVENT_FILE_FL_TRIGGER_MODE)
		event_triggers_before_record(file);
	return TRACE_TRIGGERS_NONE;
}

static inline bool trace_trigger_soft_disabled(struct trace_event_file *file)
{
	if (trace_event_way(file) != TRACE_EVENT_NO_RECORD)
		return false;
	event_triggers_before_record(file);
	return true;
}

struct pt_regs;

struct trace_event_buffer {
	struct trace_buffer *buffer;
	struct ring_buffer_event *event;
	struct trace_event_file *trace_file;
	void *entry;
	unsigned int trace_ctx;
	enum trace_event_triggers triggers;
	struct pt_regs *regs;
};

/* A test of code that records events defines this function. */
void trace_event_buffer_commit(struct trace_event_buffer *fbuffer);

#define trace_event_ignore_this_pid(file)				false
#define tracing_gen_ctx_dec()						0
#define trace_ctx_in_probe()						0
#define tracing_generic_entry_update(entry, type, ctx)	((void)(entry), (void)(type), (void)(ctx))

/* Drop a reference unless the count is 0 already. */
#define atomic_dec_if_positive(v)	(atomic_read(v) > 0 ? atomic_dec_return(v) : -1)

#define FILTER_OTHER		0
#define FILTER_STACKTRACE	1

int trace_define_field(struct trace_event_call *call, const char *type, const char *name,
		       int offset, int size, int is_signed, int filter_type);

enum dynevent_type {
	DYNEVENT_TYPE_SYNTH = 1,
	DYNEVENT_TYPE_KPROBE,
	DYNEVENT_TYPE_NONE,
};

#define MAX_DYNEVENT_CMD_LEN	2048

struct dynevent_cmd;
typedef int (*dynevent_create_fn_t)(struct dynevent_cmd *cmd);

struct dynevent_cmd {
	struct seq_buf seq;
	const char *event_name;
	unsigned int n_fields;
	enum dynevent_type type;
	dynevent_create_fn_t run_command;
	void *private_data;
};

int dynevent_create(struct dynevent_cmd *cmd);

struct module;

struct synth_field_desc {
	const char *type;
	const char *name;
};

void synth_event_cmd_init(struct dynevent_cmd *cmd, char *buf, int maxlen);
int __synth_event_gen_cmd_start(struct dynevent_cmd *cmd, const char *name,
				struct module *mod, ...);
int synth_event_gen_cmd_array_start(struct dynevent_cmd *cmd, const char *name,
				    struct module *mod, struct synth_field_desc *fields,
				    unsigned int n_fields);
int synth_event_add_field(struct dynevent_cmd *cmd, const char *type, const char *field_name);
int synth_event_add_field_str(struct dynevent_cmd *cmd, const char *type_name);
int synth_event_add_fields(struct dynevent_cmd *cmd, struct synth_field_desc *fields,
			   unsigned int n_fields);
int synth_event_create(const char *name, struct synth_field_desc *fields,
		       unsigned int n_fields, struct module *mod);
int synth_event_delete(const char *name);

#define synth_event_gen_cmd_start(cmd, name, mod, ...)	\
	__synth_event_gen_cmd_start(cmd, name, mod, ## __VA_ARGS__, NULL)
#define synth_event_gen_cmd_end(cmd)	dynevent_create(cmd)

#endif
