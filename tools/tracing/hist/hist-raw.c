// SPDX-License-Identifier: GPL-2.0-only
/*
 * usage: hist-raw [-e] [FILE]
 *        hist-raw -h
 *
 * Print the tables of a file in the format of hist_raw, by default of standard input, as the text
 * of the hist file. The file may come from a machine with another byte order.
 *
 * With -e, print the event of each table instead, one in a line. With -h, print the usage.
 *
 * The exit status is 1 if the file cannot be read or is not valid, or if a write fails. It is 2 if
 * the command line is wrong. Tables before the first one that is not valid are printed.
 */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "raw_table.h"
#include "raw_text.h"

static const char usage[] = "usage: hist-raw [-e] [FILE]\n";

/* Read a file to its end. Return: the bytes, or NULL after an error. */
static unsigned char *read_all(FILE *file, size_t *size)
{
	size_t room = 1 << 16, n;
	unsigned char *bytes = malloc(room);

	*size = 0;
	while (bytes && (n = fread(bytes + *size, 1, room - *size, file)) > 0) {
		*size += n;
		if (*size == room) {
			unsigned char *larger = realloc(bytes, room *= 2);

			if (!larger)
				free(bytes);
			bytes = larger;
		}
	}
	if (bytes && ferror(file)) {
		free(bytes);
		return NULL;
	}
	return bytes;
}

/* Complete all writes. Return: the exit status. */
static int flush_output(void)
{
	errno = 0;
	if (!fflush(stdout) && !ferror(stdout))
		return 0;
	/* The error number of an earlier write that failed is not known any more. */
	fprintf(stderr, "standard output: %s\n", strerror(errno ?: EIO));
	return 1;
}

/* Print all tables. Return: the exit status. */
static int print_all(const char *name, const unsigned char *bytes, size_t size, bool events_only)
{
	struct raw_table table;
	size_t pos;

	for (pos = 0; pos < size; pos += table.header.table_size) {
		if (raw_table_open(&table, bytes + pos, size - pos)) {
			fflush(stdout);
			fprintf(stderr, "%s: at byte %zu: %s\n", name, pos, table.error);
			return 1;
		}
		if (events_only) {
			raw_print_event(stdout, &table);
			continue;
		}
		if (pos)
			fputs("\n\n", stdout);
		raw_print(stdout, &table);
	}
	return flush_output();
}

/* Read a file, and print its tables. Return: the exit status. */
static int print_file(const char *name, FILE *file, bool events_only)
{
	unsigned char *bytes;
	size_t size;
	int status;

	bytes = file ? read_all(file, &size) : NULL;
	if (!bytes) {
		fprintf(stderr, "%s: %s\n", name, strerror(errno));
		return 1;
	}
	status = print_all(name, bytes, size, events_only);
	free(bytes);
	return status;
}

static int print_usage(void)
{
	fputs(usage, stdout);
	return flush_output();
}

int main(int argc, char **argv)
{
	static const struct option options[] = { { "help", no_argument, NULL, 'h' }, { 0 } };
	bool events_only = false;
	const char *name;
	int option;

	/* A write to a closed pipe fails with EPIPE, which is reported. */
	signal(SIGPIPE, SIG_IGN);
	while ((option = getopt_long(argc, argv, "+eh", options, NULL)) != -1) {
		if (option == 'h')
			return print_usage();
		if (option != 'e')
			break;
		events_only = true;
	}
	if (option != -1 || argc - optind > 1) {
		fputs(usage, stderr);
		return 2;
	}
	name = argv[optind];
	if (!name || !strcmp(name, "-"))
		return print_file("standard input", stdin, events_only);
	return print_file(name, fopen(name, "rb"), events_only);
}
