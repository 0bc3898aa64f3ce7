"""Checks of the map page's comparison of states: differences of rasters, edits of two scenarios."""

import json
import math
import urllib.error
import urllib.parse

from map_asking import plain, reopen
from map_check import fetch
from map_routes import press, require
from map_runs import change

IDLE = "document.body.dataset.state === 'idle'"
LEGEND = """[...document.querySelectorAll("#differences .legend li")].map((one) => one.textContent)"""


def check_comparison(browser, url):
    """Terrain of two commits subtracted, and the edits of two scenarios side by side."""
    return {"checked": {"terrain": check_raster(browser, url), "edits": check_scenarios(browser, url),
                        "beside": check_tiles(browser, url)}}


def value_at(url, place, commit):
    """The height at a place as a commit left it, asked for without the page; None for none."""
    coords = urllib.parse.quote(f"POINT({place[0]} {place[1]})")
    try:
        return fetch(url, f"/collections/terrain/position?coords={coords}&commit={commit}&f=json")[
            "properties"]["value"]
    except urllib.error.HTTPError:
        return None


def terrain_commits(url):
    """The latest commit that changed the terrain, and the one before it."""
    last = max(one["number"] for one in fetch(url, "/commits?f=json&limit=100")["commits"]
               if one["layer"] == "terrain")
    return last, last - 1


def place_changed(url, now, before):
    """A place whose height both commits tell otherwise, looked for on a grid over the terrain."""
    west, south, east, north = next(one["bounds"] for one in fetch(url, "/map/config.json")["rasters"]
                                    if one["id"] == "terrain")
    for row in range(1, 20):
        for column in range(1, 20):
            place = (west + (east - west) * column / 20, south + (north - south) * row / 20)
            values = [value_at(url, place, one) for one in (now, before)]
            if None not in values and abs(values[0] - values[1]) > 0.2:
                return place, values[0] - values[1]
    raise ValueError("both commits have the same terrain")


def check_raster(browser, url):
    """The difference of the terrain is drawn, has a legend around 0, and is told at a click."""
    now, before = terrain_commits(url)
    place, wanted = place_changed(url, now, before)
    reopen(browser, f"{plain(url)}?lang=en#16/{place[1]:.6f}/{place[0]:.6f}&compare=commit:{before}")
    browser.wait(IDLE)
    press(browser, "tool-when")
    browser.wait("document.getElementById('other-way').options.length === 2")
    browser.wait("!document.getElementById('swipe').hidden")
    change(browser, "other-way", "terrain")
    browser.wait("yutu.map.getLayer('result/difference')")
    browser.wait("document.getElementById('swipe').hidden")
    legend = [one for one in browser.evaluate(LEGEND) if one.endswith(" m")]
    numbers = [float(one.split()[0]) for one in legend]
    require(numbers and numbers == sorted(numbers) and numbers[0] == -numbers[-1],
            f"the legend is {legend}")
    require(f"difference=terrain" in browser.evaluate("location.href"), "the link lacks the raster")
    browser.evaluate(f"""import("/map/map-state-difference.js").then((page) =>
      page.differenceAt({{ lng: {place[0]}, lat: {place[1]} }}))
      .then((found) => {{ window.found = found.value; }})""")
    browser.wait("window.found !== undefined")
    told = browser.evaluate("window.found")
    require(abs(told - wanted) < 1e-6, f"the page says {told} m, the server {wanted} m")
    # What is drawn has the values of the tiles: those of a place are of its sign.
    browser.wait(IDLE)
    at = browser.evaluate(f"""(() => {{
      const at = yutu.map.project([{place[0]}, {place[1]}]);
      const box = yutu.map.getCanvas().getBoundingClientRect();
      return [box.left + at.x, box.top + at.y];
    }})()""")
    browser.click(*at)
    cell = "document.querySelector('[data-raster=\"terrain/difference\"]')?.textContent"
    browser.wait(cell)
    words = browser.evaluate(cell)
    require(abs(float(words.split()[0]) - wanted) < 0.006, f"the card says {words}, not {wanted}")
    check_codings(browser, place)
    return {"commits": [before, now], "place": words, "legend": legend}


def check_codings(browser, place):
    """Tiles whose colours are values in another way each are subtracted by their values.

    A tile is subtracted from itself as if it were two metres higher, and in larger steps.
    """
    zoom = 14
    latitude = math.radians(place[1])
    column = int((place[0] + 180) / 360 * 2 ** zoom)
    row = int((1 - math.asinh(math.tan(latitude)) / math.pi) / 2 * 2 ** zoom)
    found = browser.evaluate(f"""(async () => {{
      const {{ subtract }} = await import("/map/map-difference.js");
      const tile = "/collections/terrain/tiles/WebMercatorQuad/{zoom}/{row}/{column}";
      const codes = async (codings) => {{
        const {{ data }} = await subtract(
          {{ url: `difference://${{tile}} ${{tile}} false ${{codings}}` }}, new AbortController());
        const picture = await createImageBitmap(new Blob([data]));
        const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
        context.drawImage(picture, 0, 0);
        const {{ data: pixels }} = context.getImageData(0, 0, picture.width, picture.height);
        return Array.from({{ length: pixels.length / 4 }}, (_, index) => pixels[4 * index] * 65536
          + pixels[4 * index + 1] * 256 + pixels[4 * index + 2] - 2 ** 23);
      }};
      // A half and two thirds of the codes.
      const [shifted, half, thirds] = [await codes("2,0.5,0,0.5"), await codes("0,2,0,1"),
        await codes("0,3,0,1")];
      return {{ shifts: [...new Set(shifted)].sort((a, b) => a - b),
        isScaled: half.every((one, index) => Math.abs(4 * one - 3 * thirds[index]) <= 4),
        isKnown: half.some((one) => one > 0) }};
    }})()""")
    require(found["shifts"] in ([4], [0, 4]), f"2 m in steps of 0.5 m are {found['shifts']} steps")
    require(found["isScaled"] and found["isKnown"], "values of steps of two sizes are not subtracted")


def check_scenarios(browser, url):
    """Two scenarios beside each other: the edits of both are listed, each group with its zoom to."""
    scenarios = [one for one in fetch(url, "/scenarios?f=json")["scenarios"]
                 if one["fits"] and one["editCount"]]
    require(len(scenarios) >= 2, "the city has no two scenarios with edits")
    one, two = scenarios[:2]
    reopen(browser, f"{plain(url)}?lang=en#scenario={one['id']}&compare=scenario:{two['id']}")
    browser.wait(IDLE)
    press(browser, "tool-when")
    browser.wait("document.querySelectorAll('#differences .between').length === 2")
    groups = browser.evaluate("""[...document.querySelectorAll("#differences .between")]
      .map((one) => one.textContent)""")
    for scenario, words in zip((one, two), groups):
        require(words.endswith("→ " + scenario["title"]["en"]), f"the groups are {groups}")
    buttons = browser.evaluate("""[...document.querySelectorAll("#differences > button")]
      .filter((one) => one.textContent.startsWith("Show all")).map((one) => one.textContent)""")
    listed = browser.evaluate("document.querySelectorAll('#differences .changes li').length")
    require(len(buttons) == 3 and str(listed) in buttons[0], f"the buttons are {buttons}")
    return {"groups": groups, "changes": listed}


def check_tiles(browser, url):
    """The second map has all its tiles; what fails there is asked for again, and said."""
    _, before = terrain_commits(url)
    state = "document.getElementById('other').dataset"
    reopen(browser, f"{plain(url)}?lang=en#compare=commit:{before}")
    browser.wait(f"{IDLE} && document.querySelector('#other canvas') && {state}.state === 'idle'")
    require(browser.evaluate(f"{state}.failed") == "0", "the second map lacks tiles")
    browser.call("Network.setBlockedURLs", {"urls": [f"*/collections/terrain/*commit={before}*"]})
    reopen(browser, f"{plain(url)}?lang=en#compare=commit:{before}&raised")
    browser.wait(f"Number({state}.failed) > 0")
    browser.wait("document.getElementById('message').textContent.startsWith('Parts of')", 60)
    failed = int(browser.evaluate(f"{state}.failed"))
    browser.call("Network.setBlockedURLs", {"urls": []})
    browser.problems.clear()
    return failed
