/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tracing_map - a map from keys to sums, variables and cells, for any context
 *
 * A map of fixed size from a key (some 64-bit words) to an *element*, a small
 * index.  An element carries sums, which are only ever added to, and variables and
 * cells, which are set, read and taken: a variable is one value, a cell is some
 * words that belong together.  The map knows nothing of trace events or text.
 *
 * What follows says what is promised and why it can be.  The argument in steps that can
 * be checked against the code one by one, with all that an interrupt may find between
 * two of them, is in Documentation/trace/histogram-design.rst: who changes an access to
 * a slot, a seat, a header or a count goes through it again.
 *
 * What it promises
 * ----------------
 *
 * - Insert, lookup, add, the variables and the cells work in any context, NMI
 *   included: no lock, no wait, no allocation, and every loop has a fixed bound.
 * - A key has one element, from its first insert until the map is cleared.  Inserts and
 *   lookups of a key are linearizable; of different keys nothing more is promised.
 * - ``size`` distinct keys fit before the first insert is dropped, whatever the
 *   interleaving.  Without concurrency it is exactly ``size``; with it, inserts
 *   under way at the moment the map fills up may publish one key more each.  The one
 *   exception is an insert that interrupts as many as there are seats, see below.
 * - Every insert either returns an element or counts as dropped, with the reason.
 *   There is no counter of hits: who adds 1 to a sum on every hit has the hits as
 *   the total of that sum, and no cache line shared by all CPUs.
 * - Memory is taken by tracing_map_create() alone, in proportion to @size.
 *
 * The slots
 * ---------
 *
 * The table has at least two slots per key and is probed linearly.  A slot is
 * one 64-bit word that changes once::
 *
 *	            cmpxchg(0 -> word), with the
 *	            element's key and aux complete
 *	  +-------+ ----------------------------> +-----------------+-----------------+
 *	  | empty |                               | tag: 32 bits of | element index+1 |
 *	  |   0   | <---------------------------- | the key's hash  | (32 bits)       |
 *	  +-------+   tracing_map_clear(), when   +-----------------+-----------------+
 *	              nobody uses the map
 *
 * There is no third state, hence nothing to wait for.  Two inserts of one key
 * walk the same slots, and neither walks past an empty one without trying to
 * fill it.  Both thus try the same first empty slot, one cmpxchg succeeds, and
 * the other compares its key with the winner's: if they are equal it returns
 * the winner's element, if not it goes on with the next slot.
 *
 * The elements
 * ------------
 *
 * An element belongs to one inserter until it is published, and then to all; its
 * key and aux never change after that::
 *
 *	             take            publish (the cmpxchg above)
 *	  +-------+        +--------+              +-----------+
 *	  | fresh | -----> | seated | -----------> | published |
 *	  +-------+        +--------+              +-----------+
 *	                     |    ^
 *	   lost to an equal  +----+  the next insert in this seat uses it
 *	   key: stays seated
 *
 * Fresh elements are handed out by an atomic counter.  A *seat* belongs to one
 * CPU and one nesting depth: the first insert on a CPU that meets an empty slot
 * sits in seat 0, one that interrupts it in seat 1, and so on.  What interrupts
 * returns before what was interrupted goes on, so an insert has its seat to
 * itself and needs no atomic operation for it.  A seat holds at most one element
 * that is not published yet.  There is one seat for each of the four contexts
 * that nest (task, softirq, hard irq, NMI); an insert that finds all seats of
 * its CPU taken is dropped, and counted.
 *
 * Why the capacity is right
 * -------------------------
 *
 * Let N be @size and S the number of seats of all possible CPUs.  There are N+S
 * elements, and N counted keys is the limit: a key is counted just after it is
 * published, by its inserter, who is still in its seat.
 *
 * - No insert is dropped early.  It is dropped if, at an empty slot, it sees N
 *   keys counted and *then* sees the slot still empty.  N other keys are then
 *   in the map.  The second look matters: the first might be older than the
 *   very insert, of the same key, that became number N.
 * - The slack S is enough.  An element that is not counted yet is in some seat,
 *   and a seat has one.  When an insert takes a fresh element while N-1+j keys
 *   are counted, the last j of them came from j different seats, which are empty:
 *   with N keys counted, nobody gets past the check to take another.  At most
 *   (N-1+j) + (S-1-j) elements are out at that time, which is less than N+S.
 *   Elements that lost a race on some other CPU, or on one that is offline now,
 *   are in seats, so they are in this sum and cannot make an insert fail.
 * - A race overshoots by less than S: N-1 counted keys, and one from each seat.
 * - There is always an empty slot: the table has more than N+S slots.
 *
 * Barriers
 * --------
 *
 * - The publishing cmpxchg has release semantics and pairs with the acquire of
 *   the slot by every prober: who sees the word sees key and aux.
 * - Counting a key has release semantics and pairs with the acquire of the count
 *   by the insert that is about to be dropped: who sees N sees the N slots.
 * - Setting, changing or raising a variable has release semantics and pairs with
 *   the acquire by its reader, taker or raiser: what was written before the set is
 *   seen after the read.
 * - Publishing a cell has release semantics and pairs with the acquire of its
 *   header by reader and taker: who sees it set sees the words.
 * - A claim is fully ordered and pairs with the acquire of each word by reader and
 *   taker, which look at the header again after it: who sees a word of a later
 *   writer sees that writer's claim.
 * - A take is fully ordered and pairs with the claim, which is so as well: the words
 *   are read before the next writer writes.
 *
 * The sums
 * --------
 *
 * A map has one or more copies of all its sums, and a CPU always adds to the same copy.
 * tracing_map_sum() adds up the copies.
 *
 * - If one copy per possible CPU fits in the budget, each CPU has its own.  An add is then
 *   one instruction that is local to the CPU and that nested contexts cannot tear.
 * - Otherwise there are as many copies as fit in the budget, at least one, and their
 *   number is a power of two.  CPU c adds to copy c & (copies - 1).  Several CPUs share a
 *   copy, so an add is an atomic operation.
 *
 * The budget keeps the whole map within %TRACING_MAP_BUDGET_FACTOR times the memory of the
 * implementation that this one replaces, and all copies within %TRACING_MAP_CPU_SUMS_MAX
 * bytes.  tracing_map_sum_copies() has the rule.
 *
 * The variables
 * -------------
 *
 * A variable is unset or has any of the 2^64 values, which needs 65 bits.  It is
 * one word that is read and written whole, and in rare cases one bit beside it::
 *
 *	  word = 0              unset
 *	  word = 1              the value is (the bit beside it) ^ mask
 *	  word = anything else  the value is word ^ mask
 *
 * @mask is random, so that the words 0 and 1 stand for two values nobody meets.
 * Set, get and take are one store, one load and one exchange of that word, and
 * that access is the point at which they happen for everyone.  So a value that
 * was set is taken once or overwritten, never both, never twice, and no value is
 * ever torn.  The bit is written before the word says 1 and read after.  It may be
 * the wrong one only when one of these two secret values is in use on a variable
 * while the other is being set on it; the value read then is off by its lowest bit.
 *
 * A change is one exchange as well, whose result tells what it replaced.  A raise
 * is a compare-and-exchange, tried again when somebody else was faster, and the
 * successful one is the point at which it happens: as long as nobody does
 * anything but raise a variable, those that return true raised it, one after the
 * other, each to more than the one before.  That a value comes and goes between
 * the look and the exchange does no harm, as nothing but the value counts.
 * If two calls race to set one of the two secret values, the bit of the loser may
 * take effect at once: the loser returns true then, and so does the winner, even if
 * both set the same value.
 *
 * The cells
 * ---------
 *
 * A cell is a header word and some words behind it: a string, a stack trace, or
 * values that are saved together.  The map has room for @cell_words words in each
 * element; the caller cuts it into cells, which it names by the position of their
 * headers there.  The header says what may be done with the words::
 *
 *	                  claim                        claim
 *	  +-------+ ----------------> +---------+ <----------------- +-------+
 *	  | unset |                   | claimed |                    |  set  |
 *	  +-------+                   +---------+ -----------------> +-------+
 *	      ^                                     publish              |
 *	      |                                                          |
 *	      +----------------------------------------------------------+
 *	                              take
 *
 * Bit 0 says claimed, bit 1 set, and the bits above count the changes.  A claimed
 * cell keeps the bit that says whether it was set, for the one who claimed it.
 *
 * - A claimed cell belongs to one writer, who may read and write its words.  Who
 *   comes to write meanwhile, on another CPU or because it has interrupted the
 *   writer, is refused: its value counts as overwritten by the one that is being
 *   written, which will be published later.
 * - A claim takes two tries at most.  The first can fail because of a take alone,
 *   which leaves the cell unset; all that can happen to a cell which is unset is a
 *   claim.  So when the second fails as well there was another writer since we
 *   came, and ours counts as overwritten by it.
 * - A read copies the words and is good if the header was set before, and is the
 *   same after: each publish and each take counts, so if anybody wrote in between,
 *   the header says claimed or has another count.  2^62 changes would have to
 *   happen during one read for it to be mistaken.
 * - A take copies the words as a read does, and replaces the header that it saw
 *   before by one that says unset.  If that succeeds nobody wrote or took since.
 *   So of all takes one gets what a publish has set, and no take gets a mixture.
 * - Read and take try %TRACING_MAP_CELL_TRIES times, because what was published
 *   while they copied is as good.  They give up if each try met a writer; it may
 *   be the one that they have interrupted, for which nobody can wait.
 *
 * What the caller owes
 * --------------------
 *
 * Preemption is off from before the insert or add until after it: seats and a
 * CPU's own copy of the sums belong to the CPU.  It is off from claim to publish as well, or a
 * cell could be claimed for long.  The map is alive, and not being cleared: an
 * element is an index, it is valid until tracing_map_clear().
 *
 * The machine
 * -----------
 *
 * Slots, variables, headers of cells and sums are 64 bits wide everywhere and are only
 * touched by the functions of atomic64_t and local64_t, so that a 32-bit kernel needs
 * instructions for 64 bits (cmpxchg8b, ldrexd), and with them works the same.  Where
 * atomic64_t takes a lock, an NMI would wait for it forever: Kconfig knows.
 */
#ifndef _TRACING_MAP_H
#define _TRACING_MAP_H

#include <linux/atomic.h>
#include <linux/cache.h>
#include <linux/compiler.h>
#include <linux/errno.h>
#include <linux/percpu.h>
#include <linux/types.h>

#include <asm/local64.h>

/* Limits of struct tracing_map_config. */
#define TRACING_MAP_SIZE_MIN		128
#define TRACING_MAP_SIZE_MAX		131072
#define TRACING_MAP_KEY_MAX		1024
#define TRACING_MAP_AUX_MAX		1024
#define TRACING_MAP_SUMS_MAX		32
#define TRACING_MAP_VARS_MAX		64
#define TRACING_MAP_CELL_WORDS_MAX	1024

/* Sort keys of one snapshot: as many as the sort= of a histogram takes. */
#define TRACING_MAP_SORT_KEYS_MAX	2

/* Inserts that can nest on one CPU: task, softirq, hard irq, NMI. */
#define TRACING_MAP_SEATS		4

/* What a snapshot can copy beside the sums: each variable and each cell once. */
#define TRACING_MAP_EXTRAS_MAX		(TRACING_MAP_VARS_MAX + TRACING_MAP_CELL_WORDS_MAX)

/* Tries to read or take a cell while others write it. */
#define TRACING_MAP_CELL_TRIES		4

/* How often a snapshot goes about that, which has more time. */
#define TRACING_MAP_SNAPSHOT_TRIES	64

/* Maximum number of bytes of all copies of the sums of one map. */
#define TRACING_MAP_CPU_SUMS_MAX	(8UL << 20)

/*
 * Memory of the implementation that this one replaces, in bytes per key of the size, on
 * 64-bit machines: with a key of one word and one sum, and for each further sum.  Measured.
 */
#define TRACING_MAP_REPLACED_KEY_BYTES	174
#define TRACING_MAP_REPLACED_SUM_BYTES	16

/* A map has more than one copy of its sums only if it takes at most this many times as much. */
#define TRACING_MAP_BUDGET_FACTOR	4

/**
 * struct tracing_map_config - What a map is to hold
 */
struct tracing_map_config {
	/**
	 * @size: Distinct keys that fit: a power of two from
	 * %TRACING_MAP_SIZE_MIN to %TRACING_MAP_SIZE_MAX.
	 */
	unsigned int size;
	/**
	 * @key_size: Bytes of a key, hashed and compared: a multiple of 8 from
	 * 8 to %TRACING_MAP_KEY_MAX.  Padding counts, so it must be zeroed.
	 */
	unsigned int key_size;
	/**
	 * @aux_size: Bytes kept beside the key from its first insert on,
	 * neither hashed nor compared: a multiple of 8, 0 to
	 * %TRACING_MAP_AUX_MAX.
	 */
	unsigned int aux_size;
	/** @n_sums: Sums of an element, 0 to %TRACING_MAP_SUMS_MAX. */
	unsigned int n_sums;
	/** @n_vars: Variables of an element, 0 to %TRACING_MAP_VARS_MAX. */
	unsigned int n_vars;
	/**
	 * @cell_words: 64-bit words that the cells of an element take together,
	 * with one for the header of each: 0 to %TRACING_MAP_CELL_WORDS_MAX.
	 */
	unsigned int cell_words;
};

/**
 * enum tracing_map_drop_reason - Why an event is not counted in any element
 */
enum tracing_map_drop_reason {
	/** @TRACING_MAP_DROP_FULL: The map is full and the key is not in it. */
	TRACING_MAP_DROP_FULL,
	/**
	 * @TRACING_MAP_DROP_NESTED: The insert interrupted %TRACING_MAP_SEATS other
	 * inserts on its CPU.
	 */
	TRACING_MAP_DROP_NESTED,
	/** @TRACING_MAP_DROP_FRAME: The caller had no memory to put the key together. */
	TRACING_MAP_DROP_FRAME,
	/** @TRACING_MAP_DROP_RECORD: The caller had no record to take the key from. */
	TRACING_MAP_DROP_RECORD,
	/** @TRACING_MAP_DROP_REASONS: Number of reasons. */
	TRACING_MAP_DROP_REASONS,
};

/**
 * struct tracing_map_cpu - What a map keeps for one CPU
 *
 * Written with preemption off, by its CPU alone, except that
 * tracing_map_clear() resets it.
 */
struct tracing_map_cpu {
	union {
		/**
		 * @sums: Own copy of the sums, @n_sums for each element, if
		 * &tracing_map.shared_sums is NULL.  The pointer is set at create and
		 * constant after.  The sums are read by other CPUs.
		 */
		local64_t *sums;
		/**
		 * @shared_sums: Copy of the sums that this CPU shares with others, part of
		 * &tracing_map.shared_sums.  The pointer is set at create and constant
		 * after.  Atomic.
		 */
		atomic64_t *shared_sums;
	};
	/** @dropped: Events dropped on this CPU, by reason.  Read by other CPUs. */
	local64_t dropped[TRACING_MAP_DROP_REASONS];
	/** @depth: Seats taken; a nested insert leaves it as it found it. */
	u32 depth;
	/** @seats: Index+1 of the element in each seat, 0 for none. */
	u32 seats[TRACING_MAP_SEATS];
};

/**
 * struct tracing_map_seed - What makes hashes unpredictable
 * @start: hash before the first word
 * @mul: factor that each word is multiplied by, odd
 */
struct tracing_map_seed {
	u64 start;
	u64 mul;
};

/**
 * struct tracing_map - A map
 *
 * Defined here for the inline functions below only; users know the functions.
 * What is not said to change is set at create and constant after.
 */
struct tracing_map {
	/** @slots: The table; the top of this file tells how a slot changes. */
	atomic64_t *slots;
	/** @slot_mask: Number of slots, a power of two, minus 1. */
	u32 slot_mask;
	/** @slot_shift: By how much to shift a hash to have a slot's number left. */
	u32 slot_shift;
	/**
	 * @seed: Seed of the hashes, the same for all maps, so that the hash of a key
	 * can be used for each of them.  A copy in each map, because the pointer to the
	 * map orders a reader's load of it: no barrier is needed per event.
	 */
	struct tracing_map_seed seed;
	/**
	 * @elts: The elements, one after the other: key, aux, variables, cells.
	 * Key and aux are constant once published, variables are atomic, and so
	 * are the headers of cells, which say who may use the words behind.
	 */
	u64 *elts;
	/** @elt_words: 64-bit words of an element. */
	u32 elt_words;
	/** @key_words: 64-bit words of a key. */
	u32 key_words;
	/** @cpu: What is kept per CPU. */
	struct tracing_map_cpu __percpu *cpu;
	/**
	 * @shared_sums: All copies of the sums, one after the other, if CPUs share copies;
	 * NULL if each CPU has its own.  Atomic.
	 */
	atomic64_t *shared_sums;
	/** @var_word: Where the variables begin in an element, which is where aux ends. */
	u32 var_word;
	/** @var_mask: Random; the values coded specially are it and it ^ 1. */
	u64 var_mask;
	/**
	 * @var_low: Which of the two, one bit for each variable of each element;
	 * NULL without variables.  Atomic bit operations.
	 */
	unsigned long *var_low;
	/** @n_sums: Sums of an element. */
	u32 n_sums;
	/** @n_copies: Copies of the sums, 0 without sums. */
	u32 n_copies;
	/** @copy_sums: Distance of two copies in @shared_sums, in sums. */
	u32 copy_sums;
	/** @n_vars: Variables of an element. */
	u32 n_vars;
	/** @cell_word: Where the cells begin in an element, behind the variables. */
	u32 cell_word;
	/** @n_elts: Elements, which is @size and one for each seat. */
	u32 n_elts;
	/** @size: Counted keys at which inserts of new keys are dropped. */
	u32 size;
	/**
	 * @n_keys: Keys counted.  Atomic, on its own cache line together with
	 * @n_taken, because both are written for new keys only.
	 */
	atomic_t n_keys ____cacheline_aligned_in_smp;
	/** @n_taken: Elements taken so far, which is the index of the next. */
	atomic_t n_taken;
};

unsigned int tracing_map_sum_copies(const struct tracing_map_config *cfg, unsigned int n_cpus);
struct tracing_map *tracing_map_create(const struct tracing_map_config *cfg);
void tracing_map_destroy(struct tracing_map *map);
void tracing_map_clear(struct tracing_map *map);

int tracing_map_insert_new(struct tracing_map *map, const u64 *key, u64 hash);
void tracing_map_drop(struct tracing_map *map, enum tracing_map_drop_reason reason);
u64 tracing_map_dropped_for(const struct tracing_map *map, enum tracing_map_drop_reason reason);
u64 tracing_map_dropped(const struct tracing_map *map);
u64 tracing_map_sum(const struct tracing_map *map, int elt, unsigned int i);
u64 tracing_map_total(const struct tracing_map *map, unsigned int i);

/*
 * Each bit of @word and @hash reaches the high bits of the first product, which are
 * folded onto the low ones, and so all of the high bits of the second.  These are what
 * counts: they are the position, and the tag.
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
 * @words: words of it
 *
 * Context: any.
 * Return: the hash, for all maps with keys of so many words.
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

/* The slot in which the search for a key begins. */
static __always_inline u32 tracing_map_first_slot(const struct tracing_map *map, u64 hash)
{
	return hash >> map->slot_shift;
}

/* The words of an element, which begin with its key. */
static __always_inline u64 *tracing_map_elt(const struct tracing_map *map, u32 elt)
{
	return &map->elts[(unsigned long)elt * map->elt_words];
}

/* A word of an element that others may change at any time. */
static __always_inline atomic64_t *tracing_map_atomic(const u64 *word)
{
	return (atomic64_t *)word;
}

/* Whether @word, of a slot that is not empty, stands for @key. */
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

/**
 * tracing_map_find - Find the element of a key, whose hash is known
 * @map: the map
 * @key: the key; no aux is needed behind it
 * @words: words of a key of this map, which the caller may know to be 1
 * @hash: of the key, from tracing_map_hash()
 *
 * Finds every key whose insert returned before this was called.
 *
 * Context: any.
 * Return: the element, or -ENOENT if the key is not in the map.
 */
static __always_inline int tracing_map_find(const struct tracing_map *map, const u64 *key,
					    u32 words, u64 hash)
{
	u32 pos = tracing_map_first_slot(map, hash);

	/* Ends at an empty slot at the latest: there are more slots than elements. */
	for (;; pos = (pos + 1) & map->slot_mask) {
		/* Pairs with the release of the cmpxchg in insert_seated(). */
		u64 word = atomic64_read_acquire(&map->slots[pos]);

		if (unlikely(!word))
			return -ENOENT;
		if (likely(tracing_map_slot_has(map, word, hash, key, words)))
			return (u32)word - 1;
	}
}

/**
 * tracing_map_lookup - Find the element of a key
 * @map: the map
 * @key: the key; no aux is needed behind it
 *
 * Context: any.
 * Return: as tracing_map_find().
 */
static inline int tracing_map_lookup(const struct tracing_map *map, const u64 *key)
{
	u32 words = map->key_words;

	return tracing_map_find(map, key, words, tracing_map_hash(map, key, words));
}

/**
 * tracing_map_insert - Find the element of a key, or make it
 * @map: the map
 * @key: key and aux, one after the other; aux is not looked at if the key is
 *	 there already
 *
 * Context: any, with preemption off.
 * Return: the element, or -ENOSPC if the key is not in the map, and the map is
 * full or the insert is nested too deeply; it then counts as dropped.
 */
static inline int tracing_map_insert(struct tracing_map *map, const u64 *key)
{
	u32 words = map->key_words;
	u64 hash = tracing_map_hash(map, key, words);
	int elt = tracing_map_find(map, key, words, hash);

	return likely(elt >= 0) ? elt : tracing_map_insert_new(map, key, hash);
}

/**
 * tracing_map_add - Add to a sum of an element
 * @map: the map
 * @elt: the element
 * @i: which of its sums
 * @val: what to add, modulo 2^64; a signed value works as well
 *
 * Context: any, with preemption off.
 */
static inline void tracing_map_add(struct tracing_map *map, int elt, unsigned int i, u64 val)
{
	unsigned long pos = (unsigned long)elt * map->n_sums + i;

	if (likely(!map->shared_sums))
		local64_add(val, &__this_cpu_read(map->cpu->sums)[pos]);
	else
		atomic64_add(val, &__this_cpu_read(map->cpu->shared_sums)[pos]);
}

u64 tracing_map_var_encode(struct tracing_map *map, int elt, unsigned int i, u64 word);
u64 tracing_map_var_decode(const struct tracing_map *map, int elt, unsigned int i);

/* The word of a variable. */
static inline atomic64_t *tracing_map_var_word(const struct tracing_map *map, int elt,
					       unsigned int i)
{
	return tracing_map_atomic(&tracing_map_elt(map, elt)[map->var_word + i]);
}

/* What to store in that word for @val; the bit beside it, if it takes one, is stored. */
static inline u64 tracing_map_var_code(struct tracing_map *map, int elt, unsigned int i, u64 val)
{
	u64 word = val ^ map->var_mask;

	return likely(word > 1) ? word : tracing_map_var_encode(map, elt, i, word);
}

/* The value that @word, which is not 0, was stored for. */
static inline u64 tracing_map_var_value(const struct tracing_map *map, int elt, unsigned int i,
					u64 word)
{
	return likely(word != 1) ? word ^ map->var_mask : tracing_map_var_decode(map, elt, i);
}

/**
 * tracing_map_var_set - Set a variable of an element
 * @map: the map
 * @elt: the element
 * @i: which of its variables
 * @val: its new value, any 64 bits
 *
 * A value that was there is overwritten.  Other CPUs see this one next.
 *
 * Context: any.
 */
static inline void tracing_map_var_set(struct tracing_map *map, int elt, unsigned int i, u64 val)
{
	u64 word = tracing_map_var_code(map, elt, i, val);

	/* Pairs with the acquire in tracing_map_var_get() and _take(). */
	atomic64_set_release(tracing_map_var_word(map, elt, i), word);
}

/**
 * tracing_map_var_get - Read a variable of an element
 * @map: the map
 * @elt: the element
 * @i: which of its variables
 * @val: where to put the value; untouched if there is none
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
 * tracing_map_var_take - Read a variable of an element and unset it
 * @map: the map
 * @elt: the element
 * @i: which of its variables
 * @val: where to put the value; untouched if there is none
 *
 * Of all that take from a variable, exactly one gets a value that was set once,
 * unless another set overwrites it first.
 *
 * Context: any.
 * Return: true if the variable was set; it is unset now.
 */
static inline bool tracing_map_var_take(struct tracing_map *map, int elt, unsigned int i, u64 *val)
{
	atomic64_t *var = tracing_map_var_word(map, elt, i);
	u64 word;

	/* Do not pull the cache line over for a variable that is not set. */
	if (!atomic64_read(var))
		return false;
	/* Fully ordered; pairs with the release in tracing_map_var_set(). */
	word = atomic64_xchg(var, 0);
	if (!word)
		return false;
	*val = tracing_map_var_value(map, elt, i, word);
	return true;
}

bool tracing_map_var_change(struct tracing_map *map, int elt, unsigned int i, u64 val);
bool tracing_map_var_raise(struct tracing_map *map, int elt, unsigned int i, u64 val,
			   bool is_signed);

u64 *tracing_map_cell_claim(struct tracing_map *map, int elt, unsigned int pos);
bool tracing_map_cell_was_set(const u64 *cell);
void tracing_map_cell_copy_in(u64 *cell, unsigned int at, const u64 *src, unsigned int n);
void tracing_map_cell_publish(u64 *cell);
bool tracing_map_cell_set(struct tracing_map *map, int elt, unsigned int pos, const u64 *words,
			  unsigned int n);
bool tracing_map_cell_get(const struct tracing_map *map, int elt, unsigned int pos, u64 *words,
			  unsigned int n);
bool tracing_map_cell_take(struct tracing_map *map, int elt, unsigned int pos, u64 *words,
			   unsigned int n);

/**
 * tracing_map_cell_write - Write a word of a claimed cell
 * @word: one of the words that tracing_map_cell_claim() returned
 * @val: its new value
 *
 * Marked, because readers look at it at the same time, in vain.
 *
 * Context: any, between claim and publish.
 */
static inline void tracing_map_cell_write(u64 *word, u64 val)
{
	WRITE_ONCE(*word, val);
}

/**
 * enum tracing_map_cmp - How a sort key orders rows
 */
enum tracing_map_cmp {
	/** @TRACING_MAP_CMP_U64: One word, unsigned. */
	TRACING_MAP_CMP_U64,
	/** @TRACING_MAP_CMP_S64: One word, signed. */
	TRACING_MAP_CMP_S64,
	/** @TRACING_MAP_CMP_STRING: Bytes padded with NUL, as strcmp() does. */
	TRACING_MAP_CMP_STRING,
	/** @TRACING_MAP_CMP_WORDS: Unsigned words, the first that differs decides. */
	TRACING_MAP_CMP_WORDS,
};

/**
 * struct tracing_map_sort_key - What to sort the rows of a snapshot by
 */
struct tracing_map_sort_key {
	/** @is_key: By a part of the key; else by a sum, or a number made of it. */
	bool is_key;
	/** @descending: Largest first. */
	bool descending;
	/** @cmp: How to compare; a sum is one word, and so is a number made of it. */
	enum tracing_map_cmp cmp;
	/** @pos: Which sum; or the offset in the key, in bytes. */
	unsigned int pos;
	/**
	 * @size: Bytes of that part of the key, not looked at for a sum.  For
	 * strings any number, with any @pos; for words @pos and @size are
	 * multiples of 8; for one word @size is 8.
	 */
	unsigned int size;
	/**
	 * @number: Makes another number of the sum, given all sums of the row, and
	 * @arg; NULL to sort by the sum itself.
	 */
	u64 (*number)(const u64 *sums, const void *arg);
	/** @arg: For @number. */
	const void *arg;
};

/**
 * struct tracing_map_extra - What a snapshot is to copy beside the sums
 */
struct tracing_map_extra {
	/** @is_cell: A cell; else a variable. */
	bool is_cell;
	/** @pos: Which variable; or the position of the cell's header. */
	unsigned int pos;
	/** @n_words: How many of the cell's words; 1 for a variable. */
	unsigned int n_words;
};

/**
 * struct tracing_map_row - Where a row of a snapshot is
 */
struct tracing_map_row {
	/**
	 * @rank: The beginning of the first sort key, made such that comparing
	 * ranks as u64 puts rows in order.
	 */
	u64 rank;
	/** @data: Which of the rows in &tracing_map_snapshot.data. */
	u32 data;
	/** @elt: The element it was made from. */
	u32 elt;
};

/**
 * struct tracing_map_snapshot - The rows of a map at some time, sorted
 *
 * Owned by who made it, constant, and does not refer to the map: it may outlive
 * tracing_map_clear() and tracing_map_destroy().
 */
struct tracing_map_snapshot {
	/** @n_rows: Rows, each with another key. */
	unsigned int n_rows;
	/** @n_sums: Sums of a row. */
	unsigned int n_sums;
	/** @dropped: Drops for all reasons together, read after all rows. */
	u64 dropped;
	/** @drops: The same by reason; @dropped is their sum. */
	u64 drops[TRACING_MAP_DROP_REASONS];
	/** @key_words: 64-bit words of a key. */
	unsigned int key_words;
	/** @sum_word: Where the sums begin in a row of @data; aux is before. */
	unsigned int sum_word;
	/** @row_words: 64-bit words of a row of @data. */
	unsigned int row_words;
	/** @data: Key, aux, sums and extras of each row, in the order of the elements. */
	u64 *data;
	/** @rows: The sorted rows. */
	struct tracing_map_row *rows;
	/** @n_extras: Extras of a row. */
	unsigned int n_extras;
	/**
	 * @extra_words: Where each extra begins in a row of @data: with a word
	 * that says whether it was set.
	 */
	unsigned int extra_words[] __counted_by(n_extras);
};

struct tracing_map_snapshot *
tracing_map_snapshot_extras(const struct tracing_map *map,
			    const struct tracing_map_sort_key *keys, unsigned int n_keys,
			    const struct tracing_map_extra *extras, unsigned int n_extras);

/*
 * tracing_map_snapshot_extras() without extras.  Not for kernel-doc, which knows the struct
 * of the same name.
 */
static inline struct tracing_map_snapshot *
tracing_map_snapshot(const struct tracing_map *map, const struct tracing_map_sort_key *keys,
		     unsigned int n_keys)
{
	return tracing_map_snapshot_extras(map, keys, n_keys, NULL, 0);
}

void tracing_map_snapshot_free(struct tracing_map_snapshot *snap);

/**
 * tracing_map_row_key - The key of a row
 * @snap: the snapshot
 * @row: which row, in sorted order
 *
 * Return: its words, valid as long as @snap.
 */
static inline const u64 *tracing_map_row_key(const struct tracing_map_snapshot *snap,
					     unsigned int row)
{
	return &snap->data[(unsigned long)snap->rows[row].data * snap->row_words];
}

/**
 * tracing_map_row_aux - What is kept beside the key of a row
 * @snap: the snapshot
 * @row: which row, in sorted order
 *
 * Return: its words, valid as long as @snap.
 */
static inline const u64 *tracing_map_row_aux(const struct tracing_map_snapshot *snap,
					     unsigned int row)
{
	return tracing_map_row_key(snap, row) + snap->key_words;
}

/**
 * tracing_map_row_sums - The sums of a row
 * @snap: the snapshot
 * @row: which row, in sorted order
 *
 * Return: the sums as they were when the snapshot read them, valid as long as @snap.
 */
static inline const u64 *tracing_map_row_sums(const struct tracing_map_snapshot *snap,
					      unsigned int row)
{
	return tracing_map_row_key(snap, row) + snap->sum_word;
}

/**
 * tracing_map_row_sum - A sum of a row
 * @snap: the snapshot
 * @row: which row, in sorted order
 * @i: which of its sums
 *
 * Return: the sum as it was when the snapshot read it.
 */
static inline u64 tracing_map_row_sum(const struct tracing_map_snapshot *snap, unsigned int row,
				      unsigned int i)
{
	return tracing_map_row_sums(snap, row)[i];
}

/**
 * tracing_map_row_extra - A variable or cell of a row
 * @snap: the snapshot
 * @row: which row, in sorted order
 * @k: which of the extras that the snapshot was to copy
 *
 * Return: its words, valid as long as @snap; or NULL if it was not set when the
 * snapshot read it.
 */
static inline const u64 *tracing_map_row_extra(const struct tracing_map_snapshot *snap,
					       unsigned int row, unsigned int k)
{
	const u64 *extra = tracing_map_row_key(snap, row) + snap->extra_words[k];

	return extra[0] ? &extra[1] : NULL;
}

/**
 * tracing_map_row_elt - The element of a row
 * @snap: the snapshot
 * @row: which row, in sorted order
 *
 * Return: the element, through which the variables can be read as they are now;
 * valid as long as the map has been neither cleared nor destroyed.
 */
static inline int tracing_map_row_elt(const struct tracing_map_snapshot *snap, unsigned int row)
{
	return snap->rows[row].elt;
}

#endif /* _TRACING_MAP_H */
