// SPDX-License-Identifier: GPL-2.0
/* State of cuts that events read. attach/cut.c changes it. */
#include "cut.h"

DEFINE_STATIC_KEY_FALSE(hist_slow_path);
DEFINE_PER_CPU(bool, hist_after_cut);
bool hist_cut_done;
