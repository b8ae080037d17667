// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the watcher. A directory takes the place of tracefs: an instance that is not empty
 * cannot be removed, like one in use.
 */
#include <dirent.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness.h"
#include "kernel/internal.h"

static char dir[] = "/tmp/watcher_test.XXXXXX";
static struct owner self;
static char instance[256], busy[300];

/* Make an instance of this process, which is in use. */
static void make_instance(void)
{
	char name[INSTANCE_NAME_SIZE];

	EXPECT_EQ(owner_self(&self), 0);
	instance_name(name, &self, "");
	snprintf(instance, sizeof(instance), "%s/instances/%s", dir, name);
	snprintf(busy, sizeof(busy), "%s/busy", instance);
	EXPECT_EQ(mkdir(instance, 0700), 0);
	EXPECT_EQ(mkdir(busy, 0700), 0);
	EXPECT(!instance_remove(name));
}

static void make_tracefs(void)
{
	char path[64];

	EXPECT(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/instances", dir);
	EXPECT_EQ(mkdir(path, 0700), 0);
	EXPECT_EQ(tracefs_set_tracing_dir(dir), 0);
}

/* The instances are removed already. */
static void remove_tracefs(void)
{
	char path[64];

	snprintf(path, sizeof(path), "%s/instances", dir);
	EXPECT_EQ(rmdir(path), 0);
	EXPECT_EQ(rmdir(dir), 0);
}

static bool exists(const char *path)
{
	return !access(path, F_OK);
}

static unsigned int count_files(void)
{
	DIR *files = opendir("/proc/self/fd");
	unsigned int n = 0;

	while (readdir(files))
		n++;
	closedir(files);
	return n;
}

TEST(a_process_has_one_watcher)
{
	unsigned int files = count_files();

	EXPECT_EQ(owner_self(&self), 0);
	EXPECT_EQ(watcher_get(&self), 0);
	EXPECT_EQ(count_files(), files + 1);
	EXPECT_EQ(watcher_get(&self), 0);
	EXPECT_EQ(count_files(), files + 1);
	EXPECT(watcher_put(false));
	EXPECT_EQ(count_files(), files + 1);
	EXPECT(watcher_put(false));
	EXPECT_EQ(count_files(), files);
	EXPECT_EQ(waitpid(-1, NULL, 0), -1);
	EXPECT_EQ(errno, ECHILD);
}

/* The last user has removed everything that it created, the first user has not. */
TEST(a_removal_that_failed_is_tried_again_after_the_last_user)
{
	make_tracefs();
	make_instance();
	EXPECT_EQ(watcher_get(&self), 0);
	EXPECT_EQ(watcher_get(&self), 0);
	EXPECT(watcher_put(true));
	EXPECT(exists(instance));
	EXPECT_EQ(rmdir(busy), 0);
	EXPECT(watcher_put(false));
	EXPECT(!exists(instance));
	remove_tracefs();
}

TEST(a_removal_that_fails_again_is_known)
{
	make_tracefs();
	make_instance();
	EXPECT_EQ(watcher_get(&self), 0);
	EXPECT(!watcher_put(true));
	EXPECT(exists(instance));
	/* It is tried again after later users. */
	EXPECT_EQ(watcher_get(&self), 0);
	EXPECT(!watcher_put(false));
	EXPECT_EQ(rmdir(busy), 0);
	EXPECT_EQ(watcher_get(&self), 0);
	EXPECT(watcher_put(false));
	EXPECT(!exists(instance));
	remove_tracefs();
}

TEST(the_watcher_removes_nothing_if_nothing_failed)
{
	make_tracefs();
	make_instance();
	EXPECT_EQ(rmdir(busy), 0);
	EXPECT_EQ(watcher_get(&self), 0);
	EXPECT(watcher_put(false));
	EXPECT(exists(instance));
	EXPECT_EQ(rmdir(instance), 0);
	remove_tracefs();
}

TEST(the_watcher_removes_everything_if_its_process_ends)
{
	int status = -1;
	pid_t pid;

	make_tracefs();
	/* This process becomes the parent of the watcher. */
	EXPECT_EQ(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
	pid = fork();
	if (!pid) {
		make_instance();
		_exit(rmdir(busy) || watcher_get(&self) || watcher_get(&self));
	}
	EXPECT_EQ(waitpid(pid, &status, 0), pid);
	EXPECT_EQ(status, 0);
	EXPECT(waitpid(-1, &status, 0) > 0);
	EXPECT_EQ(status, 0);
	remove_tracefs();
}
