// SPDX-License-Identifier: GPL-2.0-only
/*
 * A minimal event core for tests of dynamic events. It implements the parts of
 * the event core and of tracefs that dynamic events call: the list of events,
 * event type numbers, and writing, reading and truncating files.
 */

#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "events/instance.h"
#include "mock_core.h"
#include "synth/run/probe.h"
#include "trace.h"
#include "trace_dynevent_record.h"
#include "trace_dynevent_tracepoint.h"
#include "trace_output.h"
#include "user_events/enable/consumers.h"
#include "user_events/enable/status_page.h"

struct mutex event_mutex, trace_types_lock;
LIST_HEAD(ftrace_events);
LIST_HEAD(ftrace_trace_arrays);

unsigned int core_n_logged;
const char *core_message;
u16 core_place;
bool core_is_full;
unsigned int core_quarantined, core_reclaimable, core_reclaims;
unsigned int core_grace_periods;
bool core_no_status_bit;
unsigned int core_status_max = 32767;

/* Events have no triggers in these tests. */
enum event_trigger_type event_triggers_call_from(struct trace_event_file *file,
						 struct trace_buffer *buffer, void *rec,
						 struct ring_buffer_event *event,
						 unsigned long caller)
{
	return ETT_NONE;
}

void event_triggers_before_record(struct trace_event_file *file)
{
}

void event_hists_call(struct trace_event_file *file, const void *rec)
{
}

void event_triggers_post_call(struct trace_event_file *file, enum event_trigger_type tt)
{
}

static struct {
	const char *name;
	const struct file_operations *fops;
} files[4];

struct dentry *trace_create_file(const char *name, unsigned short mode, struct dentry *parent,
				 void *data, const struct file_operations *fops)
{
	unsigned int i = 0;

	while (files[i].name)
		i++;
	files[i].name = name;
	files[i].fops = fops;
	return NULL;
}

static const struct file_operations *find_file(const char *name)
{
	unsigned int i = 0;

	while (strcmp(files[i].name, name))
		i++;
	return files[i].fops;
}

int core_write(const char *name, const char *text, size_t len)
{
	struct file file = { .f_mode = FMODE_WRITE, .f_flags = O_APPEND };
	const struct file_operations *fops = find_file(name);
	int ret = fops->open(NULL, &file);
	loff_t pos = 0;

	while (!ret && len) {
		ssize_t n = fops->write(&file, text, len, &pos);

		if (n < 0)
			return n;
		WARN_ON(!n || n > len);
		text += n;
		len -= n;
	}
	return ret;
}

void core_read(const char *name, struct seq_file *m)
{
	struct file file = { .f_mode = FMODE_READ };
	const struct seq_operations *ops;
	loff_t pos = 0;
	void *v;

	WARN_ON(find_file(name)->open(NULL, &file));
	ops = file.private_data;
	for (v = ops->start(m, &pos); v; v = ops->next(m, v, &pos))
		ops->show(m, v);
	ops->stop(m, v);
}

int core_truncate(const char *name)
{
	struct file file = { .f_mode = FMODE_WRITE, .f_flags = O_TRUNC };

	return find_file(name)->open(NULL, &file);
}

/* Check that @pos is in the text or directly behind it. */
void tracing_log_err_hint(struct trace_array *tr, const char *where, const char *cmd,
			  const char **messages, u8 type, u16 pos, const char *hint)
{
	core_n_logged++;
	core_message = messages[type];
	core_place = pos;
	WARN_ON(!type || !core_message || pos > strlen(cmd));
}

struct dyn_event_scratch *dyn_event_scratch_create(void)
{
	static struct dyn_event_scratch *scratch;

	if (!scratch)
		scratch = alloc_percpu(struct dyn_event_scratch);
	return scratch;
}

unsigned int trace_event_user_types_quarantined(void)
{
	return core_quarantined;
}

void trace_event_types_reclaim(void)
{
	core_reclaims++;
	core_quarantined -= core_reclaimable;
	core_reclaimable = 0;
}

int register_trace_event(struct trace_event *event)
{
	event->type = !core_is_full;
	return event->type;
}

int unregister_trace_event(struct trace_event *event)
{
	event->type = 0;
	return 0;
}

int trace_define_field(struct trace_event_call *call, const char *type, const char *name,
		       int offset, int size, int is_signed, int filter_type)
{
	struct ftrace_event_field *field = kzalloc(sizeof(*field), GFP_KERNEL);

	if (!field)
		return -ENOMEM;
	field->type = type;
	field->name = name;
	list_add(&field->link, &call->class->fields);
	return 0;
}

int trace_add_event_call(struct trace_event_call *call)
{
	int ret;

	lockdep_assert_held(&event_mutex);
	ret = call->class->raw_init(call);
	if (!ret)
		list_add_tail(&call->list, &ftrace_events);
	return ret;
}

int event_remove_quiescent(struct trace_event_call *call)
{
	struct ftrace_event_field *field, *next;

	lockdep_assert_held(&event_mutex);
	list_for_each_entry_safe(field, next, &call->class->fields, link) {
		list_del(&field->link);
		kfree(field);
	}
	list_del(&call->list);
	unregister_trace_event(&call->event);
	return 0;
}

int trace_remove_event_call(struct trace_event_call *call)
{
	core_grace_periods++;
	return event_remove_quiescent(call);
}

int trace_event_reg(struct trace_event_call *event, enum trace_reg type, void *data)
{
	return -EINVAL;
}

int user_event_reg(struct trace_event_call *call, enum trace_reg type, void *data)
{
	return -EINVAL;
}

void synth_probe_file(void *data, const u64 *vals)
{
}

/* Bit 0 of the status page is reserved, so the number 0 is skipped. */
u32 user_event_status_alloc(void)
{
	static u32 last;

	if (core_no_status_bit)
		return 0;
	return ++last ?: ++last;
}

void user_event_status_free(u32 bit)
{
}

unsigned int user_event_status_max(void)
{
	return core_status_max;
}
