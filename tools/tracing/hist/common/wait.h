/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The clock, signals that end a command, and waiting. A command calls signals_catch() before it
 * changes anything that it must undo. From then on, a signal only sets a flag, and each wait
 * returns at once.
 */
#ifndef _WAIT_H
#define _WAIT_H

#include <stdbool.h>

/**
 * enum wait_result - why wait_until() returned
 * @WAIT_TIME: the time has come
 * @WAIT_SIGNAL: a signal asks the command to end
 * @WAIT_CLOSED: the output has no reader any more
 */
enum wait_result {
	WAIT_TIME,
	WAIT_SIGNAL,
	WAIT_CLOSED,
};

double now(void);
void signals_catch(void);
bool signals_stop(void);
enum wait_result wait_until(double seconds, int output);
bool sleep_until(double seconds);

#endif /* _WAIT_H */
