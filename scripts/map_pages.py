"""What `browser.py check --pages` asks of the HTML pages of the API."""

import json

from map_axe import grave_faults

IDLE = "document.readyState === 'complete' && document.body.dataset.state === 'idle'"
FORM = "document.querySelector('#process form')"
RESULT = "document.querySelectorAll('#results table tbody tr').length"
PAGES = ["/", "/collections", "/collections/{layer}", "/collections/{layer}/items",
         "/processes", "/processes/{process}", "/jobs", "/api", "/conformance"]
# Chinese of a page in English, but for names of data and the switch of languages.
CHINESE = """[...document.querySelectorAll("header nav, h1, h2, th, .actions, form label")]
  .filter((one) => !one.closest(".languages") && /[\\u4e00-\\u9fff]/.test(one.textContent))
  .map((one) => one.textContent)"""
WIDER = """[...document.querySelectorAll("body *")]
  .filter((one) => !one.closest(".scroll, .map") && getComputedStyle(one).display !== "none"
    && one.getBoundingClientRect().right > innerWidth + 1)
  .map((one) => one.tagName + "." + one.className).slice(0, 3)"""
SMALL = """[...document.querySelectorAll(
    "header a, .actions a, main button, form input, form select")]
  .filter((one) => one.type !== "checkbox" && one.offsetParent)
  .filter((one) => one.getBoundingClientRect().height < 43.5)
  .map((one) => one.outerHTML.slice(0, 80))"""


class Wrong(ValueError):
    """What a page does otherwise than it should."""


def require(holds, words):
    if not holds:
        raise Wrong(words)


def open_page(browser, url):
    browser.open(url)
    browser.wait(f"location.href === {json.dumps(url)} && ({IDLE})")


def check_pages(browser, url, layer, process="nearest"):
    """Opens every page in both languages, runs `process` through its form, follows a job."""
    base = "/".join(url.split("/")[:3])
    found = {"pages": 0, "rows": {}}
    for language, tag in (("zh", "zh-Hans"), ("en", "en")):
        for path in PAGES:
            where = path.format(layer=layer, process=process)
            open_page(browser, f"{base}{where}?f=html&lang={language}")
            require(browser.evaluate("document.documentElement.lang") == tag, f"{where}: lang")
            if language == "en":
                require(not browser.evaluate(CHINESE), f"{where}: {browser.evaluate(CHINESE)}")
            found["pages"] += 1
            check_axe(browser, f"{where}, {language}")
        found["rows"][language] = check_form(browser, base, layer, process, language)
    check_links(browser, base, layer)
    check_narrow(browser, base, layer, process)
    found["job"] = check_job(browser, base, layer, process)
    return {"checked": found}


def check_form(browser, base, layer, process, language):
    """Fills and sends the form; the number of rows that the answer has."""
    open_page(browser, f"{base}/processes/{process}?f=html&lang={language}")
    browser.evaluate(f"{FORM}.requestSubmit()")
    wrong = browser.evaluate(f"{FORM}.querySelectorAll('[aria-invalid=true]').length")
    require(wrong == 2, f"{wrong} inputs are marked as missing, not the place and the layer")
    browser.evaluate(f"{FORM}.querySelector('button').click()")
    browser.wait("document.querySelector('.map.picking')")
    x, y, width, height = browser.evaluate(
        "(() => { const box = document.querySelector('.map canvas').getBoundingClientRect();"
        "return [box.x, box.y, box.width, box.height]; })()")
    browser.click(x + width / 2, y + height / 2)
    browser.wait(f"/^[0-9.]+, [0-9.]+$/.test({FORM}.querySelector('input').value)")
    browser.wait(f"{FORM}.querySelector('select').options.length > 1")
    browser.evaluate(
        f"(() => {{ const list = {FORM}.querySelector('select'); list.value = '{layer}';"
        "list.dispatchEvent(new Event('change')); })()")
    browser.evaluate(f"{FORM}.requestSubmit()")
    browser.wait(RESULT)
    title = "Rank" if language == "en" else "名次"
    heads = browser.evaluate(
        "[...document.querySelectorAll('#results th')].map((one) => one.textContent)")
    require(title in heads, f"the table's columns are {heads}")
    check_axe(browser, f"the results of {process}, {language}")
    return browser.evaluate(RESULT)


def check_axe(browser, where):
    """axe-core finds nothing grave on the page that is open, light or dark."""
    for theme in ("light", "dark"):
        browser.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        faults = grave_faults(browser)
        require(not faults, f"{where}, {theme}: {faults}")


def check_links(browser, base, layer):
    """A chosen language stays with the links, and the switch keeps the address."""
    open_page(browser, f"{base}/collections/{layer}/items?f=html&limit=1&lang=en")
    row = browser.evaluate("document.querySelector('table.linked a').href")
    require("lang=en" in row, f"a row's link forgets the language: {row}")
    other = browser.evaluate("document.querySelector('.languages a').href")
    require("limit=1" in other and "lang=zh" in other, f"the switch goes to {other}")
    open_page(browser, row)
    on_map = browser.evaluate("document.querySelector('.actions a').getAttribute('href')")
    require(f"#at={layer}/" in on_map, f"the item's way to the map is {on_map}")


def check_narrow(browser, base, layer, process):
    """On a phone nothing but tables is scrolled sideways, and what is pressed is large."""
    browser.resize(390, 844)
    for path in PAGES:
        where = path.format(layer=layer, process=process)
        open_page(browser, f"{base}{where}?f=html&lang=en")
        wide = browser.evaluate("document.documentElement.scrollWidth")
        require(wide <= 390, f"{where} is {wide} px wide: {browser.evaluate(WIDER)}")
        require(not browser.evaluate(SMALL), f"{where}: small: {browser.evaluate(SMALL)}")
        check_axe(browser, f"{where} on a phone")
    browser.resize(1280, 800)


def check_job(browser, base, layer, process):
    """A job made by another client has its page, which shows what it gave."""
    inputs = {"at": [114.32, 30.53], "layer": layer}
    job = browser.evaluate(
        f"fetch('/processes/{process}/execution', {{ method: 'POST', headers: {{"
        "'Content-Type': 'application/json', Prefer: 'respond-async' },"
        f"body: JSON.stringify({{ inputs: {json.dumps(inputs)} }}) }})"
        ".then((answer) => answer.json()).then((one) => one.jobID)")
    open_page(browser, f"{base}/jobs/{job}?f=html&lang=en")
    browser.wait("document.getElementById('state').textContent === 'Finished'")
    browser.wait(RESULT)
    open_page(browser, f"{base}/jobs?f=html&lang=en")
    listed = browser.evaluate("document.querySelector('table').textContent")
    require(job in listed, "the job is not listed")
    return job
