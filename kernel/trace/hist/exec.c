// SPDX-License-Identifier: GPL-2.0
/*
 * The per-event half: run a histogram's program on a record.
 *
 * Any context, NMI included, with preemption off.  Nothing here sleeps, locks,
 * allocates or looks up a name, and every loop was bounded when the histogram was
 * compiled: which field is where was fixed then.  program.h tells what a program
 * consists of; text and stack traces are copied in bytes.c.
 */
#include <linux/bitops.h>
#include <linux/instruction_pointer.h>
#include <linux/limits.h>
#include <linux/math64.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/time64.h>
#include <linux/unaligned.h>

#include "../synth/fire.h"
#include "bytes.h"
#include "exec.h"
#include "snapshot.h"

/**
 * struct arena - where a CPU has the frames that do not fit on the stack
 * @level: how many there are.  This and @top are written by this CPU only.  Whatever
 *	interrupts the current user leaves them as it found them, so no atomic is needed
 * @top: how many words they take
 * @words: the frames, one above the other
 */
struct arena {
	unsigned int level;
	unsigned int top;
	u64 words[HIST_ARENA_WORDS];
};

/* Made when the first histogram that needs it is attached, and kept. */
static struct arena __percpu *arenas;

/* log2, rounded up.  What is not above 1 has 0. */
static u64 log2_up(u64 val)
{
	return val > 1 ? fls64(val - 1) : 0;
}

static u64 bucket(u64 val, u64 width)
{
	u64 above;

	div64_u64_rem(val, width, &above);
	return val - above;
}

/*
 * Below zero, division rounds the other way.  The lowest bucket begins where the
 * numbers do, so that it does not look like one above zero.
 */
static u64 signed_bucket(s64 val, u64 width)
{
	u64 last;

	if (val >= 0)
		return bucket(val, width);
	last = ~bucket(~(u64)val, width);
	return width - 1 > last - S64_MIN ? S64_MIN : last - (width - 1);
}

static __always_inline u64 map_number(const struct hist_step *step, u64 val)
{
	switch (step->map) {
	case HIST_MAP_LOG2:
		return log2_up(val);
	case HIST_MAP_BUCKET:
		return bucket(val, step->arg);
	case HIST_MAP_BUCKET_SIGNED:
		return signed_bucket(val, step->arg);
	case HIST_MAP_USECS:
		return div_u64(val, NSEC_PER_USEC);
	default:
		return val;
	}
}

static u64 divide(u64 a, u64 b)
{
	return b ? div64_u64(a, b) : U64_MAX;
}

/* The smallest number has no positive counterpart, and dividing it by -1 may trap. */
static u64 divide_signed(u64 a, u64 b)
{
	if (!b)
		return U64_MAX;
	return b == U64_MAX ? -a : div64_s64(a, b);
}

static __always_inline u64 get_number(const struct hist_step *step,
				      const struct hist_frame *frame)
{
	const void *src = frame->record + step->src;
	const u64 *regs = frame->regs;

	switch (step->op) {
	case HIST_OP_U8:
		return *(const u8 *)src;
	case HIST_OP_S8:
		return *(const s8 *)src;
	case HIST_OP_U16:
		return get_unaligned((const u16 *)src);
	case HIST_OP_S16:
		return get_unaligned((const s16 *)src);
	case HIST_OP_U32:
		return get_unaligned((const u32 *)src);
	case HIST_OP_S32:
		return get_unaligned((const s32 *)src);
	case HIST_OP_U64:
		return get_unaligned((const u64 *)src);
	case HIST_OP_TIME:
		return frame->now;
	case HIST_OP_CPU:
		return raw_smp_processor_id();
	case HIST_OP_CONST:
		return step->arg;
	case HIST_OP_REG:
		return regs[step->src];
	case HIST_OP_NEG:
		return -regs[step->src];
	case HIST_OP_ADD:
		return regs[step->src] + regs[step->len];
	case HIST_OP_SUB:
		return regs[step->src] - regs[step->len];
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

static void compute(const struct hist_code *code, const struct hist_frame *frame)
{
	const struct hist_step *step;

	for (step = code->steps; step < code->steps + code->n; step++)
		frame->regs[step->dst] = number(step, frame);
}

/* A key, or what is saved: one thing behind the other. */
static __always_inline void put_together(const struct hist_code *code, u64 *words,
					 const struct hist_frame *frame)
{
	const struct hist_step *step;

	for (step = code->steps; step < code->steps + code->n; step++) {
		if (likely(hist_op_is_number(step->op)))
			words[step->dst] = number(step, frame);
		else
			hist_put_bytes(step, &words[step->dst], frame);
	}
}

/* A variable's value, if it is set.  In registers, text is its address. */
static bool get_var(const struct hist_get *get, struct tracing_map *map, int elt, bool take,
		    const struct hist_frame *frame)
{
	u64 *reg = &frame->regs[get->reg];
	u64 *text = &frame->text[get->text];

	if (!get->words)
		return take ? tracing_map_var_take(map, elt, get->slot, reg) :
			      tracing_map_var_get(map, elt, get->slot, reg);

	*reg = (unsigned long)text;
	return take ? tracing_map_cell_take(map, elt, get->slot, text, get->words) :
		      tracing_map_cell_get(map, elt, get->slot, text, get->words);
}

/**
 * struct found - the entry of another histogram
 * @map: that histogram's map
 * @elt: its element
 */
struct found {
	struct tracing_map *map;
	int elt;
};

/* Its first keys are ours, see hist_data_keys_fit(). */
static bool find_entry(const struct hist_source *source, const u64 *key, struct found *found)
{
	/* Pairs with rcu_assign_pointer() in hist/store.c.  It may be on its way out. */
	found->map = rcu_dereference_sched(source->def->map);
	if (!found->map)
		return false;
	found->elt = tracing_map_lookup(found->map, key);
	return found->elt >= 0;
}

/* Get all or those that are read once, which are unset by that. */
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
 * The variables of other histograms.  They are all there before the first of them is
 * taken; whoever else takes it at this moment has the event instead of us.
 */
static bool get_vars(const struct hist_program *program, const struct hist_frame *frame)
{
	struct found found[HIST_SOURCES_MAX] __uninitialized;
	unsigned int i;

	for (i = 0; i < program->n_sources; i++) {
		const struct hist_source *source = &program->sources[i];

		if (!source->n_gets)
			continue;
		if (!find_entry(source, frame->key, &found[i]) ||
		    !get_from(program, source, &found[i], false, frame))
			return false;
	}
	for (i = 0; i < program->n_sources; i++)
		if (!get_from(program, &program->sources[i], &found[i], true, frame))
			return false;
	return true;
}

static void set_vars(const struct hist_program *program, struct tracing_map *map, int elt,
		     const struct hist_frame *frame)
{
	const struct hist_set *set;

	for (set = program->sets; set < program->sets + program->n_sets; set++) {
		u64 *text = &frame->text[set->load.dst];

		if (!set->words) {
			tracing_map_var_set(map, elt, set->slot, number(&set->load, frame));
			continue;
		}
		hist_put_bytes(&set->load, text, frame);
		tracing_map_cell_set(map, elt, set->slot, text, set->words);
	}
}

static void fire(const struct hist_act *act, const struct hist_frame *frame)
{
	u64 *vals = &frame->text[act->at];
	const struct hist_step *step;

	for (step = act->args.steps; step < act->args.steps + act->args.n; step++) {
		if (hist_op_is_number(step->op)) {
			vals[step->dst] = number(step, frame);
		} else {
			hist_put_bytes(step, &frame->text[step->arg], frame);
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
 * What is saved has the tracked value in front, so that the reader knows whether it
 * belongs to the value that counts now.  Who comes late with a smaller one than is saved
 * already, or while another one is saving, leaves it.
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

static bool is_due(const struct hist_program *program, const struct hist_act *act,
		   struct tracing_map *map, int elt, u64 val, const struct hist_frame *frame)
{
	struct found found;

	switch (act->handler) {
	case HIST_ON_MAX:
		return tracing_map_var_raise(map, elt, act->track, val, act->is_signed);
	case HIST_ON_CHANGE:
		return tracing_map_var_change(map, elt, act->track, val);
	default:
		return act->source == HIST_NO_SOURCE ||
		       find_entry(&program->sources[act->source], frame->key, &found);
	}
}

static void run_acts(const struct hist_program *program, struct tracing_map *map, int elt,
		     const struct hist_frame *frame)
{
	const struct hist_act *act;

	for (act = program->acts; act < program->acts + program->n_acts; act++) {
		u64 val = number(&act->tracked, frame);

		if (!is_due(program, act, map, elt, val, frame))
			continue;
		switch (act->kind) {
		case HIST_ACTION_TRACE:
			fire(act, frame);
			break;
		case HIST_ACTION_SAVE:
			save(act, map, elt, val, frame);
			break;
		case HIST_ACTION_SNAPSHOT:
			hist_snapshot_take(act->snapshot, val, frame->key);
			break;
		}
	}
}

/*
 * An event whose references to other histograms cannot be resolved is none of this
 * one's: nothing is counted.
 */
static __always_inline void run(const struct hist_program *program, struct tracing_map *map,
				struct hist_frame *frame)
{
	const struct hist_step *step;
	int elt;

	if (program->clock != HIST_CLOCK_NONE)
		frame->now = hist_clock_read(program->clock);

	if (!program->counts_only)
		compute(&program->before, frame);
	put_together(&program->keys, frame->key, frame);
	if (program->saves_comm)
		hist_put_comm(&frame->key[program->key_size / sizeof(u64)]);
	if (!program->counts_only) {
		if (program->n_sources && !get_vars(program, frame))
			return;
		compute(&program->after, frame);
	}

	elt = tracing_map_insert(map, frame->key);
	if (unlikely(elt < 0))
		return;

	tracing_map_add(map, elt, 0, 1);
	for (step = program->sums.steps; step < program->sums.steps + program->sums.n; step++)
		tracing_map_add(map, elt, step->dst, number(step, frame));
	if (program->counts_only)
		return;

	set_vars(program, map, elt, frame);
	run_acts(program, map, elt, frame);
}

static __always_inline struct hist_frame frame_in(u64 *words, const void *record,
						  const struct hist_program *program,
						  unsigned long caller)
{
	return (struct hist_frame){
		.record = record,
		.caller = caller,
		.key = words,
		.regs = words + program->regs_at,
		.text = words + program->text_at,
	};
}

static noinline void run_in_arena(const struct hist_program *program, struct tracing_map *map,
				  const void *record, unsigned long caller)
{
	struct arena *arena = this_cpu_ptr(arenas);
	unsigned int level = READ_ONCE(arena->level);
	unsigned int top = READ_ONCE(arena->top);
	struct hist_frame frame;

	if (unlikely(level == HIST_NESTING_MAX ||
		     program->frame_words > HIST_ARENA_WORDS - top)) {
		tracing_map_drop(map);
		return;
	}

	/*
	 * What interrupts here finds the words taken.  The barriers are against the
	 * compiler only: interrupter and interrupted are on the same CPU.
	 */
	WRITE_ONCE(arena->level, level + 1);
	WRITE_ONCE(arena->top, top + program->frame_words);
	barrier();
	frame = frame_in(&arena->words[top], record, program, caller);
	run(program, map, &frame);
	barrier();
	WRITE_ONCE(arena->top, top);
	WRITE_ONCE(arena->level, level);
}

/**
 * hist_exec_prepare - see to it that a histogram's events can be run
 * @data: the histogram, not attached yet
 *
 * Context: may sleep, event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int hist_exec_prepare(const struct hist_trigger_data *data)
{
	if (!data->program.on_stack && !arenas)
		arenas = alloc_percpu(struct arena);
	return data->program.on_stack || arenas ? 0 : -ENOMEM;
}

/**
 * hist_exec - count an event in a histogram, and do what else it is to do
 * @data: the histogram, attached
 * @record: the event's record
 *
 * Context: any, NMI included, with preemption off.
 */
noinline void hist_exec(const struct hist_trigger_data *data, const void *record)
{
	/* Every word that is read has been written, zeroing it first is waste. */
	u64 words[HIST_STACK_FRAME_WORDS] __uninitialized;
	const struct hist_program *program = &data->program;
	struct tracing_map *map = rcu_dereference_sched(data->map);
	struct hist_frame frame;

	/* Pairs with rcu_assign_pointer() in hist/store.c.  It is about to be detached. */
	if (unlikely(!map))
		return;

	if (unlikely(!program->on_stack)) {
		run_in_arena(program, map, record, _RET_IP_);
		return;
	}
	frame = frame_in(words, record, program, _RET_IP_);
	run(program, map, &frame);
}
