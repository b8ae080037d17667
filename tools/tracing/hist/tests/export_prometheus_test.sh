#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Let Debian's prometheus scrape trace-hist, and compare its answers with the tables; run the queries
# of the dashboard for Grafana. TRACE_HIST is the program.

here=$(cd "$(dirname "$0")" && pwd)
if ! command -v prometheus >/dev/null; then
	echo 1..1
	echo "ok tools/export_prometheus # SKIP there is no prometheus"
	exit
fi
exec /usr/bin/python3 "$here/prometheus_checks.py" "$TRACE_HIST" "$here/../export/grafana-dashboard.json"
