#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A program sends 400 blocks over a network that loses a fifth of the segments.
# needs: CONFIG_NET_SCH_NETEM
# add: tc

. /tests/functions.inc

# Busybox has a tc of its own, which knows no netem.
tc=$(ls /usr/sbin/tc /sbin/tc 2>/dev/null | head -n 1)
$tc qdisc add dev lo root netem loss 20%
start tcpretrans tcp/tcp_retransmit_skb
recipe_load stream 400
stop
$tc qdisc del dev lo root
check "retransmissions to the port" $(sum hitcount '"dport":7777') -ge 3
finish
