// SPDX-License-Identifier: GPL-2.0-only
/*
 * Fuzz target: metrics of hostile tables. The input is a text of hist. What is written must be
 * printable UTF-8 in which no sample occurs twice, and buckets must not decrease.
 */
#include "fuzz.h"

#include "common/utf8.h"
#include "metrics_text.h"

static const struct recipe_column columns[] = {
	{ "common_comm", "Task", UNIT_NONE, false },
	{ "hitcount", "Events", UNIT_COUNT, false },
	{ "count.dist", "Distribution", UNIT_NS, false },
	{ "mask", "Mask", UNIT_PAGES, false },
	{ "bytes_req", "Bytes", UNIT_PERCENT, false },
};

static void check_characters(const char *text)
{
	uint32_t character;

	while ((character = utf8_next(&text)))
		CHECK(character == '\n' || utf8_is_safe(character));
}

/* Compare lines without the numbers of samples, which begin after the last space. */
static int compare_samples(const void *a, const void *b)
{
	const char *first = *(char *const *)a, *second = *(char *const *)b;
	size_t n = strrchr(first, ' ') - first, m = strrchr(second, ' ') - second;
	int order = memcmp(first, second, n < m ? n : m);

	return order ? order : (n > m) - (n < m);
}

/* The value of a label can have the text "_bucket{", too. */
static bool is_bucket(const char *line)
{
	static const char suffix[] = "_bucket";
	size_t name = strcspn(line, "{ "), n = sizeof(suffix) - 1;

	return line[name] == '{' && name > n && !memcmp(line + name - n, suffix, n);
}

static uint64_t bucket_count(const char *line)
{
	return is_bucket(line) ? strtoull(strrchr(line, ' ') + 1, NULL, 10) : 0;
}

/* Check lines: within a label set, buckets follow each other up to that of +Inf. */
static void check_lines(char *text)
{
	char **lines = calloc(strlen(text) + 1, sizeof(*lines));
	uint64_t last = 0;
	size_t n = 0;

	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
		if (!strncmp(line, "# ", 2))
			continue;
		CHECK(strrchr(line, ' '));
		CHECK(bucket_count(line) >= last || !is_bucket(line));
		last = strstr(line, "le=\"+Inf\"}") ? 0 : bucket_count(line);
		lines[n++] = line;
	}
	qsort(lines, n, sizeof(*lines), compare_samples);
	for (size_t i = 1; i < n; i++)
		CHECK(compare_samples(&lines[i - 1], &lines[i]));
	free(lines);
}

static void check_metrics(const struct metrics *metrics)
{
	for (int format = 0; format < N_EXPOSITIONS; format++) {
		char *text = metrics_text(metrics, format);

		check_characters(text);
		check_lines(text);
		free(text);
	}
}

static void check_table(const struct table *table, const struct metrics_options *options)
{
	struct metric_names names = {};
	struct metrics metrics;

	CHECK(!metrics_init(&metrics, table, options, &names));
	CHECK(metrics_match(&metrics, table));
	CHECK(!metrics_add(&metrics, table));
	CHECK(!metrics_add(&metrics, table));
	check_metrics(&metrics);
	metrics_free(&metrics);
	metric_names_free(&names);
}

int fuzz_one(const u8 *data, size_t size)
{
	struct metrics_options options = { .prefix = "trace_hist_x", .title = "Title" };
	struct parse_error error;
	struct tables tables;
	char *text = malloc(size + 1);

	memcpy(text, data, size);
	text[size] = '\0';
	if (!tables_read(&tables, text, size, &error)) {
		for (size_t i = 0; i < tables.n; i++) {
			options.n_columns = 0;
			check_table(&tables.tables[i], &options);
			options.columns = columns;
			options.n_columns = sizeof(columns) / sizeof(columns[0]);
			check_table(&tables.tables[i], &options);
		}
		tables_free(&tables);
	}
	free(text);
	return 0;
}
