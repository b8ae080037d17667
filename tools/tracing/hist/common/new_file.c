// SPDX-License-Identifier: GPL-2.0-only
/* Create files of the user, who may have called sudo. */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "new_file.h"
#include "report.h"

/* Read a number from the environment. Return: false if there is none. */
static bool environment_number(const char *name, unsigned long *number)
{
	const char *text = getenv(name);
	char *end;

	if (!text || *text < '0' || *text > '9')
		return false;
	errno = 0;
	*number = strtoul(text, &end, 10);
	return !*end && !errno && *number < UINT32_MAX;
}

/* A new file belongs to the user who has called sudo, so that reports need no root. */
static void give_to_caller(int fd, const char *path)
{
	unsigned long uid, gid;

	if (geteuid() || !environment_number("SUDO_UID", &uid) ||
	    !environment_number("SUDO_GID", &gid))
		return;
	if (fchown(fd, uid, gid))
		report_warning("%s stays with root: %s", path, strerror(errno));
}

/**
 * new_file() - create a file that only the user can read
 * @path: the file, which must not exist
 *
 * Return: a file descriptor for writing, or -1 with errno.
 */
int new_file(const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, 0600);

	if (fd >= 0)
		give_to_caller(fd, path);
	return fd;
}
