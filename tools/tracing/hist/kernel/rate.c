// SPDX-License-Identifier: GPL-2.0-only
/*
 * The sampling rate, hist_sample_hz. All programs share it, so it is changed only if it is 0, and
 * becomes 0 again after the last session that relies on it.
 *
 * A session whose rate was set by this tool has the rate in the name of its instance. So its
 * watcher, "trace-hist clean" and other sessions know it, even if its process was killed. A lock on
 * the file orders the processes of this tool.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "internal.h"

#define RATE_FILE	"hist_sample_hz"

/**
 * rate_lock() - keep other processes of this tool from changing the rate
 *
 * A session holds the lock from before rate_record() until after rate_set(), so that the name of
 * its instance has the rate that is in effect then. It must not hold it when it calls
 * rate_release().
 *
 * Return: argument of rate_unlock(); or -1 with errno.
 */
int rate_lock(void)
{
	int fd = tracefs_instance_file_open(NULL, RATE_FILE, O_RDONLY | O_CLOEXEC);

	return file_lock(fd, LOCK_EX);
}

static unsigned int read_rate(void)
{
	long long rate;

	if (tracefs_instance_file_read_number(NULL, RATE_FILE, &rate) || rate < 0)
		return 0;
	return rate;
}

/**
 * struct rate_users - sessions that rely on a rate
 * @rate: the rate
 * @except: instance that does not count, or NULL
 * @n: number of the other instances
 */
struct rate_users {
	unsigned int rate;
	const char *except;
	size_t n;
};

static void count_user(const char *name, const struct owner *owner, void *context)
{
	struct rate_users *users = context;
	struct owner ignored;
	unsigned int rate;

	(void)owner;
	if (owner_of_instance(name, &ignored, &rate) && rate == users->rate &&
	    (!users->except || strcmp(name, users->except)))
		users->n++;
}

static bool is_rate_of_tool(unsigned int rate, const char *except)
{
	struct rate_users users = { .rate = rate, .except = except };

	return rate && !instances_walk(count_user, &users) && users.n;
}

/**
 * rate_record() - decide which rate the name of a new instance records
 * @wanted: rate that the session wants
 *
 * Context: the caller holds rate_lock() until after rate_set().
 *
 * Return: the rate that is reset after the session; or 0 if another program has set the present
 * rate, which stays.
 */
unsigned int rate_record(unsigned int wanted)
{
	unsigned int rate = read_rate();

	if (!rate)
		return wanted;
	return is_rate_of_tool(rate, NULL) ? rate : 0;
}

/**
 * rate_set() - set the sampling rate, unless it is set
 * @text: the rate that the session wants
 * @record: the rate in the name of its instance
 *
 * Context: the caller holds rate_lock().
 *
 * Return: %STATUS_OK, or a status after a message.
 */
enum status rate_set(const char *text, unsigned int record)
{
	enum status status = STATUS_OK;
	unsigned int rate = read_rate();

	if (rate && rate != strtoul(text, NULL, 10))
		report_warning("hist_sample_hz is %u already and stays so: each CPU takes %u samples a second, not %s",
			       rate, rate, text);
	else if (!rate && !record)
		report_warning("hist_sample_hz was set to 0 by another program: there are no samples");
	else if (!rate)
		status = kernel_write(NULL, RATE_FILE, text, false);
	return status;
}

/**
 * rate_release() - set the rate to 0 if this was the last session that relied on it
 * @instance: name of the instance of the session, which still exists
 *
 * A rate that another program has changed meanwhile stays. The caller removes the instance before
 * it calls rate_unlock(). Otherwise two sessions that end together could each find the instance of
 * the other, and both leave the rate.
 *
 * Return: argument of rate_unlock(), also if the file cannot be locked.
 */
int rate_release(const char *instance)
{
	struct owner owner;
	unsigned int rate;
	int lock;

	if (!owner_of_instance(instance, &owner, &rate) || !rate)
		return -1;
	lock = rate_lock();
	if (read_rate() == rate && !is_rate_of_tool(rate, instance))
		kernel_try(NULL, RATE_FILE, "0");
	return lock;
}

/**
 * rate_unlock() - let other processes of this tool change the rate
 * @lock: return value of rate_lock() or rate_release()
 */
void rate_unlock(int lock)
{
	if (lock >= 0)
		close(lock);
}
