#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Tests of the command export with copies of hist files, which need no tracefs. TRACE_HIST is the
# program. The parsers are those of prometheus_client, a package of Debian.

. "$(dirname "$0")/../../../host/tests/harness.sh"

here=$(cd "$(dirname "$0")" && pwd)
cd "$scratch" || exit
exporter=

# table HITS ROW...: print a hist file; a row is "NAME HITS BYTES"
table() {
	local hits=$1 row name count bytes
	shift

	printf '# event histogram\n#\n'
	printf '# trigger info: hist:keys=comm:vals=hitcount,bytes:sort=hitcount:size=2048 [active]\n#\n\n'
	for row; do
		read -r name count bytes <<<"$row"
		printf '{ comm: %-50s } hitcount: %10d  bytes: %10d\n' "$name" "$count" "$bytes"
	done
	printf '\nTotals:\n    Hits: %d\n    Entries: %d\n    Dropped: 0\n' "$hits" $#
}

end_exporter() {
	[ -z "$exporter" ] || kill "$exporter" 2>/dev/null
}
trap 'end_exporter; rm -rf "$scratch"' EXIT

# start ARGUMENT...: run an exporter at a free port, and set url and exporter
start() {
	trap end_exporter EXIT
	# The address of an earlier exporter must not be taken for that of this one.
	rm -f out
	# The shell lets jobs in the background ignore SIGINT.
	env --default-signal=INT "$TRACE_HIST" export --listen 127.0.0.1:0 "$@" >out 2>err &
	exporter=$!
	wait_until grep -q 'metrics are at' out || { cat err; return 1; }
	url=$(grep -o 'http://.*' out)
}

# stop [SIGNAL]: end the exporter, which succeeds
stop() {
	local pid=$exporter

	exporter=
	kill -"${1-TERM}" "$pid" && wait "$pid" || { echo "status $?"; cat err; return 1; }
}

get() {
	curl -sS --max-time 20 "$@"
}

# has LINE: the metrics have the line
has() {
	get "$url" >text || return
	grep -qxF -- "$1" text || { echo "no line $1:"; cat text; return 1; }
}

# fails STATUS TEXT ARGUMENT...: export exits with the status, and one message with the text
fails() {
	local status=$1 text=$2 actual=0
	shift 2

	timeout 20 "$TRACE_HIST" export "$@" >out 2>err || actual=$?
	cat out err
	[ "$actual" -eq "$status" ] && grep -qF -- "$text" err && [ ! -s out ] || return
	[ "$status" -eq 2 ] || [ "$(wc -l <err)" -eq 1 ]
}

# parse MODULE FILE: the parser of prometheus_client accepts the file, which has families and samples
parse() {
	/usr/bin/python3 - "$@" <<-'END'
	import importlib, sys
	parser = importlib.import_module("prometheus_client." + sys.argv[1])
	families = list(parser.text_string_to_metric_families(open(sys.argv[2], newline="").read()))
	samples = [(s.name, tuple(sorted(s.labels.items()))) for f in families for s in f.samples]
	print(len(families), "families", len(samples), "samples")
	assert len(families) > 50 and len(samples) > 500
	assert len(samples) == len(set(samples))
	END
}

test_parsers_accept_all_tables() {
	local files=() file

	for file in "$here"/corpus/table/*; do
		# Copies of hist_delta have intervals, and no totals.
		grep -q '^# interval:' "$file" || files+=(--from "$file")
	done
	start "${files[@]}" || return
	get -H 'Accept: application/openmetrics-text; version=1.0.0' "$url" >openmetrics &&
		get -H 'Accept: text/plain' "$url" >plain && stop || return
	[ "$(tail -n 1 openmetrics)" = '# EOF' ] && ! grep -q EOF plain || return
	parse openmetrics.parser openmetrics && parse parser plain
}

test_metrics_of_a_file() {
	table 3 'sh 1 100' 'cat 2 5' >file.hist
	start --from file.hist && has 'trace_hist_file_bytes_total{comm="sh"} 100' &&
		has 'trace_hist_file_hitcount_total{comm="cat"} 2' &&
		has '# HELP trace_hist_file_bytes file.hist: bytes' && stop
}

test_a_recipe_tells_units_and_titles() {
	mkdir -p recipes
	cat >recipes/x.yaml <<-'END'
	title: Title of x
	question: What?
	topic: files
	when: |
	  Now.
	conclude: |
	  Nothing.
	variants:
	  - steps:
	      - event: sched/sched_switch
	        trigger: hist:keys=comm:vals=bytes
	        does: Count.
	    table: sched/sched_switch
	    columns:
	      - {field: comm, title: Task}
	      - {field: bytes, title: Read, unit: sectors}
	END
	table 3 'sh 1 100' >file
	start ./recipes/x.yaml --from file &&
		has 'trace_hist_x_bytes_total{comm="sh"} 51200' &&
		has '# UNIT trace_hist_x_bytes bytes' &&
		has '# HELP trace_hist_x_bytes Title of x: Read' && ! grep -q hitcount text && stop
	table 3 'sh 1 100' | sed 's/bytes/pages/' >other
	fails 3 'lacks columns of the recipe x' ./recipes/x.yaml --from other
}

# Counters go on when a histogram is cleared, and when the file is not there for a while.
test_counters_never_decrease() {
	table 12 'sh 5 50' 'cat 7 70' >file
	start -i 1ms --from file && has 'trace_hist_file_bytes_total{comm="sh"} 50' || return
	table 13 'sh 6 60' 'cat 7 70' >new && mv new file
	has 'trace_hist_file_bytes_total{comm="sh"} 60' || return
	table 2 'sh 2 20' >new && mv new file
	has 'trace_hist_file_bytes_total{comm="sh"} 80' &&
		has 'trace_hist_file_bytes_total{comm="cat"} 70' &&
		has 'trace_hist_file_events_total 15' || return
	mv file gone
	[ "$(get -o body -w '%{http_code}' "$url")" = 500 ] && grep -q 'cannot be read' body &&
		grep -q 'No such file' err || return
	table 3 'sh 3 30' >file
	has 'trace_hist_file_bytes_total{comm="sh"} 90' && stop
}

test_answers_within_the_interval_are_the_same() {
	table 1 'sh 1 1' >file
	start -i 1h --from file && has 'trace_hist_file_bytes_total{comm="sh"} 1' || return
	table 2 'sh 2 2' >new && mv new file
	has 'trace_hist_file_bytes_total{comm="sh"} 1' && stop
}

test_second_histogram_of_a_file_has_a_number() {
	{ table 1 'sh 1 1'; table 2 'sh 2 2' | sed 's/bytes/size/g'; } >file
	start --from file && has 'trace_hist_file_bytes_total{comm="sh"} 1' &&
		has 'trace_hist_file_2_size_total{comm="sh"} 2' && stop
}

test_labels() {
	table 3 'sh 1 100' 'cat 2 5' >file
	start --from file --label comm && has 'trace_hist_file_bytes_total{comm="sh"} 100' && stop &&
		fails 2 '"bytes" cannot be a label' --listen 127.0.0.1:0 --from file --label bytes
}

test_http() {
	local type

	table 1 'sh 1 1' >file
	start --from file || return
	type=$(get -o text -w '%{http_code} %{content_type}' "$url")
	[ "$type" = '200 application/openmetrics-text; version=1.0.0; charset=utf-8' ] || return
	type=$(get -H 'Accept: text/plain' -o text -w '%{content_type}' "$url?a=b")
	[ "$type" = 'text/plain; version=0.0.4; charset=utf-8' ] || return
	get -I "$url" | tr -d '\r' >head && grep -q '^HTTP/1.1 200' head &&
		grep -qi '^content-length: [1-9]' head || return
	get "${url%metrics}" | grep -q 'href="/metrics"' || return
	[ "$(get -o text -w '%{http_code}' "$url/x")" = 404 ] || return
	[ "$(get -o text -w '%{http_code}' --path-as-is "$url/../../etc/passwd")" = 404 ] || return
	head -c 1000000 /dev/zero | get -D head -o text --data-binary @- "$url"
	grep -q '^HTTP/1.1 405' head && grep -qi '^allow: GET, HEAD' head || return
	[ "$(get -X DELETE -o text -w '%{http_code}' "$url")" = 405 ] && has '# EOF' && stop
}

# Connections that send nothing, half a request, or no HTTP at all, or read no answer
test_slow_and_hostile_clients_do_not_block() {
	local port i fd

	trap '' PIPE
	table 1 'sh 1 1' >file
	start --from file || return
	port=${url#http://127.0.0.1:}
	port=${port%/metrics}
	for i in {1..12}; do
		exec {fd}<>"/dev/tcp/127.0.0.1/$port" || return
		case $((i % 4)) in
		1) printf 'GET /metrics HTTP/1.1\r\nHost: ' >&"$fd" ;;
		2) head -c 100000 /dev/urandom >&"$fd" ;;
		3) yes 'X: y' | head -c 200000 >&"$fd" ;;
		esac
	done
	get "$url" >text && grep -q EOF text || return
	# More than the server accepts from one client: there is room again when they have been silent.
	for i in {1..100}; do
		exec {fd}<>"/dev/tcp/127.0.0.1/$port" || return
	done
	wait_until get --max-time 1 -o text "$url" 2>/dev/null && grep -q EOF text && stop
}

test_signals_end_it() {
	table 1 'sh 1 1' >file
	start --from file && stop INT && start --from file && stop TERM
}

test_occupied_port() {
	local address

	table 1 'sh 1 1' >file
	start --from file || return
	address=${url#http://}
	fails 1 "cannot listen on ${address%/*}: another program does" --from file \
		--listen "${address%/*}" && stop
}

test_addresses() {
	local address

	table 1 'sh 1 1' >file
	for address in '' : 1 127.0.0.1 127.0.0.1: :4478 127.0.0.1:x 127.0.0.1:65536 127.0.0.1:-1 \
		::1:4478 '[::1]' '[::1:4478' '[]:1' '[::1]x:1' 127.0.0.1:000080; do
		fails 2 'is no address to listen on' --from file --listen "$address" || return
	done
	fails 1 'does not have the address' --from file --listen 192.0.2.1:4478 &&
		fails 1 'cannot listen on host.invalid:4478' --from file --listen host.invalid:4478
}

test_ipv6() {
	table 1 'sh 1 1' >file
	start --listen '[::1]:0' --from file || return
	case $url in 'http://[::1]:'*/metrics) ;; *) echo "$url"; return 1 ;; esac
	get -g "$url" | grep -q EOF && stop
}

test_wrong_input() {
	fails 2 'names of recipes' && fails 2 '--instance belongs to --event' --instance x --from y &&
		fails 2 'at most one recipe' a b --from x && fails 2 'one file' a --from x --from y &&
		fails 2 'name of an instance' --instance a/b --event x &&
		fails 2 'No such file' --listen 127.0.0.1:0 --from nothing || return
	: >empty
	fails 3 'empty has no histogram' --listen 127.0.0.1:0 --from empty || return
	echo nonsense >bad
	fails 3 'bad:1:' --listen 127.0.0.1:0 --from bad
}

# The kernel has counted the events already.
test_events_of_others_cannot_be_selected() {
	local option

	table 1 'sh 1 1' >file
	for option in --pid=1 --comm=sh '--filter=a == 1'; do
		fails 2 'need a recipe' --from file "$option" &&
			fails 2 'need a recipe' a --from file "$option" &&
			fails 2 'need a recipe' --event sched:sched_switch "$option" &&
			fails 2 'exclude --event' a --event sched:sched_switch "$option" || return
	done
}

test_a_copy_of_hist_delta_is_refused() {
	table 3 'sh 1 100' | sed 's/^# trigger.*/&\n# interval: 1 from 1.0 to 2.0 global/' >delta
	fails 3 'delta is a copy of hist_delta; --from takes copies of hist' \
		--listen 127.0.0.1:0 --from delta
}

# A file of two instances can have them, and the next read cannot tell the histograms apart.
test_histograms_with_equal_triggers_are_refused() {
	{ table 1 'sh 1 1'; table 2 'sh 2 2'; } >file
	fails 3 'file has two histograms with the same trigger' --listen 127.0.0.1:0 --from file
}

test_a_directory_is_refused() {
	fails 2 'Is a directory' --listen 127.0.0.1:0 --from .
}

test_a_file_is_no_event() {
	table 1 'sh 1 1' >file
	cp file sched:sched_switch
	fails 2 '"./file" is a file; use --from' --listen 127.0.0.1:0 --event ./file || return
	[ "$(wc -l <err)" -eq 1 ] &&
		fails 2 'is a file; use --from' --listen 127.0.0.1:0 --event sched:sched_switch
}

test_full_standard_output() {
	local status=0

	table 1 'sh 1 1' >file
	timeout 20 "$TRACE_HIST" export --listen 127.0.0.1:0 --from file >/dev/full 2>err || status=$?
	cat err
	[ $status -eq 1 ] && grep -q 'No space left' err
}

run_tests
