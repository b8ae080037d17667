/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Part of the model map.pml: an eviction, the bounds of what keys have counted in { other }, and
 * the elements that are free again. The names of the steps are those of "Eviction" in
 * kernel/trace/tracing_map.h.
 *
 * No event changes the slots while the map is closed, so reads of slots by the eviction are part of
 * the next step.
 */

#ifdef ONE_CLASS
#define CLASS(key)	0
#else
#define CLASS(key)	(key)
#endif
#define KEY_OF(elt)	(elt_key[elt] - 1)

/* Tables that each half has for inserts and for lookups by others */
bit insert_table[HALVES];
bit lookup_table[HALVES];

/* Free elements; the number may be negative. */
byte free[ELTS];
short n_free;

/* The bound of a class is the sum of both numbers. */
byte direct[KEYS];
byte evicted[KEYS];

/* Error of an element's key, if it is known */
byte error[ELTS];
bool known[ELTS];

/* Variables of the elements, 0 if unset */
byte variable[ELTS];

/* For the assertions: elements in the table for inserts */
bool in_row[ELTS];

/* Take a free element, if there is one. */
inline take_free() {
#ifdef BUG_TORN_TAKE
	n_free = elt - 1;
	own = free[n_free] + 1
#else
	n_free--;
	if
	:: n_free >= 0 -> own = free[n_free] + 1
	:: else
	fi
#endif
}

#define EXCHANGER_OF_EVICTIONS							\
	bool victims[ELTS];							\
	bool kept[ELTS];							\
	byte direct_then[ELTS];							\
	byte n_victims, half, key, pos, n_evictions;				\
	bit table;

/* Let elt be the next element that is in an array, or ELTS. */
#define SEEK(array)								\
	do									\
	:: elt < ELTS && !array[elt] -> elt++					\
	:: else -> break							\
	od

/* Put an element into the table that the eviction fills. */
inline put_element() {
	pos = FIRST(KEY_OF(elt));
	do
	:: SLOT(pos) != 0 -> pos = NEXT(pos)
	:: else -> break
	od;
	SLOT(pos) = elt + 1;
	in_row[elt] = true;
	has_element[KEY_OF(elt)] = true;
	pos = 0
}

/* Publish the table in all halves, one after the other. */
#define PUBLISH_TABLE(tables)							\
	do									\
	:: half < HALVES -> atomic { tables[half] = table; half++ }		\
	:: else -> half = 0; break						\
	od

/* Store the error of an element, if it is not known. */
#define STORE_ERROR								\
	if									\
	:: !known[elt] ->							\
		error[elt] = evicted[CLASS(KEY_OF(elt))] +			\
			     direct[CLASS(KEY_OF(elt))];			\
		known[elt] = true						\
	:: else									\
	fi

/* Store the errors of all elements that are in use. */
inline store_errors() {
	do
	:: elt < ELTS ->
		d_step {
			if
			:: in_row[elt] -> STORE_ERROR
			:: else
			fi;
			elt++;
			SEEK(in_row)
		}
	:: else -> elt = 0; break
	od
}

/*
 * Choose any victims that have no variable. Remember what their classes have, and then store their
 * errors.
 */
inline choose_victims() {
	do
	:: elt < ELTS ->
		if
		:: atomic {
			in_row[elt] && variable[elt] == 0 ->
			victims[elt] = true;
			n_victims++;
			direct_then[elt] = direct[CLASS(KEY_OF(elt))]
		   }
		   d_step {
			STORE_ERROR;
			elt++;
			SEEK(in_row)
		   }
		:: d_step {
			elt++;
			SEEK(in_row)
		   }
		fi
	:: else -> elt = 0; break
	od
}

/* Fill the table that no event uses. */
inline fill_table() {
	d_step {
		table = 1 - insert_table[0];
		pos = 0;
		do
		:: pos < SLOTS -> SLOT(pos) = 0; pos++
		:: else -> break
		od;
		pos = 0;
		has_element[0] = false;
		has_element[1] = false;
		do
		:: elt < ELTS ->
			if
			:: in_row[elt] && !victims[elt] -> put_element()
			:: else -> in_row[elt] = false
			fi;
			elt++
		:: else -> break
		od;
		elt = 0
	}
}

/* Keep the victims that have a variable. */
inline keep_victims() {
	do
	:: elt < ELTS ->
		d_step {
			if
			:: victims[elt] && variable[elt] != 0 ->
				victims[elt] = false;
				kept[elt] = true;
				n_victims--;
				put_element()
			:: else
			fi;
			elt++;
			SEEK(victims)
		}
	:: else -> elt = 0; break
	od
}

/* Add to the errors of the victims that were kept. */
inline raise_errors() {
	do
	:: elt < ELTS ->
		d_step {
			if
#ifndef BUG_NO_RAISE
			:: kept[elt] ->
				error[elt] = error[elt] + direct[CLASS(KEY_OF(elt))] -
					     direct_then[elt]
#endif
			:: else
			fi;
			elt++;
			SEEK(kept)
		}
	:: else -> elt = 0; break
	od
}

/* Set n to the count of an element in all halves and in the total. */
inline count_element() {
	n = total[elt];
	i = 0;
	do
	:: i < HALVES * CPUS -> n = n + sums[i * ELTS + elt]; i++
	:: else -> break
	od;
	i = 0
}

/* Raise the bounds to what the victims have counted, which does not change any more. */
inline raise_bounds() {
	do
	:: elt < ELTS ->
		d_step {
			if
			:: victims[elt] ->
				count_element();
				n = n + error[elt];
#ifdef BUG_BOUND_WITHOUT_DIRECT
				direct_then[elt] = direct[CLASS(KEY_OF(elt))];
#endif
				if
				:: n > direct_then[elt] + evicted[CLASS(KEY_OF(elt))] ->
					evicted[CLASS(KEY_OF(elt))] = n - direct_then[elt]
				:: else
				fi;
				known[elt] = false;
				n = 0
			:: else
			fi;
			elt++;
			SEEK(victims)
		}
	:: else -> elt = 0; break
	od
}

/* Move the counts of the victims to { other }: those of each copy, and those of the total. */
inline move_counts() {
	do
	:: half < HALVES * CPUS ->
		d_step {
			do
			:: elt < ELTS ->
				if
				:: victims[elt] ->
					n = n + sums[half * ELTS + elt];
					lost[interval * KEYS + KEY_OF(elt)] =
						lost[interval * KEYS + KEY_OF(elt)] +
						sums[half * ELTS + elt];
					sums[half * ELTS + elt] = 0
				:: else
				fi;
				elt++
			:: else -> elt = 0; break
			od;
			dropped[half] = dropped[half] + n;
			n = 0;
			half++
		}
	:: else -> half = 0; break
	od;
	/* Events do not access the total. */
	atomic {
		do
		:: elt < ELTS ->
			if
			:: victims[elt] ->
				lost[KEY_OF(elt)] = lost[KEY_OF(elt)] + total[elt];
				total_dropped = total_dropped + total[elt];
				total[elt] = 0
			:: else
			fi;
			elt++
		:: else -> break
		od;
		elt = 0
	}
}

/* Make the elements of the victims free. */
inline free_elements() {
	d_step {
		n_free = (n_free > 0 -> n_free : 0);
		do
		:: elt < ELTS ->
			if
			:: victims[elt] -> free[n_free] = elt; n_free++
			:: else
			fi;
			elt++
		:: else -> break
		od;
		elt = 0
	}
}

/* Nobody uses the table any more that the new one has replaced. */
inline free_table() {
	d_step {
		table = 1 - table;
		do
		:: pos < SLOTS -> SLOT(pos) = FREED; pos++
		:: else -> break
		od;
		do
		:: elt < ELTS ->
			victims[elt] = false;
			kept[elt] = false;
			direct_then[elt] = 0;
			elt++
		:: else -> break
		od;
		n_victims = 0; table = 0; pos = 0; elt = 0;
		n_evictions++
	}
}

/*
 * Without FINE_DRAIN, the removal of the victims is one step. No event uses them any more, and
 * events read neither bounds nor the list of free elements while the map is closed.
 */
#ifdef FINE_DRAIN
#define BEGIN_REMOVE
#define END_REMOVE
#else
#define BEGIN_REMOVE	atomic {
#define END_REMOVE	}
#endif

#define OPEN	n_keys = n_keys - CLOSED - n_victims

/* The exchanger evicts keys. */
inline evict() {
	/* Begin */
	n_keys = n_keys + CLOSED;
#ifdef BUG_EARLY_ERROR
	store_errors();
#endif
#if BUG_SKIP != 1
	grace_period();
#endif
	/* Choose */
#ifdef BUG_ERROR_AT_CHOICE
	store_errors();
#endif
	choose_victims();
	if
	:: n_victims == 0 -> OPEN; n_evictions++
	:: else ->
		fill_table();
		PUBLISH_TABLE(insert_table);
#if !VARIABLES || defined(BUG_ONE_PUBLISH)
		PUBLISH_TABLE(lookup_table);
#endif
#if BUG_SKIP != 2
		grace_period();
#endif
#if VARIABLES
		/* Confirm */
#ifndef BUG_NO_CONFIRM
		keep_victims();
#endif
		PUBLISH_TABLE(lookup_table);
#if BUG_SKIP != 3
		grace_period();
#endif
#endif
		/* Finish */
		store_errors();
		raise_errors();
#ifdef BUG_EARLY_OPEN
		free_elements();
		OPEN;
#endif
		BEGIN_REMOVE
		raise_bounds();
		move_counts();
#ifndef BUG_EARLY_OPEN
		free_elements();
#endif
		END_REMOVE
#ifndef BUG_EARLY_OPEN
		OPEN;
#endif
		free_table()
	fi
}

/*
 * Before the processes run, the map may have counted an event of key 0, in element 0, and may have
 * set its variable.
 */
inline count_before() {
	if
	:: skip
	:: true ->
		elt_key[0] = 1;
		slots[FIRST(0)] = 1;
		in_row[0] = true;
		has_element[0] = true;
		n_keys = 1;
		n_allocated = 1;
		sums[0] = 1;
		fired[0] = 1;
#if VARIABLES
		if
		:: skip
		:: true -> set_before()
		fi
#endif
	fi
}

/* Check that the truth of key k is in the interval of its row, or at most its bound without one. */
inline check_truth() {
	truth = 0;
	i = 0;
	do
	:: i <= EXCHANGES -> truth = truth + fired[i * KEYS + k]; i++
	:: else -> break
	od;
	i = 0;
	do
	:: i < ELTS && !HAS_KEY(i, k) -> i++
	:: else -> break
	od;
	if
	:: i < ELTS && known[i] ->
		assert(n_counted <= truth);
		assert(truth <= n_counted + error[i])
	:: i < ELTS && !known[i] ->
		assert(n_counted <= truth);
		assert(truth <= n_counted + evicted[CLASS(k)] + direct[CLASS(k)])
	:: else ->
		assert(truth <= evicted[CLASS(k)] + direct[CLASS(k)])
	fi
}
