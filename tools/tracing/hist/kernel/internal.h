/* SPDX-License-Identifier: GPL-2.0-only */
/* Functions and structs that only the files of kernel/ use. */
#ifndef _KERNEL_INTERNAL_H
#define _KERNEL_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <tracefs.h>

#include "common/report.h"
#include "recipe/recipe.h"
#include "session.h"

/* Room for the name of an instance, and for the suffix of unique names. */
#define INSTANCE_NAME_SIZE	96
#define SUFFIX_SIZE		48

/* Room for the path of a trigger file. */
#define FILE_SIZE		320

/* Prefixes of names of instances and of events that this tool creates. */
#define INSTANCE_PREFIX		"trace-hist-"
#define EVENT_PREFIX		"th_"

/**
 * struct owner - the process that has created an instance or an event
 * @pid: its process id
 * @start: its start time, in clock ticks since boot, which tells it from a later process
 */
struct owner {
	unsigned long pid;
	unsigned long long start;
};

/* owner.c */
int owner_self(struct owner *owner);
bool owner_exists(const struct owner *owner);
bool owner_equal(const struct owner *a, const struct owner *b);
bool owner_of_instance(const char *name, struct owner *owner, unsigned int *rate);
bool owner_of_event(const char *name, struct owner *owner);
void instance_name(char name[INSTANCE_NAME_SIZE], const struct owner *owner, const char *rest);

/* lock.c */
int file_lock(int fd, int operation);
int instance_lock(struct tracefs_instance *instance);
bool instance_is_locked(const char *name);
bool owner_has_lock(const struct owner *owner);

/**
 * struct undo - how to undo a step that has defined an event or written a trigger
 * @event: "SYSTEM/EVENT" that it has defined, or whose trigger it has written
 * @trigger: the trigger, or NULL for a definition
 */
struct undo {
	char *event;
	char *trigger;
};

/**
 * struct session - see session.h
 * @owner: this process
 * @number: number of the session in this process, from 1
 * @suffix: suffix of unique names: "PID_STARTTIME", and "_NUMBER" unless @number is 1
 * @name: name of the instance; empty before it is created
 * @instance: the instance, or NULL
 * @lock: the directory of the instance, or -1; see lock.c
 * @rate_lock: return value of rate_lock() while the steps are executed, or -1
 * @rate: the sampling rate that is set to 0 after the session, or 0
 * @undo: how to undo the steps so far, in their order
 * @n_undo: number of elements of @undo
 * @answer: the histogram that is the answer; its event and trigger are allocated, or NULL
 * @failed: an instance or event could not be removed
 */
struct session {
	struct owner owner;
	unsigned int number;
	char suffix[SUFFIX_SIZE];
	char name[INSTANCE_NAME_SIZE];
	struct tracefs_instance *instance;
	int lock;
	int rate_lock;
	unsigned int rate;
	struct undo *undo;
	size_t n_undo;
	struct session_answer answer;
	bool failed;
};

/* apply.c */
void session_undo(struct session *session);

/* write.c */
enum status kernel_write(struct tracefs_instance *instance, const char *file, const char *text,
			 bool has_filter);
bool kernel_try(struct tracefs_instance *instance, const char *file, const char *text);
void explain(const char *command, const char *operand);
char *trigger_line(const char *line, size_t length);

/* cleanup.c: functions that remove; they print nothing and return whether it is gone. */
bool instance_remove(const char *name);
bool owner_remove(const struct owner *owner);
/* Called for each instance and event of the tool, by instances_walk() and definitions_walk(). */
typedef void (*found_fn)(const char *name, const struct owner *owner, void *context);
int instances_walk(found_fn found, void *context);
int definitions_walk(found_fn found, void *context);
bool definition_remove(const char *name);

/* rate.c */
int rate_lock(void);
unsigned int rate_record(unsigned int wanted);
enum status rate_set(const char *text, unsigned int record);
int rate_release(const char *instance);
void rate_unlock(int lock);

/* watcher.c */
int watcher_get(const struct owner *owner);
bool watcher_put(bool failed);

#endif /* _KERNEL_INTERNAL_H */
