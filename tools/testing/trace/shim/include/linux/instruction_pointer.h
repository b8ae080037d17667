/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_INSTRUCTION_POINTER_H
#define _SHIM_LINUX_INSTRUCTION_POINTER_H

#define _RET_IP_	((unsigned long)__builtin_return_address(0))

#endif
