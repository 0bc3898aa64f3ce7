"""What `browser.py check` asks of the map page."""

import json
import math
import urllib.parse
import urllib.request

PANEL = """(() => {
  const panel = document.getElementById("details");
  const values = {};
  for (const cell of panel.querySelectorAll("[data-field]")) {
    values[cell.dataset.field] = {
      value: JSON.parse(cell.dataset.value), text: cell.textContent,
      title: cell.previousElementSibling.textContent };
  }
  const id = panel.querySelector("[data-id]:not(button)");
  return { title: document.getElementById("feature").textContent, values,
           id: id ? id.dataset.id : null };
})()"""

PANEL_READY = """!document.getElementById("details").hidden &&
  document.getElementById("details").dataset.state !== "loading" """


def check_map(browser, url, count):
    """Checks every layer of the map page at `url` on up to `count` items of it."""
    config = fetch(url, "/map/config.json")
    list_all(browser)
    failures = check_languages(browser, config)
    browser.evaluate("""document.querySelectorAll(".theme .head input").forEach((box) => {
      if (!box.checked) box.click(); })""")
    close_panel(browser)
    checked = {}
    for layer in config["layers"]:
        if not layer["count"]:
            continue
        items = fetch(url, f"/collections/{layer['id']}/items?limit={count}")["features"]
        for item in items:
            where = f"{layer['id']}/{item['id']}"
            failures += [f"{where}: {text}" for text in check_item(browser, url, layer, item)]
        checked[layer["id"]] = len(items)
        if not items:
            failures.append(f"{layer['id']}: no items, though the map counts {layer['count']}")
    if not checked:
        failures.append("the map has no layer with features")
    return {"checked": checked, "failures": failures}


def list_all(browser):
    """Opens the panel with all layers."""
    browser.evaluate("""(() => {
      if (document.body.dataset.panel !== "layers") document.getElementById("tool-layers").click();
      document.getElementById("layers-all").click();
    })()""")


def close_panel(browser):
    """Closes the panel of a tool, which may lie over what is clicked."""
    browser.evaluate("""if (document.body.dataset.panel) {
      document.getElementById("panel-close").click(); }""")


def fetch(url, path):
    """The JSON that the server of `url` answers at `path`."""
    request = urllib.request.Request(
        urllib.parse.urljoin(url, path), headers={"Accept": "application/geo+json, application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def check_languages(browser, config):
    """The page shows the titles of all layers, in the language that it says it is in."""
    failures = []
    for language, code in (("en", "en"), ("zh", "zh-Hans")):
        browser.evaluate(f"document.querySelector('[data-language={language}]').click()")
        shown = browser.evaluate("""({ language: document.documentElement.lang,
          title: document.title.split(" · ")[0],
          layers: [...document.querySelectorAll(".layer .name")].map((one) => one.textContent).sort() })""")
        wanted = {"language": code, "title": config["title"][language],
                  "layers": sorted(
                      entry["title"][language]
                      for entry in config["layers"] + config["rasters"] + config["bases"])}
        if shown != wanted:
            failures.append(f"the page in {language} shows {shown}, not {wanted}")
    return failures


def check_item(browser, url, layer, item):
    """Goes to an item, looks at what is drawn there, clicks it and reads the panel."""
    path = f"/collections/{layer['id']}/items/{urllib.parse.quote(str(item['id']), safe='')}"
    item = fetch(url, path)
    place = point_of(item["geometry"])
    zoom = max(layer["minzoom"], min(layer["maxzoom"], 18)) + 0.5
    browser.evaluate(f"void yutu.map.jumpTo({{center: {json.dumps(place)}, zoom: {zoom}}})")
    browser.wait("document.body.dataset.state === 'idle'")

    drawn = browser.evaluate(f"""(() => {{
      const at = yutu.map.project({json.dumps(place)});
      const layers = yutu.map.getStyle().layers
        .filter((one) => one["source-layer"] === {json.dumps(layer["id"])} && one.type !== "symbol")
        .map((one) => one.id);
      const near = [[at.x - 3, at.y - 3], [at.x + 3, at.y + 3]];
      const box = yutu.map.getCanvas().getBoundingClientRect();
      return {{ x: box.left + at.x, y: box.top + at.y,
        ids: yutu.map.queryRenderedFeatures(near, {{ layers }})
          .map((one) => String(one.properties.id)) }};
    }})()""")
    if str(item["id"]) not in drawn["ids"]:
        return [f"the map draws {sorted(set(drawn['ids']))} at {place}, not the feature"]

    browser.evaluate("document.getElementById('close').click()")
    browser.click(drawn["x"], drawn["y"])
    browser.wait(PANEL_READY)
    name = f"[data-layer={json.dumps(layer['id'])}][data-id={json.dumps(str(item['id']))}]"
    browser.evaluate(f"document.querySelector({json.dumps('#found button' + name)})?.click()")
    browser.wait(PANEL_READY)
    return compare(layer, item, browser.evaluate(PANEL))


def compare(layer, item, panel):
    """How the panel differs from the item: id, values, and words of the Chinese page."""
    failures = []
    if panel["id"] != str(item["id"]):
        return [f"the panel shows the feature {panel['id']}"]
    if not panel["title"].strip():
        failures.append("the panel has no title")
    commits = ("commit", "commit_seq")
    wanted = {name: value for name, value in item["properties"].items()
              if value is not None and name not in commits}
    got = {name: one["value"] for name, one in panel["values"].items()}
    if got != wanted:
        failures.append(f"the panel shows {got}, the item has {wanted}")
    for field in layer["fields"]:
        one = panel["values"].get(field["name"])
        if not one:
            continue
        if one["title"] != field["title"]["zh"]:
            failures.append(f"{field['name']} is called {one['title']}")
        codes = {str(code["value"]): code["title"]["zh"] for code in field["codes"]}
        text = codes.get(str(one["value"]))
        if text is None and field["type"] == "text":
            text = one["value"]
        # A reference is told by the name of the feature that it names.
        if field["name"] in {each["field"] for each in layer.get("relations", [])}:
            continue
        if text is not None and one["text"] != text:
            failures.append(f"{field['name']} reads {one['text']}, not {text}")
    return failures


# A point of a geometry

def point_of(geometry):
    """A position that surely belongs to a geometry: on a line, or well inside a polygon."""
    kind, coordinates = geometry["type"], geometry["coordinates"]
    if kind == "Point":
        return coordinates[:2]
    if kind == "MultiPoint":
        return coordinates[0][:2]
    if kind == "LineString":
        return middle_of(coordinates)
    if kind == "MultiLineString":
        return middle_of(max(coordinates, key=length_of))
    if kind == "Polygon":
        return inside(coordinates)
    if kind == "MultiPolygon":
        return inside(max(coordinates, key=lambda rings: abs(area_of(rings[0]))))
    raise ValueError(f"no point of a {kind}")


def length_of(line):
    return sum(math.dist(a[:2], b[:2]) for a, b in zip(line, line[1:]))


def middle_of(line):
    """The middle of the longest segment."""
    a, b = max(zip(line, line[1:]), key=lambda pair: math.dist(pair[0][:2], pair[1][:2]))
    return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]


def area_of(ring):
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:])) / 2


def inside(rings):
    """The middle of the widest stretch that any of nine level lines has inside the polygon."""
    lowest = min(point[1] for point in rings[0])
    highest = max(point[1] for point in rings[0])
    best = (-1.0, rings[0][0][:2])
    for step in range(1, 10):
        # Off the tenths by a little, so that a level line seldom meets a vertex.
        y = lowest + (highest - lowest) * (step + 0.0137) / 10
        crossings = sorted(
            a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0])
            for ring in rings for a, b in zip(ring, ring[1:]) if (a[1] > y) != (b[1] > y))
        for west, east in zip(crossings[::2], crossings[1::2]):
            best = max(best, (east - west, [(west + east) / 2, y]))
    return best[1]
