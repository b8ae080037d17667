/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sources of tables: histograms of a session, other histograms in tracefs, or files.
 *
 * hist_delta hands out each event once, so it is read in sessions of ours only. Intervals of other
 * histograms are differences of successive reads of hist. So are those of a kernel without
 * hist_delta. They are marked as approximate: a row of hist is read while the kernel counts, and
 * statistics of an interval are unknown.
 */
#ifndef _SOURCE_H
#define _SOURCE_H

#include <stdbool.h>

#include "common/report.h"
#include "kernel/session.h"
#include "table/table.h"

struct source;

enum status source_open_session(struct source **source, struct session *session);
/* @event is "SYSTEM:EVENT", "SYSTEM/EVENT" or the path of a hist file; @instance may be NULL. */
enum status source_open_event(struct source **source, const char *instance, const char *event);
/* A file outside of tracefs that another program replaces; the tool reads it again each time. */
enum status source_open_watched(struct source **source, const char *path);
bool source_is_approximate(const struct source *source);
/* The source is a file outside of tracefs. Unless it is watched, it has no intervals. */
bool source_is_file(const struct source *source);
/* All since the histogram was created. Tables of a session have exactly one table: the answer. */
enum status source_read_total(struct source *source, struct tables *tables);
/* The events since the last call, or since the source was opened. */
enum status source_read_interval(struct source *source, struct tables *tables);
enum status source_report_empty(const char *name, bool is_file);
void source_close(struct source *source);

#endif /* _SOURCE_H */
