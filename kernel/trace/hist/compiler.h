/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the parts of the compiler share; for hist/compile*.c only.
 */
#ifndef _TRACE_HIST_COMPILER_H
#define _TRACE_HIST_COMPILER_H

#include "compile.h"
#include "data.h"

/**
 * struct hist_load - something that can be had, and how
 * @value: what it is; its strings are owned by the load until somebody takes them
 * @step: how to get it; for whom decides about @dst
 * @words: of text or a stack trace, the words that it takes; 0 for a number
 * @ref: if it is another histogram's variable and nothing else: which of var_refs[];
 *	else -1
 * @own: if it is a variable of the histogram's own: which of them; else -1
 */
struct hist_load {
	struct hist_value value;
	struct hist_step step;
	u16 words;
	s16 ref;
	s16 own;
};

/**
 * struct hist_compiler - a compilation
 * @spec: what is compiled
 * @resolver: the event that it is for
 * @data: what becomes of it
 * @diag: what is wrong with it
 * @own: the variables that are defined so far, in the order of their definitions; their
 *	strings are those of the fields
 * @source_at: of each of the program's sources, where it was first named
 * @n_regs: registers in use
 * @n_idx: things that are remembered so far, as hist_debug counts them
 * @n_text: words of text that live as long as a hit
 * @n_scratch: words of text that something else overwrites
 * @uses_time: there is a timestamp
 */
struct hist_compiler {
	const struct hist_spec *spec;
	const struct hist_resolver *resolver;
	struct hist_trigger_data *data;
	struct trace_diag *diag;
	struct hist_load own[HIST_VARS_MAX];
	struct trace_span source_at[HIST_SOURCES_MAX];
	unsigned int n_regs;
	unsigned int n_idx;
	unsigned int n_text;
	unsigned int n_scratch;
	bool uses_time;
};

/**
 * struct hist_draft - an action that is being compiled
 * @spec: what the user wrote
 * @info: what becomes of it for people
 * @act: what becomes of it for exec
 * @match: of onmatch: the histogram that is matched, NULL if the event matches itself
 * @event: of onmatch: the event to match
 */
struct hist_draft {
	const struct hist_spec_action *spec;
	struct hist_action *info;
	struct hist_act *act;
	struct hist_trigger_data *match;
	struct hist_event_id event;
};

/* hist/compile_emit.c: fields, steps, room in entries, the frame */
void *hist_grow(void *array, unsigned int n, size_t size);
struct hist_field *hist_new_field(struct hist_trigger_data *data, struct hist_load *load,
				  enum hist_role role);
int hist_code_add(struct hist_code *code, const struct hist_step *step);
int hist_add_cell(struct hist_compiler *c, unsigned int words, struct trace_span at, u16 *slot);
int hist_add_set(struct hist_compiler *c, const struct hist_load *load,
		 struct hist_field *field, struct trace_span at);
int hist_finish(struct hist_compiler *c);

/* hist/compile_field.c: fields of events */
const struct hist_event_field *hist_special_field(const char *name);
int hist_resolve_field(const struct hist_compiler *c, const struct hist_event_id *of,
		       struct trace_span span, enum hist_role role,
		       struct hist_event_field *out);
int hist_load_event_field(struct hist_compiler *c, const struct hist_event_field *field,
			  enum hist_role role, struct hist_load *load);
int hist_load_resolved(struct hist_compiler *c, const struct hist_operand *named,
		       const struct hist_event_field *field, enum hist_role role,
		       struct hist_load *load);
int hist_load_field(struct hist_compiler *c, const struct hist_operand *named,
		    enum hist_role role, struct hist_load *load);
char *hist_operand_text(const struct hist_compiler *c, const struct hist_operand *named,
			const struct hist_value *value);

/* hist/compile_var.c: variables, and the histograms that have them */
int hist_new_register(struct hist_compiler *c, struct trace_span at, u16 *reg);
int hist_add_source(struct hist_compiler *c, struct hist_trigger_data *def,
		    struct trace_span at);
int hist_add_ref(struct hist_compiler *c, const struct hist_var_ref *ref, bool once,
		 struct trace_span at);
int hist_names_own_event(const struct hist_compiler *c, const struct hist_event_name *of);
int hist_find_own_var(const struct hist_compiler *c, const struct hist_operand *named);
int hist_load_var(struct hist_compiler *c, const struct hist_operand *named,
		  const struct hist_event_name *match, bool once, struct hist_load *load);
int hist_add_source_of_var(struct hist_compiler *c, const struct hist_operand *named,
			   const struct hist_event_name *match);
int hist_load_foreign(struct hist_compiler *c, const struct hist_operand *named,
		      const struct hist_var_found *found, bool once, struct hist_load *load);

/* hist/compile_expr.c: expressions */
int hist_load_expr(struct hist_compiler *c, const struct hist_expr *expr, enum hist_role role,
		   struct hist_load *load);

/* hist/compile_action.c: the actions */
int hist_compile_actions(struct hist_compiler *c);
int hist_compile_trace(struct hist_compiler *c, struct hist_draft *a);
int hist_compile_save(struct hist_compiler *c, struct hist_draft *a);

/* hist/compile_helper.c: histograms on other events */
int hist_load_helper_field(struct hist_compiler *c, const struct hist_operand *named,
			   const struct hist_event_id *event, struct hist_trigger_data *match,
			   struct hist_load *load);

#endif /* _TRACE_HIST_COMPILER_H */
