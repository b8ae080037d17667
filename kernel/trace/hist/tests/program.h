/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Programs that are compared step by step.
 */
#ifndef _TRACE_HIST_TEST_PROGRAM_H
#define _TRACE_HIST_TEST_PROGRAM_H

#include "../program.h"

bool hist_programs_same(const struct hist_program *a, const struct hist_program *b);

#endif /* _TRACE_HIST_TEST_PROGRAM_H */
