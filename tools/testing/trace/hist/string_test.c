// SPDX-License-Identifier: GPL-2.0-only
/*
 * Strings in the table of a histogram: a program that parses the table by the rules in
 * Documentation/trace/histogram.rst gets each string back as it was recorded.
 */

#include <linux/kernel.h>
#include <linux/sched.h>
#include <linux/string.h>

#include "../trace.h"
#include "fixture.h"
#include "harness.h"
#include "hist/compile/compile.h"
#include "hist/parse/spec.h"
#include "hist/run/exec.h"
#include "hist/tests/fixtures/mock_event.h"

#define FIELDS_MAX	8

/* A field of a row as the parser returns it. */
struct parsed_field {
	char name[32];
	char value[1024];
};

struct parsed_row {
	unsigned int n_keys, n_saved;
	struct parsed_field keys[FIELDS_MAX], saved[FIELDS_MAX];
};

static struct hist_trigger_data *attach(const char *text)
{
	struct trace_diag diag = {};
	struct hist_spec *spec = hist_spec_parse(text, strlen(text), &diag);
	struct hist_trigger_data *data = hist_compile(spec, &mock_event.resolver, &diag);

	EXPECT(!IS_ERR(data));
	EXPECT_EQ(hist_run_attach(data, HIST_SIZE_MIN), 0);
	hist_spec_free(spec);
	return data;
}

static void detach(struct hist_trigger_data *data)
{
	hist_run_detach(data);
	hist_data_put(data);
}

/* Remove the padding, then turn each backslash with three digits into a byte. */
static void unescape(char *to, const char *from, size_t len)
{
	while (len && from[len - 1] == ' ')
		len--;
	for (; len; len--, from++) {
		if (*from != '\\') {
			*to++ = *from;
			continue;
		}
		EXPECT(len >= 4);
		*to++ = (from[1] - '0') * 64 + (from[2] - '0') * 8 + from[3] - '0';
		from += 3;
		len -= 3;
	}
	*to = '\0';
}

/* "name: value", in @len bytes. */
static void parse_field(struct parsed_field *field, const char *text, size_t len)
{
	const char *colon = memchr(text, ':', len);

	EXPECT(colon && colon - text < sizeof(field->name));
	memcpy(field->name, text, colon - text);
	field->name[colon - text] = '\0';
	for (colon++; colon < text + len && *colon == ' '; colon++)
		;
	unescape(field->value, colon, text + len - colon);
}

/* From "{ " to the first "}", fields are separated by a comma and a space. */
static const char *parse_keys(struct parsed_row *row, const char *text)
{
	const char *end;

	EXPECT(!strncmp(text, "{ ", 2));
	for (text += 2; ; text = end + 2) {
		const char *brace = strchr(text, '}');

		end = strstr(text, ", ");
		EXPECT(brace && row->n_keys < FIELDS_MAX);
		if (!end || brace < end)
			end = brace;
		parse_field(&row->keys[row->n_keys++], text, end - text);
		if (end == brace)
			return end + 1;
	}
}

/*
 * A saved field begins with a name and a colon. Other text belongs to the field
 * before.
 */
static bool is_named(const char *piece)
{
	size_t len = strspn(piece, "abcdefghijklmnopqrstuvwxyz_0123456789");

	return len && piece[len] == ':' && (piece[len + 1] == ' ' || !piece[len + 1]);
}

/* Behind the tab, pieces are separated by two spaces or more. */
static const char *parse_saved(struct parsed_row *row, const char *text)
{
	const char *at = text + 1, *end = strchr(text, '\n'), *next;

	EXPECT(*text == '\t' && end);
	for (; at < end; at = next) {
		EXPECT(is_named(at) && row->n_saved < FIELDS_MAX);
		for (next = at; next < end; next++)
			if (!strncmp(next, "  ", 2) && is_named(next + strspn(next, " ")))
				break;
		parse_field(&row->saved[row->n_saved++], at, next - at);
		if (next < end)
			next += strspn(next, " ");
	}
	return end + 1;
}

static void parse_row(struct parsed_row *row, const char *text)
{
	row->n_keys = 0;
	row->n_saved = 0;
	text = parse_keys(row, text);
	EXPECT(!strncmp(text, " hitcount:          1\n", 21));
	text = strchr(text, '\n') + 1;
	if (*text == '\t')
		text = parse_saved(row, text);
	/* There is one entry, so nothing may look like another one. */
	EXPECT(!*text);
}

static void expect_plain(const char *text)
{
	for (; *text; text++)
		EXPECT(*text == '\n' || *text == '\t' || (*text >= ' ' && *text <= '~'));
}

static void expect_field(const struct parsed_field *field, const char *name, const char *value,
			 size_t max)
{
	char cut[256];

	snprintf(cut, sizeof(cut), "%.*s", (int)max, value);
	EXPECT_STREQ(field->name, name);
	EXPECT_STREQ(field->value, cut);
}

/* Count an event with @text in all of its strings, and read it back. */
static void round_trip(const char *text)
{
	struct hist_trigger_data *data =
		attach("hist:keys=text,big,num_u8,dyn:v=num_u8:onmax($v).save(text,num_s8,big)");
	static struct mock_record record;
	static struct parsed_row row;
	const char *rows;

	memset(&record, 0, sizeof(record));
	memcpy(record.text, text, min(strlen(text), sizeof(record.text)));
	memcpy(record.big, text, min(strlen(text), sizeof(record.big)));
	record.dyn = mock_put_data(&record, 0, text, strlen(text) + 1);
	hist_exec(data, &record, _RET_IP_);
	rows = hist_run_rows(data);
	expect_plain(rows);
	parse_row(&row, rows);

	EXPECT_EQ(row.n_keys, 4);
	expect_field(&row.keys[0], "text", text, sizeof(record.text));
	expect_field(&row.keys[1], "big", text, sizeof(record.big));
	expect_field(&row.keys[2], "num_u8", "0", 1);
	expect_field(&row.keys[3], "dyn", text, 255);
	EXPECT_EQ(row.n_saved, 4);
	expect_field(&row.saved[0], "max", "0", 1);
	expect_field(&row.saved[1], "text", text, sizeof(record.text));
	expect_field(&row.saved[2], "num_s8", "0", 1);
	expect_field(&row.saved[3], "big", text, sizeof(record.big));
	detach(data);
}

/* Each byte at the beginning, in the middle, at the end, alone, and twice. */
TEST(each_byte_is_restored)
{
	static const char *const formats[] = { "%cab", "a%cb", "ab%c", "%c", "a%1$c%1$cb" };
	char text[16];
	int c, i;

	for (c = 1; c < 256; c++) {
		for (i = 0; i < ARRAY_SIZE(formats); i++) {
			snprintf(text, sizeof(text), formats[i], c);
			round_trip(text);
		}
	}
}

TEST(rows_cannot_be_forged)
{
	static const char *const texts[] = {
		"", "a\n{ x", "a }\n{ text: b", "a } hitcount:          9\n",
		"a, big: b", "a, num_u8:          1", "a,", "a  num_s8:          5", "a ", " a",
		"  text: b", "a\n\tmax:          9  text: b", "num_s8:", "a\\", "a\\012", "\\040",
		"[        17]", "Totals:\n    Hits: 0\n", "\n\n# event histogram\n#\n",
		"%s%n", "\033[2J", "kworker/0:1", "Web Content",
	};
	char fill[200];
	int i, len;

	for (i = 0; i < ARRAY_SIZE(texts); i++) {
		round_trip(texts[i]);
		/*
		 * In a full column there is no padding between the string and
		 * the next field.
		 */
		for (len = 28; len < 52; len++) {
			snprintf(fill, sizeof(fill), "%.*s%s", len,
				 "0123456789012345678901234567890123456789012345678901234567",
				 texts[i]);
			round_trip(fill);
		}
	}
}

TEST(random_strings_are_restored)
{
	static const char alphabet[] = "  ,{}\\:[]ab0\n\t\x80";
	u64 seed = 24;
	char text[80];
	int n, i, len;

	for (n = 0; n < 5000; n++) {
		len = test_random(&seed) % (sizeof(text) - 1);
		for (i = 0; i < len; i++)
			text[i] = alphabet[test_random(&seed) % (sizeof(alphabet) - 1)];
		text[len] = '\0';
		round_trip(text);
	}
}

TEST(task_names_are_restored)
{
	static const char *const names[] = {
		"a[         5]", "a\n{ x", "x } hitcount:", "0123456789abcde", "a  ", "a, big: b",
	};
	struct hist_trigger_data *data;
	static struct parsed_row row;
	struct mock_record record = { .common_pid = 17 };
	char expected[64], comm[TASK_COMM_LEN];
	int i;

	memcpy(comm, current->comm, sizeof(comm));
	for (i = 0; i < ARRAY_SIZE(names); i++) {
		char *bracket;

		data = attach("hist:keys=common_pid.execname");
		memset(current->comm, 0, sizeof(comm));
		memcpy(current->comm, names[i], strlen(names[i]));
		hist_exec(data, &record, _RET_IP_);
		expect_plain(hist_run_rows(data));
		parse_row(&row, hist_run_rows(data));
		EXPECT_EQ(row.n_keys, 1);
		/*
		 * The number in the last pair of brackets is printed by the
		 * kernel.
		 */
		bracket = strrchr(row.keys[0].value, '[');
		EXPECT(bracket && atoi(bracket + 1) == 17);
		snprintf(expected, sizeof(expected), "%-*s[        17]",
			 (int)(bracket - row.keys[0].value), names[i]);
		EXPECT_STREQ(row.keys[0].value, expected);
		detach(data);
	}
	memcpy(current->comm, comm, sizeof(comm));
}
