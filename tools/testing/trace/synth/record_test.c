// SPDX-License-Identifier: GPL-2.0-only
/*
 * Records of synthetic events are compared byte for byte with those of a
 * reference encoder, for values of all kinds: readable, unreadable, and
 * changing between measuring and copying.
 */

#include <linux/align.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/string.h>
#include <linux/trace_events.h>
#include <sys/mman.h>

#include "fixture.h"
#include "harness.h"
#include "synth/run/record.h"

#define RECORD_MAX	(4096 - 40)
#define FIELDS_MAX	64
#define ENTRY_BYTE	0x77

static u64 state = 1;

/* A random number below @n. */
static u32 below(u32 n)
{
	return test_random(&state) % n;
}

static u64 val_of(const void *p)
{
	return (unsigned long)p;
}

/* One readable page per field, each followed by an inaccessible page. */
static char *cliffs;

static void __attribute__((__constructor__)) map_cliffs(void)
{
	unsigned int i;

	cliffs = mmap(NULL, 2 * FIELDS_MAX * PAGE_SIZE, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (cliffs == MAP_FAILED)
		abort();
	for (i = 0; i < FIELDS_MAX; i++)
		mprotect(cliffs + (2 * i + 1) * PAGE_SIZE, PAGE_SIZE, PROT_NONE);
}

/* End of the readable page of field @n. */
static char *cliff(unsigned int n)
{
	return cliffs + (2 * n + 1) * PAGE_SIZE;
}

/* Copy data to the end of the readable page, so that reading beyond it faults. */
static void *put_at_cliff(unsigned int n, const void *from, size_t len)
{
	return memcpy(cliff(n) - len, from, len);
}

static struct definition must_define(const char *text)
{
	struct trace_diag diag = {};
	struct definition def;

	if (define(&def, text, strlen(text), &diag)) {
		test_fail(__FILE__, __LINE__, "'%.80s': %s at %u", text,
			  synth_diag_messages[diag.code], diag.at.off);
		exit(1);
	}
	return def;
}

struct record {
	u32 size;
	u8 *bytes;
};

/*
 * Fill an allocation of exactly the measured size. It is filled twice, over
 * different patterns, which detects bytes that are not written.
 */
static struct record fill_planned(const struct synth_layout *layout, const u64 *vals,
				  const struct synth_record_plan *plan)
{
	struct record record = { plan->size, kmalloc(plan->size, GFP_KERNEL) };
	u8 *again = kmalloc(record.size, GFP_KERNEL);

	memset(record.bytes, 0x5a, record.size);
	memset(again, 0xa5, record.size);
	memset(record.bytes, ENTRY_BYTE, sizeof(struct trace_entry));
	memset(again, ENTRY_BYTE, sizeof(struct trace_entry));
	shim_atomic = true;
	synth_record_fill(layout, vals, plan, record.bytes);
	synth_record_fill(layout, vals, plan, again);
	shim_atomic = false;
	EXPECT(!memcmp(record.bytes, again, record.size));
	kfree(again);
	return record;
}

static struct record fill(const struct synth_layout *layout, const u64 *vals)
{
	struct synth_record_plan plan;

	memset(&plan, 0xee, sizeof(plan));
	shim_atomic = true;
	synth_record_plan_init(layout, vals, &plan);
	shim_atomic = false;
	EXPECT(plan.size >= layout->size && plan.size <= RECORD_MAX);
	return fill_planned(layout, vals, &plan);
}

/* @bytes: contents expected behind the common header */
static void expect_bytes(const char *what, struct record record, const void *bytes, size_t size)
{
	u32 i;

	EXPECT_EQ(record.size, 8 + size);
	for (i = 0; i < record.size && i < 8 + size; i++) {
		u8 byte = i < 8 ? ENTRY_BYTE : ((const u8 *)bytes)[i - 8];

		if (record.bytes[i] != byte)
			test_fail(__FILE__, __LINE__, "'%.80s': byte %u is %#x, not %#x", what, i,
				  record.bytes[i], byte);
	}
	kfree(record.bytes);
}

static void expect_record(const char *text, const u64 *vals, const void *bytes, size_t size)
{
	struct definition def = must_define(text);

	expect_bytes(text, fill(def.layout, vals), bytes, size);
	undefine(&def);
}

/* @bytes: contents behind the common header, as a string literal */
#define EXPECT_RECORD(text, vals, bytes)	\
	expect_record(text, vals, bytes, sizeof(bytes) - 1)

#define ZEROS_6		"\0\0\0\0\0\0"

TEST(numbers)
{
	const u64 vals[] = { 0xf1f2f3f4f5f6f7f8, 0xf1f2f3f4f5f6f7f8, 0xf1f2f3f4f5f6f7f8,
			     0xf1f2f3f4f5f6f7f8 };

	EXPECT_RECORD("e u8 a; u16 b; u32 c; u64 d", vals,
		      "\xf8\0" ZEROS_6 "\xf8\xf7" ZEROS_6
		      "\xf8\xf7\xf6\xf5\0\0\0\0" "\xf8\xf7\xf6\xf5\xf4\xf3\xf2\xf1");
	EXPECT_RECORD("e s8 a; short b; pid_t c; void *d", vals,
		      "\xf8\0" ZEROS_6 "\xf8\xf7" ZEROS_6
		      "\xf8\xf7\xf6\xf5\0\0\0\0" "\xf8\xf7\xf6\xf5\xf4\xf3\xf2\xf1");
}

/* A bool is 1 if any bit of the value is set. */
TEST(bool_is_zero_or_one)
{
	const u64 vals[] = { 0, 1, 2, 0x100, 1ULL << 63, -1 };

	EXPECT_RECORD("e bool a; bool b; bool c; bool d; bool e; const bool f", vals,
		      "\0\0" ZEROS_6 "\1\0" ZEROS_6 "\1\0" ZEROS_6
		      "\1\0" ZEROS_6 "\1\0" ZEROS_6 "\1\0" ZEROS_6);
}

TEST(strings_of_fixed_size)
{
	const u64 vals[] = { val_of("abcdefg"), val_of("abcdefgh"), val_of("abcdefghi"),
			     val_of("") };

	EXPECT_RECORD("e char a[8]; char b[8]; char c[8]; char d[8]", vals,
		      "abcdefg\0" "abcdefg\0" "abcdefg\0" "\0\0" ZEROS_6);
	EXPECT_RECORD("e char a[1]; char b[2]; char c[9]; char d[17]", vals,
		      "\0\0" ZEROS_6 "a\0" ZEROS_6 "abcdefgh" "\0\0" ZEROS_6
		      "\0\0" ZEROS_6 "\0\0" ZEROS_6 "\0\0" ZEROS_6);
}

TEST(unreadable_strings)
{
	const u64 vals[] = { 0, 8, val_of(cliff(0)), 0xdead000000000000, -1 };

	EXPECT_RECORD("e char a[16]; char b[16]; char c[16]; char d[16]; char e[16]", vals,
		      "(null)\0\0" "\0\0" ZEROS_6 "(fault)\0" "\0\0" ZEROS_6
		      "(fault)\0" "\0\0" ZEROS_6 "(fault)\0" "\0\0" ZEROS_6
		      "(fault)\0" "\0\0" ZEROS_6);
	EXPECT_RECORD("e char a[4]; char b[4]; char c[1]; char d[7]; char e[8]", vals,
		      "(nu\0\0\0\0\0" "(fa\0\0\0\0\0" "\0\0" ZEROS_6
		      "(fault\0\0" "(fault)\0");
	/* Locations: offset and length, 16 bits each. */
	EXPECT_RECORD("e char a[]; char b[]; char c[]; char d[]; char e[]", vals,
		      "\x30\0\x07\0\0\0\0\0" "\x37\0\x08\0\0\0\0\0" "\x3f\0\x08\0\0\0\0\0"
		      "\x47\0\x08\0\0\0\0\0" "\x4f\0\x08\0\0\0\0\0"
		      "(null)\0" "(fault)\0" "(fault)\0" "(fault)\0" "(fault)\0");
}

/* A string is not read beyond its NUL or beyond the capacity of its field. */
TEST(strings_at_the_end_of_memory)
{
	u64 vals[] = { val_of(put_at_cliff(0, "abc", 4)), val_of(put_at_cliff(1, "abcd", 4)),
		       val_of(put_at_cliff(2, "abcd", 4)), val_of(put_at_cliff(3, "xyz", 4)) };

	EXPECT_RECORD("e char a[8]; char b[4]; char c[5]; char d[]", vals,
		      "abc\0\0\0\0\0" "abc\0\0\0\0\0" "(fau\0\0\0\0"
		      "\x28\0\x04\0\0\0\0\0" "xyz\0");

	/* The readable part is not longer than "(fault)". */
	vals[0] = val_of(put_at_cliff(0, "abcdefghijkl", 12));
	vals[1] = val_of(put_at_cliff(1, "a", 1));
	EXPECT_RECORD("e char a[]; char b[]", vals,
		      "\x18\0\x08\0\0\0\0\0" "\x20\0\x08\0\0\0\0\0" "(fault)\0" "(fault)\0");
}

/* A dynamic string takes as many bytes as it needs, at most 256. */
TEST(dynamic_strings_of_each_length)
{
	struct definition def = must_define("e char a[]");
	unsigned int len, stored;
	char text[600];
	u8 bytes[264];

	memset(text, 'x', sizeof(text));
	for (len = 0; len < sizeof(text); len++) {
		u64 val = val_of(put_at_cliff(0, text, len + 1));

		cliff(0)[-1] = '\0';
		stored = len < 255 ? len : 255;
		memset(bytes, 0, sizeof(bytes));
		bytes[0] = 16;
		bytes[2] = (stored + 1) & 0xff;
		bytes[3] = (stored + 1) >> 8;
		memset(bytes + 8, 'x', stored);
		expect_bytes("a string", fill(def.layout, &val), bytes, 8 + stored + 1);
	}

	/* Reading 256 bytes is sufficient: nothing behind them is stored. */
	val_of(memset(cliff(0) - 256, 'x', 256));
	expect_bytes("no NUL", fill(def.layout, (u64 []){ val_of(cliff(0) - 256) }), bytes, 264);
	undefine(&def);
}

/*
 * @stored: expected count in the record, which is followed by that many of
 * @words
 */
static void expect_stack(const void *stack, const unsigned long *words, unsigned long stored)
{
	struct definition def = must_define("e long a[]");
	unsigned long bytes[17] = { 16 | (1 + stored) * 8 << 16, stored };
	u64 val = val_of(stack);

	memcpy(bytes + 2, words, stored * sizeof(*words));
	expect_bytes("a stack", fill(def.layout, &val), bytes, (2 + stored) * sizeof(*bytes));
	undefine(&def);
}

TEST(stacks)
{
	static const unsigned long counts[] = { 0, 1, 2, 14, 15, 16, 17, 1UL << 32, -1 };
	unsigned long words[16];
	unsigned int i;

	for (i = 1; i < ARRAY_SIZE(words); i++)
		words[i] = 0x1111111111111111UL * i;
	for (i = 0; i < ARRAY_SIZE(counts); i++) {
		unsigned long stored = counts[i] < 15 ? counts[i] : 15;
		size_t size = (1 + stored) * sizeof(*words);

		words[0] = counts[i];
		expect_stack(put_at_cliff(0, words, size), words + 1, stored);
		/* Stack traces may be unaligned. */
		expect_stack(memmove(cliff(0) - size - 3, words, size), words + 1, stored);
	}
}

TEST(unreadable_stacks)
{
	static const unsigned long words[] = { 5, 0x1111, 0x2222 };
	static const unsigned long zeros[5];

	expect_stack(NULL, zeros, 0);
	expect_stack((void *)8, zeros, 0);
	expect_stack(cliff(0), zeros, 0);
	expect_stack((void *)-1UL, zeros, 0);
	expect_stack(put_at_cliff(0, words, 7), zeros, 0);
	/* The count is readable, but some of the addresses are not. */
	expect_stack(put_at_cliff(0, words, sizeof(words)), zeros, 5);
}

/* A stack behind a string is aligned to 8 bytes; the padding is 0. */
TEST(stacks_after_strings_are_aligned)
{
	const unsigned long stack[] = { 1, 0x1122334455667788 };
	const u64 vals[] = { val_of("ab"), val_of(stack), val_of("cdefghi"), val_of(stack) };

	EXPECT_RECORD("e char a[]; long b[]; char c[]; long[] d", vals,
		      "\x28\0\x03\0\0\0\0\0" "\x30\0\x10\0\0\0\0\0"
		      "\x40\0\x08\0\0\0\0\0" "\x48\0\x10\0\0\0\0\0"
		      "ab\0\0\0\0\0\0" "\1\0" ZEROS_6 "\x88\x77\x66\x55\x44\x33\x22\x11"
		      "cdefghi\0" "\1\0" ZEROS_6 "\x88\x77\x66\x55\x44\x33\x22\x11");
}

/*
 * The value of a dynamic field changes, or becomes unreadable if @after is
 * NULL, after its size was measured.
 */
static void expect_changed(const char *text, const void *before, const void *after, size_t size,
			   const void *bytes, size_t n)
{
	struct definition def = must_define(text);
	u64 val = val_of(put_at_cliff(0, before, size));
	struct synth_record_plan plan;

	synth_record_plan_init(def.layout, &val, &plan);
	if (after)
		put_at_cliff(0, after, size);
	else
		mprotect(cliff(0) - PAGE_SIZE, PAGE_SIZE, PROT_NONE);
	expect_bytes(text, fill_planned(def.layout, &val, &plan), bytes, n);
	mprotect(cliff(0) - PAGE_SIZE, PAGE_SIZE, PROT_READ | PROT_WRITE);
	undefine(&def);
}

/* Like EXPECT_RECORD(); @before and @after are string literals of the same size. */
#define EXPECT_CHANGED(text, before, after, bytes)			\
	expect_changed(text, before, after, sizeof(before), bytes, sizeof(bytes) - 1)

TEST(strings_that_change_during_copy)
{
	/* The string becomes longer. */
	EXPECT_CHANGED("e char a[]", "abc\0efghi", "abcdefghi",
		       "\x10\0\x04\0\0\0\0\0" "abc\0");
	EXPECT_CHANGED("e char a[]", "\0bcdefghi", "abcdefghi", "\x10\0\x01\0\0\0\0\0" "\0");
	/* The string becomes shorter. */
	EXPECT_CHANGED("e char a[]", "abcdefghi", "a\0cdefghi",
		       "\x10\0\x0a\0\0\0\0\0" "a\0\0\0\0\0\0\0\0\0");
	EXPECT_CHANGED("e char a[]", "abcdefghi", "\0bcdefghi",
		       "\x10\0\x0a\0\0\0\0\0" "\0\0\0\0\0\0\0\0\0\0");
	/* The string becomes unreadable. */
	EXPECT_CHANGED("e char a[]", "abcdefghi", NULL,
		       "\x10\0\x0a\0\0\0\0\0" "(fault)\0\0\0");
	EXPECT_CHANGED("e char a[]", "abc", NULL, "\x10\0\x04\0\0\0\0\0" "(fa\0");
	EXPECT_CHANGED("e char a[]", "", NULL, "\x10\0\x01\0\0\0\0\0" "\0");
	/* The string loses its NUL. */
	EXPECT_CHANGED("e char a[]", "\0", "ab", "\x10\0\x01\0\0\0\0\0" "\0");
}

TEST(stacks_that_change_during_copy)
{
	static const unsigned long one[] = { 1, 7, 8 }, two[] = { 2, 7, 8 };
	static const unsigned long stored_one[] = { 0x100010, 1, 7 };
	static const unsigned long stored_two[] = { 0x180010, 2, 7, 8 };
	static const unsigned long lost_two[] = { 0x180010, 2, 0, 0 };

	expect_changed("e long a[]", one, two, sizeof(one), stored_one, sizeof(stored_one));
	expect_changed("e long a[]", two, one, sizeof(one), stored_two, sizeof(stored_two));
	expect_changed("e long a[]", two, NULL, sizeof(one), lost_two, sizeof(lost_two));
}

/* synth_record_set() writes one field and leaves the others unchanged. */
TEST(setting_one_field_keeps_others)
{
	struct definition def = must_define("e u8 a; char b[3]; bool c; char d[8]; char e[17]");
	const u64 vals[] = { 0x1ff, val_of("xyz"), 2, 0, 8 };
	struct record whole = fill(def.layout, vals);
	unsigned int n;
	u32 i;

	for (n = 0; n < def.layout->n_fields; n++) {
		u32 from = def.layout->fields[n].offset;
		u32 end = n + 1 < def.layout->n_fields ? def.layout->fields[n + 1].offset :
							 def.layout->size;
		u8 *record = kmalloc(def.layout->size, GFP_KERNEL);

		memset(record, 0xee, def.layout->size);
		synth_record_set(&def.layout->fields[n], vals[n], record);
		for (i = 0; i < def.layout->size; i++)
			EXPECT_EQ(record[i], i >= from && i < end ? whole.bytes[i] : 0xee);
		kfree(record);
	}
	kfree(whole.bytes);
	undefine(&def);
}

/* The longest record of an accepted definition has exactly the maximum size. */
static void expect_full(const char *field, unsigned int n, const char *last)
{
	static char text[RECORD_MAX];
	struct seq_file m = { .buf = text, .size = sizeof(text) };
	unsigned long stack[16] = { -1 };
	struct record record;
	struct definition def;
	u64 vals[FIELDS_MAX];
	unsigned int i;

	seq_puts(&m, "e");
	for (i = 0; i < n; i++)
		seq_printf(&m, field, i, i);
	seq_printf(&m, " %s", last);
	def = must_define(text);

	memset(cliff(0) - 300, 'x', 300);
	for (i = 0; i < def.layout->n_fields; i++)
		vals[i] = def.layout->fields[i].kind == SYNTH_STACK ? val_of(stack) :
								      val_of(cliff(0) - 300);
	record = fill(def.layout, vals);
	EXPECT_EQ(record.size, RECORD_MAX);
	kfree(record.bytes);
	undefine(&def);
}

TEST(longest_records)
{
	expect_full(" char a%u[256]", 15, "char last[208]");
	expect_full(" char a%u[]", 15, "char last[88]");
	expect_full(" long a%u[]", 29, "char last[104]");
	expect_full(" char a%u[]; long b%u[];", 10, "char last[48]");
}

/* The reference encoder, with random definitions and values for it. */
enum kind { NUMBER, TRUTH, TEXT, DYNAMIC, STACK };

struct field {
	enum kind kind;
	unsigned int width;
	u32 off;
};

/*
 * Memory behind a pointer: @len bytes, of which only the last may be a NUL, if
 * @ends is set. The memory behind them is unreadable.
 */
struct value {
	u64 val;
	const u8 *bytes;
	size_t len;
	bool ends;
};

struct random_event {
	char text[8192];
	char shown[8192];
	unsigned int n;
	struct field fields[FIELDS_MAX];
	struct value values[FIELDS_MAX];
};

struct spelling {
	const char *type;
	const char *stars;
	char array[8];
};

static unsigned int width_of_random_number(struct spelling *s, enum kind *kind)
{
	static const struct {
		const char *type;
		unsigned int width;
	} numbers[] = {
		{ "u8", 1 }, { "s16", 2 }, { "u32", 4 }, { "s64", 8 }, { "char", 1 },
		{ "unsigned short", 2 }, { "pid_t", 4 }, { "gfp_t", 4 }, { "size_t", 8 },
		{ "unsigned long", 8 }, { "long long", 8 }, { "unsigned int", 4 }, { "bool", 1 },
	};
	unsigned int n = below(ARRAY_SIZE(numbers));

	s->type = numbers[n].type;
	*kind = n + 1 == ARRAY_SIZE(numbers) ? TRUTH : NUMBER;
	return numbers[n].width;
}

static struct spelling random_spelling(struct field *field)
{
	static const char * const pointed_to[] = { "void", "struct a_b", "union u", "char", "u64" };
	static const char * const stars[] = { "*", "**", "***", "****" };
	struct spelling s = { .stars = "" };

	switch (below(7)) {
	case 0:
	case 1:
		field->width = width_of_random_number(&s, &field->kind);
		break;
	case 2:
		*field = (struct field){ NUMBER, 8 };
		s.type = pointed_to[below(ARRAY_SIZE(pointed_to))];
		s.stars = stars[below(ARRAY_SIZE(stars))];
		break;
	case 3:
		*field = (struct field){ TEXT, 1 + below(below(4) ? 20 : 256) };
		s.type = below(2) ? "char" : "unsigned char";
		sprintf(s.array, "[%u]", field->width);
		break;
	case 4:
		*field = (struct field){ STACK, 4 };
		s.type = below(2) ? "long" : "unsigned long";
		strscpy(s.array, "[]");
		break;
	default:
		*field = (struct field){ DYNAMIC, 4 };
		s.type = below(2) ? "char" : "unsigned char";
		strscpy(s.array, "[]");
		break;
	}
	return s;
}

static void make_event(struct random_event *event, unsigned int n)
{
	struct seq_file text = { .buf = event->text, .size = sizeof(event->text) };
	struct seq_file shown = { .buf = event->shown, .size = sizeof(event->shown) };
	static const char * const separators[] = { " ", ";", "; ", "\t", " ;;\n" };
	unsigned int i;

	event->n = n;
	seq_puts(&text, "event ");
	seq_puts(&shown, "event\t");
	for (i = 0; i < n; i++) {
		struct field *field = &event->fields[i];
		struct spelling s = random_spelling(field);
		const char *modifier = below(4) ? "" : "const ";
		bool behind = below(2);

		field->off = text.count;
		seq_printf(&text, "%s%s%s%s%s f%u%s%s", modifier, s.type,
			   *s.stars && below(2) ? " " : "", s.stars, behind ? "" : s.array,
			   i, behind ? s.array : "",
			   separators[below(ARRAY_SIZE(separators))]);
		seq_printf(&shown, "%s%s%s%s%s%s f%u", i ? "; " : "", modifier, s.type,
			   *s.stars ? " " : "", s.stars, s.array, i);
	}
	EXPECT(!seq_has_overflowed(&text) && !seq_has_overflowed(&shown));
}

static void random_string(struct value *value, unsigned int n)
{
	static u8 text[600];
	unsigned int i;

	value->len = below(2) ? below(20) : below(sizeof(text));
	value->ends = value->len && below(8);
	for (i = 0; i < value->len; i++)
		text[i] = 1 + below(255);
	if (value->ends)
		text[value->len - 1] = '\0';
	value->bytes = put_at_cliff(n, text, value->len);
}

static void random_stack(struct value *value, unsigned int n)
{
	static const unsigned long counts[] = { 0, 1, 2, 15, 16, 17, 1UL << 61, -1 };
	unsigned long words[18];
	unsigned int i;

	words[0] = below(2) ? below(18) : counts[below(ARRAY_SIZE(counts))];
	for (i = 1; i < ARRAY_SIZE(words); i++)
		words[i] = test_random(&state);
	/* Some end too early, possibly in the middle of a word. */
	value->len = below(4) ? 16 * sizeof(*words) : below(sizeof(words));
	value->bytes = put_at_cliff(n, words, value->len);
}

static void make_values(struct random_event *event)
{
	static const unsigned long bad[] = { 0, 1, 4095, -1, 0x8000000000000000 };
	unsigned int i;

	for (i = 0; i < event->n; i++) {
		struct value *value = &event->values[i];
		enum kind kind = event->fields[i].kind;

		*value = (struct value){ below(4) ? test_random(&state) : 1ULL << below(64) };
		if (kind == NUMBER || kind == TRUTH)
			continue;
		if (!below(6)) {
			value->val = bad[below(ARRAY_SIZE(bad))];
			continue;
		}
		if (kind == STACK)
			random_stack(value, i);
		else
			random_string(value, i);
		value->val = val_of(value->bytes);
	}
}

/*
 * Find the bytes stored for a string in a field of @size bytes. Return: their
 * number, without the NUL.
 */
static size_t stored_string(const struct value *value, size_t size, const char **string)
{
	size_t len = value->len - value->ends;

	*string = (const char *)value->bytes;
	if (!value->val)
		*string = "(null)";
	else if (!value->ends && value->len < size)
		*string = "(fault)";
	if (*string != (const char *)value->bytes)
		len = strlen(*string);
	return len < size ? len : size - 1;
}

static u32 encode_stack(const struct value *value, u8 *to)
{
	unsigned long n = 0;

	if (value->len >= sizeof(n))
		memcpy(&n, value->bytes, sizeof(n));
	n = n < 15 ? n : 15;
	memcpy(to, &n, sizeof(n));
	if (value->len >= (1 + n) * sizeof(n) && n)
		memcpy(to + sizeof(n), value->bytes + sizeof(n), n * sizeof(n));
	return (1 + n) * sizeof(n);
}

static u32 encode_string(const struct value *value, size_t size, u8 *to)
{
	const char *string;
	size_t len = stored_string(value, size, &string);

	memcpy(to, string, len);
	return len + 1;
}

/* Return: number of bytes written to @data. */
static u32 encode_field(const struct field *field, const struct value *value, u8 *slot, u8 *data)
{
	switch (field->kind) {
	case NUMBER:
		/* Little-endian: the low bytes come first. */
		memcpy(slot, &value->val, field->width);
		return 0;
	case TRUTH:
		*slot = value->val != 0;
		return 0;
	case TEXT:
		encode_string(value, field->width, slot);
		return 0;
	case DYNAMIC:
		return encode_string(value, 256, data);
	default:
		return encode_stack(value, data);
	}
}

/*
 * Encode all behind the common header. Bytes not written, such as padding, are
 * 0.
 */
static u32 encode(const struct random_event *event, u8 *bytes)
{
	u32 slot = 0, end = 0;
	unsigned int i;

	for (i = 0; i < event->n; i++)
		end += ALIGN(event->fields[i].width, 8);
	for (i = 0; i < event->n; i++) {
		const struct field *field = &event->fields[i];
		u16 loc[2];

		if (field->kind == STACK)
			end = ALIGN(end, 8);
		loc[0] = 8 + end;
		loc[1] = encode_field(field, &event->values[i], bytes + slot, bytes + end);
		if (loc[1])
			memcpy(bytes + slot, loc, sizeof(loc));
		end += loc[1];
		slot += ALIGN(field->width, 8);
	}
	return end;
}

/* Return: the field that makes the record too long, or the number of fields. */
static unsigned int too_much(const struct random_event *event)
{
	u32 longest = 8;
	unsigned int i;

	for (i = 0; i < event->n; i++) {
		longest += ALIGN(event->fields[i].width, 8);
		if (event->fields[i].kind == DYNAMIC)
			longest += 256;
		else if (event->fields[i].kind == STACK)
			longest += 16 * 8;
		if (longest > RECORD_MAX)
			break;
	}
	return i;
}

static void expect_fields(const struct random_event *event, const struct definition *def)
{
	static char shown[8192];
	struct seq_file m = { .buf = shown, .size = sizeof(shown) };
	u32 offset = 8;
	unsigned int i;

	show_definition(&m, def);
	EXPECT_STREQ(shown, event->shown);
	EXPECT_EQ(def->layout->n_fields, event->n);
	for (i = 0; i < event->n; i++) {
		EXPECT_EQ(def->layout->fields[i].offset, offset);
		EXPECT_EQ(def->layout->fields[i].size, event->fields[i].width);
		offset += ALIGN(event->fields[i].width, 8);
	}
	EXPECT_EQ(def->layout->size, offset);
}

static void expect_same_record(const struct random_event *event,
			       const struct synth_layout *layout)
{
	u8 bytes[2 * RECORD_MAX] = {};
	u32 size = encode(event, bytes);
	u64 vals[FIELDS_MAX];
	unsigned int i;

	for (i = 0; i < event->n; i++)
		vals[i] = event->values[i].val;
	expect_bytes(event->text, fill(layout, vals), bytes, size);
}

TEST(records_of_random_events)
{
	static struct random_event event;
	unsigned int round, taken = 0;

	for (round = 0; round < 10000; round++) {
		struct trace_diag diag = {};
		struct definition def;
		unsigned int limit;
		int ret, i;

		make_event(&event, 1 + below(1 + below(FIELDS_MAX)));
		limit = too_much(&event);
		ret = define(&def, event.text, strlen(event.text), &diag);
		EXPECT_EQ(ret, limit < event.n ? -EINVAL : 0);
		if (ret) {
			EXPECT_EQ(diag.code, SYNTH_DIAG_TOO_LARGE);
			EXPECT_EQ(diag.at.off, event.fields[limit].off);
			continue;
		}
		taken++;
		expect_fields(&event, &def);
		for (i = 0; i < 4; i++) {
			make_values(&event);
			expect_same_record(&event, def.layout);
		}
		undefine(&def);
	}
	EXPECT(taken > round / 4);
}
