/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What will run: a compiled histogram.
 *
 *	fields[]	what the histogram is made of, for people: show, debug
 *	program		how to get there from a record, for exec
 *
 *	fields[]: [ hitcount, other values | keys ]
 *		  0 ....................n_vals.....n_fields
 *
 * Both are made by hist_compile() and constant from then on.
 */
#ifndef _TRACE_HIST_DATA_H
#define _TRACE_HIST_DATA_H

#include <linux/kref.h>
#include <linux/list.h>
#include <linux/types.h>

#include "../tracing_map.h"
#include "clock.h"
#include "limits.h"
#include "modifier.h"
#include "resolve.h"

struct hist_store;

/**
 * struct hist_field - a key or a value of a histogram
 * @name: its name, owned by the field
 * @type: its type in C, owned by the field
 * @kind: what it is
 * @mod: how the user wants it
 * @mod_arg: the modifier's number: the bucket size
 * @size: bytes of the record, of a value; bytes of the key's storage, of a key
 * @is_key: a key, not a value
 * @is_signed: a signed integer
 * @pos: of a key: its place in the key, in bytes; of a value: the map's sum
 */
struct hist_field {
	const char *name;
	const char *type;
	enum hist_kind kind;
	enum hist_mod mod;
	u64 mod_arg;
	u16 size;
	bool is_key;
	bool is_signed;
	u16 pos;
};

/**
 * struct hist_sort - one level of the order
 * @field: index into fields[]
 * @descending: largest first
 */
struct hist_sort {
	u8 field;
	bool descending;
};

/**
 * enum hist_op - how a step of the program gets what it stores
 * @HIST_OP_U8: integer at @src of the record; and so on up to @HIST_OP_U64
 * @HIST_OP_S8: the same, sign extended
 * @HIST_OP_U16: see @HIST_OP_U8
 * @HIST_OP_S16: see @HIST_OP_S8
 * @HIST_OP_U32: see @HIST_OP_U8
 * @HIST_OP_S32: see @HIST_OP_S8
 * @HIST_OP_U64: see @HIST_OP_U8
 * @HIST_OP_TIME: the time at which the event hit
 * @HIST_OP_CPU: the CPU's number
 * @HIST_OP_STRING: up to @len bytes at @src
 * @HIST_OP_DYN_STRING: bytes that a __data_loc at @src points to
 * @HIST_OP_REL_STRING: bytes that a __rel_loc at @src points to
 * @HIST_OP_PTR_STRING: bytes at the address that stands at @src
 * @HIST_OP_COMM: the current task's name
 * @HIST_OP_STACK: the stack trace that a __data_loc at @src points to
 * @HIST_OP_KERNEL_STACK: the kernel's stack
 *
 * The result is a number or @len bytes of key, see hist_op_is_number().
 */
enum hist_op {
	HIST_OP_U8,
	HIST_OP_S8,
	HIST_OP_U16,
	HIST_OP_S16,
	HIST_OP_U32,
	HIST_OP_S32,
	HIST_OP_U64,
	HIST_OP_TIME,
	HIST_OP_CPU,
	HIST_OP_STRING,
	HIST_OP_DYN_STRING,
	HIST_OP_REL_STRING,
	HIST_OP_PTR_STRING,
	HIST_OP_COMM,
	HIST_OP_STACK,
	HIST_OP_KERNEL_STACK,
};

/**
 * hist_op_is_number - does a step get a number?
 * @op: &enum hist_op of the step
 *
 * Asked for every key of every event; the compiler makes one comparison of it.
 *
 * Return: true if so; false if it gets bytes of key.
 */
static __always_inline bool hist_op_is_number(u8 op)
{
	switch (op) {
	case HIST_OP_U8:
	case HIST_OP_S8:
	case HIST_OP_U16:
	case HIST_OP_S16:
	case HIST_OP_U32:
	case HIST_OP_S32:
	case HIST_OP_U64:
	case HIST_OP_TIME:
	case HIST_OP_CPU:
		return true;
	default:
		return false;
	}
}

/**
 * enum hist_map_fn - what a step makes of a number before it stores it
 * @HIST_MAP_NONE: nothing
 * @HIST_MAP_LOG2: the smallest power of two that is not less
 * @HIST_MAP_BUCKET: the start of its bucket of @arg numbers
 * @HIST_MAP_BUCKET_SIGNED: the same, of a signed number
 * @HIST_MAP_USECS: nanoseconds to microseconds
 */
enum hist_map_fn {
	HIST_MAP_NONE,
	HIST_MAP_LOG2,
	HIST_MAP_BUCKET,
	HIST_MAP_BUCKET_SIGNED,
	HIST_MAP_USECS,
};

/**
 * struct hist_step - one step of a program
 * @op: &enum hist_op
 * @map: &enum hist_map_fn
 * @src: where in the record
 * @dst: of a key: index of its first word; of a value: the map's sum
 * @len: bytes of key to fill, if it is not a number
 * @arg: the bucket size
 */
struct hist_step {
	u8 op;
	u8 map;
	u16 src;
	u16 dst;
	u16 len;
	u64 arg;
};

/**
 * struct hist_program - the per-event half of a histogram
 * @n_keys: number of @keys
 * @n_vals: number of @vals
 * @key_size: bytes of key that the map compares
 * @saves_comm: the task's name is stored beside a new entry's key
 * @wide: the key is too long to be put together on the stack
 * @clock: the clock of this histogram, or HIST_CLOCK_NONE if it needs no time
 * @keys: the steps that put the key together
 * @vals: the steps that add to sums 1 and up; sum 0 is the hitcount and needs none
 */
struct hist_program {
	u8 n_keys;
	u8 n_vals;
	u16 key_size;
	bool saves_comm;
	bool wide;
	enum hist_clock clock;
	struct hist_step keys[HIST_KEYS_MAX];
	struct hist_step vals[HIST_VALS_MAX];
};

/**
 * struct hist_trigger_data - a compiled histogram
 * @program: the per-event half
 * @store: whose entries they are, shared with others of the same name; given at
 *	attach, gone when the trigger is
 * @store_node: in the list of the store's users; protected by event_mutex
 * @map: the store's entries, for exec; RCU-sched, written under event_mutex
 * @generation: another number whenever @map is another one, and never one that any
 *	histogram had before; protected by event_mutex
 * @fields: what it is made of: the values, the hitcount first, then the keys
 * @n_vals: number of values
 * @n_keys: number of keys
 * @n_fields: number of both
 * @n_sums: number of sums in the map; values of the same source share one
 * @n_sorts: number of @sorts, at least one
 * @sorts: the order in which entries are shown
 * @nohitcount: do not show the hitcount
 * @clock_given: the clock was named, not chosen by default
 * @size: number of entries that were asked for; the store may be of another size,
 *	see hist_store_size()
 * @name: the histogram's name, or NULL
 * @ref: held by the trigger and by open readers
 *
 * Constant from hist_compile() on but for @store, @store_node, @map, @generation
 * and @ref.
 */
struct hist_trigger_data {
	struct hist_program program;
	struct hist_store *store;
	struct list_head store_node;
	struct tracing_map __rcu *map;
	u64 generation;
	struct hist_field fields[HIST_FIELDS_MAX];
	unsigned int n_vals;
	unsigned int n_keys;
	unsigned int n_fields;
	unsigned int n_sums;
	unsigned int n_sorts;
	struct hist_sort sorts[HIST_SORT_MAX];
	bool nohitcount;
	bool clock_given;
	u32 size;
	char *name;
	struct kref ref;
};

/**
 * hist_data_get - take a reference
 * @data: the histogram, to which the caller has a reference or which is attached
 *
 * Return: @data.
 */
static inline struct hist_trigger_data *hist_data_get(struct hist_trigger_data *data)
{
	kref_get(&data->ref);
	return data;
}

void hist_data_put(struct hist_trigger_data *data);

struct tracing_map *hist_data_create_map(const struct hist_trigger_data *data, u32 size);

bool hist_field_same(const struct hist_field *a, const struct hist_field *b);
bool hist_data_same(const struct hist_trigger_data *a, const struct hist_trigger_data *b);
bool hist_data_compatible(const struct hist_trigger_data *a,
			  const struct hist_trigger_data *b);

#endif /* _TRACE_HIST_DATA_H */
