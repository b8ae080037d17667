// SPDX-License-Identifier: GPL-2.0-only
/*
 * A heat map for a terminal: time from left to right, ranges from bottom to top, and a colour or a
 * shade for the number of events.
 */
#include <stdlib.h>
#include <string.h>

#include "common/utf8.h"
#include "heat.h"

/* Columns of a line if the output is no terminal */
#define DEFAULT_WIDTH	80

/* Columns of a label, which format_number() makes, and of the blank behind it */
#define LABEL		10

/* Columns between the begins of two labels of the axis of time */
#define TIME_LABEL	12

/* Columns of the terminal for an interval, if there is room */
#define MAX_CELL	4

/* With title, time axis and legend, the picture fits a terminal of 24 lines. */
#define MAX_ROWS	18

/**
 * struct palette - how a terminal shows counts
 * @marks: text for each level, the first one for no events
 * @levels: number of levels above 0
 * @reset: text at the end of a line
 */
struct palette {
	const char *const *marks;
	unsigned int levels;
	const char *reset;
};

/* The colours of viridis, as near as the 256 colours of terminals come to them */
static const char *const colour_marks[] = {
	"\033[m ", "\033[48;5;53m ", "\033[48;5;54m ", "\033[48;5;60m ", "\033[48;5;24m ",
	"\033[48;5;30m ", "\033[48;5;36m ", "\033[48;5;71m ", "\033[48;5;77m ", "\033[48;5;113m ",
	"\033[48;5;148m ", "\033[48;5;184m ", "\033[48;5;220m ",
};

static const struct palette colour_palette = { colour_marks, 12, "\033[m" };

static const char *const shade_marks[] = { " ", "\u2591", "\u2592", "\u2593", "\u2588" };

static const struct palette shade_palette = { shade_marks, 4, "" };

static const char *const ascii_marks[] = { " ", ".", ":", "-", "=", "+", "*", "#", "%", "@" };

static const struct palette ascii_palette = { ascii_marks, 9, "" };

static void write_row(FILE *out, const struct heat *heat, size_t row, size_t cell,
		      const struct palette *palette)
{
	char number[32];

	fprintf(out, "%*s ", LABEL - 1,
		range_edge(number, sizeof(number), heat->axis.ranges + row, heat->unit));
	for (size_t column = 0; column < heat->n_columns; column++) {
		uint64_t count = heat->counts[column * heat->axis.n + row];

		for (size_t i = 0; i < cell; i++)
			fputs(palette->marks[heat_level(heat, count, palette->levels)], out);
	}
	fprintf(out, "%s\n", palette->reset);
}

/* Labels begin below the interval that begins at their time. */
static void write_time_axis(FILE *out, const struct heat *heat, size_t cell)
{
	size_t distance = (TIME_LABEL + cell - 1) / cell * cell, written = 0;
	double total = heat->ends[heat->n_columns - 1];

	fprintf(out, "%*s", LABEL, "");
	for (size_t x = 0; x < heat->n_columns * cell; x += distance) {
		double begin = heat->begins[x / cell];
		char time[32];

		if (heat->has_time)
			format_time(time, sizeof(time), begin, total < 10 ? 0.01 : 1);
		else
			snprintf(time, sizeof(time), "%.0f", begin);
		if (x && x + strlen(time) > heat->n_columns * cell)
			break;
		fprintf(out, "%*s%s", (int)(x - written), "", time);
		written = x + strlen(time);
	}
	fputc('\n', out);
}

static void write_legend(FILE *out, const struct heat *heat, const struct palette *palette)
{
	char first[32], last[32];

	fprintf(out, "Events: %s ", format_number(first, sizeof(first),
						  heat->logarithmic ? heat->smallest : 1,
						  UNIT_COUNT));
	for (unsigned int level = 1; level <= palette->levels; level++)
		fputs(palette->marks[level], out);
	fprintf(out, "%s %s%s\n", palette->reset,
		format_number(last, sizeof(last), heat->largest, UNIT_COUNT),
		heat->logarithmic ? " (logarithmic)" : "");
}

static void write_notes(FILE *out, const struct heat *heat)
{
	char number[32];

	if (heat->missing)
		fprintf(out, "Not in the picture: %s events\n",
			format_number(number, sizeof(number), heat->missing, UNIT_COUNT));
	if (heat->approximate)
		fputs("Approximate: intervals are differences of two reads of hist.\n", out);
}

/**
 * write_heatmap_text() - draw a heat map for a terminal
 * @out: where to write
 * @recording: the intervals
 * @width: columns of the terminal, 0 if the output is no terminal
 * @colours: use 256 colours
 *
 * Return: %STATUS_OK, %STATUS_INPUT if the recording has no ranges, %STATUS_FAILED if memory is
 * short.
 */
enum status write_heatmap_text(FILE *out, const struct recording *recording, unsigned int width,
			       bool colours)
{
	const struct palette *palette = colours ? &colour_palette :
					locale_is_utf8() ? &shade_palette : &ascii_palette;
	enum status status;
	struct heat heat;
	size_t cell;

	width = width ? width : DEFAULT_WIDTH;
	status = heat_init(&heat, recording, MAX_ROWS,
			   width > LABEL + 1 ? width - LABEL : 1);
	if (status == STATUS_OK) {
		write_display(out, recording->title ? recording->title : "", width);
		fputc('\n', out);
		cell = heat.n_columns && width > LABEL ? (width - LABEL) / heat.n_columns : 1;
		cell = cell > MAX_CELL ? MAX_CELL : cell ? cell : 1;
		for (size_t row = heat.axis.n; row--;)
			write_row(out, &heat, row, cell, palette);
		if (heat.largest) {
			write_time_axis(out, &heat, cell);
			write_legend(out, &heat, palette);
		} else {
			fputs("No events.\n", out);
		}
		write_notes(out, &heat);
	}
	heat_free(&heat);
	return status;
}
