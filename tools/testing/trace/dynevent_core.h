/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is around dynamic events: the files that users write and read, and the error log.
 */
#ifndef _TRACE_DYNEVENT_CORE_H
#define _TRACE_DYNEVENT_CORE_H

#include <linux/seq_file.h>
#include <linux/types.h>

/* What the error log was told since it was asked last: how often, and the last message. */
extern unsigned int core_n_logged;
extern const char *core_message;
extern u16 core_place;

/* No type is left for one more event. */
extern bool core_is_full;

/* Type numbers of user events: in quarantine, freed by the next reclaim, calls to reclaim. */
extern unsigned int core_quarantined, core_reclaimable, core_reclaims;

/* Write as a shell does: until all is taken.  Return: 0 or a negative errno. */
int core_write(const char *name, const char *text, size_t len);

/* What reading a file shows. */
void core_read(const char *name, struct seq_file *m);

/* Open a file as the shell's '>' does. */
int core_truncate(const char *name);

#endif
