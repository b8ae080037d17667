/* SPDX-License-Identifier: GPL-2.0 */
/* Enable and disable the events that words mean. */
#ifndef _TRACE_EVENTS_APPLY_H
#define _TRACE_EVENTS_APPLY_H

#include "core.h"
#include "select.h"

struct module;
struct seq_file;

int event_select(struct trace_array *tr, const char *word, struct trace_diag *diag);
int event_select_now(struct trace_array *tr, const char *word, struct trace_diag *diag,
		     bool *waits);
bool event_word_is_start(const struct trace_array *tr, const char *word);
void event_disable_all(struct trace_array *tr);
void event_pending_apply(struct module *mod);
void event_pending_forget(const struct trace_array *tr);
void event_pending_show(struct seq_file *m, const struct trace_array *tr);

#endif /* _TRACE_EVENTS_APPLY_H */
