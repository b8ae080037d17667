/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Made-up events for the tests of the histogram core: what the compiler asks of
 * an event, answered from a table, and a record that one can fill in by name.
 *
 * Needs no kernel but its headers, so that tests in user space use it, too.
 */
#ifndef _TRACE_HIST_FAKE_EVENT_H
#define _TRACE_HIST_FAKE_EVENT_H

#include <linux/types.h>

#include "../resolve.h"

struct fake_world;

/*
 * The record of fake_event: numbers of each size and sign, aligned and not,
 * and everything else a field can be.  @data is where the dynamic ones live.
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
 * struct fake_event - an event that is nothing but a table
 * @resolver: what the compiler gets
 * @system: its system
 * @name: its name in the system
 * @fields: its fields
 * @n_fields: number of @fields
 * @world: what there is besides; NULL for nothing
 */
struct fake_event {
	struct hist_resolver resolver;
	const char *system;
	const char *name;
	const struct hist_event_field *fields;
	unsigned int n_fields;
	struct fake_world *world;
};

/* fake.event: every field of struct fake_record by its name, and some that no record has. */
extern const struct fake_event fake_event;

/* fake.source: the same, and a field "only" that is at the place of num_u32. */
extern const struct fake_event fake_source;

/* fake.other: fields of the same names as some of the above, but not of the same types. */
extern const struct fake_event fake_other_event;

/* fake.own: fields that are called as special ones are. */
extern const struct fake_event fake_own_event;

/* The fields of kmem:kmalloc; it has no record. */
extern const struct fake_event fake_kmalloc;

const struct fake_event *fake_event_find(const char *system, const char *name);

void fake_set_number(struct fake_record *record, const char *name, u64 val);
u32 fake_put_data(struct fake_record *record, unsigned int pos, const void *bytes,
		  unsigned int len);
u32 fake_relative(u32 loc, unsigned int member);

#endif /* _TRACE_HIST_FAKE_EVENT_H */
