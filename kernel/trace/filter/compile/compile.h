/* SPDX-License-Identifier: GPL-2.0 */
/* Compiler of filters: parses a filter and compiles it to a program. */
#ifndef _TRACE_FILTER_COMPILE_H
#define _TRACE_FILTER_COMPILE_H

#include "../diag.h"
#include "../program.h"
#include "resolver.h"

struct filter_program *filter_compile(const struct filter_resolver *resolver, const char *text,
				      struct trace_span all, struct trace_diag *diag);
void filter_program_free(struct filter_program *program);

#endif /* _TRACE_FILTER_COMPILE_H */
