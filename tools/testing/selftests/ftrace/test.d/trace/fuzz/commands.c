// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzz the files of tracing by the grammar in grammar.h: triggers of all kinds, filters,
 * synthetic, user and other dynamic events, while events are being fired.
 *
 * The first test writes one command at a time and checks the result. An accepted trigger is
 * displayed as a line that adds the same trigger again. A rejected command changes nothing and
 * leaves an entry in the error log with a caret inside the text. The second test runs a process
 * on each CPU that also creates and removes instances, loads and unloads modules, forks, reads,
 * polls, and keeps files of events open while the events are removed. The third test repeats the
 * second one with failing allocations. In the end, everything must be removable, nothing may be
 * left and the kernel must not have complained.
 *
 * The environment variable FUZZ_SECONDS sets the run time of each test. FUZZ_SEED sets the seed of
 * each process; runs with several processes still differ by their timing. For an hour on a kernel
 * with KASAN:
 *
 *	make selftest VARIANT=kasan TESTS=trace/fuzz/commands FUZZ_SECONDS=1200 FUZZ_SEED=1
 */
#define _GNU_SOURCE
#include <sched.h>
#include <sys/prctl.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>

#include "grammar.h"

#define CPUS_MAX	8
#define KEPT		4
#define SYNTH_FILE	TRACEFS "synthetic_events"
#define KPROBE_FILE	TRACEFS "kprobe_events"
#define NMI_FILE	"/sys/kernel/debug/x86/nmi_longest_ns"
#define STORM_FILE	"/sys/module/trace_nest/parameters/storm"

/* Kinds of commands, for statistics. */
enum kind { TRIGGER, FILTER, SYNTHETIC, DYNAMIC, USER, MODULE, KINDS };

static const char *const kinds[KINDS] = {
	"triggers", "filters", "synthetic events", "dynamic events", "user events", "modules",
};

/**
 * struct tally - number of commands written by all processes
 * @tried: commands of each kind
 * @accepted: accepted commands of each kind
 */
static struct tally {
	unsigned int tried[KINDS], accepted[KINDS];
} *tally;

static int tell_of(enum kind kind, int ret)
{
	__atomic_add_fetch(&tally->tried[kind], 1, __ATOMIC_RELAXED);
	__atomic_add_fetch(&tally->accepted[kind], ret >= 0, __ATOMIC_RELAXED);
	return ret;
}

/**
 * struct own - state of a process, in addition to its worker
 * @number: number of the process
 * @kept: open files of events
 * @user: open user_events_data
 * @index: write indexes of the two user events in @user
 * @word: enable bits of the user events
 */
static struct own {
	int number, kept[KEPT], user, index[2], word;
} own;

/* Events that the grammar defines, and events of the modules. */
static const struct event made[] = {
	{ "synthetic/s0", { { "a", 'n', 8 } }, 1 },
	{ "synthetic/s1", { { "a", 'n', 8 }, { "b", 'n', 4 } }, 2 },
	{ "synthetic/s2", { { "a", 'n', 8 }, { "t", 's', 16 } }, 2 },
	{ "synthetic/s3", { { "st", 'o', 8 }, { "a", 'n', 8 } }, 2 },
	{ "synthetic/s4", { { "a", 'n', 8 } }, 1 },
	{ "user_events/f0", { { "a", 'n', 8 }, { "t", 's', 16 } }, 2 },
	{ "user_events/f1", { { "a", 'n', 8 }, { "b", 'n', 4 } }, 2 },
	{ "fuzz/p0", { { "a", 'n', 8 }, { "b", 'n', 4 } }, 2 },
	{ "fuzz/p1", { { "pid", 'n', 4 } }, 1 },
	{ "sample-trace/foo_bar", { { "foo", 's', 10 }, { "bar", 'n', 4 } }, 2 },
	{ "nest/nest_begin", { { "context", 'n', 4 }, { "number", 'n', 8 } }, 2 },
	{ "nest/nest_end", { { "context", 'n', 4 }, { "number", 'n', 8 } }, 2 },
};

static const struct event *fuzz_event(struct worker *w)
{
	return any(w, 3) ? any_event(w) : &ONE_OF(w, made);
}

/*
 * Probes are used in the main instance only. When the base kernel disables an event probe in its
 * last instance, it detaches the probe from the event of that instance and frees it. The probe may
 * still be attached to the event of another instance.
 */
static const char *fuzz_path(struct worker *w, const struct event *event, const char *file)
{
	return is_probe(event) ? path_of(event, file) : path_in(w, event, file);
}

static const char *const module_names[] = {
	"synth_events", "trace_events_sample", "trace_nest",
};

static char module_paths[ARRAY_SIZE(module_names)][300];

static void find_modules(void)
{
	static const char *const samples[] = {
		"synth_events/synth_events.ko", "trace_events/trace-events-sample.ko",
	};
	struct utsname name;
	size_t i;

	uname(&name);
	for (i = 0; i < ARRAY_SIZE(samples); i++)
		snprintf(module_paths[i], sizeof(module_paths[i]),
			 "/lib/modules/%s/kernel/samples/%s", name.release, samples[i]);
	snprintf(module_paths[2], sizeof(module_paths[2]), "../nesting/trace_nest.ko");
}

/* Operations. */

static void do_trigger(struct worker *w)
{
	const struct event *event = fuzz_event(w);

	make(w, "trigger", event);
	tell_of(TRIGGER, write_text(w, fuzz_path(w, event, "trigger")));
}

/* Write a displayed line back: remove that trigger, or pause, continue or clear it. */
static void do_shown(struct worker *w)
{
	static const char *const what[] = { "clear:", "pause:", "cont:", "" };
	char path[256], *text, *line, *next, *found = NULL;
	int n = 0;

	snprintf(path, sizeof(path), "%s", fuzz_path(w, fuzz_event(w), "trigger"));
	text = strdup(triggers_read(path));
	for (line = strtok_r(text, "\n", &next); line; line = strtok_r(NULL, "\n", &next))
		if (!any(w, ++n))
			found = line;
	if (found && strlen(found) < 10000) {
		w->len = 0;
		if (any(w, 2))
			w->len = sprintf(w->text, "!%s", found);
		else if (!strncmp(found, "hist:", 5))
			w->len = sprintf(w->text, "hist:%s%s", ONE_OF(w, what), found + 5);
		tell_of(TRIGGER, write_text(w, path));
	}
	free(text);
	if (!any(w, 20))
		file_truncate(path);
}

static void do_filter(struct worker *w)
{
	const struct event *event = fuzz_event(w);

	make_filter(w, event);
	tell_of(FILTER, write_text(w, fuzz_path(w, event, "filter")));
}

static void do_synthetic(struct worker *w)
{
	make(w, "synth-command", fuzz_event(w));
	tell_of(SYNTHETIC, write_text(w, SYNTH_FILE));
	if (!any(w, 200))
		file_truncate(SYNTH_FILE);
}

/*
 * With failing allocations, no kprobes are used: the base kernel frees a kprobe even if it could
 * not disarm it for lack of memory.
 */
static void do_dynamic(struct worker *w)
{
	make(w, w->faults ? "event-command" : "dynamic-command", fuzz_event(w));
	tell_of(DYNAMIC, write_text(w, DYNAMIC_FILE));
	if (!any(w, 200))
		file_truncate(any(w, 2) ? DYNAMIC_FILE : KPROBE_FILE);
}

static void do_user(struct worker *w)
{
	static const char *const definitions[] = { "f0 u64 a; char[16] t", "f1 u64 a; u32 b" };
	char name[3] = "f0";
	int i = any(w, 2), fd = own.user;
	/* The write index, followed by the fields without padding. */
	char record[28] = "....12345678fuzz";

	memcpy(record, &own.index[i], 4);
	name[1] += i;
	switch (any(w, 12)) {
	case 0:
		close(own.user);
		own.user = open(DATA_FILE, O_RDWR | O_CLOEXEC);
		break;
	case 1:
		tell_of(USER, event_unregister(fd, &own.word, i));
		tell_of(USER, event_delete(fd, name));
		break;
	case 2:
	case 3:
		own.index[i] = tell_of(USER, event_register_bit(fd, definitions[i], &own.word, i));
		break;
	default:
		(void)!write(fd, record, i ? 16 : sizeof(record));
	}
}

static void do_enable(struct worker *w)
{
	file_write(fuzz_path(w, fuzz_event(w), "enable"), any(w, 3) ? "0" : "1");
	if (seldom(w))
		file_write(EVENTS "enable", "0");
}

static void do_read(struct worker *w)
{
	static const char *const files[] = { "hist", "hist", "hist_debug", "trigger", "filter",
					     "format", "enable", "id" };
	static const char *const top[] = { ERROR_LOG, TRACE_FILE, SYNTH_FILE, DYNAMIC_FILE,
					   STATUS_FILE, KPROBE_FILE, TRACEFS "snapshot" };
	static char text[65536];
	int fd, n;

	fd = open(any(w, 4) ? fuzz_path(w, fuzz_event(w), ONE_OF(w, files)) : ONE_OF(w, top),
		  O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	for (n = 0; n < 8 && read(fd, text, 1 + any(w, sizeof(text))) > 0; n++)
		;
	close(fd);
	if (seldom(w))
		file_truncate(TRACE_FILE);
	if (seldom(w))
		file_truncate(ERROR_LOG);
}

/* Keep files open for some time, even if their events are removed meanwhile. */
static void do_keep(struct worker *w)
{
	static const char *const files[] = { "hist", "hist", "hist", "trigger", "hist_debug" };
	int *fd = &ONE_OF(w, own.kept);
	struct pollfd waiter = { .fd = *fd, .events = POLLIN | POLLPRI };
	char text[512];

	switch (any(w, 4)) {
	case 0:
		close(*fd);
		*fd = open(fuzz_path(w, fuzz_event(w), ONE_OF(w, files)), O_RDWR | O_CLOEXEC);
		break;
	case 1:
		poll(&waiter, 1, any(w, 3));
		break;
	case 2:
		lseek(*fd, any(w, 3) ? 0 : any(w, 10000), SEEK_SET);
		break;
	default:
		(void)!read(*fd, text, 1 + any(w, sizeof(text)));
	}
}

static void do_switches(struct worker *w)
{
	static const char *const clocks[] = { "local", "global", "counter", "mono" };

	file_write(TRACEFS "tracing_on", any(w, 4) ? "1" : "0");
	if (seldom(w))
		file_write(TRACEFS "snapshot", any(w, 2) ? "0" : "1");
	if (seldom(w))
		file_write(TRACEFS "trace_clock", ONE_OF(w, clocks));
	if (seldom(w))
		file_write(TRACEFS "buffer_size_kb", any(w, 2) ? "64" : "1408");
	if (seldom(w))
		do_pid(w);
}

/*
 * Only the first process starts storms and unloads their module: a module must not be removed while
 * one of its parameters is being written.
 */
static void do_storm(struct worker *w)
{
	if (!own.number)
		file_write(STORM_FILE, any(w, 2) ? "1" : "20");
}

/* Modules are loaded and unloaded without failing allocations: their loader is not under test. */
static void do_module(struct worker *w)
{
	int i = any(w, own.number ? 2 : 3), fd;

	faults_want(false);
	if (any(w, 2)) {
		tell_of(MODULE, syscall(SYS_delete_module, module_names[i], O_NONBLOCK));
		return;
	}
	fd = open(module_paths[i], O_RDONLY | O_CLOEXEC);
	tell_of(MODULE, syscall(SYS_finit_module, fd, "", 0));
	close(fd);
}

static void do_fork(struct worker *w)
{
	char *const args[] = { "true", NULL };
	pid_t pid = fork();

	if (!pid) {
		fire(w);
		if (any(w, 2))
			execv("/bin/true", args);
		_exit(0);
	}
	waitpid(pid, NULL, 0);
}

static const struct thing things[] = {
	{ do_trigger, 60 }, { do_shown, 20 }, { do_filter, 8 }, { do_synthetic, 12 },
	{ do_dynamic, 12 }, { do_user, 20 }, { do_enable, 8 }, { do_read, 14 }, { do_keep, 14 },
	{ fire, 16 }, { do_instance, 2 }, { do_switches, 4 }, { do_storm, 2 }, { do_module, 2 },
	{ do_fork, 3 }, { do_fault, 8 },
};

static void run_on(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	sched_setaffinity(0, sizeof(set), &set);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
}

static void work(struct worker *w, int number)
{
	int i;

	run_on(number);
	own.number = number;
	own.user = open(DATA_FILE, O_RDWR | O_CLOEXEC);
	for (i = 0; i < KEPT; i++)
		own.kept[i] = -1;
	w->random += number * 2654435761U;
	while (now_ms() < w->until)
		one_by_weight(&w->random, things, ARRAY_SIZE(things))->what(w);
	_exit(0);
}

/* Fire events on a CPU, independently of the other operations there. */
static void keep_firing(struct worker *w, int number)
{
	run_on(number);
	while (now_ms() < w->until) {
		fire(w);
		usleep(500);
	}
	_exit(0);
}

/* Cleanup. */

static bool unload_modules(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(module_names); i++)
		if (!FINALLY(!syscall(SYS_delete_module, module_names[i], O_NONBLOCK) ||
			     errno == ENOENT))
			return false;
	return true;
}

/* The kernel releases the user events of a process some time after its end. */
static void remove_event(const char *line)
{
	const char *name = strchr(line, ':') + 1;
	bool user = *line == 'u';
	char text[300];

	snprintf(text, sizeof(text), "-:%s%.*s", user ? "user_events/" : "",
		 (int)strcspn(name, " \t"), name);
	FINALLY(command(text) != -EBUSY || !user);
}

/* Remove the events in reverse order: a probe of a dynamic event was defined after that event. */
static void remove_dynamic(void)
{
	char *text = strdup(file_read(DYNAMIC_FILE)), *end, *line;

	while ((end = strrchr(text, '\n'))) {
		*end = '\0';
		line = strrchr(text, '\n');
		line = line ? line + 1 : text;
		remove_event(line);
		*line = '\0';
	}
	free(text);
}

static void calm(void)
{
	int i, round;

	faults_end();
	file_write(TRACEFS "tracing_on", "0");
	file_truncate(TRACEFS "set_event_pid");
	find_events();
	file_write(EVENTS "enable", "0");
	/* Histograms referenced by others can only be removed in a later round. */
	for (round = 0; round < 4; round++)
		for (i = 0; i < n_events; i++)
			remove_triggers(path_of(&events[i], "trigger"));
	for (i = 0; i < n_events; i++)
		file_write(path_of(&events[i], "filter"), "0");
	file_write(EVENTS "enable", "0");
	file_write(TRACEFS "snapshot", "0");
	file_write(TRACEFS "trace_clock", "local");
	file_write(TRACEFS "tracing_on", "1");
	file_truncate(TRACE_FILE);
	file_truncate(ERROR_LOG);
}

static bool remove_instance(const char *path)
{
	return FINALLY(!rmdir(path) || errno == ENOENT);
}

FIXTURE_SETUP(fuzz)
{
	if (access(EVENTS, F_OK))
		SKIP(return, "no trace events here");
	ASSERT_EQ(0, geteuid())
		TH_LOG("root only");
	fuzz_begin(_metadata, self, 12);
	tally = pages_make(1, MAP_SHARED);
	ASSERT_NE(NULL, tally);
	find_modules();
	/* Suppress the warning about long NMIs: a virtual CPU may not be scheduled. */
	file_write(NMI_FILE, "1000000000000");
}

FIXTURE_TEARDOWN(fuzz)
{
	size_t i;

	for (i = 0; i < KINDS; i++)
		TH_LOG("%u %s, %u accepted", tally->tried[i], kinds[i], tally->accepted[i]);
	EXPECT_TRUE(remove_instance(TRACEFS "instances/fuzz0"));
	EXPECT_TRUE(remove_instance(TRACEFS "instances/fuzz1"));
	calm();
	/* A probe of a module's event pins the module. A module's synthetic events go with it. */
	remove_dynamic();
	EXPECT_TRUE(unload_modules());
	file_truncate(ERROR_LOG);
	remove_dynamic();
	EXPECT_STREQ("", file_read(DYNAMIC_FILE))
		TH_LOG("%s", file_read(ERROR_LOG));
	find_events();
	EXPECT_STREQ("", file_read(SYNTH_FILE));
	EXPECT_STREQ("", file_read(KPROBE_FILE));
	EXPECT_TRUE(FINALLY(events_active() == 0));
	fuzz_end(_metadata, self);
}

/* One command at a time. */

/* A trigger that pauses or resumes the histograms of an event has been added. */
static bool has_pausing_trigger;

/*
 * Make the text of a trigger file comparable. Once there are triggers that pause
 * or resume the histograms of other events, any event may change the state of a
 * histogram at any time, so let all histograms appear active.
 */
static char *ignore_state(char *text)
{
	char *at = text;

	while (has_pausing_trigger && (at = strstr(at, "[paused]")))
		memcpy(at, "[active]", strlen("[active]"));
	return text;
}

static const char *triggers_to_compare(const char *path)
{
	static char text[1 << 18];

	snprintf(text, sizeof(text), "%s", triggers_read(path));
	return ignore_state(text);
}

/* Check that the new trigger can be removed by its line and added again by it. */
static void expect_same_again(struct __test_metadata *_metadata, struct worker *w,
			      const char *path, const char *before, const char *after)
{
	const char *line = trigger_added(before, after);
	size_t len = strlen(after) - strlen(before);
	int ret;

	EXPECT_NE(NULL, line)
		TH_LOG("%s:\n%s\n%s", path, before, after);
	/* A filter may contain newlines. Such a trigger is not checked. */
	if (!line || strchr(line, '\n') != line + len - 1)
		return;
	w->len = snprintf(w->text, sizeof(w->text), "!%.*s", (int)len, line);
	ret = write_text(w, path);
	EXPECT_EQ((int)w->len, ret)
		TH_LOG("%s: %s%s", path, w->text, file_read(ERROR_LOG));
	EXPECT_STREQ(before, triggers_to_compare(path));
	memmove(w->text, w->text + 1, w->len--);
	ret = write_text(w, path);
	EXPECT_EQ((int)w->len, ret)
		TH_LOG("%s: %s%s", path, w->text, file_read(ERROR_LOG));
	EXPECT_STREQ(after, triggers_to_compare(path));
}

static void expect_good_rejection(struct __test_metadata *_metadata, struct worker *w,
				  const char *path, int ret)
{
	EXPECT_TRUE(ret == -EINVAL || ret == -EEXIST || ret == -ENOENT || ret == -EBUSY ||
		    ret == -ENODEV || ret == -ELOOP)
		TH_LOG("%s: %.*s: %s", path, (int)w->len, w->text, strerror(-ret));
	trim(w);
	EXPECT_TRUE(has_good_entry(w))
		TH_LOG("%s: %s\n%s", path, w->text, file_read(ERROR_LOG));
}

/* Return: true if events cannot change the displayed text. Counts and pause triggers can. */
static bool stays(const char *triggers)
{
	return !strstr(triggers, "count=") && !strstr(triggers, "able_hist");
}

static void try_trigger(struct __test_metadata *_metadata, struct worker *w)
{
	static char before[1 << 18], after[1 << 18];
	const struct event *event = fuzz_event(w);
	const char *path = path_of(event, "trigger");
	int ret;

	if (access(path, F_OK))
		return;
	snprintf(before, sizeof(before), "%s", triggers_to_compare(path));
	if (strlen(before) > 4000) {
		remove_triggers(path);
		return;
	}
	file_truncate(ERROR_LOG);
	make(w, "trigger", event);
	ret = tell_of(TRIGGER, write_text(w, path));
	has_pausing_trigger |= ret >= 0 && memmem(w->text, w->len, "able_hist", 9);
	ignore_state(before);
	fire(w);
	file_write(TRACEFS "tracing_on", "1");
	if (ret < 0) {
		expect_good_rejection(_metadata, w, path, ret);
		EXPECT_TRUE(!stays(before) || !strcmp(before, triggers_to_compare(path)))
			TH_LOG("%s: %s\n%s", path, before, triggers_to_compare(path));
		return;
	}
	EXPECT_STREQ("", file_read(ERROR_LOG));
	snprintf(after, sizeof(after), "%s", triggers_to_compare(path));
	if (w->text[0] != '!' && stays(after) && strlen(after) > strlen(before))
		expect_same_again(_metadata, w, path, before, after);
}

static void try_synthetic(struct __test_metadata *_metadata, struct worker *w)
{
	static char before[1 << 18];
	int ret;

	snprintf(before, sizeof(before), "%s", file_read(SYNTH_FILE));
	file_truncate(ERROR_LOG);
	make(w, "synth-command", fuzz_event(w));
	ret = tell_of(SYNTHETIC, write_text(w, SYNTH_FILE));
	if (ret >= 0) {
		EXPECT_STREQ("", file_read(ERROR_LOG));
		return;
	}
	expect_good_rejection(_metadata, w, SYNTH_FILE, ret);
	EXPECT_STREQ(before, file_read(SYNTH_FILE));
}

static bool some_of_each(enum kind kind)
{
	return tally->accepted[kind] && tally->accepted[kind] < tally->tried[kind];
}

TEST_F_TIMEOUT(fuzz, one_by_one, 24 * 3600)
{
	struct worker *w = self->worker;

	while (_metadata->exit_code == KSFT_PASS &&
	       !is_over(w, some_of_each(TRIGGER) && some_of_each(SYNTHETIC))) {
		if (any(w, 4))
			try_trigger(_metadata, w);
		else
			try_synthetic(_metadata, w);
	}
	EXPECT_TRUE(some_of_each(TRIGGER));
	EXPECT_TRUE(some_of_each(SYNTHETIC));
}

/* All processes concurrently. */

static void do_everything(struct __test_metadata *_metadata, struct worker *w)
{
	int cpus = get_nprocs(), i, status;
	pid_t pids[2 * CPUS_MAX];

	cpus = cpus < CPUS_MAX ? cpus : CPUS_MAX;
	for (i = 0; i < cpus; i++) {
		pids[i] = fork();
		if (!pids[i])
			work(w, i);
		pids[cpus + i] = fork();
		if (!pids[cpus + i])
			keep_firing(w, i);
	}
	for (i = 0; i < 2 * cpus; i++) {
		EXPECT_EQ(pids[i], waitpid(pids[i], &status, 0));
		EXPECT_EQ(0, status);
	}
	EXPECT_TRUE(some_of_each(TRIGGER));
}

TEST_F_TIMEOUT(fuzz, everything, 24 * 3600)
{
	do_everything(_metadata, self->worker);
}

TEST_F_TIMEOUT(fuzz, everything_without_memory, 24 * 3600)
{
	if (!faults_start())
		SKIP(return, "no failslab here");
	self->worker->faults = true;
	do_everything(_metadata, self->worker);
	faults_end();
}

TEST_HARNESS_MAIN
