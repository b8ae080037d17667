/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reference model of filters: evaluates the tree of comparisons recursively,
 * with numbers wider than those of any field. It is slow, and shares no code
 * with the implementation that it is compared with.
 */
#ifndef _TRACE_FILTER_REFERENCE_MODEL_H
#define _TRACE_FILTER_REFERENCE_MODEL_H

#include <linux/types.h>

#include "filter/diag.h"
#include "filter/tests/mock_event.h"

#define NAIVE_VALUE_MAX		320
#define NAIVE_POINTEES		12

/* How a value is quoted. */
enum naive_written { NAIVE_WORD, NAIVE_QUOTED, NAIVE_CPUS };

/* A comparison, and the positions of its parts in the text of the filter. */
struct naive_term {
	const char *field;
	const char *modifier;	/* NULL for none */
	const char *operator;
	enum naive_written written;
	char value[NAIVE_VALUE_MAX];
	u32 value_len;
	u32 field_at, modifier_at, operator_at, value_at;
};

/*
 * A comparison ('t'), a negation ('!'), or a conjunction or disjunction of
 * nodes.
 */
struct naive_node {
	char kind;		/* 't', '!', '&', '|' */
	struct naive_term *term;
	unsigned int n_sides;
	struct naive_node *sides[3];
};

/* Memory that a pointer refers to. */
struct naive_pointee {
	unsigned long addr;
	const char *text;	/* NULL if it is unreadable */
	bool of_user;
};

/* A record and the state that a filter can read besides it. */
struct naive_world {
	const u8 *record;
	char comm[16];
	char tcomm[16];		/* comm of the leader of the thread group */
	int tgid;
	unsigned int uid;
	u64 cgroup;
	unsigned int cpu;
	unsigned int n_pointees;
	struct naive_pointee pointees[NAIVE_POINTEES];
};

/*
 * Return the error of a comparison and set @at to its position;
 * FILTER_DIAG_NONE if it is valid.
 */
enum filter_diag naive_check(const struct naive_term *term, u32 *at);

/* Evaluate a valid filter on a record. */
bool naive_eval(const struct naive_node *node, const struct naive_world *world);

#endif
