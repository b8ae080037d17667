// SPDX-License-Identifier: GPL-2.0-only
/*
 * Owners of instances and events: a process id and a start time, in names.
 *
 * An instance is trace-hist-PID-START[-NUMBER][-hzRATE], or trace-hist-PID-START-probe. An event is
 * th_PID_START_NAME. All other names belong to other programs, and are not touched.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "internal.h"

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Parse a decimal number without a sign or leading zeros, as this tool writes them. */
static bool parse_number(const char **text, unsigned long long *number)
{
	char *end;

	if (!is_digit(**text) || (**text == '0' && is_digit((*text)[1])))
		return false;
	errno = 0;
	*number = strtoull(*text, &end, 10);
	*text = end;
	return !errno;
}

static bool skip(const char **text, const char *prefix)
{
	size_t length = strlen(prefix);

	if (strncmp(*text, prefix, length))
		return false;
	*text += length;
	return true;
}

static bool parse_owner(const char **text, const char *prefix, const char *separator,
			struct owner *owner)
{
	unsigned long long pid;

	if (!skip(text, prefix) || !parse_number(text, &pid) || !skip(text, separator) ||
	    !parse_number(text, &owner->start))
		return false;
	owner->pid = pid;
	return pid > 0 && pid <= 4194304;
}

/**
 * owner_of_instance() - find the owner of an instance
 * @name: name of the instance
 * @owner: result
 * @rate: the sampling rate that the session has set, or 0
 *
 * Return: true if it is an instance of this tool.
 */
bool owner_of_instance(const char *name, struct owner *owner, unsigned int *rate)
{
	unsigned long long number;

	*rate = 0;
	if (!parse_owner(&name, INSTANCE_PREFIX, "-", owner))
		return false;
	if (!strcmp(name, "-probe"))
		return true;
	if (*name == '-' && is_digit(name[1])) {
		name++;
		if (!parse_number(&name, &number))
			return false;
	}
	if (skip(&name, "-hz")) {
		if (!parse_number(&name, &number) || !number || number > 1000000)
			return false;
		*rate = number;
	}
	return !*name;
}

/**
 * owner_of_event() - find the owner of a synthetic event or a probe
 * @name: its name without the group
 * @owner: result
 *
 * Return: true if it is an event of this tool.
 */
bool owner_of_event(const char *name, struct owner *owner)
{
	return parse_owner(&name, EVENT_PREFIX, "_", owner) && skip(&name, "_") && *name;
}

/**
 * instance_name() - make the name of an instance
 * @name: result
 * @owner: its owner
 * @rest: rest of the name, behind the start time
 */
void instance_name(char name[INSTANCE_NAME_SIZE], const struct owner *owner, const char *rest)
{
	snprintf(name, INSTANCE_NAME_SIZE, INSTANCE_PREFIX "%lu-%llu%s", owner->pid, owner->start,
		 rest);
}

/*
 * Read the state and the start time of a process. Its name is in parentheses and may contain any
 * character, so what follows begins behind the last parenthesis.
 */
static int read_stat(unsigned long pid, char *state, unsigned long long *start)
{
	char path[32], line[1024];
	const char *at;
	FILE *file;
	size_t n;

	snprintf(path, sizeof(path), "/proc/%lu/stat", pid);
	file = fopen(path, "re");
	if (!file)
		return -1;
	n = fread(line, 1, sizeof(line) - 1, file);
	fclose(file);
	line[n] = '\0';
	at = strrchr(line, ')');
	/* The state is field 3, the start time is field 22. */
	if (!at || sscanf(at + 1, " %c %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s"
			  " %*s %*s %*s %llu", state, start) != 2) {
		errno = EINVAL;
		return -1;
	}
	return 0;
}

/**
 * owner_self() - describe this process
 * @owner: result
 *
 * Return: 0, or -1 with errno if /proc cannot be read.
 */
int owner_self(struct owner *owner)
{
	char state;

	owner->pid = getpid();
	return read_stat(owner->pid, &state, &owner->start);
}

/**
 * owner_exists() - check whether the owner of an instance or event still runs
 * @owner: the owner
 *
 * A process that has ended and was not waited for by its parent counts as ended.
 *
 * Return: true if it runs, or if /proc does not say.
 */
bool owner_exists(const struct owner *owner)
{
	unsigned long long start;
	char state;

	if (read_stat(owner->pid, &state, &start))
		return errno != ENOENT && errno != ESRCH;
	return start == owner->start && state != 'Z' && state != 'X';
}

/**
 * owner_equal() - compare two owners
 * @a: an owner
 * @b: another one
 *
 * Return: true if they are the same process.
 */
bool owner_equal(const struct owner *a, const struct owner *b)
{
	return a->pid == b->pid && a->start == b->start;
}
