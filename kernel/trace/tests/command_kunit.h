/* SPDX-License-Identifier: GPL-2.0 */
/*
 * KUnit helpers for the tests of all trace commands: names of parameterized tests, copies of
 * a text that expose out-of-bounds reads, and expectations on diagnostics.
 *
 * Must not depend on the grammar of any command. The caller passes the error codes and the
 * table of messages of its grammar. Takes no locks.
 */
#ifndef _TRACE_COMMAND_KUNIT_H
#define _TRACE_COMMAND_KUNIT_H

#include <kunit/test.h>
#include <linux/string.h>

#include "../trace_diag.h"

/*
 * An address that is never mapped: a non-canonical address on 64 bits, an address in the last
 * page on 32 bits.
 */
#define TRACE_TEST_NOWHERE	(IS_ENABLED(CONFIG_64BIT) ? BIT(BITS_PER_LONG - 1) : -256UL)

/**
 * trace_test_describe - Name a parameterized test after the text that it tests
 * @desc: buffer for the name, %KUNIT_PARAM_DESC_SIZE bytes
 * @text: text under test, NUL-terminated
 *
 * A KTAP result is one line and '#' starts a directive in it. Therefore '#', control
 * characters and bytes outside of ASCII are replaced by '?'. A long name is truncated.
 */
static inline void trace_test_describe(char *desc, const char *text)
{
	unsigned int i;

	scnprintf(desc, KUNIT_PARAM_DESC_SIZE, "'%s'", text);
	for (i = 0; desc[i]; i++)
		if (desc[i] == '#' || desc[i] < ' ' || desc[i] > '~')
			desc[i] = '?';
}

/**
 * trace_test_copy - Copy a text into an allocation of exactly its size
 * @test: test that owns the copy
 * @text: text to copy, not necessarily NUL-terminated
 * @len: length of @text in bytes
 *
 * The copy has no NUL terminator of its own, so KASAN reports a read beyond @len. A test that
 * frees the copy early with kunit_kfree() also finds later uses of the text.
 *
 * Context: Process context. May sleep.
 * Return: The copy. It is freed when @test ends.
 */
static inline char *trace_test_copy(struct kunit *test, const char *text, unsigned int len)
{
	char *copy = kunit_kmalloc(test, len, GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, copy);
	return memcpy(copy, text, len);
}

/**
 * trace_test_expect_messages - Expect a message for every error code of a grammar
 * @test: running test
 * @messages: table of messages, indexed by error code
 * @n: number of error codes
 *
 * The error log uses the error code as an index into @messages without a check for NULL.
 */
static inline void trace_test_expect_messages(struct kunit *test, const char *const *messages,
					      unsigned int n)
{
	unsigned int code;

	for (code = 0; code < n; code++)
		KUNIT_EXPECT_NOT_NULL_MSG(test, messages[code], "code %u", code);
}

/**
 * trace_test_expect_diag - Compare a diagnostic with the expected code and offset
 * @test: running test
 * @diag: diagnostic that the code under test returned
 * @messages: table of messages of the grammar, for the failure report
 * @code: expected error code
 * @off: expected offset of the offending token, in bytes from the start of the command
 */
static inline void trace_test_expect_diag(struct kunit *test, const struct trace_diag *diag,
					  const char *const *messages, u8 code, u32 off)
{
	KUNIT_EXPECT_EQ_MSG(test, diag->code, code, "\"%s\", not \"%s\"", messages[diag->code],
			    messages[code]);
	KUNIT_EXPECT_EQ(test, diag->at.off, off);
}

#endif /* _TRACE_COMMAND_KUNIT_H */
