// SPDX-License-Identifier: GPL-2.0-only
/*
 * Find programs and libraries by their base names, as user stacks show them: among the files that
 * running processes have mapped, in the directories of libraries, and in those of $PATH.
 *
 * A process can have a file in another mount namespace, or one that was deleted. Therefore it is
 * opened in /proc/PID/map_files, if the user may do so.
 */
#include <dirent.h>
#include <fcntl.h>
#include <glob.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "find_file.h"
#include "table/array.h"

/* A list of mappings that is older is read again when a file is not found. */
#define MAPPINGS_SECONDS	2

/**
 * struct mapping - a file that a process executes
 * @name: base name
 * @path: path in the mount namespace of the process
 * @link: link to the file in /proc
 * @device: device of the file, as in maps
 * @inode: its inode
 */
struct mapping {
	const char *name;
	char *path;
	char *link;
	char device[24];
	unsigned long inode;
};

/*
 * Mappings of all processes when they were read, sorted by name; each file once. They are
 * kept because a search for many files would read them again and again.
 */
static struct {
	struct mapping *mappings;
	size_t n;
	time_t read;
} known;

/**
 * forget_mappings() - free the list of mappings
 */
void forget_mappings(void)
{
	for (size_t i = 0; i < known.n; i++) {
		free(known.mappings[i].path);
		free(known.mappings[i].link);
	}
	free(known.mappings);
	memset(&known, 0, sizeof(known));
}

/* Add a copy of a mapping whose path and link are missing. */
static bool add_mapping(const struct mapping *new, const char *pid, const char *range,
			const char *path, size_t len)
{
	struct mapping *mapping = array_add(&known.mappings, &known.n, sizeof(*mapping));

	if (!mapping)
		return false;
	*mapping = *new;
	mapping->path = strndup(path, len);
	if (!mapping->path ||
	    asprintf(&mapping->link, "/proc/%s/map_files/%s", pid, range) < 0) {
		mapping->link = NULL;
		free(mapping->path);
		known.n--;
		return false;
	}
	mapping->name = strrchr(mapping->path, '/') + 1;
	return true;
}

/* Add the file of a line of maps if code of it is executed. */
static bool add_line(const char *pid, const char *line)
{
	static const char deleted[] = " (deleted)";
	struct mapping new = {};
	char range[64], permissions[8];
	int path = -1;
	size_t len;

	if (sscanf(line, "%63s %7s %*s %23s %lu %n", range, permissions, new.device, &new.inode,
		   &path) != 4 || path < 0 || !strchr(permissions, 'x') || line[path] != '/')
		return true;
	len = strcspn(line + path, "\n");
	if (len > strlen(deleted) &&
	    !strncmp(line + path + len - strlen(deleted), deleted, strlen(deleted)))
		len -= strlen(deleted);
	return add_mapping(&new, pid, range, line + path, len);
}

/* Read the mappings of a process. Return: false without memory. */
static bool read_process(const char *pid)
{
	char name[64], *line = NULL;
	size_t size = 0;
	bool ok = true;
	FILE *maps;

	snprintf(name, sizeof(name), "/proc/%.20s/maps", pid);
	maps = fopen(name, "re");
	/* The process has ended, or the user may not read this. */
	if (!maps)
		return true;
	while (ok && getline(&line, &size, maps) > 0)
		ok = add_line(pid, line);
	free(line);
	fclose(maps);
	return ok;
}

static int compare_mappings(const void *first, const void *second)
{
	const struct mapping *a = first, *b = second;

	return strcmp(a->name, b->name) ?: strcmp(a->device, b->device) ?:
	       (a->inode > b->inode) - (a->inode < b->inode);
}

/* Read the mappings of all processes. Without memory, some are missing. */
static void read_mappings(void)
{
	DIR *proc = opendir("/proc");
	struct dirent *entry;
	bool ok = true;
	size_t n = 0;

	forget_mappings();
	known.read = time(NULL);
	while (proc && ok && (entry = readdir(proc))) {
		if (*entry->d_name >= '0' && *entry->d_name <= '9')
			ok = read_process(entry->d_name);
	}
	if (proc)
		closedir(proc);
	if (!known.n)
		return;
	qsort(known.mappings, known.n, sizeof(*known.mappings), compare_mappings);
	for (size_t i = 1; i < known.n; i++) {
		if (compare_mappings(&known.mappings[n], &known.mappings[i])) {
			known.mappings[++n] = known.mappings[i];
		} else {
			free(known.mappings[i].path);
			free(known.mappings[i].link);
		}
	}
	known.n = n + 1;
}

/* Open a regular file. Return: the file descriptor, or -1. */
static int open_file(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	struct stat status;

	if (fd >= 0 && (fstat(fd, &status) || !S_ISREG(status.st_mode))) {
		close(fd);
		return -1;
	}
	return fd;
}

static bool try_file(const char *path, check_file check, void *data)
{
	int fd = open_file(path);

	return fd >= 0 && check(fd, data);
}

static bool try_mappings(const char *name, check_file check, void *data)
{
	const struct mapping key = { .name = name };
	size_t begin = 0, end = known.n;

	while (begin < end) {
		size_t middle = begin + (end - begin) / 2;

		if (compare_mappings(&known.mappings[middle], &key) < 0)
			begin = middle + 1;
		else
			end = middle;
	}
	for (; begin < known.n && !strcmp(known.mappings[begin].name, name); begin++) {
		if (try_file(known.mappings[begin].link, check, data) ||
		    try_file(known.mappings[begin].path, check, data))
			return true;
	}
	return false;
}

static bool try_directory(const char *directory, size_t len, const char *name, check_file check,
			  void *data)
{
	char *path;
	bool found;

	if (!len || *directory != '/' || asprintf(&path, "%.*s/%s", (int)len, directory, name) < 0)
		return false;
	found = try_file(path, check, data);
	free(path);
	return found;
}

static bool try_libraries(const char *name, check_file check, void *data)
{
	static const char *const directories[] = {
		"/lib/*-linux-*", "/usr/lib/*-linux-*", "/usr/local/lib/*-linux-*", "/lib64",
		"/lib", "/usr/lib64", "/usr/lib", "/usr/local/lib", "/usr/local/lib64",
	};
	glob_t found = {};
	bool ok = false;
	size_t i;

	for (i = 0; i < sizeof(directories) / sizeof(directories[0]); i++)
		glob(directories[i], i ? GLOB_APPEND : 0, NULL, &found);
	for (i = 0; !ok && i < found.gl_pathc; i++)
		ok = try_directory(found.gl_pathv[i], strlen(found.gl_pathv[i]), name, check, data);
	globfree(&found);
	return ok;
}

static bool try_path(const char *name, check_file check, void *data)
{
	const char *directory = getenv("PATH") ?: "/usr/sbin:/usr/bin:/sbin:/bin";

	while (*directory) {
		size_t len = strcspn(directory, ":");

		if (try_directory(directory, len, name, check, data))
			return true;
		directory += len + (directory[len] == ':');
	}
	return false;
}

/**
 * find_file() - find a program or a library
 * @name: its base name
 * @check: is called for each file that has this name, until it returns true
 * @data: argument of @check
 *
 * Return: true if @check has returned true.
 */
bool find_file(const char *name, check_file check, void *data)
{
	bool is_new = !known.read;

	if (!*name || strchr(name, '/') || !strcmp(name, ".") || !strcmp(name, ".."))
		return false;
	if (is_new)
		read_mappings();
	if (try_mappings(name, check, data) || try_libraries(name, check, data) ||
	    try_path(name, check, data))
		return true;
	if (is_new || time(NULL) - known.read < MAPPINGS_SECONDS)
		return false;
	read_mappings();
	return try_mappings(name, check, data);
}
