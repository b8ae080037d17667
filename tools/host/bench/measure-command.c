// SPDX-License-Identifier: GPL-2.0-only
/*
 * Run a command several times and print the microseconds of one run, in the format of "perf bench".
 * The time in which the only CPU is idle does not count.
 *
 *   measure-command NUMBER COMMAND [ARG...]
 *
 * "make bench-workloads" also measures how long a small compiler takes to compile this file.
 */

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "idle_time.h"
#include "run_command.h"

/* Return the time in nanoseconds in which the CPU was busy. */
static unsigned long long busy_time(void)
{
	unsigned long long idle = idle_time();
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ULL + now.tv_nsec - idle;
}

int main(int argc, char **argv)
{
	unsigned long long start;
	int number, i;

	number = argc > 2 ? atoi(argv[1]) : 0;
	if (number <= 0)
		return 2;
	start = busy_time();
	for (i = 0; i < number; i++) {
		if (run_command(argv + 2)) {
			fprintf(stderr, "measure-command: %s failed\n", argv[2]);
			return 1;
		}
	}
	printf("%.3f usecs/op\n", (busy_time() - start) / 1000.0 / number);
	return 0;
}
