"""What `browser.py check --skills` asks of the map page's searches, viewpoints and words."""

import json
import urllib.parse

from map_check import fetch, list_all, point_of

IDLE = "document.body.dataset.state === 'idle'"
PANEL_READY = """!document.getElementById("details").hidden &&
  document.getElementById("details").dataset.state === "ready" """


def reopen(browser, address):
    """Opens the page anew: what other checks have left does not count."""
    browser.open("about:blank")
    browser.open(address)
    browser.wait(f"window.yutu?.map && {IDLE}")


def plain(url):
    return url.split("?")[0].split("#")[0]


# Search

HITS = """[...document.querySelectorAll("#hits li")].map((one) => ({
  text: one.textContent, note: one.className === "note",
  ...Object.fromEntries(Object.entries(one.querySelector("button")?.dataset ?? {})) }))"""


def found(browser, text):
    """What the list shows for a text."""
    browser.evaluate(f"""(() => {{
      const box = document.getElementById("search");
      document.getElementById("hits").replaceChildren();
      box.value = {json.dumps(text)};
      box.dispatchEvent(new Event("input")); }})()""")
    browser.wait("document.querySelector('#hits li')", 20)
    return browser.evaluate(HITS)


def check_search(browser, url, config):
    """Layers by title, features by id, places by coordinates; the nearest first, and how many."""
    reopen(browser, f"{plain(url)}?lang=en")
    failures = []
    layer = max((one for one in config["layers"]
                 if one["geometry"] == "point" and one["count"] > 20),
                key=lambda one: one["minzoom"])
    for title in layer["title"].values():
        hits = found(browser, title)
        if not any(one.get("wholeLayer") == layer["id"] for one in hits):
            failures.append(f"{title} does not offer the layer: {hits[:3]}")
    place = browser.evaluate("yutu.map.getCenter().toArray()")
    query = urllib.parse.urlencode(
        {"q": layer["title"]["zh"], "near": f"{place[0]:.6f},{place[1]:.6f}", "limit": 20})
    answer = fetch(url, f"/search?{query}")
    hits = found(browser, layer["title"]["zh"])
    wanted = [str(one["id"]) for one in answer["features"]]
    if [one["id"] for one in hits if "id" in one] != wanted:
        failures.append(f"the hits are {hits}, not {wanted}")
    distances = [one["distance"] for one in answer["features"]]
    if distances != sorted(distances):
        failures.append(f"the distances are {distances}")
    if answer["numberMatched"] < layer["count"] or f"20 of {answer['numberMatched']:,}" not in \
            [one["text"] for one in hits if one["note"]]:
        failures.append(f"{answer['numberMatched']} matched, and the list ends with {hits[-1]}")
    browser.evaluate(f"document.querySelector('[data-whole-layer={layer['id']}]').click()")
    browser.wait(f"!yutu.map.isMoving() && {IDLE}")
    if not browser.evaluate(f"""yutu.map.getZoom() >= {layer["minzoom"]} &&
      yutu.map.queryRenderedFeatures({{ layers: ["{layer["id"]}/circle"] }}).length > 0"""):
        failures.append(f"choosing the layer {layer['id']} does not show it")

    item = fetch(url, f"/collections/{layer['id']}/items?limit=1")["features"][0]
    if str(item["id"]) not in [one.get("id") for one in found(browser, str(item["id"]))]:
        failures.append(f"the id {item['id']} is not found")
    lon, lat = item["geometry"]["coordinates"][:2]
    for text in (f"{lon},{lat}", f"{lat}， {lon}"):
        hits = found(browser, text)
        if not hits or hits[0].get("place") != f"{lon},{lat}":
            failures.append(f"{text} gives {hits[:1]}")
    browser.evaluate("document.querySelector('[data-place]').click()")
    browser.wait(PANEL_READY)
    centre = browser.evaluate("yutu.map.getCenter().toArray()")
    if max(abs(centre[0] - lon), abs(centre[1] - lat)) > 1e-6:
        failures.append(f"the map goes to {centre}, not {lon}, {lat}")
    return failures


# Labels

def check_labels(browser, url, config):
    """No area is labelled twice, and a label has its zooms."""
    layers = [one for one in config["layers"]
              if one["geometry"] == "polygon" and one["style"]["label"] and one["count"]]
    # No label hides another here, so that all that are placed are seen.
    browser.evaluate(f"""{json.dumps([one["id"] for one in layers])}.forEach((id) => {{
      if (!yutu.map.getLayer(`${{id}}/label`)) return;
      yutu.map.setLayoutProperty(`${{id}}/label`, "text-allow-overlap", true);
      yutu.map.setLayoutProperty(`${{id}}/label`, "text-ignore-placement", true); }})""")
    west, south, east, north = config["bounds"]
    failures = []
    seen = 0
    for zoom in (13, 14.5, 16):
        browser.evaluate(f"""void yutu.map.jumpTo({{ zoom: {zoom}, pitch: 0, bearing: 0,
          center: [{(west + east) / 2}, {(south + north) / 2}] }})""")
        browser.wait(f"!yutu.map.isMoving() && yutu.map.areTilesLoaded() && {IDLE}")
        for layer in layers:
            labels = browser.evaluate(f"""yutu.map.getLayer("{layer["id"]}/label")
              ? yutu.map.queryRenderedFeatures({{ layers: ["{layer["id"]}/label"] }})
                .map((one) => one.properties) : []""")
            ids = [one["id"] for one in labels]
            seen += len(ids)
            twice = sorted({one for one in ids if ids.count(one) > 1})
            if twice:
                failures.append(f"{layer['id']} labels {twice[:5]} more than once at zoom {zoom}")
            zooms = layer["style"]["labelZooms"]
            for level in zooms["levels"] if zooms else []:
                if not level["minzoom"] <= int(zoom) < level["maxzoom"] and any(
                        one.get(zooms["field"]) == level["value"] for one in labels):
                    failures.append(f"{level['value']} is labelled at zoom {zoom}")
    return failures or ([] if seen else ["no area is labelled"])


# Viewpoints

def choose(browser, name, value):
    browser.evaluate(f"""(() => {{ const list = document.getElementById("{name}");
      list.value = "{value}"; list.dispatchEvent(new Event("change")); }})()""")


def forget(browser, sign):
    """Takes back problems that a check has asked for."""
    said = (sign, "Failed to load resource")
    browser.problems[:] = [one for one in browser.problems
                           if not any(text in one["text"] for text in said)]


def check_past(browser, url, config):
    """At a commit the figures, the attributes and what is missing are those of the commit."""
    layer = max((one for one in config["layers"] if one["count"]), key=lambda one: one["count"])
    item = fetch(url, f"/collections/{layer['id']}/items?limit=1")["features"][0]
    commit = item["commit"]
    reopen(browser, f"{plain(url)}?lang=en#17/30/114&at={layer['id']}/" +
           urllib.parse.quote(str(item["id"]), safe=""))
    browser.wait(PANEL_READY)
    list_all(browser)
    failures = []
    for number in (commit - 1, commit):
        counts = {one["id"]: one.get("featureCount")
                  for one in fetch(url, f"/collections?f=json&commit={number}")["collections"]}
        # At once: before any answer can have come.
        text = browser.evaluate(f"""(() => {{ const list = document.getElementById("commit");
          list.append(new Option("", "{number}"));
          list.value = "{number}"; list.dispatchEvent(new Event("change"));
          return document.getElementById("attributes").textContent; }})()""")
        if text != "Loading…":
            failures.append(f"commit {number} leaves {text[:80]} until it is read")
        browser.wait(f"document.getElementById('details').dataset.state !== 'loading' && {IDLE}")
        shown = browser.evaluate("""Object.fromEntries([...document.querySelectorAll(".layer")]
          .map((one) => [one.dataset.layer, one.querySelector(".count").textContent]))""")
        for one in config["layers"]:
            wanted = f"{counts[one['id']]:,}" if one["id"] in counts else ""
            if shown[one["id"]] != wanted:
                failures.append(f"{one['id']} counts {shown[one['id']]} at {number}, not {wanted}")
        text = browser.evaluate("document.getElementById('attributes').textContent")
        if (f"not there at commit {number}" in text) != (number < commit):
            failures.append(f"at commit {number} the panel says {text[:80]}")
    forget(browser, "commit=")
    return failures


def check_scenarios(browser, url, config):
    """A misfit scenario is not offered; a link to one says why, and a button leaves it."""
    return check_old_commit(browser, url) + check_misfits(browser, url)


def check_old_commit(browser, url):
    """A scenario on a commit that lacks its layers is one message, in the page's language."""
    fits = [one for one in fetch(url, "/scenarios")["scenarios"] if one["fits"]]
    commits = [one["number"] for one in fetch(url, "/commits")["commits"]]
    if not fits or 1 not in commits or "building" not in fits[0]["layers"]:
        return []
    scenario = fits[0]["id"]
    reopen(browser, f"{plain(url)}?lang=zh#14/30.525/114.32&scenario={scenario}&commit=1")
    browser.wait("!document.getElementById('leave').hidden")
    asked = browser.evaluate(
        "performance.getEntriesByType('resource').map((one) => one.name)"
        ".filter((one) => /commit=1$/.test(one) && /[/](tiles|relief)[/]/.test(one))")
    reason = browser.evaluate("document.getElementById('reason').textContent")
    reopen(browser, f"{plain(url)}?lang=en")
    forget(browser, "scenario=")
    failures = [f"{len(asked)} tiles are asked for that cannot be answered"] if asked else []
    return failures + ([] if reason.startswith("所选情景") else [f"the page says {reason}"])


def check_misfits(browser, url):
    misfits = [one["id"] for one in fetch(url, "/scenarios")["scenarios"] if not one["fits"]]
    if not misfits:
        return []
    reopen(browser, f"{plain(url)}?lang=en")
    offered = browser.evaluate(
        "[...document.querySelectorAll('#scenario option')].map((one) => one.value)")
    failures = [f"{one} is offered" for one in misfits if one in offered]
    reopen(browser, f"{plain(url)}?lang=en#12/30/114&scenario={misfits[0]}")
    browser.wait("!document.getElementById('leave').hidden")
    reason = browser.evaluate("document.getElementById('reason').textContent")
    if f"{misfits[0]}.yml" not in reason:
        failures.append(f"the page says {reason} of {misfits[0]}")
    choose(browser, "commit", fetch(url, "/commits")["commits"][0]["number"])
    browser.wait("!document.getElementById('leave').hidden")
    browser.evaluate("document.getElementById('leave').click()")
    browser.wait(f"document.getElementById('leave').hidden && {IDLE}")
    if "scenario=" in browser.evaluate("location.href"):
        failures.append("the scenario stays in the address")
    forget(browser, "scenario=")
    return failures


def check_clicked_link(browser, url, config):
    """A link restores the outline of what was clicked, and the list of what lies there."""
    layer = max((one for one in config["layers"]
                 if one["geometry"] == "polygon" and one["count"] and one["shown"]),
                key=lambda one: one["count"])
    item = fetch(url, f"/collections/{layer['id']}/items?limit=1")["features"][0]
    lon, lat = point_of(item["geometry"])
    reopen(browser, f"{plain(url)}?lang=en#17/{lat}/{lon}")
    at = browser.evaluate(f"yutu.map.project([{lon}, {lat}])")
    state = """({ buttons: [...document.querySelectorAll("#found button")]
      .map((one) => [one.textContent, one.dataset.id, one.getAttribute("aria-pressed")]),
      title: document.getElementById("feature").textContent })"""
    browser.click(at["x"], at["y"])
    browser.wait(PANEL_READY)
    # Not the first: the link must not fall back to it.
    browser.evaluate("document.querySelector('#found button:last-child')?.click()")
    browser.wait(PANEL_READY)
    before = browser.evaluate(state)
    address = browser.evaluate("location.href")
    reopen(browser, address)
    browser.wait(f"{PANEL_READY} && document.querySelectorAll('#found button').length"
                 f" >= {len(before['buttons'])}")
    browser.wait("yutu.map.querySourceFeatures('marked').length > 0")
    after = browser.evaluate(state)
    return [] if after == before else [f"the link shows {after}, not {before}"]


# Words

def check_clock(browser, url, config):
    """Instants are told by the city's clock wherever the reader is, midnights as dates."""
    wanted = {"2007-06-30T16:00:00Z": ["2007-07-01", "2007-07-01"],
              "2007-06-30T16:30:05Z": ["12:30", "00:30"],
              "2026-11-22T23:10:17Z": ["Nov 23, 2026", "2026年11月23日"]}
    failures = []
    for zone in ("America/New_York", "Pacific/Auckland"):
        browser.call("Emulation.setTimezoneOverride", {"timezoneId": zone})
        for index, language in enumerate(("en", "zh")):
            reopen(browser, f"{plain(url)}?lang={language}")
            for instant, parts in wanted.items():
                text = browser.evaluate(f"""import("/map/map-words.js").then((one) =>
                  one.display({{ type: "datetime", codes: [] }}, "{instant}"))""")
                if parts[index] not in text:
                    failures.append(f"{instant} reads {text} in {zone}")
    browser.call("Emulation.setTimezoneOverride", {"timezoneId": ""})
    return failures
