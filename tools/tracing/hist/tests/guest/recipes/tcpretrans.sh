#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A program connects to a listener that is full, so its segments are lost.
# kernel: stock

. /tests/functions.inc

start tcpretrans tcp/tcp_retransmit_skb
recipe_load retransmit 2500
stop
# The segment that opens the connection (state 2, SYN_SENT) is sent again after a second.
check "retransmissions" $(sum hitcount '"dport":7777' '"state":2') -ge 1
finish
