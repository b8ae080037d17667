/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Parts of commands whose execution context or saved fields have exactly the maximum size.
 *
 * A saved string needs 32 words and a saved number needs 1 word. save() stores the tracked
 * value in front of them, which needs 1 word. In the map, the cell has a header of 1 word.
 */
#ifndef _TRACE_HIST_TESTS_CASES_LARGEST_CASES_H
#define _TRACE_HIST_TESTS_CASES_LARGEST_CASES_H

#define EIGHT_TEXTS	"dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn"
#define EIGHT_NUMBERS	"num_s8,num_s8,num_s8,num_s8,num_s8,num_s8,num_s8,num_s8"

/* 993 words of the execution context (31 * 32 + 1), 994 cell words in the map. */
#define SAVE_31_TEXTS \
	"save(" EIGHT_TEXTS "," EIGHT_TEXTS "," EIGHT_TEXTS ",dyn,dyn,dyn,dyn,dyn,dyn,dyn)"

/* 30 cell words in the map (28 + 2): with SAVE_31_TEXTS exactly TRACING_MAP_CELL_WORDS_MAX. */
#define SAVE_28_NUMBERS \
	"save(" EIGHT_NUMBERS "," EIGHT_NUMBERS "," EIGHT_NUMBERS ",num_s8,num_s8,num_s8,num_s8)"
/* 31 cell words: with SAVE_31_TEXTS one more than TRACING_MAP_CELL_WORDS_MAX. */
#define SAVE_29_NUMBERS \
	"save(" EIGHT_NUMBERS "," EIGHT_NUMBERS "," EIGHT_NUMBERS \
	",num_s8,num_s8,num_s8,num_s8,num_s8)"

/* 31 words of the execution context: with SAVE_31_TEXTS exactly HIST_CTX_WORDS_MAX. */
#define KEYS_OF_31_WORDS "num_u8,big,num_s8,num_u16,num_s16,num_u32,num_s32"

#endif /* _TRACE_HIST_TESTS_CASES_LARGEST_CASES_H */
