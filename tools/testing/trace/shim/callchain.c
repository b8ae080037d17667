// SPDX-License-Identifier: GPL-2.0-only
/* The walker of user stacks, see callchain.h. */

#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/perf_event.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/sched/task_stack.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "callchain.h"

struct shim_callchain shim_callchain = { .max_stack = SHIM_CALLCHAIN_MAX };

/* One buffer, because the tests have one thread. Its allocation ends with it. */
static struct perf_callchain_entry *buffer;

struct perf_callchain_entry_ctx {
	struct perf_callchain_entry *entry;
	u32 max_stack;
	u32 nr;
};

static int perf_callchain_store(struct perf_callchain_entry_ctx *ctx, u64 ip)
{
	if (ctx->nr >= ctx->max_stack)
		return -1;
	ctx->entry->ip[ctx->entry->nr++] = ip;
	ctx->nr++;
	return 0;
}

#ifdef SHIM_WALKER

struct stack_frame {
	struct stack_frame *next_frame;
	unsigned long return_address;
};

struct stack_frame_ia32 {
	u32 next_frame;
	u32 return_address;
};

#define CONFIG_IA32_EMULATION		1
#define X86_VM_MASK			SHIM_FLAGS_VM86
#define PERF_EFLAGS_VM			BIT(5)
#define perf_guest_state()		0
#define nmi_uaccess_okay()		true
#define is_uprobe_at_func_entry(regs)	false
#define user_64bit_mode(regs)		((regs)->cs != SHIM_CS_32)
#define get_segment_base(segment)	((segment) & 0)
#define compat_ptr(address)		((void *)(unsigned long)(u32)(address))
#define pagefault_disable()		barrier()
#define pagefault_enable()		barrier()
#define __access_ok(p, size)						\
	((unsigned long)(p) <= SHIM_USER_END - (size))
#define __get_user(val, p)		shim_read_user((unsigned long)(p), &(val), sizeof(val))
#define get_user(val, p)						\
	(__access_ok(p, sizeof(val)) ? __get_user(val, p) : -EFAULT)

/* The kernel computes addresses of members from any pointer, which the sanitizer would report. */
#pragma clang attribute push(__attribute__((__no_sanitize__("undefined"))), apply_to = function)
#include SHIM_WALKER
#pragma clang attribute pop

#else

/* Read a frame: the address of the next one, and a return address. Return: 0 or -EFAULT. */
static int read_frame(unsigned long fp, bool is_32, unsigned long *next, unsigned long *ret)
{
	size_t word = is_32 ? sizeof(u32) : sizeof(u64);

	*next = 0;
	*ret = 0;
	if (fp > SHIM_USER_END - 2 * word)
		return -EFAULT;
	return shim_read_user(fp, next, word) ?: shim_read_user(fp + word, ret, word);
}

static void perf_callchain_user(struct perf_callchain_entry_ctx *ctx, const struct pt_regs *regs)
{
	bool is_32 = regs->cs == SHIM_CS_32;
	unsigned long fp = is_32 ? (u32)regs->bp : regs->bp;
	unsigned long ret;

	if (regs->flags & SHIM_FLAGS_VM86)
		return;
	perf_callchain_store(ctx, regs->ip);
	while (ctx->nr < ctx->max_stack && !read_frame(fp, is_32, &fp, &ret))
		perf_callchain_store(ctx, ret);
}

#endif /* SHIM_WALKER */

int get_callchain_buffers(int max_stack)
{
	might_sleep();
	if (max_stack > (int)shim_callchain.max_stack)
		return -EOVERFLOW;
	if (!shim_callchain.users)
		buffer = kmalloc(struct_size(buffer, ip, ARRAY_SIZE(shim_callchain.forced)),
				 GFP_KERNEL);
	if (!buffer)
		return -ENOMEM;
	shim_callchain.users++;
	return 0;
}

void put_callchain_buffers(void)
{
	might_sleep();
	if (WARN_ON(!shim_callchain.users) || --shim_callchain.users)
		return;
	kfree(buffer);
	buffer = NULL;
}

/* Only the stacks that hist triggers take are supported: user stacks of the current task. */
struct perf_callchain_entry *get_perf_callchain(struct pt_regs *regs, bool kernel, bool user,
						u32 max_stack, bool crosstask, bool add_mark)
{
	struct perf_callchain_entry_ctx ctx = { .entry = buffer, .max_stack = max_stack };

	WARN_ON(kernel || !user || crosstask || add_mark || max_stack > shim_callchain.max_stack);
	if (shim_callchain.is_busy || !buffer)
		return NULL;
	buffer->nr = 0;
	if (shim_callchain.is_forced) {
		buffer->nr = shim_callchain.n_forced;
		memcpy(buffer->ip, shim_callchain.forced, buffer->nr * sizeof(*buffer->ip));
		return buffer;
	}
	if (!user_mode(regs)) {
		if (!current->mm || (current->flags & (PF_KTHREAD | PF_USER_WORKER)))
			return buffer;
		regs = task_pt_regs(current);
	}
	perf_callchain_user(&ctx, regs);
	return buffer;
}
