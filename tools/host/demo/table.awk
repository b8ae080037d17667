# SPDX-License-Identifier: GPL-2.0
# Print a hist file in readable form: the question that it answers, the commands that made it, and
# its first rows. Each column is as wide as its longest value. With "bytes", sums of bytes are in
# KiB or MiB. The first line lists these changes.
#
# Variables: question, commands (a line each), most (number of rows), bytes (0 or 1)

function human(n) {
	n += 0
	if (n >= 1048576)
		return sprintf("%.1f MiB", n / 1048576)
	if (n >= 1024)
		return sprintf("%.1f KiB", n / 1024)
	return n " B"
}

function widen(column, text) {
	if (length(text) > width[column])
		width[column] = length(text)
}

# Column 0 has all keys. Each further column has one "NAME: VALUE" of the values.
/^[{]/ && ++rows <= most {
	end = index($0, "}")
	values = substr($0, end + 2)
	$0 = substr($0, 1, end - 1)
	sub(/ +$/, "")
	cell[rows, 0] = $0
	widen(0, $0)
	gsub(/: +/, ": ", values)
	columns = split(values, part, /  +/)
	for (i = 1; i <= columns; i++) {
		colon = index(part[i], ": ")
		name[i] = substr(part[i], 1, colon)
		text = substr(part[i], colon + 2)
		if (bytes && name[i] ~ /^bytes/)
			text = human(text)
		cell[rows, i] = text
		widen(i, text)
	}
}

END {
	shown = rows < most ? rows : most
	changed = "columns narrowed"
	if (bytes)
		changed = changed ", bytes in KiB and MiB"
	if (shown < rows)
		changed = changed ", " shown " of " rows " rows"
	print "== " question " [by this script: " changed "]"
	print commands
	for (row = 1; row <= shown; row++) {
		line = sprintf("%-" width[0] "s }", cell[row, 0])
		gap = " "
		for (i = 1; i <= columns; i++) {
			# Bars of .graph are left-aligned, numbers right-aligned.
			side = cell[row, i] ~ /^#*$/ ? "-" : ""
			line = line gap sprintf("%s %" side width[i] "s", name[i], cell[row, i])
			gap = "  "
		}
		sub(/ +$/, "", line)
		print line
	}
}
