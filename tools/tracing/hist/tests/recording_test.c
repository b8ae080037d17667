// SPDX-License-Identifier: GPL-2.0-only
/* Tests of the writer and the reader of recordings. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness.h"
#include "recording/recording.h"
#include "recording/text_json.h"

#define HEADER								\
	"{\"type\":\"header\",\"version\":1,\"command\":\"trace-hist record x\","	\
	"\"recipe\":\"x\",\"title\":\"Title\",\"host\":\"h\",\"kernel\":\"6.12\","		\
	"\"started\":1700000000.5,\"picture\":\"table\","				\
	"\"columns\":[{\"field\":\"hitcount\",\"title\":\"Hits\",\"unit\":\"count\"}]}\n"

/* An interval with one key, whose rows are ROWS and which has the members MORE. */
#define INTERVAL(rows, more)						\
	"{\"type\":\"interval\",\"event\":\"a:b\",\"trigger\":\"hist:keys=k\",\"begin\":1,"	\
	"\"end\":2.5,\"hits\":3,\"dropped\":0,\"keys\":1,\"fields\":["		\
	"{\"name\":\"k\",\"role\":\"key\"},{\"name\":\"hitcount\",\"role\":\"hitcount\"},"	\
	"{\"name\":\"d\",\"role\":\"distribution\"}],\"rows\":[" rows "]" more "}\n"

#define END(n)	"{\"type\":\"end\",\"intervals\":" #n "}\n"

static enum status read_bytes(struct recording *recording, const char *text, size_t size)
{
	FILE *in = fmemopen((void *)text, size, "r");
	enum status status = recording_read_stream(recording, in, "test");

	fclose(in);
	return status;
}

static enum status read_text(struct recording *recording, const char *text)
{
	return read_bytes(recording, text, strlen(text));
}

/* Return: the status of a text; an accepted one is freed. */
static enum status status_of(const char *text)
{
	struct recording recording;
	enum status status = read_text(&recording, text);

	if (!status)
		recording_free(&recording);
	return status;
}

/* Make the name of a file that does not exist, in a directory of this test. */
static char *test_path(void)
{
	static char path[64];

	snprintf(path, sizeof(path), "/tmp/recording_test.%d", getpid());
	unlink(path);
	return path;
}

static struct cell cells[] = {
	{ .kind = CELL_TEXT, .text = (char *)"sh \xff\x80\xc3\xa4 \"\\\n\x01\x1b[31m" },
	{ .kind = CELL_NAMED, .number = -5, .text = (char *)"sys_\xc3\xa4" },
	{ .kind = CELL_RANGE, .number = INT64_MIN, .last = -1 },
	{ .kind = CELL_RANGE, .is_unsigned = true, .number = INT64_MIN, .last = -1 },
	{ .kind = CELL_NUMBER, .is_unsigned = true, .number = -1 },
	{ .kind = CELL_NUMBER, .number = INT64_MIN, .partial = true },
	{ .kind = CELL_REAL, .real = 0.1 },
	{ .kind = CELL_MISSING, .partial = true },
	{ .kind = CELL_MISSING },
};

static char *frames[] = { (char *)"inner", (char *)"", (char *)"\xf0\x9f\x98\x80;\xed\xa0\x80" };

static struct cell others[] = {
	{ .kind = CELL_TEXT, .text = (char *)"" },
	{ .kind = CELL_STACK, .frames = frames, .n_frames = 3 },
	{ .kind = CELL_RANGE, .number = INT64_MIN, .last = INT64_MAX },
	{ .kind = CELL_RANGE, .is_unsigned = true, .number = INT64_MIN, .last = INT64_MAX },
	{ .kind = CELL_NUMBER, .number = INT64_MAX },
	{ .kind = CELL_STACK },
	{ .kind = CELL_REAL, .real = -5 },
	{ .kind = CELL_NUMBER },
	{ .kind = CELL_MISSING },
};

static struct cell no_keys[] = {
	{ .kind = CELL_MISSING }, { .kind = CELL_MISSING }, { .kind = CELL_MISSING },
	{ .kind = CELL_MISSING }, { .kind = CELL_NUMBER, .number = 7 }, { .kind = CELL_MISSING },
	{ .kind = CELL_REAL, .real = 1e-300 }, { .kind = CELL_MISSING, .partial = true },
	{ .kind = CELL_MISSING },
};

static struct field fields[] = {
	{ (char *)"a", NULL, FIELD_KEY },
	{ (char *)"b", (char *)"syscall", FIELD_KEY },
	{ (char *)"c", (char *)"log2", FIELD_KEY },
	{ (char *)"u", (char *)"log2", FIELD_KEY },
	{ (char *)"hitcount", NULL, FIELD_HITCOUNT },
	{ (char *)"s", NULL, FIELD_SUM },
	{ (char *)"p (%)", NULL, FIELD_SHARE },
	{ (char *)"x.avg", NULL, FIELD_STATISTIC },
	{ (char *)"x.dist", NULL, FIELD_DISTRIBUTION },
};

static struct bucket buckets[] = {
	{ INT64_MIN, -2, UINT64_MAX }, { -1, 5, 0 }, { 6, INT64_MAX, 1 },
	/* Limits above INT64_MAX */
	{ INT64_MAX, INT64_MAX, 2 },
};

static struct distribution distribution = { 8, buckets, 4 };

static struct row rows[] = {
	{ .cells = cells, .distributions = &distribution, .n_distributions = 1 },
	{ .cells = others, .saved = (char *)"max: 5 \xff" },
	{ .cells = no_keys, .other = true },
};

static struct drop drops[] = { { (char *)"full", UINT64_MAX }, { (char *)"", 0 } };

static struct drop notes[] = { { (char *)"Evicted", 5 }, { (char *)"Stacks \xff", UINT64_MAX } };

static const struct table table = {
	.event = (char *)"sched:sched_switch", .trigger = (char *)"hist:keys=a",
	.fields = fields, .n_fields = 9, .n_keys = 4, .rows = rows, .n_rows = 3,
	.overall = &distribution, .n_overall = 1, .hits = UINT64_MAX, .dropped = 1ULL << 63,
	.drops = drops, .n_drops = 2, .notes = notes, .n_notes = 2, .begin = 0.1,
	.end = 1e9 + 0.1, .approximate = true, .merged = true, .cleared = true,
};

static struct recipe_column columns[] = {
	{ (char *)"a", (char *)"Task", UNIT_NONE, false },
	{ (char *)"x.avg", (char *)"Average", UNIT_US, true },
};

static const struct recording header = {
	.command = (char *)"trace-hist record runqlat -c '\xff'", .recipe = (char *)"runqlat",
	.title = (char *)"Run-queue latency", .question = (char *)"How?", .host = (char *)"host",
	.kernel = (char *)"6.12.0 #1", .started = 1700000000.25, .columns = columns, .n_columns = 2,
	.picture = PICTURE_DISTRIBUTION, .axis = (char *)"c", .sort = (char *)"hitcount",
};

static void expect_same_text(const char *a, const char *b)
{
	EXPECT(!a == !b);
	if (a && b)
		EXPECT_STREQ(a, b);
}

static void expect_same_cell(const struct cell *a, const struct cell *b)
{
	EXPECT_EQ(a->kind, b->kind);
	EXPECT_EQ(a->partial, b->partial);
	EXPECT_EQ(a->is_unsigned, b->is_unsigned);
	EXPECT_EQ(a->number, b->number);
	EXPECT_EQ(a->last, b->last);
	EXPECT(a->real == b->real);
	expect_same_text(a->text, b->text);
	EXPECT_EQ(a->n_frames, b->n_frames);
	for (size_t i = 0; i < a->n_frames && i < b->n_frames; i++)
		EXPECT_STREQ(a->frames[i], b->frames[i]);
}

static void expect_same_distributions(const struct distribution *a, size_t n_a,
				      const struct distribution *b, size_t n_b)
{
	EXPECT_EQ(n_a, n_b);
	if (!n_a || !n_b)
		return;
	EXPECT_EQ(a->field, b->field);
	EXPECT_EQ(a->n, b->n);
	for (size_t i = 0; i < a->n && i < b->n; i++) {
		EXPECT_EQ(a->buckets[i].first, b->buckets[i].first);
		EXPECT_EQ(a->buckets[i].last, b->buckets[i].last);
		EXPECT_EQ(a->buckets[i].count, b->buckets[i].count);
	}
}

static void expect_same_drops(const struct drop *a, size_t n_a, const struct drop *b, size_t n_b)
{
	EXPECT_EQ(n_a, n_b);
	for (size_t i = 0; i < n_a && i < n_b; i++) {
		EXPECT_STREQ(a[i].reason, b[i].reason);
		EXPECT_EQ(a[i].count, b[i].count);
	}
}

static void expect_same_table(const struct table *a, const struct table *b)
{
	EXPECT_STREQ(a->event, b->event);
	EXPECT_STREQ(a->trigger, b->trigger);
	EXPECT_EQ(a->n_fields, b->n_fields);
	EXPECT_EQ(a->n_keys, b->n_keys);
	for (size_t i = 0; i < a->n_fields; i++) {
		EXPECT_STREQ(a->fields[i].name, b->fields[i].name);
		expect_same_text(a->fields[i].modifier, b->fields[i].modifier);
		EXPECT_EQ(a->fields[i].role, b->fields[i].role);
	}
	EXPECT_EQ(a->n_rows, b->n_rows);
	for (size_t i = 0; i < a->n_rows; i++) {
		for (size_t j = 0; j < a->n_fields; j++)
			expect_same_cell(&a->rows[i].cells[j], &b->rows[i].cells[j]);
		expect_same_distributions(a->rows[i].distributions, a->rows[i].n_distributions,
					  b->rows[i].distributions, b->rows[i].n_distributions);
		expect_same_text(a->rows[i].saved, b->rows[i].saved);
		EXPECT_EQ(a->rows[i].other, b->rows[i].other);
	}
	expect_same_distributions(a->overall, a->n_overall, b->overall, b->n_overall);
	EXPECT_EQ(a->hits, b->hits);
	EXPECT_EQ(a->dropped, b->dropped);
	expect_same_drops(a->drops, a->n_drops, b->drops, b->n_drops);
	expect_same_drops(a->notes, a->n_notes, b->notes, b->n_notes);
	EXPECT(a->begin == b->begin && a->end == b->end);
	EXPECT(a->approximate == b->approximate && a->merged == b->merged &&
	       a->cleared == b->cleared);
}

static void write_recording(const char *path)
{
	struct recording_writer *writer;

	EXPECT_EQ(recording_create(&writer, path, &header, false), STATUS_OK);
	EXPECT_EQ(recording_add(writer, &table), STATUS_OK);
	EXPECT_EQ(recording_add(writer, &table), STATUS_OK);
	EXPECT_EQ(recording_add_total(writer, &table), STATUS_OK);
	EXPECT_EQ(recording_finish(writer), STATUS_OK);
}

TEST(recording_round_trip)
{
	const char *path = test_path();
	struct recording recording;

	write_recording(path);
	EXPECT_EQ(recording_read(&recording, path), STATUS_OK);
	EXPECT_STREQ(recording.command, header.command);
	EXPECT_STREQ(recording.recipe, header.recipe);
	EXPECT_STREQ(recording.title, header.title);
	EXPECT_STREQ(recording.question, header.question);
	EXPECT_STREQ(recording.host, header.host);
	EXPECT_STREQ(recording.kernel, header.kernel);
	EXPECT(recording.started == header.started);
	EXPECT_EQ(recording.n_columns, 2);
	for (size_t i = 0; i < 2; i++) {
		EXPECT_STREQ(recording.columns[i].field, columns[i].field);
		EXPECT_STREQ(recording.columns[i].title, columns[i].title);
		EXPECT_EQ(recording.columns[i].unit, columns[i].unit);
		EXPECT_EQ(recording.columns[i].is_rate, columns[i].is_rate);
	}
	EXPECT_EQ(recording.picture, header.picture);
	EXPECT_STREQ(recording.axis, header.axis);
	EXPECT_STREQ(recording.sort, header.sort);
	EXPECT(recording.is_complete);
	EXPECT_EQ(recording.n_intervals, 2);
	expect_same_table(&table, &recording.intervals[0]);
	expect_same_table(&table, &recording.intervals[1]);
	expect_same_table(&table, recording.total);
	recording_free(&recording);
	unlink(path);
}

TEST(a_recording_without_intervals)
{
	const char *path = test_path();
	struct recording_writer *writer;
	struct recording recording;

	EXPECT_EQ(recording_create(&writer, path, &header, false), STATUS_OK);
	EXPECT_EQ(recording_finish(writer), STATUS_OK);
	EXPECT_EQ(recording_read(&recording, path), STATUS_OK);
	EXPECT(recording.is_complete);
	EXPECT_EQ(recording.n_intervals, 0);
	recording_free(&recording);
	unlink(path);
	EXPECT_EQ(recording_finish(NULL), STATUS_OK);
}

/* Only root can give files away; sudo tells who has called it. */
TEST(a_new_file_belongs_to_the_caller_of_sudo)
{
	const char *path = test_path();
	struct recording_writer *writer;
	struct stat stat_buf;

	setenv("SUDO_UID", "1234", 1);
	setenv("SUDO_GID", "1235", 1);
	write_recording(path);
	EXPECT(!stat(path, &stat_buf));
	EXPECT_EQ(stat_buf.st_uid, geteuid() ? geteuid() : 1234);
	EXPECT_EQ(stat_buf.st_gid, geteuid() ? getegid() : 1235);
	EXPECT_EQ(stat_buf.st_mode & 07777, 0600);
	unlink(path);
	setenv("SUDO_GID", "12x", 1);
	EXPECT_EQ(recording_create(&writer, path, &header, true), STATUS_OK);
	EXPECT_EQ(recording_finish(writer), STATUS_OK);
	EXPECT(!stat(path, &stat_buf));
	EXPECT_EQ(stat_buf.st_uid, geteuid());
	unlink(path);
}

TEST(a_file_is_only_replaced_with_force)
{
	const char *path = test_path();
	struct recording_writer *writer;
	struct stat stat_buf;

	write_recording(path);
	EXPECT(!stat(path, &stat_buf));
	EXPECT_EQ(stat_buf.st_mode & 07777, 0600);
	EXPECT_EQ(recording_create(&writer, path, &header, false), STATUS_FAILED);
	EXPECT(!writer);
	EXPECT_EQ(recording_create(&writer, path, &header, true), STATUS_OK);
	EXPECT_EQ(recording_finish(writer), STATUS_OK);
	unlink(path);
	/* The target of a symbolic link is not replaced either. */
	EXPECT(!symlink("/nowhere/at/all", path));
	EXPECT_EQ(recording_create(&writer, path, &header, false), STATUS_FAILED);
	unlink(path);
	EXPECT_EQ(recording_create(&writer, "/nowhere/file", &header, false), STATUS_USAGE);
}

/* Each interval is in the file when recording_add() returns. */
TEST(intervals_are_readable_at_once)
{
	const char *path = test_path();
	struct recording_writer *writer;
	struct recording recording;

	EXPECT_EQ(recording_create(&writer, path, &header, false), STATUS_OK);
	for (size_t i = 0; i < 3; i++) {
		EXPECT_EQ(recording_read(&recording, path), STATUS_OK);
		EXPECT_EQ(recording.n_intervals, i);
		EXPECT(!recording.is_complete);
		recording_free(&recording);
		EXPECT_EQ(recording_add(writer, &table), STATUS_OK);
	}
	EXPECT_EQ(recording_finish(writer), STATUS_OK);
	unlink(path);
}

/* Add an interval that exceeds a limit of the file's size, which has the effect of a full disk. */
static void add_to_full_disk(struct recording_writer *writer, const char *path)
{
	struct rlimit limit;
	struct stat before;

	signal(SIGXFSZ, SIG_IGN);
	EXPECT(!stat(path, &before));
	EXPECT(!getrlimit(RLIMIT_FSIZE, &limit));
	limit.rlim_cur = before.st_size + 100;
	EXPECT(!setrlimit(RLIMIT_FSIZE, &limit));
	EXPECT_EQ(recording_add(writer, &table), STATUS_FAILED);
	limit.rlim_cur = limit.rlim_max;
	EXPECT(!setrlimit(RLIMIT_FSIZE, &limit));
}

TEST(a_failed_write_loses_nothing_that_was_recorded)
{
	const char *path = test_path();
	struct recording_writer *writer;
	struct recording recording;
	struct stat before, after;

	EXPECT_EQ(recording_create(&writer, path, &header, false), STATUS_OK);
	EXPECT_EQ(recording_add(writer, &table), STATUS_OK);
	EXPECT(!stat(path, &before));
	add_to_full_disk(writer, path);
	/* After a failed write, the writer does not append: the file would have a gap. */
	EXPECT_EQ(recording_add(writer, &table), STATUS_FAILED);
	EXPECT_EQ(recording_finish(writer), STATUS_OK);
	EXPECT(!stat(path, &after));
	EXPECT_EQ(after.st_size, before.st_size);
	EXPECT_EQ(recording_read(&recording, path), STATUS_OK);
	EXPECT_EQ(recording.n_intervals, 1);
	EXPECT(!recording.is_complete);
	recording_free(&recording);
	unlink(path);
}

/* Data of the user before the recording stay, with and without O_APPEND. */
static void expect_kept_output(int append)
{
	const char *path = test_path();
	struct recording_writer *writer;
	int file = open(path, O_RDWR | O_CREAT | O_EXCL | append, 0600), saved = dup(STDOUT_FILENO);
	char text[7] = "";
	struct stat before, after;

	EXPECT_EQ(write(file, "before\n", 7), 7);
	fflush(stdout);
	dup2(file, STDOUT_FILENO);
	EXPECT_EQ(recording_create(&writer, "-", &header, false), STATUS_OK);
	EXPECT(!stat(path, &before));
	add_to_full_disk(writer, path);
	EXPECT_EQ(recording_finish(writer), STATUS_OK);
	dup2(saved, STDOUT_FILENO);
	close(saved);
	EXPECT(!stat(path, &after));
	EXPECT(after.st_size >= before.st_size);
	EXPECT_EQ(pread(file, text, sizeof(text), 0), 7);
	EXPECT(!memcmp(text, "before\n", 7));
	close(file);
	unlink(path);
}

TEST(a_failed_write_to_standard_output_keeps_earlier_data)
{
	expect_kept_output(0);
	expect_kept_output(O_APPEND);
}

/* The writer refuses an interval that the reader would refuse, and keeps those before it. */
TEST(an_interval_that_is_too_large)
{
	const char *path = test_path();
	struct recording_writer *writer;
	struct recording recording;
	struct table large = table;
	char *text = malloc(RECORDING_MAX_LINE + 1);

	memset(text, 'a', RECORDING_MAX_LINE);
	text[RECORDING_MAX_LINE] = '\0';
	large.trigger = text;
	EXPECT_EQ(recording_create(&writer, path, &header, false), STATUS_OK);
	EXPECT_EQ(recording_add(writer, &table), STATUS_OK);
	EXPECT_EQ(recording_add(writer, &large), STATUS_FAILED);
	EXPECT_EQ(recording_finish(writer), STATUS_OK);
	free(text);
	EXPECT_EQ(recording_read(&recording, path), STATUS_OK);
	EXPECT(recording.is_complete);
	EXPECT_EQ(recording.n_intervals, 1);
	recording_free(&recording);
	unlink(path);
}

TEST(a_full_device_is_an_error)
{
	struct recording_writer *writer;

	EXPECT_EQ(recording_create(&writer, "/dev/full", &header, true), STATUS_FAILED);
	EXPECT(!writer);
	EXPECT_EQ(recording_create(&writer, "/dev/null", &header, true), STATUS_OK);
	EXPECT_EQ(recording_finish(writer), STATUS_OK);
}

/* A file can be cut off after each byte: all complete lines are read, or the header is refused. */
TEST(a_recording_that_is_cut_off)
{
	static const char text[] = HEADER INTERVAL("[1,2,null]", "")
				   INTERVAL("[1,3,null]", "") END(2);
	size_t lines[4] = { 0 }, n = 0;

	for (size_t i = 0; text[i]; i++) {
		if (text[i] == '\n')
			lines[n++] = i + 1;
	}
	for (size_t size = 1; size <= sizeof(text) - 1; size++) {
		struct recording recording;
		enum status status = read_bytes(&recording, text, size);

		if (size < lines[0]) {
			EXPECT_EQ(status, STATUS_INPUT);
			continue;
		}
		EXPECT_EQ(status, STATUS_OK);
		EXPECT_EQ(recording.n_intervals, (size >= lines[1]) + (size >= lines[2]));
		EXPECT_EQ(recording.is_complete, size == lines[3]);
		recording_free(&recording);
	}
}

TEST(members_that_are_unknown_or_missing)
{
	struct recording recording;

	EXPECT_EQ(read_text(&recording, HEADER
			    INTERVAL("[1,2,null]", ",\"new\":{\"a\":[1,{}]},\"merged\":null")
			    "{\"type\":\"comment\",\"text\":[]}\n" END(1)), STATUS_OK);
	EXPECT_EQ(recording.n_intervals, 1);
	EXPECT_EQ(recording.intervals->n_drops, 0);
	EXPECT_EQ(recording.intervals->n_notes, 0);
	EXPECT(!recording.intervals->merged);
	EXPECT(!recording.question);
	EXPECT(!recording.axis);
	recording_free(&recording);
}

#define COLUMNS(columns)						\
	"{\"type\":\"header\",\"version\":1,\"command\":\"c\",\"recipe\":\"x\","		\
	"\"title\":\"T\",\"host\":\"h\",\"kernel\":\"6.12\",\"started\":1,"	\
	"\"picture\":\"table\",\"columns\":[" columns "]}\n"

TEST(members_of_columns_can_be_missing)
{
	struct recording recording;

	EXPECT_EQ(read_text(&recording, COLUMNS("{\"field\":\"a\"},{\"field\":\"b\",\"unit\":\"\"},"
						"{\"field\":\"c\",\"unit\":\"us\"}")), STATUS_OK);
	EXPECT_EQ(recording.n_columns, 3);
	EXPECT_STREQ(recording.columns[0].title, "a");
	EXPECT_EQ(recording.columns[0].unit, UNIT_NONE);
	EXPECT(!recording.columns[0].is_rate);
	EXPECT_EQ(recording.columns[1].unit, UNIT_NONE);
	EXPECT_EQ(recording.columns[2].unit, UNIT_US);
	recording_free(&recording);
	EXPECT_EQ(status_of(COLUMNS("{\"title\":\"a\"}")), STATUS_INPUT);
	EXPECT_EQ(status_of(COLUMNS("{\"field\":\"a\",\"unit\":\"none\"}")), STATUS_INPUT);
	EXPECT_EQ(status_of(COLUMNS("{\"field\":\"a\",\"unit\":1}")), STATUS_INPUT);
}

TEST(a_newer_version_is_refused)
{
	EXPECT_EQ(status_of("{\"type\":\"header\",\"version\":2}\n"), STATUS_INPUT);
	EXPECT_EQ(status_of("{\"type\":\"header\",\"version\":18446744073709551615}\n"),
		  STATUS_INPUT);
	EXPECT_EQ(status_of("{\"type\":\"header\",\"version\":0}\n"), STATUS_INPUT);
	EXPECT_EQ(status_of("{\"type\":\"header\",\"version\":-1}\n"), STATUS_INPUT);
	EXPECT_EQ(status_of("{\"type\":\"header\",\"version\":\"1\"}\n"), STATUS_INPUT);
	EXPECT_EQ(status_of("{\"type\":\"header\"}\n"), STATUS_INPUT);
}

TEST(files_that_are_no_recordings)
{
	static const char * const texts[] = {
		"\n", "{}\n", "[]\n", "null\n", "1\n", "\"header\"\n", "{\"type\":\"header\",\n",
		"# event histogram\n", "{\"type\":\"end\",\"intervals\":0}\n", INTERVAL("", ""),
		"{\"type\":\"header\",\"version\":1}\n",
		"{'type':'header','version':1}\n", "{\"type\":\"header\",\"version\":1,}\n",
	};
	struct recording recording;
	FILE *empty = fopen("/dev/null", "r");

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++)
		EXPECT_EQ(status_of(texts[i]), STATUS_INPUT);
	EXPECT_EQ(recording_read_stream(&recording, empty, "test"), STATUS_INPUT);
	fclose(empty);
	EXPECT_EQ(recording_read(&recording, "/nowhere/file"), STATUS_USAGE);
	EXPECT_EQ(recording_read(&recording, "/tmp"), STATUS_USAGE);
}

TEST(lines_that_are_wrong)
{
	static const char * const texts[] = {
		HEADER HEADER,
		HEADER "\n",
		HEADER "{}\n",
		HEADER "[1]\n",
		HEADER "{\"type\":1}\n",
		HEADER END(0) END(0),
		HEADER END(0) "x",
		HEADER END(1),
		HEADER END(-1),
		HEADER END("0"),
		HEADER "{\"type\":\"interval\"}\n",
		HEADER "{\"type\":\"total\"}\n",
		HEADER INTERVAL("[1,2,null]", "") "{\"type\":\"interval\"}\n",
		HEADER INTERVAL("[1,2]", ""),
		HEADER INTERVAL("[1,2,null,4]", ""),
		HEADER INTERVAL("[]", ""),
		HEADER INTERVAL("null", ""),
		HEADER INTERVAL("{}", ""),
		HEADER INTERVAL("[{},2,null]", ""),
		HEADER INTERVAL("[true,2,null]", ""),
		HEADER INTERVAL("[[],2,null]", ""),
		HEADER INTERVAL("[[1],2,null]", ""),
		HEADER INTERVAL("[[\"new\",1],2,null]", ""),
		HEADER INTERVAL("[NaN,2,null]", ""),
		HEADER INTERVAL("[1e999,2,null]", ""),
		HEADER INTERVAL("[\"a\\u0000b\",2,null]", ""),
		HEADER INTERVAL("[\"\xff\",2,null]", ""),
		HEADER INTERVAL("[[\"bytes\",\"\\u0100\"],2,null]", ""),
		HEADER INTERVAL("[[\"bytes\",\"\\u0000\"],2,null]", ""),
		HEADER INTERVAL("[[\"bytes\",1],2,null]", ""),
		HEADER INTERVAL("[[\"bytes\"],2,null]", ""),
		HEADER INTERVAL("[[\"bytes\",\"a\",\"b\"],2,null]", ""),
		HEADER INTERVAL("[[\"named\",1],2,null]", ""),
		HEADER INTERVAL("[[\"named\",1,2],2,null]", ""),
		HEADER INTERVAL("[[\"named\",\"1\",\"a\"],2,null]", ""),
		HEADER INTERVAL("[[\"range\",1],2,null]", ""),
		HEADER INTERVAL("[[\"range\",2,1],2,null]", ""),
		HEADER INTERVAL("[[\"range\",-1,18446744073709551615],2,null]", ""),
		HEADER INTERVAL("[[\"range\",null,18446744073709551615],2,null]", ""),
		HEADER INTERVAL("[[\"range\",18446744073709551615,5],2,null]", ""),
		HEADER INTERVAL("[[\"range\",1.5,2],2,null]", ""),
		HEADER INTERVAL("[[\"stack\",1],2,null]", ""),
		HEADER INTERVAL("[[\"stack\",[\"bytes\"]],2,null]", ""),
		HEADER INTERVAL("[[\"partial\"],2,null]", ""),
		HEADER INTERVAL("[[\"partial\",[\"partial\",1]],2,null]", ""),
		HEADER INTERVAL("[1,2,null]", ",\"other\":1"),
		HEADER INTERVAL("[1,2,null]", ",\"other\":-1"),
		HEADER INTERVAL("[null,2,null],[1,2,null]", ",\"other\":0"),
		HEADER INTERVAL("[1,2,null]", ",\"saved\":[[1,\"a\"]]"),
		HEADER INTERVAL("[1,2,null]", ",\"saved\":[[0,\"a\"],[0,\"b\"]]"),
		HEADER INTERVAL("[1,2,null]", ",\"saved\":[0]"),
		HEADER INTERVAL("[1,2,null]", ",\"saved\":{}"),
		HEADER INTERVAL("[1,2,null]", ",\"drops\":[[1,\"a\"]]"),
		HEADER INTERVAL("[1,2,null]", ",\"drops\":[[\"a\",-1]]"),
		HEADER INTERVAL("[1,2,null]", ",\"drops\":3"),
		HEADER INTERVAL("[1,2,null]", ",\"notes\":[[\"a\"]]"),
		HEADER INTERVAL("[1,2,null]", ",\"notes\":{}"),
		HEADER INTERVAL("[1,2,null]", ",\"merged\":1"),
		HEADER INTERVAL("[1,2,null]", ",\"end\":0.5"),
		HEADER INTERVAL("[1,2,null]", ",\"begin\":null"),
		HEADER INTERVAL("[1,2,null]", ",\"hits\":1.5"),
		HEADER INTERVAL("[1,2,null]", ",\"keys\":0"),
		HEADER INTERVAL("[1,2,null]", ",\"keys\":2"),
		HEADER INTERVAL("[1,2,null]", ",\"keys\":4"),
		HEADER INTERVAL("[1,2,null]", ",\"fields\":[]"),
		HEADER INTERVAL("[1,2,null]", ",\"fields\":[1,2,3]"),
		HEADER INTERVAL("[1,2,null]", ",\"rows\":{}"),
		HEADER INTERVAL("[1,2,null]", ",\"distributions\":[[1,2]]"),
		HEADER INTERVAL("[1,2,null]", ",\"distributions\":[[0,1]]"),
		HEADER INTERVAL("[1,2,null]", ",\"distributions\":[[0,3]]"),
		HEADER INTERVAL("[1,2,null]", ",\"distributions\":[[0]]"),
		HEADER INTERVAL("[1,2,null]", ",\"distributions\":[[0,2,1,2]]"),
		HEADER INTERVAL("[1,2,null]", ",\"distributions\":[[0,2,2,1,5]]"),
		HEADER INTERVAL("[1,2,null]", ",\"distributions\":[[0,2,1,2,5,2,3,5]]"),
		HEADER INTERVAL("[1,2,null]", ",\"distributions\":[[0,2,9223372036854775807,"
				"9223372036854775807,5,9223372036854775807,9223372036854775807,5]]"),
		HEADER INTERVAL("[1,2,null]", ",\"distributions\":[[0,2],[0,2],[0,2],[0,2]]"),
		HEADER INTERVAL("[1,2,null]", ",\"overall\":[[2,1,2,\"5\"]]"),
		HEADER INTERVAL("[1,2,null]", ",\"overall\":[1]"),
		HEADER INTERVAL("[1,2,null]", "") INTERVAL("[1,2,null]", ",\"fields\":["
			"{\"name\":\"k\",\"role\":\"key\"},{\"name\":\"h\",\"role\":\"hitcount\"},"
			"{\"name\":\"d\",\"role\":\"distribution\"}]"),
	};

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		if (status_of(texts[i]) != STATUS_INPUT)
			test_fail(__FILE__, __LINE__, "accepted: %s", strchr(texts[i], '\n'));
	}
}

/* The same lines without the mistake are accepted. */
TEST(lines_that_are_right)
{
	static const char * const texts[] = {
		HEADER,
		HEADER END(0),
		HEADER INTERVAL("[1,2,null]", ""),
		HEADER INTERVAL("[[\"range\",null,1],2,null]", ""),
		HEADER INTERVAL("[[\"range\",5,18446744073709551615],2,null]", ""),
		HEADER INTERVAL("[[\"range\",18446744073709551615,null],2,null]", ""),
		HEADER INTERVAL("[[\"partial\",[\"named\",1,[\"bytes\",\"\\u00ff\"]]],2,null]", ""),
		HEADER INTERVAL("[null,2,null]", ",\"other\":0,\"saved\":[[0,\"a\"]]"),
		HEADER INTERVAL("[1,2,null]", ",\"distributions\":[[0,2,1,2,5,3,3,5]]"),
		HEADER INTERVAL("[1,2,null]", ",\"distributions\":[[0,2,1,9223372036854775807,5,"
				"9223372036854775807,9223372036854775807,5]]"),
		HEADER INTERVAL("", ",\"keys\":1") INTERVAL("", "") END(2),
	};

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++)
		EXPECT_EQ(status_of(texts[i]), STATUS_OK);
}

TEST(keys_of_the_row_of_other_events_are_ignored)
{
	struct recording recording;
	struct table total;

	EXPECT_EQ(read_text(&recording, HEADER
			    INTERVAL("[\"a\",2,null]", ",\"other\":0")
			    INTERVAL("[[\"stack\",\"b\"],3,null]", ",\"other\":0") END(2)),
		  STATUS_OK);
	EXPECT_EQ(recording.intervals[0].rows[0].cells[0].kind, CELL_MISSING);
	EXPECT_EQ(recording_total(&recording, &total), STATUS_OK);
	EXPECT_EQ(total.n_rows, 1);
	EXPECT_EQ(total.rows[0].cells[1].number, 5);
	table_free(&total);
	recording_free(&recording);
}

/* Make a recording whose third line has SIZE bytes. */
static enum status read_large(const char *piece, size_t size)
{
	static const char start[] = HEADER INTERVAL("", "") "{\"type\":\"x\",\"y\":[";
	size_t length = strlen(piece), n = sizeof(start) - 1;
	char *text = malloc(n + size + length + 8);
	struct recording recording;
	enum status status;

	memcpy(text, start, n);
	for (size_t done = 0; done < size; done += length, n += length)
		memcpy(text + n, piece, length);
	memcpy(text + n, "0]}\n", 4);
	status = read_bytes(&recording, text, n + 4);
	free(text);
	if (!status)
		recording_free(&recording);
	return status;
}

TEST(lines_that_are_too_large)
{
	static const char text[] = "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\",";
	static const char brackets[] = "\"[[[[[[[[,,,,,,,,\\\"[[[[[[,{{{{{{{{{{{{{{{{{{{\",";

	EXPECT_EQ(read_large(text, 1 << 20), STATUS_OK);
	EXPECT_EQ(read_large(text, RECORDING_MAX_LINE), STATUS_INPUT);
	EXPECT_EQ(read_large("0,", 2 * RECORDING_MAX_VALUES), STATUS_INPUT);
	EXPECT_EQ(read_large("{},", RECORDING_MAX_VALUES), STATUS_INPUT);
	/* Brackets in strings are no values. */
	EXPECT_EQ(read_large(brackets, 1 << 20), STATUS_OK);
	EXPECT_EQ(read_large("[[[[[[[[[[[[[[", 14), STATUS_INPUT);
}

TEST(too_many_fields)
{
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	fputs(HEADER "{\"type\":\"interval\",\"event\":\"a:b\",\"trigger\":\"c\",\"begin\":1,"
	      "\"end\":2,\"hits\":3,\"dropped\":0,\"keys\":0,\"fields\":[", out);
	for (size_t i = 0; i <= RECORDING_MAX_FIELDS; i++)
		fprintf(out, "%s{\"name\":\"%zu\",\"role\":\"sum\"}", i ? "," : "", i);
	fputs("],\"rows\":[]}\n", out);
	fclose(out);
	EXPECT_EQ(status_of(text), STATUS_INPUT);
	free(text);
}

TEST(the_total)
{
	struct recording recording;
	struct table total;

	EXPECT_EQ(read_text(&recording, HEADER END(0)), STATUS_OK);
	EXPECT_EQ(recording_total(&recording, &total), STATUS_INPUT);
	recording_free(&recording);

	EXPECT_EQ(read_text(&recording, HEADER INTERVAL("[1,2,null]", "")
			    INTERVAL("[1,3,null],[2,4,null]", "") END(2)), STATUS_OK);
	EXPECT_EQ(recording_total(&recording, &total), STATUS_OK);
	EXPECT_EQ(total.n_rows, 2);
	EXPECT_EQ(total.rows[0].cells[1].number, 5);
	EXPECT_EQ(total.rows[1].cells[1].number, 4);
	EXPECT_EQ(total.hits, 6);
	table_free(&total);
	recording_free(&recording);
}

TEST(a_stored_total)
{
	static const char stored[] = INTERVAL("[1,2,null]", ",\"type\":\"total\"");
	struct recording recording;
	struct table total;
	char text[4096];

	snprintf(text, sizeof(text), HEADER INTERVAL("[1,7,null]", "") "%s" END(1), stored);
	EXPECT_EQ(read_text(&recording, text), STATUS_OK);
	EXPECT_EQ(recording_total(&recording, &total), STATUS_OK);
	EXPECT_EQ(total.rows[0].cells[1].number, 2);
	table_free(&total);
	recording_free(&recording);
	snprintf(text, sizeof(text), HEADER "%s%s" END(0), stored, stored);
	EXPECT_EQ(status_of(text), STATUS_INPUT);
	snprintf(text, sizeof(text), HEADER "%s" INTERVAL("", "") END(1), stored);
	EXPECT_EQ(status_of(text), STATUS_INPUT);
}

TEST(texts_are_escaped_as_json)
{
	static const struct {
		const char *text;
		const char *json;
	} cases[] = {
		{ NULL, "null" },
		{ "", "\"\"" },
		{ "a/b", "\"a/b\"" },
		{ "\"\\\b\f\n\r\t", "\"\\\"\\\\\\b\\f\\n\\r\\t\"" },
		{ "\x01\x1f\x7f", "\"\\u0001\\u001f\\u007f\"" },
		{ "\u00e4\U0001f600", "\"\u00e4\U0001f600\"" },
		{ "\xc2\x9b\u202e\U000e0001", "\"\\u009b\\u202e\\udb40\\udc01\"" },
		{ "\xe4\"\x01", "[\"bytes\",\"\u00e4\\\"\\u0001\"]" },
		{ "\x7f\x9b", "[\"bytes\",\"\\u007f\\u009b\"]" },
	};

	for (int i = 0; i < ARRAY_SIZE(cases); i++) {
		char *text = NULL;
		size_t size;
		struct json_out out = { .file = open_memstream(&text, &size) };

		json_write_text(&out, cases[i].text);
		fclose(out.file);
		EXPECT(!out.failed);
		EXPECT_STREQ(text, cases[i].json);
		free(text);
	}
}
