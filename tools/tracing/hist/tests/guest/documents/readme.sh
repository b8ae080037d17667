#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The commands of README.md for trace-hist work. They leave nothing behind.

. /tests/expect.inc

cd /tmp || exit
export HOME=/tmp TERM=dumb
sed -n 's,^    sudo build/tool/\(trace-hist [^#]*\).*,\1,p' /README.md >/tmp/commands
grep -o '`trace-hist [^`]*`' /README.md | tr -d '`' >>/tmp/commands
[ "$(wc -l </tmp/commands)" -ge 4 ]
result "README has commands" $?
while read -r command; do
	sh -c "$command" >/tmp/out 2>&1 </dev/null
	result "$command" $?
	if [ "${command%.svg}" = "$command" ]; then
		[ -s /tmp/out ]
		result "$command: output" $?
	fi
done </tmp/commands
for picture in *.svg; do
	grep -q '<svg' "$picture" && grep -q '</svg>' "$picture"
	result "$picture is a picture" $?
done
expect "nothing is left" nothing_left
exit $failed
