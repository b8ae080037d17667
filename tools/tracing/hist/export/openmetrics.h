/* SPDX-License-Identifier: GPL-2.0-only */
/* Write metrics as text: OpenMetrics 1.0, or the older format of Prometheus. */
#ifndef _OPENMETRICS_H
#define _OPENMETRICS_H

#include <stdio.h>

#include "metrics.h"

/**
 * enum exposition - format of the text
 * @EXPOSITION_OPENMETRICS: OpenMetrics 1.0.0
 * @EXPOSITION_PROMETHEUS: text format 0.0.4 of Prometheus
 * @N_EXPOSITIONS: number of formats
 */
enum exposition {
	EXPOSITION_OPENMETRICS,
	EXPOSITION_PROMETHEUS,
	N_EXPOSITIONS,
};

const char *exposition_type(enum exposition format);
/* The FILE's error flag tells of failed writes. */
void write_metrics(FILE *out, const struct metrics *metrics, enum exposition format);
void write_end(FILE *out, enum exposition format);

#endif /* _OPENMETRICS_H */
