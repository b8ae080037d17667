/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Interrupts are simulated by shim_step_hook, which ignores this state. The
 * state only serves assertions such as irqs_disabled().
 */
#ifndef _SHIM_LINUX_IRQFLAGS_H
#define _SHIM_LINUX_IRQFLAGS_H

#include <shim.h>

static inline bool irqs_disabled(void)
{
	return shim_irqs_off;
}

#define local_irq_save(flags)		((void)((flags) = shim_irqs_off, shim_irqs_off = true))
#define local_irq_restore(flags)	((void)(shim_irqs_off = (flags)))

#endif
