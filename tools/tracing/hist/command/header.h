/* SPDX-License-Identifier: GPL-2.0-only */
/* What a recording is: printed above the answers of report and diff. */
#ifndef _COMMAND_HEADER_H
#define _COMMAND_HEADER_H

#include <stdio.h>

#include "recording/recording.h"
#include "recording/text_json.h"

double recording_seconds(const struct recording *recording);
void write_header_text(FILE *out, const struct recording *recording);
void write_summary_text(FILE *out, const struct recording *recording);
void write_header_json(struct json_out *out, const struct recording *recording);

#endif /* _COMMAND_HEADER_H */
