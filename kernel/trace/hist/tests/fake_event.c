// SPDX-License-Identifier: GPL-2.0
/*
 * Mock events for the tests of the histogram core: tables of fields, the resolver operations
 * that the compiler calls, and functions that fill in a record.
 *
 * Depends on kernel headers only, so that user space can build it. Takes no locks.
 */
#include <linux/array_size.h>
#include <linux/container_of.h>
#include <linux/errno.h>
#include <linux/limits.h>
#include <linux/stddef.h>
#include <linux/string.h>

#include "../../tests/fake_number.h"
#include "../data.h"
#include "../same.h"
#include "fake_event.h"
#include "fake_world.h"

#define FAKE_FIELD(member, c_type, of_kind, ...)			\
	{								\
		.name = #member,					\
		.type = c_type,						\
		.kind = HIST_KIND_##of_kind,				\
		.offset = offsetof(struct fake_record, member),		\
		.size = sizeof_field(struct fake_record, member),	\
		__VA_ARGS__						\
	}
#define UNSIGNED(member, c_type)	FAKE_FIELD(member, c_type, NUMBER)
#define SIGNED(member, c_type)		FAKE_FIELD(member, c_type, NUMBER, .is_signed = true)

static const struct hist_event_field fake_fields[] = {
	UNSIGNED(common_type, "unsigned short"),
	UNSIGNED(common_flags, "unsigned char"),
	UNSIGNED(common_preempt_count, "unsigned char"),
	SIGNED(common_pid, "int"),
	UNSIGNED(num_u8, "u8"),
	SIGNED(num_s8, "s8"),
	UNSIGNED(num_u16, "u16"),
	SIGNED(num_s16, "s16"),
	UNSIGNED(num_u32, "u32"),
	SIGNED(num_s32, "s32"),
	UNSIGNED(num_u64, "u64"),
	SIGNED(num_s64, "s64"),
	UNSIGNED(odd_u16, "u16"),
	SIGNED(odd_s16, "s16"),
	UNSIGNED(odd_u32, "u32"),
	SIGNED(odd_s32, "s32"),
	UNSIGNED(odd_u64, "u64"),
	SIGNED(odd_s64, "s64"),
	FAKE_FIELD(text, "char[16]", STRING, .is_signed = true),
	FAKE_FIELD(tag, "char[3]", STRING, .is_signed = true),
	FAKE_FIELD(big, "char[200]", STRING, .is_signed = true),
	FAKE_FIELD(dyn, "__data_loc char[]", DYN_STRING, .is_signed = true),
	FAKE_FIELD(dyn2, "__data_loc char[]", DYN_STRING, .is_signed = true),
	FAKE_FIELD(rel, "__rel_loc char[]", REL_STRING, .is_signed = true),
	FAKE_FIELD(rel2, "__rel_loc char[]", REL_STRING, .is_signed = true),
	FAKE_FIELD(ptr, "char *", PTR_STRING),
	FAKE_FIELD(stack, "__data_loc long[]", STACK, .is_signed = true),
	FAKE_FIELD(args, "unsigned long[6]", OTHER),

	/* A string that fits into a record, but exceeds HIST_KEY_MAX. */
	{ "huge", "char[2000]", HIST_KIND_STRING, .size = 2000 },
	/* The maximum size. Rounding it up to words must not overflow a u16. */
	{ "largest", "char[65535]", HIST_KIND_STRING, .size = U16_MAX },

	/* The base kernel defines these fields for all events; a field of the event wins. */
	{ "cpu", "unsigned int", HIST_KIND_CPU, .size = sizeof(u32) },
	{ "comm", "char *", HIST_KIND_COMM },
	{ "stacktrace", "unsigned long *", HIST_KIND_KERNEL_STACK },

	/* Only fake.source has this field. It must be the last one. */
	{ "only", "u32", HIST_KIND_NUMBER, offsetof(struct fake_record, num_u32), sizeof(u32) },
};

static const struct hist_event_field other_fields[] = {
	SIGNED(common_pid, "int"),
	/* Only the offset differs. */
	{ "num_u8", "u8", HIST_KIND_NUMBER, .offset = 3, .size = 1 },
	/* Same size and another type name; same type name and another size; another sign. */
	{ "num_u32", "unsigned int", HIST_KIND_NUMBER, .size = 4 },
	{ "num_u64", "u64", HIST_KIND_NUMBER, .size = 4 },
	{ "num_s64", "s64", HIST_KIND_NUMBER, .size = 8 },
	{ "text", "char[24]", HIST_KIND_STRING, .size = 24, .is_signed = true },
	{ "dyn", "__data_loc char[]", HIST_KIND_DYN_STRING, .size = 4, .is_signed = true },
	/*
	 * When saved, odd_u16 and tag need as many words as in fake.event. odd_s64 and rel2 need
	 * as many words together, but their sizes are exchanged.
	 */
	{ "odd_u16", "char[2]", HIST_KIND_STRING, .size = 2, .is_signed = true },
	{ "tag", "u16", HIST_KIND_NUMBER, .size = 2 },
	{ "odd_s64", "__rel_loc char[]", HIST_KIND_REL_STRING, .size = 4, .is_signed = true },
	{ "rel2", "s64", HIST_KIND_NUMBER, .size = 8, .is_signed = true },
	/* A pointer as a 32-bit kernel records it. */
	{ "ptr", "char *", HIST_KIND_PTR_STRING, .offset = 8, .size = 4 },
	/* The field of the event hides the alias "cpu" of the built-in field common_cpu. */
	{ "cpu", "int", HIST_KIND_NUMBER, .size = 4, .is_signed = true },
};

static const struct hist_event_field own_fields[] = {
	{ "hitcount", "u64", HIST_KIND_NUMBER, .offset = 8, .size = 8 },
	{ "common_cpu", "u16", HIST_KIND_NUMBER, .offset = 16, .size = 2 },
	{ "common_timestamp", "u64", HIST_KIND_NUMBER, .offset = 24, .size = 8 },
	{ "common_comm", "char[8]", HIST_KIND_STRING, .offset = 32, .size = 8 },
	{ "cpu", "unsigned int", HIST_KIND_CPU, .size = sizeof(u32) },
	{ "comm", "char *", HIST_KIND_COMM },
	{ "stacktrace", "unsigned long *", HIST_KIND_KERNEL_STACK },
};

static const struct hist_event_field kmalloc_fields[] = {
	{ "common_pid", "int", HIST_KIND_NUMBER, 4, 4, true },
	{ "call_site", "unsigned long", HIST_KIND_NUMBER, 8, 8 },
	{ "ptr", "const void *", HIST_KIND_NUMBER, 16, 8 },
	{ "bytes_req", "size_t", HIST_KIND_NUMBER, 24, 8 },
	{ "bytes_alloc", "size_t", HIST_KIND_NUMBER, 32, 8 },
	{ "gfp_flags", "unsigned long", HIST_KIND_NUMBER, 40, 8 },
	{ "node", "int", HIST_KIND_NUMBER, 48, 4, true },
	{ "accounted", "bool", HIST_KIND_NUMBER, 52, 1 },
	{ "cpu", "unsigned int", HIST_KIND_CPU, .size = sizeof(u32) },
};

static int find_field_of(const struct fake_event *event, const char *name,
			 struct hist_event_field *out)
{
	unsigned int i;

	for (i = 0; i < event->n_fields; i++) {
		if (strcmp(event->fields[i].name, name))
			continue;
		*out = event->fields[i];
		return 0;
	}
	return -ENOENT;
}

static const struct fake_event *event_of(const struct hist_resolver *resolver)
{
	return container_of(resolver, struct fake_event, resolver);
}

static int find_field(const struct hist_resolver *resolver, const char *name,
		      struct hist_event_field *out)
{
	return find_field_of(event_of(resolver), name, out);
}

static bool is_called(const struct fake_event *event, const struct hist_event_id *id)
{
	return !strcmp(event->system, id->system) && !strcmp(event->name, id->event);
}

static bool is_event(const struct hist_resolver *resolver, const struct hist_event_id *id)
{
	return is_called(event_of(resolver), id);
}

static int find_other_field(const struct hist_resolver *resolver,
			    const struct hist_event_id *of, const char *name,
			    struct hist_event_field *out)
{
	const struct fake_event *event = fake_event_find(of->system, of->event);

	return event ? find_field_of(event, name, out) : -ENODEV;
}

static bool find_var_in(struct hist_trigger_data *data, const char *name,
			struct hist_var_found *out)
{
	unsigned int i;

	for (i = hist_n_shown(data); i < data->n_vals; i++) {
		if (strcmp(data->fields[i].var_name, name))
			continue;
		*out = (struct hist_var_found){ data, i };
		return true;
	}
	return false;
}

static int find_var(const struct hist_resolver *resolver, const struct hist_event_id *of,
		    const char *name, struct hist_var_found *out)
{
	const struct fake_world *world = event_of(resolver)->world;
	unsigned int i, n = 0;

	for (i = 0; world && i < world->n_defs; i++)
		if (!of || is_called(world->defs[i].event, of))
			n += find_var_in(world->defs[i].data, name, out);
	if (n > 1)
		return -ENOTUNIQ;
	return n ? 0 : -ENOENT;
}

static int find_match(const struct hist_resolver *resolver, const struct hist_event_id *of,
		      const struct hist_trigger_data *user, struct hist_trigger_data **out)
{
	const struct fake_world *world = event_of(resolver)->world;
	struct hist_trigger_data *first = NULL, *best = NULL;
	unsigned int i, n = 0;

	if (!fake_event_find(of->system, of->event))
		return -ENODEV;
	for (i = 0; world && i < world->n_defs; i++) {
		struct hist_trigger_data *data = world->defs[i].data;

		if (!is_called(world->defs[i].event, of))
			continue;
		n++;
		if (!hist_data_keys_fit(data, user))
			continue;
		first = first ?: data;
		if (!best && hist_program_has_source(&user->program, data))
			best = data;
	}
	*out = best ?: first;
	if (*out)
		return 0;
	return n ? -EINVAL : -ENOENT;
}

static const struct synth_layout *find_synth(const struct hist_resolver *resolver,
					     const char *name, struct synth_event **event)
{
	struct fake_world *world = event_of(resolver)->world;
	struct fake_synth *synth;

	*event = NULL;
	if (!world)
		return NULL;
	for (synth = world->synths; synth < world->synths + world->n_synths; synth++) {
		if (strcmp(synth->name, name))
			continue;
		*event = (struct synth_event *)synth;
		return synth->layout;
	}
	return NULL;
}

static const struct hist_resolver_ops fake_ops = {
	.find_field		= find_field,
	.is_event		= is_event,
	.find_other_field	= find_other_field,
	.find_var		= find_var,
	.find_match		= find_match,
	.find_synth		= find_synth,
};

#define FAKE_EVENT(of_system, of_name, of_fields, n)			\
	{								\
		.resolver.ops = &fake_ops,				\
		.system = of_system,					\
		.name = of_name,					\
		.fields = of_fields,					\
		.n_fields = n,						\
	}
#define N_FAKE	ARRAY_SIZE(fake_fields)

const struct fake_event fake_event = FAKE_EVENT("fake", "event", fake_fields, N_FAKE - 1);
const struct fake_event fake_source = FAKE_EVENT("fake", "source", fake_fields, N_FAKE);
const struct fake_event fake_other_event = FAKE_EVENT("fake", "other", other_fields,
								  ARRAY_SIZE(other_fields));
const struct fake_event fake_own_event = FAKE_EVENT("fake", "own", own_fields,
								  ARRAY_SIZE(own_fields));
const struct fake_event fake_kmalloc = FAKE_EVENT("kmem", "kmalloc", kmalloc_fields,
							  ARRAY_SIZE(kmalloc_fields));

/**
 * fake_event_find - Look up a mock event by name
 * @system: name of the event system
 * @name: name of the event
 *
 * Return: The mock event, or NULL if there is no such event.
 */
const struct fake_event *fake_event_find(const char *system, const char *name)
{
	static const struct fake_event * const events[] = {
		&fake_event, &fake_source, &fake_other_event, &fake_own_event, &fake_kmalloc,
	};
	const struct hist_event_id id = { system, name };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(events); i++)
		if (is_called(events[i], &id))
			return events[i];
	return NULL;
}

/**
 * fake_set_number - Set a number in a record of fake_event or fake_source
 * @record: record to change
 * @name: name of the field; an unknown name is ignored
 * @val: value, truncated to the size of the field
 */
void fake_set_number(struct fake_record *record, const char *name, u64 val)
{
	struct hist_event_field field;

	if (!find_field_of(&fake_source, name, &field))
		fake_store_number((void *)record + field.offset, field.size, val);
}

/**
 * fake_put_data - Store the contents of a dynamic field in a record
 * @record: record to change
 * @pos: offset in @record->data in bytes; there must be room for @len bytes
 * @bytes: contents
 * @len: length of @bytes
 *
 * Return: The __data_loc word for the field: length in the upper 16 bits, offset from the
 * start of the record in the lower 16 bits.
 */
u32 fake_put_data(struct fake_record *record, unsigned int pos, const void *bytes,
		  unsigned int len)
{
	memcpy(record->data + pos, bytes, len);
	return len << 16 | (offsetof(struct fake_record, data) + pos);
}

/**
 * fake_relative - Convert a __data_loc word into a __rel_loc word
 * @loc: __data_loc word from fake_put_data()
 * @member: offset of the __rel_loc field in the record, in bytes
 *
 * Return: The __rel_loc word, whose offset counts from the end of the field.
 */
u32 fake_relative(u32 loc, unsigned int member)
{
	return loc - (member + sizeof(loc));
}
