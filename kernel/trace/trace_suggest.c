// SPDX-License-Identifier: GPL-2.0
/*
 * Find the name that is nearest to an unknown one; see trace_suggest.h.
 *
 * The work per offered name is bounded by TRACE_SUGGEST_NAME_MAX. Most names are dismissed by
 * their length. No locks.
 */
#include <linux/limits.h>
#include <linux/minmax.h>
#include <linux/string.h>

#include "trace_suggest.h"

/**
 * struct name - a name that is compared
 * @bytes: the name; not NUL-terminated
 * @len: its length, at most %TRACE_SUGGEST_NAME_MAX
 */
struct name {
	const char *bytes;
	u32 len;
};

/* Rows of the table of distances between the starts of two names: the last three. */
typedef u8 distance_row[TRACE_SUGGEST_NAME_MAX + 1];

static bool is_transposed(const struct name *a, const struct name *b, u32 i, u32 j)
{
	return i > 1 && j > 1 && a->bytes[i - 1] == b->bytes[j - 2] &&
	       a->bytes[i - 2] == b->bytes[j - 1];
}

/* Compute the distances between the first @i bytes of @a and each start of @b. */
static void fill_row(const struct name *a, const struct name *b, u32 i, distance_row *rows)
{
	const u8 *last = rows[(i - 1) % 3], *before_last = rows[(i + 1) % 3];
	u8 *row = rows[i % 3];
	u32 j;

	row[0] = i;
	for (j = 1; j <= b->len; j++) {
		bool differs = a->bytes[i - 1] != b->bytes[j - 1];

		row[j] = umin(umin(last[j], row[j - 1]) + 1, last[j - 1] + differs);
		if (is_transposed(a, b, i, j))
			row[j] = umin(row[j], before_last[j - 2] + 1);
	}
}

/*
 * Count the changes that turn @a into @b: a byte that is inserted, removed or replaced, or two
 * neighbours that are exchanged. No byte takes part in two changes (optimal string alignment).
 */
static unsigned int distance_of(const struct name *a, const struct name *b)
{
	distance_row rows[3];
	u32 i;

	for (i = 0; i <= b->len; i++)
		rows[0][i] = i;
	for (i = 1; i <= a->len; i++)
		fill_row(a, b, i, rows);
	return rows[a->len % 3][b->len];
}

/* Check whether one name is the start of the other. */
static bool is_start(const struct name *unknown, const struct name *valid)
{
	u32 shorter = min(unknown->len, valid->len);

	return shorter >= TRACE_SUGGEST_PREFIX_MIN && unknown->len <= 2 * valid->len &&
	       !memcmp(unknown->bytes, valid->bytes, shorter);
}

/* Check whether a valid name is near the unknown one, as trace_suggest_offer() defines it. */
static bool is_near(const struct name *unknown, const struct name *valid, unsigned int *distance)
{
	u32 shorter = min(unknown->len, valid->len), longer = max(unknown->len, valid->len);

	if (is_start(unknown, valid)) {
		*distance = longer - shorter;
		return true;
	}
	if (longer - shorter > TRACE_SUGGEST_DISTANCE_MAX)
		return false;
	*distance = distance_of(unknown, valid);
	return *distance <= TRACE_SUGGEST_DISTANCE_MAX && *distance * 2 <= shorter;
}

static void offer_name(struct trace_suggestion *suggestion, const struct name *name)
{
	const struct name unknown = { suggestion->unknown, suggestion->len };
	unsigned int distance;

	if (unknown.len > TRACE_SUGGEST_NAME_MAX || name->len > TRACE_SUGGEST_NAME_MAX)
		return;
	if (!is_near(&unknown, name, &distance) || distance >= suggestion->distance)
		return;
	suggestion->distance = distance;
	if (distance)
		memcpy(suggestion->name, name->bytes, name->len);
	suggestion->name[distance ? name->len : 0] = '\0';
}

/**
 * trace_suggestion_for - start a suggestion for an unknown name
 * @text: the whole command; must not change as long as names are offered
 * @unknown: the unknown name
 *
 * Context: any.
 * Return: a suggestion without a name.
 */
struct trace_suggestion trace_suggestion_for(const char *text, struct trace_span unknown)
{
	return (struct trace_suggestion){
		.unknown = text + unknown.off,
		.len = unknown.len,
		.distance = UINT_MAX,
	};
}

/**
 * trace_suggest_offer - offer a valid name
 * @suggestion: suggestion that keeps the name if it is nearer than all earlier ones
 * @name: valid name, NUL-terminated; copied if it is kept
 *
 * A name is near if at most %TRACE_SUGGEST_DISTANCE_MAX changes turn the unknown name into it, and
 * at most half as many changes as the shorter name has bytes. It is also near if one of the two
 * names is the start of the other and has at least %TRACE_SUGGEST_PREFIX_MIN bytes, and if the
 * valid name is at least half as long as the unknown one. Of several names with the same number of
 * changes, the first one is kept. If a name is equal to the unknown one, nothing is suggested: the
 * name is valid elsewhere, and the error is that the user wrote it here.
 *
 * Context: any.
 */
void trace_suggest_offer(struct trace_suggestion *suggestion, const char *name)
{
	offer_name(suggestion, &(struct name){ name, strlen(name) });
}

/**
 * trace_suggest_offer_span - offer a valid name that is a part of a command
 * @suggestion: suggestion that keeps the name if it is nearer than all earlier ones
 * @text: the whole command
 * @name: valid name
 *
 * Context: any.
 */
void trace_suggest_offer_span(struct trace_suggestion *suggestion, const char *text,
			      struct trace_span name)
{
	offer_name(suggestion, &(struct name){ text + name.off, name.len });
}
