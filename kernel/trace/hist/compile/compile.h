/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The compiler: from a parsed command to a histogram that can be attached.
 */
#ifndef _TRACE_HIST_COMPILE_COMPILE_H
#define _TRACE_HIST_COMPILE_COMPILE_H

#include "../../trace_diag.h"
#include "../parse/spec.h"
#include "../program/hist_data.h"
#include "resolver.h"

struct hist_trigger_data *hist_compile(const struct hist_spec *spec,
				       const struct hist_resolver *resolver,
				       struct trace_diag *diag);

#endif /* _TRACE_HIST_COMPILE_COMPILE_H */
