// SPDX-License-Identifier: GPL-2.0
/*
 * Event filters: the front door.
 *
 * Takes what is written to the filter files of events and of subsystems, shows what they
 * have, and makes filters for those who have one beside what they do: triggers, event
 * probes, perf.
 *
 *	text --spec--> comparisons --compile--> program --exec--> true or false
 *
 * The steps are pure, in filter/; filter/event.c tells what names mean.
 *
 * A filter is made whole or not at all and is constant from then on.  Whoever replaces one
 * waits until nobody can be running it any more.  What is rejected changes nothing: the
 * event keeps the filter that it has, and its file tells what was wrong.
 */
#include <linux/ctype.h>
#include <linux/err.h>
#include <linux/perf_event.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "filter/compile.h"
#include "filter/event.h"
#include "filter/exec.h"
#include "filter/filter.h"
#include "filter/function.h"
#include "filter/pattern.h"
#include "trace.h"

/* The host shows no more than two pages of a filter file. */
#define CARET_MAX	(PAGE_SIZE / 2)

/**
 * struct trace_filter - a filter, as all are that the host is given
 * @host: what the host knows of it; its text is shown by the event's filter file
 * @program: what runs; NULL if all there is of it is a complaint
 * @complaint: what was wrong with a filter that was to replace it, or NULL.  Guarded by
 *	event_mutex
 * @buffered: it holds the buffers that events wait in until a filter has seen them
 * @file: the event whose it is to be, while it is in a list
 * @list: in the list of those to be put in force, or to be freed
 */
struct trace_filter {
	struct event_filter host;
	struct filter_program *program;
	char *complaint;
	bool buffered;
	struct trace_event_file *file;
	struct list_head list;
};

static struct trace_filter *filter_of(struct event_filter *host)
{
	return host ? container_of(host, struct trace_filter, host) : NULL;
}

/* The filter of an event's file.  Context: event_mutex held. */
static struct trace_filter *filter_of_file(const struct trace_event_file *file)
{
	return filter_of(rcu_dereference_protected(file->filter,
						   lockdep_is_held(&event_mutex)));
}

/**
 * filter_match_preds - does a record pass a filter?
 * @filter: the filter; without one, any does
 * @rec: the event's record
 *
 * Context: any, NMI included, preemption off.
 * Return: true if it does.
 */
int filter_match_preds(struct event_filter *filter, void *rec)
{
	const struct prog_entry *entries;

	if (!filter)
		return true;
	entries = rcu_dereference_raw(filter->prog);
	return !entries || filter_exec(entries, rec);
}
EXPORT_SYMBOL_GPL(filter_match_preds);

/**
 * free_event_filter - free a filter that nobody runs any more
 * @filter: the filter, or NULL
 *
 * Context: may sleep; event_mutex held if it was the filter of an event's file.
 */
void free_event_filter(struct event_filter *filter)
{
	struct trace_filter *own = filter_of(filter);

	if (!own)
		return;
	if (own->buffered)
		trace_buffered_event_disable();
	filter_program_free(own->program);
	kfree(own->host.filter_string);
	kfree(own->complaint);
	kfree(own);
}

static int compile(struct trace_filter *filter, struct trace_event_call *call,
		   const char *text, struct trace_span all, struct trace_diag *diag)
{
	const struct filter_event_resolver event = {
		.resolver.ops = &filter_event_resolver_ops,
		.call = call,
	};
	struct filter_program *program;

	program = filter_compile(&event.resolver, text, all, diag);
	if (IS_ERR(program))
		return PTR_ERR(program);
	filter->program = program;
	RCU_INIT_POINTER(filter->host.prog, program->entries);
	return filter_exec_prepare(program);
}

/**
 * trace_filter_new - make a filter
 * @call: the event whose records it is for
 * @text: a text with the filter in it
 * @all: the filter
 * @diag: tells what is wrong with it, with the place in @text
 *
 * Context: may sleep.  The event must not go away.
 * Return: the filter, to be given to free_event_filter(), or -EINVAL with @diag filled in,
 * or -ENOMEM, as an ERR_PTR.
 */
struct event_filter *trace_filter_new(struct trace_event_call *call, const char *text,
				      struct trace_span all, struct trace_diag *diag)
{
	struct trace_filter *filter = kzalloc(sizeof(*filter), GFP_KERNEL);
	int ret;

	if (!filter)
		return ERR_PTR(-ENOMEM);

	all = trace_span_trim(text, all);
	filter->host.filter_string = trace_span_dup(text, all);
	ret = filter->host.filter_string ? compile(filter, call, text, all, diag) : -ENOMEM;
	if (ret) {
		free_event_filter(&filter->host);
		return ERR_PTR(ret);
	}
	return &filter->host;
}

static struct trace_span whole(const char *text)
{
	return (struct trace_span){ .len = strlen(text) };
}

/* Every rejected filter leaves an entry in the error log. */
static void log_rejection(struct trace_array *tr, const char *system, const char *event,
			  const char *text, struct trace_diag *diag, int err)
{
	char *where;

	if (err == -ENOMEM)
		*diag = (struct trace_diag){ .code = FILTER_DIAG_NO_MEMORY };
	where = kasprintf(GFP_KERNEL, event ? "filter:%s:%s" : "filter:%s", system, event);
	if (!where)
		return;
	trace_diag_log(tr, where, text, filter_diag_messages, diag);
	kfree(where);
}

static void log_rejection_for(struct trace_array *tr, struct trace_event_call *call,
			      const char *text, struct trace_diag *diag, int err)
{
	log_rejection(tr, call->class->system, trace_event_name(call), text, diag, err);
}

/*
 * What a filter file shows of a filter that was rejected, with a caret under the mistake
 * unless that is too far to the right.  For a caret, all of the filter must be on one line.
 */
static char *complain(const char *text, const struct trace_diag *diag)
{
	const char *message = filter_diag_messages[diag->code];
	char *line, *complaint = NULL;

	line = kstrdup(text, GFP_KERNEL);
	if (!line)
		return NULL;
	strreplace(line, '\n', ' ');
	strreplace(line, '\t', ' ');
	if (diag->at.off <= CARET_MAX)
		complaint = kasprintf(GFP_KERNEL, "%s\n%*s^\nparse_error: %s\n", line,
				      (int)diag->at.off, "", message);
	else
		complaint = kasprintf(GFP_KERNEL, "%s\nparse_error: %s\n", line, message);
	kfree(line);
	return complaint;
}

static void chomp(char *text)
{
	trace_text_chomp(text, strlen(text));
}

static bool is_clearing(const char *text)
{
	return trace_span_is(text, trace_span_trim(text, whole(text)), "0");
}

/*
 * Give an event another filter, or none.  A match that goes on meanwhile runs the old one
 * or the new one, and if it finds none it lets the event pass.
 *
 * Return: the old one, which may still be running.
 */
static struct trace_filter *exchange(struct trace_event_file *file, struct trace_filter *filter)
{
	struct trace_filter *old = filter_of_file(file);

	if (filter && filter->program) {
		trace_buffered_event_enable();
		filter->buffered = true;
		rcu_assign_pointer(file->filter, &filter->host);
		set_bit(EVENT_FILE_FL_FILTERED_BIT, &file->flags);
	} else {
		clear_bit(EVENT_FILE_FL_FILTERED_BIT, &file->flags);
		rcu_assign_pointer(file->filter, filter ? &filter->host : NULL);
	}
	return old;
}

static void free_list(struct list_head *filters)
{
	struct trace_filter *filter, *next;

	list_for_each_entry_safe(filter, next, filters, list)
		free_event_filter(&filter->host);
}

/* Wait but once for all that may still be running. */
static void free_retired(struct list_head *retired)
{
	if (list_empty(retired))
		return;
	tracepoint_synchronize_unregister();
	free_list(retired);
}

/**
 * struct filter_change - what is written to a filter file
 * @text: the filter
 * @made: the filters that are made of it, one for each event that can have it
 * @retired: those that they replace
 * @diag: what is wrong with it
 */
struct filter_change {
	const char *text;
	struct list_head made;
	struct list_head retired;
	struct trace_diag diag;
};

static int make_for(struct filter_change *change, struct trace_event_file *file,
		    struct trace_diag *diag)
{
	struct event_filter *host;

	host = trace_filter_new(file->event_call, change->text, whole(change->text), diag);
	if (IS_ERR(host))
		return PTR_ERR(host);
	filter_of(host)->file = file;
	list_add_tail(&filter_of(host)->list, &change->made);
	return 0;
}

static void clear_for(struct filter_change *change, struct trace_event_file *file)
{
	struct trace_filter *old = exchange(file, NULL);

	if (old)
		list_add_tail(&old->list, &change->retired);
}

static void put_in_force(struct filter_change *change)
{
	struct trace_filter *filter, *next;

	list_for_each_entry_safe(filter, next, &change->made, list) {
		struct trace_filter *old = exchange(filter->file, filter);

		list_del(&filter->list);
		if (old)
			list_add_tail(&old->list, &change->retired);
	}
	free_retired(&change->retired);
}

/* The filter in force, if there is one, stays as it is. */
static void note_complaint(struct trace_event_file *file, const struct filter_change *change)
{
	struct trace_filter *filter = filter_of_file(file);

	if (!filter) {
		filter = kzalloc(sizeof(*filter), GFP_KERNEL);
		if (!filter)
			return;
		exchange(file, filter);
	}
	kfree(filter->complaint);
	filter->complaint = complain(change->text, &change->diag);
}

/**
 * apply_event_filter - set or clear the filter of an event
 * @file: the event in an instance
 * @filter_string: the filter, or "0" for none
 *
 * Context: may sleep, event_mutex held.
 * Return: 0, or -EINVAL or -ENOMEM with the event's filter as it was, an entry in the
 * error log and the reason in the event's filter file.
 */
int apply_event_filter(struct trace_event_file *file, char *filter_string)
{
	struct filter_change change = {
		.text = filter_string,
		.made = LIST_HEAD_INIT(change.made),
		.retired = LIST_HEAD_INIT(change.retired),
	};
	int ret = 0;

	lockdep_assert_held(&event_mutex);

	chomp(filter_string);
	if (is_clearing(filter_string))
		clear_for(&change, file);
	else
		ret = make_for(&change, file, &change.diag);
	if (!ret) {
		put_in_force(&change);
		return 0;
	}
	log_rejection_for(file->tr, file->event_call, filter_string, &change.diag, ret);
	note_complaint(file, &change);
	return ret;
}

/* The mistake that most of the filter comes before is the most telling one. */
static void keep_furthest(struct trace_diag *furthest, const struct trace_diag *diag)
{
	if (!furthest->code || diag->at.off > furthest->at.off)
		*furthest = *diag;
}

static int make_for_all(struct filter_change *change, struct trace_subsystem_dir *dir)
{
	struct trace_event_file *file;
	int ret;

	list_for_each_entry(file, &dir->tr->events, list) {
		struct trace_diag diag = {};

		if (file->system != dir)
			continue;
		ret = make_for(change, file, &diag);
		if (ret == -ENOMEM) {
			free_list(&change->made);
			return ret;
		}
		if (ret)
			keep_furthest(&change->diag, &diag);
	}
	return list_empty(&change->made) ? -EINVAL : 0;
}

static void clear_for_all(struct filter_change *change, struct trace_subsystem_dir *dir)
{
	struct trace_event_file *file;

	list_for_each_entry(file, &dir->tr->events, list)
		if (file->system == dir)
			clear_for(change, file);
}

/* The host frees it. */
static void set_subsystem_complaint(struct event_subsystem *system, char *complaint)
{
	if (!system->filter) {
		kfree(complaint);
		return;
	}
	kfree(system->filter->filter_string);
	system->filter->filter_string = complaint;
}

/**
 * apply_subsystem_event_filter - set or clear the filters of all events of a subsystem
 * @dir: the subsystem in an instance
 * @filter_string: the filter, or "0" for none
 *
 * Events that cannot have the filter keep the one that they have.
 *
 * Context: may sleep, takes event_mutex.
 * Return: 0, -ENODEV if the subsystem is gone, or -EINVAL if no event can have the
 * filter, or -ENOMEM, with all filters as they were, an entry in the error log and the
 * reason in the subsystem's filter file.
 */
int apply_subsystem_event_filter(struct trace_subsystem_dir *dir, char *filter_string)
{
	struct filter_change change = {
		.text = filter_string,
		.made = LIST_HEAD_INIT(change.made),
		.retired = LIST_HEAD_INIT(change.retired),
	};
	struct event_subsystem *system = dir->subsystem;
	int ret = 0;

	guard(mutex)(&event_mutex);
	if (!dir->nr_events)
		return -ENODEV;

	chomp(filter_string);
	if (is_clearing(filter_string))
		clear_for_all(&change, dir);
	else
		ret = make_for_all(&change, dir);
	if (!ret) {
		put_in_force(&change);
		set_subsystem_complaint(system, NULL);
		return 0;
	}
	log_rejection(dir->tr, system->name, NULL, filter_string, &change.diag, ret);
	set_subsystem_complaint(system, complain(filter_string, &change.diag));
	return ret;
}

/**
 * print_event_filter - show the filter of an event
 * @file: the event in an instance
 * @s: where to
 *
 * Context: event_mutex held.
 */
void print_event_filter(struct trace_event_file *file, struct trace_seq *s)
{
	const struct trace_filter *filter = filter_of_file(file);
	const char *text = filter ? filter->host.filter_string : NULL;

	if (filter && filter->complaint) {
		trace_seq_puts(s, filter->complaint);
		trace_seq_printf(s, "in force: %s\n", text ?: "none");
		return;
	}
	trace_seq_printf(s, "%s\n", text ?: "none");
}

/**
 * print_subsystem_event_filter - show what a subsystem's filter file is for
 * @system: the subsystem
 * @s: where to
 *
 * Context: may sleep, takes event_mutex.
 */
void print_subsystem_event_filter(struct event_subsystem *system, struct trace_seq *s)
{
	guard(mutex)(&event_mutex);
	if (system->filter && system->filter->filter_string) {
		trace_seq_puts(s, system->filter->filter_string);
		return;
	}
	trace_seq_puts(s, "# A filter that is written here is set for each event of this\n"
			  "# subsystem that has its fields; 0 clears the filters of all.\n");
}

/**
 * create_event_filter - make a filter for an event probe
 * @tr: the instance whose error log tells what is wrong
 * @call: the event whose records it is for
 * @filter_str: the filter
 * @set_str: tell what is wrong
 * @filterp: set to the filter, to be given to free_event_filter(), or to NULL
 *
 * Context: may sleep.  The event must not go away.
 * Return: 0, -EINVAL or -ENOMEM.
 */
int create_event_filter(struct trace_array *tr, struct trace_event_call *call,
			char *filter_str, bool set_str, struct event_filter **filterp)
{
	struct trace_diag diag = {};
	struct event_filter *filter;

	filter = trace_filter_new(call, filter_str, whole(filter_str), &diag);
	*filterp = IS_ERR(filter) ? NULL : filter;
	if (IS_ERR(filter) && set_str)
		log_rejection_for(tr, call, filter_str, &diag, PTR_ERR(filter));
	return PTR_ERR_OR_ZERO(filter);
}

/**
 * filter_parse_regex - take a pattern of function names apart
 * @buff: the pattern; it is cut behind what is to be compared
 * @len: its length
 * @search: set to what is to be compared, within @buff
 * @not: set if the pattern begins with a !, which means all others
 *
 * Return: how to compare, or MATCH_INDEX for a number, which means the function's place.
 */
enum regex_type filter_parse_regex(char *buff, int len, char **search, int *not)
{
	static const enum regex_type types[] = {
		[FILTER_MATCH_WHOLE]	= MATCH_FULL,
		[FILTER_MATCH_START]	= MATCH_FRONT_ONLY,
		[FILTER_MATCH_END]	= MATCH_END_ONLY,
		[FILTER_MATCH_MIDDLE]	= MATCH_MIDDLE_ONLY,
		[FILTER_MATCH_GLOB]	= MATCH_GLOB,
	};
	enum filter_match match;
	const char *str = buff;
	u32 n;

	*not = *buff == '!';
	str += *not;
	*search = (char *)str;
	if (isdigit(*str))
		return MATCH_INDEX;

	n = strnlen(str, len - *not);
	match = filter_pattern_classify(&str, &n);
	*search = (char *)str;
	(*search)[n] = '\0';
	return types[match];
}

#ifdef CONFIG_PERF_EVENTS
static int set_perf_filter(struct perf_event *event, const char *text, struct trace_diag *diag)
{
	struct event_filter *filter;

	if (event->filter)
		return -EEXIST;
	filter = trace_filter_new(event->tp_event, text, whole(text), diag);
	if (IS_ERR(filter))
		return PTR_ERR(filter);
	/* Whoever finds it, by perf_tp_filter_match(), depends on the pointer. */
	smp_store_release(&event->filter, filter);
	return 0;
}

/**
 * ftrace_profile_set_filter - set the filter of a perf event
 * @event: the perf event, which stands for a trace event
 * @event_id: the trace event's number
 * @filter_str: the filter
 *
 * Context: may sleep, takes event_mutex.
 * Return: 0, -EINVAL, -EEXIST if it has one, or -ENOMEM.  What is wrong with the filter is
 * told by the top instance's error log.
 */
int ftrace_profile_set_filter(struct perf_event *event, int event_id, char *filter_str)
{
	struct trace_event_call *call = event->tp_event;
	struct trace_diag diag = {};
	int ret;

	guard(mutex)(&event_mutex);
	if (!call || call->event.type != event_id)
		return -EINVAL;

	if (ftrace_event_is_function(call))
		ret = filter_set_functions(event, filter_str, whole(filter_str), &diag);
	else
		ret = set_perf_filter(event, filter_str, &diag);
	if (ret)
		log_rejection_for(top_trace_array(), call, filter_str, &diag, ret);
	return ret;
}

/**
 * ftrace_profile_free_filter - free the filter of a perf event that goes away
 * @event: the perf event, which nobody fires any more
 *
 * Context: may sleep.
 */
void ftrace_profile_free_filter(struct perf_event *event)
{
	free_event_filter(event->filter);
	event->filter = NULL;
}
#endif
