// SPDX-License-Identifier: GPL-2.0
/*
 * From a struct hist_spec to a struct hist_trigger_data.
 *
 *	names --resolve--> fields --lay out--> key and sums --emit--> program
 *
 * Pure: events are known through a struct hist_resolver only, and nothing
 * outside of the result is changed.  The result is complete and constant.
 */
#include <linux/bits.h>
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "compile.h"
#include "diag.h"

/* What a compilation works with. */
struct compiler {
	const struct hist_spec *spec;
	const struct hist_resolver *resolver;
	struct hist_trigger_data *data;
	struct trace_diag *diag;
};

/* Fields that every event has, though no record holds them. */
static const struct hist_event_field special_fields[] = {
	{ "hitcount",		"u64",			HIST_KIND_HITCOUNT,
	  .size = sizeof(u64) },
	{ "common_timestamp",	"u64",			HIST_KIND_TIMESTAMP,
	  .size = sizeof(u64) },
	{ "common_cpu",		"unsigned int",		HIST_KIND_CPU,
	  .size = sizeof(unsigned int) },
	{ "common_comm",	"char[]",		HIST_KIND_COMM },
	{ "common_stacktrace",	"unsigned long[]",	HIST_KIND_KERNEL_STACK },
};

static const struct hist_event_field *special_by_name(const char *name)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(special_fields); i++)
		if (!strcmp(special_fields[i].name, name))
			return &special_fields[i];
	return NULL;
}

static int find_field(const struct compiler *c, const char *name, struct hist_event_field *out)
{
	return c->resolver->ops->find_field(c->resolver, name, out);
}

/*
 * An event may know a special field by another name: it is the same field, and is
 * called as we do, unless that would mean another one to this event.
 */
static void canonicalize(const struct compiler *c, struct hist_event_field *field)
{
	const char *alias = field->name;
	struct hist_event_field own;
	unsigned int i;

	/* However the event declares it, this is what a trace consists of. */
	if (field->kind == HIST_KIND_STACK) {
		field->type = "unsigned long[]";
		field->is_signed = false;
	}

	for (i = 0; i < ARRAY_SIZE(special_fields); i++) {
		if (special_fields[i].kind != field->kind)
			continue;
		*field = special_fields[i];
		if (!find_field(c, field->name, &own) && own.kind != field->kind)
			field->name = alias;
		return;
	}
}

/*
 * What a name means.  The event's own fields come first: that a special field has
 * the same name is no reason to count something else.  Only the hitcount, which is
 * a word of the language where it is no key, cannot be meant otherwise there.
 *
 * Returns 0, -ENOENT or -ENOMEM, and leaves it to the caller to complain.
 */
static int resolve(const struct compiler *c, struct trace_span span, bool is_key,
		   struct hist_event_field *out)
{
	char *name __free(kfree) = trace_span_dup(c->spec->text, span);
	const struct hist_event_field *special;

	if (!name)
		return -ENOMEM;

	special = special_by_name(name);
	if ((!special || special->kind != HIST_KIND_HITCOUNT || is_key) &&
	    !find_field(c, name, out)) {
		canonicalize(c, out);
		return 0;
	}
	if (!special)
		return -ENOENT;
	*out = *special;
	return 0;
}

static int check_modifier(const struct compiler *c, const struct hist_spec_field *named,
			  const struct hist_event_field *field, bool is_key)
{
	const struct hist_mod_info *info = &hist_mod_info[named->mod];

	if (is_key && !info->for_key)
		return hist_diag_set(c->diag, HIST_DIAG_MODIFIER_FOR_VAL, named->mod_span);
	if (!is_key && !info->for_val)
		return hist_diag_set(c->diag, HIST_DIAG_MODIFIER_FOR_KEY, named->mod_span);
	if (info->kinds & BIT(field->kind)) {
		if (named->mod == HIST_MOD_EXECNAME && strcmp(field->name, "common_pid"))
			return hist_diag_set(c->diag, HIST_DIAG_EXECNAME_FIELD, named->mod_span);
		return 0;
	}
	if (named->mod == HIST_MOD_USECS)
		return hist_diag_set(c->diag, HIST_DIAG_USECS_FIELD, named->mod_span);
	return hist_diag_set(c->diag, HIST_DIAG_MODIFIER_TYPE, named->mod_span);
}

static int check_kind(const struct compiler *c, const struct hist_spec_field *named,
		      const struct hist_event_field *field, bool is_key)
{
	if (!is_key && !hist_kind_is_number(field->kind))
		return hist_diag_set(c->diag, HIST_DIAG_VAL_TYPE, named->span);
	if (is_key && field->kind == HIST_KIND_HITCOUNT)
		return hist_diag_set(c->diag, HIST_DIAG_KEY_HITCOUNT, named->span);
	if (is_key && field->kind == HIST_KIND_OTHER)
		return hist_diag_set(c->diag, HIST_DIAG_KEY_TYPE, named->span);
	return 0;
}

/* Find the field that was named, and see whether it can be what it is meant to be. */
static int look_up(const struct compiler *c, const struct hist_spec_field *named, bool is_key,
		   struct hist_event_field *from)
{
	int ret = resolve(c, named->name, is_key, from);

	if (ret == -ENOENT)
		return hist_diag_set(c->diag, HIST_DIAG_NO_FIELD, named->name);
	ret = ret ?: check_kind(c, named, from, is_key);
	return ret ?: check_modifier(c, named, from, is_key);
}

static struct hist_field *new_field(struct hist_trigger_data *data,
				    const struct hist_event_field *from)
{
	struct hist_field *field = &data->fields[data->n_fields];

	field->name = kstrdup_const(from->name, GFP_KERNEL);
	field->type = kstrdup_const(from->type, GFP_KERNEL);
	data->n_fields++;
	if (!field->name || !field->type)
		return NULL;

	field->kind = from->kind;
	field->size = from->size;
	field->is_signed = from->is_signed;
	return field;
}

/* Bytes that a key of this kind takes, so that the next one is aligned. */
static unsigned int key_storage(const struct hist_event_field *field)
{
	switch (field->kind) {
	case HIST_KIND_STRING:
		return ALIGN(field->size, sizeof(u64));
	case HIST_KIND_DYN_STRING:
	case HIST_KIND_REL_STRING:
	case HIST_KIND_PTR_STRING:
		return HIST_STR_MAX;
	case HIST_KIND_COMM:
		return TASK_COMM_LEN;
	case HIST_KIND_STACK:
	case HIST_KIND_KERNEL_STACK:
		return HIST_STACK_DEPTH * sizeof(u64);
	default:
		return sizeof(u64);
	}
}

/* The steps that load an integer, by log2 of its size, unsigned and signed. */
static const u8 load_ops[4][2] = {
	{ HIST_OP_U8,	HIST_OP_S8 },
	{ HIST_OP_U16,	HIST_OP_S16 },
	{ HIST_OP_U32,	HIST_OP_S32 },
	{ HIST_OP_U64,	HIST_OP_U64 },
};

static enum hist_op op_of(const struct hist_event_field *field)
{
	switch (field->kind) {
	case HIST_KIND_TIMESTAMP:
		return HIST_OP_TIME;
	case HIST_KIND_CPU:
		return HIST_OP_CPU;
	case HIST_KIND_STRING:
		return HIST_OP_STRING;
	case HIST_KIND_DYN_STRING:
		return HIST_OP_DYN_STRING;
	case HIST_KIND_REL_STRING:
		return HIST_OP_REL_STRING;
	case HIST_KIND_PTR_STRING:
		return HIST_OP_PTR_STRING;
	case HIST_KIND_COMM:
		return HIST_OP_COMM;
	case HIST_KIND_STACK:
		return HIST_OP_STACK;
	case HIST_KIND_KERNEL_STACK:
		return HIST_OP_KERNEL_STACK;
	default:
		return load_ops[ilog2(field->size)][field->is_signed];
	}
}

static enum hist_map_fn map_fn_of(const struct hist_trigger_data *data,
				  const struct hist_field *field)
{
	switch (field->mod) {
	case HIST_MOD_LOG2:
		return HIST_MAP_LOG2;
	case HIST_MOD_BUCKETS:
		return field->is_signed ? HIST_MAP_BUCKET_SIGNED : HIST_MAP_BUCKET;
	case HIST_MOD_USECS:
		return hist_clock_in_ns(data->program.clock) ? HIST_MAP_USECS : HIST_MAP_NONE;
	default:
		return HIST_MAP_NONE;
	}
}

static struct hist_step step_of(const struct hist_trigger_data *data,
				const struct hist_field *field,
				const struct hist_event_field *from)
{
	return (struct hist_step){
		.op = op_of(from),
		.map = map_fn_of(data, field),
		.arg = field->mod_arg,
		.src = from->offset,
		.dst = field->is_key ? field->pos / sizeof(u64) : field->pos,
		.len = from->kind == HIST_KIND_STRING ? from->size : field->size,
	};
}

static int add_key(const struct compiler *c, const struct hist_spec_field *named)
{
	struct hist_trigger_data *data = c->data;
	struct hist_program *program = &data->program;
	struct hist_event_field from;
	struct hist_field *field;
	unsigned int i, size;
	int ret;

	ret = look_up(c, named, true, &from);
	if (ret)
		return ret;

	field = new_field(data, &from);
	if (!field)
		return -ENOMEM;
	field->is_key = true;
	field->mod = from.kind == HIST_KIND_STACK ? HIST_MOD_STACKTRACE : named->mod;
	field->mod_arg = named->mod_arg;
	/* A logarithm has no sign, whatever it is of. */
	if (field->mod == HIST_MOD_LOG2)
		field->is_signed = false;
	size = key_storage(&from);
	field->size = size;
	field->pos = program->key_size;

	for (i = data->n_vals; &data->fields[i] < field; i++)
		if (hist_field_same(&data->fields[i], field))
			return hist_diag_set(c->diag, HIST_DIAG_DUPLICATE_KEY, named->span);

	/* Not field->size: rounded up, the largest array has none left in a u16. */
	if (size > HIST_KEY_MAX - program->key_size)
		return hist_diag_set(c->diag, HIST_DIAG_KEY_TOO_LONG, named->span);
	program->key_size += field->size;
	program->saves_comm |= field->mod == HIST_MOD_EXECNAME;

	program->keys[program->n_keys++] = step_of(data, field, &from);
	data->n_keys++;
	return 0;
}

static bool same_source(const struct hist_field *a, const struct hist_field *b)
{
	bool a_usecs = a->mod == HIST_MOD_USECS;
	bool b_usecs = b->mod == HIST_MOD_USECS;

	return a->kind == b->kind && a_usecs == b_usecs && !strcmp(a->name, b->name);
}

/* A value that only looks different from an earlier one has the same sum. */
static const struct hist_field *find_same_source(const struct hist_trigger_data *data,
						 const struct hist_field *field)
{
	unsigned int i;

	for (i = 0; i < data->n_vals; i++)
		if (same_source(&data->fields[i], field))
			return &data->fields[i];
	return NULL;
}

static int add_val(const struct compiler *c, const struct hist_spec_field *named)
{
	struct hist_trigger_data *data = c->data;
	const struct hist_field *same;
	struct hist_event_field from;
	struct hist_field *field;
	int ret;

	ret = look_up(c, named, false, &from);
	if (ret)
		return ret;

	/* It is there already. */
	if (from.kind == HIST_KIND_HITCOUNT && named->mod == HIST_MOD_NONE)
		return 0;

	field = new_field(data, &from);
	if (!field)
		return -ENOMEM;
	field->mod = named->mod;

	same = find_same_source(data, field);
	field->pos = same ? same->pos : data->n_sums++;
	data->n_vals++;
	if (!same)
		data->program.vals[data->program.n_vals++] = step_of(data, field, &from);
	return 0;
}

static int add_hitcount(const struct compiler *c)
{
	struct hist_field *field = new_field(c->data, special_by_name("hitcount"));

	if (!field)
		return -ENOMEM;
	c->data->n_vals = 1;
	c->data->n_sums = 1;
	return 0;
}

static int add_vals(const struct compiler *c)
{
	unsigned int i;
	int ret;

	ret = add_hitcount(c);
	for (i = 0; !ret && i < c->spec->n_vals; i++)
		ret = add_val(c, &c->spec->vals[i]);
	if (ret)
		return ret;

	c->data->nohitcount = c->spec->nohitcount;
	if (c->data->nohitcount && c->data->n_vals == 1)
		return hist_diag_set(c->diag, HIST_DIAG_NOHITCOUNT_ALONE, c->spec->nohitcount_at);
	return 0;
}

static int add_keys(const struct compiler *c)
{
	struct hist_program *program = &c->data->program;
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < c->spec->n_keys; i++)
		ret = add_key(c, &c->spec->keys[i]);

	program->wide = program->key_size + (program->saves_comm ? TASK_COMM_LEN : 0) >
			HIST_NARROW_KEY_MAX;
	return ret;
}

static int add_sort(const struct compiler *c, const struct hist_spec_sort *named)
{
	struct hist_trigger_data *data = c->data;
	const struct hist_spec_field *want = &named->field;
	struct hist_event_field from;
	unsigned int i;
	int ret;

	ret = resolve(c, want->name, false, &from);
	if (ret && ret != -ENOENT)
		return ret;

	for (i = 0; !ret && i < data->n_fields; i++) {
		const struct hist_field *field = &data->fields[i];

		if (field->kind != from.kind || strcmp(field->name, from.name))
			continue;
		if (want->mod != HIST_MOD_NONE &&
		    (want->mod != field->mod || want->mod_arg != field->mod_arg))
			continue;

		data->sorts[data->n_sorts++] = (struct hist_sort){
			.field = i,
			.descending = named->descending,
		};
		return 0;
	}
	return hist_diag_set(c->diag, HIST_DIAG_NO_SORT_FIELD, want->name);
}

static int add_sorts(const struct compiler *c)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < c->spec->n_sorts; i++)
		ret = add_sort(c, &c->spec->sorts[i]);

	/* By hitcount, which is field 0, unless the user wants it otherwise. */
	if (!c->data->n_sorts)
		c->data->n_sorts = 1;
	return ret;
}

static int choose_clock(const struct compiler *c)
{
	enum hist_clock clock = HIST_CLOCK_DEFAULT;

	if (c->spec->clock.len) {
		clock = hist_clock_find(c->spec->text, c->spec->clock);
		if (clock == HIST_CLOCK_NONE)
			return hist_diag_set(c->diag, HIST_DIAG_BAD_CLOCK, c->spec->clock);
		c->data->clock_given = true;
	}
	c->data->program.clock = clock;
	return 0;
}

/* A histogram without timestamps has no clock to read. */
static void drop_unused_clock(struct hist_trigger_data *data)
{
	unsigned int i;

	for (i = 0; i < data->n_fields; i++)
		if (data->fields[i].kind == HIST_KIND_TIMESTAMP)
			return;
	data->program.clock = HIST_CLOCK_NONE;
}

static int compile(const struct compiler *c)
{
	struct hist_trigger_data *data = c->data;
	int ret;

	data->size = c->spec->size;
	if (c->spec->name.len) {
		data->name = trace_span_dup(c->spec->text, c->spec->name);
		if (!data->name)
			return -ENOMEM;
	}

	ret = choose_clock(c);
	ret = ret ?: add_vals(c);
	ret = ret ?: add_keys(c);
	ret = ret ?: add_sorts(c);
	drop_unused_clock(data);
	return ret;
}

/**
 * hist_compile - compile a histogram
 * @spec: what the user wrote
 * @resolver: the event it is for
 * @diag: tells what is wrong, with the place in the spec's text
 *
 * Context: may sleep; what @resolver needs.
 * Return: the histogram, without a map and with one reference, to be given to
 * hist_data_put(); or -EINVAL with @diag filled in, or -ENOMEM, as an ERR_PTR.
 */
struct hist_trigger_data *hist_compile(const struct hist_spec *spec,
				       const struct hist_resolver *resolver,
				       struct trace_diag *diag)
{
	struct compiler c = { .spec = spec, .resolver = resolver, .diag = diag };
	int ret;

	c.data = kzalloc(sizeof(*c.data), GFP_KERNEL);
	if (!c.data)
		return ERR_PTR(-ENOMEM);
	kref_init(&c.data->ref);

	ret = compile(&c);
	if (ret) {
		hist_data_put(c.data);
		return ERR_PTR(ret);
	}
	return c.data;
}
