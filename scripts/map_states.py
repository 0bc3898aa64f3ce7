"""What `browser.py check --axe` asks of the map page: axe-core finds nothing serious in any state.

axe-core (MPL-2.0) is put into .tools/axe by `scripts/setup --test`. It is evaluated over the
DevTools protocol: the page's policy lets no other script in.
"""

import os
import pathlib

from map_asking import plain, reopen

PROGRAM = pathlib.Path(os.environ.get("AXE") or
                       pathlib.Path(__file__).parents[1] / ".tools/axe/axe.min.js")
IDLE = "document.body.dataset.state === 'idle'"
#: Faults of less weight are told by axe-core too; these may not be.
GRAVE = ("serious", "critical")

RUN = """axe.run(document, { resultTypes: ["violations"] }).then((found) => found.violations
  .map(({ id, impact, help, nodes }) => ({ id, impact, help, where: nodes.slice(0, 3)
    .map((one) => one.target.join(" ") + ": " + one.html.slice(0, 120)) })))"""


def open_panel(name):
    return f"""(() => {{ const button = document.getElementById("tool-{name}");
      if (!button.hidden && document.body.dataset.panel !== "{name}") button.click(); }})()"""


def choose_layer(step):
    """Opens the menu of the first layer of the legend that has features, and does a step in it."""
    return f"""(() => {{ {open_panel("layers")};
      document.getElementById("layers-legend").click();
      document.querySelector(`#layers .layer:has(.count:not(:empty))
        .menu-button[aria-expanded=false]`)?.click();
      {step} }})()"""


#: States of the page: what brings each about, and what is true once it is there.
STATES = {
    **{name: (open_panel(name), "document.body.dataset.panel")
       for name in ("route", "runs", "analyse", "when", "measure", "more", "layers")},
    "all layers": (f"""{open_panel("layers")};
      document.getElementById("layers-all").click();
      document.querySelectorAll("#layers .fold[aria-expanded=false]")
        .forEach((one) => one.click())""",
                   "document.querySelector('#layers .theme')"),
    "menu of a layer": (choose_layer(""), "document.querySelector('#layers .menu')"),
    "filter": (choose_layer("""const filter = document.querySelector("#layers .menu details");
      filter.open = true; filter.querySelector(".add").click();"""),
               "document.querySelector('#layers .menu')"),
    "table": (choose_layer("""document.querySelector(
        "#layers .menu .buttons button:nth-of-type(4)").click();"""),
              "document.querySelector('#table table')"),
    "hits": ("""(() => { document.querySelector("#table .icon")?.click();
      const box = document.getElementById("search"); box.value = "医院";
      box.dispatchEvent(new Event("input")); box.focus(); })()""",
             "document.querySelector('#hits button')"),
    "card": ("""document.querySelector("#hits [data-id]").click()""",
             "document.getElementById('details').dataset.state === 'ready'"),
    "menu of a place": (f"""document.getElementById("close").click(); {open_panel("layers")};
      yutu.map.fire("contextmenu", {{ point: yutu.map.project(yutu.map.getCenter()),
        lngLat: yutu.map.getCenter() }})""",
                        "!document.getElementById('context').hidden"),
    "nearest": ("""[...document.querySelectorAll("#context button")].at(-3).click()""",
                "document.querySelector('#route-steps li') || "
                "!document.getElementById('tool-route').checkVisibility()"),
    "differences": (f"""{open_panel("when")}; const list = document.getElementById("scenario");
      list.selectedIndex = list.options.length - 1; list.dispatchEvent(new Event("change"))""",
                    "document.querySelector('#differences li')"),
    "swipe": ("""const list = document.getElementById("other-state");
      list.value = "now"; list.dispatchEvent(new Event("change"))""",
              "!document.getElementById('swipe').hidden"),
    "form": (f"""{open_panel("analyse")};
      document.querySelector(".processes button").click()""",
             "document.querySelector('form.process')"),
    "form with faults": ("document.querySelector('form.process').requestSubmit()",
                         "document.querySelector('form.process [aria-invalid=true]')"),
    "closed server": ("""import("/map/map-access.js").then((one) => {
      const known = window.fetch;
      window.fetch = async () => new Response("{}", { status: 401 });
      one.ask("/");
      setTimeout(() => { window.fetch = known; }, 200); })""",
                      "document.getElementById('access').open"),
}


def grave_faults(browser, everything=False):
    """What axe-core finds on the page that is open, in words; only what is grave."""
    if browser.evaluate("typeof axe === 'undefined'"):
        browser.evaluate(PROGRAM.read_text(encoding="utf-8") + ";0")
    return [f"{one['impact']} {one['id']}: {one['help']}: {one['where']}"
            for one in browser.evaluate(RUN) if everything or one["impact"] in GRAVE]


def check_axe(browser, url):
    """All states in both languages and themes, at two sizes."""
    failures = {}
    checked = 0
    # No flight of the map: what is looked at is where it ends.
    browser.call("Emulation.setEmulatedMedia", {"features": [
        {"name": "prefers-reduced-motion", "value": "reduce"}]})
    for width, height in ((1440, 900), (390, 844)):
        browser.resize(width, height)
        for language in ("zh", "en"):
            for theme in ("light", "dark"):
                reopen(browser, f"{plain(url)}?lang={language}&theme={theme}")
                # What is drawn in the map is not looked at, and costs most of the time.
                browser.evaluate("void yutu.map.setPixelRatio(0.1)")
                for name, (act, there) in STATES.items():
                    browser.evaluate(f"(() => {{ {act} }})()")
                    browser.wait(f"({there}) && {IDLE}")
                    checked += 1
                    where = f"{name}, {language}, {theme}, {width} px"
                    for fault in grave_faults(browser):
                        failures.setdefault(fault, []).append(where)
    said = [f"{fault} (in {len(places)} states: {places[0]})" for fault, places in failures.items()]
    return {"checked": {"states": checked}, "failures": said}
