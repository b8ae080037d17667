#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""
Make recordings of several shapes and sizes for the tests of pictures.

Usage: make_recordings.py DIR

The contents depend on the names only. See recording/recording.h for the format.
"""
import json
import math
import os
import random
import sys

HOSTILE = "<a href='x'>&amp; \"q\" ]]> \u202ertl\u202c \x1b[31mred"
LONG = "name_of_two_hundred_characters_" * 7
LONG = LONG[:200]


def log2_range(power):
    return [1 << power, (2 << power) - 1]


class Recording:
    """A recording with one table for each interval of a second."""

    def __init__(self, path, title, columns, fields, keys, **header):
        self.file = open(path, "w", encoding="utf-8")
        self.fields, self.keys, self.intervals = fields, keys, 0
        self.put(type="header", version=1, tool="trace-hist 1.0",
                 recipe="test", title=title, columns=columns,
                 **{"command": "trace-hist record test", "host": "web1",
                    "kernel": "6.12.30 #1 SMP", "started": 1764158400,
                    "picture": "table", **header})

    def put(self, **members):
        self.file.write(json.dumps(members) + "\n")

    def interval(self, rows, distributions=(), **members):
        begin = 100 + self.intervals
        hitcount = [f["role"] for f in self.fields].index("hitcount")
        hits = sum(row[hitcount] for row in rows)
        self.put(**{"type": "interval", "event": "sched:sched_switch",
                    "trigger": "hist:keys=test", "begin": begin, "end": begin + 1,
                    "hits": hits, "dropped": 0, "keys": self.keys,
                    "fields": self.fields, "rows": rows,
                    "distributions": list(distributions), **members})
        self.intervals += 1

    def close(self):
        self.put(type="end", intervals=self.intervals)
        self.file.close()


def field(name, role, modifier=None):
    return {"name": name, "role": role, **({"modifier": modifier} if modifier else {})}


def column(name, title, unit=""):
    return {"field": name, "title": title, "unit": unit}


def latency(path, intervals, powers, title="Run-queue latency", scale=1000, name="Wait",
            unit="us", **header):
    """Ranges as keys: a heat map whose middle moves up and down."""
    rng = random.Random(os.path.basename(path))
    recording = Recording(path, title,
                          [column("lat", name, unit), column("hitcount", "Waits", "count")],
                          [field("lat", "key", "log2"), field("hitcount", "hitcount")], 1,
                          picture="distribution", axis="lat", sort="lat",
                          **{"question": "How long do tasks wait in the run queue of a CPU?",
                             **header})
    for i in range(intervals):
        rows = []
        centre = powers[0] + (powers[-1] - powers[0]) * (0.4 + 0.2 * math.sin(i / 9))
        for power in powers:
            count = int(scale * math.exp(-((power - centre) / 2.5) ** 2) * rng.uniform(0.6, 1.4))
            if count:
                rows.append([["range"] + log2_range(power), count])
        if scale and i == intervals // 2:
            rows.append([["range"] + log2_range(powers[-1]), 1 + scale // 50])
        recording.interval(rows)
    recording.close()


def linear(path, intervals, buckets, width, unit="bytes"):
    rng = random.Random(os.path.basename(path))
    recording = Recording(path, "Sizes of reads",
                          [column("size", "Size", unit), column("hitcount", "Reads", "count")],
                          [field("size", "key", "buckets"), field("hitcount", "hitcount")], 1,
                          picture="distribution", axis="size", sort="hitcount")
    for i in range(intervals):
        rows = []
        for bucket in range(buckets):
            if rng.random() < 0.5:
                rows.append([["range", bucket * width, (bucket + 1) * width - 1],
                             rng.randint(1, 40)])
        recording.interval(rows, approximate=(i == 0), dropped=3, hits=5000)
    recording.close()


def tasks(path, intervals, names, title="Run-queue latency by task"):
    """Statistics and a distribution for each task."""
    rng = random.Random(os.path.basename(path))
    recording = Recording(path, title,
                          [column("comm", "Task"), column("hitcount", "Waits", "count"),
                           column("lat.avg", "Average", "us"),
                           column("lat.p99", "99th percentile", "us"),
                           column("lat.dist", "Distribution", "us")],
                          [field("comm", "key"), field("hitcount", "hitcount"),
                           field("lat.avg", "statistic"), field("lat.p99", "statistic"),
                           field("lat.dist", "distribution")], 1,
                          picture="distribution", axis="lat.dist", sort="lat.p99",
                          question="How long does each task wait?")
    for i in range(intervals):
        rows, distributions = [], []
        for number, name in enumerate(names):
            average = rng.uniform(5, 50) * (number + 1)
            rows.append([name, rng.randint(50, 500), int(average), int(average * 8), None])
            buckets = []
            for power in range(2, 12):
                buckets += log2_range(power) + [rng.randint(1, 400)]
            distributions.append([number, 4] + buckets)
        recording.interval(rows, distributions)
    recording.close()


def counts(path, intervals, names, title="System calls"):
    """No ranges: a report draws time series."""
    rng = random.Random(os.path.basename(path))
    recording = Recording(path, title,
                          [column("id", "System call"), column("comm", "Task"),
                           column("hitcount", "Calls", "count"),
                           {"field": "bytes", "title": "Bytes", "unit": "bytes", "rate": True}],
                          [field("id", "key", "syscall"), field("comm", "key"),
                           field("hitcount", "hitcount"), field("bytes", "sum")], 2,
                          sort="hitcount", question="Which system calls are made?")
    for i in range(intervals):
        recording.interval([[["named", number, "call_%d" % number], name,
                             rng.randint(1, 1000) * (len(names) - number), rng.randint(0, 1 << 24)]
                            for number, name in enumerate(names)],
                           other=len(names) - 1 if len(names) > 3 else None)
    recording.close()


def stacks(path, intervals, n, depth, names, title="Off-CPU time"):
    rng = random.Random(os.path.basename(path))
    recording = Recording(path, title,
                          [column("comm", "Task"), column("common_ustacktrace", "User stack"),
                           column("common_stacktrace", "Kernel stack"),
                           column("hitcount", "Waits", "count"), column("off", "Total", "us")],
                          [field("comm", "key"), field("common_ustacktrace", "key"),
                           field("common_stacktrace", "key"), field("hitcount", "hitcount"),
                           field("off", "sum")], 3,
                          picture="flame", axis="common_stacktrace", sort="off",
                          question="Where do tasks wait, and for how long?")
    for _ in range(intervals):
        rows = []
        for number in range(n):
            user = ["/usr/lib/x86_64-linux-gnu/libc.so.6+0x%x" % (rng.randint(0, 3) * 64 + level)
                    for level in range(rng.randint(1, max(1, depth // 3)))] + ["_start"]
            kernel = ["schedule"]
            for level in range(rng.randint(0, depth)):
                kernel.append("%s_%d_%d" % (rng.choice(["vfs", "do", "ext4_file", "futex_wait"]),
                                            level, rng.randint(0, 2)))
            kernel += ["do_syscall_64", "entry_SYSCALL_64_after_hwframe"]
            rows.append([names[number % len(names)], ["stack"] + user, ["stack"] + kernel,
                         rng.randint(1, 100), int(rng.paretovariate(1.1) * 1000)])
        recording.interval(rows)
    recording.close()


def main(directory):
    def path(name):
        return os.path.join(directory, name + ".rec")

    os.makedirs(directory, exist_ok=True)
    latency(path("heat_typical"), 30, range(0, 14))
    latency(path("heat_one_interval"), 1, range(0, 10))
    latency(path("heat_one_cell"), 1, [4], scale=3)
    latency(path("heat_600"), 600, range(0, 20), scale=100000)
    latency(path("heat_3000"), 3000, range(0, 6))
    latency(path("heat_63_ranges"), 40, range(0, 63), scale=100)
    linear(path("heat_60_ranges"), 40, 60, 4096)
    linear(path("heat_200_ranges"), 20, 200, 10)
    latency(path("heat_few_events"), 12, range(3, 8), scale=2)
    latency(path("heat_names"), 30, range(0, 12), title=LONG, name=LONG, question=LONG * 2,
            host=LONG, command=HOSTILE + LONG)
    latency(path("heat_hostile"), 30, range(0, 12), title=HOSTILE, name=HOSTILE,
            question=HOSTILE, host=HOSTILE, kernel=HOSTILE, command=HOSTILE)
    latency(path("heat_empty"), 0, range(0, 12))
    latency(path("heat_no_events"), 5, range(0, 12), scale=0)
    tasks(path("heat_tasks"), 30, ["bash", "nginx", "kworker/0:1"])

    counts(path("report_counts"), 30, ["task%d" % i for i in range(12)])
    counts(path("report_600"), 600, ["task%d" % i for i in range(40)])
    counts(path("report_one_interval"), 1, ["bash", "dd", "cat"])
    counts(path("report_names"), 10, [LONG, HOSTILE, "\u65e5\u672c\u8a9e" * 9, "x", ""],
           title=LONG)
    counts(path("report_empty"), 0, ["bash"])
    counts(path("report_no_rows"), 3, [])
    tasks(path("report_tasks"), 30, ["bash", "nginx", "kworker/0:1"])
    stacks(path("report_stacks"), 5, 30, 12, ["nginx", "bash"])

    stacks(path("flame_typical"), 1, 120, 14, ["nginx", "postgres", "bash", "kworker/0:1"])
    stacks(path("flame_large"), 2, 2000, 40, ["task%d" % i for i in range(30)])
    stacks(path("flame_deep"), 1, 20, 126, ["deep"])
    stacks(path("flame_one"), 1, 1, 1, ["x"])
    stacks(path("flame_names"), 1, 20, 8, [LONG, HOSTILE, "\u65e5\u672c\u8a9e"], title=HOSTILE)
    stacks(path("flame_empty"), 0, 0, 0, [])
    stacks(path("flame_no_rows"), 1, 0, 0, ["x"])


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    main(sys.argv[1])
