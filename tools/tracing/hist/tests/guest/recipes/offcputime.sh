#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A program sleeps ten times 30 milliseconds.
# kernel: stock

. /tests/functions.inc

start offcputime sched/sched_switch -c recipe_load
recipe_load sleep 10 30
stop
time=$(ours && echo off || echo usecs)
check "waits" $(sum hitcount do_nanosleep) -eq 10
check "time, microseconds" $(sum "$time" do_nanosleep) -ge 300000
check "time, microseconds" $(sum "$time" do_nanosleep) -lt 5000000
finish
