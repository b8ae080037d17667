// SPDX-License-Identifier: GPL-2.0
/*
 * Table of the base types that fields of synthetic events can have. It does not depend on the
 * parser or on the layout of records. The table is constant; no locks.
 */
#include <linux/kernel.h>
#include <linux/types.h>

#include "types.h"

/*
 * The sign is part of the table and not derived from the C type: a field of type "char" is
 * signed, but the kernel is compiled with -funsigned-char.
 */
#define SIGNED(c_type, printf_format)	\
	.size = sizeof(c_type), .is_signed = true, .format = (printf_format)
#define UNSIGNED(c_type, printf_format)	\
	.size = sizeof(c_type), .format = (printf_format)

const struct synth_type synth_types[] = {
	{ .name = "u8",			UNSIGNED(u8, "%u") },
	{ .name = "u16",		UNSIGNED(u16, "%u") },
	{ .name = "u32",		UNSIGNED(u32, "%u") },
	{ .name = "u64",		UNSIGNED(u64, "%llu") },
	{ .name = "s8",			SIGNED(s8, "%hhd") },
	{ .name = "s16",		SIGNED(s16, "%hd") },
	{ .name = "s32",		SIGNED(s32, "%d") },
	{ .name = "s64",		SIGNED(s64, "%lld") },
	{ .name = "char",		SIGNED(char, "%hhd"),
	  .array_of = SYNTH_ARRAY_OF_CHARS },
	{ .name = "unsigned char",	UNSIGNED(char, "%u"),
	  .array_of = SYNTH_ARRAY_OF_CHARS },
	{ .name = "short",		SIGNED(short, "%hd") },
	{ .name = "unsigned short",	UNSIGNED(short, "%u") },
	{ .name = "int",		SIGNED(int, "%d") },
	{ .name = "unsigned int",	UNSIGNED(int, "%u") },
	{ .name = "long",		SIGNED(long, "%ld"),
	  .array_of = SYNTH_ARRAY_OF_ADDRESSES },
	{ .name = "unsigned long",	UNSIGNED(long, "%lu"),
	  .array_of = SYNTH_ARRAY_OF_ADDRESSES },
	{ .name = "long long",		SIGNED(long long, "%lld") },
	{ .name = "unsigned long long",	UNSIGNED(long long, "%llu") },
	{ .name = "size_t",		UNSIGNED(size_t, "%zu") },
	{ .name = "pid_t",		SIGNED(pid_t, "%d") },
	{ .name = "gfp_t",		UNSIGNED(gfp_t, "%x") },
	{ .name = "bool",		UNSIGNED(bool, "%d") },
	{ .name = "void" },
	{ .name = "struct", .is_tagged = true },
	{ .name = "union", .is_tagged = true },
};

const unsigned int synth_n_types = ARRAY_SIZE(synth_types);
