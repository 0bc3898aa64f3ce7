"""What `browser.py check --clusters` asks of the map page: clusters stand for what is there.

The ids of all points of a layer in the view are those that the server lists in the same box: under a
scenario that adds and removes some, with a filter, on a phone, in a link that is opened again, and
as single points while two states are compared.
"""

import json
import urllib.parse

from map_asking import plain, reopen
from map_check import fetch

IDLE = "document.body.dataset.state === 'idle'"
ZOOM = 15.4
PHONE = (390, 844)

#: All points that the source of a layer's clusters stands for in the view: their ids, whether each
#: cluster says how many it holds, and the clusters that are drawn.
FOUND = """(async (layer) => {
  const source = yutu.map.getSource(`cluster/${layer}`);
  const inside = ([x, y]) => yutu.map.getBounds().contains([x, y]);
  const features = yutu.map.querySourceFeatures(`cluster/${layer}`);
  const ids = new Set();
  const wrong = [];
  for (const one of features.filter(({ properties }) => !properties.cluster)) {
    if (inside(one.geometry.coordinates)) ids.add(String(one.properties.id));
  }
  const clusters = new Map(features.filter(({ properties }) => properties.cluster)
    .map((one) => [one.properties.cluster_id, one.properties.point_count]));
  for (const [id, count] of clusters) {
    const leaves = await source.getClusterLeaves(id, Infinity, 0);
    if (leaves.length !== count) wrong.push(`${count} is written on ${leaves.length}`);
    for (const one of leaves) if (inside(one.geometry.coordinates)) ids.add(String(one.properties.id));
  }
  const drawn = yutu.map.queryRenderedFeatures({ layers: [`${layer}/cluster`] });
  return { ids: [...ids].sort(), wrong, drawn: drawn.length };
})(%s)"""

#: The points that are drawn one by one.
SINGLE = """[...new Set(yutu.map.queryRenderedFeatures({ layers: [%s] })
  .filter(({ geometry }) => yutu.map.getBounds().contains(geometry.coordinates))
  .map((one) => String(one.properties.id)))].sort()"""


def check_clusters(browser, url):
    """All of it for the layer with the most points among those that are clustered."""
    config = fetch(url, "/map/config.json")
    legend = fetch(url, "/styles/light")["metadata"]["yutu:legend"]
    entry = max((one for one in config["layers"] if legend.get(one["id"], {}).get("clusters")
                 and one["id"] != "import-problem"), key=lambda one: one["count"])
    layer = entry["id"]
    field, value = filter_of(url, layer, entry["fields"])
    scenario = next((one["id"] for one in fetch(url, "/scenarios")["scenarios"]
                     if layer in one["layers"]), None)
    west, south, east, north = config["bounds"]
    link = (f"{plain(url)}?lang=en#{ZOOM}/{(south + north) / 2:.6f}/{(west + east) / 2:.6f}"
            f"&on={layer}")
    failures, counts = [], {}
    states = {"now": link, "filter": f"{link}&where={layer}:{field}~is~{value}"}
    if scenario:
        states["scenario"] = f"{link}&scenario={scenario}"
    for name, address in states.items():
        reopen(browser, address)
        only = {field: value} if name == "filter" else {}
        counts[name] = compare(browser, url, layer, name, failures, only)
        # The page's own address, opened anew.
        again = browser.evaluate("location.href")
        reopen(browser, again)
        if compare(browser, url, layer, f"{name}, opened again", failures, only) != counts[name]:
            failures.append(f"{name}: the link shows another number")
    check_click(browser, link, layer, failures)
    browser.resize(*PHONE)
    reopen(browser, link)
    counts["phone"] = compare(browser, url, layer, "phone", failures)
    browser.resize(1000, 700)
    if scenario:
        counts["swipe"] = check_swipe(browser, url, link, layer, scenario, failures)
    return {"checked": {"layer": layer, **counts}, "failures": failures}


def filter_of(url, layer, fields):
    """A field of the layer with a value that some features have and others have not."""
    features = fetch(url, f"/collections/{layer}/items?limit=1000")["features"]
    for field in [one["name"] for one in fields
                  if one["codes"] or not one["type"].startswith("date")]:
        values = [one["properties"].get(field) for one in features]
        for value in set(values) - {None}:
            if len(values) / 10 < values.count(value) < len(values):
                return field, value
    raise ValueError(f"no field of {layer} tells its features apart")


def listed(browser, url, layer, only=None):
    """The ids of the server's items in the view; `only` those with a value of a field."""
    box = browser.evaluate("yutu.map.getBounds().toArray().flat()")
    query = {"bbox": ",".join(f"{one:.9f}" for one in box), "limit": 10000, "f": "json", **(only or {})}
    for name in ("scenario", "commit"):
        value = browser.evaluate(f"document.getElementById('{name}').value")
        if value:
            query[name] = value
    return sorted(str(one["id"]) for one in fetch(
        url, f"/collections/{layer}/items?{urllib.parse.urlencode(query)}")["features"])


def until_same(browser, ask, wanted):
    """What `ask` gives once it is `wanted`, or after some seconds: clusters follow the tiles."""
    for _ in range(40):
        found = ask()
        if (found["ids"] if isinstance(found, dict) else found) == wanted:
            break
        browser.evaluate("new Promise((resolve) => setTimeout(resolve, 250))")
    return found


def compare(browser, url, layer, where, failures, only=None):
    """Whether clusters and points are those that the server lists; how many there are."""
    wanted = listed(browser, url, layer, only)
    found = until_same(browser, lambda: browser.evaluate(FOUND % json.dumps(layer)), wanted)
    said = [f"{where}: {text}" for text in found["wrong"]]
    if found["ids"] != wanted:
        missing = sorted(set(wanted) - set(found["ids"]))
        more = sorted(set(found["ids"]) - set(wanted))
        said.append(f"{where}: {len(found['ids'])} points, {len(wanted)} are listed; "
                    f"missing {missing[:3]}, too many {more[:3]}")
    if not wanted:
        said.append(f"{where}: the view holds nothing")
    if not found["drawn"]:
        said.append(f"{where}: no cluster is drawn")
    failures += said
    return len(wanted)


def check_click(browser, link, layer, failures):
    """A click on a cluster goes nearer."""
    reopen(browser, link)
    browser.evaluate("if (document.body.dataset.panel) document.getElementById('panel-close').click()")
    at = f"""yutu.map.queryRenderedFeatures({{ layers: ["{layer}/cluster"] }})
      .map((one) => yutu.map.project(one.geometry.coordinates))
      .find((one) => document.elementFromPoint(one.x, one.y) === yutu.map.getCanvas())"""
    browser.wait(at)
    before = browser.evaluate("yutu.map.getZoom()")
    place = browser.evaluate(at)
    browser.click(place["x"], place["y"])
    try:
        browser.wait(f"yutu.map.getZoom() > {before} + 0.3 && !yutu.map.isMoving() && {IDLE}", 20)
    except Exception:
        failures.append(f"a click on a cluster leaves the zoom at {before}")


def check_swipe(browser, url, link, layer, scenario, failures):
    """Two states side by side show single points, so that one sees which were added or removed."""
    reopen(browser, f"{link}&scenario={scenario}&compare=now")
    browser.wait("!document.getElementById('swipe').hidden")
    wanted = listed(browser, url, layer)
    found = until_same(
        browser, lambda: browser.evaluate(SINGLE % json.dumps(f"{layer}/circle")), wanted)
    if found != wanted:
        failures.append(f"swipe: {len(found)} points are drawn, {len(wanted)} are listed")
    if browser.evaluate(f"Boolean(yutu.map.getLayer('{layer}/cluster'))"):
        failures.append("swipe: there are clusters")
    return len(found)
