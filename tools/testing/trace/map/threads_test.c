// SPDX-License-Identifier: GPL-2.0-only
/*
 * kernel/trace/tracing_map.c with several threads, each on its own CPU, under
 * the thread sanitizer. At random steps a thread is interrupted by its own
 * inserts, up to three levels deep, or yields, which makes races more likely.
 */

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

#include "harness.h"
#include "tracing_map_snapshot.h"

#define THREADS		4
#define MAX_DEPTH	(TRACING_MAP_CONTEXT_SLOTS - 1)

struct worker {
	pthread_t thread;
	struct tracing_map *map;
	unsigned int cpu;
	unsigned int n_keys;
	unsigned int rounds;
	u64 state;
	int depth;
	/* inserts attempted and refused, including those of simulated interrupts */
	unsigned long tried, refused;
	/* sum of the first words of all keys that were not refused */
	u64 total;
};

static __thread struct worker *self;
static pthread_barrier_t start;

/* The second word of a key is derived from the first, to detect torn keys. */
static u64 second_word(u64 first)
{
	return first * 0x9e3779b97f4a7c15ULL;
}

static void hit(u64 first)
{
	u64 key[3] = { first, second_word(first), first };
	int elt = tracing_map_insert(self->map, key);

	self->tried++;
	if (elt < 0) {
		EXPECT_EQ(elt, -ENOSPC);
		self->refused++;
		return;
	}
	tracing_map_add(self->map, elt, 0, 1);
	tracing_map_add(self->map, elt, 1, first);
	self->total += first;
}

static void maybe_interrupt(void)
{
	u64 r = test_random(&self->state);

	if (r % 64 == 0 && self->depth < MAX_DEPTH) {
		self->depth++;
		hit((r >> 32) % self->n_keys);
		self->depth--;
	} else if (r % 64 == 1) {
		sched_yield();
	}
}

static void *insert_shuffled(void *arg)
{
	struct worker *w = arg;
	unsigned int *order = malloc(w->n_keys * sizeof(*order));
	unsigned int i, round;

	self = w;
	shim_cpu = w->cpu;
	for (i = 0; i < w->n_keys; i++)
		order[i] = i;
	for (i = w->n_keys - 1; i; i--) {
		unsigned int j = test_random(&w->state) % (i + 1);

		swap(order[i], order[j]);
	}

	pthread_barrier_wait(&start);
	shim_atomic = true;
	shim_step_hook = maybe_interrupt;
	for (round = 0; round < w->rounds; round++) {
		for (i = 0; i < w->n_keys; i++)
			hit(order[i]);
	}
	shim_step_hook = NULL;
	shim_atomic = false;
	free(order);
	return NULL;
}

/* Invariants of a snapshot that hold even while writers run. */
static void check_rows(const struct tracing_map *map, const struct tracing_map_snapshot *snap,
		       unsigned int n_keys)
{
	bool *seen = calloc(n_keys, sizeof(*seen));
	unsigned int i;

	for (i = 0; i < snap->n_rows; i++) {
		const u64 *key = tracing_map_row_key(snap, i);

		EXPECT(key[0] < n_keys);
		EXPECT_EQ(key[1], second_word(key[0]));
		EXPECT_EQ(tracing_map_row_aux(snap, i)[0], key[0]);
		EXPECT_EQ(tracing_map_lookup(map, key), tracing_map_row_elt(snap, i));
		if (key[0] < n_keys) {
			EXPECT(!seen[key[0]]);
			seen[key[0]] = true;
		}
		if (i)
			EXPECT(tracing_map_row_sum(snap, i - 1, 0) <=
			       tracing_map_row_sum(snap, i, 0));
	}
	free(seen);
}

/* Parameters of a race. */
struct race {
	unsigned int cpus;
	unsigned int size;
	unsigned int n_keys;
	unsigned int n_sums;
	unsigned int rounds;
	bool shared;
	bool has_other;
};

static struct tracing_map *create_map(const struct race *race)
{
	const struct tracing_map_config cfg = {
		.size = race->size, .key_size = 16, .aux_size = 8, .n_sums = race->n_sums,
		.has_other = race->has_other,
	};
	struct tracing_map *map;

	shim_nr_cpus = race->cpus;
	map = tracing_map_create(&cfg);
	EXPECT_EQ(!!map->shared_sums, race->shared);
	return map;
}

static void start_workers(struct worker *workers, const struct race *race,
			  struct tracing_map *map)
{
	unsigned int i;

	pthread_barrier_init(&start, NULL, THREADS + 1);
	for (i = 0; i < THREADS; i++) {
		workers[i] = (struct worker) {
			.map = map, .cpu = i * (race->cpus / THREADS), .n_keys = race->n_keys,
			.rounds = race->rounds, .state = i + 1,
		};
		pthread_create(&workers[i].thread, NULL, insert_shuffled, &workers[i]);
	}
	pthread_barrier_wait(&start);
}

static const struct tracing_map_sort_key by_hits = { .pos = 0 };

static void read_meanwhile(const struct tracing_map *map, unsigned int n_keys)
{
	struct tracing_map_snapshot *snap;
	unsigned int i, rows = 0;

	for (i = 0; i < 20; i++) {
		snap = tracing_map_snapshot(map, &by_hits, 1);
		check_rows(map, snap, n_keys);
		EXPECT(snap->n_rows >= rows);
		rows = snap->n_rows;
		tracing_map_snapshot_free(snap);
	}
}

/* Check the number of rows, and where the inserts without a row are counted. */
static void check_capacity(const struct tracing_map_snapshot *snap, const struct race *race)
{
	if (race->n_keys <= race->size) {
		EXPECT_EQ(snap->n_rows, race->n_keys);
		EXPECT_EQ(snap->dropped, 0);
		EXPECT(!snap->has_other);
		return;
	}
	EXPECT(snap->n_rows >= race->size);
	EXPECT(snap->n_rows < race->size + race->cpus * TRACING_MAP_CONTEXT_SLOTS);
	EXPECT_EQ(snap->has_other, race->has_other);
	EXPECT_EQ(!snap->dropped, race->has_other);
}

/*
 * After all threads have finished, @tried inserts are accounted for, @refused
 * of them as dropped. @total is the sum of the first words of the keys of the
 * others, in rows and in the other element.
 */
static void check_result(const struct tracing_map *map, const struct race *race,
			 unsigned long tried, unsigned long refused, u64 total)
{
	struct tracing_map_snapshot *snap = tracing_map_snapshot(map, &by_hits, 1);
	unsigned long hits = 0;
	unsigned int i;

	check_rows(map, snap, race->n_keys);
	for (i = 0; i < snap->n_rows; i++) {
		hits += tracing_map_row_sum(snap, i, 0);
		EXPECT_EQ(tracing_map_row_sum(snap, i, 1),
			  tracing_map_row_sum(snap, i, 0) * tracing_map_row_key(snap, i)[0]);
	}
	if (snap->has_other)
		hits += tracing_map_row_sum(snap, snap->n_rows, 0);
	EXPECT_EQ(snap->dropped, refused);
	EXPECT_EQ(tracing_map_total(map, 0), hits);
	EXPECT_EQ(tracing_map_total(map, 1), total);
	EXPECT_EQ(hits + snap->dropped, tried);
	check_capacity(snap, race);
	EXPECT_EQ(atomic_read(&map->keys->n_keys), snap->n_rows);
	EXPECT(atomic_read(&map->keys->n_allocated) <= map->n_elts);
	tracing_map_snapshot_free(snap);
}

static void run_race(const struct race *race)
{
	struct tracing_map *map = create_map(race);
	unsigned long tried = 0, refused = 0;
	struct worker workers[THREADS];
	unsigned int i;
	u64 total = 0;

	start_workers(workers, race, map);
	read_meanwhile(map, race->n_keys);
	for (i = 0; i < THREADS; i++) {
		pthread_join(workers[i].thread, NULL);
		tried += workers[i].tried;
		refused += workers[i].refused;
		total += workers[i].total;
	}
	pthread_barrier_destroy(&start);
	check_result(map, race, tried, refused, total);
	tracing_map_destroy(map);
}

static void run_workers(unsigned int cpus, unsigned int size, unsigned int n_keys,
			unsigned int n_sums, unsigned int rounds, bool shared)
{
	const struct race race = { cpus, size, n_keys, n_sums, rounds, shared };

	run_race(&race);
}

/* Exactly as many keys as fit: none may be dropped. */
TEST(as_many_keys_as_the_capacity)
{
	int i;

	for (i = 0; i < 100; i++)
		run_workers(4, 128, 128, 2, 4, false);
	for (i = 0; i < 3; i++)
		run_workers(4, 4096, 4096, 2, 4, false);
}

TEST(fewer_keys_than_the_capacity)
{
	run_workers(4, 16384, 10000, 2, 4, false);
}

TEST(more_keys_than_the_capacity)
{
	int i;

	for (i = 0; i < 100; i++)
		run_workers(4, 128, 200, 2, 4, false);
	run_workers(4, 2048, 5000, 2, 4, false);
}

/* Inserts without a row are counted in the other element, and none is dropped. */
TEST(more_keys_than_the_capacity_with_other)
{
	struct race race = {
		.cpus = 4, .size = 128, .n_keys = 200, .n_sums = 2, .rounds = 4, .has_other = true,
	};
	int i;

	for (i = 0; i < 100; i++)
		run_race(&race);
	race.n_keys = 128;
	run_race(&race);

	race = (struct race){
		.cpus = 64, .size = 512, .n_keys = 700, .n_sums = 32, .rounds = 4, .shared = true,
		.has_other = true,
	};
	for (i = 0; i < 3; i++)
		run_race(&race);
}

TEST(many_cpus_and_shared_sums)
{
	int i;

	for (i = 0; i < 3; i++) {
		run_workers(64, 512, 512, 32, 4, true);
		run_workers(64, 512, 700, 32, 4, true);
	}
}

/* Two threads per copy of the sums, and all threads on one of 32 copies. */
TEST(threads_share_sum_copies)
{
	run_workers(4, 65536, 3, 6, 20000, true);
	run_workers(4, 65536, 1000, 6, 20, true);
	run_workers(128, 2048, 3, 2, 20000, true);
}

/* Few keys, so that concurrent adds to one sum are frequent. */
TEST(hot_keys)
{
	run_workers(4, 128, 3, 2, 20000, false);
	run_workers(64, 512, 3, 32, 20000, true);
}

/*
 * Variables. The high half of a value identifies the setter, the low half
 * counts.
 */
static struct {
	struct tracing_map *map;
	int elt;
	bool done;
} vars;

#define SETS	100000
#define SETTERS	2
#define TAKERS	2

struct taker {
	pthread_t thread;
	u64 state;
	unsigned char *taken[SETTERS];
	unsigned long n;
};

static void maybe_yield(void)
{
	static __thread u64 state;

	if (!state)
		state = (unsigned long)&state;
	if (test_random(&state) % 16 == 0)
		sched_yield();
}

static void *set_many(void *arg)
{
	u64 who = (unsigned long)arg;
	u64 when;

	shim_step_hook = maybe_yield;
	for (when = 1; when <= SETS; when++)
		tracing_map_var_set(vars.map, vars.elt, 1, who << 32 | when);
	return NULL;
}

static void *take_many(void *arg)
{
	struct taker *taker = arg;
	u64 last[SETTERS] = {};
	bool done;
	u64 val;

	shim_step_hook = maybe_yield;
	do {
		done = __atomic_load_n(&vars.done, __ATOMIC_ACQUIRE);
		while (tracing_map_var_fetch_clear(vars.map, vars.elt, 1, &val)) {
			u64 who = val >> 32, when = (u32)val;

			if (who >= SETTERS || !when || when > SETS) {
				test_fail(__FILE__, __LINE__, "%llx was never set", val);
				continue;
			}
			/*
			 * A taker sees the values of one setter in the order in
			 * which they were set.
			 */
			EXPECT(when > last[who]);
			last[who] = when;
			taker->taken[who][when]++;
			taker->n++;
		}
		/* Every value read must have been set. */
		if (tracing_map_var_get(vars.map, vars.elt, 1, &val))
			EXPECT(val >> 32 < SETTERS && (u32)val >= 1 && (u32)val <= SETS);
	} while (!done);
	return NULL;
}

static void create_var(void)
{
	const struct tracing_map_config cfg = { .size = 128, .key_size = 8, .n_vars = 3 };
	u64 key = 5;

	vars.map = tracing_map_create(&cfg);
	vars.elt = tracing_map_insert(vars.map, &key);
}

TEST(value_is_fetch_cleared_once)
{
	struct taker takers[TAKERS] = {};
	pthread_t setters[SETTERS];
	unsigned long i, j, s;
	u64 val;

	create_var();
	for (i = 0; i < TAKERS; i++) {
		for (s = 0; s < SETTERS; s++)
			takers[i].taken[s] = calloc(SETS + 1, 1);
		pthread_create(&takers[i].thread, NULL, take_many, &takers[i]);
	}
	for (s = 0; s < SETTERS; s++)
		pthread_create(&setters[s], NULL, set_many, (void *)s);
	for (s = 0; s < SETTERS; s++)
		pthread_join(setters[s], NULL);
	__atomic_store_n(&vars.done, true, __ATOMIC_RELEASE);
	for (i = 0; i < TAKERS; i++)
		pthread_join(takers[i].thread, NULL);

	for (s = 0; s < SETTERS; s++) {
		for (j = 1; j <= SETS; j++) {
			unsigned int times = 0;

			for (i = 0; i < TAKERS; i++)
				times += takers[i].taken[s][j];
			EXPECT(times <= 1);
		}
	}
	EXPECT(takers[0].n + takers[1].n > 0);
	/* The variable is unset and its neighbours were never touched. */
	for (i = 0; i < 3; i++)
		EXPECT(!tracing_map_var_get(vars.map, vars.elt, i, &val));
	for (i = 0; i < TAKERS; i++) {
		for (s = 0; s < SETTERS; s++)
			free(takers[i].taken[s]);
	}
	tracing_map_destroy(vars.map);
}

/*
 * The setter waits until its value is taken, so no value may be lost. The
 * values are the two with a special encoding, and one next to them. The value
 * changes only a few times: if both special values are in use at once they may
 * be mistaken for each other (see tracing_map.h), so before the value changes,
 * the last one must have been verified.
 */
static u64 handed_over;
static unsigned long looked_at;

static u64 value_of(unsigned long i)
{
	return vars.map->var_mask ^ (i * 3 / SETS);
}

static void *set_when_taken(void *arg)
{
	u64 i, val;

	shim_step_hook = maybe_yield;
	for (i = 0; i < SETS; i++) {
		while (tracing_map_var_get(vars.map, vars.elt, 1, &val))
			sched_yield();
		while (i && value_of(i) != value_of(i - 1) &&
		       __atomic_load_n(&looked_at, __ATOMIC_RELAXED) != i)
			sched_yield();
		/*
		 * Published by the release of the variable alone; the taker
		 * relies on it.
		 */
		handed_over = i;
		tracing_map_var_set(vars.map, vars.elt, 1, value_of(i));
	}
	while (tracing_map_var_get(vars.map, vars.elt, 1, &val))
		sched_yield();
	__atomic_store_n(&vars.done, true, __ATOMIC_RELEASE);
	return NULL;
}

TEST(value_set_after_fetch_clear_is_not_lost)
{
	unsigned long taken = 0;
	pthread_t setter;
	u64 val;

	create_var();
	looked_at = 0;
	pthread_create(&setter, NULL, set_when_taken, NULL);
	while (!__atomic_load_n(&vars.done, __ATOMIC_ACQUIRE)) {
		/*
		 * Ordered by the set; a report of the thread sanitizer means a
		 * missing barrier.
		 */
		if (tracing_map_var_get(vars.map, vars.elt, 1, &val))
			EXPECT_EQ(handed_over, taken);
		else
			sched_yield();
		if (tracing_map_var_fetch_clear(vars.map, vars.elt, 1, &val)) {
			EXPECT_EQ(val, value_of(taken));
			__atomic_store_n(&looked_at, ++taken, __ATOMIC_RELAXED);
		}
	}
	pthread_join(setter, NULL);
	EXPECT_EQ(taken, SETS);
	tracing_map_destroy(vars.map);
}

/* Fetch-max and exchange: count the calls that report success, by value. */
#define MOVES	50000

static struct {
	struct tracing_map *map;
	int elt;
	/* number of successful calls with each value */
	unsigned int *set;
} moves;

static void create_moves(unsigned int values)
{
	create_var();
	moves.map = vars.map;
	moves.elt = vars.elt;
	moves.set = calloc(values, sizeof(*moves.set));
}

static void run_moves(void *(*run)(void *))
{
	pthread_t threads[THREADS];
	unsigned long i;

	for (i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, run, (void *)i);
	for (i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
}

static void free_moves(void)
{
	free(moves.set);
	tracing_map_destroy(moves.map);
}

/* The threads' values rise at the same rate, so that they often collide. */
#define SPREAD		16
#define RAISE_MAX	(MOVES / SPREAD + SPREAD)

static void *raise_many(void *arg)
{
	u64 state = (unsigned long)arg + 1, last = 0, val, got;
	unsigned int i;

	shim_step_hook = maybe_yield;
	for (i = 0; i < MOVES; i++) {
		val = 1 + i / SPREAD + test_random(&state) % SPREAD;
		if (tracing_map_var_fetch_max(moves.map, moves.elt, 1, val, false)) {
			/*
			 * Larger than all values for which this thread
			 * succeeded.
			 */
			EXPECT(val > last);
			last = val;
			__atomic_fetch_add(&moves.set[val], 1, __ATOMIC_RELAXED);
		}
		EXPECT(tracing_map_var_get(moves.map, moves.elt, 1, &got));
		EXPECT(got >= val);
	}
	return NULL;
}

TEST(concurrent_fetch_max_never_decreases)
{
	unsigned int i, set = 0;
	u64 val, last = 0;

	create_moves(RAISE_MAX + 1);
	run_moves(raise_many);
	for (i = 0; i <= RAISE_MAX; i++) {
		/*
		 * Successful values are strictly increasing, so each occurs at
		 * most once.
		 */
		EXPECT(moves.set[i] <= 1);
		set += moves.set[i];
		if (moves.set[i])
			last = i;
	}
	EXPECT(set > MOVES / SPREAD / 2);
	EXPECT(tracing_map_var_fetch_clear(moves.map, moves.elt, 1, &val));
	EXPECT_EQ(val, last);
	free_moves();
}

static void *change_many(void *arg)
{
	u64 state = (unsigned long)arg + 1;
	unsigned int i;

	shim_step_hook = maybe_yield;
	for (i = 0; i < MOVES; i++) {
		u64 val = test_random(&state) % 2;

		if (tracing_map_var_xchg(moves.map, moves.elt, 1, val))
			__atomic_fetch_add(&moves.set[val], 1, __ATOMIC_RELAXED);
	}
	return NULL;
}

/*
 * With two values, each successful exchange is from the other one, so the
 * counts differ by at most one.
 */
TEST(concurrent_exchanges_alternate)
{
	u64 val;

	create_moves(2);
	run_moves(change_many);
	EXPECT(tracing_map_var_get(moves.map, moves.elt, 1, &val));
	EXPECT(val <= 1);
	EXPECT(moves.set[val] - moves.set[!val] <= 1);
	EXPECT(moves.set[val] > 1000);
	free_moves();
}

/*
 * Cells. All words of a value derive from the first, which identifies the
 * setter and counts, as for variables.
 */
#define CELL_POS	3
#define CELL_SIZE	5
/* first number of the values that interrupts set */
#define IRQ_SETS	SETS
/* one of so many sets waits until a value is taken */
#define SETS_PER_WAIT	200

static struct {
	struct tracing_map *map;
	int elt;
	bool done;
	/* by value: whether it was published, and how often it was taken */
	unsigned char *published[SETTERS], *taken[SETTERS];
	/* all values taken so far */
	unsigned long takes;
} cells;

static void create_cell(void)
{
	const struct tracing_map_config cfg = {
		.size = 128, .key_size = 8, .n_vars = 1, .cell_words = CELL_POS + 1 + CELL_SIZE + 1
	};
	u64 key = 5;

	cells.map = tracing_map_create(&cfg);
	cells.elt = tracing_map_insert(cells.map, &key);
}

static void make_words(u64 *words, u64 val)
{
	unsigned int i;

	for (i = 0; i < CELL_SIZE; i++)
		words[i] = val * (i + 1) + i;
}

static void check_words(const u64 *words)
{
	u64 who = words[0] >> 32, when = (u32)words[0];
	u64 whole[CELL_SIZE];

	EXPECT(who < SETTERS && when >= 1 && when <= SETS + IRQ_SETS);
	make_words(whole, words[0]);
	EXPECT(!memcmp(words, whole, sizeof(whole)));
}

static struct tracing_map_snapshot *read_cells(void)
{
	const struct tracing_map_column column = {
		.is_cell = true, .pos = CELL_POS, .n_words = CELL_SIZE
	};

	return tracing_map_snapshot_columns(cells.map, NULL, 0, &column, 1, 0);
}

/* Set a cell by claim and publish, and verify the previous words in between. */
static bool set_in_place(const u64 *words)
{
	u64 *cell = tracing_map_cell_write_begin(cells.map, cells.elt, CELL_POS);

	if (!cell)
		return false;
	if (tracing_map_cell_was_set(cell))
		check_words(cell);
	tracing_map_cell_write(&cell[0], words[0]);
	tracing_map_cell_copy_in(cell, 1, &words[1], CELL_SIZE - 1);
	tracing_map_cell_write_end(cell);
	return true;
}

static void set_cell(u64 who, u64 when)
{
	u64 words[CELL_SIZE];
	bool done;

	make_words(words, who << 32 | when);
	if (when % 2)
		done = tracing_map_cell_set(cells.map, cells.elt, CELL_POS, words, CELL_SIZE);
	else
		done = set_in_place(words);
	cells.published[who][when] = done;
}

static __thread struct {
	u64 who, when, state;
	bool in_irq;
} cell_setter;

/*
 * Interrupt a setter by another set, which is refused if the first is in
 * progress.
 */
static void maybe_set(void)
{
	u64 r = test_random(&cell_setter.state);

	if (cell_setter.in_irq)
		return;
	cell_setter.in_irq = true;
	if (r % 16 == 0)
		sched_yield();
	else if (r % 16 == 1 && cell_setter.when < IRQ_SETS)
		set_cell(cell_setter.who, SETS + ++cell_setter.when);
	cell_setter.in_irq = false;
}

/*
 * Publish the value @when of setter @who, and wait until a taker has taken a
 * value since. A refused value is set again: the CPU of another thread's
 * unfinished access can be busy with something else for longer than all sets
 * take.
 */
static void set_until_taken(u64 who, u64 when)
{
	unsigned long before = __atomic_load_n(&cells.takes, __ATOMIC_ACQUIRE);

	for (;;) {
		set_cell(who, when);
		if (cells.published[who][when])
			break;
		sched_yield();
	}
	while (__atomic_load_n(&cells.takes, __ATOMIC_ACQUIRE) == before)
		sched_yield();
}

static void *set_many_cells(void *arg)
{
	u64 when;

	cell_setter.who = (unsigned long)arg;
	cell_setter.state = cell_setter.who + 1;
	shim_step_hook = maybe_set;
	for (when = 1; when <= SETS; when++) {
		if (when % SETS_PER_WAIT)
			set_cell(cell_setter.who, when);
		else
			set_until_taken(cell_setter.who, when);
	}
	return NULL;
}

static void *take_many_cells(void *arg)
{
	unsigned long *n = arg;
	u64 words[CELL_SIZE];
	bool done;

	shim_step_hook = maybe_yield;
	do {
		done = __atomic_load_n(&cells.done, __ATOMIC_ACQUIRE);
		if (!tracing_map_cell_get(cells.map, cells.elt, CELL_POS, words, CELL_SIZE))
			check_words(words);
		if (tracing_map_cell_fetch_clear(cells.map, cells.elt, CELL_POS, words, CELL_SIZE))
			continue;
		check_words(words);
		__atomic_fetch_add(&cells.taken[words[0] >> 32][(u32)words[0]], 1,
				   __ATOMIC_RELAXED);
		__atomic_fetch_add(&cells.takes, 1, __ATOMIC_RELEASE);
		++*n;
	} while (!done);
	return NULL;
}

static void *snapshot_many_cells(void *arg)
{
	shim_step_hook = maybe_yield;
	while (!__atomic_load_n(&cells.done, __ATOMIC_ACQUIRE)) {
		struct tracing_map_snapshot *snap = read_cells();
		const u64 *words = tracing_map_row_column(snap, 0, 0);

		if (words)
			check_words(words);
		tracing_map_snapshot_free(snap);
	}
	return NULL;
}

/* No value was taken twice, and no refused value was taken. */
static void check_taken(unsigned long n)
{
	unsigned long taken = 0, published = 0;
	unsigned int s, i;

	for (s = 0; s < SETTERS; s++) {
		for (i = 1; i <= SETS + IRQ_SETS; i++) {
			EXPECT(cells.taken[s][i] <= cells.published[s][i]);
			taken += cells.taken[s][i];
			published += cells.published[s][i];
		}
		free(cells.taken[s]);
		free(cells.published[s]);
	}
	EXPECT_EQ(taken, n);
	EXPECT(taken >= SETS / SETS_PER_WAIT);
	EXPECT(published >= SETTERS * SETS / SETS_PER_WAIT);
}

TEST(cell_is_consistent_and_fetch_cleared_once)
{
	pthread_t setters[SETTERS], takers[TAKERS], reader;
	unsigned long s, i, n[TAKERS] = {};

	create_cell();
	for (s = 0; s < SETTERS; s++) {
		cells.published[s] = calloc(SETS + IRQ_SETS + 1, 1);
		cells.taken[s] = calloc(SETS + IRQ_SETS + 1, 1);
	}
	for (i = 0; i < TAKERS; i++)
		pthread_create(&takers[i], NULL, take_many_cells, &n[i]);
	pthread_create(&reader, NULL, snapshot_many_cells, NULL);
	for (s = 0; s < SETTERS; s++)
		pthread_create(&setters[s], NULL, set_many_cells, (void *)s);
	for (s = 0; s < SETTERS; s++)
		pthread_join(setters[s], NULL);
	__atomic_store_n(&cells.done, true, __ATOMIC_RELEASE);
	for (i = 0; i < TAKERS; i++)
		pthread_join(takers[i], NULL);
	pthread_join(reader, NULL);
	check_taken(n[0] + n[1]);
	tracing_map_destroy(cells.map);
}

/*
 * The setter waits until its value is taken, so no value may be lost. The taker
 * sees data written before the set, ordered by the cell alone.
 */
static u64 handed[SETS + 1];

static void *set_cell_when_taken(void *arg)
{
	u64 words[CELL_SIZE];
	u64 i;

	shim_step_hook = maybe_yield;
	for (i = 1; i <= SETS; i++) {
		make_words(words, i);
		handed[i] = ~i;
		EXPECT(tracing_map_cell_set(cells.map, cells.elt, CELL_POS, words, CELL_SIZE));
		while (!tracing_map_cell_get(cells.map, cells.elt, CELL_POS, words, CELL_SIZE))
			sched_yield();
	}
	__atomic_store_n(&cells.done, true, __ATOMIC_RELEASE);
	return NULL;
}

static void *take_handed_over(void *arg)
{
	u64 words[CELL_SIZE], last = 0;
	unsigned long *n = arg;

	shim_step_hook = maybe_yield;
	while (!__atomic_load_n(&cells.done, __ATOMIC_ACQUIRE)) {
		if (tracing_map_cell_fetch_clear(cells.map, cells.elt, CELL_POS, words,
						 CELL_SIZE)) {
			sched_yield();
			continue;
		}
		check_words(words);
		EXPECT(words[0] > last);
		EXPECT_EQ(handed[words[0]], ~words[0]);
		last = words[0];
		++*n;
	}
	return NULL;
}

TEST(cell_set_after_fetch_clear_is_not_lost)
{
	pthread_t setter, takers[TAKERS];
	unsigned long i, n[TAKERS] = {};

	create_cell();
	pthread_create(&setter, NULL, set_cell_when_taken, NULL);
	for (i = 0; i < TAKERS; i++)
		pthread_create(&takers[i], NULL, take_handed_over, &n[i]);
	pthread_join(setter, NULL);
	for (i = 0; i < TAKERS; i++)
		pthread_join(takers[i], NULL);
	EXPECT_EQ(n[0] + n[1], SETS);
	tracing_map_destroy(cells.map);
}
