/* SPDX-License-Identifier: GPL-2.0-only */
/* Print the tables of a recording as text, CSV or JSON: for report, and for heatmap and flame. */
#ifndef _COMMAND_PRINT_H
#define _COMMAND_PRINT_H

#include "command/options.h"
#include "recording/recording.h"

enum status print_total(const struct recording *recording, const struct output_options *options);
enum status print_intervals(const struct recording *recording,
			    const struct output_options *options);
enum status print_interval(const struct recording *recording, size_t number,
			   const struct output_options *options);

#endif /* _COMMAND_PRINT_H */
