// SPDX-License-Identifier: GPL-2.0-only
/* Names and units of metrics. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "metrics.h"

/* Suffixes of samples: a metric that ends with one of them could be taken for a sample. */
static const char *const sample_suffixes[] = {
	"", "_total", "_created", "_bucket", "_count", "_sum", "_gcount", "_gsum", "_info",
};

/**
 * metric_word() - make a part of a name of any text
 * @text: the text
 *
 * Return: the text with an underscore for each run of characters that cannot be part of a name,
 * without underscores at its begin and end; or NULL without memory. It may be empty, or begin with
 * a digit.
 */
char *metric_word(const char *text)
{
	char *word = malloc(strlen(text) + 1), *end = word;

	if (!word)
		return NULL;
	for (; *text; text++) {
		/* isalnum() of the locale may accept more. */
		if ((*text >= '0' && *text <= '9') || (*text >= 'a' && *text <= 'z') ||
		    (*text >= 'A' && *text <= 'Z'))
			*end++ = *text;
		else if (end > word && end[-1] != '_')
			*end++ = '_';
	}
	while (end > word && end[-1] == '_')
		end--;
	*end = '\0';
	return word;
}

/**
 * base_unit() - find the unit in which numbers are exported
 * @unit: unit of the table
 * @factor: set to what a number is multiplied with
 * @decimals: set to the power of ten by which the product is divided
 *
 * Return: name of the unit, or NULL if the numbers have no unit.
 */
const char *base_unit(enum unit unit, unsigned int *factor, unsigned int *decimals)
{
	*factor = 1;
	*decimals = 0;
	switch (unit) {
	case UNIT_NS:
		*decimals = 9;
		return "seconds";
	case UNIT_US:
		*decimals = 6;
		return "seconds";
	case UNIT_MS:
		*decimals = 3;
		return "seconds";
	case UNIT_SECONDS:
		return "seconds";
	case UNIT_BYTES:
		return "bytes";
	case UNIT_PAGES:
		*factor = sysconf(_SC_PAGESIZE);
		return "bytes";
	case UNIT_SECTORS:
		*factor = 512;
		return "bytes";
	case UNIT_PERCENT:
		*decimals = 2;
		return "ratio";
	case UNIT_NONE:
	case UNIT_COUNT:
		break;
	}
	return NULL;
}

static bool has_suffix(const char *name, const char *suffix)
{
	size_t length = strlen(name), n = strlen(suffix);

	return length >= n && !strcmp(name + length - n, suffix);
}

/* Remove the last word of a field if it is a unit: its numbers are exported in another one. */
static void cut_unit(char *word)
{
	static const char *const units[] = {
		"nsecs", "usecs", "msecs", "secs", "nsec", "usec", "msec", "sec", "ns", "us", "ms",
		"seconds", "bytes", "pages", "sectors",
	};

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		size_t length = strlen(word), n = strlen(units[i]);

		if (!has_suffix(word, units[i]) || (length > n && word[length - n - 1] != '_'))
			continue;
		word[length > n ? length - n - 1 : 0] = '\0';
		return;
	}
}

/* Check whether samples of two metrics could have the same name. */
static bool names_clash(const char *a, const char *b)
{
	for (size_t i = 0; i < sizeof(sample_suffixes) / sizeof(sample_suffixes[0]); i++) {
		size_t n = strlen(a);

		if (!strncmp(a, b, n) && !strcmp(b + n, sample_suffixes[i]))
			return true;
		n = strlen(b);
		if (!strncmp(a, b, n) && !strcmp(a + n, sample_suffixes[i]))
			return true;
	}
	return false;
}

static bool is_taken(const struct metric_names *names, const char *name)
{
	for (size_t i = 0; i < names->n; i++) {
		if (names_clash(names->names[i], name))
			return true;
	}
	return false;
}

static char *join(const char *prefix, const char *word, unsigned int number, const char *unit)
{
	char digits[16] = "", *name;

	if (number > 1)
		snprintf(digits, sizeof(digits), "_%u", number);
	if (asprintf(&name, "%s%s%s%s%s%s", prefix, *word ? "_" : "", word, digits,
		     unit ? "_" : "", unit ?: "") < 0)
		return NULL;
	return name;
}

static bool remember(struct metric_names *names, const char *name)
{
	char **more = reallocarray(names->names, names->n + 1, sizeof(*more));

	if (!more)
		return false;
	names->names = more;
	more[names->n] = strdup(name);
	if (!more[names->n])
		return false;
	names->n++;
	return true;
}

/**
 * metric_name() - name a metric
 * @names: names of all other metrics; the new name is added
 * @prefix: begin of the name
 * @field: field of the table
 * @unit: unit of the table's numbers
 *
 * Return: the name, "PREFIX_FIELD_UNIT", with a number if another metric has the same; or NULL
 * without memory.
 */
char *metric_name(struct metric_names *names, const char *prefix, const char *field,
		  enum unit unit)
{
	unsigned int factor, decimals, number = 1;
	const char *base = base_unit(unit, &factor, &decimals);
	char *word = metric_word(field), *name;

	if (!word)
		return NULL;
	if (base)
		cut_unit(word);
	name = join(prefix, word, number, base);
	while (name && is_taken(names, name)) {
		free(name);
		name = join(prefix, word, ++number, base);
	}
	free(word);
	if (!name || remember(names, name))
		return name;
	free(name);
	return NULL;
}

/**
 * metric_names_free() - forget all names
 * @names: the names
 */
void metric_names_free(struct metric_names *names)
{
	for (size_t i = 0; i < names->n; i++)
		free(names->names[i]);
	free(names->names);
	*names = (struct metric_names){ 0 };
}
