/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_USER_EVENTS_H
#define _SHIM_LINUX_USER_EVENTS_H

#define USER_EVENTS_SYSTEM		"user_events"
#define USER_EVENTS_MULTI_SYSTEM	"user_events_multi"
#define USER_EVENTS_PREFIX		"u:"

#endif
