#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Compare answers of prometheus with tables that trace-hist exports.

prometheus_checks.py TRACE_HIST DASHBOARD

Exporters read copies of hist files, which this program writes: what they contain is known. Recipes
tell what the columns are. Results are printed as TAP.
"""
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import traceback
import urllib.parse
import urllib.request

TRACE_HIST, DASHBOARD = sys.argv[1:]
RATE_INTERVAL = "15s"
# Events per second of the first row; the others have less.
SPEED = 400
GROWTH_SECONDS = 20


def hist(trigger, keys, rows, hits):
    """Return the text of a hist file; a row is (values of keys, values by name, distributions)."""
    lines = ["# event histogram", "#", f"# trigger info: {trigger} [active]", "#", ""]
    for key_values, values, distributions in rows:
        row = ", ".join(f"{key}: {value}" for key, value in zip(keys, key_values))
        row = "{ " + row + " }"
        for name, value in values.items():
            row += f"{' ' if name == 'hitcount' else '  '}{name}: {value:10d}"
        lines.append(row)
        for name, buckets in distributions.items():
            lines.append(f"\t{name}:")
            lines += [f"\t{first:20d} - {last:<20d} {n:10d} #" for first, last, n in buckets]
    lines += ["", "Totals:", f"    Hits: {hits}", f"    Entries: {len(rows)}", "    Dropped: 0", ""]
    return "\n".join(lines)


def string(text):
    return f"{text:50s}"


class Tables:
    """The tables after some events; each row has a share of them."""

    def __init__(self, n):
        self.n = n
        # Hits by task, each with its distribution of microseconds
        self.waits = {
            task: [(first, last, n * weight // 10) for first, last, weight in buckets]
            for task, buckets in {
                "sh": [(1, 1, 2), (2, 3, 4), (4, 7, 0), (8, 15, 3), (16, 31, 1)],
                "make": [(4, 7, 1), (8, 15, 2), (16, 31, 0), (32, 63, 1)],
                'a"b\\134c': [(256, 511, 1)],
            }.items()
        }
        # Requests by power of two of their microseconds: 2^(k - 1) + 1 to 2^k
        self.requests = {6: n * 5 // 10, 7: n * 3 // 10, 13: n * 2 // 10}
        self.calls = {"sys_read": (0, n), "sys_write": (1, n // 2), "sys_futex": (202, n // 4)}
        self.files = {("a.log", "sh"): (n, n * 10, 0), ("b", "cat"): (n // 2, 0, n * 4096)}

    def hits(self, task):
        return sum(count for _, _, count in self.waits[task])

    def runqlat(self):
        names = ["usecs.avg", "usecs.p50", "usecs.p99", "usecs.max"]
        rows = [([string(task)], {"hitcount": self.hits(task), **dict.fromkeys(names, 9)},
                 {"usecs.dist": buckets}) for task, buckets in self.waits.items()]
        return hist("hist:keys=task:vals=hitcount,usecs.avg,usecs.p50,usecs.p99,usecs.max,usecs.dist"
                    ":sort=usecs.p99.descending:size=2048:pool=32768", ["task"], rows,
                    sum(map(self.hits, self.waits)))

    def biolatency(self):
        rows = [([f"~ 2^{power:<2d}"], {"hitcount": n}, {}) for power, n in self.requests.items()]
        return hist("hist:keys=usecs.log2:vals=hitcount:sort=usecs:size=2048", ["usecs"], rows,
                    sum(self.requests.values()))

    def syscount(self):
        rows = [([f"{name:30s}[{number:3d}]"], {"hitcount": n}, {})
                for name, (number, n) in self.calls.items()]
        return hist("hist:keys=id.syscall:vals=hitcount:sort=hitcount.descending:size=2048", ["id"],
                    rows, sum(n for _, n in self.calls.values()))

    def filetop(self):
        rows = [([string(file), string(task)],
                 {"hitcount": n, "got": got, "put": put, "all": got + put}, {})
                for (file, task), (n, got, put) in self.files.items()]
        return hist("hist:keys=file,common_tcomm:vals=hitcount,got,put,all:sort=all.descending"
                    ":size=8192", ["file", "common_tcomm"], rows,
                    sum(n for n, _, _ in self.files.values()))


RECIPES = ["runqlat", "biolatency", "syscount", "filetop"]


def write(tables):
    for recipe in RECIPES:
        with open(recipe + ".new", "w", encoding="utf-8") as out:
            out.write(getattr(tables, recipe)())
        os.rename(recipe + ".new", recipe)


def wait_for(what, seconds=60):
    """Call a function until it returns something true."""
    end = time.time() + seconds
    while time.time() < end:
        result = what()
        if result:
            return result
        time.sleep(0.2)
    raise AssertionError("waited in vain")


class Prometheus:
    """A prometheus that scrapes the exporters each second."""

    def __init__(self, targets):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.address = "127.0.0.1:%d" % probe.getsockname()[1]
        with open("prometheus.yml", "w", encoding="utf-8") as out:
            out.write("global: {scrape_interval: 1s, scrape_timeout: 1s}\n"
                      "scrape_configs:\n  - job_name: trace-hist\n    static_configs:\n"
                      f"      - targets: {json.dumps(targets)}\n")
        with open("prometheus.log", "w", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                ["prometheus", "--config.file=prometheus.yml", "--storage.tsdb.path=data",
                 f"--web.listen-address={self.address}"], stdout=log, stderr=log)

    def get(self, path, **parameters):
        url = f"http://{self.address}/api/v1/{path}?{urllib.parse.urlencode(parameters)}"
        with urllib.request.urlopen(url, timeout=20) as answer:
            return json.load(answer)["data"]

    def query(self, expression):
        """Return the results of an expression: a value for each set of labels."""
        data = self.get("query", query=expression)
        results = {}
        for result in data["result"]:
            labels = {k: v for k, v in result["metric"].items() if k not in ("job", "instance")}
            results[tuple(sorted(labels.items()))] = float(result["value"][1])
        return results

    def values(self, expression, *labels):
        """Return the results of an expression by the values of some labels."""
        return {tuple(dict(key)[label] for label in labels): value
                for key, value in self.query(expression).items()}

    def is_ready(self):
        try:
            return self.query("sum(up)") == {(): len(RECIPES)}
        except OSError:
            return False


def start_exporter(recipe):
    process = subprocess.Popen([TRACE_HIST, "export", "--listen", "127.0.0.1:0", "-i", "100ms",
                                recipe, "--from", recipe], stdout=subprocess.PIPE, text=True)
    line = process.stdout.readline()
    return process, re.search(r"http://([^/]*)/metrics", line).group(1)


def quantile(share, buckets):
    """Compute a quantile as prometheus defines it: buckets are (limit before, limit, number)."""
    rank = share * sum(n for _, _, n in buckets)
    for before, limit, n in buckets:
        if rank <= n:
            return before + (limit - before) * rank / n
        rank -= n
    raise AssertionError("no such quantile")


def expect_equal(actual, expected):
    assert actual == expected, f"{actual} instead of {expected}"


def expect_near(actual, expected, tolerance):
    assert set(actual) == set(expected), f"{actual} instead of {expected}"
    for key, value in expected.items():
        assert abs(actual[key] - value) <= tolerance * abs(value), \
            f"{key}: {actual[key]} instead of {value}"


def label(task):
    """Return the name of a task, whose backslash is escaped in a hist file."""
    return task.replace("\\134", "\\")


def check_counters(prometheus, tables):
    expect_equal(prometheus.values("trace_hist_runqlat_hitcount_total", "task"),
                 {(label(task),): tables.hits(task) for task in tables.waits})
    expect_equal(prometheus.values("trace_hist_syscount_hitcount_total", "id"),
                 {(name,): n for name, (_, n) in tables.calls.items()})
    expect_equal(prometheus.values("trace_hist_filetop_put_bytes_total", "file", "common_tcomm"),
                 {key: put for key, (_, _, put) in tables.files.items()})
    expect_equal(prometheus.values("sum by (common_tcomm) (trace_hist_filetop_all_bytes_total)",
                                   "common_tcomm"),
                 {(task,): got + put for (_, task), (_, got, put) in tables.files.items()})
    expect_equal(prometheus.values("trace_hist_biolatency_events_total"),
                 {(): sum(tables.requests.values())})


def check_histograms(prometheus, tables):
    for task, buckets in tables.waits.items():
        selector = json.dumps(label(task))
        expect_equal(prometheus.values(
            f'trace_hist_runqlat_seconds_bucket{{task={selector},le="+Inf"}}', "task"),
            {(label(task),): tables.hits(task)})
        for first, last, _ in buckets:
            below = sum(n for _, limit, n in buckets if limit <= last)
            results = prometheus.values(
                f"trace_hist_runqlat_seconds_bucket{{task={selector}}}", "le")
            limits = {float(le): value for (le,), value in results.items()}
            assert limits[last / 1e6] == below, f"{task}: {limits} for {last}"
    for share in (0.1, 0.5, 0.9, 0.99):
        buckets = [((first - 1) / 1e6, last / 1e6, n) for first, last, n in tables.waits["sh"]]
        expect_near(prometheus.values(
            f'histogram_quantile({share}, trace_hist_runqlat_seconds_bucket{{task="sh"}})'),
            {(): quantile(share, buckets)}, 1e-9)
        buckets = [(2 ** (power - 1) / 1e6, 2 ** power / 1e6, n)
                   for power, n in tables.requests.items()]
        expect_near(prometheus.values(
            f"histogram_quantile({share}, trace_hist_biolatency_seconds_bucket)"),
            {(): quantile(share, buckets)}, 1e-9)


def check_all_tasks(prometheus, tables):
    """Quantiles of all tasks: their label sets have the same limits."""
    together = {}
    for buckets in tables.waits.values():
        for first, last, n in buckets:
            together[(first, last)] = together.get((first, last), 0) + n
    for power in range(6, 8):
        together.setdefault((2 ** power, 2 ** (power + 1) - 1), 0)
    buckets = [((first - 1) / 1e6, last / 1e6, n) for (first, last), n in sorted(together.items())]
    for share in (0.25, 0.75, 0.999):
        expect_near(prometheus.values(
            f"histogram_quantile({share}, sum by (le) (trace_hist_runqlat_seconds_bucket))"),
            {(): quantile(share, buckets)}, 1e-9)


def check_metadata(prometheus, _):
    metadata = prometheus.get("metadata")
    expect_equal(metadata["trace_hist_runqlat_seconds"],
                 [{"type": "histogram", "unit": "seconds",
                   "help": "Run-queue latency: Distribution"}])
    expect_equal(metadata["trace_hist_filetop_got_bytes"],
                 [{"type": "counter", "unit": "bytes", "help": "Reads and writes of files: Read"}])


def grow(tables):
    """Let the tables grow for some seconds, at a constant rate."""
    begin = time.time()
    while time.time() < begin + GROWTH_SECONDS:
        time.sleep(0.1)
        write(Tables(tables.n + int(SPEED * (time.time() - begin))))


def check_rates(prometheus, _):
    """The last seconds of the growth. Files are written and scraped at different times."""
    window = f"[{RATE_INTERVAL}]"
    expect_near(prometheus.values(f"rate(trace_hist_syscount_hitcount_total{window})", "id"),
                {("sys_read",): SPEED, ("sys_write",): SPEED / 2, ("sys_futex",): SPEED / 4}, 0.1)
    expect_near(prometheus.values(
        f"sum by (file) (rate(trace_hist_filetop_all_bytes_total{window}))", "file"),
        {("a.log",): SPEED * 10, ("b",): SPEED * 4096}, 0.1)
    expect_near(prometheus.values(
        f'rate(trace_hist_runqlat_seconds_bucket{{task="sh",le="+Inf"}}{window})', "task"),
        {("sh",): SPEED}, 0.1)
    buckets = [((first - 1) / 1e6, last / 1e6, n) for first, last, n in Tables(1000).waits["sh"]]
    expect_near(prometheus.values(
        'histogram_quantile(0.5, sum by (le) '
        f'(rate(trace_hist_runqlat_seconds_bucket{{task="sh"}}{window})))'),
        {(): quantile(0.5, buckets)}, 0.05)


def dashboard_queries(dashboard):
    """Yield title and query of each target, and the queries of variables."""
    for panel in dashboard["panels"]:
        for target in panel.get("targets", []):
            yield panel["title"], target["expr"]


def check_dashboard(prometheus, _):
    with open(DASHBOARD, encoding="utf-8") as source:
        dashboard = json.load(source)
    queries = list(dashboard_queries(dashboard))
    assert len(queries) >= 8
    for title, query in queries:
        query = query.replace("$__rate_interval", RATE_INTERVAL).replace("$instance", ".*")
        assert "$" not in query, f"{title}: unknown variable in {query}"
        results = prometheus.query(query)
        assert results, f"{title}: no result of {query}"
        assert all(value == value for value in results.values()), f"{title}: NaN in {results}"
    variables = {variable["name"] for variable in dashboard["templating"]["list"]}
    expect_equal(variables, {"datasource", "instance"})


def check_cleared(prometheus, tables):
    """After a histogram was cleared, its counters go on."""
    before = prometheus.values("trace_hist_syscount_hitcount_total", "id")
    write(Tables(100))
    expected = {("sys_read",): before[("sys_read",)] + 100,
                ("sys_write",): before[("sys_write",)] + 50,
                ("sys_futex",): before[("sys_futex",)] + 25}
    wait_for(lambda: prometheus.values("trace_hist_syscount_hitcount_total", "id") == expected)
    results = prometheus.values("resets(trace_hist_syscount_hitcount_total[1m])", "id")
    assert not any(results.values()), results


def run(checks):
    """Run checks, print their results, and return whether all have passed."""
    passed = True
    for name, check in checks:
        try:
            check()
            print(f"ok tools/export_prometheus: {name}", flush=True)
        except Exception:
            passed = False
            print(re.sub("^", "# ", traceback.format_exc().strip(), flags=re.M))
            print(f"not ok tools/export_prometheus: {name}", flush=True)
    return passed


def check_all(processes):
    tables = Tables(1000)
    write(tables)
    targets = []
    for recipe in RECIPES:
        process, target = start_exporter(recipe)
        processes.append(process)
        targets.append(target)
    prometheus = Prometheus(targets)
    processes.append(prometheus.process)
    checks = [
        ("all exporters are scraped", lambda: wait_for(prometheus.is_ready)),
        ("counters are those of the tables", lambda: check_counters(prometheus, tables)),
        ("histograms are those of the tables", lambda: check_histograms(prometheus, tables)),
        ("quantiles of all label sets", lambda: check_all_tasks(prometheus, tables)),
        ("types, units and descriptions", lambda: check_metadata(prometheus, tables)),
        ("rates are those of the events", lambda: (grow(tables), check_rates(prometheus, tables))),
        ("queries of the dashboard have results", lambda: check_dashboard(prometheus, tables)),
        ("counters go on after a histogram was cleared",
         lambda: check_cleared(prometheus, tables)),
    ]
    print(f"1..{len(checks)}")
    return run(checks)


def main():
    processes = []
    with tempfile.TemporaryDirectory() as directory:
        os.chdir(directory)
        try:
            passed = check_all(processes)
        finally:
            for process in processes:
                process.terminate()
            for process in processes:
                process.wait()
            os.chdir("/")
    sys.exit(not passed)


main()
