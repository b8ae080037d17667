// SPDX-License-Identifier: GPL-2.0-only
/*
 * Load a YAML file with libyaml. The file can come from any source. Its size and its depth are
 * limited. Recipes need no aliases (a small file could stand for a large tree), anchors, tags,
 * several documents, characters that control a terminal, and marks that make a text look different
 * from what the kernel gets: these are refused.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/utf8.h"
#include "document.h"

#define MAX_DEPTH	8	/* of lists and mappings; a recipe has 6 */

/**
 * struct position - place in the text
 * @line: start of the line
 * @number: number of the line, from 1
 * @column: number of the byte in the line, from 1
 */
struct position {
	const char *line;
	unsigned int number;
	unsigned int column;
};

/* Offset of a character; libyaml counts characters, not bytes. */
static size_t byte_offset(const struct document *document, size_t characters)
{
	size_t offset = 0;

	while (offset < document->size) {
		if (((unsigned char)document->text[offset] & 0xc0) != 0x80 && !characters--)
			break;
		offset++;
	}
	return offset;
}

static struct position find_position(const struct document *document, size_t offset)
{
	struct position position = { .line = document->text, .number = 1 };

	for (size_t i = 0; i < offset; i++) {
		if (document->text[i] == '\n') {
			position.line = document->text + i + 1;
			position.number++;
		}
	}
	position.column = document->text + offset - position.line + 1;
	return position;
}

static void vreport_at(struct document *document, size_t offset, const char *format, va_list args)
{
	struct position position;
	char *message, *line;
	size_t rest;

	if (document->n_errors++ >= document->max_errors)
		return;
	position = find_position(document, offset);
	rest = document->text + document->size - position.line;
	line = strndup(position.line, rest);
	if (line && vasprintf(&message, format, args) >= 0) {
		report_position(document->path, position.number, position.column, line, "%s",
				message);
		free(message);
	} else {
		report_memory("report an error of the recipe");
	}
	free(line);
}

static void report_at(struct document *document, size_t offset, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

static void report_at(struct document *document, size_t offset, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vreport_at(document, offset, format, args);
	va_end(args);
}

/**
 * document_error() - print what is wrong at a node
 * @document: the document
 * @node: where it is wrong
 * @format: message: the mistake and a remedy, as for printf()
 */
void document_error(struct document *document, const yaml_node_t *node, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vreport_at(document, byte_offset(document, node->start_mark.index), format, args);
	va_end(args);
}

/**
 * document_error_in() - print what is wrong in the text of a node
 * @document: the document
 * @node: the text
 * @part: the wrong part of the text. The caret is below its first occurrence in the file, or below
 *	the beginning of the text if the file has it in another form, such as an escape
 * @length: length of @part
 * @format: message: the mistake and a remedy, as for printf()
 */
void document_error_in(struct document *document, const yaml_node_t *node, const char *part,
		       size_t length, const char *format, ...)
{
	size_t start = byte_offset(document, node->start_mark.index);
	size_t end = byte_offset(document, node->end_mark.index);
	const char *found = memmem(document->text + start, end - start, part, length);
	va_list args;

	va_start(args, format);
	vreport_at(document, found ? (size_t)(found - document->text) : start, format, args);
	va_end(args);
}

/**
 * document_node() - get a node of the tree
 * @document: the document
 * @index: index of the node, as in the items of a list
 *
 * Return: the node, never NULL for an index that libyaml has given.
 */
yaml_node_t *document_node(struct document *document, int index)
{
	return yaml_document_get_node(&document->yaml, index);
}

/**
 * document_lookup() - get the value of a key
 * @document: the document
 * @mapping: the mapping
 * @key: the key
 *
 * Return: the value, or NULL if the mapping has no such key.
 */
yaml_node_t *document_lookup(struct document *document, const yaml_node_t *mapping,
			     const char *key)
{
	const yaml_node_pair_t *pair;

	for (pair = mapping->data.mapping.pairs.start; pair < mapping->data.mapping.pairs.top;
	     pair++) {
		const yaml_node_t *node = document_node(document, pair->key);

		if (node->type == YAML_SCALAR_NODE && !strcmp(document_text(node), key))
			return document_node(document, pair->value);
	}
	return NULL;
}

/**
 * document_item() - get an item of a list
 * @document: the document
 * @list: the list
 * @index: number of the item, from 0, less than the length of the list
 *
 * Return: the item.
 */
yaml_node_t *document_item(struct document *document, const yaml_node_t *list, size_t index)
{
	return document_node(document, list->data.sequence.items.start[index]);
}

/**
 * document_memory() - check the result of an allocation
 * @document: the document, which remembers a failure
 * @memory: the result
 *
 * Return: @memory. The first failure of a document prints a message.
 */
void *document_memory(struct document *document, void *memory)
{
	if (!memory && !document->no_memory) {
		if (!document->n_errors)
			report_memory("read the recipe");
		document->no_memory = true;
		document->n_errors++;
	}
	return memory;
}

/**
 * document_text() - get the text of a scalar
 * @node: a scalar
 *
 * Return: the text, which has no NUL byte inside.
 */
const char *document_text(const yaml_node_t *node)
{
	return (const char *)node->data.scalar.value;
}

/**
 * document_kind() - name the type of a node
 * @node: the node
 *
 * Return: the name, with its article.
 */
const char *document_kind(const yaml_node_t *node)
{
	switch (node->type) {
	case YAML_SCALAR_NODE:
		return node->data.scalar.length ? "a text" : "nothing";
	case YAML_SEQUENCE_NODE:
		return "a list";
	case YAML_MAPPING_NODE:
		return "a mapping";
	default:
		return "nothing";
	}
}

/* A remedy for mistakes that are easily made in recipes, or an empty text. */
static const char *syntax_advice(const char *problem, char c)
{
	if (strstr(problem, "cannot start any token")) {
		if (c == '\t')
			return ": indent with blanks, not with tabs";
		return ": put a text that begins with this character in single quotes";
	}
	if (strstr(problem, "mapping values are not allowed"))
		return ": put a text that contains \": \" in single quotes";
	if (strstr(problem, "could not find expected ':'"))
		return ": a line is \"KEY: VALUE\", with a blank after the colon";
	return "";
}

static enum status report_syntax(struct document *document, const yaml_parser_t *parser)
{
	size_t offset = parser->problem_offset;

	/* Not every failed allocation sets the error. */
	if (parser->error == YAML_MEMORY_ERROR || !parser->problem)
		return report_memory("read the recipe");
	if (parser->error == YAML_READER_ERROR) {
		report_at(document, offset < document->size ? offset : document->size,
			  "%s: a recipe is UTF-8 text without control characters",
			  parser->problem);
		return STATUS_INPUT;
	}
	offset = byte_offset(document, parser->problem_mark.index);
	report_at(document, offset, "%s%s", parser->problem,
		  syntax_advice(parser->problem,
				offset < document->size ? document->text[offset] : 0));
	return STATUS_INPUT;
}

static void start_parser(yaml_parser_t *parser, const struct document *document)
{
	yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(parser, (const unsigned char *)document->text,
				     document->size);
}

/*
 * Characters that control a terminal can be in a text as escapes, such as "\e". libyaml has checked
 * that it is UTF-8, and adds a NUL.
 */
static bool has_unsafe_characters(const char *text, size_t length)
{
	const char *end = text + length;

	while (text < end) {
		if (!utf8_is_safe_or_space(utf8_next(&text)))
			return true;
	}
	return false;
}

/**
 * struct event_check - what check_event() knows
 * @depth: lists and mappings that are open
 * @documents: documents that have begun
 */
struct event_check {
	unsigned int depth;
	unsigned int documents;
};

/* Return: what is wrong with an event, or NULL. */
static const char *check_event(struct event_check *check, const yaml_event_t *event)
{
	const unsigned char *anchor = NULL, *tag = NULL;

	switch (event->type) {
	case YAML_DOCUMENT_START_EVENT:
		if (check->documents++)
			return "a recipe is one document: remove the line \"---\" and what follows";
		break;
	case YAML_ALIAS_EVENT:
		return "a recipe has no aliases: put a text that begins with * in single quotes";
	case YAML_SCALAR_EVENT:
		anchor = event->data.scalar.anchor;
		tag = event->data.scalar.tag;
		if (has_unsafe_characters((const char *)event->data.scalar.value,
					  event->data.scalar.length))
			return "a text must not have control characters, nor marks that are "
			       "invisible or change the direction of text";
		break;
	case YAML_SEQUENCE_START_EVENT:
		check->depth++;
		anchor = event->data.sequence_start.anchor;
		tag = event->data.sequence_start.tag;
		break;
	case YAML_MAPPING_START_EVENT:
		check->depth++;
		anchor = event->data.mapping_start.anchor;
		tag = event->data.mapping_start.tag;
		break;
	case YAML_SEQUENCE_END_EVENT:
	case YAML_MAPPING_END_EVENT:
		check->depth--;
		break;
	default:
		break;
	}
	if (anchor)
		return "a recipe has no anchors: put a text that begins with & in single quotes";
	if (tag)
		return "a recipe has no tags: put a text that begins with ! in single quotes";
	if (check->depth > MAX_DEPTH)
		return "lists and mappings are nested too deeply for a recipe";
	return NULL;
}

static enum status check_events(struct document *document)
{
	struct event_check check = { 0 };
	enum status status = STATUS_OK;
	yaml_parser_t parser;
	bool end = false;

	if (!yaml_parser_initialize(&parser))
		return report_memory("read the recipe");
	start_parser(&parser, document);
	while (!end && status == STATUS_OK) {
		yaml_event_t event;
		const char *wrong;

		if (!yaml_parser_parse(&parser, &event)) {
			status = report_syntax(document, &parser);
			break;
		}
		end = event.type == YAML_STREAM_END_EVENT;
		wrong = check_event(&check, &event);
		if (wrong) {
			report_at(document, byte_offset(document, event.start_mark.index), "%s",
				  wrong);
			status = STATUS_INPUT;
		}
		yaml_event_delete(&event);
	}
	yaml_parser_delete(&parser);
	return status;
}

static enum status load_tree(struct document *document)
{
	enum status status = STATUS_OK;
	yaml_parser_t parser;

	if (!yaml_parser_initialize(&parser))
		return report_memory("read the recipe");
	start_parser(&parser, document);
	if (!yaml_parser_load(&parser, &document->yaml))
		status = report_syntax(document, &parser);
	yaml_parser_delete(&parser);
	return status;
}

/**
 * document_load() - build the tree of a text
 * @document: the document; @path, @text, @size and @max_errors are set. After success, the caller
 *	calls document_free()
 *
 * Return: %STATUS_OK; %STATUS_INPUT if the text is no YAML that a recipe can be, or
 * %STATUS_FAILED without memory, after a message.
 */
enum status document_load(struct document *document)
{
	const char *nul = memchr(document->text, 0, document->size);
	enum status status;

	if (document->size > DOCUMENT_MAX_SIZE) {
		report_error("%s is too large for a recipe, which has at most %d bytes",
			     document->path, DOCUMENT_MAX_SIZE);
		return STATUS_INPUT;
	}
	if (nul) {
		report_at(document, nul - document->text,
			  "a NUL byte: a recipe is UTF-8 text without control characters");
		return STATUS_INPUT;
	}
	status = check_events(document);
	return status == STATUS_OK ? load_tree(document) : status;
}

/**
 * document_free() - free the tree of a document
 * @document: the document
 */
void document_free(struct document *document)
{
	yaml_document_delete(&document->yaml);
}
