/* SPDX-License-Identifier: GPL-2.0 */
/*
 * From what the user wrote to what will run.
 */
#ifndef _TRACE_HIST_COMPILE_H
#define _TRACE_HIST_COMPILE_H

#include "../trace_diag.h"
#include "data.h"
#include "resolve.h"
#include "spec.h"

struct hist_trigger_data *hist_compile(const struct hist_spec *spec,
				       const struct hist_resolver *resolver,
				       struct trace_diag *diag);
void hist_data_put(struct hist_trigger_data *data);

struct tracing_map *hist_data_create_map(const struct hist_trigger_data *data, u32 size);

bool hist_data_same(const struct hist_trigger_data *a, const struct hist_trigger_data *b);
bool hist_data_compatible(const struct hist_trigger_data *a,
			  const struct hist_trigger_data *b);

#endif /* _TRACE_HIST_COMPILE_H */
