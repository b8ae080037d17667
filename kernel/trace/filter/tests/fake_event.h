/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A mock event for the tests of filters: a resolver that answers the compiler from tables of
 * fields, functions and CPUs, and a record to run filters on.
 *
 * Depends on kernel headers only, so the unit tests in user space build these files as well.
 * Takes no locks.
 */
#ifndef _TRACE_FILTER_FAKE_EVENT_H
#define _TRACE_FILTER_FAKE_EVENT_H

#include <linux/types.h>

#include "../resolve.h"

/* Number of CPUs of the mock machine. CPU masks have more than one word. */
#define FAKE_CPUS	100

/* Size of the part of a record that holds the dynamic fields, in bytes. */
#define FAKE_DATA_MAX	4096

/*
 * The record of the mock event. It has a number of every size and sign, aligned and unaligned
 * (odd_*), and a field of every other kind. The names of the fields are those of the members,
 * without "num_".
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
 * struct fake_field - Field of the mock event
 * @name: name of the field
 * @field: description that the resolver returns to the compiler
 */
struct fake_field {
	const char *name;
	struct filter_field field;
};

/* Suffixes of the fields u..., s... and odd_s... with the size of long, and with half of it. */
#if BITS_PER_LONG == 64
#define FAKE_LONG	"64"
#define FAKE_HALF	"32"
#else
#define FAKE_LONG	"32"
#define FAKE_HALF	"16"
#endif

/**
 * struct fake_function - Function that a .function predicate can name
 * @name: name of the function
 * @code: address range of the function
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
