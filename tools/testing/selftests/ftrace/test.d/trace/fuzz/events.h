/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Functions shared by the fuzzers of this directory: find the events, generate text about them that
 * is mostly valid, and check the result.
 */
#ifndef _TRACE_FUZZ_EVENTS_H
#define _TRACE_FUZZ_EVENTS_H

#include <dirent.h>

#include "user_events/fuzz.h"

#define MAX_EVENTS	2000
#define MAX_FIELDS	16
#define EVENTS		TRACEFS "events/"
#define ERROR_LOG	TRACEFS "error_log"

/**
 * struct field - a field of an event
 * @name: name of the field
 * @kind: 'n' for a number, 's' for a string, 'p' for a pointer to one, 'm' for a CPU mask,
 *	'o' for any other type
 * @size: size in bytes
 */
struct field {
	char name[48];
	char kind;
	int size;
};

/**
 * struct event - a trace event
 * @name: system and name, separated by a slash
 * @fields: fields of the event
 * @n_fields: number of @fields
 */
struct event {
	char name[96];
	struct field fields[MAX_FIELDS];
	int n_fields;
};

static struct event events[MAX_EVENTS];
static int n_events;

/**
 * struct worker - state of a fuzzing process
 * @random: state of the random number generator
 * @until: end of the run, in ms of CLOCK_MONOTONIC
 * @faults: whether allocations may fail
 * @perf: an open perf event, or -1
 * @event: event that the text refers to
 * @text: next text to be written
 * @len: length of @text
 * @has_lines: whether @text had several lines when trim() was called
 */
struct worker {
	unsigned int random;
	long until;
	bool faults;
	int perf;
	const struct event *event;
	char text[1 << 17];
	size_t len;
	bool has_lines;
};

FIXTURE(fuzz)
{
	int log;
	unsigned int seed;
	struct worker *worker;
};

/* Return: true if the run time is over. It is extended by up to a minute until @enough is true. */
static inline bool is_over(const struct worker *w, bool enough)
{
	return now_ms() >= w->until + (enough ? 0 : 60000);
}

/* Finding events. */

static inline char kind_of(const char *type, bool is_array, int size)
{
	bool located = strstr(type, "_loc ");

	if (located && strstr(type, "cpumask_t"))
		return 'm';
	if (strstr(type, "char") && (located || is_array))
		return 's';
	if (strstr(type, "char") && strchr(type, '*'))
		return 'p';
	if (located || is_array || size > 8 || (size & (size - 1)))
		return 'o';
	return 'n';
}

/* Parse a line like "field:char comm[16]; offset:8; size:16; signed:0;". */
static inline void add_field(struct event *event, char *line)
{
	struct field *field = &event->fields[event->n_fields];
	char *end = strchr(line, ';'), *name, *bracket;
	int size;

	if (!end || event->n_fields == MAX_FIELDS ||
	    sscanf(end, "; offset:%*d; size:%d", &size) != 1)
		return;
	*end = '\0';
	name = strrchr(line, ' ');
	if (!name)
		return;
	*name++ = '\0';
	bracket = strchr(name, '[');
	if (bracket)
		*bracket = '\0';
	snprintf(field->name, sizeof(field->name), "%.40s", name);
	field->kind = kind_of(line, bracket || strchr(line, '['), size);
	field->size = size;
	event->n_fields++;
}

static inline void add_event(const char *system, const char *name)
{
	struct event *event = &events[n_events];
	char path[512], *line, *next, *text;

	snprintf(path, sizeof(path), EVENTS "%s/%s/trigger", system, name);
	if (access(path, F_OK) || n_events == MAX_EVENTS)
		return;
	snprintf(event->name, sizeof(event->name), "%.40s/%.50s", system, name);
	snprintf(path, sizeof(path), EVENTS "%s/%s/format", system, name);
	text = strdup(file_read(path));
	for (line = strtok_r(text, "\n", &next); line; line = strtok_r(NULL, "\n", &next))
		if (!strncmp(line, "\tfield:", 7))
			add_field(event, line + 7);
	free(text);
	n_events++;
}

/* Call a function for each subdirectory. */
static inline void in_all(const char *path, const char *in,
			  void (*what)(const char *, const char *))
{
	DIR *dir = opendir(path);
	struct dirent *entry;

	while (dir && (entry = readdir(dir)))
		if (entry->d_type == DT_DIR && entry->d_name[0] != '.')
			what(in, entry->d_name);
	if (dir)
		closedir(dir);
}

static inline void add_system(const char *in, const char *name)
{
	char path[300];

	snprintf(path, sizeof(path), "%s%s", in, name);
	in_all(path, name, add_event);
}

static inline void find_events(void)
{
	n_events = 0;
	in_all(EVENTS, EVENTS, add_system);
}

/* Text. */

static inline void add(struct worker *w, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	if (w->len < sizeof(w->text) / 2)
		w->len += vsnprintf(w->text + w->len, 1024, format, args);
	va_end(args);
}

/* Choose an event, mostly one that this program itself fires. */
static inline const struct event *any_event(struct worker *w)
{
	static const char *const near[] = {
		"syscalls/sys_enter_kill", "syscalls/sys_exit_kill", "syscalls/sys_enter_openat",
		"sched/sched_switch", "sched/sched_waking", "kmem/kmalloc", "kmem/kfree",
		"ftrace/print", "signal/signal_generate", "sched/sched_process_fork",
	};
	const char *name = ONE_OF(w, near);
	int i;

	if (any(w, 3))
		for (i = 0; i < n_events; i++)
			if (!strcmp(events[i].name, name))
				return &events[i];
	return &events[any(w, n_events)];
}

static inline struct field any_field(struct worker *w, const struct event *event)
{
	static const struct field others[] = {
		{ "CPU", 'n', 4 }, { "COMM", 's', 16 }, { "comm", 's', 16 },
		{ "common_cpu", 'n', 4 }, { "cpu", 'n', 4 }, { "STACKTRACE", 'o', 8 },
		{ "nosuch", 'n', 8 }, { "common_stacktrace", 'o', 8 },
	};

	if (!event->n_fields || !any(w, 6))
		return ONE_OF(w, others);
	return event->fields[any(w, event->n_fields)];
}

static inline void add_number(struct worker *w)
{
	static const char *const edges[] = {
		"0", "1", "2", "-1", "0x7f", "0x80", "255", "256", "-128", "-129", "0xffff",
		"65536", "0x7fffffff", "0x80000000", "4294967295", "0x100000000", "-2147483649",
		"017",
		"9223372036854775807", "9223372036854775808", "0xffffffffffffffff",
		"18446744073709551616", "0x", "08", "1x", "-", "--1", "+1", "0x10000000000000000",
	};

	if (any(w, 3))
		add(w, "%s", ONE_OF(w, edges));
	else
		add(w, any(w, 2) ? "%u" : "0x%x", any(w, 1 << 24));
}

static inline void add_string(struct worker *w)
{
	static const char *const parts[] = {
		"sh", "trigger", "*", "*", "?", "[a-z]", "[!k]", "[", "]", "\\", "a", "!",
		"kworker", "/", " ", "ba", "&&", ")", "", "\t", "\303\244", "%s", "-", "[]a]",
		"[z-a]",
	};
	char quote = "\"\"\"' "[any(w, 5)];
	int n = seldom(w) ? any(w, 90) : any(w, 4), i;

	if (quote != ' ')
		add(w, "%c", quote);
	for (i = 0; i < n; i++)
		add(w, "%s", ONE_OF(w, parts));
	if (quote != ' ' && any(w, 40))
		add(w, "%c", quote);
}

static inline void add_cpus(struct worker *w)
{
	static const char *const lists[] = {
		"0", "1", "0-1", "0,1", "all", "N", "0-N", "0-1:1/2", "", " ", "17-42", "1-0", "x",
		"-1", "4294967296", "0,,1", "0-1:0/0", "0-1:1/0",
	};

	add(w, "CPUS%s%s%s", any(w, 30) ? "{" : "", ONE_OF(w, lists), any(w, 30) ? "}" : "");
}

static inline void add_function(struct worker *w)
{
	static const char *const functions[] = {
		"vfs_write", "vfs_read", "schedule", "jiffies", "nosuch", "0xffffffff81000000",
		"ext4:nosuch", "0", "\"schedule\"", "0xffffffffffffffff",
	};

	add(w, "%s", ONE_OF(w, functions));
}

static inline void add_term(struct worker *w, const struct event *event)
{
	static const char *const numeric[] = { "==", "!=", "<", "<=", ">", ">=", "&" };
	static const char *const others[] = { "==", "!=", "~", "&", "=", "<>", "===", "~~", "" };
	static const char *const modifiers[] = {
		".ustring", ".function", ".", ".hex", ".string", ".Ustring",
	};
	const struct field field = any_field(w, event);
	const char *blank = any(w, 3) ? " " : "";
	bool cpus = field.kind == 'm' || (field.kind == 'n' && !any(w, 5));
	bool function = field.kind == 'n' && field.size == 8 && !any(w, 3);
	bool user = (field.kind == 'p' || (field.kind == 'n' && field.size == 8)) && !any(w, 3);
	bool number = field.kind == 'n' && !user;
	unsigned int value;

	add(w, "%s", field.name);
	if (seldom(w))
		add(w, "%s", ONE_OF(w, modifiers));
	else if (function)
		add(w, ".function");
	else if (user)
		add(w, ".ustring");

	if (seldom(w))
		add(w, "%s%s%s", blank, ONE_OF(w, others), blank);
	else if (function)
		add(w, "%s%s%s", blank, numeric[any(w, 2)], blank);
	else if (cpus)
		add(w, "%s%s%s", blank, any(w, 2) ? "&" : numeric[any(w, 2)], blank);
	else if (number)
		add(w, "%s%s%s", blank, ONE_OF(w, numeric), blank);
	else
		add(w, "%s%s%s", blank, others[any(w, 3)], blank);

	value = function ? 0 : cpus ? 1 : number ? 2 : 3;
	switch (seldom(w) ? any(w, 4) : value) {
	case 0:
		add_function(w);
		break;
	case 1:
		add_cpus(w);
		break;
	case 2:
		add_number(w);
		break;
	default:
		add_string(w);
	}
}

static inline void add_filter(struct worker *w, const struct event *event, int depth)
{
	static const char *const joins[] = { " && ", " || ", "&&", "||", " && ", "||\n" };
	int n = depth && any(w, 2) ? 1 + any(w, 3) : 1, i;

	for (i = 0; i < n; i++) {
		if (i)
			add(w, "%s", ONE_OF(w, joins));
		while (!any(w, 5))
			add(w, any(w, 3) ? "!" : "! ");
		if (depth && !any(w, 3)) {
			add(w, "(");
			add_filter(w, event, depth - 1);
			add(w, any(w, 60) ? ")" : "");
		} else {
			add_term(w, event);
		}
	}
}

/* Repeat one part until the text is long, sometimes longer than a file accepts. */
static inline void add_much(struct worker *w)
{
	static const char *const parts[] = {
		"(", ")", "!", "!(", "common_pid == 1 && ", "common_pid==1||", "&&", "||", "\"",
		"((", "common_pid != 1 && (", "CPU&CPUS{0}||!", " ", "a", "COMM ~ \"*a*\" && ",
		"if ", ":",
	};
	const char *part = ONE_OF(w, parts);
	size_t len = seldom(w) ? 60000 + any(w, 10000) : 3000 + any(w, 2000);

	while (w->len + strlen(part) <= len) {
		memcpy(w->text + w->len, part, strlen(part));
		w->len += strlen(part);
	}
	if (any(w, 2))
		w->len += sprintf(w->text + w->len, "common_pid == 1");
}

/* Choose a byte, mostly one with a meaning in some syntax. */
static inline char any_byte(struct worker *w)
{
	static const char odd[] = " \t\n;:,/.#$*[]\"'=!<>&|~(){}%\\\177\200\240\377";

	return any(w, 3) ? odd[any(w, sizeof(odd) - 1)] : (char)any(w, 256);
}

static inline void spoil(struct worker *w)
{
	size_t at = any(w, w->len + 1), n, i;

	switch (any(w, 5)) {
	case 0:		/* replace a byte */
		if (at < w->len)
			w->text[at] = any_byte(w);
		break;
	case 1:		/* remove a byte */
		memmove(w->text + at, w->text + at + 1, w->len - at);
		w->len -= at < w->len;
		break;
	case 2:		/* insert a byte */
		memmove(w->text + at + 1, w->text + at, w->len - at);
		w->text[at] = any_byte(w);
		w->len++;
		break;
	case 3:		/* truncate */
		w->len = at;
		break;
	default:	/* random bytes */
		n = any(w, 100);
		for (i = 0; i < n; i++)
			w->text[i] = any(w, 256);
		w->len = n;
	}
}

static inline void make_filter(struct worker *w, const struct event *event)
{
	w->len = 0;
	if (!any(w, 60))
		add_much(w);
	else
		add_filter(w, event, 3);
	if (seldom(w))
		spoil(w);
	if (!any(w, 30))
		w->len = sprintf(w->text, "0");
}

/* Files. */

static inline int write_text(struct worker *w, const char *path)
{
	int fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC), ret;

	if (fd < 0)
		return -errno;
	ret = result(write(fd, w->text, w->len));
	close(fd);
	return ret;
}

/* Return: path of an event's file in the main instance. */
static inline const char *path_of(const struct event *event, const char *file)
{
	static char path[256];

	snprintf(path, sizeof(path), EVENTS "%.95s/%.40s", event->name, file);
	return path;
}

/* Return: path of an event's file in the main instance or in one of the fuzzer's. */
static inline const char *path_in(struct worker *w, const struct event *event, const char *file)
{
	static char path[256];

	if (any(w, 3))
		return path_of(event, file);
	snprintf(path, sizeof(path), TRACEFS "instances/fuzz%u/events/%.95s/%.40s", any(w, 2),
		 event->name, file);
	return path;
}

static inline bool has_triggers(const char *text)
{
	return *text && *text != '#';
}

/*
 * Return: the text of a file; or "" if another process has removed it or memory is exhausted.
 * Allocations of this process may fail.
 */
static inline const char *text_of(const char *path)
{
	static char text[1 << 18];

	return file_load(path, text, sizeof(text)) ? "" : text;
}

/* Return: the triggers in a trigger file, or "". */
static inline const char *triggers_read(const char *path)
{
	const char *text = text_of(path);

	return has_triggers(text) ? text : "";
}

/*
 * Return: the first new line of a trigger file that had the content @before. A new histogram is the
 * last line, another new trigger is the first one. NULL if other lines have changed.
 */
static inline const char *trigger_added(const char *before, const char *after)
{
	size_t len = strlen(before), all = strlen(after);

	if (all >= len && !strncmp(before, after, len))
		return after + len;
	return all >= len && !strcmp(before, after + all - len) ? after : NULL;
}

/* Remove all triggers by their displayed lines. */
static inline void remove_triggers(const char *path)
{
	char *text, *line, *next, command[1 << 16];

	if (!has_triggers(text_of(path)))
		return;
	file_truncate(path);
	text = strdup(text_of(path));
	for (line = strtok_r(text, "\n", &next); line; line = strtok_r(NULL, "\n", &next)) {
		char *filter = strstr(line, " if ");

		/* The filter may contain newlines and is not needed for a removal. */
		if (filter)
			*filter = '\0';
		snprintf(command, sizeof(command), "!%s", line);
		if (*line != '#')
			file_write(path, command);
	}
	free(text);
}

/* Make system calls that fire events. */
static inline void fire(struct worker *w)
{
	int i;

	for (i = any(w, 4); i >= 0; i--) {
		kill(100001, any(w, 4));
		close(open(any(w, 2) ? "/etc/passwd" : "/nosuch", O_RDONLY | O_CLOEXEC));
		file_write(TRACEFS "trace_marker", any(w, 2) ? "fuzz" : "");
	}
}

/* Create or remove an instance. */
static inline void do_instance(struct worker *w)
{
	unsigned int n = any(w, 2);

	instance_set(n, any(w, 2));
}

/* Begin or end failing allocations. */
static inline void do_fault(struct worker *w)
{
	if (w->faults)
		faults_want(!any(w, 3));
}

/*
 * Change the set of tasks whose events are recorded. Not with failing allocations: if the base
 * kernel fails to register its probes for this, it warns when it later unregisters them.
 */
static inline void do_pid(struct worker *w)
{
	if (w->faults)
		return;
	if (any(w, 2))
		file_write(TRACEFS "set_event_pid", "1");
	else
		file_truncate(TRACEFS "set_event_pid");
}

/* Return: path of the first file that is not in its original state, or "". */
static inline const char *something_left(void)
{
	static const struct {
		const char *file, *content;
	} files[] = { { "filter", "none\n" }, { "enable", "0\n" } };
	const char *path;
	size_t j;
	int i;

	for (i = 0; i < n_events; i++) {
		path = path_of(&events[i], "trigger");
		if (has_triggers(file_read_if_any(path)))
			return path;
		for (j = 0; j < ARRAY_SIZE(files); j++) {
			path = path_of(&events[i], files[j].file);
			if (!access(path, F_OK) && strcmp(file_read(path), files[j].content))
				return path;
		}
	}
	if (*file_read(DYNAMIC_FILE))
		return DYNAMIC_FILE;
	if (*file_read(TRACEFS "set_event_pid"))
		return TRACEFS "set_event_pid";
	return "";
}

/*
 * Initialize a test. All files must be in their original state. FUZZ_SECONDS in the environment
 * overrides the run time @seconds.
 */
static inline void fuzz_begin(struct __test_metadata *_metadata, FIXTURE_DATA(fuzz) *self,
			      long seconds)
{
	struct worker *w = calloc(1, sizeof(*w));

	ASSERT_NE(NULL, w);
	find_events();
	ASSERT_LT(10, n_events);
	ASSERT_STREQ("", something_left());
	seconds = fuzz_seconds(seconds);
	self->log = log_open();
	self->seed = fuzz_seed();
	self->worker = w;
	w->perf = -1;
	w->random = self->seed;
	w->until = now_ms() + seconds * 1000;
	TH_LOG("FUZZ_SEED=%u FUZZ_SECONDS=%ld repeats it", self->seed, seconds);
}

static inline void fuzz_end(struct __test_metadata *_metadata, FIXTURE_DATA(fuzz) *self)
{
	EXPECT_STREQ("", something_left());
	EXPECT_STREQ("", leaks_found());
	EXPECT_STREQ("", log_complaint(self->log));
	free(self->worker);
}

/* Rejections. */

static inline bool is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Reduce the text to what the kernel parses: up to a NUL, without blanks at both ends. */
static inline void trim(struct worker *w)
{
	size_t from = 0;

	w->len = strnlen(w->text, w->len);
	while (w->len && is_blank(w->text[w->len - 1]))
		w->len--;
	w->has_lines = memchr(w->text, '\n', w->len);
	while (from < w->len && is_blank(w->text[from]))
		from++;
	w->len -= from;
	memmove(w->text, w->text + from, w->len);
	w->text[w->len] = '\0';
}

/*
 * Return: true if the error log has one entry with a caret below the command or directly after it.
 * If the command has several lines, only the existence of an entry is checked. The logged command
 * includes leading blanks.
 */
static inline bool has_good_entry(const struct worker *w)
{
	const char *log = file_read(ERROR_LOG), *command, *caret;
	size_t len;

	if (w->has_lines)
		return *log;
	command = strstr(log, "\n  Command: ");
	if (!strstr(log, ": error: ") || !command)
		return false;
	command += strlen("\n  Command: ");
	len = strcspn(command, "\n");
	caret = command + len + 1;
	if (strspn(caret, " ") > strlen("  Command: ") + len)
		return false;
	return !strcmp(caret + strspn(caret, " "), "^\n");
}

#endif /* _TRACE_FUZZ_EVENTS_H */
