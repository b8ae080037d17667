// SPDX-License-Identifier: GPL-2.0-only
/* Tests of the state of top: intervals, order, filter, pause, rows, history. */
#include "top_fixture.h"

#define THREE	TASKS(TASK("a", 3, 50) TASK("b", 9, 10) TASK("c", 5, 99), 17)

TEST(most_events_are_first)
{
	struct model model = new_model();

	EXPECT(!model_has_table(&model));
	add_interval(&model, THREE);
	EXPECT(model_has_table(&model));
	EXPECT_STREQ(shown(&model), "b c a");
	model_free(&model);
}

TEST(the_recipe_sorts)
{
	struct recipe_column columns[] = { { "comm", "Task", UNIT_NONE, false },
					   { "lat.avg", "Average", UNIT_US, false } };
	struct recipe_variant variant = {
		.columns = columns, .n_columns = 2, .sort = "lat.avg",
	};
	struct model model;

	model_init(&model, &variant);
	add_interval(&model, THREE);
	EXPECT_STREQ(shown(&model), "c a b");
	model_free(&model);
}

/* Ranges that are keys are shown in the order of their numbers. */
TEST(ranges_ascend)
{
	struct recipe_column columns[] = { { "usecs", "Wait", UNIT_US, false },
					   { "hitcount", "Waits", UNIT_COUNT, false } };
	struct recipe_variant variant = {
		.columns = columns, .n_columns = 2, .picture = PICTURE_DISTRIBUTION,
		.axis = "usecs",
	};
	struct model model;

	model_init(&model, &variant);
	add_interval(&model, HIST("keys=usecs.log2:vals=hitcount",
				  "{ usecs: ~ 2^5  } hitcount: 9\n"
				  "{ usecs: ~ 2^2  } hitcount: 1\n", 10));
	EXPECT_EQ(model.shown.table.rows[0].cells[0].last, 4);
	EXPECT_EQ(model.shown.table.rows[1].cells[0].last, 32);
	model_free(&model);
}

TEST(order_can_be_chosen)
{
	struct model model = new_model();

	add_interval(&model, THREE);
	EXPECT_EQ(model_sort_by(&model, model.sort, false), 0);
	EXPECT_STREQ(shown(&model), "a c b");
	/* The columns are comm, hitcount, lat.avg; the last one is followed by the first one. */
	EXPECT_EQ(model_sort_next(&model, 1), 0);
	EXPECT_STREQ(shown(&model), "b a c");
	EXPECT_EQ(model_sort_next(&model, 1), 0);
	EXPECT_STREQ(shown(&model), "a b c");
	EXPECT_EQ(model_sort_next(&model, -1), 0);
	EXPECT_STREQ(shown(&model), "b a c");
	/* A new interval has the same order. */
	add_interval(&model, TASKS(TASK("x", 1, 9) TASK("y", 2, 8), 3));
	EXPECT_STREQ(shown(&model), "y x");
	model_free(&model);
}

TEST(other_rows_are_last)
{
	struct model model = new_model();
	const char *text = TASKS(TASK("a", 3, 50) "{ other } hitcount: 99  lat.avg: 7\n", 102);

	add_interval(&model, text);
	EXPECT_STREQ(shown(&model), "a {other}");
	EXPECT_EQ(model_sort_by(&model, model.sort, false), 0);
	EXPECT_STREQ(shown(&model), "a {other}");
	model_move(&model, 1);
	EXPECT_EQ(model_open_row(&model), 0);
	EXPECT_EQ(model.row.n_rows, 1);
	EXPECT(model.row.rows[0].other);
	model_free(&model);
}

TEST(filter_selects_rows)
{
	struct model model = new_model();

	add_interval(&model, TASKS(TASK("bash", 3, 50) TASK("cc1", 9, 10) TASK("ash", 1, 9), 13));
	EXPECT_EQ(model_set_filter(&model, "ASH"), 0);
	EXPECT_STREQ(shown(&model), "bash ash");
	EXPECT_EQ(model_snapshot(&model)->table.n_rows, 3);
	/* It selects rows of the next interval, too. */
	add_interval(&model, TASKS(TASK("dash", 3, 50) TASK("cc1", 9, 10), 12));
	EXPECT_STREQ(shown(&model), "dash");
	EXPECT_EQ(model_set_filter(&model, ""), 0);
	EXPECT_STREQ(shown(&model), "cc1 dash");
	model_free(&model);
}

TEST(a_pause_keeps_the_display)
{
	struct model model = new_model();

	add_interval(&model, THREE);
	EXPECT_EQ(model_set_paused(&model, true), 0);
	add_interval(&model, TASKS(TASK("new", 1, 1), 1));
	add_interval(&model, TASKS(TASK("newer", 1, 1), 1));
	EXPECT_STREQ(shown(&model), "b c a");
	/* The rows that are shown can be sorted. */
	EXPECT_EQ(model_sort_by(&model, 0, false), 0);
	EXPECT_STREQ(shown(&model), "a b c");
	EXPECT_EQ(model_set_paused(&model, false), 0);
	EXPECT_STREQ(shown(&model), "newer");
	/* Without an interval during the pause, nothing changes. */
	EXPECT_EQ(model_set_paused(&model, true), 0);
	EXPECT_EQ(model_set_paused(&model, false), 0);
	EXPECT_STREQ(shown(&model), "newer");
	model_free(&model);
}

TEST(total_is_read_when_it_is_shown)
{
	struct model model = new_model();

	add_interval(&model, THREE);
	EXPECT(!model_needs_total(&model));
	EXPECT_EQ(model_set_total(&model, true), 0);
	EXPECT(model_needs_total(&model));
	add_total(&model, TASKS(TASK("all", 1, 1), 1));
	EXPECT(!model_needs_total(&model));
	EXPECT_STREQ(shown(&model), "all");
	/* After each interval, unless the display is paused. */
	add_interval(&model, THREE);
	EXPECT(model_needs_total(&model));
	EXPECT_EQ(model_set_paused(&model, true), 0);
	EXPECT(!model_needs_total(&model));
	EXPECT_STREQ(shown(&model), "all");
	EXPECT_EQ(model_set_total(&model, false), 0);
	EXPECT_STREQ(shown(&model), "b c a");
	model_free(&model);
}

TEST(selection_stays_in_the_table)
{
	struct model model = new_model();

	model_move(&model, 1);
	EXPECT_EQ(model.selected, 0);
	add_interval(&model, THREE);
	model_move(&model, 1);
	EXPECT_EQ(model.selected, 1);
	model_move(&model, 1L << 40);
	EXPECT_EQ(model.selected, 2);
	model_move(&model, -1);
	EXPECT_EQ(model.selected, 1);
	model_move(&model, -(1L << 40));
	EXPECT_EQ(model.selected, 0);
	model_move(&model, 2);
	add_interval(&model, TASKS(TASK("x", 1, 1) TASK("y", 1, 1), 2));
	EXPECT_EQ(model.selected, 1);
	add_interval(&model, TASKS("", 0));
	EXPECT_EQ(model.selected, 0);
	model_free(&model);
}

TEST(the_selected_row_is_on_the_screen)
{
	struct model model = new_model();

	add_interval(&model, TASKS(TASK("a", 9, 1) TASK("b", 8, 1) TASK("c", 7, 1)
				   TASK("d", 6, 1) TASK("e", 5, 1), 35));
	model_scroll(&model, 2);
	EXPECT_EQ(model.first, 0);
	model_move(&model, 3);
	model_scroll(&model, 2);
	EXPECT_EQ(model.first, 2);
	model_move(&model, -2);
	model_scroll(&model, 2);
	EXPECT_EQ(model.first, 1);
	/* A larger screen shows all rows. */
	model_scroll(&model, 10);
	EXPECT_EQ(model.first, 0);
	model_move(&model, 9);
	model_scroll(&model, 3);
	EXPECT_EQ(model.first, 2);
	/* A screen without room for rows is no reason to crash. */
	model_scroll(&model, 0);
	model_free(&model);
}

TEST(intervals_have_round_lengths)
{
	struct model model = new_model();

	model_change_interval(&model, 1);
	EXPECT(model.seconds == 2);
	model.seconds = 0.7;
	model_change_interval(&model, -1);
	EXPECT(model.seconds == 0.5);
	model.seconds = 0.7;
	model_change_interval(&model, 1);
	EXPECT(model.seconds == 1);
	model.seconds = 0.05;
	model_change_interval(&model, -1);
	EXPECT(model.seconds == 0.05);
	model.seconds = 100000;
	model_change_interval(&model, 1);
	EXPECT(model.seconds == 100000);
	model_change_interval(&model, -1);
	EXPECT(model.seconds == 3600);
}

TEST(a_row_is_followed)
{
	struct model model = new_model();

	add_interval(&model, THREE);
	model_move(&model, 1);
	EXPECT_EQ(model_open_row(&model), 0);
	EXPECT_STREQ(model.row.rows[0].cells[0].text, "c");
	EXPECT(model_row_is_current(&model));
	/* The row has another position now. */
	add_interval(&model, TASKS(TASK("c", 1, 7) TASK("b", 2, 8), 3));
	EXPECT_STREQ(model.row.rows[0].cells[0].text, "c");
	EXPECT_EQ(model.row.rows[0].cells[1].number, 1);
	/* The last numbers stay if the row has counted nothing. */
	add_interval(&model, TASKS(TASK("b", 2, 8), 2));
	EXPECT(!model_row_is_current(&model));
	EXPECT_EQ(model.row.rows[0].cells[1].number, 1);
	/* A filter does not hide it. */
	EXPECT_EQ(model_set_filter(&model, "nothing"), 0);
	add_interval(&model, TASKS(TASK("c", 4, 7), 4));
	EXPECT_EQ(model.row.rows[0].cells[1].number, 4);
	model_close_row(&model);
	EXPECT_EQ(model.row.n_rows, 0);
	model_free(&model);
}

TEST(no_row_can_be_opened_without_rows)
{
	struct model model = new_model();

	EXPECT_EQ(model_open_row(&model), 0);
	EXPECT_EQ(model.row.n_rows, 0);
	add_interval(&model, TASKS("", 0));
	EXPECT_EQ(model_open_row(&model), 0);
	EXPECT_EQ(model.row.n_rows, 0);
	model_free(&model);
}

/* Rows that differ in their range only are one distribution. */
TEST(a_row_has_the_rows_of_its_distribution)
{
	struct model model = new_model();

	add_interval(&model, HIST("keys=comm,usecs.log2:vals=hitcount",
				  "{ comm: a, usecs: ~ 2^2  } hitcount: 9\n"
				  "{ comm: b, usecs: ~ 2^2  } hitcount: 8\n"
				  "{ comm: a, usecs: ~ 2^5  } hitcount: 7\n", 24));
	model_move(&model, 2);
	EXPECT_EQ(model_open_row(&model), 0);
	EXPECT_EQ(model.row.n_rows, 2);
	EXPECT_EQ(model.row.rows[0].cells[2].number, 7);
	EXPECT_EQ(model.row.rows[1].cells[2].number, 9);
	model_free(&model);
}

static size_t counts_of(const struct model *model, const char *name, size_t skip,
			uint64_t counts[HISTORY_INTERVALS])
{
	const struct table *table = &model->interval.table;

	for (size_t i = 0; i < table->n_rows; i++) {
		if (!strcmp(table->rows[i].cells[0].text, name))
			return history_counts(&model->history, row_hash(table, table->rows + i),
					      skip, counts);
	}
	return 0;
}

TEST(history_has_the_counts_of_a_row)
{
	uint64_t counts[HISTORY_INTERVALS];
	struct model model = new_model();

	add_interval(&model, TASKS(TASK("b", 7, 1) TASK("a", 3, 1), 10));
	add_interval(&model, TASKS(TASK("b", 2, 1), 2));
	add_interval(&model, TASKS(TASK("a", 5, 1) TASK("b", 1, 1), 6));
	EXPECT_EQ(counts_of(&model, "a", 0, counts), 3);
	EXPECT_EQ(counts[0], 3);
	EXPECT_EQ(counts[1], 0);
	EXPECT_EQ(counts[2], 5);
	EXPECT_EQ(counts_of(&model, "b", 1, counts), 2);
	EXPECT_EQ(counts[0], 7);
	EXPECT_EQ(counts[1], 2);
	EXPECT_EQ(counts_of(&model, "b", 9, counts), 0);
	model_free(&model);
}

/* Two cgroups can have the same path, and so the same keys. */
TEST(history_adds_rows_with_the_same_keys)
{
	uint64_t counts[HISTORY_INTERVALS];
	struct model model = new_model();

	add_interval(&model, TASKS(TASK("a", 3, 1) TASK("a", 4, 1) TASK("a", 5, 1), 12));
	EXPECT_EQ(counts_of(&model, "a", 0, counts), 1);
	EXPECT_EQ(counts[0], 12);
	model_free(&model);
}

TEST(history_forgets_old_intervals)
{
	uint64_t counts[HISTORY_INTERVALS];
	struct model model = new_model();

	add_interval(&model, TASKS(TASK("a", 99, 1), 99));
	for (int i = 0; i < HISTORY_INTERVALS; i++)
		add_interval(&model, TASKS(TASK("a", 1, 1), 1));
	EXPECT_EQ(counts_of(&model, "a", 0, counts), HISTORY_INTERVALS);
	EXPECT_EQ(counts[0], 1);
	EXPECT_EQ(model.history.n_rows, HISTORY_INTERVALS);
	model_free(&model);
}

TEST(all_keys_tell_rows_apart)
{
	struct table table;
	const char *text = HIST("keys=comm,common_stacktrace:vals=hitcount",
				"{ comm: a, common_stacktrace:\n         f+0x1\n         g+0x2\n}"
				" hitcount: 1\n"
				"{ comm: a, common_stacktrace:\n         f+0x1\n}"
				" hitcount: 1\n"
				"{ comm: af+0x1, common_stacktrace:\n} hitcount: 1\n", 3);

	parse(&table, text);
	for (size_t i = 0; i < table.n_rows; i++) {
		for (size_t k = 0; k < i; k++)
			EXPECT(row_hash(&table, table.rows + i) !=
			       row_hash(&table, table.rows + k));
	}
	table_free(&table);
}

TEST(another_histogram_begins_anew)
{
	struct model model = new_model();

	add_interval(&model, THREE);
	EXPECT_EQ(model_sort_by(&model, 2, false), 0);
	model_move(&model, 2);
	EXPECT_EQ(model_open_row(&model), 0);
	model_forget(&model);
	EXPECT(!model_has_table(&model));
	EXPECT_EQ(model.history.n, 0);
	add_interval(&model, HIST("keys=comm:vals=hitcount",
				  "{ comm: z } hitcount: 1\n{ comm: y } hitcount: 2\n", 3));
	EXPECT_STREQ(shown(&model), "y z");
	model_free(&model);
}

/* Another program has replaced the histogram by one with fewer fields. */
TEST(the_fields_can_change)
{
	struct model model = new_model();

	add_interval(&model, THREE);
	EXPECT_EQ(model_sort_by(&model, 2, false), 0);
	add_interval(&model, HIST("keys=comm:vals=hitcount",
				  "{ comm: z } hitcount: 1\n{ comm: y } hitcount: 2\n", 3));
	EXPECT_STREQ(shown(&model), "y z");
	model_free(&model);
}
