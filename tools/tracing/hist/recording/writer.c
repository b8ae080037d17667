// SPDX-License-Identifier: GPL-2.0-only
/*
 * Write a recording.
 *
 * Each line is built in memory and handed to the kernel by write() before the function returns, so
 * that it outlives the tool. The file is written to the disk once, at its end: a flush in each
 * interval would be a load that block recipes measure.
 *
 * If a write fails, the part of the line that was written is cut off. The lines before it remain.
 * The standard output is not cut off: it can have data of the user before the recording.
 * A line that reader.c would refuse is not written: see the limits in recording.h.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/buffer.h"
#include "common/new_file.h"
#include "recording.h"
#include "text_json.h"

/* Neither the bytes nor the values of the last line exceed this. */
#define LAST_LINE_SIZE	128

/**
 * struct recording_writer - a recording that is being written
 * @fd: the file
 * @name: its name for messages
 * @size: size of all complete lines in bytes
 * @values: number of JSON values in them
 * @n_intervals: number of intervals that were written
 * @is_stdout: the file is the standard output
 * @is_new: the file did not exist before
 * @failed: a write has failed; nothing more is written
 */
struct recording_writer {
	int fd;
	char *name;
	uint64_t size;
	uint64_t values;
	uint64_t n_intervals;
	bool is_stdout;
	bool is_new;
	bool failed;
};

static enum status no_memory(void)
{
	return report_memory("write the recording");
}

/* Cut off the incomplete last line. A pipe cannot be cut off. */
static void cut_line(const struct recording_writer *writer)
{
	if (writer->is_stdout || (ftruncate(writer->fd, writer->size) && errno != EINVAL))
		report_warning("the last line of %s is incomplete", writer->name);
}

/* Write a line. After an error, cut off what was written of it. */
static enum status write_line(struct recording_writer *writer, const char *line, size_t size)
{
	enum status status;
	size_t done = 0;
	ssize_t n;

	if (writer->failed)
		return STATUS_FAILED;
	while (done < size) {
		n = write(writer->fd, line + done, size - done);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			status = report_errno("write to", writer->name);
			writer->failed = true;
			if (done)
				cut_line(writer);
			return status;
		}
		done += n;
	}
	writer->size += size;
	return STATUS_OK;
}

/* Check that the reader accepts a line, and the last line after it. */
static enum status check_limits(struct recording_writer *writer, const char *line, size_t size)
{
	size_t values = json_count_values(line, size);

	if (size > RECORDING_MAX_LINE || values > RECORDING_MAX_VALUES) {
		report_error("an interval is too large for a recording; "
			     "use a filter, or fewer keys");
		return STATUS_FAILED;
	}
	if (writer->size + size + LAST_LINE_SIZE > RECORDING_MAX_FILE ||
	    writer->values + values + LAST_LINE_SIZE > RECORDING_MAX_ALL_VALUES) {
		report_error("%s ends here: it is as large as a recording can be", writer->name);
		return STATUS_FAILED;
	}
	writer->values += values;
	return STATUS_OK;
}

/* Write a line whose text is made by @make. */
static enum status write_made(struct recording_writer *writer,
			      void (*make)(struct json_out *out, const void *from),
			      const void *from, bool is_limited)
{
	struct json_out out = { 0 };
	enum status status = STATUS_OK;
	struct buffer line;

	out.file = buffer_open(&line);
	if (out.file) {
		make(&out, from);
		fputc('\n', out.file);
	}
	if (!buffer_close(&line, out.file) || out.failed)
		status = no_memory();
	if (!status && is_limited)
		status = check_limits(writer, line.text, line.size);
	if (!status)
		status = write_line(writer, line.text, line.size);
	free(line.text);
	return status;
}

static void write_member(struct json_out *out, const char *name, const char *text)
{
	if (!text)
		return;
	fprintf(out->file, ",\"%s\":", name);
	json_write_text(out, text);
}

static void write_columns(struct json_out *out, const struct recording *header)
{
	fputs(",\"columns\":[", out->file);
	for (size_t i = 0; i < header->n_columns; i++) {
		const struct recipe_column *column = &header->columns[i];

		fputs(i ? ",{\"field\":" : "{\"field\":", out->file);
		json_write_text(out, column->field);
		write_member(out, "title", column->title);
		fprintf(out->file, ",\"unit\":\"%s\",\"rate\":%s}",
			unit_name(column->unit), column->is_rate ? "true" : "false");
	}
	fputc(']', out->file);
}

static void make_header(struct json_out *out, const void *from)
{
	const struct recording *header = from;

	fprintf(out->file, "{\"type\":\"header\",\"version\":%d", RECORDING_VERSION);
	write_member(out, "tool", "trace-hist " VERSION);
	write_member(out, "command", header->command);
	write_member(out, "recipe", header->recipe);
	write_member(out, "title", header->title);
	write_member(out, "question", header->question);
	write_member(out, "host", header->host);
	write_member(out, "kernel", header->kernel);
	fputs(",\"started\":", out->file);
	json_write_real(out, header->started);
	fprintf(out->file, ",\"picture\":\"%s\"", picture_name(header->picture));
	write_member(out, "axis", header->axis);
	write_member(out, "sort", header->sort);
	write_columns(out, header);
	fputc('}', out->file);
}

static void make_interval(struct json_out *out, const void *from)
{
	fputs("{\"type\":\"interval\",", out->file);
	table_write_json(out, from);
	fputc('}', out->file);
}

static void make_total(struct json_out *out, const void *from)
{
	fputs("{\"type\":\"total\",", out->file);
	table_write_json(out, from);
	fputc('}', out->file);
}

static void make_end(struct json_out *out, const void *from)
{
	const struct recording_writer *writer = from;

	fprintf(out->file, "{\"type\":\"end\",\"intervals\":%" PRIu64 "}", writer->n_intervals);
}

/* Open the file of a recording: a new one, or with @force another one, whose contents are lost. */
static enum status open_file(struct recording_writer *writer, const char *path, bool force)
{
	if (writer->is_stdout) {
		writer->fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
		if (writer->fd < 0)
			return report_errno("write to", writer->name);
		return STATUS_OK;
	}
	writer->fd = new_file(path);
	writer->is_new = writer->fd >= 0;
	/* In /tmp, O_CREAT would fail for a file of another user, also for root. */
	if (writer->fd < 0 && errno == EEXIST && force)
		writer->fd = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOCTTY);
	if (writer->fd < 0 && errno == EEXIST) {
		report_error("%s exists; choose another file, or replace it with --force", path);
		return STATUS_FAILED;
	}
	return writer->fd < 0 ? report_file("create", path) : STATUS_OK;
}

static void free_writer(struct recording_writer *writer)
{
	free(writer->name);
	free(writer);
}

/**
 * recording_create() - create a file and write the header of a recording
 * @writer: the writer
 * @path: the file, or "-" for the standard output
 * @header: the header; its intervals are ignored
 * @force: replace an existing file
 *
 * If the header cannot be written, a file that was created is removed.
 *
 * Return: %STATUS_OK or an error, which was reported.
 */
enum status recording_create(struct recording_writer **writer, const char *path,
			     const struct recording *header, bool force)
{
	struct recording_writer *made = calloc(1, sizeof(*made));
	enum status status;

	*writer = NULL;
	if (made) {
		made->is_stdout = !strcmp(path, "-");
		made->name = strdup(made->is_stdout ? "the standard output" : path);
	}
	if (!made || !made->name) {
		free(made);
		return no_memory();
	}
	status = open_file(made, path, force);
	if (status) {
		free_writer(made);
		return status;
	}
	status = write_made(made, make_header, header, true);
	if (status) {
		close(made->fd);
		if (made->is_new)
			unlink(path);
		free_writer(made);
		return status;
	}
	*writer = made;
	return STATUS_OK;
}

/**
 * recording_add() - write an interval
 * @writer: the writer
 * @table: the interval's table
 *
 * Return: %STATUS_OK or an error, which was reported. Nothing can be added after an error.
 */
enum status recording_add(struct recording_writer *writer, const struct table *table)
{
	enum status status = write_made(writer, make_interval, table, true);

	if (!status)
		writer->n_intervals++;
	return status;
}

/**
 * recording_add_total() - write the table of all events
 * @writer: the writer
 * @table: the table of hist after the last interval
 *
 * Return: %STATUS_OK or an error, which was reported.
 */
enum status recording_add_total(struct recording_writer *writer, const struct table *table)
{
	return write_made(writer, make_total, table, true);
}

/* Write the file to the disk and close it. Pipes and terminals need no fsync(). */
static enum status close_file(struct recording_writer *writer)
{
	enum status status = STATUS_OK;

	if (fsync(writer->fd) && errno != EINVAL && errno != EROFS && errno != ENOTSUP)
		status = report_errno("write to", writer->name);
	if (close(writer->fd) && errno != EINTR && !status)
		status = report_errno("close", writer->name);
	return status;
}

/**
 * recording_finish() - write the last line, close the file and free the writer
 * @writer: the writer, or NULL
 *
 * After a failed write, the file stays without its last line, and the function only closes it.
 *
 * Return: %STATUS_OK or an error, which was reported.
 */
enum status recording_finish(struct recording_writer *writer)
{
	enum status status = STATUS_OK, close_status;

	if (!writer)
		return STATUS_OK;
	if (!writer->failed)
		status = write_made(writer, make_end, writer, false);
	if (writer->failed) {
		close(writer->fd);
	} else {
		close_status = close_file(writer);
		if (!status)
			status = close_status;
	}
	free_writer(writer);
	return status;
}
