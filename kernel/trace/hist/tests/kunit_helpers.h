/* SPDX-License-Identifier: GPL-2.0 */
/*
 * KUnit helpers of the histogram tests: environments, commands, maps and seq_files.
 *
 * KUnit frees every object that these functions create when the test ends. The functions end
 * the test with an assertion if they fail, so a test must not call them with a lock held.
 */
#ifndef _TRACE_HIST_TESTS_KUNIT_HELPERS_H
#define _TRACE_HIST_TESTS_KUNIT_HELPERS_H

#include <kunit/test.h>
#include <linux/seq_file.h>

#include "../../tracing_map_snapshot.h"
#include "../program/hist_data.h"
#include "../parse/spec.h"
#include "fixtures/mock_event.h"
#include "fixtures/mock_hists.h"

struct mock_hists *hist_test_mock_hists(struct kunit *test);
struct mock_event *hist_test_event(struct kunit *test);
struct hist_spec *hist_test_parse(struct kunit *test, const char *text);
struct hist_trigger_data *hist_test_compile(struct kunit *test, const char *text,
					    const struct mock_event *event);
char *hist_test_describe(struct kunit *test, const char *text,
			 const struct hist_trigger_data *data, bool paused);

struct tracing_map *hist_test_attach(struct kunit *test, struct hist_trigger_data *data);
void hist_test_hit(const struct hist_trigger_data *data, const void *record);
struct tracing_map_snapshot *hist_test_rows(struct kunit *test,
					    const struct hist_trigger_data *data);

struct seq_file *hist_test_seq(struct kunit *test);
const char *hist_test_text(struct seq_file *m);

#endif /* _TRACE_HIST_TESTS_KUNIT_HELPERS_H */
