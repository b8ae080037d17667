// SPDX-License-Identifier: GPL-2.0-only
/*
 * Cells of kernel/trace/tracing_map.c, and snapshots that include cells and
 * variables. Single-threaded, with simulated interrupts.
 */

#include <stdlib.h>

#include "harness.h"
#include "tracing_map_snapshot.h"

/* Positions of three adjacent cells with 3, 0 and 5 words. */
#define SMALL	0
#define EMPTY	4
#define LARGE	5

static const struct tracing_map_config config = {
	.size = 128, .key_size = 16, .aux_size = 8, .n_sums = 1, .n_vars = 3, .cell_words = 11,
};

static const u64 zeros[5];

static struct tracing_map *create(void)
{
	struct tracing_map *map = tracing_map_create(&config);

	if (IS_ERR(map)) {
		test_fail(__FILE__, __LINE__, "no map: %ld", PTR_ERR(map));
		exit(1);
	}
	return map;
}

static int insert(struct tracing_map *map, u64 first)
{
	u64 key[3] = { first, ~first, first };

	return tracing_map_insert(map, key);
}

/* Header of a cell, so that a test can set its count of changes. */
static u64 *head_of(const struct tracing_map *map, int elt, unsigned int pos)
{
	return &tracing_map_elt(map, elt)[map->cell_word + pos];
}

TEST(cell_is_set_read_and_fetch_cleared)
{
	static const struct {
		unsigned int pos, n;
	} cells[] = { { SMALL, 3 }, { EMPTY, 0 }, { LARGE, 5 } };
	static const u64 a[5] = { 1, 2, 3, 4, 5 }, b[5] = { U64_MAX, 0, U64_MAX, 0, 7 };
	struct tracing_map *map = create();
	u64 got[6];
	int elt, c;

	for (elt = 0; elt < 128; elt++)
		EXPECT_EQ(insert(map, elt), elt);
	for (elt = 0; elt < 128; elt += 127) {
		for (c = 0; c < ARRAY_SIZE(cells); c++) {
			unsigned int pos = cells[c].pos, n = cells[c].n;

			EXPECT(tracing_map_cell_get(map, elt, pos, got, n));
			EXPECT(tracing_map_cell_fetch_clear(map, elt, pos, got, n));
			EXPECT(tracing_map_cell_set(map, elt, pos, a, n));
			EXPECT(tracing_map_cell_set(map, elt, pos, b, n));
			got[n] = 42;
			EXPECT(!tracing_map_cell_get(map, elt, pos, got, n));
			EXPECT(!memcmp(got, b, n * sizeof(*b)));
			EXPECT_EQ(got[n], 42);
			EXPECT(tracing_map_cell_set(map, elt, pos, a, n));
			EXPECT(!tracing_map_cell_fetch_clear(map, elt, pos, got, n));
			EXPECT(!memcmp(got, a, n * sizeof(*a)));
			EXPECT_EQ(got[n], 42);
			EXPECT(tracing_map_cell_fetch_clear(map, elt, pos, got, n));
			EXPECT(tracing_map_cell_get(map, elt, pos, got, n));
		}
	}
	tracing_map_destroy(map);
}

/* Cells do not overlap each other, the variables or the next element. */
TEST(cells_are_independent)
{
	struct tracing_map *map = create();
	u64 words[5], got[5];
	int elt, i;

	for (elt = 0; elt < 128; elt++)
		EXPECT_EQ(insert(map, elt), elt);
	for (elt = 0; elt < 128; elt++) {
		for (i = 0; i < 5; i++)
			words[i] = ~(u64)(elt * 8 + i);
		if (elt % 3)
			EXPECT(tracing_map_cell_set(map, elt, SMALL, words, 3));
		if (elt % 5)
			EXPECT(tracing_map_cell_set(map, elt, EMPTY, words, 0));
		if (elt % 7)
			EXPECT(tracing_map_cell_set(map, elt, LARGE, words, 5));
		for (i = 0; i < 3; i++)
			tracing_map_var_set(map, elt, i, elt * 4 + i);
	}
	for (elt = 0; elt < 128; elt++) {
		for (i = 0; i < 5; i++)
			words[i] = ~(u64)(elt * 8 + i);
		EXPECT_EQ(insert(map, elt), elt);
		EXPECT_EQ(!tracing_map_cell_get(map, elt, SMALL, got, 3), elt % 3 != 0);
		EXPECT(!(elt % 3) || !memcmp(got, words, 3 * sizeof(*got)));
		EXPECT_EQ(!tracing_map_cell_get(map, elt, EMPTY, got, 0), elt % 5 != 0);
		EXPECT_EQ(!tracing_map_cell_get(map, elt, LARGE, got, 5), elt % 7 != 0);
		EXPECT(!(elt % 7) || !memcmp(got, words, 5 * sizeof(*got)));
		for (i = 0; i < 3; i++) {
			EXPECT(tracing_map_var_get(map, elt, i, got));
			EXPECT_EQ(got[0], elt * 4 + i);
		}
	}
	tracing_map_destroy(map);
}

/* A cell as large as an element allows, up to the end of the last element. */
TEST(largest_cell)
{
	struct tracing_map_config cfg = {
		.size = 128, .key_size = 8, .cell_words = TRACING_MAP_CELL_WORDS_MAX,
	};
	struct tracing_map *map = tracing_map_create(&cfg);
	unsigned int n = TRACING_MAP_CELL_WORDS_MAX - 1, i;
	u64 words[TRACING_MAP_CELL_WORDS_MAX], got[TRACING_MAP_CELL_WORDS_MAX];
	struct tracing_map_column column = { .is_cell = true, .pos = 0, .n_words = n };
	struct tracing_map_snapshot *snap;

	for (i = 0; i < n; i++)
		words[i] = i * i;
	for (i = 0; i < map->n_elts; i++)
		EXPECT(tracing_map_cell_set(map, i, 0, words, n));
	EXPECT(!tracing_map_cell_get(map, map->n_elts - 1, 0, got, n));
	EXPECT(!memcmp(got, words, n * sizeof(*got)));

	EXPECT_EQ(tracing_map_insert(map, words), 0);
	snap = tracing_map_snapshot_columns(map, NULL, 0, &column, 1, 0);
	EXPECT(!memcmp(tracing_map_row_column(snap, 0, 0), words, n * sizeof(*got)));
	tracing_map_snapshot_free(snap);
	tracing_map_destroy(map);
}

TEST(write_begin_excludes_other_writers)
{
	static const u64 a[3] = { 1, 2, 3 }, b[3] = { 4, 5, 6 };
	struct tracing_map *map = create();
	int elt = insert(map, 1), was_set;
	u64 got[3];

	for (was_set = 0; was_set < 2; was_set++) {
		u64 *cell = tracing_map_cell_write_begin(map, elt, SMALL);

		EXPECT(cell);
		EXPECT_EQ(tracing_map_cell_was_set(cell), was_set);
		EXPECT_EQ(cell[1], was_set ? 2 : 0);
		/* Every other context finds the cell unset and cannot write it. */
		EXPECT(!tracing_map_cell_write_begin(map, elt, SMALL));
		EXPECT(!tracing_map_cell_set(map, elt, SMALL, b, 3));
		EXPECT(tracing_map_cell_get(map, elt, SMALL, got, 3));
		EXPECT(tracing_map_cell_fetch_clear(map, elt, SMALL, got, 3));
		/* The attempts do not change the state that the writer sees. */
		EXPECT_EQ(tracing_map_cell_was_set(cell), was_set);
		EXPECT_EQ(cell[1], was_set ? 2 : 0);
		/* Other cells of the element are independent. */
		EXPECT(tracing_map_cell_set(map, elt, LARGE, zeros, 5));

		tracing_map_cell_copy_in(cell, 1, &a[1], 2);
		tracing_map_cell_write(&cell[0], a[0]);
		tracing_map_cell_write_end(cell);
		EXPECT(!tracing_map_cell_get(map, elt, SMALL, got, 3));
		EXPECT(!memcmp(got, a, sizeof(a)));
	}

	/* After a take, the next writer finds the cell unset as well. */
	EXPECT(!tracing_map_cell_fetch_clear(map, elt, SMALL, got, 3));
	EXPECT(!tracing_map_cell_was_set(tracing_map_cell_write_begin(map, elt, SMALL)));
	tracing_map_destroy(map);
}

TEST(unwritten_words_keep_their_value)
{
	static const u64 a[5] = { 1, 2, 3, 4, 5 }, b[5] = { 1, 2, 9, 4, 5 };
	struct tracing_map *map = create();
	int elt = insert(map, 1);
	u64 *cell, got[5];

	EXPECT(tracing_map_cell_set(map, elt, LARGE, a, 5));
	cell = tracing_map_cell_write_begin(map, elt, LARGE);
	tracing_map_cell_write(&cell[2], 9);
	tracing_map_cell_write_end(cell);
	EXPECT(!tracing_map_cell_get(map, elt, LARGE, got, 5));
	EXPECT(!memcmp(got, b, sizeof(b)));
	tracing_map_destroy(map);
}

/* The count of changes wraps around without changing the two state bits. */
TEST(sequence_count_wraps)
{
	static const u64 a[3] = { 1, 2, 3 };
	struct tracing_map *map = create();
	int elt = insert(map, 1);
	u64 got[3], *cell;
	int i;

	for (i = 0; i < 8; i++) {
		*head_of(map, elt, SMALL) = -4ULL * i;
		EXPECT(tracing_map_cell_get(map, elt, SMALL, got, 3));
		EXPECT(tracing_map_cell_set(map, elt, SMALL, a, 3));
		EXPECT_EQ(*head_of(map, elt, SMALL), 4 - 4 * i + 2);
		EXPECT(!tracing_map_cell_get(map, elt, SMALL, got, 3));
		cell = tracing_map_cell_write_begin(map, elt, SMALL);
		EXPECT(tracing_map_cell_was_set(cell));
		tracing_map_cell_write_end(cell);
		EXPECT(!tracing_map_cell_fetch_clear(map, elt, SMALL, got, 3));
		EXPECT_EQ(*head_of(map, elt, SMALL), 12 - 4 * i);
		EXPECT(tracing_map_cell_fetch_clear(map, elt, SMALL, got, 3));
		EXPECT_EQ(*head_of(map, elt, SMALL), 12 - 4 * i);
	}
	tracing_map_destroy(map);
}

TEST(clear_unsets_cells)
{
	static const u64 a[5] = { 1, 2, 3, 4, 5 };
	struct tracing_map *map = create();
	int elt, round;
	u64 got[5];

	for (round = 0; round < 2; round++) {
		for (elt = 0; elt < 128; elt++) {
			EXPECT_EQ(insert(map, elt + round), elt);
			EXPECT(tracing_map_cell_get(map, elt, SMALL, got, 3));
			EXPECT(tracing_map_cell_get(map, elt, EMPTY, got, 0));
			EXPECT(tracing_map_cell_get(map, elt, LARGE, got, 5));
			EXPECT(tracing_map_cell_set(map, elt, SMALL, a, 3));
			EXPECT(tracing_map_cell_set(map, elt, EMPTY, a, 0));
			EXPECT(tracing_map_cell_set(map, elt, LARGE, a, 5));
		}
		tracing_map_clear(map);
	}
	tracing_map_destroy(map);
}

/*
 * One operation (set, get or take) is interrupted at each of its steps by three
 * others. The results must be linearizable: as if all operations had run in
 * some order.
 */
enum op { NOTHING, SET, GET, TAKE };

struct step {
	enum op op;
	/* value that was set or read; 0 for none */
	u64 val;
	/* return value of the operation */
	bool done;
};

#define STEPS	3

static struct {
	struct tracing_map *map;
	int elt;
	unsigned long now, at;
	/* whether the interrupt came, and whether the cell was claimed then */
	bool came, claimed;
	struct step steps[STEPS];
} irq;

static void make_words(u64 *words, u64 val)
{
	words[0] = val;
	words[1] = ~val;
	words[2] = val * 3;
}

/* Return: the value from which make_words() made @words. */
static u64 from_words(const u64 *words)
{
	u64 whole[3];

	make_words(whole, words[0]);
	EXPECT(!memcmp(words, whole, sizeof(whole)));
	return words[0];
}

static void run_step(struct step *step)
{
	u64 words[3];

	switch (step->op) {
	case NOTHING:
		return;
	case SET:
		make_words(words, step->val);
		step->done = tracing_map_cell_set(irq.map, irq.elt, SMALL, words, 3);
		return;
	case GET:
		step->done = !tracing_map_cell_get(irq.map, irq.elt, SMALL, words, 3);
		break;
	case TAKE:
		step->done = !tracing_map_cell_fetch_clear(irq.map, irq.elt, SMALL, words, 3);
		break;
	}
	step->val = step->done ? from_words(words) : 0;
}

static void run_steps(void)
{
	int i;

	for (i = 0; i < STEPS; i++)
		run_step(&irq.steps[i]);
}

static void interrupt(void)
{
	if (++irq.now != irq.at)
		return;
	shim_step_hook = NULL;
	irq.came = true;
	irq.claimed = *head_of(irq.map, irq.elt, SMALL) & 1;
	run_steps();
	shim_step_hook = interrupt;
}

static u64 value_now(void)
{
	struct step get = { .op = GET };

	run_step(&get);
	return get.val;
}

/* Whether @step can have its result when the value is *@now. Updates *@now. */
static bool step_fits(const struct step *step, u64 *now)
{
	switch (step->op) {
	case NOTHING:
		return true;
	case SET:
		*now = step->val;
		return true;
	case GET:
		return step->val == *now;
	default:
		if (step->val != *now)
			return false;
		*now = 0;
		return true;
	}
}

/*
 * Whether @main can have run before step @pos of the interrupt, changing the
 * value from @was to @is.
 */
static bool order_fits(const struct step *main, int pos, u64 was, u64 is)
{
	int i;

	/* A set may be refused only if a later set overwrites it. */
	if (main->op == SET && !main->done && (pos == STEPS || irq.steps[pos].op != SET))
		return false;
	for (i = 0; i <= STEPS; i++) {
		if (i == pos && !step_fits(main, &was))
			return false;
		if (i < STEPS && !step_fits(&irq.steps[i], &was))
			return false;
	}
	return was == is;
}

static void check_order(const struct step *main, u64 was)
{
	u64 is = value_now();
	int pos;

	for (pos = 0; pos <= STEPS; pos++) {
		if (order_fits(main, pos, was, is))
			return;
	}
	test_fail(__FILE__, __LINE__, "%d at %lu, %d %d %d in %llu: no such order", main->op,
		  irq.at, irq.steps[0].op, irq.steps[1].op, irq.steps[2].op, was);
}

/* Operations that run while the cell is claimed are all refused. */
static void check_refused(const struct step *main)
{
	int i;

	EXPECT_EQ(main->op, SET);
	EXPECT(main->done);
	EXPECT_EQ(value_now(), main->val);
	for (i = 0; i < STEPS; i++)
		EXPECT(!irq.steps[i].done);
}

/* Return: whether the interrupt came. */
static bool run_interrupted(enum op op, unsigned int ops, u64 was)
{
	struct step main = { .op = op, .val = op == SET ? 100 : 0 };
	struct step before = { .op = was ? SET : TAKE, .val = was };
	int i;

	run_step(&before);
	for (i = 0; i < STEPS; i++, ops /= 4) {
		irq.steps[i] = (struct step) { .op = ops % 4 };
		if (ops % 4 == SET)
			irq.steps[i].val = 200 + i;
	}
	irq.now = 0;
	irq.came = false;
	irq.claimed = false;
	shim_step_hook = interrupt;
	run_step(&main);
	shim_step_hook = NULL;
	if (irq.claimed)
		check_refused(&main);
	else if (irq.came)
		check_order(&main, was);
	return irq.came;
}

TEST(interrupting_operations_are_atomic)
{
	int came = 0, claimed = 0;
	unsigned int ops;
	enum op op;
	u64 was;

	irq.map = create();
	irq.elt = insert(irq.map, 1);
	for (op = SET; op <= TAKE; op++) {
		for (was = 0; was < 2; was++) {
			for (ops = 0; ops < 64; ops++) {
				irq.at = 1;
				while (run_interrupted(op, ops, was)) {
					came++;
					claimed += irq.claimed;
					irq.at++;
				}
			}
		}
	}
	EXPECT(came > 1000);
	EXPECT(claimed > 100);
	tracing_map_destroy(irq.map);
}

/*
 * A writer that publishes at every step of a read or take, or that does not
 * publish: read and take give up after four tries, and a snapshot after its
 * limit.
 */
static struct {
	struct tracing_map *map;
	int elt;
	/* number of times published, and limit */
	u64 n, max;
	u64 *claimed;
} interferer;

static void publish_again(void)
{
	u64 words[3];

	shim_step_hook = NULL;
	if (interferer.n < interferer.max) {
		make_words(words, ++interferer.n);
		EXPECT(tracing_map_cell_set(interferer.map, interferer.elt, SMALL, words, 3));
	}
	shim_step_hook = publish_again;
}

TEST(read_and_fetch_clear_give_up_after_some_tries)
{
	struct tracing_map *map = create();
	u64 words[3];
	int take;

	interferer.map = map;
	interferer.elt = insert(map, 1);
	for (take = 0; take < 2; take++) {
		for (interferer.max = 0; interferer.max < 100; interferer.max++) {
			/*
			 * A try reads the header, three words, and the header
			 * again.
			 */
			unsigned int tries = DIV_ROUND_UP(interferer.max, 5) + 1;
			bool done;

			interferer.n = 0;
			make_words(words, 50);
			EXPECT(tracing_map_cell_set(map, interferer.elt, SMALL, words, 3));
			shim_step_hook = publish_again;
			if (take)
				done = !tracing_map_cell_fetch_clear(map, interferer.elt, SMALL,
								    words, 3);
			else
				done = !tracing_map_cell_get(map, interferer.elt, SMALL, words, 3);
			shim_step_hook = NULL;
			/*
			 * Data published at the first step of a try is read by
			 * the same try.
			 */
			if (interferer.max % 5 == 1)
				tries--;
			EXPECT_EQ(done, tries <= 4);
			if (done)
				EXPECT_EQ(from_words(words), interferer.max ?: 50);
			EXPECT(interferer.n <= 20);
			EXPECT_EQ(!tracing_map_cell_fetch_clear(map, interferer.elt, SMALL, words,
								3), !take || !done);
		}
	}
	tracing_map_destroy(map);
}

/* Interrupts a claim with a take and a set, so that its tries fail. */
static void set_and_take(void)
{
	u64 words[3];

	shim_step_hook = NULL;
	tracing_map_cell_fetch_clear(interferer.map, interferer.elt, SMALL, words, 3);
	make_words(words, ++interferer.n);
	EXPECT(tracing_map_cell_set(interferer.map, interferer.elt, SMALL, words, 3));
	if (interferer.n % 2)
		EXPECT(!tracing_map_cell_fetch_clear(interferer.map, interferer.elt, SMALL, words,
						     3));
	shim_step_hook = set_and_take;
}

TEST(write_begin_gives_up_after_some_tries)
{
	struct tracing_map *map = create();
	u64 *cell;
	int i;

	interferer.map = map;
	interferer.elt = insert(map, 1);
	for (i = 0; i < 2; i++) {
		interferer.n = i;
		shim_step_hook = set_and_take;
		cell = tracing_map_cell_write_begin(map, interferer.elt, SMALL);
		shim_step_hook = NULL;
		EXPECT(!cell);
		/*
		 * One load and at most two tries, each of which met another
		 * writer.
		 */
		EXPECT(interferer.n - i <= 3);
		EXPECT(!(*head_of(map, interferer.elt, SMALL) & 1));
	}
	tracing_map_destroy(map);
}

static struct tracing_map_snapshot *snapshot(const struct tracing_map *map,
					     const struct tracing_map_column *columns,
					     unsigned int n_columns)
{
	struct tracing_map_sort_key descending = { .pos = 0, .descending = true };
	struct tracing_map_snapshot *snap;

	snap = tracing_map_snapshot_columns(map, &descending, 1, columns, n_columns, 0);
	if (IS_ERR(snap)) {
		test_fail(__FILE__, __LINE__, "none: %ld", PTR_ERR(snap));
		exit(1);
	}
	return snap;
}

static const struct tracing_map_column all_columns[] = {
	{ .is_cell = true, .pos = LARGE, .n_words = 5 },
	{ .pos = 2, .n_words = 1 },
	{ .is_cell = true, .pos = EMPTY, .n_words = 0 },
	{ .pos = 0, .n_words = 1 },
	/* Parts of cells and duplicates are allowed. */
	{ .is_cell = true, .pos = LARGE, .n_words = 2 },
	{ .is_cell = true, .pos = SMALL, .n_words = 3 },
};

static void fill_elt(struct tracing_map *map, int elt)
{
	u64 words[5] = { elt, elt + 1, elt + 2, elt + 3, elt + 4 };

	tracing_map_add(map, elt, 0, elt);
	if (elt % 2)
		EXPECT(tracing_map_cell_set(map, elt, LARGE, words, 5));
	if (elt % 3)
		tracing_map_var_set(map, elt, 2, elt * 10);
	if (elt % 5)
		EXPECT(tracing_map_cell_set(map, elt, EMPTY, words, 0));
	if (elt % 7)
		tracing_map_var_set(map, elt, 0, elt ? map->var_mask : 0);
}

static void check_words(const u64 *words, bool set, u64 first, unsigned int n)
{
	unsigned int i;

	EXPECT_EQ(!!words, set);
	for (i = 0; words && i < n; i++)
		EXPECT_EQ(words[i], first + i);
}

TEST(snapshot_copies_requested_columns)
{
	struct tracing_map *map = create();
	struct tracing_map_snapshot *snap, *plain;
	u64 mask = map->var_mask;
	unsigned int row;
	int elt;

	for (elt = 0; elt < 100; elt++) {
		EXPECT_EQ(insert(map, elt), elt);
		fill_elt(map, elt);
	}
	snap = snapshot(map, all_columns, ARRAY_SIZE(all_columns));
	plain = snapshot(map, NULL, 0);
	/* Later changes of the map do not affect the snapshots. */
	for (elt = 0; elt < 100; elt++) {
		tracing_map_cell_set(map, elt, LARGE, zeros, 5);
		tracing_map_var_set(map, elt, 2, 1);
	}
	tracing_map_destroy(map);

	EXPECT_EQ(snap->n_columns, ARRAY_SIZE(all_columns));
	EXPECT_EQ(snap->n_rows, 100);
	EXPECT_EQ(plain->row_words, 4);
	for (row = 0; row < 100; row++) {
		elt = 99 - row;
		EXPECT_EQ(tracing_map_row_elt(snap, row), elt);
		EXPECT_EQ(tracing_map_row_key(snap, row)[1], ~(u64)elt);
		EXPECT_EQ(tracing_map_row_aux(snap, row)[0], elt);
		EXPECT_EQ(tracing_map_row_sum(snap, row, 0), elt);
		EXPECT_EQ(tracing_map_row_sum(plain, row, 0), elt);
		check_words(tracing_map_row_column(snap, row, 0), elt % 2, elt, 5);
		check_words(tracing_map_row_column(snap, row, 1), elt % 3, elt * 10, 1);
		check_words(tracing_map_row_column(snap, row, 2), elt % 5, 0, 0);
		check_words(tracing_map_row_column(snap, row, 3), elt % 7, mask, 1);
		check_words(tracing_map_row_column(snap, row, 4), elt % 2, elt, 2);
		check_words(tracing_map_row_column(snap, row, 5), false, 0, 0);
	}
	tracing_map_snapshot_free(snap);
	tracing_map_snapshot_free(plain);
}

TEST(snapshot_rejects_invalid_columns)
{
	static const struct {
		struct tracing_map_column column;
		int err;
	} cases[] = {
		{ { .pos = 2, .n_words = 1 } },
		{ { .pos = 3, .n_words = 1 }, -EINVAL },
		{ { .pos = -1, .n_words = 1 }, -EINVAL },
		{ { .pos = 0, .n_words = 0 }, -EINVAL },
		{ { .pos = 0, .n_words = 2 }, -EINVAL },
		{ { .is_cell = true, .pos = 0, .n_words = 10 } },
		{ { .is_cell = true, .pos = 0, .n_words = 11 }, -EINVAL },
		{ { .is_cell = true, .pos = 5, .n_words = 5 } },
		{ { .is_cell = true, .pos = 5, .n_words = 6 }, -EINVAL },
		{ { .is_cell = true, .pos = 10, .n_words = 0 } },
		{ { .is_cell = true, .pos = 10, .n_words = 1 }, -EINVAL },
		{ { .is_cell = true, .pos = 11, .n_words = 0 }, -EINVAL },
		{ { .is_cell = true, .pos = -1, .n_words = 2 }, -EINVAL },
		{ { .is_cell = true, .pos = 1, .n_words = -1 }, -EINVAL },
	};
	struct tracing_map *map = create();
	static struct tracing_map_column many[TRACING_MAP_COLUMNS_MAX + 1];
	struct tracing_map_snapshot *snap;
	unsigned int i;

	insert(map, 1);
	for (i = 0; i < ARRAY_SIZE(many); i++)
		many[i] = (struct tracing_map_column) { .is_cell = true, .n_words = 10 };
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		/* The position among other columns must not matter. */
		many[i] = cases[i].column;
		snap = tracing_map_snapshot_columns(map, NULL, 0, many, ARRAY_SIZE(cases) + 1, 0);
		if (PTR_ERR_OR_ZERO(snap) != cases[i].err)
			test_fail(__FILE__, __LINE__, "case %u: %ld", i, PTR_ERR(snap));
		tracing_map_snapshot_free(snap);
		many[i] = many[ARRAY_SIZE(many) - 1];
	}
	snap = tracing_map_snapshot_columns(map, NULL, 0, many, TRACING_MAP_COLUMNS_MAX, 0);
	EXPECT(!IS_ERR(snap));
	EXPECT(!tracing_map_row_column(snap, 0, TRACING_MAP_COLUMNS_MAX - 1));
	tracing_map_snapshot_free(snap);
	snap = tracing_map_snapshot_columns(map, NULL, 0, many, TRACING_MAP_COLUMNS_MAX + 1, 0);
	EXPECT_EQ(PTR_ERR(snap), -EINVAL);
	tracing_map_destroy(map);
}

TEST(snapshot_frees_columns_on_allocation_failure)
{
	struct tracing_map *map = create();
	struct tracing_map_sort_key key = { .pos = 0 };
	unsigned long allocs = shim_allocs();
	unsigned long n;

	fill_elt(map, insert(map, 1));
	fill_elt(map, insert(map, 2));
	for (n = 1;; n++) {
		struct tracing_map_snapshot *snap;

		shim_fail_nth(n);
		snap = tracing_map_snapshot_columns(map, &key, 1, all_columns,
						    ARRAY_SIZE(all_columns), 0);
		if (!shim_failed()) {
			EXPECT_EQ(snap->n_rows, 2);
			tracing_map_snapshot_free(snap);
			break;
		}
		EXPECT_EQ(PTR_ERR(snap), -ENOMEM);
		EXPECT_EQ(shim_allocs(), allocs);
	}
	/* The snapshot, the bitmap, data, rows, and a buffer for merging rows. */
	EXPECT_EQ(n - 1, 5);
	tracing_map_destroy(map);
}

/* Upper bound for the steps of the tries of a snapshot. */
#define MANY_STEPS	300

static void publish_late(void)
{
	if (++interferer.n != interferer.max)
		return;
	shim_step_hook = NULL;
	tracing_map_cell_write_end(interferer.claimed);
	shim_step_hook = publish_late;
}

/*
 * A snapshot waits briefly for a writer. If the writer does not finish, the
 * cell counts as unset.
 */
TEST(snapshot_waits_for_a_writer)
{
	static const struct tracing_map_column column = {
		.is_cell = true, .pos = SMALL, .n_words = 3
	};
	struct tracing_map *map = create();
	int elt = insert(map, 1), late;
	u64 words[3];

	for (late = 0; late < 2; late++) {
		struct tracing_map_snapshot *snap;

		interferer.claimed = tracing_map_cell_write_begin(map, elt, SMALL);
		make_words(words, 7 + late);
		tracing_map_cell_copy_in(interferer.claimed, 0, words, 3);
		interferer.n = 0;
		/* 257 steps read the slots of the map, before the cell is read. */
		interferer.max = late ? U64_MAX : 257 + 100;
		shim_step_hook = publish_late;
		snap = tracing_map_snapshot_columns(map, NULL, 0, &column, 1, 0);
		shim_step_hook = NULL;
		EXPECT_EQ(snap->n_rows, 1);
		EXPECT(interferer.n < 257 + MANY_STEPS);
		if (late)
			EXPECT(!tracing_map_row_column(snap, 0, 0));
		else
			EXPECT_EQ(from_words(tracing_map_row_column(snap, 0, 0)), 7);
		tracing_map_snapshot_free(snap);
	}
	tracing_map_destroy(map);
}
