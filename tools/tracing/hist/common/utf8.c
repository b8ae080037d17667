// SPDX-License-Identifier: GPL-2.0-only
/* Decode UTF-8, and write text from outside without its control characters, also in JSON. */
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "buffer.h"
#include "utf8.h"

/**
 * struct glyph - what a terminal shows for a character
 * @text: bytes to write, with a NUL
 * @width: columns that it takes
 */
struct glyph {
	char text[20];
	size_t width;
};

/**
 * utf8_continues() - check whether a byte continues a character
 * @byte: a byte
 *
 * Return: false if it is the first byte of a character.
 */
bool utf8_continues(char byte)
{
	return ((unsigned char)byte & 0xc0) == 0x80;
}

/**
 * utf8_next() - decode a character
 * @text: the text; advanced behind the character
 *
 * Return: the character; 0 at the end of the text, which is not passed; or %UTF8_INVALID after
 * one byte that does not begin a character of the shortest form.
 */
uint32_t utf8_next(const char **text)
{
	static const uint32_t smallest[] = { 0, 0, 0x80, 0x800, 0x10000 };
	const unsigned char *from = (const unsigned char *)*text;
	uint32_t character;
	int n;

	if (*from < 0x80) {
		*text += !!*from;
		return *from;
	}
	n = (*from & 0xe0) == 0xc0 ? 2 : (*from & 0xf0) == 0xe0 ? 3 :
	    (*from & 0xf8) == 0xf0 ? 4 : 0;
	character = *from & (0x7f >> n);
	++*text;
	if (!n)
		return UTF8_INVALID;
	for (int i = 1; i < n; i++) {
		if (!utf8_continues(from[i]))
			return UTF8_INVALID;
		character = character << 6 | (from[i] & 0x3f);
	}
	if (character < smallest[n] || character > 0x10ffff ||
	    (character >= 0xd800 && character <= 0xdfff))
		return UTF8_INVALID;
	*text += n - 1;
	return character;
}

/**
 * utf8_is_valid() - check whether a text is UTF-8
 * @text: the text
 *
 * Return: true if each byte is part of a character.
 */
bool utf8_is_valid(const char *text)
{
	uint32_t character;

	do {
		character = utf8_next(&text);
	} while (character && character != UTF8_INVALID);
	return !character;
}

/**
 * utf8_is_safe() - decide whether a character may be written as it is
 * @character: the character, or %UTF8_INVALID
 *
 * Return: false for %UTF8_INVALID, for control characters, for marks that are invisible or change
 * the direction of text, for ends of lines and paragraphs, and for code points that are no
 * characters.
 */
bool utf8_is_safe(uint32_t character)
{
	static const struct {
		uint32_t first;
		uint32_t last;
	} unsafe[] = {
		{ 0, 0x1f }, { 0x7f, 0x9f }, { 0xad, 0xad }, { 0x61c, 0x61c }, { 0x180e, 0x180e },
		{ 0x200b, 0x200f }, { 0x2028, 0x202e }, { 0x2060, 0x206f }, { 0xfdd0, 0xfdef },
		{ 0xfeff, 0xfeff }, { 0xfff0, 0xfffb }, { 0xe0000, 0xe0fff },
	};

	for (size_t i = 0; i < sizeof(unsafe) / sizeof(unsafe[0]); i++) {
		if (character >= unsafe[i].first && character <= unsafe[i].last)
			return false;
	}
	return character <= 0x10ffff && (character & 0xfffe) != 0xfffe;
}

/**
 * utf8_is_safe_or_space() - decide whether a character may be in a text of several lines
 * @character: the character, or %UTF8_INVALID
 *
 * Return: true for newlines, tabs and safe characters: see utf8_is_safe().
 */
bool utf8_is_safe_or_space(uint32_t character)
{
	return character == '\n' || character == '\t' || utf8_is_safe(character);
}

/**
 * has_control_characters() - check for control characters of ASCII
 * @text: the text, which need not be UTF-8: a task can have any bytes in its name
 *
 * Return: true if it has one.
 */
bool has_control_characters(const char *text)
{
	for (; *text; text++) {
		if ((unsigned char)*text < ' ' || *text == 0x7f)
			return true;
	}
	return false;
}

/**
 * locale_is_utf8() - tell whether the user's terminal shows UTF-8
 *
 * Return: true if the locale's character set is UTF-8.
 */
bool locale_is_utf8(void)
{
	return !strcmp(nl_langinfo(CODESET), "UTF-8");
}

/**
 * write_hex() - write bytes in their escaped form: "\x1b"
 * @out: where to write
 * @bytes: the bytes
 * @n: number of bytes
 */
void write_hex(FILE *out, const char *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		fprintf(out, "\\x%02x", (unsigned char)bytes[i]);
}

/**
 * utf8_valid_copy() - make a text UTF-8
 * @text: the text
 *
 * Return: a copy, which the caller frees, with "\xNN" for each byte that is not part of a
 * character; NULL without memory.
 */
char *utf8_valid_copy(const char *text)
{
	const char *from = text;
	uint32_t character;
	struct buffer buffer;
	FILE *out = buffer_open(&buffer);

	while (out && (character = utf8_next(&text))) {
		if (character == UTF8_INVALID)
			write_hex(out, from, 1);
		else
			fwrite(from, 1, text - from, out);
		from = text;
	}
	return buffer_close(&buffer, out) ? buffer.text : NULL;
}

/**
 * write_json_character() - write a character of a JSON string, as "\u001b" if it is unsafe
 * @out: where to write
 * @bytes: the character in UTF-8
 * @n: number of bytes
 * @character: the character, which is no quote and no backslash
 */
void write_json_character(FILE *out, const char *bytes, size_t n, uint32_t character)
{
	if (utf8_is_safe(character))
		fwrite(bytes, 1, n, out);
	else if (character < 0x10000)
		fprintf(out, "\\u%04x", character);
	else
		fprintf(out, "\\u%04x\\u%04x", 0xd7c0 + (character >> 10),
			0xdc00 + (character & 0x3ff));
}

/**
 * write_json_text() - write JSON of json-c, which escapes only the control characters of ASCII
 * @out: where to write
 * @json: the JSON in UTF-8; newlines between its values are kept
 */
void write_json_text(FILE *out, const char *json)
{
	const char *from = json;
	uint32_t character;

	while ((character = utf8_next(&json))) {
		if (character == '\n')
			fputc('\n', out);
		else
			write_json_character(out, from, json - from, character);
		from = json;
	}
}

/* The next character as the terminal may get it: "\x1b" for an escape. False at the end. */
static bool next_glyph(const char **text, bool utf8, struct glyph *glyph)
{
	const char *from = *text;
	uint32_t character = utf8_next(text);
	size_t n = *text - from;
	int width;

	if (!character)
		return false;
	width = character < 0x80 ? 1 : utf8 ? wcwidth(character) : -1;
	if (utf8_is_safe(character) && width >= 0) {
		memcpy(glyph->text, from, n);
		glyph->text[n] = '\0';
		glyph->width = width;
		return true;
	}
	for (size_t i = 0; i < n; i++)
		sprintf(glyph->text + 4 * i, "\\x%02x", (unsigned char)from[i]);
	glyph->width = 4 * n;
	return true;
}

/**
 * display_width() - compute how many columns of a terminal a text takes
 * @text: the text
 *
 * Return: the width, with unsafe characters in their escaped form.
 */
size_t display_width(const char *text)
{
	bool utf8 = locale_is_utf8();
	struct glyph glyph;
	size_t width = 0;

	while (next_glyph(&text, utf8, &glyph))
		width += glyph.width;
	return width;
}

/**
 * write_display() - write a text in at most some columns
 * @out: where to write
 * @text: the text; control characters, bytes that are no UTF-8 and marks of direction are escaped
 * @width: number of columns; a longer text ends with an ellipsis
 *
 * Return: number of columns written.
 */
size_t write_display(FILE *out, const char *text, size_t width)
{
	bool utf8 = locale_is_utf8();
	const char *ellipsis = utf8 ? "\u2026" : "~";
	bool cut = display_width(text) > width;
	size_t room = cut && width ? width - 1 : width, written = 0;
	struct glyph glyph;

	while (next_glyph(&text, utf8, &glyph) && written + glyph.width <= room) {
		fputs(glyph.text, out);
		written += glyph.width;
	}
	if (cut && width) {
		fputs(ellipsis, out);
		written++;
	}
	return written;
}
