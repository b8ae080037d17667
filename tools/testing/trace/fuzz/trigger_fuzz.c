// SPDX-License-Identifier: GPL-2.0-only
/*
 * Fuzz target: trigger commands. The input is the command up to the first byte
 * of value 1; the rest is ignored.
 *
 * A rejected command must have an error position in the text. An accepted
 * command must be printed as a command with the same meaning. The parser must
 * not allocate memory.
 */

#include <linux/kernel.h>
#include <linux/string.h>

#include "fuzz.h"
#include "mutate.h"
#include "trigger/fixture.h"

static const char *const separators[] = { ":", " ", NULL };

/* Inputs are shorter than the limit, and the parser accepts any command name. */
static const u8 elsewhere[] = { TRIGGER_DIAG_TOO_LONG, TRIGGER_DIAG_UNKNOWN, 0 };

const struct grammar fuzz_grammar = {
	.end = 1,
	.separators = separators,
	.brackets = "()",
	.messages = trigger_diag_messages,
	.n_messages = TRIGGER_DIAG_NO_TARGET + 1,
	.elsewhere = elsewhere,
};

/*
 * Printing decimal numbers and "count=" makes a command longer, but not by this
 * much.
 */
#define SHOWN_MAX	16384

static bool parse(struct trigger_spec *spec, const char *text, u32 len, bool has_target)
{
	struct trace_diag diag = {}, name_diag = {};
	struct trace_span name;
	int ret;

	shim_atomic = true;
	ret = trigger_spec_parse(spec, text, len, has_target, &diag);
	shim_atomic = false;
	fuzz_note(trigger_diag_messages[diag.code]);
	CHECK(is_trigger_explained(ret, &diag, len));
	if (trigger_spec_name(text, len, &name, &name_diag)) {
		CHECK(ret && diag.code == name_diag.code && diag.at.off == name_diag.at.off);
		return false;
	}
	CHECK(name.off == spec->command.off && name.len == spec->command.len && name.len);
	return !ret;
}

/* The parts must be in order and must not overlap. */
static void check_parts(const struct trigger_spec *spec, u32 len, bool has_target)
{
	u32 end = trace_span_end(spec->command);

	CHECK(has_target == !!spec->system.len && has_target == !!spec->event.len);
	if (has_target) {
		CHECK(spec->system.off > end);
		CHECK(spec->event.off > trace_span_end(spec->system));
		end = trace_span_end(spec->event);
	}
	if (spec->count_at.len) {
		CHECK(spec->count_at.off > end);
		end = trace_span_end(spec->count_at);
	}
	CHECK(!spec->count || spec->count_at.len);
	CHECK((long)spec->count >= 0);
	if (spec->filter.len)
		CHECK(spec->filter.off > end + strlen(" if") - 1);
	CHECK(trace_span_end(spec->filter) <= len);
}

/*
 * A parenthesis left open in a system or event name would swallow what follows
 * it when the command is printed. No real event has such a name.
 */
static bool is_balanced(const struct trigger_spec *spec)
{
	return !memchr(spec->text + spec->system.off, '(', spec->system.len) &&
	       !memchr(spec->text + spec->event.off, '(', spec->event.len);
}

static void check_round_trip(const struct trigger_spec *spec, bool has_target)
{
	static char shown[SHOWN_MAX];
	struct seq_file m = { .buf = shown, .size = sizeof(shown) };
	struct trigger_spec again;
	char *copy;

	trigger_show(&m, spec);
	CHECK(!seq_has_overflowed(&m));
	copy = memcpy(malloc(m.count), shown, m.count);
	CHECK(parse(&again, copy, m.count, has_target));
	CHECK(same_trigger(spec, &again));
	free(copy);
}

int fuzz_one(const u8 *data, size_t size)
{
	struct fuzz_input in = fuzz_input_of(data, size, fuzz_grammar.end);
	struct trigger_spec spec;
	unsigned int has_target;

	shim_fail_from(1);
	for (has_target = 0; has_target < 2; has_target++) {
		if (!parse(&spec, in.text, in.len, has_target))
			continue;
		check_parts(&spec, in.len, has_target);
		if (is_balanced(&spec))
			check_round_trip(&spec, has_target);
	}
	CHECK(!shim_failed());
	fuzz_input_free(&in);
	return 0;
}
