/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Mock events for the tests of the histogram core.
 *
 * A mock event implements struct hist_resolver_ops with a table of fields. Its record is
 * struct fake_record, whose numbers tests set by field name.
 *
 * Depends on kernel headers only, so the unit tests in user space build these files as well.
 * Takes no locks.
 */
#ifndef _TRACE_HIST_FAKE_EVENT_H
#define _TRACE_HIST_FAKE_EVENT_H

#include <linux/types.h>

#include "../resolve.h"

struct fake_world;

/*
 * The record of fake_event. It has a number of every size and sign, aligned and unaligned
 * (odd_*), and a field of every other kind. @data holds the contents of the dynamic fields.
 */
struct fake_record {
	u16 common_type;
	u8 common_flags;
	u8 common_preempt_count;
	s32 common_pid;

	u8 num_u8;
	s8 num_s8;
	u16 num_u16;
	s16 num_s16;
	u32 num_u32;
	s32 num_s32;
	u64 num_u64;
	s64 num_s64;

	u8 shift;
	u16 odd_u16;
	s16 odd_s16;
	u32 odd_u32;
	s32 odd_s32;
	u64 odd_u64;
	s64 odd_s64;

	char text[16];
	char tag[3];
	char big[200];
	u32 dyn;
	u32 dyn2;
	u32 rel;
	u32 rel2;
	const char *ptr;
	u32 stack;
	u64 args[6];

	char data[1024];
} __packed;

/**
 * struct fake_event - Mock event: a table of fields behind the resolver interface
 * @resolver: interface that the compiler is called with
 * @system: name of the event system
 * @name: name of the event
 * @fields: table of fields
 * @n_fields: number of @fields
 * @world: histograms and synthetic events that a command on this event can refer to; may be
 *	NULL
 *
 * The instances below are constant; fake_in_world() returns a copy with another @world.
 */
struct fake_event {
	struct hist_resolver resolver;
	const char *system;
	const char *name;
	const struct hist_event_field *fields;
	unsigned int n_fields;
	struct fake_world *world;
};

/* fake.event: the members of struct fake_record, and fields that are not in the record. */
extern const struct fake_event fake_event;

/* fake.source: the fields of fake.event, and a field "only" with the offset of num_u32. */
extern const struct fake_event fake_source;

/* fake.other: fields with names of fake.event, most of them with other types or sizes. */
extern const struct fake_event fake_other_event;

/* fake.own: fields with the names of built-in fields such as hitcount and common_cpu. */
extern const struct fake_event fake_own_event;

/* kmem.kmalloc: the fields of the real event, without a record. */
extern const struct fake_event fake_kmalloc;

const struct fake_event *fake_event_find(const char *system, const char *name);

void fake_set_number(struct fake_record *record, const char *name, u64 val);
u32 fake_put_data(struct fake_record *record, unsigned int pos, const void *bytes,
		  unsigned int len);
u32 fake_relative(u32 loc, unsigned int member);

#endif /* _TRACE_HIST_FAKE_EVENT_H */
