#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# run and show print the numbers of a workload, once and in intervals. show does not change the
# histograms that it prints.
# kernel: stock

. /tests/expect.inc
cd $tracefs || exit

# The run opens the answer after its histograms are set up and cleared.
is_running() {
	ls -l /proc/$1/fd 2>/dev/null | grep -q '/hist$'
}

# begin [OPTION]...: start a run in the background, and wait until it is set up
begin() {
	trace-hist run /tmp/writes.yaml -c dd "$@" >/tmp/out 2>/tmp/err &
	run=$!
	wait_until is_running $run
}

end() {
	kill $run
	wait $run
}

# write N: write 512 bytes N times
write() {
	dd if=/dev/zero of=/dev/null bs=512 count="$1" 2>/dev/null
}

# calls: print the sum of the column of writes in CSV, for writes of 512 bytes
calls() {
	awk -F , '$3 == 512 { sum += $4 } END { print sum + 0 }' /tmp/out
}

cat >/tmp/writes.yaml <<'END'
title: Writes
question: How large are writes?
topic: files
variants:
  - steps:
      - event: syscalls/sys_enter_write
        trigger: hist:keys=common_pid
        does: Count writes by task. It is not the answer.
      - event: syscalls/sys_enter_write
        trigger: hist:keys=count:vals=count
        does: Count writes by size.
        comm: comm
        filter: true
    table: syscalls/sys_enter_write
    columns:
      - {field: count, title: Size, unit: bytes}
      - {field: hitcount, title: Writes, unit: count}
when: Now.
example: None.
conclude: Nothing.
END

begin --csv
write 100
write 30
end
expect "run prints the total" [ "$(calls)" -eq 130 ]

begin --csv -i 0.5
write 100
sleep 1.5
write 30
end
expect "intervals add up to the total" [ "$(calls)" -eq 130 ]
expect "intervals: one header line" [ "$(grep -c '^begin_s' /tmp/out)" -eq 1 ]
expect "intervals: each event is in its interval" [ "$(grep -c ',512,' /tmp/out)" -eq 2 ]

begin --json -i 60
write 40
end
if ours; then
	expect "intervals are exact" grep -q '"approximate":false' /tmp/out
else
	expect "intervals are approximate" grep -q '"approximate":true' /tmp/out
fi
expect "JSON names the event" grep -q '"event":"syscalls:sys_enter_write"' /tmp/out

begin --csv --filter 'count > 512'
write 50
dd if=/dev/zero of=/dev/null bs=1024 count=7 2>/dev/null
end
expect "a filter excludes events" [ "$(calls)" -eq 0 ]
expect "a filter includes events" grep -q ',1024,7.$' /tmp/out

begin --explain
write 5
end
dir=instances/trace-hist-$run-
expect "--explain prints the creation of the instance" grep -q "^mkdir $dir" /tmp/err
expect "--explain prints the trigger" grep -q \
	"^echo 'hist:keys=count:vals=count if comm == \"dd\"' >> $dir.*/sys_enter_write/trigger" /tmp/err
expect "--explain prints the removal" grep -q "^rmdir $dir" /tmp/err

# Two runs do not disturb each other.
begin --csv
first=$run
mv /tmp/out /tmp/out1
begin --csv
write 20
end
expect "a second run counts" [ "$(calls)" -eq 20 ]
kill $first
wait $first
mv /tmp/out1 /tmp/out
expect "the first run counts" [ "$(calls)" -eq 20 ]

# Histograms of a user.
trigger=events/syscalls/sys_enter_write/trigger
hist=events/syscalls/sys_enter_write/hist
echo 'hist:keys=count:vals=count if comm == "dd" && count == 512' >>$trigger
write 60
cp $hist /tmp/before
trace-hist show syscalls:sys_enter_write --csv >/tmp/out 2>/tmp/err
expect "show prints the histogram" [ "$(calls)" -eq 60 ]
expect "show does not know when it was created" grep -q '^,,' /tmp/out
trace-hist show syscalls/sys_enter_write -i 0.5 --csv >/tmp/out 2>/tmp/err &
show=$!
sleep 2
write 25
sleep 1
kill $show
wait $show
status=$?
expect "show -i: status 0" [ $status -eq 0 ]
expect "show -i prints what was counted meanwhile" [ "$(calls)" -eq 25 ]
expect "show -i --csv warns once" [ "$(grep -c 'intervals are approximate' /tmp/err)" -eq 1 ]
trace-hist show syscalls:sys_enter_write -d 0.2 --json >/tmp/out 2>/tmp/err
expect "show -d: an interval is approximate" grep -q '"approximate":true' /tmp/out
if ours; then
	cp ${hist}_delta /tmp/delta
	expect "show has consumed no interval" \
		grep -q 'hitcount: *85 ' /tmp/delta
fi
expect "show has changed no histogram" grep -q 'hitcount: *85 ' $hist
trace-hist show /tmp/before --csv >/tmp/out 2>/tmp/err
expect "show prints a saved copy" [ "$(calls)" -eq 60 ]
trace-hist show $PWD/$hist --csv >/tmp/out 2>/tmp/err
expect "show prints a file of tracefs" [ "$(calls)" -eq 85 ]

mkdir instances/mine
echo 'hist:keys=count:vals=count if comm == "dd"' >>instances/mine/$trigger
write 9
trace-hist show --instance mine syscalls:sys_enter_write --csv >/tmp/out 2>/tmp/err
expect "show of an instance" [ "$(calls)" -eq 9 ]
echo '!hist:keys=count:vals=count if comm == "dd"' >>instances/mine/$trigger
rmdir instances/mine
echo '!hist:keys=count:vals=count if comm == "dd" && count == 512' >>$trigger

# A table that is full.
sed 's/vals=count/vals=count:size=128/' /tmp/writes.yaml >/tmp/full.yaml
trace-hist run /tmp/full.yaml -c dd --csv >/tmp/out 2>/tmp/err &
run=$!
wait_until is_running $run
n=0
while [ $n -lt 300 ]; do
	n=$((n + 1))
	dd if=/dev/zero of=/dev/null bs=$n count=1 2>/dev/null
done
end
expect "drops are reported" grep -q 'warning: [0-9]* events were dropped' /tmp/err
! ours || expect "drops are explained" grep -q '(no free row: ' /tmp/err

# The first of two histograms counts what the tool writes to set up the second one.
cat >/tmp/setup.yaml <<'END'
title: Writes of the tool
question: How often does the tool write?
topic: files
variants:
  - steps:
      - event: syscalls/sys_enter_write
        trigger: hist:keys=fd if comm == "trace-hist"
        does: Count writes of the tool.
      - event: sched/sched_process_exec
        trigger: hist:keys=pid
        does: Count programs. It is not the answer.
    table: syscalls/sys_enter_write
    columns:
      - {field: hitcount, title: Writes, unit: count}
when: Now.
example: None.
conclude: Nothing.
END
for options in "-d 0.5" "-d 0.5 -i 0.5"; do
	trace-hist run /tmp/setup.yaml --csv $options >/tmp/out 2>/tmp/err
	if ours; then
		expect "run $options: nothing from before the setup was complete" \
			[ "$(wc -l </tmp/out)" -eq 1 ]
	else
		expect "run $options: without hist_control, writes of the setup are counted" \
			[ "$(wc -l </tmp/out)" -gt 1 ]
	fi
done

# The trace buffer of a run is small.
begin
for size in instances/trace-hist-$run-*/buffer_size_kb; do
	expect "the trace buffer is small" [ "$(cut -d ' ' -f 1 $size)" -le 16 ]
done
end

# Progress on terminals.
export TERM=xterm
on_terminal 80 trace-hist run /tmp/writes.yaml -d 2 >/tmp/out
expect "a terminal shows the progress" \
	grep -q '/tmp/writes.yaml: 1 s left, [0-9]* rows, 0 dropped' /tmp/out
on_terminal 20 trace-hist run /tmp/writes.yaml -d 2 >/tmp/out
escape=$(printf '\033')
tr '\r' '\n' </tmp/out | sed "s/$escape\[K//g" | grep '^/tmp/writes' >/tmp/lines
expect "a narrow terminal shows the progress" [ -s /tmp/lines ]
expect "the progress fits into a narrow terminal" [ "$(wc -L </tmp/lines)" -lt 20 ]
trace-hist run /tmp/writes.yaml -d 1 >/tmp/out 2>/tmp/err
expect "without a terminal, there is no progress" [ ! -s /tmp/err ]

expect "nothing is left" nothing_left
exit $failed
