// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tables of histograms after evictions: rows, variables, statistics, intervals, and the text.
 * evict_test.c tests when passes run, and map/evict_test.c the eviction itself.
 */

#include <linux/err.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "../trace.h"
#include "command_fixture.h"
#include "fixture.h"
#include "harness.h"
#include "hist/attach/interval.h"
#include "hist/attach/map_owner.h"
#include "hist/run/exec.h"
#include "hist/show/text.h"
#include "tracing_map_evict.h"
#include "tracing_map_evict_state.h"
#include "tracing_map_usage.h"

#define ROWS	128
/* A pass begins when 7/8 of the rows are in use, and leaves 5/8 of them. */
#define NEARLY_FULL	112
#define LEFT		80
#define EVICTED		(NEARLY_FULL - LEFT)

/* Give a histogram a map with an owner, as in the kernel. */
static void attach_to_owner(struct hist_trigger_data *data)
{
	tracing_map_destroy(data->runtime.map);
	mutex_lock(&event_mutex);
	EXPECT_EQ(hist_map_attach(data, ROWS), 0);
	mutex_unlock(&event_mutex);
}

static void detach_from_owner(struct hist_trigger_data *data)
{
	mutex_lock(&event_mutex);
	hist_map_detach(data);
	mutex_unlock(&event_mutex);
}

static struct hist_trigger_data *attach(const char *text)
{
	struct hist_trigger_data *data = attach_hist(text);

	attach_to_owner(data);
	return data;
}

static void detach(struct hist_trigger_data *data)
{
	detach_from_owner(data);
	detach_hist(data);
}

/* Execute @n histograms for an event. */
static void fire(struct hist_trigger_data *const *hists, unsigned int n, u16 key, u64 val)
{
	struct mock_record record;
	unsigned int i;

	fill_record(&record);
	record.num_u16 = key;
	record.num_u64 = val;
	shim_atomic = true;
	for (i = 0; i < n; i++)
		hist_exec(hists[i], &record, _RET_IP_);
	shim_atomic = false;
}

/* Count @times events for each key from @first to @last, whose value is the key. */
static void fire_keys(struct hist_trigger_data *data, u16 first, u16 last, unsigned int times)
{
	unsigned int key, i;

	for (key = first; key <= last; key++)
		for (i = 0; i < times; i++)
			fire(&data, 1, key, key);
}

/* Run the work that is due. */
static void run_due_work(void)
{
	while (shim_run_work(false))
		;
}

/* Run a pass, whose distance from the last one is long enough. */
static void run_pass(void)
{
	shim_jiffies += HZ;
	run_due_work();
}

/* Return the row that an event of a key finds, or -ENOENT. */
static int find(const struct hist_trigger_data *data, u64 key)
{
	const struct tracing_map *map = data->runtime.map;

	return tracing_map_find(map, &key, 1, tracing_map_hash(map, &key, 1));
}

static u64 n_evicted(const struct hist_trigger_data *data)
{
	return tracing_map_n_evicted(data->runtime.map);
}

static u64 other_hits(const struct hist_trigger_data *data)
{
	return tracing_map_other_sum(data->runtime.map, 0);
}

/* Return the totals as text, which is valid until the next call. */
static const char *show_totals(struct hist_trigger_data *data)
{
	static char text[SHOWN_MAX];
	struct seq_file m = { .buf = text, .size = sizeof(text) };
	struct hist_table_snapshot *table =
		hist_table_snapshot_create(data, data->runtime.map, &(struct hist_status){}, NULL);

	EXPECT(!IS_ERR(table));
	hist_show_totals(&m, table);
	hist_table_snapshot_free(table);
	text[m.count] = '\0';
	return text;
}

TEST(only_evict_evicts)
{
	static const char *const texts[] = {
		"hist:keys=num_u16", "hist:keys=num_u16:overflow=drop",
		"hist:keys=num_u16:overflow=other",
	};
	struct hist_trigger_data *data;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(texts); i++) {
		data = attach(texts[i]);
		EXPECT(!data->runtime.map->keys->evict);
		fire_keys(data, 0, ROWS - 1, 1);
		run_pass();
		EXPECT_EQ(tracing_map_n_keys(data->runtime.map), ROWS);
		detach(data);
	}
	data = attach("hist:keys=num_u16:overflow=evict");
	EXPECT(data->runtime.map->keys->evict && data->runtime.map->has_other);
	fire_keys(data, 0, NEARLY_FULL - 2, 1);
	run_pass();
	EXPECT_EQ(n_evicted(data), 0);
	fire_keys(data, NEARLY_FULL - 1, NEARLY_FULL - 1, 1);
	EXPECT_EQ(n_evicted(data), 0);
	run_pass();
	EXPECT_EQ(n_evicted(data), EVICTED);
	detach(data);
	EXPECT_EQ(shim_allocs(), 0);
}

TEST(rows_with_most_hits_stay)
{
	struct hist_trigger_data *data = attach("hist:keys=num_u16:vals=num_u64:overflow=evict");
	unsigned int key, n = 0;

	/* 40 keys with 10 events, and 72 keys with one. */
	fire_keys(data, 0, 39, 10);
	fire_keys(data, 40, NEARLY_FULL - 1, 1);
	run_pass();
	EXPECT_STREQ(show_totals(data), "\nTotals:\n    Hits: 472\n    Entries: 80\n"
		     "    Dropped: 0\n    Evicted: 32\n");
	for (key = 0; key < NEARLY_FULL; key++) {
		EXPECT(key >= 40 || find(data, key) >= 0);
		n += find(data, key) >= 0;
	}
	EXPECT_EQ(n, LEFT);
	EXPECT_EQ(other_hits(data), EVICTED);
	EXPECT_EQ(tracing_map_total(data->runtime.map, 1),
		  10 * 39 * 40 / 2 + (40 + 111) * 72 / 2);

	/* A key that comes back has a row of its own again, which counts from then on. */
	for (key = 40; find(data, key) >= 0; key++)
		;
	fire_keys(data, key, key, 3);
	EXPECT_EQ(tracing_map_sum(data->runtime.map, find(data, key), 0), 3);
	EXPECT(tracing_map_evict_error(data->runtime.map, find(data, key)) >= 1);
	EXPECT_EQ(other_hits(data), EVICTED);
	detach(data);
}

/* Set variables by @data, or use them by its user. */
static void fire_both(struct mock_hists *hists, unsigned int which, u16 first, u16 last)
{
	unsigned int key;

	for (key = first; key <= last; key++)
		fire((struct hist_trigger_data *[]){ hists->hists[which].data }, 1, key, key);
}

/* Attach a histogram with variables and one that uses them. The first one evicts rows. */
static void attach_both(struct mock_hists *hists, const char *source, const char *user)
{
	struct trace_diag diag = {};

	EXPECT_EQ(mock_hists_init(hists), 0);
	EXPECT(!IS_ERR(mock_hists_compile(hists, &mock_source, source, &diag)));
	EXPECT(!IS_ERR(mock_hists_compile(hists, &mock_event, user, &diag)));
	EXPECT_EQ(hist_run_attach(hists->hists[0].data, ROWS), 0);
	EXPECT_EQ(hist_run_attach(hists->hists[1].data, 4 * ROWS), 0);
	attach_to_owner(hists->hists[0].data);
}

static void detach_both(struct mock_hists *hists)
{
	detach_from_owner(hists->hists[0].data);
	hist_run_detach(hists->hists[0].data);
	hist_run_detach(hists->hists[1].data);
	mock_hists_exit(hists);
}

static u64 user_hits(const struct mock_hists *hists)
{
	return tracing_map_total(hists->hists[1].data->runtime.map, 0);
}

/*
 * Histograms with variables, one that uses them for each row, and whether that unsets all variables
 * of the row. Expressions, which unset variables, cannot have strings.
 */
static const struct {
	const char *source, *user;
	bool unsets;
} pairs[] = {
	{ "hist:keys=num_u16:t=num_u64:overflow=evict", "hist:keys=num_u16:d=$t+1:vals=$d", true },
	{ "hist:keys=num_u16:t=num_u64,u=num_u16:overflow=evict",
	  "hist:keys=num_u16:d=$t+$u:vals=$d", true },
	{ "hist:keys=num_u16:t=num_u64:overflow=evict", "hist:keys=num_u16:d=$t:vals=$d", false },
	{ "hist:keys=num_u16:t=num_u64,u=num_u16:overflow=evict",
	  "hist:keys=num_u16:d=$t+1:vals=$d", false },
	{ "hist:keys=num_u16:s=text:overflow=evict", "hist:keys=num_u16:c=$s", false },
	{ "hist:keys=num_u16:t=num_u64,s=text:overflow=evict",
	  "hist:keys=num_u16:c=$s,d=$t+1:vals=$d", false },
};

/* A row with any variable that is set stays. */
TEST(rows_with_a_variable_stay)
{
	struct hist_trigger_data *source;
	struct mock_hists hists;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(pairs); i++) {
		unsigned int n = pairs[i].unsets ? 10 : 0;

		attach_both(&hists, pairs[i].source, pairs[i].user);
		source = hists.hists[0].data;
		/* No row can be evicted: the pass fails, and is tried again later. */
		fire_both(&hists, 0, 0, NEARLY_FULL - 1);
		run_pass();
		EXPECT_EQ(n_evicted(source), 0);
		EXPECT_EQ(tracing_map_n_keys(source->runtime.map), NEARLY_FULL);

		/* Ten keys are used. To evict more of them would not be too many. */
		fire_both(&hists, 1, 20, 29);
		EXPECT_EQ(user_hits(&hists), 10);
		shim_jiffies += 20 * HZ;
		EXPECT(shim_run_work(true));
		EXPECT_EQ(n_evicted(source), n);
		EXPECT_EQ(other_hits(source), n);
		EXPECT(find(source, 19) >= 0 && find(source, 30) >= 0);
		EXPECT_EQ(find(source, 20) < 0, pairs[i].unsets);
		EXPECT_EQ(find(source, 29) < 0, pairs[i].unsets);

		/* All others still find their variables. */
		fire_both(&hists, 1, 0, 19);
		fire_both(&hists, 1, 30, NEARLY_FULL - 1);
		EXPECT_EQ(user_hits(&hists), NEARLY_FULL);
		EXPECT(!strstr(show_totals(hists.hists[1].data), "{ other }"));
		detach_both(&hists);
		/* The queued work finds no table. */
		shim_jiffies += 20 * HZ;
		shim_run_work(true);
		EXPECT(!shim_run_work(true));
	}
	EXPECT_EQ(shim_allocs(), 0);
}

/* Set the variable of a row, as an event does that has found the row before. */
static void set_var(struct tracing_map *map, int elt, bool is_string)
{
	u64 *cell;

	shim_atomic = true;
	if (is_string) {
		cell = tracing_map_cell_write_begin(map, elt, 0);
		EXPECT(cell);
		tracing_map_cell_write_end(cell);
	} else {
		tracing_map_var_set(map, elt, 0, 1234);
	}
	shim_atomic = false;
}

static void unset_var(struct tracing_map *map, int elt, bool is_string)
{
	u64 val;

	if (is_string)
		EXPECT(!tracing_map_cell_fetch_clear(map, elt, 0, NULL, 0));
	else
		EXPECT(tracing_map_var_fetch_clear(map, elt, 0, &val));
}

/*
 * Evict the row of key 5, whose variable is set again by an event that had found the row before. If
 * @refused, an event of the key occurs then, which is counted in { other }.
 */
static void evict_with_variable(struct mock_hists *hists, bool is_string, bool refused)
{
	struct hist_trigger_data *source = hists->hists[0].data;
	struct tracing_map *map = source->runtime.map;
	struct tracing_map_eviction *eviction;
	char line[80];
	int elt;

	fire_both(hists, 0, 0, NEARLY_FULL - 1);
	elt = find(source, 5);
	unset_var(map, elt, is_string);
	eviction = tracing_map_evict_begin(map);
	EXPECT(eviction && tracing_map_evict_choose(eviction));
	EXPECT(find(source, 5) < 0);
	set_var(map, elt, is_string);
	if (refused)
		fire_both(hists, 0, 5, 5);
	/* An event of another key has no effect. */
	fire_both(hists, 0, 6, 6);
	fire_both(hists, 0, 1000, 1000);
	EXPECT_EQ(other_hits(source), 1 + refused);
	EXPECT(tracing_map_evict_confirm(eviction));
	EXPECT_EQ(find(source, 5) >= 0, !refused);
	EXPECT_EQ(tracing_map_evict_finish(eviction, NULL), refused);
	fire_both(hists, 1, 5, 5);
	EXPECT_EQ(user_hits(hists), !refused);
	fire_both(hists, 1, 6, 6);
	EXPECT_EQ(user_hits(hists), 1 + !refused);

	/* The user knows how many events have set no variable. Those of evicted rows have. */
	EXPECT_EQ(other_hits(source), 1 + 2 * refused);
	snprintf(line, sizeof(line), "    In { other } of the histogram of $%c: %u\n",
		 is_string ? 's' : 't', 1 + refused);
	EXPECT(strstr(show_totals(hists->hists[1].data), line));
}

/*
 * While its row is being evicted, an event of a key is counted in { other }, and unsets variables
 * that are still set: a lookup would get the value of an older event.
 */
TEST(refused_event_unsets_variables)
{
	struct mock_hists hists;
	unsigned int i;

	for (i = 0; i < 4; i++) {
		bool is_string = i / 2;

		attach_both(&hists, is_string ? "hist:keys=num_u16:s=text:overflow=evict" :
						"hist:keys=num_u16:t=num_u64:overflow=evict",
			    is_string ? "hist:keys=num_u16:c=$s" :
					"hist:keys=num_u16:d=$t+1:vals=$d");
		evict_with_variable(&hists, is_string, i % 2);
		detach_both(&hists);
	}
	EXPECT_EQ(shim_allocs(), 0);
}

/* Count the values of a statistic that have a bucket, and those in buckets of { other }. */
static u64 count_in_buckets(const struct tracing_map *pool, unsigned int stat, u64 *other)
{
	unsigned int shift = TRACING_MAP_BUCKET_ID_BITS - TRACING_MAP_STAT_BITS;
	u64 n = 0;
	u32 elt;

	for (elt = 0; elt < tracing_map_n_allocated(pool); elt++) {
		u64 key = *tracing_map_elt(pool, elt);
		u64 id = key & (BIT(TRACING_MAP_BUCKET_ID_BITS) - 1);

		if (id >> shift != stat)
			continue;
		n += tracing_map_sum(pool, elt, 0);
		if (key >> TRACING_MAP_BUCKET_ID_BITS == TRACING_MAP_OTHER)
			*other += tracing_map_sum(pool, elt, 0);
	}
	return n;
}

/* The pool is too small. Each value has a bucket, or is counted as lost by its own statistic. */
TEST(values_without_bucket_are_counted_by_their_statistic)
{
	struct hist_trigger_data *data =
		attach("hist:keys=num_u16:vals=num_u32.max,num_u64.p50,num_u32.avg,num_u16.p50:"
		       "pool=256:overflow=evict");
	struct tracing_map *map = data->runtime.map;
	unsigned int i, round, n_pooled = 0;
	u64 n, other = 0;

	/* The first 10 keys stay. */
	fire_keys(data, 0, 9, 20);
	for (round = 0; round < 5; round++) {
		fire_keys(data, 1000 * round, 1000 * round + NEARLY_FULL - 1, 1);
		run_pass();
	}
	EXPECT(n_evicted(data) > EVICTED);
	for (i = 0; i < data->program.n_stats; i++) {
		const struct hist_stat *stat = &data->program.stats[i].stat;

		if (!(stat->flags & HIST_STAT_BUCKETS))
			continue;
		n_pooled++;
		n = count_in_buckets(map->pool, stat->index, &other);
		EXPECT(n >= 10 * 21);
		EXPECT(tracing_map_total(map, stat->lost_word) > 0);
		EXPECT_EQ(n + tracing_map_total(map, stat->lost_word), 5 * NEARLY_FULL + 10 * 20);
	}
	EXPECT_EQ(n_pooled, 2);
	EXPECT(other > 0);
	detach(data);
}

/* Take an interval. Return: its events, @other of which are in { other }. */
static u64 take(struct hist_trigger_data *data, struct hist_interval *interval, u64 *other)
{
	const struct tracing_map *map = data->runtime.map;
	u64 n = 0;
	u32 elt;

	hist_interval_lock();
	mutex_lock(&event_mutex);
	EXPECT_EQ(hist_interval_prepare(data), 0);
	hist_interval_cut(data);
	EXPECT_EQ(hist_interval_take(data, interval), 0);
	mutex_unlock(&event_mutex);
	hist_interval_unlock();
	*other = 0;
	for (elt = 0; interval->counts && elt < interval->counts->n_elts; elt++) {
		const u64 *words = tracing_map_counts_words(interval->counts, map->n_words, elt);

		n += *words;
		*other += elt == TRACING_MAP_OTHER ? *words : 0;
	}
	return n;
}

static void give_back(struct hist_trigger_data *data, struct hist_interval *interval)
{
	hist_interval_lock();
	mutex_lock(&event_mutex);
	hist_interval_give_back(data, interval);
	mutex_unlock(&event_mutex);
	hist_interval_unlock();
}

/* Counts of evicted rows become those of { other } in the interval in which they were counted. */
TEST(intervals_follow_evictions)
{
	struct hist_trigger_data *data = attach("hist:keys=num_u16:vals=num_u64:overflow=evict");
	struct hist_interval one, two, three;
	u64 other;

	fire_keys(data, 0, LEFT - 1, 5);
	EXPECT_EQ(take(data, &one, &other), 5 * LEFT);
	EXPECT_EQ(other, 0);

	/* The second interval has hits of rows that are evicted while it lasts. */
	fire_keys(data, 1000, 1000 + EVICTED - 1, 2);
	run_pass();
	EXPECT_EQ(n_evicted(data), EVICTED);
	EXPECT_EQ(take(data, &two, &other), 2 * EVICTED);
	EXPECT_EQ(other, 2 * EVICTED);
	EXPECT_EQ(other_hits(data), 2 * EVICTED);
	tracing_map_counts_free(two.counts);

	/* The first one has hits of rows that are evicted before it is given back. */
	fire_keys(data, 2000, 2000 + EVICTED - 1, 7);
	run_pass();
	EXPECT_EQ(n_evicted(data), 2 * EVICTED);
	give_back(data, &one);
	EXPECT_EQ(take(data, &three, &other), 5 * LEFT + 7 * EVICTED);
	EXPECT(three.merged);
	EXPECT_EQ(other, 5 * EVICTED);
	EXPECT_EQ(other_hits(data), 7 * EVICTED);
	tracing_map_counts_free(three.counts);
	detach(data);
	EXPECT_EQ(shim_allocs(), 0);
}

/* The work item is queued when the table is cleared or removed. */
TEST(work_finds_no_table_that_is_gone)
{
	struct hist_trigger_data *data = attach("hist:keys=num_u16:name=evict:overflow=evict");
	struct hist_trigger_data *second = attach_hist("hist:keys=num_u16:name=evict");

	attach_to_owner(second);
	fire_keys(data, 0, NEARLY_FULL - 1, 1);
	mutex_lock(&event_mutex);
	EXPECT_EQ(hist_map_clear(second), 0);
	mutex_unlock(&event_mutex);
	run_pass();
	EXPECT_EQ(n_evicted(data), 0);

	/* Both histograms of the name fill the table, which evicts as before the clear. */
	fire_keys(data, 0, NEARLY_FULL / 2 - 1, 1);
	fire_keys(second, NEARLY_FULL / 2, NEARLY_FULL - 1, 1);
	run_pass();
	EXPECT_EQ(n_evicted(second), EVICTED);

	fire_keys(second, 1000, 1000 + EVICTED - 1, 1);
	detach(data);
	detach(second);
	run_pass();
	EXPECT(!shim_run_work(true));
	EXPECT_EQ(shim_allocs(), 0);
}
