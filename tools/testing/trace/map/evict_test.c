// SPDX-License-Identifier: GPL-2.0-only
/*
 * Eviction of keys from a map that is nearly full: when it runs, which keys it removes, and its
 * memory. evict_vars_test.c has variables, evict_error_test.c has the errors, and
 * evict_counts_test.c has the counts that move to the other element.
 */

#include <linux/memcontrol.h>

#include "evict_fixture.h"
#include "tracing_map_usage.h"

TEST(config_needs_the_other_element_and_a_sum)
{
	struct tracing_map_config cfg = evicting;

	cfg.has_other = false;
	EXPECT_EQ(PTR_ERR(tracing_map_create(&cfg)), -EINVAL);
	cfg.has_other = true;
	cfg.n_sums = 0;
	EXPECT_EQ(PTR_ERR(tracing_map_create(&cfg)), -EINVAL);
	cfg.n_sums = 1;
	cfg.n_maxima = 0;
	tracing_map_destroy(create(&cfg));
	EXPECT_EQ(shim_allocs(), 0);
}

/* A map without evictions has no errors, and does not allocate their memory. */
TEST(map_that_keeps_its_keys_has_no_errors)
{
	struct tracing_map_config cfg = evicting;
	struct tracing_map_snapshot *snap;
	struct tracing_map *map;

	cfg.evict = NULL;
	map = create(&cfg);
	hit_keys(map, 0, 2 * SIZE, 1);
	EXPECT(!tracing_map_evict_wanted(map));
	EXPECT(!run_work());
	EXPECT_EQ(tracing_map_n_evicted(map), 0);
	EXPECT_EQ(tracing_map_evict_number(map), 0);
	EXPECT_EQ(tracing_map_evict_bytes(map), 0);
	EXPECT_EQ(error_of(map, 0), 0);
	EXPECT_EQ(find_condemned(map, 0), -ENOENT);
	snap = snapshot(map, NULL, 0);
	EXPECT_EQ(snap->error_word, 0);
	EXPECT_EQ(tracing_map_row_error(snap, 0), 0);
	tracing_map_snapshot_free(snap);
	tracing_map_destroy(map);
}

TEST(nearly_full_map_queues_the_work_once)
{
	struct tracing_map *map = create(&evicting);

	EXPECT_EQ(TRACING_MAP_EVICT_AT(SIZE), AT);
	EXPECT_EQ(TRACING_MAP_EVICT_TO(SIZE), TO);
	hit_keys(map, 0, AT - 1, 1);
	EXPECT(!run_work());
	EXPECT(!tracing_map_evict_wanted(map));
	EXPECT(!tracing_map_evict_rearm(map));
	hit(map, AT - 1);
	EXPECT(tracing_map_evict_wanted(map));
	EXPECT(run_work());
	/* Until the map is rearmed, neither new keys nor a full map queue it again. */
	hit_keys(map, AT, 2 * SIZE, 1);
	EXPECT(!run_work());
	EXPECT_EQ(other_sum(map, 0), SIZE);

	/* A map that is still nearly full is reported by rearm, and not queued. */
	EXPECT(tracing_map_evict_rearm(map));
	EXPECT(tracing_map_evict_wanted(map));
	EXPECT(!run_work());

	EXPECT_EQ(run_eviction(map, NULL), SIZE - TO);
	EXPECT(!tracing_map_evict_rearm(map));
	EXPECT(!tracing_map_evict_wanted(map));
	hit_keys(map, 1000, 1000 + AT - TO - 1, 1);
	EXPECT(!run_work());
	hit(map, 2000);
	EXPECT(run_work());
	tracing_map_destroy(map);
	EXPECT_EQ(shim_allocs(), 0);
}

/* An insert that finds no room queues the work, too, but not for another reason. */
TEST(full_map_queues_the_work)
{
	struct tracing_map *map = create(&evicting);

	hit_keys(map, 0, SIZE, 1);
	EXPECT(run_work());
	map->keys->evict_at = INT_MAX;
	EXPECT(!tracing_map_evict_rearm(map));
	this_cpu_ptr(map->keys->context)->depth = TRACING_MAP_CONTEXT_SLOTS;
	EXPECT_EQ(hit(map, SIZE), TRACING_MAP_OTHER);
	EXPECT(!run_work());
	this_cpu_ptr(map->keys->context)->depth = 0;
	EXPECT_EQ(hit(map, SIZE), TRACING_MAP_OTHER);
	EXPECT(run_work());
	EXPECT_EQ(bound_of(map, SIZE), 2);
	tracing_map_destroy(map);
}

/*
 * An insert that found the map closed may queue the work after the eviction. The map is not nearly
 * full then, and does not wait for another eviction.
 */
TEST(late_insert_does_not_cause_an_eviction)
{
	struct tracing_map *map = create(&evicting);

	hit_keys(map, 0, AT, 1);
	run_eviction(map, NULL);
	EXPECT(!tracing_map_evict_rearm(map));
	run_work();
	tracing_map_evict_direct(map->keys->evict, hash_of(map, AT), TRACING_MAP_DROP_FULL);
	EXPECT(run_work());
	EXPECT(!tracing_map_evict_wanted(map));
	/* The next new keys queue the work again. */
	hit_keys(map, 1000, 1000 + AT - TO, 1);
	EXPECT(run_work());
	EXPECT(tracing_map_evict_wanted(map));
	tracing_map_destroy(map);
}

/* The keys with the fewest hits are removed; of equal ones, those with the lowest elements. */
TEST(rows_with_the_fewest_hits_are_evicted)
{
	struct tracing_map *map = create(&evicting);
	unsigned int i, n_evicted = SIZE - TO;
	struct tracing_map_snapshot *snap;
	u64 sum = 0;

	for (i = 0; i < SIZE; i++) {
		unsigned int hits = (i * 37 % SIZE) / 2 + 1;

		hit_keys(map, i, i + 1, hits);
		sum += hits * i;
	}
	EXPECT_EQ(run_eviction(map, NULL), n_evicted);
	EXPECT_EQ(tracing_map_n_evicted(map), n_evicted);
	EXPECT_EQ(tracing_map_n_keys(map), TO);

	snap = snapshot(map, NULL, 0);
	EXPECT_EQ(snap->n_rows, TO);
	EXPECT(snap->has_other);
	for (i = 0; i < snap->n_rows; i++) {
		u64 key = tracing_map_row_key(snap, i)[0], hits = key * 37 % SIZE / 2 + 1;

		EXPECT(hits > n_evicted / 2);
		EXPECT_EQ(tracing_map_row_sum(snap, i, 0), hits);
		EXPECT_EQ(tracing_map_row_sum(snap, i, 1), hits * key);
		EXPECT_EQ(tracing_map_row_sum(snap, i, 2), key);
		EXPECT_EQ(tracing_map_row_error(snap, i), 0);
		sum -= hits * key;
	}
	/* 24 numbers of hits, from 1 on, with two keys each */
	EXPECT_EQ(tracing_map_row_sum(snap, i, 0), n_evicted / 2 * (n_evicted / 2 + 1));
	EXPECT_EQ(tracing_map_row_sum(snap, i, 1), sum);
	tracing_map_snapshot_free(snap);
	for (i = 0; i < SIZE; i++)
		EXPECT_EQ(find_row(map, i) >= 0, i * 37 % SIZE >= n_evicted);
	tracing_map_destroy(map);
}

/* Elements are used again, before new ones are allocated. */
TEST(elements_are_used_again)
{
	struct tracing_map *map = create(&evicting);
	unsigned int i, round;
	u64 hits = 0;

	for (round = 0; round < 100; round++) {
		for (i = 0; i < SIZE; i++, hits++)
			EXPECT_EQ(tracing_map_is_other(map, hit(map, hits)),
				  round && i >= SIZE - TO);
		run_eviction(map, NULL);
		EXPECT_EQ(tracing_map_n_keys(map), TO);
		EXPECT_EQ(tracing_map_n_allocated(map), SIZE + 1);
		EXPECT_EQ(tracing_map_total(map, 0), hits);
		EXPECT_EQ(tracing_map_total(map, 1), hits * (hits - 1) / 2);
	}
	tracing_map_destroy(map);
	EXPECT_EQ(shim_allocs(), 0);
}

/* Elements that inserts have not taken since the last eviction stay free. */
TEST(free_elements_are_kept_for_the_next_eviction)
{
	struct tracing_map *map = create(&evicting);
	unsigned int round;
	u64 key = SIZE;

	hit_keys(map, 0, SIZE, 100);
	for (round = 0; round < 20; round++) {
		/* Leave some of the free elements, of which there are 48. */
		const unsigned int n = round % 2 ? 40 : 47;

		run_eviction(map, NULL);
		hit_keys(map, key, key + n, 1);
		key += n;
		EXPECT_EQ(tracing_map_n_keys(map), TO + n);
		EXPECT_EQ(tracing_map_n_allocated(map), SIZE + 1);
	}
	run_eviction(map, NULL);
	hit_keys(map, key, key + SIZE, 1);
	EXPECT_EQ(tracing_map_n_keys(map), SIZE);
	EXPECT_EQ(tracing_map_n_allocated(map), SIZE + 1);
	EXPECT_EQ(atomic_read(&map->keys->evict->n_free), 0);
	tracing_map_destroy(map);
}

/* Nothing changes if too few rows are in use, or if all of them have a variable. */
TEST(eviction_without_candidates_changes_nothing)
{
	struct tracing_map *map = create(&evicting_vars);
	struct tracing_map_eviction *eviction;
	u64 key;

	hit_keys(map, 0, TO, 1);
	eviction = begin(map);
	EXPECT(!tracing_map_evict_choose(eviction));
	EXPECT_EQ(tracing_map_evict_finish(eviction, NULL), 0);
	EXPECT_EQ(tracing_map_n_keys(map), TO);
	EXPECT_EQ(other_sum(map, 0), 0);

	/* One row more than 5/8 can be evicted. */
	hit(map, TO);
	EXPECT_EQ(run_eviction(map, NULL), 1);
	EXPECT_EQ(other_sum(map, 0), 1);
	EXPECT_EQ(tracing_map_evict_number(map), 1);
	EXPECT_EQ(tracing_map_n_evicted(map), 1);

	for (key = 1000; key < 1000 + AT - TO; key++)
		hit(map, key);
	for (key = 0; key < 2000; key++)
		if (find_row(map, key) >= 0)
			tracing_map_var_set(map, find_row(map, key), 0, 5);
	eviction = begin(map);
	EXPECT(!tracing_map_evict_choose(eviction));
	EXPECT_EQ(insert(map, 3000), TRACING_MAP_OTHER);
	EXPECT_EQ(tracing_map_evict_finish(eviction, NULL), 0);
	EXPECT_EQ(tracing_map_n_keys(map), AT);
	EXPECT_EQ(other_sum(map, 0), 1);
	EXPECT_EQ(tracing_map_evict_number(map), 1);
	EXPECT(hit(map, 3001) > 0);
	tracing_map_destroy(map);
	EXPECT_EQ(shim_allocs(), 0);
}

TEST(keys_of_several_words_are_evicted)
{
	struct tracing_map_config cfg = evicting;
	struct tracing_map_snapshot *snap;
	unsigned int n_found = 0, i, row;
	struct tracing_map *map;

	cfg.key_size = 24;
	cfg.aux_size = 16;
	map = create(&cfg);
	/* Only the last words of the keys differ. The last 80 ones have two hits. */
	for (i = 0; i < 2 * SIZE - (SIZE - TO); i++) {
		u64 key[5] = { 1, 2, i % SIZE, ~(u64)(i % SIZE), 7 };

		if (i >= SIZE)
			key[2] = SIZE - TO + i - SIZE;
		count_value(map, tracing_map_insert(map, key), i);
	}
	EXPECT_EQ(run_eviction(map, NULL), SIZE - TO);
	for (i = 0; i < SIZE; i++) {
		u64 key[3] = { 1, 2, i };

		EXPECT_EQ(tracing_map_lookup(map, key) > 0, i >= SIZE - TO);
	}
	/* New keys get new aux in the old elements. */
	for (i = 0; i < SIZE - TO; i++) {
		u64 key[5] = { 3, 2, i, ~(u64)i, 7 };

		EXPECT(tracing_map_insert(map, key) > 0);
	}
	snap = snapshot(map, NULL, 0);
	EXPECT_EQ(snap->n_rows, SIZE);
	for (row = 0; row < snap->n_rows; row++) {
		const u64 *key = tracing_map_row_key(snap, row);

		EXPECT_EQ(tracing_map_row_aux(snap, row)[0], ~key[2]);
		EXPECT_EQ(tracing_map_row_aux(snap, row)[1], 7);
		EXPECT_EQ(tracing_map_row_sum(snap, row, 0), key[0] == 1 ? 2 : 0);
		n_found += key[0] == 3;
	}
	EXPECT_EQ(n_found, SIZE - TO);
	tracing_map_snapshot_free(snap);
	tracing_map_destroy(map);
}

/* A cleared map is like a new one. */
TEST(clear_resets_evictions)
{
	struct tracing_map *map = create(&evicting);
	unsigned int round;
	u64 key;

	for (round = 0; round < 3; round++) {
		hit_keys(map, 0, 3 * SIZE, 5);
		EXPECT_EQ(run_eviction(map, NULL), SIZE - TO);
		/* Some errors are known, and not 0. */
		hit_keys(map, 1000, 1010, 30);
		hit_keys(map, 2000, 2000 + SIZE, 1);
		EXPECT_EQ(run_eviction(map, NULL), SIZE - TO);
		EXPECT(error_of(map, 1000) > 0);
		EXPECT_EQ(tracing_map_n_evicted(map), 2 * (SIZE - TO));
		tracing_map_clear(map);
		EXPECT_EQ(tracing_map_n_evicted(map), 0);
		EXPECT_EQ(tracing_map_n_keys(map), 0);
		EXPECT_EQ(other_sum(map, 0), 0);
		for (key = 0; key < 3 * SIZE; key++)
			EXPECT_EQ(bound_of(map, key), 0);
		/* The elements are allocated anew, with the errors that they have now. */
		for (key = 0; key < SIZE; key++)
			EXPECT_EQ(hit(map, key), key + 1);
		for (key = 0; key < SIZE; key++)
			EXPECT_EQ(error_of(map, key), 0);
		EXPECT_EQ(tracing_map_n_allocated(map), SIZE + 1);
		EXPECT_EQ(run_eviction(map, NULL), SIZE - TO);
		tracing_map_clear(map);
	}
	tracing_map_destroy(map);
	EXPECT_EQ(shim_allocs(), 0);
}

/* Clear a map that never evicted a key. */
TEST(clear_resets_bounds_before_the_first_eviction)
{
	struct tracing_map *map = create(&evicting);

	hit_keys(map, 0, SIZE + 1, 1);
	EXPECT_EQ(bound_of(map, SIZE), 1);
	tracing_map_clear(map);
	EXPECT_EQ(bound_of(map, SIZE), 0);
	tracing_map_destroy(map);
}

TEST(bytes_include_the_state_of_evictions)
{
	struct tracing_map_config cfg = evicting;
	struct tracing_map_eviction *eviction;
	struct tracing_map *map, *keeps;
	size_t before, n_elts, allocated;

	cfg.evict = NULL;
	keeps = create(&cfg);
	map = create(&evicting);
	before = tracing_map_bytes(map);
	n_elts = map->n_elts;
	EXPECT_EQ(before, tracing_map_bytes(keeps) + sizeof(*map->keys->evict) +
			  SIZE * sizeof(struct tracing_map_bound));
	hit_keys(map, 0, SIZE, 1);
	allocated = shim_bytes();
	eviction = begin(map);
	/* From the first eviction on, 16 bytes and a bit for each element; and their free list */
	EXPECT_EQ(tracing_map_bytes(map), before + n_elts * 16 + BITS_TO_LONGS(n_elts) * 8);
	tracing_map_evict_choose(eviction);
	tracing_map_evict_confirm(eviction);
	tracing_map_evict_finish(eviction, NULL);
	EXPECT_EQ(tracing_map_bytes(map), before + n_elts * 20 + BITS_TO_LONGS(n_elts) * 8);
	/* That is what was allocated, apart from the overhead of malloc(). */
	EXPECT(shim_bytes() - allocated < n_elts * 21 + 100);
	tracing_map_destroy(map);
	tracing_map_destroy(keeps);
}

/* Return the number of calls of cond_resched() since the last call of this function. */
static unsigned long count_rescheds(void)
{
	static unsigned long last;
	unsigned long n = shim_rescheds - last;

	last = shim_rescheds;
	return n;
}

/*
 * All loops over a large map let other tasks run, at each 1024th step. Here a loop over the 16,384
 * slots does so 16 times, one over the 8,209 elements 9 times, one over the 8,192 slots of the pool
 * 8 times, and one over victims for each multiple of 1024 among them.
 */
TEST(long_loops_let_other_tasks_run)
{
	struct tracing_map_config cfg = evicting_vars;
	struct tracing_map_eviction *eviction;
	struct tracing_map_counts *counts;
	struct tracing_map *map;

	cfg.size = 8192;
	cfg.n_buckets = 4096;
	map = create(&cfg);
	EXPECT(!IS_ERR(tracing_map_spare(map)));
	hit_keys(map, 0, 8192, 1);
	hit_keys(map, 3072, 8192, 1);
	/* The halves were not exchanged, so this one is empty. */
	counts = tracing_map_drain(tracing_map_spare(map), NULL);
	eviction = begin(map);
	count_rescheds();

	/* two loops over slots, and nine over elements to find the lowest ranks */
	EXPECT(tracing_map_evict_choose(eviction));
	EXPECT(count_rescheds() >= 2 * 16 + 9 * 9);

	/* Element 0 is the other one, so the victims are elements 1 to 3072. Keep two of them. */
	tracing_map_var_set(map, 1024, 0, 1);
	tracing_map_var_set(map, 2048, 0, 1);
	EXPECT(tracing_map_evict_confirm(eviction));
	EXPECT(count_rescheds() >= 3);

	/*
	 * One loop over the slots, one over the kept victims, four over the others, three over the
	 * pool, and one over the elements in the total
	 */
	EXPECT_EQ(tracing_map_evict_finish(eviction, NULL), 3072 - 2);
	EXPECT(count_rescheds() >= 16 + 2 + 4 + 3 * 8 + 9);

	tracing_map_evict_counts(map, counts);
	EXPECT(count_rescheds() >= 9 + 8);
	tracing_map_counts_free(counts);
	tracing_map_destroy(map);
}

/* Without memory, the map stays open and unchanged, and the next eviction works. */
TEST(eviction_without_memory_changes_nothing)
{
	unsigned long n, allocs, n_failures = 0;
	bool failed;

	for (n = 1, failed = true; failed; n++) {
		struct tracing_map *map = create(&evicting_vars);
		struct tracing_map_eviction *eviction;
		u32 i;

		hit_keys(map, 0, AT, 1);
		shim_fail_nth(n);
		eviction = tracing_map_evict_begin(map);
		failed = shim_failed();
		EXPECT_EQ(!eviction, failed);
		if (eviction) {
			tracing_map_evict_finish(eviction, NULL);
			tracing_map_destroy(map);
			continue;
		}
		n_failures++;
		EXPECT_EQ(tracing_map_n_keys(map), AT);
		EXPECT(hit(map, 1000) > 0);
		EXPECT_EQ(error_of(map, 1000), 0);
		EXPECT(tracing_map_evict_bytes(map) > 0);
		EXPECT_EQ(run_eviction(map, NULL), AT + 1 - TO);

		/* The second eviction has what stays of the first one. */
		hit_keys(map, 2000, 2000 + SIZE - TO, 1);
		allocs = shim_allocs();
		for (i = 1; i <= 7; i++) {
			shim_fail_nth(i);
			EXPECT(!tracing_map_evict_begin(map));
			EXPECT(shim_failed());
			EXPECT_EQ(shim_allocs(), allocs);
		}
		EXPECT_EQ(tracing_map_n_keys(map), SIZE);
		EXPECT_EQ(run_eviction(map, NULL), SIZE - TO);
		EXPECT_EQ(shim_allocs(), allocs);
		tracing_map_destroy(map);
		EXPECT_EQ(shim_allocs(), 0);
	}
	/* seven allocations for each eviction, and two for all */
	EXPECT_EQ(n_failures, 9);
}

TEST(map_is_not_created_without_memory)
{
	unsigned long n;

	for (n = 1;; n++) {
		struct tracing_map *map;

		shim_fail_nth(n);
		map = tracing_map_create(&evicting_vars);
		if (!shim_failed()) {
			tracing_map_destroy(map);
			break;
		}
		EXPECT_EQ(PTR_ERR(map), -ENOMEM);
		EXPECT_EQ(shim_allocs(), 0);
	}
	EXPECT(n > 8);
}

/* The memory of an eviction is charged to the memory cgroup of the creator of the map. */
TEST(eviction_is_charged_to_the_creator)
{
	struct mem_cgroup creator = {}, worker = {};
	struct tracing_map *map;

	shim_memcg = &creator;
	map = create(&evicting);
	shim_memcg = &worker;
	hit_keys(map, 0, AT, 1);
	EXPECT_EQ(run_eviction(map, NULL), AT - TO);
	EXPECT_EQ(worker.charges, 0);
	EXPECT(!shim_active_memcg);
	hit_keys(map, 1000, 1000 + AT - TO, 1);
	creator.refuses = true;
	EXPECT(!tracing_map_evict_begin(map));
	creator.refuses = false;
	shim_memcg = NULL;
	tracing_map_destroy(map);
}

/*
 * In a map that grows, elements are used again although others wait for their memory, and these are
 * not lost. The worker of the growth runs when the test says so.
 */
TEST(large_map_evicts_while_it_grows)
{
	const u32 size = 262144, to = size / 8 * 5;
	struct tracing_map_config cfg = evicting_vars;
	struct tracing_map *map;
	u32 n_keys, n_ready;
	unsigned int cpu;
	u64 key;

	cfg.size = size;
	map = create(&cfg);
	for (key = 0; key < to; key++) {
		hit(map, key);
		if (key % 1000 == 0)
			run_work();
	}
	EXPECT_EQ(tracing_map_n_keys(map), to);
	/* Without the worker, elements run out. One waits in a context slot of each CPU. */
	for (cpu = 0; cpu < shim_nr_cpus; cpu++) {
		shim_cpu = cpu;
		while (!tracing_map_is_other(map, hit(map, key)))
			key++;
		EXPECT_EQ(bound_of(map, key), cpu + 1);
		EXPECT(per_cpu_ptr(map->keys->context, cpu)->slots[0] > map->keys->n_ready);
	}
	shim_cpu = 0;
	n_keys = tracing_map_n_keys(map);
	n_ready = map->keys->n_ready;
	EXPECT(n_keys > to && n_keys < size);
	EXPECT_EQ(run_eviction(map, NULL), n_keys - to);
	EXPECT_EQ(tracing_map_n_keys(map), to);

	/* When the worker has run, all CPUs have room. Free elements are used before new ones. */
	run_work();
	EXPECT(map->keys->n_ready > n_ready);
	n_ready = tracing_map_n_allocated(map);
	for (key = 1000000; tracing_map_n_keys(map) < n_keys; key++) {
		shim_cpu = key % shim_nr_cpus;
		EXPECT(hit(map, key) > 0);
	}
	EXPECT_EQ(tracing_map_n_allocated(map), n_ready);
	for (; tracing_map_n_keys(map) < size; key++) {
		EXPECT(hit(map, key) > 0);
		run_work();
	}
	EXPECT_EQ(hit(map, key), TRACING_MAP_OTHER);
	EXPECT(tracing_map_n_allocated(map) <= size + 1 + shim_nr_cpus);
	tracing_map_destroy(map);
	EXPECT_EQ(shim_allocs(), 0);
}
