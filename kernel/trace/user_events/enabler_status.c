// SPDX-License-Identifier: GPL-2.0
/*
 * The pages behind user_events_status: a bit for each event, set while anybody listens.
 *
 * Programs map them and only ever read.  The bits are in little-endian order, so that
 * looking for one byte by byte finds it on every machine.  Bit 0 is no event's: a program
 * can look at it where it has none.
 *
 * Knows no events, only that bits are used.  Which ones are is told by an allocator that
 * locks for itself.  The bits are changed with user_events_lock held.
 */
#include <linux/bitops.h>
#include <linux/idr.h>
#include <linux/mm.h>
#include <linux/vmalloc.h>

#include "enabler_status.h"

#define STATUS_SIZE	(PAGE_SIZE << CONFIG_USER_EVENTS_STATUS_ORDER)
#define STATUS_BITS	(STATUS_SIZE * BITS_PER_BYTE)

static void *status_bits;
static DEFINE_IDA(status_used);

/**
 * user_status_alloc - get a bit, which is cleared
 *
 * Context: may sleep.
 * Return: the bit, to be given to user_status_free(), or 0 without one or without memory.
 */
u32 user_status_alloc(void)
{
	int bit = ida_alloc_range(&status_used, 1, STATUS_BITS - 1, GFP_KERNEL_ACCOUNT);

	return bit < 0 ? 0 : bit;
}

/**
 * user_status_free - give a bit back
 * @bit: the bit, cleared
 */
void user_status_free(u32 bit)
{
	ida_free(&status_used, bit);
}

/**
 * user_status_put - set or clear a bit, for all programs to see
 * @bit: the bit
 * @on: whether to set it
 */
void user_status_put(u32 bit, bool on)
{
	if (on)
		set_bit_le(bit, status_bits);
	else
		clear_bit_le(bit, status_bits);
}

/**
 * user_status_max - how many events can have a bit
 *
 * Return: as many as there are bits, without bit 0.
 */
unsigned int user_status_max(void)
{
	return STATUS_BITS - 1;
}

/**
 * user_status_mmap - map the bits into a program
 * @vma: where to; any of the pages, and not for writing, now or later
 *
 * Context: mmap_lock held; takes no other.
 * Return: 0; -EPERM for a mapping to write to; -EINVAL beyond the last page; -ENOMEM.
 */
int user_status_mmap(struct vm_area_struct *vma)
{
	if (vma->vm_flags & VM_WRITE)
		return -EPERM;
	vm_flags_clear(vma, VM_MAYWRITE);
	return remap_vmalloc_range(vma, status_bits, vma->vm_pgoff);
}

/**
 * user_status_init - get the pages
 *
 * Return: 0 or -ENOMEM.
 */
int __init user_status_init(void)
{
	status_bits = vmalloc_user(STATUS_SIZE);
	return status_bits ? 0 : -ENOMEM;
}
