"""What `browser.py check --playing` asks of the map page: a flood plays without long tasks."""

import collections
import time

from map_asking import plain, reopen
from map_check import fetch

IDLE = "document.body.dataset.state === 'idle'"
#: No task of the main thread may take longer, in milliseconds.
LONGEST = 100
#: What tells tasks, and in them the wait for the process that draws: without a graphics card all is
#: drawn by the processor there, and each picture is waited for.
CATEGORIES = "toplevel,devtools.timeline,gpu"
TASK, WAIT = "ThreadControllerImpl::RunTask", "CommandBufferProxyImpl::WaitForGetOffset"


def check_playing(browser, url):
    """Plays the latest run from its start to its end and measures the main thread's tasks."""
    runs = [one for one in fetch(url, "/map/config.json")["rasters"]
            if one.get("run") and one["id"].endswith("-depth") and one.get("times")]
    if not runs:
        return {"checked": {}, "failures": ["the city has no run"]}
    run = max(runs, key=lambda one: one["run"]["created"])
    reopen(browser, f"{plain(url)}?lang=en#run={run['run']['id']}/depth")
    browser.wait(f"!document.getElementById('timeline').hidden && {IDLE}")
    browser.start_trace(CATEGORIES)
    began = time.monotonic()
    # At the last moment it begins again with the first.
    browser.evaluate("document.getElementById('play').click()")
    browser.wait("document.getElementById('moment').value === document.getElementById('moment').max"
                 " && document.getElementById('play').textContent === '▶'", 300)
    seconds = time.monotonic() - began
    tasks = sorted(tasks_of(browser.end_trace()), reverse=True)
    checked = {"frames": len(run["times"]), "seconds": round(seconds, 1),
               "longest": [round(one) for one in tasks[:5]],
               "work": round(sum(tasks))}
    failures = [] if tasks else ["no task is told"]
    failures += [f"a task took {one:.0f} ms" for one in tasks[:5] if one > LONGEST]
    return {"checked": checked, "failures": failures}


def tasks_of(events):
    """How long the tasks of the page's main thread took without waits, in milliseconds."""
    mains = {(one["pid"], one["tid"]) for one in events
             if one.get("name") == "thread_name" and one["args"]["name"] == "CrRendererMain"}
    threads = collections.defaultdict(list)
    for one in events:
        if one.get("ph") == "X" and one.get("name") in (TASK, WAIT):
            threads[one["pid"], one["tid"]].append((one["ts"], one.get("dur", 0), one["name"]))
    busiest = max((threads[key] for key in mains), key=len, default=[])
    tasks = []
    for start, duration, name in sorted(busiest, key=lambda one: (one[0], -one[1])):
        if name == TASK:
            if not tasks or start >= tasks[-1][0] + tasks[-1][1]:
                tasks.append([start, duration, 0])
        elif tasks and start < tasks[-1][0] + tasks[-1][1]:
            tasks[-1][2] += duration
    return [(duration - waited) / 1000 for _, duration, waited in tasks]
