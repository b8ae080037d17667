/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A minimal event core for tests of dynamic events: tracefs files, the event
 * list and the error log.
 */
#ifndef _TRACE_DYNEVENT_MOCK_CORE_H
#define _TRACE_DYNEVENT_MOCK_CORE_H

#include <linux/seq_file.h>
#include <linux/types.h>

/* Error log: number of entries, and message and position of the last one. */
extern unsigned int core_n_logged;
extern const char *core_message;
extern u16 core_place;

/* If set, no event type number is available, so that registering an event fails. */
extern bool core_is_full;

/*
 * Type numbers of user events: number in quarantine, how many of them the next
 * reclaim frees, and number of calls to reclaim.
 */
extern unsigned int core_quarantined, core_reclaimable, core_reclaims;

/* Number of grace periods that the removal of events has waited for. */
extern unsigned int core_grace_periods;

/* If set, no bit of the status pages can be allocated. */
extern bool core_no_status_bit;

/* Number of bits of the status pages */
extern unsigned int core_status_max;

/*
 * Write @text like a shell: repeat until all of it is accepted. Return: 0 or a
 * negative errno.
 */
int core_write(const char *name, const char *text, size_t len);

/* Read a whole file into @m. */
void core_read(const char *name, struct seq_file *m);

/* Open a file with O_TRUNC, like the shell's '>'. */
int core_truncate(const char *name);

#endif
