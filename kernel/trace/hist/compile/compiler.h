/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Types and functions that the parts of the compiler share.  Private to hist/compile/.
 */
#ifndef _TRACE_HIST_COMPILE_COMPILER_H
#define _TRACE_HIST_COMPILE_COMPILER_H

#include "../program/hist_data.h"
#include "compile.h"

/**
 * struct hist_typed_operand - typed operand: a value and the instruction that loads it
 * @value: properties of the value; the operand owns its strings until a field takes them over
 * @insn: instruction that loads the value; the user of the operand fills in its @dst
 * @words: size of a string or stack trace in words; 0 for a number
 * @ref: index in var_refs[] if the operand is an unmodified variable of another histogram;
 *	else -1
 * @own_var: index in &hist_compiler.own_vars if the operand is a variable of the histogram itself;
 *	else -1
 */
struct hist_typed_operand {
	struct hist_value value;
	struct hist_insn insn;
	u16 words;
	s16 ref;
	s16 own_var;
};

/**
 * enum hist_stage - when an event computes a variable
 * @HIST_STAGE_PRE_LOOKUP: before any lookup: an explicit key of a lookup depends on the variable
 * @HIST_STAGE_PRE_KEY: before the key: the key depends on the variable
 * @HIST_STAGE_POST_LOOKUP: after all lookups
 */
enum hist_stage {
	HIST_STAGE_PRE_LOOKUP,
	HIST_STAGE_PRE_KEY,
	HIST_STAGE_POST_LOOKUP,
};

/**
 * struct hist_var_plan - how a variable of the command is compiled
 * @stage: when an event computes the variable
 * @state: progress of the search for cycles
 * @is_compiled: the variable is compiled
 * @own_var: index in &hist_compiler.own_vars, if it is compiled
 */
struct hist_var_plan {
	enum hist_stage stage;
	enum { HIST_VAR_UNSEEN, HIST_VAR_OPEN, HIST_VAR_ORDERED } state;
	bool is_compiled;
	u8 own_var;
};

/**
 * struct hist_compiler - state of a compilation
 * @spec: command to compile
 * @resolver: view of the event that the command is for
 * @data: histogram under construction
 * @diag: filled in if the command is invalid
 * @section: program section for the instructions of the expression that is being compiled
 * @user: index in the command of the variable that is being compiled; for a key, a value or an
 *	action, the number of variables
 * @var_plan: when each variable of @spec is compiled
 * @own_vars: variables compiled so far, in the order of compilation; the fields own their strings
 * @lookup_at: position in the command that first needed each of the program's lookups
 * @n_regs: number of registers in use
 * @n_var_idx: next var.idx for hist_debug, which numbers all variables together: defined variables,
 *	fields that are passed or saved, and tracked values
 * @n_bytes_words: words of strings and stack traces that are valid for the whole execution of the
 *	program
 * @n_scratch_words: words of scratch space, which each variable store and each action of one event
 *	overwrites
 * @uses_time: a timestamp is used
 */
struct hist_compiler {
	const struct hist_spec *spec;
	const struct hist_resolver *resolver;
	struct hist_trigger_data *data;
	struct trace_diag *diag;
	struct hist_section *section;
	unsigned int user;
	struct hist_var_plan var_plan[HIST_VARS_MAX];
	struct hist_typed_operand own_vars[HIST_VARS_MAX];
	struct trace_span lookup_at[HIST_LOOKUPS_MAX];
	unsigned int n_regs;
	unsigned int n_var_idx;
	unsigned int n_bytes_words;
	unsigned int n_scratch_words;
	bool uses_time;
};

/**
 * struct hist_action_builder - an action under construction
 * @spec: parsed action
 * @info: form for display
 * @act: form for execution
 * @match: matched histogram of onmatch; NULL if onmatch names the histogram's own event, or if
 *	the resolver skips lookups
 * @event: event of onmatch
 */
struct hist_action_builder {
	const struct hist_spec_action *spec;
	struct hist_action *info;
	struct hist_action_insn *act;
	struct hist_trigger_data *match;
	struct hist_event_name event;
};

/* emit.c: fields, instructions, variables of entries */
void *hist_reserve_one(void *array, unsigned int n, size_t size);
struct hist_field *hist_new_field(struct hist_trigger_data *data,
				  struct hist_typed_operand *operand, enum hist_role role);
int hist_section_add(struct hist_section *section, const struct hist_insn *insn);
void hist_set_linear_args(struct hist_trigger_data *data);
int hist_reserve_cell(struct hist_compiler *c, unsigned int words, struct trace_span at, u16 *slot);
int hist_add_var_store(struct hist_compiler *c, const struct hist_typed_operand *operand,
		       struct hist_field *field, struct trace_span at);

/* finalize.c: execution context and execution variant */
int hist_finalize(struct hist_compiler *c);

/* field.c: fields of events */
int hist_builtin_field(const char *name, struct hist_event_field *out);
int hist_reject_field(const struct hist_compiler *c, const struct hist_event_name *of,
		      const struct hist_operand *named);
int hist_resolve_field(const struct hist_compiler *c, const struct hist_event_name *of,
		       struct trace_span span, enum hist_role role,
		       struct hist_event_field *out);
int hist_compile_event_field(struct hist_compiler *c, const struct hist_event_field *field,
			     enum hist_role role, struct hist_typed_operand *operand);
int hist_compile_resolved_field(struct hist_compiler *c, const struct hist_operand *named,
				const struct hist_event_field *field, enum hist_role role,
				struct hist_typed_operand *operand);
int hist_compile_field(struct hist_compiler *c, const struct hist_operand *named,
		       enum hist_role role, struct hist_typed_operand *operand);
char *hist_operand_text(const struct hist_compiler *c, const struct hist_operand *named,
			const struct hist_value *value);

/* lookup.c: lookups, variable loads, registers, references */
int hist_new_register(struct hist_compiler *c, struct trace_span at, u16 *reg);
int hist_add_lookup(struct hist_compiler *c, struct hist_trigger_data *defining_hist,
		    struct trace_span at);
int hist_find_keyed_lookup(const struct hist_compiler *c,
			   const struct hist_trigger_data *defining_hist, const char *key_text);
int hist_add_keyed_lookup(struct hist_compiler *c, const struct hist_lookup *lookup,
			  struct trace_span at);
int hist_add_ref(struct hist_compiler *c, const struct hist_var_ref *ref, bool once,
		 struct trace_span at);

/* order.c: order and stages of variables */
int hist_plan_vars(struct hist_compiler *c, u8 *order);

/* keyed.c: explicit keys of lookups */
int hist_compile_keyed_var(struct hist_compiler *c, const struct hist_expr *expr,
			   const struct hist_expr_node *node, bool once,
			   struct hist_typed_operand *operand);

/* var.c: names of variables, and their loads */
int hist_names_own_event(const struct hist_compiler *c, const struct hist_event_spans *of);
void hist_suggest_own_var(const struct hist_compiler *c, struct trace_suggestion *suggestion);
int hist_compile_find_var(const struct hist_compiler *c, const struct hist_operand *named,
			  const struct hist_event_spans *match,
			  struct hist_var_definition *definition);
int hist_find_defined_var(const struct hist_compiler *c, const struct hist_operand *named);
int hist_find_dependency(const struct hist_compiler *c, const struct hist_operand *named,
			 unsigned int user);
int hist_find_own_var(const struct hist_compiler *c, const struct hist_operand *named);
int hist_compile_unknown_var(const struct hist_compiler *c, const struct hist_operand *named,
			     const char *key_text, struct hist_typed_operand *operand);
int hist_report_missing_var(const struct hist_compiler *c, const struct hist_operand *named,
			    int err);
int hist_compile_var(struct hist_compiler *c, const struct hist_operand *named,
		     const struct hist_event_spans *match, bool once,
		     struct hist_typed_operand *operand);
int hist_add_lookup_of_var(struct hist_compiler *c, const struct hist_operand *named,
			   const struct hist_event_spans *match);
int hist_compile_var_load(struct hist_compiler *c, const struct hist_operand *named,
			  const struct hist_var_definition *definition, unsigned int lookup,
			  bool once, struct hist_typed_operand *operand);

/* expr.c: expressions */
int hist_compile_expr(struct hist_compiler *c, const struct hist_expr *expr, enum hist_role role,
		      struct hist_typed_operand *operand);

/* stacks.c: interned stack traces */
bool hist_must_intern(const struct hist_value *value);
int hist_intern_stack(struct hist_compiler *c, struct trace_span at,
		      struct hist_typed_operand *operand);
int hist_import_stack(struct hist_compiler *c, struct hist_trigger_data *defining_hist,
		      struct trace_span at, struct hist_value *value);
void hist_lay_out_stacks(struct hist_compiler *c);

/* suffix.c: modifiers of whole keys and values */
void hist_apply_modifier(struct hist_typed_operand *operand, enum hist_mod mod, u64 arg,
			 const struct hist_linear *linear);
int hist_apply_suffix(struct hist_compiler *c, const struct hist_suffix *suffix,
		      enum hist_role role, struct hist_typed_operand *operand);

/* stat.c: aggregates of values */
bool hist_values_have_same_origin(const struct hist_value *a, const struct hist_value *b);
int hist_add_stat(struct hist_compiler *c, struct hist_field *field, const struct hist_insn *insn);
int hist_check_pool(struct hist_compiler *c);
void hist_lay_out_stats(struct hist_trigger_data *data);

/* action.c: handlers and actions */
int hist_compile_actions(struct hist_compiler *c);

/* param.c: parameters of actions */
int hist_append_text(char **text, const char *more, const char *between);
int hist_add_param_text(struct hist_compiler *c, struct hist_action_builder *a,
			const struct hist_operand *named, const struct hist_value *value);
int hist_add_own_ref(struct hist_compiler *c, const char *name, const struct hist_value *value,
		     unsigned int idx, bool is_signed, struct trace_span at);
int hist_add_var_ref(struct hist_compiler *c, unsigned int own, struct trace_span at);
int hist_add_field_var(struct hist_field_var **vars, unsigned int *n,
		       const struct hist_field_var *var);
int hist_check_param_modifier(const struct hist_compiler *c, const struct hist_operand *named);
int hist_load_param_field(struct hist_compiler *c, const struct hist_operand *named,
			  struct hist_typed_operand *operand);
void hist_read_string_at_ptr(struct hist_typed_operand *operand);

/* trace_action.c, save_action.c */
int hist_compile_trace(struct hist_compiler *c, struct hist_action_builder *a);
int hist_compile_save(struct hist_compiler *c, struct hist_action_builder *a);

/* field_var_hist.c: field-variable histograms on matched events */
int hist_compile_matched_field(struct hist_compiler *c, const struct hist_operand *named,
			       const struct hist_event_name *event, struct hist_trigger_data *match,
			       struct hist_typed_operand *operand);

#endif /* _TRACE_HIST_COMPILE_COMPILER_H */
