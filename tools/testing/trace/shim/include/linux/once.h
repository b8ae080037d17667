/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _LINUX_ONCE_H
#define _LINUX_ONCE_H

#include <pthread.h>

#define DO_ONCE(func)								\
	do {									\
		static pthread_once_t once = PTHREAD_ONCE_INIT;			\
										\
		pthread_once(&once, func);					\
	} while (0)

#endif /* _LINUX_ONCE_H */
