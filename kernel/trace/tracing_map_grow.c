// SPDX-License-Identifier: GPL-2.0-only
/*
 * Growth of a large map: a worker maps the memory of elements before inserts need them.
 *
 * The arrays of the map are areas of kernel addresses, of which only the beginning has memory. All
 * arrays grow together, by chunks of %TRACING_MAP_CHUNK_ELTS elements. "Growth" in tracing_map.h
 * has the argument.
 *
 * &struct tracing_map_grow.lock serializes all changes. It is the only lock that the worker takes,
 * so a caller that holds event_mutex can wait for the worker. tracing_map_grow_ready() runs in any
 * context; all other functions run in process context and may sleep.
 */

#include <linux/atomic.h>
#include <linux/bits.h>
#include <linux/cleanup.h>
#include <linux/container_of.h>
#include <linux/errno.h>
#include <linux/gfp.h>
#include <linux/irq_work.h>
#include <linux/jiffies.h>
#include <linux/limits.h>
#include <linux/list.h>
#include <linux/lockdep.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/overflow.h>
#include <linux/sched.h>
#include <linux/sched/mm.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>
#include <linux/workqueue.h>

#include "tracing_map_grow.h"

/* Pages that are mapped at a time; their addresses are on the stack. */
#define PAGES_PER_BATCH		32

/* Shortest and longest time until the worker tries again after it got no memory. */
#define RETRY_DELAY_MIN		(HZ / 10UL)
#define RETRY_DELAY_MAX		(10UL * HZ)

/**
 * struct grow_array - Array with an entry for each element of a map, of which a part is mapped
 */
struct grow_array {
	/** @list: Node in &tracing_map_grow.arrays. */
	struct list_head list;
	/** @area: Addresses of all copies. */
	struct vm_struct *area;
	/** @pages: The mapped pages of all copies, linked by &page.lru. */
	struct list_head pages;
	/** @elt_bits: Number of bits of an element in one copy. */
	unsigned int elt_bits;
	/** @node: NUMA node of the memory, or %NUMA_NO_NODE. */
	int node;
	/** @distance: Distance of two copies in bytes, a multiple of the page size. */
	size_t distance;
	/** @n_copies: Number of copies. */
	unsigned int n_copies;
	/** @mapped: Number of bytes that are mapped at the beginning of each copy. */
	size_t mapped[] __counted_by(n_copies);
};

/**
 * struct tracing_map_grow - State of the growth of a map
 *
 * Owned by &struct tracing_map_keys. Constant after create, unless a comment says otherwise.
 */
struct tracing_map_grow {
	/** @keys: Part of the map that has the number of elements that are ready. */
	struct tracing_map_keys *keys;
	/** @n_elts: Number of elements of the map. */
	u32 n_elts;
	/** @lock: Protects @arrays, and serializes changes of &tracing_map_keys.n_ready. */
	struct mutex lock;
	/** @arrays: All arrays of the map. Protected by @lock. */
	struct list_head arrays;
	/**
	 * @kicked: 1 from the time when an insert kicks the worker until the worker has mapped what
	 * the inserts need. Atomic. Only the insert that sets it queues @irq_work. So an event that
	 * the interrupt of the irq_work causes does not queue it again.
	 */
	atomic_t kicked;
	/** @irq_work: Queues @work, because an insert may run in NMI context. */
	struct irq_work irq_work;
	/** @work: Runs grow_work(). */
	struct delayed_work work;
	/** @retry_delay: Time until the next try without memory. Only @work uses it. */
	unsigned long retry_delay;
};

/* Return the number of bytes of the first @n_elts elements, in whole pages; or 0 on overflow. */
static size_t bytes_of(u32 n_elts, unsigned int elt_bits)
{
	u64 bytes = PAGE_ALIGN(((u64)n_elts * elt_bits + BITS_PER_BYTE - 1) / BITS_PER_BYTE);

	return bytes <= SIZE_MAX / 2 ? bytes : 0;
}

static void free_pages_of(struct page **pages, unsigned int n)
{
	while (n)
		__free_page(pages[--n]);
}

/* Map @n new zeroed pages at @start. Return: 0 or -ENOMEM, with nothing changed. */
static int map_batch(struct grow_array *array, unsigned long start, unsigned int n)
{
	unsigned long end = start + n * PAGE_SIZE;
	struct page *pages[PAGES_PER_BATCH];
	unsigned int i;

	for (i = 0; i < n; i++) {
		pages[i] = alloc_pages_node(array->node, TRACING_MAP_GFP | __GFP_ZERO, 0);
		if (!pages[i]) {
			free_pages_of(pages, i);
			return -ENOMEM;
		}
	}
	if (vm_area_map_pages(array->area, start, end, pages)) {
		/* Some of the pages may be mapped. */
		vm_area_unmap_pages(array->area, start, end);
		free_pages_of(pages, n);
		return -ENOMEM;
	}
	for (i = 0; i < n; i++)
		list_add(&pages[i]->lru, &array->pages);
	return 0;
}

/*
 * Map the first @n_elts elements in one copy. Pages that were mapped before an error stay, for the
 * next try. Return: 0 or -ENOMEM.
 */
static int extend_copy(struct grow_array *array, unsigned int copy, u32 n_elts)
{
	unsigned long start = (unsigned long)array->area->addr + copy * array->distance;
	size_t *mapped = &array->mapped[copy], bytes = bytes_of(n_elts, array->elt_bits);

	while (*mapped < bytes) {
		unsigned int n = min_t(size_t, (bytes - *mapped) >> PAGE_SHIFT, PAGES_PER_BATCH);
		int ret = map_batch(array, start + *mapped, n);

		if (ret)
			return ret;
		*mapped += n * PAGE_SIZE;
		cond_resched();
	}
	return 0;
}

/* Map the first @n_elts elements in all copies. Return: 0 or -ENOMEM. */
static int extend_array(struct grow_array *array, u32 n_elts)
{
	unsigned int copy;
	int ret = 0;

	for (copy = 0; !ret && copy < array->n_copies; copy++)
		ret = extend_copy(array, copy, n_elts);
	return ret;
}

/* Free an array that is in no list. */
static void free_array(struct grow_array *array)
{
	struct page *page, *next;

	/* vfree() unmaps and frees in the same order. */
	if (array->area)
		free_vm_area(array->area);
	list_for_each_entry_safe(page, next, &array->pages, lru) {
		__free_page(page);
		cond_resched();
	}
	kfree(array);
}

/* Create an array without memory. Return: NULL without memory, or if the array is too large. */
static struct grow_array *create_array(u32 n_elts, unsigned int elt_bits, unsigned int n_copies,
				       size_t distance, int node)
{
	size_t bytes = bytes_of(n_elts, elt_bits);
	struct grow_array *array;

	if (!bytes || check_add_overflow((n_copies - 1) * distance, bytes, &bytes))
		return NULL;

	array = kzalloc(struct_size(array, mapped, n_copies), TRACING_MAP_GFP);
	if (!array)
		return NULL;
	INIT_LIST_HEAD(&array->pages);
	array->elt_bits = elt_bits;
	array->node = node;
	array->distance = distance;
	array->n_copies = n_copies;
	array->area = get_vm_area(bytes, VM_SPARSE);
	if (!array->area) {
		free_array(array);
		return NULL;
	}
	return array;
}

/**
 * tracing_map_grow_alloc - Create an array whose memory grows with the map
 * @grow: growth of the map
 * @elt_bits: number of bits of an element in one copy, at least 1
 * @n_copies: number of copies of the array, at least 1
 * @distance: distance of two copies in bytes, a multiple of the page size
 * @node: NUMA node of the memory, or %NUMA_NO_NODE
 *
 * The memory of all elements that are ready is mapped, and zero.
 *
 * Context: process context, may sleep.
 * Return: the beginning of the array, to be freed with tracing_map_grow_free(); or NULL without
 * memory or addresses.
 */
void *tracing_map_grow_alloc(struct tracing_map_grow *grow, unsigned int elt_bits,
			     unsigned int n_copies, size_t distance, int node)
{
	struct grow_array *array = create_array(grow->n_elts, elt_bits, n_copies, distance, node);

	if (!array)
		return NULL;

	guard(mutex)(&grow->lock);
	/* The worker extends the array from now on. */
	if (extend_array(array, grow->keys->n_ready)) {
		free_array(array);
		return NULL;
	}
	list_add(&array->list, &grow->arrays);
	return array->area->addr;
}

/**
 * tracing_map_grow_free - Free an array
 * @grow: growth of the map
 * @start: beginning of the array, or NULL
 *
 * Context: process context, may sleep.
 */
void tracing_map_grow_free(struct tracing_map_grow *grow, const void *start)
{
	struct grow_array *array;

	guard(mutex)(&grow->lock);
	list_for_each_entry(array, &grow->arrays, list) {
		if (array->area->addr == start) {
			list_del(&array->list);
			free_array(array);
			return;
		}
	}
}

/*
 * Return the number of allocated elements at which the worker maps the next chunk, if @n_ready are
 * ready. The distance is half a chunk, or an eighth of the elements: the more keys a map has, the
 * more new keys may come in a burst.
 */
static u32 grow_at(const struct tracing_map_grow *grow, u32 n_ready)
{
	if (n_ready == grow->n_elts)
		return n_ready;
	return n_ready - max(TRACING_MAP_CHUNK_ELTS / 2, n_ready / 8);
}

/* Tell inserts and readers that the memory of the first @n_ready elements is mapped. */
static void set_ready(struct tracing_map_grow *grow, u32 n_ready)
{
	/* Pairs with the acquire in tracing_map_n_allocated() and tracing_map_grow_ready(). */
	smp_store_release(&grow->keys->n_ready, n_ready);
	/* Pairs with the acquire in insert_in_context(). */
	smp_store_release(&grow->keys->grow_at, grow_at(grow, n_ready));
}

/* Map the next chunk in all arrays. Return: 0 or -ENOMEM. */
static int grow_chunk(struct tracing_map_grow *grow)
{
	u32 n_ready = min(grow->keys->n_ready + TRACING_MAP_CHUNK_ELTS, grow->n_elts);
	struct grow_array *array;

	lockdep_assert_held(&grow->lock);
	list_for_each_entry(array, &grow->arrays, list) {
		int ret = extend_array(array, n_ready);

		if (ret)
			return ret;
	}
	set_ready(grow, n_ready);
	return 0;
}

/* Test whether an insert has allocated an element that needs another chunk, now or soon. */
static bool needs_chunk(const struct tracing_map_grow *grow)
{
	const struct tracing_map_keys *keys = grow->keys;

	return keys->n_ready < grow->n_elts &&
	       (u32)atomic_read(&keys->n_allocated) > keys->grow_at;
}

/* Map as many chunks as the inserts need. All memory is charged to the creator of the map. */
static int grow_chunks(struct tracing_map_grow *grow)
{
	struct mem_cgroup *old = set_active_memcg(grow->keys->memcg);
	int ret = 0;

	mutex_lock(&grow->lock);
	while (!ret && needs_chunk(grow))
		ret = grow_chunk(grow);
	mutex_unlock(&grow->lock);
	set_active_memcg(old);
	return ret;
}

static void grow_work(struct work_struct *work)
{
	struct tracing_map_grow *grow =
		container_of(to_delayed_work(work), struct tracing_map_grow, work);

	do {
		/*
		 * Without memory, try again later. Until then no insert kicks, so that events do
		 * not make the kernel search for memory all the time.
		 */
		if (grow_chunks(grow)) {
			queue_delayed_work(system_unbound_wq, &grow->work, grow->retry_delay);
			grow->retry_delay = min(2 * grow->retry_delay, RETRY_DELAY_MAX);
			return;
		}
		grow->retry_delay = RETRY_DELAY_MIN;
		/*
		 * Fully ordered, as is the smp_mb() in tracing_map_grow_ready(): either the test
		 * below sees an element that an insert has allocated, or the insert kicks.
		 */
		atomic_xchg(&grow->kicked, 0);
	} while (needs_chunk(grow) && !atomic_xchg(&grow->kicked, 1));
}

static void queue_grow_work(struct irq_work *irq_work)
{
	struct tracing_map_grow *grow = container_of(irq_work, struct tracing_map_grow, irq_work);

	queue_delayed_work(system_unbound_wq, &grow->work, 0);
}

/**
 * tracing_map_grow_ready - Ask the worker for a chunk, and test whether an element has memory
 * @keys: keys of the map
 * @elt: an allocated element, not below &tracing_map_keys.grow_at
 *
 * For a map that does not grow, such an element is beyond the end.
 *
 * Context: any.
 * Return: true if the element may be used.
 */
bool tracing_map_grow_ready(struct tracing_map_keys *keys, u32 elt)
{
	struct tracing_map_grow *grow = keys->grow;

	if (!grow)
		return false;
	/* Pairs with the exchange in grow_work(). */
	smp_mb();
	if (!atomic_read(&grow->kicked) && !atomic_xchg(&grow->kicked, 1))
		irq_work_queue(&grow->irq_work);
	/* Pairs with the release in set_ready(). */
	return elt < smp_load_acquire(&keys->n_ready);
}

/**
 * tracing_map_grow_create - Begin the growth of a map
 * @keys: keys of a map that is being created
 * @n_elts: number of elements of the map, more than one chunk
 *
 * The first chunk is ready: tracing_map_grow_alloc() maps it in each array.
 *
 * Context: process context, may sleep.
 * Return: the growth, to be freed with tracing_map_grow_destroy(); or NULL without memory.
 */
struct tracing_map_grow *tracing_map_grow_create(struct tracing_map_keys *keys, u32 n_elts)
{
	struct tracing_map_grow *grow = kzalloc(sizeof(*grow), TRACING_MAP_GFP);

	if (!grow)
		return NULL;
	grow->keys = keys;
	grow->n_elts = n_elts;
	mutex_init(&grow->lock);
	INIT_LIST_HEAD(&grow->arrays);
	init_irq_work(&grow->irq_work, queue_grow_work);
	INIT_DELAYED_WORK(&grow->work, grow_work);
	grow->retry_delay = RETRY_DELAY_MIN;
	set_ready(grow, TRACING_MAP_CHUNK_ELTS);
	return grow;
}

/**
 * tracing_map_grow_stop - Stop the worker
 * @grow: growth of a map that no event uses, or NULL
 *
 * Context: process context, may sleep. The worker takes no lock of the caller.
 */
void tracing_map_grow_stop(struct tracing_map_grow *grow)
{
	if (!grow)
		return;
	/* The irq_work queues the work, and the work queues itself: stop them in this order. */
	irq_work_sync(&grow->irq_work);
	cancel_delayed_work_sync(&grow->work);
}

/**
 * tracing_map_grow_destroy - End the growth of a map
 * @grow: growth of a map whose arrays have been freed, or NULL; its worker is stopped
 *
 * Context: process context.
 */
void tracing_map_grow_destroy(struct tracing_map_grow *grow)
{
	if (!grow)
		return;
	mutex_destroy(&grow->lock);
	kfree(grow);
}
