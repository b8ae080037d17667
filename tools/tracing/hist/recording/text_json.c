// SPDX-License-Identifier: GPL-2.0-only
/*
 * Texts and numbers as JSON. The kernel's texts can have any bytes but NUL, and JSON strings are
 * UTF-8: see recording.h.
 *
 * json-c writes numbers with decimals, independently of the locale, and reads all values. This file
 * writes strings: json-c loses parts of a long string without an error when memory is short.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/utf8.h"
#include "text_json.h"

static void write_character(FILE *out, const char *bytes, size_t n, uint32_t character)
{
	static const char escaped[] = "\"\\\b\f\n\r\t", names[] = "\"\\bfnrt";
	const char *found = character < 0x80 ? strchr(escaped, character) : NULL;

	if (found)
		fprintf(out, "\\%c", names[found - escaped]);
	else
		write_json_character(out, bytes, n, character);
}

static void write_string(FILE *out, const char *text)
{
	const char *from = text;
	uint32_t character;

	fputc('"', out);
	while ((character = utf8_next(&text))) {
		write_character(out, from, text - from, character);
		from = text;
	}
	fputc('"', out);
}

/* Each byte becomes the character with its number. */
static void write_bytes(FILE *out, const char *text)
{
	fputc('"', out);
	for (; *text; text++) {
		unsigned char byte = *text;
		const char wide[] = { 0xc0 | byte >> 6, 0x80 | (byte & 0x3f) };
		size_t n = byte < 0x80 ? 1 : 2;

		write_character(out, n == 1 ? text : wide, n, byte);
	}
	fputc('"', out);
}

/**
 * json_write_text() - write a text as a JSON string, or as ["bytes",STRING] if it is not UTF-8
 * @out: where it is written
 * @text: the text, or NULL, which is written as null
 */
void json_write_text(struct json_out *out, const char *text)
{
	if (!text) {
		fputs("null", out->file);
	} else if (utf8_is_valid(text)) {
		write_string(out->file, text);
	} else {
		fputs("[\"bytes\",", out->file);
		write_bytes(out->file, text);
		fputc(']', out->file);
	}
}

/**
 * json_write_real() - write a number with a decimal point, such that it is read as the same number
 * @out: where it is written
 * @number: the number; one that JSON does not have (infinity) is written as null
 */
void json_write_real(struct json_out *out, double number)
{
	struct json_object *value;
	const char *text;

	if (!isfinite(number)) {
		fputs("null", out->file);
		return;
	}
	value = json_object_new_double(number);
	text = value ? json_object_to_json_string_ext(value, JSON_C_TO_STRING_PLAIN) : NULL;
	if (text)
		fputs(text, out->file);
	else
		out->failed = true;
	json_object_put(value);
}

/* The text of a JSON string; NULL if the string has a NUL, or without memory. */
static char *copy_string(struct json_object *value)
{
	const char *text = json_object_get_string(value);

	if (!text || strlen(text) != (size_t)json_object_get_string_len(value))
		return NULL;
	return strdup(text);
}

/* Replace each character from U+0080 to U+00FF by its byte. Return: false for other characters. */
static bool characters_to_bytes(char *text)
{
	unsigned char *from = (unsigned char *)text, *to = from;

	while (*from) {
		if (*from < 0x80) {
			*to++ = *from++;
		} else if (from[0] == 0xc2 || from[0] == 0xc3) {
			*to++ = from[0] << 6 | (from[1] & 0x3f);
			from += 2;
		} else {
			return false;
		}
	}
	*to = '\0';
	return true;
}

/**
 * json_read_text() - read what json_write_text() has written
 * @value: a JSON value, or NULL
 *
 * Return: the text, which the caller frees; or NULL if @value is no text, or without memory.
 */
char *json_read_text(struct json_object *value)
{
	const char *tag;
	char *text;

	if (json_object_is_type(value, json_type_string))
		return copy_string(value);
	if (!json_object_is_type(value, json_type_array) || json_object_array_length(value) != 2 ||
	    !json_object_is_type(json_object_array_get_idx(value, 0), json_type_string) ||
	    !json_object_is_type(json_object_array_get_idx(value, 1), json_type_string))
		return NULL;
	tag = json_object_get_string(json_object_array_get_idx(value, 0));
	if (!tag || strcmp(tag, "bytes"))
		return NULL;
	text = copy_string(json_object_array_get_idx(value, 1));
	if (text && (!utf8_is_valid(text) || !characters_to_bytes(text))) {
		free(text);
		text = NULL;
	}
	return text;
}

/**
 * json_read_count() - read an integer from 0 to 2^64 - 1
 * @value: a JSON value, or NULL
 * @count: the number
 *
 * Return: false if @value is no such number.
 */
bool json_read_count(struct json_object *value, uint64_t *count)
{
	if (!json_object_is_type(value, json_type_int))
		return false;
	*count = json_object_get_uint64(value);
	return *count || !json_object_get_int64(value);
}

/**
 * json_read_real() - read a number
 * @value: a JSON value, or NULL
 * @number: the number
 *
 * Return: false if @value is no number, or not finite.
 */
bool json_read_real(struct json_object *value, double *number)
{
	if (!json_object_is_type(value, json_type_int) &&
	    !json_object_is_type(value, json_type_double))
		return false;
	*number = json_object_get_double(value);
	return isfinite(*number);
}

/**
 * json_count_values() - count the values of a text of JSON without parsing it
 * @line: the text
 * @size: its size in bytes
 *
 * A value is followed by a comma, or is the last one in a bracket. json-c takes up to 300 bytes of
 * memory for a byte of a hostile text, so that the number is limited before it is parsed.
 *
 * Return: an upper limit of the number of values. An object counts as 16: it is as large.
 */
size_t json_count_values(const char *line, size_t size)
{
	bool in_string = false;
	size_t n = 1;

	for (size_t i = 0; i < size; i++) {
		switch (line[i]) {
		case '"':
			in_string = !in_string;
			break;
		case '\\':
			i++;
			break;
		case ',':
		case '[':
			n += !in_string;
			break;
		case '{':
			n += in_string ? 0 : 16;
			break;
		}
	}
	return n;
}
