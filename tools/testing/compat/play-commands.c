// SPDX-License-Identifier: GPL-2.0-only
/*
 * usage: play-commands FILE...
 *
 * Run the commands in the FILEs, see README, and print the answer to each:
 *
 *   @FILE:LINE accepted
 *   @FILE:LINE refused EINVAL
 *
 * Lines that begin with "|" below an answer are the contents of the file that was
 * written or read.  The files of a directory have answers of their own:
 *
 *   @FILE:LINE/PATH file 0640 0:0
 *
 * Each scenario runs in its own process, always with the same pid, name and CPU, so
 * that the output of two kernels is comparable.  At its end, the process removes
 * its triggers and filters, and the player then removes instances and dynamic
 * events.  Those that cannot be removed are listed below the last answer.
 */

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <linux/sched.h>
#include <linux/user_events.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#define TRACING		"/sys/kernel/tracing"
#define PLAYER_PID	4242
#define MAX_LINE	8192
#define MAX_TEXT	0x100000
#define MAX_TOUCHED	64
#define MAX_DEPTH	8
/* Histograms may reference each other: each round removes the unreferenced ones. */
#define REMOVE_ROUNDS	8
/*
 * When a process exits, a worker drops the references to its user events: wait
 * for it.
 */
#define WORKER_STEPS	500

static const char *file_name;
static int line_number;
static char directory[MAX_LINE];	/* of the last "in", relative to TRACING */
static char *touched[MAX_TOUCHED];
static int n_touched;
static int data_fd = -1;
static char *open_path;			/* of the last "open" */
static int open_fd = -1;
static unsigned long enable_word;

static void fail(const char *what)
{
	fprintf(stderr, "%s:%d: %s\n", file_name, line_number, what);
	exit(1);
}

/*
 * Print the answer to a command. A negative @result is an error, with its code
 * in errno.
 */
static void answer(long result)
{
	if (result < 0)
		printf("@%s:%d refused %s\n", file_name, line_number, strerrorname_np(errno));
	else
		printf("@%s:%d accepted\n", file_name, line_number);
}

/*
 * Read a whole file. Return: text that is valid until the next call, or NULL
 * with errno set.
 */
static char *contents(const char *path)
{
	static char text[MAX_TEXT];
	size_t length = 0;
	ssize_t got;
	int fd = open(path, O_RDONLY | O_NONBLOCK);

	if (fd < 0)
		return NULL;
	do {
		got = read(fd, text + length, sizeof(text) - 1 - length);
		if (got > 0)
			length += got;
	} while (got > 0);
	close(fd);
	text[length] = '\0';
	return got < 0 ? NULL : text;
}

/* Write a text like a shell: after a partial write, continue with the rest. */
static ssize_t write_all(int fd, const char *text, size_t length)
{
	ssize_t written;

	do {
		written = write(fd, text, length);
		text += written;
		length -= written;
	} while (written > 0 && length > 0);
	return written;
}

static ssize_t put(const char *path, int flags, const char *text, size_t length)
{
	int fd = open(path, O_WRONLY | flags);
	ssize_t written;
	int error;

	if (fd < 0)
		return -1;
	written = write_all(fd, text, length);
	error = errno;
	close(fd);
	errno = error;
	return written;
}

static void put_string(const char *path, int flags, const char *text)
{
	put(path, flags, text, strlen(text));
}

/*
 * Resolve a path of a command: relative to tracefs if it begins with "/",
 * otherwise to the directory of the last "in".
 */
static char *path_of(const char *name)
{
	char *path;

	if (asprintf(&path, "%s/%s%s", TRACING, name[0] == '/' ? "" : directory, name) < 0)
		fail("no memory");
	return path;
}

/*
 * Replace \t, \n, \\ and \xNN. A newline is appended unless the text ends with
 * \c.
 */
static size_t unescape(char *text)
{
	char *from = text, *to = text;

	for (; *from; from++) {
		if (*from != '\\') {
			*to++ = *from;
			continue;
		}
		switch (*++from) {
		case 't':
			*to++ = '\t';
			break;
		case 'n':
			*to++ = '\n';
			break;
		case '\\':
			*to++ = '\\';
			break;
		case 'x':
			if (!from[1] || !from[2])
				fail("\\x needs two digits");
			*to++ = strtoul((char[]){ from[1], from[2], '\0' }, NULL, 16);
			from += 2;
			break;
		case 'c':
			*to = '\0';
			return to - text;
		default:
			fail("unknown escape");
		}
	}
	*to++ = '\n';
	*to = '\0';
	return to - text;
}

/* Return the next word, up to a blank, and advance @rest behind the blank. */
static char *word(char **rest)
{
	return strsep(rest, " ") ?: "";
}

static void show(const char *text)
{
	const char *end;

	for (; *text; text = end) {
		end = strchrnul(text, '\n');
		printf("|%.*s\n", (int)(end - text), text);
		end += *end != '\0';
	}
}

static int compare_lines(const void *one, const void *other)
{
	return strcmp(*(char *const *)one, *(char *const *)other);
}

/* Print a table with the rows of each group sorted as text. */
static void show_rows(char *text)
{
	static char *rows[MAX_LINE];
	int n = 0, i;
	char *line;

	while ((line = strsep(&text, "\n"))) {
		if (line[0] == '{' && n < MAX_LINE) {
			rows[n++] = line;
			continue;
		}
		qsort(rows, n, sizeof(*rows), compare_lines);
		for (i = 0; i < n; i++)
			printf("|%s\n", rows[i]);
		n = 0;
		if (text)
			printf("|%s\n", line);
	}
}

static void touch(const char *path)
{
	int i;

	for (i = 0; i < n_touched; i++)
		if (!strcmp(touched[i], path))
			return;
	if (n_touched == MAX_TOUCHED)
		fail("too many files in one scenario");
	touched[n_touched++] = strdup(path);
}

/* Print the contents of a file that was written, if they show what a write did. */
static void show_written(const char *path)
{
	static const char * const shown[] = {
		"trigger", "filter", "enable", "synthetic_events", "dynamic_events", "set_event",
		"set_event_pid", "set_event_notrace_pid",
	};
	size_t i;

	for (i = 0; i < sizeof(shown) / sizeof(*shown); i++) {
		char *now = strcmp(basename(path), shown[i]) ? NULL : contents(path);

		if (now)
			show(now);
	}
}

static void write_file(char *rest, int flags)
{
	char *path = path_of(word(&rest)), *text = rest ?: "";
	char buffer[MAX_LINE];
	size_t length;

	touch(path);
	snprintf(buffer, sizeof(buffer) - 1, "%s", text);
	length = unescape(buffer);
	answer(put(path, flags, buffer, length));
	show_written(path);
	free(path);
}

static void do_write(char *rest)
{
	write_file(rest, O_TRUNC);
}

static void do_append(char *rest)
{
	write_file(rest, O_APPEND);
}

/* open FILE: open it for the commands "put" that follow, until "close" */
static void do_open(char *rest)
{
	free(open_path);
	open_path = path_of(rest);
	touch(open_path);
	open_fd = open(open_path, O_WRONLY | O_APPEND);
	answer(open_fd);
}

static void do_put(char *rest)
{
	char buffer[MAX_LINE];
	size_t length;

	if (!open_path)
		fail("no open file");
	snprintf(buffer, sizeof(buffer) - 1, "%s", rest);
	length = unescape(buffer);
	answer(write_all(open_fd, buffer, length));
	show_written(open_path);
}

static void do_close(char *rest)
{
	(void)rest;
	answer(close(open_fd));
}

static void do_in(char *rest)
{
	snprintf(directory, sizeof(directory), "%s/", rest);
}

static void read_file(char *rest, bool sorted)
{
	char *path = path_of(rest), *text = contents(path);

	answer(text ? 0 : -1);
	if (text && sorted)
		show_rows(text);
	else if (text)
		show(text);
	free(path);
}

static void do_read(char *rest)
{
	read_file(rest, false);
}

static void do_rows(char *rest)
{
	read_file(rest, true);
}

/* count FILE TEXT: print how many lines contain TEXT */
static void do_count(char *rest)
{
	char *path = path_of(word(&rest)), *text = contents(path), *line;
	int count = 0;

	answer(text ? 0 : -1);
	while ((line = strsep(&text, "\n")))
		count += !!strstr(line, rest ?: "");
	printf("|%d\n", count);
	free(path);
}

/* What "tree" and "list" compare, for nftw(), which has no argument for it. */
static struct {
	size_t root_length;	/* length of the directory's path */
	const char *read;	/* names of the files that are read, between blanks */
	bool deep;		/* subdirectories, too */
} walk;

/* Return whether @words, which are separated by blanks, contain @name. */
static bool has_word(const char *words, const char *name)
{
	size_t length = strlen(name);
	const char *at = words;

	for (; (at = strstr(at, name)); at += length)
		if ((at == words || at[-1] == ' ') && (!at[length] || at[length] == ' '))
			return true;
	return false;
}

static int show_file(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	char *text;

	printf("@%s:%d/%s ", file_name, line_number,
	       ftw->level ? path + walk.root_length + 1 : ".");
	if (type == FTW_NS) {
		puts("not found, but in its directory");
		return FTW_CONTINUE;
	}
	printf("%s %04o %u:%u\n", S_ISDIR(st->st_mode) ? "directory" : "file",
	       st->st_mode & 07777, st->st_uid, st->st_gid);
	if (S_ISDIR(st->st_mode))
		return ftw->level && !walk.deep ? FTW_SKIP_SUBTREE : FTW_CONTINUE;
	if (!has_word(walk.read, path + ftw->base))
		return FTW_CONTINUE;
	text = contents(path);
	if (text)
		show(text);
	else
		printf("|refused %s\n", strerrorname_np(errno));
	return FTW_CONTINUE;
}

static void walk_directory(const char *name, const char *read, bool deep)
{
	char *path = path_of(name);

	answer(access(path, F_OK));
	walk.root_length = strlen(path);
	walk.read = read;
	walk.deep = deep;
	nftw(path, show_file, MAX_DEPTH, FTW_PHYS | FTW_ACTIONRETVAL);
	free(path);
}

/* tree DIRECTORY [NAME...]: print the files below, and the contents of those named NAME */
static void do_tree(char *rest)
{
	char *name = word(&rest);

	walk_directory(name, rest ?: "", true);
}

static void do_list(char *rest)
{
	walk_directory(rest, "", false);
}

static void do_exists(char *rest)
{
	char *path = path_of(rest);

	answer(access(path, F_OK));
	free(path);
}

static void do_mkdir(char *rest)
{
	char *path = path_of(rest);

	answer(mkdir(path, 0755));
	free(path);
}

static void do_rmdir(char *rest)
{
	char *path = path_of(rest);

	answer(rmdir(path));
	free(path);
}

/* getpgid PID [COUNT]: fire the syscall events, whose field "pid" is PID */
static void do_getpgid(char *rest)
{
	long pid = strtol(word(&rest), NULL, 0), count = rest ? strtol(rest, NULL, 0) : 1;

	while (count--)
		syscall(SYS_getpgid, pid);
	answer(0);
}

static void do_mark(char *rest)
{
	answer(put(TRACING "/trace_marker", 0, rest, strlen(rest)));
}

static int data(void)
{
	if (data_fd < 0)
		data_fd = open(TRACING "/user_events_data", O_RDWR);
	return data_fd;
}

/* register SIZE FLAGS BIT ENABLE_SIZE TEXT; a SIZE of 0 means the correct size */
static void do_register(char *rest)
{
	struct user_reg reg = { };
	long result;

	reg.size = strtoul(word(&rest), NULL, 0) ?: sizeof(reg);
	reg.flags = strtoul(word(&rest), NULL, 0);
	reg.enable_bit = strtoul(word(&rest), NULL, 0);
	reg.enable_size = strtoul(word(&rest), NULL, 0);
	reg.enable_addr = (unsigned long)&enable_word;
	reg.name_args = (unsigned long)(rest ?: "");
	result = ioctl(data(), DIAG_IOCSREG, &reg);
	answer(result);
	if (result >= 0)
		printf("|index %u\n", reg.write_index);
}

static void do_unregister(char *rest)
{
	struct user_unreg unreg = { .size = sizeof(unreg) };

	unreg.disable_bit = strtoul(rest, NULL, 0);
	unreg.disable_addr = (unsigned long)&enable_word;
	answer(ioctl(data(), DIAG_IOCSUNREG, &unreg));
}

static void do_delete(char *rest)
{
	answer(ioctl(data(), DIAG_IOCSDEL, rest));
}

/* enabled: print the word with the enable bits */
static void do_enabled(char *rest)
{
	(void)rest;
	answer(0);
	printf("|%#lx\n", enable_word);
}

/* emit INDEX BYTES: BYTES may contain escapes; no newline is appended */
static void do_emit(char *rest)
{
	int index = strtol(word(&rest), NULL, 0);
	char payload[MAX_LINE];
	struct iovec parts[2] = {
		{ .iov_base = &index, .iov_len = sizeof(index) },
		{ .iov_base = payload },
	};

	snprintf(payload, sizeof(payload), "%s\\c", rest ?: "");
	parts[1].iov_len = unescape(payload);
	answer(writev(data(), parts, 2));
}

static const struct {
	const char *name;
	void (*run)(char *rest);
} verbs[] = {
	{ "append",	do_append },
	{ "close",	do_close },
	{ "count",	do_count },
	{ "delete",	do_delete },
	{ "emit",	do_emit },
	{ "enabled",	do_enabled },
	{ "exists",	do_exists },
	{ "getpgid",	do_getpgid },
	{ "in",		do_in },
	{ "list",	do_list },
	{ "mark",	do_mark },
	{ "mkdir",	do_mkdir },
	{ "open",	do_open },
	{ "put",	do_put },
	{ "read",	do_read },
	{ "register",	do_register },
	{ "rmdir",	do_rmdir },
	{ "rows",	do_rows },
	{ "tree",	do_tree },
	{ "unregister",	do_unregister },
	{ "write",	do_write },
};

static void run(char *line)
{
	char *verb = word(&line);
	size_t i;

	if (!*verb || *verb == '#' || !strcmp(verb, "differs") || !strcmp(verb, "differs-in"))
		return;
	for (i = 0; i < sizeof(verbs) / sizeof(*verbs); i++) {
		if (!strcmp(verb, verbs[i].name)) {
			verbs[i].run(line ?: "");
			return;
		}
	}
	fail("unknown verb");
}

/*
 * Remove the triggers of a file. Truncation removes every histogram whose
 * variables no other histogram references. It comes first, because Linux 6.12
 * rejects the text of some histograms in a removal. The other triggers are
 * removed by writing their text back with a leading "!". The state "[active]" or
 * "[paused]" at its end is cut off: Linux 6.12 rejects it in any removal.
 */
static void remove_triggers(const char *path)
{
	char *text, *line, *copy, *command, *state;

	close(open(path, O_WRONLY | O_TRUNC));
	text = contents(path);
	copy = text ? strdup(text) : NULL;
	for (text = copy; text && (line = strsep(&text, "\n"));) {
		if (!*line || *line == '#')
			continue;
		state = strrchr(line, '[');
		if (state && (!strcmp(state, "[active]") || !strcmp(state, "[paused]")))
			*state = '\0';
		if (asprintf(&command, "!%s\n", line) < 0)
			fail("no memory");
		put_string(path, O_APPEND, command);
		free(command);
	}
	free(copy);
}

/* Return whether @path is a trigger file that still contains triggers. */
static bool any_triggers(const char *path)
{
	char *text = strcmp(basename(path), "trigger") ? NULL : contents(path);

	return text && *text && *text != '#';
}

static void remove_touched(void)
{
	bool left = true;
	int round, i;

	for (i = 0; i < n_touched; i++) {
		const char *name = basename(touched[i]);

		if (!strcmp(name, "filter") || !strcmp(name, "enable"))
			put_string(touched[i], 0, "0");
		else if (!strncmp(name, "set_event", strlen("set_event")))
			put_string(touched[i], O_TRUNC, "\n");
	}
	for (round = 0; left && round < REMOVE_ROUNDS; round++) {
		left = false;
		for (i = 0; i < n_touched; i++) {
			if (any_triggers(touched[i]))
				remove_triggers(touched[i]);
			left = left || any_triggers(touched[i]);
		}
	}
	for (i = 0; i < n_touched; i++) {
		if (any_triggers(touched[i])) {
			printf("|left: %s\n", touched[i]);
			show(contents(touched[i]));
		}
	}
}

static bool any_events(void)
{
	char *text = contents(TRACING "/dynamic_events");

	return text && *text;
}

static void remove_instances(void)
{
	DIR *dir = opendir(TRACING "/instances");
	struct dirent *entry;
	char path[MAX_LINE];

	while (dir && (entry = readdir(dir))) {
		if (entry->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), TRACING "/instances/%s", entry->d_name);
		if (rmdir(path))
			printf("|left: %s\n", path);
	}
	if (dir)
		closedir(dir);
}

/* Restore the state that tracefs has after boot. */
static void restore(void)
{
	int step;

	remove_instances();
	put_string(TRACING "/dynamic_events", O_TRUNC, "\n");
	for (step = 0; any_events() && step < WORKER_STEPS; step++) {
		usleep(10000);
		put_string(TRACING "/dynamic_events", O_TRUNC, "\n");
	}
	if (any_events())
		show(contents(TRACING "/dynamic_events"));
	put_string(TRACING "/trace_clock", 0, "local");
	put_string(TRACING "/snapshot", 0, "0");
	put_string(TRACING "/tracing_on", 0, "1");
	put_string(TRACING "/trace", O_TRUNC, "\n");
	put_string(TRACING "/error_log", O_TRUNC, "\n");
}

/* Body of a scenario's process: run the lines @first to @end - 1. */
static void scenario(char **lines, int first, int end)
{
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	CPU_SET(0, &cpus);
	if (sched_setaffinity(0, sizeof(cpus), &cpus))
		fail("no CPU 0");
	prctl(PR_SET_NAME, "player");
	for (line_number = first; line_number < end; line_number++)
		run(lines[line_number]);
	remove_touched();
	fflush(stdout);
	_exit(0);
}

static void run_scenario(char **lines, int first, int end)
{
	pid_t pid = PLAYER_PID;
	struct clone_args args = {
		.exit_signal = SIGCHLD,
		.set_tid = (unsigned long)&pid,
		.set_tid_size = 1,
	};
	int status;
	long child;

	line_number = first;
	printf("@%s:%d accepted\n", file_name, line_number);
	fflush(stdout);
	child = syscall(SYS_clone3, &args, sizeof(args));
	if (child < 0)
		fail("cannot start a process with the pid of a player");
	if (!child)
		scenario(lines, first + 1, end);
	if (waitpid(child, &status, 0) != child || status)
		fail("the player of this scenario died");
	restore();
}

static bool begins_scenario(const char *line)
{
	return !strncmp(line, "scenario ", strlen("scenario "));
}

static void play(const char *path)
{
	static char *lines[MAX_LINE];
	int n = 0, first, end;
	char *text = contents(path);

	if (!text)
		fail("cannot be read");
	text = strdup(text);
	file_name = basename(path);
	lines[n++] = "";		/* lines are numbered from 1 */
	while (n < MAX_LINE && (lines[n] = strsep(&text, "\n")))
		n++;
	for (first = 1; first < n; first = end) {
		end = first + 1;
		if (!begins_scenario(lines[first]))
			continue;
		while (end < n && !begins_scenario(lines[end]))
			end++;
		run_scenario(lines, first, end);
	}
}

int main(int argc, char **argv)
{
	int i;

	restore();
	for (i = 1; i < argc; i++) {
		file_name = argv[i];
		play(argv[i]);
	}
	puts("@end");
	return 0;
}
