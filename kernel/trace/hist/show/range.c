// SPDX-License-Identifier: GPL-2.0
/*
 * Print the numbers that one key stands for, with the modifier .buckets or .lhist.
 *
 * The functions take no lock, because they only use their arguments.
 */
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/seq_file.h>

#include "range.h"

/*
 * Return the largest number of the bucket that starts at @val, limited to the range of the type.
 */
static u64 bucket_end(const struct hist_value *value, u64 val)
{
	u64 max = hist_value_may_be_negative(value) ? S64_MAX : U64_MAX;
	u64 rest;

	/*
	 * Buckets of negative numbers end just below a multiple of the width. The lowest
	 * one may be shorter and start at S64_MIN.
	 */
	if (hist_value_may_be_negative(value) && (s64)val < 0) {
		div64_u64_rem(~val, value->mod_arg, &rest);
		return val + rest;
	}
	return value->mod_arg - 1 > max - val ? max : val + (value->mod_arg - 1);
}

static void show_bucket(struct seq_file *m, const struct hist_value *value, u64 val)
{
	u64 last = bucket_end(value, val);

	if (hist_value_may_be_negative(value))
		seq_printf(m, "%lld-%lld", val, last);
	else
		seq_printf(m, "%llu-%llu", val, last);
}

/* Print a linear bucket, see %HIST_TRANSFORM_LINEAR. The last one may be narrower. */
static void show_linear(struct seq_file *m, const struct hist_value *value, s64 start)
{
	const struct hist_linear *linear = &value->linear;
	u64 width = min((u64)linear->max - start, linear->step);

	if (start < linear->min)
		seq_printf(m, "< %lld", linear->min);
	else if (start >= linear->max)
		seq_printf(m, ">= %lld", linear->max);
	else
		seq_printf(m, "%lld-%lld", start, start + (s64)(width - 1));
}

/**
 * hist_show_range - print the range of numbers that a key stands for
 * @m: output file
 * @value: key with %HIST_MOD_BUCKETS or %HIST_MOD_LHIST
 * @val: number in the key
 *
 * Prints the first and the last number with a hyphen in between; or, for numbers outside of all
 * linear buckets, "< MIN" or ">= MAX".
 *
 * Context: any.
 */
void hist_show_range(struct seq_file *m, const struct hist_value *value, u64 val)
{
	if (value->mod == HIST_MOD_BUCKETS)
		show_bucket(m, value, val);
	else
		show_linear(m, value, val);
}
