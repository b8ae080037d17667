/* SPDX-License-Identifier: GPL-2.0-only */
/* Texts, numbers and tables as JSON: the parts of a recording's lines. */
#ifndef _TEXT_JSON_H
#define _TEXT_JSON_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "table/table.h"

/**
 * struct json_out - where JSON is written
 * @file: stream; its error flag tells of failed writes
 * @failed: memory was missing, so the text is incomplete
 */
struct json_out {
	FILE *file;
	bool failed;
};

/* text_json.c */
void json_write_text(struct json_out *out, const char *text);
void json_write_real(struct json_out *out, double number);
char *json_read_text(struct json_object *value);
bool json_read_count(struct json_object *value, uint64_t *count);
bool json_read_real(struct json_object *value, double *number);
size_t json_count_values(const char *line, size_t size);

/* table_json.c: */
void table_write_json(struct json_out *out, const struct table *table);
const char *table_read_json(struct table *table, struct json_object *object);

#endif /* _TEXT_JSON_H */
