/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Unknown names, valid names, and the one to suggest. KUnit and the unit tests in user space share
 * this table. The expected names follow from counting the changes by hand.
 */
#ifndef _TRACE_SUGGEST_CASES_H
#define _TRACE_SUGGEST_CASES_H

#include <linux/types.h>

/* A name of 64 bytes, the longest that is compared, without its last two bytes. */
#define SUGGEST_62	"abcdefghijklmnopqrstuvwxyz_0123456789_abcdefghijklmnopqrstuvwx"

/**
 * struct suggest_case - unknown name and valid names
 * @unknown: unknown name
 * @valid: valid names in the order in which they are offered
 * @expected: name to suggest; empty if none is near enough
 */
struct suggest_case {
	const char *unknown;
	const char *valid[4];
	const char *expected;
};

static const struct suggest_case suggest_cases[] = {
	/* One change: replaced, removed, inserted, exchanged. */
	{ "next_pjd", { "prev_pid", "next_pid" }, "next_pid" },
	{ "next_pidd", { "next_pid" }, "next_pid" },
	{ "nxt_pid", { "next_pid" }, "next_pid" },
	{ "nextp_id", { "next_pid" }, "next_pid" },
	{ "pdi", { "pid" }, "pid" },

	/* Two changes; three are too many. An exchange of bytes that are not neighbours is two. */
	{ "nxt_pd", { "next_pid" }, "next_pid" },
	{ "doipd", { "oidpd" }, "oidpd" },
	{ "dlat", { "tlad" }, "tlad" },
	{ "nxt_pt", { "next_pid" }, "" },
	{ "HEX", { "hex" }, "" },

	/* No byte takes part in two changes: "ca" becomes "abc" by three changes, not by two. */
	{ "ca__", { "abc__" }, "" },

	/* A byte at the start, at the end, and at both. */
	{ "xpid", { "pid" }, "pid" },
	{ "xpriox", { "prio" }, "prio" },
	{ "id", { "pid" }, "pid" },

	/* The start of a name has at least three bytes. */
	{ "byt", { "bytes_req" }, "bytes_req" },
	{ "by", { "bytes_req" }, "" },
	{ "bytes_requested", { "bytes_req" }, "bytes_req" },
	{ "pidfds", { "pi", "pid" }, "pid" },
	{ "pidfd_s", { "pid" }, "" },
	{ "common_pre", { "comm", "common_preempt_count" }, "common_preempt_count" },
	{ "ytes", { "bytes_req" }, "" },

	/* The fewest changes win, then the first name. The rest of a start counts as changes. */
	{ "byte", { "bytes_req", "bytes" }, "bytes" },
	{ "sig", { "sigh", "sign", "si" }, "sigh" },
	{ "com", { "common_pid", "comm", "dom" }, "comm" },
	{ "prio", { "nosuch", "pri", "prios" }, "pri" },
	{ "pridd", { "pid", "prid", "pride" }, "prid" },

	/* At most half of the shorter name is wrong. */
	{ "dip", { "pid" }, "" },
	{ "prio", { "pid" }, "" },
	{ "xpidx", { "pid" }, "" },
	{ "q", { "p" }, "" },
	{ "q", { "qp" }, "" },
	{ "ab", { "ba", "cd" }, "ba" },
	{ "ab", { "cd" }, "" },
	{ "", { "p", "pid" }, "" },
	{ "pid", { "" }, "" },

	/* The unknown name itself, and no names at all. */
	{ "pid", { "pid" }, "" },
	{ "pid", { "pid", "pids" }, "" },
	{ "pid", { "pids", "pid" }, "" },
	{ "pid", { }, "" },

	/* Names of 64 bytes are compared, longer ones are not. */
	{ SUGGEST_62, { SUGGEST_62 "yz" }, SUGGEST_62 "yz" },
	{ SUGGEST_62 "zy", { SUGGEST_62 "yz" }, SUGGEST_62 "yz" },
	{ SUGGEST_62, { SUGGEST_62 "yz_" }, "" },
	{ SUGGEST_62 "yz_", { SUGGEST_62 "yz" }, "" },
};

#endif /* _TRACE_SUGGEST_CASES_H */
