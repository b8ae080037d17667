/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _FUZZ_H
#define _FUZZ_H

#include <linux/types.h>

/* The one function of a fuzz target, by the name that libFuzzer calls. */
#define fuzz_one	LLVMFuzzerTestOneInput

int fuzz_one(const u8 *data, size_t size);

#endif
