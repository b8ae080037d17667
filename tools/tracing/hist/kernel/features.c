// SPDX-License-Identifier: GPL-2.0-only
/* Find out what the running kernel can do, and choose the variant of a recipe. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <tracefs.h>
#include <unistd.h>

#include "features.h"
#include "internal.h"
#include "table/trigger.h"

/* An event that each kernel with trace events has, that is rare, and that has two numbers. */
#define PROBED_DIR	"events/sched/sched_process_exec"

/**
 * tracefs_is_mounted() - check whether tracefs is mounted, without mounting it
 *
 * libtracefs allocates the path in each call, and keeps no copy of it. So it is asked until it
 * finds tracefs.
 *
 * Return: true if it is. Otherwise, tracefs_tracing_dir() would mount it.
 */
bool tracefs_is_mounted(void)
{
	static const char *path;

	return path || tracefs_tracing_dir_is_mounted(false, &path) > 0;
}

static enum status check_mounted(void)
{
	if (tracefs_is_mounted())
		return STATUS_OK;
	report_error("tracefs is not mounted; mount it as root: "
		     "\"mount -t tracefs tracefs /sys/kernel/tracing\"");
	return STATUS_FAILED;
}

static enum status report_access(int error)
{
	if (error == EACCES || (error == EPERM && geteuid())) {
		report_error("only root may use tracefs here; "
			     "run the command as root, for example with sudo");
		return STATUS_PERMISSION;
	}
	if (error == EPERM) {
		report_error("the kernel forbids root to use tracefs: "
			     "it is locked down, see kernel_lockdown(7)");
		return STATUS_PERMISSION;
	}
	errno = error;
	return report_errno("use", tracefs_tracing_dir());
}

/* Under lockdown, even root may not open the files. */
static enum status check_read(void)
{
	int fd = tracefs_instance_file_open(NULL, "README", O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return report_access(errno);
	close(fd);
	return STATUS_OK;
}

/* Return: 0, or the error of creating instances. */
static int find_access(void)
{
	char *instances = tracefs_instance_get_file(NULL, "instances");
	int error = !instances ? ENOMEM : access(instances, W_OK | X_OK) ? errno : 0;

	tracefs_put_tracing_file(instances);
	return error;
}

/**
 * tracefs_check() - check that tracefs is mounted, and that this process may read it
 *
 * Return: %STATUS_OK, or a status after a message that says what to do.
 */
enum status tracefs_check(void)
{
	enum status status;

	tracefs_set_loglevel(TEP_LOG_NONE);
	status = check_mounted();
	return status ? status : check_read();
}

/**
 * kernel_check() - check that this process can set up histograms
 *
 * Return: %STATUS_OK, or a status after a message that says what is missing and what to do.
 */
enum status kernel_check(void)
{
	enum status status = tracefs_check();
	int error = status ? 0 : find_access();

	if (error)
		status = report_access(error);
	if (status)
		return status;
	if (tracefs_file_exists(NULL, PROBED_DIR "/hist"))
		return STATUS_OK;
	report_error("this kernel has no histogram triggers; use one with CONFIG_HIST_TRIGGERS=y");
	return STATUS_UNSUPPORTED;
}

/**
 * kernel_is_known() - check that this process can find out what the kernel can do
 *
 * Return: true if it can; it may be that the kernel has no histogram triggers at all.
 */
bool kernel_is_known(void)
{
	tracefs_set_loglevel(TEP_LOG_NONE);
	return tracefs_is_mounted() && !find_access();
}

static bool readme_has(const char *text)
{
	char *readme = tracefs_instance_file_read(NULL, "README", NULL);
	bool found = readme && strstr(readme, text);

	free(readme);
	return found;
}

/* Write a paused trigger. Removing the instance removes it. */
static bool trigger_works(struct tracefs_instance *instance, const char *parameters)
{
	char trigger[256];

	snprintf(trigger, sizeof(trigger), "hist:%s:size=128:pause", parameters);
	if (kernel_try(instance, PROBED_DIR "/trigger", trigger))
		return true;
	/* The kernel has user stacks, but /proc/sys/kernel/perf_event_max_stack is too low. */
	return errno == EOVERFLOW;
}

/* Answers of kernel_has(): 1 for yes, -1 for no, 0 for not known yet. */
static signed char answers[FEATURES_MAX];

static void try_triggers(struct tracefs_instance *instance)
{
	for (size_t i = 0; i < n_features; i++) {
		if (features[i].test == TEST_TRIGGER)
			answers[i] = trigger_works(instance, features[i].what) ? 1 : -1;
	}
}

/*
 * An instance costs more than a trigger, so one instance serves for all features. Return: false if
 * it could not be removed.
 */
static bool probe(const struct owner *owner)
{
	struct tracefs_instance *instance;
	char name[INSTANCE_NAME_SIZE];
	int lock;

	instance_name(name, owner, "-probe");
	explain("mkdir instances/", name);
	instance = tracefs_instance_create(name);
	if (!instance)
		return true;
	lock = instance_lock(instance);
	try_triggers(instance);
	tracefs_instance_free(instance);
	if (lock >= 0)
		close(lock);
	return instance_remove(name);
}

/*
 * Commands that have no session do not catch signals: a signal ends them after the instance is
 * removed. A watcher removes it if this process is killed.
 */
static void probe_watched(const struct owner *owner)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
	sigset_t blocked, old;

	sigemptyset(&blocked);
	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
		sigaddset(&blocked, signals[i]);
	sigprocmask(SIG_BLOCK, &blocked, &old);
	if (!watcher_get(owner))
		watcher_put(!probe(owner));
	sigprocmask(SIG_SETMASK, &old, NULL);
}

/* Features stay unknown if this process may not create an instance, or cannot start a watcher. */
static bool find_triggers(const struct feature *feature)
{
	struct owner owner;

	if (owner_self(&owner))
		return false;
	probe_watched(&owner);
	return answers[feature - features] > 0;
}

static bool find_out(const struct feature *feature)
{
	char name[64];

	switch (feature->test) {
	case TEST_TRACEFS:
		return tracefs_file_exists(NULL, feature->what);
	case TEST_EVENT_FILE:
		snprintf(name, sizeof(name), PROBED_DIR "/%s", feature->what);
		return tracefs_file_exists(NULL, name);
	case TEST_PATH:
		return !access(feature->what, F_OK);
	case TEST_README:
		return readme_has(feature->what);
	case TEST_TRIGGER:
		return find_triggers(feature);
	}
	return false;
}

/**
 * kernel_has_event() - check whether an event exists
 * @event: "SYSTEM/EVENT"
 *
 * Return: true if it does, and triggers can be written to it.
 */
bool kernel_has_event(const char *event)
{
	char name[256];

	if (snprintf(name, sizeof(name), "events/%s/hist", event) >= (int)sizeof(name))
		return false;
	return tracefs_file_exists(NULL, name);
}

/**
 * kernel_has() - check whether the running kernel has a feature
 * @feature: its name
 *
 * Answers that need an instance are kept: features of a running kernel do not change.
 *
 * Return: true if it has; false if not, or if this process may not use tracefs.
 */
bool kernel_has(const char *feature)
{
	const struct feature *known;
	signed char *answer;

	tracefs_set_loglevel(TEP_LOG_NONE);
	if (!tracefs_is_mounted())
		return false;
	if (!strncmp(feature, "event:", 6))
		return kernel_has_event(feature + 6);
	known = feature_find(feature);
	if (!known)
		return false;
	answer = &answers[known - features];
	if (*answer)
		return *answer > 0;
	return find_out(known);
}

/* Steps imply needs that the recipe does not list. Return: one that the kernel lacks, or NULL. */
static const char *step_lacks(const struct recipe_step *step)
{
	switch (step->kind) {
	case STEP_SYNTHETIC:
		return kernel_has("synthetic") ? NULL : "synthetic";
	case STEP_RATE:
		return kernel_has("sample") ? NULL : "sample";
	case STEP_TRIGGER:
		if (strchr(step->event, '@') || kernel_has_event(step->event))
			return NULL;
		return step->event;
	case STEP_DYNAMIC:
		return NULL;
	}
	return NULL;
}

/**
 * variant_lacks() - find out why the running kernel cannot do a variant
 * @variant: the variant
 *
 * Return: the first feature or "SYSTEM/EVENT" that the kernel lacks, or NULL if it lacks nothing.
 */
const char *variant_lacks(const struct recipe_variant *variant)
{
	for (size_t i = 0; i < variant->n_needs; i++) {
		if (!kernel_has(variant->needs[i]))
			return variant->needs[i];
	}
	for (size_t i = 0; i < variant->n_steps; i++) {
		const char *lacks = step_lacks(&variant->steps[i]);

		if (lacks)
			return lacks;
	}
	return NULL;
}

static bool needs_control(const struct recipe_variant *variant)
{
	for (size_t i = 0; i < variant->n_needs; i++) {
		const struct feature *feature = feature_find(variant->needs[i]);

		if (feature && feature->implies_control)
			return true;
	}
	return false;
}

/**
 * variant_is_cleared() - check whether the histograms of a variant are cleared after the setup
 * @variant: the variant
 *
 * The triggers are written one after the other. Without the clear, the first histograms have events
 * and variables from before the last one existed.
 *
 * Return: true if it has several histograms and the kernel has hist_control; if the kernel is not
 * known, true if the variant needs a feature that only kernels with hist_control have.
 */
bool variant_is_cleared(const struct recipe_variant *variant)
{
	size_t n = 0;

	for (size_t i = 0; i < variant->n_steps; i++)
		n += variant->steps[i].kind == STEP_TRIGGER &&
		     trigger_is_hist(variant->steps[i].text);
	if (n < 2)
		return false;
	return kernel_is_known() ? kernel_has("control") : needs_control(variant);
}

/**
 * find_variant() - find the variant of a recipe for the running kernel
 * @recipe: the recipe
 *
 * Return: the first variant that the kernel can do, or NULL.
 */
const struct recipe_variant *find_variant(const struct recipe *recipe)
{
	for (size_t i = 0; i < recipe->n_variants; i++) {
		if (!variant_lacks(&recipe->variants[i]))
			return &recipe->variants[i];
	}
	return NULL;
}

static void report_lack(const struct recipe *recipe, const char *lacks)
{
	struct utsname kernel;

	uname(&kernel);
	if (feature_find(lacks)) {
		report_error("recipe \"%s\" needs %s, which this kernel (%s) lacks; use a kernel "
			     "that has the feature \"%s\", see \"trace-hist info %s\"",
			     recipe->name, feature_says(lacks), kernel.release, lacks,
			     recipe->name);
		return;
	}
	if (!strncmp(lacks, "event:", 6))
		lacks += 6;
	report_error("recipe \"%s\" needs the event %s, which this kernel (%s) lacks; load the "
		     "module that defines it, or use a kernel with it, see \"trace-hist info %s\"",
		     recipe->name, lacks, kernel.release, recipe->name);
}

/**
 * choose_variant() - choose the variant of a recipe for the running kernel
 * @recipe: the recipe
 * @variant: result
 *
 * Return: %STATUS_OK, or a status after a message that says what the kernel lacks.
 */
enum status choose_variant(const struct recipe *recipe, const struct recipe_variant **variant)
{
	enum status status = kernel_check();
	const char *lacks = NULL;

	if (status)
		return status;
	for (size_t i = 0; i < recipe->n_variants; i++) {
		*variant = &recipe->variants[i];
		lacks = variant_lacks(*variant);
		if (!lacks)
			return STATUS_OK;
	}
	report_lack(recipe, lacks);
	return STATUS_UNSUPPORTED;
}
