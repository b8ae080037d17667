# SPDX-License-Identifier: GPL-2.0
# Compare the user stacks of histograms with what programs know about them. Requires functions.sh.
#
# The programs print a line for each frame: file and offset as a histogram must show them, function,
# line of the source, build id. Beside each program and each library, a file NAME.lines has what
# addr2line says: the offset of each instruction in decimal, its function, and its line.

# Print the frames of the n-th stack of a hist file.
frames() { # event [n]
	awk -v n=${2:-1} '
	/^[{].*(common_ustacktrace|user.common_pid.):/ { seen++ }
	/^         / && seen == n { sub(/^ +/, ""); print }' events/$1/hist
}

# Check that the n-th stack begins with the frames of a program.
check_frames() { # event [n], the program's output on standard input
	cut -d ' ' -f 1 >$TMPDIR/expected
	begins_with $TMPDIR/expected "$@"
}

# The same for a histogram that shows build ids.
check_build_ids() { # event [n], the program's output on standard input
	awk '{ print $1 ($4 == "-" ? "" : " (" $4 ")") }' >$TMPDIR/expected
	begins_with $TMPDIR/expected "$@"
}

begins_with() { # file event [n]
	[ -s $1 ] || fail "no expected frames"
	frames $2 $3 | head -n $(wc -l <$1) >$TMPDIR/frames
	cmp $1 $TMPDIR/frames || {
		cat events/$2/hist
		diff $1 $TMPDIR/frames
		fail "wrong frames of $2"
	}
}

# Print the functions and lines of frames. A frame is behind the instruction that it means.
places() { # directory of the tables, frames on standard input
	local - frame
	set +x
	while read -r frame; do
		awk -v at=$((${frame#*+})) '
		$1 >= at { exit }
		{ found = $2 " " $3 }
		END { print found }' $1/${frame%%+*}.lines
	done
}

# Check that the n-th stack begins with the frames of a program, and that they are in the functions
# and lines that the program has called.
check_places() { # directory of the tables, event [n], the program's output on standard input
	local tables=$1
	shift
	cat >$TMPDIR/known
	check_frames "$@" <$TMPDIR/known
	places $tables <$TMPDIR/frames >$TMPDIR/places
	cut -d ' ' -f 2,3 $TMPDIR/known | cmp - $TMPDIR/places || {
		cat $TMPDIR/known $TMPDIR/places
		fail "addr2line finds other places of $1"
	}
}
