// SPDX-License-Identifier: GPL-2.0-only
/*
 * Fuzz target: all writers. The input is a recording, or folded stacks. For every input, texts
 * must have no control characters, JSON must be valid, and strings in SVG must be escaped so that
 * they cannot end an element.
 */
#include <json-c/json.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/utf8.h"
#include "fuzz.h"
#include "output/output.h"
#include "recording/folded.h"

static char text[1 << 24];

int fuzz_init(int *argc, char ***argv)
{
	/* Drop messages about the input. libFuzzer and sanitizers use the descriptor. */
	stderr = fopen("/dev/null", "w");
	setlocale(LC_CTYPE, "C.UTF-8");
	return 0;
}

static FILE *open_text(void)
{
	FILE *out = fmemopen(text, sizeof(text), "w");

	CHECK(out);
	return out;
}

/* Close the file. Its contents, if any, must be safe for a terminal. */
static void close_text(FILE *out, const char *also)
{
	const char *from = text;
	uint32_t character;

	CHECK(!ferror(out));
	if (!ftell(out))
		*text = '\0';
	fclose(out);
	while ((character = utf8_next(&from)))
		CHECK(character != UTF8_INVALID &&
		      (utf8_is_safe(character) || strchr(also, (int)character)));
}

static void check_json(const struct table *table, const struct layout *layout)
{
	FILE *out = open_text();
	struct json_object *object;

	CHECK(!write_table_json(out, table, layout));
	close_text(out, "\n");
	object = json_tokener_parse(text);
	CHECK(object);
	json_object_put(object);
}

static void check_table(const struct table *table, const struct recording *recording)
{
	struct layout layout = {
		.columns = recording->columns, .n_columns = recording->n_columns,
		.picture = recording->picture, .axis = recording->axis, .sort = recording->sort,
		.limit = 50, .width = 60,
	};
	FILE *out = open_text();

	CHECK(!write_table_text(out, table, &layout));
	close_text(out, "\n");
	out = open_text();
	CHECK(!write_table_csv(out, table, &layout));
	close_text(out, "\r\n");
	check_json(table, &layout);
	layout = (struct layout){ .width = table->n_rows % 50 };
	check_json(table, &layout);
	out = open_text();
	CHECK(!write_table_text(out, table, &layout));
	close_text(out, "\n");
}

/* Elements that are open, within the part of a file behind its style and before its script. */
static void check_elements(void)
{
	const char *from = strstr(text, "</style>"), *end = strstr(text, "<script");
	int depth = 2;

	CHECK(from);
	for (; *from && from != end; from++) {
		if (*from != '<')
			continue;
		if (from[1] == '/')
			depth--;
		else if (*(strchr(from, '>') - 1) != '/')
			depth++;
		CHECK(depth >= 0);
	}
	CHECK(depth == (end ? 1 : 0));
	CHECK(!strcmp(text + strlen(text) - 7, "</svg>\n"));
}

static void check_svg(enum status (*write)(FILE *out, const struct recording *recording),
		      const struct recording *recording)
{
	FILE *out = open_text();
	enum status status = write(out, recording);

	CHECK(status == STATUS_OK || status == STATUS_INPUT || status == STATUS_FAILED);
	close_text(out, "\n\t");
	if (status == STATUS_OK)
		check_elements();
}

static void check_recording(const struct recording *recording)
{
	FILE *out = open_text();

	for (size_t i = 0; i < recording->n_intervals && i < 3; i++)
		check_table(recording->intervals + i, recording);
	write_heatmap_text(out, recording, recording->n_intervals * 7 % 100, false);
	close_text(out, "\n");
	check_svg(write_heatmap_svg, recording);
	check_svg(write_flame_svg, recording);
	check_svg(write_report_svg, recording);
}

static void check_folded(const u8 *data, size_t size)
{
	struct table table;
	struct recording recording = { .title = "folded", .intervals = &table, .n_intervals = 1 };
	FILE *in = fmemopen((void *)data, size, "r");

	if (!in || folded_parse(&table, in, "input")) {
		if (in)
			fclose(in);
		return;
	}
	fclose(in);
	check_svg(write_flame_svg, &recording);
	table_free(&table);
}

int fuzz_one(const u8 *data, size_t size)
{
	struct recording recording;
	FILE *in = fmemopen((void *)data, size, "r");

	if (in && !recording_read_stream(&recording, in, "input")) {
		check_recording(&recording);
		recording_free(&recording);
	}
	if (in)
		fclose(in);
	if (size && *data != '{')
		check_folded(data, size);
	return 0;
}
