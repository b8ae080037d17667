/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * SVG 1.1 files: a body that grows downwards, and the styles for dark and light screens and for
 * paper. A text is never wider than its place: its width is estimated with the widest usual font,
 * and a text that is too long ends with an ellipsis and has its full form as a tooltip.
 */
#ifndef _OUTPUT_SVG_H
#define _OUTPUT_SVG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "common/buffer.h"
#include "output.h"

/* Distance of all contents from the edges, in pixels */
#define SVG_MARGIN	24

/* Width below which headings would have no room */
#define SVG_MIN_WIDTH	680

/* Colours of counts, from few to many events: the classes c1 to c20 */
#define SVG_LEVELS	20

/**
 * enum svg_style - how a text looks
 * @SVG_TITLE: title of the picture
 * @SVG_HEADING: heading of a part
 * @SVG_TEXT: text
 * @SVG_DIM: text that explains
 * @SVG_LABEL: label of an axis or of a colour
 * @SVG_FRAME: function in a flame graph
 */
enum svg_style {
	SVG_TITLE,
	SVG_HEADING,
	SVG_TEXT,
	SVG_DIM,
	SVG_LABEL,
	SVG_FRAME,
};

/**
 * enum svg_anchor - which part of a text is at its position
 * @SVG_START: its begin
 * @SVG_MIDDLE: its middle
 * @SVG_END: its end
 */
enum svg_anchor {
	SVG_START,
	SVG_MIDDLE,
	SVG_END,
};

/**
 * struct svg - a picture under construction
 * @body: where its elements are written
 * @buffer: memory of @body
 * @width: width of the picture in pixels
 * @y: where the next part begins
 * @failed: an allocation has failed, and a text is missing
 */
struct svg {
	FILE *body;
	struct buffer buffer;
	double width;
	double y;
	bool failed;
};

enum status svg_open(struct svg *svg, double width);
enum status svg_close(struct svg *svg, FILE *out, const char *title, const char *script);
void svg_escape(FILE *out, const char *text);
double svg_text_width(enum svg_style style, const char *text);
void svg_text(struct svg *svg, enum svg_style style, enum svg_anchor anchor, double x, double y,
	      double max_width, const char *text);
void svg_shorten(FILE *out, enum svg_style style, double max_width, const char *text);
void svg_header(struct svg *svg, const struct recording *recording);
void svg_note(struct svg *svg, const char *text);

/* axis.c, heatmap_svg.c, flame_svg.c, series_svg.c, table_svg.c: parts of a picture */
struct heat;
struct stacks;
double heatmap_width(const struct heat *heat);
enum status heatmap_draw(struct svg *svg, const struct heat *heat);
void svg_time_axis(struct svg *svg, double left, double width, double total, bool has_time);
enum status series_draw(struct svg *svg, const struct recording *recording,
			const struct table *total);
enum status table_draw(struct svg *svg, const struct table *table, const struct layout *layout);
void flame_draw(struct svg *svg, const struct stacks *stacks, const struct table *table);

#endif /* _OUTPUT_SVG_H */
