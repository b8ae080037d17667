// SPDX-License-Identifier: GPL-2.0-only
/* Boundaries of all buckets, compared with a search that follows their definition. */

#include "fixture.h"

/* The definition of an unsigned bucket, written as loops over ranges. */
static u32 bucket_by_definition(u64 val)
{
	u64 first = 64, width = 2;
	u32 id = 64;

	if (val < 64)
		return val;
	for (;; first *= 2, width *= 2, id += 32) {
		if (val - first < 32 * width)
			return id + (val - first) / width;
	}
}

TEST(unsigned_buckets_follow_definition)
{
	u64 state = 1, val;
	int i;

	for (i = 0; i < 64; i++) {
		for (val = (1ULL << i) - 3; val != (1ULL << i) + 3; val++)
			EXPECT_EQ(hist_bucket_of(val, false), bucket_by_definition(val));
	}
	for (i = 0; i < 1000000; i++) {
		val = test_random(&state) >> test_random(&state) % 64;
		EXPECT_EQ(hist_bucket_of(val, false), bucket_by_definition(val));
	}
}

/* Each value belongs to one bucket: all are contiguous, and the first and last one are the ends. */
TEST(unsigned_buckets_cover_all_values)
{
	u64 next = 0;
	u32 id;

	for (id = 0; id < HIST_BUCKETS_UNSIGNED; id++) {
		u64 first = hist_bucket_first(id, false), last = hist_bucket_last(id, false);

		EXPECT(first == next);
		EXPECT(last >= first);
		EXPECT_EQ(hist_bucket_of(first, false), id);
		EXPECT_EQ(hist_bucket_of(last, false), id);
		EXPECT_EQ(hist_bucket_of(first + (last - first) / 2, false), id);
		/* Exact below 64, and at most 1/32 wide above. */
		EXPECT(first < 64 ? last == first : last - first + 1 <= first / 32);
		next = last + 1;
	}
	EXPECT_EQ(next, 0);
	EXPECT_EQ(hist_bucket_of(U64_MAX, false), HIST_BUCKETS_UNSIGNED - 1);
}

TEST(signed_buckets_cover_all_values)
{
	u64 next = S64_MIN;
	u32 id, lowest = hist_bucket_of(S64_MIN, true), highest = hist_bucket_of(S64_MAX, true);

	EXPECT_EQ(lowest, 32);
	EXPECT_EQ(highest, 3807);
	EXPECT(highest < HIST_BUCKETS);
	for (id = lowest; id <= highest; id++) {
		u64 first = hist_bucket_first(id, true), last = hist_bucket_last(id, true);

		EXPECT(first == next);
		EXPECT((s64)last >= (s64)first);
		EXPECT_EQ(hist_bucket_of(first, true), id);
		EXPECT_EQ(hist_bucket_of(last, true), id);
		next = last + 1;
	}
	EXPECT(next == (u64)S64_MIN);
}

/* A negative bucket has the values of the positive one with the other sign. */
TEST(negative_buckets_are_mirrored)
{
	u32 id;

	for (id = hist_bucket_of(1, true); id <= hist_bucket_of(S64_MAX, true); id++) {
		u64 first = hist_bucket_first(id, true), last = hist_bucket_last(id, true);
		u32 mirrored = hist_bucket_of(-first, true);

		EXPECT_EQ(mirrored, 2 * 1920 - id);
		EXPECT(hist_bucket_last(mirrored, true) == -first);
		EXPECT(hist_bucket_first(mirrored, true) == -last);
		EXPECT_EQ(hist_bucket_of(first, false), id - 1920);
	}
	EXPECT_EQ(hist_bucket_of(-1, true), 1919);
	EXPECT_EQ(hist_bucket_of(0, true), 1920);
}
