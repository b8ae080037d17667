/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Grammar-aware mutation of inputs that are commands: words and clauses are
 * replaced, moved, repeated and removed.
 *
 * A target describes its language in two places. The dictionary lists the
 * words; words that can replace each other are adjacent, and blank lines
 * separate such classes. The struct grammar describes the structure around
 * words.
 */
#ifndef _FUZZ_GRAMMAR_H
#define _FUZZ_GRAMMAR_H

#include <fuzz.h>

/*
 * @end: byte that ends the text, see fuzz_input_of()
 * @separators: separators of clauses, one for each kind; ends with NULL
 * @brackets: two bytes, left and right, for each kind of brackets
 * @messages: error messages by code; code 0 is success
 * @n_messages: number of codes that inputs of this target can produce
 * @elsewhere: codes below @n_messages that they cannot produce, terminated by 0; or NULL
 */
struct grammar {
	char end;
	const char *const *separators;
	const char *brackets;
	const char *const *messages;
	unsigned int n_messages;
	const u8 *elsewhere;
};

/* Defined by each target. */
extern const struct grammar fuzz_grammar;

/*
 * Note the result of a text. With FUZZ_MISSING in the environment, the program
 * lists at exit all messages that no input produced and all words of the
 * dictionary that are in no input. Run on the seeds, it shows what they do not
 * cover.
 */
void fuzz_note(const char *message);

#endif
