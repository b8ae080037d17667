// SPDX-License-Identifier: GPL-2.0
/*
 * Writing records: accepted and rejected ones, and their contents for ftrace, perf and histograms.
 * A rejected record must not reach any consumer.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/uio.h>

#include "user_events_test.h"

#define PERF_PAGES	16

/* A file that writes records of t, and its perf event, or -1. */
struct writer {
	int fd, word, perf;
	struct perf_event_mmap_page *page;
	size_t size;
};

FIXTURE(writing)
{
	struct writer t;
};

FIXTURE_SETUP(writing)
{
	PREPARE(return);
	self->t.fd = data_open();
	ASSERT_LE(0, self->t.fd);
	self->t.perf = -1;
}

/* The mapping keeps the perf event as well. */
static void stop_perf(struct writer *t)
{
	if (t->perf >= 0) {
		munmap(t->page, t->size);
		close(t->perf);
	}
	t->perf = -1;
}

FIXTURE_TEARDOWN(writing)
{
	stop_perf(&self->t);
	unregister_all(self->t.fd, &self->t.word, 1);
	close(self->t.fd);
	EXPECT_TRUE(EVENTUALLY(nothing_left()));
}

/* Register the event and enable it in ftrace. */
static void start(struct __test_metadata *_metadata, struct writer *t, const char *text)
{
	ASSERT_EQ(0, event_register(t->fd, text, &t->word))
		TH_LOG("%s", text);
	ASSERT_EQ(0, event_switch("t", true));
	ASSERT_EQ(0, file_truncate(TRACE_FILE));
}

/* Record the event with perf, too. */
static void start_perf(struct __test_metadata *_metadata, struct writer *t)
{
	t->perf = perf_open("t", PERF_SAMPLE_RAW);
	ASSERT_LE(0, t->perf);
	t->size = (1 + PERF_PAGES) * sysconf(_SC_PAGESIZE);
	t->page = mmap(NULL, t->size, PROT_READ | PROT_WRITE, MAP_SHARED, t->perf, 0);
	ASSERT_NE(MAP_FAILED, t->page);
}

static void stop(struct __test_metadata *_metadata, struct writer *t)
{
	ASSERT_EQ(0, event_switch("t", false));
	ASSERT_EQ(0, event_unregister(t->fd, &t->word, 0));
	close(t->fd);
	ASSERT_TRUE(EVENTUALLY(!events_active()));
	t->fd = data_open();
}

/* Write a record with this index. */
static int emit(int fd, __u32 index, const void *payload, size_t len)
{
	struct iovec parts[] = {
		{ &index, sizeof(index) },
		{ (void *)payload, len },
	};

	return result(writev(fd, parts, 2));
}

/*
 * Return: the next record of perf without the common fields, or NULL if perf has no record. The
 * record must have at least @len bytes, and padding added by perf must be 0.
 */
static const void *perf_next(struct perf_event_mmap_page *page, size_t len)
{
	static char record[1 << 14];
	const char *data = (char *)page + page->data_offset;
	struct perf_event_header header;
	__u32 size;
	size_t i;

	if (page->data_tail == __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE))
		return NULL;
	for (i = 0; i < sizeof(header); i++)
		((char *)&header)[i] = data[(page->data_tail + i) % page->data_size];
	for (; i < header.size && i < sizeof(record); i++)
		record[i] = data[(page->data_tail + i) % page->data_size];
	__atomic_store_n(&page->data_tail, page->data_tail + header.size, __ATOMIC_RELEASE);

	memcpy(&size, record + sizeof(header), sizeof(size));
	if (header.type != PERF_RECORD_SAMPLE || size < 8 + len || size > 8 + len + 11)
		return NULL;
	for (i = 8 + len; i < size; i++) {
		if (record[sizeof(header) + sizeof(size) + i])
			return NULL;
	}
	return record + sizeof(header) + sizeof(size) + 8;
}

TEST_F(writing, lengths)
{
	char message[64] = "\0\0\0\0\1\0\0\0\2\3";	/* the index and the fields */
	const int least = 4 + 4 + 1 + 2;
	char expected[4096], *shown = expected;
	int len, ret;

	ASSERT_EQ(0, event_register(self->t.fd, "t u32 a; u8 b; u16 c", &self->t.word));
	for (len = 0; len <= 64; len++) {
		ret = len < 4 ? -EFAULT : len < least ? -EINVAL : -EBADF;
		EXPECT_EQ(ret, result(write(self->t.fd, message, len)))
			TH_LOG("%d bytes, not recorded", len);
	}
	ASSERT_EQ(0, event_switch("t", true));
	for (len = 0; len < least; len++) {
		ret = len < 4 ? -EFAULT : -EINVAL;
		EXPECT_EQ(ret, result(write(self->t.fd, message, len)))
			TH_LOG("%d bytes", len);
	}
	EXPECT_STREQ("", event_trace("t"));
	for (len = least; len <= 64; len++) {
		EXPECT_EQ(len, result(write(self->t.fd, message, len)))
			TH_LOG("%d bytes", len);
		shown += sprintf(shown, " a=0x1 (1) b=(2) c=0x3 (3)\n");
	}
	EXPECT_STREQ(expected, event_trace("t"));
}

/* Payloads longer than the fields: ftrace does not print the rest, perf has all of it. */
TEST_F(writing, longer_than_its_fields)
{
	static const int lens[] = { 0, 1, 3, 4, 5, 12, 13, 100, 1000, 2047, 3000, 4000 };
	static char payload[4000];
	const char *seen;
	unsigned int i;

	memset(payload, 'x', sizeof(payload));
	start(_metadata, &self->t, "t");
	start_perf(_metadata, &self->t);
	for (i = 0; i < ARRAY_SIZE(lens); i++) {
		ASSERT_EQ(0, file_truncate(TRACE_FILE));
		EXPECT_EQ(4 + lens[i], emit(self->t.fd, 0, payload, lens[i]));
		EXPECT_STREQ("No fields found\n", event_trace("t"))
			TH_LOG("%d bytes", lens[i]);
		seen = perf_next(self->t.page, lens[i]);
		ASSERT_NE(NULL, seen)
			TH_LOG("%d bytes", lens[i]);
		EXPECT_EQ(0, memcmp(seen, payload, lens[i]));
		EXPECT_EQ(NULL, perf_next(self->t.page, 0));
	}
}

/*
 * Records larger than ftrace or perf can store. The write fails if no consumer stores the record,
 * unlike in the stock kernel. The kernel must not warn, as the stock kernel does about perf.
 */
TEST_F(writing, longer_than_a_record)
{
	static const struct {
		int len;
		bool fits_perf;
	} payloads[] = {
		{ 4096, true }, { 8000, true }, { 8180, true }, { 8181, false }, { 9000, false },
		{ 32767, false }, { 32768, false }, { 65536, false }, { 200000, false },
	};
	static char payload[200000];
	char tainted[32];
	unsigned int i;

	snprintf(tainted, sizeof(tainted), "%.31s", file_read("/proc/sys/kernel/tainted"));
	start(_metadata, &self->t, "t char[4] a");
	start_perf(_metadata, &self->t);
	memcpy(payload, "abc", 4);
	for (i = 0; i < ARRAY_SIZE(payloads); i++) {
		int len = payloads[i].len;

		EXPECT_EQ(payloads[i].fits_perf ? 4 + len : -E2BIG,
			  emit(self->t.fd, 0, payload, len))
			TH_LOG("%d bytes", len);
		EXPECT_STREQ("", event_trace("t"));
	}
	EXPECT_STREQ(tainted, file_read("/proc/sys/kernel/tainted"));
	EXPECT_EQ(8, emit(self->t.fd, 0, payload, 4));
	EXPECT_STREQ(" a=abc\n", event_trace("t"));
}

TEST_F(writing, indices)
{
	static const int strange[] = { -1, -2, INT32_MIN };
	int other = data_open(), one;
	unsigned int i;

	EXPECT_EQ(-ENOENT, emit(self->t.fd, 0, "1234", 4));
	EXPECT_EQ(-EINVAL, emit(self->t.fd, -1, "1234", 4));
	ASSERT_EQ(0, event_register_bit(self->t.fd, "t u32 a", &self->t.word, 0));
	ASSERT_EQ(1, event_register_bit(self->t.fd, "u u32 a", &self->t.word, 1));
	ASSERT_EQ(0, event_register_bit(other, "u u32 a", &self->t.word, 2));

	/* The result does not depend on the event's state or on the payload. */
	for (one = 0; one < 2; one++) {
		for (i = 0; i < ARRAY_SIZE(strange); i++) {
			EXPECT_EQ(-EINVAL, emit(self->t.fd, strange[i], "1234", 4));
			EXPECT_EQ(-EINVAL, emit(self->t.fd, strange[i], "", 0));
		}
		EXPECT_EQ(-ENOENT, emit(self->t.fd, 2, "1234", 4));
		EXPECT_EQ(-ENOENT, emit(self->t.fd, 2, "", 0));
		EXPECT_EQ(-ENOENT, emit(self->t.fd, INT32_MAX, "1234", 4));
		EXPECT_EQ(-ENOENT, emit(other, 1, "1234", 4));
		ASSERT_EQ(0, event_switch("t", true));
		ASSERT_EQ(0, event_switch("u", true));
	}
	EXPECT_STREQ("", event_trace("t"));

	/* Each file has its own indexes. */
	EXPECT_EQ(8, emit(self->t.fd, 0, "\1\0\0", 4));
	EXPECT_EQ(8, emit(self->t.fd, 1, "\2\0\0", 4));
	EXPECT_EQ(8, emit(other, 0, "\3\0\0", 4));
	ASSERT_EQ(0, event_switch("u", false));
	EXPECT_EQ(-EBADF, emit(other, 0, "\3\0\0", 4));
	EXPECT_NE(NULL, strstr(event_trace("t"), " a=0x1 (1)\n"));
	EXPECT_NE(NULL, strstr(event_trace("u"), " a=0x2 (2)\n a=0x3 (3)\n"));
	close(other);
}

TEST_F(writing, files)
{
	int other;
	pid_t pid;

	start(_metadata, &self->t, "t u32 a");
	other = open(DATA_FILE, O_RDONLY);
	EXPECT_EQ(-EBADF, emit(other, 0, "\1\0\0", 4));
	close(other);
	other = open(DATA_FILE, O_WRONLY);
	EXPECT_EQ(-ENOENT, emit(other, 0, "\1\0\0", 4));
	EXPECT_EQ(0, event_register_bit(other, "t u32 a", &self->t.word, 2));
	EXPECT_EQ(8, emit(other, 0, "\1\0\0", 4));
	close(other);
	EXPECT_STREQ(" a=0x1 (1)\n", event_trace("t"));

	/* A duplicate of the file descriptor, and the same file in a child. */
	other = dup(self->t.fd);
	EXPECT_EQ(8, emit(other, 0, "\2\0\0", 4));
	close(other);
	pid = fork();
	if (!pid) {
		EXPECT_EQ(8, emit(self->t.fd, 0, "\3\0\0", 4));
		_exit(0);
	}
	EXPECT_TRUE(child_end(pid, -1));
	EXPECT_STREQ(" a=0x1 (1)\n a=0x2 (2)\n a=0x3 (3)\n", event_trace("t"));

	/* The index stays valid after the event is unregistered. */
	EXPECT_EQ(0, event_unregister(self->t.fd, &self->t.word, 0));
	EXPECT_EQ(8, emit(self->t.fd, 0, "\4\0\0", 4));
	EXPECT_STREQ(" a=0x1 (1)\n a=0x2 (2)\n a=0x3 (3)\n a=0x4 (4)\n", event_trace("t"));
}

TEST_F(writing, other_requests)
{
	char text[16];

	start(_metadata, &self->t, "t u32 a");
	EXPECT_EQ(-EINVAL, result(read(self->t.fd, text, sizeof(text))));
	EXPECT_EQ(-ESPIPE, result(lseek(self->t.fd, 0, SEEK_END)));
	EXPECT_EQ(MAP_FAILED, mmap(NULL, 4096, PROT_READ, MAP_SHARED, self->t.fd, 0));
	EXPECT_EQ(ENODEV, errno);
	EXPECT_STREQ("", event_trace("t"));
}

TEST_F(writing, parts_of_all_sizes)
{
	char message[] = "\0\0\0\0\1\0\0\0\2\3\0";	/* the index and the fields */
	int len = sizeof(message) - 1, i, j;

	start(_metadata, &self->t, "t u32 a; u8 b; u16 c");
	for (i = 0; i <= len; i++) {
		for (j = i; j <= len; j++) {
			struct iovec parts[] = {
				{ message, i }, { NULL, 0 }, { message + i, j - i },
				{ message + j, len - j },
			};

			ASSERT_EQ(len, result(writev(self->t.fd, parts, ARRAY_SIZE(parts))))
				TH_LOG("%d, %d", i, j);
		}
		EXPECT_EQ(0, strncmp(" a=0x1 (1) b=(2) c=0x3 (3)\n", event_trace("t"), 27));
		ASSERT_EQ(0, file_truncate(TRACE_FILE));
	}

	/* One part per byte, and no parts. */
	{
		struct iovec parts[sizeof(message) - 1];

		for (i = 0; i < len; i++)
			parts[i] = (struct iovec){ message + i, 1 };
		EXPECT_EQ(len, result(writev(self->t.fd, parts, len)));
		EXPECT_EQ(-EINVAL, result(writev(self->t.fd, parts, len - 1)));
		EXPECT_EQ(-EFAULT, result(writev(self->t.fd, parts, 3)));
		EXPECT_EQ(0, result(writev(self->t.fd, parts, 0)));
	}
	EXPECT_STREQ(" a=0x1 (1) b=(2) c=0x3 (3)\n", event_trace("t"));
}

TEST_F(writing, memory_that_cannot_be_read)
{
	size_t page = sysconf(_SC_PAGESIZE);
	char *end = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
			 0) + page;
	__u32 index = 0;
	struct iovec parts[] = {
		{ &index, 4 }, { NULL, 4 },
	};

	ASSERT_EQ(0, mprotect(end, page, PROT_NONE));
	start(_metadata, &self->t, "t u32 a");
	start_perf(_metadata, &self->t);
	EXPECT_EQ(-EFAULT, result(write(self->t.fd, end, 8)));
	EXPECT_EQ(-EFAULT, result(write(self->t.fd, end - 3, 8)));
	EXPECT_EQ(-EFAULT, result(write(self->t.fd, end - 4, 8)));
	EXPECT_EQ(-EFAULT, result(write(self->t.fd, end - 7, 8)));
	EXPECT_EQ(-EFAULT, result(writev(self->t.fd, parts, 2)));
	EXPECT_EQ(-EFAULT, emit(self->t.fd, 0, end - 500, 1000));
	EXPECT_STREQ("", event_trace("t"));
	EXPECT_EQ(NULL, perf_next(self->t.page, 0));

	EXPECT_EQ(8, result(write(self->t.fd, end - 8, 8)));
	EXPECT_STREQ(" a=0x0 (0)\n", event_trace("t"));
	EXPECT_NE(NULL, perf_next(self->t.page, 4));

	/* A page that is not present is faulted in. */
	ASSERT_EQ(0, madvise(end - page, page, MADV_DONTNEED));
	EXPECT_EQ(8, result(write(self->t.fd, end - 8, 8)));
	EXPECT_STREQ(" a=0x0 (0)\n a=0x0 (0)\n", event_trace("t"));
}

/* Expected output of ftrace for each type. */
static const struct shown {
	const char *text, *payload;
	size_t len;
	const char *shown;
} types[] = {
	{ "t u8 a", "\xff", 1, " a='\xff'(255)\n" },
	{ "t u8 a", "\1", 1, " a=(1)\n" },
	{ "t s8 a", "A", 1, " a='A'(65)\n" },
	{ "t char a", "z", 1, " a='z'(122)\n" },
	{ "t unsigned char a", "\xc8", 1, " a='\xc8'(200)\n" },
	{ "t u16 a", "\xfe\xff", 2, " a=0xfffe (65534)\n" },
	{ "t short a", "\1\2", 2, " a=0x201 (513)\n" },
	{ "t u32 a", "\4\3\2\1", 4, " a=0x1020304 (16909060)\n" },
	{ "t int a", "\xff\xff\xff\xff", 4, " a=0xffffffff (-1)\n" },
	{ "t s64 a", "\xfe\xff\xff\xff\xff\xff\xff\xff", 8, " a=0xfffffffffffffffe (-2)\n" },
	{ "t u64 a", "\0\0\0\0\1\0\0\0", 8, " a=0x100000000 (4294967296)\n" },
	{ "t char[4] a", "ab\0c", 4, " a=ab\n" },
	{ "t char[4] a; char[4] b", "abcdefgh", 8, " a=abcd b=efgh\n" },
	{ "t unsigned char[4] a", "abcd", 4, " a=abcd\n" },
	{ "t struct s a 4; u8 b", "\1\0\0\0\2", 5, " a=0x1 (1) b=(2)\n" },
	{ "t struct s a 3; u8 b", "\1\0\0\2", 4, " a=<INVALID-SIZE> b=(2)\n" },
	{ "t u8 a; u64 b; u16 c", "\1\2\0\0\0\0\0\0\0\3\0", 11,
	  " a=(1) b=0x2 (2) c=0x3 (3)\n" },
	{ "t", "", 0, "No fields found\n" },
};

TEST_F(writing, what_ftrace_shows)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(types); i++) {
		start(_metadata, &self->t, types[i].text);
		EXPECT_EQ(4 + types[i].len, emit(self->t.fd, 0, types[i].payload, types[i].len));
		EXPECT_STREQ(types[i].shown, event_trace("t"))
			TH_LOG("%s", types[i].text);
		stop(_metadata, &self->t);
	}
}

/* A dynamic field and the bytes after it. If @shown is NULL, the record must be rejected. */
struct dynamic {
	__u32 loc;
	int len;
	const char *bytes, *shown;
};

/* Offsets of __data_loc count from the start of the record: the payload starts at 8. */
static const struct dynamic data_loc[] = {
	{ DYN_LOC(12, 3), 3, "hi", " a=hi\n" },
	{ DYN_LOC(13, 2), 3, "hi", " a=i\n" },
	{ DYN_LOC(14, 1), 3, "hi", " a=\n" },
	{ DYN_LOC(12, 4), 4, "a\0b", " a=a\n" },
	{ DYN_LOC(12, 0), 3, "hi", " a=\n" },
	{ DYN_LOC(12, 0), 0, "", " a=\n" },
	{ DYN_LOC(15, 0), 3, "hi", " a=\n" },

	/* Beyond the end of the record, by one byte or more. */
	{ DYN_LOC(12, 4), 3, "hi", NULL },
	{ DYN_LOC(13, 3), 3, "hi", NULL },
	{ DYN_LOC(15, 1), 3, "hi", NULL },
	{ DYN_LOC(16, 0), 3, "hi", NULL },
	{ DYN_LOC(0, 16), 3, "hi", NULL },
	{ DYN_LOC(1024, 3), 3, "hi", NULL },
	{ DYN_LOC(12, 1024), 3, "hi", NULL },
	{ DYN_LOC(12, 0xffffU), 3, "hi", NULL },
	{ DYN_LOC(0xffff, 0), 3, "hi", NULL },
	{ DYN_LOC(0xffff, 1), 3, "hi", NULL },
	{ DYN_LOC(0xffff, 0xffffU), 3, "hi", NULL },
	{ DYN_LOC(12, 1), 0, "", NULL },
	{ DYN_LOC(12, 3), 0, "", NULL },

	/* Missing NUL. */
	{ DYN_LOC(12, 1), 3, "hi", NULL },
	{ DYN_LOC(12, 2), 3, "hi", NULL },
	{ DYN_LOC(12, 3), 3, "hi!", NULL },
	{ DYN_LOC(12, 3), 3, "h\0!", NULL },
	{ DYN_LOC(12, 3), 4, "hi!", NULL },
};

/* Offsets of __rel_loc count from the end of the field itself. */
static const struct dynamic rel_loc[] = {
	{ DYN_LOC(0, 3), 3, "hi", " a=hi\n" },
	{ DYN_LOC(1, 2), 3, "hi", " a=i\n" },
	{ DYN_LOC(0, 0), 3, "hi", " a=\n" },
	{ DYN_LOC(0, 0), 0, "", " a=\n" },
	{ DYN_LOC(3, 0), 3, "hi", " a=\n" },

	{ DYN_LOC(0, 4), 3, "hi", NULL },
	{ DYN_LOC(1, 3), 3, "hi", NULL },
	{ DYN_LOC(3, 1), 3, "hi", NULL },
	{ DYN_LOC(4, 0), 3, "hi", NULL },
	{ DYN_LOC(0xffff, 1), 3, "hi", NULL },
	{ DYN_LOC(0xfffc, 4), 3, "hi", NULL },
	{ DYN_LOC(0, 0xffffU), 3, "hi", NULL },
	{ DYN_LOC(0, 1), 0, "", NULL },

	{ DYN_LOC(0, 2), 3, "hi", NULL },
	{ DYN_LOC(0, 3), 3, "hi!", NULL },
};

/* Arrays of numbers need no NUL. */
static const struct dynamic numbers[] = {
	{ DYN_LOC(12, 3), 3, "hi!", " a=68,69,21\n" },
	{ DYN_LOC(12, 1), 3, "hi!", " a=68\n" },
	{ DYN_LOC(12, 4), 3, "hi!", NULL },
};

static const struct {
	const char *text;
	const struct dynamic *records;
	int n;
} dynamics[] = {
	{ "t __data_loc char[] a", data_loc, ARRAY_SIZE(data_loc) },
	{ "t __data_loc unsigned char[] a", data_loc, ARRAY_SIZE(data_loc) },
	{ "t __data_loc char[5] a", data_loc, ARRAY_SIZE(data_loc) },
	{ "t __rel_loc char[] a", rel_loc, ARRAY_SIZE(rel_loc) },
	{ "t __rel_loc unsigned char[] a", rel_loc, ARRAY_SIZE(rel_loc) },
	{ "t __data_loc u8[] a", numbers, ARRAY_SIZE(numbers) },
	{ "t __data_loc u32[] a", numbers, ARRAY_SIZE(numbers) },
};

/* Write a record and check the output of ftrace and perf. The trace is empty before and after. */
static void expect_emitted(struct __test_metadata *_metadata, struct writer *t,
			   const void *payload, int len, const char *shown, int number)
{
	const void *raw;

	EXPECT_EQ(shown ? 4 + len : -EFAULT, emit(t->fd, 0, payload, len))
		TH_LOG("record %d", number);
	EXPECT_STREQ(shown ? : "", event_trace("t"))
		TH_LOG("record %d", number);
	raw = perf_next(t->page, len);
	EXPECT_EQ(!shown, !raw)
		TH_LOG("record %d", number);
	if (raw)
		EXPECT_EQ(0, memcmp(raw, payload, len));
	if (*event_trace("t"))
		ASSERT_EQ(0, file_truncate(TRACE_FILE));
}

static void dynamic_records(struct __test_metadata *_metadata, struct writer *t, const char *text,
			    const struct dynamic *records, int n)
{
	char payload[16];
	int i;

	start(_metadata, t, text);
	start_perf(_metadata, t);
	for (i = 0; i < n; i++) {
		memcpy(payload, &records[i].loc, 4);
		memcpy(payload + 4, records[i].bytes, records[i].len);
		expect_emitted(_metadata, t, payload, 4 + records[i].len, records[i].shown, i);
	}
	EXPECT_EQ(-EINVAL, emit(t->fd, 0, "\0\0\0", 3));
	stop_perf(t);
	stop(_metadata, t);
}

TEST_F(writing, dynamic_fields)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(dynamics); i++) {
		dynamic_records(_metadata, &self->t, dynamics[i].text, dynamics[i].records,
				dynamics[i].n);
		ASSERT_EQ(0, _metadata->exit_code)
			TH_LOG("%s", dynamics[i].text);
	}
}

/*
 * An empty string needs no NUL. The stock kernel checks the byte before it, even if that byte is
 * outside of the string or of the record.
 */
TEST_F(writing, empty_strings)
{
	static const struct dynamic data[] = {
		{ DYN_LOC(14, 0), 3, "hi", " a=\n" },
		{ DYN_LOC(10, 0), 3, "hi", " a=\n" },
		{ DYN_LOC(0, 0), 3, "hi", " a=\n" },
	};
	static const struct dynamic rel[] = {
		{ DYN_LOC(2, 0), 3, "hi", " a=\n" },
	};

	dynamic_records(_metadata, &self->t, "t __data_loc char[] a", data, ARRAY_SIZE(data));
	dynamic_records(_metadata, &self->t, "t __rel_loc char[] a", rel, ARRAY_SIZE(rel));
}

/* Two dynamic fields with another field after them. */
TEST_F(writing, several_dynamic_fields)
{
	static const struct {
		__u32 a, b;
		const char *shown;
	} places[] = {
		{ DYN_LOC(18, 3), DYN_LOC(5, 4), " a=hi b=you c=0x7 (7)\n" },
		{ DYN_LOC(21, 4), DYN_LOC(2, 3), " a=you b=hi c=0x7 (7)\n" },
		{ DYN_LOC(18, 7), DYN_LOC(2, 7), " a=hi b=hi c=0x7 (7)\n" },
		{ DYN_LOC(18, 3), DYN_LOC(6, 4), NULL },
		{ DYN_LOC(22, 4), DYN_LOC(5, 4), NULL },
		{ DYN_LOC(18, 3), DYN_LOC(5, 3), NULL },
		{ DYN_LOC(18, 2), DYN_LOC(5, 4), NULL },
	};
	char payload[17] = "12341234\7\0hi\0you";
	unsigned int i;

	start(_metadata, &self->t, "t __data_loc char[] a; __rel_loc char[] b; u16 c");
	start_perf(_metadata, &self->t);
	for (i = 0; i < ARRAY_SIZE(places); i++) {
		memcpy(payload, &places[i].a, 4);
		memcpy(payload + 4, &places[i].b, 4);
		expect_emitted(_metadata, &self->t, payload, sizeof(payload), places[i].shown, i);
	}
}

/* A payload is not validated if the event has no consumers. */
TEST_F(writing, dynamic_fields_while_not_recorded)
{
	const __u32 outside = DYN_LOC(0xffff, 0xffffU);

	ASSERT_EQ(0, event_register(self->t.fd, "t __data_loc char[] a", &self->t.word));
	EXPECT_EQ(-EBADF, emit(self->t.fd, 0, &outside, 4));
	EXPECT_EQ(-EBADF, emit(self->t.fd, 0, NULL, 4));
	EXPECT_EQ(-EINVAL, emit(self->t.fd, 0, &outside, 3));
}

TEST_F(writing, each_consumer_gets_the_payload)
{
	static const struct {
		__u32 loc, b;
		char text[4];
	} good = { DYN_LOC(16, 4), 5, "hi" }, bad = { DYN_LOC(16, 4), 5, "hi!!" };
	const char *hist;
	const void *raw;
	int i;

	start(_metadata, &self->t, "t __data_loc char[] a; u32 b");
	start_perf(_metadata, &self->t);
	ASSERT_EQ(0, file_write(EVENT_FILE("t", "trigger"), "hist:keys=a:vals=b"));
	for (i = 0; i < 3; i++) {
		EXPECT_EQ(4 + sizeof(good), emit(self->t.fd, 0, &good, sizeof(good)));
		EXPECT_EQ(-EFAULT, emit(self->t.fd, 0, &bad, sizeof(bad)));
		EXPECT_EQ(-EINVAL, emit(self->t.fd, 0, &good, 7));
	}
	EXPECT_STREQ(" a=hi b=0x5 (5)\n a=hi b=0x5 (5)\n a=hi b=0x5 (5)\n", event_trace("t"));
	for (i = 0; i < 3; i++) {
		raw = perf_next(self->t.page, sizeof(good));
		ASSERT_NE(NULL, raw);
		EXPECT_EQ(0, memcmp(raw, &good, sizeof(good)));
	}
	EXPECT_EQ(NULL, perf_next(self->t.page, 0));
	hist = file_read(EVENT_FILE("t", "hist"));
	EXPECT_NE(NULL, strstr(hist, "{ a: hi "));
	EXPECT_NE(NULL, strstr(hist, " hitcount:          3  b:         15\n"));
	EXPECT_NE(NULL, strstr(hist, "\n    Hits: 3\n    Entries: 1\n    Dropped: 0\n"));
	EXPECT_EQ(0, file_write(EVENT_FILE("t", "trigger"), "!hist:keys=a:vals=b"));

	/* Remove the consumers one by one. */
	ASSERT_EQ(0, file_truncate(TRACE_FILE));
	ASSERT_EQ(0, event_switch("t", false));
	EXPECT_EQ(4 + sizeof(good), emit(self->t.fd, 0, &good, sizeof(good)));
	EXPECT_STREQ("", event_trace("t"));
	EXPECT_NE(NULL, perf_next(self->t.page, sizeof(good)));
	stop_perf(&self->t);
	EXPECT_EQ(-EBADF, emit(self->t.fd, 0, &good, sizeof(good)));
}

TEST_F(writing, hist_alone)
{
	ASSERT_EQ(0, event_register(self->t.fd, "t u32 a", &self->t.word));
	ASSERT_EQ(0, file_write(EVENT_FILE("t", "trigger"), "hist:keys=a"));
	EXPECT_EQ(8, emit(self->t.fd, 0, "\7\0\0", 4));
	EXPECT_EQ(8, emit(self->t.fd, 0, "\7\0\0", 4));
	EXPECT_STREQ("", event_trace("t"));
	EXPECT_NE(NULL, strstr(file_read(EVENT_FILE("t", "hist")),
			       "{ a:          7 } hitcount:          2\n"));
	ASSERT_EQ(0, file_write(EVENT_FILE("t", "trigger"), "!hist:keys=a"));
	EXPECT_EQ(-EBADF, emit(self->t.fd, 0, "\7\0\0", 4));
}

/* Writing a record succeeds even if a filter drops it. */
TEST_F(writing, filter)
{
	static const struct {
		__u32 a, loc;
		char text[4];
	} hi = { 3, DYN_LOC(16, 4), "hi" };

	start(_metadata, &self->t, "t u32 a; __data_loc char[] b");
	ASSERT_EQ(0, file_write(EVENT_FILE("t", "filter"), "a > 5"));
	EXPECT_EQ(4 + sizeof(hi), emit(self->t.fd, 0, &hi, sizeof(hi)));
	EXPECT_STREQ("", event_trace("t"));
	ASSERT_EQ(0, file_write(EVENT_FILE("t", "filter"), "a < 5 && b == \"hi\""));
	EXPECT_EQ(4 + sizeof(hi), emit(self->t.fd, 0, &hi, sizeof(hi)));
	EXPECT_STREQ(" a=0x3 (3) b=hi\n", event_trace("t"));
	ASSERT_EQ(0, file_write(EVENT_FILE("t", "filter"), "b ~ \"*o\""));
	EXPECT_EQ(4 + sizeof(hi), emit(self->t.fd, 0, &hi, sizeof(hi)));
	EXPECT_STREQ(" a=0x3 (3) b=hi\n", event_trace("t"));
}

TEST_F(writing, tracing_off)
{
	start(_metadata, &self->t, "t u32 a");
	ASSERT_EQ(0, file_write(TRACEFS "tracing_on", "0"));
	EXPECT_EQ(1, self->t.word);
	EXPECT_EQ(8, emit(self->t.fd, 0, "\1\0\0", 4));
	EXPECT_STREQ("", event_trace("t"));
	ASSERT_EQ(0, file_write(TRACEFS "tracing_on", "1"));
	EXPECT_EQ(8, emit(self->t.fd, 0, "\1\0\0", 4));
	EXPECT_STREQ(" a=0x1 (1)\n", event_trace("t"));
}

/* Results of the threads that write continuously. */
struct stress {
	int fd, stop, written, refused, wrong;
};

static void *emit_always(void *arg)
{
	static const __u32 hi[] = { DYN_LOC(12, 4), 0x216968 };
	struct stress *stress = arg;
	int ret;

	while (!__atomic_load_n(&stress->stop, __ATOMIC_RELAXED)) {
		ret = emit(stress->fd, 0, hi, sizeof(hi));
		__atomic_add_fetch(ret == 4 + sizeof(hi) ? &stress->written :
				   ret == -EBADF ? &stress->refused : &stress->wrong, 1,
				   __ATOMIC_RELAXED);
	}
	return NULL;
}

/* Wait up to 20 s until the counter increases. Sleep in between, so that writers get the CPU. */
static void await_another(const int *count)
{
	const int before = __atomic_load_n(count, __ATOMIC_RELAXED);
	const time_t end = time(NULL) + 20;

	while (__atomic_load_n(count, __ATOMIC_RELAXED) == before && time(NULL) < end)
		usleep(1000);
}

/* Each change takes some tenths of a second on busy CPUs, because it waits for all of them. */
#define SWITCHES	12

/*
 * Enable and disable the event while threads write. In every second round, wait until a record was
 * written and, if @off_for_all, until one was refused. Other rounds have no delay.
 */
static void emit_and_switch(struct __test_metadata *_metadata, struct stress *stress,
			    bool off_for_all)
{
	pthread_t ids[2];
	int i;

	for (i = 0; i < 2; i++)
		ASSERT_EQ(0, pthread_create(&ids[i], NULL, emit_always, stress));
	for (i = 0; i < SWITCHES; i++) {
		EXPECT_EQ(0, event_switch("t", true));
		if (i % 2)
			await_another(&stress->written);
		EXPECT_EQ(0, event_switch("t", false));
		if (i % 2 && off_for_all)
			await_another(&stress->refused);
	}
	__atomic_store_n(&stress->stop, 1, __ATOMIC_RELAXED);
	for (i = 0; i < 2; i++)
		ASSERT_EQ(0, pthread_join(ids[i], NULL));
	EXPECT_EQ(0, stress->wrong);
	EXPECT_LE(SWITCHES / 2, stress->written);
	EXPECT_LE(off_for_all ? SWITCHES / 2 : 0, stress->refused);
	if (!off_for_all)
		EXPECT_EQ(0, stress->refused);
}

TEST_F_TIMEOUT(writing, while_it_is_switched, 120)
{
	struct stress stress = { .fd = self->t.fd };
	char hits[64];

	ASSERT_EQ(0, event_register(self->t.fd, "t __data_loc char[] a", &self->t.word));
	emit_and_switch(_metadata, &stress, true);

	/* A histogram that stays attached counts all records while other consumers change. */
	stress = (struct stress){ .fd = self->t.fd };
	ASSERT_EQ(0, file_write(EVENT_FILE("t", "trigger"), "hist:keys=a"));
	emit_and_switch(_metadata, &stress, false);
	snprintf(hits, sizeof(hits), "Hits: %d\n    Entries: 1\n", stress.written);
	EXPECT_NE(NULL, strstr(file_read(EVENT_FILE("t", "hist")), hits))
		TH_LOG("%s%s", hits, file_read(EVENT_FILE("t", "hist")));
}

TEST_HARNESS_MAIN
