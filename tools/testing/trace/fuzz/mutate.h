/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Fuzz targets whose inputs are commands: the parts of an input, and its
 * grammar-aware mutation, which replaces, moves, repeats and removes words and
 * clauses.
 *
 * A target describes its language in two places. The dictionary lists the
 * words; words that can replace each other are adjacent, and blank lines
 * separate such classes. The struct grammar describes the structure around
 * words.
 */
#ifndef _TRACE_FUZZ_MUTATE_H
#define _TRACE_FUZZ_MUTATE_H

#include "fuzz.h"

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
 * Input of a target that reads text: the text, a separator byte that the target
 * chooses, one byte for fuzz_fail(), and data that the target interprets.
 *
 * @text is a separate allocation of exactly @len bytes, so that
 * AddressSanitizer detects reads beyond its end.
 */
struct fuzz_input {
	char *text;
	size_t len;
	u8 fail;
	const u8 *rest;
	size_t n_rest;
};

/* Note the words of the dictionary that are in an input, see fuzz_note(). */
void fuzz_note_input(const u8 *data, size_t size);

static inline struct fuzz_input fuzz_input_of(const u8 *data, size_t size, char separator)
{
	const u8 *end = memchr(data, separator, size);
	size_t len = end ? end - data : size;
	/* The separator and the failure byte precede the rest. */
	size_t head = len + 2 < size ? len + 2 : size;

	fuzz_note_input(data, size);
	return (struct fuzz_input){
		.text = memcpy(malloc(len), data, len),
		.len = len,
		.fail = len + 1 < size ? data[len + 1] : 0,
		.rest = data + head,
		.n_rest = size - head,
	};
}

static inline void fuzz_input_free(const struct fuzz_input *in)
{
	free(in->text);
}

/*
 * Note the result of a text. With FUZZ_MISSING in the environment, the program
 * lists at exit all messages that no input produced and all words of the
 * dictionary that are in no input. Run on the seeds, it shows what they do not
 * cover.
 */
void fuzz_note(const char *message);

#endif
