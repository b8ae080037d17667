/* SPDX-License-Identifier: GPL-2.0-only */
/* Create files for results, which replace no other files. */
#ifndef _COMMON_NEW_FILE_H
#define _COMMON_NEW_FILE_H

int new_file(const char *path);

#endif /* _COMMON_NEW_FILE_H */
