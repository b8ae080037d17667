// SPDX-License-Identifier: GPL-2.0
/*
 * Shared library of which a program knows the user stacks. It calls the program back, which calls
 * the library again, which makes a system call. PADDING moves the code by so many bytes: another
 * library has the same functions at other offsets.
 */
#include <sys/syscall.h>

#include "ustack.h"

#ifdef __x86_64__

static HAS_FRAME void library_kill(struct library_call *call)
{
	const unsigned long frame = (unsigned long)__builtin_frame_address(0);

	asm volatile(".skip %c0, 0x90" : : "i" (PADDING));
	CALL(call->stack, SYSTEM_CALL(call->stack, frame, SYS_kill, NO_PID, call->sig, 0));
	NOTE_RETURN(call->stack);
}

void library_call(struct library_call *call)
{
	call->kill = library_kill;
	CALL(call->stack, call->callback(call));
	NOTE_RETURN(call->stack);
}
#endif
