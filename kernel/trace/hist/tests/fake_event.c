// SPDX-License-Identifier: GPL-2.0
/*
 * Made-up events for the tests of the histogram core.
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

	/* An array that fits into a record, but in no key. */
	{ "huge", "char[2000]", HIST_KIND_STRING, .size = 2000 },
	/* The largest there can be, which does not become small when it is rounded up. */
	{ "largest", "char[65535]", HIST_KIND_STRING, .size = U16_MAX },

	/* The host knows these of every event, unless the event has its own. */
	{ "cpu", "unsigned int", HIST_KIND_CPU, .size = sizeof(u32) },
	{ "comm", "char *", HIST_KIND_COMM },
	{ "stacktrace", "unsigned long *", HIST_KIND_KERNEL_STACK },

	/* Of fake.source alone. */
	{ "only", "u32", HIST_KIND_NUMBER, offsetof(struct fake_record, num_u32), sizeof(u32) },
};

static const struct hist_event_field other_fields[] = {
	SIGNED(common_pid, "int"),
	/* All the same but for its place. */
	{ "num_u8", "u8", HIST_KIND_NUMBER, .offset = 3, .size = 1 },
	/* Another type of the same size, the same type of another size, another sign. */
	{ "num_u32", "unsigned int", HIST_KIND_NUMBER, .size = 4 },
	{ "num_u64", "u64", HIST_KIND_NUMBER, .size = 4 },
	{ "num_s64", "s64", HIST_KIND_NUMBER, .size = 8 },
	{ "text", "char[24]", HIST_KIND_STRING, .size = 24, .is_signed = true },
	{ "dyn", "__data_loc char[]", HIST_KIND_DYN_STRING, .size = 4, .is_signed = true },
	/* What takes as much room there, and what takes as much together. */
	{ "odd_u16", "char[2]", HIST_KIND_STRING, .size = 2, .is_signed = true },
	{ "tag", "u16", HIST_KIND_NUMBER, .size = 2 },
	{ "odd_s64", "__rel_loc char[]", HIST_KIND_REL_STRING, .size = 4, .is_signed = true },
	{ "rel2", "s64", HIST_KIND_NUMBER, .size = 8, .is_signed = true },
	/* As addresses are in 32 bits. */
	{ "ptr", "char *", HIST_KIND_PTR_STRING, .offset = 8, .size = 4 },
	/* No alias for the special field: the event has one of that name itself. */
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
 * fake_event_find - look up an event
 * @system: its system
 * @name: its name in the system
 *
 * Return: the event, or NULL.
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
 * fake_set_number - store an integer in a record of fake_event
 * @record: the record
 * @name: which of its numbers
 * @val: the value, cut to the field's size
 */
void fake_set_number(struct fake_record *record, const char *name, u64 val)
{
	struct hist_event_field field;

	if (!find_field_of(&fake_source, name, &field))
		fake_store_number((void *)record + field.offset, field.size, val);
}

/**
 * fake_put_data - store something of any length in a record
 * @record: the record
 * @pos: where in its data
 * @bytes: what to store
 * @len: how much of it
 *
 * Return: the location word that points to it.
 */
u32 fake_put_data(struct fake_record *record, unsigned int pos, const void *bytes,
		  unsigned int len)
{
	memcpy(record->data + pos, bytes, len);
	return len << 16 | (offsetof(struct fake_record, data) + pos);
}

/**
 * fake_relative - make a location word relative to the field that holds it
 * @loc: the location word, from fake_put_data()
 * @member: offset of the field in the record
 *
 * Return: the relative location word.
 */
u32 fake_relative(u32 loc, unsigned int member)
{
	return loc - (member + sizeof(loc));
}
