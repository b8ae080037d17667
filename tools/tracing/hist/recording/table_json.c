// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tables as JSON: the members of a line "interval" in a recording. See recording.h for the format.
 *
 * The reader accepts values from any source. A table that it returns is consistent: it has a cell
 * for each field of each row, indices are in their ranges, ranges are in ascending order, and the
 * row of other events is the last one and has no keys.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "recording.h"
#include "text_json.h"

static const char * const role_names[] = {
	[FIELD_KEY] = "key",
	[FIELD_HITCOUNT] = "hitcount",
	[FIELD_SUM] = "sum",
	[FIELD_STATISTIC] = "statistic",
	[FIELD_SHARE] = "share",
	[FIELD_DISTRIBUTION] = "distribution",
	[FIELD_ERROR] = "error",
};

#define N_ROLES	(sizeof(role_names) / sizeof(role_names[0]))

static void write_integer(struct json_out *out, int64_t number, bool is_unsigned)
{
	if (is_unsigned)
		fprintf(out->file, "%" PRIu64, (uint64_t)number);
	else
		fprintf(out->file, "%" PRId64, number);
}

/* An open end is INT64_MIN or INT64_MAX. The latter can be the last value of an unsigned range. */
static void write_range(struct json_out *out, const struct cell *cell)
{
	bool is_open = cell->last == INT64_MAX;

	fputs("[\"range\",", out->file);
	if (cell->number == INT64_MIN && !cell->is_unsigned)
		fputs("null", out->file);
	else
		write_integer(out, cell->number, cell->is_unsigned);
	fputc(',', out->file);
	if (is_open)
		fputs("null", out->file);
	else
		write_integer(out, cell->last, cell->is_unsigned);
	fputc(']', out->file);
}

static void write_plain_cell(struct json_out *out, const struct cell *cell)
{
	switch (cell->kind) {
	case CELL_NUMBER:
		write_integer(out, cell->number, cell->is_unsigned);
		break;
	case CELL_TEXT:
		json_write_text(out, cell->text);
		break;
	case CELL_NAMED:
		fputs("[\"named\",", out->file);
		write_integer(out, cell->number, cell->is_unsigned);
		fputc(',', out->file);
		json_write_text(out, cell->text ?: "");
		fputc(']', out->file);
		break;
	case CELL_RANGE:
		write_range(out, cell);
		break;
	case CELL_STACK:
		fputs("[\"stack\"", out->file);
		for (size_t i = 0; i < cell->n_frames; i++) {
			fputc(',', out->file);
			json_write_text(out, cell->frames[i]);
		}
		fputc(']', out->file);
		break;
	case CELL_REAL:
		json_write_real(out, cell->real);
		break;
	case CELL_MISSING:
		fputs("null", out->file);
		break;
	}
}

static void write_cell(struct json_out *out, const struct cell *cell)
{
	if (cell->partial)
		fputs("[\"partial\",", out->file);
	write_plain_cell(out, cell);
	if (cell->partial)
		fputc(']', out->file);
}

static void write_rows(struct json_out *out, const struct table *table)
{
	fputs(",\"rows\":[", out->file);
	for (size_t i = 0; i < table->n_rows; i++) {
		fputs(i ? ",[" : "[", out->file);
		for (size_t j = 0; j < table->n_fields; j++) {
			if (j)
				fputc(',', out->file);
			write_cell(out, &table->rows[i].cells[j]);
		}
		fputc(']', out->file);
	}
	fputc(']', out->file);
	for (size_t i = 0; i < table->n_rows; i++) {
		if (table->rows[i].other)
			fprintf(out->file, ",\"other\":%zu", i);
	}
}

static void write_saved(struct json_out *out, const struct table *table)
{
	const char *separator = "";

	fputs(",\"saved\":[", out->file);
	for (size_t i = 0; i < table->n_rows; i++) {
		if (!table->rows[i].saved)
			continue;
		fprintf(out->file, "%s[%zu,", separator, i);
		json_write_text(out, table->rows[i].saved);
		fputc(']', out->file);
		separator = ",";
	}
	fputc(']', out->file);
}

static void write_buckets(struct json_out *out, const struct distribution *distribution)
{
	fprintf(out->file, "%zu", distribution->field);
	for (size_t i = 0; i < distribution->n; i++) {
		const struct bucket *bucket = &distribution->buckets[i];

		fprintf(out->file, ",%" PRId64 ",%" PRId64 ",%" PRIu64, bucket->first,
			bucket->last, bucket->count);
	}
	fputc(']', out->file);
}

static void write_distributions(struct json_out *out, const struct table *table)
{
	const char *separator = "";

	fputs(",\"distributions\":[", out->file);
	for (size_t i = 0; i < table->n_rows; i++) {
		for (size_t j = 0; j < table->rows[i].n_distributions; j++) {
			fprintf(out->file, "%s[%zu,", separator, i);
			write_buckets(out, &table->rows[i].distributions[j]);
			separator = ",";
		}
	}
	fputs("],\"overall\":[", out->file);
	for (size_t i = 0; i < table->n_overall; i++) {
		fputs(i ? ",[" : "[", out->file);
		write_buckets(out, &table->overall[i]);
	}
	fputc(']', out->file);
}

static void write_fields(struct json_out *out, const struct table *table)
{
	fprintf(out->file, ",\"keys\":%zu,\"fields\":[", table->n_keys);
	for (size_t i = 0; i < table->n_fields; i++) {
		const struct field *field = &table->fields[i];

		fputs(i ? ",{\"name\":" : "{\"name\":", out->file);
		json_write_text(out, field->name);
		if (field->modifier) {
			fputs(",\"modifier\":", out->file);
			json_write_text(out, field->modifier);
		}
		fprintf(out->file, ",\"role\":\"%s\"}", role_names[field->role]);
	}
	fputc(']', out->file);
}

static void write_drops(struct json_out *out, const char *name, const struct drop *drops, size_t n)
{
	fprintf(out->file, ",\"%s\":[", name);
	for (size_t i = 0; i < n; i++) {
		fputs(i ? ",[" : "[", out->file);
		json_write_text(out, drops[i].reason);
		fprintf(out->file, ",%" PRIu64 "]", drops[i].count);
	}
	fputc(']', out->file);
}

static void write_totals(struct json_out *out, const struct table *table)
{
	fprintf(out->file, ",\"hits\":%" PRIu64 ",\"dropped\":%" PRIu64, table->hits,
		table->dropped);
	write_drops(out, "drops", table->drops, table->n_drops);
	write_drops(out, "notes", table->notes, table->n_notes);
}

/**
 * table_write_json() - write the members of an interval, without braces
 * @out: where they are written
 * @table: the interval's table
 */
void table_write_json(struct json_out *out, const struct table *table)
{
	fputs("\"event\":", out->file);
	json_write_text(out, table->event ?: "");
	fputs(",\"trigger\":", out->file);
	json_write_text(out, table->trigger ?: "");
	fputs(",\"begin\":", out->file);
	json_write_real(out, table->begin);
	fputs(",\"end\":", out->file);
	json_write_real(out, table->end);
	fprintf(out->file, ",\"approximate\":%s,\"merged\":%s,\"cleared\":%s",
		table->approximate ? "true" : "false", table->merged ? "true" : "false",
		table->cleared ? "true" : "false");
	write_totals(out, table);
	write_fields(out, table);
	write_rows(out, table);
	write_saved(out, table);
	write_distributions(out, table);
}

/* Return: the member, or NULL if it is missing or null. */
static struct json_object *member(struct json_object *object, const char *name)
{
	struct json_object *value = NULL;

	json_object_object_get_ex(object, name, &value);
	return value;
}

/* Return: the number of elements, 0 for a missing array, or -1 if the value is no array. */
static long array_length(struct json_object *value)
{
	if (!value)
		return 0;
	if (!json_object_is_type(value, json_type_array))
		return -1;
	return json_object_array_length(value);
}

static bool has_tag(struct json_object *value, const char *name)
{
	struct json_object *tag = json_object_array_get_idx(value, 0);
	const char *text;

	if (!json_object_is_type(tag, json_type_string))
		return false;
	text = json_object_get_string(tag);
	return text && !strcmp(text, name);
}

/* Read an integer into *@number. Numbers above INT64_MAX set *@is_unsigned. */
static bool read_integer(struct json_object *value, int64_t *number, bool *is_unsigned)
{
	if (!json_object_is_type(value, json_type_int))
		return false;
	if (json_object_get_uint64(value) > INT64_MAX) {
		*is_unsigned = true;
		*number = (int64_t)json_object_get_uint64(value);
	} else {
		*is_unsigned = false;
		*number = json_object_get_int64(value);
	}
	return true;
}

static const char *read_named(struct cell *cell, struct json_object *value)
{
	static const char error[] = "a named number is not [\"named\",NUMBER,TEXT]";

	cell->kind = CELL_NAMED;
	if (json_object_array_length(value) != 3 ||
	    !read_integer(json_object_array_get_idx(value, 1), &cell->number, &cell->is_unsigned))
		return error;
	cell->text = json_read_text(json_object_array_get_idx(value, 2));
	return cell->text ? NULL : error;
}

static const char *read_range(struct cell *cell, struct json_object *value)
{
	struct json_object *first = json_object_array_get_idx(value, 1);
	struct json_object *last = json_object_array_get_idx(value, 2);
	bool first_is_big = false, last_is_big = false;

	cell->kind = CELL_RANGE;
	cell->number = INT64_MIN;
	cell->last = INT64_MAX;
	if (json_object_array_length(value) != 3 ||
	    (first && !read_integer(first, &cell->number, &first_is_big)) ||
	    (last && !read_integer(last, &cell->last, &last_is_big)))
		return "a range is not [\"range\",FIRST,LAST]";
	cell->is_unsigned = first_is_big || last_is_big;
	if (cell->is_unsigned) {
		if ((!first_is_big && cell->number < 0) ||
		    (last && (uint64_t)cell->number > (uint64_t)cell->last))
			return "a range has an end before its begin";
	} else if (cell->number > cell->last) {
		return "a range has an end before its begin";
	}
	return NULL;
}

static const char *read_stack(struct cell *cell, struct json_object *value)
{
	size_t n = json_object_array_length(value) - 1;

	cell->kind = CELL_STACK;
	cell->frames = calloc(n ?: 1, sizeof(*cell->frames));
	if (!cell->frames)
		return NO_MEMORY;
	for (; cell->n_frames < n; cell->n_frames++) {
		char *frame = json_read_text(json_object_array_get_idx(value, cell->n_frames + 1));

		if (!frame)
			return "a frame of a stack trace is no text";
		cell->frames[cell->n_frames] = frame;
	}
	return NULL;
}

static const char *read_cell(struct cell *cell, struct json_object *value);

static const char *read_tagged(struct cell *cell, struct json_object *value)
{
	if (has_tag(value, "named"))
		return read_named(cell, value);
	if (has_tag(value, "range"))
		return read_range(cell, value);
	if (has_tag(value, "stack"))
		return read_stack(cell, value);
	if (has_tag(value, "bytes")) {
		cell->kind = CELL_TEXT;
		cell->text = json_read_text(value);
		return cell->text ? NULL : "a text is not [\"bytes\",STRING]";
	}
	if (has_tag(value, "partial") && !cell->partial && json_object_array_length(value) == 2) {
		cell->partial = true;
		return read_cell(cell, json_object_array_get_idx(value, 1));
	}
	return "a cell is an array of an unknown kind";
}

/* The depth is limited to two: a partial cell has no partial cell. */
static const char *read_cell(struct cell *cell, struct json_object *value)
{
	switch (json_object_get_type(value)) {
	case json_type_null:
		cell->kind = CELL_MISSING;
		return NULL;
	case json_type_int:
		cell->kind = CELL_NUMBER;
		read_integer(value, &cell->number, &cell->is_unsigned);
		return NULL;
	case json_type_double:
		cell->kind = CELL_REAL;
		return json_read_real(value, &cell->real) ? NULL : "a number is not finite";
	case json_type_string:
		cell->kind = CELL_TEXT;
		cell->text = json_read_text(value);
		return cell->text ? NULL : "a text has a NUL";
	case json_type_array:
		return read_tagged(cell, value);
	default:
		return "a cell is neither a number, nor a string, nor an array, nor null";
	}
}

static const char *read_row(struct row *row, struct json_object *value, size_t n_fields)
{
	const char *error;

	if (!json_object_is_type(value, json_type_array) ||
	    json_object_array_length(value) != n_fields)
		return "a row has not one cell for each field";
	row->cells = calloc(n_fields, sizeof(*row->cells));
	if (!row->cells)
		return NO_MEMORY;
	for (size_t i = 0; i < n_fields; i++)
		row->cells[i].kind = CELL_MISSING;
	for (size_t i = 0; i < n_fields; i++) {
		error = read_cell(&row->cells[i], json_object_array_get_idx(value, i));
		if (error)
			return error;
	}
	return NULL;
}

static const char *read_rows(struct table *table, struct json_object *object)
{
	struct json_object *rows = member(object, "rows"), *other = member(object, "other");
	long n = array_length(rows);
	const char *error;
	uint64_t index;

	if (n < 0)
		return "\"rows\" is no array";
	table->rows = calloc(n ?: 1, sizeof(*table->rows));
	if (!table->rows)
		return NO_MEMORY;
	for (long i = 0; i < n; i++) {
		table->n_rows++;
		error = read_row(&table->rows[i], json_object_array_get_idx(rows, i),
				 table->n_fields);
		if (error)
			return error;
	}
	if (!other)
		return NULL;
	if (!json_read_count(other, &index) || index + 1 != table->n_rows)
		return "\"other\" is not the number of the last row";
	table->rows[index].other = true;
	for (size_t i = 0; i < table->n_keys; i++) {
		cell_free(&table->rows[index].cells[i]);
		table->rows[index].cells[i] = (struct cell){ .kind = CELL_MISSING };
	}
	return NULL;
}

static const char *read_saved(struct table *table, struct json_object *object)
{
	struct json_object *saved = member(object, "saved");
	long n = array_length(saved);
	uint64_t row;

	if (n < 0)
		return "\"saved\" is no array";
	for (long i = 0; i < n; i++) {
		struct json_object *pair = json_object_array_get_idx(saved, i);

		if (array_length(pair) != 2 ||
		    !json_read_count(json_object_array_get_idx(pair, 0), &row) ||
		    row >= table->n_rows || table->rows[row].saved)
			return "an element of \"saved\" is not [ROW,TEXT]";
		table->rows[row].saved = json_read_text(json_object_array_get_idx(pair, 1));
		if (!table->rows[row].saved)
			return "an element of \"saved\" is not [ROW,TEXT]";
	}
	return NULL;
}

static bool read_bucket(struct bucket *bucket, struct json_object *value, size_t at)
{
	struct json_object *first = json_object_array_get_idx(value, at);
	struct json_object *last = json_object_array_get_idx(value, at + 1);
	bool is_unsigned;

	return read_integer(first, &bucket->first, &is_unsigned) && !is_unsigned &&
	       read_integer(last, &bucket->last, &is_unsigned) && !is_unsigned &&
	       bucket->first <= bucket->last &&
	       json_read_count(json_object_array_get_idx(value, at + 2), &bucket->count);
}

/* Limits above INT64_MAX are INT64_MAX, so two buckets can share this limit. */
static bool buckets_ascend(const struct bucket *a, const struct bucket *b)
{
	return a->last < b->first || (a->first < b->first && b->first == INT64_MAX);
}

/* Read FIELD,FIRST,LAST,COUNT,... from the element @at of an array. */
static const char *read_distribution(struct distribution *distribution, const struct table *table,
				     struct json_object *value, size_t at)
{
	size_t n = json_object_array_length(value);
	uint64_t field;

	if (n < at + 1 || (n - at - 1) % 3 ||
	    !json_read_count(json_object_array_get_idx(value, at), &field) ||
	    field >= table->n_fields || table->fields[field].role != FIELD_DISTRIBUTION)
		return "a distribution has no field, or not three numbers for each bucket";
	distribution->field = field;
	distribution->buckets = calloc((n - at - 1) / 3 ?: 1, sizeof(*distribution->buckets));
	if (!distribution->buckets)
		return NO_MEMORY;
	for (size_t i = at + 1; i < n; i += 3) {
		struct bucket *bucket = &distribution->buckets[distribution->n++];

		if (!read_bucket(bucket, value, i) ||
		    (distribution->n > 1 && !buckets_ascend(&bucket[-1], bucket)))
			return "buckets of a distribution are not in ascending order";
	}
	return NULL;
}

/*
 * Append a distribution to an array. There are as many as fields at most, which are few. The new
 * element is part of the array before it is filled, so that it is freed after an error.
 */
static const char *append_distribution(struct distribution **all, size_t *n,
				       const struct table *table, struct json_object *value,
				       size_t at)
{
	struct distribution *larger;

	if (*n >= table->n_fields)
		return "a row has more distributions than fields";
	larger = reallocarray(*all, *n + 1, sizeof(**all));
	if (!larger)
		return NO_MEMORY;
	*all = larger;
	memset(&larger[*n], 0, sizeof(larger[*n]));
	return read_distribution(&larger[(*n)++], table, value, at);
}

static const char *read_distributions(struct table *table, struct json_object *object)
{
	struct json_object *all = member(object, "distributions");
	struct json_object *overall = member(object, "overall");
	long n = array_length(all), n_overall = array_length(overall);
	const char *error;
	uint64_t row;

	if (n < 0 || n_overall < 0)
		return "\"distributions\" or \"overall\" is no array";
	for (long i = 0; i < n; i++) {
		struct json_object *value = json_object_array_get_idx(all, i);

		if (array_length(value) < 1 ||
		    !json_read_count(json_object_array_get_idx(value, 0), &row) ||
		    row >= table->n_rows)
			return "a distribution has no row";
		error = append_distribution(&table->rows[row].distributions,
					    &table->rows[row].n_distributions, table, value, 1);
		if (error)
			return error;
	}
	for (long i = 0; i < n_overall; i++) {
		struct json_object *value = json_object_array_get_idx(overall, i);

		if (array_length(value) < 1)
			return "an element of \"overall\" is no distribution";
		error = append_distribution(&table->overall, &table->n_overall, table, value, 0);
		if (error)
			return error;
	}
	return NULL;
}

static bool read_role(struct json_object *value, enum field_role *role)
{
	const char *name;

	if (!json_object_is_type(value, json_type_string))
		return false;
	name = json_object_get_string(value);
	for (size_t i = 0; name && i < N_ROLES; i++) {
		if (!strcmp(name, role_names[i])) {
			*role = i;
			return true;
		}
	}
	return false;
}

static const char *read_field(struct field *field, struct json_object *value, bool is_key)
{
	struct json_object *modifier = NULL;

	if (!json_object_is_type(value, json_type_object))
		return "a field is no object";
	field->name = json_read_text(member(value, "name"));
	if (!field->name)
		return "a field has no name";
	modifier = member(value, "modifier");
	if (modifier) {
		field->modifier = json_read_text(modifier);
		if (!field->modifier)
			return "the modifier of a field is no text";
	}
	if (!read_role(member(value, "role"), &field->role))
		return "a field has an unknown role";
	if (is_key ? field->role != FIELD_KEY : field->role == FIELD_KEY)
		return "the keys are not the first fields";
	return NULL;
}

static const char *read_fields(struct table *table, struct json_object *object)
{
	struct json_object *fields = member(object, "fields");
	long n = array_length(fields);
	const char *error;
	uint64_t n_keys;

	if (n <= 0 || n > RECORDING_MAX_FIELDS)
		return "\"fields\" is no array, or has no fields or too many";
	if (!json_read_count(member(object, "keys"), &n_keys) || n_keys > (uint64_t)n)
		return "\"keys\" is not the number of keys";
	table->n_keys = n_keys;
	table->fields = calloc(n, sizeof(*table->fields));
	if (!table->fields)
		return NO_MEMORY;
	for (long i = 0; i < n; i++) {
		table->n_fields++;
		error = read_field(&table->fields[i], json_object_array_get_idx(fields, i),
				   (uint64_t)i < n_keys);
		if (error)
			return error;
	}
	return NULL;
}

/* Read an array of [TEXT,NUMBER]. Return: false if it is none, or without memory. */
static bool read_drops(struct json_object *array, struct drop **drops, size_t *n)
{
	long length = array_length(array);

	if (length < 0)
		return false;
	*drops = calloc(length ?: 1, sizeof(**drops));
	if (!*drops)
		return false;
	for (long i = 0; i < length; i++) {
		struct json_object *pair = json_object_array_get_idx(array, i);
		struct drop *drop = &(*drops)[(*n)++];

		if (array_length(pair) != 2 ||
		    !json_read_count(json_object_array_get_idx(pair, 1), &drop->count))
			return false;
		drop->reason = json_read_text(json_object_array_get_idx(pair, 0));
		if (!drop->reason)
			return false;
	}
	return true;
}

static const char *read_all_drops(struct table *table, struct json_object *object)
{
	if (!read_drops(member(object, "drops"), &table->drops, &table->n_drops))
		return "\"drops\" is no array of [TEXT,NUMBER]";
	if (!read_drops(member(object, "notes"), &table->notes, &table->n_notes))
		return "\"notes\" is no array of [TEXT,NUMBER]";
	return NULL;
}

static bool read_flag(struct json_object *object, const char *name, bool *flag)
{
	struct json_object *value = member(object, name);

	*flag = value && json_object_get_boolean(value);
	return !value || json_object_is_type(value, json_type_boolean);
}

static const char *read_numbers(struct table *table, struct json_object *object)
{
	if (!json_read_real(member(object, "begin"), &table->begin) ||
	    !json_read_real(member(object, "end"), &table->end))
		return "the interval has no \"begin\" or no \"end\"";
	if (table->end < table->begin)
		return "the interval ends before it begins";
	if (!json_read_count(member(object, "hits"), &table->hits) ||
	    !json_read_count(member(object, "dropped"), &table->dropped))
		return "the interval has no \"hits\" or no \"dropped\"";
	if (!read_flag(object, "approximate", &table->approximate) ||
	    !read_flag(object, "merged", &table->merged) ||
	    !read_flag(object, "cleared", &table->cleared))
		return "\"approximate\", \"merged\" or \"cleared\" is neither true nor false";
	return NULL;
}

static const char *read_names(struct table *table, struct json_object *object)
{
	table->event = json_read_text(member(object, "event"));
	table->trigger = json_read_text(member(object, "trigger"));
	if (!table->event || !table->trigger)
		return "\"event\" or \"trigger\" is no text";
	return NULL;
}

/**
 * table_read_json() - read the members of an interval
 * @table: the table; the caller frees it with table_free(), after an error, too
 * @object: the line of the interval
 *
 * Return: NULL, or what is wrong.
 */
const char *table_read_json(struct table *table, struct json_object *object)
{
	static const char *(* const steps[])(struct table *table, struct json_object *object) = {
		read_names, read_numbers, read_all_drops, read_fields, read_rows, read_saved,
		read_distributions,
	};
	const char *error = NULL;

	memset(table, 0, sizeof(*table));
	for (size_t i = 0; !error && i < sizeof(steps) / sizeof(steps[0]); i++)
		error = steps[i](table, object);
	return error;
}
