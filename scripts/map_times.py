"""Checks of the map page's time bar with what is no flood: a layer, and what a process gave."""

import json

from map_asking import plain, reopen
from map_axe import grave_faults
from map_check import fetch
from map_looks import CONTRAST, SMALL
from map_routes import press, require
from map_runs import change
from map_texts import faults_of_texts

IDLE = "document.body.dataset.state === 'idle'"
CURVE = "document.querySelector('#curve p')?.textContent"
CLOCK = "document.getElementById('clock').textContent"


def check_times(browser, url):
    """A layer plays over time, the forecast of car parks too, and the bar can be told which."""
    checked = {"layer": check_layer(browser, url), "result": check_result(browser, url)}
    return {"checked": checked, "failures": check_bar(browser)}


def check_bar(browser):
    """The bar with a list of axes and a curve: axe-core, contrast, targets, nothing cut."""
    failures = []
    for theme in ("light", "dark"):
        browser.evaluate(f"""document.querySelector("[data-theme-choice={theme}]").click()""")
        for width, height in ((1440, 900), (390, 844)):
            browser.resize(width, height)
            where = f"time bar, {theme}, {width} px"
            found = grave_faults(browser) + browser.evaluate(CONTRAST) + faults_of_texts(browser)
            if width < 720:
                found += browser.evaluate(SMALL)
                covered = browser.evaluate("""document.getElementById("panel").checkVisibility()
                  && document.getElementById("panel").getBoundingClientRect().bottom >
                  document.getElementById("timeline").getBoundingClientRect().top""")
                found += ["the bar lies over the panel"] if covered else []
            failures += [f"{where}: {one}" for one in found[:5]]
    return failures


def counted(features, moment):
    """How many features are there at a moment, told without the page."""
    return sum((one["properties"]["reported"] or "") <= moment
               and not ((one["properties"]["closed"] or "9") <= moment) for one in features)


def check_counting(browser):
    """What is there from one moment to another is counted, and told apart at one place."""
    found = browser.evaluate("""import("/map/map-moments.js").then((page) => {
      const point = { type: "Point", coordinates: [114.3, 30.5] };
      const feature = (properties) => ({ geometry: point, properties });
      const works = [["2026-01-01", "2026-01-03"], ["2026-01-02", null], [null, "2026-01-02"],
        ["2026-01-03", "2026-01-02"]].map(([starts, ends]) => feature({ starts, ends }));
      const axis = page.layerAxis(works);
      const gauges = ["01", "02"].flatMap((day) => ["a", "b"].map((name, index) =>
        feature({ name, time: `2026-01-${day}`, value: -10 * index - Number(day) })));
      const series = page.seriesAxis(gauges);
      return { times: axis.times, counts: page.countsOver(works, axis.times, axis),
        numbers: page.numbersOver(gauges, series, gauges[1], "value") };
    })""")
    require(found["times"] == ["2026-01-01", "2026-01-02", "2026-01-03"], f"moments: {found}")
    require(found["counts"] == [1, 2, 1], f"counted: {found['counts']}")
    require(found["numbers"] == [-11, -12], f"of the second gauge: {found['numbers']}")


def check_layer(browser, url):
    """Incidents: those that are open at the moment of the bar, and how many over time."""
    reopen(browser, f"{plain(url)}?lang=en")
    browser.wait(IDLE)
    incidents = fetch(url, "/collections/incident/items?limit=100")["features"]
    times = sorted({one["properties"][name] for one in incidents for name in ("reported", "closed")}
                   - {None})
    press(browser, "tool-layers")
    browser.evaluate("""document.body.dataset.panel === "layers" ||
      document.getElementById("tool-layers").click()""")
    press(browser, "layers-all")
    change(browser, "layers-find", "Incident")
    browser.evaluate("""document.querySelector('[data-layer="incident"] .menu-button').click()""")
    browser.evaluate("""[...document.querySelectorAll('[data-layer="incident"] .menu button')]
      .find((one) => one.textContent === "Play over time").click()""")
    browser.wait("!document.getElementById('timeline').hidden")
    steps = browser.evaluate("Number(document.getElementById('moment').max)")
    require(steps == len(times) - 1, f"the bar has {steps + 1} moments, not {len(times)}")
    numbers = []
    for index, moment in enumerate(times):
        change(browser, "moment", str(index))
        row = f"document.querySelectorAll('#curve table td')[{index}].textContent"
        require(browser.evaluate(row) == str(counted(incidents, moment)),
                f"at {moment} the curve says {browser.evaluate(row)}")
        numbers.append(counted(incidents, moment))
        shown = browser.evaluate("""yutu.map.getFilter(yutu.map.getStyle().layers
          .find((one) => one.metadata?.["yutu:layer"] === "incident").id)""")
        require(moment in json.dumps(shown), f"at {moment} the filter is {shown}")
    link = browser.evaluate("location.href")
    require("time=incident/" in link, "the link lacks the moment")
    clock = browser.evaluate(CLOCK)
    # Arrows move the bar, and what it stands on is told to those who hear the page.
    browser.evaluate("document.getElementById('moment').focus()")
    browser.press("ArrowLeft")
    browser.wait(f"{CLOCK} !== {json.dumps(clock)}")
    told = browser.evaluate("document.getElementById('moment').getAttribute('aria-valuetext')")
    require(told == browser.evaluate(CLOCK), f"the bar tells {told}")
    require(browser.evaluate("document.getElementById('timeline').getAttribute('aria-label')")
            == "Incidents", "the bar does not say what it stands on")
    check_counting(browser)
    browser.open("about:blank")
    browser.open(link)
    browser.wait(f"{IDLE} && {CLOCK} === {json.dumps(clock)}")
    return {"moments": len(times), "open": numbers}


def check_result(browser, url):
    """The forecast of car parks: its moments, the values of a car park that is clicked."""
    forecast = {"issued": "2026-11-08T20:00:00", "times": [
        f"2026-11-09T{hour:02}:00:00" for hour in range(7, 22, 2)]}
    browser.evaluate("""import("/map/map-panels.js").then((page) => page.openPanel("analyse"))
      .then(() => import("/map/map-analyse.js"))
      .then((page) => page.open("parking-forecast", %s))""" % json.dumps(forecast))
    browser.wait("document.querySelector('#analysing form button[type=submit]')")
    browser.evaluate("document.querySelector('#analysing form button[type=submit]').click()")
    browser.wait("document.querySelector('#analysing .results') && "
                 "document.getElementById('axis').options.length === 2", 60)
    require(browser.evaluate("document.getElementById('axis').value") == "result",
            "the bar does not stand on what has just come")
    steps = browser.evaluate("Number(document.getElementById('moment').max)")
    require(steps == len(forecast["times"]) - 1, f"the bar has {steps + 1} moments")
    browser.wait(f"{IDLE} && yutu.map.queryRenderedFeatures({{layers: ['result/process/circle']}}).length")
    place = browser.evaluate("""(() => {
      const [one] = yutu.map.queryRenderedFeatures({ layers: ["result/process/circle"] });
      const at = yutu.map.project(one.geometry.coordinates);
      const box = yutu.map.getCanvas().getBoundingClientRect();
      return { x: box.left + at.x, y: box.top + at.y, lot: one.properties.lot,
        name: one.properties.name };
    })()""")
    browser.click(place["x"], place["y"])
    browser.wait(f"{CURVE}?.includes('Occupancy (expected)')")
    require(place["name"] in browser.evaluate(CURVE), "the curve is not that of the car park")
    rows = browser.evaluate("""[...document.querySelectorAll("#curve table td")]
      .map((one) => Number(one.textContent))""")
    change(browser, "moment", "3")
    browser.wait("""(() => {
      const drawn = yutu.map.queryRenderedFeatures({ layers: ["result/process/circle"] });
      const clock = document.getElementById("clock").textContent;
      return drawn.length > 0 && drawn.every((one) =>
        one.properties.time.slice(5, 16).replace("T", " ") === clock);
    })()""")
    change(browser, "axis", "layer")
    browser.wait("document.getElementById('timeline').getAttribute('aria-label') === 'Incidents'")
    require("Number" in browser.evaluate(CURVE), "the curve is not that of the axis")
    change(browser, "axis", "result")
    return {"lot": place["lot"], "moments": len(rows), "largest": max(rows)}
