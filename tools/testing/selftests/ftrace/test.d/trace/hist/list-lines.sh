#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# usage: list-lines.sh FILE
# Print the instructions of a program or library that have a line in a source: the offset in the
# file in decimal, the function, and the line, as addr2line finds them. It takes addresses, from
# which the first segment with code tells the offsets. The tests of user stacks read FILE.lines.

set -eu
readelf -lW "$1" | {
	while read -r type offset start rest; do
		case "$type $rest" in 'LOAD '*' R E '*) break ;; esac
	done
	objdump -d --no-show-raw-insn "$1" | sed -n 's/^ *\([0-9a-f]*\):\t.*/\1/p' |
		addr2line -a -f -s -e "$1" | paste -d ' ' - - - | grep ':[1-9][0-9]*\( (.*)\)\?$' |
		while read -r address function line rest; do
			echo "$((address - start + offset)) $function $line"
		done
}
