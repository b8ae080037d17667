#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Wrong input is refused with one message and an exit status, and leaves nothing behind.
# kernel: stock

. /tests/expect.inc
cd $tracefs || exit

# refuse NAME STATUS TEXT ARGUMENT...: check that the tool refuses its arguments
refuse() {
	name=$1 wanted=$2 text=$3
	shift 3
	trace-hist "$@" >/tmp/out 2>/tmp/err
	status=$?
	expect "$name: status $wanted" [ $status -eq "$wanted" ]
	expect "$name: message" grep -qF -- "$text" /tmp/err
	expect "$name: nothing is left" nothing_left
}

# recipe EVENT TRIGGER [NEED]: write a recipe
recipe() {
	cat >/tmp/recipe.yaml <<-END
	title: Test
	question: What happens?
	topic: system
	variants:
	  - needs: [$3]
	    steps:
	      - synthetic: '@first@ int x'
	        does: Define an event.
	      - event: sched/sched_process_fork
	        trigger: 'hist:keys=parent_pid'
	        does: Count.
	      - event: $1
	        trigger: '$2'
	        filter: true
	        does: Count.
	    table: $1
	    columns:
	      - {field: hitcount, title: Events, unit: count}
	when: Now.
	example: None.
	conclude: Nothing.
	END
}

recipe sched/sched_process_exec hist:keys=pid
refuse "no recipe" 2 "takes the name of a recipe" run
refuse "unknown option" 2 "unrecognized option" run --unknown
refuse "wrong duration" 2 "--duration takes a time of at least 1ms" run /tmp/recipe.yaml -d x
refuse "no such task" 2 "cannot be limited to a task" run /tmp/recipe.yaml -p 1

refuse "rejected filter" 2 "the kernel rejects a command" \
	run /tmp/recipe.yaml --filter 'no_field == 1'
grep '^  Command: ' /tmp/err >/tmp/command
grep '^ *^$' /tmp/err >/tmp/caret
expect "rejected filter: one caret" [ "$(wc -l </tmp/caret)" -eq 1 ]
# Linux 6.12 has the caret behind the field.
at=$(($(cut -d '^' -f 1 /tmp/caret | tr -d '\n' | wc -c) + 1))
shown=$(cut -c $at- /tmp/command)
case $shown in
"no_field == 1"*|"== 1"*)
	echo "ok rejected filter: the caret is at the field" ;;
*)
	echo "not ok rejected filter: the caret is at \"$shown\""
	failed=1 ;;
esac

recipe sched/sched_process_exec hist:keys=no_field
refuse "rejected step" 1 "the kernel rejects a command for events/sched/sched_process_exec/trigger" \
	run /tmp/recipe.yaml -d 1

recipe sched/no_such_event hist:keys=pid
refuse "unknown event" 4 "needs the event sched/no_such_event, which this kernel (" \
	run /tmp/recipe.yaml
recipe sched/sched_process_exec hist:keys=pid 'event:nomod/noevent'
refuse "unknown event in needs" 4 "needs the event nomod/noevent" run /tmp/recipe.yaml

if ! ours; then
	for feature in statistics user-stacks identity cgroup-path depth expressions overflow \
		delta folded sample; do
		recipe sched/sched_process_exec hist:keys=pid $feature
		refuse "feature $feature" 4 "use a kernel that has the feature \"$feature\"" \
			run /tmp/recipe.yaml
	done
else
	for feature in statistics user-stacks identity depth expressions overflow delta folded \
		sample; do
		recipe sched/sched_process_exec hist:keys=pid $feature
		trace-hist run /tmp/recipe.yaml -d 0.01 >/tmp/out 2>/tmp/err
		status=$?
		expect "feature $feature: status 0" [ $status -eq 0 ]
		expect "feature $feature: nothing is left" nothing_left
	done
fi

recipe sched/sched_process_exec hist:keys=pid
chmod 644 /tmp/recipe.yaml
for command in "run /tmp/recipe.yaml" "clean" "show sched:sched_switch"; do
	su -s /bin/sh daemon -c "trace-hist $command" >/tmp/out 2>/tmp/err
	status=$?
	expect "no root: $command: status 5" [ $status -eq 5 ]
	expect "no root: $command: message" grep -q 'run the command as root' /tmp/err
done

echo secret >/tmp/secret
chmod 600 /tmp/secret
su -s /bin/sh daemon -c "trace-hist show /tmp/secret" >/tmp/out 2>/tmp/err
status=$?
expect "a file of another user: status 1" [ $status -eq 1 ]
expect "a file of another user: message" grep -q 'cannot open /tmp/secret: Permission denied' /tmp/err

refuse "show: neither event nor file" 2 "is neither an event, as in sched:sched_switch, nor a file" show sched:nonsense
refuse "export: neither event nor file" 2 "is neither an event" \
	export --listen 127.0.0.1:0 --event sched:nonsense
refuse "export: no histogram" 2 "has no histogram" \
	export --listen 127.0.0.1:0 --event sched:sched_switch
refuse "show: no histogram" 2 "has no histogram" show sched:sched_switch
refuse "show: no instance" 2 "there is no instance" show --instance nonsense sched:sched_switch
refuse "show: a file that must not be read" 2 "is not read: of the files of tracefs" \
	show /sys/kernel/tracing/trace_pipe
refuse "show: a directory" 2 "Is a directory" show /tmp
echo nonsense >/tmp/nonsense
refuse "show: not a table" 3 "/tmp/nonsense:" show /tmp/nonsense
refuse "show: intervals of a file" 2 "it has no intervals" show -i 1 /tmp/nonsense

cd /
umount /sys/kernel/debug/tracing 2>/dev/null
umount /sys/kernel/debug 2>/dev/null
umount /sys/kernel/tracing || exit
for command in "run /tmp/recipe.yaml" "clean" "show sched:sched_switch"; do
	trace-hist $command >/tmp/out 2>/tmp/err
	status=$?
	expect "no tracefs: $command: status 1" [ $status -eq 1 ]
	expect "no tracefs: $command: message" \
		grep -q 'mount -t tracefs tracefs /sys/kernel/tracing' /tmp/err
	expect "no tracefs: $command: it is not mounted" \
		[ -z "$(grep tracefs /proc/mounts)" ]
done

exit $failed
