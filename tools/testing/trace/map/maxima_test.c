// SPDX-License-Identifier: GPL-2.0-only
/* Maxima: on own and shared copies, interrupted, and with all tries used up. */

#include "fixture.h"

static struct tracing_map *create_with_maxima(bool shared)
{
	static const struct tracing_map_config own = {
		.size = 128, .key_size = 8, .n_sums = 2, .n_maxima = 3,
	};
	static const struct tracing_map_config many = {
		.size = 512, .key_size = 8, .n_sums = 20, .n_maxima = 12,
	};
	struct tracing_map *map;

	shim_nr_cpus = shared ? 64 : 4;
	map = create(shared ? &many : &own);
	EXPECT_EQ(!!map->shared_sums, shared);
	return map;
}

static u64 max_of(const struct tracing_map *map, int elt, unsigned int word)
{
	unsigned int cpu = shim_cpu;
	u64 largest = 0;

	for (shim_cpu = 0; shim_cpu < shim_nr_cpus; shim_cpu++)
		largest = max(largest, tracing_map_read_own(map, elt, word));
	shim_cpu = cpu;
	return largest;
}

static bool raise_word(struct tracing_map *map, int elt, unsigned int word, u64 val)
{
	return tracing_map_raise(map, elt, tracing_map_own_words(map, elt), word, val);
}

static void raise_in_random_order(bool shared)
{
	struct tracing_map *map = create_with_maxima(shared);
	u64 state = 5, max[10] = {}, min[10];
	unsigned int first = map->n_sums, i;
	struct tracing_map_snapshot *snap;

	memset(min, 0xff, sizeof(min));
	for (i = 0; i < 20000; i++) {
		int elt = insert(map, test_random(&state) % 10);
		u64 val = test_random(&state) >> test_random(&state) % 64;

		shim_cpu = i % shim_nr_cpus;
		EXPECT(raise_word(map, elt, first + 1, val));
		EXPECT(raise_word(map, elt, first + 2, ~val));
		tracing_map_add(map, elt, 1, 1);
		max[elt] = max(max[elt], val);
		min[elt] = min(min[elt], val);
		EXPECT(max_of(map, elt, first + 1) == max[elt]);
		EXPECT(max_of(map, elt, first + 2) == ~min[elt]);
	}
	shim_cpu = 0;
	snap = snapshot(map, NULL, 0);
	EXPECT_EQ(snap->n_words, map->n_words);
	for (i = 0; i < snap->n_rows; i++) {
		int elt = tracing_map_row_elt(snap, i);
		const u64 *words = tracing_map_row_sums(snap, i);

		EXPECT_EQ(words[first], 0);
		EXPECT(words[first + 1] == max[elt]);
		EXPECT(words[first + 2] == ~min[elt]);
		EXPECT(!tracing_map_row_torn(snap, i));
	}
	EXPECT_EQ(tracing_map_total(map, 1), 20000);
	EXPECT_EQ(tracing_map_total(map, 0), 0);
	tracing_map_snapshot_free(snap);
	tracing_map_clear(map);
	EXPECT_EQ(max_of(map, insert(map, 1), first + 1), 0);
	tracing_map_destroy(map);
}

TEST(maximum_is_largest_value_of_all_cpus)
{
	raise_in_random_order(false);
	raise_in_random_order(true);
}

/* A raise is interrupted at each step by another one, on the same CPU. */
static struct {
	struct tracing_map *map;
	int elt;
	unsigned int word;
	u64 val;
	unsigned long at, now;
} irq;

static void raise_in_interrupt(void)
{
	if (++irq.now != irq.at)
		return;
	shim_step_hook = NULL;
	EXPECT(raise_word(irq.map, irq.elt, irq.word, irq.val));
	shim_step_hook = raise_in_interrupt;
}

TEST(nested_raises_are_not_lost)
{
	static const u64 pairs[][2] = {
		{ 10, 20 }, { 20, 10 }, { 10, 10 }, { 5, 3 }, { U64_MAX, 9 },
	};
	int shared, i;

	for (shared = 0; shared <= 1; shared++) {
		irq.map = create_with_maxima(shared);
		irq.word = irq.map->n_sums;
		for (i = 0; i < ARRAY_SIZE(pairs); i++) {
			irq.at = 0;
			do {
				irq.at++;
				tracing_map_clear(irq.map);
				irq.elt = insert(irq.map, 1);
				EXPECT(raise_word(irq.map, irq.elt, irq.word, 4));
				irq.val = pairs[i][1];
				irq.now = 0;
				shim_step_hook = raise_in_interrupt;
				EXPECT(raise_word(irq.map, irq.elt, irq.word, pairs[i][0]));
				shim_step_hook = NULL;
				EXPECT(max_of(irq.map, irq.elt, irq.word) ==
				       max3(4, pairs[i][0], irq.now < irq.at ? 0 : irq.val));
				EXPECT_EQ(tracing_map_dropped(irq.map), 0);
			} while (irq.now >= irq.at);
			EXPECT(irq.at > 3);
		}
		tracing_map_destroy(irq.map);
	}
}

/* Another raise before each access, always to a smaller value than this one. */
static void raise_before_each_access(void)
{
	shim_step_hook = NULL;
	EXPECT(raise_word(irq.map, irq.elt, irq.word, ++irq.val));
	shim_step_hook = raise_before_each_access;
}

TEST(exhausted_tries_are_counted)
{
	irq.map = create_with_maxima(false);
	irq.elt = insert(irq.map, 1);
	irq.word = irq.map->n_sums;
	irq.val = 0;
	shim_step_hook = raise_before_each_access;
	EXPECT(!raise_word(irq.map, irq.elt, irq.word, 1000000));
	shim_step_hook = NULL;
	EXPECT(irq.val >= TRACING_MAP_RAISE_TRIES);
	EXPECT_EQ(max_of(irq.map, irq.elt, irq.word), irq.val);
	EXPECT_EQ(tracing_map_dropped_for(irq.map, TRACING_MAP_DROP_NESTED), 1);

	/* The raise ends as soon as others have reached its value. */
	irq.val = 200;
	shim_step_hook = raise_before_each_access;
	EXPECT(raise_word(irq.map, irq.elt, irq.word, 230));
	shim_step_hook = NULL;
	EXPECT_EQ(tracing_map_dropped(irq.map), 1);
	tracing_map_destroy(irq.map);
}
