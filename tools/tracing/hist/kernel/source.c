// SPDX-License-Identifier: GPL-2.0-only
/* Read tables of sessions, of other histograms in tracefs, and of files. */
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <linux/magic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <tracefs.h>
#include <unistd.h>

#include "common/wait.h"
#include "features.h"
#include "source.h"

/* The first size of a buffer, and the largest file that is read. */
#define FIRST_SIZE	65536
#define MAX_SIZE	((size_t)1 << 30)

/**
 * struct source - where tables come from
 * @event: "SYSTEM:EVENT", or NULL if only the path is known
 * @path: a hist file
 * @hist: it is open here, or -1
 * @delta: hist_delta of the same event is open here, or -1 if intervals are differences
 * @trigger: of a session: the trigger of the answer, or NULL
 * @is_session: the source is a session, and has one table
 * @is_file: the file is not in tracefs
 * @is_watched: another program replaces the file, so @hist is open only during a read
 * @last: tables of the last read of hist, if intervals are differences
 * @begin: begin of the source
 * @last_read: end of the last interval, or @begin
 */
struct source {
	char *event;
	char *path;
	int hist;
	int delta;
	char *trigger;
	bool is_session;
	bool is_file;
	bool is_watched;
	struct tables last;
	double begin;
	double last_read;
};

static enum status no_memory(void)
{
	return report_memory("read the table");
}

/*
 * Check whether an interrupted read() is repeated. A signal ends the read of a pipe. A read of
 * tracefs continues, because it returns the last interval.
 */
static bool repeats_read(const struct source *source)
{
	return errno == EINTR && !(source->is_file && signals_stop());
}

/*
 * Read until read() returns 0, which is necessary to consume an interval of hist_delta. @text is
 * terminated by a NUL, which @size does not include.
 */
static int read_all(const struct source *source, int fd, char **text, size_t *size)
{
	size_t room = FIRST_SIZE;
	char *buf = malloc(room), *more;
	ssize_t n;

	for (*size = 0; buf; *size += n) {
		if (*size + 1 == room) {
			more = room < MAX_SIZE ? realloc(buf, room * 2) : NULL;
			if (!more) {
				errno = room < MAX_SIZE ? ENOMEM : EFBIG;
				break;
			}
			buf = more;
			room *= 2;
		}
		n = read(fd, buf + *size, room - *size - 1);
		if (!n) {
			buf[*size] = '\0';
			*text = buf;
			return 0;
		}
		if (n < 0 && !repeats_read(source))
			break;
		if (n < 0)
			n = 0;
	}
	free(buf);
	return -1;
}

static enum status report_removed(const char *path)
{
	report_error("the event of %s was removed while it was read", path);
	return STATUS_FAILED;
}

/* A file that is not a table may be of any kind, so its line is not shown. */
static enum status report_table(const char *path, const struct parse_error *error)
{
	report_position(path, error->line, error->column, NULL, "%s", error->message);
	return STATUS_INPUT;
}

/* Read and parse a file from its current position. */
static enum status read_tables(struct source *source, int fd, struct tables *tables)
{
	struct parse_error error = { 0 };
	enum status status = STATUS_OK;
	size_t size;
	char *text;

	if (read_all(source, fd, &text, &size))
		return errno == ENODEV ? report_removed(source->path) :
					 report_errno("read", source->path);
	if (tables_read(tables, text, size, &error))
		status = error.line ? report_table(source->path, &error) : no_memory();
	free(text);
	return status;
}

/* Only root may open files of the kernel. Other files have permissions of their own. */
static enum status report_open(const struct source *source)
{
	bool is_denied = errno == EACCES || errno == EPERM;

	if (is_denied && (source->event || !strncmp(source->path, "/sys/", 5)))
		return report_errno("open", source->path);
	return report_file("open", source->path);
}

static enum status open_hist(struct source *source)
{
	source->hist = open(source->path, O_RDONLY | O_CLOEXEC);
	return source->hist < 0 ? report_open(source) : STATUS_OK;
}

/* Files of tracefs other than hist change the kernel when they are read, or are no tables. */
static enum status check_file(struct source *source)
{
	struct statfs fs;
	struct stat st;
	const char *name = strrchr(source->path, '/');

	name = name ? name + 1 : source->path;
	if (fstatfs(source->hist, &fs) || fstat(source->hist, &st))
		return report_errno("read", source->path);
	source->is_file = fs.f_type != TRACEFS_MAGIC;
	if (S_ISDIR(st.st_mode)) {
		errno = EISDIR;
		return report_file("read", source->path);
	}
	if (!source->is_file && source->is_watched) {
		report_error("%s is a file of tracefs; use --event for its event", source->path);
		return STATUS_USAGE;
	}
	if (source->is_file || !strcmp(name, "hist"))
		return STATUS_OK;
	report_error("%s is not read: of the files of tracefs, show reads only \"hist\"",
		     source->path);
	return STATUS_USAGE;
}

static void close_hist(struct source *source)
{
	if (source->hist >= 0)
		close(source->hist);
	source->hist = -1;
}

static const struct table *find_table(const struct tables *tables, const char *trigger)
{
	for (size_t i = 0; i < tables->n; i++) {
		const struct table *table = &tables->tables[i];

		if (trigger && table->trigger && !strcmp(table->trigger, trigger))
			return table;
	}
	return NULL;
}

/* Two reads of an event match by their triggers, of which the kernel allows no duplicates. */
static bool has_duplicates(const struct tables *tables)
{
	for (size_t i = 0; i < tables->n; i++) {
		const struct table *first = find_table(tables, tables->tables[i].trigger);

		if (first && first != &tables->tables[i])
			return true;
	}
	return false;
}

/* A copy of hist_delta has an interval, and copies of several files can have equal triggers. */
static enum status check_copy(const struct source *source, struct tables *tables)
{
	if (tables->n && tables->tables[0].end)
		report_error("%s is a copy of hist_delta; --from takes copies of hist",
			     source->path);
	else if (has_duplicates(tables))
		report_error("%s has two histograms with the same trigger; --from takes a copy of "
			     "one hist file", source->path);
	else
		return STATUS_OK;
	tables_free(tables);
	return STATUS_INPUT;
}

static enum status read_watched(struct source *source, struct tables *tables)
{
	enum status status = open_hist(source);

	if (!status)
		status = check_file(source);
	if (!status)
		status = read_tables(source, source->hist, tables);
	close_hist(source);
	return status ? status : check_copy(source, tables);
}

static enum status read_hist(struct source *source, struct tables *tables)
{
	if (source->is_watched)
		return read_watched(source, tables);
	if (lseek(source->hist, 0, SEEK_SET) < 0 && errno != ESPIPE)
		return report_errno("read", source->path);
	return read_tables(source, source->hist, tables);
}

static enum status report_lost(const char *path)
{
	report_error("%s does not have the histogram of the answer any more: it was removed", path);
	return STATUS_FAILED;
}

/* Keep only the table of the answer: other histograms of its event keep variables. */
static enum status keep_answer(struct source *source, struct tables *tables)
{
	const struct table *answer;
	struct table kept;
	size_t index;

	if (!source->is_session)
		return STATUS_OK;
	if (!tables->n)
		return report_removed(source->path);
	answer = find_table(tables, source->trigger);
	if (!answer && source->trigger)
		return report_lost(source->path);
	/* If the trigger is not known: the latest histogram is the last one. */
	index = answer ? (size_t)(answer - tables->tables) : tables->n - 1;
	kept = tables->tables[index];
	tables->tables[index] = tables->tables[0];
	tables->tables[0] = kept;
	while (tables->n > 1)
		table_free(&tables->tables[--tables->n]);
	return STATUS_OK;
}

/* Add what a hist file does not tell. */
static enum status label_tables(const struct source *source, struct tables *tables, double begin,
				double end)
{
	for (size_t i = 0; i < tables->n; i++) {
		struct table *table = &tables->tables[i];

		table->begin = begin;
		table->end = end;
		free(table->event);
		table->event = source->event ? strdup(source->event) : NULL;
		if (source->event && !table->event)
			return no_memory();
	}
	return STATUS_OK;
}

/**
 * source_read_total() - read the histograms since their creation
 * @source: the source
 * @tables: result; that of a session has exactly one table. The others have no time, because the
 *	kernel does not tell when a histogram of another program was created
 *
 * Return: %STATUS_OK, or a status after a message.
 */
enum status source_read_total(struct source *source, struct tables *tables)
{
	/* The kernel copies the table when the read begins. */
	double begin = source->is_session ? source->begin : 0;
	double end = source->is_session ? now() : 0;
	enum status status = read_hist(source, tables);

	if (status)
		return status;
	status = keep_answer(source, tables);
	if (!status && !source->is_file)
		status = label_tables(source, tables, begin, end);
	if (status)
		tables_free(tables);
	return status;
}

static enum status subtract(struct tables *interval, const struct tables *later,
			    const struct tables *earlier)
{
	*interval = (struct tables){ 0 };
	if (!later->n)
		return STATUS_OK;
	interval->tables = calloc(later->n, sizeof(*interval->tables));
	if (!interval->tables)
		return no_memory();
	for (size_t i = 0; i < later->n; i++) {
		const struct table *before = find_table(earlier, later->tables[i].trigger);
		struct table *table = &interval->tables[i];

		if (before ? table_subtract(table, &later->tables[i], before) :
			     table_copy(table, &later->tables[i])) {
			tables_free(interval);
			return no_memory();
		}
		table->approximate = true;
		interval->n++;
	}
	return STATUS_OK;
}

static enum status read_difference(struct source *source, struct tables *interval)
{
	struct tables later;
	enum status status = source_read_total(source, &later);

	if (status)
		return status;
	status = subtract(interval, &later, &source->last);
	if (status) {
		tables_free(&later);
		return status;
	}
	tables_free(&source->last);
	source->last = later;
	return STATUS_OK;
}

static enum status read_delta(struct source *source, struct tables *interval)
{
	enum status status = read_tables(source, source->delta, interval);

	if (status)
		return status;
	status = keep_answer(source, interval);
	if (status)
		tables_free(interval);
	return status;
}

/**
 * source_read_interval() - read the events since the last call
 * @source: the source
 * @tables: result; that of a session has exactly one table
 *
 * Return: %STATUS_OK, or a status after a message.
 */
enum status source_read_interval(struct source *source, struct tables *tables)
{
	double end = now();
	enum status status;

	status = source->delta < 0 ? read_difference(source, tables) : read_delta(source, tables);
	if (status)
		return status;
	status = label_tables(source, tables, source->last_read, end);
	if (status)
		tables_free(tables);
	source->last_read = end;
	return status;
}

/**
 * source_is_approximate() - check how intervals are made
 * @source: the source
 *
 * Return: true if they are differences of two reads of hist.
 */
bool source_is_approximate(const struct source *source)
{
	return source->delta < 0;
}

/**
 * source_is_file() - check where a source is
 * @source: the source
 *
 * Return: true if it is a file outside of tracefs. Only one that is watched has intervals.
 */
bool source_is_file(const struct source *source)
{
	return source->is_file;
}

/**
 * source_report_empty() - report that an event or a file has no histogram
 * @name: the event or file, as the user has named it
 * @is_file: it is a file outside of tracefs
 *
 * Return: %STATUS_INPUT for a file, %STATUS_USAGE for an event.
 */
enum status source_report_empty(const char *name, bool is_file)
{
	report_error("%s has no histogram", name);
	return is_file ? STATUS_INPUT : STATUS_USAGE;
}

/**
 * source_close() - close a source
 * @source: the source, or NULL
 */
void source_close(struct source *source)
{
	if (!source)
		return;
	close_hist(source);
	if (source->delta >= 0)
		close(source->delta);
	tables_free(&source->last);
	free(source->trigger);
	free(source->event);
	free(source->path);
	free(source);
}

static struct source *source_new(void)
{
	struct source *source = calloc(1, sizeof(*source));

	if (!source)
		return NULL;
	source->hist = -1;
	source->delta = -1;
	source->begin = now();
	source->last_read = source->begin;
	return source;
}

/*
 * Put a separator between the system and the event, which have ":" or "/" there. Return: a copy, or
 * NULL.
 */
static char *with_separator(const char *event, char separator)
{
	char *copy = strdup(event);

	if (copy)
		copy[strcspn(copy, ":/")] = separator;
	return copy;
}

/* Return: the path of a file of an event, allocated; or NULL. @event is "SYSTEM/EVENT". */
static char *event_path(const char *instance, const char *event, const char *file)
{
	const char *top = tracefs_tracing_dir();
	char *path;
	int n;

	if (instance)
		n = asprintf(&path, "%s/instances/%s/events/%s/%s", top, instance, event, file);
	else
		n = asprintf(&path, "%s/events/%s/%s", top, event, file);
	return n < 0 ? NULL : path;
}

static enum status open_delta(struct source *source, const struct session_answer *answer)
{
	char *path = event_path(answer->instance, answer->event, "hist_delta");

	if (!path)
		return no_memory();
	source->delta = open(path, O_RDONLY | O_CLOEXEC);
	free(path);
	if (source->delta < 0 && errno != ENOENT)
		return report_errno("open", "hist_delta");
	return STATUS_OK;
}

static enum status open_answer(struct source *source, const struct session_answer *answer)
{
	enum status status;

	source->is_session = true;
	source->begin = answer->begin;
	source->last_read = source->begin;
	source->event = with_separator(answer->event, ':');
	source->path = event_path(answer->instance, answer->event, "hist");
	if (answer->trigger)
		source->trigger = strdup(answer->trigger);
	if (!source->event || !source->path || (answer->trigger && !source->trigger))
		return no_memory();
	status = open_hist(source);
	return status ? status : open_delta(source, answer);
}

/**
 * source_open_session() - open the answer of a session
 * @source: result
 * @session: the session, after session_apply(); it outlives the source
 *
 * The first interval begins with the histogram.
 *
 * Return: %STATUS_OK, or a status after a message.
 */
enum status source_open_session(struct source **source, struct session *session)
{
	struct source *new = source_new();
	enum status status;

	if (!new)
		return no_memory();
	status = open_answer(new, session_answer(session));
	if (status) {
		source_close(new);
		return status;
	}
	*source = new;
	return STATUS_OK;
}

/*
 * An event has no slash or dot at its begin. In the directory "events" of tracefs, "SYSTEM/EVENT"
 * is a directory and means the event.
 */
static bool is_path(const char *event)
{
	struct stat st;

	return *event == '/' || *event == '.' || (!stat(event, &st) && S_ISREG(st.st_mode));
}

/* "SYSTEM:EVENT" or "SYSTEM/EVENT", without another separator. */
static bool is_event(const char *event)
{
	size_t length = strcspn(event, ":/");

	return length && event[length] && event[length + 1] && !strpbrk(event + length + 1, ":/");
}

/* Find the hist file of an event. */
static enum status find_event(struct source *source, const char *instance, const char *event)
{
	char *name = with_separator(event, '/');

	source->event = with_separator(event, ':');
	if (name)
		source->path = event_path(instance, name, "hist");
	free(name);
	return source->event && source->path ? STATUS_OK : no_memory();
}

static enum status report_unknown(const char *instance, const char *event)
{
	if (instance && is_event(event) && !tracefs_instance_exists(instance))
		report_error("there is no instance \"%s\" in tracefs", instance);
	else
		report_error("\"%s\" is neither an event, as in sched:sched_switch, nor a file",
			     event);
	return STATUS_USAGE;
}

static enum status report_instance(const char *path)
{
	report_error("--instance needs an event, as in sched:sched_switch, and \"%s\" is a file",
		     path);
	return STATUS_USAGE;
}

static enum status open_file(struct source *source, const char *name)
{
	enum status status;

	source->path = strdup(name);
	if (!source->path)
		return no_memory();
	status = open_hist(source);
	return status ? status : check_file(source);
}

static enum status open_event(struct source *source, const char *instance, const char *event)
{
	enum status status;

	/* Files can be read without tracefs. */
	if (is_path(event))
		return instance ? report_instance(event) : open_file(source, event);
	if (!is_event(event))
		return report_unknown(instance, event);
	status = tracefs_check();
	if (!status)
		status = find_event(source, instance, event);
	if (status)
		return status;
	if (access(source->path, F_OK))
		return report_unknown(instance, event);
	return open_hist(source);
}

/**
 * source_open_event() - open the histograms of an event, or a file
 * @source: result
 * @instance: name of the instance, or NULL for the top of tracefs
 * @event: "SYSTEM:EVENT", "SYSTEM/EVENT", or the path of a hist file or of a copy of one
 *
 * The histograms are never changed. The first interval begins now.
 *
 * Return: %STATUS_OK, or a status after a message.
 */
enum status source_open_event(struct source **source, const char *instance, const char *event)
{
	struct source *new = source_new();
	enum status status;

	if (!new)
		return no_memory();
	status = open_event(new, instance, event);
	/* A pipe can be read only once, so a file is not read before the caller asks for it. */
	if (!status && !new->is_file)
		status = source_read_total(new, &new->last);
	if (status) {
		source_close(new);
		return status;
	}
	*source = new;
	return STATUS_OK;
}

static enum status open_watched(struct source *source, const char *path)
{
	source->is_watched = true;
	source->path = strdup(path);
	return source->path ? source_read_total(source, &source->last) : no_memory();
}

/**
 * source_open_watched() - watch a file that another program copies from a hist file
 * @source: result
 * @path: the file
 *
 * The file is opened for each read, because the other program may replace it. A read that fails can
 * be repeated. The first interval begins now.
 *
 * Return: %STATUS_OK, or a status after a message.
 */
enum status source_open_watched(struct source **source, const char *path)
{
	struct source *new = source_new();
	enum status status;

	if (!new)
		return no_memory();
	status = open_watched(new, path);
	if (status) {
		source_close(new);
		return status;
	}
	*source = new;
	return STATUS_OK;
}
