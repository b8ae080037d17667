/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Cases for the fields that a command refers to: which of them are in the header of the record, and
 * which fields of an event hide built-in fields.
 */
#ifndef _TRACE_HIST_TESTS_CASES_FIELD_CASES_H
#define _TRACE_HIST_TESTS_CASES_FIELD_CASES_H

#include <linux/types.h>

#include "../../field_kind.h"

/**
 * struct header_case - Command, and whether its program can run on a record without a header
 * @text: command on mock.event
 * @fields_only: result, &hist_program.fields_only
 */
struct header_case {
	const char *text;
	bool fields_only;
};

static const struct header_case header_cases[] = {
	{ "hist:keys=num_u8", true },
	{ "hist:keys=text,dyn,stack:vals=num_u64.max", true },
	{ "hist:keys=common_cpu,common_comm:vals=common_timestamp", true },
	{ "hist:keys=num_u8:x=common_timestamp.usecs-num_u8", true },
	{ "hist:keys=common_pid", false },
	{ "hist:keys=num_u8,common_pid.execname", false },
	{ "hist:keys=num_u8:vals=common_flags", false },
	{ "hist:keys=num_u8:vals=common_preempt_count.max", false },
	{ "hist:keys=num_u8:x=num_u8+common_pid", false },
	{ "hist:keys=common_stacktrace", true },
	{ "hist:keys=num_u8:x=common_stacktrace", true },
};

/*
 * A command on mock.own, whose fields have the names of built-in fields: the expected text in
 * the trigger file, and the expected kinds of the first key and of the last value.
 */
struct shadow_case {
	const char *text;
	const char *shown;
	enum hist_kind key;
	enum hist_kind val;
};

static const struct shadow_case shadow_cases[] = {
	/* A field of the event hides the built-in field of the same name. */
	{ "hist:keys=common_cpu:vals=common_timestamp,common_cpu",
	  "hist:keys=common_cpu:vals=hitcount,common_timestamp,common_cpu:sort=hitcount:size=2048 "
	  "[active]", HIST_KIND_NUMBER, HIST_KIND_NUMBER },
	{ "hist:keys=common_comm:sort=common_comm",
	  "hist:keys=common_comm:vals=hitcount:sort=common_comm:size=2048 [active]",
	  HIST_KIND_STRING, HIST_KIND_HITCOUNT },
	{ "hist:keys=hitcount.log2",
	  "hist:keys=hitcount.log2:vals=hitcount:sort=hitcount:size=2048 [active]",
	  HIST_KIND_NUMBER, HIST_KIND_HITCOUNT },
	/* As a value and as a sort key, "hitcount" is always the built-in field. */
	{ "hist:keys=hitcount:vals=hitcount.hex:sort=hitcount.hex",
	  "hist:keys=hitcount:vals=hitcount,hitcount.hex:sort=hitcount.hex:size=2048 [active]",
	  HIST_KIND_NUMBER, HIST_KIND_HITCOUNT },
	/* A built-in field is shown under its alias if its real name is a field of the event. */
	{ "hist:keys=cpu:vals=cpu:sort=cpu",
	  "hist:keys=cpu:vals=hitcount,cpu:sort=cpu:size=2048 [active]",
	  HIST_KIND_CPU, HIST_KIND_CPU },
	{ "hist:keys=comm,cpu,common_cpu,common_comm:vals=common_cpu",
	  "hist:keys=comm,cpu,common_cpu,common_comm:vals=hitcount,common_cpu:sort=hitcount:"
	  "size=2048 [active]", HIST_KIND_COMM, HIST_KIND_NUMBER },
	/* A built-in field without such a conflict is shown under its real name. */
	{ "hist:keys=common_stacktrace",
	  "hist:keys=common_stacktrace:vals=hitcount:sort=hitcount:size=2048 [active]",
	  HIST_KIND_KERNEL_STACK, HIST_KIND_HITCOUNT },
	{ "hist:keys=stacktrace",
	  "hist:keys=common_stacktrace:vals=hitcount:sort=hitcount:size=2048 [active]",
	  HIST_KIND_KERNEL_STACK, HIST_KIND_HITCOUNT },
};

#endif /* _TRACE_HIST_TESTS_CASES_FIELD_CASES_H */
