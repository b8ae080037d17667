// SPDX-License-Identifier: GPL-2.0-only
/* Tests of what top shows and where: header, columns, details, pictures, help, files. */
#include <locale.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "capture.h"
#include "common/utf8.h"
#include "top/detail.h"
#include "top/header.h"
#include "top/listing.h"
#include "top/ui.h"
#include "top_fixture.h"

static void use_utf8(void)
{
	EXPECT(setlocale(LC_CTYPE, "C.UTF-8"));
}

/* All lines, joined; to be freed. No line is wider than the text. */
static char *joined(const struct lines *lines)
{
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	for (size_t i = 0; i < lines->n; i++) {
		EXPECT(display_width(lines->lines[i].text) <= lines->width);
		fprintf(out, "%s\n", lines->lines[i].text);
	}
	fclose(out);
	EXPECT(!lines->failed);
	return text;
}

static char *broken(size_t width, const char *text, bool words)
{
	struct lines lines = { .width = width };
	char *result;

	if (words)
		lines_add_words(&lines, STYLE_PLAIN, text);
	else
		lines_add(&lines, STYLE_PLAIN, text);
	result = joined(&lines);
	lines_free(&lines);
	return result;
}

#define EXPECT_BROKEN(width, text, words, expected)			\
do {									\
	char *__text = broken(width, text, words);			\
									\
	EXPECT_STREQ(__text, expected);					\
	free(__text);							\
} while (0)

TEST(lines_are_broken)
{
	use_utf8();
	EXPECT_BROKEN(4, "abcdefghij", false, "abcd\nefgh\nij\n");
	EXPECT_BROKEN(4, "abcd\nef\n", false, "abcd\nef\n");
	EXPECT_BROKEN(4, "", false, "\n");
	EXPECT_BROKEN(8, "the quick brown fox", true, "the\nquick\nbrown\nfox\n");
	EXPECT_BROKEN(9, "the quick brown fox", true, "the quick\nbrown fox\n");
	EXPECT_BROKEN(4, "extraordinary", true, "extr\naord\ninar\ny\n");
	/* Two columns for each character, four for an escape that is shown as "\x1b". */
	EXPECT_BROKEN(5, "\u4e2d\u6587\u4e2d", false, "\u4e2d\u6587\n\u4e2d\n");
	EXPECT_BROKEN(5, "ab\033c", false, "ab\n\033c\n");
}

/* The parts of a header, "part|part" with a newline between lines; valid until the next call. */
static const char *header_text(const struct model *model, size_t width, size_t max_lines)
{
	static char text[1024];
	struct header header;
	size_t end = 0;

	header_make(&header, model, width, max_lines);
	EXPECT(!header.failed);
	*text = '\0';
	for (size_t i = 0; i < header.n; i++) {
		const struct header_part *part = header.parts + i;

		if (i && part->line == header.parts[i - 1].line)
			EXPECT(part->column >= end + 2);
		end = part->column + part->width;
		EXPECT(end <= width);
		EXPECT(part->line < max_lines);
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s%s",
			 !i ? "" : part->column ? "|" : "\n", part->text);
	}
	header_free(&header);
	return text;
}

TEST(header_has_time_and_rate)
{
	struct model model = new_model();

	EXPECT_STREQ(header_text(&model, 80, 4), "interval 1 s");
	add_interval(&model, TASKS(TASK("a", 3, 50) TASK("b", 9, 10), 1234));
	EXPECT_STREQ(header_text(&model, 80, 4),
		     "interval 1.00 s|1,234 events/s|2 rows|sort: hitcount, descending");
	EXPECT_STREQ(header_text(&model, 20, 3),
		     "interval 1.00 s\n1,234 events/s\n2 rows");
	EXPECT_EQ(model_set_filter(&model, "a"), 0);
	EXPECT_EQ(model_set_paused(&model, true), 0);
	EXPECT_EQ(model_sort_by(&model, 0, false), 0);
	EXPECT_STREQ(header_text(&model, 100, 4),
		     "paused|interval 1.00 s|1,234 events/s|1 of 2 rows|filter: a|sort: comm, ascending");
	model_free(&model);
}

TEST(header_says_what_is_missing)
{
	struct model model = new_model();
	struct table table;

	parse(&table, HIST_WITH("keys=comm:vals=hitcount", "{ comm: a } hitcount: 1\n", 8,
				"7\n        full: 5\n        busy: 2\n    Evicted: 3"));
	table.approximate = true;
	table.cleared = true;
	table.merged = true;
	table.paused = true;
	EXPECT_EQ(model_add_interval(&model, &table, 1000), 0);
	EXPECT_STREQ(header_text(&model, 200, 2),
		     "interval 1.00 s|8 events/s|dropped 7 (full: 5, busy: 2)|approximate|"
		     "with an earlier interval|cleared|the histogram is paused|Evicted: 3|1 row|"
		     "sort: hitcount, descending");
	model_free(&model);
}

/* A reason can be of any length, and a part wider than the screen is cut. */
TEST(wide_parts_of_the_header_are_cut)
{
	struct model model = new_model();

	add_interval(&model, TASKS(TASK("a", 3, 50), 3));
	EXPECT_EQ(model_set_filter(&model, "a text that is longer than the screen"), 0);
	EXPECT_STREQ(header_text(&model, 20, 9),
		     "interval 1.00 s\n3 events/s\n0 of 1 rows\n"
		     "filter: a text that is longer than the screen\nsort: hitcount, descending");
	model_free(&model);
}

/* Widths of the columns, "5,3 +1"; valid until the next call. */
static const char *widths(struct model *model, size_t width)
{
	struct column_widths widest = { 0 };
	struct listing listing;
	static char text[128];
	size_t used = 0;

	EXPECT_EQ(listing_make(&listing, model, 5, width, &widest), 0);
	*text = '\0';
	for (size_t i = 0; i < listing.grid.n_columns; i++) {
		used += listing.widths[i] + (used && listing.widths[i] ? 2 : 0);
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s%zu",
			 i ? "," : "", listing.widths[i]);
	}
	EXPECT(used <= width);
	snprintf(text + strlen(text), sizeof(text) - strlen(text), " +%zu", listing.n_hidden);
	listing_free(&listing);
	column_widths_free(&widest);
	return text;
}

TEST(columns_are_dropped_from_the_right)
{
	struct model model = new_model();

	add_interval(&model, TASKS(TASK("a_long_name_of_a_task", 3, 50), 3));
	EXPECT_STREQ(widths(&model, 80), "21,8,7 +0");
	EXPECT_STREQ(widths(&model, 40), "21,8,7 +0");
	EXPECT_STREQ(widths(&model, 39), "20,8,7 +0");
	EXPECT_STREQ(widths(&model, 27), "8,8,7 +0");
	EXPECT_STREQ(widths(&model, 26), "16,8,0 +1");
	EXPECT_STREQ(widths(&model, 18), "8,8,0 +1");
	EXPECT_STREQ(widths(&model, 17), "17,0,0 +2");
	EXPECT_STREQ(widths(&model, 5), "5,0,0 +2");
	EXPECT_STREQ(widths(&model, 1), "1,0,0 +2");
	model_move_columns(&model, 1);
	EXPECT_STREQ(widths(&model, 80), "0,8,7 +1");
	EXPECT_STREQ(widths(&model, 16), "0,8,0 +2");
	model_move_columns(&model, 1);
	model_move_columns(&model, 1);
	EXPECT_STREQ(widths(&model, 4), "0,0,4 +2");
	model_move_columns(&model, -1);
	EXPECT_STREQ(widths(&model, 80), "0,8,7 +1");
	model_free(&model);
}

TEST(columns_do_not_become_narrower)
{
	struct column_widths widest = { 0 };
	struct model model = new_model();
	struct listing listing;

	add_interval(&model, TASKS(TASK("a_long_name", 3, 50), 3));
	EXPECT_EQ(listing_make(&listing, &model, 5, 80, &widest), 0);
	EXPECT_EQ(listing.widths[0], 11);
	listing_free(&listing);
	add_interval(&model, TASKS(TASK("short", 3, 50), 3));
	EXPECT_EQ(listing_make(&listing, &model, 5, 80, &widest), 0);
	EXPECT_EQ(listing.widths[0], 11);
	listing_free(&listing);
	column_widths_free(&widest);
	model_free(&model);
}

TEST(only_rows_of_the_page_are_formatted)
{
	struct column_widths widest = { 0 };
	struct model model = new_model();
	struct listing listing;

	add_interval(&model, TASKS(TASK("a", 9, 1) TASK("b", 8, 1) TASK("c", 7, 1), 24));
	model_move(&model, 2);
	model_scroll(&model, 2);
	EXPECT_EQ(listing_make(&listing, &model, 2, 80, &widest), 0);
	EXPECT_EQ(listing.grid.n_rows, 2);
	EXPECT_STREQ(grid_text(&listing.grid, 1, 0), "b");
	EXPECT_STREQ(grid_text(&listing.grid, 2, 0), "c");
	listing_free(&listing);
	/* An empty table has headings. */
	add_interval(&model, TASKS("", 0));
	model_scroll(&model, 2);
	EXPECT_EQ(listing_make(&listing, &model, 2, 80, &widest), 0);
	EXPECT_EQ(listing.grid.n_rows, 0);
	listing_free(&listing);
	column_widths_free(&widest);
	model_free(&model);
}

static char *detail(const struct model *model, size_t width)
{
	struct lines lines = { .width = width };
	char *text;

	detail_lines(&lines, model);
	text = joined(&lines);
	lines_free(&lines);
	return text;
}

TEST(a_row_is_described)
{
	struct recipe_column columns[] = { { "comm", "Task", UNIT_NONE, false },
					   { "hitcount", "Waits", UNIT_COUNT, true },
					   { "lat.avg", "Average", UNIT_US, false } };
	struct recipe_variant variant = { .columns = columns, .n_columns = 3 };
	struct model model;
	char *text;

	use_utf8();
	model_init(&model, &variant);
	add_interval(&model, TASKS(TASK("a", 1, 50), 1));
	add_interval(&model, TASKS(TASK("b", 1, 50), 1));
	add_interval(&model, TASKS(TASK("a", 8, 1500), 8));
	EXPECT_EQ(model_open_row(&model), 0);
	text = detail(&model, 80);
	EXPECT_STREQ(text,
		     "Task     a\n"
		     "Waits/s  8\n"
		     "Average  1.5 ms\n"
		     "\n"
		     "History\n"
		     "Events in each of the last 3 intervals, at most 8:\n"
		     "\u2581_\u2588\n");
	free(text);
	/* No line is wider than the text. */
	for (size_t width = 1; width < 60; width++)
		free(detail(&model, width));
	model_free(&model);
}

TEST(a_row_without_events_says_so)
{
	struct model model = new_model();
	char *text;

	add_interval(&model, TASKS(TASK("a", 1, 50), 1));
	EXPECT_EQ(model_open_row(&model), 0);
	add_interval(&model, TASKS("", 0));
	text = detail(&model, 80);
	EXPECT(!strncmp(text, "No events now. From ", 20));
	EXPECT(strstr(text, "hitcount  1\n"));
	free(text);
	model_free(&model);
}

/* The intervals during a pause are not shown before its end. */
TEST(a_pause_keeps_the_history)
{
	struct model model = new_model();
	char *text;

	use_utf8();
	add_interval(&model, TASKS(TASK("a", 4, 50), 4));
	EXPECT_EQ(model_open_row(&model), 0);
	EXPECT_EQ(model_set_paused(&model, true), 0);
	add_interval(&model, TASKS(TASK("a", 8, 50), 8));
	text = detail(&model, 80);
	EXPECT(strstr(text, "Events in the last 1 interval, at most 4:\n\u2588\n"));
	free(text);
	EXPECT_EQ(model_set_paused(&model, false), 0);
	text = detail(&model, 80);
	EXPECT(strstr(text, "Events in each of the last 2 intervals, at most 8:\n\u2584\u2588\n"));
	free(text);
	model_free(&model);
}

TEST(a_row_has_its_distribution_and_stack)
{
	struct model model = new_model();
	char *text;

	use_utf8();
	add_interval(&model, HIST("keys=common_stacktrace:vals=hitcount,lat.dist",
				  "{ common_stacktrace:\n         inner+0x1\n         outer+0x2\n}"
				  " hitcount: 3\n"
				  "\tlat.dist:\n"
				  "\t                   2 - 3                             2 ##\n"
				  "\t                   4 - 7                             1 #\n", 3));
	EXPECT_EQ(model_open_row(&model), 0);
	text = detail(&model, 60);
	EXPECT(strstr(text, "\nDistribution: lat.dist\n"));
	EXPECT(strstr(text, "2 - 3         2  \u2588"));
	EXPECT(strstr(text, "4 - 7         1  \u2588"));
	EXPECT(strstr(text, "\nStack trace: common_stacktrace\ninner+0x1\nouter+0x2\n"));
	free(text);
	for (size_t width = 20; width < 60; width++)
		free(detail(&model, width));
	model_free(&model);
}

TEST(a_picture_has_all_rows)
{
	struct lines lines = { .width = 60 };
	struct model model = new_model();
	char *text;

	use_utf8();
	picture_lines(&lines, &model);
	EXPECT_STREQ(lines.lines[0].text, "This table has no ranges to draw.");
	lines_free(&lines);
	add_interval(&model, HIST("keys=usecs.log2:vals=hitcount",
				  "{ usecs: ~ 2^2  } hitcount: 9\n"
				  "{ usecs: ~ 2^4  } hitcount: 1\n", 10));
	picture_lines(&lines, &model);
	text = joined(&lines);
	EXPECT(strstr(text, "10 events\n"));
	EXPECT(strstr(text, "         9  \u2588"));
	EXPECT(strstr(text, "         1  \u2588"));
	free(text);
	lines_free(&lines);
	model_free(&model);
}

/* top draws all distributions of a .dist value, in the order that the user has chosen. */
TEST(a_picture_has_the_distribution_of_each_row)
{
	struct recipe_column columns[] = { { "comm", "Task", UNIT_NONE, false },
					   { "hitcount", "Waits", UNIT_COUNT, false },
					   { "lat.dist", "Distribution", UNIT_US, false } };
	struct recipe_variant variant = { .columns = columns, .n_columns = 3,
					  .axis = "lat.dist", .sort = "hitcount" };
	struct lines lines = { .width = 60 };
	struct model model;
	char *text;

	use_utf8();
	model_init(&model, &variant);
#define WAITED(comm, n)	"{ comm: " comm " } hitcount: " #n "\n\tlat.dist:\n" \
			"\t                   2 - 3                             " #n " ##\n"
	add_interval(&model, HIST("keys=comm:vals=hitcount,lat.dist",
				  WAITED("first", 1) WAITED("second", 2) WAITED("third", 3)
				  WAITED("fourth", 4) WAITED("fifth", 5), 15));
#undef WAITED
	EXPECT_EQ(model_sort_by(&model, 0, false), 0);
	picture_lines(&lines, &model);
	text = joined(&lines);
	EXPECT(!strstr(text, "--limit"));
	EXPECT(strstr(text, "fifth") && strstr(text, "third"));
	EXPECT(strstr(text, "fifth") < strstr(text, "first"));
	EXPECT(strstr(text, "first") < strstr(text, "third"));
	free(text);
	lines_free(&lines);
	model_free(&model);
}

static const char *spark(const uint64_t *counts, size_t n, size_t width)
{
	static char text[512];
	struct lines lines = { .width = width };

	sparkline(&lines, counts, n);
	EXPECT_EQ(lines.n, 1);
	snprintf(text, sizeof(text), "%s", lines.lines[0].text);
	lines_free(&lines);
	return text;
}

TEST(sparklines_have_eight_heights)
{
	const uint64_t counts[] = { 0, 1, 12, 13, 50, 99, 100 };
	const uint64_t large[] = { 1, UINT64_MAX, UINT64_MAX / 2 };

	EXPECT_STREQ(spark(counts, 7, 80), "_112488");
	EXPECT_STREQ(spark(counts, 7, 3), "488");
	EXPECT_STREQ(spark(counts, 1, 80), "_");
	EXPECT_STREQ(spark(large, 3, 80), "184");
	use_utf8();
	EXPECT_STREQ(spark(counts, 7, 80), "_\u2581\u2581\u2582\u2584\u2588\u2588");
}

TEST(help_fits)
{
	for (size_t width = 5; width < 120; width++) {
		struct lines lines = { .width = width };
		char *text;

		help_lines(&lines);
		text = joined(&lines);
		EXPECT(width < 80 || strstr(text, "\ns            Choose the column"));
		free(text);
		lines_free(&lines);
	}
}

static char *read_file(const char *path)
{
	FILE *in = fopen(path, "r");
	static char text[4096];
	size_t n;

	EXPECT(in);
	if (!in)
		return "";
	n = fread(text, 1, sizeof(text) - 1, in);
	text[n] = '\0';
	fclose(in);
	return text;
}

TEST(what_is_shown_is_written)
{
	struct model model = new_model();
	struct capture capture;
	char path[64];

	capture_begin(&capture);
	EXPECT_EQ(save_shown(&model, "/tmp/no"), STATUS_FAILED);
	EXPECT_STREQ(capture_end(&capture), "trace-hist: there is no table to write yet\n");
	add_interval(&model, TASKS(TASK("bash", 3, 50) TASK("cc1", 9, 10) TASK("ash", 1, 9), 13));
	EXPECT_EQ(model_set_filter(&model, "ash"), 0);
	EXPECT_EQ(model_sort_by(&model, 0, false), 0);
	snprintf(path, sizeof(path), "/tmp/top_layout_test.%d.csv", getpid());
	unlink(path);
	EXPECT_EQ(save_shown(&model, path), STATUS_OK);
	EXPECT(strstr(read_file(path), "ash,1,9"));
	EXPECT(!strstr(read_file(path), "cc1"));
	EXPECT(strstr(read_file(path), "ash,1,9") < strstr(read_file(path), "bash,3,50"));
	/* An existing file stays. */
	capture_begin(&capture);
	EXPECT_EQ(save_shown(&model, path), STATUS_FAILED);
	EXPECT(strstr(capture_end(&capture), "cannot create"));
	unlink(path);
	snprintf(path, sizeof(path), "/tmp/top_layout_test.%d.rec", getpid());
	unlink(path);
	EXPECT_EQ(save_shown(&model, path), STATUS_OK);
	EXPECT(strstr(read_file(path), "\"command\":\"trace-hist top test\""));
	EXPECT(strstr(read_file(path), "{\"type\":\"end\",\"intervals\":1}\n"));
	unlink(path);
	capture_begin(&capture);
	EXPECT_EQ(save_shown(&model, "/dev/full"), STATUS_FAILED);
	EXPECT(*capture_end(&capture));
	model_free(&model);
}

/* A file can have the name that means the standard output on a command line. */
TEST(a_file_named_minus_is_no_standard_output)
{
	struct model model = new_model();
	struct capture capture;

	add_interval(&model, TASKS(TASK("bash", 3, 50), 3));
	unlink("./-");
	capture_begin(&capture);
	EXPECT_EQ(save_shown(&model, "-"), STATUS_OK);
	EXPECT_STREQ(capture_end(&capture), "");
	EXPECT(strstr(read_file("./-"), "{\"type\":\"end\",\"intervals\":1}\n"));
	unlink("./-");
	model_free(&model);
}

/* A limit of the file's size has the effect of a full disk. */
static void expect_no_file(const struct model *model, const char *path, rlim_t size)
{
	struct capture capture;
	struct rlimit limit;
	enum status status;

	unlink(path);
	signal(SIGXFSZ, SIG_IGN);
	EXPECT(!getrlimit(RLIMIT_FSIZE, &limit));
	limit.rlim_cur = size;
	capture_begin(&capture);
	EXPECT(!setrlimit(RLIMIT_FSIZE, &limit));
	status = save_shown(model, path);
	limit.rlim_cur = limit.rlim_max;
	EXPECT(!setrlimit(RLIMIT_FSIZE, &limit));
	capture_end(&capture);
	EXPECT_EQ(status, STATUS_FAILED);
	EXPECT(access(path, F_OK));
}

TEST(a_file_that_cannot_be_written_is_removed)
{
	struct model model = new_model();
	char path[64];

	add_interval(&model, TASKS(TASK("bash", 3, 50), 3));
	snprintf(path, sizeof(path), "/tmp/top_layout_test.%d.csv", getpid());
	expect_no_file(&model, path, 20);
	/* The header of a recording is written before its interval. */
	snprintf(path, sizeof(path), "/tmp/top_layout_test.%d.rec", getpid());
	expect_no_file(&model, path, 20);
	expect_no_file(&model, path, 450);
	model_free(&model);
}

/* Only root can give files away; sudo tells who has called it. */
TEST(a_file_belongs_to_the_caller_of_sudo)
{
	struct model model = new_model();
	struct stat stat_buf;
	char path[64];

	add_interval(&model, TASKS(TASK("bash", 3, 50), 3));
	snprintf(path, sizeof(path), "/tmp/top_layout_test.%d.json", getpid());
	unlink(path);
	setenv("SUDO_UID", "1234", 1);
	setenv("SUDO_GID", "1235", 1);
	EXPECT_EQ(save_shown(&model, path), STATUS_OK);
	EXPECT(!stat(path, &stat_buf));
	EXPECT_EQ(stat_buf.st_uid, geteuid() ? geteuid() : 1234);
	EXPECT_EQ(stat_buf.st_gid, geteuid() ? getegid() : 1235);
	EXPECT_EQ(stat_buf.st_mode & 07777, 0600);
	unlink(path);
	model_free(&model);
}

TEST(names_of_files_are_proposed)
{
	struct model model = new_model();
	char name[64];

	model.name = "./dir/runqlat.yaml";
	save_name(name, sizeof(name), &model);
	EXPECT(!strncmp(name, "runqlat-2", 9));
	model.name = "sched:sched_switch";
	save_name(name, sizeof(name), &model);
	EXPECT(!strncmp(name, "sched-sched_switch-2", 20));
	EXPECT_STREQ(name + strlen(name) - 4, ".csv");
}
