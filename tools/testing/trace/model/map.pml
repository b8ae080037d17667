/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Model of inserts into a tracing_map, of the events that count, of an exchange of the halves, and
 * of an eviction of keys, for the model checker spin. run-model checks all interleavings of the
 * configurations that it lists. evict.pml has the steps of an eviction, and variables.pml those of
 * variables.
 *
 * A step of the model is one memory access of the C code. If no writer interrupts another one, the
 * accesses to a CPU's own context slots are part of the next step. The steps of an insert have the
 * letters of "Algorithm" in Documentation/trace/histogram-design.rst:
 *
 *	model				C
 *	----------------------------	------------------------------------------------------------
 *	writer: begin, end		preemption off in hist_exec()
 *	writer: load pointer		rcu_dereference_sched(runtime.map)
 *	writer: find			tracing_map_find()
 *	writer: D1, D2, D3, drop	tracing_map_insert_new()
 *	writer: A to R			insert_in_context()
 *	writer: add			tracing_map_add(map, elt, 0, 1)
 *	exchanger: publish		hist_interval_cut(), publish_half()
 *	exchanger: grace period		between hist_interval_cut() and hist_interval_take()
 *	exchanger: read, add, clear	tracing_map_drain(): read_half(), add_counts(),
 *					tracing_map_clear_half()
 *
 * and with evictions
 *
 *	writer: load slots		READ_ONCE() in tracing_map_find(), insert_in_context(),
 *					tracing_map_find_var() and tracing_map_condemned()
 *	writer: free element		tracing_map_evict_take_free()
 *	writer: direct			tracing_map_evict_direct()
 *	writer: set			tracing_map_var_set()
 *	writer: unset			unset_vars() in hist_insert_row()
 *	writer: fetch			tracing_map_var_fetch_clear() by an event that looks up
 *	exchanger: evict()		evict_rows_of(): tracing_map_eviction.c
 *
 * The model checks that
 *
 * - a key has one element, and a search that finds a word finds the complete key (L2, L3);
 * - no insert is dropped for lack of room while fewer than SIZE other keys are published (L5);
 * - the elements suffice (L6), each of them is in one place (I3), and at least one slot stays
 *   empty (I6);
 * - each event is in exactly one interval, or counted as dropped in exactly one (L8): the interval
 *   that was drained, the half that is in use, and the total have the events that belong there;
 * - no process waits forever;
 *
 * and with evictions that
 *
 * - each event is counted once, in the row of its key or in { other }, which the model calls
 *   dropped;
 * - the truth of a key is in [count, count + error], or at most its bound if it has no element;
 * - an element has one key, and nobody reads a table of slots that was freed;
 * - an event that looks up finds no variable that was set before another event of the key, whether
 *   that was refused or not, and none of another key;
 * - it finds the variable that was set last, unless another lookup has fetched it, or another event
 *   of the key ran at the same time.
 *
 * What is left out:
 *
 * - Memory order: all processes see all accesses in one order. The thread sanitizer and the
 *   argument in histogram-design.rst cover barriers.
 * - Hashes: the tags of all keys are equal, so each search compares keys. The paths of the keys
 *   collide, or the path of key 1 begins in the slot behind that of key 0, and both wrap around.
 * - A key is one word, and there is no aux. An element has one sum. CPUs have own copies.
 * - Creation of the halves, failed allocations, pending intervals and locks of readers: the code
 *   that does these things is not concurrent with itself, because event_mutex and exchange_mutex
 *   are held. Events take no lock.
 * - A grace period ends at the first moment that RCU allows: all events that ran at its begin have
 *   ended.
 * - When an eviction begins, and which keys have the lowest ranks: it may begin at any time, and
 *   evict any keys without a variable. Cells, maxima and buckets are left out.
 *
 * Parameters, as -D options of spin:
 *
 *	WRITERS		processes that fire events, 2 or 3
 *	SIZE		keys that fit
 *	EVENTS		events that each writer fires, with any key
 *	ONE_KEY		all events have key 0; for bugs that need three events of a key
 *	EXCHANGES	exchanges of the halves; by default 1 without EVICTIONS, otherwise 0
 *	NESTED		0: the writers are on CPUs of their own; 1: writer 1 interrupts writer 0; 2:
 *			writer 2 also interrupts both of them. An interrupt may begin between
 *			any two steps and then runs to its end.
 *	CONTEXT_SLOTS	context slots of each CPU
 *	EVICTIONS	evictions. Exchanges and evictions come in any order. The map may have
 *			counted an event of key 0 before.
 *	ONE_CLASS	the bounds of both keys are the same
 *	VARIABLES	an event sets the variable of its key, or fetches that of any key. The event
 *			before may have set a variable, too.
 *	FINE_DRAIN	each access of a drain is a step of its own, and the removal of victims is
 *			several steps; otherwise each of them is one step
 *
 * The options BUG_... put in the bugs that run-model expects to be found.
 */

#ifndef WRITERS
#define WRITERS		3
#endif
#ifndef SIZE
#define SIZE		1
#endif
#ifndef EVENTS
#define EVENTS		1
#endif
#ifndef NESTED
#define NESTED		0
#endif
#ifndef CONTEXT_SLOTS
#define CONTEXT_SLOTS	(NESTED + 1)
#endif
#ifndef EVICTIONS
#define EVICTIONS	0
#endif
#ifndef EXCHANGES
#if EVICTIONS
#define EXCHANGES	0
#else
#define EXCHANGES	1
#endif
#endif
#ifndef VARIABLES
#define VARIABLES	0
#endif

#define KEYS		2
#if EXCHANGES
#define HALVES		2
#else
#define HALVES		1
#endif
#define CPUS		(WRITERS - NESTED)
#define CPU(w)		((w) > NESTED -> (w) - NESTED : 0)
#define LEVEL(w)	((w) > NESTED -> 0 : (w))

/* Where an insert ends: it restores the depth, or goes on if no insert interrupts another one. */
#if NESTED
#define LEAVE(to)	leave
#else
#define LEAVE(to)	to
#endif

#ifdef BUG_FEW_ELEMENTS
#define ELTS		(SIZE + CPUS * CONTEXT_SLOTS - 2)
#else
#define ELTS		(SIZE + CPUS * CONTEXT_SLOTS)
#endif
#define SLOTS		(ELTS + 1)
#define NEXT(pos)	(((pos) + 1) % SLOTS)
#define FIRST(key)	((key) == 0 -> SLOTS - 1 : first_of_key_1)

#ifdef BUG_SHARED_CONTEXT_SLOT
#define CONTEXT_SLOT(w, depth)	context_slots[CPU(w) * CONTEXT_SLOTS]
#else
#define CONTEXT_SLOT(w, depth)	context_slots[CPU(w) * CONTEXT_SLOTS + (depth)]
#endif
#define SUM(half, cpu, elt)	sums[((half) * CPUS + (cpu)) * ELTS + (elt)]
#define DROPPED(half, cpu)	dropped[(half) * CPUS + (cpu)]

#if VARIABLES
#define IS_FETCH	is_fetch
#else
#define IS_FETCH	false
#endif

#if EVICTIONS
/* Tables of slots: a writer uses the one that it has loaded. */
#define TABLES		2
#define SLOT(pos)	slots[table * SLOTS + (pos)]
/* Contents of a table that was freed */
#define FREED		255
#define CHECK_WORD	assert(word != FREED)
#define WAS_CLOSED	was_closed
/* What the count of keys has more while the map is closed */
#define CLOSED		100
/* A free element still has its last key. */
#define HAS_KEY(elt, key)	(in_row[elt] && elt_key[elt] == (key) + 1)
#else
#define TABLES		1
#define SLOT(pos)	slots[pos]
#define CHECK_WORD	skip
#define WAS_CLOSED	false
#define HAS_KEY(elt, key)	(elt_key[elt] == (key) + 1 && has_element[key])
#endif

/* Part that both halves share: the slots have element + 1, or 0. Keys are numbered from 1. */
byte slots[TABLES * SLOTS];
byte elt_key[ELTS];
byte n_keys;
byte n_allocated;
byte context_depth[CPUS];
byte context_slots[CPUS * CONTEXT_SLOTS];
byte first_of_key_1;

/* The two halves */
byte sums[HALVES * CPUS * ELTS];
byte dropped[HALVES * CPUS];

/* Pointer that events read, the counts of the last interval, and the total of all intervals */
bit published;
byte counts[ELTS];
byte counts_dropped;
byte total[ELTS];
byte total_dropped;

/* Writers that the grace period waits for, and those that have preemption off */
bool in_event[WRITERS];
bool awaited[WRITERS];
#if WRITERS == 3
#define NONE_AWAITED	(!awaited[0] && !awaited[1] && !awaited[2])
#else
#define NONE_AWAITED	(!awaited[0] && !awaited[1])
#endif

#if NESTED
/* Level of the innermost writer that runs on a CPU, plus 1 */
byte running[CPUS];
#define MAY_BEGIN(w)	running[CPU(w)] <= LEVEL(w)
#define STEP(w)		running[CPU(w)] == LEVEL(w) + 1 ->
#else
/* The writers are alike, so it does not matter which one is the first to begin. */
bool has_begun[WRITERS];
#define MAY_BEGIN(w)	((w) == 0 || has_begun[(w) - 1])
#define STEP(w)
#endif

#ifndef FINE_DRAIN
/* Events that use a half, and whether the exchanger drains it */
byte n_users[HALVES];
bool is_drained[HALVES];
#endif

/*
 * What happened, for the assertions: the number of the interval; for each interval and key the
 * events that belong to it, and those that were dropped; the keys that have an element.
 */
byte interval;
byte fired[(EXCHANGES + 1) * KEYS];
byte lost[(EXCHANGES + 1) * KEYS];
bool has_element[KEYS];

/* Number of published keys other than @key */
#define OTHER_KEYS(key)	(has_element[1 - (key)] -> 1 : 0)

/* Wait until all events that run now have ended. */
inline grace_period() {
	d_step {
		i = 0;
		do
		:: i < WRITERS -> awaited[i] = in_event[i]; i++
		:: else -> break
		od;
		i = 0;
	}
	NONE_AWAITED;
}

#if EVICTIONS
#include "evict.pml"
#endif
#include "variables.pml"

inline check_publish(key) {
	assert(!has_element[key]);
	has_element[key] = true;
#if EVICTIONS
	assert(!in_row[own - 1]);
	in_row[own - 1] = true;
#endif
	i = 0;
	do
	:: i < SLOTS && SLOT(i) != 0 -> i++
	:: else -> break
	od;
	assert(i < SLOTS);
	i = 0;
}

proctype writer(byte me)
{
	byte key, half, my_interval, pos, word, elt, depth, own, n, i;
#if NESTED
	byte interrupted;
#endif
	bool filled;
#if EVICTIONS
	bit table;
	bool was_closed;
#endif
	WRITER_OF_VARIABLES

next_event:
	/* Begin */
	atomic {
		n < EVENTS && MAY_BEGIN(me) ->
		n++;
		if
		:: key = 0
#ifndef ONE_KEY
		:: key = 1
#endif
		fi;
#if NESTED
		interrupted = running[CPU(me)];
		running[CPU(me)] = LEVEL(me) + 1;
#else
		has_begun[me] = true;
#endif
		in_event[me] = true;
		begin_variables()
	}

	/* Load pointer */
	atomic {
		STEP(me)
		half = published;
		my_interval = interval;
		if
		:: IS_FETCH -> skip
		:: else -> fired[my_interval * KEYS + key]++
		fi;
#ifndef FINE_DRAIN
		assert(!is_drained[half]);
		n_users[half]++;
#endif
		pos = FIRST(key);
#if EVICTIONS
		/* Load slots */
#if EXCHANGES
	}
	atomic {
		STEP(me)
#endif
		table = (IS_FETCH -> lookup_table[half] : insert_table[half]);
#endif
	}

	/* Find */
	do
	:: atomic {
		STEP(me)
		word = SLOT(pos);
		CHECK_WORD;
		if
#if VARIABLES
		:: word == 0 && is_fetch -> found_none(); goto end
#endif
		:: word == 0 && !IS_FETCH -> pos = FIRST(key); goto insert
		:: else
		fi
	   }
	   atomic {
		STEP(me)
		assert(elt_key[word - 1] != 0);
		if
#if VARIABLES
		:: elt_key[word - 1] == key + 1 && is_fetch -> elt = word - 1; goto fetch
#endif
		:: elt_key[word - 1] == key + 1 && !IS_FETCH -> elt = word - 1; goto add
		:: else -> pos = NEXT(pos)
		fi
	   }
	od;

insert:
#if NESTED
	/* D1 */
	atomic {
		STEP(me)
		depth = context_depth[CPU(me)];
		if
		:: depth == CONTEXT_SLOTS -> goto drop
		:: else
		fi
	}
	/* D2 */
	atomic {
		STEP(me)
		context_depth[CPU(me)] = depth + 1;
	}
#endif
#if EVICTIONS
	/* Load slots */
	atomic {
		STEP(me)
		table = insert_table[half];
	}
#endif
	do
	/* A */
	:: atomic {
		STEP(me)
		word = SLOT(pos);
		CHECK_WORD;
		if
		:: word != 0 -> goto compare
		:: else
		fi
	   }
	/* L */
	   atomic {
		STEP(me)
#if EVICTIONS
		was_closed = n_keys >= CLOSED;
#endif
		if
		:: n_keys < SIZE -> goto allocate
		:: else
		fi
	   }
	/* B */
	   atomic {
		STEP(me)
#ifndef BUG_NO_SECOND_READ
		word = SLOT(pos);
		CHECK_WORD;
#endif
		if
		:: word != 0 -> goto compare
		:: else ->
			assert(WAS_CLOSED || OTHER_KEYS(key) >= SIZE);
			elt = ELTS;
			goto LEAVE(drop)
		fi
	   }
allocate:
	/* C: allocate, */
	   atomic {
		STEP(me)
		own = CONTEXT_SLOT(me, depth);
		if
		:: own != 0 -> goto copy
		:: else
		fi;
#if EVICTIONS
#ifdef BUG_TORN_TAKE
		elt = n_free;
#endif
		if
		:: n_free <= 0 -> goto fresh
		:: else
		fi
	   }
	/* Free element */
	   atomic {
		STEP(me)
		take_free();
		if
#if NESTED
		:: own != 0 -> goto keep
#else
		:: own != 0 -> CONTEXT_SLOT(me, depth) = own; goto copy
#endif
		:: else
		fi
	   }
fresh:
	   atomic {
		STEP(me)
#endif
		assert(n_allocated < ELTS);
		n_allocated++;
		own = n_allocated;
	/* and store the element in the context slot. */
#if NESTED
	   }
keep:
	   atomic {
		STEP(me)
#endif
		CONTEXT_SLOT(me, depth) = own;
	   }
copy:
#ifndef BUG_PUBLISH_BEFORE_KEY
	/* K */
	   atomic {
		STEP(me)
		if
		:: filled -> skip
		:: else -> elt_key[own - 1] = key + 1; filled = true
		fi
	   }
#endif
#ifdef BUG_COUNT_BEFORE_PUBLISH
	   atomic {
		STEP(me)
		n_keys++;
	   }
#endif
#ifdef BUG_TORN_PUBLISH
	   atomic {
		STEP(me)
		if
		:: SLOT(pos) != 0 -> goto lost_race
		:: else
		fi
	   }
	   atomic {
		STEP(me)
		SLOT(pos) = own;
		check_publish(key)
	   }
#else
	/* P */
	   atomic {
		STEP(me)
		if
		:: SLOT(pos) != 0 -> goto lost_race
		:: else -> SLOT(pos) = own; check_publish(key)
		fi
	   }
#endif
#ifdef BUG_PUBLISH_BEFORE_KEY
	   atomic {
		STEP(me)
		elt_key[own - 1] = key + 1;
	   }
#endif
	/* Q */
	   atomic {
		STEP(me)
		CONTEXT_SLOT(me, depth) = 0;
		elt = own - 1;
#ifndef BUG_COUNT_BEFORE_PUBLISH
	/* R */
#if NESTED
	   }
	   atomic {
		STEP(me)
#endif
		n_keys++;
#endif
	   }
	   goto LEAVE(add);
lost_race:
	/* F */
	   atomic {
		STEP(me)
#ifdef BUG_LOST_ELEMENT
		CONTEXT_SLOT(me, depth) = 0;
#endif
		word = SLOT(pos);
		CHECK_WORD;
	   }
compare:
	/* M */
	   atomic {
		STEP(me)
		assert(elt_key[word - 1] != 0);
		if
		:: elt_key[word - 1] == key + 1 -> elt = word - 1; goto LEAVE(add)
		:: else -> pos = NEXT(pos)
		fi
	   }
	od;

#if NESTED
leave:
	/* D3 */
	atomic {
		STEP(me)
		context_depth[CPU(me)] = depth;
		if
		:: elt < ELTS -> goto add
		:: else
		fi
	}
#endif
drop:
#if EVICTIONS
	/* Direct */
	atomic {
		STEP(me)
		direct[CLASS(key)]++;
	}
#endif
#if VARIABLES && !defined(BUG_NO_UNSET)
	unset_variable();
#endif
	atomic {
		STEP(me)
		DROPPED(half, CPU(me))++;
		lost[my_interval * KEYS + key]++;
		goto end
	}
add:
	atomic {
		STEP(me)
		assert(elt_key[elt] == key + 1);
		SUM(half, CPU(me), elt)++;
#if !VARIABLES
	}
#else
	}
	/* Set */
	atomic {
		STEP(me)
		variable[elt] = VALUE(me, n);
		is_set = true;
		goto end
	}
fetch:
	atomic {
		STEP(me)
		fetch_variable()
	}
#endif
end:
	atomic {
		STEP(me)
#if NESTED
		running[CPU(me)] = interrupted;
		interrupted = 0;
#endif
#ifndef FINE_DRAIN
		n_users[half]--;
#endif
		in_event[me] = false;
		awaited[me] = false;
		end_variables();
		/* Values that are not used any more would make equal states different. */
		half = 0; my_interval = 0; pos = 0; word = 0; elt = 0; depth = 0; own = 0;
		key = 0; filled = false;
#if EVICTIONS
		table = 0; was_closed = false;
#endif
		if
		:: n < EVENTS -> goto next_event
		:: else
		fi
	}
}

/* Set n to the sum of the counts of a key, over all elements that it may have. */
#define COUNT_KEY(array, key)							\
	n = 0;									\
	i = 0;									\
	do									\
	:: i < ELTS ->								\
		if								\
		:: HAS_KEY(i, key) ->						\
			n = n + array[i]					\
		:: else								\
		fi;								\
		i++								\
	:: else -> break							\
	od

/*
 * With FINE_DRAIN, each access of the drain is a step. Otherwise the whole drain is one step. That
 * is the same, because no event accesses the half meanwhile, as the assertions check.
 */
#ifdef FINE_DRAIN
#define BEGIN_DRAIN
#define END_DRAIN
#else
#define BEGIN_DRAIN	atomic { assert(n_users[old] == 0);
#define END_DRAIN	}
#endif

proctype exchanger()
{
	byte old, cpu, elt, n_elts, i, n, k, round;
#if EVICTIONS
	EXCHANGER_OF_EVICTIONS
#endif

	do
#if EVICTIONS
	:: n_evictions < EVICTIONS -> evict()
#endif
	:: round < EXCHANGES ->
#ifdef BUG_GRACE_PERIOD_BEFORE_PUBLISH
	   grace_period();
#endif
	   /* Publish */
	   d_step {
		old = published;
		published = 1 - old;
		interval++;
	   }
#if !defined(BUG_NO_GRACE_PERIOD) && !defined(BUG_GRACE_PERIOD_BEFORE_PUBLISH)
	   /* Grace period */
	   grace_period();
#endif
	   /* Elements that are allocated later have counted nothing in this half. */
	   d_step {
		n_elts = n_allocated;
		cpu = 0;
		elt = 0;
#ifndef FINE_DRAIN
		is_drained[old] = true;
#endif
	   }
	   BEGIN_DRAIN
	   /* Read */
	   do
	   :: cpu < CPUS ->
		if
		:: elt < n_elts ->
			d_step {
				counts[elt] = counts[elt] + SUM(old, cpu, elt);
				elt++;
			}
		:: else ->
			d_step {
				counts_dropped = counts_dropped + DROPPED(old, cpu);
				cpu++;
				elt = 0;
			}
		fi
	   :: else -> break
	   od;
	   /* Add: events do not access the total. */
	   atomic {
		i = 0;
		do
		:: i < ELTS -> total[i] = total[i] + counts[i]; i++
		:: else -> break
		od;
		total_dropped = total_dropped + counts_dropped;
		i = 0;
		cpu = 0;
		elt = 0;
	   }
	   /* Clear */
#ifndef BUG_NO_CLEAR
	   do
	   :: cpu < CPUS ->
		if
		:: elt < n_elts ->
			d_step {
				SUM(old, cpu, elt) = 0;
				elt++;
			}
		:: else ->
			d_step {
				DROPPED(old, cpu) = 0;
				cpu++;
				elt = 0;
			}
		fi
	   :: else -> break
	   od;
#endif
	   END_DRAIN
	   /* The interval has its events, and no others. */
	   atomic {
		k = 0;
		do
		:: k < KEYS ->
			COUNT_KEY(counts, k);
			assert(n == fired[round * KEYS + k] - lost[round * KEYS + k]);
			k++
		:: else -> break
		od;
		assert(counts_dropped == lost[round * KEYS] + lost[round * KEYS + 1]);
		i = 0;
		do
		:: i < ELTS -> counts[i] = 0; i++
		:: else -> break
		od;
		counts_dropped = 0;
#ifndef FINE_DRAIN
		is_drained[old] = false;
#endif
		cpu = 0; n_elts = 0; i = 0; n = 0; k = 0; old = 0;
		round++;
	   }
	:: else -> break
	od
}

/* All processes have ended. The total has all intervals, and the half in use has the rest. */
inline check_end() {
	k = 0;
	do
	:: k < KEYS ->
		n_expected = 0;
		i = 0;
		do
		:: i <= EXCHANGES ->
			n_expected = n_expected + fired[i * KEYS + k] - lost[i * KEYS + k];
			n_lost = n_lost + lost[i * KEYS + k];
			i++
		:: else -> break
		od;
		COUNT_KEY(total, k);
		n_counted = n;
		cpu = 0;
		do
		:: cpu < CPUS ->
			i = 0;
			do
			:: i < ELTS ->
				if
				:: HAS_KEY(i, k) ->
					n_counted = n_counted + SUM(published, cpu, i)
				:: else
				fi;
#if EXCHANGES
				assert(SUM(1 - published, cpu, i) == 0);
#endif
				i++
			:: else -> break
			od;
			cpu++
		:: else -> break
		od;
		assert(n_counted == n_expected);
#if EVICTIONS
		check_truth();
#endif
		k++
	:: else -> break
	od;
	n_counted = total_dropped;
	cpu = 0;
	do
	:: cpu < CPUS ->
		n_counted = n_counted + DROPPED(published, cpu);
#if EXCHANGES
		assert(DROPPED(1 - published, cpu) == 0);
#endif
		assert(context_depth[cpu] == 0);
		cpu++
	:: else -> break
	od;
	assert(n_counted == n_lost);

	/* An element is published, in a context slot, or free. */
	n = n_keys;
#if EVICTIONS
	if
	:: n_free > 0 -> n = n + n_free
	:: else
	fi;
#endif
	i = 0;
	do
	:: i < CPUS * CONTEXT_SLOTS ->
		if
		:: context_slots[i] != 0 -> n++
		:: else
		fi;
		i++
	:: else -> break
	od;
	assert(n == n_allocated);
	assert(n_keys == OTHER_KEYS(0) + OTHER_KEYS(1));
}

init
{
	byte i, k, n, cpu, n_expected, n_counted, n_lost;
#if EVICTIONS
	byte truth;
#endif

	atomic {
		if
		:: first_of_key_1 = SLOTS - 1
		:: first_of_key_1 = 0
		fi;
#if EVICTIONS
		count_before();
#endif
		run writer(0);
		run writer(1);
#if WRITERS == 3
		run writer(2);
#endif
		run exchanger();
	}
	_nr_pr == 1;
	d_step {
		check_end()
	}
}
