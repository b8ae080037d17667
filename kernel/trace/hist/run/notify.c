// SPDX-License-Identifier: GPL-2.0
/* The static key that makes events wake up pollers; the files in show/ count the pollers in it. */
#include "notify.h"

DEFINE_STATIC_KEY_FALSE(hist_has_pollers);
bool hist_wakeup_armed;
