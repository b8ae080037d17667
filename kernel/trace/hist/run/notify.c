// SPDX-License-Identifier: GPL-2.0
/* State of the wakeup of pollers. */
#include "notify.h"

bool hist_wakeup_armed;
