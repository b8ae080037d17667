# SPDX-License-Identifier: GPL-2.0
# Phase of "make machine-check": lockdown, set by the file and on the kernel's command line.
# Integrity lets tracefs be used as before. Confidentiality refuses each open of a file of tracefs.

boots='file next integrity confidentiality'
keep=1

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

	for file in "$tracefs"/* "$tracefs"/events/{sched,raw_syscalls,syscalls,synthetic}/*/* \
		"$tracefs"/events/*/{enable,filter}; do
		[ -f "$file" ] || continue
		(exec 3<"$file") 2>/dev/null && echo "read $file"
		(exec 3>>"$file") 2>/dev/null && echo "write $file"
	done
}

# Each file that is refused gives EPERM, and none can be opened that Debian's kernel refuses.
refuse_tracefs() {
	local openable

	openable=$(list_openable)
	echo "$openable"
	[ -z "$openable" ] || return
	has 'Operation not permitted' bash -c "cat $switch/hist
		echo '$histogram' >>$switch/trigger; true"
}

# Histograms that were set before the lockdown
refuse_after_the_fact() {
	echo "$histogram" >>"$switch/trigger" || return
	echo confidentiality >/sys/kernel/security/lockdown && is_locked confidentiality &&
		refuse_tracefs
}

stay_locked() {
	! echo none >/sys/kernel/security/lockdown &&
		! echo integrity >/sys/kernel/security/lockdown && is_locked "$1"
}

refuse_clients() {
	cd /run/machine
	! trace-cmd record -e sched_switch -o trace.dat sleep 1 &&
		! perf record -a -e sched:sched_switch -o perf.data sleep 1 &&
		! bpftrace -e 'tracepoint:sched:sched_switch { @ = count(); }
			interval:s:1 { exit(); }'
}

run_lockdown() {
	check "multi-user.target" systemctl is-active multi-user.target
	case $1 in
	file)
		check "unlocked" use_tracefs
		echo integrity >/sys/kernel/security/lockdown
		check "integrity" is_locked integrity
		check "integrity: histograms work" use_tracefs
		check "confidentiality: files are refused" refuse_after_the_fact
		check "confidentiality: clients are refused" refuse_clients
		check "confidentiality: no way back" stay_locked confidentiality
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
		check "clients are refused" refuse_clients
		;;
	esac
}
