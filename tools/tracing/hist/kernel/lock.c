// SPDX-License-Identifier: GPL-2.0-only
/*
 * Locks of instances. A process in another PID namespace cannot tell from /proc whether the owner
 * of an instance runs. So a session keeps a shared lock on the directory of its instance: the
 * kernel releases it when the process ends, however it ends.
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "internal.h"

/* Return: a file descriptor, or -1 with errno. */
static int open_dir(struct tracefs_instance *instance)
{
	char *dir = tracefs_instance_get_dir(instance);
	int fd;

	if (!dir) {
		errno = ENOMEM;
		return -1;
	}
	fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	tracefs_put_tracing_file(dir);
	return fd;
}

/**
 * file_lock() - lock an open file, and wait for the lock as long as necessary
 * @fd: the file descriptor, which is closed if this fails; or -1 if it could not be opened
 * @operation: LOCK_SH or LOCK_EX
 *
 * Return: @fd, or -1 with errno.
 */
int file_lock(int fd, int operation)
{
	int ret, error;

	if (fd < 0)
		return -1;
	do {
		ret = flock(fd, operation);
	} while (ret && errno == EINTR);
	if (!ret)
		return fd;
	error = errno;
	close(fd);
	errno = error;
	return -1;
}

/**
 * instance_lock() - mark an instance as in use by this process
 * @instance: the instance
 *
 * instance_is_locked() of another process may have the lock for a moment.
 *
 * Return: a file descriptor that keeps the lock; or -1 with errno, and then "trace-hist clean" in
 * another PID namespace may remove the instance.
 */
int instance_lock(struct tracefs_instance *instance)
{
	return file_lock(open_dir(instance), LOCK_SH);
}

/**
 * instance_is_locked() - check whether a process uses an instance
 * @name: name of the instance
 *
 * Return: true if the process that has called instance_lock() still runs, or if this is not known.
 */
bool instance_is_locked(const char *name)
{
	struct tracefs_instance *instance = tracefs_instance_alloc(NULL, name);
	bool is_locked;
	int fd;

	if (!instance)
		return true;
	fd = open_dir(instance);
	is_locked = fd < 0 ? errno != ENOENT : flock(fd, LOCK_EX | LOCK_NB);
	if (fd >= 0)
		close(fd);
	tracefs_instance_free(instance);
	return is_locked;
}

/**
 * struct lock_search - search for the locked instance of an owner
 * @owner: the owner
 * @found: there is one
 */
struct lock_search {
	const struct owner *owner;
	bool found;
};

static void check_lock(const char *name, const struct owner *owner, void *context)
{
	struct lock_search *search = context;

	if (owner_equal(owner, search->owner) && instance_is_locked(name))
		search->found = true;
}

/**
 * owner_has_lock() - check whether a process uses an instance of an owner
 * @owner: the owner
 *
 * Return: true if it does, which means that the owner runs, maybe in another PID namespace.
 */
bool owner_has_lock(const struct owner *owner)
{
	struct lock_search search = { .owner = owner };

	instances_walk(check_lock, &search);
	return search.found;
}
