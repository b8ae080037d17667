/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Marks of the measured window, for "make bench PROFILE=1". A mark is a NOP with a displacement
 * that compilers do not use. It costs one instruction. The QEMU plugin count-instructions.c
 * recognizes it when QEMU translates the code. The module and the program of the benchmark execute
 * one mark after they read the cycle counter for the first time, and one before they read it again.
 */
#ifndef _BENCH_WINDOW_H
#define _BENCH_WINDOW_H

/* Displacements of "nopl DISPLACEMENT(%rax)", which is 0f 1f 80 and these four bytes */
#define WINDOW_BEGIN	0x57424547
#define WINDOW_END	0x57454e44

static inline void begin_window(void)
{
	asm volatile(".byte 0x0f, 0x1f, 0x80; .long %c0" : : "i" (WINDOW_BEGIN) : "memory");
}

static inline void end_window(void)
{
	asm volatile(".byte 0x0f, 0x1f, 0x80; .long %c0" : : "i" (WINDOW_END) : "memory");
}

#endif /* _BENCH_WINDOW_H */
