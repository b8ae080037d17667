/* SPDX-License-Identifier: GPL-2.0-only */
/* Lists of words, and suggestions for words that are not in them. Used by recipe/ and command/. */
#ifndef _WORDS_H
#define _WORDS_H

#include <stddef.h>

const char *nearest_word(const char *word, const char *const *words, size_t n);
char *join_words(const char *const *words, size_t n);

#endif /* _WORDS_H */
