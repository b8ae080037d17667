// SPDX-License-Identifier: GPL-2.0
/*
 * Print the frequency of the time stamp counter in kHz, measured against CLOCK_MONOTONIC_RAW for
 * 100 ms. /proc/cpuinfo has the current frequency of a CPU, which differs from that of its
 * time stamp counter.
 */
#include <limits.h>
#include <stdio.h>
#include <time.h>
#include <x86intrin.h>

#define TRIES	100

struct reading {
	long long ticks, ns;
};

static long long now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC_RAW, &time);
	return time.tv_sec * 1000000000LL + time.tv_nsec;
}

/*
 * Read both clocks at the same moment: of several readings of the counter, take the one between
 * two readings of the clock that are closest together. An interrupt in between is thus ignored.
 */
static struct reading read_both(void)
{
	long long before, after, ticks, shortest = LLONG_MAX;
	struct reading best = { 0, 0 };
	int i;

	for (i = 0; i < TRIES; i++) {
		before = now();
		ticks = __rdtsc();
		after = now();
		if (after - before < shortest) {
			shortest = after - before;
			best = (struct reading){ ticks, before + shortest / 2 };
		}
	}
	return best;
}

int main(void)
{
	struct timespec pause = { .tv_nsec = 100000000 };
	struct reading first = read_both(), last;

	nanosleep(&pause, NULL);
	last = read_both();
	printf("%lld\n", (last.ticks - first.ticks) * 1000000 / (last.ns - first.ns));
	return 0;
}
