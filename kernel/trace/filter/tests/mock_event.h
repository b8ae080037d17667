/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A mock event for the tests of filters: a resolver that answers the compiler from tables of
 * fields, functions and CPUs, and a record to run filters on.
 *
 * Depends on kernel headers only, so the unit tests in user space build these files as well.
 * Takes no locks.
 */
#ifndef _TRACE_FILTER_MOCK_EVENT_H
#define _TRACE_FILTER_MOCK_EVENT_H

#include <linux/types.h>

#include "../compile/resolver.h"

/* Number of CPUs of the mock machine. CPU masks have more than one word. */
#define MOCK_CPUS	100

/* Size of the part of a record that holds the dynamic fields, in bytes. */
#define MOCK_DATA_MAX	4096

/*
 * The record of the mock event. It has a number of every size and sign, aligned and unaligned
 * (odd_*), and a field of every other kind. The names of the fields are those of the members,
 * without "num_".
 */
struct mock_record {
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

	char data[MOCK_DATA_MAX];
} __packed;

/**
 * struct mock_field - Field of the mock event
 * @name: name of the field
 * @field: description that the resolver returns to the compiler
 */
struct mock_field {
	const char *name;
	struct filter_field field;
};

/* Suffixes of the fields u..., s... and odd_s... with the size of long, and with half of it. */
#if BITS_PER_LONG == 64
#define MOCK_LONG	"64"
#define MOCK_HALF	"32"
#else
#define MOCK_LONG	"32"
#define MOCK_HALF	"16"
#endif

/**
 * struct mock_function - Function that a .function predicate can name
 * @name: name of the function
 * @range: address range of the function
 */
struct mock_function {
	const char *name;
	struct filter_function_range range;
};

extern const struct mock_field mock_fields[];
extern const unsigned int mock_n_fields;
extern const struct mock_function mock_functions[];
extern const unsigned int mock_n_functions;
extern const struct filter_resolver mock_resolver;

void mock_set_numbers(struct mock_record *record, u64 val);
void mock_set_dynamic(struct mock_record *record, u32 member, u32 pos, const void *bytes,
		      u32 len);
void mock_set_text(struct mock_record *record, const char *text, bool is_terminated);
int mock_set_masks(struct mock_record *record, const char *list);

#endif /* _TRACE_FILTER_MOCK_EVENT_H */
