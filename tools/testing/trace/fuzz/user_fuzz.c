// SPDX-License-Identifier: GPL-2.0-only
/*
 * Fuzz target: definitions of user events and payloads. The input is the
 * definition up to the first byte of value 1, a byte for fuzz_fail(), and the
 * payload.
 *
 * A rejected definition must have an error position in the text. An accepted
 * one must be printed as a definition with the same meaning, with names that
 * are safe for readers of the format file. All data that a valid payload refers
 * to must be within it.
 */

#include <linux/ctype.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "fuzz.h"
#include "mutate.h"
#include "user_events/fixture.h"

static const char *const separators[] = { ";", " ", NULL };

const struct grammar fuzz_grammar = {
	.end = 1,
	.separators = separators,
	.brackets = "[]",
	.messages = user_event_diag_messages,
	.n_messages = USER_EVENT_DIAG_TOO_LARGE + 1,
};

/* Printing adds a blank per semicolon and size, but removes most other blanks. */
#define SHOWN_MAX	16384

/* Fills up payloads that are too short. */
#define FILLER		'x'

static struct user_event_layout *take_definition(const char *text, size_t len)
{
	struct trace_diag diag = {};
	struct user_event_layout *layout = user_define(text, len, &diag);
	int ret = PTR_ERR_OR_ZERO(layout);

	fuzz_note(user_event_diag_messages[diag.code]);
	CHECK(!ret || ret == -EINVAL || ret == -ENOMEM);
	CHECK(shim_failed() == (ret == -ENOMEM));
	CHECK(is_user_explained(ret, &diag, (struct trace_span){ .len = len }));
	return ret ? NULL : layout;
}

/* Return -ENOMEM and leak nothing if an allocation fails. */
static void check_without_memory(const struct fuzz_input *in)
{
	struct user_event_layout *layout;
	char *text;

	fuzz_fail(in->fail);
	layout = take_definition(in->text, in->len);
	if (layout) {
		/* Allocations that parsing did not reach may fail in printing. */
		fuzz_fail(in->fail);
		text = user_event_print_fmt(layout);
		CHECK(shim_failed() == !text);
		kfree(text);
	}
	user_event_layout_free(layout);
	CHECK(!shim_allocs());
}

static void check_round_trip(const struct user_event_layout *layout)
{
	static char shown[SHOWN_MAX];
	struct seq_file m = { .buf = shown, .size = sizeof(shown) };
	struct user_event_layout *again;
	size_t i;

	user_show(&m, layout);
	CHECK(!seq_has_overflowed(&m));
	for (i = 0; i < m.count; i++)
		CHECK((u8)shown[i] >= ' ' && shown[i] != 0x7f);
	again = take_definition(shown, m.count);
	CHECK(again && same_user_layout(layout, again) && user_event_layouts_equal(layout, again));
	user_event_layout_free(again);
}

/* Return whether @text has only letters, digits and characters of @others. */
static bool is_plain(const char *text, const char *others)
{
	for (; *text; text++)
		if (!isascii(*text) || (!isalnum(*text) && !strchr(others, *text)))
			return false;
	return true;
}

static void check_fields(const struct user_event_layout *layout)
{
	unsigned int i, j, n_locs = 0;
	u32 end = USER_RECORD_HEAD;

	CHECK(strlen(layout->name) && strlen(layout->name) <= USER_NAME_MAX);
	CHECK(!strpbrk(layout->name, "/:;# "));
	CHECK(strcmp(layout->name, ".") && strcmp(layout->name, ".."));
	CHECK(strcmp(layout->name, "enable") && strcmp(layout->name, "filter"));
	for (i = 0; i < layout->n_fields; i++) {
		const struct user_event_field *field = &layout->fields[i];

		CHECK(field->offset == end && field->size);
		end += field->size;
		n_locs += field->kind == USER_DATA_LOC || field->kind == USER_REL_LOC;
		CHECK(*field->type && is_plain(field->type, "_[] "));
		CHECK(*field->name && is_plain(field->name, "_"));
		for (j = 0; j < i; j++)
			CHECK(strcmp(layout->fields[j].name, field->name));
	}
	CHECK(layout->n_locs == n_locs);
	CHECK(layout->min_size == end - USER_RECORD_HEAD && layout->min_size <= USER_PAYLOAD_MAX);
}

static void check_print_fmt(const struct user_event_layout *layout)
{
	char *text = user_event_print_fmt(layout);

	CHECK(text[0] == '"' && strlen(text) >= 2 * layout->n_fields + 2);
	kfree(text);
}

/*
 * All bytes that a reader of the record would read are within it, and text has
 * a NUL.
 */
static void check_location(const struct user_event_field *field, const u8 *payload, u32 size)
{
	long at = field->offset - USER_RECORD_HEAD, from;
	u32 loc, len;

	memcpy(&loc, payload + at, sizeof(loc));
	len = loc >> 16;
	from = loc & 0xffff;
	from += field->kind == USER_REL_LOC ? at + (long)sizeof(loc) : -USER_RECORD_HEAD;
	CHECK(from + len <= size);
	CHECK(!len || from >= 0);
	CHECK(!len || !field->is_text || !payload[from + len - 1]);
}

/*
 * Copy the payload to an allocation of its exact size, to detect reads outside
 * of it.
 */
static void check_payload(const struct user_event_layout *layout, const u8 *bytes, size_t n)
{
	u32 size = max_t(u32, layout->min_size, n);
	u8 *payload = kmalloc(size, GFP_KERNEL);
	unsigned int i;
	bool is_valid;

	memset(payload, FILLER, size);
	if (n)
		memcpy(payload, bytes, n);
	shim_atomic = true;
	is_valid = user_event_payload_is_valid(layout, payload, size);
	shim_atomic = false;
	CHECK(is_valid || layout->n_locs);
	for (i = 0; is_valid && i < layout->n_fields; i++)
		if (layout->fields[i].kind == USER_DATA_LOC ||
		    layout->fields[i].kind == USER_REL_LOC)
			check_location(&layout->fields[i], payload, size);
	kfree(payload);
}

int fuzz_one(const u8 *data, size_t size)
{
	struct fuzz_input in = fuzz_input_of(data, size, fuzz_grammar.end);
	struct user_event_layout *layout;

	if (in.fail)
		check_without_memory(&in);
	layout = take_definition(in.text, in.len);
	if (layout) {
		check_fields(layout);
		check_round_trip(layout);
		check_print_fmt(layout);
		check_payload(layout, in.rest, in.n_rest);
		user_event_layout_free(layout);
	}
	CHECK(!shim_allocs());
	fuzz_input_free(&in);
	return 0;
}
