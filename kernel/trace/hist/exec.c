// SPDX-License-Identifier: GPL-2.0
/*
 * Run a histogram's program on an event record.
 *
 * Any context, NMI included, with preemption off. This code does not sleep, lock, allocate
 * or look up names, and the compiler has bounded every loop. program.h describes the
 * program, bytes.c copies strings and stack traces.
 *
 * run() is the general variant and can run every program. Most programs use few features,
 * so specialised variants are built from the same inline functions without the tests for
 * unused features, see &enum hist_way. An event pays only for the features that its histogram
 * uses.
 */
#include <linux/math64.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/time64.h>
#include <linux/trace_clock.h>
#include <linux/unaligned.h>

#include "../synth/fire.h"
#include "arena.h"
#include "bytes.h"
#include "exec.h"
#include "modifier.h"
#include "snapshot.h"

/**
 * struct hist_frame - execution context of one event in one histogram
 * @record: the event's record
 * @now: timestamp, undefined if the program has no clock
 * @caller: return address above which stack traces start
 * @key: the key, followed by the comm if the program stores one with a new entry
 * @key_words: words of the key without the comm
 * @hash: hash of the key
 * @regs: registers: numbers, and addresses of bytes in @text
 * @text: strings, stack traces, arguments of synthetic events, saved values
 */
struct hist_frame {
	const void *record;
	u64 now;
	unsigned long caller;
	u64 *key;
	u32 key_words;
	u64 hash;
	u64 *regs;
	u64 *text;
};

static __always_inline u64 map_number(const struct hist_step *step, u64 val)
{
	if (likely(step->map == HIST_MAP_NONE))
		return val;
	return hist_map_number(step->map, val, &step->arg);
}

/* Read a number from the record and apply the transform. */
static __always_inline u64 field(const struct hist_step *step, const void *record)
{
	return map_number(step, trace_record_number(step->op, record + step->src));
}

static u64 divide(u64 a, u64 b)
{
	return b ? div64_u64(a, b) : U64_MAX;
}

/* The smallest s64 has no positive counterpart, and dividing it by -1 may trap. */
static u64 divide_signed(u64 a, u64 b)
{
	if (!b)
		return U64_MAX;
	return b == U64_MAX ? -a : div64_s64(a, b);
}

static __always_inline u64 get_number(const struct hist_step *step,
				      const struct hist_frame *frame)
{
	const u64 *regs = frame->regs;

	/* The opcodes of a typical latency histogram are tested first. */
	if (likely(hist_op_is_field(step->op)))
		return trace_record_number(step->op, frame->record + step->src);
	if (likely(step->op == HIST_OP_REG))
		return regs[step->src];
	if (likely(step->op == HIST_OP_TIME_USECS))
		return div_u64(frame->now, NSEC_PER_USEC);
	if (likely(step->op == HIST_OP_SUB))
		return regs[step->src] - regs[step->len];
	switch (step->op) {
	case HIST_OP_TIME:
		return frame->now;
	case HIST_OP_CPU:
		return raw_smp_processor_id();
	case HIST_OP_CONST:
		return step->arg;
	case HIST_OP_NEG:
		return -regs[step->src];
	case HIST_OP_ADD:
		return regs[step->src] + regs[step->len];
	case HIST_OP_MUL:
		return regs[step->src] * regs[step->len];
	case HIST_OP_DIV:
		return divide(regs[step->src], regs[step->len]);
	case HIST_OP_SDIV:
		return divide_signed(regs[step->src], regs[step->len]);
	default:
		return 0;
	}
}

static __always_inline u64 number(const struct hist_step *step, const struct hist_frame *frame)
{
	return map_number(step, get_number(step, frame));
}

static __always_inline void put_bytes(const struct hist_step *step, u64 *dst,
				      const struct hist_frame *frame)
{
	hist_put_bytes(step, dst, frame->record, frame->regs, frame->caller);
}

static __always_inline void compute(const struct hist_code *code, const struct hist_frame *frame)
{
	const struct hist_step *step, *end = code->steps + code->n;

	for (step = code->steps; step < end; step++)
		frame->regs[step->dst] = number(step, frame);
}

/* Build a key or the values of save(), in which the results are adjacent. */
static __always_inline void put_together(const struct hist_code *code, u64 *words,
					 const struct hist_frame *frame)
{
	const struct hist_step *step, *end = code->steps + code->n;

	for (step = code->steps; step < end; step++) {
		if (likely(hist_op_is_number(step->op)))
			words[step->dst] = number(step, frame);
		else
			put_bytes(step, &words[step->dst], frame);
	}
}

/*
 * Load a variable, and clear it if @take is true. Return false if it is not set. A register
 * holds a number itself, but only the address of a string or stack trace.
 */
static __always_inline bool get_number_var(const struct hist_get *get, struct tracing_map *map,
					   int elt, bool take, const struct hist_frame *frame)
{
	u64 *reg = &frame->regs[get->reg];

	return take ? tracing_map_var_take(map, elt, get->slot, reg) :
		      tracing_map_var_get(map, elt, get->slot, reg);
}

static bool get_var(const struct hist_get *get, struct tracing_map *map, int elt, bool take,
		    const struct hist_frame *frame)
{
	u64 *reg = &frame->regs[get->reg];
	u64 *text = &frame->text[get->text];

	if (!get->words)
		return get_number_var(get, map, elt, take, frame);

	*reg = (unsigned long)text;
	return take ? tracing_map_cell_take(map, elt, get->slot, text, get->words) :
		      tracing_map_cell_get(map, elt, get->slot, text, get->words);
}

/**
 * struct found - result of a lookup in another histogram
 * @map: map of that histogram
 * @elt: element in @map
 */
struct found {
	struct tracing_map *map;
	int elt;
};

/*
 * The first keys of this histogram are all keys of the other one, see hist_data_keys_fit(),
 * so its key is a prefix of this key. All maps use the same hash seed: the hash can be
 * reused if the keys have the same length.
 */
static __always_inline bool find_entry(const struct hist_source *source,
				       const struct hist_frame *frame, struct found *found)
{
	u32 words;

	/*
	 * Pairs with rcu_assign_pointer() in hist/store.c. The map is NULL while the other
	 * histogram is being detached.
	 */
	found->map = rcu_dereference_sched(source->def->live.map);
	if (!found->map)
		return false;
	words = found->map->key_words;
	found->elt = tracing_map_find(found->map, frame->key, words,
				      likely(words == frame->key_words) ? frame->hash :
				      tracing_map_hash(found->map, frame->key, words));
	return found->elt >= 0;
}

/*
 * Load all variables of a lookup. If @take is true, load and clear the read-once variables
 * only.
 */
static bool get_from(const struct hist_program *program, const struct hist_source *source,
		     const struct found *found, bool take, const struct hist_frame *frame)
{
	const struct hist_get *get = &program->gets[source->first_get];
	const struct hist_get *end = get + source->n_gets;

	for (; get < end; get++)
		if ((!take || get->once) && !get_var(get, found->map, found->elt, take, frame))
			return false;
	return true;
}

/*
 * Load the variables of other histograms, or return false if one of them is not set.
 *
 * The first loop checks all variables before the second loop clears any, so an event that
 * does not match leaves all variables as they were. Between the loops another event may
 * clear one of them. Then this event is not counted, and the variables that it has already
 * cleared are lost. Events of one histogram clear variables in the same order, so the event
 * that gets the first one also gets the rest.
 */
static bool get_vars(const struct hist_program *program, const struct hist_frame *frame)
{
	struct found found[HIST_SOURCES_MAX] __uninitialized;
	unsigned int i;

	for (i = 0; i < program->n_sources; i++) {
		const struct hist_source *source = &program->sources[i];

		if (!source->n_gets)
			continue;
		if (!find_entry(source, frame, &found[i]) ||
		    !get_from(program, source, &found[i], false, frame))
			return false;
	}
	for (i = 0; i < program->n_sources; i++)
		if (!get_from(program, &program->sources[i], &found[i], true, frame))
			return false;
	return true;
}

/*
 * Load the only variable of the only lookup. A single operation loads and clears it, so
 * there is no need to check it first.
 */
static __always_inline bool get_lone_var(const struct hist_program *program,
					 const struct hist_frame *frame)
{
	const struct hist_get *get = program->gets;
	struct found found;

	return find_entry(program->sources, frame, &found) &&
	       get_number_var(get, found.map, found.elt, get->once, frame);
}

static __always_inline void set_number_vars(const struct hist_program *program,
					    struct tracing_map *map, int elt,
					    const struct hist_frame *frame)
{
	const struct hist_set *set = program->sets, *end = set + program->n_sets;

	do {
		tracing_map_var_set(map, elt, set->slot, number(&set->load, frame));
	} while (unlikely(++set < end));
}

static void set_vars(const struct hist_program *program, struct tracing_map *map, int elt,
		     const struct hist_frame *frame)
{
	const struct hist_set *set, *end = program->sets + program->n_sets;

	for (set = program->sets; set < end; set++) {
		u64 *text = &frame->text[set->load.dst];

		if (!set->words) {
			tracing_map_var_set(map, elt, set->slot, number(&set->load, frame));
			continue;
		}
		put_bytes(&set->load, text, frame);
		tracing_map_cell_set(map, elt, set->slot, text, set->words);
	}
}

static void fire(const struct hist_act *act, const struct hist_frame *frame)
{
	const struct hist_step *step = act->args.steps, *end = step + act->args.n;
	u64 *vals = &frame->text[act->at];

	if (!synth_has_listeners(act->synth))
		return;
	for (; step < end; step++) {
		if (hist_op_is_number(step->op)) {
			vals[step->dst] = number(step, frame);
		} else {
			put_bytes(step, &frame->text[step->arg], frame);
			vals[step->dst] = (unsigned long)&frame->text[step->arg];
		}
	}
	synth_emit(act->synth, vals);
}

static bool is_above(const struct hist_act *act, u64 a, u64 b)
{
	return act->is_signed ? (s64)a > (s64)b : a > b;
}

/*
 * The saved values follow the tracked value, so a reader can tell whether they belong to
 * the current maximum or change. With onmax(), an event that comes late with a smaller
 * value than the saved one leaves the cell as it is. So does any event that finds another
 * writer in the cell.
 */
static void save(const struct hist_act *act, struct tracing_map *map, int elt, u64 val,
		 const struct hist_frame *frame)
{
	u64 *words = &frame->text[act->at];
	u64 *cell;

	words[0] = val;
	put_together(&act->args, words, frame);

	cell = tracing_map_cell_claim(map, elt, act->cell);
	if (!cell)
		return;
	if (act->handler != HIST_ON_MAX || !tracing_map_cell_was_set(cell) ||
	    !is_above(act, cell[0], val))
		tracing_map_cell_copy_in(cell, 0, words, act->n_words);
	tracing_map_cell_publish(cell);
}

/* Update the tracked value for onmax() or onchange(), and return whether to run the action. */
static bool raises_or_changes(const struct hist_act *act, struct tracing_map *map, int elt, u64 val)
{
	if (act->handler == HIST_ON_MAX)
		return tracing_map_var_raise(map, elt, act->track, val, act->is_signed);
	return tracing_map_var_change(map, elt, act->track, val);
}

static bool has_match(const struct hist_program *program, const struct hist_act *act,
		      const struct hist_frame *frame)
{
	struct found found;

	return act->source == HIST_NO_SOURCE ||
	       find_entry(&program->sources[act->source], frame, &found);
}

/* The context is passed by value, so the caller can keep its own copy in registers. */
static noinline void run_acts(const struct hist_program *program, struct tracing_map *map, int elt,
			      const struct hist_frame copy)
{
	const struct hist_act *act = program->acts, *end = act + program->n_acts;
	const struct hist_frame *frame = &copy;
	u64 val = 0;

	do {
		if (likely(act->handler == HIST_ON_MATCH)) {
			if (!has_match(program, act, frame))
				continue;
		} else {
			val = number(&act->tracked, frame);
			if (!raises_or_changes(act, map, elt, val))
				continue;
		}
		/* The other operations of an action are in action.c. */
		switch (act->kind) {
		case HIST_ACTION_TRACE:
			fire(act, frame);
			break;
		case HIST_ACTION_SAVE:
			save(act, map, elt, val, frame);
			break;
		case HIST_ACTION_SNAPSHOT:
			hist_snapshot_take(hist_live_of(program)->snapshot, map, val,
					   frame->key);
			break;
		}
	} while (++act < end);
}

/* Slow path: insert a new entry. The task's comm is only needed here. */
static noinline int make_entry(const struct hist_program *program, struct tracing_map *map,
			       u64 *key, u64 hash)
{
	if (program->saves_comm)
		hist_put_comm(&key[program->key_size / sizeof(u64)]);
	return tracing_map_insert_new(map, key, hash);
}

static __always_inline int hit_entry(const struct hist_program *program,
				     struct tracing_map *map, u64 *key, unsigned int words,
				     u64 hash)
{
	int elt = tracing_map_find(map, key, words, hash);

	return likely(elt >= 0) ? elt : make_entry(program, map, key, hash);
}

static __always_inline void read_clock(const struct hist_program *program,
				       struct hist_frame *frame)
{
	if (likely(program->clock == HIST_CLOCK_DEFAULT))
		frame->now = trace_clock_global();
	else if (program->clock != HIST_CLOCK_NONE)
		frame->now = hist_clock_read(program->clock);
}

static __always_inline void add_sums(const struct hist_program *program, struct tracing_map *map,
				     int elt, const struct hist_frame *frame)
{
	const struct hist_step *step = program->sums.steps;
	unsigned int i;

	tracing_map_add(map, elt, 0, 1);
	for (i = 0; unlikely(i < program->sums.n); i++, step++)
		tracing_map_add(map, elt, step->dst, number(step, frame));
}

/*
 * General variant. If a variable reference cannot be resolved, the event does not match
 * this histogram and is not counted.
 */
static void run(const struct hist_program *program, struct tracing_map *map,
		struct hist_frame *frame)
{
	int elt;

	read_clock(program, frame);
	compute(&program->before, frame);
	put_together(&program->keys, frame->key, frame);
	frame->key_words = map->key_words;
	frame->hash = tracing_map_hash(map, frame->key, frame->key_words);
	if (program->n_sources && !get_vars(program, frame))
		return;
	compute(&program->after, frame);

	elt = hit_entry(program, map, frame->key, frame->key_words, frame->hash);
	if (unlikely(elt < 0))
		return;
	add_sums(program, map, elt, frame);
	set_vars(program, map, elt, frame);
	if (program->n_acts)
		run_acts(program, map, elt, *frame);
}

/*
 * Variant %HIST_WAY_NUMBERS, typical for latencies. It omits the tests of run() for
 * features that such a program does not use.
 */
static __always_inline void run_numbers(const struct hist_program *program,
					struct tracing_map *map, struct hist_frame *frame)
{
	int elt;

	read_clock(program, frame);
	frame->key[0] = field(&program->keys.steps[0], frame->record);
	frame->key_words = 1;
	frame->hash = tracing_map_hash(map, frame->key, 1);
	if (program->n_sources && !get_lone_var(program, frame))
		return;
	if (program->after.n)
		compute(&program->after, frame);

	elt = hit_entry(program, map, frame->key, 1, frame->hash);
	if (unlikely(elt < 0))
		return;
	add_sums(program, map, elt, frame);
	set_number_vars(program, map, elt, frame);
	if (program->n_acts)
		run_acts(program, map, elt, *frame);
}

static __always_inline void frame_init(struct hist_frame *frame, u64 *words,
				       const struct hist_program *program, const void *record,
				       unsigned long caller)
{
	frame->record = record;
	frame->caller = caller;
	frame->key = words;
	frame->regs = words + program->regs_at;
	frame->text = words + program->text_at;
}

/**
 * hist_exec_all - run a program with the general variant
 * @program: the histogram's program
 * @map: the histogram's map
 * @record: the event's record
 * @caller: return address above which stack traces start
 *
 * An event that is nested too deeply to get an execution context counts as dropped.
 *
 * Context: any, NMI included, with preemption off.
 */
noinline void hist_exec_all(const struct hist_program *program, struct tracing_map *map,
			    const void *record, unsigned long caller)
{
	/* Each word is written before it is read, so zeroing would only cost time. */
	u64 on_stack[HIST_STACK_FRAME_WORDS] __uninitialized;
	struct hist_frame frame __uninitialized;

	if (program->on_stack) {
		frame_init(&frame, on_stack, program, record, caller);
		run(program, map, &frame);
	} else {
		u64 *words = hist_arena_push();

		if (unlikely(!words)) {
			tracing_map_drop(map, TRACING_MAP_DROP_FRAME);
			return;
		}
		frame_init(&frame, words, program, record, caller);
		run(program, map, &frame);
		hist_arena_pop();
	}
}

/**
 * hist_exec_numbers - run a program with the variant %HIST_WAY_NUMBERS
 * @program: the histogram's program
 * @map: the histogram's map
 * @record: the event's record
 * @caller: return address above which stack traces start
 *
 * An event that is nested too deeply to get an execution context counts as dropped.
 *
 * Context: any, NMI included, with preemption off.
 */
noinline void hist_exec_numbers(const struct hist_program *program, struct tracing_map *map,
				const void *record, unsigned long caller)
{
	u64 on_stack[HIST_STACK_FRAME_WORDS] __uninitialized;
	struct hist_frame frame __uninitialized;
	u64 *words = on_stack;

	if (!program->on_stack) {
		words = hist_arena_push();
		if (unlikely(!words)) {
			tracing_map_drop(map, TRACING_MAP_DROP_FRAME);
			return;
		}
	}
	frame_init(&frame, words, program, record, caller);
	run_numbers(program, map, &frame);
	if (!program->on_stack)
		hist_arena_pop();
}

/**
 * hist_exec_count - run a program with the variant %HIST_WAY_COUNT
 * @program: the histogram's program
 * @map: the histogram's map
 * @record: the event's record
 * @caller: return address above which stack traces start
 *
 * Context: any, NMI included, with preemption off.
 */
noinline void hist_exec_count(const struct hist_program *program, struct tracing_map *map,
			      const void *record, unsigned long caller)
{
	u64 key[HIST_STACK_FRAME_WORDS] __uninitialized;
	const struct hist_frame frame = { .record = record, .caller = caller, .key = key };
	u32 words = map->key_words;
	int elt;

	put_together(&program->keys, key, &frame);
	elt = hit_entry(program, map, key, words, tracing_map_hash(map, key, words));
	if (likely(elt >= 0))
		add_sums(program, map, elt, &frame);
}

static noinline void add_fields(const struct hist_program *program, struct tracing_map *map,
				int elt, const void *record)
{
	const struct hist_step *step, *end = program->sums.steps + program->sums.n;

	for (step = program->sums.steps; step < end; step++)
		tracing_map_add(map, elt, step->dst, field(step, record));
}

static noinline void count_new(const struct hist_program *program, struct tracing_map *map,
			       u64 first_word, u64 hash, const void *record)
{
	u64 key[HIST_STACK_FRAME_WORDS] __uninitialized;
	int elt;

	key[0] = first_word;
	elt = make_entry(program, map, key, hash);
	if (likely(elt >= 0)) {
		tracing_map_add(map, elt, 0, 1);
		add_fields(program, map, elt, record);
	}
}

/**
 * hist_exec_field - run a program with the variant %HIST_WAY_FIELD
 * @program: the histogram's program
 * @map: the histogram's map
 * @record: the event's record
 *
 * The common case is inline: the entry exists. New entries and sums are handled by tail
 * calls, so this function need not save registers.
 *
 * Context: any, NMI included, with preemption off.
 */
noinline void hist_exec_field(const struct hist_program *program, struct tracing_map *map,
			      const void *record)
{
	u64 key = field(&program->keys.steps[0], record);
	u64 hash = tracing_map_hash(map, &key, 1);
	int elt = tracing_map_find(map, &key, 1, hash);

	if (unlikely(elt < 0)) {
		count_new(program, map, key, hash, record);
		return;
	}
	tracing_map_add(map, elt, 0, 1);
	if (program->sums.n)
		add_fields(program, map, elt, record);
}

/**
 * hist_exec_fields - run a program with the variant %HIST_WAY_FIELDS
 * @program: the histogram's program
 * @map: the histogram's map
 * @record: the event's record
 *
 * Context: any, NMI included, with preemption off.
 */
noinline void hist_exec_fields(const struct hist_program *program, struct tracing_map *map,
			       const void *record)
{
	const struct hist_step *step = program->keys.steps;
	/* Large enough for the comm, which may follow the key. */
	u64 key[HIST_STACK_FRAME_WORDS] __uninitialized;
	unsigned int i, n_keys = program->keys.n;
	int elt;

	for (i = 0; i < n_keys; i++, step++)
		key[i] = field(step, record);

	elt = hit_entry(program, map, key, n_keys, tracing_map_hash(map, key, n_keys));
	if (unlikely(elt < 0))
		return;
	tracing_map_add(map, elt, 0, 1);
	for (i = 0, step = program->sums.steps; i < program->sums.n; i++, step++)
		tracing_map_add(map, elt, step->dst, field(step, record));
}
