// SPDX-License-Identifier: GPL-2.0-only
/*
 * Remove instances, synthetic events and probes of this tool. Their owner may be dead, so the
 * kernel is asked for their triggers.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "internal.h"

/* A process that is killed closes its files one after the other: wait for the last one. */
#define BUSY_TRIES	50
#define BUSY_NS		20000000

/* Histograms use variables of each other, so several passes may be needed to remove them. */
#define MAX_PASSES	16

/**
 * struct pass - counts of one pass over the triggers of an instance
 * @removed: number of triggers that were removed
 * @left: number of triggers that the kernel has refused to remove
 */
struct pass {
	size_t removed;
	size_t left;
};

static void remove_trigger(struct tracefs_instance *instance, const char *system,
			   const char *event, const char *trigger, struct pass *pass)
{
	char file[FILE_SIZE], *text;

	if (asprintf(&text, "!%s", trigger) < 0) {
		pass->left++;
		return;
	}
	snprintf(file, sizeof(file), "events/%s/%s/trigger", system, event);
	if (kernel_try(instance, file, text))
		pass->removed++;
	else
		pass->left++;
	free(text);
}

static void remove_triggers_of_event(struct tracefs_instance *instance, const char *system,
				     const char *event, struct pass *pass)
{
	char *lines = tracefs_event_file_read(instance, system, event, "trigger", NULL);

	for (char *line = lines; line && *line;) {
		size_t length = strcspn(line, "\n");
		char *trigger = trigger_line(line, length);

		if (trigger)
			remove_trigger(instance, system, event, trigger, pass);
		free(trigger);
		line += length + (line[length] == '\n');
	}
	free(lines);
}

static void remove_triggers_of_system(struct tracefs_instance *instance, const char *dir,
				      const char *system, struct pass *pass)
{
	char **events = tracefs_system_events(dir, system);

	for (size_t i = 0; events && events[i]; i++)
		remove_triggers_of_event(instance, system, events[i], pass);
	tracefs_list_free(events);
}

/* Linux 6.12 does not remove an instance with histograms that have variables. */
static void remove_triggers(struct tracefs_instance *instance)
{
	char *dir = tracefs_instance_get_dir(instance);
	char **systems = dir ? tracefs_event_systems(dir) : NULL;
	struct pass pass;
	int passes = 0;

	if (systems) {
		do {
			pass = (struct pass){ 0 };
			for (size_t i = 0; systems[i]; i++)
				remove_triggers_of_system(instance, dir, systems[i], &pass);
		} while (pass.removed && pass.left && ++passes < MAX_PASSES);
	}
	tracefs_list_free(systems);
	tracefs_put_tracing_file(dir);
}

/*
 * Without libtracefs, which allocates: an instance is also removed if there is no memory.
 * Return: 0, or a positive errno.
 */
static int remove_dir(const char *name)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/instances/%s", tracefs_tracing_dir(), name);
	return !rmdir(path) || errno == ENOENT ? 0 : errno;
}

static void remove_triggers_of_instance(const char *name)
{
	struct tracefs_instance *instance = tracefs_instance_alloc(NULL, name);

	if (instance)
		remove_triggers(instance);
	tracefs_instance_free(instance);
}

/**
 * instance_remove() - remove an instance with all its triggers
 * @name: name of the instance
 *
 * If it is in use, waits for up to a second.
 *
 * Return: true if there is no such instance any more; otherwise errno tells why.
 */
bool instance_remove(const char *name)
{
	const struct timespec pause = { .tv_nsec = BUSY_NS };
	int lock = rate_release(name), error;

	explain("rmdir instances/", name);
	error = remove_dir(name);
	if (error == EBUSY) {
		remove_triggers_of_instance(name);
		explain("rmdir instances/", name);
		error = remove_dir(name);
	}
	for (int i = 0; error == EBUSY && i < BUSY_TRIES; i++) {
		nanosleep(&pause, NULL);
		error = remove_dir(name);
	}
	rate_unlock(lock);
	errno = error;
	return !error;
}

/**
 * instances_walk() - find the instances of this tool
 * @found: called for each of them
 * @context: argument of @found
 *
 * Return: 0, or -1 with errno if the instances cannot be listed.
 */
int instances_walk(found_fn found, void *context)
{
	char **names = tracefs_instances(NULL);
	struct owner owner;
	unsigned int rate;

	if (!names)
		return -1;
	for (size_t i = 0; names[i]; i++) {
		if (owner_of_instance(names[i], &owner, &rate))
			found(names[i], &owner, context);
	}
	tracefs_list_free(names);
	return 0;
}

/*
 * Find the group and the name in a line of dynamic_events: "p2:kprobes/NAME vfs_read ...". Cuts the
 * line behind the name. User events ("u:") belong to other programs; this tool defines none.
 */
static char *name_of_definition(char *line)
{
	char *colon = strchr(line, ':');

	if (!colon || line[0] == 'u')
		return NULL;
	colon[1 + strcspn(colon + 1, " \t")] = '\0';
	return strchr(colon, '/') ? colon + 1 : NULL;
}

/**
 * definitions_walk() - find the synthetic events and probes of this tool
 * @found: called for each of them, with "GROUP/NAME"
 * @context: argument of @found
 *
 * The latest one comes first, so that @found can remove an event probe before the event that it is
 * attached to.
 *
 * Return: 0, or -1 with errno if they cannot be listed.
 */
int definitions_walk(found_fn found, void *context)
{
	struct owner owner;
	char *lines;

	errno = 0;
	lines = tracefs_instance_file_read(NULL, "dynamic_events", NULL);
	/* libtracefs returns NULL without an error for an empty file. */
	if (!lines)
		return errno && errno != ENOENT ? -1 : 0;
	for (char *end = lines + strlen(lines); end > lines;) {
		char *line = end, *name;

		while (line > lines && line[-1] != '\n')
			line--;
		name = name_of_definition(line);
		if (name && owner_of_event(strchr(name, '/') + 1, &owner))
			found(name, &owner, context);
		end = line;
		if (end > lines)
			*--end = '\0';
	}
	free(lines);
	return 0;
}

/**
 * definition_remove() - remove a synthetic event or a probe
 * @name: "GROUP/NAME"
 *
 * Return: true if it is removed.
 */
bool definition_remove(const char *name)
{
	char text[160];

	if (snprintf(text, sizeof(text), "-:%s", name) >= (int)sizeof(text))
		return false;
	return kernel_try(NULL, "dynamic_events", text);
}

/**
 * struct removal - removal of all that belongs to an owner
 * @owner: the owner
 * @left: number of instances and events that could not be removed
 */
struct removal {
	const struct owner *owner;
	size_t left;
};

static void remove_instance(const char *name, const struct owner *owner, void *context)
{
	struct removal *removal = context;

	if (owner_equal(owner, removal->owner))
		removal->left += !instance_remove(name);
}

static void remove_definition(const char *name, const struct owner *owner, void *context)
{
	struct removal *removal = context;

	if (owner_equal(owner, removal->owner))
		removal->left += !definition_remove(name);
}

/**
 * owner_remove() - remove all instances and events of an owner
 * @owner: the owner
 *
 * Return: true if all were removed.
 */
bool owner_remove(const struct owner *owner)
{
	struct removal removal = { .owner = owner };

	return !instances_walk(remove_instance, &removal) &&
	       !definitions_walk(remove_definition, &removal) && !removal.left;
}
