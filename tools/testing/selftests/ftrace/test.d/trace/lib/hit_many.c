// SPDX-License-Identifier: GPL-2.0
/*
 * usage: hit_many TIMES KEYS
 *
 * Fire sys_enter_sched_get_priority_max TIMES times. The field "policy" repeatedly counts from 0
 * to KEYS - 1. Most of these policies do not exist. Only tests make this system call.
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
