// SPDX-License-Identifier: GPL-2.0
/*
 * ioctl requests of user_events_data, described in include/uapi/linux/user_events.h.
 *
 * Each handler copies the argument, validates it, and only then changes anything. If a request
 * fails after that, the handler undoes its changes. Definitions are parsed by the registry.
 *
 * All arguments come from user space and are not trusted.
 */
#include <linux/capability.h>
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/ioctl.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/user_events.h>

#include "enable/address.h"
#include "enable/enable_bit.h"
#include "event.h"
#include "file_events.h"
#include "ioctl.h"
#include "registry.h"

/*
 * Assign an index and store it in the program's structure. An assigned index cannot be revoked,
 * so this is the last step of a registration. The caller has already checked that the structure
 * is writable.
 */
static int put_index(struct user_event_file *file, struct user_event *event, u32 __user *index)
{
	int ret = user_event_file_add(file, event);

	if (ret < 0)
		return ret;
	return put_user(ret, index);
}

/* Find or create the event whose definition is at @addr in the program's memory. */
static int create_from_user(u64 addr, bool is_multi, struct user_event **event)
{
	char *text __free(kfree) = kmalloc(USER_TEXT_MAX, GFP_USER);
	long len;

	if (!text)
		return -ENOMEM;
	len = strncpy_from_user(text, u64_to_user_ptr(addr), USER_TEXT_MAX);
	if (len < 0)
		return len;
	if (len == USER_TEXT_MAX)
		return user_event_log_too_long(text);
	return user_event_find_or_create(text, is_multi, event);
}

/* Register an event with the status ABI: the kernel chooses a bit of the status page. */
static int register_status(struct user_event_file *file, struct user_reg_status __user *arg)
{
	struct user_reg_status reg;
	struct user_event *event;
	int ret;

	if (copy_from_user(&reg, arg, sizeof(reg)) || put_user(reg.write_index, &arg->write_index))
		return -EFAULT;
	ret = create_from_user(reg.name_args, false, &event);
	if (ret)
		return ret;

	ret = put_user(event->status_bit, &arg->status_bit);
	ret = ret ?: put_index(file, event, &arg->write_index);
	if (!ret)
		user_event_set_persist(event, USER_EVENT_PERSIST_STATUS_ABI);
	user_event_release(event);
	return ret;
}

static int check_bit(const struct user_reg *reg)
{
	if (reg->enable_size != sizeof(u32) && reg->enable_size != sizeof(u64))
		return -EINVAL;
	if (reg->enable_bit >= reg->enable_size * BITS_PER_BYTE)
		return -EINVAL;
	if (!IS_ALIGNED(reg->enable_addr, reg->enable_size))
		return -EINVAL;
	if (reg->enable_addr != (unsigned long)reg->enable_addr ||
	    !access_ok(u64_to_user_ptr(reg->enable_addr), reg->enable_size))
		return -EFAULT;
	return 0;
}

/* Add an enabler for the program's bit and assign an index. */
static int register_enabler(struct user_event_file *file, struct user_event *event,
			    const struct user_reg *reg, u32 __user *index)
{
	struct user_enable_bit bit = {
		.addr = untagged_addr((unsigned long)reg->enable_addr),
		.size = reg->enable_size,
		.nr = reg->enable_bit,
	};
	int ret = user_enabler_add(event, &bit);

	if (ret)
		return ret;
	ret = put_index(file, event, index);
	if (ret)
		user_enabler_remove(bit.addr, bit.nr);
	return ret;
}

/* Register an event with the address ABI: the program chooses a bit of its memory. */
static int register_addr(struct user_event_file *file, struct user_reg __user *arg)
{
	struct user_event *event;
	struct user_reg reg;
	int ret;

	if (copy_from_user(&reg, arg, sizeof(reg)) || put_user(reg.write_index, &arg->write_index))
		return -EFAULT;
	if (reg.flags & ~(USER_EVENT_REG_MAX - 1))
		return -EINVAL;
	if ((reg.flags & USER_EVENT_REG_PERSIST) && !perfmon_capable())
		return -EPERM;
	ret = check_bit(&reg);
	if (ret)
		return ret;

	ret = create_from_user(reg.name_args, reg.flags & USER_EVENT_REG_MULTI_FORMAT, &event);
	if (ret)
		return ret;
	ret = register_enabler(file, event, &reg, &arg->write_index);
	if (!ret && (reg.flags & USER_EVENT_REG_PERSIST))
		user_event_set_persist(event, USER_EVENT_PERSIST_REQUESTED);
	user_event_release(event);
	return ret;
}

/*
 * Check the size of an extensible structure. A later version of the structure may be larger. It
 * is accepted if the bytes that this kernel does not know are 0.
 */
static int check_size(const void __user *arg, u32 size, u32 known)
{
	int ret;

	if (size < known)
		return -EINVAL;
	if (size > PAGE_SIZE)
		return -E2BIG;
	ret = check_zeroed_user(arg + known, size - known);
	if (ret < 0)
		return ret;
	return ret ? 0 : -E2BIG;
}

static long do_register(struct user_event_file *file, void __user *arg)
{
	u32 size;
	int ret;

	if (get_user(size, (u32 __user *)arg))
		return -EFAULT;
	if (size == sizeof(struct user_reg_status))
		return register_status(file, arg);
	ret = check_size(arg, size, sizeof(struct user_reg));
	return ret ?: register_addr(file, arg);
}

static long do_unregister(void __user *arg)
{
	struct user_unreg unreg;
	unsigned long addr;
	int ret;

	if (get_user(unreg.size, (u32 __user *)arg))
		return -EFAULT;
	ret = check_size(arg, unreg.size, sizeof(unreg));
	if (ret)
		return ret;
	if (copy_from_user(&unreg, arg, sizeof(unreg)))
		return -EFAULT;
	if (unreg.__reserved || unreg.__reserved2)
		return -EINVAL;
	addr = unreg.disable_addr;
	if (addr != unreg.disable_addr)
		return -ENOENT;

	ret = user_enabler_remove(untagged_addr(addr), unreg.disable_bit);
	if (!ret)
		user_events_reclaim();
	return ret;
}

static long do_delete(const char __user *arg)
{
	char *name = strndup_user(arg, USER_TEXT_MAX);
	int ret;

	if (IS_ERR(name))
		return PTR_ERR(name);
	ret = user_events_delete(name);
	kfree(name);
	return ret;
}

/**
 * user_events_do_ioctl - handle an ioctl request
 * @file: open user_events_data, whose private data is a struct user_event_file
 * @cmd: number of the request
 * @arg: argument of the request
 *
 * Registering and deleting change the events of the whole system, so both require a file that
 * is open for writing. Unregistering affects only a bit of the calling process, and works with
 * any open file.
 *
 * Context: may sleep; takes event_mutex, mmap_lock, user_events_lock.
 * Return: 0 or a negative errno, as documented in Documentation/trace/user_events.rst.
 */
long user_events_do_ioctl(struct file *file, unsigned int cmd, void __user *arg)
{
	const bool can_write = file->f_mode & FMODE_WRITE;

	switch (cmd) {
	case DIAG_IOCSREG:
		return can_write ? do_register(file->private_data, arg) : -EBADF;
	case DIAG_IOCSDEL:
		return can_write ? do_delete(arg) : -EBADF;
	case DIAG_IOCSUNREG:
		return do_unregister(arg);
	default:
		return -ENOTTY;
	}
}

/**
 * user_events_native_cmd - convert the request number of a 32-bit program
 * @cmd: request number, which contains the size of a pointer of the program
 *
 * The structures are the same for 32-bit and 64-bit programs.
 *
 * Return: the number that 64-bit programs use.
 */
unsigned int user_events_native_cmd(unsigned int cmd)
{
	if (_IOC_SIZE(cmd) != sizeof(u32))
		return cmd;
	return (cmd & ~IOCSIZE_MASK) | sizeof(void *) << IOCSIZE_SHIFT;
}
