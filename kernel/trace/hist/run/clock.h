/* SPDX-License-Identifier: GPL-2.0 */
/* Read the clock of a histogram. */
#ifndef _TRACE_HIST_RUN_CLOCK_H
#define _TRACE_HIST_RUN_CLOCK_H

#include "../clock.h"

u64 hist_clock_global(void);
u64 hist_clock_read(enum hist_clock clock);

#endif /* _TRACE_HIST_RUN_CLOCK_H */
