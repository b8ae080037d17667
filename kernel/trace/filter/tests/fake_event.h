/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A made-up event for the tests of filters: what the compiler asks of an event, answered
 * from tables, and a record of it.
 *
 * Needs no kernel but its headers, so that tests in user space use it, too.
 */
#ifndef _TRACE_FILTER_FAKE_EVENT_H
#define _TRACE_FILTER_FAKE_EVENT_H

#include <linux/types.h>

#include "../resolve.h"

/* CPUs that there can be; more than a word has bits. */
#define FAKE_CPUS	100

/* Bytes behind the fixed part of a record, for its dynamic fields. */
#define FAKE_DATA_MAX	4096

/*
 * The record: numbers of each size and sign, aligned and not, and everything else a field
 * can be.  The event's format has them by these names, without the num_.
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
	unsigned long ip;

	u8 shift;
	u16 odd_u16;
	s16 odd_s16;
	u32 odd_u32;
	s32 odd_s32;
	u64 odd_u64;
	s64 odd_s64;

	s32 target_cpu;
	char a8[8];
	char next[8];
	char a1[1];
	u32 dyn;
	u32 rel;
	u32 mask;
	u32 rel_mask;
	u32 longs;
	const char *ptr;
	int pair[2];

	char data[FAKE_DATA_MAX];
} __packed;

/**
 * struct fake_field - a field of the made-up event
 * @name: its name
 * @field: what the compiler is told
 */
struct fake_field {
	const char *name;
	struct filter_field field;
};

/* The number fields u..., s... and odd_s... that are as wide as long, and half of that. */
#if BITS_PER_LONG == 64
#define FAKE_LONG	"64"
#define FAKE_HALF	"32"
#else
#define FAKE_LONG	"32"
#define FAKE_HALF	"16"
#endif

/**
 * struct fake_function - a function of the made-up kernel
 * @name: its name
 * @code: where it is
 */
struct fake_function {
	const char *name;
	struct filter_code code;
};

extern const struct fake_field fake_fields[];
extern const unsigned int fake_n_fields;
extern const struct fake_function fake_functions[];
extern const unsigned int fake_n_functions;
extern const struct filter_resolver fake_resolver;

void fake_set_numbers(struct fake_record *record, u64 val);
void fake_set_dynamic(struct fake_record *record, u32 member, u32 pos, const void *bytes,
		      u32 len);
void fake_set_text(struct fake_record *record, const char *text, bool is_terminated);
int fake_set_masks(struct fake_record *record, const char *list);

#endif /* _TRACE_FILTER_FAKE_EVENT_H */
