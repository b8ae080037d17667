// SPDX-License-Identifier: GPL-2.0-only
/*
 * HTTP server for metrics, on libmicrohttpd.
 *
 * One thread of the library serves all connections, and never waits for a client. Their number,
 * their memory and the time for which they may be silent are limited. All connections that are
 * answered within an interval share the text.
 */
#include <errno.h>
#include <microhttpd.h>
#include <netdb.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common/wait.h"
#include "server.h"

/* Connections at the same time, of all clients and of one */
#define MAX_CONNECTIONS		64
#define MAX_CONNECTIONS_IP	16

/* Seconds after which a silent connection is closed */
#define SILENCE_TIMEOUT		10

/* Bytes for the request of a connection */
#define REQUEST_SIZE		32768

/**
 * struct server - an HTTP server
 * @socket: it listens here, or -1 when the daemon owns the socket
 * @daemon: the library's server, or NULL
 * @url: URL of the metrics
 * @interval: for how many seconds an answer is reused
 * @render: function that makes the text of an answer
 * @context: its first argument
 * @page: answer for the path /
 * @answers: the last answer in each format, or NULL
 * @made: when they were made
 */
struct server {
	int socket;
	struct MHD_Daemon *daemon;
	char *url;
	double interval;
	render_fn render;
	void *context;
	struct MHD_Response *page;
	struct MHD_Response *answers[N_EXPOSITIONS];
	double made[N_EXPOSITIONS];
};

static const char page[] =
	"<!DOCTYPE html>\n<html lang=\"en\"><head><title>trace-hist export</title></head>\n"
	"<body><h1>trace-hist export</h1>\n"
	"<p><a href=\"/metrics\">Metrics</a> in the OpenMetrics format.</p>\n"
	"</body></html>\n";

static struct MHD_Response *make_response(const char *text, const char *type)
{
	struct MHD_Response *response = MHD_create_response_from_buffer(strlen(text), (void *)text,
									MHD_RESPMEM_MUST_COPY);

	if (response)
		MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, type);
	return response;
}

/* Queue a response for this connection only. */
static enum MHD_Result queue_once(struct MHD_Connection *connection, unsigned int code,
				  struct MHD_Response *response)
{
	enum MHD_Result result;

	if (!response)
		return MHD_NO;
	result = MHD_queue_response(connection, code, response);
	MHD_destroy_response(response);
	return result;
}

static enum MHD_Result refuse(struct MHD_Connection *connection, unsigned int code,
			      const char *text)
{
	struct MHD_Response *response = make_response(text, "text/plain; charset=utf-8");

	if (response && code == MHD_HTTP_METHOD_NOT_ALLOWED)
		MHD_add_response_header(response, MHD_HTTP_HEADER_ALLOW, "GET, HEAD");
	return queue_once(connection, code, response);
}

static struct MHD_Response *make_answer(struct server *server, enum exposition format)
{
	struct MHD_Response *response;
	char *text;
	size_t size;

	if (server->render(server->context, format, &text, &size))
		return NULL;
	response = MHD_create_response_from_buffer(size, text, MHD_RESPMEM_MUST_FREE);
	if (!response) {
		free(text);
		return NULL;
	}
	MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, exposition_type(format));
	MHD_add_response_header(response, MHD_HTTP_HEADER_VARY, MHD_HTTP_HEADER_ACCEPT);
	return response;
}

static enum MHD_Result answer_metrics(struct server *server, struct MHD_Connection *connection)
{
	const char *accept = MHD_lookup_connection_value(connection, MHD_HEADER_KIND,
							 MHD_HTTP_HEADER_ACCEPT);
	enum exposition format = negotiate_exposition(accept);
	double time = now();

	if (!server->answers[format] || time >= server->made[format] + server->interval) {
		struct MHD_Response *answer = make_answer(server, format);

		if (!answer)
			return refuse(connection, MHD_HTTP_INTERNAL_SERVER_ERROR,
				      "The histograms cannot be read.\n");
		if (server->answers[format])
			MHD_destroy_response(server->answers[format]);
		server->answers[format] = answer;
		server->made[format] = time;
	}
	return MHD_queue_response(connection, MHD_HTTP_OK, server->answers[format]);
}

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *url,
			      const char *method, const char *version, const char *upload_data,
			      size_t *upload_data_size, void **request)
{
	struct server *server = context;

	(void)version;
	(void)upload_data;
	(void)upload_data_size;
	(void)request;
	if (strcmp(url, "/metrics") && strcmp(url, "/"))
		return refuse(connection, MHD_HTTP_NOT_FOUND,
			      "There is nothing here: the metrics are at /metrics.\n");
	if (strcmp(method, MHD_HTTP_METHOD_GET) && strcmp(method, MHD_HTTP_METHOD_HEAD))
		return refuse(connection, MHD_HTTP_METHOD_NOT_ALLOWED,
			      "Only GET and HEAD are allowed.\n");
	if (!strcmp(url, "/"))
		return MHD_queue_response(connection, MHD_HTTP_OK, server->page);
	return answer_metrics(server, connection);
}

/**
 * server_start() - answer requests
 * @server: the server
 * @interval: for how many seconds an answer is reused
 * @render: function that makes the text of an answer
 * @context: its first argument
 *
 * The caller's signals are not delivered to the thread of the server.
 *
 * Return: %STATUS_OK, or a status after a message.
 */
enum status server_start(struct server *server, double interval, render_fn render, void *context)
{
	sigset_t all, old;

	server->interval = interval;
	server->render = render;
	server->context = context;
	server->page = make_response(page, "text/html; charset=utf-8");
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	if (server->page)
		server->daemon = MHD_start_daemon(MHD_USE_AUTO | MHD_USE_INTERNAL_POLLING_THREAD,
			0, NULL, NULL, answer, server, MHD_OPTION_LISTEN_SOCKET, server->socket,
			MHD_OPTION_CONNECTION_LIMIT, (unsigned int)MAX_CONNECTIONS,
			MHD_OPTION_PER_IP_CONNECTION_LIMIT, (unsigned int)MAX_CONNECTIONS_IP,
			MHD_OPTION_CONNECTION_TIMEOUT, (unsigned int)SILENCE_TIMEOUT,
			MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)REQUEST_SIZE, MHD_OPTION_END);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (!server->daemon) {
		report_error("the HTTP server cannot be started at %s", server->url);
		return STATUS_FAILED;
	}
	server->socket = -1;
	return STATUS_OK;
}

/**
 * server_url() - get the URL of the metrics
 * @server: the server
 *
 * Return: the URL, with the port that was chosen if the user has asked for port 0.
 */
const char *server_url(const struct server *server)
{
	return server->url;
}

/**
 * server_close() - close all connections
 * @server: the server, or NULL
 */
void server_close(struct server *server)
{
	if (!server)
		return;
	if (server->daemon)
		MHD_stop_daemon(server->daemon);
	if (server->socket >= 0)
		close(server->socket);
	for (size_t i = 0; i < N_EXPOSITIONS; i++) {
		if (server->answers[i])
			MHD_destroy_response(server->answers[i]);
	}
	if (server->page)
		MHD_destroy_response(server->page);
	free(server->url);
	free(server);
}

static enum status report_address(const char *address)
{
	report_error("\"%s\" is no address to listen on; it is ADDRESS:PORT, as in "
		     "127.0.0.1:4478 or [::1]:4478", address);
	return STATUS_USAGE;
}

/* Split "ADDRESS:PORT" or "[ADDRESS]:PORT" in place. Return: false if it is neither. */
static bool split_address(char *address, char **host, char **port)
{
	char *colon = strrchr(address, ':'), *bracket;

	if (!colon || colon == address || !colon[1] || strspn(colon + 1, "0123456789") > 5 ||
	    colon[1 + strspn(colon + 1, "0123456789")] || atoi(colon + 1) > 65535)
		return false;
	*colon = '\0';
	*port = colon + 1;
	*host = address;
	if (*address != '[')
		return !strchr(address, ':');
	*host = address + 1;
	bracket = strchr(address, ']');
	if (!bracket || bracket == address + 1 || bracket[1])
		return false;
	*bracket = '\0';
	return true;
}

static enum status report_listen(const char *address)
{
	if (errno == EADDRINUSE)
		report_error("cannot listen on %s: another program does; "
			     "give another port with --listen", address);
	else if (errno == EADDRNOTAVAIL)
		report_error("cannot listen on %s: this machine does not have the address",
			     address);
	else
		return report_errno("listen on", address);
	return STATUS_FAILED;
}

static int listen_on(const struct addrinfo *info)
{
	int fd = socket(info->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), one = 1;
	int error;

	if (fd < 0)
		return -1;
	/* A restart need not wait for the end of old connections. */
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	if (!bind(fd, info->ai_addr, info->ai_addrlen) && !listen(fd, MAX_CONNECTIONS))
		return fd;
	error = errno;
	close(fd);
	errno = error;
	return -1;
}

/* Make the URL of the address that the socket has. */
static char *make_url(int fd)
{
	struct sockaddr_storage address;
	socklen_t size = sizeof(address);
	char host[NI_MAXHOST], port[NI_MAXSERV], *url;
	bool is_ipv6;

	if (getsockname(fd, (struct sockaddr *)&address, &size) ||
	    getnameinfo((struct sockaddr *)&address, size, host, sizeof(host), port, sizeof(port),
			NI_NUMERICHOST | NI_NUMERICSERV))
		return NULL;
	is_ipv6 = address.ss_family == AF_INET6;
	if (asprintf(&url, "http://%s%s%s:%s/metrics", is_ipv6 ? "[" : "", host,
		     is_ipv6 ? "]" : "", port) < 0)
		return NULL;
	return url;
}

static enum status open_socket(struct server *server, const char *address, char *copy)
{
	const struct addrinfo hints = {
		.ai_flags = AI_NUMERICSERV, .ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM,
	};
	struct addrinfo *info;
	char *host, *port;
	int error;

	if (!split_address(copy, &host, &port))
		return report_address(address);
	error = getaddrinfo(host, port, &hints, &info);
	if (error) {
		report_error("cannot listen on %s: %s", address, gai_strerror(error));
		return STATUS_FAILED;
	}
	server->socket = listen_on(info);
	freeaddrinfo(info);
	if (server->socket < 0)
		return report_listen(address);
	server->url = make_url(server->socket);
	return server->url ? STATUS_OK : report_errno("listen on", address);
}

/**
 * server_open() - listen on an address
 * @server: result; it answers after server_start()
 * @address: "ADDRESS:PORT" or "[ADDRESS]:PORT"; a name of a host is an address, too
 *
 * Return: %STATUS_OK, or a status after a message.
 */
enum status server_open(struct server **server, const char *address)
{
	struct server *new = calloc(1, sizeof(*new));
	char *copy = strdup(address);
	enum status status;

	if (!new || !copy) {
		free(new);
		free(copy);
		return report_errno("listen on", address);
	}
	new->socket = -1;
	status = open_socket(new, address, copy);
	free(copy);
	if (status) {
		server_close(new);
		return status;
	}
	*server = new;
	return STATUS_OK;
}
