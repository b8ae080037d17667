// SPDX-License-Identifier: GPL-2.0
/*
 * The set of all user events: find the event of a definition or create it, remove events by
 * name or because they are idle, and display them in dynamic_events.
 *
 *	text --parse--> layout --make--> event --register--> trace event
 *
 * Locks: event_mutex protects the set of events. Code that looks up an event takes a reference
 * before it releases event_mutex. The event is valid until that reference is dropped.
 */
#include <linux/capability.h>
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/hashtable.h>
#include <linux/init.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/sched.h>
#include <linux/seq_buf.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/stringhash.h>
#include <linux/user_events.h>

#include "../events/instance.h"
#include "../trace.h"
#include "../trace_dynevent_tracepoint.h"
#include "../trace_output.h"
#include "define/print.h"
#include "diag.h"
#include "enable/consumers.h"
#include "enable/status_page.h"
#include "event.h"
#include "registry.h"

/* Size of the suffix of a multi-format event: a dot, a hexadecimal number and the NUL. */
#define SUFFIX_SIZE	(sizeof(".") + 2 * sizeof(u64))

/*
 * Maximum number of user events. The administrator can change this sysctl at any time, without
 * a lock. A lower value only prevents new events.
 */
unsigned int user_events_max = 32768;

/* All events, hashed by the names in their definitions. Protected by event_mutex. */
static DEFINE_HASHTABLE(user_events, 10);
static unsigned int n_events;

/*
 * Number of multi-format events created since boot. It is the suffix of the next one; suffixes
 * are not reused. Protected by event_mutex.
 */
static u64 n_multi_ever;

static struct dyn_event_operations user_event_ops;

static struct user_event *to_user_event(struct dyn_event *ev)
{
	return container_of(ev, struct user_event, devent);
}

static u32 hash_of(const char *name)
{
	return full_name_hash(NULL, name, strlen(name));
}

/* Log the reason why a definition was rejected. */
static int user_event_log_rejection(const char *text, struct trace_diag *diag, int err)
{
	if (err == -ENOMEM)
		user_event_diag_set(diag, USER_EVENT_DIAG_NO_MEMORY, (struct trace_span){});
	trace_diag_log(NULL, USER_EVENTS_SYSTEM, text, user_event_diag_messages, diag);
	return err;
}

/*
 * Find the event of a definition. A multi-format event must have equal fields, another event
 * only the same name.
 */
static struct user_event *find_event(const struct user_event_layout *layout, bool is_multi)
{
	struct user_event *event;

	hash_for_each_possible(user_events, event, by_name, hash_of(layout->name))
		if (event->is_multi == is_multi && !strcmp(event->layout->name, layout->name) &&
		    (!is_multi || user_event_layouts_equal(event->layout, layout)))
			return event;
	return NULL;
}

static int register_event(struct user_event *event, struct trace_span at,
			  struct trace_diag *diag)
{
	int ret;

	if (dyn_event_name_exists(event->class.system, user_event_name(event))) {
		user_event_diag_set(diag, USER_EVENT_DIAG_NAME_TAKEN, at);
		return -EADDRINUSE;
	}
	ret = dyn_event_call_register(&event->call);
	if (ret) {
		if (ret != -ENOMEM)
			user_event_diag_set(diag, USER_EVENT_DIAG_REGISTER, at);
		return ret;
	}

	dyn_event_init(&event->devent, &user_event_ops);
	dyn_event_add(&event->devent, &event->call);
	hash_add(user_events, &event->by_name, hash_of(event->layout->name));
	n_events++;
	return 0;
}

/*
 * Check that one more event may be created. Removed events count as long as their records may
 * be readable. Otherwise programs could create and remove events until no type number is left
 * for other trace events.
 *
 * Return: 0, or -EMFILE.
 */
static int check_limit(struct trace_span at, struct trace_diag *diag)
{
	unsigned int max = READ_ONCE(user_events_max);

	if (n_events >= min(max, user_event_status_max())) {
		user_event_diag_set(diag, USER_EVENT_DIAG_TOO_MANY, at);
		return -EMFILE;
	}
	if (n_events + trace_event_user_types_quarantined() < max)
		return 0;
	trace_event_types_reclaim();
	if (n_events + trace_event_user_types_quarantined() < max)
		return 0;
	user_event_diag_set(diag, USER_EVENT_DIAG_QUARANTINE, at);
	return -EMFILE;
}

/* Name and register a new event. Return: 0, or an errno; then the caller frees the event. */
static int add_event(struct user_event *event, struct trace_span at, struct trace_diag *diag)
{
	char suffix[SUFFIX_SIZE] = "";
	int ret;

	ret = check_limit(at, diag);
	if (ret)
		return ret;
	if (event->is_multi)
		snprintf(suffix, sizeof(suffix), ".%llx", n_multi_ever);
	event->class.reg = user_event_reg;
	ret = user_event_set_name(event, suffix) ?: register_event(event, at, diag);
	if (ret)
		return ret;
	n_multi_ever += event->is_multi;
	return 0;
}

/*
 * Find the event that has the definition of a new one, or add the new one and set @new to NULL.
 * Take a reference.
 */
static int find_or_add(struct user_event **new, struct user_event **event, struct trace_span at,
		       struct trace_diag *diag)
{
	const struct user_event_layout *layout = (*new)->layout;
	int ret;

	guard(mutex)(&event_mutex);
	*event = find_event(layout, (*new)->is_multi);
	if (!*event) {
		ret = add_event(*new, at, diag);
		if (ret)
			return ret;
		*event = *new;
		*new = NULL;
	} else if (!user_event_layouts_equal((*event)->layout, layout)) {
		user_event_diag_set(diag, USER_EVENT_DIAG_OTHER_FIELDS, at);
		return -EADDRINUSE;
	}
	guard(mutex)(&user_events_lock);
	user_event_get(*event);
	return 0;
}

/*
 * Same as user_event_find_or_create() for the definition @span of @text, but without logging
 * errors.
 *
 * The new event is created before it is known whether it is needed: user_event_create() may take
 * seconds, which no task must spend with event_mutex held.
 */
static int find_or_create_from_text(const char *text, struct trace_span span, bool is_multi,
				    struct user_event **event, struct trace_diag *diag)
{
	struct user_event_layout *layout;
	struct user_event *new;
	int ret;

	span = trace_span_trim(text, span);
	layout = user_event_layout_parse(text, span, diag);
	if (IS_ERR(layout))
		return PTR_ERR(layout);
	new = user_event_create(layout, is_multi);
	if (!new) {
		user_event_layout_free(layout);
		return -ENOMEM;
	}
	/* The errors that follow refer to the name, with which the definition begins. */
	span.len = strlen(layout->name);
	ret = find_or_add(&new, event, span, diag);
	user_event_free(new);
	return ret;
}

/**
 * user_event_find_or_create - find the event of a definition, or create it
 * @text: the definition
 * @is_multi: multi-format: events of the same name with other fields may exist
 * @event: receives the event with a reference, to be dropped with user_event_release()
 *
 * An error is logged in the error log of the top instance.
 *
 * Context: may sleep; takes event_mutex and user_events_lock.
 * Return: 0; -EINVAL if the definition is invalid; -EADDRINUSE if an event of this name has
 * other fields or is of another type; -EMFILE if there are too many user events; -ENOMEM; or
 * -ENODEV if no trace event type is free.
 */
int user_event_find_or_create(const char *text, bool is_multi, struct user_event **event)
{
	struct trace_span all = trace_span_all(text);
	struct trace_diag diag = {};
	int ret = find_or_create_from_text(text, all, is_multi, event, &diag);

	return ret ? user_event_log_rejection(text, &diag, ret) : 0;
}

/**
 * user_event_log_too_long - log that a definition is too long
 * @text: first USER_TEXT_MAX bytes of the definition; truncated to 79 bytes for the error log
 *
 * Context: may sleep.
 * Return: -EINVAL.
 */
int user_event_log_too_long(char *text)
{
	struct trace_diag diag = {};
	int ret = user_event_diag_set(&diag, USER_EVENT_DIAG_TOO_LONG, (struct trace_span){});

	text[79] = '\0';
	return user_event_log_rejection(text, &diag, ret);
}

static bool is_busy(struct user_event *event)
{
	scoped_guard(mutex, &user_events_lock)
		if (event->n_refs)
			return true;
	return dyn_event_call_in_use(&event->call);
}

/*
 * Remove an event that is not busy. No probe of the event can be running: only user_event_emit()
 * uses them, and its callers have a reference. So there is no grace period to wait for: a process
 * can leave thousands of events behind when it exits.
 *
 * Context: event_mutex held; may sleep.
 */
static int remove_event(struct user_event *event)
{
	int ret = is_busy(event) ? -EBUSY : event_remove_quiescent(&event->call);

	if (ret)
		return ret;

	scoped_guard(mutex, &user_events_lock)
		list_del_init(&event->idle);
	hash_del(&event->by_name);
	dyn_event_remove(&event->devent);
	n_events--;
	user_event_free(event);
	return 0;
}

/* Remove the first idle event. An event that cannot be removed becomes the last one of the list. */
static void reclaim_first(void)
{
	struct user_event *event;

	guard(mutex)(&event_mutex);
	event = user_events_take_idle();
	if (!event || !remove_event(event))
		return;
	guard(mutex)(&user_events_lock);
	user_event_mark_idle(event);
}

/**
 * user_events_reclaim - remove the idle events
 *
 * An event that kernel code references, such as an event probe, stays in the list of idle events.
 * It is checked again when that reference is dropped.
 *
 * The events that are idle now are the first ones of the list. Each of them is taken, by this task
 * or by another one, which holds event_mutex until it is removed. Other tasks can take event_mutex
 * after each event: removing one takes longer the more events there are.
 *
 * Context: may sleep; takes event_mutex and user_events_lock.
 */
void user_events_reclaim(void)
{
	size_t n = user_events_count_idle();

	while (n--) {
		reclaim_first();
		cond_resched();
	}
	/* Wait for another task that has taken the last one. */
	mutex_lock(&event_mutex);
	mutex_unlock(&event_mutex);
}

static void user_events_reclaim_work(struct work_struct *work)
{
	user_events_reclaim();
}

/**
 * user_event_release - drop a reference and remove the event if it is idle
 * @event: the event
 *
 * Context: may sleep; takes event_mutex and user_events_lock. The caller must hold neither.
 */
void user_event_release(struct user_event *event)
{
	scoped_guard(mutex, &user_events_lock)
		user_event_put(event);
	user_events_reclaim();
}

/* Remove an event if the current process has the permission. */
static int delete_event(struct user_event *event)
{
	scoped_guard(mutex, &user_events_lock)
		if ((event->persist & USER_EVENT_PERSIST_REQUESTED) && !perfmon_capable())
			return -EPERM;
	return remove_event(event);
}

/**
 * user_events_delete - delete the events of a name
 * @name: name in the definitions
 *
 * If only some events of the name can be deleted, these are deleted and an error is returned.
 *
 * Context: may sleep; takes event_mutex and user_events_lock.
 * Return: 0; -ENOENT if there is no such event; -EBUSY if one is in use; otherwise -EPERM if
 * deleting one requires CAP_PERFMON.
 */
int user_events_delete(const char *name)
{
	struct hlist_node *next;
	struct user_event *event;
	int ret = -ENOENT, err = 0;

	guard(mutex)(&event_mutex);
	hash_for_each_possible_safe(user_events, event, next, by_name, hash_of(name)) {
		if (strcmp(event->layout->name, name))
			continue;
		ret = delete_event(event);
		if (ret && err != -EBUSY)
			err = ret;
	}
	return err ?: ret;
}

/* Execute a line of dynamic_events: "u:NAME FIELDS". The event persists until it is deleted. */
static int user_event_dyn_create(const char *raw_command)
{
	struct trace_span all = trace_span_all(raw_command);
	struct trace_diag diag = {};
	struct user_event *event;
	int ret;

	if (!str_has_prefix(raw_command, USER_EVENTS_PREFIX))
		return -ECANCELED;
	if (!perfmon_capable()) {
		user_event_diag_set(&diag, USER_EVENT_DIAG_UNPRIVILEGED, all);
		return user_event_log_rejection(raw_command, &diag, -EPERM);
	}

	all = trace_span_from(all, strlen(USER_EVENTS_PREFIX));
	ret = find_or_create_from_text(raw_command, all, false, &event, &diag);
	if (ret)
		return user_event_log_rejection(raw_command, &diag, ret);
	user_event_set_persist(event, USER_EVENT_PERSIST_REQUESTED);
	user_event_release(event);
	return 0;
}

static int user_event_dyn_show(struct seq_file *m, struct dyn_event *ev)
{
	seq_puts(m, USER_EVENTS_PREFIX);
	user_event_print_definition(m, to_user_event(ev)->layout);
	return 0;
}

static bool user_event_dyn_is_busy(struct dyn_event *ev)
{
	return is_busy(to_user_event(ev));
}

static int user_event_dyn_free(struct dyn_event *ev)
{
	return delete_event(to_user_event(ev));
}

/* Build a definition from the name of an event and the words of its fields. */
static char *join_words(const char *name, int argc, const char **argv)
{
	size_t size = strlen(name) + 1;
	struct seq_buf buf;
	char *text;
	int i;

	for (i = 0; i < argc; i++)
		size += 1 + strlen(argv[i]);
	text = kmalloc(size, GFP_KERNEL);
	if (!text)
		return NULL;

	seq_buf_init(&buf, text, size);
	seq_buf_puts(&buf, name);
	for (i = 0; i < argc; i++)
		seq_buf_printf(&buf, " %s", argv[i]);
	seq_buf_str(&buf);
	return text;
}

/* Check whether words are the fields of an event. Return false if there is no memory to check. */
static bool has_fields(const struct user_event *event, int argc, const char **argv)
{
	char *text = join_words(event->layout->name, argc, argv);
	struct trace_diag ignored = {};
	struct user_event_layout *layout;
	bool is_equal;

	if (!text)
		return false;
	layout = user_event_layout_parse(text, trace_span_all(text), &ignored);
	is_equal = !IS_ERR(layout) && user_event_layouts_equal(event->layout, layout);
	user_event_layout_free(layout);
	kfree(text);
	return is_equal;
}

/* A removal matches by name. If it contains fields, they must be equal to those of the event. */
static bool user_event_dyn_match(const char *system, const char *event, int argc, const char **argv,
				 struct dyn_event *ev)
{
	const struct user_event *this = to_user_event(ev);

	if (system && strcmp(system, this->class.system))
		return false;
	if (*event && strcmp(event, this->layout->name) && strcmp(event, user_event_name(this)))
		return false;
	return !argc || has_fields(this, argc, argv);
}

static struct dyn_event_operations user_event_ops = {
	.create		= user_event_dyn_create,
	.show		= user_event_dyn_show,
	.is_busy	= user_event_dyn_is_busy,
	.free		= user_event_dyn_free,
	.match		= user_event_dyn_match,
};

static const char *const used_by[] = { "", " # Used by ftrace", " # Used by perf",
				       " # Used by ftrace perf" };

/**
 * user_events_show - print all events, with their bits in the status page
 * @m: output file
 *
 * Context: may sleep; takes event_mutex and user_events_lock.
 */
void user_events_show(struct seq_file *m)
{
	unsigned int n_busy = 0;
	struct dyn_event *pos;

	guard(mutex)(&event_mutex);
	guard(mutex)(&user_events_lock);
	for_each_dyn_event(pos) {
		struct user_event *event = to_user_event(pos);

		if (pos->ops != &user_event_ops)
			continue;
		seq_printf(m, "%u:%s%s\n", event->status_bit, user_event_name(event),
			   used_by[!!event->n_files + 2 * !!event->n_perf]);
		n_busy += user_event_is_enabled(event);
	}
	seq_printf(m, "\nActive: %u\nBusy: %u\nMax: %u\n", n_events, n_busy,
		   min(READ_ONCE(user_events_max), user_event_status_max() + 1));
}

/**
 * user_events_registry_init - register user events with dynamic_events
 *
 * Context: called once at boot.
 * Return: 0 or a negative errno.
 */
int __init user_events_registry_init(void)
{
	user_events_set_reclaim(user_events_reclaim_work);
	dyn_event_set_put_callback(user_events_reclaim_later);
	return dyn_event_register(&user_event_ops);
}
