/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Fire events from a user stack of known depth: a chain of frame pointers that is longer than the
 * stacks that are taken.
 */
#ifndef _BENCH_DEEP_H
#define _BENCH_DEEP_H

#include <sys/syscall.h>

#define FRAMES	24

/*
 * write(), without a function of the C library, whose frames have no frame pointer. Never inlined,
 * and the call in write_from() below is no jump, because it is followed by an addition.
 */
static __attribute__((noinline, optimize("no-omit-frame-pointer")))
long write_from_here(int fd, const char *text, long size)
{
	long written;

	asm volatile("syscall" : "=a" (written)
		     : "0" (SYS_write), "D" ((long)fd), "S" (text), "d" (size)
		     : "rcx", "r11", "memory");
	return written;
}

/* Write @text from a stack with @frames more frames. Return: as write(). */
static __attribute__((noinline, optimize("no-omit-frame-pointer")))
long write_from(int frames, int fd, const char *text, long size)
{
	volatile long extra = frames;
	long written;

	if (frames)
		written = write_from(frames - 1, fd, text, size);
	else
		written = write_from_here(fd, text, size);
	return written + extra - frames;
}

#endif
