// SPDX-License-Identifier: GPL-2.0-only
/*
 * Evictions add the counts of the victims to those of the other element: sums, sums of several
 * words, maxima and buckets. They do so in both halves of the map, in the total, and in intervals
 * that are held or given back. The tests compare all counts with those of a model.
 */

#include "evict_fixture.h"
#include "tracing_map_usage.h"

#define KEYS		300
#define DIGIT_MASK	GENMASK_ULL(TRACING_MAP_DIGIT_BITS - 1, 0)

/* Two statistics with buckets, of which the second one has the largest index. */
#define STATS		2
#define BUCKETS		5

/* Words of an element: three sums are digits of a large one, two count values without bucket. */
enum { HITS, VALUES, DIGIT_0, DIGIT_1, DIGIT_2, LOST_0, LOST_1, N_SUMS, MAXIMUM = N_SUMS };

static const struct tracing_map_evict_config evict_with_buckets = {
	.work = &evict_work, .lost_words = { [0] = LOST_0, [15] = LOST_1 },
};

static const struct tracing_map_config counting = {
	.size = SIZE, .key_size = 8, .n_sums = N_SUMS, .n_maxima = 1, .multi_word = true,
	.carries = { BIT(DIGIT_0) | BIT(DIGIT_1) }, .n_buckets = 4096, .has_other = true,
	.evict = &evict_with_buckets,
};

/* Counts of an element. */
struct tally {
	u64 hits, values, maximum, lost[STATS], buckets[STATS][BUCKETS];
	s128 wide;
};

/* Counts of all keys and of the other element. */
struct table {
	struct tally keys[KEYS], other;
};

/*
 * An interval that was taken.
 * @was_evicted: keys that were evicted since
 */
struct interval {
	struct tracing_map_counts *counts;
	struct table table;
	bool was_evicted[KEYS];
};

/*
 * @map: published half
 * @all: counts of all events
 * @current: counts of the current interval
 * @held: an interval that a reader holds, if its counts are not NULL
 * @pending: intervals that were given back
 * @n_events: events so far
 */
static struct {
	struct tracing_map *map;
	struct table all, current;
	struct interval held, pending;
	u64 state, n_events;
} world;

static u32 bucket_id(unsigned int stat, unsigned int i)
{
	return stat ? 0xffff - i : i;
}

/* Add to a sum of several words, and carry nothing. */
static void add_wide(struct tracing_map *map, int elt, s64 val)
{
	tracing_map_words_begin(map, elt);
	tracing_map_add(map, elt, DIGIT_0, val & DIGIT_MASK);
	tracing_map_add(map, elt, DIGIT_1, val >> TRACING_MAP_DIGIT_BITS);
	tracing_map_words_end(map, elt);
}

static s128 wide_of(const u64 *words)
{
	const s128 radix = 1ULL << TRACING_MAP_DIGIT_BITS;

	return (s64)words[DIGIT_0] + radix * (s64)words[DIGIT_1] +
	       radix * radix * (s64)words[DIGIT_2];
}

/* Count a value in an element and in two tallies. */
static void count(struct tracing_map *map, int elt, s64 val, struct tally *a, struct tally *b)
{
	struct tally event = {};
	/* Later events have larger maxima, so that the other element's does not stay the same. */
	u64 maximum = ++world.n_events;
	unsigned int stat, i;

	shim_atomic = true;
	tracing_map_add(map, elt, HITS, 1);
	tracing_map_add(map, elt, VALUES, val);
	add_wide(map, elt, val);
	EXPECT(tracing_map_raise(map, elt, tracing_map_own_words(map, elt), MAXIMUM, maximum));
	for (stat = 0; stat < STATS; stat++) {
		i = (u64)val % (BUCKETS - stat);
		if (tracing_map_count(map, elt, bucket_id(stat, i))) {
			event.buckets[stat][i]++;
			continue;
		}
		tracing_map_add(map, elt, LOST_0 + stat, 1);
		event.lost[stat]++;
	}
	shim_atomic = false;

	for (; a; a = b, b = NULL) {
		a->hits++;
		a->values += val;
		a->wide += val;
		a->maximum = maximum;
		for (stat = 0; stat < STATS; stat++) {
			a->lost[stat] += event.lost[stat];
			for (i = 0; i < BUCKETS; i++)
				a->buckets[stat][i] += event.buckets[stat][i];
		}
	}
}

/* Move what an element has counted to another one. */
static void move_tally(struct tally *to, struct tally *from)
{
	unsigned int stat, i;

	to->hits += from->hits;
	to->values += from->values;
	to->wide += from->wide;
	to->maximum = max(to->maximum, from->maximum);
	for (stat = 0; stat < STATS; stat++) {
		to->lost[stat] += from->lost[stat];
		for (i = 0; i < BUCKETS; i++)
			to->buckets[stat][i] += from->buckets[stat][i];
	}
	*from = (struct tally){};
}

static void evict_from_table(struct table *table, const bool *was_evicted)
{
	unsigned int key;

	for (key = 0; key < KEYS; key++)
		if (was_evicted[key])
			move_tally(&table->other, &table->keys[key]);
}

static void merge_table(struct table *to, struct table *from)
{
	unsigned int key;

	for (key = 0; key < KEYS; key++)
		move_tally(&to->keys[key], &from->keys[key]);
	move_tally(&to->other, &from->other);
}

/* An event with a value of any sign and size. */
static void fire(u64 key)
{
	u64 r = test_random(&world.state);
	s64 val = (s64)test_random(&world.state) >> r % 64;
	int elt;

	shim_cpu = (r >> 8) % shim_nr_cpus;
	elt = insert(world.map, key);
	if (elt == TRACING_MAP_OTHER)
		count(world.map, elt, val, &world.all.other, &world.current.other);
	else
		count(world.map, elt, val, &world.all.keys[key], &world.current.keys[key]);
	shim_cpu = 0;
}

static void fire_some(unsigned int n)
{
	for (; n; n--) {
		u64 r = test_random(&world.state), key = r % KEYS;

		fire(r >> 32 & 1 ? key : key * key / KEYS);
	}
}

/* Evict keys. Each key that was in the map and is not any more counts in the other element. */
static void evict_keys(void)
{
	bool was_in_map[KEYS], was_evicted[KEYS];
	unsigned int key;

	for (key = 0; key < KEYS; key++)
		was_in_map[key] = find_row(world.map, key) >= 0;
	shim_cpu = test_random(&world.state) % shim_nr_cpus;
	run_eviction(world.map, world.pending.counts);
	shim_cpu = 0;
	for (key = 0; key < KEYS; key++) {
		was_evicted[key] = was_in_map[key] && find_row(world.map, key) < 0;
		world.held.was_evicted[key] |= was_evicted[key];
	}
	EXPECT_EQ(tracing_map_n_keys(world.map), TO);
	evict_from_table(&world.all, was_evicted);
	evict_from_table(&world.current, was_evicted);
	evict_from_table(&world.pending.table, was_evicted);
}

/* Compare a row with a tally. */
static void check_row(const struct tracing_map_snapshot *snap, unsigned int row,
		      const struct tracing_map_buckets *buckets, const struct tally *tally)
{
	const u64 *words = tracing_map_row_sums(snap, row);
	const struct tracing_map_bucket *list;
	u64 found[STATS][BUCKETS] = {};
	unsigned int n, i;

	EXPECT_EQ(words[HITS], tally->hits);
	EXPECT_EQ(words[VALUES], tally->values);
	EXPECT(wide_of(words) == tally->wide);
	EXPECT_EQ(words[MAXIMUM], tally->maximum);
	EXPECT_EQ(words[LOST_0], tally->lost[0]);
	EXPECT_EQ(words[LOST_1], tally->lost[1]);
	list = tracing_map_buckets_of(buckets, tracing_map_row_elt(snap, row), &n);
	for (i = 0; i < n; i++) {
		if (list[i].id < BUCKETS)
			found[0][list[i].id] += list[i].count;
		else if (list[i].id > 0xffff - BUCKETS)
			found[1][0xffff - list[i].id] += list[i].count;
		else
			test_fail(__FILE__, __LINE__, "bucket %x", list[i].id);
	}
	EXPECT(!memcmp(found, tally->buckets, sizeof(found)));
}

static void check_table(struct tracing_map_snapshot *snap, struct tracing_map_buckets *buckets,
			const struct table *table)
{
	unsigned int row, key, n_counted = 0;

	EXPECT(!IS_ERR(buckets));
	for (row = 0; row < snap->n_rows; row++)
		check_row(snap, row, buckets, &table->keys[tracing_map_row_key(snap, row)[0]]);
	EXPECT_EQ(snap->has_other, table->other.hits > 0);
	if (snap->has_other)
		check_row(snap, row, buckets, &table->other);
	for (key = 0; key < KEYS; key++)
		n_counted += table->keys[key].hits > 0;
	EXPECT_EQ(snap->n_rows, n_counted);
	EXPECT_EQ(snap->dropped, 0);
	tracing_map_snapshot_free(snap);
	tracing_map_buckets_free(buckets);
}

static void check_all(void)
{
	check_table(snapshot(world.map, NULL, 0), tracing_map_buckets_copy(world.map), &world.all);
}

static void check_interval(const struct interval *interval)
{
	struct tracing_map_snapshot *snap =
		tracing_map_snapshot_counts(world.map, interval->counts, 0);

	EXPECT(!IS_ERR(snap));
	EXPECT_EQ(snap->error_word, 0);
	check_table(snap, tracing_map_buckets_of_counts(world.map, interval->counts),
		    &interval->table);
}

/* Exchange the halves, and hold the interval. It includes the pending intervals. */
static void take_interval_unchecked(void)
{
	struct tracing_map *half = world.map, *spare = tracing_map_spare(half);

	EXPECT(!IS_ERR(spare));
	world.map = spare;
	world.held.counts = tracing_map_drain(half, world.pending.counts);
	EXPECT(!IS_ERR(world.held.counts));
	tracing_map_counts_free(world.pending.counts);
	world.pending.counts = NULL;
	memset(&world.held.table, 0, sizeof(world.held.table));
	memset(&world.held.was_evicted, 0, sizeof(world.held.was_evicted));
	merge_table(&world.held.table, &world.current);
	merge_table(&world.held.table, &world.pending.table);
}

static void take_interval(void)
{
	take_interval_unchecked();
	check_interval(&world.held);
}

/* Let the interval that is held follow the evictions. Free it, or give it back. */
static void end_interval(bool give_back)
{
	tracing_map_evict_counts(world.map, world.held.counts);
	evict_from_table(&world.held.table, world.held.was_evicted);
	check_interval(&world.held);
	if (give_back) {
		world.held.counts->next = world.pending.counts;
		world.pending.counts = world.held.counts;
		merge_table(&world.pending.table, &world.held.table);
	} else {
		tracing_map_counts_free(world.held.counts);
	}
	world.held.counts = NULL;
}

static void create_world(const struct tracing_map_config *cfg, unsigned int cpus, bool shared)
{
	memset(&world, 0, sizeof(world));
	world.state = 3;
	shim_nr_cpus = cpus;
	world.map = create(cfg);
	EXPECT_EQ(!!world.map->shared_sums, shared);
}

static void destroy_world(void)
{
	tracing_map_counts_free(world.pending.counts);
	tracing_map_counts_free(world.held.counts);
	tracing_map_destroy(world.map);
	EXPECT_EQ(shim_allocs(), 0);
}

static void run_without_intervals(unsigned int cpus, bool shared)
{
	unsigned int i;

	create_world(&counting, cpus, shared);
	for (i = 0; i < 60; i++) {
		while (tracing_map_n_keys(world.map) < AT)
			fire_some(20);
		check_all();
		evict_keys();
		check_all();
	}
	EXPECT(world.all.other.hits > 1000);
	destroy_world();
}

TEST(victims_count_in_the_other_element)
{
	run_without_intervals(4, false);
	run_without_intervals(64, true);
}

/* Evictions and intervals in any order. Some intervals are held during several evictions. */
static void run_with_intervals(unsigned int cpus, bool shared)
{
	unsigned int i, n_evictions = 0;

	create_world(&counting, cpus, shared);
	for (i = 0; i < 300; i++) {
		u64 r = test_random(&world.state);

		fire_some(r % 64);
		if (r >> 8 & 3 && tracing_map_n_keys(world.map) >= TO) {
			evict_keys();
			n_evictions++;
		}
		check_all();
		if (r >> 10 & 1)
			continue;
		if (world.held.counts)
			end_interval(r >> 11 & 1);
		else
			take_interval();
		check_all();
	}
	EXPECT(n_evictions > 100);
	EXPECT(tracing_map_n_evicted(world.map) > 1000);
	destroy_world();
}

TEST(evictions_move_counts_in_intervals)
{
	run_with_intervals(4, false);
	run_with_intervals(64, true);
}

/* An interval that was given back follows each eviction; one that is held follows both at once. */
TEST(interval_follows_one_and_two_evictions)
{
	unsigned int n_evictions;

	for (n_evictions = 0; n_evictions < 3; n_evictions++) {
		unsigned int i;
		u64 key;

		create_world(&counting, 4, false);
		for (key = 0; key < SIZE; key++)
			fire(key);
		take_interval();
		EXPECT(!world.held.table.other.hits);
		/* The other element gets buckets that did not exist when the interval was taken. */
		for (i = 0; i < n_evictions; i++) {
			for (key = 150; tracing_map_n_keys(world.map) < SIZE; key++)
				fire(key);
			evict_keys();
		}
		EXPECT_EQ(world.held.counts->evictions, 0);
		end_interval(true);
		EXPECT_EQ(world.pending.counts->evictions, n_evictions);
		EXPECT_EQ(world.pending.table.other.hits > 0, n_evictions > 0);
		for (key = 150; tracing_map_n_keys(world.map) < SIZE; key++)
			fire(key);
		evict_keys();
		EXPECT_EQ(world.pending.counts->evictions, n_evictions + 1);
		take_interval();
		EXPECT(world.held.table.other.hits > 0);
		check_all();
		destroy_world();
	}
}

/* The halves may be created after evictions. */
TEST(first_interval_after_evictions)
{
	create_world(&counting, 4, false);
	fire_some(1000);
	evict_keys();
	fire_some(1000);
	evict_keys();
	take_interval();
	EXPECT_EQ(world.held.counts->evictions, 2);
	fire_some(1000);
	evict_keys();
	end_interval(false);
	take_interval();
	check_all();
	destroy_world();
}

/* Return a number of a bucket of an element whose search begins at a slot of the pool. */
static u32 bucket_at_slot(int elt, u32 slot)
{
	const struct tracing_map *pool = world.map->pool;
	u32 id;

	for (id = 0; id < 1 << TRACING_MAP_BUCKET_ID_BITS; id++) {
		u64 key = tracing_map_bucket_key(elt, id);

		if (tracing_map_first_slot(pool, tracing_map_hash(pool, &key, 1)) == slot)
			return id;
	}
	test_fail(__FILE__, __LINE__, "no bucket for slot %u", slot);
	return 0;
}

/* Return the count of a bucket of the other element, in the map or in an interval. */
static u64 other_bucket(struct tracing_map_buckets *buckets, u32 id)
{
	const struct tracing_map_bucket *list;
	unsigned int n, i;
	u64 count = 0;

	EXPECT(!IS_ERR(buckets));
	list = tracing_map_buckets_of(buckets, TRACING_MAP_OTHER, &n);
	for (i = 0; i < n; i++)
		count += list[i].id == id ? list[i].count : 0;
	tracing_map_buckets_free(buckets);
	return count;
}

/*
 * The buckets of a victim are in the first and in the last slot of the pool, and one of the other
 * element is the first element of the pool.
 */
TEST(buckets_are_moved_at_all_positions)
{
	u32 first, last, i;
	u64 key;

	create_world(&counting, 4, false);
	for (key = 0; key < SIZE; key++)
		tracing_map_add(world.map, insert(world.map, key), HITS, key ? 2 : 1);
	first = bucket_at_slot(1, 0);
	last = bucket_at_slot(1, world.map->pool->slot_mask);
	EXPECT(tracing_map_count(world.map, TRACING_MAP_OTHER, first));
	for (i = 0; i < 3; i++) {
		EXPECT(tracing_map_count(world.map, 1, first));
		EXPECT(tracing_map_count(world.map, 1, last));
	}
	take_interval_unchecked();
	for (i = 0; i < 10; i++) {
		EXPECT(tracing_map_count(world.map, 1, first));
		EXPECT(tracing_map_count(world.map, 1, last));
	}
	run_eviction(world.map, NULL);
	EXPECT_EQ(find_row(world.map, 0), -ENOENT);
	EXPECT_EQ(other_bucket(tracing_map_buckets_copy(world.map), first), 1 + 3 + 10);
	EXPECT_EQ(other_bucket(tracing_map_buckets_copy(world.map), last), 3 + 10);
	tracing_map_evict_counts(world.map, world.held.counts);
	EXPECT_EQ(other_bucket(tracing_map_buckets_of_counts(world.map, world.held.counts), first),
		  1 + 3);
	EXPECT_EQ(other_bucket(tracing_map_buckets_of_counts(world.map, world.held.counts), last),
		  3);
	destroy_world();
}

/* Return whether the CPU runs an insert into the pool, or a change of several words. */
static bool needs_preemption_off(void)
{
	const struct tracing_map_seq *seq = this_cpu_ptr(world.map->seq);
	unsigned int i;

	if (this_cpu_ptr(world.map->pool->keys->context)->depth)
		return true;
	for (i = 0; i < TRACING_MAP_SEQ_COUNTERS; i++)
		if (seq->begun[i].v != seq->ended[i].v)
			return true;
	return false;
}

static unsigned int n_checked;

static void check_preemption(void)
{
	if (!needs_preemption_off())
		return;
	n_checked++;
	EXPECT(shim_preempt_count > 0);
}

/* An eviction uses the counts and the context slots of its CPU as an event does. */
TEST(preemption_is_off_where_the_map_needs_it)
{
	unsigned int i;
	s64 begun[2];
	u64 key;

	create_world(&counting, 4, false);
	for (key = 0; key < SIZE; key++)
		fire(key);
	take_interval();
	for (key = 0; key < SIZE; key++)
		fire(key);
	for (i = 0; i < ARRAY_SIZE(world.map->keys->halves); i++)
		begun[i] = local64_read(&this_cpu_ptr(world.map->keys->halves[i]->seq)->
					begun[TRACING_MAP_OTHER]);
	shim_step_hook = check_preemption;
	/* The other element gets its first buckets, each with an insert into the pool. */
	run_eviction(world.map, NULL);
	EXPECT(n_checked > 5 * (BUCKETS + BUCKETS - 1));
	EXPECT_EQ(shim_preempt_count, 0);
	/* Each half has changed several words of the other element together, once. */
	for (i = 0; i < ARRAY_SIZE(world.map->keys->halves); i++) {
		const struct tracing_map_seq *seq =
			this_cpu_ptr(world.map->keys->halves[i]->seq);

		EXPECT_EQ(local64_read(&seq->begun[TRACING_MAP_OTHER]) - begun[i], 1);
		EXPECT_EQ(local64_read(&seq->ended[TRACING_MAP_OTHER]) - begun[i], 1);
	}
	tracing_map_evict_counts(world.map, world.held.counts);
	EXPECT_EQ(shim_preempt_count, 0);
	shim_step_hook = NULL;
	destroy_world();
}

/*
 * If the pool has no bucket for the other element, the values count as those without bucket, in the
 * map and in intervals. No value is lost.
 */
static void check_full_pool(unsigned int cpus, bool take_before)
{
	struct tracing_map_config cfg = counting;
	u64 key, lost[STATS], in_buckets[STATS] = {};
	unsigned int stat, i;

	cfg.n_buckets = 128;
	create_world(&cfg, cpus, cpus > 4);
	/* Each key has a bucket of each statistic, until the pool is full. */
	for (key = 0; key < SIZE; key++)
		fire(key);
	for (key = 0; key < SIZE; key++)
		for (stat = 0; stat < STATS; stat++)
			for (i = 0; i < BUCKETS; i++)
				in_buckets[stat] += world.all.keys[key].buckets[stat][i];
	EXPECT_EQ(in_buckets[0] + in_buckets[1], 128);
	if (take_before)
		take_interval();
	evict_keys();
	for (stat = 0; stat < STATS; stat++) {
		struct tally *other = &world.all.other;

		lost[stat] = other->lost[stat];
		for (i = 0; i < BUCKETS; i++) {
			lost[stat] += other->buckets[stat][i];
			other->buckets[stat][i] = 0;
		}
		EXPECT(lost[stat] > other->lost[stat]);
		other->lost[stat] = lost[stat];
		EXPECT_EQ(other_sum(world.map, LOST_0 + stat), lost[stat]);
	}
	check_all();
	if (take_before) {
		evict_from_table(&world.held.table, world.held.was_evicted);
		for (stat = 0; stat < STATS; stat++) {
			memset(world.held.table.other.buckets[stat], 0, sizeof(u64) * BUCKETS);
			world.held.table.other.lost[stat] = lost[stat];
		}
		tracing_map_evict_counts(world.map, world.held.counts);
		check_interval(&world.held);
	}
	destroy_world();
}

TEST(buckets_are_lost_visibly_if_the_pool_is_full)
{
	check_full_pool(4, false);
	check_full_pool(4, true);
	check_full_pool(64, true);
}

/* Return the word of the other element in this CPU's copy. */
static s64 other_digit(unsigned int i)
{
	return tracing_map_read_own(world.map, TRACING_MAP_OTHER, i);
}

/* Return the large sum of all elements. */
static s128 total_wide(void)
{
	s128 wide = 0;
	int elt, i;

	for (elt = 0; elt < tracing_map_n_allocated(world.map); elt++) {
		u64 words[N_SUMS];

		for (i = 0; i < N_SUMS; i++)
			words[i] = tracing_map_sum(world.map, elt, i);
		wide += wide_of(words);
	}
	return wide;
}

/*
 * Digits of the other element stay in their range, however many keys with large digits are evicted:
 * there may be no event of the other element that could carry them.
 */
TEST(evictions_carry_digits)
{
	s128 wide = 0;
	u64 key = 0;
	int round;

	create_world(&counting, 4, false);
	for (round = 0; round < 300; round++) {
		s64 digits[2] = { S64_MAX >> 1, S64_MAX >> 2 };

		if (round % 3 == 0) {
			digits[0] = S64_MIN;
			digits[1] = S64_MIN >> 2;
		}
		for (; tracing_map_n_keys(world.map) < SIZE; key++) {
			int elt = insert(world.map, key);

			tracing_map_add(world.map, elt, HITS, 1);
			tracing_map_add(world.map, elt, DIGIT_0, digits[0]);
			tracing_map_add(world.map, elt, DIGIT_1, digits[1]);
			wide += digits[0] + ((s128)1 << TRACING_MAP_DIGIT_BITS) * digits[1];
		}
		run_eviction(world.map, NULL);
		EXPECT(other_digit(DIGIT_0) >= 0 && other_digit(DIGIT_0) <= DIGIT_MASK);
		EXPECT(other_digit(DIGIT_1) >= 0 && other_digit(DIGIT_1) <= DIGIT_MASK);
		EXPECT(total_wide() == wide);
	}
	/* The last digit has what was carried. */
	EXPECT(other_digit(DIGIT_2) > 1000000);
	destroy_world();
}
