/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Parts of commands whose frame, or what they save, is exactly as large as it may be.
 *
 * A saved text takes 32 words, and a saved number takes 1 word.  save() stores the tracked value
 * in front of them, and in an entry of the map the cell has a header: 1 word each.
 */
#ifndef _TRACE_HIST_LARGEST_H
#define _TRACE_HIST_LARGEST_H

#define EIGHT_TEXTS	"dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn"
#define EIGHT_NUMBERS	"num_s8,num_s8,num_s8,num_s8,num_s8,num_s8,num_s8,num_s8"

/* 993 words of a frame, 994 words of an entry. */
#define SAVE_31_TEXTS \
	"save(" EIGHT_TEXTS "," EIGHT_TEXTS "," EIGHT_TEXTS ",dyn,dyn,dyn,dyn,dyn,dyn,dyn)"

/* 30 words of an entry: with SAVE_31_TEXTS all of TRACING_MAP_CELL_WORDS_MAX. */
#define SAVE_28_NUMBERS \
	"save(" EIGHT_NUMBERS "," EIGHT_NUMBERS "," EIGHT_NUMBERS ",num_s8,num_s8,num_s8,num_s8)"
/* One word more. */
#define SAVE_29_NUMBERS \
	"save(" EIGHT_NUMBERS "," EIGHT_NUMBERS "," EIGHT_NUMBERS \
	",num_s8,num_s8,num_s8,num_s8,num_s8)"

/* 31 words of a frame: with SAVE_31_TEXTS all of HIST_FRAME_WORDS_MAX. */
#define KEYS_OF_31_WORDS "num_u8,big,num_s8,num_u16,num_s16,num_u32,num_s32"

#endif /* _TRACE_HIST_LARGEST_H */
