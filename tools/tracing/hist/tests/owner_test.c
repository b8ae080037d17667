// SPDX-License-Identifier: GPL-2.0-only
/* Tests of the names of instances and events, and of their owners. */
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness.h"
#include "kernel/internal.h"

TEST(names_of_our_instances)
{
	static const struct {
		const char *name;
		unsigned long pid;
		unsigned long long start;
		unsigned int rate;
	} cases[] = {
		{ "trace-hist-1-0", 1, 0, 0 },
		{ "trace-hist-4194304-18446744073709551615", 4194304, -1ULL, 0 },
		{ "trace-hist-12-345-2", 12, 345, 0 },
		{ "trace-hist-12-345-hz99", 12, 345, 99 },
		{ "trace-hist-12-345-10-hz10000", 12, 345, 10000 },
		{ "trace-hist-12-345-probe", 12, 345, 0 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct owner owner = { 0 };
		unsigned int rate = 1;

		EXPECT(owner_of_instance(cases[i].name, &owner, &rate));
		EXPECT_EQ(owner.pid, cases[i].pid);
		EXPECT_EQ(owner.start, cases[i].start);
		EXPECT_EQ(rate, cases[i].rate);
	}
}

TEST(names_of_other_instances)
{
	static const char *const names[] = {
		"", "foo", "trace-hist", "trace-hist-", "trace-hist-foo", "trace-hist-12",
		"trace-hist-12-", "trace-hist-12-x", "trace-hist-12-345-", "trace-hist-12-345-mine",
		"trace-hist-12-345x", "trace-hist-12-345-2x", "trace-hist-12-345-hz",
		"trace-hist-12-345-hz0", "trace-hist-12-345-hz99x", "trace-hist-12-345-hz9999999",
		"trace-hist-12-345-probe2", "trace-hist-0-345", "trace-hist-012-345",
		"trace-hist-12-0345", "trace-hist-+12-345", "trace-hist--12-345",
		"trace-hist- 12-345",
		"trace-hist-4194305-345", "trace-hist-12-18446744073709551616",
		"trace-hist-99999999999999999999-1", "Trace-hist-12-345", "xtrace-hist-12-345",
	};
	struct owner owner;
	unsigned int rate;

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (owner_of_instance(names[i], &owner, &rate))
			test_fail(__FILE__, __LINE__, "%s is taken for ours", names[i]);
	}
}

TEST(names_of_events)
{
	static const char *const others[] = {
		"", "th", "th_", "th_event", "th_12_mine", "th_12_345", "th_12_345_",
		"th_12_x_wait",
		"th_012_345_wait", "Th_12_345_wait", "xth_12_345_wait", "th_0_345_wait",
	};
	struct owner owner;

	EXPECT(owner_of_event("th_12_345_wait", &owner));
	EXPECT_EQ(owner.pid, 12);
	EXPECT_EQ(owner.start, 345);
	EXPECT(owner_of_event("th_12_345_2_wait", &owner));
	for (size_t i = 0; i < ARRAY_SIZE(others); i++) {
		if (owner_of_event(others[i], &owner))
			test_fail(__FILE__, __LINE__, "%s is taken for ours", others[i]);
	}
}

TEST(a_name_has_its_owner)
{
	struct owner owner = { .pid = 4194304, .start = -1ULL }, parsed;
	char name[INSTANCE_NAME_SIZE];
	unsigned int rate;

	/* The longest name that a session can have. */
	instance_name(name, &owner, "-4294967295-hz10000");
	EXPECT(owner_of_instance(name, &parsed, &rate));
	EXPECT(owner_equal(&owner, &parsed));
	EXPECT_EQ(rate, 10000);
}

TEST(this_process_exists)
{
	struct owner owner, other;

	EXPECT_EQ(owner_self(&owner), 0);
	EXPECT_EQ(owner.pid, getpid());
	EXPECT(owner.start > 0);
	EXPECT(owner_exists(&owner));
	/* The same number, but a later process. */
	other = owner;
	other.start++;
	EXPECT(!owner_exists(&other));
}

TEST(a_name_cannot_forge_a_start_time)
{
	struct owner plain, forged;

	EXPECT_EQ(owner_self(&plain), 0);
	prctl(PR_SET_NAME, ") Z 1 (x) 2 3 4");
	EXPECT_EQ(owner_self(&forged), 0);
	EXPECT(owner_equal(&plain, &forged));
	EXPECT(owner_exists(&plain));
}

/* Its parent has not waited for it: /proc still has it. */
TEST(a_zombie_does_not_exist)
{
	struct owner owner;
	int ends[2];
	pid_t pid;

	EXPECT_EQ(pipe(ends), 0);
	pid = fork();
	if (!pid) {
		EXPECT_EQ(owner_self(&owner), 0);
		if (write(ends[1], &owner, sizeof(owner)) != sizeof(owner))
			_exit(1);
		_exit(0);
	}
	EXPECT_EQ(read(ends[0], &owner, sizeof(owner)), sizeof(owner));
	EXPECT_EQ(owner.pid, pid);
	EXPECT_EQ(waitid(P_PID, pid, &(siginfo_t){ 0 }, WEXITED | WNOWAIT), 0);
	EXPECT(!owner_exists(&owner));
	EXPECT_EQ(waitpid(pid, NULL, 0), pid);
	EXPECT(!owner_exists(&owner));
}

TEST(state_is_cut_off_a_trigger)
{
	static const char *const cases[][2] = {
		{ "hist:keys=pid:vals=hitcount [active]", "hist:keys=pid:vals=hitcount" },
		{ "hist:keys=pid if comm == \"[x]\" [paused]", "hist:keys=pid if comm == \"[x]\"" },
		{ "hist:keys=pid", "hist:keys=pid" },
		{ "[active]", "[active]" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		char *trigger = trigger_line(cases[i][0], strlen(cases[i][0]));

		EXPECT_STREQ(trigger, cases[i][1]);
		free(trigger);
	}
	EXPECT(!trigger_line("# Available triggers:", 21));
	EXPECT(!trigger_line("", 0));
}
