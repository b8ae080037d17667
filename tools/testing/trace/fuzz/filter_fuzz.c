// SPDX-License-Identifier: GPL-2.0-only
/*
 * Fuzz target: filters and records. The input is the filter up to the first
 * byte of value 1, a byte for fuzz_fail(), a byte that determines what the
 * pointer refers to, and the record.
 *
 * A rejected filter must have an error position in the text. Accepted filters
 * are stored as text, so there is no printed form to compare; instead the
 * parsed tree is printed with all parentheses and must compile to the same
 * program. The program must run, read nothing outside of the record, and give
 * the opposite result if the filter is negated.
 */

#include <linux/bitmap.h>
#include <linux/kernel.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/unaligned.h>

#include "filter/fixture.h"
#include "filter/limits.h"
#include "filter/parse/spec.h"
#include "filter/pattern.h"
#include "fuzz.h"
#include "mutate.h"

static const char *const separators[] = { "&&", "||", " ", NULL };

/* Inputs are shorter than the limit. */
static const u8 elsewhere[] = { FILTER_DIAG_TOO_LONG, 0 };

const struct grammar fuzz_grammar = {
	.end = 1,
	.separators = separators,
	.brackets = "()\"\"{}",
	.messages = filter_diag_messages,
	.n_messages = FILTER_DIAG_NO_CPUS + 1,
	.elsewhere = elsewhere,
};

/* Printing adds two parentheses per comparison and two per operator. */
#define SHOWN_MAX	32768

/* Size of a record without dynamic data. */
#define FIXED	offsetof(struct mock_record, data)

static struct filter_program *make(const char *text, u32 len)
{
	struct trace_diag diag = {};
	struct filter_program *program = filter_make(text, len, &diag);
	int ret = PTR_ERR_OR_ZERO(program);

	fuzz_note(filter_diag_messages[diag.code]);
	CHECK(!ret || ret == -EINVAL || ret == -ENOMEM);
	CHECK(shim_failed() == (ret == -ENOMEM));
	CHECK(is_filter_explained(program, &diag, len));
	if (ret)
		return NULL;
	CHECK(is_filter_sound(program));
	return program;
}

/* Return -ENOMEM and leak nothing if an allocation fails. */
static void check_without_memory(const struct fuzz_input *in)
{
	fuzz_fail(in->fail);
	filter_program_free(make(in->text, in->len));
	CHECK(!shim_allocs());
}

static void print_span(struct seq_file *m, const char *text, struct trace_span span)
{
	seq_write(m, text + span.off, span.len);
}

static void print_predicate(struct seq_file *m, const char *text,
			    const struct filter_predicate *pred)
{
	print_span(m, text, pred->field);
	if (pred->modifier.len) {
		seq_putc(m, '.');
		print_span(m, text, pred->modifier);
	}
	seq_putc(m, ' ');
	print_span(m, text, pred->operator_at);
	seq_putc(m, ' ');
	/* Quotes and braces are not part of the value's span. */
	if (pred->kind == FILTER_QUOTED)
		seq_putc(m, text[pred->value.off - 1]);
	else if (pred->kind == FILTER_CPUS)
		seq_puts(m, "CPUS{");
	print_span(m, text, pred->value);
	if (pred->kind == FILTER_QUOTED)
		seq_putc(m, text[pred->value.off - 1]);
	else if (pred->kind == FILTER_CPUS)
		seq_putc(m, '}');
}

static void print_node(struct seq_file *m, const struct filter_spec *spec, unsigned int i)
{
	const struct filter_node *node = &spec->nodes[i];

	seq_puts(m, node->negated ? "!(" : "(");
	if (node->kind == FILTER_NODE_PREDICATE) {
		print_predicate(m, spec->text, &spec->preds[node->pred]);
	} else {
		print_node(m, spec, filter_node_left(spec, i));
		seq_puts(m, node->kind == FILTER_NODE_AND ? "&&" : "||");
		print_node(m, spec, i - 1);
	}
	seq_putc(m, ')');
}

static bool same_operand(const struct prog_entry *a, const struct prog_entry *b)
{
	switch (a->op) {
	case FILTER_OP_TEXT:
		return a->pattern->match == b->pattern->match &&
		       a->pattern->len == b->pattern->len &&
		       !memcmp(a->pattern->str, b->pattern->str, a->pattern->len);
	case FILTER_OP_CPU_IN:
	case FILTER_OP_CPUS_INTERSECT:
	case FILTER_OP_CPUS_EQUAL:
		return a->cpus->n == b->cpus->n &&
		       !memcmp(a->cpus->bits, b->cpus->bits,
			       BITS_TO_LONGS(a->cpus->n) * sizeof(long));
	default:
		return a->low == b->low && a->span == b->span;
	}
}

static bool same_entry(const struct prog_entry *a, const struct prog_entry *b)
{
	return a->op == b->op && a->source == b->source && a->negate_match == b->negate_match &&
	       a->next[0] == b->next[0] && a->next[1] == b->next[1] &&
	       a->offset == b->offset && a->size == b->size && same_operand(a, b);
}

static void check_round_trip(const struct filter_program *program, const char *text, u32 len)
{
	static char shown[SHOWN_MAX];
	struct seq_file m = { .buf = shown, .size = sizeof(shown) };
	struct filter_program *again;
	struct trace_diag diag = {};
	struct filter_spec spec;
	u32 i;

	CHECK(!filter_spec_parse(&spec, text, (struct trace_span){ .len = len }, &diag));
	print_node(&m, &spec, spec.n_nodes - 1);
	CHECK(!seq_has_overflowed(&m));
	filter_spec_destroy(&spec);

	again = make(shown, m.count);
	CHECK(again && again->n_entries == program->n_entries);
	for (i = 0; i < program->n_entries; i++)
		CHECK(same_entry(&program->entries[i], &again->entries[i]));
	filter_program_free(again);
}

/*
 * Limit a location to data within the record: locations in real records are
 * valid.
 */
static void put_location(u8 *record, u32 size, u32 member, bool is_relative)
{
	u32 from = is_relative ? member + sizeof(u32) : 0;
	u32 loc = get_unaligned((u32 *)(record + member));
	u32 off = FIXED + (loc & 0xffff) % (size - FIXED + 1);
	u32 len = (loc >> 16) % (size - off + 1);

	put_unaligned((off - from) | len << 16, (u32 *)(record + member));
}

/*
 * The pointer refers to the record, possibly near its end without a NUL, or is
 * NULL. Other addresses are invalid, because there is no user memory.
 */
static u8 *make_record(const u8 *bytes, size_t n, u8 pointer)
{
	u32 size = max_t(size_t, FIXED, n);
	u8 *record = malloc(size);
	u64 addr = pointer ? (u64)(record + size - min_t(u32, pointer, size)) : 0;

	memset(record, 0, size);
	if (n)
		memcpy(record, bytes, n);
	put_location(record, size, offsetof(struct mock_record, dyn), false);
	put_location(record, size, offsetof(struct mock_record, mask), false);
	put_location(record, size, offsetof(struct mock_record, rel), true);
	put_location(record, size, offsetof(struct mock_record, rel_mask), true);
	put_unaligned(addr, (u64 *)(record + offsetof(struct mock_record, ptr)));
	shim_user_memory = (const char *)1;
	shim_user_memory_end = (const char *)2;
	return record;
}

/* Compile and run the filter as a part of another one. */
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
	CHECK(!filter_alloc_buffers(program));
	ret = filter_run(program, record);
	filter_program_free(program);
	free(copy);
	return ret;
}

static void check_answers(const char *text, u32 len, const u8 *record)
{
	bool answer = run_in("", text, len, "", record);

	/*
	 * The input is at most half of the maximum length, so the longer
	 * filters are valid.
	 */
	CHECK(run_in("!(", text, len, ")", record) == !answer);
	CHECK(run_in("(", text, len, ") && u8 >= 0", record) == answer);
	CHECK(run_in("u8 < 0 || (", text, len, ")", record) == answer);
	CHECK(run_in("u8 >= 0 || ", text, len, "", record));
	CHECK(!run_in("!(u8 < 0 && (", text, len, ")) && u8 < 0", record));
}

int fuzz_one(const u8 *data, size_t size)
{
	struct fuzz_input in = fuzz_input_of(data, size, fuzz_grammar.end);
	/* The first byte determines the pointer; the record follows it. */
	bool has_rest = in.n_rest;
	struct filter_program *program;
	u8 *record;

	if (in.fail)
		check_without_memory(&in);
	program = make(in.text, in.len);
	if (program) {
		CHECK(in.len <= FILTER_TEXT_MAX / 2);
		check_round_trip(program, in.text, in.len);
		record = make_record(in.rest + has_rest, in.n_rest - has_rest,
				     has_rest ? in.rest[0] : 0);
		check_answers(in.text, in.len, record);
		free(record);
		filter_program_free(program);
	}
	CHECK(!shim_allocs());
	fuzz_input_free(&in);
	return 0;
}
