// SPDX-License-Identifier: GPL-2.0-only
/*
 * Run the tests of one program, each in its own process.
 *
 * Usage: PROGRAM [NAME...].  Prints "1..N", where N is the number of tests, then
 * "ok GROUP: NAME" or "not ok GROUP: NAME" for each test.  GROUP is the program's
 * directory and name, without _test.  The exit status is 1 if any test failed.  A test that
 * fails as expected prints "ok GROUP: NAME # XFAIL REASON", as in KTAP.
 */

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness.h"

#define TEST_SECONDS	100

/* exit status of a test with a failed EXPECT(); sanitizers use other values */
#define EXPECT_FAILED	3

/* in bytes; sanitizers enlarge stack frames, so this cannot be much smaller */
#define SMALL_STACK	65536

static struct test *tests, **last = &tests;
static int failures;

void test_register(struct test *test)
{
	*last = test;
	last = &test->next;
}

void test_fail(const char *file, int line, const char *fmt, ...)
{
	va_list args;

	/* Print the first ten failures only: a failing loop would hide them. */
	if (__atomic_fetch_add(&failures, 1, __ATOMIC_RELAXED) >= 10)
		return;
	fprintf(stderr, "# %s:%d: ", file, line);
	va_start(args, fmt);
	vfprintf(stderr, fmt, args);
	va_end(args);
	fputc('\n', stderr);
}

static void *run_thread(void *run)
{
	((void (*)(void))run)();
	return NULL;
}

void test_on_small_stack(void (*run)(void))
{
	pthread_attr_t attr;
	pthread_t thread;

	EXPECT(!pthread_attr_init(&attr));
	EXPECT(!pthread_attr_setstacksize(&attr, SMALL_STACK));
	EXPECT(!pthread_create(&thread, &attr, run_thread, run));
	EXPECT(!pthread_join(thread, NULL));
	EXPECT(!pthread_attr_destroy(&attr));
}

/*
 * Return: exit status of the test's process; -1 if it was killed or could not
 * start.
 */
static int run(const struct test *test)
{
	int status;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (!pid) {
		alarm(TEST_SECONDS);
		test->run();
		if (shim_allocs())
			test_fail(__FILE__, __LINE__, "%lu allocations left", shim_allocs());
		exit(failures ? EXPECT_FAILED : 0);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		return -1;
	if (WIFSIGNALED(status))
		fprintf(stderr, "# %s: %s\n", test->name, strsignal(WTERMSIG(status)));
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool passes(const struct test *test)
{
	int status = run(test);

	if (!test->xfail)
		return !status;
	if (!status)
		fprintf(stderr, "# %s: succeeds, but is expected to fail: %s\n", test->name,
			test->xfail);
	return status == EXPECT_FAILED;
}

static bool wanted(const struct test *test, int n, char **names)
{
	int i;

	for (i = 0; i < n; i++) {
		if (!strcmp(names[i], test->name))
			return true;
	}
	return !n;
}

/* Return: the last two components of a path. */
static const char *directory_and_name(const char *path)
{
	const char *start = path + strlen(path);
	int slashes = 0;

	while (start > path && (start[-1] != '/' || ++slashes < 2))
		start--;
	return start;
}

int main(int argc, char **argv)
{
	const char *base = strrchr(argv[0], '/') ?: argv[0];
	const char *end = strstr(base, "_test");
	const char *group = directory_and_name(argv[0]);
	int len = end ? (int)(end - group) : (int)strlen(group);
	struct test *test;
	int plan = 0, failed = 0;

	for (test = tests; test; test = test->next)
		plan += wanted(test, argc - 1, argv + 1);
	printf("1..%d\n", plan);

	for (test = tests; test; test = test->next) {
		bool ok;

		if (!wanted(test, argc - 1, argv + 1))
			continue;
		ok = passes(test);
		printf("%s %.*s: %s", ok ? "ok" : "not ok", len, group, test->name);
		if (ok && test->xfail)
			printf(" # XFAIL %s", test->xfail);
		putchar('\n');
		failed += !ok;
	}
	return failed ? 1 : 0;
}
