// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzz the filters and triggers of several events with text that is valid, nearly valid or random.
 *
 * The first tests write one text at a time and check the result: accepted text is displayed as it
 * was written; rejected text changes nothing and leaves an entry in the error log with a caret
 * inside the text. The next test runs several processes that write, fire events, and use
 * instances, perf and event probes at the same time. The last test repeats that with failing
 * allocations. In the end, nothing may be left behind and the kernel must not have complained.
 *
 * The environment variable FUZZ_SECONDS sets the run time of each test. FUZZ_SEED sets the seed of
 * each process; runs with several processes still differ by their timing.
 */
#define _GNU_SOURCE
#include <sys/prctl.h>

#include "events.h"

#define WORKERS		3

/* Filter files accept less than a page, trigger files what an entry of the error log can hold. */
#define FILTER_MAX	4095
#define TRIGGER_MAX	65535

/* Text. */

/* Append "system:event", as triggers name a target. */
static void add_target(struct worker *w)
{
	const struct event *target = any_event(w);

	if (seldom(w))
		add(w, ":%s:%s", any(w, 2) ? "sched" : "nosuch", any(w, 2) ? "nosuch" : "");
	else
		add(w, ":%.*s:%s", (int)strcspn(target->name, "/"), target->name,
		    strchr(target->name, '/') + 1);
}

static void add_hist(struct worker *w, const struct event *event)
{
	static const char *const ends[] = { "", ":pause", ":clear", ":size=128", ":name=n",
					    ":vals=hitcount:sort=hitcount", ":cont",
					    ":x=common_cpu:onchange($x).snapshot()" };

	add(w, "hist:keys=%s%s", any_field(w, event).name, ONE_OF(w, ends));
}

static void make_trigger(struct worker *w, const struct event *event)
{
	static const char *const simple[] = { "traceon", "traceoff", "snapshot", "stacktrace" };
	static const char *const about[] = { "enable_event", "disable_event", "enable_hist",
					     "disable_hist" };
	static const char *const counts[] = { ":1", ":3", ":100", ":0", ":-1", ":0x10", ":count=2",
					      ":unlimited", ":", ":1:2", ":9223372036854775808",
					      ":99999999999999999999", " 1" };

	w->len = 0;
	if (!any(w, 3))
		add(w, seldom(w) ? "! " : "!");
	switch (any(w, 5)) {
	case 0:
		add_hist(w, event);
		break;
	case 1:
	case 2:
		add(w, "%s", ONE_OF(w, about));
		add_target(w);
		break;
	default:
		add(w, "%s", ONE_OF(w, simple));
	}
	if (!any(w, 3))
		add(w, "%s", seldom(w) ? ONE_OF(w, counts) : counts[any(w, 3)]);
	if (!any(w, 2)) {
		add(w, " if ");
		if (any(w, 60))
			add_filter(w, event, 2);
		else
			add_much(w);
	}
	if (seldom(w))
		spoil(w);
}

/* Files. */

static void do_filter(struct worker *w)
{
	const struct event *event = any_event(w);
	char path[256];

	make_filter(w, event);
	if (any(w, 8)) {
		write_text(w, path_in(w, event, "filter"));
		return;
	}
	snprintf(path, sizeof(path), EVENTS "%.*s/filter", (int)strcspn(event->name, "/"),
		 event->name);
	write_text(w, path);
}

static void do_trigger(struct worker *w)
{
	const struct event *event = any_event(w);
	const char *path;

	make_trigger(w, event);
	path = path_in(w, event, "trigger");
	if (any(w, 30))
		write_text(w, path);
	else
		file_truncate(path);
}

static void do_enable(struct worker *w)
{
	file_write(path_in(w, any_event(w), "enable"), any(w, 3) ? "0" : "1");
	if (seldom(w))
		file_write(EVENTS "enable", "0");
}

static void do_read(struct worker *w)
{
	static const char *const files[] = { "trigger", "trigger", "filter", "enable", "hist" };
	static const char *const top[] = { ERROR_LOG, TRACE_FILE, TRACEFS "snapshot",
					   TRACEFS "set_event" };
	static char text[4096];
	int fd, n;

	fd = open(any(w, 4) ? path_in(w, any_event(w), ONE_OF(w, files)) : ONE_OF(w, top),
		  O_RDONLY | O_CLOEXEC);
	for (n = 0; n < 8 && read(fd, text, 1 + any(w, sizeof(text))) > 0; n++)
		;
	close(fd);
}

static void do_switches(struct worker *w)
{
	file_write(TRACEFS "tracing_on", "1");
	if (!any(w, 4))
		file_write(TRACEFS "snapshot", any(w, 2) ? "0" : "1");
	if (seldom(w))
		do_pid(w);
	if (seldom(w))
		file_truncate(TRACE_FILE);
}

/* Define or remove an event probe with a filter of its own. */
static void do_probe(struct worker *w)
{
	const struct event *event = any_event(w);

	if (any(w, 3)) {
		w->len = 0;
		add(w, "e:fuzz/p%u %s pid=$common_pid if ", any(w, 3), event->name);
		add_filter(w, event, 2);
		write_text(w, DYNAMIC_FILE);
	} else {
		file_write(TRACEFS "events/fuzz/enable", any(w, 2) ? "1" : "0");
		w->len = 0;
		add(w, "-:fuzz/p%u", any(w, 3));
		write_text(w, DYNAMIC_FILE);
	}
}

static int event_id(const char *name)
{
	char path[256];

	snprintf(path, sizeof(path), EVENTS "%s/id", name);
	return atoi(text_of(path));
}

static void make_function_filter(struct worker *w)
{
	static const char *const names[] = { "vfs_write", "\"vfs_*,kill*\"", "nosuch", "do_*exit*",
					     "\"a b\"", "*", "" };
	static const char *const operators[] = { "==", "!=", "~", "<" };
	int n = 1 + any(w, 3), i;

	w->len = 0;
	for (i = 0; i < n; i++)
		add(w, "%s%s %s %s%s", i ? any(w, 3) ? " || " : " && " : "",
		    seldom(w) ? "!(ip" : "ip", ONE_OF(w, operators), ONE_OF(w, names),
		    seldom(w) ? ")" : "");
	if (seldom(w))
		spoil(w);
}

static void do_perf(struct worker *w)
{
	const struct event *event = any_event(w);
	bool function = seldom(w);
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT,
		.size = sizeof(attr),
		.sample_period = 1,
		.config = event_id(function ? "ftrace/function" : event->name),
		.disabled = function,
	};

	if (w->perf >= 0)
		close(w->perf);
	w->perf = syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
	if (w->perf < 0)
		return;
	if (function)
		make_function_filter(w);
	else
		make_filter(w, event);
	w->text[w->len] = '\0';
		/* Without a filter, all functions would be traced, which is too slow. */
	if (!ioctl(w->perf, PERF_EVENT_IOC_SET_FILTER, w->text) && function)
		ioctl(w->perf, PERF_EVENT_IOC_ENABLE, 0);
	fire(w);
	if (seldom(w))
		ioctl(w->perf, PERF_EVENT_IOC_SET_FILTER, w->text);
}

static void do_fork(struct worker *w)
{
	pid_t pid = fork();

	if (!pid) {
		fire(w);
		_exit(0);
	}
	waitpid(pid, NULL, 0);
}

static const struct thing things[] = {
	{ do_filter, 30 }, { do_trigger, 30 }, { do_enable, 6 }, { do_read, 8 }, { fire, 10 },
	{ do_instance, 2 }, { do_switches, 4 }, { do_probe, 3 }, { do_perf, 4 }, { do_fork, 2 },
	{ do_fault, 4 },
};

static void work(struct worker *w)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	while (now_ms() < w->until)
		one_by_weight(&w->random, things, ARRAY_SIZE(things))->what(w);
	_exit(0);
}

/* Cleanup. */

static void calm(void)
{
	char path[256];
	int i, round;

	faults_end();
	file_write(TRACEFS "tracing_on", "0");
	file_write(EVENTS "enable", "0");
	file_truncate(TRACEFS "set_event_pid");
	rmdir(TRACEFS "instances/fuzz0");
	rmdir(TRACEFS "instances/fuzz1");
	file_write(TRACEFS "events/fuzz/enable", "0");
	/* Histograms referenced by others can only be removed in the second round. */
	for (round = 0; round < 2; round++)
		for (i = 0; i < n_events; i++)
			remove_triggers(path_of(&events[i], "trigger"));
	for (i = 0; i < n_events; i++)
		file_write(path_of(&events[i], "filter"), "0");
	file_write(EVENTS "enable", "0");
	for (i = 0; i < 3; i++) {
		snprintf(path, sizeof(path), "-:fuzz/p%u", i);
		command(path);
	}
	file_write(TRACEFS "snapshot", "0");
	file_write(TRACEFS "tracing_on", "1");
	file_truncate(TRACE_FILE);
	file_truncate(ERROR_LOG);
}

/* One text at a time. */

FIXTURE_SETUP(fuzz)
{
	if (access(EVENTS, F_OK))
		SKIP(return, "no trace events here");
	ASSERT_EQ(0, geteuid())
		TH_LOG("root only");
	fuzz_begin(_metadata, self, 4);
}

FIXTURE_TEARDOWN(fuzz)
{
	calm();
	fuzz_end(_metadata, self);
}

/* Return: the filter in use from the contents of a filter file, which may begin with an error. */
static const char *filter_in_force(const char *shown)
{
	static const char front[] = "\nin force: ";
	const char *at = strstr(shown, front), *next;

	while (at && (next = strstr(at + 1, front)))
		at = next;
	return at ? at + strlen(front) : shown;
}

TEST_F_TIMEOUT(fuzz, filters, 24 * 3600)
{
	struct worker *w = self->worker;
	int accepted = 0, rejected = 0, ret;
	char before[8192];

	while (_metadata->exit_code == KSFT_PASS && !is_over(w, accepted && rejected)) {
		const struct event *event = any_event(w);
		const char *path = path_of(event, "filter");

		if (access(path, F_OK))
			continue;
		snprintf(before, sizeof(before), "%.8000s", filter_in_force(file_read(path)));
		file_truncate(ERROR_LOG);
		make_filter(w, event);
		ret = write_text(w, path);
		if (w->len > FILTER_MAX) {
			EXPECT_EQ(-EINVAL, ret);
			EXPECT_STREQ(before, filter_in_force(file_read(path)));
			continue;
		}

		trim(w);
		if (ret >= 0) {
			accepted++;
			EXPECT_STREQ("", file_read(ERROR_LOG));
			strcat(w->text, "\n");
			EXPECT_STREQ(strcmp(w->text, "0\n") ? w->text : "none\n", file_read(path));
		} else {
			rejected++;
			EXPECT_EQ(-EINVAL, ret);
			EXPECT_TRUE(has_good_entry(w))
				TH_LOG("%s: %s\n%s", path, w->text, file_read(ERROR_LOG));
			/* If both texts are long, the file has no room for the second one. */
			EXPECT_TRUE(w->len > 1500 || strlen(before) > 1500 ||
				    !strcmp(before, filter_in_force(file_read(path))))
				TH_LOG("%s: %s\n%s", path, w->text, file_read(path));
		}
		if (seldom(w))
			file_write(path_of(event, "enable"), any(w, 3) ? "1" : "0");
		fire(w);
	}
	TH_LOG("%d accepted, %d rejected", accepted, rejected);
	EXPECT_LT(0, accepted);
	EXPECT_LT(0, rejected);
}

/* Return: true if events can change the displayed text of these triggers. */
static bool may_change(const char *triggers)
{
	return strstr(triggers, "count=") || strstr(triggers, "hist:");
}

/* Check a rejected trigger: errno, error log entry and unchanged triggers. */
static void expect_good_rejection(struct __test_metadata *_metadata, struct worker *w,
				  const char *path, const char *before, int ret)
{
	EXPECT_TRUE(ret == -EINVAL || ret == -EEXIST || ret == -ENOENT || ret == -EBUSY)
		TH_LOG("%s: %.*s: %s", path, (int)w->len, w->text, strerror(-ret));
	trim(w);
	EXPECT_TRUE(has_good_entry(w))
		TH_LOG("%s: %s\n%s", path, w->text, file_read(ERROR_LOG));
	EXPECT_TRUE(may_change(before) || !strcmp(before, triggers_read(path)))
		TH_LOG("%s: %s\n%s", path, before, file_read(path));
}

/* Check that the new trigger is listed, can be removed by its line and added again by it. */
static void expect_write_back(struct __test_metadata *_metadata, struct worker *w,
			      const char *path, const char *before, const char *added)
{
	const char *line = trigger_added(before, added);

	EXPECT_NE(NULL, line)
		TH_LOG("%s: %s\n%s", path, before, added);
	if (!line)
		return;
	w->len = snprintf(w->text, sizeof(w->text), "!%.*s",
			  (int)(strlen(added) - strlen(before)), line);
	EXPECT_EQ((int)w->len, write_text(w, path))
		TH_LOG("%s: %s", path, w->text);
	EXPECT_STREQ(before, triggers_read(path));
	memmove(w->text, w->text + 1, w->len--);
	EXPECT_EQ((int)w->len, write_text(w, path))
		TH_LOG("%s: %s", path, w->text);
	EXPECT_STREQ(added, triggers_read(path));
}

TEST_F_TIMEOUT(fuzz, triggers, 24 * 3600)
{
	static char before[1 << 18], added[1 << 18];
	struct worker *w = self->worker;
	int accepted = 0, rejected = 0, written_back = 0, ret;
	size_t len;

	while (_metadata->exit_code == KSFT_PASS &&
	       !is_over(w, accepted && rejected && written_back)) {
		const struct event *event = any_event(w);
		const char *path = path_of(event, "trigger");

		snprintf(before, sizeof(before), "%s", triggers_read(path));
		if (strlen(before) > 10000 || seldom(w)) {
			remove_triggers(path);
			continue;
		}
		len = strlen(before);
		file_truncate(ERROR_LOG);
		make_trigger(w, event);
		ret = write_text(w, path);
		fire(w);
		file_write(TRACEFS "tracing_on", "1");

		if (ret < 0) {
			rejected++;
			expect_good_rejection(_metadata, w, path, before, ret);
			continue;
		}
		accepted++;
		EXPECT_STREQ("", file_read(ERROR_LOG));
		snprintf(added, sizeof(added), "%s", triggers_read(path));
		if (w->text[0] == '!' || may_change(added) || strlen(added) == len)
			continue;
		expect_write_back(_metadata, w, path, before, added);
		written_back++;
	}
	TH_LOG("%d accepted, %d rejected, %d written back", accepted, rejected, written_back);
	EXPECT_LT(0, accepted);
	EXPECT_LT(0, rejected);
	EXPECT_LT(0, written_back);
}

static void do_everything(struct __test_metadata *_metadata, struct worker *w, unsigned int seed)
{
	pid_t pids[WORKERS];
	int i, status;

	for (i = 0; i < WORKERS; i++) {
		pids[i] = fork();
		if (!pids[i]) {
			w->random = seed + i;
			work(w);
		}
	}
	for (i = 0; i < WORKERS; i++) {
		EXPECT_EQ(pids[i], waitpid(pids[i], &status, 0));
		EXPECT_EQ(0, status);
	}
}

TEST_F_TIMEOUT(fuzz, everything, 24 * 3600)
{
	do_everything(_metadata, self->worker, self->seed);
}

TEST_F_TIMEOUT(fuzz, everything_without_memory, 24 * 3600)
{
	if (!faults_start())
		SKIP(return, "no failslab here");
	self->worker->faults = true;
	do_everything(_metadata, self->worker, self->seed);
	faults_end();
}

TEST_HARNESS_MAIN
