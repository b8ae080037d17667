/* SPDX-License-Identifier: GPL-2.0-only */
/* From the text of a hist command to an attached histogram, for tests. */
#ifndef _TRACE_HIST_COMMAND_FIXTURE_H
#define _TRACE_HIST_COMMAND_FIXTURE_H

#include "hist/parse/spec.h"
#include "hist/program/hist_data.h"
#include "hist/tests/fixtures/mock_event.h"
#include "trace_diag.h"
#include "tracing_map.h"
#include "tracing_map_snapshot.h"

/* Size of the buffer for describe_command(). */
#define SHOWN_MAX	4096

/*
 * Parse a copy of the command whose allocation ends with the text, to detect
 * reads beyond its end.
 */
struct hist_spec *parse_command(const char *text, size_t len, struct trace_diag *diag);

/* Compile a command. On error, both the result and @spec are error pointers. */
struct hist_trigger_data *compile_command(const char *text, const struct mock_event *event,
					  struct trace_diag *diag, struct hist_spec **spec);

/* Compile a valid command for mock_event. */
struct hist_trigger_data *compile_valid(const char *text);

/* Compile a valid command and create its map. */
struct hist_trigger_data *attach_hist(const char *text);

/* Detach a histogram and release it. */
void detach_hist(struct hist_trigger_data *data);

/* Return the rows of a histogram, which the caller frees. */
struct tracing_map_snapshot *snapshot_rows(const struct hist_trigger_data *data);

/* Print the command that the trigger file displays. */
void describe_command(char *shown, const struct hist_spec *spec,
		      const struct hist_trigger_data *data);

/* Set each field of a record that commands of the tests use. */
void fill_record(struct mock_record *record);

#endif
