/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Tests of kernel code in user space.
 *
 * TEST(name) { ... } is a test; there is nothing to register.  Each runs in its
 * own process, so one that crashes or hangs is one failure and no more.
 *
 * TEST_XFAIL(name, "reason") { ... } is a test of a known defect.  At least one of its EXPECT()s
 * must fail, and nothing else may go wrong: a pass is a failure, so that a repair is noticed.
 */
#ifndef _TRACE_TEST_H
#define _TRACE_TEST_H

#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

struct test {
	const char *name;
	void (*run)(void);
	const char *xfail;	/* reason why it is expected to fail, or NULL */
	struct test *next;
};

void test_register(struct test *test);

/* Says what is wrong, and makes the test fail when it is done. */
void test_fail(const char *file, int line, const char *fmt, ...) __printf(3, 4);

/* For what must not call itself as often as its input says. */
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

/* A small generator of its own, so that a test is the same on every run. */
static inline u64 test_random(u64 *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state * 0x2545f4914f6cdd1dULL;
}

#endif
