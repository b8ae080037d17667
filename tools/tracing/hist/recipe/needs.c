// SPDX-License-Identifier: GPL-2.0-only
/* Features of the kernel that recipes can need, and how each is found. */
#include <assert.h>
#include <string.h>

#include "needs.h"

const struct feature features[] = {
	{ "statistics", "statistics of values: averages, percentiles, distributions",
	  TEST_TRIGGER, "keys=pid:vals=old_pid.avg,old_pid.p99,old_pid.dist", true },
	{ "user-stacks", "user stacks as keys of histograms (common_ustacktrace)",
	  TEST_TRIGGER, "keys=common_ustacktrace", true },
	{ "identity", "the process and user as keys of histograms (common_tgid, common_uid)",
	  TEST_TRIGGER, "keys=common_tgid,common_ppid,common_uid,common_gid,common_tcomm", true },
	{ "cgroup-path", "paths of cgroups as keys of histograms (common_cgroup.path)",
	  TEST_TRIGGER, "keys=common_cgroup.path", true },
	{ "depth", "kernel stacks of a chosen depth as keys of histograms (.depth=N)",
	  TEST_TRIGGER, "keys=common_stacktrace.depth=8", true },
	{ "expressions", "expressions as keys and values of histograms",
	  TEST_TRIGGER, "keys=(pid&1):vals=(pid*2)", true },
	{ "overflow", "a row for events that have no row of their own (overflow=other)",
	  TEST_TRIGGER, "keys=pid:overflow=other", true },
	{ "delta", "intervals of histograms (hist_delta)", TEST_EVENT_FILE, "hist_delta",
	  true },
	{ "folded", "folded stacks of histograms (hist_folded)", TEST_EVENT_FILE, "hist_folded",
	  true },
	{ "sample", "the event hist/timer_sample (hist_sample_hz)",
	  TEST_TRACEFS, "hist_sample_hz", true },
	{ "control", "commands for all histograms of an instance (hist_control)",
	  TEST_TRACEFS, "hist_control", true },
	{ "synthetic", "synthetic events (CONFIG_SYNTH_EVENTS)",
	  TEST_TRACEFS, "synthetic_events", false },
	{ "kprobes", "kprobe events (CONFIG_KPROBE_EVENTS)", TEST_TRACEFS, "kprobe_events", false },
	{ "uprobes", "uprobe events (CONFIG_UPROBE_EVENTS)", TEST_TRACEFS, "uprobe_events", false },
	{ "fprobes", "function probe events (CONFIG_FPROBE_EVENTS)",
	  TEST_README, "f[:[<group>/][<event>]]", false },
	{ "user-events", "user events (CONFIG_USER_EVENTS)",
	  TEST_TRACEFS, "user_events_data", false },
	{ "btf", "type information of the kernel (CONFIG_DEBUG_INFO_BTF)",
	  TEST_PATH, "/sys/kernel/btf/vmlinux", false },
};

#define N_FEATURES	(sizeof(features) / sizeof(features[0]))

const size_t n_features = N_FEATURES;

static_assert(N_FEATURES <= FEATURES_MAX, "FEATURES_MAX is too small");

/**
 * feature_find() - find a feature by its name
 * @name: the name
 *
 * Return: the feature, or NULL if it is an event or not known.
 */
const struct feature *feature_find(const char *name)
{
	for (size_t i = 0; i < n_features; i++) {
		if (!strcmp(features[i].name, name))
			return &features[i];
	}
	return NULL;
}

/**
 * feature_is_known() - check the name of a feature
 * @name: the name
 *
 * Return: true if recipes can need it.
 */
bool feature_is_known(const char *name)
{
	if (!strncmp(name, "event:", 6))
		return strchr(name, '/');
	return feature_find(name);
}

/**
 * feature_says() - describe a feature
 * @name: name of the feature
 *
 * Return: what the kernel needs to have it, or @name if it is an event or not known.
 */
const char *feature_says(const char *name)
{
	const struct feature *feature = feature_find(name);

	return feature ? feature->says : name;
}
