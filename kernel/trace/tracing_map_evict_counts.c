// SPDX-License-Identifier: GPL-2.0-only
/*
 * Eviction: move the counts of elements that are evicted to the other element, in the halves of the
 * map, in its total and in its intervals. tracing_map_evict.h has the other files.
 *
 * All functions run in process context and may sleep; the users of the map serialize them. Events
 * add to the other element at the same time.
 */

#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/cpumask.h>
#include <linux/minmax.h>
#include <linux/preempt.h>
#include <linux/string.h>

#include "tracing_map_evict_state.h"
#include "tracing_map_yield.h"

/* Return the other element's bucket @id in a pool; negative if the pool is full. */
static int other_bucket(struct tracing_map *pool, u32 id)
{
	u64 key = tracing_map_bucket_key(TRACING_MAP_OTHER, id);
	int bucket;

	preempt_disable();
	bucket = tracing_map_insert(pool, &key);
	preempt_enable();
	return bucket;
}

/* Return the sum that counts values without bucket, for the statistic of bucket @id. */
static u16 lost_word(const struct tracing_map *map, u32 id)
{
	return map->keys->evict->cfg.lost_words[id >>
		(TRACING_MAP_BUCKET_ID_BITS - TRACING_MAP_STAT_BITS)];
}

/**
 * struct bucket - A bucket in the pool of a map
 */
struct bucket {
	/** @at: Element of the pool. */
	u32 at;
	/** @elt: Element of the map that the bucket belongs to. */
	u32 elt;
	/** @id: Number of the bucket. */
	u32 id;
};

/* Get the next bucket at slot @pos or behind. Return: false at the end. */
static bool next_bucket(const struct tracing_map *pool, u32 *pos, struct bucket *bucket)
{
	while (*pos <= pool->slot_mask) {
		/* Pairs with the release of the cmpxchg in insert_in_context(). */
		u64 key, word = atomic64_read_acquire(&pool->slots[(*pos)++]);

		tracing_map_yield_at(*pos);
		if (!word)
			continue;
		bucket->at = (u32)word - 1;
		key = *tracing_map_elt(pool, bucket->at);
		bucket->elt = key >> TRACING_MAP_BUCKET_ID_BITS;
		bucket->id = key & (BIT(TRACING_MAP_BUCKET_ID_BITS) - 1);
		return true;
	}
	return false;
}

/* Read the words of an element that no event uses in all copies of a half, and set them to 0. */
static void take_words(struct tracing_map *half, u32 elt, u64 *words)
{
	unsigned long pos = tracing_map_word(half, elt, 0);
	u32 i, copy;
	int cpu;

	memset(words, 0, half->n_words * sizeof(*words));
	for (copy = 0; half->shared_sums && copy < half->n_copies; copy++) {
		atomic64_t *from = &half->shared_sums[(size_t)copy * half->copy_sums + pos];

		for (i = 0; i < half->n_words; i++) {
			u64 word = atomic64_xchg_relaxed(&from[i], 0);

			words[i] = i < half->n_sums ? words[i] + word : max(words[i], word);
		}
	}
	for_each_possible_cpu(cpu) {
		local64_t *from;

		if (half->shared_sums)
			break;
		from = &per_cpu_ptr(half->cpu, cpu)->sums[pos];
		for (i = 0; i < half->n_words; i++) {
			u64 word = local64_read(&from[i]);

			local64_set(&from[i], 0);
			words[i] = i < half->n_sums ? words[i] + word : max(words[i], word);
		}
	}
}

/*
 * Add to the words of the other element in this CPU's copy, as an event does. A digit of a sum of
 * several words is carried at once, so that it stays small however often this function is called.
 */
static void add_to_other(struct tracing_map *half, const u64 *words)
{
	const int other = TRACING_MAP_OTHER;
	u64 carry = 0;
	u32 i;

	preempt_disable();
	if (half->seq)
		tracing_map_words_begin(half, other);
	for (i = 0; i < half->n_sums; i++) {
		tracing_map_add(half, other, i, words[i] + carry);
		carry = 0;
		if (test_bit(i, half->keys->carries)) {
			u64 digit = tracing_map_take(half, other, i);

			carry = (s64)digit >> TRACING_MAP_DIGIT_BITS;
			tracing_map_add(half, other, i, digit - (carry << TRACING_MAP_DIGIT_BITS));
		}
	}
	for (; i < half->n_words; i++)
		tracing_map_raise(half, other, tracing_map_own_words(half, other), i, words[i]);
	if (half->seq)
		tracing_map_words_end(half, other);
	preempt_enable();
}

/* Move the buckets of the victims in a half to those of the other element. */
static void move_buckets(struct tracing_map *half, const unsigned long *victims)
{
	struct tracing_map *pool = half->pool;
	struct bucket bucket;
	u32 pos = 0;

	while (next_bucket(pool, &pos, &bucket)) {
		u64 count;
		int to;

		if (!test_bit(bucket.elt, victims))
			continue;
		take_words(pool, bucket.at, &count);
		if (!count)
			continue;
		to = other_bucket(pool, bucket.id);
		preempt_disable();
		if (to >= 0)
			tracing_map_add(pool, to, 0, count);
		else
			tracing_map_add(half, TRACING_MAP_OTHER, lost_word(half, bucket.id), count);
		preempt_enable();
	}
}

/**
 * tracing_map_evict_move - Move what victims have counted in a half to the other element
 * @half: the half
 * @victims: elements that no event uses any more
 * @words: memory for the words of two elements: those of all victims, combined, and of one victim
 *
 * Context: process context, may sleep.
 */
void tracing_map_evict_move(struct tracing_map *half, const unsigned long *victims, u64 *words)
{
	u64 *one = &words[half->n_words];
	u32 elt;

	memset(words, 0, half->n_words * sizeof(*words));
	for_each_set_bit(elt, victims, half->n_elts) {
		tracing_map_yield_at(elt);
		take_words(half, elt, one);
		tracing_map_combine_words(half, words, one);
	}
	add_to_other(half, words);
	if (half->pool)
		move_buckets(half, victims);
}

/* Move the counts of buckets whose elements were evicted to those of the other element. */
static void fold_buckets(struct tracing_map *map, struct tracing_map_counts *counts,
			 struct tracing_map_counts *buckets)
{
	const struct tracing_map_evict *evict = map->keys->evict;
	struct bucket bucket;
	u32 pos = 0;

	while (next_bucket(map->pool, &pos, &bucket)) {
		u64 count = buckets->words[bucket.at];
		int to;

		if (!count || !tracing_map_evicted_since(evict, bucket.elt, counts->evictions))
			continue;
		buckets->words[bucket.at] = 0;
		to = other_bucket(map->pool, bucket.id);
		if (to >= 0)
			buckets->words[to] += count;
		else
			counts->words[lost_word(map, bucket.id)] += count;
	}
}

/**
 * tracing_map_evict_fold - Move the counts of elements that were evicted to the other element
 * @map: the map
 * @counts: counts of the map
 * @buckets: counts of its pool, or NULL
 *
 * Context: process context, may sleep.
 */
void tracing_map_evict_fold(struct tracing_map *map, struct tracing_map_counts *counts,
			    struct tracing_map_counts *buckets)
{
	const struct tracing_map_evict *evict = map->keys->evict;
	u32 elt, n_elts = min(counts->n_elts, tracing_map_n_allocated(map));

	for (elt = 0; elt < n_elts; elt++) {
		u64 *words = &counts->words[tracing_map_word(map, elt, 0)];

		tracing_map_yield_at(elt);
		if (!tracing_map_evicted_since(evict, elt, counts->evictions))
			continue;
		tracing_map_combine_words(map, counts->words, words);
		memset(words, 0, map->n_words * sizeof(*words));
	}
	if (buckets)
		fold_buckets(map, counts, buckets);
	counts->evictions = evict->number;
}

/**
 * tracing_map_evict_counts - Let an interval follow the evictions since it was taken
 * @map: the map
 * @counts: counts of the map in the interval
 *
 * The counts of elements that were evicted since become those of the other element.
 *
 * Context: process context, may sleep.
 */
void tracing_map_evict_counts(struct tracing_map *map, struct tracing_map_counts *counts)
{
	if (counts->evictions != tracing_map_evict_number(map))
		tracing_map_evict_fold(map, counts, counts->buckets);
}
