/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_ASM_IRQ_REGS_H
#define _SHIM_ASM_IRQ_REGS_H

#include <shim.h>

struct pt_regs;

/* The test sets shim_irq_regs. */
static inline struct pt_regs *get_irq_regs(void)
{
	return shim_irq_regs;
}

#endif
