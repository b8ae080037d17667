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

#endif
