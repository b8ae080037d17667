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

/* NULL and error pointers are accepted. */
TEST(free_accepts_null_and_error_pointers)
{
	hist_spec_free(NULL);
	hist_spec_free(ERR_PTR(-EINVAL));
}
