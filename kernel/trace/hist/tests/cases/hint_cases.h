/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Commands with an unknown name, and the name that the diagnostic suggests.
 *
 * The commands refer to the fields of mock_event and to the environment of
 * mock_hists_populate(). KUnit and the unit tests in user space share this table.
 */
#ifndef _TRACE_HIST_TESTS_CASES_HINT_CASES_H
#define _TRACE_HIST_TESTS_CASES_HINT_CASES_H

#include "../../diag.h"

/**
 * struct hint_case - Command with an unknown name and the expected suggestion
 * @text: command
 * @code: expected error code
 * @hint: expected suggestion, with '$' or '.' in front if it is shown that way; empty if no name
 *	is near enough
 */
struct hint_case {
	const char *text;
	enum hist_diag code;
	const char *hint;
};

#define HINT(code_, text_, hint_)	{ text_, HIST_DIAG_##code_, hint_ }

static const struct hint_case hint_cases[] = {
	/* Fields of the event and built-in fields, in each place where a field can be. */
	HINT(NO_FIELD, "hist:keys=num_u9", "num_u8"),
	HINT(NO_FIELD, "hist:keys=nmu_s64.hex", "num_s64"),
	HINT(NO_FIELD, "hist:keys=num_u8:vals=odds_64", "odd_s64"),
	HINT(NO_FIELD, "hist:keys=num_u8:x=1+coomon_pid", "common_pid"),
	HINT(NO_FIELD, "hist:keys=common_timestmp", "common_timestamp"),
	HINT(NO_FIELD, "hist:keys=num_u8:vals=hitcuont", "hitcount"),
	HINT(NO_FIELD, "hist:keys=common_preempt", "common_preempt_count"),
	HINT(NO_FIELD, "hist:keys=mock.event.tex", "text"),
	HINT(NO_FIELD, "hist:keys=nosuch", ""),
	HINT(NO_FIELD, "hist:keys=NUM_U8", ""),
	HINT(NO_FIELD, "hist:keys=x", ""),

	/* Only mock.source has the field "only". A name without an event can be of both events. */
	HINT(NO_FIELD, "hist:keys=num_u8:onmatch(mock.source).one(onyl)", "only"),
	HINT(NO_FIELD, "hist:keys=num_u8:onmatch(mock.source).one(mock.source.onyl)", "only"),
	HINT(NO_FIELD, "hist:keys=num_u8:onmatch(mock.event).one(onyl)", ""),
	HINT(NO_FIELD, "hist:keys=num_u8:a=1:onmax($a).save(bgi)", "big"),

	/* Variables of other histograms, of one event, and of the histogram itself. */
	HINT(NO_VAR, "hist:keys=num_u8:vals=$svla", "$sval"),
	HINT(NO_VAR, "hist:keys=num_u8:vals=1-$dif", "$diff"),
	HINT(NO_VAR, "hist:keys=num_u8:vals=mock.source.$svall", "$sval"),
	HINT(NO_VAR, "hist:keys=num_u8:vals=mock.other.$svall", ""),
	HINT(NO_VAR, "hist:keys=num_u8:vals=mock.nosuch.$svall", ""),
	HINT(NO_VAR, "hist:keys=num_u8:latency=1:vals=$latecny", "$latency"),
	HINT(NO_VAR, "hist:keys=num_u8:first=$secnd:second=1", "$second"),
	HINT(NO_VAR, "hist:keys=num_u8:svar=1:vals=$svax", "$svar"),
	HINT(NO_VAR, "hist:keys=num_u8:vals=$nosuch", ""),
	/* The similar variable is one of another event. */
	HINT(NO_VAR, "hist:keys=num_u8:zzzz=1:vals=mock.source.$zzzy", ""),
	HINT(NO_TRACKED_VAR, "hist:keys=num_u8:delta=1:onmax($dleta).save(num_u8)", "$delta"),
	HINT(NO_TRACKED_VAR, "hist:keys=num_u8:delta=1:onmax($sval).save(num_u8)", ""),

	/* Events. */
	HINT(NO_EVENT, "hist:keys=num_u8:onmatch(mock.sorce).one(num_s64)", "mock.source"),
	HINT(NO_EVENT, "hist:keys=num_u8:onmatch(kmem.kmalloc_node).one(num_s64)",
	     "kmem.kmalloc"),
	HINT(NO_EVENT, "hist:keys=num_u8:onmatch(nosuch.nosuch).one(num_s64)", ""),

	/* Actions and synthetic events. */
	HINT(UNKNOWN_ACTION, "hist:keys=num_u8:a=1:onmax($a).svae(num_u8)", "save"),
	HINT(UNKNOWN_ACTION, "hist:keys=num_u8:a=1:onmax($a).snapshoot()", "snapshot"),
	HINT(UNKNOWN_ACTION, "hist:keys=num_u8:onmatch(mock.source).smal($v)", "small"),
	HINT(UNKNOWN_ACTION, "hist:keys=num_u8:onmatch(mock.source).nosuch($v)", ""),
	HINT(NO_SYNTH, "hist:keys=num_u8:onmatch(mock.source).trace(smal,$v)", "small"),
	HINT(NO_SYNTH, "hist:keys=num_u8:onmatch(mock.source).trace(svae,$v)", ""),

	/* Words of the command language. */
	HINT(UNKNOWN_PARAM, "hist:keys=num_u8:paused", "pause"),
	HINT(UNKNOWN_PARAM, "hist:keys=num_u8:contineu", "continue"),
	HINT(UNKNOWN_PARAM, "hist:keys=num_u8:cont_", "cont"),
	HINT(UNKNOWN_PARAM, "hist:keys=num_u8:claer", "clear"),
	HINT(UNKNOWN_PARAM, "hist:keys=num_u8:nosuch", ""),
	HINT(UNKNOWN_HANDLER, "hist:keys=num_u8:onmath(mock.source).one(num_s64)", "onmatch"),
	HINT(UNKNOWN_HANDLER, "hist:keys=num_u8:a=1:on(a).save(num_u8)", ""),
	HINT(BAD_CLOCK, "hist:keys=num_u8:clock=globl", "global"),
	HINT(BAD_CLOCK, "hist:keys=num_u8:clock=mono_rwa", "mono_raw"),
	HINT(BAD_CLOCK, "hist:keys=num_u8:clock=sundial", ""),
	HINT(BAD_OVERFLOW, "hist:keys=num_u8:overflow=ohter", "other"),
	HINT(BAD_OVERFLOW, "hist:keys=num_u8:overflow=drp", "drop"),
	HINT(BAD_OVERFLOW, "hist:keys=num_u8:overflow=evcit", "evict"),
	HINT(BAD_OVERFLOW, "hist:keys=num_u8:overflow=lru", ""),
	HINT(UNKNOWN_PARAM, "hist:keys=num_u8:overflows", "overflow"),
	HINT(BAD_MODIFIER, "hist:keys=num_u8.hexx", ".hex"),
	HINT(BAD_MODIFIER, "hist:keys=num_u8.bucket_=2", ".buckets"),
	HINT(BAD_MODIFIER, "hist:keys=num_u8.lgo2", ".log2"),
	HINT(BAD_MODIFIER, "hist:keys=num_u8:vals=num_u8.precent", ".percent"),
	HINT(BAD_MODIFIER, "hist:keys=num_u8.hex=1", ".hex"),
	HINT(BAD_MODIFIER, "hist:keys=num_u8.nosuch", ""),
	HINT(BAD_SORT_MODIFIER, "hist:keys=num_u8:sort=num_u8.desc", ".descending"),
	HINT(BAD_SORT_MODIFIER, "hist:keys=num_u8:sort=num_u8.acsending", ".ascending"),
	HINT(BAD_SORT_MODIFIER, "hist:keys=num_u8:sort=num_u8.up", ""),
	HINT(BAD_SORT_MODIFIER, "hist:keys=num_u8:sort=num_u8.ascending.ascending", ""),
	HINT(NO_SORT_FIELD, "hist:keys=num_u8:vals=num_s64:sort=num_s46", "num_s64"),
	HINT(NO_SORT_FIELD, "hist:keys=num_u8:sort=hitcoutn", "hitcount"),
	/* A field that the table does not have. */
	HINT(NO_SORT_FIELD, "hist:keys=num_u8:sort=odd_s64", ""),
};

#endif /* _TRACE_HIST_TESTS_CASES_HINT_CASES_H */
