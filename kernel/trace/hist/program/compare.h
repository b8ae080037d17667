/* SPDX-License-Identifier: GPL-2.0 */
/* Compare two compiled histograms. */
#ifndef _TRACE_HIST_PROGRAM_COMPARE_H
#define _TRACE_HIST_PROGRAM_COMPARE_H

#include "hist_data.h"

bool hist_modifiers_equal(const struct hist_value *a, const struct hist_value *b);
bool hist_value_equal(const struct hist_value *a, const struct hist_value *b);
bool hist_data_equal(const struct hist_trigger_data *a, const struct hist_trigger_data *b);
bool hist_data_is_superset(const struct hist_trigger_data *a, const struct hist_trigger_data *b);
bool hist_data_can_share_map(const struct hist_trigger_data *a,
			     const struct hist_trigger_data *b);
bool hist_data_keys_compatible(const struct hist_trigger_data *defining_hist,
			       const struct hist_trigger_data *user);

#endif /* _TRACE_HIST_PROGRAM_COMPARE_H */
