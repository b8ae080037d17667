/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Filters as their specification has them: a tree of comparisons that is walked over, and
 * numbers that are large enough for all others.  Slow, and nothing of it is shared with
 * what it is compared with.
 */
#ifndef _TRACE_FILTER_NAIVE_H
#define _TRACE_FILTER_NAIVE_H

#include <linux/types.h>

#include "filter/diag.h"
#include "filter/tests/fake_event.h"

#define NAIVE_VALUE_MAX		320
#define NAIVE_POINTEES		12

/* How a value is written. */
enum naive_written { NAIVE_WORD, NAIVE_QUOTED, NAIVE_CPUS };

/* A comparison, and where its parts stand in the text of the filter. */
struct naive_term {
	const char *field;
	const char *modifier;	/* NULL for none */
	const char *operator;
	enum naive_written written;
	char value[NAIVE_VALUE_MAX];
	u32 value_len;
	u32 field_at, modifier_at, operator_at, value_at;
};

/* A comparison, what is not so, or what joins others. */
struct naive_node {
	char kind;		/* 't', '!', '&', '|' */
	struct naive_term *term;
	unsigned int n_sides;
	struct naive_node *sides[3];
};

/* What an address leads to. */
struct naive_pointee {
	unsigned long addr;
	const char *text;	/* NULL if it cannot be read */
	bool of_user;
};

/* A record, and all that is around it. */
struct naive_world {
	const u8 *record;
	char comm[16];
	unsigned int cpu;
	unsigned int n_pointees;
	struct naive_pointee pointees[NAIVE_POINTEES];
};

/* What is wrong with a comparison, and where; FILTER_DIAG_NONE if nothing is. */
enum filter_diag naive_check(const struct naive_term *term, u32 *at);

/* Is a filter true?  Nothing may be wrong with it. */
bool naive_eval(const struct naive_node *node, const struct naive_world *world);

#endif
