"""Checks of the map page's panel for routes, reachable areas and nearest facilities."""

SHOWN = "!document.getElementById('tool-route').hidden"
DONE = ("document.getElementById('routing').getAttribute('aria-busy') === 'false' && "
        "(document.getElementById('routed').className === 'fault' || "
        "document.querySelectorAll('#route-steps li').length > 0)")
STEPS = "[...document.querySelectorAll('#route-steps li')].map((one) => one.textContent)"
WORDS = "document.getElementById('routed').textContent"
FAULT = "document.getElementById('routed').className === 'fault'"


class Wrong(ValueError):
    """What the panel does otherwise than it should."""


def press(browser, name):
    browser.evaluate(f"document.getElementById('{name}').click()")


def drawn(browser, part):
    """How many features of a part the panel has drawn."""
    return browser.evaluate(
        "(async () => { const data = await yutu.map.getSource('route').getData();"
        f"return data.features.filter((one) => one.properties.part === '{part}').length; }})()")


def answer(browser, what):
    """The steps that the panel lists, once it has its answer."""
    browser.wait(DONE)
    words = browser.evaluate(WORDS)
    if browser.evaluate(FAULT):
        raise Wrong(f"{what}: {words}")
    steps = browser.evaluate(STEPS)
    if not steps or not words:
        raise Wrong(f"{what}: nothing is listed")
    return {"words": words, "steps": steps}


def require(holds, words):
    if not holds:
        raise Wrong(words)


def check_routes(browser, picture=None):
    """What the panel showed for each tool; the answers are those of the server's processes."""
    browser.wait(SHOWN)
    press(browser, "tool-route")
    found = {}
    require(browser.evaluate(WORDS), "the panel does not say what to do")
    browser.click(560, 330)
    browser.click(860, 520)
    found["route"] = answer(browser, "route")
    require(drawn(browser, "line") == 1 and drawn(browser, "end") == 1, "the route is not drawn")
    if picture:
        browser.wait("yutu.map.loaded() && !yutu.map.isMoving()")
        browser.screenshot(picture)
    other = "en" if "zh" in browser.evaluate("document.documentElement.lang") else "zh"
    press_language = f"document.querySelector('[data-language={other}]').click()"
    browser.evaluate(press_language)
    browser.wait(f"({STEPS}).join() !== {found['route']['steps']!r}.join() && ({DONE})")
    found["otherLanguage"] = answer(browser, "route in the other language")
    press(browser, "route-swap")
    answer(browser, "the way back")
    press(browser, "route-reach")
    browser.wait(f"({DONE}) && {WORDS} !== {found['otherLanguage']['words']!r}")
    found["reach"] = answer(browser, "reachable area")
    require(drawn(browser, "area") == len(found["reach"]["steps"]), "areas are not drawn")
    press(browser, "route-nearest")
    browser.wait(f"({DONE}) && {WORDS} !== {found['reach']['words']!r}")
    found["nearest"] = answer(browser, "nearest")
    require(drawn(browser, "found") == len(found["nearest"]["steps"]), "what is found is not drawn")
    press(browser, "route-clear")
    require(drawn(browser, "start") == 0, "clearing leaves a place")
    press(browser, "panel-close")
    require(browser.evaluate("document.getElementById('routing').hidden"), "the panel stays")
    return found
