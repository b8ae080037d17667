// SPDX-License-Identifier: GPL-2.0
/*
 * Compile a single predicate into an entry of the program.
 *
 * The kind of the field decides which operators and values are valid, and all three together
 * decide which test the entry applies. This file does not set branch targets. It depends on trace
 * events only through struct filter_resolver. It takes only the locks that the resolver takes.
 */
#include <linux/bitmap.h>
#include <linux/limits.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../limits.h"
#include "../pattern.h"
#include "predicate.h"

/**
 * struct predicate_compiler - state of the compiler of a predicate
 * @resolver: resolver of names
 * @text: text that the spans of @pred refer to
 * @pred: the predicate
 * @field: its field
 * @entry: the result
 * @diag: set to the error
 */
struct predicate_compiler {
	const struct filter_resolver *resolver;
	const char *text;
	const struct filter_predicate *pred;
	struct filter_field field;
	struct prog_entry *entry;
	struct trace_diag *diag;
};

static int filter_reject(struct predicate_compiler *c, enum filter_diag code, struct trace_span at)
{
	return filter_diag_set(c->diag, code, at);
}

/* Reject what needs a privilege. */
static int forbid(struct predicate_compiler *c, enum filter_diag code, struct trace_span at)
{
	filter_diag_set(c->diag, code, at);
	return -EACCES;
}

static bool is_equality(const struct filter_predicate *pred)
{
	return pred->operator == FILTER_EQ || pred->operator == FILTER_NE;
}

static bool is_number(const struct filter_field *field)
{
	return field->kind == FILTER_KIND_NUMBER || field->kind == FILTER_KIND_CPU ||
	       field->kind == FILTER_KIND_TASK;
}

static bool is_mask(const struct filter_field *field)
{
	return field->kind == FILTER_KIND_DYN_MASK || field->kind == FILTER_KIND_REL_MASK;
}

static u8 number_source(const struct filter_field *field)
{
	if (field->kind == FILTER_KIND_CPU)
		return FILTER_SRC_CPU;
	if (field->kind == FILTER_KIND_TASK)
		return FILTER_SRC_TASK + field->offset;
	switch (field->size) {
	case 1:
		return field->is_signed ? FILTER_SRC_S8 : FILTER_SRC_U8;
	case 2:
		return field->is_signed ? FILTER_SRC_S16 : FILTER_SRC_U16;
	case 4:
		return field->is_signed ? FILTER_SRC_S32 : FILTER_SRC_U32;
	default:
		return FILTER_SRC_U64;
	}
}

/**
 * struct domain - numbers that a field can hold
 * @min: lowest number
 * @max: highest number
 * @bits: mask of all bits of the field
 */
struct domain {
	u64 min;
	u64 max;
	u64 bits;
};

static struct domain domain_of(const struct filter_field *field)
{
	u64 bits = U64_MAX >> (64 - 8 * field->size);

	if (!field->is_signed)
		return (struct domain){ 0, bits, bits };
	return (struct domain){ ~(bits >> 1), bits >> 1, bits };
}

static void set_range(struct prog_entry *entry, u64 low, u64 high)
{
	entry->op = FILTER_OP_RANGE;
	entry->low = low;
	entry->span = high - low;
}

/* Make the test false for each number. If the entry is negated, it is true for each number. */
static void set_never(struct prog_entry *entry)
{
	entry->op = FILTER_OP_BITS;
	entry->low = 0;
}

/*
 * With ==, != and &, a number that begins with 0 (hexadecimal or octal) may be a bit pattern:
 * 0xffffffff equals -1 in an int field. With <, <=, > and >=, the number must be in the range of
 * the field, because the result would be misleading otherwise.
 */
static bool may_be_bits(const struct predicate_compiler *c)
{
	const struct filter_predicate *pred = c->pred;

	return c->text[pred->value.off] == '0' &&
	       (is_equality(pred) || pred->operator == FILTER_BIT_AND);
}

static int parse_number(struct predicate_compiler *c, const struct domain *domain, u64 *val)
{
	struct trace_span value = c->pred->value;
	bool negative = c->text[value.off] == '-';
	int ret;

	ret = trace_span_to_u64(c->text, trace_span_from(value, value.off + negative), val);
	if (ret == -EINVAL)
		return filter_reject(c, FILTER_DIAG_BAD_NUMBER, value);
	if (negative && !c->field.is_signed)
		return filter_reject(c, FILTER_DIAG_NEGATIVE, value);
	if (ret || *val > (negative ? -domain->min : may_be_bits(c) ? domain->bits : domain->max))
		return filter_reject(c, FILTER_DIAG_NUMBER_RANGE, value);

	if (negative)
		*val = -*val;
	else if (*val > domain->max)
		*val |= ~domain->bits;
	return 0;
}

static int filter_compile_number(struct predicate_compiler *c)
{
	const struct domain domain = domain_of(&c->field);
	struct prog_entry *entry = c->entry;
	u64 val;
	int ret;

	if (c->pred->operator == FILTER_GLOB)
		return filter_reject(c, FILTER_DIAG_NUMBER_OPERATOR, c->pred->operator_at);
	if (c->pred->kind == FILTER_QUOTED)
		return filter_reject(c, FILTER_DIAG_BAD_NUMBER, c->pred->value);
	ret = parse_number(c, &domain, &val);
	if (ret)
		return ret;

	entry->source = number_source(&c->field);
	switch (c->pred->operator) {
	case FILTER_LT:
		val == domain.min ? set_never(entry) : set_range(entry, domain.min, val - 1);
		break;
	case FILTER_LE:
		set_range(entry, domain.min, val);
		break;
	case FILTER_GT:
		val == domain.max ? set_never(entry) : set_range(entry, val + 1, domain.max);
		break;
	case FILTER_GE:
		set_range(entry, val, domain.max);
		break;
	case FILTER_BIT_AND:
		entry->op = FILTER_OP_BITS;
		entry->low = val;
		break;
	default:
		set_range(entry, val, val);
	}
	return 0;
}

/* Copy the value into a new string, to be freed with kfree(). */
static int dup_value(struct predicate_compiler *c, char **out)
{
	*out = trace_span_dup(c->text, c->pred->value);
	return *out ? 0 : -ENOMEM;
}

static int find_function_range(struct predicate_compiler *c, struct filter_function_range *range)
{
	const struct filter_resolver_ops *ops = c->resolver->ops;
	char *name;
	u64 addr;
	int ret;

	if (!trace_span_to_u64(c->text, c->pred->value, &addr)) {
		if (addr > ULONG_MAX)
			return -ENOENT;
		return ops->function_at(c->resolver, addr, range);
	}

	ret = dup_value(c, &name);
	if (ret)
		return ret;
	ret = ops->find_function(c->resolver, name, range);
	kfree(name);
	return ret;
}

/* Refuse before a function is looked up, or the result tells whether there is one at an address. */
static int compile_function(struct predicate_compiler *c)
{
	struct filter_function_range range;
	int ret;

	if (c->resolver->restricted)
		return forbid(c, FILTER_DIAG_FUNCTION_FORBIDDEN, c->pred->field);
	if (c->field.kind != FILTER_KIND_NUMBER || c->field.size != sizeof(long))
		return filter_reject(c, FILTER_DIAG_FUNCTION_FIELD, c->pred->field);
	if (!is_equality(c->pred))
		return filter_reject(c, FILTER_DIAG_FUNCTION_OPERATOR, c->pred->operator_at);

	ret = find_function_range(c, &range);
	if (ret == -ENOENT)
		return filter_reject(c, FILTER_DIAG_NO_FUNCTION, c->pred->value);
	if (ret)
		return ret;
	/* The address is compared as unsigned, even if the field is a signed long. */
	c->field.is_signed = false;
	c->entry->source = number_source(&c->field);
	set_range(c->entry, range.start, range.start + range.len - 1);
	return 0;
}

static int text_source(struct predicate_compiler *c, bool from_user)
{
	const struct filter_field *field = &c->field;

	if (from_user)
		return FILTER_SRC_USER_PTR_STRING;
	switch (field->kind) {
	case FILTER_KIND_CHARS:
		return FILTER_SRC_CHARS;
	case FILTER_KIND_DYN:
		return FILTER_SRC_DYN;
	case FILTER_KIND_REL:
		return FILTER_SRC_REL;
	case FILTER_KIND_POINTER:
		if (c->resolver->restricted)
			return forbid(c, FILTER_DIAG_POINTER_FORBIDDEN, c->pred->field);
		return FILTER_SRC_PTR_STRING;
	case FILTER_KIND_COMM:
		return FILTER_SRC_COMM;
	case FILTER_KIND_TCOMM:
		return FILTER_SRC_TCOMM;
	default:
		return filter_reject(c, FILTER_DIAG_FIELD_TYPE, c->pred->field);
	}
}

/* A '!' before a pattern inverts the match and is not part of the pattern. */
static int set_pattern(struct predicate_compiler *c)
{
	bool wild = c->pred->operator == FILTER_GLOB;
	struct trace_span value = c->pred->value;
	struct prog_entry *entry = c->entry;

	entry->negate_match = c->pred->operator == FILTER_NE;
	if (wild && value.len && c->text[value.off] == '!') {
		entry->negate_match = true;
		value = trace_span_from(value, value.off + 1);
	}
	entry->pattern = filter_pattern_new(c->text + value.off, value.len, wild);
	if (!entry->pattern)
		return -ENOMEM;
	entry->op = FILTER_OP_TEXT;
	return 0;
}

/* Detect a number as the value of a string field, which is most likely a mistake. */
static bool looks_like_number(const struct predicate_compiler *c)
{
	struct trace_span value = c->pred->value;
	u64 val;

	if (c->pred->kind != FILTER_WORD)
		return false;
	if (c->text[value.off] == '-')
		value = trace_span_from(value, value.off + 1);
	return trace_span_to_u64(c->text, value, &val) != -EINVAL;
}

static int compile_text(struct predicate_compiler *c, bool from_user)
{
	const struct filter_predicate *pred = c->pred;
	int source = text_source(c, from_user);

	if (source < 0)
		return source;
	if (!is_equality(pred) && pred->operator != FILTER_GLOB)
		return filter_reject(c, FILTER_DIAG_STRING_OPERATOR, pred->operator_at);
	if (looks_like_number(c))
		return filter_reject(c, FILTER_DIAG_STRING_NUMBER, pred->value);
	if (pred->value.len > FILTER_STR_MAX)
		return filter_reject(c, FILTER_DIAG_STR_TOO_LONG, pred->value);

	c->entry->source = source;
	c->entry->size = c->field.size;
	return set_pattern(c);
}

static int compile_user_text(struct predicate_compiler *c)
{
	const struct filter_field *field = &c->field;

	if (field->kind != FILTER_KIND_POINTER &&
	    !(field->kind == FILTER_KIND_NUMBER && field->size == sizeof(long)))
		return filter_reject(c, FILTER_DIAG_USTRING_FIELD, c->pred->field);
	return compile_text(c, true);
}

static int parse_cpu_list(struct predicate_compiler *c, struct filter_cpus **cpus)
{
	char *list;
	int ret;

	/* bitmap_parselist() accepts an empty list as an empty set; reject it. */
	if (!c->pred->value.len)
		return filter_reject(c, FILTER_DIAG_BAD_CPUS, c->pred->value);
	ret = dup_value(c, &list);
	if (ret)
		return ret;
	/* A newline is a blank in a filter, but the end of a list for bitmap_parselist(). */
	strreplace(list, '\n', ' ');
	ret = c->resolver->ops->parse_cpus(c->resolver, list, cpus);
	kfree(list);
	if (ret == -ERANGE)
		return filter_reject(c, FILTER_DIAG_NO_CPUS, c->pred->value);
	if (ret == -EINVAL)
		return filter_reject(c, FILTER_DIAG_BAD_CPUS, c->pred->value);
	return ret;
}

/*
 * A number is treated as a set of one CPU. It equals a list that has only this CPU, and
 * intersects (&) each list that contains this CPU.
 */
static void compile_cpu_number(struct predicate_compiler *c, struct filter_cpus *cpus)
{
	struct prog_entry *entry = c->entry;
	unsigned int first = find_first_bit(cpus->bits, cpus->n);

	entry->source = number_source(&c->field);
	if (c->pred->operator == FILTER_BIT_AND) {
		entry->op = FILTER_OP_CPU_IN;
		entry->cpus = cpus;
		return;
	}
	if (bitmap_weight(cpus->bits, cpus->n) == 1)
		set_range(entry, first, first);
	else
		set_never(entry);
	kfree(cpus);
}

static int compile_cpus(struct predicate_compiler *c)
{
	const struct filter_predicate *pred = c->pred;
	struct filter_cpus *cpus;
	int ret;

	if (!is_number(&c->field) && !is_mask(&c->field))
		return filter_reject(c, FILTER_DIAG_CPUS_FIELD, pred->field);
	if (!is_equality(pred) && pred->operator != FILTER_BIT_AND)
		return filter_reject(c, FILTER_DIAG_CPUS_OPERATOR, pred->operator_at);
	ret = parse_cpu_list(c, &cpus);
	if (ret)
		return ret;

	if (is_number(&c->field)) {
		compile_cpu_number(c, cpus);
		return 0;
	}
	c->entry->op = pred->operator == FILTER_BIT_AND ? FILTER_OP_CPUS_INTERSECT :
							  FILTER_OP_CPUS_EQUAL;
	c->entry->source = c->field.kind == FILTER_KIND_DYN_MASK ? FILTER_SRC_DYN :
								   FILTER_SRC_REL;
	c->entry->cpus = cpus;
	return 0;
}

static int reject_field(struct predicate_compiler *c)
{
	struct trace_suggestion suggestion = trace_suggestion_for(c->text, c->pred->field);

	c->resolver->ops->suggest_field(c->resolver, &suggestion);
	return trace_diag_suggest(c->diag, FILTER_DIAG_NO_FIELD, c->pred->field, "", &suggestion);
}

static int find_predicate_field(struct predicate_compiler *c)
{
	char name[FILTER_NAME_MAX + 1];
	struct trace_span span = c->pred->field;

	memcpy(name, c->text + span.off, span.len);
	name[span.len] = '\0';
	if (c->resolver->ops->find_field(c->resolver, name, &c->field))
		return reject_field(c);
	c->entry->offset = c->field.offset;
	return 0;
}

static int compile_unmodified(struct predicate_compiler *c)
{
	if (c->pred->kind == FILTER_CPUS)
		return compile_cpus(c);
	if (is_mask(&c->field))
		return filter_reject(c, FILTER_DIAG_MASK_VALUE, c->pred->value);
	if (is_number(&c->field))
		return filter_compile_number(c);
	return compile_text(c, false);
}

static int reject_modifier(struct predicate_compiler *c)
{
	struct trace_span modifier = c->pred->modifier;
	struct trace_suggestion suggestion = trace_suggestion_for(c->text, modifier);

	trace_suggest_offer(&suggestion, "ustring");
	trace_suggest_offer(&suggestion, "function");
	return trace_diag_suggest(c->diag, FILTER_DIAG_BAD_MODIFIER, modifier, ".", &suggestion);
}

static int compile_predicate(struct predicate_compiler *c)
{
	struct trace_span modifier = c->pred->modifier;
	bool from_user = trace_span_is(c->text, modifier, "ustring");
	int ret;

	ret = find_predicate_field(c);
	if (ret)
		return ret;
	if (!modifier.len)
		return compile_unmodified(c);
	if (!from_user && !trace_span_is(c->text, modifier, "function"))
		return reject_modifier(c);
	if (c->pred->kind == FILTER_CPUS)
		return filter_reject(c, FILTER_DIAG_CPUS_FIELD, c->pred->field);
	return from_user ? compile_user_text(c) : compile_function(c);
}

/**
 * filter_compile_predicate - compile a predicate into an entry
 * @entry: the entry, zeroed; to be freed with filter_entry_destroy() even on error. Its branch
 *	targets are not changed
 * @resolver: resolver of names
 * @text: text that the spans of @pred refer to
 * @pred: the predicate
 * @diag: set to the error, with its position in @text
 *
 * Context: may sleep; takes only the locks that @resolver takes.
 * Return: 0; -EINVAL with @diag set; -EACCES with @diag set if @resolver is restricted; or -ENOMEM.
 */
int filter_compile_predicate(struct prog_entry *entry, const struct filter_resolver *resolver,
			     const char *text, const struct filter_predicate *pred,
			     struct trace_diag *diag)
{
	struct predicate_compiler c = {
		.resolver = resolver,
		.text = text,
		.pred = pred,
		.entry = entry,
		.diag = diag,
	};

	return compile_predicate(&c);
}

/**
 * filter_entry_destroy - free the pattern or CPUs of an entry
 * @entry: the entry
 *
 * Context: any but NMI.
 */
void filter_entry_destroy(const struct prog_entry *entry)
{
	switch (entry->op) {
	case FILTER_OP_TEXT:
		kfree(entry->pattern);
		break;
	case FILTER_OP_CPU_IN:
	case FILTER_OP_CPUS_INTERSECT:
	case FILTER_OP_CPUS_EQUAL:
		kfree(entry->cpus);
		break;
	}
}
