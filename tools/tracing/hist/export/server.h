/* SPDX-License-Identifier: GPL-2.0-only */
/* HTTP server for metrics. */
#ifndef _SERVER_H
#define _SERVER_H

#include <stddef.h>

#include "common/report.h"
#include "openmetrics.h"

struct server;

/*
 * Make the text of an answer. Called by one thread at a time. After a message and a status other
 * than %STATUS_OK, the answer is "500 Internal Server Error".
 */
typedef enum status (*render_fn)(void *context, enum exposition format, char **text, size_t *size);

enum status server_open(struct server **server, const char *address);
enum status server_start(struct server *server, double interval, render_fn render, void *context);
const char *server_url(const struct server *server);
void server_close(struct server *server);

/* negotiate.c */
enum exposition negotiate_exposition(const char *accept);

#endif /* _SERVER_H */
