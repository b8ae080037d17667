// SPDX-License-Identifier: GPL-2.0-only
/*
 * Grammar-aware mutation, see mutate.h. It is used for half of the mutations;
 * libFuzzer's own are used for the others.
 *
 * A mutation replaces parts of the text by other parts or by words of the
 * dictionary. It depends only on the input and on the seed that libFuzzer
 * passes.
 */

#include <linux/ctype.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "mutate.h"

#define WORD_MAX	64
#define WORDS_MAX	512
#define CLASSES_MAX	32
#define PIECES_MAX	4096
#define TEXT_MAX	65536
#define MESSAGES_MAX	128

/* The dictionary; words of one class are adjacent. */
static struct word {
	char text[WORD_MAX];
	size_t len;
	unsigned int class;
	bool is_used;
} words[WORDS_MAX];

/* Index of the first word of each class, followed by the number of words. */
static unsigned int classes[CLASSES_MAX + 1];
static unsigned int n_words, n_classes;

/* Boundary values of integer types. */
static const char *const numbers[] = {
	"0", "1", "-1", "010", "0x7f", "255", "256", "257", "32767", "32768", "65535", "65536",
	"2147483647", "2147483648", "4294967295", "4294967296", "9223372036854775807",
	"9223372036854775808", "-9223372036854775808", "-9223372036854775809",
	"18446744073709551615", "18446744073709551616", "0xffffffffffffffff",
};

/* Input being mutated; the text is its first @len bytes. */
struct draft {
	u8 *bytes;
	size_t len, size, max;
	u64 random;
};

/* Consecutive parts of a text. Clauses have a separator between them. */
struct pieces {
	struct piece {
		size_t off, len;
	} at[PIECES_MAX];
	unsigned int n;
	const char *separator;
};

static unsigned int below(struct draft *draft, unsigned int n)
{
	draft->random ^= draft->random << 13;
	draft->random ^= draft->random >> 7;
	draft->random ^= draft->random << 17;
	return (draft->random * 0x2545f4914f6cdd1dULL >> 32) % n;
}

/* Dictionary. */

/* Add the text between the quotes, without leading and trailing blanks. */
static void add_word(const char *line)
{
	const char *end = strrchr(line, '"');
	struct word *word = &words[n_words];
	unsigned int byte;

	CHECK(n_words < WORDS_MAX && n_classes <= CLASSES_MAX);
	for (line += strspn(line + 1, " ") + 1; line < end; line++) {
		if (*line == '\\' && sscanf(line, "\\x%2x", &byte) == 1)
			line += 3;
		else
			byte = *line == '\\' ? *++line : *line;
		CHECK(word->len < WORD_MAX);
		word->text[word->len++] = byte;
	}
	while (word->len > 1 && word->text[word->len - 1] == ' ')
		word->len--;
	word->class = n_classes - 1;
	n_words++;
}

static void read_dictionary(const char *path)
{
	FILE *file = fopen(path, "r");
	bool is_new = true;
	char line[256];

	CHECK(file);
	while (fgets(line, sizeof(line), file)) {
		if (line[0] == '"') {
			if (is_new)
				classes[n_classes++] = n_words;
			is_new = false;
			add_word(line);
		} else if (line[0] == '\n') {
			is_new = true;
		}
	}
	classes[n_classes] = n_words;
	fclose(file);
}

/* Coverage of messages and words by the inputs. */

static bool is_told[MESSAGES_MAX], is_noting;

static bool is_expected(unsigned int code)
{
	const char *elsewhere = (const char *)fuzz_grammar.elsewhere;

	return !code || !elsewhere || !strchr(elsewhere, code);
}

/* Binary words need not be covered. */
static bool is_text(const struct word *word)
{
	size_t i;

	for (i = 0; i < word->len; i++)
		if (!isascii(word->text[i]) || iscntrl(word->text[i]))
			return false;
	return true;
}

static void say_what_is_missing(void)
{
	const struct word *word;
	unsigned int i;

	for (i = 0; i < fuzz_grammar.n_messages; i++)
		if (is_told[i] != is_expected(i))
			printf("%s was told: %s\n", is_told[i] ? "somebody" : "nobody",
			       fuzz_grammar.messages[i]);
	for (word = words; word < words + n_words; word++)
		if (!word->is_used && is_text(word))
			printf("nobody wrote: %.*s\n", (int)word->len, word->text);
}

/* Read the dictionary that libFuzzer is given by -dict=. */
int fuzz_init(int *argc, char ***argv)
{
	int i;

	is_noting = getenv("FUZZ_MISSING");
	if (is_noting)
		atexit(say_what_is_missing);
	for (i = 1; i < *argc; i++)
		if (strstarts((*argv)[i], "-dict="))
			read_dictionary((*argv)[i] + strlen("-dict="));
	return 0;
}

static bool is_name(char c)
{
	return isalnum(c) || c == '_';
}

/*
 * Return the longest word at the beginning of the text, or NULL. A word must
 * not be followed by more letters of the same name.
 */
static const struct word *word_at(const char *text, size_t len)
{
	const struct word *word, *found = NULL;

	for (word = words; word < words + n_words; word++) {
		if (word->len > len || !word->len || memcmp(word->text, text, word->len))
			continue;
		if (word->len < len && is_name(text[word->len - 1]) && is_name(text[word->len]))
			continue;
		if (!found || word->len > found->len)
			found = word;
	}
	return found;
}

/* Splitting texts. */

/*
 * A token is a word of the dictionary, a name or number, a run of blanks, or
 * one byte.
 */
static size_t token_len(const char *text, size_t len)
{
	const struct word *word = word_at(text, len);
	size_t n = 1;

	if (word)
		return word->len;
	if (is_name(text[0]))
		while (n < len && is_name(text[n]))
			n++;
	else if (text[0] == ' ')
		while (n < len && text[n] == ' ')
			n++;
	return n;
}

static const struct pieces *find_tokens(const u8 *bytes, size_t len)
{
	static struct pieces tokens;
	size_t at = 0;

	tokens.separator = "";
	for (tokens.n = 0; at < len && tokens.n < PIECES_MAX; tokens.n++) {
		struct piece *piece = &tokens.at[tokens.n];

		piece->off = at;
		piece->len = token_len((const char *)bytes + at, len - at);
		at += piece->len;
	}
	return &tokens;
}

static const struct pieces *find_clauses(const u8 *bytes, size_t len, const char *separator)
{
	static struct pieces clauses[2];
	static unsigned int turn;
	/* Two buffers, because a crossover uses the clauses of two texts. */
	struct pieces *found = &clauses[turn++ % 2];
	size_t from = 0, at, n = strlen(separator);

	found->separator = separator;
	found->n = 0;
	for (at = 0; at + n <= len && found->n < PIECES_MAX - 1; at++) {
		if (memcmp(bytes + at, separator, n))
			continue;
		found->at[found->n++] = (struct piece){ from, at - from };
		from = at + n;
		at = from - 1;
	}
	found->at[found->n++] = (struct piece){ from, len - from };
	return found;
}

static const char *any_separator(struct draft *draft)
{
	unsigned int n = 0;

	while (fuzz_grammar.separators[n])
		n++;
	return fuzz_grammar.separators[below(draft, n)];
}

/* Prefer clauses: mutations of clauses are more often valid. */
static const struct pieces *find_any(struct draft *draft)
{
	if (!below(draft, 3))
		return find_tokens(draft->bytes, draft->len);
	return find_clauses(draft->bytes, draft->len, any_separator(draft));
}

void fuzz_note_input(const u8 *data, size_t size)
{
	const char *text = (const char *)data;
	const struct word *word;
	size_t at;

	for (at = 0; is_noting && at < size; at++) {
		word = word_at(text + at, size - at);
		if (word && (!at || !is_name(text[at - 1]) || !is_name(text[at])))
			words[word - words].is_used = true;
	}
}

void fuzz_note(const char *message)
{
	unsigned int i;

	for (i = 0; is_noting && i < fuzz_grammar.n_messages; i++)
		if (!strcmp(fuzz_grammar.messages[i], message))
			is_told[i] = true;
}

/* Mutations. */

/* Replace @piece by @n bytes, unless the result would be too long. */
static void put(struct draft *draft, struct piece piece, const void *bytes, size_t n)
{
	u8 *at = draft->bytes + piece.off;

	if (draft->size - piece.len + n > draft->max)
		return;
	memmove(at + n, at + piece.len, draft->size - piece.off - piece.len);
	if (n)
		memcpy(at, bytes, n);
	draft->size += n - piece.len;
	draft->len += n - piece.len;
}

static void put_word(struct draft *draft, struct piece piece, const struct word *word)
{
	put(draft, piece, word->text, word->len);
}

static const struct word *any_of_class(struct draft *draft, unsigned int class)
{
	unsigned int first = classes[class];

	return &words[first + below(draft, classes[class + 1] - first)];
}

/* Empty piece behind or in front of piece @i. */
static struct piece gap(const struct pieces *pieces, unsigned int i, bool behind)
{
	return (struct piece){ pieces->at[i].off + (behind ? pieces->at[i].len : 0) };
}

/* Insert copies of a clause or token at a random position. */
static void copy(struct draft *draft, const struct pieces *pieces, unsigned int times)
{
	static u8 piece[TEXT_MAX];
	unsigned int i = below(draft, pieces->n), to = below(draft, pieces->n);
	size_t n_between = strlen(pieces->separator), len = pieces->at[i].len, n = 0;

	while (times--) {
		if (n + n_between + len > sizeof(piece))
			return;
		memcpy(piece + n, pieces->separator, n_between);
		n += n_between;
		memcpy(piece + n, draft->bytes + pieces->at[i].off, len);
		n += len;
	}
	put(draft, gap(pieces, to, true), piece, n);
}

static void duplicate(struct draft *draft)
{
	copy(draft, find_any(draft), 1);
}

/* Up to 81 times, which exceeds most limits on the number of items. */
static void multiply(struct draft *draft)
{
	copy(draft, find_any(draft), 2 + below(draft, below(draft, 8) ? 8 : 80));
}

static void drop(struct draft *draft)
{
	const struct pieces *pieces = find_any(draft);
	unsigned int i = below(draft, pieces->n);
	struct piece piece = pieces->at[i];
	size_t n_between = strlen(pieces->separator);

	/*
	 * Also remove the separator behind it, or before it if it is the last
	 * piece.
	 */
	if (pieces->n > 1)
		piece.len += n_between;
	if (pieces->n > 1 && i == pieces->n - 1)
		piece.off -= n_between;
	put(draft, piece, NULL, 0);
}

/* Swap two pieces; the text between them stays in its place. */
static void swap_pieces(struct draft *draft)
{
	static u8 bytes[TEXT_MAX];
	const struct pieces *pieces = find_any(draft);
	struct piece a = pieces->at[below(draft, pieces->n)];
	struct piece b = pieces->at[below(draft, pieces->n)];
	size_t end_a, len;

	if (a.off > b.off)
		swap(a, b);
	end_a = a.off + a.len;
	len = b.off + b.len - a.off;
	if (a.off == b.off || len > sizeof(bytes))
		return;
	memcpy(bytes, draft->bytes + b.off, b.len);
	memcpy(bytes + b.len, draft->bytes + end_a, b.off - end_a);
	memcpy(bytes + len - a.len, draft->bytes + a.off, a.len);
	memcpy(draft->bytes + a.off, bytes, len);
}

static void move(struct draft *draft)
{
	duplicate(draft);
	drop(draft);
}

static bool is_number(const u8 *text)
{
	return isdigit(text[0]);
}

/* Replace a word by another of its class, or an unknown name by any word. */
static void replace_token(struct draft *draft)
{
	const struct pieces *tokens = find_tokens(draft->bytes, draft->len);
	struct piece piece = tokens->at[below(draft, tokens->n)];
	const struct word *word = word_at((const char *)draft->bytes + piece.off, piece.len);
	const char *number = numbers[below(draft, ARRAY_SIZE(numbers))];

	if (is_number(draft->bytes + piece.off))
		put(draft, piece, number, strlen(number));
	else
		put_word(draft, piece, any_of_class(draft, word ? word->class :
							   below(draft, n_classes)));
}

static void insert_word(struct draft *draft)
{
	const struct pieces *tokens = find_tokens(draft->bytes, draft->len);

	put_word(draft, gap(tokens, below(draft, tokens->n), below(draft, 2)),
		 any_of_class(draft, below(draft, n_classes)));
}

static void insert_number(struct draft *draft)
{
	const struct pieces *tokens = find_tokens(draft->bytes, draft->len);
	const char *number = numbers[below(draft, ARRAY_SIZE(numbers))];

	put(draft, gap(tokens, below(draft, tokens->n), below(draft, 2)), number, strlen(number));
}

/* Around 255 and 256, limits of names and strings. */
static void lengthen(struct draft *draft)
{
	const struct pieces *tokens = find_tokens(draft->bytes, draft->len);
	struct piece piece = tokens->at[below(draft, tokens->n)];
	u8 first = draft->bytes[piece.off];
	u8 name[258];

	memset(name, is_name(first) ? first : 'x', sizeof(name));
	put(draft, piece, name, 254 + below(draft, 5));
}

/* Put a pair of brackets around some tokens. */
static void nest(struct draft *draft)
{
	const struct pieces *tokens = find_tokens(draft->bytes, draft->len);
	unsigned int kind = 2 * below(draft, strlen(fuzz_grammar.brackets) / 2);
	unsigned int from = below(draft, tokens->n);
	unsigned int to = from + below(draft, min(tokens->n - from, 8U));

	put(draft, gap(tokens, to, true), &fuzz_grammar.brackets[kind + 1], 1);
	put(draft, gap(tokens, from, false), &fuzz_grammar.brackets[kind], 1);
}

/* Return the position of the bracket that closes the one at @at, or the end. */
static size_t find_closing(const struct draft *draft, size_t at, char left, char right)
{
	unsigned int depth = 0;

	for (; at < draft->len; at++) {
		if (draft->bytes[at] == left)
			depth++;
		else if (draft->bytes[at] == right && !--depth)
			break;
	}
	return at;
}

/* Remove a pair of brackets, with or without the text between them. */
static void unnest(struct draft *draft)
{
	unsigned int kind = 2 * below(draft, strlen(fuzz_grammar.brackets) / 2);
	char left = fuzz_grammar.brackets[kind], right = fuzz_grammar.brackets[kind + 1];
	size_t at = below(draft, draft->len), closing;
	const u8 *found = memchr(draft->bytes + at, left, draft->len - at);

	if (!found)
		return;
	at = found - draft->bytes;
	closing = find_closing(draft, at, left, right);
	if (below(draft, 2)) {
		put(draft, (struct piece){ at, min(closing + 1, draft->len) - at }, NULL, 0);
	} else {
		put(draft, (struct piece){ closing, closing < draft->len }, NULL, 0);
		put(draft, (struct piece){ at, 1 }, NULL, 0);
	}
}

/* Apply libFuzzer's mutation to the bytes behind the text. */
static void change_rest(struct draft *draft)
{
	size_t head = draft->len + 1;

	if (draft->size < draft->max && draft->size == draft->len)
		draft->bytes[draft->size++] = fuzz_grammar.end;
	if (head < draft->max)
		draft->size = head + fuzz_change_bytes(draft->bytes + head, draft->size - head,
						       draft->max - head);
}

static void (*const changes[])(struct draft *draft) = {
	replace_token, replace_token, replace_token, insert_word, insert_number, lengthen,
	duplicate, multiply, drop, drop, swap_pieces, move, nest, unnest, change_rest,
};

static struct draft begin(u8 *bytes, size_t size, size_t max, unsigned int seed)
{
	const u8 *end = memchr(bytes, fuzz_grammar.end, size);

	return (struct draft){
		.bytes = bytes,
		.len = end ? end - bytes : size,
		.size = size,
		.max = max,
		.random = (seed + 1ULL) * 0x9e3779b97f4a7c15ULL,
	};
}

/**
 * fuzz_change - mutate an input
 * @data: input, mutated in place
 * @size: size of the input in bytes
 * @max: maximum size of the result
 * @seed: random seed
 *
 * Return: size of the mutated input.
 */
size_t fuzz_change(u8 *data, size_t size, size_t max, unsigned int seed)
{
	struct draft draft = begin(data, size, max, seed);
	unsigned int n = 1 + below(&draft, 4);

	if (!n_words || below(&draft, 2))
		return fuzz_change_bytes(data, size, max);
	while (n-- && draft.len)
		changes[below(&draft, ARRAY_SIZE(changes))](&draft);
	return draft.size ?: fuzz_change_bytes(data, size, max);
}

/**
 * fuzz_cross - insert a clause of one input into another, or replace a clause by it
 * @data: input that receives the clause
 * @size: size of @data
 * @other: input that the clause is taken from
 * @other_size: size of @other
 * @result: buffer for the result
 * @max: size of @result
 * @seed: random seed
 *
 * Return: size of the result.
 */
size_t fuzz_cross(const u8 *data, size_t size, const u8 *other, size_t other_size, u8 *result,
		  size_t max, unsigned int seed)
{
	const u8 *end = memchr(other, fuzz_grammar.end, other_size);
	const struct pieces *from, *to;
	struct draft draft;
	struct piece piece;

	size = min(size, max);
	memcpy(result, data, size);
	draft = begin(result, size, max, seed);
	to = find_clauses(draft.bytes, draft.len, any_separator(&draft));
	from = find_clauses(other, end ? end - other : other_size, to->separator);

	piece = from->at[below(&draft, from->n)];
	if (below(&draft, 2)) {
		put(&draft, to->at[below(&draft, to->n)], other + piece.off, piece.len);
	} else {
		struct piece behind = gap(to, below(&draft, to->n), true);

		put(&draft, behind, other + piece.off, piece.len);
		put(&draft, behind, to->separator, strlen(to->separator));
	}
	return draft.size;
}
