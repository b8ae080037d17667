// SPDX-License-Identifier: GPL-2.0-only
/*
 * Fuzz target: values of hist_sample_hz and hist_sample_cpus. The input is the value up to the
 * first byte of value 1, and a byte. If this byte is not 0, blanks are appended to the value, up to
 * a length of the limit minus 128 plus the byte.
 *
 * Both parsers are compared with a model that reads the value as the documents describe it. A
 * rejected value must have the error and the position of the model, and must change nothing.
 */

#include <linux/kernel.h>
#include <linux/string.h>

#include "fuzz.h"
#include "hist/sample/diag.h"
#include "hist/sample/spec.h"
#include "mutate.h"

static const char *const separators[] = { " ", "\n", NULL };

/* The parsers cannot cause the last code, because they do not know the CPUs of the machine. */
const struct grammar fuzz_grammar = {
	.end = 1,
	.separators = separators,
	.brackets = "  ",
	.messages = hist_sample_diag_messages,
	.n_messages = HIST_SAMPLE_DIAG_BAD_CPUS + 1,
};

#define BLANKS		" \t\n\v\f\r"
#define UNCHANGED	12345

/**
 * struct model - result that the parsers must have
 * @word: the first word; empty for a value without words
 * @at: position of the error
 * @code: error of the value; HIST_SAMPLE_DIAG_COUNT if it is not one word
 */
struct model {
	struct trace_span word;
	struct trace_span at;
	unsigned int code;
};

static bool is_blank(char c)
{
	return c && strchr(BLANKS, c);
}

/* Find the word that begins at or behind @from. */
static struct trace_span find_word(const char *text, u32 len, u32 from)
{
	struct trace_span word = { from, 0 };

	while (word.off < len && is_blank(text[word.off]))
		word.off++;
	while (trace_span_end(word) < len && !is_blank(text[trace_span_end(word)]))
		word.len++;
	return word;
}

static struct model read_value(const char *text, u32 len)
{
	struct model model = { .word = find_word(text, len, 0) };
	struct trace_span second = find_word(text, len, trace_span_end(model.word));
	u32 n_nul = strnlen(text, len);

	if (len > 32767) {
		model.code = HIST_SAMPLE_DIAG_TOO_LONG;
		model.at = (struct trace_span){ 32767, 1 };
	} else if (n_nul < len) {
		model.code = HIST_SAMPLE_DIAG_NUL_BYTE;
		model.at = (struct trace_span){ n_nul, 1 };
	} else if (!model.word.len) {
		model.code = HIST_SAMPLE_DIAG_COUNT;
	} else if (second.len) {
		model.code = HIST_SAMPLE_DIAG_COUNT;
		model.at = second;
	}
	return model;
}

/* Return the rate of a word: up to five digits behind zeros, at most 10000; or -1. */
static long read_rate(const char *text, struct trace_span word)
{
	char digits[6] = "";

	while (word.len > 1 && text[word.off] == '0') {
		word.off++;
		word.len--;
	}
	if (word.len > 5)
		return -1;
	memcpy(digits, text + word.off, word.len);
	if (strspn(digits, "0123456789") != word.len)
		return -1;
	return atol(digits) <= 10000 ? atol(digits) : -1;
}

static void check_diag(int ret, const struct trace_diag *diag, const struct model *model,
		       enum hist_sample_diag expected)
{
	unsigned int code = model->code == HIST_SAMPLE_DIAG_COUNT ? expected : model->code;

	fuzz_note(hist_sample_diag_messages[diag->code]);
	CHECK(ret == (code ? -EINVAL : 0) && diag->code == code);
	CHECK(diag->at.off == model->at.off && diag->at.len == model->at.len);
}

static void check_hz(const char *text, u32 len)
{
	struct model model = read_value(text, len);
	struct trace_diag diag = {};
	unsigned int hz = UNCHANGED;
	long rate = -1;
	int ret;

	ret = hist_sample_parse_hz(text, len, &hz, &diag);
	if (!model.code)
		rate = read_rate(text, model.word);
	if (!model.code && rate < 0) {
		model.code = HIST_SAMPLE_DIAG_BAD_HZ;
		model.at = model.word;
	}
	check_diag(ret, &diag, &model, HIST_SAMPLE_DIAG_BAD_HZ);
	CHECK(hz == (rate < 0 ? UNCHANGED : rate));
}

/* cpulist_parse() of the base kernel reads the word, to its end or to the blank behind it. */
static void check_cpus(const char *text, u32 len)
{
	struct model model = read_value(text, len);
	struct trace_diag diag = {};
	struct trace_span word = {};
	int ret;

	ret = hist_sample_parse_word(text, len, HIST_SAMPLE_DIAG_BAD_CPUS, &word, &diag);
	check_diag(ret, &diag, &model, HIST_SAMPLE_DIAG_BAD_CPUS);
	if (!ret)
		CHECK(word.off == model.word.off && word.len == model.word.len);
}

/* Append blanks up to a length that is near the limit. */
static void lengthen(struct fuzz_input *in)
{
	size_t len = HIST_SAMPLE_TEXT_MAX + in->fail - 128;

	if (!in->fail || len < in->len)
		return;
	in->text = realloc(in->text, len);
	memset(in->text + in->len, ' ', len - in->len);
	in->len = len;
}

int fuzz_one(const u8 *data, size_t size)
{
	struct fuzz_input in = fuzz_input_of(data, size, fuzz_grammar.end);

	lengthen(&in);
	shim_atomic = true;
	check_hz(in.text, in.len);
	check_cpus(in.text, in.len);
	shim_atomic = false;
	fuzz_input_free(&in);
	return 0;
}
