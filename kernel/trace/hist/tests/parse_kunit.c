// SPDX-License-Identifier: GPL-2.0
/*
 * Test the parser of hist commands and expressions, and the diagnostics of parser and compiler:
 * every invalid command must produce the expected error code at the expected offset.
 *
 * The tests run in process context on mock events and process no event.
 */
#include <kunit/test.h>
#include <linux/bitmap.h>

#include "../../tests/command_kunit.h"
#include "../compile/compile.h"
#include "../diag.h"
#include "../parse/spec.h"
#include "fixtures/expr_print.h"
#include "cases/expr_cases.h"
#include "kunit_helpers.h"
#include "cases/hint_cases.h"
#include "cases/invalid_cases.h"

static void test_messages(struct kunit *test)
{
	trace_test_expect_messages(test, hist_diag_messages, HIST_DIAG_COUNT);
}

static void test_every_error_has_a_case(struct kunit *test)
{
	DECLARE_BITMAP(seen, HIST_DIAG_COUNT) = {};
	enum hist_diag code;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(invalid_cases); i++)
		__set_bit(invalid_cases[i].code, seen);
	for (code = HIST_DIAG_NONE + 1; code <= INVALID_LAST_CODE; code++)
		KUNIT_EXPECT_TRUE_MSG(test, test_bit(code, seen), "code %u: %s", code,
				      hist_diag_messages[code]);
}

static void invalid_desc(const struct invalid_case *r, char *desc)
{
	trace_test_describe(desc, r->text);
}

KUNIT_ARRAY_PARAM(invalid, invalid_cases, invalid_desc);

static void test_invalid_commands(struct kunit *test)
{
	const struct invalid_case *r = test->param_value;
	char *cmd = kunit_kzalloc(test, invalid_case_size(r), GFP_KERNEL);
	const struct mock_event *event = hist_test_event(test);
	struct hist_trigger_data *data;
	struct trace_diag diag = {};
	struct hist_spec *spec;
	unsigned int len, off;

	KUNIT_ASSERT_NOT_NULL(test, cmd);
	len = invalid_case_command(r, cmd, &off);
	spec = hist_spec_parse(cmd, len, &diag);
	if (IS_ERR(spec)) {
		KUNIT_EXPECT_EQ(test, PTR_ERR(spec), -EINVAL);
	} else {
		data = hist_compile(spec, &event->resolver, &diag);
		KUNIT_EXPECT_EQ(test, PTR_ERR_OR_ZERO(data), -EINVAL);
		hist_data_put(data);
		hist_spec_free(spec);
	}
	trace_test_expect_diag(test, &diag, hist_diag_messages, r->code, off);
	KUNIT_EXPECT_LE(test, trace_span_end(diag.at), max(len, off + 1));
}

static void hint_desc(const struct hint_case *h, char *desc)
{
	trace_test_describe(desc, h->text);
}

KUNIT_ARRAY_PARAM(hint, hint_cases, hint_desc);

static void test_hints(struct kunit *test)
{
	const struct mock_event *event = hist_test_event(test);
	const struct hint_case *h = test->param_value;
	struct trace_diag diag = {};
	struct hist_spec *spec = hist_spec_parse(h->text, strlen(h->text), &diag);

	if (!IS_ERR(spec)) {
		hist_data_put(hist_compile(spec, &event->resolver, &diag));
		hist_spec_free(spec);
	}
	KUNIT_EXPECT_EQ(test, diag.code, h->code);
	KUNIT_EXPECT_STREQ(test, diag.hint, h->hint);
}

static void expression_desc(const struct expression *e, char *desc)
{
	trace_test_describe(desc, e->text);
}

KUNIT_ARRAY_PARAM(expression, expressions, expression_desc);

static void test_expression(struct kunit *test)
{
	const struct expression *e = test->param_value;
	const struct trace_span all = trace_span_all(e->text);
	struct hist_expr *expr = kunit_kzalloc(test, sizeof(*expr), GFP_KERNEL);
	struct seq_file *m = hist_test_seq(test);
	struct trace_diag diag = {};

	KUNIT_ASSERT_NOT_NULL(test, expr);
	KUNIT_ASSERT_EQ(test, hist_expr_parse(e->text, all, expr, &diag), 0);
	KUNIT_EXPECT_EQ(test, diag.code, 0);
	KUNIT_EXPECT_EQ(test, expr->span.len, all.len);
	hist_expr_print(m, e->text, expr);
	KUNIT_EXPECT_STREQ(test, hist_test_text(m), e->tree);
	hist_expr_free(expr);
}

/* A diagnostic keeps the first error; later errors do not overwrite it. */
static void test_first_error_kept(struct kunit *test)
{
	struct trace_diag diag = {};

	KUNIT_EXPECT_EQ(test, -EINVAL, hist_diag_set(&diag, HIST_DIAG_NO_KEYS,
						     (struct trace_span){ 3, 4 }));
	KUNIT_EXPECT_EQ(test, -EINVAL, hist_diag_set(&diag, HIST_DIAG_BAD_SIZE,
						     (struct trace_span){ 1, 2 }));
	KUNIT_EXPECT_EQ(test, diag.code, HIST_DIAG_NO_KEYS);
	KUNIT_EXPECT_EQ(test, diag.at.off, 3);
	KUNIT_EXPECT_EQ(test, diag.at.len, 4);
}

/* The spec owns a copy of the text, so the caller may overwrite or free its buffer. */
static void test_spec_owns_its_text(struct kunit *test)
{
	char text[] = "!hist:keys=a:vals=b.hex:sort=b.hex.descending:pause:name=n:clock=c if d";
	struct trace_diag diag = {};
	struct hist_spec *spec = hist_spec_parse(text, sizeof(text) - 1, &diag);
	const struct hist_operand *val;

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, spec);
	KUNIT_EXPECT_STREQ(test, spec->text, text);
	memset(text, 'x', sizeof(text));

	KUNIT_EXPECT_TRUE(test, spec->remove);
	KUNIT_EXPECT_TRUE(test, spec->pause);
	KUNIT_EXPECT_FALSE(test, spec->cont);
	KUNIT_EXPECT_FALSE(test, spec->clear);
	KUNIT_EXPECT_FALSE(test, spec->nohitcount);
	KUNIT_EXPECT_EQ(test, spec->size, HIST_SIZE_DEFAULT);
	KUNIT_EXPECT_EQ(test, spec->n_keys, 1);
	KUNIT_EXPECT_EQ(test, spec->n_vals, 1);
	KUNIT_EXPECT_EQ(test, spec->n_sorts, 1);
	KUNIT_EXPECT_TRUE(test, trace_span_is(spec->text, spec->command, "!hist"));
	KUNIT_EXPECT_TRUE(test, trace_span_is(spec->text, spec->keys[0].span, "a"));
	KUNIT_EXPECT_TRUE(test, trace_span_is(spec->text, spec->vals[0].span, "b.hex"));
	val = hist_expr_field(&spec->vals[0]);
	KUNIT_ASSERT_NOT_NULL(test, val);
	KUNIT_EXPECT_TRUE(test, trace_span_is(spec->text, val->name, "b"));
	KUNIT_EXPECT_TRUE(test, trace_span_is(spec->text, val->mod_span, "hex"));
	KUNIT_EXPECT_EQ(test, val->mod, HIST_MOD_HEX);
	KUNIT_EXPECT_TRUE(test, trace_span_is(spec->text, spec->sorts[0].field.name, "b"));
	KUNIT_EXPECT_EQ(test, spec->sorts[0].field.mod, HIST_MOD_HEX);
	KUNIT_EXPECT_TRUE(test, spec->sorts[0].descending);
	KUNIT_EXPECT_TRUE(test, trace_span_is(spec->text, spec->name, "n"));
	KUNIT_EXPECT_TRUE(test, trace_span_is(spec->text, spec->clock, "c"));
	KUNIT_EXPECT_TRUE(test, trace_span_is(spec->text, spec->filter, "d"));
	hist_spec_free(spec);
}

/* The parsed parts of handlers and actions are spans of the original text. */
static void test_spec_of_actions(struct kunit *test)
{
	static const char text[] = "hist:keys=k:a=1,b=$a+f.hex:onmatch(sys.ev).trace(se, $a,f.hex):"
		"onchange( $b ).save(sys.ev.f.usecs,sys.ev.$c):onmax($a).se():onmax($b).snapshot()";
	struct hist_spec *spec = hist_test_parse(test, text);
	const struct hist_spec_action *act = spec->actions;

	KUNIT_EXPECT_EQ(test, spec->n_vars, 2);
	KUNIT_EXPECT_TRUE(test, trace_span_is(text, spec->vars[0].name, "a"));
	KUNIT_EXPECT_TRUE(test, trace_span_is(text, spec->vars[1].name, "b"));
	KUNIT_EXPECT_TRUE(test, trace_span_is(text, spec->vars[1].expr.span, "$a+f.hex"));
	KUNIT_ASSERT_EQ(test, spec->n_actions, 4);

	KUNIT_EXPECT_TRUE(test, trace_span_is(text, act->span,
					      "onmatch(sys.ev).trace(se, $a,f.hex)"));
	KUNIT_EXPECT_EQ(test, act->handler, HIST_ON_MATCH);
	KUNIT_EXPECT_EQ(test, act->kind, HIST_ACTION_TRACE);
	KUNIT_EXPECT_TRUE(test, trace_span_is(text, act->handler_arg, "sys.ev"));
	KUNIT_EXPECT_TRUE(test, trace_span_is(text, act->match.system, "sys"));
	KUNIT_EXPECT_TRUE(test, trace_span_is(text, act->match.event, "ev"));
	KUNIT_EXPECT_TRUE(test, trace_span_is(text, act->name, "trace"));
	KUNIT_EXPECT_TRUE(test, trace_span_is(text, act->event, "se"));
	KUNIT_EXPECT_FALSE(test, act->by_name);
	KUNIT_ASSERT_EQ(test, act->n_params, 2);
	KUNIT_EXPECT_TRUE(test, act->params[0].is_var);
	KUNIT_EXPECT_TRUE(test, trace_span_is(text, act->params[0].name, "a"));
	KUNIT_EXPECT_FALSE(test, act->params[1].is_var);
	KUNIT_EXPECT_EQ(test, act->params[1].mod, HIST_MOD_HEX);

	act++;
	KUNIT_EXPECT_EQ(test, act->handler, HIST_ON_CHANGE);
	KUNIT_EXPECT_EQ(test, act->kind, HIST_ACTION_SAVE);
	KUNIT_EXPECT_TRUE(test, trace_span_is(text, act->var, "b"));
	KUNIT_ASSERT_EQ(test, act->n_params, 2);
	KUNIT_EXPECT_TRUE(test, trace_span_is(text, act->params[0].span, "sys.ev.f.usecs"));
	KUNIT_EXPECT_TRUE(test, trace_span_is(text, act->params[0].event.system, "sys"));
	KUNIT_EXPECT_TRUE(test, trace_span_is(text, act->params[0].event.event, "ev"));
	KUNIT_EXPECT_TRUE(test, trace_span_is(text, act->params[0].name, "f"));
	KUNIT_EXPECT_EQ(test, act->params[0].mod, HIST_MOD_USECS);
	KUNIT_EXPECT_TRUE(test, act->params[1].is_var);
	KUNIT_EXPECT_TRUE(test, trace_span_is(text, act->params[1].event.event, "ev"));
	KUNIT_EXPECT_TRUE(test, trace_span_is(text, act->params[1].name, "c"));

	act++;
	KUNIT_EXPECT_EQ(test, act->handler, HIST_ON_MAX);
	KUNIT_EXPECT_EQ(test, act->kind, HIST_ACTION_TRACE);
	KUNIT_EXPECT_TRUE(test, trace_span_is(text, act->event, "se"));
	KUNIT_EXPECT_TRUE(test, act->by_name);
	KUNIT_EXPECT_EQ(test, act->n_params, 0);

	act++;
	KUNIT_EXPECT_EQ(test, act->kind, HIST_ACTION_SNAPSHOT);
	KUNIT_EXPECT_TRUE(test, trace_span_is(text, act->name, "snapshot"));
}

/* The destructors accept NULL and the ERR_PTRs that the constructors return. */
static void test_free_null(struct kunit *test)
{
	hist_spec_free(NULL);
	hist_spec_free(ERR_PTR(-EINVAL));
	hist_data_put(NULL);
	hist_data_put(ERR_PTR(-ENOMEM));
}

static struct kunit_case hist_parse_cases[] = {
	KUNIT_CASE(test_messages),
	KUNIT_CASE(test_every_error_has_a_case),
	KUNIT_CASE_PARAM(test_invalid_commands, invalid_gen_params),
	KUNIT_CASE_PARAM(test_hints, hint_gen_params),
	KUNIT_CASE_PARAM(test_expression, expression_gen_params),
	KUNIT_CASE(test_first_error_kept),
	KUNIT_CASE(test_spec_owns_its_text),
	KUNIT_CASE(test_spec_of_actions),
	KUNIT_CASE(test_free_null),
	{}
};

static struct kunit_suite hist_parse_suite = {
	.name = "hist_parse",
	.test_cases = hist_parse_cases,
};

kunit_test_suite(hist_parse_suite);
