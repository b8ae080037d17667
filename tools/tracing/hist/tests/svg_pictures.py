#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""
Check the SVG files of heatmap, flame and report.

TRACE_HIST is the program. Each picture must be well-formed XML, and the same each time that it is
drawn. Its numbers must be those of the recording. On a light and on a dark screen and on paper, no
text may overlap another one, lie outside of the picture, be wider than its frame, or have too low a
contrast. On paper, a picture takes one page.
"""
import collections
import html
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

import browser
import make_recordings

MODES = [("screen", "light"), ("screen", "dark"), ("print", "light")]
SVG = "{http://www.w3.org/2000/svg}"

# Return the number of texts of a page, and a sentence for each error.
CHECK = r"""
(function () {
    'use strict';
    var wrong = [], root = document.documentElement, size = root.viewBox.baseVal;
    var matrix = root.getScreenCTM().inverse();
    function colour(element) {
        return getComputedStyle(element).fill.match(/[0-9.]+/g).slice(0, 3).map(Number);
    }
    function luminance(rgb) {
        var part = rgb.map(function (c) {
            c /= 255;
            return c <= 0.03928 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4);
        });
        return 0.2126 * part[0] + 0.7152 * part[1] + 0.0722 * part[2];
    }
    function contrast(a, b) {
        var x = luminance(a), y = luminance(b);
        return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
    }
    var page = colour(document.querySelector('rect.bg'));
    var texts = [].filter.call(document.querySelectorAll('text'), function (text) {
        return text.textContent.trim() && getComputedStyle(text).display !== 'none' &&
               getComputedStyle(text.parentNode).display !== 'none';
    }).map(function (text) {
        var box = text.getBBox(), title = text.querySelector('title');
        return {
            text: text, x: box.x, y: box.y, right: box.x + box.width, bottom: box.y + box.height,
            name: '"' + [].filter.call(text.childNodes, function (node) {
                return node !== title;
            }).map(function (node) { return node.textContent; }).join('').slice(0, 60) + '"'
        };
    });
    texts.forEach(function (t) {
        var rect = t.text.parentNode.querySelector(':scope > rect'), behind = page;
        if (t.x < 0 || t.y < 0 || t.right > size.width || t.bottom > size.height)
            wrong.push(t.name + ' is cut at the edge of the picture');
        if (t.text.parentNode.getAttribute('class') === 'frame') {
            behind = colour(rect);
            if (t.right > rect.getBBox().x + rect.getBBox().width + 0.5)
                wrong.push(t.name + ' is wider than its frame');
        }
        if (contrast(colour(t.text), behind) < 4.5)
            wrong.push(t.name + ' has a contrast of ' +
                       contrast(colour(t.text), behind).toFixed(1));
    });
    texts.sort(function (a, b) { return a.y - b.y; });
    for (var i = 0; i < texts.length; i++) {
        for (var j = i + 1; j < texts.length && texts[j].y < texts[i].bottom - 3; j++) {
            var a = texts[i], b = texts[j];
            if (a.x < b.right - 0.5 && b.x < a.right - 0.5)
                wrong.push(a.name + ' overlaps ' + b.name);
        }
    }
    return {texts: texts.length, wrong: wrong.slice(0, 10)};
})()
"""


class Failure(Exception):
    pass


def expect(condition, message):
    if not condition:
        raise Failure(message)


def draw(recording, svg):
    program = os.environ["TRACE_HIST"]
    kind = os.path.basename(recording).split("_")[0]
    command = {"heat": [program, "heatmap", recording, "-o", svg],
               "flame": [program, "flame", recording, "-o", svg],
               "report": [program, "report", recording, "--svg", svg]}[kind]
    done = subprocess.run(command, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
    expect(done.returncode == 0, "%s: status %d: %s" % (" ".join(command), done.returncode,
                                                        done.stderr.decode()))
    expect(not done.stderr, done.stderr.decode())


def read(path):
    with open(path, "rb") as file:
        return file.read()


def check_file(svg):
    """Check the elements of a file."""
    if shutil.which("xmllint"):
        done = subprocess.run(["xmllint", "--noout", "--nonet", svg], stderr=subprocess.PIPE)
        expect(done.returncode == 0, "xmllint: " + done.stderr.decode())
    root = xml.etree.ElementTree.parse(svg).getroot()
    expect(root.tag == SVG + "svg" and root.get("version") == "1.1", "no SVG 1.1")
    expect(root.find(SVG + "title") is not None, "no title")
    scripts = len(root.findall(SVG + "script"))
    expect(scripts == (1 if root.find(".//*[@id='frames']") is not None and
                       os.path.basename(svg).startswith("flame") else 0),
           "%d scripts" % scripts)
    for element in root.iter():
        for name in element.keys():
            expect(not re.search("href|^on|src", name), "attribute " + name)
    text = read(svg).decode()
    expect(not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text),
           "unsafe characters")
    width = float(root.get("width"))
    expect(600 <= width <= 1500, "width %g" % width)


def read_recording(recording):
    """Return the axis of a recording, and its intervals."""
    with open(recording, encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    return lines[0].get("axis"), [line for line in lines if line["type"] == "interval"]


def counts_of(interval, axis):
    """Return the events of an interval by the first and last number of their range."""
    counts = collections.Counter()
    names = [field["name"] for field in interval["fields"]]
    field = names.index(axis)
    if interval["fields"][field]["role"] == "distribution":
        for distribution in interval["distributions"]:
            buckets = distribution[2:]
            for i in range(0, len(buckets), 3):
                counts[buckets[i], buckets[i + 1]] += buckets[i + 2]
    else:
        for row in interval["rows"]:
            counts[row[field][1], row[field][2]] += row[names.index("hitcount")]
    return counts


def titled_rects(root):
    """Return the rectangles with tooltips: x, y, width, text."""
    for element in root.iter():
        rect = element if element.tag == SVG + "rect" else element.find(SVG + "rect")
        title = element.find(SVG + "title")
        if rect is not None and title is not None and element.tag != SVG + "svg":
            yield (float(rect.get("x")), float(rect.get("y")), float(rect.get("width")),
                   title.text)


def check_cells(root, recording):
    """Each event is in a cell, and each cell is at its time."""
    axis, intervals = read_recording(recording)
    expected = collections.Counter()
    for number, interval in enumerate(intervals):
        joined = -(-len(intervals) // 1000)
        expected[float(number // joined * joined)] += sum(counts_of(interval, axis).values())
    found, places = collections.Counter(), {}
    for x, _, width, text in titled_rects(root):
        count, begin, end = re.search("(?s): ([0-9]+) events?, ([0-9.]+) s to ([0-9.]+) s$",
                                      text).groups()
        found[float(begin)] += int(count)
        places[float(begin)] = (x, x + width, float(end))
    expect(found == +expected, "events by time: %s, not %s" % (dict(found), dict(expected)))
    if len(places) < 2:
        return
    scale = ((max(places.values())[1] - min(places.values())[0]) /
             (max(places.values())[2] - min(places)))
    for begin, (x, right, end) in places.items():
        expect(abs(min(places.values())[0] + (begin - min(places)) * scale - x) <= 1.01 and
               abs(right - x - (end - begin) * scale) <= 1.01,
               "the cells of %g s are at %g" % (begin, x))


def check_ranges(root, recording):
    """The cells of an interval are the rows of the recording, from bottom to top."""
    axis, intervals = read_recording(recording)
    column = collections.defaultdict(list)
    for x, y, _, text in titled_rects(root):
        column[x].append((-y, int(re.search(": ([0-9]+) event", text).group(1))))
    for x, interval in zip(sorted(column), intervals):
        counts = counts_of(interval, axis)
        expect([count for _, count in sorted(column[x])] ==
               [counts[key] for key in sorted(counts)], "the column at %g" % x)


def check_frames(root, recording):
    """A frame is as wide as its share, and stands on the frame of its caller."""
    _, intervals = read_recording(recording)
    names = [field["name"] for field in intervals[0]["fields"]]
    total = sum(row[names.index("off")] for interval in intervals for row in interval["rows"])
    frames, levels = list(titled_rects(root)), collections.defaultdict(list)
    for x, y, width, text in frames:
        share = float(re.search("(?s)([0-9.]+) % of all$", text).group(1))
        expect(share >= 0.1, "%s is drawn" % text)
        expect(abs(width - share * 11.52) < 0.75, "%s has a width of %g" % (text, width))
        levels[y].append((x, x + width))
    bottom = max(levels)
    expect(len(levels[bottom]) == 1 and levels[bottom][0][1] > 1174, "no lowest frame")
    text = frames[0][3]
    number, unit = re.search("^all: ([0-9.]+) (us|ms|s|min), 100.00 %", text).groups()
    scale = {"us": 1, "ms": 1e3, "s": 1e6, "min": 6e7}[unit]
    expect(abs(float(number) * scale - total) <= 0.006 * total, "%s, not %d us" % (text, total))
    for y, spans in levels.items():
        for left, right in spans:
            expect(y == bottom or any(a <= left + 0.02 and right <= b + 0.62
                                      for a, b in levels[y + 18]),
                   "the frame at %g, %g has no caller" % (left, y))


def check_series(root, recording):
    """Each line has the calls of its row in each second, and the table has their sums."""
    _, intervals = read_recording(recording)
    calls, points = collections.defaultdict(list), {}
    for interval in intervals:
        for number, row in enumerate(interval["rows"]):
            other = number == interval.get("other")
            calls["other" if other else "%s, %s" % (row[0][2], row[1])].append(row[2])
    for path in root.iter(SVG + "path"):
        title = path.find(SVG + "title")
        if title is not None:
            points[title.text] = [float(y) for y in re.findall("[ML][0-9.]+ ([0-9.]+)",
                                                               path.get("d"))]
    largest = sorted((name for name in calls if name != "other"),
                     key=lambda name: -sum(calls[name]))[:8]
    expect(set(points) == set(largest), "lines of %s, not %s" % (set(points), largest))
    pairs = sorted((value, y) for name in largest for value, y in zip(calls[name], points[name]))
    low, high = pairs[0], pairs[-1]
    for value, y in pairs:
        place = low[1] + (value - low[0]) * (high[1] - low[1]) / (high[0] - low[0])
        expect(abs(place - y) < 0.2, "the point of %d is at %g, not %g" % (value, y, place))
    texts = {text.text for text in root.iter(SVG + "text")}
    for name, values in calls.items():
        expect("{:,}".format(sum(values)) in texts, "no sum of " + name)


def check_numbers(svg, recording):
    name = os.path.basename(svg)[:-4]
    root = xml.etree.ElementTree.parse(svg).getroot()
    if is_empty(name):
        expect(not list(titled_rects(root)), "rectangles of no events")
    elif name.startswith("heat"):
        check_cells(root, recording)
        if name in ("heat_typical", "heat_60_ranges", "heat_tasks"):
            check_ranges(root, recording)
    elif name.startswith("flame"):
        check_frames(root, recording)
    elif name == "report_counts":
        check_series(root, recording)


def check_page(page, svg, expected_texts):
    page.open(svg)
    for media, scheme in MODES:
        page.media(media, scheme)
        result = page.evaluate(CHECK)
        expect(not result["wrong"], "%s, %s: %s" % (media, scheme, "; ".join(result["wrong"])))
        expect(result["texts"] >= expected_texts, "%d texts" % result["texts"])
    expect(not page.errors(), str(page.errors()))


def check_paper(page, svg):
    """The picture takes one page of paper, and no word is cut off."""
    paper = svg[:-4] + ".pdf"
    with open(paper, "wb") as file:
        file.write(page.print())
    pages = len(re.findall(rb"/Type\s*/Page\b", read(paper)))
    expect(pages == 1, "%d printed pages" % pages)
    if not shutil.which("pdftotext"):
        return
    text = subprocess.run(["pdftotext", "-bbox", paper, "-"], stdout=subprocess.PIPE,
                          check=True).stdout.decode("utf-8", "replace")
    width, height = map(float, re.search('page width="([^"]*)" height="([^"]*)"', text).groups())
    words = set()
    for word in re.finditer('<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)<',
                            text):
        left, top, right, bottom = map(float, word.groups()[:4])
        if left >= 0 and top >= 0 and right <= width and bottom <= height:
            words.add(html.unescape(word.group(5)))
    texts = page.evaluate("[].map.call(document.querySelectorAll('text:not(.f):not(.button)'),"
                          "function (t) { return t.firstChild ? t.firstChild.data : ''; })")
    for word in " ".join(texts).split():
        # The font has no signs for other characters, and PDF joins those of a word differently.
        expect(not re.fullmatch("[a-z0-9,.]{1,20}", word) or word in words,
               '"%s" is not on the paper' % word)


def check_zoom(page):
    """Each click enlarges a frame to the full width, and the texts still fit."""
    page.media("screen", "light")
    n = page.evaluate("document.querySelectorAll('g.frame').length")
    for i in sorted({0, n // 2, n - 1}):
        page.evaluate("document.querySelectorAll('g.frame')[%d]"
                      ".dispatchEvent(new MouseEvent('click', {bubbles: true}))" % i)
        width = page.evaluate("+document.querySelectorAll('g.frame rect')[%d]"
                              ".getAttribute('width')" % i)
        expect(width > 1100, "frame %d has a width of %g after a click" % (i, width))
        result = page.evaluate(CHECK)
        expect(not result["wrong"], "zoom on %d: %s" % (i, "; ".join(result["wrong"])))
    page.evaluate("window.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape'}))")
    shown = page.evaluate("[].filter.call(document.querySelectorAll('g.frame'), function (g) {"
                          "return g.style.display !== 'none'; }).length")
    expect(shown == n, "%d of %d frames after Escape" % (shown, n))


def check_search(page):
    """The frames that match are marked, and their share is shown."""
    page.evaluate("window.prompt = function () { return 'do_syscall'; }")
    page.evaluate("[].find.call(document.querySelectorAll('text.button'), function (t) {"
                  "return t.textContent === 'Search'; })"
                  ".dispatchEvent(new MouseEvent('click', {bubbles: true}))")
    names = page.evaluate("[].map.call(document.querySelectorAll('rect.m'), function (r) {"
                          "return r.parentNode.querySelector('title').textContent; })")
    expect(names and all("do_syscall" in name for name in names), "found %s" % names[:3])
    found = page.evaluate("[].map.call(document.querySelectorAll('text.d'), function (t) {"
                          "return t.textContent; }).join()")
    share = re.search(r"Found: ([0-9.]+) %", found)
    # All stacks have this frame, but narrow frames are not drawn.
    expect(share and 98 <= float(share.group(1)) <= 100.1, "the search shows " + found)


def check_checks(page, directory):
    """The checks find texts that overlap, are cut, do not fit, or cannot be read."""
    svg = os.path.join(directory, "wrong.svg")
    with open(svg, "w", encoding="utf-8") as file:
        file.write('<svg version="1.1" xmlns="http://www.w3.org/2000/svg" width="700" height="200"'
                   ' viewBox="0 0 700 200"><rect class="bg" width="700" height="200" fill="#fff"/>'
                   '<text x="10" y="20">first</text><text x="20" y="22">second</text>'
                   '<text x="680" y="60">at the edge</text><text x="10" y="90" fill="#ccc">'
                   'pale</text><g class="frame"><rect x="10" y="100" width="20" height="17"'
                   ' fill="#fff"/><text x="12" y="112">too long</text></g></svg>')
    page.open(svg)
    wrong = page.evaluate(CHECK)["wrong"]
    for part in ('"first" overlaps "second"', '"at the edge" is cut', '"pale" has a contrast',
                 '"too long" is wider'):
        expect(any(part in sentence for sentence in wrong), part + " is not in %s" % wrong)
    expect(len(wrong) == 4, str(wrong))


def run(name, function, *arguments):
    try:
        function(*arguments)
        print("ok svg: " + name)
    except (Failure, RuntimeError) as error:
        print("# %s\nnot ok svg: %s" % (error, name))
        return 1
    finally:
        sys.stdout.flush()
    return 0


def is_empty(name):
    return "empty" in name or "no_rows" in name or "no_events" in name


def check(page, directory, name):
    recording = os.path.join(directory, name + ".rec")
    svg, again = os.path.join(directory, name + ".svg"), os.path.join(directory, "again.svg")
    draw(recording, svg)
    draw(recording, again)
    expect(read(svg) == read(again), "a second picture is different")
    check_file(svg)
    check_numbers(svg, recording)
    if page is None:
        return
    check_page(page, svg, 4 if is_empty(name) else 8)
    check_paper(page, svg)
    if name.startswith("flame") and not is_empty(name):
        check_zoom(page)
    if name == "flame_typical":
        check_search(page)


def main():
    with tempfile.TemporaryDirectory() as directory:
        make_recordings.main(directory)
        names = sorted(name[:-4] for name in os.listdir(directory) if name.endswith(".rec"))
        page = browser.Browser() if browser.find() else None
        failed = 0
        print("1..%d" % (len(names) + bool(page)))
        if page:
            failed |= run("the checks find errors", check_checks, page, directory)
        else:
            print("# Chromium is not installed: the pages are not looked at")
        for name in names:
            failed |= run(name, check, page, directory, name)
        if page:
            page.close()
        return failed


if __name__ == "__main__":
    sys.exit(main())
