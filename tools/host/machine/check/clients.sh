# SPDX-License-Identifier: GPL-2.0
# Phase of "make machine-check": programs of Debian that use tracefs, perf events or BPF. Some run
# beside histograms on the same events, and must count the same. Each program is a row of the table
# of clients.

options=(--timeout 7200)

# A system call that no other program uses
rare_event=syscalls:sys_enter_sched_get_priority_max
rare=$tracefs/events/${rare_event/:/\/}

prepare_clients() {
	fetch_headers
}

record_with_trace_cmd() {
	cd /run/machine
	trace-cmd record -e sched_switch -e sched_wakeup -e irq -o trace.dat sleep 1 &&
		has 'sched_switch: ' trace-cmd report -i trace.dat &&
		has 'sched_wakeup: ' trace-cmd report -i trace.dat
}

list_with_trace_cmd() {
	echo "$histogram" >>"$tracefs/events/sched/sched_switch/trigger"
	trace-cmd list -e '^sched:sched_switch$' --full &&
		has 'function' trace-cmd list -t &&
		has 'prev_pid' cat "$tracefs/events/sched/sched_switch/trigger" &&
		has 'hist:keys=prev_pid' trace-cmd stat
	status=$?
	echo "!$histogram" >>"$tracefs/events/sched/sched_switch/trigger"
	return "$status"
}

trace_functions_with_trace_cmd() {
	cd /run/machine
	trace-cmd record -p function -l 'vfs_read' -o trace.dat ls / &&
		has 'function: +vfs_read' trace-cmd report -i trace.dat
}

# The statement of the manual page of sqlhist: from a wakeup to the switch to the task that was
# woken up.
latency_sql='SELECT end.next_pid AS pid, (end.TIMESTAMP_USECS - start.TIMESTAMP_USECS) AS lat
	FROM sched_waking AS start JOIN sched_switch AS end ON start.pid = end.next_pid'

use_sqlhist() {
	trace-cmd sqlhist -h 2>&1 | grep -q -- '-n name' || skip "no sqlhist in this trace-cmd"
	trace-cmd sqlhist -e -n latency "$latency_sql" &&
		echo 'hist:keys=pid:vals=lat' >>"$tracefs/events/synthetic/latency/trigger" ||
		return
	sleep 1
	has 'pid: ' cat "$tracefs/events/synthetic/latency/hist"
}

remove_sqlhist() {
	# A histogram whose variables another one uses cannot be removed before that.
	echo '!hist:keys=pid:vals=lat' >>"$tracefs/events/synthetic/latency/trigger"
	: >"$tracefs/events/sched/sched_switch/trigger"
	: >"$tracefs/events/sched/sched_waking/trigger"
	: >"$tracefs/synthetic_events"
}

# A program that uses the functions of libtracefs for SQL, synthetic events and histograms
use_libtracefs() {
	python3 - "$latency_sql" <<-'EOF'
	import ctypes, sys, time
	lib = ctypes.CDLL("libtracefs.so.1")
	for name in ("tracefs_local_events", "tracefs_sql", "tracefs_hist_alloc",
	             "tracefs_event_file_read"):
	    getattr(lib, name).restype = ctypes.c_void_p
	tep = ctypes.c_void_p(lib.tracefs_local_events(None))
	# Commands of tracefs_hist_command()
	START, PAUSE, DESTROY = 0, 1, 4
	error = ctypes.c_char_p()
	synth = ctypes.c_void_p(lib.tracefs_sql(tep, b"latency", sys.argv[1].encode(),
	                                        ctypes.byref(error)))
	assert synth, error.value
	assert lib.tracefs_synth_create(synth) == 0, "synth_create"
	tep = ctypes.c_void_p(lib.tracefs_local_events(None))	# with the new event
	hist = ctypes.c_void_p(lib.tracefs_hist_alloc(tep, b"synthetic", b"latency", b"pid", 0))
	assert hist, "hist_alloc"
	assert lib.tracefs_hist_add_value(hist, b"lat") == 0, "hist_add_value"
	assert lib.tracefs_hist_command(None, hist, START) == 0, "start"
	time.sleep(1)
	text = ctypes.string_at(lib.tracefs_event_file_read(None, b"synthetic", b"latency", b"hist",
	                                                    None)).decode()
	print(text)
	assert "pid: " in text and "lat: " in text
	assert lib.tracefs_hist_command(None, hist, PAUSE) == 0, "pause"
	assert lib.tracefs_hist_command(None, hist, DESTROY) == 0, "destroy"
	assert lib.tracefs_synth_destroy(synth) == 0, "synth_destroy"
	EOF
}

measure_with_rtla() {
	cd /run/machine
	grep -q "$1" "$tracefs/available_tracers" || skip "the kernel has no tracer $1"
	case $1 in
	osnoise)	has 'count:|duration:' rtla osnoise hist -d 3 -P o:0 ;;
	timerlat)	has 'count:' rtla timerlat hist -d 3 -P o:0 ;;
	esac
}

trigger_with_rtla() {
	grep -q timerlat "$tracefs/available_tracers" || skip "the kernel has no tracer timerlat"
	cd /run/machine
	rtla timerlat hist -d 10 -P o:0 -T 1 -t -e sched:sched_switch \
		--trigger "hist:keys=next_comm" &&
		has 'next_comm: ' cat sched_sched_switch_hist.txt
}

record_with_perf() {
	cd /run/machine
	perf record -o perf.data -a -e sched:sched_switch -e syscalls:sys_enter_getppid \
		python3 -c 'import os; os.getppid()' &&
		has 'sched:sched_switch: ' perf script -i perf.data &&
		has 'sys_enter_getppid' perf script -i perf.data
}

# perf record, with the event of a histogram's action
record_synthetic_with_perf() {
	cd /run/machine
	echo 'switch_to pid_t pid' >>"$tracefs/synthetic_events"
	echo 'hist:keys=next_pid:p=next_pid:onmatch(sched.sched_switch).trace(switch_to,next_pid)' \
		>>"$tracefs/events/sched/sched_switch/trigger" || return
	perf record -o perf.data -a -e synthetic:switch_to sleep 1 &&
		has 'synthetic:switch_to: pid=' perf script -i perf.data
}

remove_synthetic() {
	: >"$tracefs/events/sched/sched_switch/trigger"
	echo '!switch_to pid_t pid' >>"$tracefs/synthetic_events"
}

record_user_event_with_perf() {
	[ -e "$tracefs/user_events_data" ] || skip "the kernel has no user events"
	cd /run/machine
	cat >user_event.py <<-'EOF'
	import ctypes, errno, fcntl, os, struct, subprocess, time
	enabled = ctypes.c_uint32()
	name = ctypes.create_string_buffer(b"machine_check u32 count")
	reg = bytearray(struct.pack("<IBBHQQI", 28, 0, 4, 0, ctypes.addressof(enabled),
	                            ctypes.addressof(name), 0))
	data = os.open("/sys/kernel/tracing/user_events_data", os.O_RDWR)
	fcntl.ioctl(data, 0xC0082A00, reg)
	index, = struct.unpack_from("<I", reg, 24)
	assert enabled.value == 0, "enabled without a reader"
	perf = subprocess.Popen(["perf", "record", "-o", "perf.data", "-a", "-e",
	                         "user_events:machine_check", "sleep", "5"])
	while not enabled.value:
	    assert perf.poll() is None, "perf ended before it enabled the event"
	    time.sleep(0.01)
	# perf enables the event before it starts to record. A write to an event that is not enabled
	# fails with EBADF.
	count = 0
	while enabled.value:
	    try:
	        os.write(data, struct.pack("<II", index, count))
	    except OSError as error:
	        assert error.errno == errno.EBADF and not enabled.value, error
	    count += 1
	    time.sleep(0.01)
	assert perf.wait() == 0
	EOF
	python3 user_event.py || return
	perf script -i perf.data | tee events | tail -n 3
	# No event is missing between the first and the last.
	awk '/user_events:machine_check: count=/ {
		sub(/.*count=/, "")
		if (count++ && $1 != last + 1)
			missing = 1
		last = $1
	}
	END { print count, "events"; exit missing || count < 50 }' events
}

trace_with_perf() {
	has 'nanosleep' perf trace -e '*nanosleep' sleep 0.1
}

# perf_pair NAME PATTERN REPORT...: record with one of perf's commands, and print its report
perf_pair() {
	local name=$1 pattern=$2
	shift 2

	cd /run/machine
	perf "$name" record -o perf.data sleep 1 && has "$pattern" perf "$name" "$@"
}

# Two clients and a histogram count the same calls of one process.
count_with_bpftrace_and_perf() {
	local bpf stat

	cd /run/machine
	echo 'hist:keys=common_pid' >>"$rare/trigger" || return
	perf stat -x, -o stat -a -e "$rare_event" bpftrace -c "/usr/bin/python3 $PWD/rare.py" \
		-e "tracepoint:$rare_event /pid == cpid/ { @calls = count(); }" | tee bpf
	bpf=$(awk '$1 == "@calls:" { print $2 }' bpf)
	stat=$(awk -F , '/priority_max/ { print $1 }' stat)
	cat stat "$rare/hist"
	echo "bpftrace: $bpf, perf: $stat"
	[ "$bpf" = 1000 ] && [ "$stat" = "$(hits syscalls/sys_enter_sched_get_priority_max)" ] &&
		grep -q 'hitcount: *1000$' "$rare/hist"
}

remove_rare_histogram() {
	echo '!hist:keys=common_pid' >>"$rare/trigger"
}

# Tools of bcc compile their programs with the headers of the kernel.
has_headers() {
	[ -e "/lib/modules/$(uname -r)/build/include" ]
}

# run_beside_bcc STARTED PROGRAM TOOL...: start a tool of bcc, run a program when the tool has
# printed STARTED, and stop the tool as Ctrl-C does. Its output is in bcc.out. A shell starts
# programs in the background with SIGINT ignored.
run_beside_bcc() {
	local started=$1 program=$2 status=0
	shift 2

	: >bcc.out
	env --default-signal=INT PYTHONUNBUFFERED=1 "$@" >bcc.out 2>&1 &
	wait_until grep -q "$started" bcc.out && $program && sleep 2 || status=$?
	kill -INT $!
	wait $! || status=$?
	cat bcc.out
	return "$status"
}

count_with_bcc() {
	cd /run/machine
	echo 'hist:keys=common_pid' >>"$rare/trigger" || return
	run_beside_bcc Tracing 'python3 rare.py' funccount-bpfcc "t:$rare_event" || return
	cat "$rare/hist"
	grep -qE 'priority_max +1000$' bcc.out && grep -q 'hitcount: *1000$' "$rare/hist"
}

trace_processes_with_bcc() {
	cd /run/machine
	run_beside_bcc PCOMM '/bin/echo machine-check' execsnoop-bpfcc &&
		grep '/bin/echo machine-check' bcc.out
}

remount_with_systemd() {
	echo "$histogram" >>"$tracefs/events/sched/sched_switch/trigger"
	systemctl stop sys-kernel-tracing.mount && ! mountpoint -q "$tracefs" &&
		systemctl start sys-kernel-tracing.mount && mountpoint "$tracefs" &&
		has '^hist:keys=prev_pid' cat "$tracefs/events/sched/sched_switch/trigger" || return
	[ "$(stat -c %a "$tracefs")" = 700 ]
}

# Load beside three histograms
load_with_stress_ng() {
	local event

	add_histograms || return
	stress-ng --timeout 10 --switch 1 --fork 1 --pipe 1 --clone 1 || return
	for event in sched/sched_switch sched/sched_wakeup raw_syscalls/sys_enter; do
		echo "$event: $(hits "$event")"
		[ "$(hits "$event")" -gt 1000 ] || return
	done
	remove_histograms
	is_unused
}

client() {
	echo "client $1: $(head -n 1 <<<"$2")"
}

run_clients() {
	install_headers
	printf 'import os\nfor i in range(1000):\n\tos.sched_get_priority_max(0)\n' \
		>/run/machine/rare.py
	local v

	v=$(trace-cmd --version 2>&1 | grep -o 'version [0-9.]*')
	client "trace-cmd record, report" "$v"
	check "trace-cmd record, report" record_with_trace_cmd
	client "trace-cmd list, stat" "$v"
	check "trace-cmd list, stat" list_with_trace_cmd
	client "trace-cmd record -p function" "$v"
	check "trace-cmd record -p function" trace_functions_with_trace_cmd
	client "trace-cmd sqlhist" "$v"
	check "trace-cmd sqlhist" use_sqlhist
	remove_sqlhist 2>/dev/null
	client "libtracefs (SQL, synthetic event, histogram)" \
		"$(dpkg-query -W -f '${Version}' libtracefs1)"
	check "libtracefs (SQL, synthetic event, histogram)" use_libtracefs
	remove_sqlhist 2>/dev/null
	v=$(dpkg-query -W -f '${Version}' rtla)
	client "rtla osnoise" "$v"
	check "rtla osnoise" measure_with_rtla osnoise
	client "rtla timerlat" "$v"
	check "rtla timerlat" measure_with_rtla timerlat
	client "rtla timerlat --trigger" "$v"
	check "rtla timerlat --trigger" trigger_with_rtla
	run_perf_clients
	run_bpf_clients
	client "systemd sys-kernel-tracing.mount" "$(systemctl --version)"
	check "systemd sys-kernel-tracing.mount" remount_with_systemd
	echo "!$histogram" >>"$tracefs/events/sched/sched_switch/trigger"
	client "stress-ng" "$(dpkg-query -W -f '${Version}' stress-ng)"
	check "stress-ng" load_with_stress_ng
	check "nothing is left in tracefs" is_unused
}

run_perf_clients() {
	local v name

	v=$(perf --version)
	for name in record,script synthetic user trace sched kwork lock; do
		client "perf $name" "$v"
	done
	check "perf record,script" record_with_perf
	check "perf synthetic" record_synthetic_with_perf
	remove_synthetic
	check "perf user" record_user_event_with_perf
	check "perf trace" trace_with_perf
	check "perf sched" perf_pair sched 'TOTAL:' -i perf.data latency
	check "perf kwork" perf_pair kwork 'Kwork Name' report -i perf.data
	check "perf lock" perf_pair lock 'contended' -i perf.data contention
}

run_bpf_clients() {
	local v

	client "bpftrace, perf stat" "$(bpftrace --version)"
	check "bpftrace, perf stat" count_with_bpftrace_and_perf
	remove_rare_histogram
	v=$(dpkg-query -W -f '${Version}' bpfcc-tools)
	for name in funccount execsnoop runqlat opensnoop vfsstat tplist; do
		client "bcc $name" "$v"
	done
	check "headers of the kernel" has_headers
	check "bcc funccount" count_with_bcc
	remove_rare_histogram
	check "bcc execsnoop" trace_processes_with_bcc
	check "bcc runqlat" has 'usecs .*: count' runqlat-bpfcc 1 2
	check "bcc opensnoop" has 'COMM' opensnoop-bpfcc -d 3
	check "bcc vfsstat" has 'READ/s' vfsstat-bpfcc 1 3
	check "bcc tplist" has 'sched:sched_switch' tplist-bpfcc 'sched:*'
}
