// SPDX-License-Identifier: GPL-2.0-only
/* Results of valid filters on a record, error and position of invalid ones. */

#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "filter/limits.h"
#include "filter/tests/invalid_cases.h"
#include "filter/tests/match_cases.h"
#include "fixture.h"
#include "harness.h"

/* record on which the filters run */
static struct mock_record record;

static struct filter_program *must_make_len(const char *text, u32 len)
{
	struct trace_diag diag = {};
	struct filter_program *program = filter_make(text, len, &diag);

	if (IS_ERR(program)) {
		test_fail(__FILE__, __LINE__, "'%.80s': %s at %u+%u", text,
			  filter_diag_messages[diag.code], diag.at.off, diag.at.len);
		exit(1);
	}
	EXPECT_EQ(diag.code, FILTER_DIAG_NONE);
	EXPECT(is_filter_sound(program));
	EXPECT_EQ(filter_alloc_buffers(program), 0);
	return program;
}

static struct filter_program *must_make(const char *text)
{
	return must_make_len(text, strlen(text));
}

static void expect_answer(const char *filter, bool expected, const char *what)
{
	struct filter_program *program = must_make(filter);

	if (filter_run(program, &record) != expected)
		test_fail(__FILE__, __LINE__, "'%s' is %s of '%s'", filter,
			  expected ? "false" : "true", what);
	filter_program_free(program);
}

/* Call @run for each item of a list. */
static void run_on_items(const char *filter, const char *list, const char *sep, bool expected,
			 void (*run)(const char *filter, const char *item, bool expected))
{
	char *items = list ? strdup(list) : NULL, *rest = items, *item;

	while ((item = strsep(&rest, sep)))
		run(filter, item, expected);
	free(items);
}

static void expect_match_cases(const struct match_case *cases, unsigned int n, const char *sep,
			       void (*run)(const char *filter, const char *item, bool expected))
{
	unsigned int i;

	for (i = 0; i < n; i++) {
		EXPECT(cases[i].yes || cases[i].no);
		run_on_items(cases[i].filter, cases[i].yes, sep, true, run);
		run_on_items(cases[i].filter, cases[i].no, sep, false, run);
	}
}

static void expect_of_number(const char *filter, const char *item, bool expected)
{
	memset(&record, 0xa5, sizeof(record));
	mock_set_numbers(&record, *item == '-' ? strtoll(item, NULL, 0) : strtoull(item, NULL, 0));
	expect_answer(filter, expected, item);
}

TEST(numbers)
{
	expect_match_cases(number_match_cases, ARRAY_SIZE(number_match_cases), " ",
			   expect_of_number);
}

/* A dynamic string may be stored with or without its NUL. */
static void expect_of_text(const char *filter, const char *item, bool expected)
{
	memset(&record, 0xa5, sizeof(record));
	mock_set_text(&record, item, true);
	expect_answer(filter, expected, item);
	memset(&record, 0xa5, sizeof(record));
	mock_set_text(&record, item, false);
	expect_answer(filter, expected, item);
}

TEST(strings)
{
	expect_match_cases(text_match_cases, ARRAY_SIZE(text_match_cases), "|", expect_of_text);
}

static void expect_of_mask(const char *filter, const char *item, bool expected)
{
	memset(&record, 0xa5, sizeof(record));
	EXPECT_EQ(mock_set_masks(&record, item), 0);
	expect_answer(filter, expected, item);
}

TEST(cpu_masks)
{
	expect_match_cases(mask_match_cases, ARRAY_SIZE(mask_match_cases), " ", expect_of_mask);
}

TEST(rejects_with_position)
{
	bool seen[FILTER_DIAG_COUNT] = {};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(invalid_cases); i++) {
		const struct invalid_case *c = &invalid_cases[i];
		struct filter_program *program;
		struct trace_diag diag = {};
		char text[INVALID_CASE_MAX];
		unsigned int len;
		u32 at;

		EXPECT(c->len < INVALID_CASE_MAX);
		len = invalid_case_text(c, text, &at);
		EXPECT_EQ(len, c->len - 1);
		program = filter_make(text, len, &diag);
		EXPECT(is_filter_explained(program, &diag, len));
		if (PTR_ERR_OR_ZERO(program) != -EINVAL || diag.code != c->code ||
		    diag.at.off != at)
			test_fail(__FILE__, __LINE__, "'%s': %s at %u, not %s at %u",
				  c->text, filter_diag_messages[diag.code], diag.at.off,
				  filter_diag_messages[c->code], at);
		if (!IS_ERR(program))
			filter_program_free(program);
		seen[c->code] = true;
	}
	/* Needs a text of a particular length, see limits_test.c. */
	seen[FILTER_DIAG_TOO_LONG] = true;
	for (i = FILTER_DIAG_NONE + 1; i <= INVALID_LAST_CODE; i++)
		if (!seen[i])
			test_fail(__FILE__, __LINE__, "no test for: %s", filter_diag_messages[i]);
}

TEST(similar_modifiers_are_suggested)
{
	static const struct {
		const char *text;
		const char *hint;
	} cases[] = {
		{ "u64.functon == f", ".function" },
		{ "ptr.ustrin == text", ".ustring" },
		{ "u64.other == 1", "" },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct trace_diag diag = {};
		struct filter_program *program =
			filter_make(cases[i].text, strlen(cases[i].text), &diag);

		EXPECT_EQ(PTR_ERR_OR_ZERO(program), -EINVAL);
		EXPECT_EQ(diag.code, FILTER_DIAG_BAD_MODIFIER);
		EXPECT_STREQ(diag.hint, cases[i].hint);
	}
}

TEST(every_error_has_a_message)
{
	unsigned int code, other;

	for (code = 0; code < FILTER_DIAG_COUNT; code++) {
		EXPECT(filter_diag_messages[code] && *filter_diag_messages[code]);
		for (other = 0; other < code; other++)
			EXPECT(strcmp(filter_diag_messages[code], filter_diag_messages[other]));
	}
}

/* Return the end of a mapping: the page that follows is not mapped. */
static char *make_edge(void)
{
	char *pages = mmap(NULL, 2 * PAGE_SIZE, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	EXPECT(pages != MAP_FAILED);
	EXPECT(!munmap(pages + PAGE_SIZE, PAGE_SIZE));
	return pages + PAGE_SIZE;
}

static void expect_of_pointer(const char *filter, bool expected, const void *ptr)
{
	char what[32];

	memset(&record, 0, sizeof(record));
	record.ptr = ptr;
	record.ip = (unsigned long)ptr;
	scnprintf(what, sizeof(what), "%p", ptr);
	expect_answer(filter, expected, what);
}

/* A comparison with unreadable memory is false, with either operator. */
static void expect_unreadable(const char *ptr)
{
	expect_of_pointer("ptr == \"abc\"", false, ptr);
	expect_of_pointer("ptr != \"abc\"", false, ptr);
	expect_of_pointer("ptr == \"\"", false, ptr);
	expect_of_pointer("ptr ~ \"*\"", false, ptr);
	expect_of_pointer("ptr ~ \"!abc\"", false, ptr);
	expect_of_pointer("!(ptr == \"abc\")", true, ptr);
	expect_of_pointer("!ptr != \"abc\"", true, ptr);
	expect_of_pointer("!ptr ~ \"abc\"", true, ptr);
	expect_of_pointer("ptr == \"abc\" || ip.ustring != \"abc\"", false, ptr);
	expect_of_pointer("ptr.ustring != \"abc\"", false, ptr);
	expect_of_pointer("ip.ustring ~ \"*\"", false, ptr);
	expect_of_pointer("!ip.ustring ~ \"*\"", true, ptr);
}

TEST(unreadable_string_pointers)
{
	char *end = make_edge();

	expect_unreadable(NULL);
	expect_unreadable((void *)1);
	expect_unreadable((void *)-1L);
	expect_unreadable((void *)-256L);
	expect_unreadable(end);
	/* The text has no NUL before the end of its mapping. */
	memset(end - 7, 'a', 7);
	expect_unreadable(end - 7);
	end[-1] = '\0';
	expect_of_pointer("ptr == \"aaaaaa\"", true, end - 7);
	expect_of_pointer("ptr ~ \"a*\"", true, end - 7);
	expect_of_pointer("ptr == \"\"", true, end - 1);
}

/* "ptr" reads kernel memory and ".ustring" reads user memory, never the other. */
TEST(kernel_and_user_memory_are_distinct)
{
	static const char kernel_text[] = "abc", user_text[] = "abc";

	EXPECT(kernel_text != user_text);
	shim_user_memory = user_text;
	shim_user_memory_end = user_text + sizeof(user_text);
	expect_of_pointer("ptr == abc", true, kernel_text);
	expect_of_pointer("ptr == abc", false, user_text);
	expect_of_pointer("ptr != abc", false, user_text);
	expect_of_pointer("ptr.ustring == abc", true, user_text);
	expect_of_pointer("ptr.ustring != abc", false, user_text);
	expect_of_pointer("ptr.ustring ~ '*c'", true, user_text);
	expect_of_pointer("ptr.ustring == ''", true, user_text + strlen(user_text));
	expect_of_pointer("ptr.ustring != abc", true, user_text + strlen(user_text));
	expect_of_pointer("ptr.ustring ~ '!a*'", false, user_text);
	expect_of_pointer("ptr.ustring == abc", false, kernel_text);
	expect_of_pointer("ptr.ustring != abc", false, kernel_text);
	expect_of_pointer("ip.ustring == abc", true, user_text);
	expect_of_pointer("odd_s64.ustring == abc", false, user_text);
	expect_of_pointer("u64.ustring == abc || ip.ustring ~ a*", true, user_text);
}

/* Check whether the last letter of a text behind a pointer is within the limit. */
static void expect_last_letter(u32 n_before, bool is_seen)
{
	char *text = malloc(n_before + 2);

	memset(text, 'a', n_before);
	memcpy(text + n_before, "Z", 2);
	expect_of_pointer("ptr ~ \"*Z\"", is_seen, text);
	expect_of_pointer("ptr.ustring ~ \"*aZ*\"", is_seen, text);
	expect_of_pointer("ptr ~ \"*a\"", !is_seen, text);
	free(text);
}

/* At most 1024 bytes are copied, and the last of them becomes a NUL. */
TEST(strings_behind_pointers_are_truncated)
{
	expect_last_letter(1, true);
	expect_last_letter(1021, true);
	expect_last_letter(1022, true);
	expect_last_letter(1023, false);
	expect_last_letter(1024, false);
	expect_last_letter(5000, false);
}

static void expect_of_task(const char *filter, bool expected)
{
	expect_answer(filter, expected, current->comm);
}

TEST(comm)
{
	strscpy(current->comm, "bash");
	expect_of_task("COMM == bash", true);
	expect_of_task("COMM != bash", false);
	expect_of_task("COMM == bas", false);
	expect_of_task("COMM ~ \"*sh\"", true);
	expect_of_task("COMM ~ \"!*sh\"", false);
	/* The longest possible comm. */
	strscpy(current->comm, "kworker/u256:10");
	expect_of_task("COMM == kworker/u256:10", true);
	expect_of_task("COMM ~ \"*:10\"", true);
	strscpy(current->comm, "");
	expect_of_task("COMM == \"\"", true);
	expect_of_task("COMM ~ ?*", false);
}

TEST(task)
{
	struct task_struct leader = { .comm = "systemd", .tgid = 1 };

	current->group_leader = &leader;
	strscpy(current->comm, "worker");
	expect_of_task("common_tcomm == systemd", true);
	expect_of_task("common_tcomm ~ work*", false);
	/* The leader may be freed before an unhashed task has its last event. */
	current->unhashed = true;
	expect_of_task("common_tcomm == worker", true);
	current->unhashed = false;

	current->tgid = 77;
	expect_of_task("common_tgid == 77", true);
	expect_of_task("common_tgid > 77", false);
	current->uid = 4294967294;
	expect_of_task("common_uid == 4294967294", true);
	expect_of_task("common_uid < 1000", false);
	expect_of_task("common_uid == 4294967294 && common_tgid != 77", false);
}

TEST(cpu)
{
	shim_cpu = 3;
	expect_of_task("CPU == 3", true);
	expect_of_task("CPU != 3", false);
	expect_of_task("CPU < 3", false);
	expect_of_task("CPU <= 3", true);
	expect_of_task("CPU > -1", true);
	expect_of_task("CPU & 2", true);
	expect_of_task("CPU & 4", false);
	expect_of_task("CPU & CPUS{0-3}", true);
	expect_of_task("CPU & CPUS{0-2}", false);
	expect_of_task("CPU == CPUS{3}", true);
	expect_of_task("CPU != CPUS{3}", false);
	expect_of_task("CPU == CPUS{2-3}", false);
}

/* A mask in a record may have fewer or more words than the machine's CPUs need. */
TEST(cpu_masks_of_other_sizes)
{
	unsigned long bits[4] = { 1, 0, 0, 0 };
	u32 member = offsetof(struct mock_record, mask);

	mock_set_dynamic(&record, member, 0, bits, sizeof(*bits));
	expect_answer("mask == CPUS{0}", true, "a word");
	expect_answer("mask & CPUS{0,99}", true, "a word");
	expect_answer("mask == CPUS{0,99}", false, "a word");
	expect_answer("mask & CPUS{64-99}", false, "a word");
	mock_set_dynamic(&record, member, 0, bits, 0);
	expect_answer("mask == CPUS{0}", false, "nothing");
	expect_answer("mask == CPUS{ }", true, "nothing");
	expect_answer("mask != CPUS{ }", false, "nothing");
	expect_answer("mask & CPUS{0-99}", false, "nothing");
	mock_set_dynamic(&record, member, 3, bits, sizeof(bits));
	expect_answer("mask == CPUS{0}", true, "four words");
	bits[3] = 1;
	mock_set_dynamic(&record, member, 3, bits, sizeof(bits));
	expect_answer("mask == CPUS{0}", false, "four words");
	expect_answer("mask & CPUS{0}", true, "four words");
	bits[0] = 0;
	mock_set_dynamic(&record, member, 3, bits, sizeof(bits));
	expect_answer("mask & CPUS{0-99}", false, "four words");
	expect_answer("mask == CPUS{ }", false, "four words");
}
