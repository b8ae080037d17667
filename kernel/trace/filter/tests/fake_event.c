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

#include "../../tests/fake_number.h"
#include "../program.h"
#include "fake_event.h"

#define FIELD(name_, member, of_kind, ...)					\
	{									\
		.name = name_,							\
		.field = {							\
			.kind = FILTER_KIND_##of_kind,				\
			.offset = offsetof(struct fake_record, member),		\
			.size = sizeof_field(struct fake_record, member),	\
			__VA_ARGS__						\
		},								\
	}
#define UNSIGNED(name, member)	FIELD(name, member, NUMBER)
#define SIGNED(name, member)	FIELD(name, member, NUMBER, .is_signed = true)

/* Fields of the mock event. */
const struct fake_field fake_fields[] = {
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
	{ "stacktrace", { .kind = FILTER_KIND_OTHER } },
};

/* Number of fields. */
const unsigned int fake_n_fields = ARRAY_SIZE(fake_fields);

/* Two adjacent functions, one of a single byte, and one at the end of the address space. */
const struct fake_function fake_functions[] = {
	{ "alpha", { 0x81000000, 0x40 } },
	{ "beta", { 0x81000040, 0x10 } },
	{ "mod:gamma.isra.0", { 0x82000000, 1 } },
	{ "omega", { ~0xfUL, 0x10 } },
};

/* Number of functions. */
const unsigned int fake_n_functions = ARRAY_SIZE(fake_functions);

static int find_field(const struct filter_resolver *resolver, const char *name,
		      struct filter_field *out)
{
	unsigned int i;

	for (i = 0; i < fake_n_fields; i++) {
		if (strcmp(fake_fields[i].name, name))
			continue;
		*out = fake_fields[i].field;
		return 0;
	}
	return -ENOENT;
}

static int find_function(const struct filter_resolver *resolver, const char *name,
			 struct filter_code *out)
{
	unsigned int i;

	for (i = 0; i < fake_n_functions; i++) {
		if (strcmp(fake_functions[i].name, name))
			continue;
		*out = fake_functions[i].code;
		return 0;
	}
	return -ENOENT;
}

static int function_at(const struct filter_resolver *resolver, unsigned long addr,
		       struct filter_code *out)
{
	unsigned int i;

	for (i = 0; i < fake_n_functions; i++) {
		*out = fake_functions[i].code;
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
		*cpu = min(*cpu * 10 + *list - '0', 10U * FAKE_CPUS);
	return list;
}

/* Parse a list of CPUs such as "0-3,8". A single blank is the empty list. */
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
		if (!list || first > last || (*list && *list != ','))
			return -EINVAL;
		if (last >= FAKE_CPUS)
			return -ERANGE;
		for (; first <= last; first++)
			__set_bit(first, bits);
		if (!*list++)
			return 0;
	}
}

static int parse_cpus(const struct filter_resolver *resolver, const char *list,
		      struct filter_cpus **out)
{
	struct filter_cpus *cpus;
	int ret;

	cpus = kzalloc(struct_size(cpus, bits, BITS_TO_LONGS(FAKE_CPUS)), GFP_KERNEL);
	if (!cpus)
		return -ENOMEM;
	cpus->n = FAKE_CPUS;
	ret = read_cpus(list, cpus->bits);
	if (ret) {
		kfree(cpus);
		return ret;
	}
	*out = cpus;
	return 0;
}

static const struct filter_resolver_ops fake_resolver_ops = {
	.find_field	= find_field,
	.find_function	= find_function,
	.function_at	= function_at,
	.parse_cpus	= parse_cpus,
};

/* Resolver for the fields, functions and CPUs above. */
const struct filter_resolver fake_resolver = { .ops = &fake_resolver_ops };

/**
 * fake_set_numbers - Set all numbers of a record to one value
 * @record: record to change
 * @val: value, truncated to the size of each field
 */
void fake_set_numbers(struct fake_record *record, u64 val)
{
	unsigned int i;

	for (i = 0; i < fake_n_fields; i++) {
		const struct filter_field *field = &fake_fields[i].field;

		if (field->kind == FILTER_KIND_NUMBER)
			fake_store_number((void *)record + field->offset, field->size, val);
	}
}

/**
 * fake_set_dynamic - Set a dynamic field of a record
 * @record: record to change
 * @member: offset of the field's location word in the record, in bytes
 * @pos: offset of the contents in @record->data, in bytes; there must be room for @len bytes
 * @bytes: contents of the field
 * @len: length of @bytes
 *
 * The location word is relative (__rel_loc) for the members rel and rel_mask, and absolute
 * (__data_loc) for all other members.
 */
void fake_set_dynamic(struct fake_record *record, u32 member, u32 pos, const void *bytes,
		      u32 len)
{
	u32 off = offsetof(struct fake_record, data) + pos;

	if (member == offsetof(struct fake_record, rel) ||
	    member == offsetof(struct fake_record, rel_mask))
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
 * fake_set_text - Set all strings of a record, except next
 * @record: record to change
 * @text: string, truncated to the size of the fixed fields; must outlive the use of @record,
 *	because the field ptr refers to it
 * @is_terminated: whether the dynamic strings include the NUL
 */
void fake_set_text(struct fake_record *record, const char *text, bool is_terminated)
{
	u32 len = strlen(text) + is_terminated;

	set_chars(record->a8, sizeof(record->a8), text);
	set_chars(record->next, sizeof(record->next), "NEXT");
	set_chars(record->a1, sizeof(record->a1), text);
	/* The dynamic fields are adjacent, so that a read beyond one finds the next one. */
	fake_set_dynamic(record, offsetof(struct fake_record, dyn), 0, text, len);
	fake_set_dynamic(record, offsetof(struct fake_record, rel), len, text, len);
	fake_set_dynamic(record, offsetof(struct fake_record, longs), 2 * len, "NEXT", 4);
	record->ptr = text;
}

/**
 * fake_set_masks - Set all CPU masks of a record
 * @record: record to change
 * @list: list of CPUs such as "0-3,8", or "-" for the empty list
 *
 * Return: 0, -EINVAL if @list is not a list of CPUs, or -ERANGE if a CPU is not below %FAKE_CPUS.
 */
int fake_set_masks(struct fake_record *record, const char *list)
{
	unsigned long bits[BITS_TO_LONGS(FAKE_CPUS)] = {};
	int ret = read_cpus(*list == '-' ? " " : list, bits);

	fake_set_dynamic(record, offsetof(struct fake_record, mask), 0, bits, sizeof(bits));
	/* The odd offset makes this mask unaligned. */
	fake_set_dynamic(record, offsetof(struct fake_record, rel_mask), sizeof(bits) + 1, bits,
			 sizeof(bits));
	return ret;
}
