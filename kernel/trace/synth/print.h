/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Display of synthetic events: records, definitions and "print fmt".
 */
#ifndef _TRACE_SYNTH_PRINT_H
#define _TRACE_SYNTH_PRINT_H

#include <linux/trace_events.h>

struct seq_file;
struct synth_layout;

enum print_line_t synth_print_record(struct trace_iterator *iter, const char *name,
				     const struct synth_layout *layout);
char *synth_print_fmt(const struct synth_layout *layout);
void synth_print_definition(struct seq_file *m, const char *name,
			    const struct synth_layout *layout);

#endif /* _TRACE_SYNTH_PRINT_H */
