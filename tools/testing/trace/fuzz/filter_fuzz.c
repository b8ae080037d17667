// SPDX-License-Identifier: GPL-2.0-only
/*
 * Any text as a filter, any bytes as a record.  The input is the filter up to the first byte
 * of value 1, and behind it a byte that says which allocation fails, if any, a byte that
 * says what the pointer points at, and the record.
 *
 * What is rejected must be so with a place in the text.  What is accepted must run, read
 * nothing but the record, and say the opposite when it is negated.
 */

#include <fuzz.h>
#include <linux/kernel.h>
#include <linux/string.h>
#include <linux/unaligned.h>

#include "filter/limits.h"
#include "filter_make.h"

/* All that a record has besides its dynamic data. */
#define FIXED	offsetof(struct fake_record, data)

static struct filter_program *make(const char *text, u32 len)
{
	struct trace_diag diag = {};
	struct filter_program *program = filter_make(text, len, &diag);
	int ret = PTR_ERR_OR_ZERO(program);

	CHECK(!ret || ret == -EINVAL || ret == -ENOMEM);
	CHECK(is_filter_explained(program, &diag, len));
	if (ret)
		return NULL;
	CHECK(is_filter_sound(program));
	return program;
}

/* Without memory there is no filter, whatever is wrong with it besides. */
static void check_without_memory(const char *text, u32 len, u8 nth)
{
	struct filter_program *program;

	shim_fail_nth(nth);
	program = make(text, len);
	CHECK(!shim_failed() || !program);
	filter_program_free(program);
	CHECK(!shim_allocs());
}

/* Records say nothing of data that they do not have. */
static void put_location(u8 *record, u32 size, u32 member, bool is_relative)
{
	u32 from = is_relative ? member + sizeof(u32) : 0;
	u32 loc = get_unaligned((u32 *)(record + member));
	u32 off = FIXED + (loc & 0xffff) % (size - FIXED + 1);
	u32 len = (loc >> 16) % (size - off + 1);

	put_unaligned((off - from) | len << 16, (u32 *)(record + member));
}

/*
 * The pointer leads into the record, to where it may end without a NUL, or to nothing;
 * other addresses lead nowhere, as none of them is a program's.
 */
static u8 *make_record(const u8 *bytes, size_t n, u8 pointer)
{
	u32 size = max_t(size_t, FIXED, n);
	u8 *record = malloc(size);
	u64 addr = pointer ? (u64)(record + size - min_t(u32, pointer, size)) : 0;

	memset(record, 0, size);
	if (n)
		memcpy(record, bytes, n);
	put_location(record, size, offsetof(struct fake_record, dyn), false);
	put_location(record, size, offsetof(struct fake_record, mask), false);
	put_location(record, size, offsetof(struct fake_record, rel), true);
	put_location(record, size, offsetof(struct fake_record, rel_mask), true);
	put_unaligned(addr, (u64 *)(record + offsetof(struct fake_record, ptr)));
	shim_user_memory = (const char *)1;
	shim_user_memory_end = (const char *)2;
	return record;
}

/* The filter as a part of another one. */
static bool run_in(const char *before, const char *text, u32 len, const char *behind,
		   const u8 *record)
{
	u32 all = strlen(before) + len + strlen(behind);
	char *copy = malloc(all + 1);
	struct filter_program *program;
	bool ret;

	sprintf(copy, "%s%.*s%s", before, (int)len, text, behind);
	program = make(copy, all);
	CHECK(program);
	CHECK(!filter_exec_prepare(program));
	ret = filter_run(program, record);
	filter_program_free(program);
	free(copy);
	return ret;
}

static void check_answers(const char *text, u32 len, const u8 *record)
{
	bool answer = run_in("", text, len, "", record);

	/* Less than the longest text, so that it may become longer. */
	CHECK(run_in("!(", text, len, ")", record) == !answer);
	CHECK(run_in("(", text, len, ") && u8 >= 0", record) == answer);
	CHECK(run_in("u8 < 0 || (", text, len, ")", record) == answer);
	CHECK(run_in("u8 >= 0 || ", text, len, "", record));
	CHECK(!run_in("!(u8 < 0 && (", text, len, ")) && u8 < 0", record));
}

int fuzz_one(const u8 *data, size_t size)
{
	const u8 *end = memchr(data, 1, size);
	size_t len = end ? end - data : size;
	/* Three bytes stand between the text and the record. */
	size_t head = min(len + 3, size);
	const char *text = (const char *)data;
	struct filter_program *program;
	u8 *record;

	if (len + 1 < size && data[len + 1])
		check_without_memory(text, len, data[len + 1]);
	program = make(text, len);
	if (program) {
		CHECK(len <= FILTER_TEXT_MAX / 2);
		record = make_record(data + head, size - head, len + 2 < size ? data[len + 2] : 0);
		check_answers(text, len, record);
		free(record);
		filter_program_free(program);
	}
	CHECK(!shim_allocs());
	return 0;
}
