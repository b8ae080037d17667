/* SPDX-License-Identifier: GPL-2.0 */
/* Compiler of a single predicate. */
#ifndef _TRACE_FILTER_TERM_H
#define _TRACE_FILTER_TERM_H

#include "diag.h"
#include "program.h"
#include "resolve.h"
#include "spec.h"

int filter_compile_term(struct prog_entry *entry, const struct filter_resolver *resolver,
			const char *text, const struct filter_term *term,
			struct trace_diag *diag);
void filter_entry_destroy(const struct prog_entry *entry);

#endif /* _TRACE_FILTER_TERM_H */
