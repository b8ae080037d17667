/* SPDX-License-Identifier: GPL-2.0 */
/* Change several attached histograms at one point in time. */
#ifndef _TRACE_HIST_ATTACH_CUT_H
#define _TRACE_HIST_ATTACH_CUT_H

#include "../program/hist_data.h"
#include "../verb.h"

int hist_cut(enum hist_verb verb, struct hist_trigger_data *const *targets, unsigned int n);

#endif /* _TRACE_HIST_ATTACH_CUT_H */
