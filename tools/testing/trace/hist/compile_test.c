// SPDX-License-Identifier: GPL-2.0-only
/*
 * Compile hist commands: how the result is displayed, how it compares with that
 * of other commands, and when it is freed. The tables of commands are those of
 * the KUnit tests; here they run under sanitizers.
 */

#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "command_fixture.h"
#include "harness.h"
#include "hist/compile/compile.h"
#include "hist/diag.h"
#include "hist/parse/spec.h"
#include "hist/program/compare.h"
#include "hist/tests/cases/compare_cases.h"
#include "hist/tests/cases/field_cases.h"
#include "hist/tests/cases/valid_cases.h"
#include "hist/tests/fixtures/mock_event.h"
#include "hist/tests/fixtures/mock_hists.h"
#include "hist/tests/fixtures/program_equal.h"

TEST(displayed_command_is_equal)
{
	struct mock_hists hists;
	struct mock_event event = mock_event_with_hists(&mock_event, &hists);
	unsigned int i;

	EXPECT_EQ(mock_hists_init(&hists), 0);
	EXPECT_EQ(mock_hists_populate(&hists), 0);

	for (i = 0; i < ARRAY_SIZE(valid_cases); i++) {
		const struct valid_case *a = &valid_cases[i];
		struct hist_trigger_data *data, *again;
		char shown[SHOWN_MAX], shown_again[SHOWN_MAX];
		struct hist_spec *spec, *spec_again;
		struct trace_diag diag = {};

		data = compile_command(a->text, &event, &diag, &spec);
		if (IS_ERR(data)) {
			test_fail(__FILE__, __LINE__, "%s: %s, at %u", a->text,
				  hist_diag_messages[diag.code], diag.at.off);
			continue;
		}
		describe_command(shown, spec, data);
		EXPECT_STREQ(shown, a->shown);

		again = compile_command(shown, &event, &diag, &spec_again);
		EXPECT(!IS_ERR(again));
		describe_command(shown_again, spec_again, again);
		EXPECT_STREQ(shown_again, shown);
		EXPECT(hist_data_equal(data, again));
		EXPECT(hist_programs_equal(&data->program, &again->program));

		hist_spec_free(spec);
		hist_spec_free(spec_again);
		hist_data_put(data);
		hist_data_put(again);
	}
	mock_hists_exit(&hists);
}

/*
 * A command that removes a histogram finds it even if variable names have
 * become ambiguous or undefined since the histogram was created.
 */
TEST(removal_matches_despite_ambiguous_variable)
{
	static const char text[] = "hist:keys=num_u8:vals=$t,1+$t:a=$t:onmax($a).one(num_s64)";
	struct mock_hists hists;
	struct mock_event event = mock_event_with_hists(&mock_event, &hists), finder;
	struct hist_trigger_data *data, *found;
	struct trace_diag diag = {};
	struct hist_spec *spec;

	EXPECT_EQ(mock_hists_init(&hists), 0);
	EXPECT(!IS_ERR(mock_hists_compile(&hists, &mock_source, "hist:keys=num_u8:t=num_u64",
					  &diag)));
	data = compile_command(text, &event, &diag, &spec);
	EXPECT(!IS_ERR(data));

	EXPECT(!IS_ERR(mock_hists_compile(&hists, &mock_other_event, "hist:keys=num_u8:t=num_u8",
					  &diag)));
	EXPECT_EQ(diag.code, 0);
	EXPECT(hist_compile(spec, &event.resolver, &diag) == ERR_PTR(-EINVAL));
	EXPECT_EQ(diag.code, HIST_DIAG_VAR_AMBIGUOUS);

	diag = (struct trace_diag){};
	finder = event;
	finder.resolver.skip_lookups = true;
	found = hist_compile(spec, &finder.resolver, &diag);
	EXPECT(!IS_ERR(found));
	EXPECT_EQ(diag.code, 0);
	EXPECT(hist_data_equal(data, found));
	EXPECT(hist_data_is_superset(data, found));
	hist_data_put(found);

	/* It is also found if the variable is not defined any more. */
	hists.n_hists -= 2;
	found = hist_compile(spec, &finder.resolver, &diag);
	EXPECT(!IS_ERR(found));
	EXPECT_EQ(diag.code, 0);
	EXPECT(hist_data_equal(data, found));
	hist_data_put(found);
	hists.n_hists += 2;

	hist_spec_free(spec);
	hist_data_put(data);
	mock_hists_exit(&hists);
}

/* The operands in brackets of a command that removes a histogram must be valid, too. */
TEST(removal_rejects_invalid_operands)
{
	struct mock_event finder = mock_event;
	struct trace_diag diag = {};
	struct hist_spec *spec;
	struct hist_trigger_data *found;

	finder.resolver.skip_lookups = true;
	found = compile_command("hist:keys=num_u8:vals=$t[num_u16]", &finder, &diag, &spec);
	EXPECT(!IS_ERR(found));
	hist_spec_free(spec);
	hist_data_put(found);

	found = compile_command("hist:keys=num_u8:vals=$t[none]", &finder, &diag, &spec);
	EXPECT(found == ERR_PTR(-EINVAL));
	EXPECT_EQ(diag.code, HIST_DIAG_NO_FIELD);
}

/* A command that removes, pauses or clears a histogram is the one that attached it. */
TEST(removal_finds_each_valid_command)
{
	struct mock_hists hists;
	struct mock_event event = mock_event_with_hists(&mock_event, &hists), finder = event;
	struct hist_spec *spec, *same_spec;
	unsigned int i;

	finder.resolver.skip_lookups = true;
	EXPECT_EQ(mock_hists_init(&hists), 0);
	EXPECT_EQ(mock_hists_populate(&hists), 0);
	for (i = 0; i < ARRAY_SIZE(valid_cases); i++) {
		const char *text = valid_cases[i].text;
		struct trace_diag diag = {}, why = {};
		struct hist_trigger_data *data, *found;

		data = compile_command(text, &event, &diag, &spec);
		found = compile_command(text, &finder, &why, &same_spec);
		if (IS_ERR(data) || IS_ERR(found) || !hist_data_equal(data, found))
			test_fail(__FILE__, __LINE__, "'%s' is not found: %u at %u", text, why.code,
				  why.at.off);
		hist_spec_free(spec);
		hist_spec_free(same_spec);
		hist_data_put(data);
		hist_data_put(found);
	}
	mock_hists_exit(&hists);
}

TEST(comparison_of_commands)
{
	struct mock_hists hists;
	struct mock_event event = mock_event_with_hists(&mock_event, &hists);
	struct hist_spec *spec_a, *spec_b;
	struct hist_trigger_data *a, *b;
	struct trace_diag diag = {};
	unsigned int i;

	EXPECT_EQ(mock_hists_init(&hists), 0);
	EXPECT_EQ(mock_hists_populate(&hists), 0);
	for (i = 0; i < ARRAY_SIZE(compare_cases); i++) {
		const struct compare_case *p = &compare_cases[i];
		bool good;

		a = compile_command(p->a, &event, &diag, &spec_a);
		b = compile_command(p->b, &event, &diag, &spec_b);
		good = hist_data_equal(a, b) == p->equal && hist_data_equal(b, a) == p->equal &&
		       hist_data_can_share_map(a, b) == p->can_share_map &&
		       hist_data_can_share_map(b, a) == p->can_share_map &&
		       hist_data_is_superset(a, b) == (p->equal || p->is_superset);
		if (!good)
			test_fail(__FILE__, __LINE__, "%s and %s", p->a, p->b);
		hist_spec_free(spec_a);
		hist_spec_free(spec_b);
		hist_data_put(a);
		hist_data_put(b);
	}
	mock_hists_exit(&hists);
}

TEST(comparison_on_two_events)
{
	struct hist_spec *spec, *other_spec;
	struct hist_trigger_data *data, *other;
	struct trace_diag diag = {};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cross_event_cases); i++) {
		const struct cross_event_case *p = &cross_event_cases[i];

		data = compile_command(p->text, &mock_event, &diag, &spec);
		other = compile_command(p->text, &mock_other_event, &diag, &other_spec);
		if (hist_data_can_share_map(data, other) != p->can_share_map ||
		    hist_data_can_share_map(other, data) != p->can_share_map)
			test_fail(__FILE__, __LINE__, "%s on two events", p->text);
		hist_spec_free(spec);
		hist_spec_free(other_spec);
		hist_data_put(data);
		hist_data_put(other);
	}
}

/* Values that differ in display only share a sum. The hitcount is the first sum. */
TEST(values_share_sums)
{
	struct hist_trigger_data *data =
		compile_valid("hist:keys=num_u8:vals=num_u64,num_s64,num_u64.hex,num_s64.percent");

	EXPECT_EQ(data->n_sums, 3);
	hist_data_put(data);
}

/* All aggregates of one number are computed from one statistic. */
TEST(aggregates_share_statistics)
{
	struct hist_trigger_data *data =
		compile_valid("hist:keys=num_u8:vals=num_u64.min,num_s64.max,num_u64.avg,"
			      "num_s64.min,num_u64.max");

	EXPECT_EQ(data->program.n_stats, 2);
	hist_data_put(data);
}

/* A field that is passed to a synthetic event is a field variable, also if it is the only one. */
TEST(parameters_of_this_event_are_field_variables)
{
	struct trace_diag diag = {};
	struct hist_trigger_data *data;
	struct mock_hists hists;

	EXPECT_EQ(mock_hists_init(&hists), 0);
	EXPECT(!IS_ERR(mock_hists_compile(&hists, &mock_source, "hist:keys=num_u8", &diag)));
	data = mock_hists_compile(&hists, &mock_event, "hist:keys=num_u8:onmatch(mock.source)."
				  "small(num_u8,num_s16,num_u8,num_u32)", &diag);
	EXPECT(!IS_ERR(data));
	EXPECT_EQ(data->n_field_vars, 4);
	EXPECT_STREQ(data->field_vars[0].value.name, "num_u8");
	mock_hists_exit(&hists);
}

/* A variable of the histogram that is passed to a synthetic event is one of its references. */
TEST(parameters_are_variable_references)
{
	struct trace_diag diag = {};
	struct hist_trigger_data *data;
	struct mock_hists hists;

	EXPECT_EQ(mock_hists_init(&hists), 0);
	EXPECT(!IS_ERR(mock_hists_compile(&hists, &mock_source, "hist:keys=num_u8", &diag)));
	data = mock_hists_compile(&hists, &mock_event, "hist:keys=num_u8:a=num_s64:"
				  "onmatch(mock.source).one($a)", &diag);
	EXPECT(!IS_ERR(data));
	EXPECT_EQ(data->n_var_refs, 1);
	EXPECT_STREQ(data->var_refs[0].name, "a");
	mock_hists_exit(&hists);
}

/* Only the key of a field-variable histogram, that of the matched histogram, needs registers. */
TEST(field_variables_need_no_registers)
{
	const struct hist_trigger_data *match, *data;
	struct trace_diag diag = {};
	struct mock_hists hists;

	EXPECT_EQ(mock_hists_init(&hists), 0);
	match = mock_hists_compile(&hists, &mock_source, "hist:keys=num_u8+num_u16", &diag);
	EXPECT(!IS_ERR(match));
	data = mock_hists_compile(&hists, &mock_event, "hist:keys=num_u8+num_u16:"
				  "onmatch(mock.source).one(mock.source.num_s64)", &diag);
	EXPECT(!IS_ERR(data));
	EXPECT_EQ(data->n_field_var_hists, 1);
	EXPECT_EQ(data->field_var_hists[0].data->program.bytes_offset,
		  match->program.bytes_offset);
	mock_hists_exit(&hists);
}

static void check_header_case(const struct header_case *c, const struct mock_event *event)
{
	struct trace_diag diag = {};
	struct hist_spec *spec;
	struct hist_trigger_data *data = compile_command(c->text, event, &diag, &spec);

	EXPECT(!IS_ERR(data));
	if (data->program.fields_only != c->fields_only)
		test_fail(__FILE__, __LINE__, "%s", c->text);
	hist_spec_free(spec);
	hist_data_put(data);
}

TEST(programs_that_read_no_header)
{
	static const struct header_case keyed_cases[] = {
		{ "hist:keys=num_u8:vals=$v[num_u16]", true },
		{ "hist:keys=num_u8:vals=$v[common_pid]", false },
		{ "hist:keys=num_u8:vals=$v[common_pid+1]", false },
	};
	struct mock_hists hists;
	struct mock_event event = mock_event_with_hists(&mock_event, &hists);
	unsigned int i;

	EXPECT_EQ(mock_hists_init(&hists), 0);
	EXPECT_EQ(mock_hists_populate(&hists), 0);
	for (i = 0; i < ARRAY_SIZE(header_cases); i++)
		check_header_case(&header_cases[i], &event);
	for (i = 0; i < ARRAY_SIZE(keyed_cases); i++)
		check_header_case(&keyed_cases[i], &event);
	mock_hists_exit(&hists);
}

TEST(fields_that_hide_builtin_fields)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(shadow_cases); i++) {
		const struct shadow_case *c = &shadow_cases[i];
		struct hist_trigger_data *data;
		struct trace_diag diag = {};
		struct hist_spec *spec;
		char shown[SHOWN_MAX];

		data = compile_command(c->text, &mock_shadowing_event, &diag, &spec);
		EXPECT(!IS_ERR(data));
		EXPECT_EQ(data->fields[data->n_vals].value.kind, c->key);
		EXPECT_EQ(data->fields[data->n_vals - 1].value.kind, c->val);
		describe_command(shown, spec, data);
		EXPECT_STREQ(shown, c->shown);
		hist_spec_free(spec);
		hist_data_put(data);
	}
}

/*
 * For a string behind a pointer, the variable stores the address, here of 32
 * bits.
 */
TEST(string_pointer_of_32_bits)
{
	struct trace_diag diag = {};
	struct hist_spec *spec;
	struct hist_trigger_data *data =
		compile_command("hist:keys=num_u8:p=ptr", &mock_other_event, &diag, &spec);

	EXPECT(!IS_ERR(data));
	EXPECT_EQ(data->program.var_stores[0].insn.op, HIST_OP_U32);
	hist_spec_free(spec);
	hist_data_put(data);
}

static struct mock_hists chain;

static void end_chain(void)
{
	mock_hists_exit(&chain);
}

/*
 * Each histogram holds the only reference to the one before it. Dropping the
 * last one frees the whole chain, which must not recurse once per histogram.
 */
TEST(freeing_long_chain_does_not_recurse)
{
	struct trace_diag diag = {};
	unsigned int i;
	char text[64];

	EXPECT_EQ(mock_hists_init(&chain), 0);
	EXPECT(!IS_ERR(mock_hists_compile(&chain, &mock_source, "hist:keys=num_u8:v0=num_u8",
					  &diag)));
	for (i = 1; i < 5000; i++) {
		sprintf(text, "hist:keys=num_u8:v%u=$v%u", i, i - 1);
		EXPECT(!IS_ERR(mock_hists_compile(&chain, &mock_source, text, &diag)));
		hist_data_put(chain.hists[0].data);
		chain.hists[0] = chain.hists[--chain.n_hists];
	}
	test_on_small_stack(end_chain);
}

/* A reader's reference keeps a histogram alive after it is detached. */
TEST(reference_keeps_histogram)
{
	struct hist_trigger_data *data = compile_valid("hist:keys=num_u8:name=held");

	EXPECT(hist_data_get(data) == data);
	hist_data_put(data);
	EXPECT_STREQ(data->name, "held");
	hist_data_put(data);
}
