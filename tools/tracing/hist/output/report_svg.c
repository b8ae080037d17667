// SPDX-License-Identifier: GPL-2.0-only
/*
 * The report of a recording as SVG: a picture and the table of its total. The picture is a flame
 * graph if the recipe has one, a heat map if the recording has ranges, and otherwise time series of
 * the largest rows.
 */
#include <stdlib.h>

#include "columns.h"
#include "heat.h"
#include "stacks.h"
#include "svg.h"

#define WIDTH		1000
#define FLAME_WIDTH	1200
#define MAX_RANGES	60
#define MAX_COLUMNS	1000
#define MAX_ROWS	20

static bool has_stacks(const struct recording *recording)
{
	return recording->picture == PICTURE_FLAME;
}

static enum status draw_flame(struct svg *svg, const struct recording *recording,
			      const struct table *total)
{
	struct stacks stacks;
	enum status status = stacks_init(&stacks, total, recording);

	if (status == STATUS_OK)
		flame_draw(svg, &stacks, total);
	stacks_free(&stacks);
	return status;
}

static enum status draw_parts(struct svg *svg, const struct recording *recording,
			      const struct heat *heat, const struct table *total)
{
	const struct layout layout = {
		.columns = recording->columns, .n_columns = recording->n_columns,
		.sort = recording->sort, .limit = MAX_ROWS,
	};
	enum status status = STATUS_OK;

	svg_header(svg, recording);
	if (!total->n_rows) {
		svg_text(svg, SVG_TEXT, SVG_START, SVG_MARGIN, svg->y += 12, svg->width,
			 "No events.");
		return STATUS_OK;
	}
	if (heat)
		status = heatmap_draw(svg, heat);
	else if (has_stacks(recording))
		status = draw_flame(svg, recording, total);
	else if (recording->n_intervals > 1)
		status = series_draw(svg, recording, total);
	return status == STATUS_OK ? table_draw(svg, total, &layout) : status;
}

static enum status write_report(FILE *out, const struct recording *recording,
				const struct heat *heat, const struct table *total)
{
	double width = has_stacks(recording) ? FLAME_WIDTH : WIDTH;
	struct svg svg;
	enum status status, drawn;

	if (heat && heatmap_width(heat) > width)
		width = heatmap_width(heat);
	status = svg_open(&svg, width);
	if (status != STATUS_OK)
		return status;
	drawn = draw_parts(&svg, recording, heat, total);
	status = svg_close(&svg, out, recording->title ? recording->title : "Report", NULL);
	return drawn == STATUS_OK ? status : drawn;
}

/**
 * write_report_svg() - draw the report of a recording as SVG
 * @out: where to write
 * @recording: the recording
 *
 * Return: %STATUS_OK, %STATUS_INPUT if the recording cannot be drawn, %STATUS_FAILED if memory is
 * short.
 */
enum status write_report_svg(FILE *out, const struct recording *recording)
{
	bool has_axis = !has_stacks(recording) && recording_has_axis(recording);
	enum status status = STATUS_OK;
	struct table total = {};
	struct heat heat = {};

	if (recording->n_intervals || recording->total)
		status = recording_total(recording, &total);
	if (status != STATUS_OK)
		return status;
	if (has_axis)
		status = heat_init(&heat, recording, MAX_RANGES, MAX_COLUMNS);
	if (status == STATUS_OK)
		status = write_report(out, recording, has_axis ? &heat : NULL, &total);
	heat_free(&heat);
	table_free(&total);
	return status;
}
