// SPDX-License-Identifier: GPL-2.0
/*
 * Filters and triggers of all events there are, well formed, nearly so, and not at all.
 *
 * First one by one, with a look at what became of each: what is accepted is shown as it was
 * written, what is rejected changes nothing and has an entry in the error log, with a caret
 * within the text. Then many at a time, with instances, perf and event probes, while the
 * events hit; then the same again without memory. At the end nothing must be left of it all, and
 * the kernel must not have complained.
 *
 * FUZZ_SECONDS in the environment says how long each of them takes, FUZZ_SEED makes each
 * process do the same again, though what others do meanwhile differs.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <sys/prctl.h>

#include "../user_events/fuzz.h"

#define WORKERS		3
#define MAX_EVENTS	2000
#define MAX_FIELDS	16
#define EVENTS		TRACEFS "events/"
#define ERROR_LOG	TRACEFS "error_log"

/* The host's filter files take less than a page, trigger files what has a place in the log. */
#define FILTER_MAX	4095
#define TRIGGER_MAX	65535

/**
 * struct field - a field of an event
 * @name: its name
 * @kind: 'n' for a number, 's' for a string, 'p' for a pointer to one, 'm' for a CPU mask,
 *	'o' for anything else
 * @size: its bytes
 */
struct field {
	char name[48];
	char kind;
	int size;
};

/**
 * struct event - a trace event
 * @name: its system and name, with a slash between them
 * @fields: its fields
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
 * struct worker - a process that does things
 * @random: what it does next
 * @until: when it ends, in ms
 * @faults: whether its allocations may fail
 * @perf: an open perf event, or -1
 * @text: what it writes next
 * @len: length of @text
 * @has_lines: whether there was an end of a line in @text, if trim() had it
 */
struct worker {
	unsigned int random;
	long until;
	bool faults;
	int perf;
	char text[1 << 17];
	size_t len;
	bool has_lines;
};

/* What events there are. */

static char kind_of(const char *type, bool is_array, int size)
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

/* A line like "field:char comm[16]; offset:8; size:16; signed:0;". */
static void add_field(struct event *event, char *line)
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

static void add_event(const char *system, const char *name)
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

/* Calls a function for each directory in one. */
static void in_all(const char *path, const char *in, void (*what)(const char *, const char *))
{
	DIR *dir = opendir(path);
	struct dirent *entry;

	while (dir && (entry = readdir(dir)))
		if (entry->d_type == DT_DIR && entry->d_name[0] != '.')
			what(in, entry->d_name);
	if (dir)
		closedir(dir);
}

static void add_system(const char *in, const char *name)
{
	char path[300];

	snprintf(path, sizeof(path), "%s%s", in, name);
	in_all(path, name, add_event);
}

/* Text. */

static void add(struct worker *w, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	if (w->len < sizeof(w->text) / 2)
		w->len += vsnprintf(w->text + w->len, 1024, format, args);
	va_end(args);
}

/* Those that hit in this program, among others. */
static const struct event *any_event(struct worker *w)
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

static struct field any_field(struct worker *w, const struct event *event)
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

static void add_number(struct worker *w)
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

static void add_string(struct worker *w)
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

static void add_cpus(struct worker *w)
{
	static const char *const lists[] = {
		"0", "1", "0-1", "0,1", "all", "N", "0-N", "0-1:1/2", "", " ", "17-42", "1-0", "x",
		"-1", "4294967296", "0,,1", "0-1:0/0", "0-1:1/0",
	};

	add(w, "CPUS%s%s%s", any(w, 30) ? "{" : "", ONE_OF(w, lists), any(w, 30) ? "}" : "");
}

static void add_function(struct worker *w)
{
	static const char *const functions[] = {
		"vfs_write", "vfs_read", "schedule", "jiffies", "nosuch", "0xffffffff81000000",
		"ext4:nosuch", "0", "\"schedule\"", "0xffffffffffffffff",
	};

	add(w, "%s", ONE_OF(w, functions));
}

static void add_term(struct worker *w, const struct event *event)
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

static void add_filter(struct worker *w, const struct event *event, int depth)
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

/* The same over and over, until it is long, or very long. */
static void add_much(struct worker *w)
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

/* Mostly one that means something in some text. */
static char any_byte(struct worker *w)
{
	static const char odd[] = " \t\n;:,/.#$*[]\"'=!<>&|~(){}%\\\177\200\240\377";

	return any(w, 3) ? odd[any(w, sizeof(odd) - 1)] : (char)any(w, 256);
}

static void spoil(struct worker *w)
{
	size_t at = any(w, w->len + 1), n, i;

	switch (any(w, 5)) {
	case 0:		/* another byte */
		if (at < w->len)
			w->text[at] = any_byte(w);
		break;
	case 1:		/* a byte less */
		memmove(w->text + at, w->text + at + 1, w->len - at);
		w->len -= at < w->len;
		break;
	case 2:		/* a byte more */
		memmove(w->text + at + 1, w->text + at, w->len - at);
		w->text[at] = any_byte(w);
		w->len++;
		break;
	case 3:		/* an end too early */
		w->len = at;
		break;
	default:	/* anything */
		n = any(w, 100);
		for (i = 0; i < n; i++)
			w->text[i] = any(w, 256);
		w->len = n;
	}
}

static void make_filter(struct worker *w, const struct event *event)
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

/* "system/event" as triggers name it. */
static void add_target(struct worker *w)
{
	const struct event *target = any_event(w);

	if (seldom(w))
		add(w, ":%s:%s", any(w, 2) ? "sched" : "nosuch", any(w, 2) ? "nosuch" : "");
	else
		add(w, ":%.*s:%s", (int)strcspn(target->name, "/"), target->name,
		    strchr(target->name, '/') + 1);
}

static void add_hist(struct worker *w, const struct event *event)
{
	static const char *const ends[] = { "", ":pause", ":clear", ":size=128", ":name=n",
					    ":vals=hitcount:sort=hitcount", ":cont",
					    ":x=common_cpu:onchange($x).snapshot()" };

	add(w, "hist:keys=%s%s", any_field(w, event).name, ONE_OF(w, ends));
}

static void make_trigger(struct worker *w, const struct event *event)
{
	static const char *const simple[] = { "traceon", "traceoff", "snapshot", "stacktrace" };
	static const char *const about[] = { "enable_event", "disable_event", "enable_hist",
					     "disable_hist" };
	static const char *const counts[] = { ":1", ":3", ":100", ":0", ":-1", ":0x10", ":count=2",
					      ":unlimited", ":", ":1:2", ":9223372036854775808",
					      ":99999999999999999999", " 1" };

	w->len = 0;
	if (!any(w, 3))
		add(w, seldom(w) ? "! " : "!");
	switch (any(w, 5)) {
	case 0:
		add_hist(w, event);
		break;
	case 1:
	case 2:
		add(w, "%s", ONE_OF(w, about));
		add_target(w);
		break;
	default:
		add(w, "%s", ONE_OF(w, simple));
	}
	if (!any(w, 3))
		add(w, "%s", seldom(w) ? ONE_OF(w, counts) : counts[any(w, 3)]);
	if (!any(w, 2)) {
		add(w, " if ");
		if (any(w, 60))
			add_filter(w, event, 2);
		else
			add_much(w);
	}
	if (seldom(w))
		spoil(w);
}

/* Files. */

static int write_text(struct worker *w, const char *path)
{
	int fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC), ret;

	if (fd < 0)
		return -errno;
	ret = result(write(fd, w->text, w->len));
	close(fd);
	return ret;
}

/* A file of an event. */
static const char *path_of(const struct event *event, const char *file)
{
	static char path[256];

	snprintf(path, sizeof(path), EVENTS "%.95s/%.40s", event->name, file);
	return path;
}

/* The same, in the main buffer or in an instance. */
static const char *path_in(struct worker *w, const struct event *event, const char *file)
{
	static char path[256];

	if (any(w, 3))
		return path_of(event, file);
	snprintf(path, sizeof(path), TRACEFS "instances/fuzz%u/events/%.95s/%.40s", any(w, 2),
		 event->name, file);
	return path;
}

/* Something for the events to tell of. */
static void fire(struct worker *w)
{
	int i;

	for (i = any(w, 4); i >= 0; i--) {
		kill(100001, any(w, 4));
		close(open(any(w, 2) ? "/etc/passwd" : "/nosuch", O_RDONLY | O_CLOEXEC));
		file_write(TRACEFS "trace_marker", any(w, 2) ? "fuzz" : "");
	}
}

static void do_filter(struct worker *w)
{
	const struct event *event = any_event(w);
	char path[256];

	make_filter(w, event);
	if (any(w, 8)) {
		write_text(w, path_in(w, event, "filter"));
		return;
	}
	snprintf(path, sizeof(path), EVENTS "%.*s/filter", (int)strcspn(event->name, "/"),
		 event->name);
	write_text(w, path);
}

static void do_trigger(struct worker *w)
{
	const struct event *event = any_event(w);
	const char *path;

	make_trigger(w, event);
	path = path_in(w, event, "trigger");
	if (any(w, 30))
		write_text(w, path);
	else
		file_truncate(path);
}

static void do_enable(struct worker *w)
{
	file_write(path_in(w, any_event(w), "enable"), any(w, 3) ? "0" : "1");
	if (seldom(w))
		file_write(EVENTS "enable", "0");
}

static void do_read(struct worker *w)
{
	static const char *const files[] = { "trigger", "trigger", "filter", "enable", "hist" };
	static const char *const top[] = { ERROR_LOG, TRACE_FILE, TRACEFS "snapshot",
					   TRACEFS "set_event" };
	static char text[4096];
	int fd, n;

	fd = open(any(w, 4) ? path_in(w, any_event(w), ONE_OF(w, files)) : ONE_OF(w, top),
		  O_RDONLY | O_CLOEXEC);
	for (n = 0; n < 8 && read(fd, text, 1 + any(w, sizeof(text))) > 0; n++)
		;
	close(fd);
}

static void do_instance(struct worker *w)
{
	unsigned int n = any(w, 2);

	instance_set(n, any(w, 2));
}

static void do_switches(struct worker *w)
{
	file_write(TRACEFS "tracing_on", "1");
	if (!any(w, 4))
		file_write(TRACEFS "snapshot", any(w, 2) ? "0" : "1");
	if (seldom(w)) {
		if (any(w, 2))
			file_write(TRACEFS "set_event_pid", "1");
		else
			file_truncate(TRACEFS "set_event_pid");
	}
	if (seldom(w))
		file_truncate(TRACE_FILE);
}

/* A probe of an event, with a condition of its own. */
static void do_probe(struct worker *w)
{
	const struct event *event = any_event(w);

	if (any(w, 3)) {
		w->len = 0;
		add(w, "e:fuzz/p%u %s pid=$common_pid if ", any(w, 3), event->name);
		add_filter(w, event, 2);
		write_text(w, DYNAMIC_FILE);
	} else {
		file_write(TRACEFS "events/fuzz/enable", any(w, 2) ? "1" : "0");
		w->len = 0;
		add(w, "-:fuzz/p%u", any(w, 3));
		write_text(w, DYNAMIC_FILE);
	}
}

static int event_id(const char *name)
{
	char path[256];

	snprintf(path, sizeof(path), EVENTS "%s/id", name);
	return atoi(file_read(path));
}

static void make_function_filter(struct worker *w)
{
	static const char *const names[] = { "vfs_write", "\"vfs_*,kill*\"", "nosuch", "do_*exit*",
					     "\"a b\"", "*", "" };
	static const char *const operators[] = { "==", "!=", "~", "<" };
	int n = 1 + any(w, 3), i;

	w->len = 0;
	for (i = 0; i < n; i++)
		add(w, "%s%s %s %s%s", i ? any(w, 3) ? " || " : " && " : "",
		    seldom(w) ? "!(ip" : "ip", ONE_OF(w, operators), ONE_OF(w, names),
		    seldom(w) ? ")" : "");
	if (seldom(w))
		spoil(w);
}

static void do_perf(struct worker *w)
{
	const struct event *event = any_event(w);
	bool function = seldom(w);
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT,
		.size = sizeof(attr),
		.sample_period = 1,
		.config = event_id(function ? "ftrace/function" : event->name),
		.disabled = function,
	};

	if (w->perf >= 0)
		close(w->perf);
	w->perf = syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
	if (w->perf < 0)
		return;
	if (function)
		make_function_filter(w);
	else
		make_filter(w, event);
	w->text[w->len] = '\0';
	/* All functions would be too many. */
	if (!ioctl(w->perf, PERF_EVENT_IOC_SET_FILTER, w->text) && function)
		ioctl(w->perf, PERF_EVENT_IOC_ENABLE, 0);
	fire(w);
	if (seldom(w))
		ioctl(w->perf, PERF_EVENT_IOC_SET_FILTER, w->text);
}

static void do_fork(struct worker *w)
{
	pid_t pid = fork();

	if (!pid) {
		fire(w);
		_exit(0);
	}
	waitpid(pid, NULL, 0);
}

static void do_fault(struct worker *w)
{
	if (w->faults)
		faults_want(!any(w, 3));
}

static const struct thing things[] = {
	{ do_filter, 30 }, { do_trigger, 30 }, { do_enable, 6 }, { do_read, 8 }, { fire, 10 },
	{ do_instance, 2 }, { do_switches, 4 }, { do_probe, 3 }, { do_perf, 4 }, { do_fork, 2 },
	{ do_fault, 4 },
};

static void work(struct worker *w)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	while (now_ms() < w->until)
		one_by_weight(&w->random, things, ARRAY_SIZE(things))->what(w);
	_exit(0);
}

/* Afterwards. */

static bool has_triggers(const char *text)
{
	return *text && *text != '#';
}

/* What is read removes what is read. */
static void remove_triggers(const char *path)
{
	char *text, *line, *next, command[1 << 16];

	if (!has_triggers(file_read(path)))
		return;
	file_truncate(path);
	text = strdup(file_read(path));
	for (line = strtok_r(text, "\n", &next); line; line = strtok_r(NULL, "\n", &next)) {
		char *filter = strstr(line, " if ");

		/* Filters may have newlines in them. */
		if (filter)
			*filter = '\0';
		snprintf(command, sizeof(command), "!%s", line);
		if (*line != '#')
			file_write(path, command);
	}
	free(text);
}

static void calm(void)
{
	char path[256];
	int i, round;

	faults_end();
	file_write(TRACEFS "tracing_on", "0");
	file_write(EVENTS "enable", "0");
	file_truncate(TRACEFS "set_event_pid");
	rmdir(TRACEFS "instances/fuzz0");
	rmdir(TRACEFS "instances/fuzz1");
	file_write(TRACEFS "events/fuzz/enable", "0");
	/* Histograms that others use go after them. */
	for (round = 0; round < 2; round++)
		for (i = 0; i < n_events; i++)
			remove_triggers(path_of(&events[i], "trigger"));
	for (i = 0; i < n_events; i++)
		file_write(path_of(&events[i], "filter"), "0");
	file_write(EVENTS "enable", "0");
	for (i = 0; i < 3; i++) {
		snprintf(path, sizeof(path), "-:fuzz/p%u", i);
		command(path);
	}
	file_write(TRACEFS "snapshot", "0");
	file_write(TRACEFS "tracing_on", "1");
	file_truncate(TRACE_FILE);
	file_truncate(ERROR_LOG);
}

/* The first file that is not as it was before, or none. */
static const char *something_left(void)
{
	static const struct {
		const char *file, *content;
	} files[] = { { "filter", "none\n" }, { "enable", "0\n" } };
	const char *path;
	size_t j;
	int i;

	for (i = 0; i < n_events; i++) {
		path = path_of(&events[i], "trigger");
		if (has_triggers(file_read(path)))
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

/* One by one. */

static bool is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* What is meant of what was written: up to a NUL, without the blanks at its ends. */
static void trim(struct worker *w)
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
 * Is there one entry in the error log, with a caret below the command, or right behind
 * it? Only if the command has one line it can be told what is what; its blanks at the
 * begin are in the log.
 */
static bool has_good_entry(const struct worker *w)
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

FIXTURE(fuzz)
{
	int log;
	long seconds;
	unsigned int seed;
	struct worker *worker;
};

FIXTURE_SETUP(fuzz)
{
	if (access(EVENTS, F_OK))
		SKIP(return, "no trace events here");
	ASSERT_EQ(0, geteuid())
		TH_LOG("root only");
	self->worker = calloc(1, sizeof(*self->worker));
	ASSERT_NE(NULL, self->worker);
	self->worker->perf = -1;
	n_events = 0;
	in_all(EVENTS, EVENTS, add_system);
	ASSERT_LT(10, n_events);
	ASSERT_STREQ("", something_left());
	self->log = log_open();
	self->seed = fuzz_seed();
	self->seconds = fuzz_seconds(4);
	self->worker->random = self->seed;
	self->worker->until = now_ms() + self->seconds * 1000;
	TH_LOG("FUZZ_SEED=%u FUZZ_SECONDS=%ld repeats it", self->seed, self->seconds);
}

FIXTURE_TEARDOWN(fuzz)
{
	calm();
	EXPECT_STREQ("", something_left());
	EXPECT_STREQ("", leaks_found());
	EXPECT_STREQ("", log_complaint(self->log));
	free(self->worker);
}

/* What is shown of an event's filter that is in force, below one that was rejected, if any. */
static const char *filter_in_force(const char *shown)
{
	static const char front[] = "\nin force: ";
	const char *at = strstr(shown, front), *next;

	while (at && (next = strstr(at + 1, front)))
		at = next;
	return at ? at + strlen(front) : shown;
}

/* Not before its time, nor before there was enough of all, unless that takes a minute more. */
static bool is_over(const struct worker *w, bool enough)
{
	return now_ms() >= w->until + (enough ? 0 : 60000);
}

TEST_F_TIMEOUT(fuzz, filters, 24 * 3600)
{
	struct worker *w = self->worker;
	int accepted = 0, rejected = 0, ret;
	char before[8192];

	while (_metadata->exit_code == KSFT_PASS && !is_over(w, accepted && rejected)) {
		const struct event *event = any_event(w);
		const char *path = path_of(event, "filter");

		if (access(path, F_OK))
			continue;
		snprintf(before, sizeof(before), "%.8000s", filter_in_force(file_read(path)));
		file_truncate(ERROR_LOG);
		make_filter(w, event);
		ret = write_text(w, path);
		if (w->len > FILTER_MAX) {
			EXPECT_EQ(-EINVAL, ret);
			EXPECT_STREQ(before, filter_in_force(file_read(path)));
			continue;
		}

		trim(w);
		if (ret >= 0) {
			accepted++;
			EXPECT_STREQ("", file_read(ERROR_LOG));
			strcat(w->text, "\n");
			EXPECT_STREQ(strcmp(w->text, "0\n") ? w->text : "none\n", file_read(path));
		} else {
			rejected++;
			EXPECT_EQ(-EINVAL, ret);
			EXPECT_TRUE(has_good_entry(w))
				TH_LOG("%s: %s\n%s", path, w->text, file_read(ERROR_LOG));
			/* Of two long ones, the second is not shown. */
			EXPECT_TRUE(w->len > 1500 || strlen(before) > 1500 ||
				    !strcmp(before, filter_in_force(file_read(path))))
				TH_LOG("%s: %s\n%s", path, w->text, file_read(path));
		}
		if (seldom(w))
			file_write(path_of(event, "enable"), any(w, 3) ? "1" : "0");
		fire(w);
	}
	TH_LOG("%d accepted, %d rejected", accepted, rejected);
	EXPECT_LT(0, accepted);
	EXPECT_LT(0, rejected);
}

/* Does this change by itself, as the event hits or another one? */
static bool may_change(const char *triggers)
{
	return strstr(triggers, "count=") || strstr(triggers, "hist:");
}

/* What a trigger file shows, if it shows triggers. */
static const char *triggers_read(const char *path)
{
	const char *text = file_read(path);

	return has_triggers(text) ? text : "";
}

/* A trigger was rejected, of an event that had those before. */
static void expect_good_rejection(struct __test_metadata *_metadata, struct worker *w,
				  const char *path, const char *before, int ret)
{
	EXPECT_TRUE(ret == -EINVAL || ret == -EEXIST || ret == -ENOENT || ret == -EBUSY)
		TH_LOG("%s: %.*s: %s", path, (int)w->len, w->text, strerror(-ret));
	trim(w);
	EXPECT_TRUE(has_good_entry(w))
		TH_LOG("%s: %s\n%s", path, w->text, file_read(ERROR_LOG));
	EXPECT_TRUE(may_change(before) || !strcmp(before, triggers_read(path)))
		TH_LOG("%s: %s\n%s", path, before, file_read(path));
}

/* What is shown is the new one behind the others; it goes, and comes back. */
static void expect_write_back(struct __test_metadata *_metadata, struct worker *w,
			      const char *path, const char *before, const char *added)
{
	size_t len = strlen(before);

	EXPECT_TRUE(!strncmp(before, added, len))
		TH_LOG("%s: %s\n%s", path, before, added);
	w->len = snprintf(w->text, sizeof(w->text), "!%s", added + len);
	EXPECT_EQ((int)w->len, write_text(w, path))
		TH_LOG("%s: %s", path, w->text);
	EXPECT_STREQ(before, triggers_read(path));
	memmove(w->text, w->text + 1, w->len--);
	EXPECT_EQ((int)w->len, write_text(w, path))
		TH_LOG("%s: %s", path, w->text);
	EXPECT_STREQ(added, triggers_read(path));
}

TEST_F_TIMEOUT(fuzz, triggers, 24 * 3600)
{
	static char before[1 << 18], added[1 << 18];
	struct worker *w = self->worker;
	int accepted = 0, rejected = 0, written_back = 0, ret;
	size_t len;

	while (_metadata->exit_code == KSFT_PASS &&
	       !is_over(w, accepted && rejected && written_back)) {
		const struct event *event = any_event(w);
		const char *path = path_of(event, "trigger");

		snprintf(before, sizeof(before), "%s", triggers_read(path));
		if (strlen(before) > 10000 || seldom(w)) {
			remove_triggers(path);
			continue;
		}
		len = strlen(before);
		file_truncate(ERROR_LOG);
		make_trigger(w, event);
		ret = write_text(w, path);
		fire(w);
		file_write(TRACEFS "tracing_on", "1");

		if (ret < 0) {
			rejected++;
			expect_good_rejection(_metadata, w, path, before, ret);
			continue;
		}
		accepted++;
		EXPECT_STREQ("", file_read(ERROR_LOG));
		snprintf(added, sizeof(added), "%s", triggers_read(path));
		if (w->text[0] == '!' || may_change(added) || strlen(added) == len)
			continue;
		expect_write_back(_metadata, w, path, before, added);
		written_back++;
	}
	TH_LOG("%d accepted, %d rejected, %d written back", accepted, rejected, written_back);
	EXPECT_LT(0, accepted);
	EXPECT_LT(0, rejected);
	EXPECT_LT(0, written_back);
}

static void do_everything(struct __test_metadata *_metadata, struct worker *w, unsigned int seed)
{
	pid_t pids[WORKERS];
	int i, status;

	for (i = 0; i < WORKERS; i++) {
		pids[i] = fork();
		if (!pids[i]) {
			w->random = seed + i;
			work(w);
		}
	}
	for (i = 0; i < WORKERS; i++) {
		EXPECT_EQ(pids[i], waitpid(pids[i], &status, 0));
		EXPECT_EQ(0, status);
	}
}

TEST_F_TIMEOUT(fuzz, everything, 24 * 3600)
{
	do_everything(_metadata, self->worker, self->seed);
}

TEST_F_TIMEOUT(fuzz, everything_without_memory, 24 * 3600)
{
	if (!faults_start())
		SKIP(return, "no failslab here");
	self->worker->faults = true;
	do_everything(_metadata, self->worker, self->seed);
	faults_end();
}

TEST_HARNESS_MAIN
