# SPDX-License-Identifier: GPL-2.0
# Print the expected contents of a hist_debug file, one function per kind of line, and compare
# them with the file (check_debug). Requires functions.sh.

head_of() { # trigger-line
	printf '# %s\n#\n' 'event histogram'
	printf '# trigger info: %s\n#\n\n' "$1"
}

counts() { # @histogram values keys
	printf 'hist_data: %s\n\n' $1
	printf '  n_%s: %d\n' vals $2 keys $3 fields $(($2 + $3))
}

section() { # title
	case $1 in
	field)		set -- 'field variables' ;;
	tracking)	set -- 'action tracking variables (for onmax()/onchange()/onmatch())' ;;
	save)		set -- 'save action variables (save() params)' ;;
	*)		set -- "$1 fields" ;;
	esac
	printf '\n  %s:\n' "$1"
}

# Parts of an entry.

entry() { # array[index]
	printf '\n    hist_data->%s:\n' "$1"
}

flags() { # flag...
	printf '      flags:\n'
	printf '        %s\n' "$@"
}

event_field() { # name|-
	[ "$1" = - ] || printf '      ftrace_event_field name: %s\n' "$1"
}

var_idx() { # idx
	printf '      var.idx (into tracing_map_elt.vars[]): %d\n' $1
}

var_name() { # name idx
	printf '      var.name: %s\n' "$1"
	var_idx $2
}

var_ref_idx() { # idx
	printf '      var_ref_idx (into hist_data->var_refs[]): %d\n' $1
}

typed() { # type size is-signed
	printf '      %s: %s\n' type "$1" size $2 is_signed $3
}

reference() { # var_ref_idx name @histogram idx type size is-signed
	flags HIST_FIELD_FL_VAR_REF
	printf '      name: %s\n' "$2"
	var_idx $4
	printf '      var.hist_data: %s\n' $3
	var_ref_idx $1
	typed "$5" $6 $7
}

# Entries.

field() { # index flags event-field|- type size is-signed
	entry "fields[$1]"
	flags "$2"
	event_field "$3"
	typed "$4" $5 $6
}

key() { # as field, without the flags
	local index=$1
	shift
	field $index HIST_FIELD_FL_KEY "$@"
}

hitcount() {
	field 0 'VAL: HIST_FIELD_FL_HITCOUNT' - u64 8 0
}

var() { # index event-field|- name idx type size is-signed
	entry "fields[$1]"
	flags HIST_FIELD_FL_VAR
	event_field "$2"
	var_name "$3" $4
	typed "$5" $6 $7
}

alias_of() { # var_ref_idx index name idx type size is-signed
	entry "fields[$2]"
	flags HIST_FIELD_FL_VAR HIST_FIELD_FL_ALIAS
	var_name "$3" $4
	var_ref_idx $1
	typed "$5" $6 $7
}

var_ref() { # arguments as reference: its index in var_refs[] is its var_ref_idx
	entry "var_refs[$1]"
	reference "$@"
}

# Print a field variable: the variable itself, then the field that its value comes from.
field_var() { # field_vars|save_vars index event-field idx type size is-signed
	entry "$1[$2]"
	printf '\n      %s.var:\n' "$1[$2]"
	flags HIST_FIELD_FL_VAR
	var_name "$3" $4
	printf '\n      %s.val:\n' "$1[$2]"
	event_field "$3"
	typed "$5" $6 $7
}

tracked() { # action, then as reference
	entry "actions[$1].track_data.var_ref"
	shift
	reference "$@"
}

track_var() { # action name idx type size is-signed
	entry "actions[$1].track_data.track_var"
	flags HIST_FIELD_FL_VAR
	var_name "$2" $3
	typed "$4" $5 $6
}

matched() { # action system event
	printf '\n    hist_data->actions[%d].match_data.event_system: %s\n' $1 $2
	printf '    hist_data->actions[%d].match_data.event: %s\n' $1 $3
}

# Comparison.

# Compare a hist_debug file with standard input. There, "@NAME" stands for the address of a
# histogram. A name gets its address from the "hist_data:" line in which it first appears, in
# this file or in one compared earlier. Different names must have different addresses.
check_debug() { # event
	local -
	set +x
	cat >$TMPDIR/named
	cat events/$1/hist_debug >$TMPDIR/shown
	[ -e $TMPDIR/histograms ] || forget_histograms
	awk -v histograms=$TMPDIR/histograms -v pattern="^$address\$" '
	function bad(what) { print what >"/dev/stderr"; exit 1 }
	FILENAME == ARGV[1] { address[$1] = $2; name[$2] = $1; next }
	FILENAME == ARGV[2] { if ($1 == "hist_data:") found[++shown] = $2; next }
	$1 == "hist_data:" && !($2 in address) {
		new = found[named + 1]
		if (new !~ pattern)
			bad("no address for " $2 ": " new)
		if (new in name)
			bad($2 " has the address of " name[new])
		address[$2] = new
		name[new] = $2
		print $2, new >>histograms
	}
	$1 == "hist_data:" { named++ }
	$NF ~ /^@/ {
		if (!($NF in address))
			bad("not shown yet: " $NF)
		sub(/@[a-z]+$/, address[$NF])
	}
	{ print }' $TMPDIR/histograms $TMPDIR/shown $TMPDIR/named >$TMPDIR/addressed || {
		cat $TMPDIR/shown
		fail "hist_debug of $1 is not as it should be"
	}
	check_file $TMPDIR/shown <$TMPDIR/addressed
}

# Forget all addresses: a new histogram may get the address of one that was freed.
forget_histograms() {
	: >$TMPDIR/histograms
}
