/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * user_events: trace events that programs define, and write.
 *
 * A program opens user_events_data in tracefs and registers each of its events there.
 * It gets an index, and writes an event by write() or writev() to the same file: first
 * the index, then the fields.  To spare itself the writing while nobody listens it looks
 * at a bit, and there are two ways to have one.  Which of them a program wants is told
 * by the size of the structure it registers with:
 *
 *	struct user_reg_status	the kernel says which bit of user_events_status, which the
 *				program maps, is the event's (struct user_reg of Linux 6.1)
 *	struct user_reg		the program says which bit of its own memory the kernel is
 *				to set and clear (struct user_reg since Linux 6.4)
 *
 * A write gives the number of bytes, or fails with
 *
 *	EINVAL		a negative index, or less than the fields take
 *	ENOENT		an index that was not given out through this file
 *	EBADF		nobody listens
 *	EFAULT		memory that cannot be read, less than an index, dynamic data outside of
 *			what was written, or a string in them without a NUL at its end
 *	E2BIG		more than anybody who listens can take
 *	ENOMEM
 *
 * and then nobody got anything.  See Documentation/trace/user_events.rst.
 */
#ifndef _UAPI_LINUX_USER_EVENTS_H
#define _UAPI_LINUX_USER_EVENTS_H

#include <linux/ioctl.h>
#include <linux/types.h>

/* The systems that the events stand in, and what a definition in dynamic_events begins with. */
#define USER_EVENTS_SYSTEM		"user_events"
#define USER_EVENTS_MULTI_SYSTEM	"user_events_multi"
#define USER_EVENTS_PREFIX		"u:"

/*
 * What a __data_loc or __rel_loc field holds: where its data are and how many bytes.
 * They are counted from the start of the record, 8 bytes before the first field, or from
 * the end of the field itself.
 */
#define DYN_LOC(offset, size)	((size) << 16 | (offset))

/* What user_reg.flags is made of. */
enum user_reg_flag {
	/* The event stays when nobody uses it any more. Needs CAP_PERFMON. */
	USER_EVENT_REG_PERSIST		= 1U << 0,

	/* There may be several events of this name, each with other fields. */
	USER_EVENT_REG_MULTI_FORMAT	= 1U << 1,

	/* The first that has no meaning. */
	USER_EVENT_REG_MAX		= 1U << 2,
};

/**
 * struct user_reg_status - register an event that is watched in user_events_status
 * @size: in: sizeof(struct user_reg_status)
 * @name_args: in: address of the definition, "NAME[:FLAG,...] [TYPE FIELD [SIZE]; ...]"
 * @status_bit: out: the event's bit in user_events_status, never 0
 * @write_index: out: what to begin each write of the event with
 *
 * The event stays until somebody deletes it.
 */
struct user_reg_status {
	__u32 size;
	__u64 name_args;
	__u32 status_bit;
	__u32 write_index;
} __attribute__((__packed__));

/**
 * struct user_reg - register an event that is watched in the program's memory
 * @size: in: sizeof(struct user_reg)
 * @enable_bit: in: the bit to set while anybody listens, 0 being the lowest of the word
 * @enable_size: in: bytes of the word, 4 or 8
 * @flags: in: any of enum user_reg_flag
 * @enable_addr: in: address of the word, aligned to its size
 * @name_args: in: address of the definition, as above
 * @write_index: out: what to begin each write of the event with
 *
 * The event goes when nobody uses it any more, unless it was also registered in a way
 * that makes it stay.
 */
struct user_reg {
	__u32 size;
	__u8 enable_bit;
	__u8 enable_size;
	__u16 flags;
	__u64 enable_addr;
	__u64 name_args;
	__u32 write_index;
} __attribute__((__packed__));

/**
 * struct user_unreg - have a bit of the program's memory left alone again
 * @size: in: sizeof(struct user_unreg)
 * @disable_bit: in: user_reg.enable_bit
 * @__reserved: in: 0
 * @__reserved2: in: 0
 * @disable_addr: in: user_reg.enable_addr
 */
struct user_unreg {
	__u32 size;
	__u8 disable_bit;
	__u8 __reserved;
	__u16 __reserved2;
	__u64 disable_addr;
} __attribute__((__packed__));

/* What is asked of user_events_data, other than to write an event. */
#define DIAG_IOC_MAGIC '*'

/*
 * Register an event; the argument is one of the two structures, whatever stands here.
 *
 *	EBADF		the file is not open for writing
 *	EINVAL		a size, flag, bit or alignment that there is not; a bad definition, or
 *			one of more than 4095 characters: error_log says what is wrong with it
 *	E2BIG		a structure larger than the two, with more than zeroes behind them
 *	EFAULT		memory that cannot be read, or cannot be written to
 *	EPERM		USER_EVENT_REG_PERSIST without CAP_PERFMON
 *	EADDRINUSE	the bit is in use; the event exists with other fields, or is of another
 *			kind
 *	EMFILE		more events than kernel.user_events_max, removed ones with records included,
 *			or than bits for their status
 *	ENODEV		more trace events than there can be
 *	ENOMEM
 *
 * What fails leaves nothing behind.  If only the index cannot be written to the structure any
 * more, the event stays until the file is closed.
 */
#define DIAG_IOCSREG _IOWR(DIAG_IOC_MAGIC, 0, struct user_reg *)

/*
 * Delete an event, or all of its name if there may be several; the argument is the name.
 *
 *	EBADF		the file is not open for writing
 *	ENOENT		there is none
 *	EBUSY		somebody has it registered, in any way, or listens to it
 *	EPERM		it was made to stay by somebody with CAP_PERFMON, which is needed
 *	EINVAL		more than 4095 characters
 *	EFAULT		memory that cannot be read
 *	ENOMEM
 */
#define DIAG_IOCSDEL _IOW(DIAG_IOC_MAGIC, 1, char *)

/*
 * Undo a registration by struct user_reg; the bit is cleared if its memory is still there.
 * Any open file will do, also one that is open for reading only.
 *
 *	ENOENT		this process has not registered this bit
 *	EINVAL		too small a structure, or reserved members that are not 0
 *	E2BIG		too large a structure, with more than zeroes behind it
 *	EFAULT		memory that cannot be read
 */
#define DIAG_IOCSUNREG _IOW(DIAG_IOC_MAGIC, 2, struct user_unreg *)

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define __USER_EVENTS_AT(type, member, offset)						\
	_Static_assert(__builtin_offsetof(struct type, member) == (offset), #type "." #member)

_Static_assert(sizeof(struct user_reg_status) == 20, "size of user_reg_status");
__USER_EVENTS_AT(user_reg_status, size, 0);
__USER_EVENTS_AT(user_reg_status, name_args, 4);
__USER_EVENTS_AT(user_reg_status, status_bit, 12);
__USER_EVENTS_AT(user_reg_status, write_index, 16);

_Static_assert(sizeof(struct user_reg) == 28, "size of user_reg");
__USER_EVENTS_AT(user_reg, size, 0);
__USER_EVENTS_AT(user_reg, enable_bit, 4);
__USER_EVENTS_AT(user_reg, enable_size, 5);
__USER_EVENTS_AT(user_reg, flags, 6);
__USER_EVENTS_AT(user_reg, enable_addr, 8);
__USER_EVENTS_AT(user_reg, name_args, 16);
__USER_EVENTS_AT(user_reg, write_index, 24);

_Static_assert(sizeof(struct user_unreg) == 16, "size of user_unreg");
__USER_EVENTS_AT(user_unreg, size, 0);
__USER_EVENTS_AT(user_unreg, disable_bit, 4);
__USER_EVENTS_AT(user_unreg, __reserved, 5);
__USER_EVENTS_AT(user_unreg, __reserved2, 6);
__USER_EVENTS_AT(user_unreg, disable_addr, 8);

#undef __USER_EVENTS_AT
#endif

#endif /* _UAPI_LINUX_USER_EVENTS_H */
