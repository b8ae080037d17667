// SPDX-License-Identifier: GPL-2.0-only
/* Choose the format of an answer. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "server.h"

/**
 * struct media_range - a media type that a client accepts
 * @type: its type, in the text of the header
 * @length: number of characters
 * @quality: how much the client wants it, from 0 to 1
 */
struct media_range {
	const char *type;
	size_t length;
	double quality;
};

/* Find the parameter q among those of a media type, and skip all of them. */
static const char *parse_parameters(const char *text, double *quality)
{
	while (*text == ';') {
		text += 1 + strspn(text + 1, " \t");
		if (tolower((unsigned char)*text) == 'q' && text[1] == '=')
			*quality = strtod(text + 2, NULL);
		text += strcspn(text, ",;");
	}
	return text;
}

/* Read the next media type of the header. Return: what follows it, or NULL at the end. */
static const char *next_range(const char *text, struct media_range *range)
{
	text += strspn(text, ", \t");
	if (!*text)
		return NULL;
	range->type = text;
	range->length = strcspn(text, ",; \t");
	range->quality = 1;
	text += strcspn(text, ",;");
	return parse_parameters(text, &range->quality);
}

static bool is_type(const struct media_range *range, const char *type)
{
	return range->length == strlen(type) && !strncasecmp(range->type, type, range->length);
}

/**
 * negotiate_exposition() - choose the format that a client wants
 * @accept: its Accept header, or NULL
 *
 * Return: OpenMetrics, unless the client prefers plain text or HTML: browsers show plain text, and
 * offer to save other types.
 */
enum exposition negotiate_exposition(const char *accept)
{
	double openmetrics = -1, text = 0;
	struct media_range range;

	while (accept && (accept = next_range(accept, &range))) {
		if (is_type(&range, "application/openmetrics-text")) {
			if (range.quality > openmetrics)
				openmetrics = range.quality;
		} else if (is_type(&range, "text/plain") || is_type(&range, "text/*") ||
			   is_type(&range, "text/html")) {
			if (range.quality > text)
				text = range.quality;
		}
	}
	if (openmetrics >= 0)
		return openmetrics >= text && openmetrics > 0 ? EXPOSITION_OPENMETRICS :
								 EXPOSITION_PROMETHEUS;
	return text > 0 ? EXPOSITION_PROMETHEUS : EXPOSITION_OPENMETRICS;
}
