// SPDX-License-Identifier: GPL-2.0
/*
 * The memory for frames that do not fit on the stack; how it is used is in arena.h.
 *
 * It is made for the first histogram that needs it, and kept: an event never finds it
 * missing, and never has to ask.
 */
#include <linux/errno.h>
#include <linux/percpu.h>

#include "arena.h"
#include "program.h"

struct hist_arena __percpu *hist_arenas;

/**
 * hist_arena_prepare - see to it that a program's frames have room
 * @program: the program of a histogram that is not attached yet
 *
 * Context: may sleep, event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int hist_arena_prepare(const struct hist_program *program)
{
	if (!program->on_stack && !hist_arenas)
		hist_arenas = alloc_percpu(struct hist_arena);
	return program->on_stack || hist_arenas ? 0 : -ENOMEM;
}
