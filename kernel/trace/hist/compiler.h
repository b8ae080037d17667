/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Types and functions that the parts of the compiler share.  Private to hist/compile*.c.
 */
#ifndef _TRACE_HIST_COMPILER_H
#define _TRACE_HIST_COMPILER_H

#include "compile.h"
#include "data.h"

/**
 * struct hist_load - typed operand: a value and the instruction that loads it
 * @value: properties of the value; the operand owns its strings until a field takes them over
 * @step: instruction that loads the value; the user of the operand fills in its @dst
 * @words: size of a string or stack trace in words; 0 for a number
 * @ref: index in var_refs[] if the operand is an unmodified variable of another histogram;
 *	else -1
 * @own: index in &hist_compiler.own if the operand is a variable of the histogram itself;
 *	else -1
 */
struct hist_load {
	struct hist_value value;
	struct hist_step step;
	u16 words;
	s16 ref;
	s16 own;
};

/**
 * struct hist_compiler - state of a compilation
 * @spec: command to compile
 * @resolver: view of the event that the command is for
 * @data: histogram under construction
 * @diag: filled in if the command is invalid
 * @own: variables defined so far, in the order of their definitions; the fields own their
 *	strings
 * @source_at: position in the command that first needed each of the program's lookups
 * @n_regs: number of registers in use
 * @n_idx: number of variables so far, as hist_debug counts them: defined variables, fields that
 *	are passed or saved, and tracked values
 * @n_text: words of strings and stack traces that stay valid until the event is processed
 * @n_scratch: words of scratch space, which the variable stores and the actions of one event
 *	reuse one after the other
 * @uses_time: a timestamp is used
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
 * struct hist_draft - an action under construction
 * @spec: parsed action
 * @info: form for display
 * @act: form for execution
 * @match: matched histogram of onmatch; NULL if the event matches itself, and if the resolver is
 *	lenient
 * @event: event of onmatch
 */
struct hist_draft {
	const struct hist_spec_action *spec;
	struct hist_action *info;
	struct hist_act *act;
	struct hist_trigger_data *match;
	struct hist_event_id event;
};

/* hist/compile_emit.c: fields, instructions, variables of entries, the execution context */
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

/* hist/compile_var.c: variables, and lookups of the histograms that define them */
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

/* hist/compile_action.c: actions */
int hist_compile_actions(struct hist_compiler *c);
int hist_compile_trace(struct hist_compiler *c, struct hist_draft *a);
int hist_compile_save(struct hist_compiler *c, struct hist_draft *a);

/* hist/compile_helper.c: field-variable histograms on matched events */
int hist_load_helper_field(struct hist_compiler *c, const struct hist_operand *named,
			   const struct hist_event_id *event, struct hist_trigger_data *match,
			   struct hist_load *load);

#endif /* _TRACE_HIST_COMPILER_H */
