// SPDX-License-Identifier: GPL-2.0
/*
 * The status page, mapped from user_events_status: one bit per event, set while the event is
 * enabled. It has 2^CONFIG_USER_EVENTS_STATUS_ORDER pages.
 *
 * Programs map it read-only. The bits are in little-endian order: bit n is bit n % 8 of byte n
 * / 8 on every machine. Bit 0 belongs to no event and is never set, so that programs can use it
 * for an event that is not registered.
 *
 * This file does not know events. An IDA, which has a lock of its own, records the bits in use.
 * The bits are changed with user_events_lock held.
 */
#include <linux/bitops.h>
#include <linux/idr.h>
#include <linux/mm.h>
#include <linux/vmalloc.h>

#include "status_page.h"

#define STATUS_SIZE	(PAGE_SIZE << CONFIG_USER_EVENTS_STATUS_ORDER)
#define STATUS_BITS	(STATUS_SIZE * BITS_PER_BYTE)

static void *status_bits;
static DEFINE_IDA(status_used);

/**
 * user_event_status_alloc - allocate a bit
 *
 * Context: may sleep.
 * Return: the number of a cleared bit, to be freed with user_event_status_free(), or 0 if no
 * bit is free or memory is exhausted.
 */
u32 user_event_status_alloc(void)
{
	int bit = ida_alloc_range(&status_used, 1, STATUS_BITS - 1, GFP_KERNEL_ACCOUNT);

	return bit < 0 ? 0 : bit;
}

/**
 * user_event_status_free - free a bit
 * @bit: number of the bit, which must be cleared
 */
void user_event_status_free(u32 bit)
{
	ida_free(&status_used, bit);
}

/**
 * user_event_status_update - set or clear a bit
 * @bit: number of the bit
 * @on: new value; true while the event is enabled
 *
 * Context: user_events_lock held.
 */
void user_event_status_update(u32 bit, bool on)
{
	if (on)
		set_bit_le(bit, status_bits);
	else
		clear_bit_le(bit, status_bits);
}

/**
 * user_event_status_max - get the maximum number of events with a bit
 *
 * Return: the number of bits, without bit 0.
 */
unsigned int user_event_status_max(void)
{
	return STATUS_BITS - 1;
}

/**
 * user_event_status_mmap - map the status page into a program
 * @vma: the mapping, of any of the pages. Write access is forbidden for its whole lifetime.
 *
 * Context: mmap_lock held for writing; takes no other lock.
 * Return: 0; -EPERM if the mapping is writable; -EINVAL if it extends beyond the last page;
 * -ENOMEM.
 */
int user_event_status_mmap(struct vm_area_struct *vma)
{
	if (vma->vm_flags & VM_WRITE)
		return -EPERM;
	vm_flags_clear(vma, VM_MAYWRITE);
	return remap_vmalloc_range(vma, status_bits, vma->vm_pgoff);
}

/**
 * user_event_status_init - allocate the status page
 *
 * Context: called once at boot, before the other functions.
 * Return: 0 or -ENOMEM.
 */
int __init user_event_status_init(void)
{
	status_bits = vmalloc_user(STATUS_SIZE);
	return status_bits ? 0 : -ENOMEM;
}
