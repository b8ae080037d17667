/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * Format of the files hist_raw and hist_delta_raw of an event: tables of histograms for programs.
 *
 * A file is a sequence of tables, one for each histogram. A table is a header and a sequence of
 * sections:
 *
 *	struct trace_hist_header
 *	struct trace_hist_section, entries, padding
 *	struct trace_hist_section, entries, padding
 *	...
 *
 * All numbers are in the byte order of the machine that wrote the file, and aligned to their size
 * relative to the begin of the table. Header, sections and their entries begin at multiples of 8
 * bytes.
 *
 * A later kernel may add flags, roles, kinds and sections, and may append members to the header and
 * to the entries of a section. A program therefore
 *
 *	- finds the first section by &trace_hist_header.header_size, and the next table by
 *	  &trace_hist_header.table_size;
 *	- skips sections whose type it does not know, at most one section of a type is in a table;
 *	- finds the entries of a section by &trace_hist_section.entry_size;
 *	- refuses a table with another &trace_hist_header.version.
 *
 * Numbers are what the histogram counted, before a modifier of the command changes how they are
 * displayed. See Documentation/trace/histogram-raw.rst.
 */
#ifndef _UAPI_LINUX_TRACE_HIST_H
#define _UAPI_LINUX_TRACE_HIST_H

#include <linux/types.h>

/* Begin of each table. If its bytes are reversed, so are those of all other numbers. */
#define TRACE_HIST_MAGIC		0x48697374

#define TRACE_HIST_VERSION		1

/* Value of &trace_hist_field.statistic: the field is not computed from a statistic. */
#define TRACE_HIST_NO_STATISTIC		0xffffffff

/**
 * enum trace_hist_flags - properties of a table, in &trace_hist_header.flags
 * @TRACE_HIST_INTERVAL: the table has the counts of an interval; otherwise all counts since the
 *	histogram was created or cleared
 * @TRACE_HIST_CLEARED: the histogram was cleared since the last interval
 * @TRACE_HIST_MERGED: the interval includes an earlier one that was not read to its end
 * @TRACE_HIST_PAUSED: the histogram is paused
 * @TRACE_HIST_NOHITCOUNT: the command has ``nohitcount``
 * @TRACE_HIST_CLOCK_NSECS: there is a clock, and it counts nanoseconds
 */
enum trace_hist_flags {
	TRACE_HIST_INTERVAL	= 1 << 0,
	TRACE_HIST_CLEARED	= 1 << 1,
	TRACE_HIST_MERGED	= 1 << 2,
	TRACE_HIST_PAUSED	= 1 << 3,
	TRACE_HIST_NOHITCOUNT	= 1 << 4,
	TRACE_HIST_CLOCK_NSECS	= 1 << 5,
};

/**
 * struct trace_hist_header - begin of a table
 * @magic: %TRACE_HIST_MAGIC
 * @version: %TRACE_HIST_VERSION
 * @header_size: size of the header in bytes
 * @table_size: size of the table in bytes, with the header
 * @flags: &enum trace_hist_flags
 * @n_rows: number of rows, with that of %TRACE_HIST_ROW_OTHER
 * @size: ``size=`` of the table; @n_rows can be larger
 * @pool: ``pool=`` of the table; 0 if no statistic has buckets
 * @command: command as in the line ``# trigger info``; like the next three members, the offset of a
 *	string in the section %TRACE_HIST_SECTION_STRINGS
 * @system: system of the event
 * @event: name of the event
 * @clock: name of the clock of @from, @to and the histogram's own timestamps. A time from a
 *	variable of another histogram has the clock of that one
 * @hits: number of events that the rows and @other have counted
 * @dropped: number of events that no row has counted
 * @other: number of events in the row with %TRACE_HIST_ROW_OTHER; 0 without one
 * @interval: number of the interval in its stream, from 1; 0 without %TRACE_HIST_INTERVAL, as the
 *	next two members
 * @from: time when the interval began
 * @to: time when the interval ended
 */
struct trace_hist_header {
	__u32 magic;
	__u16 version;
	__u16 header_size;
	__u64 table_size;
	__u32 flags;
	__u32 n_rows;
	__u32 size;
	__u32 pool;
	__u32 command;
	__u32 system;
	__u32 event;
	__u32 clock;
	__u64 hits;
	__u64 dropped;
	__u64 other;
	__u64 interval;
	__u64 from;
	__u64 to;
};

/**
 * enum trace_hist_section_type - contents of a section
 * @TRACE_HIST_SECTION_STRINGS: bytes of strings, each with a NUL at its end. The string at offset 0
 *	is empty
 * @TRACE_HIST_SECTION_FIELDS: description of each key and value, &struct trace_hist_field
 * @TRACE_HIST_SECTION_STAT_TYPES: description of each statistic, &struct trace_hist_stat_type
 * @TRACE_HIST_SECTION_DROPS: dropped events by reason, &struct trace_hist_drop
 * @TRACE_HIST_SECTION_ROWS: the rows, in no particular order; fields tell what is in a row
 * @TRACE_HIST_SECTION_STATISTICS: values of the statistics, &struct trace_hist_statistic: for each
 *	row in turn, one for each entry of %TRACE_HIST_SECTION_STAT_TYPES
 * @TRACE_HIST_SECTION_BUCKETS: buckets of the statistics, &struct trace_hist_bucket, in the order
 *	of the rows
 * @TRACE_HIST_SECTION_STACKS: stack traces, &struct trace_hist_stack, to which fields of the kind
 *	%TRACE_HIST_KIND_STACK_ID refer
 * @TRACE_HIST_SECTION_FRAMES: frames of these stack traces, &struct trace_hist_frame
 * @TRACE_HIST_SECTION_FILES: files of these frames, &struct trace_hist_file
 *
 * Without statistics, or without a field that refers to stack traces, a table has no section for
 * them.
 */
enum trace_hist_section_type {
	TRACE_HIST_SECTION_STRINGS	= 1,
	TRACE_HIST_SECTION_FIELDS	= 2,
	TRACE_HIST_SECTION_STAT_TYPES	= 3,
	TRACE_HIST_SECTION_DROPS	= 4,
	TRACE_HIST_SECTION_ROWS		= 5,
	TRACE_HIST_SECTION_STATISTICS	= 6,
	TRACE_HIST_SECTION_BUCKETS	= 7,
	TRACE_HIST_SECTION_STACKS	= 8,
	TRACE_HIST_SECTION_FRAMES	= 9,
	TRACE_HIST_SECTION_FILES	= 10,
};

/**
 * struct trace_hist_section - begin of a section
 * @type: &enum trace_hist_section_type
 * @entry_size: size of an entry in bytes
 * @size: size of all entries in bytes. The next section begins at the next multiple of 8
 */
struct trace_hist_section {
	__u32 type;
	__u32 entry_size;
	__u64 size;
};

/**
 * enum trace_hist_role - meaning of a field
 * @TRACE_HIST_ROLE_KEY: part of the key of a row
 * @TRACE_HIST_ROLE_VALUE: value of a row. The first value is the hitcount
 * @TRACE_HIST_ROLE_COMM: name of the task that was running when the row was inserted. Only in
 *	tables with a key that has the modifier ``execname``
 * @TRACE_HIST_ROLE_FLAGS: properties of a row, &enum trace_hist_row_flags
 * @TRACE_HIST_ROLE_ERROR: maximum number of events with the key of a row that the hitcount does not
 *	have, because the row was evicted before or the table was full. Only in tables with
 *	``overflow=evict`` that are no interval
 */
enum trace_hist_role {
	TRACE_HIST_ROLE_KEY	= 1,
	TRACE_HIST_ROLE_VALUE	= 2,
	TRACE_HIST_ROLE_COMM	= 3,
	TRACE_HIST_ROLE_FLAGS	= 4,
	TRACE_HIST_ROLE_ERROR	= 5,
};

/**
 * enum trace_hist_kind - representation of a field
 * @TRACE_HIST_KIND_NUMBER: integer of 64 bits
 * @TRACE_HIST_KIND_STRING: bytes, padded with NUL to the size of the field
 * @TRACE_HIST_KIND_STACK: addresses of 64 bits, the innermost one first, padded with 0 to the size
 *	of the field
 * @TRACE_HIST_KIND_STACK_ID: integer of 64 bits, the number of a stack trace: its index in
 *	%TRACE_HIST_SECTION_STACKS plus 1; 0 for an event without a stack trace
 */
enum trace_hist_kind {
	TRACE_HIST_KIND_NUMBER	= 1,
	TRACE_HIST_KIND_STRING	= 2,
	TRACE_HIST_KIND_STACK	= 3,
	TRACE_HIST_KIND_STACK_ID	= 4,
};

/**
 * enum trace_hist_field_flags - properties of a field
 * @TRACE_HIST_FIELD_SIGNED: the number is an s64; otherwise a u64
 */
enum trace_hist_field_flags {
	TRACE_HIST_FIELD_SIGNED	= 1 << 0,
};

/**
 * struct trace_hist_field - description of a field
 * @name: name as in the command, without modifier and aggregate; the offset of a string, like all
 *	members up to @aggregate
 * @title: title of the column in the text
 * @type: C type of the field in the event
 * @unit: ``nsecs``, ``usecs``; ``ticks`` for a time of a clock that does not count nanoseconds; or
 *	empty
 * @modifier: modifier as in the command, without its arguments, or empty
 * @aggregate: aggregate as in the command, or empty
 * @role: &enum trace_hist_role
 * @kind: &enum trace_hist_kind
 * @flags: &enum trace_hist_field_flags
 * @offset: offset in the row, in bytes; 0 if @statistic is used
 * @size: size in bytes; 0 if @statistic is used
 * @statistic: index of the statistic from which the field is computed, or %TRACE_HIST_NO_STATISTIC
 * @quantile: for a percentile, the quantile in 1/10000; otherwise 0
 * @reserved: 0
 * @args: arguments of the modifier: the width of ``buckets``; minimum, maximum and step of
 *	``lhist``; the number of ``depth``, also in front of ``build``. Otherwise 0
 */
struct trace_hist_field {
	__u32 name;
	__u32 title;
	__u32 type;
	__u32 unit;
	__u32 modifier;
	__u32 aggregate;
	__u32 role;
	__u32 kind;
	__u32 flags;
	__u32 offset;
	__u32 size;
	__u32 statistic;
	__u32 quantile;
	__u32 reserved;
	__u64 args[3];
};

/**
 * enum trace_hist_row_flags - properties of a row
 * @TRACE_HIST_ROW_TORN: the 128-bit sums of the row may miss a part of a value, because events
 *	changed them all the time while they were read
 * @TRACE_HIST_ROW_OTHER: the row has the events whose keys had no row when they were counted; its
 *	keys are 0
 */
enum trace_hist_row_flags {
	TRACE_HIST_ROW_TORN	= 1 << 0,
	TRACE_HIST_ROW_OTHER	= 1 << 1,
};

/**
 * struct trace_hist_drop - dropped events of one reason
 * @reason: short name of the reason; the offset of a string
 * @reserved: 0
 * @count: number of events
 */
struct trace_hist_drop {
	__u32 reason;
	__u32 reserved;
	__u64 count;
};

/**
 * enum trace_hist_stat_parts - parts of a statistic
 * @TRACE_HIST_STAT_MIN: &trace_hist_statistic.min
 * @TRACE_HIST_STAT_MAX: &trace_hist_statistic.max
 * @TRACE_HIST_STAT_SUM: sum of the values
 * @TRACE_HIST_STAT_SQUARES: sum of the squares of the values
 * @TRACE_HIST_STAT_BUCKETS: number of values in each bucket
 */
enum trace_hist_stat_parts {
	TRACE_HIST_STAT_MIN	= 1 << 0,
	TRACE_HIST_STAT_MAX	= 1 << 1,
	TRACE_HIST_STAT_SUM	= 1 << 2,
	TRACE_HIST_STAT_SQUARES	= 1 << 3,
	TRACE_HIST_STAT_BUCKETS	= 1 << 4,
};

/**
 * struct trace_hist_stat_type - description of a statistic
 * @parts: &enum trace_hist_stat_parts
 * @flags: &enum trace_hist_field_flags, for the values
 */
struct trace_hist_stat_type {
	__u32 parts;
	__u32 flags;
};

/**
 * enum trace_hist_stat_flags - properties of the values of a statistic
 * @TRACE_HIST_STAT_OVERFLOW: the sum of the squares exceeds 128 bits
 * @TRACE_HIST_STAT_EMPTY: the row has no value yet, and @min and @max are not valid
 */
enum trace_hist_stat_flags {
	TRACE_HIST_STAT_OVERFLOW	= 1 << 0,
	TRACE_HIST_STAT_EMPTY		= 1 << 1,
};

/**
 * struct trace_hist_statistic - values of a statistic in a row
 * @min: smallest value
 * @max: largest value
 * @sum_high: upper 64 bits of the sum of all values, which is signed
 * @sum_low: lower 64 bits of this sum
 * @squares_high: upper 64 bits of the sum of the squares, modulo 2^128
 * @squares_low: lower 64 bits of this sum
 * @lost: number of values without a bucket, because the pool was full
 * @flags: &enum trace_hist_stat_flags
 * @reserved: 0
 *
 * Members whose part the statistic does not have are 0. The number of values is the hitcount of the
 * row. To merge two rows, add the sums, @lost, the hitcounts and the counts of equal buckets. Take
 * the smaller @min and the larger @max, except with %TRACE_HIST_STAT_EMPTY.
 */
struct trace_hist_statistic {
	__u64 min;
	__u64 max;
	__u64 sum_high;
	__u64 sum_low;
	__u64 squares_high;
	__u64 squares_low;
	__u64 lost;
	__u32 flags;
	__u32 reserved;
};

/**
 * struct trace_hist_bucket - bucket of a statistic in a row
 * @count: number of values in the bucket, at least 1
 * @row: index of the row
 * @statistic: index of the statistic
 * @bucket: number of the bucket
 *
 * A row may have several entries for a bucket; their counts add up. The boundaries of buckets are
 * fixed. Bucket b below 64 has the value b. A bucket b from 64 to
 * 1919 has 2^e values from (32 + b % 32) * 2^e on, with e = b / 32 - 1. The numbers of signed
 * values are relative to 1920: 1920 + b has the values of b, and 1920 - b has their negatives.
 */
struct trace_hist_bucket {
	__u64 count;
	__u32 row;
	__u16 statistic;
	__u16 bucket;
};

/**
 * enum trace_hist_stack_flags - properties of a stack trace
 * @TRACE_HIST_STACK_KERNEL: addresses of the kernel; otherwise a user stack
 * @TRACE_HIST_STACK_UNRESOLVED: addresses of a process, which are not resolved to files
 */
enum trace_hist_stack_flags {
	TRACE_HIST_STACK_KERNEL		= 1 << 0,
	TRACE_HIST_STACK_UNRESOLVED	= 1 << 1,
};

/**
 * struct trace_hist_stack - stack trace
 * @first: index of the first frame, the innermost one
 * @n: number of frames
 * @flags: &enum trace_hist_stack_flags
 * @reserved: 0
 */
struct trace_hist_stack {
	__u32 first;
	__u32 n;
	__u32 flags;
	__u32 reserved;
};

/**
 * struct trace_hist_frame - frame of a stack trace
 * @offset: offset in the file; or, if @file is 0, the address. Addresses of user code are 0 unless
 *	the task that opened the file had CAP_PERFMON or CAP_SYS_ADMIN
 * @file: index of the file plus 1, or 0
 * @reserved: 0
 */
struct trace_hist_frame {
	__u64 offset;
	__u32 file;
	__u32 reserved;
};

/**
 * struct trace_hist_file - file that code comes from
 * @dev: device number of the file system in the kernel's encoding; 0 if @name is in brackets and
 *	not that of a file
 * @inode: number of the inode
 * @generation: generation of the inode
 * @name: last component of the path; the offset of a string
 * @build_id_size: number of bytes of @build_id; 0 without one
 * @build_id: build id
 */
struct trace_hist_file {
	__u64 dev;
	__u64 inode;
	__u32 generation;
	__u32 name;
	__u32 build_id_size;
	__u8 build_id[20];
};

#endif /* _UAPI_LINUX_TRACE_HIST_H */
