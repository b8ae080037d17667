/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * user_events: trace events that programs define and write.
 *
 * A program opens user_events_data in tracefs and registers each of its events there.
 * Registration returns an index. The program emits an event by write() or writev() to the same
 * file: first the index, then the fields. Before it writes, the program tests a bit that shows
 * whether the event is enabled. There are two ABIs for this bit. The size of the structure that
 * is passed to DIAG_IOCSREG selects the ABI:
 *
 *	struct user_reg_status	status ABI: the kernel chooses a bit of user_events_status,
 *				which the program maps (struct user_reg of Linux 6.1)
 *	struct user_reg		address ABI: the program chooses a bit of its own memory, which
 *				the kernel sets and clears (struct user_reg since Linux 6.4)
 *
 * A write returns the number of bytes written, or fails with one of these errors:
 *
 *	EINVAL		the index is negative, or the payload is shorter than the fields
 *	ENOENT		the index was not assigned through this file
 *	EBADF		the event is not enabled
 *	EFAULT		memory cannot be read, less than an index is written, dynamic data is
 *			outside of the payload, or a string in it has no NUL at its end
 *	E2BIG		the payload is too large for all consumers of the event
 *	ENOMEM		the kernel has no memory for a copy of the payload
 *
 * After an error, no consumer has received the event. See Documentation/trace/user_events.rst.
 */
#ifndef _UAPI_LINUX_USER_EVENTS_H
#define _UAPI_LINUX_USER_EVENTS_H

#include <linux/ioctl.h>
#include <linux/types.h>

/*
 * Systems (directories below events/) of the events, and the prefix of a definition in
 * dynamic_events.
 */
#define USER_EVENTS_SYSTEM		"user_events"
#define USER_EVENTS_MULTI_SYSTEM	"user_events_multi"
#define USER_EVENTS_PREFIX		"u:"

/*
 * Value of a __data_loc or __rel_loc field: offset and size in bytes of the field's dynamic
 * data. The offset of __data_loc counts from the start of the record, which is 8 bytes before
 * the first field. The offset of __rel_loc counts from the end of the field itself.
 */
#define DYN_LOC(offset, size)	((size) << 16 | (offset))

/* Flags in user_reg.flags. */
enum user_reg_flag {
	/* The event stays when no program has it registered. Needs CAP_PERFMON. */
	USER_EVENT_REG_PERSIST		= 1U << 0,

	/* Several events may have this name, each with different fields. */
	USER_EVENT_REG_MULTI_FORMAT	= 1U << 1,

	/* First unused flag. */
	USER_EVENT_REG_MAX		= 1U << 2,
};

/**
 * struct user_reg_status - argument to register an event with the status ABI
 * @size: in: sizeof(struct user_reg_status)
 * @name_args: in: address of the definition, "NAME[:FLAG,...] [TYPE FIELD [SIZE]; ...]"
 * @status_bit: out: number of the event's bit in user_events_status, never 0
 * @write_index: out: index with which each write of the event begins
 *
 * The event stays until it is deleted.
 */
struct user_reg_status {
	__u32 size;
	__u64 name_args;
	__u32 status_bit;
	__u32 write_index;
} __attribute__((__packed__));

/**
 * struct user_reg - argument to register an event with the address ABI
 * @size: in: sizeof(struct user_reg)
 * @enable_bit: in: number of the bit to set while the event is enabled; 0 is the lowest bit of
 *	the word
 * @enable_size: in: size of the word in bytes, 4 or 8
 * @flags: in: flags of enum user_reg_flag
 * @enable_addr: in: address of the word, aligned to its size
 * @name_args: in: address of the definition, in the same syntax as in struct user_reg_status
 * @write_index: out: index with which each write of the event begins
 *
 * The event is removed when it is neither registered nor enabled. It stays if it was also
 * registered with the status ABI or with USER_EVENT_REG_PERSIST, or defined through
 * dynamic_events.
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
 * struct user_unreg - argument to unregister a bit of the program's memory
 * @size: in: sizeof(struct user_unreg)
 * @disable_bit: in: value of user_reg.enable_bit
 * @__reserved: in: 0
 * @__reserved2: in: 0
 * @disable_addr: in: value of user_reg.enable_addr
 */
struct user_unreg {
	__u32 size;
	__u8 disable_bit;
	__u8 __reserved;
	__u16 __reserved2;
	__u64 disable_addr;
} __attribute__((__packed__));

/* ioctl requests of user_events_data. */
#define DIAG_IOC_MAGIC '*'

/*
 * Register an event. The argument is a struct user_reg_status or a struct user_reg, although
 * the macro only names one of them.
 *
 *	EBADF		the file is not open for writing
 *	EINVAL		a size, flag, bit or alignment is invalid; or the definition is invalid or
 *			longer than 4095 bytes, and error_log says why
 *	E2BIG		the structure is larger than both, and the additional bytes are not 0; or it
 *			is larger than a page
 *	EFAULT		memory cannot be read or written
 *	EPERM		USER_EVENT_REG_PERSIST without CAP_PERFMON
 *	EADDRINUSE	the bit is already registered; or the event exists with other fields or is
 *			of another type
 *	EMFILE		more user events than kernel.user_events_max, where removed events with
 *			records count; or more than the status page has bits
 *	ENODEV		no trace event type is free, or there is no memory to assign one
 *	ENOMEM		the kernel has no memory for the event
 *	EINTR		the process is being killed
 *
 * A failed request changes nothing, with one exception: if only the index cannot be written to
 * the structure, the event stays until the file is closed.
 */
#define DIAG_IOCSREG _IOWR(DIAG_IOC_MAGIC, 0, struct user_reg *)

/*
 * Delete an event, or all multi-format events of a name. The argument is the name.
 *
 *	EBADF		the file is not open for writing
 *	ENOENT		there is no such event
 *	EBUSY		an event of this name that the process may delete is registered or enabled
 *	EPERM		otherwise: an event of this name was made persistent with CAP_PERFMON, which
 *			is needed to delete it
 *	EINVAL		the name is longer than 4095 bytes
 *	EFAULT		memory cannot be read
 *	ENOMEM		the kernel has no memory for a copy of the name
 */
#define DIAG_IOCSDEL _IOW(DIAG_IOC_MAGIC, 1, char *)

/*
 * Undo a registration with the address ABI. The bit is cleared if its memory is still
 * mapped and writable. Any open user_events_data works, even if it is only open for reading.
 *
 *	ENOENT		this process has not registered this bit
 *	EINVAL		the structure is too small, or a reserved member is not 0
 *	E2BIG		the structure is larger, and the additional bytes are not 0; or it is larger
 *			than a page
 *	EFAULT		memory cannot be read
 *	EINTR		the process is being killed
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
