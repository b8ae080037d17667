# SPDX-License-Identifier: GPL-2.0-only
"""A headless Chromium that is driven through the DevTools protocol, on a pair of pipes."""
import base64
import json
import os
import shutil
import subprocess
import tempfile
import time

SECONDS = 120


def find():
    for name in ("chromium", "chromium-browser", "google-chrome"):
        path = shutil.which(name)
        if path:
            return path
    return None


class Browser:
    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix="trace-hist-browser-")
        to_read, self.to = os.pipe()
        self.from_, from_write = os.pipe()

        def connect():
            # The protocol uses descriptors 3 and 4. Move ours away first: they may be these.
            read, write = os.dup(to_read), os.dup(from_write)
            os.dup2(read, 3)
            os.dup2(write, 4)

        self.process = subprocess.Popen(
            [find(), "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             "--disable-dev-shm-usage", "--user-data-dir=" + self.profile,
             "--remote-debugging-pipe", "about:blank"],
            close_fds=False, preexec_fn=connect, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(from_write)
        self.buffer, self.id, self.events = b"", 0, []
        self.session = None
        target = next(t for t in self.call("Target.getTargets")["targetInfos"]
                      if t["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=target["targetId"],
                                 flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(domain + ".enable")

    def receive(self):
        while b"\0" not in self.buffer:
            data = os.read(self.from_, 1 << 20)
            if not data:
                raise RuntimeError("the browser has ended")
            self.buffer += data
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **params):
        self.id += 1
        message = {"id": self.id, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            answer = self.receive()
            if answer.get("id") == self.id:
                if "error" in answer:
                    raise RuntimeError("%s: %s" % (method, answer["error"]))
                return answer["result"]
            self.events.append(answer)
        raise RuntimeError(method + " takes too long")

    def open(self, path):
        self.events = []
        self.call("Page.navigate", url="file://" + os.path.abspath(path))
        while not any(e.get("method") == "Page.loadEventFired" for e in self.events):
            self.events.append(self.receive())

    def media(self, media, scheme):
        self.call("Emulation.setEmulatedMedia", media=media,
                  features=[{"name": "prefers-color-scheme", "value": scheme}])

    def evaluate(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(json.dumps(result["exceptionDetails"]))
        return result["result"].get("value")

    def print(self):
        """Return the pages as a PDF file."""
        return base64.b64decode(self.call("Page.printToPDF", printBackground=True,
                                          preferCSSPageSize=True)["data"])

    def errors(self):
        return [e["params"] for e in self.events
                if e.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded")]

    def close(self):
        os.close(self.to)
        self.process.wait(timeout=SECONDS)
        os.close(self.from_)
        shutil.rmtree(self.profile, ignore_errors=True)
