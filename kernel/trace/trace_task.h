/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Properties of the current task that every event has, although no record holds them: the built-in
 * fields common_tgid, common_ppid, common_uid, common_gid, common_cgroup and common_tcomm.
 *
 * In an interrupt they are those of the interrupted task. Ids are those of the initial namespaces.
 * The functions run in any context, NMI included, with preemption off. That is an RCU read-side
 * critical section, which keeps the objects that they read.
 */
#ifndef _TRACE_TASK_H
#define _TRACE_TASK_H

#include <linux/cgroup.h>
#include <linux/cred.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/types.h>

struct trace_suggestion;

/**
 * enum trace_task_number - number that is a property of the current task
 * @TRACE_TASK_TGID: process id: id of the thread group
 * @TRACE_TASK_PPID: id of the parent's thread group, 0 if the task is being released
 * @TRACE_TASK_UID: user id
 * @TRACE_TASK_GID: group id
 * @TRACE_TASK_CGROUP: id of the cgroup in the v2 hierarchy; 0 without CONFIG_CGROUPS
 * @TRACE_TASK_NUMBERS: number of properties that are numbers
 * @TRACE_TASK_TCOMM: not a number: the comm of the thread group's leader
 */
enum trace_task_number {
	TRACE_TASK_TGID,
	TRACE_TASK_PPID,
	TRACE_TASK_UID,
	TRACE_TASK_GID,
	TRACE_TASK_CGROUP,
	TRACE_TASK_NUMBERS,
	TRACE_TASK_TCOMM = TRACE_TASK_NUMBERS,
};

/**
 * struct trace_task_field - built-in field that is a property of the current task
 * @name: name of the field
 * @type: C type, as format files show it
 * @size: bytes of the type; %TASK_COMM_LEN for text
 * @is_signed: the type is signed
 * @id: the property, an &enum trace_task_number
 */
struct trace_task_field {
	const char *name;
	const char *type;
	u8 size;
	bool is_signed;
	u8 id;
};

const struct trace_task_field *trace_task_find_field(const char *name);
void trace_task_suggest_fields(struct trace_suggestion *suggestion);

/**
 * trace_task_ppid - read the process id of the parent of the current task
 *
 * The parent may be freed once the task is unhashed, so it is only read before that. The RCU
 * read-side critical section keeps it until the event has ended.
 *
 * Context: any, NMI included, with preemption off.
 * Return: the id, or 0 if the task is unhashed.
 */
static inline u64 trace_task_ppid(void)
{
	return pid_alive(current) ? rcu_dereference_sched(current->real_parent)->tgid : 0;
}

/**
 * trace_task_cgroup - read the id of the cgroup of the current task in the v2 hierarchy
 *
 * Context: any, NMI included, with preemption off.
 * Return: the id; 0 without CONFIG_CGROUPS.
 */
static inline u64 trace_task_cgroup(void)
{
#ifdef CONFIG_CGROUPS
	return cgroup_id(rcu_dereference_sched(current->cgroups)->dfl_cgrp);
#else
	return 0;
#endif
}

/**
 * trace_task_number - read a number that is a property of the current task
 * @id: the property, below %TRACE_TASK_NUMBERS
 *
 * Context: any, NMI included, with preemption off.
 * Return: the number.
 */
static __always_inline u64 trace_task_number(u8 id)
{
	/* In this order, each property takes at most three comparisons. */
	if (id < TRACE_TASK_UID)
		return id == TRACE_TASK_PPID ? trace_task_ppid() : current->tgid;
	if (id == TRACE_TASK_CGROUP)
		return trace_task_cgroup();
	return id == TRACE_TASK_UID ? __kuid_val(current_uid()) : __kgid_val(current_gid());
}

/**
 * trace_task_tcomm - get the comm of the current thread group's leader
 *
 * The leader may be freed once the task is unhashed; the result is the task's own comm then.
 *
 * Context: any, NMI included, with preemption off.
 * Return: the comm, valid until preemption is on again. Another thread may change it meanwhile.
 */
static __always_inline const char *trace_task_tcomm(void)
{
	return likely(pid_alive(current)) ? current->group_leader->comm : current->comm;
}

#endif /* _TRACE_TASK_H */
