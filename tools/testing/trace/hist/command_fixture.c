// SPDX-License-Identifier: GPL-2.0-only
/* From the text of a hist command to an attached histogram, for tests. */

#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "command_fixture.h"
#include "fixture.h"
#include "harness.h"
#include "hist/compile/compile.h"
#include "hist/parse/spec.h"
#include "hist/show/describe.h"
#include "tracing_map_snapshot.h"

struct hist_spec *parse_command(const char *text, size_t len, struct trace_diag *diag)
{
	char *copy = kmemdup(text, len, GFP_KERNEL);
	struct hist_spec *spec;

	if (!copy)
		return ERR_PTR(-ENOMEM);
	spec = hist_spec_parse(copy, len, diag);
	kfree(copy);
	return spec;
}

struct hist_trigger_data *compile_command(const char *text, const struct mock_event *event,
					  struct trace_diag *diag, struct hist_spec **spec)
{
	struct hist_trigger_data *data;

	*spec = parse_command(text, strlen(text), diag);
	if (IS_ERR(*spec))
		return ERR_CAST(*spec);
	data = hist_compile(*spec, &event->resolver, diag);
	if (IS_ERR(data)) {
		hist_spec_free(*spec);
		*spec = ERR_CAST(data);
	}
	return data;
}

struct hist_trigger_data *compile_valid(const char *text)
{
	struct trace_diag diag = {};
	struct hist_spec *spec;
	struct hist_trigger_data *data = compile_command(text, &mock_event, &diag, &spec);

	EXPECT(!IS_ERR(data));
	if (IS_ERR(data)) {
		test_fail(__FILE__, __LINE__, "%s: diagnostic %u at %u", text, diag.code,
			  diag.at.off);
		exit(1);
	}
	hist_spec_free(spec);
	return data;
}

struct hist_trigger_data *attach_hist(const char *text)
{
	struct hist_trigger_data *data = compile_valid(text);

	EXPECT_EQ(hist_run_attach(data, data->size), 0);
	return data;
}

void detach_hist(struct hist_trigger_data *data)
{
	hist_run_detach(data);
	hist_data_put(data);
}

struct tracing_map_snapshot *snapshot_rows(const struct hist_trigger_data *data)
{
	struct tracing_map_snapshot *rows = tracing_map_snapshot(data->runtime.map, NULL, 0);

	EXPECT(!IS_ERR(rows));
	return rows;
}

void describe_command(char *shown, const struct hist_spec *spec,
		      const struct hist_trigger_data *data)
{
	struct hist_status status = {
		.paused = spec->pause,
		.size = data->size,
		.pool = hist_pool_size(data, data->size),
		.overflow = data->overflow,
	};
	struct seq_file m = { .buf = shown, .size = SHOWN_MAX };
	char filter[SHOWN_MAX];

	scnprintf(filter, sizeof(filter), "%.*s", spec->filter.len,
		  spec->text + spec->filter.off);
	if (spec->filter.len)
		status.filter = filter;
	hist_describe(&m, data, &status);
	EXPECT(!seq_has_overflowed(&m));
}

void fill_record(struct mock_record *record)
{
	unsigned long trace[] = { 3, 0x111, 0x222, 0x333 };

	memset(record, 0, sizeof(*record));
	record->common_pid = 42;
	record->num_u8 = 200;
	/* At the position where mock.other has num_u8. */
	record->common_preempt_count = 200;
	record->num_s8 = -100;
	record->num_s64 = -1;
	record->odd_s32 = -5;
	strscpy(record->text, "text");
	record->dyn = mock_put_data(record, 0, "dynamic", 8);
	record->dyn2 = mock_put_data(record, 8, "second", 7);
	record->rel = mock_relative(mock_put_data(record, 16, "relative", 9),
				    offsetof(struct mock_record, rel));
	record->rel2 = record->rel;
	record->ptr = "pointed to";
	record->stack = mock_put_data(record, 101, trace, sizeof(trace));
}
