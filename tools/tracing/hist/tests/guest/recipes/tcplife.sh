#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A program makes six connections that live 60 milliseconds.
# kernel: stock

. /tests/functions.inc

start tcplife sock/inet_sock_set_state
recipe_load connections 6 60
stop
if ours; then
	check "connections, at both ends" $(sum hitcount '"port":7777') -eq 12
	check "longest life, microseconds" $(sum life.max '"port":7777') -ge 60000
	check "longest life, microseconds" $(sum life.max '"port":7777') -lt 5000000
else
	check "connections, at both ends" $(sum hitcount) -eq 12
fi
finish
