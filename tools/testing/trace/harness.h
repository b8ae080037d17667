/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Unit tests of kernel code in user space.
 *
 * TEST(name) { ... } defines and registers a test.  Each test runs in its own
 * process, so a test that crashes or hangs is one failure and the rest still run.
 *
 * TEST_XFAIL(name, "reason") { ... } is a test of a known defect.  The test must
 * fail through at least one EXPECT() and must not fail in any other way, such as a
 * crash or a sanitizer report.  If it passes, it is reported as a failure, so that
 * the fix of the defect is noticed.
 */
#ifndef _TRACE_HARNESS_H
#define _TRACE_HARNESS_H

#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

struct test {
	const char *name;
	void (*run)(void);
	const char *xfail;	/* reason why failure is expected, or NULL */
	struct test *next;
};

void test_register(struct test *test);

/* Report a failure. The test continues, and fails when it returns. */
void test_fail(const char *file, int line, const char *fmt, ...) __printf(3, 4);

/*
 * Run @run in a thread with a small stack, to detect recursion in proportion to
 * the input.
 */
void test_on_small_stack(void (*run)(void));

#define TEST(id)	TEST_XFAIL(id, NULL)

#define TEST_XFAIL(id, reason)						\
static void test_##id(void);						\
static void __attribute__((constructor)) register_##id(void)		\
{									\
	static struct test test = {					\
		.name = #id, .run = test_##id, .xfail = (reason),	\
	};								\
									\
	test_register(&test);						\
}									\
static void test_##id(void)

#define EXPECT(cond)							\
do {									\
	if (!(cond))							\
		test_fail(__FILE__, __LINE__, "not so: %s", #cond);	\
} while (0)

#define EXPECT_EQ(a, b)							\
do {									\
	long long __a = (long long)(a), __b = (long long)(b);		\
									\
	if (__a != __b)							\
		test_fail(__FILE__, __LINE__, "%s is %lld, not %lld (%s)", \
			  #a, __a, __b, #b);				\
} while (0)

#define EXPECT_STREQ(a, b)						\
do {									\
	const char *__a = (a), *__b = (b);				\
									\
	if (strcmp(__a, __b))						\
		test_fail(__FILE__, __LINE__, "%s is \"%s\", not \"%s\"", #a, __a, __b); \
} while (0)

/* xorshift64* generator: the sequence is the same on every run. */
static inline u64 test_random(u64 *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state * 0x2545f4914f6cdd1dULL;
}

#endif
