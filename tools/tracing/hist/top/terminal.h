/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The terminal: begin and end of the full screen, keys, and signals. While the full screen is
 * shown, messages on standard error are held back.
 */
#ifndef _TOP_TERMINAL_H
#define _TOP_TERMINAL_H

#include <stdbool.h>
#include <wchar.h>

#include "common/report.h"

/**
 * enum wake - why terminal_wait() returned
 * @WAKE_TIME: the time has come
 * @WAKE_KEY: a key was pressed, the size has changed, or the screen has to be drawn again
 * @WAKE_STOP: a signal asks the command to end, or the terminal has gone
 */
enum wake {
	WAKE_TIME,
	WAKE_KEY,
	WAKE_STOP,
};

/**
 * struct key - a key
 * @code: a character, or a key of ncurses: KEY_UP
 * @is_function: @code is a key of ncurses
 */
struct key {
	wint_t code;
	bool is_function;
};

/* Check that top can run here, before anything is set up. */
enum status terminal_check(void);
/* After signals_catch(). */
enum status terminal_open(void);
void terminal_close(void);
enum wake terminal_wait(double until, struct key *key);
/* Fetch the last message that was held back, without its prefix. False if there was none. */
bool terminal_message(char *message, size_t size);

#endif /* _TOP_TERMINAL_H */
