/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A YAML file as a tree of libyaml, and messages with positions in it. Internal to recipe/.
 */
#ifndef _DOCUMENT_H
#define _DOCUMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <yaml.h>

#include "common/report.h"

#define DOCUMENT_MAX_SIZE	(1024 * 1024)	/* bytes of a file */

/**
 * struct document - a YAML file
 * @path: name of the file, for messages
 * @text: its text
 * @size: size of @text in bytes
 * @yaml: the tree
 * @max_errors: number of errors that are printed
 * @n_errors: number of errors so far
 * @no_memory: an allocation has failed, and this was reported
 */
struct document {
	const char *path;
	const char *text;
	size_t size;
	yaml_document_t yaml;
	unsigned int max_errors;
	unsigned int n_errors;
	bool no_memory;
};

enum status document_load(struct document *document);
void document_free(struct document *document);

yaml_node_t *document_node(struct document *document, int index);
yaml_node_t *document_lookup(struct document *document, const yaml_node_t *mapping,
			     const char *key);
yaml_node_t *document_item(struct document *document, const yaml_node_t *list, size_t index);
const char *document_text(const yaml_node_t *node);
const char *document_kind(const yaml_node_t *node);

void *document_memory(struct document *document, void *memory);
void document_error(struct document *document, const yaml_node_t *node, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void document_error_in(struct document *document, const yaml_node_t *node, const char *part,
		       size_t length, const char *format, ...)
	__attribute__((format(printf, 5, 6)));

#endif /* _DOCUMENT_H */
