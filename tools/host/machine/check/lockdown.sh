# SPDX-License-Identifier: GPL-2.0
# Phase of "make machine-check": lockdown, set by the file and on the kernel's command line.
# Integrity lets tracefs be used as before. Confidentiality refuses to open the files that have or
# change what is traced; no file can be opened that the other kernel refuses.

boots='file next integrity confidentiality'
keep=1
built_stock=1

switch=$tracefs/events/sched/sched_switch

# set_command_line WORDS: let the next boot have more words on the kernel's command line
set_command_line() {
	echo "GRUB_CMDLINE_LINUX=\"\$GRUB_CMDLINE_LINUX $*\"" >/etc/default/grub.d/zz-check.cfg &&
		update-grub
}

is_locked() {
	has "\[$1\]" cat /sys/kernel/security/lockdown
}

# use_tracefs: what a user of histograms does
use_tracefs() {
	add_histograms || return
	has 'Hits: ' cat "$switch/hist" && remove_histograms && is_unused
}

# list_openable: print the files of tracefs that can be opened to read or to write
list_openable() {
	local file

	for file in "$tracefs"/* "$tracefs"/events/{sched,raw_syscalls,synthetic}/*/* \
		"$tracefs"/events/*/{enable,filter}; do
		[ -f "$file" ] || continue
		(exec 3<"$file") 2>/dev/null && echo "read $file"
		(exec 3>>"$file") 2>/dev/null && echo "write $file"
	done
}

# The names of files that must be refused
refused='trace|trace_pipe|trace_marker|set_event|synthetic_events|dynamic_events|kprobe_events'
refused+='|enable|filter|trigger|hist'

# refuse_tracefs: list the files that can be opened, and check that they are not among those that must
# be refused. A kernel that boots locked down has no files in tracefs.
refuse_tracefs() {
	list_openable >/run/machine/openable
	! grep -E "/($refused)\$" /run/machine/openable &&
		has 'Operation not permitted|No such file or directory' bash -c "cat $switch/hist
			echo '$histogram' >>$switch/trigger; true"
}

print_openable() {
	sed 's/^/openable /' /run/machine/openable
	[ ! -e "$tracefs/user_events_data" ] || echo "has user_events"
}

# compare_lockdown OURS STOCK: compare the files that can be opened, and the clients that work. Debian's
# kernel has no user events.
compare_lockdown() {
	local new ignored='/user_events_[a-z]*$'

	! grep -qx 'has user_events' "$2" || ignored='^$'
	new=$(grep '^openable ' "$1" | grep -v "$ignored" | sort -u |
		grep -vxF -f <(grep '^openable ' "$2")) || :
	if [ -z "$new" ]; then
		echo "pass files under confidentiality: none can be opened that ${stock_names[$stock]}" \
			"refuses"
	else
		echo "FAIL files under confidentiality: $(wc -l <<<"$new") can be opened that" \
			"${stock_names[$stock]} refuses"
		sed 's/^openable /# /' <<<"$new"
	fi
	compare_clients "$@"
}

compare_clients() {
	local differences

	differences=$(diff <(grep '^client-result ' "$1") <(grep '^client-result ' "$2")) || :
	if [ -z "$differences" ]; then
		echo "pass clients under confidentiality: the same work as on ${stock_names[$stock]}"
	else
		echo "FAIL clients under confidentiality: others work than on ${stock_names[$stock]}"
		sed -n 's/^< client-result /# ours: /p; s/^> client-result /# theirs: /p' \
			<<<"$differences"
	fi
}

# Histograms that were set before the lockdown
refuse_after_the_fact() {
	echo "$histogram" >>"$switch/trigger" || return
	echo confidentiality >/sys/kernel/security/lockdown && is_locked confidentiality &&
		refuse_tracefs
}

# perf reads both before it knows what it may trace.
read_format() {
	has 'field:char prev_comm' cat "$switch/format" && has '^[0-9]+$' cat "$switch/id"
}

stay_locked() {
	! echo none >/sys/kernel/security/lockdown &&
		! echo integrity >/sys/kernel/security/lockdown && is_locked "$1"
}

# try_clients: print for each client of an event whether it works
try_clients() {
	try_client trace-cmd trace-cmd record -e sched_switch -o trace.dat sleep 1
	try_client perf perf record -a -e sched:sched_switch -o perf.data sleep 1
	try_client bpftrace bpftrace -e 'tracepoint:sched:sched_switch { @ = count(); }
		interval:s:1 { exit(); }'
}

try_client() {
	local name=$1 result=refused
	shift

	! (cd /run/machine && "$@") >/dev/null 2>&1 </dev/null || result=works
	echo "client-result $name $result"
}

run_lockdown() {
	check "multi-user.target" systemctl is-active multi-user.target
	case $1 in
	file)
		check "unlocked" use_tracefs
		echo integrity >/sys/kernel/security/lockdown
		check "integrity" is_locked integrity
		check "histograms work with integrity" use_tracefs
		check "confidentiality refuses files" refuse_after_the_fact
		check "formats and ids can be read with confidentiality" read_format
		print_openable
		try_clients
		check "no way back from confidentiality" stay_locked confidentiality
		;;
	next)
		check "unlocked after a boot" use_tracefs
		set_command_line lockdown=integrity >/dev/null 2>&1
		;;
	integrity)
		check "integrity" is_locked integrity
		check "histograms work" use_tracefs
		check "no way back" stay_locked integrity
		set_command_line lockdown=confidentiality >/dev/null 2>&1
		;;
	confidentiality)
		check "confidentiality" is_locked confidentiality
		check "files are refused" refuse_tracefs
		print_openable
		try_clients
		;;
	esac
}
