"""Checks of the map page's panel for floods: form, edits, run, time bar, curve and comparison."""

import io
import json
import urllib.parse
import urllib.request

from map_check import fetch
from map_routes import press, require

IDLE = "document.body.dataset.state === 'idle'"
STATE = "document.getElementById('run-state').textContent"
#: In the river of the sample city.
RIVER = (114.32017, 30.52021)
SEVERAL = "document.getElementById('run-list').options.length > "


def change(browser, name, value):
    """Gives a control its value, as a hand does."""
    browser.evaluate(f"""(() => {{
      const one = document.getElementById({json.dumps(name)});
      one.value = {json.dumps(value)};
      one.dispatchEvent(new Event(one.tagName === "SELECT" ? "change" : "input"));
    }})()""")


def field(browser, label, value):
    """Gives the last control of the form with a label its value."""
    done = browser.evaluate(f"""(() => {{
      const line = [...document.querySelectorAll("#run-form label")]
        .filter((one) => one.firstChild.textContent.startsWith({json.dumps(label)})).pop();
      if (!line) return false;
      line.lastChild.value = {json.dumps(value)};
      line.lastChild.dispatchEvent(
        new Event(line.lastChild.tagName === "SELECT" ? "change" : "input"));
      return true;
    }})()""")
    require(done, f"the form has no field {label}")


def run_once(browser, count):
    """Starts the flood and waits until it has ended and is one of `count` in the list."""
    press(browser, "run-start")
    browser.wait(f"{SEVERAL}{count} && {STATE}.startsWith('Finished')", 120)
    return browser.evaluate("document.getElementById('run-list').value")


def choose_feature(browser, url, layer):
    """Clicks the first feature of a layer of points."""
    item = fetch(url, f"/collections/{layer}/items?limit=1")["features"][0]
    place = item["geometry"]["coordinates"]
    browser.evaluate(f"void yutu.map.jumpTo({{center: {json.dumps(place)}, zoom: 17}})")
    browser.wait(IDLE)
    at = browser.evaluate(f"""(() => {{
      const at = yutu.map.project({json.dumps(place)});
      const box = yutu.map.getCanvas().getBoundingClientRect();
      return [box.left + at.x, box.top + at.y];
    }})()""")
    browser.click(*at)
    browser.wait("document.getElementById('details').dataset.state === 'ready'")
    name = f"[data-layer={json.dumps(layer)}][data-id={json.dumps(str(item['id']))}]"
    browser.evaluate(f"document.querySelector({json.dumps('#found button' + name)})?.click()")
    browser.wait("document.getElementById('details').dataset.state === 'ready'")
    return item


def codes(url, raster, moment, tile):
    """The codes of a tile of values, read without the page."""
    import numpy
    from PIL import Image

    address = urllib.parse.urljoin(
        url, f"/collections/{raster}/tiles/WebMercatorQuad/{tile}?datetime={moment}")
    with urllib.request.urlopen(address, timeout=60) as answer:
        pixels = numpy.asarray(Image.open(io.BytesIO(answer.read())).convert("RGB"), dtype=int)
    return pixels[..., 0] * 65536 + pixels[..., 1] * 256 + pixels[..., 2]


def check_difference(browser, url, raster, other, moment, tile):
    """The page's difference of two tiles is that of their values."""
    import numpy

    addresses = [f"/collections/{one}/tiles/WebMercatorQuad/{tile}?datetime={moment}"
                 for one in (raster, other)]
    shown = browser.evaluate(f"""(async () => {{
      const {{ subtract }} = await import("/map/map-difference.js");
      const made = await subtract({{ url: "difference://" + {json.dumps(addresses)}.join(" ")
        + " true 0,0.001,0,0.001" }}, new AbortController());
      const picture = await createImageBitmap(new Blob([made.data]));
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      const context = canvas.getContext("2d");
      context.drawImage(picture, 0, 0);
      const {{ data }} = context.getImageData(0, 0, picture.width, picture.height);
      return Array.from({{ length: data.length / 4 }}, (_, index) => data[4 * index] * 65536
        + data[4 * index + 1] * 256 + data[4 * index + 2] - 2 ** 23);
    }})()""")
    first, second = (codes(url, one, moment, tile) for one in (raster, other))
    wanted = (first - second).ravel()
    require(numpy.array_equal(wanted, numpy.array(shown)), "the difference is not that of the tiles")
    require(int(abs(wanted).max()) > 0, "the pump station makes no difference")
    return int(numpy.count_nonzero(wanted))


def check_runs(browser, url):
    """Two floods of a scenario, the second with an edit, and what the page shows of both."""
    browser.evaluate("document.querySelector('[data-language=en]').click()")
    browser.wait("!document.getElementById('tool-runs').hidden")
    press(browser, "tool-runs")
    change(browser, "run-scenario", "lakes-drawn-down")
    browser.wait("document.querySelectorAll('#run-form label').length > 3")
    browser.evaluate("document.getElementById('run-details').open = true")
    field(browser, "Cell size", "40")
    field(browser, "Simulated time", "0.25")
    first = run_once(browser, 1)

    pump = choose_feature(browser, url, "pump-station")
    browser.evaluate("""[...document.querySelectorAll("#run-form button")]
      .find((one) => one.textContent === "Change the chosen feature").click()""")
    browser.wait("[...document.querySelectorAll('#run-form b')].length === 1")
    field(browser, "Attribute", "")
    second = run_once(browser, 2)
    require(second != first, "the second run is not shown")
    require(not any(str(one["id"]) == str(pump["id"]) for one in run_features(url, second)),
            "the pump station that was taken away pumps")

    browser.wait("document.querySelectorAll('#assumption-list li').length > 0")
    told = len(fetch(url, f"/runs/{second}")["assumptions"])
    require(told == browser.evaluate("document.querySelectorAll('#assumption-list li').length"),
            f"the page does not show the {told} assumptions of the run")

    times = browser.evaluate("Number(document.getElementById('moment').max)")
    require(times >= 3, f"the time bar has {times} steps")
    change(browser, "moment", "1")
    browser.wait("yutu.map.getPaintProperty('run/0', 'color-relief-opacity') > 0 || "
                 "yutu.map.getPaintProperty('run/1', 'color-relief-opacity') > 0")
    browser.wait("document.querySelectorAll('#curve polyline').length === 1")
    rows = browser.evaluate("document.querySelectorAll('#curve table tr').length")
    require(rows == times + 1, f"the table of the curve has {rows} rows")

    change(browser, "run-other", first)
    browser.wait("!document.getElementById('swipe').hidden && "
                 "document.querySelector('#other canvas') !== null")
    browser.wait("document.querySelectorAll('#curve polyline').length === 2")
    # The second map has the run's water, and nothing of it failed.
    browser.wait("document.getElementById('other').dataset.state === 'idle'")
    require(browser.evaluate("document.getElementById('other').dataset.failed") == "0",
            "the second map fails")
    require(browser.evaluate("yutu.map.getLayer('run/outside') !== undefined"),
            "the water is not cut at the border")
    require(f"beside={first}/swipe" in browser.evaluate("location.hash"), "the link lacks both runs")
    change(browser, "run-as", "difference")
    browser.wait("document.getElementById('swipe').hidden && "
                 "document.querySelector('#other canvas') === null")
    legend = browser.evaluate("document.getElementById('run-legend').textContent")
    require("+0.05" in legend and "-0.05" in legend, f"the legend says {legend}")
    moment = urllib.parse.quote(
        browser.evaluate("decodeURIComponent(location.hash).match(/run=[^&]*\\/([^/&]+)/)[1]"))
    changed = check_difference(browser, url, f"run-{second}-depth", f"run-{first}-depth",
                               moment, tile_of(pump["geometry"]["coordinates"], 14))
    return {"checked": {"runs": [first, second], "times": times + 1, "changedPixels": changed,
                        "level": check_level(browser, url, second, first)}}


def facilities(url):
    """Where schools and hospitals are, some of which stand dry in any flood."""
    return [one["geometry"]["coordinates"] for layer in ("school", "hospital", "fire-station")
            for one in fetch(url, f"/collections/{layer}/items?limit=4")["features"]]


def is_true_at(browser, place, expression):
    """Asks for the curve at a place; whether an expression becomes true of it."""
    browser.evaluate(f"""import("/map/map-runs.js").then((page) =>
      page.askRunAt({{ lng: {place[0]}, lat: {place[1]} }}))""")
    try:
        browser.wait(expression, 6)
        return True
    except Exception:
        return False


def check_level(browser, url, run, other):
    """Dry is no level of 0, a link restores the curve, and the form follows the run."""
    change(browser, "run-other", "")
    change(browser, "run-layer", "level")
    curve = "document.querySelector('#curve p')?.textContent"
    dry = f"{curve} === 'Water level: no water here'"
    require(any(is_true_at(browser, place, dry) for place in facilities(url)),
            "no facility of the city is told to be dry")
    browser.evaluate(f"""import("/map/map-runs.js").then((page) =>
      page.askRunAt({{ lng: {RIVER[0]}, lat: {RIVER[1]} }}))""")
    browser.wait(f"{curve}.startsWith('Water level: largest')")
    words = browser.evaluate(curve)
    marks = browser.evaluate("""[...document.querySelectorAll("#curve text[text-anchor=end]")]
      .map((one) => parseFloat(one.textContent)).slice(0, -1)""")
    require(min(marks) > 1 and max(marks) - min(marks) < 2, f"the axis of levels is {marks}")
    change(browser, "run-scenario", "storm-on-high-river")
    change(browser, "run-list", other)
    require(browser.evaluate("document.getElementById('run-scenario').value") == "lakes-drawn-down",
            "the form does not stand on the scenario of the run")
    change(browser, "run-list", run)
    change(browser, "run-layer", "level")
    browser.wait(f"{curve} === {json.dumps(words)}")
    link = browser.evaluate("location.href")
    require("&curve=" in link, "the link lacks the place of the curve")
    browser.open("about:blank")
    browser.open(link)
    browser.wait(f"{curve} === {json.dumps(words)}")
    return words


def run_features(url, run):
    """The structures that a run had, if it tells them."""
    known = {one["id"] for one in fetch(url, "/collections?f=json")["collections"]}
    layer = f"run-{run}-structures"
    return fetch(url, f"/collections/{layer}/items")["features"] if layer in known else []


def tile_of(place, zoom):
    """The tile of a place, as z/y/x."""
    import math

    longitude, latitude = map(math.radians, place)
    y = (1 - math.asinh(math.tan(latitude)) / math.pi) / 2
    return f"{zoom}/{int(y * 2 ** zoom)}/{int((longitude / math.pi + 1) / 2 * 2 ** zoom)}"
