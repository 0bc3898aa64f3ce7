"""What `browser.py check --leaks` asks of the map page: layers turned on and off leave nothing."""

import time

from map_check import list_all

IDLE = "document.body.dataset.state === 'idle'"
#: Rounds, and the round from which nothing may grow: caches are full by then.
ROUNDS, FIRST = 20, 5
#: How much more there may be at the end, as a share and in bytes or pieces: engines keep their own
#: books.
SHARE = 0.03
ALLOWED = {"heap": 1_000_000, "nodes": 100, "listeners": 20, "layers": 0, "sources": 0}

#: Every layer off, one by one, and on again.
ROUND = """(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const boxes = () => [...document.querySelectorAll("#layers .line > label input")];
  for (const isOn of [false, true]) {
    for (const box of boxes()) if (box.checked !== isOn) box.click();
    await frame();
    await frame();
  }
  return boxes().length;
})()"""

MAP = """({ layers: yutu.map.getStyle().layers.length,
  sources: Object.keys(yutu.map.getStyle().sources).length })"""


def figures(browser):
    """What the page holds once the garbage is gone."""
    for _ in range(2):
        browser.call("HeapProfiler.collectGarbage")
    counters = browser.call("Memory.getDOMCounters")
    return {"heap": browser.call("Runtime.getHeapUsage")["usedSize"], "nodes": counters["nodes"],
            "listeners": counters["jsEventListeners"], **browser.evaluate(MAP)}


def check_leaks(browser, url):
    """All layers off and on again, many times: memory, elements and the map stay as they were."""
    list_all(browser)
    browser.wait(IDLE)
    began = time.monotonic()
    seen = {}
    for number in range(1, ROUNDS + 1):
        count = browser.evaluate(ROUND)
        browser.wait(IDLE)
        if number in (FIRST, ROUNDS):
            seen[number] = figures(browser)
    failures = [f"{name}: {seen[FIRST][name]} after {FIRST} rounds, {last} after {ROUNDS}"
                for name, last in seen[ROUNDS].items()
                if last > seen[FIRST][name] + max(ALLOWED[name],
                                                  SHARE * seen[FIRST][name] * bool(ALLOWED[name]))]
    return {"checked": {"layers": count, "rounds": ROUNDS,
                        "seconds": round(time.monotonic() - began, 1),
                        "first": seen[FIRST], "last": seen[ROUNDS]}, "failures": failures}
