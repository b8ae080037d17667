// SPDX-License-Identifier: GPL-2.0
/*
 * Payloads of all lengths and contents: each consumer gets exactly what the result of write()
 * promises.
 */
#define _GNU_SOURCE
#include <sys/uio.h>

#include "kselftest_harness.h"
#include "fault_injection.h"
#include "user_events_test.h"

#define RECORD_HEAD	8
#define PAYLOAD_MAX	32767
#define PERF_PAGES	64
#define CPU0		TRACEFS "per_cpu/cpu0/"
#define SUBBUF_FILE	TRACEFS "buffer_subbuf_size_kb"

FIXTURE(payloads)
{
	int fd, log, word, perf;
	unsigned int seed;
	struct perf_event_mmap_page *page;
	unsigned char *payload;
};

FIXTURE_SETUP(payloads)
{
	const char *seed = getenv("SEED");
	cpu_set_t cpus;

	PREPARE(return);
	self->log = log_open();
	self->fd = data_open();
	ASSERT_LE(0, self->fd);
	self->perf = -1;
	self->payload = pages_make(20, MAP_PRIVATE);
	self->seed = seed ? atoi(seed) : time(NULL);

	/* Record in the buffer of one CPU only. */
	CPU_ZERO(&cpus);
	CPU_SET(0, &cpus);
	ASSERT_EQ(0, sched_setaffinity(0, sizeof(cpus), &cpus));
}

static size_t perf_size(void)
{
	return (1 + PERF_PAGES) * sysconf(_SC_PAGESIZE);
}

FIXTURE_TEARDOWN(payloads)
{
	if (self->perf >= 0) {
		munmap(self->page, perf_size());
		close(self->perf);
	}
	event_switch("t", false);
	event_unregister(self->fd, &self->word, 0);
	close(self->fd);
	EXPECT_EQ(0, file_write(SUBBUF_FILE, "4"));
	EXPECT_TRUE(FINALLY(!events_active()));
	EXPECT_STREQ("", log_complaint(self->log));
}

/* Return: number of records in ftrace's buffer. */
static int ftrace_records(void)
{
	int entries = -1;

	sscanf(file_read(CPU0 "stats"), "entries: %d", &entries);
	return entries;
}

/* Return: largest payload that ftrace accepts: a sub-buffer without the headers. */
static int ftrace_max(void)
{
	const char *line = strstr(file_read(TRACEFS "events/header_page"), "char data;");
	int size = -1;

	if (line)
		sscanf(line, "char data; offset:%*d; size:%d;", &size);
	return size - 2 * (int)sizeof(__u32) - RECORD_HEAD;
}

/* Read the only record of ftrace. Return: true if it has exactly this payload. */
static bool ftrace_has(const void *payload, size_t len)
{
	static __u32 page[1 << 14];
	int fd = open(CPU0 "trace_pipe_raw", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	size_t at = 4, length;	/* skip the timestamp and the length of the page */
	ssize_t size;

	/* Skip pages that have only padding (29). */
	do
		size = read(fd, page, sizeof(page));
	while (size > 0 && (page[at] & 0x1f) == 29);
	close(fd);
	/* Skip time extends (30) and timestamps (31). */
	while (size > 0 && (page[at] & 0x1f) >= 30)
		at += 2;
	if (size <= 0)
		return false;
	length = (page[at] & 0x1f) * 4;
	if (!length)
		length = page[++at] - sizeof(__u32);
	return length >= RECORD_HEAD + len && length < RECORD_HEAD + len + 8 &&
	       !memcmp(&page[at + 1 + RECORD_HEAD / 4], payload, len);
}

static void perf_start(struct __test_metadata *_metadata, FIXTURE_DATA(payloads) *self)
{
	self->perf = perf_open("t", PERF_SAMPLE_RAW);
	ASSERT_LE(0, self->perf);
	self->page = mmap(NULL, perf_size(), PROT_READ | PROT_WRITE, MAP_SHARED, self->perf, 0);
	ASSERT_NE(MAP_FAILED, self->page);
}

static void perf_stop(FIXTURE_DATA(payloads) *self)
{
	munmap(self->page, perf_size());
	close(self->perf);
	self->perf = -1;
}

/* Read the only record of perf. Return: true if it has exactly this payload. */
static bool perf_has(struct perf_event_mmap_page *page, const void *payload, size_t len)
{
	static unsigned char record[1 << 14];
	const unsigned char *data = (unsigned char *)page + page->data_offset;
	__u64 from = page->data_tail, to = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE), i;
	struct perf_event_header header;
	__u32 size;

	if (to - from < sizeof(header) + sizeof(size) || to - from > sizeof(record))
		return false;
	for (i = from; i < to; i++)
		record[i - from] = data[i % page->data_size];
	__atomic_store_n(&page->data_tail, to, __ATOMIC_RELEASE);
	memcpy(&header, record, sizeof(header));
	memcpy(&size, record + sizeof(header), sizeof(size));
	return header.type == PERF_RECORD_SAMPLE && header.size == to - from &&
	       size >= RECORD_HEAD + len && size < RECORD_HEAD + len + 8 &&
	       !memcmp(record + sizeof(header) + sizeof(size) + RECORD_HEAD, payload, len);
}

static int emit(FIXTURE_DATA(payloads) *self, int len)
{
	struct iovec parts[] = { { &(__u32){ 0 }, 4 }, { self->payload, len } };

	return result(writev(self->fd, parts, 2));
}

/* Write a payload, and check which consumers got it. */
static void expect_taken(struct __test_metadata *_metadata, FIXTURE_DATA(payloads) *self, int len,
			 bool ftrace, bool perf)
{
	EXPECT_EQ(ftrace || perf ? 4 + len : -E2BIG, emit(self, len))
		TH_LOG("%d bytes%s%s", len, ftrace ? ", ftrace" : "", perf ? ", perf" : "");
	EXPECT_EQ(ftrace, ftrace_records())
		TH_LOG("%d bytes", len);
	if (ftrace)
		EXPECT_TRUE(ftrace_has(self->payload, len))
			TH_LOG("%d bytes", len);
	if (self->perf >= 0)
		EXPECT_EQ(perf, perf_has(self->page, self->payload, len))
			TH_LOG("%d bytes", len);
}

/* Write payloads with lengths around each possible limit, but not an empty one. */
static void each_length(struct __test_metadata *_metadata, FIXTURE_DATA(payloads) *self,
			int ftrace_max, int perf_max)
{
	const int lens[] = { 5, 256 - 8, 256, 1024 - 8, 1024, 4096 - 32, 4096 - 12, 4096,
			     8192 - 12, 8192, 16384, PAYLOAD_MAX, 70000 };
	unsigned int i;
	int len;

	for (i = 0; i < ARRAY_SIZE(lens); i++)
		for (len = lens[i] - 4; len <= lens[i] + 4; len++)
			expect_taken(_metadata, self, len, len <= ftrace_max, len <= perf_max);
}

/* Register the event, and write payloads to ftrace, to ftrace and perf, and to perf. */
static void each_consumer(struct __test_metadata *_metadata, FIXTURE_DATA(payloads) *self,
			  const char *text, int ftrace_max)
{
	const int perf_max = 8192 - 4 - RECORD_HEAD;
	int len;

	for (len = 0; len < 20 * sysconf(_SC_PAGESIZE); len++)
		self->payload[len] = len * 7 + (len >> 8);
	ASSERT_EQ(0, event_register(self->fd, text, &self->word));
	ASSERT_EQ(0, event_switch("t", true));

	ASSERT_LT(1024, ftrace_max);
	each_length(_metadata, self, ftrace_max, -1);
	perf_start(_metadata, self);
	each_length(_metadata, self, ftrace_max, perf_max);
	ASSERT_EQ(0, event_switch("t", false));
	each_length(_metadata, self, -1, perf_max);
	perf_stop(self);
}

/*
 * The limits of ftrace and perf differ. Each consumer gets the payloads within its own limit. The
 * write fails if no consumer accepts the payload.
 */
TEST_F(payloads, lengths)
{
	int len;

	each_consumer(_metadata, self, "t", ftrace_max());

	/* Larger sub-buffers may raise ftrace's limit. The write must succeed if it is recorded. */
	ASSERT_EQ(0, event_switch("t", true));
	expect_taken(_metadata, self, 0, true, false);
	ASSERT_EQ(0, file_write(SUBBUF_FILE, "64"));
	ASSERT_LT(PAYLOAD_MAX, ftrace_max());
	for (len = 1000; len < 70000; len += 500) {
		int ret = emit(self, len);

		EXPECT_EQ(ftrace_records() ? 4 + len : -E2BIG, ret);
		if (ret > 0)
			EXPECT_TRUE(ftrace_has(self->payload, len));
	}
}

/* If an event has strings, ftrace stores a NUL after the payload, which must fit as well. */
TEST_F(payloads, lengths_with_text)
{
	each_consumer(_metadata, self, "t char[1] s", ftrace_max() - 1);
}

/* A histogram needs no record in a buffer, so that the size of sub-buffers is no limit. */
TEST_F(payloads, histogram_alone)
{
	static const int lens[] = { 0, 256, 257, 1024, PAYLOAD_MAX };
	char hits[32];
	int i;

	ASSERT_EQ(0, event_register(self->fd, "t", &self->word));
	ASSERT_EQ(0, file_write(EVENT_FILE("t", "trigger"), "hist:keys=common_pid"));
	ASSERT_GT(PAYLOAD_MAX, ftrace_max());
	for (i = 0; i < (int)ARRAY_SIZE(lens); i++)
		EXPECT_EQ(4 + lens[i], emit(self, lens[i]));
	EXPECT_EQ(-E2BIG, emit(self, PAYLOAD_MAX + 1));

	snprintf(hits, sizeof(hits), "Hits: %d\n", (int)ARRAY_SIZE(lens));
	EXPECT_NE(NULL, strstr(file_read(EVENT_FILE("t", "hist")), hits));
	EXPECT_EQ(0, ftrace_records());
	EXPECT_EQ(0, file_write(EVENT_FILE("t", "trigger"), "!hist:keys=common_pid"));
}

/* A histogram counts an event whose record is too large for the ring buffer. */
TEST_F(payloads, histogram_of_a_recorded_event)
{
	int len;

	ASSERT_EQ(0, event_register(self->fd, "t", &self->word));
	ASSERT_EQ(0, event_switch("t", true));
	ASSERT_GT(PAYLOAD_MAX, ftrace_max());
	len = ftrace_max() + 1;
	EXPECT_EQ(-E2BIG, emit(self, len));
	ASSERT_EQ(0, file_write(EVENT_FILE("t", "trigger"), "hist:keys=common_pid"));
	EXPECT_EQ(4 + len, emit(self, len));
	EXPECT_EQ(4 + len - 1, emit(self, len - 1));
	EXPECT_NE(NULL, strstr(file_read(EVENT_FILE("t", "hist")), "Hits: 2\n"));
	EXPECT_EQ(1, ftrace_records());
	EXPECT_EQ(0, file_write(EVENT_FILE("t", "trigger"), "!hist:keys=common_pid"));
	EXPECT_EQ(-E2BIG, emit(self, len));
	EXPECT_EQ(0, event_switch("t", false));
}

/* A dynamic field of the event with random payloads. */
struct field {
	int at;
	bool relative, text;
};

static const struct field fields[] = {
	{ 0, true, true }, { 5, false, false }, { 9, false, true }, { 13, true, false },
};

#define FIELDS		"t __rel_loc char[] a; u8 b; __data_loc u8[] c; __data_loc char[] d;" \
			"__rel_loc u32[] e"
#define FIELDS_SIZE	17

/* Return: true if the location in a dynamic field is valid. */
static bool is_right(const struct field *field, const unsigned char *payload, int len)
{
	__u32 loc;
	int from, size;

	memcpy(&loc, payload + field->at, sizeof(loc));
	size = loc >> 16;
	from = (loc & 0xffff) + (field->relative ? field->at + 4 : -RECORD_HEAD);
	if (!size)
		return from <= len;
	return from >= 0 && from + size <= len && (!field->text || !payload[from + size - 1]);
}

/* Generate a payload in which about half of the locations are valid. */
static void make_payload(unsigned int *seed, unsigned char *payload, int len)
{
	size_t i;
	int n;

	for (n = 0; n < len; n++)
		payload[n] = rand_r(seed) % 3 ? rand_r(seed) : 0;
	for (i = 0; i < ARRAY_SIZE(fields) && len >= FIELDS_SIZE; i++) {
		int from = rand_r(seed) % (len + 2), size = rand_r(seed) % (len - from + 2);
		__u32 loc;

		if (rand_r(seed) % 8 == 0)
			continue;
		if (fields[i].text && from + size <= len && size > 0 && rand_r(seed) % 4)
			payload[from + size - 1] = 0;
		from -= fields[i].relative ? fields[i].at + 4 : -RECORD_HEAD;
		loc = (__u32)size << 16 | (from & 0xffff);
		memcpy(payload + fields[i].at, &loc, sizeof(loc));
	}
}

/* Payloads with invalid locations must not be recorded. */
TEST_F(payloads, contents)
{
	int len, n, accepted = 0, rejected = 0;

	TH_LOG("SEED=%u repeats it", self->seed);
	ASSERT_EQ(0, event_register(self->fd, FIELDS, &self->word));
	ASSERT_EQ(0, event_switch("t", true));
	perf_start(_metadata, self);
	for (len = 0; len <= 64; len++) {
		for (n = 0; n < 40; n++) {
			bool right = len >= FIELDS_SIZE;
			size_t i;
			int ret;

			make_payload(&self->seed, self->payload, len);
			for (i = 0; i < ARRAY_SIZE(fields) && right; i++)
				right = is_right(&fields[i], self->payload, len);
			ret = emit(self, len);
			if (right) {
				EXPECT_EQ(4 + len, ret);
				EXPECT_TRUE(ftrace_has(self->payload, len));
			} else {
				EXPECT_EQ(len < FIELDS_SIZE ? -EINVAL : -EFAULT, ret);
			}
			EXPECT_EQ(right, perf_has(self->page, self->payload, len));
			if (right)
				accepted++;
			else
				rejected++;
		}
	}
	EXPECT_EQ(0, ftrace_records());
	/* Both must have been tested. */
	EXPECT_LT(100, accepted);
	EXPECT_LT(100, rejected);
	TH_LOG("%d/%d", accepted, rejected);
}

/*
 * Event probes read strings up to a NUL. A payload is followed by a NUL in all buffers, even where
 * an older record had other bytes at that position.
 */
TEST_F(payloads, text_without_nul)
{
	int i, index = event_register(self->fd, "t u32 n; char[8] s", &self->word);
	struct {
		int index;
		__u32 n;
		char s[8];
	} packet = { .index = index };

	ASSERT_LE(0, index);
	ASSERT_EQ(0, command("e:probes/p user_events/t n=$n s=$s:string"));
	ASSERT_EQ(0, file_write(TRACEFS "events/probes/p/enable", "1"));
	ASSERT_EQ(0, event_switch("t", true));
	memset(packet.s, 'x', sizeof(packet.s));
	memset(&packet.n, 'x', sizeof(packet.n));
	for (i = 0; i < 50; i++)
		EXPECT_EQ(sizeof(packet), write(self->fd, &packet, sizeof(packet)));
	EXPECT_EQ(0, file_truncate(TRACE_FILE));

	packet.n = 7;
	memcpy(packet.s, "that's 8", sizeof(packet.s));
	EXPECT_EQ(sizeof(packet), write(self->fd, &packet, sizeof(packet)));
	EXPECT_NE(NULL, strstr(file_read(TRACE_FILE), "n=0x7 s=\"that's 8\"\n"))
		TH_LOG("%s", file_read(TRACE_FILE));

	EXPECT_EQ(0, file_write(TRACEFS "events/probes/p/enable", "0"));
	EXPECT_EQ(0, command("-:probes/p"));
}

TEST_HARNESS_MAIN
