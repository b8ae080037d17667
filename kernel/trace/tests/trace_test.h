/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the KUnit tests of all commands have in common: what tests with parameters are
 * called, and what is expected of commands that are wrong.
 *
 * Knows no grammar: of its mistakes it is given the codes and the messages.
 */
#ifndef _TRACE_TEST_H
#define _TRACE_TEST_H

#include <kunit/test.h>
#include <linux/string.h>

#include "../trace_diag.h"

/* An address that leads nowhere: between the halves of 64 bits, in the last page of 32. */
#define TRACE_TEST_NOWHERE	(IS_ENABLED(CONFIG_64BIT) ? BIT(BITS_PER_LONG - 1) : -256UL)

/**
 * trace_test_describe - call a test by the text that it is about
 * @desc: where to, KUNIT_PARAM_DESC_SIZE bytes
 * @text: the text
 *
 * Results are read by the line, and '#' begins a directive.
 */
static inline void trace_test_describe(char *desc, const char *text)
{
	unsigned int i;

	/* As much as fits. */
	scnprintf(desc, KUNIT_PARAM_DESC_SIZE, "'%s'", text);
	for (i = 0; desc[i]; i++)
		if (desc[i] == '#' || desc[i] < ' ' || desc[i] > '~')
			desc[i] = '?';
}

/**
 * trace_test_copy - copy a text so that reading on behind it is found
 * @test: the test
 * @text: the text
 * @len: its length
 *
 * Return: the copy, which ends where its memory ends, to be given to kunit_kfree() when
 * nobody may use it any more.
 */
static inline char *trace_test_copy(struct kunit *test, const char *text, unsigned int len)
{
	char *copy = kunit_kmalloc(test, len, GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, copy);
	return memcpy(copy, text, len);
}

/**
 * trace_test_expect_messages - expect that each mistake has a message
 * @test: the test
 * @messages: the messages
 * @n: how many codes there are
 *
 * The error log takes a message by its code.
 */
static inline void trace_test_expect_messages(struct kunit *test, const char *const *messages,
					      unsigned int n)
{
	unsigned int code;

	for (code = 0; code < n; code++)
		KUNIT_EXPECT_NOT_NULL_MSG(test, messages[code], "code %u", code);
}

/**
 * trace_test_expect_diag - expect that a certain mistake was found
 * @test: the test
 * @diag: what was found
 * @messages: the grammar's messages
 * @code: what should have been
 * @off: where in the text
 */
static inline void trace_test_expect_diag(struct kunit *test, const struct trace_diag *diag,
					  const char *const *messages, u8 code, u32 off)
{
	KUNIT_EXPECT_EQ_MSG(test, diag->code, code, "\"%s\", not \"%s\"", messages[diag->code],
			    messages[code]);
	KUNIT_EXPECT_EQ(test, diag->at.off, off);
}

#endif /* _TRACE_TEST_H */
