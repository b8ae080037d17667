/* SPDX-License-Identifier: GPL-2.0 */
/* Verbs of the file hist_control: what a cut does to histograms. */
#ifndef _TRACE_HIST_VERB_H
#define _TRACE_HIST_VERB_H

/**
 * enum hist_verb - what a cut does
 * @HIST_VERB_PAUSE: pause histograms
 * @HIST_VERB_CONTINUE: continue paused histograms
 * @HIST_VERB_CLEAR: clear tables
 * @HIST_VERB_DELTA: end the current interval, for the next reader of hist_delta
 * @HIST_VERB_COUNT: number of verbs
 */
enum hist_verb {
	HIST_VERB_PAUSE,
	HIST_VERB_CONTINUE,
	HIST_VERB_CLEAR,
	HIST_VERB_DELTA,
	HIST_VERB_COUNT,
};

#endif /* _TRACE_HIST_VERB_H */
