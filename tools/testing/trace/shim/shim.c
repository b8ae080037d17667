// SPDX-License-Identifier: GPL-2.0-only
/* Definitions of the functions and variables that shim/include declares. */

#include <linux/cgroup.h>
#include <linux/ctype.h>
#include <linux/irq_work.h>
#include <linux/kernel.h>
#include <linux/memcontrol.h>
#include <linux/mm.h>
#include <linux/percpu.h>
#include <linux/random.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/vmalloc.h>
#include <linux/workqueue.h>
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

unsigned long shim_jiffies;
unsigned int shim_nr_cpus = 4;
size_t shim_user_room = SIZE_MAX;
__thread unsigned int shim_cpu;
__thread void (*shim_step_hook)(void);
__thread void (*shim_sleep_hook)(void);
__thread unsigned long shim_rescheds;
__thread bool shim_user_access;
__thread unsigned int shim_preempt_count;
#ifdef SHIM_TORN
unsigned int shim_torn;
#endif
__thread bool shim_atomic;
__thread size_t shim_searched;
__thread bool shim_irqs_off;
__thread bool shim_in_nmi;
__thread bool shim_unprivileged;

static struct task_struct shim_init = { .comm = "init", .tgid = 1, .real_parent = &shim_init };
static struct cgroup shim_root = { .id = 1 };
static struct css_set shim_css_set = { .dfl_cgrp = &shim_root };

__thread struct task_struct shim_current = {
	.comm = "shim",
	.tgid = 2,
	.real_parent = &shim_init,
	.group_leader = &shim_init,
	.cgroups = &shim_css_set,
};

unsigned long long shim_clocks[SHIM_CLOCKS];
__thread unsigned long shim_stack[SHIM_STACK_MAX];
__thread unsigned int shim_stack_len;
__thread struct pt_regs *shim_irq_regs;
__thread const char *shim_user_memory, *shim_user_memory_end;

static __thread unsigned long fail_countdown;
static __thread bool failed, fails_on;
static unsigned long allocs;
static size_t bytes;
static size_t loudest;

void shim_fail_nth(unsigned long n)
{
	fail_countdown = n;
	failed = false;
	fails_on = false;
}

void shim_fail_from(unsigned long n)
{
	shim_fail_nth(n);
	fails_on = true;
}

bool shim_failed(void)
{
	bool was = failed;

	shim_fail_nth(0);
	return was;
}

unsigned long shim_allocs(void)
{
	return __atomic_load_n(&allocs, __ATOMIC_RELAXED);
}

size_t shim_bytes(void)
{
	return __atomic_load_n(&bytes, __ATOMIC_RELAXED);
}

size_t shim_loudest(void)
{
	return __atomic_load_n(&loudest, __ATOMIC_RELAXED);
}

void shim_might_sleep(const char *file, int line)
{
	if (!shim_atomic && !shim_preempt_count)
		return;
	fprintf(stderr, "%s:%d: sleeps where it must not\n", file, line);
	abort();
}

static bool fail_now(void)
{
	if (fail_countdown && !--fail_countdown)
		failed = true;
	else if (!failed || !fails_on)
		return false;
	return true;
}

static struct mem_cgroup the_root;
struct mem_cgroup *root_mem_cgroup = &the_root;
__thread struct mem_cgroup *shim_memcg, *shim_active_memcg;

/* Return false if the memory cgroup refuses the charge. */
static bool charge(gfp_t gfp)
{
	struct mem_cgroup *memcg = shim_active_memcg ?: shim_memcg;

	if (!memcg || !(gfp & __GFP_ACCOUNT))
		return true;
	if (__atomic_load_n(&memcg->refuses, __ATOMIC_RELAXED))
		return false;
	__atomic_fetch_add(&memcg->charges, 1, __ATOMIC_RELAXED);
	return true;
}

/* Memory without __GFP_ZERO is filled with 0xa5, so that no test passes by luck. */
size_t shim_kvmalloc_max = INT_MAX;

void *shim_alloc(size_t n, size_t size, gfp_t gfp)
{
	bool zero = gfp & __GFP_ZERO;
	size_t total;
	void *p;

	shim_might_sleep(__FILE__, __LINE__);
	if (fail_now() || __builtin_mul_overflow(n, size, &total) || !charge(gfp))
		return NULL;
	if (!total)
		return ZERO_SIZE_PTR;
	if (!(gfp & __GFP_NOWARN) && total > shim_loudest())
		__atomic_store_n(&loudest, total, __ATOMIC_RELAXED);

	p = zero ? calloc(1, total) : malloc(total);
	if (!p)
		return NULL;
	if (!zero)
		memset(p, 0xa5, total);
	__atomic_fetch_add(&allocs, 1, __ATOMIC_RELAXED);
	__atomic_fetch_add(&bytes, malloc_usable_size(p), __ATOMIC_RELAXED);
	return p;
}

/* Live allocations of shim_alloc_kept(). Unlocked: for single-threaded tests. */
static const void *kept[8];
static unsigned int n_kept;

unsigned int shim_kept(void)
{
	return n_kept;
}

/*
 * Allocate zeroed memory that shim_allocs() does not count, because the code
 * under test usually never frees it. The allocation may fail like any other.
 */
void *shim_alloc_kept(size_t n, size_t size)
{
	void *p = shim_alloc(n, size, GFP_KERNEL | __GFP_ZERO);

	if (!p)
		return NULL;
	if (n_kept == ARRAY_SIZE(kept))
		abort();
	kept[n_kept++] = p;
	__atomic_fetch_sub(&allocs, 1, __ATOMIC_RELAXED);
	__atomic_fetch_sub(&bytes, malloc_usable_size(p), __ATOMIC_RELAXED);
	return p;
}

/* Return: whether shim_alloc_kept() allocated @p. If so, @p is forgotten. */
static bool forget_kept(const void *p)
{
	unsigned int i;

	for (i = 0; i < n_kept; i++) {
		if (kept[i] != p)
			continue;
		kept[i] = kept[--n_kept];
		return true;
	}
	return false;
}

/* Always move the memory, so that AddressSanitizer detects stale pointers. */
void *shim_realloc(const void *p, size_t n, size_t size)
{
	size_t old = ZERO_OR_NULL_PTR(p) ? 0 : malloc_usable_size((void *)p);
	void *new = shim_alloc(n, size, GFP_KERNEL);

	if (!new)
		return NULL;
	if (old && n * size)
		memcpy(new, p, min(old, n * size));
	shim_free(p);
	return new;
}

void shim_free(const void *p)
{
	if (ZERO_OR_NULL_PTR(p))
		return;
	if (!forget_kept(p)) {
		__atomic_fetch_sub(&allocs, 1, __ATOMIC_RELAXED);
		__atomic_fetch_sub(&bytes, malloc_usable_size((void *)p), __ATOMIC_RELAXED);
	}
	free((void *)p);
}

struct vm_struct *get_vm_area(unsigned long size, unsigned long flags)
{
	struct vm_struct *area;

	/* As in the kernel, a request that exceeds all addresses fails. */
	if (!size || size > 1UL << 45)
		return NULL;
	area = shim_alloc(1, sizeof(*area), GFP_KERNEL);
	if (!area)
		return NULL;
	area->size = size;
	area->addr = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
			  0);
	if (area->addr != MAP_FAILED)
		return area;
	shim_free(area);
	return NULL;
}

void free_vm_area(struct vm_struct *area)
{
	if (munmap(area->addr, area->size))
		abort();
	shim_free(area);
}

static bool is_in_area(const struct vm_struct *area, unsigned long start, unsigned long end)
{
	unsigned long first = (unsigned long)area->addr;

	return start >= first && end > start && end <= first + area->size &&
	       !(start % PAGE_SIZE) && !(end % PAGE_SIZE);
}

/* Like the kernel, which allocates page tables, this may fail after it has mapped some pages. */
int vm_area_map_pages(struct vm_struct *area, unsigned long start, unsigned long end,
		      struct page **pages)
{
	void *tables;

	shim_might_sleep(__FILE__, __LINE__);
	if (!is_in_area(area, start, end))
		abort();
	if (mprotect((void *)start, PAGE_SIZE, PROT_READ | PROT_WRITE))
		abort();
	tables = shim_alloc(1, 1, GFP_KERNEL);
	if (!tables)
		return -ENOMEM;
	shim_free(tables);
	if (mprotect((void *)start, end - start, PROT_READ | PROT_WRITE))
		abort();
	return 0;
}

void vm_area_unmap_pages(struct vm_struct *area, unsigned long start, unsigned long end)
{
	if (!is_in_area(area, start, end) ||
	    mmap((void *)start, end - start, PROT_NONE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) == MAP_FAILED)
		abort();
}

/*
 * Queued work. An item is queued at most once, and runs in the thread that calls shim_run_work().
 * Claiming an item is atomic, because an irq_work may be queued in a simulated interrupt.
 */
#define SHIM_WORKS_MAX	8

struct queued {
	struct irq_work *irq;
	struct delayed_work *dwork;
	unsigned long delay;
};

static struct queued queued[SHIM_WORKS_MAX];
static unsigned int running;
static int works_lock;

void shim_yield(void)
{
	sched_yield();
}

/* The hook of simulated interrupts does not run while the lock is held: no access is marked. */
static void lock_works(void)
{
	while (__atomic_exchange_n(&works_lock, 1, __ATOMIC_ACQUIRE))
		sched_yield();
}

static void unlock_works(void)
{
	__atomic_store_n(&works_lock, 0, __ATOMIC_RELEASE);
}

static struct queued *find_queued(const void *irq, const void *dwork)
{
	unsigned int i;

	for (i = 0; i < SHIM_WORKS_MAX; i++)
		if (queued[i].irq == irq && queued[i].dwork == dwork)
			return &queued[i];
	return NULL;
}

static bool enqueue(struct queued item)
{
	struct queued *place;
	bool is_new;

	lock_works();
	is_new = !find_queued(item.irq, item.dwork);
	if (is_new) {
		place = find_queued(NULL, NULL);
		if (!place)
			abort();
		*place = item;
	}
	unlock_works();
	return is_new;
}

bool irq_work_queue(struct irq_work *work)
{
	return enqueue((struct queued){ .irq = work });
}

bool shim_queue_delayed_work(struct delayed_work *dwork, unsigned long delay)
{
	return enqueue((struct queued){ .dwork = dwork, .delay = delay });
}

bool shim_mod_delayed_work(struct delayed_work *dwork, unsigned long delay)
{
	struct queued *item;

	lock_works();
	item = find_queued(NULL, dwork);
	if (item)
		item->delay = delay;
	unlock_works();
	return !item && shim_queue_delayed_work(dwork, delay);
}

bool shim_run_work(bool expired)
{
	struct queued item = {};
	unsigned int i;

	lock_works();
	for (i = 0; i < SHIM_WORKS_MAX && !item.irq && !item.dwork; i++) {
		if (expired || !queued[i].delay) {
			item = queued[i];
			queued[i] = (struct queued){};
		}
	}
	running += item.irq || item.dwork;
	unlock_works();

	if (item.irq)
		item.irq->func(item.irq);
	else if (item.dwork)
		item.dwork->work.func(&item.dwork->work);
	else
		return false;

	lock_works();
	running--;
	unlock_works();
	return true;
}

unsigned long shim_work_delay(void)
{
	unsigned long delay = ULONG_MAX;
	unsigned int i;

	lock_works();
	for (i = 0; i < SHIM_WORKS_MAX; i++)
		if (queued[i].irq || queued[i].dwork)
			delay = min(delay, queued[i].delay);
	unlock_works();
	return delay;
}

/* Remove an item, and wait until no work is running. Return: true if it was queued. */
static bool dequeue(const void *irq, const void *dwork)
{
	struct queued *item;
	bool is_busy, was = false;

	shim_might_sleep(__FILE__, __LINE__);
	do {
		lock_works();
		is_busy = running;
		item = find_queued(irq, dwork);
		if (item) {
			*item = (struct queued){};
			was = true;
		}
		unlock_works();
		if (is_busy)
			sched_yield();
	} while (is_busy);
	return was;
}

/* The kernel waits until the work has run. */
void irq_work_sync(struct irq_work *work)
{
	if (dequeue(work, NULL))
		work->func(work);
}

bool cancel_delayed_work_sync(struct delayed_work *dwork)
{
	return dequeue(NULL, dwork);
}

/*
 * Static per-CPU areas, allocated before any thread starts and never freed, as
 * in the kernel. Each CPU's area is a separate allocation, so that
 * AddressSanitizer detects writes beyond its end.
 */
static char *static_percpu[SHIM_NR_CPUS_MAX];

static void __attribute__((__constructor__)) init_static_percpu(void)
{
	size_t size = __stop_shim_percpu - __start_shim_percpu;
	unsigned int cpu;

	for (cpu = 0; size && cpu < SHIM_NR_CPUS_MAX; cpu++) {
		static_percpu[cpu] = malloc(size);
		if (!static_percpu[cpu])
			abort();
		memcpy(static_percpu[cpu], __start_shim_percpu, size);
	}
}

char *shim_static_percpu(unsigned int cpu)
{
	return static_percpu[cpu];
}

/* process_vm_readv() fails on an unmapped address where a load would fault. */
static bool read_nofault(void *dst, unsigned long addr, size_t len)
{
	struct iovec to = { dst, len };
	struct iovec from = { (void *)addr, len };

	return process_vm_readv(getpid(), &to, 1, &from, 1, 0) == len;
}

static bool is_user_memory(const void *addr)
{
	return (const char *)addr >= shim_user_memory && (const char *)addr < shim_user_memory_end;
}

/*
 * Copy a string including its NUL, or @count bytes with the last one replaced
 * by NUL. A simulated interrupt may follow, after which the string may have
 * changed.
 */
static long strncpy_nofault(char *dst, const void *addr, long count)
{
	unsigned long at = (unsigned long)addr;
	char piece[256];
	long n = 0;

	while (n < count) {
		/*
		 * Do not cross a page boundary: a page is readable as a whole
		 * or not at all.
		 */
		size_t len = min3(count - n, sizeof(piece), PAGE_SIZE - at % PAGE_SIZE);
		char *nul;

		if (!read_nofault(piece, at, len)) {
			dst[n] = '\0';
			n = -EFAULT;
			break;
		}
		nul = memchr(piece, '\0', len);
		len = nul ? nul + 1 - piece : len;
		memcpy(dst + n, piece, len);
		n += len;
		at += len;
		if (nul)
			break;
	}
	if (n > 0)
		dst[n - 1] = '\0';
	shim_step();
	return n;
}

long strncpy_from_kernel_nofault(char *dst, const void *addr, long count)
{
	return is_user_memory(addr) ? -EFAULT : strncpy_nofault(dst, addr, count);
}

long strncpy_from_user_nofault(char *dst, const void __user *addr, long count)
{
	long n = -EFAULT;

	if (!shim_user_memory || is_user_memory(addr))
		n = strncpy_nofault(dst, addr, count);
	/* As in Linux 6.12, which does not count the NUL of an empty string. */
	return n == 1 && count > 1 ? 0 : n;
}

long copy_from_kernel_nofault(void *dst, const void *addr, size_t size)
{
	return read_nofault(dst, (unsigned long)addr, size) ? 0 : -EFAULT;
}

u64 get_random_u64(void)
{
	static u64 state = 1;
	u64 z = __atomic_add_fetch(&state, 0x9e3779b97f4a7c15ULL, __ATOMIC_RELAXED);

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
	return z ^ (z >> 31);
}

u32 get_random_u32(void)
{
	return get_random_u64();
}

int vscnprintf(char *buf, size_t size, const char *fmt, va_list args)
{
	int len = vsnprintf(buf, size, fmt, args);

	if (!size)
		return 0;
	return len < (int)size ? len : (int)size - 1;
}

int scnprintf(char *buf, size_t size, const char *fmt, ...)
{
	va_list args;
	int len;

	va_start(args, fmt);
	len = vscnprintf(buf, size, fmt, args);
	va_end(args);
	return len;
}

char *kvasprintf(gfp_t gfp, const char *fmt, va_list args)
{
	va_list again;
	int len;
	char *p;

	va_copy(again, args);
	len = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	p = kmalloc(len + 1, gfp);
	if (p)
		vsnprintf(p, len + 1, fmt, args);
	return p;
}

char *kasprintf(gfp_t gfp, const char *fmt, ...)
{
	va_list args;
	char *p;

	va_start(args, fmt);
	p = kvasprintf(gfp, fmt, args);
	va_end(args);
	return p;
}

void seq_vprintf(struct seq_file *m, const char *fmt, va_list args)
{
	int len = vsnprintf(m->buf + m->count, m->size - m->count, fmt, args);

	m->count = len < m->size - m->count ? m->count + len : m->size;
}

void seq_printf(struct seq_file *m, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	seq_vprintf(m, fmt, args);
	va_end(args);
}

static int digit(char c)
{
	if (isdigit(c))
		return c - '0';
	return isxdigit(c) ? tolower(c) - 'a' + 10 : 99;
}

static int parse_ull(const char *s, unsigned int base, u64 *res)
{
	const char *first;
	u64 val = 0;

	if ((!base || base == 16) && s[0] == '0' && tolower(s[1]) == 'x' && isxdigit(s[2])) {
		base = 16;
		s += 2;
	} else if (!base) {
		base = s[0] == '0' ? 8 : 10;
	}
	for (first = s; digit(*s) < (int)base; s++) {
		if (__builtin_mul_overflow(val, base, &val) ||
		    __builtin_add_overflow(val, digit(*s), &val))
			return -ERANGE;
	}
	if (s == first)
		return -EINVAL;
	if (*s == '\n')
		s++;
	if (*s)
		return -EINVAL;
	*res = val;
	return 0;
}

int kstrtoull(const char *s, unsigned int base, unsigned long long *res)
{
	return parse_ull(s + (*s == '+'), base, (u64 *)res);
}

int kstrtoll(const char *s, unsigned int base, long long *res)
{
	u64 val;
	int err;

	if (*s != '-') {
		err = kstrtoull(s, base, &val);
		if (err)
			return err;
		if (val > (u64)S64_MAX)
			return -ERANGE;
		*res = val;
		return 0;
	}
	err = parse_ull(s + 1, base, &val);
	if (err)
		return err;
	if (val > (u64)S64_MAX + 1)
		return -ERANGE;
	*res = -val;
	return 0;
}

int kstrtouint(const char *s, unsigned int base, unsigned int *res)
{
	unsigned long long val;
	int err = kstrtoull(s, base, &val);

	if (err)
		return err;
	if (val > UINT_MAX)
		return -ERANGE;
	*res = val;
	return 0;
}

int kstrtoint(const char *s, unsigned int base, int *res)
{
	long long val;
	int err = kstrtoll(s, base, &val);

	if (err)
		return err;
	if (val < INT_MIN || val > INT_MAX)
		return -ERANGE;
	*res = val;
	return 0;
}
