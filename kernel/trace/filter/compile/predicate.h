/* SPDX-License-Identifier: GPL-2.0 */
/* Compiler of a single predicate. */
#ifndef _TRACE_FILTER_PREDICATE_H
#define _TRACE_FILTER_PREDICATE_H

#include "../diag.h"
#include "../parse/spec.h"
#include "../program.h"
#include "resolver.h"

int filter_compile_predicate(struct prog_entry *entry, const struct filter_resolver *resolver,
			     const char *text, const struct filter_predicate *pred,
			     struct trace_diag *diag);
void filter_entry_destroy(const struct prog_entry *entry);

#endif /* _TRACE_FILTER_PREDICATE_H */
