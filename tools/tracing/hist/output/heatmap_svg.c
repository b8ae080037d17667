// SPDX-License-Identifier: GPL-2.0-only
/* A heat map as SVG: time from left to right, ranges from bottom to top, counts as colours. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "heat.h"
#include "svg.h"

#define MAX_RANGES	60
#define MAX_COLUMNS	1000

/* Room for the labels of the ranges, and right of the picture for half of the last time */
#define LEFT		(SVG_MARGIN + 76)
#define RIGHT		(SVG_MARGIN + 24)

/* Distance of the labels of ranges */
#define RANGE_DISTANCE	16

/* Width of a colour in the legend */
#define SWATCH		18
#define LEGEND		(SVG_LEVELS * SWATCH)

/* Distance of the labels of the legend */
#define LABEL_DISTANCE	70

/* A column is wide enough to see, and a few columns are not wider than they are high. */
static double column_width(size_t n)
{
	double width = floor(960.0 / (n ? n : 1));

	if (width > 48)
		return 48;
	if (width >= 2)
		return width;
	return n <= 600 ? 2 : 1;
}

static double plot_width(const struct heat *heat)
{
	return column_width(heat->n_columns) * heat->n_columns;
}

/**
 * heatmap_width() - compute the width of a heat map
 * @heat: the heat map
 *
 * Return: the width in pixels, with labels.
 */
double heatmap_width(const struct heat *heat)
{
	return LEFT + plot_width(heat) + RIGHT;
}

static double row_height(const struct heat *heat)
{
	double height = floor(420.0 / (heat->axis.n ? heat->axis.n : 1));

	return height > 24 ? 24 : height < 8 ? 8 : height;
}

static double total_time(const struct heat *heat)
{
	return heat->ends[heat->n_columns - 1];
}

static double time_x(const struct heat *heat, double time)
{
	return LEFT + round(time / total_time(heat) * plot_width(heat));
}

static const char *column_time(const struct heat *heat, double time, char *buf, size_t size)
{
	if (heat->has_time)
		snprintf(buf, size, "%.1f s", time);
	else
		snprintf(buf, size, "%.0f", time);
	return buf;
}

static void draw_cell(struct svg *svg, const struct heat *heat, size_t column, size_t row,
		      const char *label)
{
	uint64_t count = heat->counts[column * heat->axis.n + row];
	double x = time_x(heat, heat->begins[column]);
	double width = time_x(heat, heat->ends[column]) - x;
	double height = row_height(heat);
	char begin[64], end[64];

	if (!count)
		return;
	fprintf(svg->body,
		"<rect class=\"c%u\" x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\">",
		heat_level(heat, count, SVG_LEVELS), x,
		svg->y + (heat->axis.n - 1 - row) * height, width < 1 ? 1 : width, height);
	fprintf(svg->body, "<title>%s: %" PRIu64 " event%s, %s%s to %s</title></rect>\n", label,
		count, count == 1 ? "" : "s", heat->has_time ? "" : "interval ",
		column_time(heat, heat->begins[column], begin, sizeof(begin)),
		column_time(heat, heat->ends[column], end, sizeof(end)));
}

static bool draw_cells(struct svg *svg, const struct heat *heat)
{
	for (size_t row = 0; row < heat->axis.n; row++) {
		char *label = range_label(heat->axis.ranges + row, heat->unit);

		if (!label)
			return false;
		for (size_t column = 0; column < heat->n_columns; column++)
			draw_cell(svg, heat, column, row, label);
		free(label);
	}
	return true;
}

/* Labels are at the edges between ranges: each is the smallest number of the range above it. */
static void draw_range_axis(struct svg *svg, const struct heat *heat)
{
	double height = row_height(heat), bottom = svg->y + heat->axis.n * height;
	size_t step = ceil(RANGE_DISTANCE / height);

	for (size_t row = 0; row < heat->axis.n; row += step) {
		const struct range *range = heat->axis.ranges + row;
		double y = bottom - row * height;
		char number[32];

		fprintf(svg->body, "<path class=\"axis\" d=\"M%d %.1fh5\"/>\n", LEFT - 5, y);
		svg_text(svg, SVG_LABEL, SVG_END, LEFT - 8, y + 4, LEFT - SVG_MARGIN - 8,
			 range_edge(number, sizeof(number), range, heat->unit));
	}
}

/* A label at a share of the legend's width. */
static void draw_legend_label(struct svg *svg, double share, double count)
{
	char number[32];

	svg_text(svg, SVG_LABEL, SVG_MIDDLE, LEFT + share * LEGEND, svg->y + 26, LABEL_DISTANCE - 4,
		 format_number(number, sizeof(number), count, UNIT_COUNT));
}

/* The ends have their exact counts. Between them, there are powers of ten where there is room. */
static void draw_decades(struct svg *svg, const struct heat *heat)
{
	double range = log((double)heat->largest / heat->smallest), last = 0;

	draw_legend_label(svg, 0, heat->smallest);
	for (double count = 10; count < heat->largest; count *= 10) {
		double share = log(count / heat->smallest) / range;

		if ((share - last) * LEGEND < LABEL_DISTANCE ||
		    (1 - share) * LEGEND < LABEL_DISTANCE)
			continue;
		draw_legend_label(svg, share, count);
		last = share;
	}
	draw_legend_label(svg, 1, heat->largest);
}

static void draw_counts(struct svg *svg, const struct heat *heat)
{
	double step = fmax(1, nice_step(heat->largest, 4));

	for (double count = 0; count < heat->largest; count += step) {
		double share = count / heat->largest;

		if ((1 - share) * LEGEND >= LABEL_DISTANCE)
			draw_legend_label(svg, share, count);
	}
	draw_legend_label(svg, 1, heat->largest);
}

/* The colours from left to right, with the counts at some of their edges. */
static void draw_legend(struct svg *svg, const struct heat *heat)
{
	svg->y += 30;
	svg_text(svg, SVG_DIM, SVG_START, LEFT, svg->y, svg->width - LEFT - SVG_MARGIN,
		 heat->logarithmic ? "Events in a cell, on a logarithmic scale" :
				     "Events in a cell");
	svg->y += 9;
	for (int level = 0; level < SVG_LEVELS; level++)
		fprintf(svg->body,
			"<rect class=\"c%d\" x=\"%d\" y=\"%.0f\" width=\"%d\" height=\"12\"/>\n",
			level + 1, LEFT + level * SWATCH, svg->y, SWATCH);
	if (heat->logarithmic)
		draw_decades(svg, heat);
	else
		draw_counts(svg, heat);
	svg->y += 30;
}

static void draw_notes(struct svg *svg, const struct heat *heat)
{
	char number[32], text[160];

	if (heat->joined > 1) {
		snprintf(text, sizeof(text), "A column has %zu intervals.", heat->joined);
		svg_note(svg, text);
	}
	if (heat->missing) {
		snprintf(text, sizeof(text),
			 "%s events are not in the picture: they were dropped or have no range.",
			 format_number(number, sizeof(number), heat->missing, UNIT_COUNT));
		svg_note(svg, text);
	}
	if (heat->approximate)
		svg_note(svg,
			 "Intervals are approximate: they are differences of two reads of hist.");
}

/**
 * heatmap_draw() - draw a heat map below what the picture has already
 * @svg: the picture
 * @heat: the heat map
 *
 * Return: %STATUS_OK, or %STATUS_FAILED if memory is short.
 */
enum status heatmap_draw(struct svg *svg, const struct heat *heat)
{
	double height = row_height(heat) * heat->axis.n;

	svg->y += 12;
	if (!heat->largest) {
		svg_text(svg, SVG_TEXT, SVG_START, SVG_MARGIN, svg->y, svg->width, "No events.");
		draw_notes(svg, heat);
		return STATUS_OK;
	}
	svg_text(svg, SVG_DIM, SVG_START, SVG_MARGIN, svg->y, svg->width - 2 * SVG_MARGIN,
		 heat->title);
	svg->y += 14;
	fputs("<g shape-rendering=\"crispEdges\">\n", svg->body);
	fprintf(svg->body,
		"<rect class=\"plot\" x=\"%d\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\"/>\n",
		LEFT, svg->y, plot_width(heat), height);
	if (!draw_cells(svg, heat))
		return out_of_memory();
	draw_range_axis(svg, heat);
	svg->y += height;
	fputs("</g>\n", svg->body);
	svg_time_axis(svg, LEFT, plot_width(heat), total_time(heat), heat->has_time);
	draw_legend(svg, heat);
	draw_notes(svg, heat);
	return STATUS_OK;
}

/**
 * write_heatmap_svg() - draw the heat map of a recording as SVG
 * @out: where to write
 * @recording: the recording
 *
 * Return: %STATUS_OK, %STATUS_INPUT if the recording has no ranges, %STATUS_FAILED if memory is
 * short.
 */
enum status write_heatmap_svg(FILE *out, const struct recording *recording)
{
	struct heat heat;
	struct svg svg;
	enum status status = heat_init(&heat, recording, MAX_RANGES, MAX_COLUMNS);

	if (status == STATUS_OK)
		status = svg_open(&svg, heatmap_width(&heat));
	if (status == STATUS_OK) {
		enum status drawn;

		svg_header(&svg, recording);
		drawn = heatmap_draw(&svg, &heat);
		status = svg_close(&svg, out, recording->title ? recording->title : "Heat map",
				   NULL);
		status = status == STATUS_OK ? drawn : status;
	}
	heat_free(&heat);
	return status;
}
