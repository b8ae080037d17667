/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _BENCH_IDLE_TIME_H
#define _BENCH_IDLE_TIME_H

#include <stdio.h>

/*
 * Return the idle time of the only CPU in nanoseconds. Waiting for a grace
 * period is idle time. The guest's clock counts instructions, so the result can
 * be subtracted.
 */
static inline unsigned long long idle_time(void)
{
	FILE *file = fopen("/proc/timer_list", "r");
	unsigned long long ns = 0;
	char line[256];

	while (file && fgets(line, sizeof(line), file))
		if (sscanf(line, " .idle_sleeptime : %llu", &ns) == 1)
			break;
	if (file)
		fclose(file);
	return ns;
}

#endif /* _BENCH_IDLE_TIME_H */
