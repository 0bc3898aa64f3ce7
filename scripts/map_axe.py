"""Asks axe-core what is wrong with the page that is open.

axe-core (MPL-2.0) is put into .tools/axe by `scripts/setup --test`. It is evaluated over the
DevTools protocol: the page's policy lets no other script in.
"""

import json
import os
import pathlib

PROGRAM = pathlib.Path(os.environ.get("AXE") or
                       pathlib.Path(__file__).parents[1] / ".tools/axe/axe.min.js")
#: Faults of less weight are told by axe-core too; these may not be.
GRAVE = ("serious", "critical")
#: The rule that asks for the colours of all texts, which takes longer than all others.
CONTRAST = {"runOnly": ["color-contrast"]}
NO_CONTRAST = {"rules": {"color-contrast": {"enabled": False}}}

RUN = """axe.run(document, { resultTypes: ["violations"], ...%s }).then((found) => found.violations
  .map(({ id, impact, help, nodes }) => ({ id, impact, help, where: nodes.slice(0, 3)
    .map((one) => one.target.join(" ") + ": " + one.html.slice(0, 120)) })))"""


def grave_faults(browser, options=None):
    """What axe-core finds on the page that is open, in words; only what is grave."""
    if browser.evaluate("typeof axe === 'undefined'"):
        browser.evaluate(PROGRAM.read_text(encoding="utf-8") + ";0")
    return [f"{one['impact']} {one['id']}: {one['help']}: {one['where']}"
            for one in browser.evaluate(RUN % json.dumps(options or {})) if one["impact"] in GRAVE]
