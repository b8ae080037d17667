// SPDX-License-Identifier: GPL-2.0
/*
 * Enable and disable the events that words mean.
 *
 * A word is pending if it names a module that is not loaded. It is applied when the module is
 * loaded. Pending words are protected by event_mutex.
 */
#define pr_fmt(fmt) "trace events: " fmt

#include <linux/export.h>
#include <linux/module.h>
#include <linux/preempt.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../trace_base.h"
#include "../trace_suggest_event.h"
#include "apply.h"
#include "enable.h"
#include "file.h"

/**
 * struct pending_word - word that waits for a module
 * @list: in pending_words
 * @tr: the instance in which it was written
 * @word: the word
 */
struct pending_word {
	struct list_head list;
	struct trace_array *tr;
	char word[];
};

static LIST_HEAD(pending_words);

static bool selects(const struct event_selection *selection, const struct trace_event_file *file)
{
	const struct trace_event_call *call = file->event_call;
	struct module *mod = event_module(call);

	return event_is_traceable(call) &&
	       event_selection_matches(selection, call->class->system,
				       trace_event_name(file->event_call),
				       mod ? module_name(mod) : NULL);
}

/*
 * Enable or disable all events that a word means, also after one that fails. @found is set if there
 * is such an event. Return: 0 or the first error.
 */
static int apply(struct trace_array *tr, const struct event_selection *selection, bool *found)
{
	struct trace_event_file *file;
	int ret, first = 0;

	list_for_each_entry(file, &tr->events, list) {
		if (!selects(selection, file))
			continue;
		*found = true;
		ret = event_file_set_enabled(file, !selection->disable);
		first = first ?: ret;
	}
	return first;
}

#ifdef CONFIG_MODULES
/*
 * A module that is being loaded or unloaded may have no events yet or any more: its words wait for
 * the end of this load or for the next one.
 */
static bool module_is_loaded(const char *name)
{
	const struct module *mod;

	/* find_module() needs an RCU-sched read-side critical section. */
	guard(preempt)();
	mod = find_module(name);
	return mod && mod->state == MODULE_STATE_LIVE;
}
#else
/* No word waits for a module if none can be loaded. */
static bool module_is_loaded(const char *name)
{
	return true;
}
#endif

/* Let "-" in the name of a module mean "_", as modprobe does. */
static void replace_dashes(char *word)
{
	char *module = TRACE_BASE_MOD_WORDS ? strstr(word, ":mod:") : NULL;

	if (module)
		strreplace(module + strlen(":mod:"), '-', '_');
}

/* Get a word without a "*:*" before ":mod:", which is optional there. */
static const char *skip_all_events(const char *word)
{
	if (TRACE_BASE_MOD_WORDS && str_has_prefix(word, "*:*:mod:"))
		return word + strlen("*:*");
	return word;
}

/* Get what a pending word is shown with: "*:*" if it names only a module, otherwise "". */
static const char *all_events_of(const char *word)
{
	return TRACE_BASE_MOD_WORDS && str_has_prefix(word, ":mod:") ? "*:*" : "";
}

static void drop_pending(struct pending_word *pending)
{
	list_del(&pending->list);
	kfree(pending);
}

/* Forget what a word has left pending. Return: true if it was. */
static bool forget_word(const struct trace_array *tr, const char *word)
{
	struct pending_word *pending, *next;
	char stored[EVENT_WORD_MAX + 1];

	strscpy(stored, skip_all_events(word), sizeof(stored));
	replace_dashes(stored);
	list_for_each_entry_safe(pending, next, &pending_words, list)
		if (pending->tr == tr && !strcmp(pending->word, stored)) {
			drop_pending(pending);
			return true;
		}
	return false;
}

static int remember_word(struct trace_array *tr, const char *word)
{
	const char *stored = skip_all_events(word);
	size_t size = strlen(stored) + 1;
	struct pending_word *pending;

	pending = kmalloc(struct_size(pending, word, size), GFP_KERNEL);
	if (!pending)
		return -ENOMEM;
	forget_word(tr, word);
	pending->tr = tr;
	memcpy(pending->word, stored, size);
	replace_dashes(pending->word);
	list_add_tail(&pending->list, &pending_words);
	return 0;
}

/* Report a word that means no event, with the nearest name. Return: -EINVAL. */
static int no_such_event(const struct trace_array *tr, const char *word,
			 const struct event_selection *selection, struct trace_diag *diag)
{
	struct trace_span all = {
		.off = selection->disable, .len = strlen(word) - selection->disable,
	};
	struct trace_suggestion suggestion = trace_suggestion_for(word, all);

	if (selection->module)
		return trace_diag_set(diag, EVENT_SELECT_NO_EVENT_OF_MODULE, all);
	if (selection->either)
		trace_suggest_event_names(&suggestion, tr);
	else
		trace_suggest_events(&suggestion, tr, ':', true);
	return trace_diag_suggest(diag, EVENT_SELECT_NO_EVENT, all, "", &suggestion);
}

/* Enable or disable the events that a word means. @waits: see event_select_now(), or NULL. */
static int select_events(struct trace_array *tr, const char *word, struct trace_diag *diag,
			 bool *waits)
{
	char copy[EVENT_WORD_MAX + 1];
	struct event_selection selection;
	bool found = false;
	int ret;

	lockdep_assert_held(&event_mutex);

	if (strscpy(copy, word, sizeof(copy)) < 0)
		return trace_diag_set(diag, EVENT_SELECT_TOO_LONG,
				      (struct trace_span){ .len = strlen(word) });
	replace_dashes(copy);
	ret = event_selection_parse(&selection, copy, diag);
	if (ret)
		return ret;

	ret = apply(tr, &selection, &found);
	if (selection.disable && selection.module && forget_word(tr, word + 1))
		return ret;
	if (found)
		return ret;
	if (!selection.module || selection.disable || module_is_loaded(selection.module))
		return no_such_event(tr, word, &selection, diag);
	if (!waits)
		return remember_word(tr, word);
	*waits = true;
	return 0;
}

/**
 * event_select - enable or disable the events that a word means
 * @tr: the instance
 * @word: the word, NUL-terminated, without blanks
 * @diag: filled in if the word is invalid or means no event
 *
 * Context: may sleep; event_mutex held.
 * Return: 0; -EINVAL with @diag filled in; or the error of an event that could not be enabled. The
 * other events that the word means are enabled nevertheless.
 */
int event_select(struct trace_array *tr, const char *word, struct trace_diag *diag)
{
	return select_events(tr, word, diag, NULL);
}

/**
 * event_select_now - enable or disable the events that a word means, except for words that wait
 * @tr: the instance
 * @word: the word, NUL-terminated, without blanks
 * @diag: filled in if the word is invalid or means no event
 * @waits: set if the word would have to wait for a module; nothing is done then
 *
 * Context: may sleep; event_mutex held.
 * Return: as event_select().
 */
int event_select_now(struct trace_array *tr, const char *word, struct trace_diag *diag,
		     bool *waits)
{
	*waits = false;
	return select_events(tr, word, diag, waits);
}

/**
 * event_word_is_start - check whether a word can be the start of a word that means an event
 * @tr: the instance
 * @word: the word, NUL-terminated
 *
 * Context: may sleep; event_mutex held.
 * Return: true if so.
 */
bool event_word_is_start(const struct trace_array *tr, const char *word)
{
	const struct trace_event_file *file;
	size_t len;

	lockdep_assert_held(&event_mutex);

	word += *word == '!';
	len = strlen(word);
	list_for_each_entry(file, &tr->events, list) {
		struct trace_event_call *call = file->event_call;
		const char *system = call->class->system;
		size_t system_len = strlen(system);

		if (!event_is_traceable(call))
			continue;
		if (str_has_prefix(system, word) || str_has_prefix(trace_event_name(call), word))
			return true;
		if (len > system_len && str_has_prefix(word, system) && word[system_len] == ':' &&
		    str_has_prefix(trace_event_name(call), word + system_len + 1))
			return true;
	}
	return false;
}

/**
 * event_disable_all - disable all events of an instance, and forget what is pending
 * @tr: the instance
 *
 * Context: may sleep; event_mutex held.
 */
void event_disable_all(struct trace_array *tr)
{
	static const struct event_selection all = { .disable = true };
	bool found;

	apply(tr, &all, &found);
	event_pending_forget(tr);
}

/* Apply a word to the events of a module. Warn if the module has no such event, or one fails. */
static void apply_pending(const struct pending_word *pending,
			  const struct event_selection *selection, const struct module *mod)
{
	bool found = false;
	int ret = apply(pending->tr, selection, &found);

	if (!found)
		pr_warn("%s%s: module %s has no such event\n", all_events_of(pending->word),
			pending->word, mod->name);
	else if (ret)
		pr_warn("%s%s: error %d\n", all_events_of(pending->word), pending->word, ret);
}

/* Check whether a word waits for a module. A pattern only matches modules with events. */
static bool waits_for(const struct event_selection *selection, struct module *mod)
{
	if (!mod->num_trace_events)
		return !strcmp(selection->module, module_name(mod));
	return glob_match(selection->module, module_name(mod));
}

/**
 * event_pending_apply - apply the words that wait for a module
 * @mod: the module; its events, if it has any, have their files
 *
 * The kernel log names each word that has no effect.
 *
 * Context: may sleep; event_mutex held.
 */
void event_pending_apply(struct module *mod)
{
	struct pending_word *pending, *next;
	struct trace_diag diag = {};

	lockdep_assert_held(&event_mutex);

	list_for_each_entry_safe(pending, next, &pending_words, list) {
		struct event_selection selection;
		char copy[EVENT_WORD_MAX + 1];

		strscpy(copy, pending->word, sizeof(copy));
		event_selection_parse(&selection, copy, &diag);
		if (!waits_for(&selection, mod))
			continue;
		apply_pending(pending, &selection, mod);
		drop_pending(pending);
	}
}

/**
 * event_pending_forget - forget the words of an instance that wait for modules
 * @tr: the instance
 *
 * Context: may sleep; event_mutex held.
 */
void event_pending_forget(const struct trace_array *tr)
{
	struct pending_word *pending, *next;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry_safe(pending, next, &pending_words, list)
		if (pending->tr == tr)
			drop_pending(pending);
}

/**
 * event_pending_show - print the words of an instance that wait for modules
 * @m: the file set_event
 * @tr: the instance
 *
 * Context: process context; event_mutex held.
 */
void event_pending_show(struct seq_file *m, const struct trace_array *tr)
{
	const struct pending_word *pending;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry(pending, &pending_words, list)
		if (pending->tr == tr)
			seq_printf(m, "%s%s\n", all_events_of(pending->word), pending->word);
}
