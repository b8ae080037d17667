// SPDX-License-Identifier: GPL-2.0-only
/*
 * A flame graph as SVG. The width of a frame is the share of the rows that have it at this place;
 * callers are below the functions that they call. Everything can be read without the script, which
 * adds zooming and searching.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "flame_script.h"
#include "stacks.h"
#include "svg.h"

#define WIDTH		1200
#define FRAME_HEIGHT	18

/* Frames with a smaller share of the width are not drawn. */
#define MIN_SHARE	0.001

/* A name needs this width, and some pixels of it are the frame's edges. */
#define MIN_NAME	36
#define NAME_MARGIN	8

/**
 * struct flame - a flame graph under construction
 * @svg: the picture
 * @stacks: the stacks
 * @width: width of all stacks in pixels
 * @bottom: vertical position of the bottom
 * @depth: number of rows that are drawn
 * @kinds: kinds of frames that are drawn
 * @hidden: number of frames that are too narrow
 */
struct flame {
	struct svg *svg;
	const struct stacks *stacks;
	double width;
	double bottom;
	size_t depth;
	bool kinds[N_FRAME_KINDS];
	size_t hidden;
};

/**
 * struct span - stacks that have the same frames up to some depth
 * @first: index of the first stack
 * @end: index behind the last stack
 * @before: sum of the values of all stacks left of them
 * @value: sum of their values
 */
struct span {
	size_t first;
	size_t end;
	double before;
	double value;
};

/* What is drawn of a frame */
typedef void (*frame_visitor)(struct flame *flame, const struct span *span, size_t depth,
			      const struct frame *frame);

static bool same_frame(const struct frame *a, const struct frame *b)
{
	return a->kind == b->kind && !strcmp(a->name, b->name);
}

/* The stacks behind @first with the same frame at @depth. A stack that ends there has no frame. */
static struct span next_span(const struct stacks *stacks, size_t first, size_t end, size_t depth,
			     double before)
{
	const struct frame *frame = stacks->stacks[first].frames + depth;
	struct span span = { first, first, before, 0 };

	for (; span.end < end; span.end++) {
		if (!same_frame(stacks->stacks[span.end].frames + depth, frame))
			break;
		span.value += stacks->stacks[span.end].value;
	}
	return span;
}

static void visit_frames(struct flame *flame, const struct span *parent, size_t depth,
			 frame_visitor visit)
{
	const struct stacks *stacks = flame->stacks;
	double before = parent->before;

	for (size_t i = parent->first; i < parent->end;) {
		struct span span;

		if (stacks->stacks[i].n <= depth) {
			before += stacks->stacks[i++].value;
			continue;
		}
		span = next_span(stacks, i, parent->end, depth, before);
		visit(flame, &span, depth, stacks->stacks[i].frames + depth);
		if (span.value >= MIN_SHARE * stacks->total)
			visit_frames(flame, &span, depth + 1, visit);
		before += span.value;
		i = span.end;
	}
}

static bool is_drawn(const struct flame *flame, const struct span *span)
{
	return span->value >= MIN_SHARE * flame->stacks->total;
}

static void measure_frame(struct flame *flame, const struct span *span, size_t depth,
			  const struct frame *frame)
{
	if (!is_drawn(flame, span)) {
		flame->hidden++;
		return;
	}
	flame->kinds[frame->kind] = true;
	if (depth + 2 > flame->depth)
		flame->depth = depth + 2;
}

/* One of four shades, so that neighbours can be told apart: the same for a name in all pictures. */
static unsigned int shade(const char *name)
{
	unsigned int hash = 2166136261;

	for (; *name; name++)
		hash = (hash ^ (unsigned char)*name) * 16777619;
	return hash >> 13 & 3;
}

static const char *kind_name(enum frame_kind kind)
{
	return kind == FRAME_KERNEL ? "kernel" : kind == FRAME_USER ? "user" : "key";
}

/* A path is too long for a frame, and its end tells most. */
static const char *short_name(const struct frame *frame)
{
	const char *slash = frame->kind == FRAME_USER && *frame->name == '/' ?
			    strrchr(frame->name, '/') : NULL;

	return slash && slash[1] ? slash + 1 : frame->name;
}

static void draw_box(struct flame *flame, const struct span *span, size_t level, const char *name,
		     const char *label, const char *class, const char *kind)
{
	FILE *out = flame->svg->body;
	double x = SVG_MARGIN + span->before / flame->stacks->total * flame->width;
	double width = span->value / flame->stacks->total * flame->width;
	double y = flame->bottom - (level + 1) * FRAME_HEIGHT;
	char number[32];

	fprintf(out, "<g class=\"frame\"><title>");
	svg_escape(out, *name ? name : "(no name)");
	fprintf(out, "%s%s: %s, %.2f %% of all</title>", *kind ? ", " : "", kind,
		format_number(number, sizeof(number), span->value, flame->stacks->unit),
		100 * span->value / flame->stacks->total);
	fprintf(out, "<rect class=\"%s\" x=\"%.2f\" y=\"%.0f\" width=\"%.2f\" height=\"%d\"/>",
		class, x, y, width > 1.4 ? width - 0.6 : width, FRAME_HEIGHT - 1);
	if (width >= MIN_NAME) {
		fprintf(out, "<text class=\"f\" x=\"%.2f\" y=\"%.0f\">", x + 3,
			y + FRAME_HEIGHT - 5);
		svg_shorten(out, SVG_FRAME, width - NAME_MARGIN, label);
		fputs("</text>", out);
	}
	fputs("</g>\n", out);
}

static void draw_frame(struct flame *flame, const struct span *span, size_t depth,
		       const struct frame *frame)
{
	static const char letters[N_FRAME_KINDS] = { 'n', 'u', 'k' };
	char class[8];

	if (!is_drawn(flame, span))
		return;
	snprintf(class, sizeof(class), "%c%u", letters[frame->kind], shade(frame->name));
	draw_box(flame, span, depth + 1, frame->name, short_name(frame), class,
		 kind_name(frame->kind));
}

/* Which colours are there? The script puts its buttons to the right of it. */
static void draw_legend(struct flame *flame)
{
	static const struct {
		enum frame_kind kind;
		const char *class;
		const char *text;
	} entries[] = {
		{ FRAME_KEY, "n0", "key of the histogram" },
		{ FRAME_USER, "u0", "function of a program" },
		{ FRAME_KERNEL, "k0", "function of the kernel" },
	};
	struct svg *svg = flame->svg;
	double x = SVG_MARGIN;

	svg->y += 10;
	for (size_t i = 0; i < sizeof(entries) / sizeof(entries[0]); i++) {
		if (!flame->kinds[entries[i].kind])
			continue;
		fprintf(svg->body,
			"<rect class=\"%s\" x=\"%.0f\" y=\"%.0f\" width=\"14\" height=\"14\"/>\n",
			entries[i].class, x, svg->y - 11);
		svg_text(svg, SVG_DIM, SVG_START, x + 20, svg->y, 190, entries[i].text);
		x += 20 + 190 + 10;
	}
	svg->y += 14;
}

static void draw_notes(struct flame *flame, const struct table *table)
{
	char text[240], number[32];

	snprintf(text, sizeof(text),
		 "Width: %.60s, %s in all. Functions are above their callers. "
		 "From left to right, they are in the order of their names.",
		 flame->stacks->what,
		 format_number(number, sizeof(number), flame->stacks->total, flame->stacks->unit));
	svg_note(flame->svg, text);
	if (flame->hidden) {
		snprintf(text, sizeof(text),
			 "%zu frames with less than 0.1 %% of the width, and those above them, "
			 "are not drawn.", flame->hidden);
		svg_note(flame->svg, text);
	}
	if (flame->stacks->deep) {
		snprintf(text, sizeof(text),
			 "%zu stacks have more than %d frames; the innermost are not drawn.",
			 flame->stacks->deep, MAX_DEPTH);
		svg_note(flame->svg, text);
	}
	if (table->dropped) {
		snprintf(text, sizeof(text), "%s events were dropped and are not in the picture.",
			 format_number(number, sizeof(number), table->dropped, UNIT_COUNT));
		svg_note(flame->svg, text);
	}
	if (table->approximate)
		svg_note(flame->svg,
			 "The numbers are approximate: they are differences of two reads of hist.");
}

/**
 * flame_draw() - draw a flame graph below what the picture has already
 * @svg: the picture
 * @stacks: the stacks
 * @table: their table, for the notes
 */
void flame_draw(struct svg *svg, const struct stacks *stacks, const struct table *table)
{
	struct flame flame = {
		.svg = svg, .stacks = stacks, .width = svg->width - 2 * SVG_MARGIN,
	};
	struct span all = { 0, stacks->n, 0, stacks->total };

	if (!stacks->n) {
		svg_text(svg, SVG_TEXT, SVG_START, SVG_MARGIN, svg->y += 12, svg->width,
			 "No events.");
		return;
	}
	flame.depth = 1;
	visit_frames(&flame, &all, 0, measure_frame);
	draw_legend(&flame);
	svg->y += flame.depth * FRAME_HEIGHT;
	flame.bottom = svg->y;
	fprintf(svg->body, "<g id=\"frames\">\n");
	draw_box(&flame, &all, 0, "all", "all", "n3", "");
	visit_frames(&flame, &all, 0, draw_frame);
	fputs("</g>\n", svg->body);
	svg->y += 4;
	draw_notes(&flame, table);
}

/**
 * write_flame_svg() - draw the total of a recording with stack traces as a flame graph
 * @out: where to write
 * @recording: the recording
 *
 * Return: %STATUS_OK, %STATUS_INPUT if the recording has no stack traces, %STATUS_FAILED if memory
 * is short.
 */
enum status write_flame_svg(FILE *out, const struct recording *recording)
{
	static const struct table none;
	struct table total = {};
	struct stacks stacks;
	struct svg svg;
	enum status status = STATUS_OK;

	if (recording->n_intervals)
		status = recording_total(recording, &total);
	if (status != STATUS_OK)
		return status;
	status = stacks_init(&stacks, recording->n_intervals ? &total : &none, recording);
	if (status == STATUS_OK)
		status = svg_open(&svg, WIDTH);
	if (status == STATUS_OK) {
		svg_header(&svg, recording);
		flame_draw(&svg, &stacks, &total);
		status = svg_close(&svg, out, recording->title ? recording->title : "Flame graph",
				   stacks.n ? flame_script : NULL);
	}
	stacks_free(&stacks);
	table_free(&total);
	return status;
}
