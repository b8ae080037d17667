// SPDX-License-Identifier: GPL-2.0-only
/*
 * Read a recording from any source: its size, the depth and the number of its values and all types
 * are checked. See recording.h for the format and the limits.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "recording.h"
#include "text_json.h"

/* The deepest value is a text of bytes in a partial cell: line, rows, row, cell, cell, text. */
#define MAX_DEPTH	10

/**
 * struct reader - state of the reader
 * @in: the file
 * @name: its name for messages
 * @line: text of the line, without its newline
 * @size: size of the line
 * @capacity: size of the memory at @line
 * @total: bytes that were read
 * @values: JSON values that were read, see json_count_values()
 * @number: number of the line, from 1
 * @recording: what was read
 * @capacity_intervals: number of intervals that fit in the memory of @recording
 */
struct reader {
	FILE *in;
	const char *name;
	char *line;
	size_t size;
	size_t capacity;
	size_t total;
	size_t values;
	unsigned int number;
	struct recording *recording;
	size_t capacity_intervals;
};

/* Without the line, there is memory for the message. */
static enum status no_memory(struct reader *reader)
{
	free(reader->line);
	reader->line = NULL;
	return report_memory("read the recording");
}

/* Report what is wrong in the line. Messages have no text of the file. */
static enum status wrong(const struct reader *reader, const char *what)
{
	report_error("%s:%u: %s", reader->name, reader->number, what);
	return STATUS_INPUT;
}

static enum status append_byte(struct reader *reader, char c)
{
	if (reader->size + 1 >= reader->capacity) {
		size_t capacity = reader->capacity ? 2 * reader->capacity : 4096;
		char *line = realloc(reader->line, capacity);

		if (!line)
			return no_memory(reader);
		reader->line = line;
		reader->capacity = capacity;
	}
	reader->line[reader->size++] = c;
	reader->line[reader->size] = '\0';
	return STATUS_OK;
}

/*
 * Report what a function has said about the values of a line. It may have failed because there was
 * no memory: then errno is ENOMEM, which the caller has cleared before.
 */
static enum status wrong_values(struct reader *reader, const char *what)
{
	return errno == ENOMEM ? no_memory(reader) : wrong(reader, what);
}

/* Read a line with its newline, or the rest of the file. At the end, the line is empty. */
static enum status read_line(struct reader *reader)
{
	enum status status;
	int c;

	reader->size = 0;
	reader->number++;
	do {
		c = getc_unlocked(reader->in);
		if (c == EOF)
			break;
		if (++reader->total > RECORDING_MAX_FILE)
			return wrong(reader, "the file has more than 1 GiB");
		if (reader->size >= RECORDING_MAX_LINE)
			return wrong(reader, "the line has more than 64 MiB");
		status = append_byte(reader, c);
		if (status)
			return status;
	} while (c != '\n');
	if (ferror(reader->in))
		return report_file("read", reader->name);
	return STATUS_OK;
}

/*
 * In strict mode, json-c 0.18 takes each byte of a character outside of ASCII for a control
 * character, see https://github.com/json-c/json-c/issues/892.
 */
static int tokener_flags(const struct reader *reader)
{
	bool is_broken = json_c_version_num() >> 8 == 18;

	for (size_t i = 0; is_broken && i < reader->size; i++) {
		if ((unsigned char)reader->line[i] >= 0x80)
			return JSON_TOKENER_VALIDATE_UTF8;
	}
	return JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8;
}

/* Parse the line. */
static enum status parse_line(struct reader *reader, struct json_object **object)
{
	size_t values = json_count_values(reader->line, reader->size);
	struct json_tokener *tokener;
	enum json_tokener_error error;
	char what[160];
	size_t end;

	*object = NULL;
	reader->values += values;
	if (values > RECORDING_MAX_VALUES)
		return wrong(reader, "the line has more than 8,388,608 values");
	if (reader->values > RECORDING_MAX_ALL_VALUES)
		return wrong(reader, "the file has more than 67,108,864 values");
	if (memchr(reader->line, '\0', reader->size))
		return wrong(reader, "the line has a NUL byte");
	tokener = json_tokener_new_ex(MAX_DEPTH);
	if (!tokener)
		return no_memory(reader);
	json_tokener_set_flags(tokener, tokener_flags(reader));
	errno = 0;
	*object = json_tokener_parse_ex(tokener, reader->line, reader->size);
	error = json_tokener_get_error(tokener);
	end = json_tokener_get_parse_end(tokener);
	json_tokener_free(tokener);
	if (error == json_tokener_success && json_object_is_type(*object, json_type_object))
		return STATUS_OK;
	json_object_put(*object);
	*object = NULL;
	/* json-c 0.16 has no code for this error. */
	if (errno == ENOMEM)
		return no_memory(reader);
	if (error == json_tokener_success)
		return wrong(reader, "the line is no JSON object");
	snprintf(what, sizeof(what), "the line is not valid JSON: %s at byte %zu",
		 error == json_tokener_continue ? "it ends too early" :
		 json_tokener_error_desc(error), end + 1);
	return wrong(reader, what);
}

/* Return: the string of a member, or NULL. */
static const char *string_member(struct json_object *object, const char *name)
{
	struct json_object *value = NULL;

	json_object_object_get_ex(object, name, &value);
	return json_object_is_type(value, json_type_string) ? json_object_get_string(value) : NULL;
}

/* Read a text. Return: false if it has another type, or if it is missing and was @required. */
static bool read_text(struct json_object *object, const char *name, char **text, bool required)
{
	struct json_object *value = NULL;

	json_object_object_get_ex(object, name, &value);
	if (!value)
		return !required;
	*text = json_read_text(value);
	return *text;
}

static const char *read_column(struct recipe_column *column, struct json_object *value)
{
	struct json_object *rate = NULL, *unit = NULL;
	const char *name;

	if (!json_object_is_type(value, json_type_object))
		return "a column is no object";
	if (!read_text(value, "field", &column->field, true) ||
	    !read_text(value, "title", &column->title, false))
		return "a column has no \"field\", or its \"title\" is no text";
	if (!column->title) {
		column->title = strdup(column->field);
		if (!column->title)
			return NO_MEMORY;
	}
	json_object_object_get_ex(value, "unit", &unit);
	name = string_member(value, "unit");
	if (unit && (!name || !unit_find(name, &column->unit)))
		return "a column has an unknown unit";
	json_object_object_get_ex(value, "rate", &rate);
	if (rate && !json_object_is_type(rate, json_type_boolean))
		return "the \"rate\" of a column is neither true nor false";
	column->is_rate = rate && json_object_get_boolean(rate);
	return NULL;
}

static const char *read_columns(struct recording *recording, struct json_object *object)
{
	struct json_object *columns = NULL;
	const char *error = NULL;
	size_t n;

	json_object_object_get_ex(object, "columns", &columns);
	if (!columns)
		return NULL;
	if (!json_object_is_type(columns, json_type_array))
		return "\"columns\" is no array";
	n = json_object_array_length(columns);
	if (n > RECORDING_MAX_FIELDS)
		return "there are more than 1,024 columns";
	recording->columns = calloc(n ?: 1, sizeof(*recording->columns));
	if (!recording->columns)
		return NO_MEMORY;
	for (size_t i = 0; i < n && !error; i++) {
		recording->n_columns++;
		error = read_column(&recording->columns[i], json_object_array_get_idx(columns, i));
	}
	return error;
}

static const char *read_header_texts(struct recording *recording, struct json_object *object)
{
	if (!read_text(object, "command", &recording->command, true) ||
	    !read_text(object, "recipe", &recording->recipe, true) ||
	    !read_text(object, "title", &recording->title, true) ||
	    !read_text(object, "host", &recording->host, true) ||
	    !read_text(object, "kernel", &recording->kernel, true))
		return "\"command\", \"recipe\", \"title\", \"host\" or \"kernel\" is no text";
	if (!read_text(object, "question", &recording->question, false) ||
	    !read_text(object, "axis", &recording->axis, false) ||
	    !read_text(object, "sort", &recording->sort, false))
		return "\"question\", \"axis\" or \"sort\" is no text";
	return NULL;
}

static const char *read_header_rest(struct recording *recording, struct json_object *object)
{
	struct json_object *started = NULL;
	const char *picture = string_member(object, "picture");

	json_object_object_get_ex(object, "started", &started);
	if (!json_read_real(started, &recording->started))
		return "\"started\" is missing or no number";
	if (!picture || !picture_find(picture, &recording->picture))
		return "\"picture\" is missing or unknown";
	return read_columns(recording, object);
}

/* Check that the file is a recording whose version this program knows. */
static enum status check_version(struct reader *reader, struct json_object *object)
{
	const char *type = string_member(object, "type");
	struct json_object *version = NULL;
	char what[120];
	uint64_t number;

	json_object_object_get_ex(object, "version", &version);
	if (!type || strcmp(type, "header") || !json_read_count(version, &number) || !number)
		return wrong(reader, "the file is no recording: its first line is no header");
	if (number > RECORDING_VERSION) {
		snprintf(what, sizeof(what), "the recording has version %" PRIu64
			 ", and this program reads version %d; use a newer trace-hist",
			 number, RECORDING_VERSION);
		return wrong(reader, what);
	}
	return STATUS_OK;
}

static enum status read_header(struct reader *reader)
{
	struct json_object *object;
	enum status status;
	const char *error;

	status = read_line(reader);
	if (status)
		return status;
	if (!reader->size)
		return wrong(reader, "the file is empty");
	if (reader->line[0] != '{')
		return wrong(reader, "the file is no recording: its first line is no header");
	if (reader->line[reader->size - 1] != '\n')
		return wrong(reader, "the file is cut off in its first line");
	status = parse_line(reader, &object);
	if (status)
		return status;
	status = check_version(reader, object);
	if (!status) {
		errno = 0;
		error = read_header_texts(reader->recording, object) ?:
			read_header_rest(reader->recording, object);
		if (error)
			status = wrong_values(reader, error);
	}
	json_object_put(object);
	return status;
}

static enum status read_interval(struct reader *reader, struct json_object *object)
{
	struct recording *recording = reader->recording;
	struct table *table;
	const char *error;

	if (recording->total)
		return wrong(reader, "there is an interval after the total");
	if (recording->n_intervals == reader->capacity_intervals) {
		size_t n = reader->capacity_intervals ? 2 * reader->capacity_intervals : 64;

		table = reallocarray(recording->intervals, n, sizeof(*table));
		if (!table)
			return no_memory(reader);
		recording->intervals = table;
		reader->capacity_intervals = n;
	}
	table = &recording->intervals[recording->n_intervals++];
	errno = 0;
	error = table_read_json(table, object);
	if (error)
		return wrong_values(reader, error);
	/* So that intervals can be added and compared. */
	if (!table_same_fields(table, recording->intervals))
		return wrong(reader, "the interval has other fields than the first one");
	return STATUS_OK;
}

/* The total can have other fields: only hist shows the error of rows with overflow=evict. */
static enum status read_total(struct reader *reader, struct json_object *object)
{
	struct recording *recording = reader->recording;
	const char *error;

	if (recording->total)
		return wrong(reader, "the recording has two totals");
	recording->total = calloc(1, sizeof(*recording->total));
	if (!recording->total)
		return no_memory(reader);
	errno = 0;
	error = table_read_json(recording->total, object);
	return error ? wrong_values(reader, error) : STATUS_OK;
}

static enum status read_end(struct reader *reader, struct json_object *object)
{
	struct json_object *value = NULL;
	uint64_t n;

	json_object_object_get_ex(object, "intervals", &value);
	if (!json_read_count(value, &n))
		return wrong(reader, "the last line has no number of intervals");
	if (n != reader->recording->n_intervals)
		return wrong(reader, "the last line has another number of intervals");
	reader->recording->is_complete = true;
	return STATUS_OK;
}

/* Read a line after the header. Lines of an unknown type are ignored: a newer version has them. */
static enum status read_part(struct reader *reader)
{
	struct json_object *object;
	enum status status;
	const char *type;

	if (reader->recording->is_complete)
		return wrong(reader, "there is a line after the end of the recording");
	status = parse_line(reader, &object);
	if (status)
		return status;
	type = string_member(object, "type");
	if (!type)
		status = wrong(reader, "the line has no \"type\"");
	else if (!strcmp(type, "header"))
		status = wrong(reader, "the recording has two headers");
	else if (!strcmp(type, "interval"))
		status = read_interval(reader, object);
	else if (!strcmp(type, "total"))
		status = read_total(reader, object);
	else if (!strcmp(type, "end"))
		status = read_end(reader, object);
	json_object_put(object);
	return status;
}

static enum status read_parts(struct reader *reader)
{
	enum status status;

	for (;;) {
		status = read_line(reader);
		if (status)
			return status;
		if (!reader->size || reader->line[reader->size - 1] != '\n')
			break;
		status = read_part(reader);
		if (status)
			return status;
	}
	if (reader->recording->is_complete && reader->size)
		return wrong(reader, "there is a line after the end of the recording");
	if (!reader->recording->is_complete)
		report_warning("%s has no last line: it was cut off, or it is still being written; "
			       "complete intervals: %zu",
			       reader->name, reader->recording->n_intervals);
	return STATUS_OK;
}

/**
 * recording_read_stream() - read a recording from a stream
 * @recording: the recording; the caller frees it with recording_free() after %STATUS_OK
 * @in: the stream
 * @name: its name for messages
 *
 * Warns if the recording has no end.
 *
 * Return: %STATUS_OK or an error, which was reported.
 */
enum status recording_read_stream(struct recording *recording, FILE *in, const char *name)
{
	struct reader reader = { .in = in, .name = name, .recording = recording };
	enum status status;

	memset(recording, 0, sizeof(*recording));
	status = read_header(&reader);
	if (!status)
		status = read_parts(&reader);
	free(reader.line);
	if (status)
		recording_free(recording);
	return status;
}

/**
 * recording_read() - read a recording
 * @recording: the recording; the caller frees it with recording_free() after %STATUS_OK
 * @path: the file, or "-" for the standard input
 *
 * Warns if the recording has no end.
 *
 * Return: %STATUS_OK or an error, which was reported.
 */
enum status recording_read(struct recording *recording, const char *path)
{
	enum status status;
	FILE *in;

	if (!strcmp(path, "-"))
		return recording_read_stream(recording, stdin, "standard input");
	in = fopen(path, "re");
	if (!in)
		return report_file("open", path);
	status = recording_read_stream(recording, in, path);
	fclose(in);
	return status;
}

/**
 * recording_free() - free what recording_read() has allocated
 * @recording: the recording; it is empty afterwards
 */
void recording_free(struct recording *recording)
{
	for (size_t i = 0; i < recording->n_intervals; i++)
		table_free(&recording->intervals[i]);
	for (size_t i = 0; i < recording->n_columns; i++) {
		free(recording->columns[i].field);
		free(recording->columns[i].title);
	}
	if (recording->total)
		table_free(recording->total);
	free(recording->total);
	free(recording->intervals);
	free(recording->columns);
	free(recording->command);
	free(recording->recipe);
	free(recording->title);
	free(recording->question);
	free(recording->host);
	free(recording->kernel);
	free(recording->axis);
	free(recording->sort);
	memset(recording, 0, sizeof(*recording));
}

/**
 * recording_total() - find the table of all events of a recording
 * @recording: the recording
 * @total: a copy of its total, or the sum of its intervals if there is no total; the caller frees
 *	it with table_free() after %STATUS_OK
 *
 * Return: %STATUS_OK or an error, which was reported.
 */
enum status recording_total(const struct recording *recording, struct table *total)
{
	const struct table *first = recording->total ?: recording->intervals;
	int ret;

	if (!first) {
		report_error("the recording has no intervals");
		return STATUS_INPUT;
	}
	ret = table_copy(total, first);
	if (ret) {
		report_error("cannot copy a table: %s", strerror(-ret));
		return STATUS_FAILED;
	}
	for (size_t i = 1; i < recording->n_intervals && !recording->total && !ret; i++)
		ret = table_add(total, &recording->intervals[i]);
	if (!ret)
		return STATUS_OK;
	report_error("cannot add the intervals: %s", strerror(-ret));
	table_free(total);
	return STATUS_FAILED;
}
