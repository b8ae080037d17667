// SPDX-License-Identifier: GPL-2.0-only
/*
 * Validation of user event payloads: a payload is valid if its dynamic fields
 * refer only to data within it.
 *
 * Every payload is a separate allocation of its exact size, so that
 * AddressSanitizer detects reads outside of it.
 */

#include <linux/kernel.h>
#include <linux/string.h>

#include "fixture.h"
#include "harness.h"
#include "user_events/tests/payload_cases.h"

static struct user_event_layout *must_define(const char *text)
{
	struct trace_diag diag = {};
	struct user_event_layout *layout = user_define(text, strlen(text), &diag);

	if (!IS_ERR(layout))
		return layout;
	test_fail(__FILE__, __LINE__, "'%s': %s", text, user_event_diag_messages[diag.code]);
	exit(1);
}

static bool is_valid(const struct user_event_layout *layout, const void *payload, u32 size)
{
	bool ret;

	EXPECT(size >= layout->min_size);
	/* Payloads are validated in atomic context. */
	shim_atomic = true;
	ret = user_event_payload_is_valid(layout, payload, size);
	shim_atomic = false;
	return ret;
}

TEST(sizes_and_locations)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(payload_cases); i++) {
		const struct payload_case *c = &payload_cases[i];
		struct user_event_layout *layout = must_define(c->text);
		u8 *payload = kmalloc(c->size, GFP_KERNEL);

		fill_payload(c, payload);
		EXPECT_EQ(layout->n_locs, c->n_locs);
		if (is_valid(layout, payload, c->size) != c->is_valid)
			test_fail(__FILE__, __LINE__, "%s: is %svalid", c->desc,
				  c->is_valid ? "in" : "");
		kfree(payload);
		user_event_layout_free(layout);
	}
}

/*
 * Only the locations of dynamic fields are validated; other bytes may have any
 * value.
 */
TEST(other_bytes_are_not_validated)
{
	struct user_event_layout *layout =
		must_define("e u8 a; char[7] b; struct s c 3; s64 d; int e");
	u8 bytes[64];
	u64 state = 1;
	unsigned int round, i;

	for (round = 0; round < 10000; round++) {
		u32 size = layout->min_size + test_random(&state) % 20;
		u8 *payload;

		for (i = 0; i < size; i++)
			bytes[i] = test_random(&state);
		payload = kmemdup(bytes, size, GFP_KERNEL);
		EXPECT(is_valid(layout, payload, size));
		kfree(payload);
	}
	user_event_layout_free(layout);
}

#define FIELDS_MAX	8

/* Location word of a dynamic field. */
struct place {
	u32 at;
	bool is_rel, is_text;
};

/*
 * Reference implementation with signed arithmetic: the data are within the
 * payload, and text ends with a NUL. The offset of empty data must not be
 * beyond the payload.
 */
static bool is_right(const u8 *payload, long size, const struct place *place)
{
	long from, len, i;
	u32 loc;

	memcpy(&loc, payload + place->at, sizeof(loc));
	from = loc % 65536;
	len = loc / 65536;
	if (place->is_rel)
		from += place->at + 4;
	else
		from -= 8;
	if (!len)
		return from <= size;
	for (i = from; i < from + len; i++)
		if (i < 0 || i >= size)
			return false;
	return !place->is_text || payload[from + len - 1] == '\0';
}

static const char *const loc_types[2][2] = {
	{ "__data_loc u8[]", "__data_loc unsigned char[]" },
	{ "__rel_loc int", "__rel_loc char[]" },
};

/*
 * Every offset and length for payloads of up to 24 bytes, including invalid
 * ones.
 */
static void expect_every_location(unsigned int before, bool is_rel, bool is_text)
{
	const struct place place = { before, is_rel, is_text };
	struct user_event_layout *layout;
	u32 size, from, len;
	char text[64];
	u8 bytes[64];

	if (before)
		scnprintf(text, sizeof(text), "e char[%u] a; %s x", before,
			  loc_types[is_rel][is_text]);
	else
		scnprintf(text, sizeof(text), "e %s x", loc_types[is_rel][is_text]);
	layout = must_define(text);

	for (size = before + 4; size <= 24; size++) {
		for (from = 0; from < size + 12; from++) {
			for (len = 0; len < size + 12; len++) {
				u32 loc = from | len << 16;
				u8 *payload;

				/* Every third byte is a NUL. */
				memset(bytes, 'x', sizeof(bytes));
				for (u32 i = 0; i < size; i += 3)
					bytes[i] = '\0';
				memcpy(bytes + before, &loc, sizeof(loc));
				payload = kmemdup(bytes, size, GFP_KERNEL);
				EXPECT_EQ(is_valid(layout, payload, size),
					  is_right(payload, size, &place));
				kfree(payload);
			}
		}
	}
	user_event_layout_free(layout);
}

TEST(every_dynamic_location)
{
	static const unsigned int befores[] = { 0, 1, 2, 3, 7, 8, 13 };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(befores); i++) {
		expect_every_location(befores[i], false, false);
		expect_every_location(befores[i], false, true);
		expect_every_location(befores[i], true, false);
		expect_every_location(befores[i], true, true);
	}
}

static u64 state = 1;

static unsigned int below(unsigned int n)
{
	return test_random(&state) % n;
}

/* Define fields of all kinds. Return: number of locations. */
static unsigned int random_fields(struct seq_file *text, struct place *places, u32 *min_size)
{
	unsigned int i, n = below(FIELDS_MAX + 1), n_places = 0;

	seq_puts(text, "e");
	for (i = 0, *min_size = 0; i < n; i++) {
		struct place place = { *min_size, below(2), below(2) };
		unsigned int size = 1 + below(9);

		seq_puts(text, i ? ";" : " ");
		switch (below(5)) {
		case 0:
			seq_printf(text, "char[%u] f%u", size, i);
			*min_size += size;
			break;
		case 1:
			seq_printf(text, "struct s f%u %u", i, size);
			*min_size += size;
			break;
		default:
			seq_printf(text, "%s f%u", loc_types[place.is_rel][place.is_text], i);
			*min_size += 4;
			places[n_places++] = place;
			break;
		}
	}
	return n_places;
}

/*
 * Usually within the payload or near its end; otherwise few payloads would be
 * valid.
 */
static u32 random_loc(const struct place *place, u32 size)
{
	u32 start = place->is_rel ? place->at + 4 : 0;
	u32 record = place->is_rel ? size : size + 8;
	u32 from = below(record - start + 1), len = below(record - start - from + 1);

	switch (below(16)) {
	case 0:
		return test_random(&state);
	case 1:
		from += below(8);
		break;
	case 2:
		len += below(3);
		break;
	case 3:
		len = 0;
		break;
	}
	return (from & 0xffff) | len << 16;
}

static u8 *random_payload(u32 size, const struct place *places, unsigned int n)
{
	u8 *payload = kmalloc(size, GFP_KERNEL);
	unsigned int i;

	for (i = 0; i < size; i++)
		payload[i] = below(3) ? '\0' : test_random(&state);
	for (i = 0; i < n; i++) {
		u32 loc = random_loc(&places[i], size);

		memcpy(payload + places[i].at, &loc, sizeof(loc));
	}
	return payload;
}

TEST(random_payloads)
{
	unsigned int round, times, i, n, n_valid = 0, n_locs_valid = 0, n_all = 0;
	struct place places[FIELDS_MAX];

	for (round = 0; round < 4000; round++) {
		char text[512];
		struct seq_file m = { .buf = text, .size = sizeof(text) };
		struct user_event_layout *layout;
		u32 min_size;

		n = random_fields(&m, places, &min_size);
		layout = must_define(text);
		EXPECT_EQ(layout->min_size, min_size);
		EXPECT_EQ(layout->n_locs, n);
		for (times = 0; times < 30; times++) {
			u32 size = min_size + (below(3) ? below(20) : below(300));
			u8 *payload = random_payload(size, places, n);
			bool right = true;

			for (i = 0; i < n; i++)
				right = right && is_right(payload, size, &places[i]);
			EXPECT_EQ(is_valid(layout, payload, size), right);
			n_valid += right;
			n_locs_valid += right && n > 1;
			n_all++;
			kfree(payload);
		}
		user_event_layout_free(layout);
	}
	/* Both outcomes must have occurred often enough. */
	EXPECT(n_valid > n_all / 8 && n_valid < n_all * 7 / 8);
	EXPECT(n_locs_valid > n_all / 20);
}
