#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A program makes six connections.
# kernel: stock

. /tests/functions.inc

start tcpconnlat sock/inet_sock_set_state
recipe_load connections 6 10
stop
if ours; then
	check "connections" $(sum hitcount '"dport":7777') -eq 6
	check "longest latency, microseconds" $(sum lat.max '"dport":7777') -gt 0
else
	check "connections" $(sum hitcount) -eq 6
fi
finish
