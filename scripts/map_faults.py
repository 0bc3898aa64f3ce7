"""What `browser.py check --faults` asks of the map page: what goes wrong is said, and how to go on.

Between the page and the server stands a proxy that fails as it is told.
"""

import http.client
import http.server
import json
import threading
import time
import urllib.parse

from map_asking import reopen

IDLE = "document.body.dataset.state === 'idle'"
STATE = "document.body.dataset.state"
MESSAGE = "document.getElementById('message').textContent"
NO_WEBGL = """HTMLCanvasElement.prototype.getContext = new Proxy(
  HTMLCanvasElement.prototype.getContext, { apply: (inner, one, [kind, ...more]) =>
    (/webgl/.test(kind) ? null : Reflect.apply(inner, one, [kind, ...more])) })"""
#: Names that have broken pages: markup, from right to left, beyond the first plane, long.
NAMES = ["<script>document.title = 'run'</script>", "<img src=x onerror=alert(1)>",
         "مستشفى المدينة", "\u202eabc", "🏥🚑👩‍👩‍👧", "医" * 200, "W" * 200]


class FaultyProxy:
    """A server that hands on what it is asked for, and fails as `fault` says.

    `fault(path)` gives None to hand on, "silence" to close the connection, or a status.
    """

    def __init__(self, url):
        self.fault = lambda path: None
        self.change = lambda path, body: body
        upstream = urllib.parse.urlsplit(url).netloc
        proxy = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def answer(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                fault = proxy.fault(self.path)
                if fault == "silence":
                    self.close_connection = True
                    return
                if fault:
                    self.send(fault, {"Content-Type": "application/problem+json"}, b"{}")
                    return
                kept = {name: value for name, value in self.headers.items()
                        if name.lower() not in ("host", "connection", "accept-encoding", "origin")}
                connection = http.client.HTTPConnection(upstream, timeout=60)
                connection.request(self.command, self.path, body or None, kept)
                given = connection.getresponse()
                headers = {name: value for name, value in given.getheaders() if name.lower() not in
                           ("transfer-encoding", "connection", "content-length")}
                self.send(given.status, headers, proxy.change(self.path, given.read()))
                connection.close()

            def send(self, status, headers, body):
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                if status not in (204, 304):
                    self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                if status not in (204, 304):
                    self.wfile.write(body)

            do_GET = do_POST = do_PATCH = do_DELETE = answer

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/map"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._server.shutdown()


def check_faults(browser, url):
    """All faults, each said by the page, which throws nothing."""
    failures = []
    with FaultyProxy(url) as proxy:
        checks = [check_gone, check_broken_link, check_silence, check_tiles, check_start,
                  check_names, check_no_webgl]
        for check in checks:
            failures += [f"{check.__name__}: {text}" for text in check(browser, proxy)]
    # That requests failed is meant here; that something was thrown is not.
    failures += [one["text"] for one in browser.problems if one["kind"] in ("exception", "console")]
    browser.problems.clear()
    return {"checked": {"faults": len(checks)}, "failures": failures}


def check_gone(browser, proxy):
    """A link to a run, a state, a commit, a scenario or a feature that is gone says so."""
    wanted = {
        "run=nothing/depth": ("run-state", "推演已不存在", "run of this link is gone"),
        "compare=scenario:nothing": ("differences", "不存在，请另选", "not there; choose another"),
        "scenario=nothing": ("reason", "没有情景", "no scenario"),
        "commit=9999": ("reason", "9999", "no commit 9999"),
        "at=nothing/1": ("message", "图层不存在", "is not there"),
        "at=hospital/nothing": ("attributes", "已不存在", "no longer exists"),
    }
    failures = []
    for link, (place, *words) in wanted.items():
        for language, word in zip(("zh", "en"), words):
            reopen(browser, f"{proxy.url}?lang={language}#{link}")
            try:
                browser.wait(f"""document.getElementById("{place}").textContent
                  .includes({json.dumps(word)})""", 10)
            except Exception:
                said = browser.evaluate(f"document.getElementById('{place}').textContent")
                failures.append(f"{link} in {language} says {said[:80]!r}")
    return failures


def check_broken_link(browser, proxy):
    """A link that is cut or spoilt opens the map."""
    reopen(browser, f"{proxy.url}?lang=xx#99/abc/%E0%A4%A&on=%E0%A4%A&opacity=a:b&where=road:x"
                    "&at=%&run=%E0%A4%A/x&curve=1,a")
    return [] if browser.evaluate("Boolean(yutu.map)") else ["there is no map"]


DRAWN = "yutu.map.queryRenderedFeatures().length"


def drawn(browser):
    return browser.evaluate(DRAWN)


def becomes(browser, expression):
    """Whether something is true within some seconds: pages settle late on a busy machine."""
    end = time.monotonic() + 30
    while not browser.evaluate(expression):
        if time.monotonic() > end:
            return False
        time.sleep(0.2)
    return True


def check_silence(browser, proxy):
    """A server that cannot be reached is told, and the page goes on once it is back."""
    reopen(browser, f"{proxy.url}?lang=en")
    before = drawn(browser)
    proxy.fault = lambda path: "silence"
    browser.evaluate("void yutu.map.zoomTo(yutu.map.getZoom() + 2, { animate: false })")
    browser.wait(f"{MESSAGE}.startsWith('The server cannot be reached')")
    # What needs the server meanwhile throws nothing.
    browser.evaluate("""(() => { document.querySelector("[data-language=zh]").click();
      document.querySelector("[data-theme-choice=dark]").click();
      for (const name of ["analyse", "runs", "when", "layers"]) {
        document.getElementById(`tool-${name}`).click(); } })()""")
    browser.evaluate("new Promise((resolve) => setTimeout(resolve, 500))")
    failures = []
    if "连不上服务器" not in browser.evaluate(MESSAGE):
        failures.append(f"in Chinese it says {browser.evaluate(MESSAGE)!r}")
    proxy.fault = lambda path: None
    browser.wait(f"document.getElementById('status').hidden && {IDLE}", 30)
    browser.evaluate("void yutu.map.zoomTo(yutu.map.getZoom() - 2, { animate: false })")
    browser.wait(f"yutu.map.areTilesLoaded() && {IDLE}", 30)
    if drawn(browser) < before / 2:
        failures.append(f"{drawn(browser)} features are drawn after it, {before} before")
    return failures


def check_tiles(browser, proxy):
    """Tiles that fail are told, and can be asked for again."""
    reopen(browser, f"{proxy.url}?lang=en")
    proxy.fault = lambda path: 500 if "/tiles/" in path else None
    browser.evaluate("void yutu.map.zoomTo(yutu.map.getZoom() + 2, { animate: false })")
    browser.wait(f"{MESSAGE}.startsWith('The tile server') && {IDLE}")
    proxy.fault = lambda path: None
    browser.evaluate("document.getElementById('retry').click()")
    browser.wait(f"document.getElementById('status').hidden && {IDLE}")
    # Tiles that are asked for again may come after the map has been idle.
    return [] if becomes(browser, DRAWN) else ["nothing is drawn after the button"]


def check_start(browser, proxy):
    """A server that fails at the start is told, and the page starts once it is back."""
    proxy.fault = lambda path: 500 if path.startswith("/map/config") else None
    browser.open("about:blank")
    browser.open(f"{proxy.url}?lang=en")
    browser.wait(f"{STATE} === 'failed' && {MESSAGE}.startsWith('The map server')")
    proxy.fault = lambda path: "silence" if path.startswith(("/map/config", "/health")) else None
    browser.evaluate("document.getElementById('retry').click()")
    browser.wait(f"{STATE} === 'failed' && {MESSAGE}.startsWith('The server cannot')")
    proxy.fault = lambda path: None
    browser.wait(f"window.yutu?.map && {IDLE}", 30)
    return []


def check_names(browser, proxy):
    """Names of layers and features stand as they are, and the page stays as wide as it is."""
    def change(path, body):
        if not path.startswith(("/map/config", "/search", "/collections/hospital/items")):
            return body
        content = json.loads(body)
        for index, entry in enumerate(content.get("layers", [])):
            name = NAMES[index % len(NAMES)]
            entry["title"] = {"zh": name, "en": name}
        for index, entry in enumerate(content.get("features", [content])):
            name = NAMES[index % len(NAMES)]
            if "properties" in entry:
                entry["properties"]["name"] = name
            if "title" in entry:
                entry["title"] = name
        return json.dumps(content).encode()
    proxy.change = change
    failures = []
    for width in (1440, 390):
        browser.resize(width, 844)
        reopen(browser, f"{proxy.url}?lang=en#at=hospital/nothing")
        browser.evaluate("document.getElementById('tool-layers').click()")
        browser.evaluate("document.getElementById('layers-all').click()")
        browser.evaluate("""(() => { const box = document.getElementById("search");
          box.value = "医院"; box.dispatchEvent(new Event("input")); })()""")
        browser.wait("document.querySelector('#hits [data-id]')")
        browser.evaluate("document.querySelector('#hits [data-id]').click()")
        browser.wait("document.getElementById('details').dataset.state === 'ready'")
        wide = browser.evaluate("""[...document.querySelectorAll("#panel *, #details *, #hits *")]
          .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right
            > one.closest("#panel, #details, #hits").getBoundingClientRect().right + 1
            && getComputedStyle(one.parentElement).overflow === "visible")
          .map((one) => one.textContent.slice(0, 20)).slice(0, 3)""")
        failures += [f"{width} px: {one} is wider than its card" for one in wide]
        if browser.evaluate(
                "document.title.startsWith('run') || document.querySelector('img[src=x]')"):
            failures.append("markup of a name is run")
        if not becomes(browser, "document.documentElement.scrollWidth <= innerWidth"):
            failures.append(f"{width} px: the page scrolls sideways")
    proxy.change = lambda path, body: body
    browser.resize(1280, 800)
    return failures


def check_no_webgl(browser, proxy):
    """Without WebGL the page says what can be done, and leads to the data."""
    script = browser.call("Page.addScriptToEvaluateOnNewDocument", {"source": NO_WEBGL})
    failures = []
    for language, words in (("zh", "硬件加速"), ("en", "hardware acceleration")):
        browser.open("about:blank")
        browser.open(f"{proxy.url}?lang={language}")
        browser.wait(f"{STATE} === 'failed'")
        if words not in browser.evaluate(MESSAGE):
            failures.append(f"it says {browser.evaluate(MESSAGE)!r}")
        if not browser.evaluate("document.getElementById('without').checkVisibility()"):
            failures.append("no link leads to the data")
    browser.call("Page.removeScriptToEvaluateOnNewDocument", script)
    return failures
