// SPDX-License-Identifier: GPL-2.0-only
/*
 * Variables: set, read, fetch and clear, fetch-max, exchange. Single-threaded, with
 * simulated interrupts.
 */

#include "fixture.h"
#include "harness.h"
#include "tracing_map.h"

/* Fetch-max with values above, below and between the existing ones. */
TEST(fetch_max_stores_larger_value)
{
	static const struct {
		u64 cur, val;
		bool is_signed, raised;
	} cases[] = {
		{ 5, 6, false, true },
		{ 5, 5, false, false },
		{ 5, 4, false, false },
		{ 0, 1, false, true },
		{ 0, U64_MAX, false, true },
		{ 0, U64_MAX, true, false },
		{ U64_MAX, 0, false, false },
		{ U64_MAX, 0, true, true },
		{ S64_MAX, 1ULL << 63, false, true },
		{ S64_MAX, 1ULL << 63, true, false },
		{ 1ULL << 63, S64_MAX, false, false },
		{ 1ULL << 63, S64_MAX, true, true },
		{ -7ULL, -8ULL, true, false },
		{ -8ULL, -7ULL, true, true },
	};
	struct tracing_map *map = create(&simple);
	int elt = insert(map, 1), i;
	u64 val;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		u64 left = cases[i].cur;
		bool raised;

		/* An unset variable is less than any value. */
		tracing_map_var_fetch_clear(map, elt, 1, &val);
		EXPECT(tracing_map_var_fetch_max(map, elt, 1, cases[i].cur, cases[i].is_signed));
		EXPECT(tracing_map_var_get(map, elt, 1, &val));
		EXPECT_EQ(val, cases[i].cur);

		raised = tracing_map_var_fetch_max(map, elt, 1, cases[i].val, cases[i].is_signed);
		if (raised != cases[i].raised)
			test_fail(__FILE__, __LINE__, "case %d", i);
		if (raised)
			left = cases[i].val;
		EXPECT(tracing_map_var_get(map, elt, 1, &val));
		EXPECT_EQ(val, left);
		EXPECT(!tracing_map_var_get(map, elt, 0, &val));
	}
	tracing_map_destroy(map);
}

TEST(fetch_min_stores_smaller_value)
{
	static const struct {
		u64 cur, val;
		bool is_signed, lowered;
	} cases[] = {
		{ 5, 6, false, false },
		{ 5, 5, false, false },
		{ 5, 4, false, true },
		{ 0, U64_MAX, false, false },
		{ 0, U64_MAX, true, true },
		{ U64_MAX, 0, false, true },
		{ U64_MAX, 0, true, false },
		{ S64_MAX, 1ULL << 63, false, false },
		{ S64_MAX, 1ULL << 63, true, true },
		{ -7ULL, -8ULL, true, true },
		{ -8ULL, -7ULL, true, false },
	};
	struct tracing_map *map = create(&simple);
	int elt = insert(map, 1), i;
	u64 val;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		bool lowered;

		tracing_map_var_fetch_clear(map, elt, 1, &val);
		/* Any value is smaller than none. */
		EXPECT(tracing_map_var_fetch_min(map, elt, 1, cases[i].cur, cases[i].is_signed));
		lowered = tracing_map_var_fetch_min(map, elt, 1, cases[i].val, cases[i].is_signed);
		if (lowered != cases[i].lowered)
			test_fail(__FILE__, __LINE__, "case %d", i);
		EXPECT(tracing_map_var_get(map, elt, 1, &val));
		if (cases[i].lowered)
			EXPECT_EQ(val, cases[i].val);
		else
			EXPECT_EQ(val, cases[i].cur);
	}
	tracing_map_destroy(map);
}

TEST(exchange_reports_changed_value)
{
	struct tracing_map *map = create(&simple);
	int elt = insert(map, 1);
	u64 val;

	EXPECT(tracing_map_var_xchg(map, elt, 0, 0));
	EXPECT(!tracing_map_var_xchg(map, elt, 0, 0));
	EXPECT(tracing_map_var_xchg(map, elt, 0, U64_MAX));
	EXPECT(!tracing_map_var_xchg(map, elt, 0, U64_MAX));
	EXPECT(tracing_map_var_xchg(map, elt, 0, 3));
	EXPECT(tracing_map_var_fetch_clear(map, elt, 0, &val));
	EXPECT_EQ(val, 3);
	EXPECT(tracing_map_var_xchg(map, elt, 0, 3));
	EXPECT(!tracing_map_var_get(map, elt, 1, &val));
	tracing_map_destroy(map);
}

/* Values around the two that have a special encoding, see tracing_map.h. */
TEST(fetch_max_and_exchange_of_special_values)
{
	struct tracing_map *map = create(&simple);
	int elt = insert(map, 1), a, b;
	const u64 values[] = {
		map->var_mask, map->var_mask ^ 1, map->var_mask ^ 2, map->var_mask ^ 3,
		map->var_mask + 4, map->var_mask - 4,
	};
	u64 val;

	for (a = 0; a < ARRAY_SIZE(values); a++) {
		for (b = 0; b < ARRAY_SIZE(values); b++) {
			u64 from = values[a], to = values[b];

			tracing_map_var_set(map, elt, 1, from);
			EXPECT_EQ(tracing_map_var_xchg(map, elt, 1, to), from != to);
			EXPECT(tracing_map_var_get(map, elt, 1, &val));
			EXPECT_EQ(val, to);

			tracing_map_var_set(map, elt, 1, from);
			EXPECT_EQ(tracing_map_var_fetch_max(map, elt, 1, to, false), to > from);
			EXPECT(tracing_map_var_get(map, elt, 1, &val));
			EXPECT_EQ(val, max(from, to));

			tracing_map_var_set(map, elt, 1, from);
			EXPECT_EQ(tracing_map_var_fetch_max(map, elt, 1, to, true),
				  (s64)to > (s64)from);
			EXPECT(tracing_map_var_get(map, elt, 1, &val));
			EXPECT_EQ(val, max_t(s64, from, to));
		}
		EXPECT(tracing_map_var_fetch_clear(map, elt, 1, &val));
		EXPECT(tracing_map_var_fetch_max(map, elt, 1, values[a], false));
		EXPECT(tracing_map_var_fetch_clear(map, elt, 1, &val));
		EXPECT_EQ(val, values[a]);
		EXPECT(tracing_map_var_xchg(map, elt, 1, values[a]));
		EXPECT(tracing_map_var_fetch_clear(map, elt, 1, &val));
		EXPECT_EQ(val, values[a]);
	}
	tracing_map_destroy(map);
}

/*
 * Interrupts a fetch-max with operations on the same variable, at steps first
 * to last.
 */
static struct {
	struct tracing_map *map;
	int elt;
	unsigned long now, first, last;
	u64 val;
	bool raise, raised;
} interferer;

static void interfere(void)
{
	void (*hook)(void) = shim_step_hook;

	interferer.now++;
	if (interferer.now < interferer.first || interferer.now > interferer.last)
		return;
	shim_step_hook = NULL;
	if (interferer.raise)
		interferer.raised = tracing_map_var_fetch_max(interferer.map, interferer.elt, 0,
							      interferer.val, false);
	else
		tracing_map_var_set(interferer.map, interferer.elt, 0, interferer.val++);
	shim_step_hook = hook;
}

static bool interrupted_fetch_max(u64 val)
{
	bool raised;

	interferer.now = 0;
	shim_step_hook = interfere;
	raised = tracing_map_var_fetch_max(interferer.map, interferer.elt, 0, val, false);
	shim_step_hook = NULL;
	return raised;
}

TEST(fetch_max_interrupted_by_fetch_max)
{
	struct tracing_map *map = create(&simple);
	int elt = insert(map, 1), at;
	u64 i, val;

	interferer.map = map;
	interferer.elt = elt;
	interferer.raise = true;
	for (at = 1; at <= 4; at++) {
		/* All combinations of three values, where 0 means unset. */
		for (i = 0; i < 64; i++) {
			u64 was = i & 3, ours = i >> 2 & 3, theirs = i >> 4;
			bool raised;

			tracing_map_var_fetch_clear(map, elt, 0, &val);
			if (was)
				tracing_map_var_set(map, elt, 0, was);
			interferer.first = at;
			interferer.last = at;
			interferer.val = theirs;
			interferer.raised = false;
			raised = interrupted_fetch_max(ours);
			/*
			 * The fetch-max had fewer than @at steps, so nothing
			 * interrupted it.
			 */
			if (interferer.now < at)
				theirs = was;
			EXPECT(tracing_map_var_get(map, elt, 0, &val));
			EXPECT_EQ(val, max(was, max(ours, theirs)));
			if (was && max(ours, theirs) <= was)
				EXPECT(!raised && !interferer.raised);
			else if (ours == theirs)
				EXPECT(raised != interferer.raised);
			else
				EXPECT(ours > theirs ? raised : interferer.raised);
		}
	}
	tracing_map_destroy(map);
}

/* Set variable 0 to @val, or unset it if @val is 0. */
static void prepare_var(struct tracing_map *map, int elt, u64 val)
{
	u64 was;

	tracing_map_var_fetch_clear(map, elt, 0, &was);
	if (val)
		tracing_map_var_set(map, elt, 0, val);
}

/*
 * Return: whether a fetch-max of @ours has a step @at, at which a set to
 * @theirs interrupts it.
 */
static bool fetch_max_interrupted_by_set(u64 was, u64 ours, u64 theirs, unsigned long at)
{
	u64 val = 0;
	bool raised;

	prepare_var(interferer.map, interferer.elt, was);
	interferer.first = at;
	interferer.last = at;
	interferer.val = theirs;
	raised = interrupted_fetch_max(ours);
	EXPECT(tracing_map_var_get(interferer.map, interferer.elt, 0, &val));
	if (interferer.now < at)
		return false;
	/* The fetch-max returns true if and only if the variable has its value. */
	EXPECT(val == ours || val == theirs);
	EXPECT_EQ(raised, val == ours);
	/* The set always takes effect before the fetch-max. */
	if (ours > theirs)
		EXPECT_EQ(val, ours);
	return true;
}

/*
 * The two specially encoded values differ in one bit beside the word. A
 * fetch-max of the one is interrupted by a set to the other.
 */
TEST(fetch_max_of_special_value_interrupted_by_set)
{
	struct tracing_map *map = create(&simple);
	const u64 values[] = { map->var_mask & ~1ULL, map->var_mask | 1 };
	unsigned long at;
	u64 was;
	int i;

	interferer.map = map;
	interferer.elt = insert(map, 1);
	for (i = 0; i < 2; i++) {
		for (was = 0; was < 2; was++) {
			at = 1;
			while (fetch_max_interrupted_by_set(was, values[i], values[!i], at))
				at++;
			/*
			 * At least: load the word, write the bit, exchange the
			 * word.
			 */
			EXPECT(at > 3);
		}
	}
	tracing_map_destroy(map);
}

/* An exchange of either special value is interrupted by a set to the other. */
TEST(exchange_of_special_value_interrupted_by_set)
{
	struct tracing_map *map = create(&simple);
	int elt = insert(map, 1), i;
	unsigned long at;
	u64 val;

	interferer.map = map;
	interferer.elt = elt;
	for (i = 0; i < 2; i++) {
		u64 ours = map->var_mask ^ i;

		for (at = 1; ; at++) {
			bool changed;

			prepare_var(map, elt, 5);
			interferer.now = 0;
			interferer.first = at;
			interferer.last = at;
			interferer.val = ours ^ 1;
			shim_step_hook = interfere;
			changed = tracing_map_var_xchg(map, elt, 0, ours);
			shim_step_hook = NULL;
			if (interferer.now < at)
				break;
			EXPECT(changed);
			/* The set may take effect before or after the exchange. */
			EXPECT(tracing_map_var_get(map, elt, 0, &val));
			EXPECT(val == ours || val == (ours ^ 1));
		}
		EXPECT(at > 3);
	}
	tracing_map_destroy(map);
}

/*
 * A concurrent writer that always succeeds first: fetch-max gives up after 64
 * tries.
 */
TEST(fetch_max_gives_up_after_64_tries)
{
	struct tracing_map *map = create(&simple);
	int elt = insert(map, 1);
	u64 val;

	interferer.map = map;
	interferer.elt = elt;
	interferer.first = 1;
	for (interferer.last = 0; interferer.last < 1000; interferer.last++) {
		bool raised;

		interferer.val = 1;
		raised = interrupted_fetch_max(1000000);
		/* One try is a load and a compare-and-exchange. */
		EXPECT_EQ(raised, interferer.last < 128);
		EXPECT(interferer.now <= 128);
		EXPECT(tracing_map_var_fetch_clear(map, elt, 0, &val));
		EXPECT_EQ(val, raised ? 1000000 : interferer.val - 1);
	}
	tracing_map_destroy(map);
}

/* All 64-bit values, including the two specially encoded ones. */
TEST(variables_hold_every_64_bit_value)
{
	struct tracing_map_config cfg = { .size = 128, .key_size = 8, .n_vars = 64 };
	struct tracing_map *map = create(&cfg);
	const u64 values[] = {
		0, 1, 2, U64_MAX, 1ULL << 63, map->var_mask, map->var_mask ^ 1,
		map->var_mask ^ 2, ~map->var_mask, map->var_mask, map->var_mask ^ 1,
	};
	u64 val;
	int elt, i, v;

	for (elt = 0; elt < 128; elt++)
		EXPECT_EQ(insert(map, elt), elt);

	for (elt = 0; elt < 128; elt += 127) {
		for (v = 0; v < 64; v++) {
			val = 42;
			EXPECT(!tracing_map_var_get(map, elt, v, &val));
			EXPECT(!tracing_map_var_fetch_clear(map, elt, v, &val));
			EXPECT_EQ(val, 42);
			for (i = 0; i < ARRAY_SIZE(values); i++) {
				tracing_map_var_set(map, elt, v, values[i]);
				EXPECT(tracing_map_var_get(map, elt, v, &val));
				EXPECT_EQ(val, values[i]);
				EXPECT(tracing_map_var_get(map, elt, v, &val));
				EXPECT_EQ(val, values[i]);
				if (i % 2)
					continue;
				EXPECT(tracing_map_var_fetch_clear(map, elt, v, &val));
				EXPECT_EQ(val, values[i]);
				EXPECT(!tracing_map_var_fetch_clear(map, elt, v, &val));
				EXPECT(!tracing_map_var_get(map, elt, v, &val));
			}
		}
	}
	tracing_map_destroy(map);
}

TEST(variables_are_independent)
{
	struct tracing_map_config cfg = { .size = 128, .key_size = 16, .aux_size = 8, .n_vars = 5 };
	struct tracing_map *map = create(&cfg);
	int elt, v, pass;
	u64 val;

	for (elt = 0; elt < 128; elt++) {
		u64 key[3] = { elt, 1, elt };

		EXPECT_EQ(tracing_map_insert(map, key), elt);
	}
	/*
	 * First with ordinary values, then with the special ones, which need
	 * the bit.
	 */
	for (pass = 0; pass < 2; pass++) {
		for (elt = 0; elt < 128; elt++) {
			for (v = 0; v < 5; v++)
				tracing_map_var_set(map, elt, v, pass ?
						    map->var_mask ^ ((elt * 5 + v) % 3 == 0) :
						    elt * 5 + v);
		}
		for (elt = 0; elt < 128; elt++) {
			u64 key[3] = { elt, 1, 0 };

			EXPECT_EQ(tracing_map_lookup(map, key), elt);
			for (v = 0; v < 5; v++) {
				EXPECT(tracing_map_var_get(map, elt, v, &val));
				EXPECT_EQ(val, pass ? map->var_mask ^ ((elt * 5 + v) % 3 == 0) :
					  elt * 5 + v);
			}
		}
	}
	tracing_map_destroy(map);
}
