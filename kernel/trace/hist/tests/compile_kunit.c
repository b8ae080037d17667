// SPDX-License-Identifier: GPL-2.0
/*
 * Test the compiler: combinations of fields and modifiers, the layout of keys and sums, the
 * choice of the execution variant, and the comparison of compiled histograms.
 *
 * The tests compile commands on mock events and create the maps, but process no event. They
 * run in process context.
 */
#include <kunit/test.h>

#include "../compile/compile.h"
#include "../diag.h"
#include "../program/compare.h"
#include "kunit_helpers.h"
#include "cases/compare_cases.h"
#include "cases/field_cases.h"
#include "fixtures/program_equal.h"

/*
 * Expected result for a field with each modifier. Character i of a string is for value i of
 * enum hist_mod, so the first one is for no modifier: '.' if the compiler accepts the
 * combination, otherwise the letter of an error code in outcomes[].
 */
struct modifier_row {
	const char *field;
	const char *as_key;
	const char *as_val;
};

static const struct {
	char letter;
	enum hist_diag code;
} outcomes[] = {
	{ 'K', HIST_DIAG_KEY_TYPE },
	{ 'H', HIST_DIAG_KEY_HITCOUNT },
	{ 'V', HIST_DIAG_VAL_TYPE },
	{ 'k', HIST_DIAG_MODIFIER_FOR_KEY },
	{ 'v', HIST_DIAG_MODIFIER_FOR_VAL },
	{ 't', HIST_DIAG_MODIFIER_TYPE },
	{ 'x', HIST_DIAG_EXECNAME_FIELD },
	{ 'u', HIST_DIAG_USECS_FIELD },
	{ 'd', HIST_DIAG_DEPTH_FIELD },
	{ 'b', HIST_DIAG_BUILD_FIELD },
};

static const char * const modifiers[] = {
	"", ".hex", ".sym", ".sym-offset", ".symstr", ".execname", ".syscall",
	".log2", ".buckets=10", ".lhist=0,100,10", ".usecs", ".percent", ".graph", ".path",
	".stacktrace", ".depth=8", ".build",
};

static_assert(ARRAY_SIZE(modifiers) == HIST_MOD_COUNT);

static const struct modifier_row modifier_rows[] = {
	{ "num_u8",		".....x....uvvttdb",	"..kkkkkkkku..kkkk" },
	{ "num_s8",		".....x....uvvttdb",	"..kkkkkkkku..kkkk" },
	{ "num_u16",		".....x....uvvttdb",	"..kkkkkkkku..kkkk" },
	{ "num_s16",		".....x....uvvttdb",	"..kkkkkkkku..kkkk" },
	{ "num_u32",		".....x....uvvttdb",	"..kkkkkkkku..kkkk" },
	{ "num_s32",		".....x....uvvttdb",	"..kkkkkkkku..kkkk" },
	{ "num_u64",		".....x....uvvttdb",	"..kkkkkkkku..kkkk" },
	{ "num_s64",		".....x....uvvttdb",	"..kkkkkkkku..kkkk" },
	{ "common_pid",		"..........uvvttdb",	"..kkkkkkkku..kkkk" },
	{ "text",		".tttttttttuvvttdb",	"VVVVVVVVVVVVVVVVV" },
	{ "tag",		".tttttttttuvvttdb",	"VVVVVVVVVVVVVVVVV" },
	{ "dyn",		".tttttttttuvvttdb",	"VVVVVVVVVVVVVVVVV" },
	{ "rel",		".tttttttttuvvttdb",	"VVVVVVVVVVVVVVVVV" },
	{ "ptr",		".tttttttttuvvttdb",	"VVVVVVVVVVVVVVVVV" },
	{ "stack",		".tttttttttuvvt.db",	"VVVVVVVVVVVVVVVVV" },
	{ "args",		"KKKKKKKKKKKKKKKKK",	"VVVVVVVVVVVVVVVVV" },
	{ "hitcount",		"HHHHHHHHHHHHHHHHH",	"..kkkkkkkku..kkkk" },
	{ "common_timestamp",	"..ttttt....vvttdb",	"..kkkkkkkk...kkkk" },
	{ "common_cpu",		"..ttttt...uvvttdb",	"..kkkkkkkku..kkkk" },
	{ "cpu",		"..ttttt...uvvttdb",	"..kkkkkkkku..kkkk" },
	{ "common_comm",	".tttttttttuvvttdb",	"VVVVVVVVVVVVVVVVV" },
	{ "comm",		".tttttttttuvvttdb",	"VVVVVVVVVVVVVVVVV" },
	{ "common_stacktrace",	".tttttttttuvvtt.b",	"VVVVVVVVVVVVVVVVV" },
	{ "stacktrace",		".tttttttttuvvtt.b",	"VVVVVVVVVVVVVVVVV" },
#ifdef CONFIG_HIST_USER_STACKS
	{ "common_ustacktrace",	".tttttttttuvvtt..",	"VVVVVVVVVVVVVVVVV" },
#endif
	{ "common_tgid",	"..ttttt...uvvttdb",	"..kkkkkkkku..kkkk" },
	{ "common_uid",		"..ttttt...uvvttdb",	"..kkkkkkkku..kkkk" },
#ifdef CONFIG_CGROUPS
	{ "common_cgroup",	"..ttttt...uvv.tdb",	"..kkkkkkkku..kkkk" },
#endif
	{ "common_tcomm",	".tttttttttuvvttdb",	"VVVVVVVVVVVVVVVVV" },
};

static char outcome_of(enum hist_diag code)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(outcomes); i++)
		if (outcomes[i].code == code)
			return outcomes[i].letter;
	return '?';
}

static void try_modifier(struct kunit *test, const char *before, const char *field,
			 enum hist_mod mod, char expected)
{
	unsigned int at = strlen(before);
	struct hist_trigger_data *data;
	struct trace_diag diag = {};
	struct hist_spec *spec;
	char text[64];

	/* KEY_TYPE, KEY_HITCOUNT and VAL_TYPE point to the field, other codes to the modifier. */
	if (!strchr("KHV", expected))
		at += strlen(field) + 1;

	snprintf(text, sizeof(text), "%s%s%s", before, field, modifiers[mod]);
	spec = hist_test_parse(test, text);
	data = hist_compile(spec, &mock_event.resolver, &diag);
	if (expected == '.') {
		KUNIT_EXPECT_FALSE_MSG(test, IS_ERR(data), "%s: diagnostic '%c'", text,
				       outcome_of(diag.code));
		KUNIT_EXPECT_EQ_MSG(test, diag.code, 0, "%s", text);
	} else {
		KUNIT_EXPECT_EQ_MSG(test, PTR_ERR_OR_ZERO(data), -EINVAL, "%s", text);
		KUNIT_EXPECT_EQ_MSG(test, outcome_of(diag.code), expected, "%s", text);
		KUNIT_EXPECT_EQ_MSG(test, diag.at.off, at, "%s", text);
	}
	hist_data_put(data);
}

static void modifier_desc(const struct modifier_row *row, char *desc)
{
	strscpy(desc, row->field, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(modifier, modifier_rows, modifier_desc);

static void test_modifiers(struct kunit *test)
{
	const struct modifier_row *row = test->param_value;
	enum hist_mod mod;

	KUNIT_ASSERT_EQ(test, strlen(row->as_key), HIST_MOD_COUNT);
	KUNIT_ASSERT_EQ(test, strlen(row->as_val), HIST_MOD_COUNT);
	for (mod = HIST_MOD_NONE; mod < HIST_MOD_COUNT; mod++) {
		try_modifier(test, "hist:keys=", row->field, mod, row->as_key[mod]);
		try_modifier(test, "hist:keys=tag:vals=", row->field, mod, row->as_val[mod]);
	}
}

struct layout_case {
	const char *text;
	unsigned int key_size;
	unsigned int aux_size;
	unsigned int n_sums;
	enum hist_variant variant;
	bool off_stack;
};

static const struct layout_case layout_cases[] = {
	{ "hist:keys=num_u8", 8, 0, 1, HIST_VARIANT_FIELD_KEY },
	{ "hist:keys=tag", 8, 0, 1, HIST_VARIANT_SUMS_ONLY },
	{ "hist:keys=tag,num_u8", 16, 0, 1, HIST_VARIANT_SUMS_ONLY },
	{ "hist:keys=text", 16, 0, 1, HIST_VARIANT_SUMS_ONLY },
	{ "hist:keys=comm", 16, 0, 1, HIST_VARIANT_SUMS_ONLY },
	{ "hist:keys=big", 200, 0, 1, HIST_VARIANT_GENERAL, true },
	{ "hist:keys=dyn", 256, 0, 1, HIST_VARIANT_GENERAL, true },
	{ "hist:keys=ptr,rel", 512, 0, 1, HIST_VARIANT_GENERAL, true },
	/* The context fits on the stack up to 128 bytes (HIST_STACK_CTX_WORDS), comm included. */
	{ "hist:keys=stack", 128, 0, 1, HIST_VARIANT_SUMS_ONLY },
	{ "hist:keys=stack,tag", 136, 0, 1, HIST_VARIANT_GENERAL, true },
	{ "hist:keys=common_pid.execname,stack", 136, 16, 1, HIST_VARIANT_GENERAL, true },
	{ "hist:keys=stacktrace,stack", 256, 0, 1, HIST_VARIANT_GENERAL, true },
	{ "hist:keys=dyn,dyn2,rel,ptr", 1024, 0, 1, HIST_VARIANT_GENERAL, true },
	{ "hist:keys=common_pid.execname", 8, 16, 1, HIST_VARIANT_FIELD_KEY },
	{ "hist:keys=num_u8,num_s8,num_u16,num_s16,num_u32,num_s32,num_u64,num_s64",
	  64, 0, 1, HIST_VARIANT_FIELD_KEYS },
	{ "hist:keys=common_pid.execname,num_s8,num_u16,num_s16,num_u32,num_s32",
	  48, 16, 1, HIST_VARIANT_FIELD_KEYS },
	{ "hist:keys=common_pid.execname,num_s8,num_u16,num_s16,num_u32,num_s32,num_u8",
	  56, 16, 1, HIST_VARIANT_FIELD_KEYS },
	/* Values that differ only in how they are displayed share a sum. */
	{ "hist:keys=num_u8:vals=num_u8,num_u8.hex,num_u8.percent,num_u8.graph",
	  8, 0, 2, HIST_VARIANT_FIELD_KEY },
	{ "hist:keys=num_u8:vals=hitcount,hitcount.hex,hitcount.graph", 8, 0, 1,
	  HIST_VARIANT_FIELD_KEY },
	{ "hist:keys=num_u8:vals=num_s64.max", 8, 0, 1, HIST_VARIANT_FIELD_STAT },
	{ "hist:keys=common_pid.execname:vals=num_u8.min,num_u8.max", 8, 16, 1,
	  HIST_VARIANT_FIELD_STAT },
	{ "hist:keys=num_u8:vals=num_s64.max,num_u8", 8, 0, 2, HIST_VARIANT_FIELD_KEY },
	{ "hist:keys=num_u8,num_s8:vals=num_s64.max", 16, 0, 1, HIST_VARIANT_FIELD_KEYS },
	{ "hist:keys=num_u8:vals=cpu,common_cpu.hex", 8, 0, 2, HIST_VARIANT_SUMS_ONLY },
	{ "hist:keys=num_u8:vals=common_timestamp,common_timestamp.hex,common_timestamp.usecs",
	  8, 0, 3, HIST_VARIANT_GENERAL },
	{ "hist:keys=num_u8:vals=num_u8,num_s8,num_u16,num_s16,num_u32,num_s32,num_u64,num_s64,"
	  "odd_u16,odd_s16,odd_u32,odd_s32,odd_u64,odd_s64,common_pid,common_type",
	  8, 0, 17, HIST_VARIANT_FIELD_KEY },
};

static void layout_desc(const struct layout_case *c, char *desc)
{
	strscpy(desc, c->text, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(layout, layout_cases, layout_desc);

static void test_layout(struct kunit *test)
{
	const struct layout_case *c = test->param_value;
	struct hist_trigger_data *data = hist_test_compile(test, c->text, &mock_event);
	unsigned int i, pos = 0;

	KUNIT_EXPECT_EQ(test, data->program.key_size, c->key_size);
	KUNIT_EXPECT_EQ(test, data->program.saves_comm, c->aux_size > 0);
	KUNIT_EXPECT_EQ(test, data->program.on_stack, !c->off_stack);
	KUNIT_EXPECT_EQ(test, data->program.variant, c->variant);
	KUNIT_EXPECT_EQ(test, data->n_sums, c->n_sums);
	KUNIT_EXPECT_EQ(test, data->n_fields, data->n_vals + data->n_keys);
	KUNIT_EXPECT_EQ(test, data->program.key.n, data->n_keys);
	KUNIT_EXPECT_EQ(test, data->program.sums.n, c->n_sums - 1);

	for (i = 0; i < data->n_vals; i++) {
		KUNIT_EXPECT_EQ(test, data->fields[i].role, HIST_ROLE_VAL);
		KUNIT_EXPECT_LT(test, data->fields[i].pos, data->n_sums);
	}
	for (; i < data->n_fields; i++) {
		KUNIT_EXPECT_EQ(test, data->fields[i].role, HIST_ROLE_KEY);
		KUNIT_EXPECT_EQ(test, data->fields[i].pos, pos);
		pos += data->fields[i].value.size;
	}
	KUNIT_EXPECT_EQ(test, pos, c->key_size);
	for (i = 0; c->variant >= HIST_VARIANT_FIELD_KEYS && i < data->n_keys; i++)
		KUNIT_EXPECT_EQ(test, data->program.key.insns[i].dst, i);
	hist_test_attach(test, data);
}

/*
 * Execution variants of histograms with variables: HIST_VARIANT_NUMERIC if the key is one number of
 * the record and all variables are numbers, HIST_VARIANT_GENERAL otherwise.
 */
static void test_execution_variant(struct kunit *test)
{
	static const struct {
		const char *text;
		enum hist_variant variant;
	} cases[] = {
		{ "hist:keys=num_u8:x=num_u64", HIST_VARIANT_NUMERIC },
		{ "hist:keys=num_u8:x=common_timestamp.usecs,y=num_s8-1", HIST_VARIANT_NUMERIC },
		{ "hist:keys=num_u8:vals=common_cpu:x=num_u64", HIST_VARIANT_NUMERIC },
		{ "hist:keys=num_u8:x=text", HIST_VARIANT_GENERAL },
		{ "hist:keys=num_u8:x=num_u64,y=text", HIST_VARIANT_GENERAL },
		{ "hist:keys=num_u8,num_s8:x=num_u64", HIST_VARIANT_GENERAL },
		{ "hist:keys=tag:x=num_u64", HIST_VARIANT_GENERAL },
		{ "hist:keys=common_cpu:x=num_u64", HIST_VARIANT_GENERAL },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct hist_trigger_data *data =
			hist_test_compile(test, cases[i].text, &mock_event);

		KUNIT_EXPECT_EQ_MSG(test, data->program.variant, cases[i].variant, "%s",
				    cases[i].text);
		hist_test_attach(test, data);
	}
}

static void test_fields_only(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(header_cases); i++) {
		struct hist_trigger_data *data =
			hist_test_compile(test, header_cases[i].text, &mock_event);

		KUNIT_EXPECT_EQ_MSG(test, data->program.fields_only, header_cases[i].fields_only,
				    "%s", header_cases[i].text);
		hist_test_attach(test, data);
	}
}

/* A variable of a char * field stores the address; its size depends on the recorded pointer. */
static void test_pointer_variable_size(struct kunit *test)
{
	static const char text[] = "hist:keys=num_u8:p=ptr";
	struct hist_trigger_data *data = hist_test_compile(test, text, &mock_event);
	struct hist_trigger_data *other = hist_test_compile(test, text, &mock_other_event);

	KUNIT_EXPECT_EQ(test, data->program.var_stores[0].insn.op,
			IS_ENABLED(CONFIG_64BIT) ? HIST_OP_U64 : HIST_OP_U32);
	KUNIT_EXPECT_EQ(test, data->program.var_stores[0].words, 0);
	KUNIT_EXPECT_EQ(test, other->program.var_stores[0].insn.op, HIST_OP_U32);
	KUNIT_EXPECT_EQ(test, other->program.var_stores[0].words, 0);
}

static void compare_desc(const struct compare_case *c, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "%s and %s", c->a, c->b);
}

KUNIT_ARRAY_PARAM(compare, compare_cases, compare_desc);

static void test_compare(struct kunit *test)
{
	const struct compare_case *c = test->param_value;
	const struct mock_event *event = hist_test_event(test);
	struct hist_trigger_data *a = hist_test_compile(test, c->a, event);
	struct hist_trigger_data *b = hist_test_compile(test, c->b, event);

	KUNIT_EXPECT_TRUE(test, hist_data_equal(a, a));
	KUNIT_EXPECT_TRUE(test, hist_data_is_superset(a, a));
	KUNIT_EXPECT_TRUE(test, hist_data_can_share_map(a, a));
	KUNIT_EXPECT_EQ(test, hist_data_equal(a, b), c->equal);
	KUNIT_EXPECT_EQ(test, hist_data_equal(b, a), c->equal);
	KUNIT_EXPECT_EQ(test, hist_data_can_share_map(a, b), c->can_share_map);
	KUNIT_EXPECT_EQ(test, hist_data_can_share_map(b, a), c->can_share_map);
	KUNIT_EXPECT_EQ(test, hist_data_is_superset(a, b), c->equal || c->is_superset);
}

static void cross_event_desc(const struct cross_event_case *c, char *desc)
{
	strscpy(desc, c->text, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(cross_event, cross_event_cases, cross_event_desc);

static void test_compare_across_events(struct kunit *test)
{
	const struct cross_event_case *c = test->param_value;
	struct hist_trigger_data *a = hist_test_compile(test, c->text, &mock_event);
	struct hist_trigger_data *b = hist_test_compile(test, c->text, &mock_other_event);

	KUNIT_EXPECT_EQ(test, hist_data_can_share_map(a, b), c->can_share_map);
	KUNIT_EXPECT_EQ(test, hist_data_can_share_map(b, a), c->can_share_map);
}

static void shadow_desc(const struct shadow_case *c, char *desc)
{
	strscpy(desc, c->text, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(shadow, shadow_cases, shadow_desc);

static void test_shadowed_builtin_fields(struct kunit *test)
{
	const struct shadow_case *c = test->param_value;
	struct hist_trigger_data *data = hist_test_compile(test, c->text, &mock_shadowing_event);
	struct hist_trigger_data *again;
	const char *shown;

	KUNIT_EXPECT_EQ(test, data->fields[data->n_vals].value.kind, c->key);
	KUNIT_EXPECT_EQ(test, data->fields[data->n_vals - 1].value.kind, c->val);
	/* No case uses the built-in timestamp, so no clock must be selected. */
	KUNIT_EXPECT_EQ(test, data->program.clock, HIST_CLOCK_NONE);

	shown = hist_test_describe(test, c->text, data, false);
	KUNIT_EXPECT_STREQ(test, shown, c->shown);
	again = hist_test_compile(test, shown, &mock_shadowing_event);
	KUNIT_EXPECT_TRUE(test, hist_data_equal(data, again));
	KUNIT_EXPECT_TRUE(test, hist_programs_equal(&data->program, &again->program));
}

static struct kunit_case hist_compile_cases[] = {
	KUNIT_CASE_PARAM(test_modifiers, modifier_gen_params),
	KUNIT_CASE_PARAM(test_layout, layout_gen_params),
	KUNIT_CASE(test_execution_variant),
	KUNIT_CASE(test_fields_only),
	KUNIT_CASE(test_pointer_variable_size),
	KUNIT_CASE_PARAM(test_compare, compare_gen_params),
	KUNIT_CASE_PARAM(test_compare_across_events, cross_event_gen_params),
	KUNIT_CASE_PARAM(test_shadowed_builtin_fields, shadow_gen_params),
	{}
};

static struct kunit_suite hist_compile_suite = {
	.name = "hist_compile",
	.test_cases = hist_compile_cases,
};

kunit_test_suite(hist_compile_suite);
