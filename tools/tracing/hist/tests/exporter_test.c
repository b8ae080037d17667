// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of exported events that are removed. Directories take the place of tracefs: fstatfs() says
 * that files are in tracefs, and as there, a file cannot be read any more after it was removed.
 */
#include <errno.h>
#include <linux/magic.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "capture.h"
#include "export/exporter.h"
#include "harness.h"
#include "table_fixture.h"

int __real_fstatfs(int fd, struct statfs *fs);
int __wrap_fstatfs(int fd, struct statfs *fs);
ssize_t __real_read(int fd, void *buf, size_t size);
ssize_t __wrap_read(int fd, void *buf, size_t size);

int __wrap_fstatfs(int fd, struct statfs *fs)
{
	int ret = __real_fstatfs(fd, fs);

	fs->f_type = TRACEFS_MAGIC;
	return ret;
}

ssize_t __wrap_read(int fd, void *buf, size_t size)
{
	struct stat st;

	if (!fstat(fd, &st) && S_ISREG(st.st_mode) && !st.st_nlink) {
		errno = ENODEV;
		return -1;
	}
	return __real_read(fd, buf, size);
}

#define EVENTS	2

/**
 * struct fixture - two events
 * @directory: directory of each event
 * @path: hist file of each event
 * @exporter: exporter of both
 */
struct fixture {
	char directory[EVENTS][32];
	char path[EVENTS][64];
	struct exporter exporter;
};

/* Create an event, or write to its histogram. */
static void set_count(const struct fixture *fixture, int event, int count)
{
	FILE *file = fopen(fixture->path[event], "w");

	fprintf(file, HEADER("keys=k:vals=hitcount") "{ k: %10d } hitcount: %10d\n"
		"\nTotals:\n    Hits: %d\n    Entries: 1\n    Dropped: 0\n", event, count, count);
	fclose(file);
}

static void remove_event(const struct fixture *fixture, int event)
{
	EXPECT_EQ(unlink(fixture->path[event]), 0);
}

static void setup(struct fixture *fixture)
{
	*fixture = (struct fixture){ 0 };
	for (int i = 0; i < EVENTS; i++) {
		snprintf(fixture->directory[i], sizeof(fixture->directory[i]),
			 "/tmp/exporter-XXXXXX");
		EXPECT(mkdtemp(fixture->directory[i]));
		snprintf(fixture->path[i], sizeof(fixture->path[i]), "%s/hist",
			 fixture->directory[i]);
		set_count(fixture, i, 5);
		EXPECT_EQ(exporter_add_event(&fixture->exporter, NULL, fixture->path[i]), 0);
	}
	EXPECT_EQ(exporter_start(&fixture->exporter), 0);
}

static void teardown(struct fixture *fixture)
{
	exporter_close(&fixture->exporter);
	for (int i = 0; i < EVENTS; i++) {
		unlink(fixture->path[i]);
		rmdir(fixture->directory[i]);
	}
}

/* Render an answer. Return: the counter of an event, -1 if it is missing, -2 without an answer. */
static int render(struct fixture *fixture, int event)
{
	struct capture capture;
	char label[32], *text = NULL, *found;
	enum status status;
	int count = -1;
	size_t size;

	capture_begin(&capture);
	status = exporter_render(&fixture->exporter, EXPOSITION_PROMETHEUS, &text, &size);
	capture_end(&capture);
	if (status)
		return -2;
	snprintf(label, sizeof(label), "_hitcount_total{k=\"%d\"} ", event);
	found = strstr(text, label);
	if (found)
		count = atoi(found + strlen(label));
	free(text);
	return count;
}

TEST(removed_events_are_left_out)
{
	struct fixture fixture;

	setup(&fixture);
	set_count(&fixture, 1, 7);
	remove_event(&fixture, 0);
	EXPECT_EQ(render(&fixture, 0), -1);
	EXPECT_EQ(render(&fixture, 1), 7);
	teardown(&fixture);
}

TEST(counters_go_on_after_an_event_was_created_again)
{
	struct fixture fixture;

	setup(&fixture);
	remove_event(&fixture, 0);
	set_count(&fixture, 0, 2);
	EXPECT_EQ(render(&fixture, 0), 7);
	remove_event(&fixture, 0);
	EXPECT_EQ(render(&fixture, 0), -1);
	set_count(&fixture, 0, 1);
	EXPECT_EQ(render(&fixture, 0), 8);
	EXPECT_EQ(render(&fixture, 1), 5);
	teardown(&fixture);
}

TEST(without_any_event_there_is_no_answer)
{
	struct fixture fixture;

	setup(&fixture);
	for (int i = 0; i < EVENTS; i++)
		remove_event(&fixture, i);
	EXPECT_EQ(render(&fixture, 0), -2);
	set_count(&fixture, 1, 6);
	EXPECT_EQ(render(&fixture, 1), 6);
	EXPECT_EQ(render(&fixture, 0), -1);
	teardown(&fixture);
}
