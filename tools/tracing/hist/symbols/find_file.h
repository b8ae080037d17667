/* SPDX-License-Identifier: GPL-2.0-only */
/* Find programs and libraries by their base names. */
#ifndef _FIND_FILE_H
#define _FIND_FILE_H

#include <stdbool.h>

/*
 * Check a file that has the name. The function owns @fd. Return: true to end the search.
 */
typedef bool (*check_file)(int fd, void *data);

bool find_file(const char *name, check_file check, void *data);
void forget_mappings(void);

#endif /* _FIND_FILE_H */
