// SPDX-License-Identifier: GPL-2.0-only
/*
 * Fuzz target: words of set_event and print formats of events. The text up to
 * the first newline is used as both. An unused byte follows, and a byte that
 * selects the value of a constant. The rest is the name of the constant, and
 * also the name of an event.
 *
 * The results are compared with those of the reference model. The functions must
 * not allocate memory or read outside the text. A changed text must not be
 * longer than before.
 */

#include <linux/array_size.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "events/print_fmt.h"
#include "events/reference_model.h"
#include "events/select.h"
#include "fuzz.h"
#include "mutate.h"

static const char *const separators[] = { ":", ",", " ", NULL };

const struct grammar fuzz_grammar = {
	.end = '\n',
	.separators = separators,
	.brackets = "()[]{}",
	.messages = event_select_messages,
	/* The later errors need events. */
	.n_messages = EVENT_SELECT_NO_MODULE_NAME + 1,
};

/* Copy the first @len bytes, up to a NUL, to an allocation that ends with the text. */
static char *text_of(const void *bytes, size_t len)
{
	size_t n = strnlen(bytes, len);
	char *text = malloc(n + 1);

	memcpy(text, bytes, n);
	text[n] = '\0';
	return text;
}

static char *copy_of(const char *text)
{
	return text_of(text, strlen(text));
}

/* Return a word that means the same events as the selection. */
static char *word_of(const struct event_selection *selection)
{
	static char word[EVENT_WORD_MAX + 1];
	const char *either = selection->either ?: (selection->module ? "" : "*");
	const char *mark = selection->module ? ":mod:" : "", *module = selection->module ?: "";
	const char *disable = selection->disable ? "!" : "";

	if (selection->system || selection->event)
		scnprintf(word, sizeof(word), "%s%s:%s%s%s", disable, selection->system ?: "",
			  selection->event ?: "", mark, module);
	else
		scnprintf(word, sizeof(word), "%s%s%s%s", disable, either, mark, module);
	return word;
}

static bool is_plain(const char *name)
{
	return !strpbrk(name, "*?[\\");
}

/* Check which events an accepted word means. */
static void check_matches(const struct event_selection *selection, const char *name)
{
	const char *system = selection->system ?: selection->either ?: "sched";
	const char *event = selection->event ?: "sched_switch";
	const char *module = selection->module ?: "ext4";
	struct event_selection enable = *selection;
	bool matches;

	if (is_plain(system) && is_plain(event) && is_plain(module))
		CHECK(event_selection_matches(selection, system, event, module));
	if (selection->module)
		CHECK(!event_selection_matches(selection, system, event, NULL));
	else
		CHECK(event_selection_matches(selection, system, event, NULL) ==
		      event_selection_matches(selection, system, event, module));

	enable.disable = !selection->disable;
	matches = event_selection_matches(selection, name, name, name);
	CHECK(event_selection_matches(&enable, name, name, name) == matches);
}

/* The names of a selection are parts of its word. */
static void check_part(const char *part, const char *word, size_t len)
{
	CHECK(!part || (part >= word && part + strlen(part) <= word + len));
}

static void check_word(const char *text, const char *name)
{
	struct event_selection selection, expected, again;
	struct trace_diag diag = {}, expected_diag = {};
	char *word = copy_of(text), *model_word = copy_of(text), *same_word;
	size_t len = strlen(text);
	int ret;

	shim_atomic = true;
	ret = event_selection_parse(&selection, word, &diag);
	fuzz_note(event_select_messages[diag.code]);
	CHECK(ret == (diag.code ? -EINVAL : 0));
	CHECK(diag.at.off <= len && diag.at.len <= len - diag.at.off);
	model_parse(&expected, model_word, &expected_diag);
	CHECK(same_diag(&diag, &expected_diag));
	if (!ret) {
		CHECK(same_selection(&selection, &expected));
		check_part(selection.system, word, len);
		check_part(selection.event, word, len);
		check_part(selection.either, word, len);
		check_part(selection.module, word, len);
		check_matches(&selection, name);
		same_word = copy_of(word_of(&selection));
		CHECK(!event_selection_parse(&again, same_word, &diag));
		CHECK(same_selection(&selection, &again));
		free(same_word);
	}
	shim_atomic = false;
	free(word);
	free(model_word);
}

/* Pointers are fields of the record, in the order of the text. */
static void check_pointers(const char *text)
{
	static const char record[] = "REC->";
	char *fmt = copy_of(text);
	const char *end = fmt + strlen(fmt), *least = fmt + strlen("%s,REC->");
	struct print_fmt_pointer pointer;
	struct print_fmt_scan scan;
	unsigned int i;

	print_fmt_scan_init(&scan, fmt);
	while (print_fmt_next_pointer(&scan, &pointer)) {
		CHECK(pointer.use == PRINT_FMT_STRING || pointer.use == PRINT_FMT_DEREF);
		CHECK(pointer.name >= least && pointer.len);
		CHECK(pointer.len <= end - pointer.name);
		CHECK(!memcmp(pointer.name - strlen(record), record, strlen(record)));
		for (i = 0; i < pointer.len; i++)
			CHECK(model_is_word(pointer.name[i]));
		CHECK(!model_is_word(pointer.name[i]));
		least = pointer.name + pointer.len + strlen(",REC->");
	}
	CHECK(!print_fmt_next_pointer(&scan, &pointer));
	CHECK(!strcmp(fmt, text));
	free(fmt);
}

/* The names that the model supports: identifiers, and texts such as "sizeof(struct x)". */
static bool is_constant(const char *name)
{
	if (!model_is_word(*name))
		return false;
	while (model_is_word(*name) || (*name && strchr(" ()", *name)))
		name++;
	return !*name;
}

static void check_constant(const char *text, const char *name, long value)
{
	static char expected[MODEL_FMT_MAX];
	struct trace_eval_map constant = { .eval_string = name, .eval_value = value };
	struct trace_eval_map *map = &constant;
	char *fmt = copy_of(text);

	print_fmt_replace_constants(fmt, &map, 1);
	CHECK(strlen(fmt) <= strlen(text));
	if (is_constant(name)) {
		model_replace(text, name, value, expected);
		CHECK(!strcmp(fmt, expected));
	}
	free(fmt);
}

/* Bytes are only removed, and only if there is an attribute. */
static void check_attributes(const char *text)
{
	char *changed = copy_of(text);
	const char *left = changed;

	print_fmt_remove_attributes(changed);
	if (!strstr(text, "__attribute__("))
		CHECK(!strcmp(text, changed));
	for (; *text; text++)
		left += *left == *text;
	CHECK(!*left);
	free(changed);
}

static long value_of(const struct fuzz_input *in)
{
	static const long values[] = { 0, 7, 42, 1234, 65536, -1, -1234, LONG_MIN, LONG_MAX };

	return in->n_rest ? values[in->rest[0] % ARRAY_SIZE(values)] : 7;
}

int fuzz_one(const u8 *data, size_t size)
{
	struct fuzz_input in = fuzz_input_of(data, size, fuzz_grammar.end);
	char *text = text_of(in.text, in.len);
	char *name = in.n_rest > 1 ? text_of(in.rest + 1, in.n_rest - 1) : copy_of("NAME");

	shim_fail_from(1);
	if (strlen(text) < MODEL_FMT_MAX && *name) {
		check_word(text, name);
		check_pointers(text);
		check_constant(text, name, value_of(&in));
		check_attributes(text);
	}
	CHECK(!shim_failed());
	free(text);
	free(name);
	fuzz_input_free(&in);
	return 0;
}
