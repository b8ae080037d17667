// SPDX-License-Identifier: GPL-2.0
/*
 * Which user events there are: finds the event of a definition, or makes it; removes
 * events, by name or because they are idle; and shows them in dynamic_events.
 *
 *	text --parse--> layout --make--> event --register--> trace event
 *
 * Locks: event_mutex protects the set of events.  Who finds an event there makes itself
 * a user of it before event_mutex is released, and has it until it is released.
 */
#include <linux/capability.h>
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/hashtable.h>
#include <linux/init.h>
#include <linux/list.h>
#include <linux/seq_buf.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/stringhash.h>
#include <linux/user_events.h>

#include "../trace.h"
#include "../trace_dynevent_call.h"
#include "../trace_output.h"
#include "diag.h"
#include "enabler_status.h"
#include "event.h"
#include "listen.h"
#include "print.h"
#include "registry.h"

/* A dot and the number, in hexadecimal. */
#define SUFFIX_SIZE	(sizeof(".") + 2 * sizeof(u64))

/* How many there may be, written by the administrator at any time; it bounds new ones only. */
unsigned int user_events_max = 32768;

/* All events, by the names in their definitions. */
static DEFINE_HASHTABLE(user_events, 10);
static unsigned int n_events;

/* How many there ever were in USER_EVENTS_MULTI_SYSTEM: their numbers are not used again. */
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

/* Every rejected definition leaves an entry in the error log. */
static int log_rejection(const char *text, struct trace_diag *diag, int err)
{
	if (err == -ENOMEM)
		user_diag_set(diag, USER_DIAG_NO_MEMORY, (struct trace_span){});
	trace_diag_log(NULL, USER_EVENTS_SYSTEM, text, user_diag_messages, diag);
	return err;
}

/* The event of a definition: of the same name or, where there may be several, equal. */
static struct user_event *find_event(const struct user_layout *layout, bool is_multi)
{
	struct user_event *event;

	hash_for_each_possible(user_events, event, by_name, hash_of(layout->name))
		if (event->is_multi == is_multi && !strcmp(event->layout->name, layout->name) &&
		    (!is_multi || user_layouts_equal(event->layout, layout)))
			return event;
	return NULL;
}

static int register_event(struct user_event *event, struct trace_span at,
			  struct trace_diag *diag)
{
	int ret;

	if (dyn_event_name_taken(event->class.system, user_event_name(event))) {
		user_diag_set(diag, USER_DIAG_NAME_TAKEN, at);
		return -EADDRINUSE;
	}
	ret = dyn_event_call_register(&event->call);
	if (ret) {
		if (ret != -ENOMEM)
			user_diag_set(diag, USER_DIAG_REGISTER, at);
		return ret;
	}

	dyn_event_init(&event->devent, &user_event_ops);
	dyn_event_add(&event->devent, &event->call);
	hash_add(user_events, &event->by_name, hash_of(event->layout->name));
	n_events++;
	return 0;
}

/*
 * Check that there may be one more event. Removed events count until no record of them can
 * be read, so that programs cannot use up the type numbers of all other events.
 *
 * Return: 0, or -EMFILE.
 */
static int check_limit(struct trace_span at, struct trace_diag *diag)
{
	unsigned int max = READ_ONCE(user_events_max);

	if (n_events >= min(max, user_status_max())) {
		user_diag_set(diag, USER_DIAG_TOO_MANY, at);
		return -EMFILE;
	}
	if (n_events + trace_event_user_types_quarantined() < max)
		return 0;
	trace_event_types_reclaim();
	if (n_events + trace_event_user_types_quarantined() < max)
		return 0;
	user_diag_set(diag, USER_DIAG_QUARANTINE, at);
	return -EMFILE;
}

/* Return: the new event, which has taken @layout over, or an error pointer. */
static struct user_event *create_event(struct user_layout *layout, bool is_multi,
				       struct trace_span at, struct trace_diag *diag)
{
	struct user_event *event;
	char suffix[SUFFIX_SIZE];
	int ret;

	ret = check_limit(at, diag);
	if (ret)
		return ERR_PTR(ret);
	snprintf(suffix, sizeof(suffix), ".%llx", n_multi_ever);
	event = user_event_make(layout, is_multi ? suffix : NULL);
	if (!event)
		return ERR_PTR(-ENOMEM);
	event->class.reg = user_event_listen;

	ret = register_event(event, at, diag);
	if (ret) {
		event->layout = NULL;
		user_event_free(event);
		return ERR_PTR(ret);
	}
	n_multi_ever += is_multi;
	return event;
}

/* Return: the event, with @layout freed or taken over, or an error pointer. */
static struct user_event *find_or_create(struct user_layout *layout, bool is_multi,
					 struct trace_span at, struct trace_diag *diag)
{
	struct user_event *event = find_event(layout, is_multi);

	if (!event)
		return create_event(layout, is_multi, at, diag);
	if (!user_layouts_equal(event->layout, layout)) {
		user_diag_set(diag, USER_DIAG_OTHER_FIELDS, at);
		return ERR_PTR(-EADDRINUSE);
	}
	user_layout_free(layout);
	return event;
}

/* What user_event_obtain() does with the part @span of @text. */
static int obtain(const char *text, struct trace_span span, bool is_multi,
		  struct user_event **event, struct trace_diag *diag)
{
	struct user_layout *layout;

	span = trace_span_trim(text, span);
	layout = user_layout_parse(text, span, diag);
	if (IS_ERR(layout))
		return PTR_ERR(layout);
	/* It begins with its name, which is what is pointed at from here on. */
	span.len = strlen(layout->name);

	guard(mutex)(&event_mutex);
	*event = find_or_create(layout, is_multi, span, diag);
	if (IS_ERR(*event)) {
		user_layout_free(layout);
		return PTR_ERR(*event);
	}
	guard(mutex)(&user_events_lock);
	user_event_get(*event);
	return 0;
}

/**
 * user_event_obtain - find the event that a definition means, or make it
 * @text: the definition
 * @is_multi: whether there may be others of the same name
 * @event: the event, to be given to user_event_release()
 *
 * What is wrong with the definition goes to the error log.
 *
 * Context: may sleep; takes event_mutex.
 * Return: 0; -EINVAL for a bad definition; -EADDRINUSE if there is an event of this name
 * with other fields, or of another kind; -EMFILE if there are too many; -ENOMEM; -ENODEV
 * if there are too many trace events.
 */
int user_event_obtain(const char *text, bool is_multi, struct user_event **event)
{
	struct trace_span all = trace_span_all(text);
	struct trace_diag diag = {};
	int ret = obtain(text, all, is_multi, event, &diag);

	return ret ? log_rejection(text, &diag, ret) : 0;
}

/**
 * user_event_reject_long - say of a definition that it is too long
 * @text: its first USER_TEXT_MAX bytes; cut, but not so that nobody knows it again
 *
 * Context: may sleep.
 * Return: always -EINVAL.
 */
int user_event_reject_long(char *text)
{
	struct trace_diag diag = {};
	int ret = user_diag_set(&diag, USER_DIAG_TOO_LONG, (struct trace_span){});

	text[79] = '\0';
	return log_rejection(text, &diag, ret);
}

static bool is_busy(struct user_event *event)
{
	scoped_guard(mutex, &user_events_lock)
		if (event->users)
			return true;
	return dyn_event_call_in_use(&event->call);
}

/*
 * Context: event_mutex held.  Unlike dyn_event_call_unregister() it waits for no probe: an
 * event without users is not written, and its probes are called from nowhere else.
 */
static int remove_event(struct user_event *event)
{
	int ret = is_busy(event) ? -EBUSY : trace_remove_event_call(&event->call);

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

/**
 * user_events_reap - remove the events that nobody wants any more
 *
 * One that is held by kernel code, as by an event probe, has a chance when that lets go of it.
 *
 * Context: may sleep; takes event_mutex.
 */
void user_events_reap(void)
{
	struct user_event *event, *next;
	LIST_HEAD(idle);

	guard(mutex)(&event_mutex);
	user_events_take_idle(&idle);
	list_for_each_entry_safe(event, next, &idle, idle) {
		if (!user_event_is_idle(event) || !remove_event(event))
			continue;
		guard(mutex)(&user_events_lock);
		user_event_note_idle(event);
	}
}

static void reap_idle(struct work_struct *work)
{
	user_events_reap();
}

/**
 * user_event_release - put an event, without locks
 * @event: the event
 *
 * Context: may sleep; takes event_mutex.
 */
void user_event_release(struct user_event *event)
{
	scoped_guard(mutex, &user_events_lock)
		user_event_put(event);
	user_events_reap();
}

/* Remove an event if the current process may. */
static int delete_event(struct user_event *event)
{
	scoped_guard(mutex, &user_events_lock)
		if ((event->stays & USER_STAYS_BY_WISH) && !perfmon_capable())
			return -EPERM;
	return remove_event(event);
}

/**
 * user_events_delete - delete the events of a name
 * @name: the name in their definitions
 *
 * If some of several are in use, all others are deleted.
 *
 * Context: may sleep; takes event_mutex.
 * Return: 0; -ENOENT if there is none; -EBUSY if one is in use; -EPERM if a privileged
 * process is needed.
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
		err = ret ?: err;
	}
	return err ?: ret;
}

/* A line of dynamic_events: "u:NAME FIELDS".  The event stays. */
static int user_dyn_create(const char *raw_command)
{
	struct trace_span all = trace_span_all(raw_command);
	struct trace_diag diag = {};
	struct user_event *event;
	int ret;

	if (!str_has_prefix(raw_command, USER_EVENTS_PREFIX))
		return -ECANCELED;
	if (!perfmon_capable()) {
		user_diag_set(&diag, USER_DIAG_UNPRIVILEGED, all);
		return log_rejection(raw_command, &diag, -EPERM);
	}

	ret = obtain(raw_command, trace_span_from(all, strlen(USER_EVENTS_PREFIX)), false, &event,
		     &diag);
	if (ret)
		return log_rejection(raw_command, &diag, ret);
	user_event_stay(event, USER_STAYS_BY_WISH);
	user_event_release(event);
	return 0;
}

static int user_dyn_show(struct seq_file *m, struct dyn_event *ev)
{
	seq_puts(m, USER_EVENTS_PREFIX);
	user_print_definition(m, to_user_event(ev)->layout);
	return 0;
}

static bool user_dyn_is_busy(struct dyn_event *ev)
{
	return is_busy(to_user_event(ev));
}

static int user_dyn_free(struct dyn_event *ev)
{
	return delete_event(to_user_event(ev));
}

/* The name of an event and then these words, as a definition. */
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

/* Are these words the fields of an event? */
static bool has_fields(const struct user_event *event, int argc, const char **argv)
{
	char *text = join_words(event->layout->name, argc, argv);
	struct trace_diag ignored = {};
	struct user_layout *layout;
	bool is_equal;

	if (!text)
		return false;
	layout = user_layout_parse(text, trace_span_all(text), &ignored);
	is_equal = !IS_ERR(layout) && user_layouts_equal(event->layout, layout);
	user_layout_free(layout);
	kfree(text);
	return is_equal;
}

/* By name; if fields are given, they must be those of the event. */
static bool user_dyn_match(const char *system, const char *event, int argc, const char **argv,
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
	.create		= user_dyn_create,
	.show		= user_dyn_show,
	.is_busy	= user_dyn_is_busy,
	.free		= user_dyn_free,
	.match		= user_dyn_match,
};

static const char *const used_by[] = { "", " # Used by ftrace", " # Used by perf",
				       " # Used by ftrace perf" };

/**
 * user_events_show - show all events, with their bits in user_events_status
 * @m: where to
 *
 * Context: may sleep; takes event_mutex.
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
		n_busy += user_event_is_heard(event);
	}
	seq_printf(m, "\nActive: %u\nBusy: %u\nMax: %u\n", n_events, n_busy,
		   min(READ_ONCE(user_events_max), user_status_max() + 1));
}

/**
 * user_events_registry_init - make user events known to dynamic_events
 *
 * Return: 0 or a negative errno.
 */
int __init user_events_registry_init(void)
{
	user_events_reap_with(reap_idle);
	dyn_event_when_let_go(user_events_reap_later);
	return dyn_event_register(&user_event_ops);
}
