// SPDX-License-Identifier: GPL-2.0-only
/* The axis of time of SVG files. */
#include <math.h>

#include "heat.h"
#include "svg.h"

/* Distance of the labels */
#define TIME_DISTANCE	76

/**
 * svg_time_axis() - draw an axis of time below a picture
 * @svg: the picture; its @y is that of the axis, and then that of the axis's title
 * @left: begin of the axis
 * @width: its length in pixels
 * @total: its length in seconds, or in intervals
 * @has_time: @total is in seconds
 */
void svg_time_axis(struct svg *svg, double left, double width, double total, bool has_time)
{
	unsigned int max_steps = fmax(1, width / TIME_DISTANCE);
	double step = has_time ? nice_time_step(total, max_steps) :
		      fmax(1, nice_step(total, max_steps));

	for (unsigned int i = 0; i <= max_steps && i * step <= total * 1.0001; i++) {
		double x = left + round(i * step / total * width);
		char time[32];

		if (has_time)
			format_time(time, sizeof(time), i * step, step);
		else
			snprintf(time, sizeof(time), "%.0f", i * step);
		fprintf(svg->body, "<path class=\"axis\" d=\"M%.1f %.1fv5\"/>\n", x, svg->y);
		svg_text(svg, SVG_LABEL, SVG_MIDDLE, x, svg->y + 18, TIME_DISTANCE - 4, time);
	}
	svg->y += 36;
	svg_text(svg, SVG_DIM, SVG_START, left, svg->y, svg->width - left - SVG_MARGIN,
		 has_time ? "Time since the begin of the recording" : "Interval");
}
