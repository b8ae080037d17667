/* SPDX-License-Identifier: GPL-2.0-only */
/* Names of the functions in user stacks. */
#ifndef _SYMBOLS_H
#define _SYMBOLS_H

#include "common/report.h"
#include "table/table.h"

enum status symbols_resolve(struct table *table);
void symbols_forget(void);

#endif /* _SYMBOLS_H */
