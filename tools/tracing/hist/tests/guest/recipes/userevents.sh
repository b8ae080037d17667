#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A program writes 60 user events with a time of 250 microseconds. Then a copy of the recipe, made as
# its page says, counts an event of another name.
# kernel: stock

. /tests/functions.inc

# count_events RECIPE EVENT: let a program write the event, and compare
count_events() {
	recipe_load events 60 250 "$2" &
	program=$!
	sleep 1
	start "$1" "user_events/$2"
	sleep 2
	stop
	kill $program
	check "requests" $(sum hitcount '"lookup"') -eq 60
	if ours; then
		check "total, microseconds" $(sum usecs '"lookup"') -eq 15000
		check "longest, microseconds" $(sum usecs.max '"lookup"') -eq 250
	fi
}

count_events userevents app_request

own=$HOME/.config/trace-hist/recipes
mkdir -p "$own"
sed 's/app_request/shop_request/' /usr/*/share/trace-hist/recipes/userevents.yaml >"$own/shop.yaml"
trace-hist check "$own/shop.yaml"
check "exit status of check" $? -eq 0
count_events shop shop_request
finish
