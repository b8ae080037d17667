// SPDX-License-Identifier: GPL-2.0
/*
 * Records outlive their event. The type number of a removed event must not be reused while a record
 * with that number can be read: the printer of the new event would interpret words that a program
 * chose as locations and pointers.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <sys/wait.h>

#include "kselftest_harness.h"
#include "fault_injection.h"
#include "user_events_test.h"

#define INSTANCE	TRACEFS "instances/type_numbers"
#define CPU1_ONLINE	"/sys/devices/system/cpu/cpu1/online"
#define PROBE		"p:type_numbers/victim vfs_statx a=%di:u64 b=+0(%si):string"
#define SYNTH		"s:victim u64 a; char[] b"

/* As a dynamic field: 8192 bytes at offset 384, beyond the record. Two words make an address. */
#define HOSTILE_WORD	0x20000180U

struct record {
	__u32 index;
	__u32 words[8];
};

FIXTURE(numbers)
{
	int max, log, *word;
};

FIXTURE_SETUP(numbers)
{
	PREPARE(return);
	self->log = log_open();
	ASSERT_LE(0, self->log);
	self->word = pages_make(1, MAP_PRIVATE);
	self->max = atoi(file_read(MAX_FILE));
}

FIXTURE_TEARDOWN(numbers)
{
	char max[16];

	snprintf(max, sizeof(max), "%d", self->max);
	EXPECT_EQ(0, file_write(MAX_FILE, max));
	file_write(CPU1_ONLINE, "1");
	rmdir(INSTANCE);
	EXPECT_TRUE(FINALLY(nothing_left()));
	EXPECT_EQ(0, file_truncate(TRACE_FILE));
	EXPECT_STREQ("", log_complaint(self->log));
}

static int id_of(const char *event)
{
	char path[256];

	snprintf(path, sizeof(path), TRACEFS "events/%s/id", event);
	return atoi(file_read(path));
}

static int allow(int n)
{
	char text[16];

	snprintf(text, sizeof(text), "%d", n);
	return file_write(MAX_FILE, text);
}

static int run_on(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	return result(sched_setaffinity(0, sizeof(set), &set));
}

#define FIELDS		"u32 a; u32 b; u32 c; u32 d; u32 e; u32 f; u32 g; u32 h"

static void fill(struct record *record)
{
	int i;

	for (i = 0; i < 8; i++)
		record->words[i] = HOSTILE_WORD;
}

/* Unregister and close. The last user removes the event. */
static void leave(int fd, int *word)
{
	event_unregister(fd, word, 0);
	close(fd);
}

/* Register an event, enable it by the file, write a record, and remove the event. */
static int record_in(int *word, const char *enable)
{
	struct record record;
	int fd = data_open(), ret;

	ret = event_register(fd, "t " FIELDS, word);
	if (ret < 0) {
		close(fd);
		return ret;
	}
	record.index = ret;
	fill(&record);
	ret = file_write(enable, "1");
	if (!ret)
		ret = result(write(fd, &record, sizeof(record)));
	file_write(enable, "0");
	leave(fd, word);
	return ret < 0 ? ret : 0;
}

static int record(int *word)
{
	return record_in(word, EVENT_FILE("t", "enable"));
}

static int add(int *word)
{
	int fd = data_open(), ret = event_register(fd, "t u32 a", word);

	leave(fd, word);
	return ret < 0 ? ret : 0;
}

/* New events get other numbers, and the trace shows the record without a name. */
TEST_F(numbers, stay_with_their_records)
{
	char unknown[32];
	int fd, id;

	fd = data_open();
	ASSERT_EQ(0, event_register(fd, "t u32 a", self->word));
	id = id_of("user_events/t");
	leave(fd, self->word);
	ASSERT_TRUE(EVENTUALLY(!event_exists("t")));
	ASSERT_EQ(0, record(self->word));
	ASSERT_TRUE(EVENTUALLY(!event_exists("t")));

	ASSERT_EQ(0, command(PROBE));
	EXPECT_NE(id, id_of("type_numbers/victim"));
	ASSERT_EQ(0, command(SYNTH));
	EXPECT_NE(id, id_of("synthetic/victim"));
	snprintf(unknown, sizeof(unknown), "Unknown type %d\n", id);
	EXPECT_NE(NULL, strstr(file_read(TRACE_FILE), unknown))
		TH_LOG("%s is not in:\n%s", unknown, file_read(TRACE_FILE));
	EXPECT_EQ(NULL, strstr(file_read(TRACE_FILE), "victim"));
	EXPECT_EQ(0, command("-:type_numbers/victim"));
	EXPECT_EQ(0, command("-:synthetic/victim"));
}

/* If an event was enabled but has no records, its number is reused at once. */
TEST_F(numbers, of_events_without_records_are_free)
{
	int fd, id, i;

	for (i = 0; i < 3; i++) {
		fd = data_open();
		ASSERT_EQ(0, event_register(fd, "t u32 a", self->word));
		if (i)
			EXPECT_EQ(id, id_of("user_events/t"));
		id = id_of("user_events/t");
		EXPECT_EQ(0, event_switch("t", true));
		EXPECT_EQ(0, event_switch("t", false));
		leave(fd, self->word);
		ASSERT_TRUE(EVENTUALLY(!event_exists("t")));
	}
}

/* Neither an exiting program nor a new event clears the trace. */
TEST_F(numbers, keep_the_trace)
{
	ASSERT_EQ(0, file_write(TRACEFS "trace_marker", "still here"));
	ASSERT_EQ(0, record(self->word));
	ASSERT_TRUE(EVENTUALLY(!event_exists("t")));
	ASSERT_EQ(0, add(self->word));
	ASSERT_TRUE(EVENTUALLY(!event_exists("t")));
	ASSERT_EQ(0, command(PROBE));
	ASSERT_EQ(0, command("-:type_numbers/victim"));
	EXPECT_NE(NULL, strstr(file_read(TRACE_FILE), "still here"));
}

/* Use up the numbers available to user events. Return: result of one more registration. */
static int use_up(struct __test_metadata *_metadata, int *word)
{
	EXPECT_EQ(0, file_truncate(TRACE_FILE));
	EXPECT_EQ(0, allow(2));
	EXPECT_EQ(0, record(word));
	EXPECT_TRUE(EVENTUALLY(!event_exists("t")));
	EXPECT_EQ(0, record(word));
	EXPECT_TRUE(EVENTUALLY(!event_exists("t")));
	return add(word);
}

/* Numbers that are kept for records count as user events. Other events are not limited by them. */
TEST_F(numbers, count_against_the_limit)
{
	ASSERT_EQ(-EMFILE, use_up(_metadata, self->word));
	EXPECT_NE(NULL, strstr(file_read(TRACEFS "error_log"),
			       "Too many user events with records, clear the trace"));
	EXPECT_EQ(0, command(PROBE));
	EXPECT_EQ(0, command(SYNTH));
	EXPECT_EQ(0, command("-:type_numbers/victim"));
	EXPECT_EQ(0, command("-:synthetic/victim"));

	/* Clearing the trace releases the numbers. */
	EXPECT_EQ(0, file_truncate(TRACE_FILE));
	EXPECT_EQ(0, add(self->word));
}

/* Overwritten records release their numbers. Run on one CPU, whose buffer has the records. */
TEST_F(numbers, are_free_when_records_are_overwritten)
{
	char *line = pages_make(1, MAP_PRIVATE);
	int i, j;

	ASSERT_EQ(0, run_on(0));
	ASSERT_EQ(-EMFILE, use_up(_metadata, self->word));
	memset(line, 'x', 1000);
	/* Write twice the size of the buffer. */
	for (i = 0, j = 2 * atoi(file_read(TRACEFS "buffer_size_kb")); i < j; i++)
		ASSERT_EQ(0, file_write(TRACEFS "trace_marker", line));
	EXPECT_EQ(0, add(self->word));
}

/* An open file of the trace may have a copy of the record. */
TEST_F(numbers, are_kept_for_open_readers)
{
	char c;
	int fd;

	ASSERT_EQ(-EMFILE, use_up(_metadata, self->word));
	fd = open(TRACE_FILE, O_RDONLY | O_CLOEXEC);
	ASSERT_LE(0, fd);
	ASSERT_EQ(1, read(fd, &c, 1));
	/* The trace can be cleared, but the reader's copy keeps the number. */
	EXPECT_EQ(0, file_truncate(TRACE_FILE));
	EXPECT_EQ(-EMFILE, add(self->word));
	close(fd);
	EXPECT_EQ(0, add(self->word));
}

TEST_F(numbers, are_free_when_records_are_consumed)
{
	char text[4096];
	int fd;

	ASSERT_EQ(-EMFILE, use_up(_metadata, self->word));
	fd = open(TRACEFS "trace_pipe", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	ASSERT_LE(0, fd);
	while (read(fd, text, sizeof(text)) > 0)
		;
	EXPECT_EQ(0, add(self->word));
	close(fd);
}

TEST_F(numbers, are_kept_for_the_snapshot)
{
	ASSERT_EQ(0, file_truncate(TRACE_FILE));
	ASSERT_EQ(0, allow(1));
	ASSERT_EQ(0, record(self->word));
	ASSERT_TRUE(EVENTUALLY(!event_exists("t")));
	ASSERT_EQ(0, file_write(TRACEFS "snapshot", "1"));
	EXPECT_EQ(0, file_truncate(TRACE_FILE));
	EXPECT_EQ(-EMFILE, add(self->word));
	EXPECT_EQ(0, file_write(TRACEFS "snapshot", "2"));
	EXPECT_EQ(0, add(self->word));
}

TEST_F(numbers, are_kept_for_instances)
{
	ASSERT_EQ(0, mkdir(INSTANCE, 0700));
	ASSERT_EQ(0, allow(1));
	ASSERT_EQ(0, record_in(self->word, INSTANCE "/events/user_events/t/enable"));
	ASSERT_TRUE(EVENTUALLY(!event_exists("t")));
	EXPECT_EQ(0, file_truncate(TRACE_FILE));
	EXPECT_EQ(-EMFILE, add(self->word));
	EXPECT_EQ(0, rmdir(INSTANCE));
	EXPECT_EQ(0, add(self->word));
}

/* Clearing the trace does not clear the buffers of CPUs that are offline. */
TEST_F(numbers, are_kept_for_offline_cpus)
{
	if (access(CPU1_ONLINE, F_OK))
		SKIP(return, "CPU 1 cannot be taken offline");
	ASSERT_EQ(0, allow(1));
	ASSERT_EQ(0, run_on(1));
	ASSERT_EQ(0, record(self->word));
	ASSERT_EQ(0, run_on(0));
	ASSERT_TRUE(EVENTUALLY(!event_exists("t")));
	ASSERT_EQ(0, file_write(CPU1_ONLINE, "0"));
	EXPECT_EQ(0, file_truncate(TRACE_FILE));
	EXPECT_EQ(-EMFILE, add(self->word));
	ASSERT_EQ(0, file_write(CPU1_ONLINE, "1"));
	EXPECT_EQ(0, file_truncate(TRACE_FILE));
	EXPECT_EQ(0, add(self->word));
}

/*
 * N_PROGRAMS programs register an event, write a hostile record and exit. The environment variable
 * PROGRAMS changes their number. Meanwhile, one process reads the trace in a loop. Two more add and
 * remove a kprobe event, a synthetic event and a module with events, none of which is ever enabled.
 * No record may be printed as one of these events.
 */
#define N_PROGRAMS	10000
#define BATCH		32
#define ENABLE_ALL	TRACEFS "events/user_events/enable"

static pid_t victims[3];

/* Count the lines of the trace, which is long, and those that are printed as one of the victims. */
static int count_lines(int *as_victims)
{
	FILE *trace = fopen(TRACE_FILE, "re");
	char *line = NULL;
	size_t size = 0;
	int n;

	if (!trace)
		give_up(TRACE_FILE, strerror(errno));
	*as_victims = 0;
	for (n = 0; getline(&line, &size, trace) > 0; n += *line != '#')
		*as_victims += strstr(line, ": victim:") || strstr(line, ": foo");
	if (ferror(trace))
		give_up(TRACE_FILE, strerror(errno));
	free(line);
	fclose(trace);
	return n;
}

static void read_forever(void)
{
	int as_victims;

	do
		count_lines(&as_victims);
	while (!as_victims);
	_exit(1);
}

static void make_victims_forever(void)
{
	for (;;) {
		if (command(PROBE) || command(SYNTH) || command("-:type_numbers/victim") ||
		    command("-:synthetic/victim"))
			_exit(1);
		/* Each command waits for RCU with event_mutex held: let the programs run. */
		usleep(100000);
	}
}

static void load_victims_forever(void)
{
	for (;;) {
		if (system("modprobe trace-events-sample && rmmod trace-events-sample"))
			_exit(1);
		usleep(500000);
	}
}

/* Wait for a child to exit. Return: true if it was a program and not a background process. */
static bool wait_for(int *status)
{
	pid_t pid = wait(status);

	return pid > 0 && pid != victims[0] && pid != victims[1] && pid != victims[2];
}

static pid_t start(void (*run)(void))
{
	pid_t pid = fork();

	if (!pid)
		run();
	return pid;
}

/* Pipes between the programs of a batch and their parent. Each program sends or gets a byte. */
struct batch {
	int ready[2], go[2], written[2], leave[2];
};

static bool say(int *ends, int n)
{
	char bytes[BATCH] = { 0 };

	return write(ends[1], bytes, n) == n;
}

static bool hear(int *ends, int n)
{
	char c;

	while (n-- && read(ends[0], &c, 1) == 1)
		;
	return n < 0;
}

static void run_program(struct batch *batch, int number, int *word)
{
	struct record record;
	int fd = data_open();
	char text[128];
	bool ok;

	snprintf(text, sizeof(text), "t%d " FIELDS, number);
	fill(&record);
	record.index = event_register(fd, text, word);
	/* Continue after an error, because the parent waits for every program. */
	ok = !record.index;
	ok &= say(batch->ready, 1) && hear(batch->go, 1);
	ok &= write(fd, &record, sizeof(record)) == sizeof(record);
	ok &= say(batch->written, 1) && hear(batch->leave, 1);
	/* The event is removed when the program exits. */
	_exit(!ok);
}

/* Enable and disable the events of a batch together, to wait for RCU once per batch. */
static bool run_batch(struct batch *batch, int *word)
{
	int status, i, n_good = 0;
	bool ok;

	for (i = 0; i < BATCH; i++)
		if (!fork())
			run_program(batch, i, word);
	ok = hear(batch->ready, BATCH) && !file_write(ENABLE_ALL, "1") &&
	     say(batch->go, BATCH) && hear(batch->written, BATCH) &&
	     !file_write(ENABLE_ALL, "0") && say(batch->leave, BATCH);
	for (i = 0; ok && i < BATCH; i++)
		n_good += wait_for(&status) && !status;
	return ok && n_good == BATCH;
}

TEST_F_TIMEOUT(numbers, withstand_hostile_programs, 900)
{
	const char *number = getenv("PROGRAMS");
	int n = number ? atoi(number) : N_PROGRAMS, i, as_victims;
	struct batch batch;

	ASSERT_EQ(0, pipe(batch.ready) | pipe(batch.go) | pipe(batch.written) |
		     pipe(batch.leave));
	victims[0] = start(read_forever);
	victims[1] = start(make_victims_forever);
	victims[2] = start(load_victims_forever);
	for (i = 0; i < n && run_batch(&batch, self->word); i += BATCH)
		;
	EXPECT_LE(n, i);
	/* The processes still run: they exit if a record has a wrong name or a command fails. */
	for (i = 0; i < 3; i++)
		EXPECT_TRUE(killed(victims[i]));
	EXPECT_LT(0, count_lines(&as_victims));
	EXPECT_EQ(0, as_victims);
	system("rmmod trace-events-sample 2>/dev/null");
	command("-:type_numbers/victim");
	command("-:synthetic/victim");
}

TEST_HARNESS_MAIN
