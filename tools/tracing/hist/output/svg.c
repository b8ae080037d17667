// SPDX-License-Identifier: GPL-2.0-only
/* The frame, the styles and the texts of SVG files. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "columns.h"
#include "common/utf8.h"
#include "svg.h"

/*
 * Widths of the characters from U+0020 to U+007E in hundredths of an em, rounded up, in the widest
 * usual font, DejaVu Sans Bold.
 */
static const unsigned char advances[] = {
	35, 46, 53, 84, 70, 101, 88, 31, 46, 46, 53, 84, 38, 42, 38, 37, 70, 70, 70, 70, 70, 70, 70,
	70, 70, 70, 40, 40, 84, 84, 84, 58, 100, 78, 77, 74, 83, 69, 69, 83, 84, 38, 38, 78, 64,
	100, 84, 85, 74, 85, 77, 72, 69, 82, 78, 111, 78, 73, 73, 46, 37, 46, 84, 50, 50, 68, 72,
	60, 72, 68, 44, 72, 72, 35, 35, 67, 35, 105, 72, 69, 72, 72, 50, 60, 48, 72, 66, 93, 65, 66,
	59, 72, 37, 72, 84,
};

/* Between parts of a line */
#define DOT		" \u00b7 "

/* Widths in em of characters of fixed width, and of those beyond ASCII */
#define FIXED_ADVANCE	0.61
#define OTHER_ADVANCE	1.3

static const struct {
	const char *name;
	double size;
} styles[] = {
	[SVG_TITLE] = { "t", 20 },
	[SVG_HEADING] = { "h", 14 },
	[SVG_TEXT] = { "x", 12 },
	[SVG_DIM] = { "d", 12 },
	[SVG_LABEL] = { "l", 11 },
	[SVG_FRAME] = { "f", 11 },
};

static const char style_sheet[] =
	"text{font:12px \"Helvetica Neue\",Arial,\"Liberation Sans\",\"DejaVu Sans\",sans-serif;"
	"fill:#1b1f24;font-variant-numeric:tabular-nums}\n"
	".t{font-size:20px;font-weight:bold}\n"
	".h{font-size:14px;font-weight:bold}\n"
	".d,.l{fill:#57606a}\n"
	".l{font-size:11px}\n"
	"text.f{font:11px \"DejaVu Sans Mono\",Menlo,Consolas,monospace;fill:#14171a;"
	"pointer-events:none}\n"
	".bg{fill:#ffffff}\n"
	".plot{fill:#f0f2f4}\n"
	".grid{stroke:#d0d7de;stroke-width:1}\n"
	".axis{stroke:#57606a;stroke-width:1}\n"
	".line{fill:none;stroke-width:1.6;stroke-linejoin:round}\n"
	".k0{fill:#f0b04a}.k1{fill:#f3bd68}.k2{fill:#eca63a}.k3{fill:#f6c97f}\n"
	".u0{fill:#7cc0ea}.u1{fill:#93cbee}.u2{fill:#6ab4e2}.u3{fill:#a8d5f1}\n"
	".n0{fill:#c3c9d0}.n1{fill:#cfd4da}.n2{fill:#b9c0c8}.n3{fill:#d8dce1}\n"
	".m{fill:#e07bd0}\n"
	".s0{stroke:#0072b2}.s1{stroke:#d55e00}.s2{stroke:#009e73}.s3{stroke:#cc79a7}\n"
	".s4{stroke:#56b4e9}.s5{stroke:#b58900}.s6{stroke:#1b1f24}.s7{stroke:#8c6bb1}\n"
	".button{cursor:pointer;text-decoration:underline}\n";

static const char dark_style_sheet[] =
	"@media screen and (prefers-color-scheme:dark){\n"
	"text{fill:#e6edf3}.d,.l{fill:#9da7b1}\n"
	".bg{fill:#15181c}.plot{fill:#22262b}.grid{stroke:#3a4048}.axis{stroke:#9da7b1}\n"
	".s0{stroke:#3b8fd6}.s1{stroke:#f08a3c}.s2{stroke:#2fc79b}.s4{stroke:#9ad8ff}\n"
	".s5{stroke:#e6c229}.s6{stroke:#e6edf3}.s7{stroke:#b79ad6}\n";

/* Viridis, from dark to bright */
static const char *const viridis[SVG_LEVELS] = {
	"440154", "481567", "482677", "453781", "404788", "39568c", "33638d", "2d708e", "287d8e",
	"238a8d", "1f968b", "20a387", "29af7f", "3cbb75", "55c667", "73d055", "95d840", "b8de29",
	"dce319", "fde725",
};

/**
 * svg_open() - begin a picture
 * @svg: the picture
 * @width: its width in pixels
 *
 * Return: %STATUS_OK, or %STATUS_FAILED if memory is short.
 */
enum status svg_open(struct svg *svg, double width)
{
	*svg = (struct svg) { .width = width < SVG_MIN_WIDTH ? SVG_MIN_WIDTH : width,
			      .y = SVG_MARGIN };
	svg->body = buffer_open(&svg->buffer);
	return svg->body ? STATUS_OK : out_of_memory();
}

/* Many events stand out: they are dark on paper, and bright on a dark screen. */
static void write_colours(FILE *out, bool dark)
{
	for (int i = 0; i < SVG_LEVELS; i++)
		fprintf(out, ".c%d{fill:#%s}%s", i + 1, viridis[dark ? i : SVG_LEVELS - 1 - i],
			i % 5 == 4 ? "\n" : "");
}

static void write_style(FILE *out, bool portrait)
{
	fputs("<style type=\"text/css\">\n", out);
	fputs(style_sheet, out);
	write_colours(out, false);
	fputs(dark_style_sheet, out);
	write_colours(out, true);
	/* On paper, the picture fills one page. */
	fprintf(out, "}\n@page{size:%s;margin:1cm}\n"
		"@media print{svg{width:100%%;height:100%%}.button{display:none}}\n</style>\n",
		portrait ? "portrait" : "landscape");
}

/**
 * svg_close() - write a picture, and free its memory
 * @svg: the picture; the height of the file is its @y
 * @out: where to write
 * @title: title of the document
 * @script: script, or NULL; it must not contain "]]>"
 *
 * Return: %STATUS_OK, or %STATUS_FAILED if memory is short.
 */
enum status svg_close(struct svg *svg, FILE *out, const char *title, const char *script)
{
	double height = ceil(svg->y + SVG_MARGIN);

	if (!buffer_close(&svg->buffer, svg->body) || svg->failed) {
		free(svg->buffer.text);
		return out_of_memory();
	}
	fprintf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
		"<svg version=\"1.1\" xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" "
		"height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\">\n<title>",
		svg->width, height, svg->width, height);
	svg_escape(out, title);
	fputs("</title>\n", out);
	write_style(out, height > svg->width);
	fprintf(out, "<rect class=\"bg\" width=\"%.0f\" height=\"%.0f\"/>\n", svg->width, height);
	fwrite(svg->buffer.text, 1, svg->buffer.size, out);
	if (script)
		fprintf(out, "<script type=\"text/ecmascript\"><![CDATA[\n%s]]></script>\n",
			script);
	fputs("</svg>\n", out);
	free(svg->buffer.text);
	return STATUS_OK;
}

/* Write a character as XML may have it. Return its width in em. */
static double escape_character(FILE *out, const char *from, size_t n, uint32_t character,
			       bool fixed)
{
	if (!utf8_is_safe(character)) {
		if (out)
			write_hex(out, from, n);
		return n * 4 * (fixed ? FIXED_ADVANCE : 0.72);
	}
	if (out && character == '<')
		fputs("&lt;", out);
	else if (out && character == '>')
		fputs("&gt;", out);
	else if (out && character == '&')
		fputs("&amp;", out);
	else if (out && character == '"')
		fputs("&quot;", out);
	else if (out)
		fwrite(from, 1, n, out);
	if (character >= 0x7f)
		return OTHER_ADVANCE;
	return fixed ? FIXED_ADVANCE : advances[character - ' '] / 100.0;
}

/**
 * svg_escape() - write a text as part of an element or of an attribute
 * @out: where to write
 * @text: the text
 */
void svg_escape(FILE *out, const char *text)
{
	const char *from = text;
	uint32_t character;

	while ((character = utf8_next(&text))) {
		escape_character(out, from, text - from, character, false);
		from = text;
	}
}

/**
 * svg_text_width() - estimate the width of a text
 * @style: its style
 * @text: the text
 *
 * Return: a width in pixels that no usual font exceeds.
 */
double svg_text_width(enum svg_style style, const char *text)
{
	const char *from = text;
	uint32_t character;
	double width = 0;

	while ((character = utf8_next(&text))) {
		width += escape_character(NULL, from, text - from, character, style == SVG_FRAME);
		from = text;
	}
	return width * styles[style].size;
}

/**
 * svg_shorten() - write as much of a text as fits
 * @out: where to write
 * @style: style of the text
 * @max_width: width of its place in pixels
 * @text: the text; if it does not fit, an ellipsis ends it
 */
void svg_shorten(FILE *out, enum svg_style style, double max_width, const char *text)
{
	bool fixed = style == SVG_FRAME;
	double width = 0, em = styles[style].size;
	double room = max_width - (fixed ? FIXED_ADVANCE : OTHER_ADVANCE) * em;
	const char *from = text;
	uint32_t character;

	if (svg_text_width(style, text) <= max_width) {
		svg_escape(out, text);
		return;
	}
	while ((character = utf8_next(&text))) {
		width += em * escape_character(NULL, from, text - from, character, fixed);
		if (width > room)
			break;
		escape_character(out, from, text - from, character, fixed);
		from = text;
	}
	fputs("\u2026", out);
}

/**
 * svg_text() - write a text
 * @svg: the picture
 * @style: style of the text
 * @anchor: which part of it is at @x
 * @x: horizontal position
 * @y: vertical position of the base line
 * @max_width: width of its place in pixels
 * @text: the text
 */
void svg_text(struct svg *svg, enum svg_style style, enum svg_anchor anchor, double x, double y,
	      double max_width, const char *text)
{
	static const char *const anchors[] = {
		[SVG_START] = "",
		[SVG_MIDDLE] = " text-anchor=\"middle\"",
		[SVG_END] = " text-anchor=\"end\"",
	};

	fprintf(svg->body, "<text class=\"%s\" x=\"%.5g\" y=\"%.7g\"%s>", styles[style].name, x, y,
		anchors[anchor]);
	svg_shorten(svg->body, style, max_width, text);
	if (svg_text_width(style, text) > max_width) {
		fputs("<title>", svg->body);
		svg_escape(svg->body, text);
		fputs("</title>", svg->body);
	}
	fputs("</text>\n", svg->body);
}

static void header_line(struct svg *svg, enum svg_style style, double height, const char *text)
{
	if (!text || !*text)
		return;
	svg->y += height;
	svg_text(svg, style, SVG_START, SVG_MARGIN, svg->y, svg->width - 2 * SVG_MARGIN, text);
}

static bool write_started(FILE *out, double started, const char *separator)
{
	char text[64];
	struct tm tm;
	time_t seconds;

	/* From 1970 to 9999: other times come from a damaged recording. */
	if (!(started > 0 && started < 253402300800.0))
		return false;
	seconds = started;
	if (!gmtime_r(&seconds, &tm) || !strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S UTC", &tm))
		return false;
	fprintf(out, "%s%s", separator, text);
	return true;
}

/* "web1 · Linux 6.12.1 · 2026-11-26 12:00:00 UTC · 30 s in 30 intervals" */
static void write_origin(FILE *out, const struct recording *recording)
{
	const char *separator = "";
	double seconds = 0;
	char number[32];

	if (recording->host && *recording->host) {
		fputs(recording->host, out);
		separator = DOT;
	}
	if (recording->kernel && *recording->kernel) {
		fprintf(out, "%s%s", separator, recording->kernel);
		separator = DOT;
	}
	if (write_started(out, recording->started, separator))
		separator = DOT;
	if (recording->n_intervals)
		seconds = recording->intervals[recording->n_intervals - 1].end -
			  recording->intervals[0].begin;
	if (seconds > 0 && isfinite(seconds))
		fprintf(out, "%s%s in %zu interval%s", separator,
			format_number(number, sizeof(number), seconds, UNIT_SECONDS),
			recording->n_intervals, recording->n_intervals == 1 ? "" : "s");
}

static void header_origin(struct svg *svg, const struct recording *recording)
{
	struct buffer buffer;
	FILE *out = buffer_open(&buffer);

	if (out)
		write_origin(out, recording);
	if (buffer_close(&buffer, out))
		header_line(svg, SVG_DIM, 18, buffer.text);
	else
		svg->failed = true;
	free(buffer.text);
}

/**
 * svg_header() - write the title of a recording, and where and when it was made
 * @svg: the picture
 * @recording: the recording
 */
void svg_header(struct svg *svg, const struct recording *recording)
{
	char *command;

	header_line(svg, SVG_TITLE, 18, recording->title ? recording->title : "Histogram");
	header_line(svg, SVG_TEXT, 22, recording->question);
	header_origin(svg, recording);
	if (recording->command && *recording->command) {
		if (asprintf(&command, "$ %s", recording->command) < 0)
			command = NULL;
		header_line(svg, SVG_DIM, 18, command);
		svg->failed |= !command;
		free(command);
	}
	svg->y += 20;
}

/**
 * svg_note() - write a line of text below a part
 * @svg: the picture
 * @text: the text
 */
void svg_note(struct svg *svg, const char *text)
{
	svg->y += 17;
	svg_text(svg, SVG_DIM, SVG_START, SVG_MARGIN, svg->y, svg->width - 2 * SVG_MARGIN, text);
}
