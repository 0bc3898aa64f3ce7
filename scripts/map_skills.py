"""What `browser.py check` asks of the map page beside its features: groups, links, measures, …"""

import json
import math
import random
import urllib.parse

from map_asking import (check_clicked_link, check_clock, check_labels, check_past, check_scenarios,
                        check_search)
from map_check import close_panel, fetch, list_all, point_of

IDLE = "document.body.dataset.state === 'idle'"
PANEL_READY = """!document.getElementById("details").hidden &&
  document.getElementById("details").dataset.state === "ready" """


def check_skills(browser, url):
    """Tries all skills of the page that is open in `browser`."""
    config = fetch(url, "/map/config.json")
    skills = [check_groups, check_measure_formulas, check_measuring, check_marks, check_heights,
              check_keyboard, check_commits, check_link, check_clicked_link, check_search,
              check_labels, check_past, check_scenarios, check_clock, check_narrow, check_origins]
    failures = []
    for skill in skills:
        failures += [f"{skill.__name__}: {text}" for text in skill(browser, url, config)]
    return {"checked": {"skills": len(skills)}, "failures": failures}


def overview(browser):
    browser.evaluate("document.getElementById('overview').click()")
    browser.wait(f"!yutu.map.isMoving() && {IDLE}")


# Groups of layers

def check_groups(browser, url, config):
    """Each layer stands in the group of its theme; a group's box turns all of it off and on."""
    list_all(browser)
    failures = []
    entries = config["layers"] + config["rasters"] + config["bases"]
    wanted = {entry["id"]: entry["theme"] for entry in entries}
    shown = browser.evaluate("""Object.fromEntries([...document.querySelectorAll(".layer")]
      .map((one) => [one.dataset.layer, one.closest(".theme").dataset.theme]))""")
    if shown != wanted:
        failures.append(f"the groups are {shown}, not {wanted}")
    for theme in sorted(set(wanted.values())):
        box = f"document.querySelector('[data-theme={theme}] .head input')"
        inside = [layer for layer, one in wanted.items() if one == theme]
        # A box of which a part is on turns all on first.
        is_whole = browser.evaluate(f"{box}.checked && !{box}.indeterminate")
        for expected in ("none", "visible") if is_whole else ("visible", "none", "visible"):
            browser.evaluate(f"{box}.click()")
            seen = browser.evaluate(f"""yutu.map.getStyle().layers
              .filter((one) => {json.dumps(inside)}.includes(one["source-layer"])
                && !one.id.endsWith("/raised"))
              .map((one) => one.layout?.visibility ?? "visible")""")
            if set(seen) - {expected}:
                failures.append(f"{theme}: {seen} after its box was clicked, not {expected}")
    fold = browser.evaluate("""(() => {
      const button = document.querySelector(".theme .fold");
      const list = document.getElementById(button.getAttribute("aria-controls"));
      const states = [];
      for (let step = 0; step < 2; step += 1) {
        button.click();
        states.push((button.getAttribute("aria-expanded") === "true") !== list.hidden);
      }
      return states;
    })()""")
    if fold != [True, True]:
        failures.append("a group's button does not say whether the group is open")
    return failures


# Measures

def check_measure_formulas(browser, url, config):
    """Lengths and areas against GeographicLib's (pyproj), on the ellipsoid of CGCS2000."""
    from pyproj import Geod

    ellipsoid = Geod(a=6378137, rf=298.257222101)
    source = random.Random(5)
    lines, rings = [], []
    for _ in range(200):
        lon, lat = source.uniform(73, 135), source.uniform(-60, 60)
        size = 10 ** source.uniform(-4, 1)
        lines.append([[lon, lat], [lon + source.uniform(-size, size),
                                   lat + source.uniform(-size, size)]])
        extent = 10 ** source.uniform(-4, 0)
        turns = sorted(source.uniform(0, 2 * math.pi) for _ in range(7))
        rings.append([[lon + extent * math.cos(one), lat + extent * math.sin(one)]
                      for one in turns])
    lines += [[[179.9, 30], [-179.9, 30.1]], [[114, 30], [114, 30]], [[0, 0], [90, 0]],
              [[114, 90], [20, -60]]]
    rings.append([[179.99, 30], [-179.99, 30], [-179.99, 30.01], [179.99, 30.01]])
    found = browser.evaluate(f"""import("/map/map-geodesic.js").then((one) => ({{
      lines: {json.dumps(lines)}.map(one.lengthOf), rings: {json.dumps(rings)}.map(one.areaOf) }}))""")
    failures = []
    for line, length in zip(lines, found["lines"]):
        wanted = ellipsoid.line_length(*zip(*line))
        if abs(length - wanted) > 0.001:
            failures.append(f"{line} is {length} m long, not {wanted}")
    for ring, area in zip(rings, found["rings"]):
        wanted = abs(ellipsoid.polygon_area_perimeter(*zip(*ring))[0])
        extent = max(p[1] for p in ring) - min(p[1] for p in ring)
        if abs(area - wanted) > wanted * (1e-5 if extent < 0.2 else 1e-3) + 0.001:
            failures.append(f"{ring} has {area} m2, not {wanted}")
    return failures


def check_measuring(browser, url, config):
    """Clicks draw a path, then an area, whose figures are those of the places; Escape ends."""
    from pyproj import Geod

    ellipsoid = Geod(a=6378137, rf=298.257222101)
    overview(browser)
    browser.evaluate("document.getElementById('close').click()")
    browser.evaluate("document.getElementById('tool-measure').click()")
    corners = [(600, 300), (800, 300), (760, 480)]
    for corner in corners:
        browser.click(*corner)
    places = browser.evaluate(f"""{json.dumps(corners)}.map((one) => {{
      const place = yutu.map.unproject(one); return [place.lng, place.lat]; }})""")
    result = "document.getElementById('measured')"
    failures = []
    length = float(browser.evaluate(f"{result}.dataset.metres") or "nan")
    wanted = ellipsoid.line_length(*zip(*places))
    if not abs(length - wanted) <= 0.01:
        failures.append(f"the path is {length} m, not {wanted}")
    browser.evaluate("document.getElementById('measure-area').click()")
    area = float(browser.evaluate(f"{result}.dataset.squareMetres") or "nan")
    wanted = abs(ellipsoid.polygon_area_perimeter(*zip(*places))[0])
    if not abs(area - wanted) <= wanted * 1e-5:
        failures.append(f"the area is {area} m2, not {wanted}")
    text = browser.evaluate(f"{result}.textContent")
    if not any(unit in text for unit in (" m²", " ha", " km²")):
        failures.append(f"the area reads {text}")
    if not browser.evaluate("document.getElementById('details').hidden"):
        failures.append("a click that measures opens the panel")
    browser.press("Escape")
    if not browser.evaluate("document.getElementById('measuring').hidden"):
        failures.append("Escape does not end it")
    return failures


# Identify

def check_marks(browser, url, config):
    """A mark that stands for small features answers with features that the server has there."""
    close_panel(browser)
    overview(browser)
    spots = browser.evaluate("""yutu.map.queryRenderedFeatures()
      .filter((one) => one.source === "city" && one.properties.id === undefined
        && one.layer.type === "fill")
      .map((one) => ({ layer: one.sourceLayer, ring: one.geometry.type === "Polygon"
        ? one.geometry.coordinates[0] : one.geometry.coordinates[0][0] }))
      .map(({ layer, ring }) => ({ layer, at: yutu.map.project([
        (ring[0][0] + ring[2][0]) / 2, (ring[0][1] + ring[2][1]) / 2]) }))
      .filter(({ at }) => at.x > 420 && at.x < 800 && at.y > 80 && at.y < 560)""")
    if not spots:
        return []
    for spot in spots[::max(1, len(spots) // 5)]:
        browser.evaluate("document.getElementById('close').click()")
        browser.click(spot["at"]["x"], spot["at"]["y"])
        try:
            browser.wait(PANEL_READY, 5)
        except Exception:
            continue
        if browser.evaluate("document.querySelector('#attributes [data-id]')?.dataset.id"):
            return []
    return [f"none of {len(spots)} marks answers to a click"]


def check_heights(browser, url, config):
    """3D shows raised polygons and hides the flat ones; what has floors only is three metres each."""
    raised = [layer["id"] for layer in config["layers"] if layer["geometry"] == "polygon"
              and any(f["name"] == "height" and f.get("unit") == "m" for f in layer["fields"])]
    failures = []
    for expected in (["visible", "none"], ["none", "visible"]):
        browser.evaluate("document.querySelector('.maplibregl-ctrl-raised').click()")
        browser.wait(f"!yutu.map.isMoving() && {IDLE}")
        for layer in raised:
            seen = browser.evaluate(f"""["raised", "fill"].map((part) =>
              yutu.map.getLayoutProperty(`{layer}/${{part}}`, "visibility") ?? "visible")""")
            if seen != expected:
                failures.append(f"{layer} is {seen}, not {expected}")
    return failures


def check_keyboard(browser, url, config):
    """Enter on the map shows what lies under the crosshair; Escape closes the panel."""
    layers = [one for one in config["layers"]
              if one["geometry"] == "polygon" and one["count"] and one["shown"]]
    layer = max(layers, key=lambda one: one["count"])
    item = fetch(url, f"/collections/{layer['id']}/items?limit=1")["features"][0]
    place = point_of(item["geometry"])
    # The page anew: other checks leave layers off.
    browser.open("about:blank")
    browser.open(url.split("#")[0])
    browser.wait(f"window.yutu?.map && {IDLE}")
    browser.evaluate(f"void yutu.map.jumpTo({{center: {json.dumps(place)}, zoom: 18}})")
    browser.wait(f"""{IDLE} && yutu.map.queryRenderedFeatures(
      yutu.map.project(yutu.map.getCenter())).length > 0""")
    browser.evaluate("yutu.map.getCanvas().focus()")
    browser.press("Enter")
    browser.wait(PANEL_READY)
    browser.press("Escape")
    if not browser.evaluate("document.getElementById('details').hidden"):
        return ["Escape does not close the panel"]
    focused = browser.evaluate("document.activeElement === yutu.map.getCanvas()")
    return [] if focused else ["the focus does not go back to the map"]


# Viewpoints and links

def check_commits(browser, url, config):
    """Choosing a commit asks for the tiles that it left, and the latest for those without."""
    commits = fetch(url, "/commits")["commits"]
    first = commits[len(commits) // 2]["number"]
    failures = []
    for value, sign in ((str(first), f"commit={first}"), ("", None)):
        before = len(browser.requested)
        browser.evaluate(f"""(() => {{ const list = document.getElementById("commit");
          list.value = "{value}"; list.dispatchEvent(new Event("change")); }})()""")
        tiles = []
        for _ in range(50):
            # What is loaded now may be what was there before.
            browser.evaluate("new Promise((resolve) => setTimeout(resolve, 100))")
            browser.wait("yutu.map.areTilesLoaded() && " + IDLE)
            tiles = [one for one in browser.requested[before:] if "/tiles/WebMercatorQuad/" in one]
            if tiles:
                break
        if not tiles or not all((sign in one) if sign else ("commit=" not in one) for one in tiles):
            failures.append(f"commit {value or 'latest'} asks for {tiles}")
    return failures


def check_link(browser, url, config):
    """A link restores place, zoom, bearing, pitch, layers, feature and language."""
    layer = max((one for one in config["layers"] if one["count"]), key=lambda one: one["minzoom"])
    item = fetch(url, f"/collections/{layer['id']}/items?limit=1")["features"][0]
    shown = [one["id"] for one in config["layers"] if one["shown"]]
    place = f"16.25/{config['bounds'][1]:.6f}/{config['bounds'][0]:.6f}/-20/40"
    link = f"{url.split('?')[0].split('#')[0]}?lang=en#{place}&off={shown[0]}&at={layer['id']}/" + \
        urllib.parse.quote(str(item["id"]), safe="")
    state = """({ zoom: yutu.map.getZoom(), place: yutu.map.getCenter().toArray(),
      turn: [yutu.map.getBearing(), yutu.map.getPitch()].map(Math.round),
      off: [...document.querySelectorAll(".layer.off")].map((one) => one.dataset.layer).sort(),
      id: document.querySelector("#attributes [data-id]")?.dataset.id,
      language: document.documentElement.lang, address: location.href })"""
    seen = []
    for address in (link, None):
        # The second time, the page's own address of the first.
        address = address or seen[0]["address"]
        browser.open("about:blank")
        browser.open(address)
        browser.wait(f"window.yutu?.map && {IDLE} && {PANEL_READY}")
        list_all(browser)
        seen.append(browser.evaluate(state))
    off = sorted([one["id"] for one in config["layers"] + config["rasters"] if not one["shown"]]
                 + [shown[0]])
    failures = []
    for one in seen:
        if abs(one["zoom"] - 16.25) > 0.01 or one["turn"] != [-20, 40]:
            failures.append(f"zoom and turn are {one['zoom']}, {one['turn']}")
        if math.dist(one["place"], config["bounds"][:2]) > 1e-5:
            failures.append(f"the place is {one['place']}")
        if one["off"] != off or one["id"] != str(item["id"]) or one["language"] != "en":
            failures.append(f"{one} was asked for without {off}, in en, with {item['id']}")
    return failures


# Screens and requests

def check_narrow(browser, url, config):
    """On a phone nothing is cut off, and panels leave a part of the map free."""
    browser.evaluate("document.getElementById('close').click()")
    close_panel(browser)
    browser.resize(390, 760)
    browser.evaluate("dispatchEvent(new Event('resize'))")
    browser.wait(IDLE)
    failures = []
    wide = browser.evaluate("""[...document.querySelectorAll("#rail button, #top input, .maplibregl-ctrl button")]
      .filter((one) => one.checkVisibility())
      .map((one) => ({ id: one.id, right: one.getBoundingClientRect().right }))
      .filter((one) => one.right > innerWidth).map((one) => one.id)""")
    if wide:
        failures.append(f"{wide} reach beyond the screen")
    covered = browser.evaluate("""(() => {
      const button = document.querySelector(".maplibregl-ctrl-zoom-in").getBoundingClientRect();
      const top = document.elementFromPoint(button.x + button.width / 2, button.y + 5);
      return !top.closest(".maplibregl-ctrl-zoom-in");
    })()""")
    if covered:
        failures.append("something covers the zoom buttons")
    return failures


def check_origins(browser, url, config):
    """The browser asks no other server than the page's."""
    origin = "{0.scheme}://{0.netloc}/".format(urllib.parse.urlsplit(url))
    others = {one for one in browser.requested
              if not one.startswith((origin, "blob:", "data:", "about:"))}
    return [f"{one} was asked for" for one in sorted(others)]


def check_token(browser, url, token):
    """A closed server's page asks for the token; a link that carries it opens the map at once."""
    failures = []
    browser.wait("document.getElementById('access')?.open")
    for text, state in (("x" * 40, "open"), (token, "closed")):
        browser.evaluate(f"""(() => {{
          document.getElementById("access-token").value = {json.dumps(text)};
          document.getElementById("access-form").requestSubmit(); }})()""")
        if state == "open":
            browser.wait("document.getElementById('access').open")
    browser.wait(f"window.yutu?.map && yutu.map.areTilesLoaded() && {IDLE}")
    # What the browser says of the refusals before is what was to be shown.
    browser.problems.clear()
    browser.evaluate("sessionStorage.clear()")
    browser.open("about:blank")
    browser.open(f"{url}#token={token}")
    browser.wait(f"window.yutu?.map && yutu.map.areTilesLoaded() && {IDLE}")
    if token in browser.evaluate("location.href"):
        failures.append("the token stays in the address")
    drawn = browser.evaluate("yutu.map.queryRenderedFeatures().length")
    failures += check_page_token(browser, url.rsplit("/", 1)[0], token)
    return {"checked": {"drawn": drawn}, "failures": failures + ([] if drawn else ["no features"])}


def check_page_token(browser, base, token):
    """A page of the API of a closed server stands there after the token, with its map."""
    browser.evaluate("sessionStorage.clear()")
    browser.open(f"{base}/?f=html&lang=en")
    browser.wait("document.getElementById('access')?.open")
    browser.evaluate(f"""(() => {{
      document.getElementById("access-token").value = {json.dumps(token)};
      document.getElementById("access-form").requestSubmit(); }})()""")
    browser.wait("!document.getElementById('access').open && document.querySelector('.map canvas')"
                 f" && {IDLE}")
    browser.problems.clear()
    return []
