// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzz user events: processes perform random operations for some seconds. Afterwards, all events
 * must be removable and the kernel must not have complained.
 *
 * The environment variable FUZZ_SECONDS sets the run time. FUZZ_SEED sets the seed of each process;
 * runs still differ by the timing of the processes.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/uio.h>

#include "fuzz.h"
#include "kselftest_harness.h"
#include "user_events_test.h"

#define WORKERS		3
#define FILES		3
#define PAGES		8
#define PERFS		3
#define CHILDREN	3
#define NAMES		6
#define SYSTEM		TRACEFS "events/user_events/"
#define MULTI_SYSTEM	TRACEFS "events/user_events_multi/"

/* An address range without other mappings, which the test maps and unmaps. */
#define MEMORY		((void *)0x100000000000)

/**
 * struct worker - state of a fuzzing process or thread
 * @random: state of the random number generator
 * @number: number of the worker that it is or descends from
 * @depth: number of generations between the worker and this process or thread
 * @until: end of the run, in ms of CLOCK_MONOTONIC
 * @faults: whether allocations may fail
 * @page: size of a page
 * @mem: pages that may be mapped, unmapped or inaccessible
 * @fds: open user_events_data
 * @perfs: perf events
 * @n_children: number of children
 */
struct worker {
	unsigned int random;
	int number, depth;
	long until;
	bool faults;
	size_t page;
	char *mem;
	int fds[FILES], perfs[PERFS];
	int n_children;
};

/* Text. */

static const char *const types[] = {
	"u8", "u16", "u32", "u64", "s8", "s64", "char", "unsigned char", "int", "unsigned int",
	"char[4]", "char[20]", "unsigned char[7]", "char[1024]", "char[1025]", "__data_loc char[]",
	"__rel_loc char[]", "__data_loc u8[]", "__rel_loc unsigned int[]", "__rel_loc cpumask_t",
	"__data_loc unsigned long[]", "__data_loc stacktrace", "long", "struct s", "char *",
	"const char", "float", "unsigned", "u32[4]",
};

static const char *const sizes[] = { "", "", "", " 4", " 8", " 20", " 3", " 0", " 4096", " -1" };

/* Bytes with a meaning in some syntax. */
static const char odd[] = " \t\n;:,/.#$*[]\"'=!<>&|~()%\\\177\200\377";

static void spoil(struct worker *w, char *text, size_t size)
{
	size_t len = strlen(text);
	size_t at = any(w, len + 1);

	switch (any(w, 4)) {
	case 0:
		text[at] = ONE_OF(w, odd);
		text[len + (at == len)] = '\0';
		break;
	case 1:
		text[at] = '\0';
		break;
	case 2:
		memmove(text + at, text + at + !!text[at], len - at + !text[at]);
		break;
	default:
		if (2 * len >= size)
			break;
		memcpy(text + len, text, len);
		text[2 * len] = '\0';
		break;
	}
}

static const char *any_name(struct worker *w)
{
	static const char *const names[NAMES] = { "f0", "f1", "f2", "f3", "f.4", "f\"5*" };
	static const char *const others[] = { "", ".", "..", "a/b", "enable", "filter", "f0.1",
					      "%s%n", "common_pid" };

	return seldom(w) ? ONE_OF(w, others) : ONE_OF(w, names);
}

/* Generate a definition. Definitions of one name are mostly equal. */
static const char *any_definition(struct worker *w, char *text, size_t size)
{
	const char *name = any_name(w);
	unsigned int random = w->random, i, n;
	size_t len;

	if (!seldom(w))
		w->random = 7919 * (name[0] + 256U * (name[0] ? name[1] : 0));
	len = snprintf(text, size, "%s", name);
	n = seldom(w) ? any(w, 100) : any(w, 5);
	for (i = 0; i < n && len + 64 < size; i++)
		len += snprintf(text + len, size - len, "%s%s f%u%s", i ? "; " : " ",
				ONE_OF(w, types), seldom(w) ? 0 : i,
				seldom(w) ? ONE_OF(w, sizes) : "");
	w->random = random;
	any(w, 2);
	if (seldom(w))
		spoil(w, text, size);
	return text;
}

/* Memory. */

static void *any_address(struct worker *w)
{
	/* Around the end of user space, in the kernel, and at the end of the address space. */
	static const uintptr_t bad[] = { 0, 1, 4, 0x10000,
#ifdef __LP64__
					 0x7ffffffff000, 0x7fffffffeffc, 0x800000000000,
					 0xffff888000000000, 0xffffffff81000000,
#else
					 0xbffff000, 0xbffffffc, 0xc0000000, 0xc1000000,
#endif
					 -0xa00000UL, -8UL, -4UL };
	static __u64 in_data[2];

	if (seldom(w))
		return (void *)ONE_OF(w, bad);
	if (seldom(w))
		return in_data;
	if (seldom(w))
		return (void *)any_address;
	return w->mem + any(w, PAGES) * w->page + (seldom(w) ? any(w, w->page) : 8 * any(w, 4));
}

static void change_memory(struct worker *w)
{
	static const int protections[] = { PROT_NONE, PROT_READ, PROT_READ | PROT_WRITE,
					   PROT_READ | PROT_WRITE };
	static const int advices[] = { MADV_DONTNEED, MADV_WILLNEED, MADV_FREE, MADV_DONTFORK,
				       MADV_DOFORK, MADV_MERGEABLE };
	char *page = w->mem + any(w, PAGES) * w->page, *to = w->mem + any(w, PAGES) * w->page;

	switch (any(w, 6)) {
	case 0:
		munmap(page, w->page);
		break;
	case 1:
		mprotect(page, w->page, ONE_OF(w, protections));
		break;
	case 2:
		madvise(page, w->page, ONE_OF(w, advices));
		break;
	case 3:
		if (page != to)
			mremap(page, w->page, w->page, MREMAP_MAYMOVE | MREMAP_FIXED, to);
		break;
	default:
		mmap(page, w->page, PROT_READ | PROT_WRITE,
		     MAP_FIXED | MAP_ANONYMOUS | (any(w, 2) ? MAP_PRIVATE : MAP_SHARED), -1, 0);
		break;
	}
}

/* Requests to the kernel. */

static int any_fd(struct worker *w)
{
	return ONE_OF(w, w->fds);
}

static void do_register(struct worker *w)
{
	static const int registered_sizes[] = { 0, 16, 20, 24, 27, 28, 29, 32, 4096, -1 };
	char text[4200];
	struct user_reg reg = {
		.size = sizeof(reg),
		.enable_size = any(w, 2) ? 4 : 8,
		.enable_bit = any(w, 32),
		.flags = any(w, 3) ? 0 : any(w, 4),
		.enable_addr = (uintptr_t)any_address(w),
		.name_args = (uintptr_t)any_definition(w, text, seldom(w) ? 4200 : 512),
	};

	if (seldom(w))
		reg.enable_size = any(w, 256);
	if (seldom(w))
		reg.enable_bit = any(w, 256);
	if (seldom(w))
		reg.flags = any(w, 65536);
	if (seldom(w))
		reg.size = ONE_OF(w, registered_sizes);
	if (seldom(w))
		reg.name_args = (uintptr_t)any_address(w);
	ioctl(any_fd(w), DIAG_IOCSREG, seldom(w) ? any_address(w) : &reg);
}

static void do_register_status(struct worker *w)
{
	char text[600];
	struct user_reg_status reg = {
		.size = sizeof(reg),
		.name_args = (uintptr_t)any_definition(w, text, sizeof(text)),
	};

	ioctl(any_fd(w), DIAG_IOCSREG, &reg);
}

static void do_unregister(struct worker *w)
{
	struct user_unreg unreg = {
		.size = seldom(w) ? any(w, 100) : sizeof(unreg),
		.disable_bit = any(w, 32),
		.disable_addr = (uintptr_t)any_address(w),
		.__reserved = seldom(w) ? any(w, 256) : 0,
	};
	int i;

	/* Try all bits, to find a registered one. */
	for (i = 0; i < 32; i++, unreg.disable_bit = i)
		ioctl(any_fd(w), DIAG_IOCSUNREG, seldom(w) ? any_address(w) : &unreg);
}

static void do_delete(struct worker *w)
{
	ioctl(any_fd(w), DIAG_IOCSDEL, seldom(w) ? any_address(w) : any_name(w));
}

static void do_ioctl(struct worker *w)
{
	ioctl(any_fd(w), _IOC(any(w, 4), DIAG_IOC_MAGIC, any(w, 5), any(w, 2) ? 8 : any(w, 64)),
	      any_address(w));
}

static void do_write(struct worker *w)
{
	static char payload[80000];
	size_t len = seldom(w) ? any(w, sizeof(payload)) : any(w, 100), i;
	struct iovec parts[] = {
		{ &(__u32){ seldom(w) ? any(w, 1 << 24) * 512 : any(w, 4) }, 4 },
		{ seldom(w) ? any_address(w) : payload, len / 2 },
		{ payload + len / 2, len - len / 2 },
	};
	__u32 record[16] = { *(__u32 *)parts[0].iov_base };

	/* Locations in dynamic fields are small numbers, so that some of them are valid. */
	for (i = 0; i < 64 && i < len; i++)
		payload[i] = i % 4 == 3 ? 0 : any(w, i % 4 == 2 ? 9 : 40);
	memcpy(record + 1, payload, 60);
	if (any(w, 2))
		(void)!writev(any_fd(w), parts, 3);
	else
		(void)!write(any_fd(w), seldom(w) ? any_address(w) : record, any(w, 65));
}

static void do_reopen(struct worker *w)
{
	int *fd = &ONE_OF(w, w->fds);

	close(*fd);
	*fd = open(DATA_FILE, any(w, 2) ? O_RDWR | O_CLOEXEC : O_RDWR);
}

/* Files. */

static void do_command(struct worker *w)
{
	static const char *const starts[] = { "u:", "u:", "u:user_events/", "-:", "-:user_events/",
					      "-:user_events_multi/", "!u:", "-u:", "-:e/" };
	char command[1100], text[1000];

	snprintf(command, sizeof(command), "%s%s", ONE_OF(w, starts),
		 any(w, 2) ? any_name(w) : any_definition(w, text, sizeof(text)));
	if (!any(w, 4))
		snprintf(command, sizeof(command), "%s:e/p%u user_events/%s a=$common_pid b=$f0",
			 any(w, 2) ? "e" : "-", any(w, 3), any_name(w));
	if (seldom(w))
		spoil(w, command, sizeof(command));
	file_write(DYNAMIC_FILE, command);
	if (!any(w, 200))
		file_truncate(DYNAMIC_FILE);
}

/* Return: path of an event's file, in the main instance or in one of the fuzzer's. */
static const char *event_path(struct worker *w, char *path, size_t size, const char *file)
{
	char instance[64] = "";

	if (!any(w, 4))
		snprintf(instance, sizeof(instance), "instances/fuzz%u/", any(w, 2));
	if (seldom(w))
		snprintf(path, size, TRACEFS "%sevents/user_events_multi/%s.%x/%s", instance,
			 any_name(w), any(w, 16), file);
	else
		snprintf(path, size, TRACEFS "%sevents/user_events/%s/%s", instance, any_name(w),
			 file);
	return path;
}

static void do_switch(struct worker *w)
{
	const char *path;
	char event[400];

	if (!any(w, 8))
		path = any(w, 2) ? SYSTEM "enable" : MULTI_SYSTEM "enable";
	else
		path = event_path(w, event, sizeof(event), "enable");
	file_write(path, any(w, 2) ? "1" : "0");
}

static void do_filter(struct worker *w)
{
	static const char *const filters[] = {
		"0", "f0 == 0", "f0 > 1 && f1 < 40", "f0 ~ \"*a*\"", "f1 == \"x\"", "f2 != 0",
		"f0 ~ \"a*\" || f1 ~ \"*b\"", "f1 & 2", "f0 & CPUS{0-1}", "f3 == 1", "f0 ==",
		"common_pid != 0", "f1.ustring ~ \"a\"",
	};
	char path[400], text[300];

	snprintf(text, sizeof(text), "%s", ONE_OF(w, filters));
	if (seldom(w))
		spoil(w, text, sizeof(text));
	file_write(event_path(w, path, sizeof(path), "filter"), text);
}

static void do_trigger(struct worker *w)
{
	static const char *const triggers[] = {
		"hist:keys=f0", "hist:keys=f0,f1:vals=f2", "hist:keys=f1.hex:sort=f1",
		"hist:keys=f0.stacktrace", "hist:keys=common_pid:vals=hitcount", "traceoff:1",
		"hist:keys=f0:x=f1:onmatch(user_events.f1).save(f2)", "hist:name=n:keys=f0",
		"enable_event:user_events:f1", "disable_event:user_events:f0:2", "stacktrace:3",
		"hist:keys=f0.buckets=10 if f1 > 2", "hist:keys=f2.log2:clear", "snapshot:1",
	};
	char path[400], text[300];

	snprintf(text, sizeof(text), "%s%s", any(w, 3) ? "" : "!", ONE_OF(w, triggers));
	if (seldom(w))
		spoil(w, text, sizeof(text));
	event_path(w, path, sizeof(path), "trigger");
	if (seldom(w))
		file_truncate(path);
	else
		file_write(path, text);
}

static void do_instance(struct worker *w)
{
	unsigned int n = any(w, 2);

	instance_set(n, any(w, 2));
}

static void do_read(struct worker *w)
{
	static const char *const files[] = {
		"format", "hist", "enable", "filter", "trigger", "id",
	};
	static const char *const top[] = { STATUS_FILE, DYNAMIC_FILE, TRACEFS "error_log",
					   TRACEFS "set_event", TRACE_FILE };
	char path[400], text[4096];
	int fd, n;

	fd = open(any(w, 2) ? event_path(w, path, sizeof(path), ONE_OF(w, files)) : ONE_OF(w, top),
		  O_RDONLY | O_CLOEXEC);
	for (n = 0; n < 8 && read(fd, text, 1 + any(w, sizeof(text))) > 0; n++)
		;
	close(fd);
	if (seldom(w))
		file_truncate(TRACE_FILE);
}

static void do_perf(struct worker *w)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT,
		.size = sizeof(attr),
		.sample_period = 1,
		.sample_type = PERF_SAMPLE_RAW,
		.inherit = seldom(w),
	};
	int *fd = &ONE_OF(w, w->perfs), id;
	char path[400], text[32] = "";

	close(*fd);
	*fd = -1;
	if (any(w, 2))
		return;
	id = open(event_path(w, path, sizeof(path), "id"), O_RDONLY | O_CLOEXEC);
	if (read(id, text, sizeof(text) - 1) > 0) {
		attr.config = atoi(text);
		*fd = syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
	}
	close(id);
	/* A mapping keeps the perf event after its file is closed. */
	if (*fd >= 0 && any(w, 2))
		mmap(w->mem + any(w, PAGES - 1) * w->page, 2 * w->page, PROT_READ | PROT_WRITE,
		     MAP_SHARED | (any(w, 2) ? MAP_FIXED : 0), *fd, 0);
}

static void do_map_status(struct worker *w)
{
	int fd = open(STATUS_FILE, O_RDONLY);
	size_t size = (1 + any(w, 2)) * w->page;
	char *mem = mmap(NULL, size, seldom(w) ? PROT_WRITE : PROT_READ,
			 any(w, 2) ? MAP_SHARED : MAP_PRIVATE, fd, any(w, 3) ? 0 : w->page), *moved;

	close(fd);
	if (mem == MAP_FAILED)
		return;
	if (seldom(w))
		mprotect(mem, size, PROT_READ | PROT_WRITE);
	moved = seldom(w) ? mremap(mem, size, 2 * size, MREMAP_MAYMOVE) : MAP_FAILED;
	if (moved == MAP_FAILED)
		munmap(mem, size);
	else
		munmap(moved, 2 * size);
}

static void do_limit(struct worker *w)
{
	file_write(MAX_FILE, any(w, 3) ? "32768" : "4");
}

static void do_fault(struct worker *w)
{
	if (w->faults)
		faults_want(!any(w, 3));
}

/* Processes and threads. */

static void do_anything(struct worker *w, int n);

static void *do_in_thread(void *arg)
{
	struct worker *w = arg;

	do_anything(w, 1 + any(w, 50));
	return NULL;
}

/* Run threads, which share the memory and the files of the process. */
static void do_threads(struct worker *w)
{
	struct worker copies[2];
	pthread_t ids[2];
	int i, n;

	if (w->depth > 3)
		return;
	for (n = 0; n < 2; n++) {
		copies[n] = *w;
		copies[n].random = any(w, 1 << 24);
		copies[n].depth += 4;
		if (pthread_create(&ids[n], NULL, do_in_thread, &copies[n]))
			break;
	}
	do_anything(w, any(w, 20));
	for (i = 0; i < n; i++)
		pthread_join(ids[i], NULL);
}

/* Make a child that blocks on a page that is never supplied. */
static void be_blocked(struct worker *w)
{
	int fd = data_open();
	char text[600];
	void *page = mmap(NULL, w->page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			  -1, 0);

	alarm(1);
	any_definition(w, text, sizeof(text));
	if (any(w, 2))
		event_register(fd, text, page);
	page_take(page);
	if (any(w, 2))
		event_register(fd, text, page);
	pause();
	_exit(0);
}

static void be_child(struct worker *w)
{
	char random[16], left[16], faults[2] = { w->faults ? '1' : '0' };
	char *const args[] = { "fuzz", "child", random, left, faults, NULL };

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	w->n_children = 0;
	w->depth++;
	do_anything(w, any(w, 60));
	switch (any(w, 4)) {
	case 0:
		snprintf(random, sizeof(random), "%u", any(w, 1 << 24));
		snprintf(left, sizeof(left), "%ld", w->until - now_ms());
		execv("/proc/self/exe", args);
		break;
	case 1:
		be_blocked(w);
		break;
	case 2:
		kill(getpid(), SIGKILL);
		break;
	}
	_exit(0);
}

static void do_fork(struct worker *w)
{
	pid_t pid;

	while (w->n_children && waitpid(-1, NULL, w->n_children < CHILDREN ? WNOHANG : 0) > 0)
		w->n_children--;
	/* Threads do not fork: they would wait for each other's children. */
	if (w->depth > 1)
		return;
	any(w, 2);
	pid = seldom(w) ? vfork() : fork();
	if (!pid) {
		/* After vfork(), the memory is that of the parent. */
		struct worker child = *w;

		child.random++;
		be_child(&child);
	}
	w->n_children += pid > 0;
}

static const struct thing things[] = {
	{ do_register, 30 }, { do_register_status, 6 }, { do_unregister, 8 }, { do_delete, 6 },
	{ do_ioctl, 1 }, { do_write, 40 }, { do_reopen, 4 }, { change_memory, 10 },
	{ do_command, 10 }, { do_switch, 14 }, { do_filter, 5 }, { do_trigger, 6 },
	{ do_instance, 1 }, { do_read, 4 }, { do_perf, 3 }, { do_map_status, 2 },
	{ do_limit, 1 }, { do_fault, 4 }, { do_threads, 2 }, { do_fork, 3 },
};

static void do_anything(struct worker *w, int n)
{
	for (; n > 0 && now_ms() < w->until; n--)
		one_by_weight(&w->random, things, ARRAY_SIZE(things))->what(w);
}

/* Run a process from its start to the end of the run. */
static void work(unsigned int random, long until, bool faults, int depth)
{
	struct worker w = {
		.random = random,
		.depth = depth,
		.until = until,
		.faults = faults,
		.page = sysconf(_SC_PAGESIZE),
		.mem = mmap(MEMORY, PAGES * sysconf(_SC_PAGESIZE), PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0),
		.perfs = { -1, -1, -1 },
	};
	int i;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (i = 0; i < FILES; i++)
		w.fds[i] = data_open();
	do_anything(&w, INT32_MAX);
	_exit(0);
}

FIXTURE(fuzz)
{
	int log, max;
	long seconds;
	unsigned int seed;
};

FIXTURE_VARIANT(fuzz)
{
	bool faults;	/* whether allocations may fail */
};

FIXTURE_VARIANT_ADD(fuzz, with_memory) { };
FIXTURE_VARIANT_ADD(fuzz, with_failing_allocations) { .faults = true };

FIXTURE_SETUP(fuzz)
{
	PREPARE(return);
	self->log = log_open();
	self->max = atoi(file_read(MAX_FILE));
	self->seed = fuzz_seed();
	self->seconds = fuzz_seconds(8);
	/* Processes whose parents have died become children of this one. */
	ASSERT_EQ(0, prctl(PR_SET_CHILD_SUBREAPER, 1));
	if (!variant->faults)
		return;
	if (!faults_start())
		SKIP(return, "no failslab here");
}

/* Remove all triggers of an event. */
static void calm_triggers(const char *path)
{
	char text[4096], command[256], *line, *end, *next;

	/* Truncation removes the histograms. */
	file_truncate(path);
	snprintf(text, sizeof(text), "%.4000s", file_read_if_any(path));
	for (line = strtok_r(text, "\n", &next); line; line = strtok_r(NULL, "\n", &next)) {
		end = strstr(line, ":unlimited") ?: strstr(line, ":count=");
		snprintf(command, sizeof(command), "!%.*s",
			 end ? (int)(end - line) : (int)strlen(line), line);
		file_write(path, command);
	}
}

/* Remove triggers and filters of all events of a system and disable them. */
static void calm_system(const char *path)
{
	DIR *dir = opendir(path);
	struct dirent *entry;
	char file[512];

	while (dir && (entry = readdir(dir))) {
		if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
			continue;
		snprintf(file, sizeof(file), "%s%s/trigger", path, entry->d_name);
		calm_triggers(file);
		snprintf(file, sizeof(file), "%s%s/filter", path, entry->d_name);
		file_write(file, "0");
		snprintf(file, sizeof(file), "%s%s/enable", path, entry->d_name);
		file_write(file, "0");
	}
	if (dir)
		closedir(dir);
}

/* Remove the event probes, which keep references to user events. */
static void calm_probes(void)
{
	char text[8192], command[256], *line, *next;

	snprintf(text, sizeof(text), "%.8000s", file_read(DYNAMIC_FILE));
	for (line = strtok_r(text, "\n", &next); line; line = strtok_r(NULL, "\n", &next)) {
		if (strncmp(line, "e:", 2))
			continue;
		snprintf(command, sizeof(command), "-:%.*s", (int)strcspn(line + 2, " "), line + 2);
		file_write(DYNAMIC_FILE, command);
	}
}

static void calm(int max)
{
	char text[16];

	snprintf(text, sizeof(text), "%d", max);
	faults_end();
	file_write(MAX_FILE, text);
	/* With a name like "..", a worker may have enabled all events. */
	file_write(TRACEFS "events/enable", "0");
	file_write(TRACEFS "tracing_on", "1");
	/* Histograms referenced by others can only be removed in the second round. */
	calm_system(SYSTEM);
	calm_system(MULTI_SYSTEM);
	calm_system(SYSTEM);
	calm_probes();
	rmdir(TRACEFS "instances/fuzz0");
	rmdir(TRACEFS "instances/fuzz1");
	file_truncate(DYNAMIC_FILE);
}

/* Return: true if all status bits are clear. */
static bool status_is_clear(void)
{
	size_t size = sysconf(_SC_PAGESIZE), i;
	int fd = open(STATUS_FILE, O_RDONLY | O_CLOEXEC);
	const char *bits = mmap(NULL, size, PROT_READ, MAP_SHARED, fd, 0);

	for (i = 0; bits != MAP_FAILED && i < size && !bits[i]; i++)
		;
	close(fd);
	return i == size;
}

FIXTURE_TEARDOWN(fuzz)
{
	calm(self->max);
	EXPECT_TRUE(FINALLY(events_active() == 0))
		TH_LOG("left:\n%s", file_read(STATUS_FILE));
	EXPECT_STREQ("", file_read(DYNAMIC_FILE));
	EXPECT_EQ(0, events_busy());
	EXPECT_TRUE(status_is_clear());
	EXPECT_STREQ("", leaks_found());
	EXPECT_STREQ("", log_complaint(self->log));
}

/* Return: kernel stack of a process. */
static const char *stack_of(pid_t pid)
{
	char path[40];

	snprintf(path, sizeof(path), "/proc/%d/stack", pid);
	return file_read_if_any(path);
}

TEST_F_TIMEOUT(fuzz, everything, 24 * 3600)
{
	long until = now_ms() + self->seconds * 1000 / 2;
	pid_t pids[WORKERS], pid;
	int i, status;

	TH_LOG("FUZZ_SEED=%u FUZZ_SECONDS=%ld repeats it", self->seed, self->seconds);
	file_write(KMEMLEAK, "clear");
	for (i = 0; i < WORKERS; i++) {
		pids[i] = fork();
		if (!pids[i])
			work(self->seed + i, until, variant->faults, 0);
	}
	usleep(self->seconds * 1000000 / 2);

	/* The workers have stopped; only the kernel can delay their exit. */
	for (i = 0; i < WORKERS; i++) {
		EXPECT_TRUE(FINALLY((pid = waitpid(pids[i], &status, WNOHANG))))
			TH_LOG("worker %d does not end:\n%s", i, stack_of(pids[i]));
		EXPECT_EQ(0, status);
		kill(pids[i], SIGKILL);
	}
	/* All descendants of the workers must exit, too. */
	EXPECT_TRUE(FINALLY(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD));
}

/* A child executes this program again, as another worker. */
int main(int argc, char **argv)
{
	if (argc == 5 && !strcmp(argv[1], "child"))
		work(strtoul(argv[2], NULL, 0), now_ms() + atol(argv[3]), *argv[4] == '1', 2);
	return test_harness_run(argc, argv);
}
