// SPDX-License-Identifier: GPL-2.0
/*
 * usage: identity CGROUP TIMES
 *
 * Enter a cgroup, become user 1234 of group 5678 with the comm "leader", and let a thread with the
 * comm "member" send SIGURG, which is ignored, to this process TIMES times.
 *
 * Prints the properties that the fields of all events must show, as /proc has them: id of the
 * process, of its parent, user id, group id, and the id of the cgroup, which is the inode number of
 * its directory.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

static void die(const char *what)
{
	fprintf(stderr, "identity: %s: %s\n", what, strerror(errno));
	exit(2);
}

/* Return a number of /proc/self/status: the first one in the line @name. */
static unsigned long status_of(const char *name)
{
	FILE *status = fopen("/proc/self/status", "r");
	size_t len = strlen(name);
	char line[256];

	if (!status)
		die("/proc/self/status");
	while (fgets(line, sizeof(line), status)) {
		if (!strncmp(line, name, len) && line[len] == ':') {
			fclose(status);
			return strtoul(line + len + 1, NULL, 10);
		}
	}
	die(name);
	return 0;
}

static unsigned long enter_cgroup(const char *dir)
{
	struct stat info;
	char path[4096];
	int fd;

	snprintf(path, sizeof(path), "%s/cgroup.procs", dir);
	fd = open(path, O_WRONLY);
	if (fd < 0 || write(fd, "0", 1) != 1 || stat(dir, &info))
		die(dir);
	close(fd);
	return info.st_ino;
}

static void *send_signals(void *n_times)
{
	unsigned long i;

	prctl(PR_SET_NAME, "member");
	for (i = 0; i < *(unsigned long *)n_times; i++)
		kill(getpid(), SIGURG);
	return NULL;
}

int main(int argc, char **argv)
{
	unsigned long cgroup, n_times;
	pthread_t thread;

	if (argc != 3)
		return 2;
	n_times = strtoul(argv[2], NULL, 10);
	cgroup = enter_cgroup(argv[1]);
	prctl(PR_SET_NAME, "leader");
	if (setgid(5678) || setuid(1234))
		die("setuid");
	if (pthread_create(&thread, NULL, send_signals, &n_times) || pthread_join(thread, NULL))
		die("pthread_create");
	printf("%lu %lu %lu %lu %lu\n", status_of("Tgid"), status_of("PPid"), status_of("Uid"),
	       status_of("Gid"), cgroup);
	return 0;
}
