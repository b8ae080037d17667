/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tracing_map - a lock-free map from keys to sums, variables and cells, for any context
 *
 * A map of fixed size from a key (a number of 64-bit words) to an *element*, a small index. An
 * element has sums, which can only be added to; maxima, which can only be raised; and variables and
 * cells, which can be set, read, and read and cleared in one step (fetch-clear). A variable is a
 * single 64-bit value. A cell is a record of several words that a sequence count protects. The map
 * does not depend on trace events or text.
 *
 * This comment states the guarantees of the map and why they hold.
 * Documentation/trace/histogram-design.rst has the argument in steps that can be checked against
 * the code one by one, with all states that an interrupt may find between two steps. Review that
 * argument before changing an access to a slot, a context slot, a cell header or a counter.
 *
 * Guarantees
 * ----------
 *
 * - Insert, lookup, add, variables and cells work in any context, NMI included: they do not lock,
 *   wait or allocate, and each loop has a fixed bound.
 * - A key has one element, from its first insert until the map is cleared or the element is
 *   evicted. Inserts and lookups of one key are linearizable; there is no guarantee across
 *   different keys.
 * - ``size`` distinct keys fit before the first insert is dropped, for all interleavings. Without
 *   concurrency the capacity is exactly ``size``; with concurrency, each insert that is running
 *   while the map fills up may publish one more key. There are three exceptions: an insert that
 *   interrupts as many inserts as there are context slots, see below; in a map of more than
 *   %TRACING_MAP_WHOLE_MAX keys, an insert that is ahead of the worker, see "Growth"; and, in a map
 *   that evicts elements, an insert while an eviction runs, see "Eviction".
 * - Each insert returns the element of its key, or is counted as dropped, with a reason. In a map
 *   with @has_other, it returns the other element instead of being dropped. The map has no counter
 *   of events, so no cache line is shared by all CPUs: a caller that adds 1 to a sum for each event
 *   gets the number of events as the total of that sum.
 * - Events allocate no memory. tracing_map_create() allocates it, in proportion to @size, and
 *   tracing_map_spare() allocates the second half and the total. In a map of more than
 *   %TRACING_MAP_WHOLE_MAX keys, a worker allocates the memory of elements. Evictions allocate what
 *   they need.
 *
 * Slots
 * -----
 *
 * The hash table has at least two slots per key and uses linear probing. A slot is one 64-bit
 * word that changes once::
 *
 *	            cmpxchg(0 -> word), with the
 *	            element's key and aux complete
 *	  +-------+ ----------------------------> +-----------------+-----------------+
 *	  | empty |                               | tag: 32 bits of | element index+1 |
 *	  |   0   | <---------------------------- | the key's hash  | (32 bits)       |
 *	  +-------+   tracing_map_clear(), when   +-----------------+-----------------+
 *	              the map is not in use
 *
 * There is no third state, so no insert has to wait for another one. Two inserts of one key probe
 * the same slots in the same order, and neither passes an empty slot without trying to fill it.
 * Both therefore try to fill the same first empty slot, and one cmpxchg succeeds. The other
 * insert compares its key with the winner's key: if they are equal it returns the winner's
 * element, otherwise it continues with the next slot.
 *
 * Elements
 * --------
 *
 * An element is private to one inserter until it is published. After that, all CPUs can use it,
 * and its key and aux do not change, unless it is evicted::
 *
 *	         allocate             publish (the cmpxchg above)
 *	  +-------+        +---------+              +-----------+
 *	  | fresh | -----> | private | -----------> | published |
 *	  +-------+        +---------+              +-----------+
 *	                     |    ^
 *	   lost to an equal  +----+  the next insert in this context slot uses it
 *	   key: stays private
 *
 * An atomic counter allocates elements. An eviction makes a published element free, and an insert
 * takes a free element before it allocates one. A *context slot* (@context) belongs to one CPU and
 * one nesting level: the first insert on a CPU that finds an empty slot uses context slot 0, an
 * insert that interrupts it uses context slot 1, and so on. An interrupting context returns
 * before the interrupted one continues. An insert therefore has its context slot to itself and
 * needs no atomic operation for it. A context slot holds at most one unpublished element. There
 * is one context slot for each of the four contexts that can nest (task, softirq, hardirq, NMI).
 * An insert that finds all context slots of its CPU in use is dropped and counted.
 *
 * A map with @has_other has one more element, the *other element* %TRACING_MAP_OTHER. No slot
 * refers to it and no insert allocates it: it is element 0, and the counter of allocated elements
 * starts at 1. An insert that would be dropped returns it instead, so that the caller can count
 * there. Its key, aux, variables and cells stay 0; callers use its sums, maxima and buckets only.
 * Its sums exist in both halves like those of all elements.
 *
 * Why the capacity is correct
 * ---------------------------
 *
 * Let N be @size and S the number of context slots of all possible CPUs. There are N+S elements
 * that inserts allocate, apart from the other element. "Dropped" includes the inserts that return
 * the other element.
 * The limit is N counted keys; the inserter counts a key just after it published the key, while
 * it still uses its context slot.
 *
 * - No insert is dropped too early. An insert is dropped if it finds an empty slot, then reads N
 *   counted keys, and *then* finds the slot still empty. The map has N other keys then. The
 *   second read of the slot is necessary: the first one may precede the insert, of the same key,
 *   that became number N.
 * - The slack S is sufficient. An element that is not counted yet belongs to a context slot, and
 *   each context slot has at most one. Suppose an insert allocates an element while N-1+j keys
 *   are counted. The last j of these keys came from j different context slots, which are empty:
 *   with N keys counted, no insert passes the check and allocates another element. At most
 *   (N-1+j) + (S-1-j) elements are in use at that time, which is less than N+S. Elements that
 *   lost a race on another CPU, or on a CPU that is offline now, are in context slots. They are
 *   part of this sum and cannot make an insert fail.
 * - A race exceeds the capacity by less than S: N-1 counted keys, and one key from each context
 *   slot.
 * - There is always an empty slot: the table has more than N+S slots.
 *
 * Growth
 * ------
 *
 * A map of up to %TRACING_MAP_WHOLE_MAX keys has all its memory from the start. In a larger one,
 * only the slots do. The elements, the sums of both halves, the total and the extra bits of
 * variables are arrays of kernel addresses. Their memory is mapped by chunks of elements while the
 * map fills up. The addresses do not change, so the same code indexes the arrays of all maps.
 * @n_ready is the number of elements that have memory in all arrays. It only grows, and elements
 * are allocated in the order of their indexes.
 *
 * - An insert whose element is not below @grow_at, which is somewhat below @n_ready, kicks the
 *   worker: it queues an irq_work, as any context may do. The irq_work queues a work item, and the
 *   work item maps the next chunks.
 * - An insert whose element is not below @n_ready is dropped, with the reason
 *   %TRACING_MAP_DROP_CHUNK. The element stays in the context slot, unpublished and untouched, as
 *   after a lost race. A later insert in this context slot uses it when it is ready. So no element
 *   is lost, a context slot still holds at most one unpublished element, and the argument above
 *   for the capacity holds. Once all chunks are ready, all keys fit.
 * - A published element is below @n_ready. So a reader that ignores elements from @n_ready on
 *   (tracing_map_n_allocated()) misses no key, and touches no memory that is not mapped.
 * - If the worker gets no memory, or if the memory cgroup of the creator refuses the charge,
 *   @n_ready does not change. The worker keeps the pages that it got, and tries again later.
 *
 * The memory belongs to the memory cgroup of the task that created the map, also what is allocated
 * later by the worker or for a reader of intervals.
 *
 * Eviction
 * --------
 *
 * A map with &tracing_map_config.evict evicts elements when it is nearly full: those with the
 * lowest *rank*, which is sum 0 (the number of events) plus the error. Their sums are added to
 * those of the other element, so nothing that was counted is lost. A task does the following steps;
 * tracing_map_evict.h says after which of them it waits for a grace period::
 *
 *	begin     Close the map: inserts that start now publish no element.
 *	choose    Choose the victims. Publish a table of slots without them, for inserts and for the
 *	          find before an insert. Lookups by other users still use the old table.
 *	confirm   Keep the victims that have a variable now. Publish the new table for lookups.
 *	finish    Add the sums of the victims to the other element, free their elements, and open
 *	          the map again.
 *
 * - The map is closed by adding %TRACING_MAP_CLOSED to @n_keys, so that it looks full. An insert of
 *   a new key returns the other element. After the first grace period, no insert changes a slot.
 *   Only *confirm* does, which puts back the victims that it keeps.
 * - The two tables have the same size. A table is published with release semantics. An event reads
 *   the pointer with rcu_dereference_raw(), and the address dependency orders its reads of the
 *   slots. It may use the old table for one access and the new one for the next. Each search finds
 *   the element of the key or none.
 * - No variable is lost. After the grace period of *choose*, no insert finds a victim, so none sets
 *   a variable of it any more, but lookups still find it. A victim that has a variable then is put
 *   into the new table before that is published for lookups. An insert of a victim's key in the
 *   meantime returns the other element. Its caller sets no variable, and calls
 *   tracing_map_condemned() to unset older ones. That also finds a victim that was kept meanwhile,
 *   because an older variable may be the reason why it was kept.
 * - After the grace period of *confirm*, no event uses a victim. So its sums are complete, and its
 *   element can be used for another key. Inserts take free elements before they allocate new ones.
 *   An element that is allocated is in the table, in a context slot or free, so the argument above
 *   for the capacity holds.
 *
 * Let the *truth* of a key be the number of inserts of the key, whether they returned its element
 * or the other one. The truth of a key in the map lies in [sum 0, sum 0 + error]. For that, the
 * hashes of all keys are divided into classes, and each class has a *bound*: the truth of each key
 * of the class that is not in the map is at most the bound.
 *
 * - A new map has bounds of 0. An insert that returns the other element adds 1 to the bound of its
 *   class, because it may be the insert of any key of the class.
 * - A bound is stored as a sum: @direct, to which inserts add; and @evicted. When an element is
 *   evicted, the truth of its key is at most its sum 0 plus its error, plus what @direct was raised
 *   by since *choose*. So @evicted is the maximum, over all victims of the class, of sum 0 plus
 *   error minus @direct at the time of *choose*.
 * - The error of a key is the bound of its class at any time after the end of its first insert,
 *   when no insert runs that began before that end. An eviction that has victims stores the error
 *   of each key that stays in the map, in *finish*. The grace period after *begin* waits for the
 *   first insert of the key, and the one after *choose* for inserts that began before the end of
 *   the first: such an insert may have found the slot of the key empty and the map closed.
 * - The error of a victim is stored when it is chosen. If the victim is kept because of a variable,
 *   what @direct was raised by since then is added to its error.
 *
 * Barriers
 * --------
 *
 * - The last step of an eviction subtracts from @n_keys with release semantics. This pairs with the
 *   acquire of @n_keys by an insert that finds room: it sees the free elements, and their words are
 *   0.
 * - The worker stores @n_ready and then @grow_at, both with release semantics, after it has mapped
 *   and zeroed the memory. An insert reads @grow_at, and perhaps @n_ready, with acquire: if
 *   its element is below one of them, the CPU can use the memory. A reader reads @n_ready with
 *   acquire. If an element was published before, the reader sees an @n_ready above it: the insert
 *   has read that @n_ready, or the @grow_at that was stored after it.
 * - The publishing cmpxchg has release semantics and pairs with the acquire of the slot by all
 *   inserts and lookups: a CPU that sees the word sees key and aux.
 * - Counting a key has release semantics and pairs with the acquire of the count by an insert
 *   that is about to be dropped: a CPU that sees N sees the N slots.
 * - Set, exchange (tracing_map_var_xchg()) and fetch-max (tracing_map_var_fetch_max()) of a
 *   variable have release semantics and pair with the acquire of get, fetch-clear, exchange and
 *   fetch-max: stores before the set are visible after the read.
 * - The write_end of a cell has release semantics and pairs with the acquire of its header by get
 *   and fetch-clear: a CPU that sees the cell set sees the words.
 * - The write_begin of a cell is fully ordered and pairs with the acquire of each word by get and
 *   fetch-clear, which read the header again after the words: a CPU that sees a word of a later
 *   writer sees that writer's write_begin.
 * - The fetch-clear of a cell is fully ordered and pairs with write_begin, which is fully ordered
 *   as well: the words are read before the next writer writes them.
 * - A reader of the pool does not go through the slots: it reads the count of each element and then
 *   its key, with an smp_rmb() in between. This pairs with the smp_wmb() between the insert of a
 *   bucket and its first addition. A CPU that finds a bucket adds to it after the acquire of the
 *   slot.
 *
 * Sums
 * ----
 *
 * A map has one or more copies of all its sums, and a CPU always adds to the same copy.
 * tracing_map_sum() adds up the copies.
 *
 * - If one copy per possible CPU fits in the budget, each CPU has its own. An add is then one
 *   instruction that is local to the CPU and that nested contexts cannot tear.
 * - Otherwise there are as many copies as fit in the budget, at least one, and their number is a
 *   power of two. CPU c adds to copy c & (copies - 1). Several CPUs share a copy, so an add is an
 *   atomic operation.
 *
 * The budget keeps the whole map within %TRACING_MAP_BUDGET_FACTOR times the memory of the
 * implementation that this one replaces, and all copies within %TRACING_MAP_CPU_SUMS_MAX bytes.
 * tracing_map_sum_copies() has the rule. A second half, see below, takes as much again.
 *
 * Maxima
 * ------
 *
 * The words of a copy are its sums, and behind them its *maxima*: words that can only be raised
 * (tracing_map_raise()), compared as u64, and that start at 0. A snapshot combines the copies by
 * maximum. A raise that does not change the word is one load and one comparison. Otherwise it is a
 * cmpxchg, which fails only if another event raised the word after it was read. The next try then
 * starts from a larger word, and the raise ends as soon as the word has reached the value. Another
 * event can only make a try fail in the few instructions between the load and the cmpxchg, so a
 * raise does not reach the limit of %TRACING_MAP_RAISE_TRIES in practice. If it does, a drop is
 * counted: the loss is visible.
 *
 * Sums of several words
 * ---------------------
 *
 * A caller may use several sums as the digits of one large number. An event that changes only one
 * of them needs no protection: a reader sees the digit before or after the change. An event that
 * changes two or more encloses the changes in tracing_map_words_begin() and
 * tracing_map_words_end(), which increment two counters of the CPU: first one that counts begins,
 * and at the end one that counts ends. A snapshot must not mix words from before and after such a
 * change. For each copy of a row, it
 *
 * 1. reads the ends of all CPUs that use the copy,
 * 2. reads the words of the element,
 * 3. reads the begins of these CPUs.
 *
 * If both totals are equal, then each change that had begun by step 3 had ended by step 1: none was
 * in progress at step 2. Both counters only grow and no CPU has more ends than begins, so equal
 * totals mean equal counters on each CPU. Otherwise the snapshot reads the copy again. To save
 * time, it first does the same for the counters of all CPUs and elements, and for many rows
 * together: single copies are only read if a change was in progress. It does not
 * stop the writers, and it also detects a writer that it interrupted, or that is interrupted on
 * another CPU. Elements are spread over %TRACING_MAP_SEQ_COUNTERS pairs of counters, so a change
 * of another element rarely costs a try. The writer's two barriers order the begin before the
 * changes and the changes before the end; the barriers of the reader pair with them. If two
 * writers change one word of a shared copy one after the other, the second one's atomic operation
 * extends the first one's ordering.
 *
 * Writers have preemption off, so a change takes a short time, apart from interrupts. Only a
 * sequence of such changes of one element, or of changes by many CPUs to one shared copy, can make
 * all tries of a snapshot fail. The snapshot then marks the row, see tracing_map_row_torn().
 *
 * Buckets
 * -------
 *
 * A map may have a *pool* of buckets: a second map with keys of one word, the element and a number
 * that the caller chooses, and one sum. tracing_map_count() inserts the key and adds 1. The pool
 * has no other user. All guarantees above hold for it as well.
 *
 * Halves
 * ------
 *
 * The counting part of a map - its sums, maxima, buckets and drop counters - can exist twice. Each
 * &struct tracing_map is one *half*. Both halves refer to the same slots, elements, variables and
 * cells, so a key has the same element in both, the capacity is that of one map, and events that
 * use different halves exchange variables as if there were one.
 *
 * The halves count *intervals*. Events count in the half that they find behind the pointer which
 * the caller publishes. To begin a new interval, the caller publishes the other half, waits for a
 * grace period, and drains the first half (tracing_map_drain()): it is complete then, because each
 * event uses one half from beginning to end, with preemption off. Its counts become an object of
 * their own (&struct tracing_map_counts), are added to the total of all complete intervals
 * (&tracing_map_keys.total), and the half is zeroed for the next exchange. So each event is in
 * exactly one interval, and the sum over both halves and the total has each event once at any time,
 * except during the drain. Functions that read "the map" read this sum; they take any of the
 * halves.
 *
 * Nothing bounds the number of intervals, so digits of a sum of several words are normalized when
 * they are added to the total: all digits but the last stay within %TRACING_MAP_DIGIT_BITS bits,
 * and the last one saturates.
 *
 * Variables
 * ---------
 *
 * A variable is unset or has one of 2^64 values, which needs 65 bits. It is one word, which is
 * read and written as a whole, and an extra bit that is only needed for two values::
 *
 *	  word = 0              unset
 *	  word = 1              the value is (extra bit) ^ @var_mask
 *	  word = anything else  the value is word ^ @var_mask
 *
 * @var_mask is random, so the two values that need the extra bit practically never occur. Set,
 * get and fetch-clear are one store, one load and one exchange of the word, and this access is
 * their linearization point. A value that was set is therefore either fetched and cleared once or
 * overwritten, and no value is ever torn. The extra bit is written before the word is set to 1,
 * and read after the word. It can be wrong only if one of the two special values is in use on a
 * variable while the other one is being set; the value that is read then is wrong in its lowest
 * bit.
 *
 * An exchange (tracing_map_var_xchg()) is one atomic exchange, whose result is the replaced
 * value. A fetch-max (tracing_map_var_fetch_max(); tracing_map_var_fetch_min() is its mirror
 * image) is a cmpxchg that is retried if another CPU changed the variable, and the successful
 * cmpxchg is the linearization point. As long as a variable is only changed by fetch-max, the
 * calls that return true raised it one after the other, each to a larger value. An ABA change
 * between the load and the cmpxchg is harmless, because only the value matters. If two calls race
 * to set one of the two special values, the extra bit of the loser may take effect at once: then
 * the loser returns true, and so does the winner, even if both set the same value.
 *
 * Cells
 * -----
 *
 * A cell is a header word and the data words after it: a string, a stack trace, or values that
 * are saved together. Each element has @cell_words words for cells. The caller divides them into
 * cells, and identifies a cell by the position of its header. The header controls the access to
 * the words::
 *
 *	               write_begin                 write_begin
 *	  +-------+ ----------------> +---------+ <----------------- +-------+
 *	  | unset |                   | writing |                    |  set  |
 *	  +-------+                   +---------+ -----------------> +-------+
 *	      ^                                    write_end             |
 *	      |                                                          |
 *	      +----------------------------------------------------------+
 *	                           fetch-clear
 *
 * A write begins with tracing_map_cell_write_begin() and ends with tracing_map_cell_write_end().
 * Bit 0 of the header means that the cell is being written, bit 1 means that it is set, and the
 * bits above count the changes, like a sequence count. Bit 1 stays set during a write, so that
 * the writer knows whether the cell was set.
 *
 * - A cell that is being written belongs to one writer, who may read and write its words. A
 *   second writer, on another CPU or in an interrupt of the first one, is refused: its value
 *   counts as overwritten by the value that is being written.
 * - write_begin tries at most twice. Without another writer, the first try can only fail because
 *   of a fetch-clear, which leaves the cell unset, and only write_begin can change an unset cell.
 *   If the second try fails as well, there was another writer in the meantime, and this value
 *   counts as overwritten by that writer's.
 * - A get copies the words. The copy is valid if the header says set before and is unchanged
 *   after: each write_end and each fetch-clear counts a change, so after a concurrent write the
 *   header says that the cell is being written, or has another count. The count has 62 bits and
 *   cannot wrap around during one get.
 * - A fetch-clear copies the words like a get, and then replaces the header that it saw before by
 *   one that says unset. If this cmpxchg succeeds, no write and no other fetch-clear happened in
 *   between. Exactly one fetch-clear therefore gets a value that was set, and no fetch-clear gets
 *   a mixture of two values.
 * - Get and fetch-clear try %TRACING_MAP_CELL_TRIES times, because a value that was set during
 *   the copy is equally good. They give up if each try meets a writer: it may be the writer that
 *   they interrupted, so waiting for it could never end.
 *
 * Requirements for the caller
 * ---------------------------
 *
 * Preemption is off during an insert, add, raise or count, and from words_begin to words_end:
 * context slots and a CPU's own copy of the sums belong to the CPU. Preemption is off from
 * write_begin to write_end, otherwise a write could last for a long time. The map is not destroyed
 * or cleared concurrently. Readers of the map, tracing_map_drain() and evictions do not run at the
 * same time. An element is an index, which is valid until tracing_map_clear(); in a map that evicts
 * keys, as long as preemption stays off.
 *
 * Architectures
 * -------------
 *
 * Slots, variables, cell headers and sums are 64 bits wide on all architectures. They are only
 * accessed by the functions of atomic64_t and local64_t. A 32-bit kernel therefore needs 64-bit
 * atomic instructions (cmpxchg8b, ldrexd). Where atomic64_t uses a lock, an NMI could wait for it
 * forever; Kconfig excludes these architectures.
 */
#ifndef _TRACING_MAP_H
#define _TRACING_MAP_H

#include <linux/atomic.h>
#include <linux/bitmap.h>
#include <linux/cache.h>
#include <linux/compiler.h>
#include <linux/errno.h>
#include <linux/gfp.h>
#include <linux/minmax.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/types.h>

#include <asm/barrier.h>
#include <asm/local64.h>

/* Limits of struct tracing_map_config. */
#define TRACING_MAP_SIZE_MIN		128
#define TRACING_MAP_SIZE_MAX		1048576
#define TRACING_MAP_KEY_MAX		1040
#define TRACING_MAP_AUX_MAX		1024
#define TRACING_MAP_SUMS_MAX		128
#define TRACING_MAP_MAXIMA_MAX		32
#define TRACING_MAP_BUCKETS_MAX		2097152
#define TRACING_MAP_VARS_MAX		64
#define TRACING_MAP_CELL_WORDS_MAX	1024

/*
 * Largest size of a map whose memory is allocated completely at create. Larger maps grow; the pool
 * of buckets never does.
 */
#define TRACING_MAP_WHOLE_MAX		131072

/* Sort keys of one snapshot; the sort= parameter of a histogram takes as many. */
#define TRACING_MAP_SORT_KEYS_MAX	2

/* Context slots of one CPU, one for each context that can nest: task, softirq, hardirq, NMI. */
#define TRACING_MAP_CONTEXT_SLOTS	4

/* Tries to raise a maximum. */
#define TRACING_MAP_RAISE_TRIES		64

/* Pairs of counters per CPU that detect changes of several words; a power of two. */
#define TRACING_MAP_SEQ_COUNTERS	16

/* Bits of a digit of a sum of several words, see &tracing_map_config.carries. */
#define TRACING_MAP_DIGIT_BITS		44

/* Added to &tracing_map_keys.n_keys while a map is closed; more than any number of keys. */
#define TRACING_MAP_CLOSED		0x40000000

/* Element for inserts that find no room, in a map with &tracing_map_config.has_other. */
#define TRACING_MAP_OTHER		0

/* Bits of the number of a bucket in tracing_map_count(). */
#define TRACING_MAP_BUCKET_ID_BITS	16

/* Tries to get or fetch-clear a cell that is being written. */
#define TRACING_MAP_CELL_TRIES		4

/*
 * For all allocations, which may have hundreds of megabytes, and are charged to the memory cgroup
 * of the creator. A failure is reported to the caller, so the page allocator must not warn in the
 * kernel log, and no task must be killed to get the memory.
 */
#define TRACING_MAP_GFP			(GFP_KERNEL_ACCOUNT | __GFP_NOWARN | __GFP_RETRY_MAYFAIL)

/* Maximum number of bytes of all copies of the sums of one map. */
#define TRACING_MAP_CPU_SUMS_MAX	(8UL << 20)

/*
 * Memory of the implementation that this one replaces, in bytes per key of @size on 64-bit
 * machines: with a one-word key and one sum, and for each further sum. Measured.
 */
#define TRACING_MAP_REPLACED_KEY_BYTES	174
#define TRACING_MAP_REPLACED_SUM_BYTES	16

/*
 * A map has more than one copy of its sums only if it takes at most this many times as much
 * memory as the implementation that this one replaces.
 */
#define TRACING_MAP_BUDGET_FACTOR	4

/* Statistics whose buckets a pool can have; the bits of a bucket's number above those below. */
#define TRACING_MAP_STAT_BITS		4
#define TRACING_MAP_STATS_MAX		BIT(TRACING_MAP_STAT_BITS)

/**
 * struct tracing_map_evict_config - How a map evicts elements
 */
struct tracing_map_evict_config {
	/**
	 * @work: Work item that evicts elements. It is queued when the map is nearly full, and when
	 * an insert finds the map full.
	 */
	struct delayed_work *work;
	/** @cells: Positions of the headers of all cells among the words of the cells. */
	DECLARE_BITMAP(cells, TRACING_MAP_CELL_WORDS_MAX);
	/**
	 * @lost_words: For each statistic, the index of the sum that counts values without bucket.
	 * The upper %TRACING_MAP_STAT_BITS bits of the number of a bucket are the statistic.
	 */
	u16 lost_words[TRACING_MAP_STATS_MAX];
};

/**
 * struct tracing_map_config - Dimensions of a map
 */
struct tracing_map_config {
	/**
	 * @size: Number of distinct keys that fit: a power of two from %TRACING_MAP_SIZE_MIN to
	 * %TRACING_MAP_SIZE_MAX. Above %TRACING_MAP_WHOLE_MAX, the map grows, see "Growth".
	 */
	unsigned int size;
	/**
	 * @key_size: Size of a key in bytes: a multiple of 8 from 8 to %TRACING_MAP_KEY_MAX. All
	 * bytes are hashed and compared, so padding must be zeroed.
	 */
	unsigned int key_size;
	/**
	 * @aux_size: Size in bytes of the data that the first insert of a key stores after the
	 * key. It is neither hashed nor compared. A multiple of 8 from 0 to %TRACING_MAP_AUX_MAX.
	 */
	unsigned int aux_size;
	/** @n_sums: Number of sums of an element, 0 to %TRACING_MAP_SUMS_MAX. */
	unsigned int n_sums;
	/**
	 * @n_maxima: Number of maxima of an element, 0 to %TRACING_MAP_MAXIMA_MAX. They are the
	 * words @n_sums, @n_sums + 1 and so on.
	 */
	unsigned int n_maxima;
	/**
	 * @multi_word: The map has sums of several words: tracing_map_words_begin() and
	 * tracing_map_words_end() may be called.
	 */
	bool multi_word;
	/**
	 * @carries: Bit i is set if sum i is a digit of a sum of several words whose next digit is
	 * sum i + 1, see "Halves".
	 */
	DECLARE_BITMAP(carries, TRACING_MAP_SUMS_MAX);
	/**
	 * @n_buckets: Number of buckets in the pool: a power of two from %TRACING_MAP_SIZE_MIN to
	 * %TRACING_MAP_BUCKETS_MAX; or 0 for a map without pool.
	 */
	unsigned int n_buckets;
	/**
	 * @has_other: The map has the other element, which inserts return instead of being dropped.
	 */
	bool has_other;
	/**
	 * @evict: How the map evicts elements, see "Eviction"; it is copied. NULL for a map that
	 * keeps its keys. Requires @has_other and a sum.
	 */
	const struct tracing_map_evict_config *evict;
	/** @n_vars: Number of variables of an element, 0 to %TRACING_MAP_VARS_MAX. */
	unsigned int n_vars;
	/**
	 * @cell_words: Number of 64-bit words of all cells of an element, including one header
	 * word per cell: 0 to %TRACING_MAP_CELL_WORDS_MAX.
	 */
	unsigned int cell_words;
};

/**
 * enum tracing_map_drop_reason - Why an event is not counted in an element
 */
enum tracing_map_drop_reason {
	/**
	 * @TRACING_MAP_DROP_FULL: The map is full, or an eviction runs, and the map does not
	 * contain the key.
	 */
	TRACING_MAP_DROP_FULL,
	/**
	 * @TRACING_MAP_DROP_NESTED: The insert interrupted %TRACING_MAP_CONTEXT_SLOTS other
	 * inserts on its CPU.
	 */
	TRACING_MAP_DROP_NESTED,
	/** @TRACING_MAP_DROP_FRAME: The caller had no memory to build the key. */
	TRACING_MAP_DROP_FRAME,
	/** @TRACING_MAP_DROP_RECORD: The caller had no record to read the key from. */
	TRACING_MAP_DROP_RECORD,
	/**
	 * @TRACING_MAP_DROP_CHUNK: The map has room for the key, but the memory of the next element
	 * is not mapped yet, see "Growth".
	 */
	TRACING_MAP_DROP_CHUNK,
	/** @TRACING_MAP_DROP_BUSY: The caller needs a cell, and each read met a writer. */
	TRACING_MAP_DROP_BUSY,
	/** @TRACING_MAP_DROP_REASONS: Number of reasons. */
	TRACING_MAP_DROP_REASONS,
};

/**
 * struct tracing_map_cpu - Per-CPU part of a map
 *
 * Only the CPU itself writes to it, with preemption off. The only exceptions are
 * tracing_map_clear(), tracing_map_drain(), an eviction, which writes to words that no event uses,
 * and @shared_sums, whose target several CPUs write to.
 */
struct tracing_map_cpu {
	union {
		/**
		 * @sums: This CPU's own copy of the sums and maxima, &tracing_map.n_words for each
		 * element, if &tracing_map.shared_sums is NULL. The pointer is set at create and
		 * constant after. Other CPUs read the words.
		 */
		local64_t *sums;
		/**
		 * @shared_sums: Copy of the sums that several CPUs share, part of
		 * &tracing_map.shared_sums. The pointer is set at create and constant after.
		 * Atomic.
		 */
		atomic64_t *shared_sums;
	};
	/** @dropped: Events dropped on this CPU, by reason. Other CPUs read it. */
	local64_t dropped[TRACING_MAP_DROP_REASONS];
};

/**
 * struct tracing_map_context - Context slots of a CPU
 *
 * Only the CPU itself writes to it, with preemption off, apart from tracing_map_clear().
 */
struct tracing_map_context {
	/** @depth: Number of context slots in use; a nested insert restores it. */
	u32 depth;
	/** @slots: Index+1 of the unpublished element in each slot, 0 if empty. */
	u32 slots[TRACING_MAP_CONTEXT_SLOTS];
};

/**
 * struct tracing_map_seq - Per-CPU counters of changes of several words
 *
 * Only the CPU itself writes to them, with preemption off. Other CPUs read them. The element's
 * index modulo %TRACING_MAP_SEQ_COUNTERS selects a pair.
 */
struct tracing_map_seq {
	/** @begun: Number of calls of tracing_map_words_begin(). */
	local64_t begun[TRACING_MAP_SEQ_COUNTERS];
	/** @ended: Number of calls of tracing_map_words_end(). */
	local64_t ended[TRACING_MAP_SEQ_COUNTERS];
};

/**
 * struct tracing_map_seed - Random numbers that make hashes unpredictable
 * @start: hash before the first word
 * @mul: odd factor that each word is multiplied by
 */
struct tracing_map_seed {
	u64 start;
	u64 mul;
};

struct delayed_work;
struct mem_cgroup;
struct tracing_map;
struct tracing_map_counts;
struct tracing_map_evict;
struct tracing_map_grow;

/**
 * struct tracing_map_keys - Part of a map that both halves share
 *
 * Events only access it when they insert a new key. It is an object of its own, because what an
 * insert writes must not be on a cache line that each event reads.
 */
struct tracing_map_keys {
	/**
	 * @n_keys: Number of keys counted, plus %TRACING_MAP_CLOSED while the map is closed.
	 * Atomic.
	 */
	atomic_t n_keys;
	/**
	 * @n_allocated: Number of elements that were ever allocated: the index of the next one.
	 * Atomic.
	 */
	atomic_t n_allocated;
	/**
	 * @evict_at: With @evict, an insert that has found at least this many keys before its own
	 * calls tracing_map_evict_kick(). Constant after create.
	 */
	int evict_at;
	/**
	 * @n_ready: Number of elements that have memory in all arrays; all elements if @grow is
	 * NULL. Only the worker of @grow changes it, and it only grows.
	 */
	u32 n_ready;
	/**
	 * @grow_at: First element whose inserter calls tracing_map_grow_ready(). At most @n_ready,
	 * and changed with it.
	 */
	u32 grow_at;
	/**
	 * @fast_slots: Number of context slots that an insert uses without a test for @evict: 0 if
	 * the map evicts elements, else all. Constant after create.
	 */
	u32 fast_slots;
	/** @evict: State of evictions; NULL for a map that keeps its keys. */
	struct tracing_map_evict *evict;
	/** @grow: Growth of a large map; NULL if all memory was allocated at create. */
	struct tracing_map_grow *grow;
	/**
	 * @memcg: Memory cgroup of the creator, with a reference; NULL without, or during boot.
	 * Constant after create.
	 */
	struct mem_cgroup *memcg;
	/** @context: Context slots. */
	struct tracing_map_context __percpu *context;
	/**
	 * @halves: The halves; the second one is NULL until tracing_map_spare() creates it. The
	 * users of the map serialize this call with all readers of the map.
	 */
	struct tracing_map *halves[2];
	/**
	 * @total: Counts of all complete intervals; NULL until tracing_map_spare() creates it.
	 * Written by tracing_map_drain(), which the users of the map serialize with all readers.
	 */
	struct tracing_map_counts *total;
	/** @carries: See &tracing_map_config.carries. */
	DECLARE_BITMAP(carries, TRACING_MAP_SUMS_MAX);
};

/**
 * struct tracing_map - A map, or one half of it
 *
 * Private to the functions of the map; defined here for the inline functions below. All members
 * are set at create and constant after, unless their comment says otherwise. The members that
 * refer to @slots, @elts and @var_low have the same value in both halves.
 */
struct tracing_map {
	/**
	 * @slots: Hash table. The comment at the top of this file describes how a slot changes. An
	 * eviction replaces the table, RCU-sched; publish_slots() says why it is not __rcu.
	 */
	atomic64_t *slots;
	/** @lookup_slots: Hash table for lookups by other users; @slots unless an eviction runs. */
	atomic64_t *lookup_slots;
	/** @slot_mask: Number of slots, which is a power of two, minus 1. */
	u32 slot_mask;
	/** @slot_shift: Right shift that reduces a hash to the index of a slot. */
	u32 slot_shift;
	/**
	 * @seed: Seed of the hashes. All maps have the same seed, so the hash of a key is valid
	 * for all maps. Each map has a copy, because the address dependency on the pointer to the
	 * map orders a reader's load of it: no barrier is needed per event.
	 */
	struct tracing_map_seed seed;
	/**
	 * @elts: The elements, each with key, aux, variables and cells. Key and aux are constant
	 * once published. Variables and cell headers are atomic; a cell header controls the
	 * access to the words after it.
	 */
	u64 *elts;
	/** @elt_words: Size of an element in 64-bit words. */
	u32 elt_words;
	/** @key_words: Size of a key in 64-bit words. */
	u32 key_words;
	/** @cpu: Per-CPU part. */
	struct tracing_map_cpu __percpu *cpu;
	/**
	 * @shared_sums: All copies of the sums, if CPUs share copies; NULL if each CPU has its
	 * own. Atomic.
	 */
	atomic64_t *shared_sums;
	/** @var_word: Word in an element where the variables begin and aux ends. */
	u32 var_word;
	/** @var_mask: Random number. It and it ^ 1 are the two special values of variables. */
	u64 var_mask;
	/**
	 * @var_low: Extra bits of the variables, one for each variable of each element; NULL
	 * without variables. Atomic bit operations.
	 */
	unsigned long *var_low;
	/** @n_words: Number of words of an element in each copy: its sums and then its maxima. */
	u32 n_words;
	/** @n_sums: Number of sums of an element. */
	u32 n_sums;
	/** @n_copies: Number of copies of the sums, 0 without sums. */
	u32 n_copies;
	/** @copy_sums: Distance of two copies in @shared_sums, in words. */
	u32 copy_sums;
	/** @n_vars: Number of variables of an element. */
	u32 n_vars;
	/** @cell_word: Word in an element where the cells begin, after the variables. */
	u32 cell_word;
	/**
	 * @seq: Counters of changes of several words; NULL without
	 * &tracing_map_config.multi_word.
	 */
	struct tracing_map_seq __percpu *seq;
	/**
	 * @pool: Buckets, a map with one sum; NULL without. The pools of both halves are halves of
	 * one map.
	 */
	struct tracing_map *pool;
	/**
	 * @n_elts: Number of elements: @size plus the number of context slots, plus 1 with
	 * @has_other.
	 */
	u32 n_elts;
	/** @size: Number of counted keys at which inserts of new keys are dropped. */
	u32 size;
	/** @has_other: Element 0 is the other element, see &tracing_map_config.has_other. */
	bool has_other;
	/** @keys: Part that both halves share. */
	struct tracing_map_keys *keys;
};

unsigned int tracing_map_sum_copies(const struct tracing_map_config *cfg, unsigned int n_cpus);
struct tracing_map *tracing_map_create(const struct tracing_map_config *cfg);
void tracing_map_destroy(struct tracing_map *map);
void tracing_map_clear(struct tracing_map *map);

int tracing_map_insert_new(struct tracing_map *map, const u64 *key, u64 hash);
void tracing_map_drop(struct tracing_map *map, enum tracing_map_drop_reason reason);
u64 tracing_map_dropped_for(const struct tracing_map *map, enum tracing_map_drop_reason reason);
u64 tracing_map_read_drops(const struct tracing_map *map, u64 drops[TRACING_MAP_DROP_REASONS]);
u64 tracing_map_dropped(const struct tracing_map *map);
u64 tracing_map_sum(const struct tracing_map *map, int elt, unsigned int i);
bool tracing_map_count_new(struct tracing_map *pool, u64 key, u64 hash);
bool tracing_map_raise_slow(struct tracing_map *map, int elt, unsigned int i, u64 val);
u64 tracing_map_total(const struct tracing_map *map, unsigned int i);

/* In tracing_map_grow.c */
bool tracing_map_grow_ready(struct tracing_map_keys *keys, u32 elt);

/* In tracing_map_evict.c */
int tracing_map_evict_take_free(struct tracing_map_evict *evict);
void tracing_map_evict_kick(struct tracing_map_evict *evict);
void tracing_map_evict_direct(struct tracing_map_evict *evict, u64 hash,
			      enum tracing_map_drop_reason reason);

/* For the other files of the map */
void *tracing_map_alloc(size_t n, size_t size, int node);
atomic64_t *tracing_map_alloc_slots(const struct tracing_map *map);
void *tracing_map_alloc_words(const struct tracing_map *map, u32 words, int node);
void tracing_map_free_words(const struct tracing_map *map, void *words);
struct tracing_map *tracing_map_create_half(const struct tracing_map *map);
void tracing_map_clear_half(struct tracing_map *half, u32 n_elts);
u64 tracing_map_half_sum(const struct tracing_map *half, int elt, unsigned int i);
u64 tracing_map_half_dropped(const struct tracing_map *half, enum tracing_map_drop_reason reason);

/*
 * Mix a word into a hash. All bits of @word and @hash affect the high bits of the first product.
 * The shift folds these onto the low bits, so they affect all high bits of the second product.
 * Only high bits of a hash are used: for the first slot and the tag.
 */
static __always_inline u64 tracing_map_mix(u64 hash, u64 word, u64 mul)
{
	hash = (hash ^ word) * mul;
	return (hash ^ hash >> 32) * mul;
}

/**
 * tracing_map_hash - Hash a key
 * @map: any map
 * @key: the key
 * @words: number of words of the key
 *
 * Context: any.
 * Return: the hash, valid for all maps with keys of this size.
 */
static __always_inline u64 tracing_map_hash(const struct tracing_map *map, const u64 *key,
					    u32 words)
{
	u64 mul = map->seed.mul;
	u64 hash = tracing_map_mix(map->seed.start, key[0], mul);
	u32 i;

	for (i = 1; i < words; i++)
		hash = tracing_map_mix(hash, key[i], mul);
	return hash;
}

/* Return the slot where the search for a key begins. */
static __always_inline u32 tracing_map_first_slot(const struct tracing_map *map, u64 hash)
{
	return hash >> map->slot_shift;
}

/* Return the words of an element, which begin with its key. */
static __always_inline u64 *tracing_map_elt(const struct tracing_map *map, u32 elt)
{
	return &map->elts[(unsigned long)elt * map->elt_words];
}

/* Return a word of an element that other CPUs may change at any time. */
static __always_inline atomic64_t *tracing_map_atomic(const u64 *word)
{
	return (atomic64_t *)word;
}

/*
 * Return the number of allocated elements that have memory, with the other element. The rest are
 * unpublished; their memory is zero or not mapped.
 */
static inline u32 tracing_map_n_allocated(const struct tracing_map *map)
{
	/* Pairs with the release in set_ready(). */
	u32 n_ready = smp_load_acquire(&map->keys->n_ready);

	return min_t(u32, atomic_read(&map->keys->n_allocated), n_ready);
}

/* Test whether @word, the contents of a slot that is not empty, refers to @key. */
static __always_inline bool tracing_map_slot_has(const struct tracing_map *map, u64 word,
						 u64 hash, const u64 *key, u32 words)
{
	const u64 *elt_key;
	u32 i;

	if (unlikely((word ^ hash) >> 32))
		return false;

	elt_key = tracing_map_elt(map, (u32)word - 1);
	if (unlikely(elt_key[0] != key[0]))
		return false;
	for (i = 1; i < words; i++) {
		if (elt_key[i] != key[i])
			return false;
	}
	return true;
}

/*
 * Search for a key, for tracing_map_find_var() if @for_vars is true, otherwise for
 * tracing_map_find(). The latter reads the pointer to the table at each slot, which saves a
 * register. If the table is exchanged during the search, the search may miss the key. Then the
 * insert that follows searches again, in one table.
 */
static __always_inline int tracing_map_find_in(const struct tracing_map *map, const u64 *key,
					       u32 words, u64 hash, const bool for_vars)
{
	/* Pairs with the release in publish_slots(), as below. */
	const atomic64_t *old = for_vars ? rcu_dereference_raw(map->lookup_slots) : NULL;
	u32 pos = tracing_map_first_slot(map, hash);

	/* Terminates at an empty slot at the latest: there are more slots than elements. */
	for (;; pos = (pos + 1) & map->slot_mask) {
		const atomic64_t *slots = for_vars ? old : rcu_dereference_raw(map->slots);
		/* Pairs with the release of the cmpxchg in insert_in_context(). */
		u64 word = atomic64_read_acquire(&slots[pos]);

		if (unlikely(!word))
			return -ENOENT;
		if (likely(tracing_map_slot_has(map, word, hash, key, words))) {
			int elt = (u32)word - 1;

			/* The caller need not test again whether the key was found. */
			if (elt < 0)
				__builtin_unreachable();
			return elt;
		}
	}
}

/**
 * tracing_map_find - Find the element of a key with a known hash, before an insert
 * @map: the map
 * @key: the key; aux is not read
 * @words: number of words of a key of this map; a caller may pass a constant
 * @hash: hash of the key, from tracing_map_hash()
 *
 * Finds all keys whose insert returned before this call, except those whose elements were evicted
 * or are victims of an eviction that runs, even if they are kept in the end. It may also miss a key
 * if an eviction exchanges the tables during the search. If it finds none, the caller inserts the
 * key.
 *
 * Context: any.
 * Return: the element, or -ENOENT if the key is not in the map.
 */
static __always_inline int tracing_map_find(const struct tracing_map *map, const u64 *key,
					    u32 words, u64 hash)
{
	return tracing_map_find_in(map, key, words, hash, false);
}

/**
 * tracing_map_find_var - Find the element of a key, to use its variables
 * @map: the map
 * @key: the key; aux is not read
 * @words: number of words of a key of this map; a caller may pass a constant
 * @hash: hash of the key, from tracing_map_hash()
 *
 * Like tracing_map_find(), but also finds elements that are being evicted, as long as one of their
 * variables may be set. The caller may read and clear variables, but must not set them or add to
 * sums.
 *
 * Context: any.
 * Return: the element, or -ENOENT if the key is not in the map.
 */
static __always_inline int tracing_map_find_var(const struct tracing_map *map, const u64 *key,
						u32 words, u64 hash)
{
	return tracing_map_find_in(map, key, words, hash, true);
}

/**
 * tracing_map_condemned - Find the element of a key while the element is being evicted
 * @map: the map
 * @key: a key for which an insert returned the other element
 * @hash: hash of the key, from tracing_map_hash()
 *
 * A lookup can still find variables in the element. The caller unsets them: without the eviction,
 * its event would overwrite them. The element may have been kept since the insert was refused.
 *
 * Context: any, with preemption off since the insert.
 * Return: the element, or -ENOENT if there is none.
 */
static inline int tracing_map_condemned(const struct tracing_map *map, const u64 *key, u64 hash)
{
	if (likely(!map->keys->evict))
		return -ENOENT;
	return tracing_map_find_var(map, key, map->key_words, hash);
}

/**
 * tracing_map_lookup - Find the element of a key
 * @map: the map
 * @key: the key; aux is not read
 *
 * Context: any.
 * Return: as tracing_map_find_var().
 */
static inline int tracing_map_lookup(const struct tracing_map *map, const u64 *key)
{
	u32 words = map->key_words;

	return tracing_map_find_var(map, key, words, tracing_map_hash(map, key, words));
}

/**
 * tracing_map_insert - Find or create the element of a key
 * @map: the map
 * @key: key, followed by aux; aux is only read if the key is not in the map
 *
 * Context: any, with preemption off.
 * Return: the element. If the key has no element, or its element is being evicted, and the map is
 * full or closed, has no memory for a new element yet, or the insert is nested too deeply:
 * %TRACING_MAP_OTHER in a map with &tracing_map_config.has_other; otherwise -ENOSPC, and the event
 * is counted as dropped.
 */
static inline int tracing_map_insert(struct tracing_map *map, const u64 *key)
{
	u32 words = map->key_words;
	u64 hash = tracing_map_hash(map, key, words);
	int elt = tracing_map_find(map, key, words, hash);

	return likely(elt >= 0) ? elt : tracing_map_insert_new(map, key, hash);
}

/**
 * tracing_map_is_other - Test whether an insert returned the other element
 * @map: the map
 * @elt: the element that the insert returned, or a negative number
 *
 * Context: any.
 * Return: true if @elt is the other element and not that of a key.
 */
static inline bool tracing_map_is_other(const struct tracing_map *map, int elt)
{
	return elt == TRACING_MAP_OTHER && map->has_other;
}

/* Return the position of word @i of @elt in a copy of the sums and maxima. */
static __always_inline unsigned long tracing_map_word(const struct tracing_map *map, int elt,
						      unsigned int i)
{
	return (unsigned long)(u32)elt * map->n_words + i;
}

/**
 * struct tracing_map_own - Sums and maxima of an element in the copy that this CPU writes to
 * @words: the words, if no other CPU writes to the copy
 * @shared_words: the words otherwise
 * @is_shared: @shared_words is used
 *
 * Valid as long as preemption is off. An event that changes several words finds them once.
 */
struct tracing_map_own {
	union {
		local64_t *words;
		atomic64_t *shared_words;
	};
	bool is_shared;
};

/* Like tracing_map_own_words(), for a map whose &tracing_map.shared_sums is NULL. */
static __always_inline struct tracing_map_own
tracing_map_own_unshared(const struct tracing_map *map, int elt)
{
	return (struct tracing_map_own){
		.words = &__this_cpu_read(map->cpu->sums)[tracing_map_word(map, elt, 0)],
	};
}

/**
 * tracing_map_own_words - Find the words of an element in the copy that this CPU writes to
 * @map: the map
 * @elt: the element
 *
 * Context: any, with preemption off.
 * Return: the words.
 */
static __always_inline struct tracing_map_own
tracing_map_own_words(const struct tracing_map *map, int elt)
{
	if (likely(!map->shared_sums))
		return tracing_map_own_unshared(map, elt);
	return (struct tracing_map_own){
		.shared_words =
			&__this_cpu_read(map->cpu->shared_sums)[tracing_map_word(map, elt, 0)],
		.is_shared = true,
	};
}

/**
 * tracing_map_own_add - Add to a sum
 * @own: the words of the element
 * @i: index of the sum
 * @val: value to add, modulo 2^64; works for signed values as well
 *
 * Context: any, with preemption off since tracing_map_own_words().
 */
static __always_inline void tracing_map_own_add(struct tracing_map_own own, unsigned int i,
						u64 val)
{
	if (likely(!own.is_shared))
		local64_add(val, &own.words[i]);
	else
		atomic64_add(val, &own.shared_words[i]);
}

/**
 * tracing_map_own_read - Read a sum or maximum
 * @own: the words of the element
 * @i: index of the word
 *
 * Context: any, with preemption off since tracing_map_own_words().
 * Return: the word. It includes all that this event has added, unless tracing_map_take() has
 * removed it since.
 */
static __always_inline u64 tracing_map_own_read(struct tracing_map_own own, unsigned int i)
{
	return likely(!own.is_shared) ? local64_read(&own.words[i]) :
					atomic64_read(&own.shared_words[i]);
}

/**
 * tracing_map_add - Add to a sum of an element
 * @map: the map
 * @elt: the element
 * @i: index of the sum
 * @val: value to add, modulo 2^64; works for signed values as well
 *
 * Context: any, with preemption off.
 */
static __always_inline void tracing_map_add(struct tracing_map *map, int elt, unsigned int i,
					    u64 val)
{
	tracing_map_own_add(tracing_map_own_words(map, elt), i, val);
}

/**
 * tracing_map_read_own - Read a sum or maximum in this CPU's copy
 * @map: the map
 * @elt: the element
 * @i: index of the word
 *
 * Context: any, with preemption off.
 * Return: the word in the copy that this CPU writes to.
 */
static __always_inline u64 tracing_map_read_own(const struct tracing_map *map, int elt,
						unsigned int i)
{
	return tracing_map_own_read(tracing_map_own_words(map, elt), i);
}

/**
 * tracing_map_take - Read a sum in this CPU's copy and set it to 0
 * @map: the map
 * @elt: the element
 * @i: index of the sum
 *
 * If several calls compete, each part of the sum is returned by exactly one of them.
 *
 * Context: any, with preemption off.
 * Return: the sum in the copy that this CPU adds to, before it was set to 0.
 */
static inline u64 tracing_map_take(struct tracing_map *map, int elt, unsigned int i)
{
	unsigned long pos = tracing_map_word(map, elt, i);

	if (likely(!map->shared_sums))
		return local64_xchg(&__this_cpu_read(map->cpu->sums)[pos], 0);
	return atomic64_xchg_relaxed(&__this_cpu_read(map->cpu->shared_sums)[pos], 0);
}

/**
 * tracing_map_raise - Raise a maximum of an element
 * @map: the map
 * @elt: the element
 * @own: the words of the element
 * @i: index of the maximum among the words, so at least &tracing_map_config.n_sums
 * @val: the maximum becomes at least this value, compared as u64
 *
 * Context: any, with preemption off.
 * Return: false if the limit of tries was reached and the word may be too small; a drop is counted.
 */
static __always_inline bool tracing_map_raise(struct tracing_map *map, int elt,
					      struct tracing_map_own own, unsigned int i, u64 val)
{
	return likely(tracing_map_own_read(own, i) >= val) ||
	       tracing_map_raise_slow(map, elt, i, val);
}

/**
 * tracing_map_words_begin - Begin a change of several words of an element
 * @map: a map with &tracing_map_config.multi_word
 * @elt: the element
 *
 * Context: any, with preemption off until tracing_map_words_end(). Calls may be nested.
 */
static inline void tracing_map_words_begin(struct tracing_map *map, int elt)
{
	local64_inc(&this_cpu_ptr(map->seq)->begun[(u32)elt % TRACING_MAP_SEQ_COUNTERS]);
	smp_wmb(); /* Pairs with the second smp_rmb() of the snapshot. */
}

/**
 * tracing_map_words_end - End a change of several words of an element
 * @map: a map with &tracing_map_config.multi_word
 * @elt: the element
 *
 * Context: any, with preemption off since tracing_map_words_begin().
 */
static inline void tracing_map_words_end(struct tracing_map *map, int elt)
{
	smp_wmb(); /* Pairs with the first smp_rmb() of the snapshot. */
	local64_inc(&this_cpu_ptr(map->seq)->ended[(u32)elt % TRACING_MAP_SEQ_COUNTERS]);
}

/* Return the key of bucket @id of @elt in the pool. */
static __always_inline u64 tracing_map_bucket_key(int elt, u32 id)
{
	return (u64)elt << TRACING_MAP_BUCKET_ID_BITS | id;
}

/**
 * tracing_map_count - Count one in a bucket of an element
 * @map: a map with a pool
 * @elt: the element
 * @id: number of the bucket, less than 2^%TRACING_MAP_BUCKET_ID_BITS
 *
 * Context: any, with preemption off.
 * Return: false if the bucket is new and the pool has no free one, or the call is nested too
 * deeply, see tracing_map_insert(). Nothing is counted then.
 */
static __always_inline bool tracing_map_count(struct tracing_map *map, int elt, u32 id)
{
	struct tracing_map *pool = map->pool;
	u64 key = tracing_map_bucket_key(elt, id);
	u64 hash = tracing_map_hash(pool, &key, 1);
	int bucket = tracing_map_find(pool, &key, 1, hash);

	if (unlikely(bucket < 0))
		return tracing_map_count_new(pool, key, hash);
	tracing_map_add(pool, bucket, 0, 1);
	return true;
}

u64 tracing_map_var_encode(struct tracing_map *map, int elt, unsigned int i, u64 word);
u64 tracing_map_var_decode(const struct tracing_map *map, int elt, unsigned int i);

/* Return the word of a variable. */
static inline atomic64_t *tracing_map_var_word(const struct tracing_map *map, int elt,
					       unsigned int i)
{
	return tracing_map_atomic(&tracing_map_elt(map, elt)[map->var_word + i]);
}

/* Encode @val for that word. Stores the extra bit if @val needs it. */
static inline u64 tracing_map_var_code(struct tracing_map *map, int elt, unsigned int i, u64 val)
{
	u64 word = val ^ map->var_mask;

	return likely(word > 1) ? word : tracing_map_var_encode(map, elt, i, word);
}

/* Decode @word, which is not 0. */
static inline u64 tracing_map_var_value(const struct tracing_map *map, int elt, unsigned int i,
					u64 word)
{
	return likely(word != 1) ? word ^ map->var_mask : tracing_map_var_decode(map, elt, i);
}

/**
 * tracing_map_var_set - Set a variable of an element
 * @map: the map
 * @elt: the element
 * @i: index of the variable
 * @val: new value, any 64 bits
 *
 * Overwrites the previous value.
 *
 * Context: any.
 */
static inline void tracing_map_var_set(struct tracing_map *map, int elt, unsigned int i, u64 val)
{
	u64 word = tracing_map_var_code(map, elt, i, val);

	/* Pairs with the acquire in tracing_map_var_get() and _fetch_clear(). */
	atomic64_set_release(tracing_map_var_word(map, elt, i), word);
}

/**
 * tracing_map_var_get - Read a variable of an element
 * @map: the map
 * @elt: the element
 * @i: index of the variable
 * @val: set to the value; unchanged if the variable is unset
 *
 * Context: any.
 * Return: true if the variable was set.
 */
static inline bool tracing_map_var_get(const struct tracing_map *map, int elt, unsigned int i,
				       u64 *val)
{
	/* Pairs with the release in tracing_map_var_set(). */
	u64 word = atomic64_read_acquire(tracing_map_var_word(map, elt, i));

	if (!word)
		return false;
	*val = tracing_map_var_value(map, elt, i, word);
	return true;
}

/**
 * tracing_map_var_fetch_clear - Read a variable of an element and unset it
 * @map: the map
 * @elt: the element
 * @i: index of the variable
 * @val: set to the value; unchanged if the variable is unset
 *
 * If several calls compete, exactly one of them gets a value that was set, unless another set
 * overwrites the value first.
 *
 * Context: any.
 * Return: true if the variable was set; it is unset now.
 */
static inline bool tracing_map_var_fetch_clear(struct tracing_map *map, int elt, unsigned int i,
					       u64 *val)
{
	atomic64_t *var = tracing_map_var_word(map, elt, i);
	u64 word;

	/* Avoid an exclusive access to the cache line if the variable is not set. */
	if (!atomic64_read(var))
		return false;
	/* Fully ordered; pairs with the release in tracing_map_var_set(). */
	word = atomic64_xchg(var, 0);
	if (!word)
		return false;
	*val = tracing_map_var_value(map, elt, i, word);
	return true;
}

bool tracing_map_var_xchg(struct tracing_map *map, int elt, unsigned int i, u64 val);
bool tracing_map_var_fetch_max(struct tracing_map *map, int elt, unsigned int i, u64 val,
			       bool is_signed);
bool tracing_map_var_fetch_min(struct tracing_map *map, int elt, unsigned int i, u64 val,
			       bool is_signed);

bool tracing_map_cell_in_use(const struct tracing_map *map, int elt, unsigned int pos);
u64 *tracing_map_cell_write_begin(struct tracing_map *map, int elt, unsigned int pos);
bool tracing_map_cell_was_set(const u64 *cell);
void tracing_map_cell_copy_in(u64 *cell, unsigned int at, const u64 *src, unsigned int n);
void tracing_map_cell_write_end(u64 *cell);
bool tracing_map_cell_set(struct tracing_map *map, int elt, unsigned int pos, const u64 *words,
			  unsigned int n);
int tracing_map_cell_get(const struct tracing_map *map, int elt, unsigned int pos, u64 *words,
			 unsigned int n);
int tracing_map_cell_fetch_clear(struct tracing_map *map, int elt, unsigned int pos, u64 *words,
				 unsigned int n);

/**
 * tracing_map_cell_write - Write a word of a cell
 * @word: one of the words that tracing_map_cell_write_begin() returned
 * @val: new value of the word
 *
 * Uses WRITE_ONCE() because get and fetch-clear may read the word concurrently; they discard it
 * afterwards.
 *
 * Context: any, between write_begin and write_end.
 */
static inline void tracing_map_cell_write(u64 *word, u64 val)
{
	WRITE_ONCE(*word, val);
}

#endif /* _TRACING_MAP_H */
