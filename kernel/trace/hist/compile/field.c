// SPDX-License-Identifier: GPL-2.0
/*
 * Fields of events: resolve them, check their types and modifiers, and choose the instruction that
 * loads them.
 *
 * Part of the compiler, see compile.c.
 */
#include <linux/align.h>
#include <linux/bits.h>
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/minmax.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../../trace_task.h"
#include "../diag.h"
#include "compiler.h"

/* Built-in fields: every event has them, although no record holds them. */
static const struct hist_event_field builtin_fields[] = {
	{ "hitcount",		"u64",			HIST_KIND_HITCOUNT,
	  .size = sizeof(u64) },
	{ "common_timestamp",	"u64",			HIST_KIND_TIMESTAMP,
	  .size = sizeof(u64) },
	{ "common_cpu",		"unsigned int",		HIST_KIND_CPU,
	  .size = sizeof(unsigned int) },
	{ "common_comm",	"char[]",		HIST_KIND_COMM },
	{ "common_stacktrace",	"unsigned long[]",	HIST_KIND_KERNEL_STACK },
#ifdef CONFIG_HIST_USER_STACKS
	{ "common_ustacktrace",	"unsigned long[]",	HIST_KIND_USER_STACK },
#endif
};

static enum hist_kind kind_of_task_field(const struct trace_task_field *field)
{
	switch (field->id) {
	case TRACE_TASK_TCOMM:
		return HIST_KIND_TCOMM;
	case TRACE_TASK_CGROUP:
		return HIST_KIND_CGROUP;
	default:
		return HIST_KIND_TASK;
	}
}

static int find_task_field(const char *name, struct hist_event_field *out)
{
	const struct trace_task_field *field = trace_task_find_field(name);

	if (!field)
		return -ENOENT;
	*out = (struct hist_event_field){
		.name = field->name,
		.type = field->type,
		.kind = kind_of_task_field(field),
		.offset = field->id,
		.size = field->size,
		.is_signed = field->is_signed,
	};
	return 0;
}

/**
 * hist_builtin_field - look up a built-in field
 * @name: name of the field
 * @out: filled in with the field
 *
 * Return: 0, or -ENOENT if no built-in field has that name.
 */
int hist_builtin_field(const char *name, struct hist_event_field *out)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(builtin_fields); i++) {
		if (strcmp(builtin_fields[i].name, name))
			continue;
		*out = builtin_fields[i];
		return 0;
	}
	return find_task_field(name, out);
}

static int hist_compile_find_field(const struct hist_compiler *c, const struct hist_event_name *of,
				   const char *name, struct hist_event_field *out)
{
	const struct hist_resolver_ops *ops = c->resolver->ops;

	return of ? ops->find_event_field(c->resolver, of, name, out) :
		    ops->find_field(c->resolver, name, out);
}

/*
 * Replace a field of the event that has the kind of a built-in field by the built-in field, which
 * can have another name. Keep the event's name if the built-in name is that of another field of
 * the event.
 */
static void canonicalize(const struct hist_compiler *c, const struct hist_event_name *of,
			 struct hist_event_field *field)
{
	const char *alias = field->name;
	struct hist_event_field own;
	unsigned int i;

	/* Events declare stack traces with various types, but all consist of unsigned longs. */
	if (field->kind == HIST_KIND_STACK) {
		field->type = "unsigned long[]";
		field->is_signed = false;
	}

	for (i = 0; i < ARRAY_SIZE(builtin_fields); i++) {
		if (builtin_fields[i].kind != field->kind)
			continue;
		*field = builtin_fields[i];
		if (!hist_compile_find_field(c, of, field->name, &own) && own.kind != field->kind)
			field->name = alias;
		return;
	}
}

/**
 * hist_resolve_field - find the field with a name
 * @c: compilation
 * @of: event of the field; NULL for the histogram's own event
 * @span: name in the command
 * @role: intended role of the field
 * @out: filled in with the field
 *
 * Fields of the event take precedence over built-in fields of the same name.  The exception is
 * "hitcount" as a value, which always means the number of events.
 *
 * Context: may sleep.
 * Return: 0, -ENOENT without a diagnostic if the field does not exist, or -ENOMEM.
 */
int hist_resolve_field(const struct hist_compiler *c, const struct hist_event_name *of,
		       struct trace_span span, enum hist_role role,
		       struct hist_event_field *out)
{
	char *name __free(kfree) = trace_span_dup(c->spec->text, span);
	struct hist_event_field special;
	int ret;

	if (!name)
		return -ENOMEM;

	ret = hist_builtin_field(name, &special);
	if ((ret || special.kind != HIST_KIND_HITCOUNT || role != HIST_ROLE_VAL) &&
	    !hist_compile_find_field(c, of, name, out))
		canonicalize(c, of, out);
	else if (!ret)
		*out = special;
	else
		return ret;
	out->is_interrupted = out->kind == HIST_KIND_KERNEL_STACK &&
			      c->resolver->ops->is_sample(c->resolver, of);
	return 0;
}

/**
 * hist_reject_field - reject the name of a field that does not exist, and suggest another name
 * @c: compilation
 * @of: event that was searched; NULL for the histogram's own event
 * @named: reference to the field in the command; if it names no event, fields of the histogram's
 *	own event are suggested, too
 *
 * Context: may sleep.
 * Return: always -EINVAL, with the diagnostic filled in.
 */
int hist_reject_field(const struct hist_compiler *c, const struct hist_event_name *of,
		      const struct hist_operand *named)
{
	struct trace_suggestion suggestion = trace_suggestion_for(c->spec->text, named->name);
	const struct hist_resolver_ops *ops = c->resolver->ops;
	unsigned int i;

	if (of)
		ops->suggest_field(c->resolver, of, &suggestion);
	if (!of || !named->event.system.len)
		ops->suggest_field(c->resolver, NULL, &suggestion);
	for (i = 0; i < ARRAY_SIZE(builtin_fields); i++)
		trace_suggest_offer(&suggestion, builtin_fields[i].name);
	trace_task_suggest_fields(&suggestion);
	return hist_diag_suggest(c->diag, HIST_DIAG_NO_FIELD, named->name, "", &suggestion);
}

static int check_kind(const struct hist_compiler *c, const struct hist_operand *named,
		      const struct hist_event_field *field, enum hist_role role)
{
	enum hist_diag code = HIST_DIAG_NONE;

	if (role == HIST_ROLE_VAL && !hist_kind_is_number(field->kind))
		code = HIST_DIAG_VAL_TYPE;
	else if (role == HIST_ROLE_KEY && field->kind == HIST_KIND_HITCOUNT)
		code = HIST_DIAG_KEY_HITCOUNT;
	else if (role == HIST_ROLE_KEY && field->kind == HIST_KIND_OTHER)
		code = HIST_DIAG_KEY_TYPE;
	else if (role == HIST_ROLE_VAR && field->kind == HIST_KIND_HITCOUNT)
		code = HIST_DIAG_HITCOUNT_OPERAND;
	else if (role == HIST_ROLE_VAR && field->kind == HIST_KIND_OTHER)
		code = HIST_DIAG_VAR_TYPE;

	return code ? hist_diag_set(c->diag, code, named->span) : 0;
}

/* Error code for a modifier that does not fit the type of the field. */
static enum hist_diag wrong_type(enum hist_mod mod)
{
	switch (mod) {
	case HIST_MOD_USECS:
		return HIST_DIAG_USECS_FIELD;
	case HIST_MOD_DEPTH:
		return HIST_DIAG_DEPTH_FIELD;
	case HIST_MOD_BUILD:
		return HIST_DIAG_BUILD_FIELD;
	default:
		return HIST_DIAG_MODIFIER_TYPE;
	}
}

static int check_modifier(const struct hist_compiler *c, const struct hist_operand *named,
			  const struct hist_event_field *field, enum hist_role role)
{
	const struct hist_mod_info *info = &hist_mod_info[named->mod];
	enum hist_diag code = HIST_DIAG_NONE;

	if (role == HIST_ROLE_KEY && !info->for_key)
		code = HIST_DIAG_MODIFIER_FOR_VAL;
	else if (role == HIST_ROLE_VAL && !info->for_val)
		code = HIST_DIAG_MODIFIER_FOR_KEY;
	else if (role == HIST_ROLE_VAR && !info->for_var)
		code = HIST_DIAG_MODIFIER_FOR_VAR;
	else if (!(info->kinds & BIT(field->kind)))
		code = wrong_type(named->mod);
	else if (named->mod == HIST_MOD_EXECNAME && strcmp(field->name, "common_pid"))
		code = HIST_DIAG_EXECNAME_FIELD;

	return code ? hist_diag_set(c->diag, code, named->mod_span) : 0;
}

/* Instructions that load an integer, indexed by log2 of its size and by its signedness. */
static const u8 load_ops[4][2] = {
	{ HIST_OP_U8,	HIST_OP_S8 },
	{ HIST_OP_U16,	HIST_OP_S16 },
	{ HIST_OP_U32,	HIST_OP_S32 },
	{ HIST_OP_U64,	HIST_OP_U64 },
};

static void set_bytes(struct hist_typed_operand *operand, enum hist_op op, unsigned int len,
		      unsigned int room)
{
	operand->insn.op = op;
	operand->insn.len = len;
	operand->words = ALIGN(room, sizeof(u64)) / sizeof(u64);
}

/* In a key, a string has a fixed size. As a variable or an argument, it also ends with a NUL. */
static void set_string(struct hist_typed_operand *operand, unsigned int size, bool is_key)
{
	unsigned int len = min(size, HIST_STR_MAX - 1);

	if (is_key)
		set_bytes(operand, HIST_OP_STRING, size, size);
	else
		set_bytes(operand, HIST_OP_STRING_NUL, len, len + 1);
}

/*
 * In a key, a stack trace is %HIST_STACK_DEPTH addresses of 64 bits.  As a variable or an
 * argument, it is as many unsigned longs, of which the first one is the number of addresses.
 */
static void set_stack(struct hist_typed_operand *operand, enum hist_op op, bool is_key)
{
	set_bytes(operand, op, 0, HIST_STACK_DEPTH * (is_key ? sizeof(u64) : sizeof(long)));
}

/* The kernel stack trace of a sample begins at the instruction that the sample has interrupted. */
static enum hist_op kernel_stack_op(const struct hist_event_field *field, bool is_key)
{
	if (field->is_interrupted)
		return is_key ? HIST_OP_INTERRUPTED_STACK : HIST_OP_INTERRUPTED_STACK_WITH_LEN;
	return is_key ? HIST_OP_KERNEL_STACK : HIST_OP_KERNEL_STACK_WITH_LEN;
}

static void set_insn(struct hist_typed_operand *operand, const struct hist_event_field *field,
		     bool is_key)
{
	operand->insn.src = field->offset;

	switch (field->kind) {
	case HIST_KIND_TIMESTAMP:
		operand->insn.op = HIST_OP_TIME;
		break;
	case HIST_KIND_CPU:
		operand->insn.op = HIST_OP_CPU;
		break;
	case HIST_KIND_TASK:
	case HIST_KIND_CGROUP:
		operand->insn.op = HIST_OP_TASK + field->offset;
		break;
	case HIST_KIND_STRING:
		set_string(operand, field->size, is_key);
		break;
	case HIST_KIND_DYN_STRING:
		set_bytes(operand, HIST_OP_DYN_STRING, HIST_STR_MAX, HIST_STR_MAX);
		break;
	case HIST_KIND_REL_STRING:
		set_bytes(operand, HIST_OP_REL_STRING, HIST_STR_MAX, HIST_STR_MAX);
		break;
	case HIST_KIND_PTR_STRING:
		/* A variable stores the address, not the string. */
		if (is_key)
			set_bytes(operand, HIST_OP_PTR_STRING, HIST_STR_MAX, HIST_STR_MAX);
		else
			operand->insn.op = load_ops[ilog2(field->size)][false];
		break;
	case HIST_KIND_COMM:
		set_bytes(operand, HIST_OP_COMM, TASK_COMM_LEN, TASK_COMM_LEN);
		break;
	case HIST_KIND_TCOMM:
		set_bytes(operand, HIST_OP_TCOMM, TASK_COMM_LEN, TASK_COMM_LEN);
		break;
	case HIST_KIND_STACK:
		set_stack(operand, is_key ? HIST_OP_STACK : HIST_OP_STACK_WITH_LEN, is_key);
		break;
	case HIST_KIND_KERNEL_STACK:
		set_stack(operand, kernel_stack_op(field, is_key), is_key);
		break;
	case HIST_KIND_NUMBER:
		operand->insn.op = load_ops[ilog2(field->size)][field->is_signed];
		break;
	default:
		break;
	}
}

/**
 * hist_compile_event_field - create an operand from a resolved field
 * @c: compilation
 * @field: resolved field
 * @role: intended role of the field
 * @operand: operand to fill in; the caller owns its strings, also after an error
 *
 * Context: may sleep.
 * Return: 0 or -ENOMEM.
 */
int hist_compile_event_field(struct hist_compiler *c, const struct hist_event_field *field,
			     enum hist_role role, struct hist_typed_operand *operand)
{
	struct hist_value *value = &operand->value;

	*operand = (struct hist_typed_operand){ .ref = -1, .own_var = -1 };
	value->kind = field->kind;
	value->size = field->size;
	value->is_signed = field->is_signed;
	value->is_field = !hist_kind_is_builtin(field->kind);
	set_insn(operand, field, role == HIST_ROLE_KEY);
	if (field->kind == HIST_KIND_TIMESTAMP) {
		value->unit = HIST_UNIT_CLOCK;
		value->clock = c->data->program.clock;
		c->uses_time = true;
	}

	value->name = kstrdup_const(field->name, GFP_KERNEL);
	value->type = kstrdup_const(field->type, GFP_KERNEL);
	return value->name && value->type ? 0 : -ENOMEM;
}

static void apply_modifier(const struct hist_compiler *c, struct hist_typed_operand *operand,
			   const struct hist_operand *named)
{
	hist_apply_modifier(operand, named->mod, named->mod_arg, &named->linear);
	if (named->mod != HIST_MOD_USECS)
		return;
	operand->value.unit = HIST_UNIT_USECS;
	if (hist_clock_in_ns(c->data->program.clock))
		operand->insn.op = HIST_OP_TIME_USECS;
}

/**
 * hist_compile_resolved_field - create an operand from a resolved field and its modifier
 * @c: compilation
 * @named: reference to the field in the command
 * @field: resolved field
 * @role: intended role of the field
 * @operand: operand to fill in; the caller owns its strings, also after an error
 *
 * Context: may sleep.
 * Return: 0, -EINVAL with the diagnostic filled in, or -ENOMEM.
 */
int hist_compile_resolved_field(struct hist_compiler *c, const struct hist_operand *named,
				const struct hist_event_field *field, enum hist_role role,
				struct hist_typed_operand *operand)
{
	int ret;

	*operand = (struct hist_typed_operand){ .ref = -1, .own_var = -1 };
	ret = check_kind(c, named, field, role);
	ret = ret ?: check_modifier(c, named, field, role);
	ret = ret ?: hist_compile_event_field(c, field, role, operand);
	if (ret)
		return ret;
	apply_modifier(c, operand, named);
	return hist_must_intern(&operand->value) ? hist_intern_stack(c, named->span, operand) : 0;
}

/**
 * hist_compile_field - create an operand from a reference to a field of the histogram's event
 * @c: compilation
 * @named: reference to the field in the command
 * @role: intended role of the field
 * @operand: operand to fill in; the caller owns its strings, also after an error
 *
 * Context: may sleep.
 * Return: 0, -EINVAL with the diagnostic filled in, or -ENOMEM.
 */
int hist_compile_field(struct hist_compiler *c, const struct hist_operand *named,
		       enum hist_role role, struct hist_typed_operand *operand)
{
	int own = named->event.system.len ? hist_names_own_event(c, &named->event) : 1;
	struct hist_event_field field;
	int ret;

	*operand = (struct hist_typed_operand){};
	if (own < 0)
		return own;
	if (!own)
		return hist_diag_set(c->diag, HIST_DIAG_FOREIGN_FIELD, named->span);
	ret = hist_resolve_field(c, NULL, named->name, role, &field);
	if (ret == -ENOENT)
		return hist_reject_field(c, NULL, named);
	return ret ?: hist_compile_resolved_field(c, named, &field, role, operand);
}

/**
 * hist_operand_text - format a reference to a field or variable, as the trigger file shows it
 * @c: compilation
 * @named: reference in the command
 * @value: properties of a field; not used for a variable
 *
 * Context: may sleep.
 * Return: the text, to be freed with kfree(), or NULL if there is no memory.
 */
char *hist_operand_text(const struct hist_compiler *c, const struct hist_operand *named,
			const struct hist_value *value)
{
	const char *text = c->spec->text;
	char mod[HIST_MOD_TEXT_SIZE] = "";

	if (!named->is_var)
		hist_mod_text(value->mod, value->mod_arg, &value->linear, mod);
	return kasprintf(GFP_KERNEL, "%.*s%s%.*s%s%s%.*s%s",
			 named->event.system.len, text + named->event.system.off,
			 named->event.system.len ? "." : "",
			 named->event.event.len, text + named->event.event.off,
			 named->event.event.len ? "." : "", named->is_var ? "$" : "",
			 named->is_var ? named->name.len : (int)strlen(value->name),
			 named->is_var ? text + named->name.off : value->name, mod);
}
