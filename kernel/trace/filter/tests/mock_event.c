// SPDX-License-Identifier: GPL-2.0
/*
 * A mock event for the tests of filters: tables, the resolver operations, and functions that
 * fill in a record.
 *
 * Depends on kernel headers only, so that user space can build it. Takes no locks.
 */
#include <linux/array_size.h>
#include <linux/bitops.h>
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/minmax.h>
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/stddef.h>
#include <linux/string.h>
#include <linux/unaligned.h>

#include "../../tests/mock_record.h"
#include "../../trace_suggest.h"
#include "../program.h"
#include "mock_event.h"

#define FIELD(name_, member, of_kind, ...)					\
	{									\
		.name = name_,							\
		.field = {							\
			.kind = FILTER_KIND_##of_kind,				\
			.offset = offsetof(struct mock_record, member),		\
			.size = sizeof_field(struct mock_record, member),	\
			__VA_ARGS__						\
		},								\
	}
#define UNSIGNED(name, member)	FIELD(name, member, NUMBER)
#define SIGNED(name, member)	FIELD(name, member, NUMBER, .is_signed = true)

/* Fields of the mock event. */
const struct mock_field mock_fields[] = {
	UNSIGNED("common_type", common_type),
	UNSIGNED("common_flags", common_flags),
	UNSIGNED("common_preempt_count", common_preempt_count),
	SIGNED("common_pid", common_pid),
	UNSIGNED("u8", num_u8),
	SIGNED("s8", num_s8),
	UNSIGNED("u16", num_u16),
	SIGNED("s16", num_s16),
	UNSIGNED("u32", num_u32),
	SIGNED("s32", num_s32),
	UNSIGNED("u64", num_u64),
	SIGNED("s64", num_s64),
	UNSIGNED("ip", ip),
	UNSIGNED("odd_u16", odd_u16),
	SIGNED("odd_s16", odd_s16),
	UNSIGNED("odd_u32", odd_u32),
	SIGNED("odd_s32", odd_s32),
	UNSIGNED("odd_u64", odd_u64),
	SIGNED("odd_s64", odd_s64),
	SIGNED("target_cpu", target_cpu),
	FIELD("a8", a8, CHARS),
	FIELD("next", next, CHARS),
	FIELD("a1", a1, CHARS),
	FIELD("dyn", dyn, DYN),
	FIELD("rel", rel, REL),
	FIELD("mask", mask, DYN_MASK),
	FIELD("rel_mask", rel_mask, REL_MASK),
	FIELD("longs", longs, OTHER),
	FIELD("ptr", ptr, POINTER),
	FIELD("pair", pair, OTHER),

	/* Fields that every event has, but that are not in the record. */
	{ "CPU", { .kind = FILTER_KIND_CPU, .is_signed = true, .size = sizeof(u32) } },
	{ "COMM", { .kind = FILTER_KIND_COMM } },
	{ "common_tgid", { .kind = FILTER_KIND_TASK, .is_signed = true, .size = sizeof(s32),
			   .offset = TRACE_TASK_TGID } },
	{ "common_uid", { .kind = FILTER_KIND_TASK, .size = sizeof(u32),
			  .offset = TRACE_TASK_UID } },
	{ "common_cgroup", { .kind = FILTER_KIND_TASK, .size = sizeof(u64),
			     .offset = TRACE_TASK_CGROUP } },
	{ "common_tcomm", { .kind = FILTER_KIND_TCOMM } },
	{ "stacktrace", { .kind = FILTER_KIND_OTHER } },
};

/* Number of fields. */
const unsigned int mock_n_fields = ARRAY_SIZE(mock_fields);

/* Two adjacent functions, one of a single byte, and one at the end of the address space. */
const struct mock_function mock_functions[] = {
	{ "alpha", { 0x81000000, 0x40 } },
	{ "beta", { 0x81000040, 0x10 } },
	{ "mod:gamma.isra.0", { 0x82000000, 1 } },
	{ "omega", { ~0xfUL, 0x10 } },
};

/* Number of functions. */
const unsigned int mock_n_functions = ARRAY_SIZE(mock_functions);

static int mock_find_field(const struct filter_resolver *resolver, const char *name,
			   struct filter_field *out)
{
	unsigned int i;

	for (i = 0; i < mock_n_fields; i++) {
		if (strcmp(mock_fields[i].name, name))
			continue;
		*out = mock_fields[i].field;
		return 0;
	}
	return -ENOENT;
}

static void mock_suggest_field(const struct filter_resolver *resolver,
			       struct trace_suggestion *suggestion)
{
	unsigned int i;

	for (i = 0; i < mock_n_fields; i++)
		trace_suggest_offer(suggestion, mock_fields[i].name);
}

static int mock_find_function(const struct filter_resolver *resolver, const char *name,
			      struct filter_function_range *out)
{
	unsigned int i;

	for (i = 0; i < mock_n_functions; i++) {
		if (strcmp(mock_functions[i].name, name))
			continue;
		*out = mock_functions[i].range;
		return 0;
	}
	return -ENOENT;
}

static int mock_function_at(const struct filter_resolver *resolver, unsigned long addr,
			    struct filter_function_range *out)
{
	unsigned int i;

	for (i = 0; i < mock_n_functions; i++) {
		*out = mock_functions[i].range;
		if (addr >= out->start && addr - out->start < out->len)
			return 0;
	}
	return -ENOENT;
}

static const char *read_cpu(const char *list, unsigned int *cpu)
{
	if (!isdigit(*list))
		return NULL;
	for (*cpu = 0; isdigit(*list); list++)
		*cpu = min(*cpu * 10 + *list - '0', 10U * MOCK_CPUS);
	return list;
}

/*
 * Parse a list of CPUs such as "0-3,8". A single blank is the empty list. A newline ends the list,
 * as it does for bitmap_parselist().
 */
static int read_cpus(const char *list, unsigned long *bits)
{
	unsigned int first, last;

	if (!strcmp(list, " "))
		return 0;
	for (;;) {
		list = read_cpu(list, &first);
		last = first;
		if (list && *list == '-')
			list = read_cpu(list + 1, &last);
		if (!list || first > last || !strchr(",\n ", *list))
			return -EINVAL;
		if (last >= MOCK_CPUS)
			return -ERANGE;
		for (; first <= last; first++)
			__set_bit(first, bits);
		if (!*list || *list++ == '\n')
			return 0;
	}
}

static int mock_parse_cpus(const struct filter_resolver *resolver, const char *list,
			   struct filter_cpus **out)
{
	struct filter_cpus *cpus;
	int ret;

	cpus = kzalloc(struct_size(cpus, bits, BITS_TO_LONGS(MOCK_CPUS)), GFP_KERNEL);
	if (!cpus)
		return -ENOMEM;
	cpus->n = MOCK_CPUS;
	ret = read_cpus(list, cpus->bits);
	if (ret) {
		kfree(cpus);
		return ret;
	}
	*out = cpus;
	return 0;
}

static const struct filter_resolver_ops mock_resolver_ops = {
	.find_field	= mock_find_field,
	.suggest_field	= mock_suggest_field,
	.find_function	= mock_find_function,
	.function_at	= mock_function_at,
	.parse_cpus	= mock_parse_cpus,
};

/* Resolver for the fields, functions and CPUs above. */
const struct filter_resolver mock_resolver = { .ops = &mock_resolver_ops };

/**
 * mock_set_numbers - Set all numbers of a record to one value
 * @record: record to change
 * @val: value, truncated to the size of each field
 */
void mock_set_numbers(struct mock_record *record, u64 val)
{
	unsigned int i;

	for (i = 0; i < mock_n_fields; i++) {
		const struct filter_field *field = &mock_fields[i].field;

		if (field->kind == FILTER_KIND_NUMBER)
			mock_store_number((void *)record + field->offset, field->size, val);
	}
}

/**
 * mock_set_dynamic - Set a dynamic field of a record
 * @record: record to change
 * @member: offset of the field's location word in the record, in bytes
 * @pos: offset of the contents in @record->data, in bytes; there must be room for @len bytes
 * @bytes: contents of the field
 * @len: length of @bytes
 *
 * The location word is relative (__rel_loc) for the members rel and rel_mask, and absolute
 * (__data_loc) for all other members.
 */
void mock_set_dynamic(struct mock_record *record, u32 member, u32 pos, const void *bytes,
		      u32 len)
{
	u32 off = offsetof(struct mock_record, data) + pos;

	if (member == offsetof(struct mock_record, rel) ||
	    member == offsetof(struct mock_record, rel_mask))
		off -= member + sizeof(off);
	memcpy(record->data + pos, bytes, len);
	put_unaligned(off | len << 16, (u32 *)((void *)record + member));
}

static void set_chars(char *dst, size_t size, const char *text)
{
	memset(dst, 0, size);
	memcpy(dst, text, min(strlen(text), size));
}

/**
 * mock_set_text - Set all strings of a record, except next
 * @record: record to change
 * @text: string, truncated to the size of the fixed fields; must outlive the use of @record,
 *	because the field ptr refers to it
 * @is_terminated: whether the dynamic strings include the NUL
 */
void mock_set_text(struct mock_record *record, const char *text, bool is_terminated)
{
	u32 len = strlen(text) + is_terminated;

	set_chars(record->a8, sizeof(record->a8), text);
	set_chars(record->next, sizeof(record->next), "NEXT");
	set_chars(record->a1, sizeof(record->a1), text);
	/* The dynamic fields are adjacent, so that a read beyond one finds the next one. */
	mock_set_dynamic(record, offsetof(struct mock_record, dyn), 0, text, len);
	mock_set_dynamic(record, offsetof(struct mock_record, rel), len, text, len);
	mock_set_dynamic(record, offsetof(struct mock_record, longs), 2 * len, "NEXT", 4);
	record->ptr = text;
}

/**
 * mock_set_masks - Set all CPU masks of a record
 * @record: record to change
 * @list: list of CPUs such as "0-3,8", or "-" for the empty list
 *
 * Return: 0, -EINVAL if @list is not a list of CPUs, or -ERANGE if a CPU is not below %MOCK_CPUS.
 */
int mock_set_masks(struct mock_record *record, const char *list)
{
	unsigned long bits[BITS_TO_LONGS(MOCK_CPUS)] = {};
	int ret = read_cpus(*list == '-' ? " " : list, bits);

	mock_set_dynamic(record, offsetof(struct mock_record, mask), 0, bits, sizeof(bits));
	/* The odd offset makes this mask unaligned. */
	mock_set_dynamic(record, offsetof(struct mock_record, rel_mask), sizeof(bits) + 1, bits,
			 sizeof(bits));
	return ret;
}
