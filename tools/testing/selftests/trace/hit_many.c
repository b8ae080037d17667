// SPDX-License-Identifier: GPL-2.0
/*
 * usage: hit_many TIMES KEYS
 *
 * Ask for the highest priority of a scheduling policy, which nobody else does, so many
 * times; the policies, of which there need not be one, are 0 up to KEYS, again and again.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	long i, times, keys;

	times = argc == 3 ? atol(argv[1]) : 0;
	keys = argc == 3 ? atol(argv[2]) : 0;
	if (times <= 0 || keys <= 0) {
		fprintf(stderr, "usage: hit_many TIMES KEYS\n");
		return 1;
	}
	for (i = 0; i < times; i++)
		syscall(SYS_sched_get_priority_max, i % keys);
	return 0;
}
