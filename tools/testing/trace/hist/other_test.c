// SPDX-License-Identifier: GPL-2.0-only
/*
 * The row { other } of overflow=other: each execution variant counts values and statistics there,
 * and sets no variables. The scenarios have what is shown.
 */

#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "command_fixture.h"
#include "fixture.h"
#include "harness.h"
#include "hist/attach/map_owner.h"
#include "hist/run/exec.h"
#include "hist/show/text.h"

#define ROWS	128
#define EVENTS	200
/* Sum of the values of the events that find no row: 128 + ... + 199. */
#define SUM	((EVENTS - ROWS) * (ROWS + EVENTS - 1) / 2)

/* Whether a histogram has a number as variable, in slot 0. */
struct variant {
	const char *text;
	enum hist_variant variant;
	bool has_var;
};

/* The value is the sum of num_u64, and its maximum, if there is one, in this order. */
static const struct variant variants[] = {
	{ "hist:keys=num_u16:vals=num_u64:size=128:overflow=other", HIST_VARIANT_FIELD_KEY },
	{ "hist:keys=num_u16:vals=num_u64,num_u64.max:size=128:overflow=other",
	  HIST_VARIANT_FIELD_KEY },
	{ "hist:keys=num_u16:vals=num_u64.max:size=128:overflow=other", HIST_VARIANT_FIELD_STAT },
	{ "hist:keys=num_u16.buckets=1:vals=num_u64.max:size=128:overflow=other",
	  HIST_VARIANT_FIELD_STAT },
	{ "hist:keys=num_u16,num_s8:vals=num_u64,num_u64.max:size=128:overflow=other",
	  HIST_VARIANT_FIELD_KEYS },
	{ "hist:keys=num_u16,common_cpu:vals=num_u64,num_u64.max:size=128:overflow=other",
	  HIST_VARIANT_SUMS_ONLY },
	{ "hist:keys=num_u16,common_pid.execname:vals=num_u64:size=128:overflow=other",
	  HIST_VARIANT_FIELD_KEYS },
	{ "hist:keys=num_u16:x=num_u64:vals=num_u64,num_u64.max:size=128:overflow=other",
	  HIST_VARIANT_NUMERIC, true },
	{ "hist:keys=num_u16:x=num_u64,t=common_timestamp:vals=$x:size=128:overflow=other",
	  HIST_VARIANT_NUMERIC, true },
	{ "hist:keys=num_u16:x=num_u64:onmax($x).save(num_u64,text):vals=num_u64:size=128:"
	  "overflow=other", HIST_VARIANT_NUMERIC, true },
	{ "hist:keys=num_u16,text:x=num_u64,s=text:vals=num_u64,num_u64.max:size=128:"
	  "overflow=other", HIST_VARIANT_GENERAL, true },
	{ "hist:keys=num_u16,text:x=num_u64:onchange($x).save(num_u64,text):vals=$x,$x.max:"
	  "size=128:overflow=other", HIST_VARIANT_GENERAL, true },
};

/* Execute the histogram for events with the keys and values 0, 1, 2 and so on. */
static void exec_events(const struct hist_trigger_data *data)
{
	struct mock_record record;
	unsigned int k;

	fill_record(&record);
	for (k = 0; k < EVENTS; k++) {
		record.num_u16 = k;
		record.num_u64 = k;
		shim_atomic = true;
		hist_exec(data, &record, _RET_IP_);
		shim_atomic = false;
	}
}

/* Check the words of the other row against those of @field, a sum or a maximum. */
static void check_val(const struct tracing_map_snapshot *rows,
		      const struct hist_trigger_data *data, const struct hist_field *field)
{
	const struct hist_stat *stat;

	if (!hist_value_has_stat(&field->value)) {
		EXPECT_EQ(tracing_map_row_sum(rows, ROWS, field->pos), SUM);
		return;
	}
	stat = &data->program.stats[field->pos].stat;
	EXPECT_EQ(tracing_map_row_sum(rows, ROWS, stat->max_word),
		  hist_stat_encode(stat, EVENTS - 1));
}

static void check_other(const struct hist_trigger_data *data)
{
	struct tracing_map_snapshot *rows = snapshot_rows(data);
	unsigned int i;

	EXPECT_EQ(rows->n_rows, ROWS);
	EXPECT_EQ(rows->dropped, 0);
	EXPECT(rows->has_other);
	EXPECT_EQ(tracing_map_total(data->runtime.map, 0), EVENTS);
	for (i = 0; i < ROWS; i++)
		EXPECT_EQ(tracing_map_row_sum(rows, i, 0), 1);
	EXPECT_EQ(tracing_map_row_sum(rows, ROWS, 0), EVENTS - ROWS);
	for (i = 1; i < hist_n_display_vals(data); i++)
		check_val(rows, data, &data->fields[i]);
	tracing_map_snapshot_free(rows);
}

static bool is_var_set(const struct hist_trigger_data *data, int elt)
{
	u64 val;

	return tracing_map_var_get(data->runtime.map, elt, 0, &val);
}

TEST(each_variant_counts_in_the_other_row)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(variants); i++) {
		struct hist_trigger_data *data = attach_hist(variants[i].text);

		EXPECT_EQ(data->program.variant, variants[i].variant);
		exec_events(data);
		check_other(data);
		if (variants[i].has_var) {
			EXPECT(is_var_set(data, 1));
			EXPECT(!is_var_set(data, TRACING_MAP_OTHER));
		}
		/* Nothing but sums, maxima and buckets of the other element has changed. */
		EXPECT(!memchr_inv(tracing_map_elt(data->runtime.map, TRACING_MAP_OTHER), 0,
				   data->runtime.map->elt_words * sizeof(u64)));
		detach_hist(data);
	}
	EXPECT_EQ(shim_allocs(), 0);
}

/* The variant that loads a variable of another histogram by an explicit key. */
TEST(keyed_variant_counts_in_the_other_row)
{
	static const char *const users[] = {
		"hist:keys=num_u16:d=num_u64-$k[num_u8]:vals=$d,$d.max:size=128:overflow=other",
		"hist:keys=num_u16,text:d=num_u64-$k[num_u8]:vals=$d,$d.max:size=128:overflow=other",
	};
	struct trace_diag diag = {};
	struct mock_record record;
	struct mock_hists hists;
	unsigned int i, k;

	fill_record(&record);
	for (i = 0; i < ARRAY_SIZE(users); i++) {
		struct hist_trigger_data *source, *user;

		EXPECT_EQ(mock_hists_init(&hists), 0);
		source = mock_hists_compile(&hists, &mock_source,
					    "hist:keys=num_u8:k=num_s8-num_s8", &diag);
		EXPECT(!IS_ERR(source));
		user = mock_hists_compile(&hists, &mock_event, users[i], &diag);
		EXPECT(!IS_ERR(user));
		EXPECT_EQ(user->program.variant, HIST_VARIANT_KEYED);
		EXPECT_EQ(hist_run_attach(source, 128), 0);
		EXPECT_EQ(hist_run_attach(user, 128), 0);
		for (k = 0; k < EVENTS; k++) {
			record.num_u16 = k;
			record.num_u64 = k;
			shim_atomic = true;
			hist_exec(source, &record, _RET_IP_);
			hist_exec(user, &record, _RET_IP_);
			shim_atomic = false;
		}
		check_other(user);
		EXPECT(is_var_set(user, 1));
		EXPECT(!is_var_set(user, TRACING_MAP_OTHER));
		hist_run_detach(source);
		hist_run_detach(user);
		mock_hists_exit(&hists);
	}
}

/* Actions run for events with a row only: 128 synthetic events, for the values 0 to 127. */
TEST(events_in_the_other_row_run_no_action)
{
	static const struct scenario scenario = {
		"actions",
		{
			"mock.event hist:keys=num_s64:x=num_s64:onchange($x).one($x):size=128:"
			"overflow=other",
			"sweep 200 mock.event num_s64",
		},
	};
	char shown[8192];
	const char *at = shown;
	unsigned int n = 0;

	EXPECT_EQ(hist_run_scenario(&scenario, shown, sizeof(shown)), 0);
	while (at && *at) {
		n++;
		at = strchr(at, '\n');
		at += !!at;
	}
	EXPECT_EQ(n, ROWS);
	EXPECT(strstr(shown, "=127\n"));
	EXPECT(!strstr(shown, "=128\n"));
}

/* A map for another histogram of the same name keeps its own overflow=. */
TEST(map_follows_the_command)
{
	struct hist_trigger_data *other = compile_valid("hist:keys=num_u8:overflow=other");
	struct hist_trigger_data *drop = compile_valid("hist:keys=num_u8:overflow=drop");
	struct hist_trigger_data *none = compile_valid("hist:keys=num_u8");
	struct tracing_map *map;

	map = hist_map_create(other, 128);
	EXPECT(map->has_other);
	tracing_map_destroy(map);
	map = hist_map_create(drop, 128);
	EXPECT(!map->has_other);
	tracing_map_destroy(map);
	map = hist_map_create(none, 128);
	EXPECT(!map->has_other);
	tracing_map_destroy(map);

	EXPECT(hist_overflows_same(none->overflow, drop->overflow));
	EXPECT(hist_overflows_same(other->overflow, other->overflow));
	EXPECT(!hist_overflows_same(none->overflow, other->overflow));
	EXPECT(!hist_overflows_same(other->overflow, drop->overflow));
	hist_data_put(other);
	hist_data_put(drop);
	hist_data_put(none);
}
