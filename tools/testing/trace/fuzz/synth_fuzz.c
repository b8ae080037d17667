// SPDX-License-Identifier: GPL-2.0-only
/*
 * Fuzz target: definitions of synthetic events and values of a record. The
 * input is the definition up to the first newline, a byte for fuzz_fail(), a
 * byte that determines how values change, and the values.
 *
 * A rejected definition must have an error position in the text. An accepted
 * one must be printed as a definition with the same meaning, and its records
 * must be within bounds.
 */

#include <linux/align.h>
#include <linux/kernel.h>
#include <linux/string.h>
#include <linux/trace_events.h>

#include "fuzz.h"
#include "mutate.h"
#include "synth/fixture.h"
#include "synth/run/record.h"

static const char *const separators[] = { ";", " ", NULL };

/* The prefix that dynamic_events requires is parsed by another function. */
static const u8 elsewhere[] = { SYNTH_DIAG_BAD_DYN_FORM, 0 };

const struct grammar fuzz_grammar = {
	.end = '\n',
	.separators = separators,
	.brackets = "[]",
	.messages = synth_diag_messages,
	.n_messages = SYNTH_DIAG_TOO_LARGE + 1,
	.elsewhere = elsewhere,
};

/* Printing moves brackets and adds blanks, but not this many. */
#define SHOWN_MAX	16384

struct input {
	const u8 *bytes;
	size_t size;
};

static u8 take_byte(struct input *in)
{
	if (!in->size)
		return 0;
	in->size--;
	return *in->bytes++;
}

static u64 take_number(struct input *in)
{
	size_t len = min(in->size, sizeof(u64));
	u64 val = 0;

	memcpy(&val, in->bytes, len);
	in->bytes += len;
	in->size -= len;
	return val;
}

static bool take_definition(struct definition *def, const char *text, size_t len)
{
	struct trace_diag diag = {};
	int ret = define(def, text, len, &diag);

	fuzz_note(synth_diag_messages[diag.code]);
	CHECK(!ret || ret == -EINVAL || ret == -ENOMEM);
	CHECK(shim_failed() == (ret == -ENOMEM));
	CHECK(is_explained(ret, &diag, (struct trace_span){ .len = len }));
	return !ret;
}

/* Return -ENOMEM and leak nothing if an allocation fails. */
static void check_without_memory(const struct fuzz_input *in)
{
	struct definition def;

	fuzz_fail(in->fail);
	if (take_definition(&def, in->text, in->len))
		undefine(&def);
	CHECK(!shim_allocs());
}

static void check_round_trip(const struct definition *def)
{
	static char shown[SHOWN_MAX];
	struct seq_file m = { .buf = shown, .size = sizeof(shown) };
	struct definition again;

	show_definition(&m, def);
	CHECK(!seq_has_overflowed(&m));
	CHECK(take_definition(&again, shown, m.count));
	CHECK(same_definition(def, &again));
	undefine(&again);
}

/* Memory that values point to. It may change between measuring and copying. */
static u8 memory[2048];

static void fill_memory(const struct input *in, u8 rotate)
{
	size_t len = min(in->size, sizeof(memory));
	size_t i;

	memset(memory, 'x', sizeof(memory));
	for (i = 0; i < len; i++)
		memory[i] = in->bytes[(i + rotate) % len];
}

/* Most values are small or point to @memory; some are arbitrary. */
static u64 take_value(struct input *in)
{
	u8 how = take_byte(in);

	switch (how % 8) {
	case 0:
		return take_number(in);
	case 1:
		return 0;
	case 2:
		return how;
	default:
		return (unsigned long)memory + (how * 8 + how % 3) % sizeof(memory);
	}
}

static void check_string(const char *string, size_t size)
{
	size_t len = strnlen(string, size);

	CHECK(len < size);
	CHECK(!memchr_inv(string + len, 0, size - len));
}

static void check_stack(const u8 *record, struct trace_dynamic_info loc)
{
	unsigned long n;

	CHECK(loc.offset % sizeof(u64) == 0);
	memcpy(&n, record + loc.offset, sizeof(n));
	CHECK(n < SYNTH_STACK_WORDS && loc.len == (1 + n) * sizeof(n));
}

/* Return: end of the data of the field. */
static u32 check_field(const struct synth_field *field, u64 val, const u8 *record, u32 end)
{
	const u8 *slot = record + field->offset;
	struct trace_dynamic_info loc;
	u64 number = 0;

	CHECK(!memchr_inv(slot + field->size, 0, ALIGN(field->size, sizeof(u64)) - field->size));
	switch (field->kind) {
	case SYNTH_STRING:
		check_string((const char *)slot, field->size);
		return end;
	case SYNTH_DYN_STRING:
	case SYNTH_STACK:
		memcpy(&loc, slot, sizeof(loc));
		CHECK(loc.offset >= end && loc.offset < end + sizeof(u64));
		CHECK(!memchr_inv(record + end, 0, loc.offset - end));
		if (field->kind == SYNTH_STACK)
			check_stack(record, loc);
		else
			check_string((const char *)record + loc.offset, loc.len);
		return loc.offset + loc.len;
	default:
		memcpy(&number, slot, field->size);
		if (field->kind == SYNTH_BOOL)
			val = !!val;
		CHECK(!((val ^ number) << (64 - 8 * field->size)));
		return end;
	}
}

static void check_record(const struct synth_layout *layout, struct input in)
{
	struct synth_record_plan plan;
	u8 rotate = take_byte(&in);
	u64 vals[SYNTH_FIELDS_MAX];
	u32 end = layout->size;
	unsigned int i;
	u8 *record;

	for (i = 0; i < layout->n_fields; i++)
		vals[i] = take_value(&in);
	fill_memory(&in, 0);
	synth_record_plan_init(layout, vals, &plan);
	CHECK(plan.size >= layout->size && plan.size <= SYNTH_RECORD_MAX);

	record = kmalloc(plan.size, GFP_KERNEL);
	fill_memory(&in, rotate);
	shim_atomic = true;
	synth_record_fill(layout, vals, &plan, record);
	shim_atomic = false;
	for (i = 0; i < layout->n_fields; i++)
		end = check_field(&layout->fields[i], vals[i], record, end);
	CHECK(end == plan.size);
	kfree(record);
}

int fuzz_one(const u8 *data, size_t size)
{
	struct fuzz_input in = fuzz_input_of(data, size, fuzz_grammar.end);
	struct definition def;

	if (in.fail)
		check_without_memory(&in);
	if (take_definition(&def, in.text, in.len)) {
		check_round_trip(&def);
		check_record(def.layout, (struct input){ in.rest, in.n_rest });
		undefine(&def);
	}
	CHECK(!shim_allocs());
	fuzz_input_free(&in);
	return 0;
}
