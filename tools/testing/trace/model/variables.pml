/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Part of the model map.pml: the variable of each key, and what an event that looks up may find.
 * Only with evictions.
 *
 * Each set stores a value of its own. The bits of a mask are values. An event of a key that was
 * refused sets no variable and unsets the one of its key. For the checks it is a set, too.
 */

#if VARIABLES

#define VALUE(w, n)	((w) * EVENTS + (n) + 1)
#define BIT(value)	(1 << ((value) - 1))
#define VALUE_BEFORE	1

/*
 * For each key: the values of the sets that have begun, and of those that have ended; those with a
 * later set that has ended; the value that a lookup must find, or 0; the sets that run; and whether
 * one of these has run together with another one, or its value was fetched
 */
byte begun[KEYS];
byte ended[KEYS];
byte superseded[KEYS];
byte must_find[KEYS];
byte n_sets[KEYS];
bool is_uncertain[KEYS];

/*
 * is_fetch: the event looks up and fetches a variable; otherwise it sets one
 * is_set: it has set a variable
 * before: values of sets that had ended or, for a lookup, were superseded when the event began
 * must: value that a lookup must find
 */
#define WRITER_OF_VARIABLES	bool is_fetch, is_set; byte before, must;

inline begin_variables() {
	if
	:: is_fetch = true;
		before = superseded[key];
		must = must_find[key]
	:: is_fetch = false;
		before = ended[key];
		begun[key] = begun[key] | BIT(VALUE(me, n));
		must_find[key] = 0;
		is_uncertain[key] = n_sets[key] > 0;
		n_sets[key]++
	fi
}

inline end_variables() {
	if
	:: is_fetch
	:: else ->
		ended[key] = ended[key] | BIT(VALUE(me, n));
		superseded[key] = superseded[key] | before;
		n_sets[key]--;
		if
		:: is_set && !is_uncertain[key] -> must_find[key] = VALUE(me, n)
		:: else
		fi;
		is_uncertain[key] = is_uncertain[key] && n_sets[key] > 0
	fi;
	is_fetch = false; is_set = false; before = 0; must = 0
}

/* No variable of the key was found: none was set, or another event has removed it. */
inline found_none() {
	assert(must == 0 || must_find[key] != must)
}

/* The value that is fetched was set for this key, and no later set has ended before. */
inline fetch_variable() {
	if
	:: variable[elt] == 0 -> found_none()
	:: else ->
		assert(begun[key] & BIT(variable[elt]));
		assert(!(before & BIT(variable[elt])));
		if
		:: must_find[key] == variable[elt] -> must_find[key] = 0
		:: !(ended[key] & BIT(variable[elt])) -> is_uncertain[key] = true
		:: else
		fi;
		variable[elt] = 0
	fi
}

/* Unset the variable of an event that was refused. */
inline unset_variable() {
	/* Load slots */
	atomic {
		STEP(me)
		table = lookup_table[half];
		pos = FIRST(key);
	}
#ifdef BUG_UNSET_BY_TABLES
	atomic {
		STEP(me)
		if
		:: table == insert_table[half] -> goto unset
		:: else
		fi
	}
#endif
	/* Find */
	do
	:: atomic {
		STEP(me)
		word = SLOT(pos);
		CHECK_WORD;
		if
		:: word == 0 -> goto unset
		:: else
		fi
	   }
	   atomic {
		STEP(me)
		if
		:: elt_key[word - 1] == key + 1 -> break
		:: else -> pos = NEXT(pos)
		fi
	   }
	od;
	/* Unset */
	atomic {
		STEP(me)
		variable[word - 1] = 0;
	}
unset:
}

inline set_before() {
	variable[0] = VALUE_BEFORE;
	begun[0] = BIT(VALUE_BEFORE);
	ended[0] = BIT(VALUE_BEFORE);
	must_find[0] = VALUE_BEFORE
}

#else

#define WRITER_OF_VARIABLES
#define begin_variables()	skip
#define end_variables()		skip

#endif
