#!/usr/bin/env python3
"""Drives headless Chromium over its DevTools pipe: pictures and checks of the map page.

    browser.py shot URL OUT.png [--ready EXPRESSION] [--size 1280x800] [--eval JS]
    browser.py check URL [--size 1280x800] [--items N]

`shot` waits until EXPRESSION is true, runs JS, waits again and writes a picture. `check` takes
items of every layer of the map page at URL, goes to each, asks the map what it draws there, clicks
it and compares the panel with the item; with --skills it tries groups, measures, links and so on,
with --routes the panel of routes, with --runs that of floods, with --comparison states of the city
side by side, with --times the time bar, with --pages LAYER the HTML pages of the API, with --states
and --keyboard whether all can use it, with --faults what it says of faults, with --clusters whether
they stand for what is there, with --labels what lies over each other on the map, with --leaks and
--playing what it takes, with --token the way into a closed server. Both print one JSON report and
exit 1 on any failure, console error or failed request. Standard library only (--skills: pyproj too,
--states and --pages: axe-core); Chromium is found in PATH or in $CHROMIUM.
"""

import argparse
import base64
import json
import os
import select
import shutil
import signal
import sys
import tempfile
import time

from map_check import check_map
from map_clusters import check_clusters
from map_comparison import check_comparison
from map_faults import check_faults
from map_keyboard import check_keyboard
from map_labels import check_labels
from map_leaks import check_leaks
from map_pages import check_pages
from map_playing import check_playing
from map_routes import check_routes
from map_runs import check_runs
from map_skills import check_skills, check_token
from map_states import check_states
from map_times import check_times

READY = "document.readyState === 'complete' && document.body.dataset.state === 'idle'"


class BrowserError(Exception):
    """The browser refused a command, or did not do something in time."""


class Browser:
    """One page of a headless Chromium with a profile of its own.

    `problems` collects what went wrong on the page: {"kind": "console" | "exception" | "log" |
    "http", "text": …}. Workers are watched like the page, because the map loads tiles in them.
    `arguments` go to Chromium beside the usual ones.
    """

    def __init__(self, width=1280, height=800, timeout=60.0, arguments=()):
        self.timeout = timeout
        self._arguments = list(arguments)
        self.problems = []
        self._serial = 0
        self._answers = {}
        self._buffer = b""
        self._requests = {}
        self._trace, self._is_traced = [], False
        self._profile = tempfile.mkdtemp(prefix="browser-")
        self._start()
        target = self.call("Target.createTarget", {"url": "about:blank"}, session=None)
        attached = self.call(
            "Target.attachToTarget", {"targetId": target["targetId"], "flatten": True}, session=None)
        self._session = attached["sessionId"]
        self._watch(self._session, is_page=True)
        self.resize(width, height)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # Process and pipe

    def _start(self):
        program = os.environ.get("CHROMIUM") or next(
            filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None)
        if not program:
            raise BrowserError("Chromium is not installed (apt-get install chromium)")
        arguments = [
            program, "--headless=new", "--no-sandbox", "--hide-scrollbars", "--no-first-run",
            "--enable-unsafe-swiftshader", "--disable-background-networking",
            "--disable-component-update", "--remote-debugging-pipe",
            f"--user-data-dir={self._profile}", *self._arguments, "about:blank"]
        # Chromium reads commands on descriptor 3 and answers on 4, separated by NUL.
        command_read, self._write = os.pipe()
        self._read, answer_write = os.pipe()
        ends = [_above(fd, 10) for fd in (command_read, answer_write)]
        actions = [
            (os.POSIX_SPAWN_DUP2, ends[0], 3), (os.POSIX_SPAWN_DUP2, ends[1], 4),
            (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
            (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)]
        self._read, self._write = _above(self._read, 10), _above(self._write, 10)
        self.process = os.posix_spawn(
            program, arguments, os.environ, file_actions=actions, setpgroup=0)
        for end in ends:
            os.close(end)

    def close(self):
        """Ends Chromium with all its processes and removes its profile."""
        try:
            self._send("Browser.close", None, None)
            deadline = time.monotonic() + 5
            while os.waitpid(self.process, os.WNOHANG) == (0, 0):
                if time.monotonic() > deadline:
                    os.killpg(self.process, signal.SIGKILL)
                    os.waitpid(self.process, 0)
                    break
                time.sleep(0.02)
        except (OSError, ChildProcessError):
            pass
        os.close(self._read)
        os.close(self._write)
        shutil.rmtree(self._profile, ignore_errors=True)

    def _send(self, method, parameters, session):
        self._serial += 1
        message = {"id": self._serial, "method": method, "params": parameters or {}}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._write, data):]
        return self._serial

    def _receive(self, seconds):
        """Reads what has come within `seconds`, and sorts it into answers and events."""
        readable, _, _ = select.select([self._read], [], [], max(0, seconds))
        if not readable:
            return
        data = os.read(self._read, 1 << 20)
        if not data:
            raise BrowserError("Chromium has ended")
        *messages, self._buffer = (self._buffer + data).split(b"\0")
        for text in messages:
            message = json.loads(text)
            if "id" in message:
                self._answers[message["id"]] = message
            else:
                self._event(message["method"], message["params"], message.get("sessionId"))

    # Commands

    def call(self, method, parameters=None, session=""):
        """Sends a DevTools command to the page (session None: to the browser); its result."""
        serial = self._send(method, parameters, self._session if session == "" else session)
        deadline = time.monotonic() + self.timeout
        while serial not in self._answers:
            if time.monotonic() > deadline:
                raise BrowserError(f"{method} gave no answer in {self.timeout:.0f} s")
            self._receive(deadline - time.monotonic())
        answer = self._answers.pop(serial)
        if "error" in answer:
            raise BrowserError(f"{method}: {answer['error'].get('message')}")
        return answer["result"]

    def evaluate(self, expression):
        """The value of a JavaScript expression; promises are awaited."""
        result = self.call("Runtime.evaluate", {
            "expression": expression, "awaitPromise": True, "returnByValue": True})
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            text = details.get("exception", {}).get("description") or details.get("text")
            raise BrowserError(f"{expression[:80]}: {text}")
        return result["result"].get("value")

    def open(self, url):
        """Goes to a page; does not wait for it."""
        result = self.call("Page.navigate", {"url": url})
        if result.get("errorText"):
            raise BrowserError(f"{url}: {result['errorText']}")

    def wait(self, expression, seconds=None):
        """Waits until a JavaScript expression is true."""
        deadline = time.monotonic() + (seconds or self.timeout)
        while True:
            try:
                if self.evaluate(f"Boolean({expression})"):
                    return
            except BrowserError as error:
                if "Chromium" in str(error) or time.monotonic() > deadline:
                    raise
            if time.monotonic() > deadline:
                raise BrowserError(f"not true in time: {expression}")
            self._receive(0.05)

    def click(self, x, y):
        """Presses and releases the mouse at a point of the page, in CSS pixels."""
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            button = {} if kind == "mouseMoved" else {"button": "left", "clickCount": 1}
            self.call("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, **button})

    def press(self, key):
        """Presses and releases a key such as "Enter" where the focus is."""
        for kind in ("keyDown", "keyUp"):
            more = {"text": "\r"} if key == "Enter" and kind == "keyDown" else {}
            if key == "Tab":
                more = {"windowsVirtualKeyCode": 9}
            self.call("Input.dispatchKeyEvent", {"type": kind, "key": key, "code": key, **more})

    def draw_coarsely(self):
        """Lets maps of pages that are opened from now on have few pixels; all else stays.

        Without a graphics card most of the time goes into them.
        """
        self.call("Page.addScriptToEvaluateOnNewDocument", {
            "source": "Object.defineProperty(window, 'devicePixelRatio', { value: 0.1 })"})

    def resize(self, width, height):
        """Gives the page another size, in CSS pixels."""
        self.call("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    @property
    def requested(self):
        """The addresses of all requests so far."""
        return list(self._requests.values())

    def screenshot(self, path):
        """Writes the page as PNG."""
        result = self.call("Page.captureScreenshot", {"format": "png"})
        with open(path, "wb") as file:
            file.write(base64.b64decode(result["data"]))

    def start_trace(self, categories):
        """Starts to record what Chromium's threads do."""
        self._trace = []
        self.call("Tracing.start", {
            "categories": categories, "transferMode": "ReportEvents"}, session=None)

    def end_trace(self):
        """The events of the record, as Chromium's trace format has them."""
        self._is_traced = False
        self.call("Tracing.end", session=None)
        deadline = time.monotonic() + self.timeout
        while not self._is_traced and time.monotonic() < deadline:
            self._receive(1)
        return self._trace

    # Events

    def _watch(self, session, is_page=False):
        domains = ["Runtime", "Log", "Network"] + (["Page"] if is_page else [])
        for domain in domains:
            self._send(f"{domain}.enable", None, session)
        self._send("Target.setAutoAttach", {
            "autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True}, session)
        self._send("Runtime.runIfWaitingForDebugger", None, session)

    def _event(self, method, event, session):
        if method == "Target.attachedToTarget" and session is not None:
            self._watch(event["sessionId"])
        elif method == "Tracing.dataCollected":
            self._trace.extend(event["value"])
        elif method == "Tracing.tracingComplete":
            self._is_traced = True
        elif method == "Runtime.consoleAPICalled" and event["type"] in ("error", "assert"):
            words = [str(one.get("value", one.get("description", ""))) for one in event["args"]]
            self._problem("console", " ".join(words))
        elif method == "Runtime.exceptionThrown":
            details = event["exceptionDetails"]
            text = details.get("exception", {}).get("description") or details.get("text", "")
            self._problem("exception", text)
        elif method == "Log.entryAdded" and event["entry"]["level"] == "error":
            entry = event["entry"]
            self._problem("log", f"{entry['text']} {entry.get('url', '')}".strip())
        elif method == "Network.requestWillBeSent":
            self._requests[event["requestId"]] = event["request"]["url"]
        elif method == "Network.responseReceived" and event["response"]["status"] >= 400:
            self._problem("http", f"{event['response']['status']} {event['response']['url']}")
        elif method == "Network.loadingFailed" and not event.get("canceled"):
            url = self._requests.get(event["requestId"], "")
            self._problem("http", f"{event['errorText']} {url}".strip())

    def _problem(self, kind, text):
        self.problems.append({"kind": kind, "text": text})


def _above(descriptor, lowest):
    """Moves a descriptor to a number of at least `lowest`, closed in child processes."""
    import fcntl

    moved = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, lowest)
    os.close(descriptor)
    return moved


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    shot = commands.add_parser("shot", help="write a picture of a page")
    shot.add_argument("url")
    shot.add_argument("out")
    shot.add_argument("--ready", default=READY, help="JavaScript that is true when it is ready")
    shot.add_argument("--eval", help="JavaScript to run before the picture")
    check = commands.add_parser("check", help="compare the map page with the items")
    check.add_argument("url")
    check.add_argument("--token", help="of a server that is closed without")
    check.add_argument("--skills", action="store_true", help="check these, not the features")
    check.add_argument("--routes", action="store_true", help="check the panel of routes")
    check.add_argument("--runs", action="store_true", help="check the panel of floods")
    check.add_argument("--comparison", action="store_true", help="check how states are compared")
    check.add_argument("--times", action="store_true", help="check the time bar of all else")
    check.add_argument("--states", action="store_true", help="check all states with axe-core, "
                       "their contrast, cut texts, targets and words")
    check.add_argument("--faults", action="store_true", help="check what is said of faults")
    check.add_argument("--keyboard", action="store_true",
                       help="check that all is reached by keys alone")
    check.add_argument("--clusters", action="store_true",
                       help="check that clusters stand for what is there")
    check.add_argument("--labels", action="store_true",
                       help="check that nothing on the map lies over something else")
    check.add_argument("--leaks", action="store_true",
                       help="check that layers turned on and off leave nothing")
    check.add_argument("--playing", action="store_true",
                       help="check that the latest run plays without long tasks")
    check.add_argument("--pages", metavar="LAYER", help="check the pages of the API")
    check.add_argument("--picture", help="where a picture of the route goes")
    check.add_argument("--items", type=int, default=3, help="features to click in each layer")
    for one in (shot, check):
        one.add_argument("--size", default="1280x800", help="width x height in pixels")
        one.add_argument("--timeout", type=float, default=60, help="seconds for each wait")
    options = parser.parse_args()
    width, height = map(int, options.size.split("x"))

    report = {"url": options.url, "failures": []}
    try:
        with Browser(width, height, options.timeout) as browser:
            try:
                # Where pixels of the map are looked at it is drawn as it is.
                if options.command == "check" and not (options.runs or options.playing):
                    browser.draw_coarsely()
                browser.open(options.url)
                if options.command == "check" and options.token:
                    report.update(check_token(browser, options.url, options.token))
                elif options.command == "check":
                    if not options.pages:
                        browser.wait(READY)
                    report.update(check_pages(browser, options.url, options.pages) if options.pages
                                  else check_skills(browser, options.url) if options.skills
                                  else check_routes(browser, options.picture) if options.routes
                                  else check_runs(browser, options.url) if options.runs
                                  else check_states(browser, options.url) if options.states
                                  else check_comparison(browser, options.url) if options.comparison
                                  else check_times(browser, options.url) if options.times
                                  else check_faults(browser, options.url) if options.faults
                                  else check_keyboard(browser, options.url) if options.keyboard
                                  else check_clusters(browser, options.url) if options.clusters
                                  else check_labels(browser, options.url) if options.labels
                                  else check_leaks(browser, options.url) if options.leaks
                                  else check_playing(browser, options.url) if options.playing
                                  else check_map(browser, options.url, options.items))
                else:
                    browser.wait(options.ready)
                    if options.eval:
                        browser.evaluate(options.eval)
                        browser.wait(options.ready)
                    browser.screenshot(options.out)
            finally:
                report["problems"] = browser.problems
    except (BrowserError, OSError, ValueError) as error:
        report["failures"].append(str(error))
    print(json.dumps(report, ensure_ascii=False, indent=2))
    return 1 if report["failures"] or report["problems"] else 0


if __name__ == "__main__":
    sys.exit(main())
