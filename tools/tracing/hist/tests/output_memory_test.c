// SPDX-License-Identifier: GPL-2.0-only
/*
 * Let each allocation of each writer fail in turn. The writer must report it once and return
 * STATUS_FAILED, or write the same as with enough memory. The sanitizer finds leaks.
 */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

#include "capture.h"
#include "harness.h"
#include "output/output.h"

/* Functions of the sanitizer behind malloc(), calloc(), and realloc() */
void *__interceptor_malloc(size_t size);
void *__interceptor_calloc(size_t n, size_t size);
void *__interceptor_realloc(void *old, size_t size);

/* How many allocations succeed; negative if all do */
static long allocations_left = -1;
static bool has_failed;

static bool fails(void)
{
	if (allocations_left < 0)
		return false;
	if (allocations_left--)
		return false;
	has_failed = true;
	return true;
}

void *malloc(size_t size)
{
	return fails() ? NULL : __interceptor_malloc(size);
}

void *calloc(size_t n, size_t size)
{
	return fails() ? NULL : __interceptor_calloc(n, size);
}

void *realloc(void *old, size_t size)
{
	return fails() ? NULL : __interceptor_realloc(old, size);
}

#define HEADER(picture, columns)						\
	"{\"type\":\"header\",\"version\":1,\"command\":\"trace-hist x\",\"recipe\":\"x\","	\
	"\"title\":\"Title\",\"host\":\"h\",\"kernel\":\"6.12\",\"started\":1700000000,"	\
	"\"picture\":\"" picture "\",\"sort\":\"hitcount\"," columns "}\n"

#define INTERVAL(begin, end, members)						\
	"{\"type\":\"interval\",\"event\":\"a:b\",\"trigger\":\"hist:keys=k\",\"begin\":" begin	\
	",\"end\":" end ",\"hits\":12,\"dropped\":2,\"drops\":[[\"no room\",2]]," members "}\n"

#define END	"{\"type\":\"end\",\"intervals\":2}\n"

/* Texts, named numbers, ranges, a distribution */
#define TABLE									\
	"\"keys\":3,\"fields\":[{\"name\":\"comm\",\"role\":\"key\"},"			\
	"{\"name\":\"id\",\"role\":\"key\",\"modifier\":\"syscall\"},"			\
	"{\"name\":\"lat\",\"role\":\"key\",\"modifier\":\"log2\"},"				\
	"{\"name\":\"hitcount\",\"role\":\"hitcount\"},"				\
	"{\"name\":\"size.dist\",\"role\":\"distribution\"}],"				\
	"\"rows\":[[\"sh\",[\"named\",1,\"write\"],[\"range\",4,7],10,null],"		\
	"[\"cat\",[\"named\",0,\"read\"],[\"range\",64,127],[\"partial\",2],null]],"		\
	"\"saved\":[[0,\"max: 3\"]],\"distributions\":[[0,4,1,1,3,4,7,7]],"			\
	"\"overall\":[[4,1,1,3,4,7,7]]"

static const char ranges[] =
	HEADER("distribution", "\"axis\":\"lat\",\"columns\":["
	       "{\"field\":\"comm\",\"title\":\"Task\",\"unit\":\"\"},"
	       "{\"field\":\"id\",\"title\":\"Call\",\"unit\":\"\"},"
	       "{\"field\":\"lat\",\"title\":\"Wait\",\"unit\":\"us\"},"
	       "{\"field\":\"hitcount\",\"title\":\"Hits\",\"unit\":\"count\",\"rate\":true},"
	       "{\"field\":\"size.dist\",\"title\":\"Size\",\"unit\":\"bytes\"}]")
	INTERVAL("1", "2", TABLE) INTERVAL("2", "3", TABLE) END;

static const char rows[] =
	HEADER("table", "\"columns\":[{\"field\":\"comm\",\"title\":\"Task\",\"unit\":\"\"},"
	       "{\"field\":\"hitcount\",\"title\":\"Hits\",\"unit\":\"count\"}]")
	INTERVAL("1", "2", "\"keys\":1,\"fields\":[{\"name\":\"comm\",\"role\":\"key\"},"
		 "{\"name\":\"hitcount\",\"role\":\"hitcount\"}],\"rows\":[[\"sh\",4],[\"cat\",5]]")
	INTERVAL("2", "3", "\"keys\":1,\"fields\":[{\"name\":\"comm\",\"role\":\"key\"},"
		 "{\"name\":\"hitcount\",\"role\":\"hitcount\"}],\"rows\":[[\"sh\",9]]") END;

#define STACKS									\
	"\"keys\":2,\"fields\":[{\"name\":\"comm\",\"role\":\"key\"},"			\
	"{\"name\":\"common_stacktrace\",\"role\":\"key\",\"modifier\":\"stacktrace\"},"	\
	"{\"name\":\"hitcount\",\"role\":\"hitcount\"}],"					\
	"\"rows\":[[\"sh\",[\"stack\",\"a\",\"b\"],3],[\"sh\",[\"stack\",\"c\",\"b\"],4]]"

static const char stacks[] =
	HEADER("flame", "\"axis\":\"common_stacktrace\",\"columns\":["
	       "{\"field\":\"comm\",\"title\":\"Task\",\"unit\":\"\"},"
	       "{\"field\":\"common_stacktrace\",\"title\":\"Stack\",\"unit\":\"\"},"
	       "{\"field\":\"hitcount\",\"title\":\"Hits\",\"unit\":\"count\"}]")
	INTERVAL("1", "2", STACKS) INTERVAL("2", "3", STACKS) END;

static char expected[1 << 17], result[1 << 17];

typedef enum status (*writer)(FILE *out, const struct recording *recording);

/* Write into a buffer that exists already, so that only the writer allocates. */
static enum status write_limited(writer write, const struct recording *recording, long limit,
				 char *buf)
{
	FILE *out = fmemopen(buf, sizeof(result), "w");
	enum status status;

	setvbuf(out, NULL, _IONBF, 0);
	has_failed = false;
	allocations_left = limit;
	status = write(out, recording);
	allocations_left = -1;
	fclose(out);
	return status;
}

static void check_allocations(writer write, const char *text)
{
	struct recording recording;
	FILE *in = fmemopen((char *)text, strlen(text), "r");
	long n = 0;

	setlocale(LC_CTYPE, "C.UTF-8");
	EXPECT_EQ(recording_read_stream(&recording, in, "test"), STATUS_OK);
	fclose(in);
	EXPECT_EQ(write_limited(write, &recording, -1, expected), STATUS_OK);
	do {
		struct capture capture;
		enum status status;
		const char *message;

		capture_begin(&capture);
		status = write_limited(write, &recording, n, result);
		message = capture_end(&capture);
		if (status == STATUS_OK) {
			EXPECT(!*message);
			EXPECT_STREQ(result, expected);
		} else {
			EXPECT_EQ(status, STATUS_FAILED);
			if (strchr(message, '\n') != strrchr(message, '\n') || !*message)
				test_fail(__FILE__, __LINE__, "allocation %ld: \"%s\"", n, message);
		}
		n++;
	} while (has_failed && n < 10000);
	EXPECT(n > 3 && n < 10000);
	recording_free(&recording);
}

static struct layout layout_of(const struct recording *recording)
{
	return (struct layout){
		.columns = recording->columns, .n_columns = recording->n_columns,
		.picture = recording->picture, .axis = recording->axis, .sort = recording->sort,
		.width = 60,
	};
}

static enum status write_text(FILE *out, const struct recording *recording)
{
	struct layout layout = layout_of(recording);

	return write_table_text(out, recording->intervals, &layout);
}

static enum status write_csv(FILE *out, const struct recording *recording)
{
	struct layout layout = layout_of(recording);

	return write_table_csv(out, recording->intervals, &layout);
}

static enum status write_csv_header(FILE *out, const struct recording *recording)
{
	struct layout layout = layout_of(recording);
	char *header = csv_header(recording->intervals, &layout);

	if (!header)
		return report_memory("write the header line");
	fputs(header, out);
	free(header);
	return STATUS_OK;
}

static enum status write_json(FILE *out, const struct recording *recording)
{
	struct layout layout = layout_of(recording);

	return write_table_json(out, recording->intervals, &layout);
}

static enum status write_heatmap(FILE *out, const struct recording *recording)
{
	return write_heatmap_text(out, recording, 60, true);
}

TEST(text)
{
	check_allocations(write_text, rows);
}

TEST(distribution)
{
	check_allocations(write_text, ranges);
}

TEST(text_with_stacks)
{
	check_allocations(write_text, stacks);
}

TEST(csv)
{
	check_allocations(write_csv, ranges);
}

TEST(csv_header_line)
{
	check_allocations(write_csv_header, ranges);
}

TEST(json)
{
	check_allocations(write_json, ranges);
}

TEST(heatmap)
{
	check_allocations(write_heatmap, ranges);
}

TEST(heatmap_svg)
{
	check_allocations(write_heatmap_svg, ranges);
}

TEST(flame_svg)
{
	check_allocations(write_flame_svg, stacks);
}

TEST(report_with_heatmap)
{
	check_allocations(write_report_svg, ranges);
}

TEST(report_with_series)
{
	check_allocations(write_report_svg, rows);
}

TEST(report_with_stacks)
{
	check_allocations(write_report_svg, stacks);
}
