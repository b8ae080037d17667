# SPDX-License-Identifier: GPL-2.0
# Bash scripts source this file after env.sh.

# list_ours [DIRECTORY...]: list our C files and headers, below the directories if there are any
list_ours() {
	(cd "$repo" && { find "${@:-.}" -path ./build -prune -o \
		-type f -name '*.[ch]' -print 2>/dev/null || :; }) |
		sed 's,^\./,,' | sort
}
