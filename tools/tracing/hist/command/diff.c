// SPDX-License-Identifier: GPL-2.0-only
/*
 * trace-hist diff: compare two recordings, or two intervals of one.
 *
 * The answer is a table like others, so that it is written as text, CSV or JSON by the same
 * functions: the keys of the row, then what is compared in it.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "command.h"
#include "header.h"
#include "options.h"
#include "recording/compare.h"

/* Differences with at most this probability by chance are significant. */
#define LEVEL		0.05

/* Columns of the answer behind the keys. */
enum {
	COLUMN_NUMBER,
	COLUMN_UNIT,
	COLUMN_A,
	COLUMN_B,
	COLUMN_DIFFERENCE,
	COLUMN_RATIO,
	COLUMN_P,
	COLUMN_TEST,
	N_COLUMNS,
};

static const struct {
	const char *field;
	const char *title;
} answer_columns[N_COLUMNS] = {
	[COLUMN_NUMBER] = { "number", "Number" },
	[COLUMN_UNIT] = { "unit", "Unit" },
	[COLUMN_A] = { "a", "        A" },
	[COLUMN_B] = { "b", "        B" },
	[COLUMN_DIFFERENCE] = { "difference", "    B - A" },
	[COLUMN_RATIO] = { "ratio", "    B / A" },
	[COLUMN_P] = { "p", "      p" },
	[COLUMN_TEST] = { "test", "Test" },
};

static const char * const test_names[] = {
	[TEST_NONE] = "none",
	[TEST_POISSON] = "Poisson",
	[TEST_WELCH] = "Welch",
};

/**
 * struct diff_options - options of the command
 * @output: format and limit
 * @all: print all differences, not only the significant ones
 * @exit_code: end with %STATUS_DIFFERENT if there is a significant difference
 * @intervals: numbers of two intervals, from 1; or 0
 * @paths: recordings
 * @n_paths: number of recordings
 */
struct diff_options {
	struct output_options output;
	bool all;
	bool exit_code;
	unsigned long intervals[2];
	const char *paths[2];
	unsigned int n_paths;
};

/**
 * struct answer - the differences as a table
 * @table: the table; its rows share the keys and texts of the recordings
 * @columns: its columns
 * @recording: the first recording
 * @is_text: the table is printed as text, with rounded numbers
 */
struct answer {
	struct table table;
	struct recipe_column *columns;
	const struct recording *recording;
	bool is_text;
};

enum {
	KEY_ALL = 0x200,
	KEY_EXIT_CODE,
	KEY_INTERVALS,
};

static const struct argp_option option_list[] = {
	{ "all", KEY_ALL, NULL, 0, "print differences that are not significant, too", 0 },
	{ "exit-code", KEY_EXIT_CODE, NULL, 0,
	  "exit with the status 6 if there is a significant difference", 0 },
	{ "intervals", KEY_INTERVALS, "N,M", 0,
	  "compare the intervals N and M, from 1, of one recording", 0 },
	{ 0 }
};

static void parse_intervals(struct argp_state *state, char *arg)
{
	struct diff_options *options = state->input;
	char *comma = strchr(arg, ',');

	if (!comma)
		argp_error(state, "--intervals takes two numbers, as in 3,7");
	*comma = '\0';
	options->intervals[0] = parse_count(state, "--intervals", arg, 1000000000);
	options->intervals[1] = parse_count(state, "--intervals", comma + 1, 1000000000);
}

static void check_arguments(struct argp_state *state)
{
	const struct diff_options *options = state->input;

	if (options->intervals[0] && options->n_paths != 1)
		argp_error(state, "--intervals compares intervals of one recording");
	if (!options->intervals[0] && options->n_paths != 2)
		argp_error(state, "diff compares two recordings, or two --intervals=N,M of one");
	if (options->n_paths == 2 && !strcmp(options->paths[0], "-") &&
	    !strcmp(options->paths[1], "-"))
		argp_error(state, "only one recording can be the standard input");
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct diff_options *options = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &options->output;
		return 0;
	case KEY_ALL:
		options->all = true;
		return 0;
	case KEY_EXIT_CODE:
		options->exit_code = true;
		return 0;
	case KEY_INTERVALS:
		parse_intervals(state, arg);
		return 0;
	case ARGP_KEY_ARG:
		if (options->n_paths == 2)
			argp_error(state, "unexpected argument \"%s\"; diff takes two recordings",
				   arg);
		options->paths[options->n_paths++] = arg;
		return 0;
	case ARGP_KEY_END:
		check_arguments(state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = {
	{ &output_argp, 0, "Output:", 0 },
	{ 0 }
};

static const struct argp diff_argp = {
	option_list, parse_option, "A B\n--intervals=N,M A",
	"Compare the recordings A and B: what changed, by how much, and is it significant?\v"
	"Rates of events are compared by a two-sided Poisson test (a binomial test of the counts, "
	"given their sum and the lengths of the recordings), averages by Welch's two-sided t test. "
	"The probabilities p are corrected for the number of tests by Holm's method. Differences "
	"with a p of at most 0.05 are significant.",
	children, NULL, NULL
};

static enum status no_memory(void)
{
	return report_memory("write the answer");
}

static bool is_significant(const struct difference *difference)
{
	return difference->p <= LEVEL;
}

static const struct recipe_column *find_column(const struct recording *recording, const char *field)
{
	for (size_t i = 0; i < recording->n_columns; i++) {
		if (!strcmp(recording->columns[i].field, field))
			return &recording->columns[i];
	}
	return NULL;
}

/* Make the name of the number that a difference compares, such as "lat.avg" or "lat.dist 4..7". */
static char *number_name(const struct answer *answer, const struct difference *difference)
{
	const struct field *field = &answer->recording->intervals->fields[difference->field];
	char *name;

	if (field->role != FIELD_DISTRIBUTION)
		return strdup(field->name);
	if (asprintf(&name, "%s %" PRId64 "..%" PRId64, field->name, difference->bucket.first,
		     difference->bucket.last) < 0)
		return NULL;
	return name;
}

/* The unit of both numbers: "us", "1/s", "bytes/s". The numbers of a distribution are counts. */
static char *number_unit(const struct answer *answer, const struct difference *difference)
{
	const struct field *field = &answer->recording->intervals->fields[difference->field];
	const struct recipe_column *column = find_column(answer->recording, field->name);
	const char *unit = "";
	char *text;

	if (column && column->unit != UNIT_COUNT && field->role != FIELD_DISTRIBUTION)
		unit = unit_name(column->unit);
	if (!difference->is_rate)
		return strdup(unit);
	return asprintf(&text, "%s/s", *unit ? unit : "1") < 0 ? NULL : text;
}

static bool set_text(struct cell *cell, char *text)
{
	cell->kind = CELL_TEXT;
	cell->text = text;
	return text;
}

static void set_real(struct cell *cell, double number)
{
	cell->kind = isfinite(number) ? CELL_REAL : CELL_MISSING;
	cell->real = number;
}

/* Numbers of a column have different units, so they are texts of the same width. */
static bool set_formatted(struct cell *cell, double number)
{
	char digits[32], padded[48];

	if (fabs(number) >= 1 || number == 0 || isnan(number))
		format_number(digits, sizeof(digits), number, UNIT_COUNT);
	else
		snprintf(digits, sizeof(digits), "%.3g", number);
	snprintf(padded, sizeof(padded), "%9s", digits);
	return set_text(cell, strdup(padded));
}

static bool set_probability(struct cell *cell, double p)
{
	char digits[32], padded[48];

	if (isnan(p))
		snprintf(digits, sizeof(digits), "-");
	else if (p < 1e-99)
		snprintf(digits, sizeof(digits), "< 1e-99");
	else
		snprintf(digits, sizeof(digits), p < 0.0001 ? "%.0e" : "%.4f", p);
	snprintf(padded, sizeof(padded), "%7s", digits);
	return set_text(cell, strdup(padded));
}

static bool set_cells(const struct answer *answer, struct cell *cells,
		      const struct difference *difference)
{
	double numbers[N_COLUMNS] = {
		[COLUMN_A] = difference->a,
		[COLUMN_B] = difference->b,
		[COLUMN_DIFFERENCE] = difference->b - difference->a,
		[COLUMN_RATIO] = difference->a ? difference->b / difference->a : NAN,
	};

	if (!set_text(&cells[COLUMN_NUMBER], number_name(answer, difference)) ||
	    !set_text(&cells[COLUMN_UNIT], number_unit(answer, difference)) ||
	    !set_text(&cells[COLUMN_TEST], strdup(test_names[difference->test])))
		return false;
	for (size_t i = COLUMN_A; i <= COLUMN_RATIO; i++) {
		if (!answer->is_text)
			set_real(&cells[i], numbers[i]);
		else if (!set_formatted(&cells[i], numbers[i]))
			return false;
	}
	if (answer->is_text)
		return set_probability(&cells[COLUMN_P], difference->p);
	set_real(&cells[COLUMN_P], difference->p);
	return true;
}

static bool add_row(struct answer *answer, const struct difference *difference)
{
	struct table *table = &answer->table;
	struct row *row = &table->rows[table->n_rows++];

	row->cells = calloc(table->n_fields, sizeof(*row->cells));
	if (!row->cells)
		return false;
	row->other = difference->row->other;
	memcpy(row->cells, difference->row->cells, table->n_keys * sizeof(*row->cells));
	return set_cells(answer, row->cells + table->n_keys, difference);
}

/* The columns of the keys are those of the recording, with its titles and units. */
static bool make_columns(struct answer *answer)
{
	const struct table *first = answer->recording->intervals;
	size_t n = first->n_keys + N_COLUMNS;

	answer->columns = calloc(n, sizeof(*answer->columns));
	answer->table.fields = calloc(n, sizeof(*answer->table.fields));
	if (!answer->columns || !answer->table.fields)
		return false;
	answer->table.n_fields = n;
	answer->table.n_keys = first->n_keys;
	for (size_t i = 0; i < first->n_keys; i++) {
		const struct recipe_column *column = find_column(answer->recording,
								 first->fields[i].name);

		answer->table.fields[i] = first->fields[i];
		answer->columns[i].field = first->fields[i].name;
		answer->columns[i].title = column ? column->title : first->fields[i].name;
		answer->columns[i].unit = column ? column->unit : UNIT_NONE;
	}
	for (size_t i = 0; i < N_COLUMNS; i++) {
		struct recipe_column *column = &answer->columns[first->n_keys + i];

		answer->table.fields[first->n_keys + i].name = (char *)answer_columns[i].field;
		answer->table.fields[first->n_keys + i].role = FIELD_STATISTIC;
		column->field = (char *)answer_columns[i].field;
		/* The titles are padded like the texts below them. */
		column->title = (char *)answer_columns[i].title;
		column->title += strspn(column->title, answer->is_text ? "" : " ");
	}
	return true;
}

static bool make_answer(struct answer *answer, const struct comparison *comparison, bool all)
{
	answer->table.event = answer->recording->intervals->event;
	answer->table.trigger = answer->recording->intervals->trigger;
	answer->table.rows = calloc(comparison->n + 1, sizeof(*answer->table.rows));
	if (!answer->table.rows || !make_columns(answer))
		return false;
	for (size_t i = 0; i < comparison->n; i++) {
		if ((all || is_significant(&comparison->differences[i])) &&
		    !add_row(answer, &comparison->differences[i]))
			return false;
	}
	return true;
}

static void free_answer(struct answer *answer)
{
	struct table *table = &answer->table;

	for (size_t i = 0; i < table->n_rows; i++) {
		for (size_t j = table->n_keys; table->rows[i].cells && j < table->n_fields; j++)
			free(table->rows[i].cells[j].text);
		free(table->rows[i].cells);
	}
	free(table->rows);
	free(table->fields);
	free(answer->columns);
}

static size_t count_significant(const struct comparison *comparison)
{
	size_t n = 0;

	for (size_t i = 0; i < comparison->n; i++)
		n += is_significant(&comparison->differences[i]);
	return n;
}

static void write_sides_text(const struct recording *recordings[2],
			     const struct diff_options *options)
{
	if (options->intervals[0]) {
		fputs("   ", stdout);
		write_summary_text(stdout, recordings[0]);
		printf("A: interval %lu\nB: interval %lu\n", options->intervals[0],
		       options->intervals[1]);
		return;
	}
	fputs("A: ", stdout);
	write_summary_text(stdout, recordings[0]);
	fputs("B: ", stdout);
	write_summary_text(stdout, recordings[1]);
}

static enum status write_text(const struct answer *answer, const struct comparison *comparison,
			      const struct recording *recordings[2],
			      const struct diff_options *options, const struct layout *layout)
{
	size_t n = count_significant(comparison);
	enum status status;

	write_sides_text(recordings, options);
	printf("\nRates: two-sided Poisson test. Averages: Welch's two-sided t test.\n"
	       "p is corrected for %zu tests by Holm's method. Significant: p of at most %.2f.\n\n",
	       comparison->n_tests, LEVEL);
	if (!answer->table.n_rows) {
		printf("No difference is significant, of %zu\n", comparison->n);
		return STATUS_OK;
	}
	status = write_table_text(stdout, &answer->table, layout);
	printf("%zu of %zu differences %s significant%s\n", n, comparison->n, n == 1 ? "is" : "are",
	       n < comparison->n && !options->all ? "; --all prints the others" : "");
	return status;
}

/* The first line says what was compared, the second one has the table. */
static enum status write_json(const struct answer *answer, const struct comparison *comparison,
			      const struct recording *recordings[2],
			      const struct diff_options *options, const struct layout *layout)
{
	struct json_out out = { .file = stdout };

	printf("{\"version\":%d,\"comparison\":{\"a\":", JSON_VERSION);
	write_header_json(&out, recordings[0]);
	fputs(",\"b\":", stdout);
	write_header_json(&out, recordings[1]);
	if (options->intervals[0])
		printf(",\"compared_intervals\":[%lu,%lu]", options->intervals[0],
		       options->intervals[1]);
	fputs(",\"tests\":{\"rates\":\"two-sided Poisson\",\"averages\":\"two-sided Welch\","
	      "\"correction\":\"Holm\",\"level\":0.05", stdout);
	printf(",\"count\":%zu},\"differences\":%zu,\"significant\":%zu}}\n", comparison->n_tests,
	       comparison->n, count_significant(comparison));
	if (out.failed)
		return no_memory();
	return write_table_json(stdout, &answer->table, layout);
}

static enum status write_comparison(const struct comparison *comparison,
				    const struct recording *recordings[2],
				    const struct diff_options *options)
{
	struct answer answer = {
		.recording = recordings[0],
		.is_text = options->output.format == FORMAT_TEXT,
	};
	struct layout layout;
	enum status status;

	options_layout(&layout, &options->output, NULL);
	if (!make_answer(&answer, comparison, options->all)) {
		free_answer(&answer);
		return no_memory();
	}
	layout.columns = answer.columns;
	layout.n_columns = answer.table.n_fields;
	layout.is_derived = true;
	/* A key can have the name of a column of the answer. */
	layout.in_order = true;
	if (options->output.format == FORMAT_JSON)
		status = write_json(&answer, comparison, recordings, options, &layout);
	else if (options->output.format == FORMAT_CSV)
		status = write_table_csv(stdout, &answer.table, &layout);
	else
		status = write_text(&answer, comparison, recordings, options, &layout);
	free_answer(&answer);
	return status ? status : answer_flush();
}

/* No format of the answer says that the compared intervals are approximate or incomplete. */
static void warn_of_intervals(const struct side sides[2])
{
	unsigned int given = 0;

	for (unsigned int i = 0; i < 2; i++) {
		for (size_t k = 0; k < sides[i].n; k++)
			table_warnings(&sides[i].tables[k], &given);
	}
}

/* A difference can come from events that one side, 0 or 1, has lost. */
static void warn_of_drops(const struct side *sides, unsigned int i,
			  const struct diff_options *options)
{
	unsigned long long dropped = 0;

	for (size_t k = 0; k < sides[i].n; k++)
		dropped += sides[i].tables[k].dropped;
	if (dropped && options->intervals[i])
		report_warning("interval %lu of %s: %llu events were dropped, which can cause "
			       "differences", options->intervals[i], options->paths[0], dropped);
	else if (dropped)
		report_warning("%s: %llu events were dropped, which can cause differences",
			       options->paths[i], dropped);
}

static enum status select_sides(struct side sides[2], const struct recording *recordings[2],
				const struct diff_options *options)
{
	for (unsigned int i = 0; i < 2; i++) {
		sides[i].tables = recordings[i]->intervals;
		sides[i].n = recordings[i]->n_intervals;
		if (!options->intervals[0])
			continue;
		if (options->intervals[i] > sides[i].n) {
			report_error("the recording has no interval %lu; its last one is %zu",
				     options->intervals[i], sides[i].n);
			return STATUS_USAGE;
		}
		sides[i].tables += options->intervals[i] - 1;
		sides[i].n = 1;
	}
	return STATUS_OK;
}

static enum status diff(const struct recording *recordings[2], const struct diff_options *options)
{
	struct comparison comparison = { 0 };
	struct side sides[2];
	enum status status;

	status = select_sides(sides, recordings, options);
	if (status)
		return status;
	if (strcmp(recordings[0]->recipe, recordings[1]->recipe))
		report_warning("the recordings are of different recipes");
	warn_of_drops(sides, 0, options);
	if (sides[1].tables != sides[0].tables)
		warn_of_drops(sides, 1, options);
	warn_of_intervals(sides);
	status = compare(&comparison, &sides[0], &sides[1]);
	if (!status)
		status = write_comparison(&comparison, recordings, options);
	if (!status && options->exit_code && count_significant(&comparison))
		status = STATUS_DIFFERENT;
	comparison_free(&comparison);
	return status;
}

/**
 * command_diff() - compare two recordings or intervals
 * @argc: number of arguments
 * @argv: arguments
 *
 * Return: the exit status.
 */
int command_diff(int argc, char **argv)
{
	struct diff_options options = { 0 };
	struct recording recordings[2] = { 0 };
	const struct recording *sides[2];
	enum status status;

	status = options_parse(&diff_argp, argc, argv, &options);
	for (unsigned int i = 0; i < options.n_paths && !status; i++)
		status = recording_read(&recordings[i], options.paths[i]);
	if (!status) {
		sides[0] = &recordings[0];
		sides[1] = &recordings[options.n_paths - 1];
		status = diff(sides, &options);
	}
	recording_free(&recordings[0]);
	recording_free(&recordings[1]);
	return status;
}
