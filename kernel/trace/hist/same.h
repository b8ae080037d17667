/* SPDX-License-Identifier: GPL-2.0 */
/* Compare two compiled histograms. */
#ifndef _TRACE_HIST_SAME_H
#define _TRACE_HIST_SAME_H

#include "data.h"

bool hist_value_same(const struct hist_value *a, const struct hist_value *b);
bool hist_data_same(const struct hist_trigger_data *a, const struct hist_trigger_data *b);
bool hist_data_covers(const struct hist_trigger_data *a, const struct hist_trigger_data *b);
bool hist_data_compatible(const struct hist_trigger_data *a,
			  const struct hist_trigger_data *b);
bool hist_data_keys_fit(const struct hist_trigger_data *def,
			const struct hist_trigger_data *user);

#endif /* _TRACE_HIST_SAME_H */
