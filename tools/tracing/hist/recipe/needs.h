/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Features of the kernel that recipes can need, by name. kernel/features.c finds out whether the
 * running kernel has them.
 */
#ifndef _RECIPE_NEEDS_H
#define _RECIPE_NEEDS_H

#include <stdbool.h>
#include <stddef.h>

/* Upper limit of n_features */
#define FEATURES_MAX	32

/**
 * enum feature_test - how a feature is found
 * @TEST_TRACEFS: a file of tracefs exists
 * @TEST_EVENT_FILE: a file exists in the directories of events
 * @TEST_PATH: a file outside of tracefs exists
 * @TEST_README: the tracing README has a text
 * @TEST_TRIGGER: the kernel accepts a trigger of sched/sched_process_exec
 */
enum feature_test {
	TEST_TRACEFS,
	TEST_EVENT_FILE,
	TEST_PATH,
	TEST_README,
	TEST_TRIGGER,
};

/**
 * struct feature - a feature of the kernel that recipes can need
 * @name: name in recipes; recipes can also need "event:SYSTEM/EVENT"
 * @says: description, as the object of "needs" in a message
 * @test: how it is found
 * @what: the file, the text, or the trigger
 * @implies_control: each kernel that has it also has hist_control
 */
struct feature {
	const char *name;
	const char *says;
	enum feature_test test;
	const char *what;
	bool implies_control;
};

extern const struct feature features[];
extern const size_t n_features;

const struct feature *feature_find(const char *name);
bool feature_is_known(const char *name);
const char *feature_says(const char *name);

#endif /* _RECIPE_NEEDS_H */
