/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Compare two compiled programs instruction by instruction.
 *
 * For tests that compile a command, print it, and compile the printed text again. Pure.
 */
#ifndef _TRACE_HIST_TEST_PROGRAM_H
#define _TRACE_HIST_TEST_PROGRAM_H

#include "../program.h"

bool hist_programs_same(const struct hist_program *a, const struct hist_program *b);

#endif /* _TRACE_HIST_TEST_PROGRAM_H */
