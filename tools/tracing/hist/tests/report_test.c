// SPDX-License-Identifier: GPL-2.0-only
/* Tests of messages. */
#include <errno.h>

#include "capture.h"
#include "common/report.h"
#include "harness.h"

TEST(errno_selects_the_status)
{
	errno = EACCES;
	EXPECT_EQ(report_errno("open", "a file"), STATUS_PERMISSION);
	errno = ENOENT;
	EXPECT_EQ(report_errno("open", "a file"), STATUS_FAILED);
}

TEST(a_file_that_is_not_there_is_wrong_usage)
{
	errno = ENOENT;
	EXPECT_EQ(report_file("open", "a file"), STATUS_USAGE);
	errno = EISDIR;
	EXPECT_EQ(report_file("read", "a file"), STATUS_USAGE);
	errno = EACCES;
	EXPECT_EQ(report_file("open", "a file"), STATUS_FAILED);
	errno = EIO;
	EXPECT_EQ(report_file("read", "a file"), STATUS_FAILED);
}

TEST(memory_has_one_text)
{
	struct capture capture;
	enum status status;

	capture_begin(&capture);
	status = report_memory("read the recipe");
	EXPECT_STREQ(capture_end(&capture),
		     "trace-hist: there is not enough memory to read the recipe\n");
	EXPECT_EQ(status, STATUS_FAILED);
}

TEST(messages_have_no_control_characters)
{
	struct capture capture;

	capture_begin(&capture);
	report_error("there is no %s", "a\033[2Jb\nc\177d\302\233e\303\244\342\200\256f\377");
	EXPECT_STREQ(capture_end(&capture),
		     "trace-hist: there is no a?[2Jb?c?d?e\303\244?f?\n");
}

TEST(a_caret_is_below_its_character)
{
	struct capture capture;

	capture_begin(&capture);
	report_position("f\033", 3, 5, "\t\303\244x=1\nnext", "wrong");
	EXPECT_STREQ(capture_end(&capture),
		     "f?:3:5: wrong\n  \t\303\244x=1\n  \t  ^\n");
}

TEST(a_caret_can_be_behind_the_line)
{
	struct capture capture;

	capture_begin(&capture);
	report_position("f", 1, 99, "ab", "wrong");
	EXPECT_STREQ(capture_end(&capture), "f:1:99: wrong\n  ab\n    ^\n");
}

TEST(a_long_line_is_cut_around_the_column)
{
	char line[10001], expected[300];
	struct capture capture;

	memset(line, 'x', sizeof(line) - 1);
	line[sizeof(line) - 1] = 0;
	line[5000] = '!';
	capture_begin(&capture);
	report_position("f", 1, 5001, line, "wrong");
	snprintf(expected, sizeof(expected), "f:1:5001: wrong\n  %.50s!%.49s\n  %50s^\n", line,
		 line, "");
	EXPECT_STREQ(capture_end(&capture), expected);
}
