// SPDX-License-Identifier: GPL-2.0-only
/* Write pictures to files, and find out what a user wants a picture of. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/buffer.h"
#include "picture.h"

#define TEMPORARY	".trace-hist-XXXXXX"

static bool write_all(int fd, const char *text, size_t size)
{
	while (size) {
		ssize_t n = write(fd, text, size);

		if (n < 0 && errno != EINTR)
			return false;
		if (n > 0) {
			text += n;
			size -= n;
		}
	}
	return true;
}

/* Write a text, and close the file. */
static enum status write_and_close(int fd, const char *path, const char *text, size_t size)
{
	bool written = write_all(fd, text, size);
	int error = errno;

	if (close(fd) && written) {
		written = false;
		error = errno;
	}
	if (written)
		return STATUS_OK;
	errno = error;
	return report_file("write to", path);
}

/* A new file of mkostemp() is for its owner only: give it the permissions of other new files. */
static void set_permissions(int fd)
{
	mode_t mask = umask(0);

	umask(mask);
	/* Without permissions in the file system, there is nothing to set. */
	fchmod(fd, 0644 & ~mask);
}

/* An existing file stays as it is until there is all of the new one. A link is replaced. */
static enum status replace_file(const char *path, const char *text, size_t size)
{
	const char *slash = strrchr(path, '/');
	enum status status;
	char *temporary;
	int fd;

	if (asprintf(&temporary, "%.*s" TEMPORARY, slash ? (int)(slash + 1 - path) : 0, path) < 0)
		return report_memory("write the picture");
	fd = mkostemp(temporary, O_CLOEXEC);
	if (fd < 0) {
		status = report_file("create", path);
	} else {
		set_permissions(fd);
		status = write_and_close(fd, path, text, size);
		if (!status && rename(temporary, path))
			status = report_file("replace", path);
		if (status)
			unlink(temporary);
	}
	free(temporary);
	return status;
}

static bool begins_with(const char *text, const char *begin)
{
	return !strncmp(text, begin, strlen(begin));
}

/*
 * Devices and pipes are written to. So are the links in /dev and /proc to open files, which only
 * root can change; other links could be a trap in /tmp.
 */
static bool is_replaced(const char *path)
{
	struct stat stat;

	if (lstat(path, &stat) || S_ISREG(stat.st_mode))
		return true;
	return S_ISLNK(stat.st_mode) && !begins_with(path, "/dev/std") &&
	       !begins_with(path, "/dev/fd/") && !begins_with(path, "/proc/");
}

static enum status write_file(const char *path, const char *text, size_t size)
{
	int fd;

	if (is_replaced(path))
		return replace_file(path, text, size);
	fd = open(path, O_WRONLY | O_TRUNC | O_NOCTTY | O_CLOEXEC);
	if (fd < 0)
		return report_file("create", path);
	return write_and_close(fd, path, text, size);
}

/**
 * picture_write() - draw a recording, and write the picture to a file
 * @path: the file, or "-" for the standard output
 * @draw: function that draws
 * @recording: the recording
 *
 * A picture that cannot be drawn or written leaves an existing file as it is.
 *
 * Return: %STATUS_OK, or a status after a message.
 */
enum status picture_write(const char *path, draw_picture draw, const struct recording *recording)
{
	struct buffer buffer;
	FILE *out = buffer_open(&buffer);
	enum status status = out ? draw(out, recording) : STATUS_OK;

	if (!buffer_close(&buffer, out) && !status)
		status = report_memory("draw the picture");
	if (!status && !strcmp(path, "-")) {
		fwrite(buffer.text, 1, buffer.size, stdout);
		status = answer_flush();
	} else if (!status) {
		status = write_file(path, buffer.text, buffer.size);
	}
	free(buffer.text);
	return status;
}

static bool is_yaml(const char *name)
{
	const char *dot = strrchr(name, '.');

	return dot && !strcmp(dot, ".yaml");
}

/*
 * A file has a slash or a dot, which names of recipes do not have. So a file cannot take the place
 * of a recipe because another user has put it into the current directory. A recipe in a file has a
 * slash, as in other commands.
 */
static bool is_recipe(const char *name)
{
	return !strpbrk(name, "/.") || is_yaml(name);
}

/**
 * input_kind() - find out what a user wants a picture of
 * @name: argument of the command
 *
 * The first bytes tell files from each other. Those of a pipe cannot be read twice, so "-" is
 * always a recording.
 *
 * Return: the kind of the input.
 */
enum input input_kind(const char *name)
{
	static const char hist[] = "# event histogram";
	char text[64] = "";
	const char *begin = text;
	struct stat stat;
	ssize_t n;
	int fd;

	if (!strcmp(name, "-"))
		return INPUT_RECORDING;
	if (is_recipe(name))
		return INPUT_RECIPE;
	fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return INPUT_RECORDING;
	if (fstat(fd, &stat) || !S_ISREG(stat.st_mode)) {
		close(fd);
		return INPUT_RECORDING;
	}
	n = pread(fd, text, sizeof(text) - 1, 0);
	close(fd);
	if (n <= 0)
		return INPUT_RECORDING;
	begin += strspn(begin, " \t\r\n");
	if (!strncmp(begin, hist, strlen(hist)))
		return INPUT_HIST;
	return !strncmp(begin, "{\"", 2) ? INPUT_RECORDING : INPUT_FOLDED;
}
