/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Inputs that are commands, and are changed as such: by words and clauses.
 *
 * What a language is made of is said twice and shortly: its words by the target's
 * dictionary, in which those that stand for one another are in a row, with blank lines
 * between such classes; and what is around words by the target's struct grammar.
 */
#ifndef _FUZZ_GRAMMAR_H
#define _FUZZ_GRAMMAR_H

#include <fuzz.h>

/*
 * @end: the byte behind the text, see fuzz_input_of()
 * @separators: what stands between clauses, one for each kind of clauses, and a NULL
 * @brackets: what clauses are put into, two bytes for each kind, left and right
 * @messages: what can be wrong with a text, by code; 0 is that nothing is
 * @n_messages: how many of them are given here; those behind are for who does more
 * @elsewhere: those of them that are not, by code, and a 0; NULL for none
 */
struct grammar {
	char end;
	const char *const *separators;
	const char *brackets;
	const char *const *messages;
	unsigned int n_messages;
	const u8 *elsewhere;
};

/* Each target has one. */
extern const struct grammar fuzz_grammar;

/*
 * Note what a text was told.  With FUZZ_MISSING in the environment, the program says at its
 * end what none was told, and which words of the dictionary are in no input: for seeds, what
 * is missing among them.
 */
void fuzz_note(const char *message);

#endif
