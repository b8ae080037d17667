/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_CLEANUP_H
#define _SHIM_LINUX_CLEANUP_H

#define DEFINE_FREE(name, type, free)					\
	static inline void __free_##name(void *p)			\
	{								\
		type _T = *(type *)p;					\
									\
		free;							\
	}
#define __free(name)	__attribute__((__cleanup__(__free_##name)))

#define no_free_ptr(p)							\
({									\
	typeof(p) __kept = (p);						\
									\
	(p) = NULL;							\
	__kept;								\
})
#define return_ptr(p)	return no_free_ptr(p)

/* Guards: a lock that is held until the end of the block. */
#define DEFINE_GUARD(name, type, lock, unlock)				\
	static inline type __lock_##name(type _T)			\
	{								\
		lock;							\
		return _T;						\
	}								\
	static inline void __unlock_##name(type *p)			\
	{								\
		type _T = *p;						\
									\
		unlock;							\
	}

#define __guard_name(line)	__guard_##line
#define __guard(name, lock, line)					\
	typeof(lock) __guard_name(line)					\
	__attribute__((__cleanup__(__unlock_##name), __unused__)) = __lock_##name(lock)
#define guard(name)		__guard_of_##name
#define __guard_of_mutex(lock)	__guard(mutex, lock, __LINE__)

#define scoped_guard(name, lock)						\
	for (typeof(lock) __held						\
	     __attribute__((__cleanup__(__unlock_##name))) = __lock_##name(lock),	\
	     __once = __held; __once; __once = NULL)

#endif
