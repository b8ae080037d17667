// SPDX-License-Identifier: GPL-2.0-only
/*
 * Fuzz target: operations on a map are compared with a simple model, an array
 * of keys with linear search. The input is the shape of the map, followed by
 * operations of one byte each and their arguments.
 */

#include <linux/kernel.h>
#include <linux/string.h>

#include "fuzz.h"
#include "tracing_map_snapshot.h"

#define MODEL_KEYS	128

/* Number of cells per element, words per cell, and the position of a cell. */
#define CELLS		3
#define CELL_WORDS	2
#define CELL_POS(c)	((c) * (1 + CELL_WORDS))

struct model_var {
	bool set;
	u64 val;
};

/*
 * Keys have at most five words with aux, which a short input can fill. Element 0 is the other
 * element, in a map with it.
 */
struct model {
	struct tracing_map_config cfg;
	unsigned int n;
	u64 dropped;
	struct {
		u64 key[5];
		u64 sums[3];
		struct model_var vars[3];
		struct {
			bool set;
			u64 words[CELL_WORDS];
		} cells[CELLS];
	} elts[MODEL_KEYS + 1];
};

static const u8 *at, *end;

static u8 byte(void)
{
	return at < end ? *at++ : 0;
}

/* Usually one of a few words, so that keys repeat; sometimes any word. */
static u64 word(const struct tracing_map *map)
{
	u8 kind = byte();
	u64 any = 0;
	int i;

	switch (kind >> 5) {
	case 0:
		return map->var_mask ^ (kind & 3);
	case 1:
		return (u64)kind << 56;
	case 2:
		for (i = 0; i < 8; i++)
			any = any << 8 | byte();
		return any;
	default:
		return kind;
	}
}

static int model_find(const struct model *model, const u64 *key)
{
	unsigned int i;

	for (i = model->cfg.has_other; i < model->n; i++) {
		if (!memcmp(model->elts[i].key, key, model->cfg.key_size))
			return i;
	}
	return -1;
}

static int model_insert(struct model *model, const u64 *key)
{
	int elt = model_find(model, key);

	if (elt >= 0)
		return elt;
	if (model->n == MODEL_KEYS + model->cfg.has_other) {
		if (model->cfg.has_other)
			return TRACING_MAP_OTHER;
		model->dropped++;
		return -ENOSPC;
	}
	memset(&model->elts[model->n], 0, sizeof(model->elts[0]));
	memcpy(model->elts[model->n].key, key, model->cfg.key_size + model->cfg.aux_size);
	return model->n++;
}

static int compare(const struct model *model, const struct tracing_map_sort_key *key, int a, int b)
{
	u64 x, y;
	int cmp = 0;
	unsigned int i;

	if (key->cmp == TRACING_MAP_CMP_STRING) {
		for (i = 0; !cmp && i < key->size; i++)
			cmp = ((u8 *)model->elts[a].key)[key->pos + i] -
			      ((u8 *)model->elts[b].key)[key->pos + i];
	} else {
		for (i = 0; !cmp && i < (key->is_key ? key->size / 8 : 1); i++) {
			x = key->is_key ? model->elts[a].key[key->pos / 8 + i] :
					  model->elts[a].sums[key->pos];
			y = key->is_key ? model->elts[b].key[key->pos / 8 + i] :
					  model->elts[b].sums[key->pos];
			if (key->cmp == TRACING_MAP_CMP_S64)
				cmp = (s64)x < (s64)y ? -1 : (s64)x > (s64)y;
			else
				cmp = x < y ? -1 : x > y;
		}
	}
	return key->descending ? -cmp : cmp;
}

static bool sort_key_fits(const struct model *model, const struct tracing_map_sort_key *key)
{
	unsigned int key_size = model->cfg.key_size;
	bool one = key->cmp == TRACING_MAP_CMP_U64 || key->cmp == TRACING_MAP_CMP_S64;

	if (!key->is_key)
		return one && key->pos < model->cfg.n_sums;
	if (!key->size || (u64)key->pos + key->size > key_size)
		return false;
	if (key->cmp == TRACING_MAP_CMP_STRING)
		return true;
	if (key->pos % 8 || key->size % 8)
		return false;
	return one ? key->size == 8 : key->cmp == TRACING_MAP_CMP_WORDS;
}

/* Read sort keys from the input, valid or not. Return: their number. */
static unsigned int read_sort_keys(struct tracing_map_sort_key *keys, unsigned int max)
{
	unsigned int k, n_keys = byte() % (max + 1);

	for (k = 0; k < n_keys; k++) {
		u8 how = byte();

		keys[k].is_key = how & 1;
		keys[k].descending = how & 2;
		keys[k].cmp = how >> 2 & 3;
		keys[k].pos = byte() % 48;
		keys[k].size = byte() % 48;
	}
	return n_keys;
}

/* Columns are the variables, then the cells, as in list_columns(). */
static void check_columns(const struct tracing_map_snapshot *snap, const struct model *model,
			  unsigned int row)
{
	int elt = tracing_map_row_elt(snap, row);
	unsigned int k, c;

	for (k = 0; k < model->cfg.n_vars; k++) {
		const struct model_var *var = &model->elts[elt].vars[k];
		const u64 *val = tracing_map_row_column(snap, row, k);

		CHECK(!!val == var->set);
		CHECK(!val || *val == var->val);
	}
	for (c = 0; c < CELLS; c++) {
		const u64 *words = tracing_map_row_column(snap, row, k + c);

		CHECK(!!words == model->elts[elt].cells[c].set);
		CHECK(!words || !memcmp(words, model->elts[elt].cells[c].words,
					CELL_WORDS * sizeof(*words)));
	}
}

static void check_row(const struct tracing_map_snapshot *snap, const struct model *model,
		      unsigned int row)
{
	int elt = tracing_map_row_elt(snap, row);
	unsigned int k;

	CHECK(!memcmp(tracing_map_row_key(snap, row), model->elts[elt].key,
		      model->cfg.key_size));
	CHECK(!memcmp(tracing_map_row_aux(snap, row),
		      (u8 *)model->elts[elt].key + model->cfg.key_size, model->cfg.aux_size));
	for (k = 0; k < snap->n_sums; k++)
		CHECK(tracing_map_row_sum(snap, row, k) == model->elts[elt].sums[k]);
	check_columns(snap, model, row);
}

static void check_order(const struct tracing_map_snapshot *snap, const struct model *model,
			const struct tracing_map_sort_key *keys, unsigned int n_keys,
			unsigned int row)
{
	int before = tracing_map_row_elt(snap, row - 1);
	int elt = tracing_map_row_elt(snap, row);
	unsigned int k;
	int cmp = 0;

	for (k = 0; !cmp && k < n_keys; k++)
		cmp = compare(model, &keys[k], before, elt);
	CHECK(cmp < 0 || (!cmp && before < elt));
}

/* List all variables and cells. Return: number of columns. */
static unsigned int list_columns(const struct model *model, struct tracing_map_column *columns)
{
	unsigned int i, n = 0;

	for (i = 0; i < model->cfg.n_vars; i++)
		columns[n++] = (struct tracing_map_column) { .pos = i, .n_words = 1 };
	for (i = 0; i < CELLS; i++)
		columns[n++] = (struct tracing_map_column) {
			.is_cell = true, .pos = CELL_POS(i), .n_words = CELL_WORDS,
		};
	return n;
}

/* The row of the other element is behind the sorted rows, if it has counted something. */
static void check_other(const struct tracing_map_snapshot *snap, const struct model *model)
{
	bool counted = false;
	unsigned int k;

	for (k = 0; model->cfg.has_other && k < model->cfg.n_sums; k++)
		counted |= model->elts[TRACING_MAP_OTHER].sums[k];
	CHECK(snap->has_other == counted);
	if (!counted)
		return;
	CHECK(tracing_map_n_all_rows(snap) == snap->n_rows + 1);
	CHECK(tracing_map_row_elt(snap, snap->n_rows) == TRACING_MAP_OTHER);
	check_row(snap, model, snap->n_rows);
}

static void check_snapshot(const struct tracing_map *map, const struct model *model)
{
	struct tracing_map_sort_key keys[TRACING_MAP_SORT_KEYS_MAX + 1] = {};
	unsigned int n_keys = read_sort_keys(keys, TRACING_MAP_SORT_KEYS_MAX + 1);
	bool fits = n_keys <= TRACING_MAP_SORT_KEYS_MAX;
	struct tracing_map_column columns[3 + CELLS];
	unsigned int n_columns = list_columns(model, columns);
	struct tracing_map_snapshot *snap;
	bool seen[MODEL_KEYS + 1] = {};
	unsigned int i;

	for (i = 0; i < n_keys; i++)
		fits &= sort_key_fits(model, &keys[i]);

	snap = tracing_map_snapshot_columns(map, keys, n_keys, columns, n_columns, 0);
	if (!fits) {
		CHECK(snap == ERR_PTR(-EINVAL));
		return;
	}
	CHECK(!IS_ERR(snap));
	CHECK(snap->n_rows == model->n - model->cfg.has_other &&
	      snap->n_sums == model->cfg.n_sums);
	CHECK(snap->dropped == model->dropped);
	for (i = 0; i < snap->n_rows; i++) {
		int elt = tracing_map_row_elt(snap, i);

		CHECK(elt >= model->cfg.has_other && elt < model->n && !seen[elt]);
		seen[elt] = true;
		check_row(snap, model, i);
		if (i)
			check_order(snap, model, keys, n_keys, i);
	}
	check_other(snap, model);
	tracing_map_snapshot_free(snap);
}

/* Insert many keys with one operation; otherwise no map would fill up. */
static void fill(struct tracing_map *map, struct model *model)
{
	unsigned int i, n = byte();
	u64 key[5] = {};

	for (i = 0; i < n; i++) {
		key[0] = i << 8;
		CHECK(tracing_map_insert(map, key) == model_insert(model, key));
	}
	CHECK(tracing_map_dropped(map) == model->dropped);
}

/* Make the model that of an empty map. */
static void empty(struct model *model)
{
	memset(&model->elts[TRACING_MAP_OTHER], 0, sizeof(model->elts[0]));
	model->n = model->cfg.has_other;
	model->dropped = 0;
}

/* Clear rarely; otherwise no map would fill up. */
static void clear(struct tracing_map *map, struct model *model)
{
	if (byte() % 8)
		return;
	tracing_map_clear(map);
	empty(model);
}

static void read_key(const struct tracing_map *map, const struct model *model, u64 *key)
{
	unsigned int i, n_words = (model->cfg.key_size + model->cfg.aux_size) / 8;

	for (i = 0; i < n_words; i++)
		key[i] = word(map);
}

static void look_up(const struct tracing_map *map, const struct model *model)
{
	u64 key[5] = {};
	int elt;

	read_key(map, model, key);
	elt = model_find(model, key);
	CHECK(tracing_map_lookup(map, key) == (elt < 0 ? -ENOENT : elt));
}

static void add(struct tracing_map *map, struct model *model, int elt)
{
	unsigned int i = byte();
	u64 val;

	if (!model->cfg.n_sums)
		return;
	i %= model->cfg.n_sums;
	val = word(map);
	tracing_map_add(map, elt, i, val);
	model->elts[elt].sums[i] += val;
	CHECK(tracing_map_sum(map, elt, i) == model->elts[elt].sums[i]);
}

static void use_var(struct tracing_map *map, struct model *model, int elt, u8 op)
{
	struct model_var *var;
	unsigned int i = byte();
	u64 got = 42;

	if (!model->cfg.n_vars)
		return;
	i %= model->cfg.n_vars;
	var = &model->elts[elt].vars[i];
	switch (op) {
	case 4 ... 6:
		var->set = true;
		var->val = word(map);
		tracing_map_var_set(map, elt, i, var->val);
		break;
	case 7 ... 8:
		CHECK(tracing_map_var_get(map, elt, i, &got) == var->set);
		CHECK(got == (var->set ? var->val : 42));
		break;
	case 9 ... 10:
		CHECK(tracing_map_var_fetch_clear(map, elt, i, &got) == var->set);
		CHECK(got == (var->set ? var->val : 42));
		var->set = false;
		break;
	}
}

/* Fetch-max or exchange of a variable, if there is one. */
static void move_var(struct tracing_map *map, struct model *model, int elt, u8 how)
{
	struct model_var *var;
	bool is_signed = how & 4;
	u64 val = word(map);

	if (!model->cfg.n_vars)
		return;
	var = &model->elts[elt].vars[byte() % model->cfg.n_vars];
	if (how & 8) {
		bool other = !var->set || var->val != val;

		CHECK(tracing_map_var_xchg(map, elt, var - model->elts[elt].vars, val) == other);
		var->val = val;
	} else {
		bool more = !var->set ||
			    (is_signed ? (s64)var->val < (s64)val : var->val < val);

		CHECK(tracing_map_var_fetch_max(map, elt, var - model->elts[elt].vars, val,
						is_signed) == more);
		var->val = more ? val : var->val;
	}
	var->set = true;
}

static void use_cell(struct tracing_map *map, struct model *model, int elt, u8 how)
{
	unsigned int i, c = (how >> 4) % CELLS;
	bool *set = &model->elts[elt].cells[c].set;
	u64 *words = model->elts[elt].cells[c].words;
	u64 *cell, got[CELL_WORDS];

	switch (how >> 2 & 3) {
	case 0:
		CHECK((!tracing_map_cell_get(map, elt, CELL_POS(c), got, CELL_WORDS)) == *set);
		CHECK(!*set || !memcmp(got, words, sizeof(got)));
		break;
	case 1:
		CHECK((!tracing_map_cell_fetch_clear(map, elt, CELL_POS(c), got, CELL_WORDS)) ==
		      *set);
		CHECK(!*set || !memcmp(got, words, sizeof(got)));
		*set = false;
		break;
	case 2:
		for (i = 0; i < CELL_WORDS; i++)
			words[i] = word(map);
		CHECK(tracing_map_cell_set(map, elt, CELL_POS(c), words, CELL_WORDS));
		*set = true;
		break;
	case 3:
		/*
		 * Write one word; the other keeps its value, even if the cell
		 * was taken.
		 */
		i = byte() % CELL_WORDS;
		cell = tracing_map_cell_write_begin(map, elt, CELL_POS(c));
		CHECK(cell && tracing_map_cell_was_set(cell) == *set);
		words[i] = word(map);
		CHECK(tracing_map_cell_get(map, elt, CELL_POS(c), got, CELL_WORDS));
		tracing_map_cell_write(&cell[i], words[i]);
		tracing_map_cell_write_end(cell);
		*set = true;
		break;
	}
}

static void insert_and_use(struct tracing_map *map, struct model *model, u8 op)
{
	u64 key[5] = {};
	int elt;

	read_key(map, model, key);
	elt = tracing_map_insert(map, key);
	CHECK(elt == model_insert(model, key));
	CHECK(tracing_map_dropped(map) == model->dropped);
	if (elt < 0)
		return;
	if (op <= 3) {
		add(map, model, elt);
	} else if (tracing_map_is_other(map, elt)) {
		/* It has no variables and cells. */
	} else if (op <= 10) {
		use_var(map, model, elt, op);
	} else {
		u8 how = byte();

		if (how & 1)
			move_var(map, model, elt, how);
		else
			use_cell(map, model, elt, how);
	}
}

static void run_op(struct tracing_map *map, struct model *model)
{
	u8 op = byte();

	shim_cpu = op >> 4 & 3;
	switch (op % 16) {
	case 12:
		look_up(map, model);
		break;
	case 13:
		fill(map, model);
		break;
	case 14:
		check_snapshot(map, model);
		break;
	case 15:
		clear(map, model);
		break;
	default:
		insert_and_use(map, model, op % 16);
	}
}

int fuzz_one(const u8 *data, size_t size)
{
	static struct model model;
	struct tracing_map *map;
	u8 shape;

	at = data;
	end = data + size;
	shape = byte();
	model.cfg = (struct tracing_map_config) {
		.size = MODEL_KEYS,
		.key_size = 8 * (1 + shape % 4),
		.aux_size = shape & 4 ? 8 : 0,
		.n_sums = shape >> 3 & 3,
		.n_vars = shape >> 5 & 3,
		.cell_words = CELLS * (1 + CELL_WORDS),
		.has_other = shape >> 7,
	};
	empty(&model);
	map = tracing_map_create(&model.cfg);
	CHECK(!IS_ERR(map));
	while (at < end)
		run_op(map, &model);
	shim_cpu = 0;
	check_snapshot(map, &model);
	tracing_map_destroy(map);
	CHECK(!shim_allocs());
	return 0;
}
