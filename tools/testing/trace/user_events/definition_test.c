// SPDX-License-Identifier: GPL-2.0-only
/*
 * Parsing and printing of user event definitions: types and layout of valid
 * definitions, error and position of invalid ones.
 */

#include <linux/kernel.h>
#include <linux/string.h>

#include "fixture.h"
#include "harness.h"
#include "text/string_builder.h"
#include "user_events/tests/invalid_cases.h"
#include "user_events/tests/valid_cases.h"

static struct user_event_layout *must_define_len(const char *text, size_t len)
{
	struct trace_diag diag = {};
	struct user_event_layout *layout = user_define(text, len, &diag);

	if (!IS_ERR(layout)) {
		EXPECT_EQ(diag.code, USER_EVENT_DIAG_NONE);
		return layout;
	}
	test_fail(__FILE__, __LINE__, "'%.80s': %s at %u+%u", text,
		  user_event_diag_messages[diag.code], diag.at.off, diag.at.len);
	exit(1);
}

static struct user_event_layout *must_define(const char *text)
{
	return must_define_len(text, strlen(text));
}

static void expect_rejected_len(const char *text, size_t len, unsigned int code,
				struct trace_span at)
{
	struct trace_diag diag = {};
	struct user_event_layout *layout = user_define(text, len, &diag);

	EXPECT(is_user_explained(PTR_ERR_OR_ZERO(layout), &diag, (struct trace_span){ 0, len }));
	if (PTR_ERR_OR_ZERO(layout) != -EINVAL || diag.code != code || diag.at.off != at.off ||
	    diag.at.len != at.len)
		test_fail(__FILE__, __LINE__, "'%.*s': %s at %u+%u, not %s at %u+%u",
			  (int)min(len, (size_t)80), text, user_event_diag_messages[diag.code],
			  diag.at.off, diag.at.len, user_event_diag_messages[code], at.off, at.len);
	user_event_layout_free(layout);
}

static void expect_rejected(const char *text, unsigned int code, u32 off, u32 len)
{
	expect_rejected_len(text, strlen(text), code, (struct trace_span){ off, len });
}

/* Print a layout and parse it again: the result must be equal. */
static void expect_round_trip(const struct user_event_layout *layout)
{
	static char shown[TEXT_MAX];
	struct seq_file m = { .buf = shown, .size = sizeof(shown) };
	struct user_event_layout *again;

	user_show(&m, layout);
	EXPECT(!seq_has_overflowed(&m));
	again = must_define_len(shown, m.count);
	EXPECT(same_user_layout(layout, again));
	EXPECT(user_event_layouts_equal(layout, again));
	user_event_layout_free(again);
}

static void expect_print_fmt(const struct user_event_layout *layout, const char *expected)
{
	char *text = user_event_print_fmt(layout);

	EXPECT_STREQ(text, expected);
	kfree(text);
}

static void expect_type(const struct type_case *c)
{
	bool is_loc = c->kind == USER_DATA_LOC || c->kind == USER_REL_LOC;
	char text[128], argument[32], fmt[256];
	const struct user_event_field *field;
	struct user_event_layout *layout;

	scnprintf(text, sizeof(text), "e %s f%s", c->type, c->behind);
	layout = must_define(text);
	EXPECT_STREQ(layout->name, "e");
	EXPECT_EQ(layout->n_fields, 1);
	EXPECT_EQ(layout->n_locs, is_loc);
	EXPECT_EQ(layout->has_text, c->is_text || c->kind == USER_STRING);
	EXPECT_EQ(layout->min_size, c->size);
	field = &layout->fields[0];
	EXPECT_STREQ(field->type, c->type);
	EXPECT_STREQ(field->name, "f");
	EXPECT_EQ(field->offset, 8);
	EXPECT_EQ(field->size, c->size);
	EXPECT_EQ(field->kind, c->kind);
	EXPECT_EQ(field->is_signed, c->is_signed);
	EXPECT_EQ(field->is_text, c->is_text);
	expect_round_trip(layout);
	scnprintf(argument, sizeof(argument), c->argument, "f");
	scnprintf(fmt, sizeof(fmt), "\"f=%s\", %s", c->format, argument);
	expect_print_fmt(layout, fmt);
	user_event_layout_free(layout);

	/* Between other fields, with various blanks. */
	scnprintf(text, sizeof(text), "e u8 a;\t%s  f%s ; s64 b", c->type, c->behind);
	layout = must_define(text);
	EXPECT_EQ(layout->n_fields, 3);
	EXPECT_EQ(layout->n_locs, is_loc);
	EXPECT_EQ(layout->has_text, c->is_text || c->kind == USER_STRING);
	EXPECT_EQ(layout->min_size, 1 + c->size + 8);
	field = &layout->fields[1];
	EXPECT_STREQ(field->type, c->type);
	EXPECT_EQ(field->offset, 9);
	EXPECT_EQ(field->size, c->size);
	EXPECT_EQ(layout->fields[2].offset, 9 + c->size);
	expect_round_trip(layout);
	scnprintf(fmt, sizeof(fmt), "\"a=%%u f=%s b=%%lld\", REC->a, %s, REC->b", c->format,
		  argument);
	expect_print_fmt(layout, fmt);
	user_event_layout_free(layout);
}

TEST(types)
{
	struct user_event_layout *layout = must_define("e");
	unsigned int i;

	expect_print_fmt(layout, "\"\"");
	user_event_layout_free(layout);
	for (i = 0; i < ARRAY_SIZE(type_cases); i++)
		expect_type(&type_cases[i]);
}

TEST(valid_definitions)
{
	static char shown[TEXT_MAX], slots[TEXT_MAX];
	unsigned int i, j, n_locs, size;

	for (i = 0; i < ARRAY_SIZE(accepted); i++) {
		struct seq_file shown_file = { .buf = shown, .size = sizeof(shown) };
		struct seq_file slots_file = { .buf = slots, .size = sizeof(slots) };
		struct user_event_layout *layout = must_define(accepted[i].text);

		shown[0] = '\0';
		slots[0] = '\0';
		user_show(&shown_file, layout);
		show_slots(&slots_file, layout);
		EXPECT_STREQ(shown, accepted[i].shown);
		EXPECT_STREQ(slots, accepted[i].slots);

		for (j = 0, n_locs = 0, size = 0; j < layout->n_fields; j++) {
			n_locs += !!strstr(layout->fields[j].type, "_loc ");
			size += layout->fields[j].size;
		}
		EXPECT_EQ(layout->n_locs, n_locs);
		EXPECT_EQ(layout->min_size, size);
		expect_round_trip(layout);
		user_event_layout_free(layout);
	}
}

TEST(rejects_with_position)
{
	bool seen[USER_EVENT_DIAG_COUNT] = {};
	char text[REJECTED_MAX];
	struct trace_span at;
	unsigned int i, len;

	for (i = 0; i < ARRAY_SIZE(rejected); i++) {
		EXPECT(rejected[i].len < REJECTED_MAX);
		len = rejected_text(&rejected[i], text, &at);
		EXPECT_EQ(len, rejected[i].len - 2);
		expect_rejected_len(text, len, rejected[i].code, at);
		seen[rejected[i].code] = true;
	}
	for (i = USER_EVENT_DIAG_NONE + 1; i <= REJECTED_LAST_CODE; i++)
		EXPECT(seen[i]);
}

TEST(every_error_has_a_message)
{
	unsigned int code;

	for (code = 0; code < USER_EVENT_DIAG_COUNT; code++)
		EXPECT(user_event_diag_messages[code] && *user_event_diag_messages[code]);
}

TEST(equal_definitions)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(pair_cases); i++) {
		const struct pair_case *c = &pair_cases[i];
		struct user_event_layout *a = must_define(c->a), *b = must_define(c->b);

		if (user_event_layouts_equal(a, b) != c->are_equal ||
		    user_event_layouts_equal(b, a) != c->are_equal)
			test_fail(__FILE__, __LINE__, "'%s' and '%s'", c->a, c->b);
		EXPECT_EQ(same_user_layout(a, b), c->are_equal);
		user_event_layout_free(a);
		user_event_layout_free(b);
	}
}

/* Layouts are equal if and only if they are printed equally. */
TEST(equal_if_displayed_equally)
{
	static struct user_event_layout *layouts[ARRAY_SIZE(accepted)];
	unsigned int i, j;

	for (i = 0; i < ARRAY_SIZE(accepted); i++)
		layouts[i] = must_define(accepted[i].text);
	for (i = 0; i < ARRAY_SIZE(accepted); i++)
		for (j = 0; j < ARRAY_SIZE(accepted); j++)
			EXPECT_EQ(user_event_layouts_equal(layouts[i], layouts[j]),
				  !strcmp(accepted[i].shown, accepted[j].shown));
	for (i = 0; i < ARRAY_SIZE(accepted); i++)
		user_event_layout_free(layouts[i]);
}

TEST(lengths_of_names)
{
	static const char * const behind[] = { "", " ", " u32 x", " ;" };
	unsigned int i, len;

	for (i = 0; i < ARRAY_SIZE(behind); i++) {
		for (len = 1; len < 600; len++) {
			struct user_event_layout *layout;

			start("");
			repeat("n", len);
			seq_puts(&build, behind[i]);
			if (len > 238) {
				expect_rejected(built, USER_EVENT_DIAG_NAME_TOO_LONG, 0, len);
				continue;
			}
			layout = must_define(built);
			EXPECT_EQ(strlen(layout->name), len);
			expect_round_trip(layout);
			user_event_layout_free(layout);
		}
	}
	/* Field names have no limit of their own. */
	start("e u32 ");
	repeat("n", TEXT_MAX);
	user_event_layout_free(must_define(built));
}

static void expect_array(const char *type, const char *format, unsigned int len)
{
	struct user_event_layout *layout;
	char text[64];
	u32 end;

	start("e ");
	seq_puts(&build, type);
	scnprintf(text, sizeof(text), format, len);
	seq_puts(&build, text);
	end = build.count;
	seq_puts(&build, " x");
	if (!len || len > 1024) {
		expect_rejected(built, USER_EVENT_DIAG_BAD_ARRAY, 2, end - 2);
		return;
	}
	layout = must_define(built);
	EXPECT_EQ(layout->fields[0].size, len);
	EXPECT_EQ(layout->min_size, len);
	user_event_layout_free(layout);
}

TEST(lengths_of_arrays)
{
	static const char * const types[] = { "char", "unsigned char" };
	static const char * const formats[] = { "[%u]", "[0x%x]", "[0%o]", "[0X%04X]" };
	unsigned int i, j, len;

	for (i = 0; i < ARRAY_SIZE(types); i++) {
		for (j = 0; j < ARRAY_SIZE(formats); j++) {
			for (len = 0; len < 1100; len++)
				expect_array(types[i], formats[j], len);
			expect_array(types[i], formats[j], 65536 + 16);
			expect_array(types[i], formats[j], U32_MAX);
		}
	}
}

static void expect_struct(u64 size)
{
	struct user_event_layout *layout;
	u32 off;

	start("e struct s x ");
	off = build.count;
	seq_printf(&build, "%llu", (unsigned long long)size);
	if (!size || size > 32767) {
		expect_rejected(built, size ? USER_EVENT_DIAG_TOO_LARGE : USER_EVENT_DIAG_BAD_SIZE,
				off, build.count - off);
		return;
	}
	layout = must_define(built);
	EXPECT_EQ(layout->fields[0].size, size);
	EXPECT_EQ(layout->min_size, size);
	expect_round_trip(layout);
	user_event_layout_free(layout);
}

TEST(sizes_of_structs)
{
	unsigned int bit;
	u64 size;

	for (size = 0; size < 70000; size += size < 32700 || size > 32800 ? 7 : 1)
		expect_struct(size);
	for (bit = 0; bit < 64; bit++) {
		expect_struct(BIT_ULL(bit) - 1);
		expect_struct(BIT_ULL(bit));
		expect_struct(BIT_ULL(bit) + 1);
	}
	expect_struct(U64_MAX);
}

/*
 * @n fields leave @room bytes of the largest payload: a struct of @room bytes
 * fits, and one more byte is an error.
 */
static void expect_total(const char *fields, unsigned int n, unsigned int room)
{
	struct user_event_layout *layout;
	unsigned int i, off;

	start("e ");
	for (i = 0; i < n; i++)
		seq_printf(&build, fields, i, i);
	off = build.count;
	seq_printf(&build, "struct s last %u", room);
	layout = must_define(built);
	EXPECT_EQ(layout->min_size, 32767);
	EXPECT_EQ(layout->fields[layout->n_fields - 1].offset, 8 + 32767 - room);
	expect_round_trip(layout);
	user_event_layout_free(layout);

	build.count = off;
	seq_printf(&build, "struct s last %u", room + 1);
	expect_rejected(built, USER_EVENT_DIAG_TOO_LARGE, off, build.count - off);

	/* The first field that does not fit is reported, not a later one. */
	build.count = off;
	seq_printf(&build, "struct s more %u;", room);
	off = build.count;
	seq_puts(&build, "u8 last; u64 x; foo y");
	expect_rejected(built, USER_EVENT_DIAG_TOO_LARGE, off, strlen("u8 last"));
}

TEST(total_size_of_all_fields)
{
	expect_total("u8 f%u;", 1000, 32767 - 1000);
	expect_total("u64 f%u;", 4000, 32767 - 4000 * 8);
	expect_total("char[1024] f%u;", 31, 32767 - 31 * 1024);
	expect_total("__data_loc char[] f%u; __rel_loc u8[] g%u;", 1000, 32767 - 8000);
	expect_total("struct s f%u 4681;", 6, 32767 - 6 * 4681);
}

/* The print format has space for any number of fields. */
TEST(print_format_of_many_fields)
{
	static const char * const fields[] = {
		"u8 f%u;", "s64 f%u;", "__data_loc char[] f%u;", "__rel_loc char[] f%u;",
	};
	static const char * const formats[] = { "%u", "%lld", "%s", "%s" };
	static const char * const arguments[] = {
		", REC->f%u", ", REC->f%u", ", __get_str(f%u)", ", __get_rel_str(f%u)",
	};
	static char expected[TEXT_MAX];
	unsigned int i, j, n;

	for (i = 0; i < ARRAY_SIZE(fields); i++) {
		for (n = 1; n < 200; n += 33) {
			struct seq_file m = { .buf = expected, .size = sizeof(expected) };
			struct user_event_layout *layout;

			start("e ");
			for (j = 0; j < n; j++)
				seq_printf(&build, fields[i], j);
			layout = must_define(built);
			seq_putc(&m, '"');
			for (j = 0; j < n; j++)
				seq_printf(&m, "%sf%u=%s", j ? " " : "", j, formats[i]);
			seq_putc(&m, '"');
			for (j = 0; j < n; j++)
				seq_printf(&m, arguments[i], j);
			expect_print_fmt(layout, expected);
			user_event_layout_free(layout);
		}
	}
}

static bool is_blank(unsigned int c)
{
	return c && strchr(" \t\n\v\f\r", c);
}

static bool is_letter(unsigned int c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(unsigned int c)
{
	return c >= '0' && c <= '9';
}

/* Every byte as the first of a name, and within a name. */
TEST(each_byte_in_names)
{
	unsigned int c;

	for (c = 0; c < 256; c++) {
		char first[] = { c, 'e', ' ', 'u', '8', ' ', 'x' };
		char within[] = { 'e', c, 'f', ' ', 'u', '8', ' ', 'x' };
		bool is_good = c > ' ' && c != 0x7f && !strchr("/:;#", c);

		if (is_good)
			user_event_layout_free(must_define_len(first, sizeof(first)));
		else if (c == ':')
			expect_rejected_len(first, sizeof(first), USER_EVENT_DIAG_BAD_NAME,
					    (struct trace_span){ 0, 0 });
		else if (!is_blank(c))
			expect_rejected_len(first, sizeof(first), USER_EVENT_DIAG_BAD_NAME,
					    (struct trace_span){ 0, 2 });

		if (is_good)
			user_event_layout_free(must_define_len(within, sizeof(within)));
		else if (c == ':')
			expect_rejected_len(within, sizeof(within), USER_EVENT_DIAG_FLAG,
					    (struct trace_span){ 2, 1 });
		else if (!is_blank(c))
			expect_rejected_len(within, sizeof(within), USER_EVENT_DIAG_BAD_NAME,
					    (struct trace_span){ 0, 3 });
	}
}

/*
 * Insert every byte at various positions. The definition stays valid only if
 * the byte is a blank or semicolon between tokens, or a letter or digit in a
 * name or number.
 */
TEST(each_byte_between_tokens)
{
	static const struct {
		const char *before, *behind;
		bool in_name, in_number, between, at_end;
	} places[] = {
		{ "e", "u8 x; u16 y", .between = true },
		{ "e u8", "x; u16 y", .between = true },
		{ "e u", "8 x; u16 y" },
		{ "e u8 x", "; u16 y", .in_name = true, .between = true, .at_end = true },
		{ "e u8 x", "y; u16 y", .in_name = true },
		{ "e u8 x;", "u16 y", .between = true, .at_end = true },
		{ "e u8 x; u16 y", "", .in_name = true, .between = true, .at_end = true },
		{ "e struct s", "t x 4", .in_name = true },
		{ "e struct s x 1", "0", .in_number = true },
		{ "e struct s x 1", "; u8 y", .in_number = true, .between = true, .at_end = true },
		{ "e char[1", "] x", .in_number = true },
		{ "e unsigned", "char x", .between = true },
		{ "e __data_loc", "char[] x", .between = true },
		{ "e __data_loc ch", "ar[] x", .in_name = true },
		{ "e __data_loc char[", "] x", .in_name = true, .in_number = true },
	};
	unsigned int i, c;

	for (i = 0; i < ARRAY_SIZE(places); i++) {
		size_t len = strlen(places[i].before) + 1 + strlen(places[i].behind);

		for (c = 0; c < 256; c++) {
			struct trace_diag diag = {};
			struct user_event_layout *layout;
			bool right;

			start(places[i].before);
			seq_putc(&build, c);
			seq_puts(&build, places[i].behind);
			layout = user_define(built, len, &diag);
			right = (places[i].in_name && (is_letter(c) || is_digit(c))) ||
				(places[i].in_number && is_digit(c)) ||
				(places[i].between && is_blank(c)) ||
				(places[i].at_end && c == ';');
			if (right == IS_ERR(layout))
				test_fail(__FILE__, __LINE__, "'%s' %#x '%s'",
					  places[i].before, c, places[i].behind);
			EXPECT(is_user_explained(PTR_ERR_OR_ZERO(layout), &diag,
						 (struct trace_span){ .len = len }));
			if (!IS_ERR(layout))
				expect_round_trip(layout);
			user_event_layout_free(layout);
		}
	}
}

/* Text before or behind the span of a definition must not matter. */
static void expect_same_anywhere(const char *text, unsigned int len)
{
	static const char before[] = "char[ ";
	struct trace_span span = { strlen(before), len };
	struct trace_diag diag = {}, diag_inside = {};
	struct user_event_layout *layout = user_define(text, len, &diag), *inside;

	start(before);
	seq_write(&build, text, len);
	seq_puts(&build, "x[3]:F u64 u64 ;;");
	inside = user_event_layout_parse(built, span, &diag_inside);
	EXPECT_EQ(PTR_ERR_OR_ZERO(inside), PTR_ERR_OR_ZERO(layout));
	EXPECT(is_user_explained(PTR_ERR_OR_ZERO(inside), &diag_inside, span));
	EXPECT_EQ(diag_inside.code, diag.code);
	if (IS_ERR(layout)) {
		EXPECT_EQ(diag_inside.at.off, diag.at.off + span.off);
		EXPECT_EQ(diag_inside.at.len, diag.at.len);
	} else {
		EXPECT(same_user_layout(layout, inside));
	}
	user_event_layout_free(inside);
	user_event_layout_free(layout);
}

TEST(result_is_independent_of_text_position)
{
	char text[REJECTED_MAX];
	struct trace_span at;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(accepted); i++)
		expect_same_anywhere(accepted[i].text, strlen(accepted[i].text));
	for (i = 0; i < ARRAY_SIZE(rejected); i++)
		expect_same_anywhere(text, rejected_text(&rejected[i], text, &at));
}

/*
 * A truncated definition is valid or has an error with a position; nothing
 * behind it is read.
 */
static void expect_cut_anywhere(const char *text, size_t len)
{
	for (; len; len--) {
		struct trace_diag diag = {};
		struct user_event_layout *layout = user_define(text, len, &diag);

		EXPECT(is_user_explained(PTR_ERR_OR_ZERO(layout), &diag,
					 (struct trace_span){ .len = len }));
		if (!IS_ERR(layout))
			expect_round_trip(layout);
		user_event_layout_free(layout);
	}
}

TEST(truncated_definitions)
{
	char text[REJECTED_MAX];
	struct trace_span at;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(accepted); i++)
		expect_cut_anywhere(accepted[i].text, strlen(accepted[i].text));
	for (i = 0; i < ARRAY_SIZE(rejected); i++)
		expect_cut_anywhere(text, rejected_text(&rejected[i], text, &at));
}

/* Texts of maximum length that repeat a single token. */
TEST(long_texts_of_repeated_tokens)
{
	static const struct {
		const char *start, *more;
		unsigned int code;
		u32 off, len;
	} texts[] = {
		{ "", " ",		USER_EVENT_DIAG_BAD_NAME, TEXT_MAX, 0 },
		{ "", ";",		USER_EVENT_DIAG_BAD_NAME, 0, TEXT_MAX },
		{ "", ":",		USER_EVENT_DIAG_BAD_NAME, 0, 0 },
		{ "e", ":",		USER_EVENT_DIAG_FLAG, 2, TEXT_MAX - 2 },
		{ "", "n",		USER_EVENT_DIAG_NAME_TOO_LONG, 0, TEXT_MAX },
		{ "e ", "*",		USER_EVENT_DIAG_BAD_FIELD, 2, TEXT_MAX - 2 },
		{ "e u64 ", "*",	USER_EVENT_DIAG_BAD_FIELD_NAME, 6, TEXT_MAX - 6 },
		{ "e char[1] ", "[",	USER_EVENT_DIAG_BAD_FIELD_NAME, 10, TEXT_MAX - 10 },
		{ "e struct s x ", "0",	USER_EVENT_DIAG_BAD_SIZE, 13, TEXT_MAX - 13 },
		{ "e struct s x ", "9",	USER_EVENT_DIAG_TOO_LARGE, 13, TEXT_MAX - 13 },
		{ "e ", "unsigned ",	USER_EVENT_DIAG_BAD_FIELD, 2 + 4 * 9, 8 },
		{ "e ", "x ",		USER_EVENT_DIAG_BAD_FIELD, 2 + 4 * 2, 1 },
		{ "e ", "u8 x;",	USER_EVENT_DIAG_DUPLICATE_FIELD, 2 + 5 + 3, 1 },
		{ "e ", ";",		USER_EVENT_DIAG_NONE },
		{ "e ", "; ",		USER_EVENT_DIAG_NONE },
		{ "e", "\t",		USER_EVENT_DIAG_NONE },
		{ "e u8 x", ";\n",	USER_EVENT_DIAG_NONE },
		{ "e u8 ", "n",		USER_EVENT_DIAG_NONE },
		{ "e __rel_loc char[", "1", USER_EVENT_DIAG_BAD_FIELD, 2, TEXT_MAX - 2 },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(texts); i++) {
		start(texts[i].start);
		repeat(texts[i].more, (TEXT_MAX - build.count) / strlen(texts[i].more));
		if (texts[i].code)
			expect_rejected(built, texts[i].code, texts[i].off, texts[i].len);
		else
			user_event_layout_free(must_define(built));
	}
}

/* Memory must not grow with the number of empty fields. */
TEST(memory_does_not_grow_with_empty_fields)
{
	struct user_event_layout *layout;
	size_t bytes;

	start("e ");
	repeat(";", 4093);
	layout = must_define(built);
	bytes = shim_bytes();
	user_event_layout_free(layout);
	EXPECT_EQ(shim_bytes(), 0);
	EXPECT(bytes < 10 * 4096);

	layout = must_define("e u8 a");
	EXPECT(shim_bytes() < 256);
	user_event_layout_free(layout);
	EXPECT(shim_loudest() <= 8 * 4096);
}

/* The shortest possible fields, to verify the estimate of the number of fields. */
TEST(shortest_possible_fields)
{
	static const char names[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
	struct user_event_layout *layout;
	unsigned int n;

	start("e");
	for (n = 0; n < strlen(names); n++) {
		seq_printf(&build, "%su8 %c", n ? ";" : " ", names[n]);
		layout = must_define(built);
		EXPECT_EQ(layout->n_fields, n + 1);
		expect_round_trip(layout);
		user_event_layout_free(layout);
	}
}

/* Random bytes, or random characters of the grammar. */
TEST(random_text)
{
	static const char letters[] = "  ;;:*[]_1au8charstructlong\t\n";
	static char text[4096];
	u64 state = 1;
	int round;
	u32 i;

	for (round = 0; round < 2000; round++) {
		struct trace_span all = { .len = test_random(&state) % sizeof(text) };
		struct trace_diag diag = {};
		struct user_event_layout *layout;

		for (i = 0; i < all.len; i++)
			text[i] = round % 2 ? test_random(&state) :
					      letters[test_random(&state) % strlen(letters)];
		/*
		 * Start with a valid field, so that the later stages are
		 * reached.
		 */
		if (round % 3)
			memcpy(text, "e u8 a;", strlen("e u8 a;"));
		layout = user_define(text, all.len, &diag);
		EXPECT(is_user_explained(PTR_ERR_OR_ZERO(layout), &diag, all));
		if (!IS_ERR(layout))
			expect_round_trip(layout);
		user_event_layout_free(layout);
	}
}

static u64 state = 1;

static unsigned int below(unsigned int n)
{
	return test_random(&state) % n;
}

/* Print random separators between two words. */
static void put_blanks(struct seq_file *m, bool at_least_one)
{
	static const char blanks[] = " \t\n\v\f\r";
	unsigned int n = below(4) ? at_least_one : at_least_one + below(3);

	while (n--)
		seq_putc(m, blanks[below(4) ? 0 : below(strlen(blanks))]);
}

/* Print the words of a type, or of a size behind a name, with random blanks. */
static void put_words(struct seq_file *m, const char *words)
{
	for (; *words; words++) {
		if (*words == ' ')
			put_blanks(m, true);
		else
			seq_putc(m, *words);
	}
}

static void put_semicolons(struct seq_file *m, bool at_least_one)
{
	unsigned int n = below(4) ? at_least_one : at_least_one + below(3);

	while (n--) {
		put_blanks(m, false);
		seq_putc(m, ';');
	}
	put_blanks(m, false);
}

/* A random definition and its expected properties. */
struct random_definition {
	const struct type_case *types[40];
	unsigned int n, size;
	/* expected output; or the first field that makes the record too large */
	char shown[TEXT_MAX];
	struct trace_span too_large;
};

/* Append a random field to the built definition. */
static void add_random_field(struct random_definition *def, struct seq_file *shown)
{
	const struct type_case *c = &type_cases[below(ARRAY_SIZE(type_cases))];
	u32 off;

	put_semicolons(&build, def->n);
	off = build.count;
	put_words(&build, c->type);
	put_blanks(&build, true);
	seq_printf(&build, "f%u", def->n);
	put_words(&build, c->behind);
	seq_printf(shown, "%s%s f%u%s", def->n ? "; " : " ", c->type, def->n, c->behind);
	def->types[def->n++] = c;
	def->size += c->size;
	if (def->size > 32767 && !def->too_large.len)
		def->too_large = (struct trace_span){ off, build.count - off };
}

static void make_random_definition(struct random_definition *def)
{
	struct seq_file shown = { .buf = def->shown, .size = sizeof(def->shown) };
	unsigned int n = below(ARRAY_SIZE(def->types));

	def->n = 0;
	def->size = 0;
	def->too_large = (struct trace_span){};
	start("");
	put_blanks(&build, false);
	seq_puts(&build, "name");
	put_blanks(&build, true);
	seq_puts(&shown, "name");
	while (def->n < n)
		add_random_field(def, &shown);
	put_semicolons(&build, false);
}

static void expect_fields(const struct user_event_layout *layout,
			  const struct random_definition *def)
{
	unsigned int i, offset = 8;

	EXPECT_EQ(layout->n_fields, def->n);
	EXPECT_EQ(layout->min_size, def->size);
	for (i = 0; i < def->n; i++) {
		const struct type_case *c = def->types[i];
		const struct user_event_field *field = &layout->fields[i];

		EXPECT_EQ(field->offset, offset);
		EXPECT_EQ(field->size, c->size);
		EXPECT_EQ(field->kind, c->kind);
		EXPECT_EQ(field->is_signed, c->is_signed);
		EXPECT_EQ(field->is_text, c->is_text);
		offset += c->size;
	}
}

/* Random fields in random spellings. */
TEST(random_definitions)
{
	static struct random_definition def;
	static char shown[TEXT_MAX];
	unsigned int round, n_taken = 0;

	for (round = 0; round < 20000; round++) {
		struct seq_file m = { .buf = shown, .size = sizeof(shown) };
		struct user_event_layout *layout;

		make_random_definition(&def);
		if (def.too_large.len) {
			expect_rejected_len(built, build.count, USER_EVENT_DIAG_TOO_LARGE,
					    def.too_large);
			continue;
		}
		n_taken++;
		layout = must_define_len(built, build.count);
		user_show(&m, layout);
		EXPECT_STREQ(shown, def.shown);
		expect_fields(layout, &def);
		user_event_layout_free(layout);
	}
	EXPECT(n_taken > round / 4 && n_taken < round);
}

TEST(each_allocation_fails_once)
{
	static const char text[] = "e u64 a; char[16] b; __data_loc char[] c; struct s d 4";
	struct user_event_layout *layout;
	struct trace_diag diag;
	unsigned long n;

	for (n = 1; n < 1000; n++) {
		diag = (struct trace_diag){};
		shim_fail_nth(n);
		layout = user_define(text, strlen(text), &diag);
		EXPECT_EQ(diag.code, USER_EVENT_DIAG_NONE);
		if (!shim_failed())
			break;
		EXPECT_EQ(PTR_ERR_OR_ZERO(layout), -ENOMEM);
		EXPECT_EQ(shim_allocs(), 0);
	}
	/* The layout, its strings, and one in this test's functions. */
	EXPECT_EQ(n, 1 + 2 + 1);
	EXPECT_EQ(layout->n_fields, 4);

	shim_fail_nth(1);
	EXPECT(!user_event_print_fmt(layout));
	EXPECT(shim_failed());
	user_event_layout_free(layout);
}

/* Error pointers and NULL are accepted. */
TEST(free_accepts_null_and_error_pointers)
{
	user_event_layout_free(NULL);
	user_event_layout_free(ERR_PTR(-EINVAL));
	user_event_layout_free(ERR_PTR(-ENOMEM));
}
