// SPDX-License-Identifier: GPL-2.0-only
/*
 * Parse hist commands: invalid ones, and the longest one. The tables of invalid
 * commands are those of the KUnit tests; here they run under sanitizers.
 */

#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "command_fixture.h"
#include "harness.h"
#include "hist/compile/compile.h"
#include "hist/parse/spec.h"
#include "hist/tests/cases/hint_cases.h"
#include "hist/tests/cases/invalid_cases.h"
#include "hist/tests/fixtures/mock_hists.h"

TEST(rejects_with_position)
{
	struct mock_hists hists;
	struct mock_event event = mock_event_with_hists(&mock_event, &hists);
	unsigned int i;

	EXPECT_EQ(mock_hists_init(&hists), 0);
	EXPECT_EQ(mock_hists_populate(&hists), 0);
	for (i = 0; i < ARRAY_SIZE(invalid_cases); i++) {
		const struct invalid_case *r = &invalid_cases[i];
		char *cmd = kmalloc(invalid_case_size(r), GFP_KERNEL);
		struct hist_trigger_data *data;
		struct trace_diag diag = {};
		struct hist_spec *spec;
		unsigned int len, off;

		len = invalid_case_command(r, cmd, &off);
		spec = parse_command(cmd, len, &diag);
		if (!IS_ERR(spec)) {
			data = hist_compile(spec, &event.resolver, &diag);
			EXPECT(data == ERR_PTR(-EINVAL));
			hist_data_put(data);
			hist_spec_free(spec);
		} else {
			EXPECT(spec == ERR_PTR(-EINVAL));
		}
		if (diag.code != r->code || diag.at.off != off)
			test_fail(__FILE__, __LINE__, "'%s': %u at %u, not %u at %u", r->text,
				  diag.code, diag.at.off, r->code, off);
		kfree(cmd);
	}
	mock_hists_exit(&hists);
}

TEST(suggests_names)
{
	struct mock_hists hists;
	struct mock_event event = mock_event_with_hists(&mock_event, &hists);
	unsigned int i;

	EXPECT_EQ(mock_hists_init(&hists), 0);
	EXPECT_EQ(mock_hists_populate(&hists), 0);
	for (i = 0; i < ARRAY_SIZE(hint_cases); i++) {
		const struct hint_case *h = &hint_cases[i];
		struct trace_diag diag = {};
		struct hist_spec *spec;

		EXPECT(compile_command(h->text, &event, &diag, &spec) == ERR_PTR(-EINVAL));
		if (diag.code != h->code || strcmp(diag.hint, h->hint))
			test_fail(__FILE__, __LINE__, "'%s': %u '%s', not %u '%s'", h->text,
				  diag.code, diag.hint, h->code, h->hint);
	}
	mock_hists_exit(&hists);
}

TEST(longest_command)
{
	char *text = kmalloc(HIST_TEXT_MAX + 1, GFP_KERNEL);
	struct trace_diag diag = {};
	struct hist_spec *spec;
	int len;

	len = sprintf(text, "hist:keys=num_u8 if ");
	memset(text + len, 'x', HIST_TEXT_MAX - len);
	spec = parse_command(text, HIST_TEXT_MAX, &diag);
	EXPECT(!IS_ERR(spec));
	EXPECT_EQ(spec->filter.len, HIST_TEXT_MAX - len);
	hist_spec_free(spec);
	kfree(text);
}

/* Parts of a sort field. The names of modifiers are those of the tables. */
TEST(sort_fields)
{
	static const struct {
		const char *sort, *text, *agg, *mod;
		bool in_field, descending;
	} cases[] = {
		{ "num_u8", "num_u8", "", "" },
		{ "num_u8.descending", "num_u8", "", "", .descending = true },
		{ "num_u8.hex.ascending", "num_u8", "", "hex", .in_field = true },
		{ "num_u8.lhist=-5,10,1", "num_u8", "", "lhist", .in_field = true },
		{ "num_u8.p99.descending", "num_u8", "p99", "", .descending = true },
		{ "num_u8.sum.percent", "num_u8", "sum", "percent" },
		{ "$v.median.hex.descending", "$v", "p50", "hex", .descending = true },
		{ "$v.log2", "$v", "", "log2" },
		{ "mock.source.$v.avg", "mock.source.$v", "avg", "" },
		{ "$v[num_u8,num_s8.hex].max", "$v[num_u8,num_s8.hex]", "max", "" },
		{ "(num_u8.hex+1).min.graph", "(num_u8.hex+1)", "min", "graph" },
		{ "(num_u8?1:2).stddev", "(num_u8?1:2)", "stddev", "" },
		{ "num_u8+num_s8.hex", "num_u8+num_s8.hex", "", "" },
		{ "(num_u8)+(num_s8).max", "(num_u8)+(num_s8).max", "", "" },
		{ "num_u64.sym-offset", "num_u64", "", "sym-offset", .in_field = true },
	};
	char cmd[128], agg[HIST_AGG_NAME_SIZE];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct trace_diag diag = {};
		const struct hist_spec_sort *sort;
		const char *mod;
		bool in_field;
		struct hist_spec *spec;
		int len = sprintf(cmd, "hist:keys=num_u8:sort=%s,hitcount", cases[i].sort);

		spec = parse_command(cmd, len, &diag);
		if (IS_ERR(spec) || spec->n_sorts != 2) {
			test_fail(__FILE__, __LINE__, "%s: %u at %u", cmd, diag.code, diag.at.off);
			continue;
		}
		sort = &spec->sorts[0];
		sprintf(cmd, "%.*s", sort->text.len, spec->text + sort->text.off);
		EXPECT_STREQ(cmd, cases[i].text);
		EXPECT_STREQ(hist_agg_name(sort->suffix.agg, sort->suffix.quantile, agg),
			     cases[i].agg);
		mod = cases[i].mod;
		in_field = cases[i].in_field;
		EXPECT_STREQ(hist_mod_info[sort->field.mod].name, in_field ? mod : "");
		EXPECT_STREQ(hist_mod_info[sort->suffix.mod].name, in_field ? "" : mod);
		EXPECT_EQ(sort->descending, cases[i].descending);
		hist_spec_free(spec);
	}
}

/* The commas and colons of brackets, conditions and .lhist separate nothing. */
TEST(splits_fields)
{
	static const char text[] = "hist:keys=num_u8.lhist=-1,5,2,$a.lhist= 0, 5, 1 ,3:"
		"vals=$v[num_u8,(num_s8?1:2)].p99,(num_u8?1:num_s8).max,num_u8.min.hex:"
		"a=num_u8,b=$v[1,2]:sort=num_u8.lhist=-1,5,2,hitcount:pool=100000";
	struct trace_diag diag = {};
	struct hist_spec *spec = parse_command(text, sizeof(text) - 1, &diag);

	EXPECT(!IS_ERR(spec));
	if (IS_ERR(spec))
		return;
	EXPECT_EQ(spec->n_keys, 3);
	EXPECT_EQ(hist_expr_field(&spec->keys[0])->mod, HIST_MOD_LHIST);
	EXPECT_EQ(hist_expr_field(&spec->keys[0])->linear.min, -1);
	EXPECT_EQ(hist_expr_field(&spec->keys[0])->linear.max, 5);
	EXPECT_EQ(hist_expr_field(&spec->keys[0])->linear.step, 2);
	EXPECT_EQ(spec->keys[1].suffix.mod, HIST_MOD_LHIST);
	EXPECT_EQ(spec->keys[1].suffix.linear.max, 5);
	EXPECT_EQ(hist_expr_root(&spec->keys[2])->number, 3);
	EXPECT_EQ(spec->n_vals, 3);
	EXPECT_EQ(spec->vals[0].suffix.quantile, 9900);
	EXPECT_EQ(hist_expr_root(&spec->vals[0])->n_key, 2);
	EXPECT_EQ(spec->vals[1].suffix.agg, HIST_AGG_MAX);
	EXPECT_EQ(hist_expr_root(&spec->vals[1])->op, HIST_EXPR_COND);
	EXPECT_EQ(spec->vals[2].suffix.mod, HIST_MOD_HEX);
	EXPECT_EQ(hist_expr_field(&spec->vals[2])->mod, HIST_MOD_NONE);
	EXPECT_EQ(spec->n_vars, 2);
	EXPECT_EQ(spec->n_sorts, 2);
	EXPECT_EQ(spec->pool, 131072);
	hist_spec_free(spec);
}

/* NULL and error pointers are accepted. */
TEST(free_accepts_null_and_error_pointers)
{
	hist_spec_free(NULL);
	hist_spec_free(ERR_PTR(-EINVAL));
}
