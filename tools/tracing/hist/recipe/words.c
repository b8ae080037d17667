// SPDX-License-Identifier: GPL-2.0-only
/* Suggestions for misspelt words. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "words.h"

#define MAX_WORD	40	/* bytes of a word that gets a suggestion */

/* Number of bytes to insert, delete or replace to make b from a (Levenshtein distance). */
static size_t distance(const char *a, const char *b)
{
	size_t row[MAX_WORD + 1], length = strlen(b);

	if (strlen(a) > MAX_WORD || length > MAX_WORD)
		return MAX_WORD;
	for (size_t j = 0; j <= length; j++)
		row[j] = j;
	for (size_t i = 1; a[i - 1]; i++) {
		size_t diagonal = row[0];

		row[0] = i;
		for (size_t j = 1; j <= length; j++) {
			size_t replace = diagonal + (a[i - 1] != b[j - 1]);
			size_t other = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;

			diagonal = row[j];
			row[j] = replace < other ? replace : other;
		}
	}
	return row[length];
}

/**
 * nearest_word() - find the word that was probably meant
 * @word: a word that is not in the list
 * @words: the list
 * @n: number of words in the list
 *
 * Return: the word of the list that is most similar to @word, or NULL if none is similar.
 */
const char *nearest_word(const char *word, const char *const *words, size_t n)
{
	size_t best = strlen(word) / 3 + 2;
	const char *nearest = NULL;

	for (size_t i = 0; i < n; i++) {
		size_t d = distance(word, words[i]);

		if (d < best && d < strlen(words[i])) {
			best = d;
			nearest = words[i];
		}
	}
	return nearest;
}

/**
 * join_words() - write a list with commas
 * @words: the words
 * @n: number of words
 *
 * Return: "a, b, c", which the caller frees, or NULL without memory.
 */
char *join_words(const char *const *words, size_t n)
{
	size_t size = 1;
	char *text, *end;

	for (size_t i = 0; i < n; i++)
		size += strlen(words[i]) + 2;
	text = malloc(size);
	if (!text)
		return NULL;
	end = text;
	*end = 0;
	for (size_t i = 0; i < n; i++)
		end += sprintf(end, "%s%s", i ? ", " : "", words[i]);
	return text;
}
