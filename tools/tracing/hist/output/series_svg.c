// SPDX-License-Identifier: GPL-2.0-only
/* Time series as lines in an SVG file. */
#include <math.h>
#include <stdlib.h>

#include "heat.h"
#include "series.h"
#include "svg.h"

#define LEFT		(SVG_MARGIN + 76)
#define RIGHT		(SVG_MARGIN + 24)
#define HEIGHT		240
#define MAX_POINTS	240
#define MAX_STEPS	5

/* Place of a name in the legend */
#define NAME_WIDTH	420
#define NAME_HEIGHT	18

/**
 * struct scale - vertical axis of a picture
 * @top: number at its upper end
 * @step: distance of its ticks
 */
struct scale {
	double top;
	double step;
};

static double plot_width(const struct svg *svg)
{
	return svg->width - LEFT - RIGHT;
}

static void draw_scale(struct svg *svg, const struct series_set *set, const struct scale *scale)
{
	enum unit unit = set->column.unit == UNIT_NONE ? UNIT_COUNT : set->column.unit;

	for (int i = 0; i * scale->step <= scale->top * 1.0001; i++) {
		double y = svg->y + HEIGHT * (1 - i * scale->step / scale->top);
		char number[32];

		fprintf(svg->body, "<path class=\"grid\" d=\"M%d %.1fh%.1f\"/>\n", LEFT, y,
			plot_width(svg));
		svg_text(svg, SVG_LABEL, SVG_END, LEFT - 8, y + 4, LEFT - SVG_MARGIN - 8,
			 format_number(number, sizeof(number), i * scale->step, unit));
	}
}

/* A line ends where the row has no number, and begins again behind it. */
static void draw_line(struct svg *svg, const struct series_set *set, size_t series,
		      const struct scale *scale)
{
	double total = set->ends[set->n_points - 1];
	bool pen_down = false;

	fprintf(svg->body, "<path class=\"line s%zu\"%s d=\"", series,
		series % 2 ? " stroke-dasharray=\"7 3\"" : "");
	for (size_t i = 0; i < set->n_points; i++) {
		double value = set->values[series][i];
		double x = LEFT + (set->begins[i] + set->ends[i]) / 2 / total * plot_width(svg);

		if (!isfinite(value)) {
			pen_down = false;
			continue;
		}
		fprintf(svg->body, "%s%.1f %.1f", pen_down ? "L" : "M", x,
			svg->y + HEIGHT * (1 - fmax(value, 0) / scale->top));
		/* A point without neighbours is a short line. */
		if (!pen_down && (i + 1 == set->n_points || !isfinite(set->values[series][i + 1])))
			fputs("h2", svg->body);
		pen_down = true;
	}
	fputs("\"><title>", svg->body);
	svg_escape(svg->body, set->names[series]);
	fputs("</title></path>\n", svg->body);
}

static void draw_names(struct svg *svg, const struct series_set *set)
{
	size_t columns = plot_width(svg) / NAME_WIDTH;
	double top = svg->y + 24;

	columns = columns ? columns : 1;
	for (size_t i = 0; i < set->n; i++) {
		double x = LEFT + i % columns * NAME_WIDTH;
		double y = top + i / columns * NAME_HEIGHT;

		fprintf(svg->body, "<path class=\"line s%zu\"%s d=\"M%.0f %.0fh24\"/>\n", i,
			i % 2 ? " stroke-dasharray=\"7 3\"" : "", x, y - 4);
		svg_text(svg, SVG_TEXT, SVG_START, x + 32, y, NAME_WIDTH - 48, set->names[i]);
	}
	svg->y = top + (set->n - 1) / columns * NAME_HEIGHT + 10;
}

static void draw_series(struct svg *svg, const struct series_set *set)
{
	struct scale scale;
	char *title;

	scale.step = nice_step(set->largest > 0 ? set->largest : 1, MAX_STEPS);
	scale.top = scale.step * ceil((set->largest > 0 ? set->largest : 1) / scale.step);
	if (asprintf(&title, "%s%s%s", set->column.title, set->per_second ? " per second" : "",
		     set->n == MAX_SERIES ? ", largest rows" : "") < 0) {
		svg->failed = true;
		return;
	}
	svg->y += 14;
	svg_text(svg, SVG_HEADING, SVG_START, SVG_MARGIN, svg->y, svg->width - 2 * SVG_MARGIN,
		 title);
	free(title);
	svg->y += 20;
	fprintf(svg->body,
		"<rect class=\"plot\" x=\"%d\" y=\"%.0f\" width=\"%.0f\" height=\"%d\"/>\n",
		LEFT, svg->y, plot_width(svg), HEIGHT);
	draw_scale(svg, set, &scale);
	for (size_t i = set->n; i--;)
		draw_line(svg, set, i, &scale);
	svg->y += HEIGHT;
	svg_time_axis(svg, LEFT, plot_width(svg), set->ends[set->n_points - 1], set->has_time);
	draw_names(svg, set);
	if (set->joined > 1) {
		char text[80];

		snprintf(text, sizeof(text), "A point is the average of %zu intervals.",
			 set->joined);
		svg_note(svg, text);
	}
}

/**
 * series_draw() - draw time series below what the picture has already
 * @svg: the picture
 * @recording: recording with at least one interval
 * @total: its total
 *
 * Return: %STATUS_OK, or %STATUS_FAILED if memory is short.
 */
enum status series_draw(struct svg *svg, const struct recording *recording,
			const struct table *total)
{
	struct series_set set;
	enum status status = series_init(&set, recording, total, MAX_POINTS);

	if (status == STATUS_OK && set.n)
		draw_series(svg, &set);
	series_free(&set);
	return status;
}
