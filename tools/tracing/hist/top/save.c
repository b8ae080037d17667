// SPDX-License-Identifier: GPL-2.0-only
/*
 * Write the table that is shown to a file: CSV, JSON, or a recording of one interval. An existing
 * file is never replaced, and a file that cannot be written completely is removed.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "common/new_file.h"
#include "output/output.h"
#include "recording/recording.h"
#include "ui.h"

/**
 * save_name() - propose the name of a file
 * @path: memory for the name
 * @size: its size
 * @model: the model
 */
void save_name(char *path, size_t size, const struct model *model)
{
	const char *slash = strrchr(model->name, '/'), *name = slash ? slash + 1 : model->name;
	time_t seconds = model->shown.time ? model->shown.time : time(NULL);
	char clock[32] = "";
	struct tm tm;

	if (localtime_r(&seconds, &tm))
		strftime(clock, sizeof(clock), "%Y%m%d-%H%M%S", &tm);
	snprintf(path, size, "%.*s-%s.csv", (int)strcspn(name, "."), name, clock);
	for (char *c = path; *c; c++)
		*c = *c == ':' ? '-' : *c;
}

static bool has_extension(const char *path, const char *extension)
{
	size_t length = strlen(path), n = strlen(extension);

	return length > n && !strcmp(path + length - n, extension);
}

static enum status write_rows(const struct model *model, FILE *out, const char *path, bool json)
{
	struct layout layout = model->layout;
	enum status status;
	bool failed;

	layout.sort = NULL;
	layout.limit = 0;
	status = json ? write_table_json(out, &model->shown.table, &layout) :
			write_table_csv(out, &model->shown.table, &layout);
	errno = 0;
	failed = ferror(out);
	if ((fclose(out) || failed) && !status) {
		errno = errno ? errno : EIO;
		status = report_errno("write to", path);
	}
	return status;
}

static enum status save_table(const struct model *model, const char *path, bool json)
{
	int fd = new_file(path);
	FILE *out = fd < 0 ? NULL : fdopen(fd, "w");
	enum status status;

	if (fd < 0)
		return report_errno("create", path);
	if (out) {
		status = write_rows(model, out, path, json);
	} else {
		status = report_errno("write to", path);
		close(fd);
	}
	if (status)
		unlink(path);
	return status;
}

static enum status save_recording(const struct model *model, const char *path)
{
	struct utsname machine = { 0 };
	char kernel[3 * sizeof(machine.release) + 3], command[256];
	struct table table = model->shown.table;
	struct recording header = {
		.command = command,
		.recipe = (char *)model->name,
		.title = (char *)model->title,
		.question = (char *)model->question,
		.host = machine.nodename,
		.kernel = kernel,
		.started = model->shown.time - (table.end - table.begin),
		.columns = (struct recipe_column *)model->layout.columns,
		.n_columns = model->layout.n_columns,
		.picture = model->layout.picture,
		.axis = (char *)model->layout.axis,
		.sort = (char *)model->layout.sort,
	};
	struct recording_writer *writer;
	enum status status, finished;

	/* A copy of a hist file does not name its event. */
	if (!table.event)
		table.event = (char *)model->name;
	uname(&machine);
	snprintf(kernel, sizeof(kernel), "%s %s %s", machine.release, machine.version,
		 machine.machine);
	snprintf(command, sizeof(command), "trace-hist top %s", model->name);
	status = recording_create(&writer, path, &header, false);
	if (status)
		return status;
	status = recording_add(writer, &table);
	finished = recording_finish(writer);
	status = status ? status : finished;
	if (status)
		unlink(path);
	return status;
}

/**
 * save_shown() - write the rows that are shown, in their order
 * @model: the model
 * @path: the file, which must not exist; its extension tells the format: .csv, .json, otherwise a
 *	recording
 *
 * Return: %STATUS_OK, or a status after a message.
 */
enum status save_shown(const struct model *model, const char *path)
{
	if (!model_has_table(model)) {
		report_error("there is no table to write yet");
		return STATUS_FAILED;
	}
	/* recording_create() takes "-" for the standard output, which is the terminal of top. */
	if (!strcmp(path, "-"))
		path = "./-";
	if (has_extension(path, ".csv") || has_extension(path, ".json"))
		return save_table(model, path, has_extension(path, ".json"));
	return save_recording(model, path);
}
