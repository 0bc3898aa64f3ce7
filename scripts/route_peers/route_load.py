"""Asks a running server for routes, over and over, by wrk."""
import csv
import json
import os
import re
import shutil
import subprocess
import time
import urllib.error
import urllib.request

LUA = """
local bodies, place = {}, 0
for line in io.lines(os.getenv("ROUTE_BODIES")) do bodies[#bodies + 1] = line end
local headers = {["Content-Type"] = "application/json"}
function request()
  place = place % #bodies + 1
  return wrk.format("POST", "/processes/route/execution", headers, bodies[place])
end
"""


def body(row):
    place = lambda end: [float(row[f"{end}_lon"]), float(row[f"{end}_lat"])]
    return json.dumps({"inputs": {"from": place("from"), "to": place("to")}})


def duration(base, text):
    """Seconds of the route that the server answers with; `None` for any other answer."""
    request = urllib.request.Request(
        base + "/processes/route/execution", text.encode(), {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)["features"][0]["properties"]["duration_s"]
    except urllib.error.HTTPError:
        return None


def cpu(pid):
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def load(base, folder, seconds, pid):
    """Routes a second, latencies, share of bad answers, CPU seconds a route of server and wrk."""
    script = folder / "routes.lua"
    script.write_text(LUA)
    before, own = cpu(pid), os.times()
    told = subprocess.run(
        ["wrk", "-t1", "-c16", f"-d{seconds}s", "--latency", "-s", script, base], check=True,
        stdout=subprocess.PIPE, text=True,
        env={**os.environ, "ROUTE_BODIES": str(folder / "bodies.jsonl")}).stdout
    find = lambda pattern: (re.search(pattern, told) or [None, "0"])[1]
    count = int(find(r"(\d+) requests in"))
    each = lambda value: value / max(count, 1)
    return (float(find(r"Requests/sec:\s+([\d.]+)")), find(r"\n\s+50%\s+(\S+)"),
            find(r"\n\s+99%\s+(\S+)"), each(int(find(r"Non-2xx or 3xx responses: (\d+)"))),
            each(cpu(pid) - before), each(sum(os.times()[2:4]) - sum(own[2:4])))


def measure(yutu, roads, pairs, folder, seconds, runs=3):
    """Imports the roads, serves them, and asks; `None` where wrk is not here."""
    if not shutil.which("wrk"):
        print("  wrk is not here (apt-get install wrk)")
        return None
    city = folder / "roads.city"
    for end in ("", "-wal", "-shm"):
        (folder / f"roads.city{end}").unlink(missing_ok=True)
    # The server refuses to route where the layer of signals is missing.
    for layer in ("road", "traffic-signal"):
        subprocess.run([yutu, "import", "--city", city, "--layer", layer, roads], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    subprocess.run([yutu, "route", "pairs", "--city", city, "--pairs", pairs, "--out",
                    folder / "city-routes.csv"], check=True, stderr=subprocess.DEVNULL)
    with open(pairs, newline="") as file, open(folder / "city-routes.csv", newline="") as known:
        rows, routes = list(csv.DictReader(file)), list(csv.DictReader(known))
    # wrk asks for what has a way; which pairs have none is among the answers compared.
    asked = [body(row) for row, route in zip(rows, routes) if route["status"] == "ok"]
    (folder / "bodies.jsonl").write_text("\n".join(asked) + "\n")
    with open(folder / "serve.log", "w") as log:
        process = subprocess.Popen([yutu, "serve", "--city", city, "--port", "0"],
                                   stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        base = process.stdout.readline().split("/map")[0]
        same, compared = 0, list(zip(rows, routes))[:200]
        for row, route in compared:
            found = duration(base, body(row))
            wanted = float(route["duration_s"]) if route["status"] == "ok" else None
            same += found == wanted or None not in (found, wanted) and abs(found - wanted) < 0.1
        load(base, folder, 2, process.pid)
        return {"checked": len(compared), "same": same,
                "runs": [load(base, folder, seconds, process.pid) for _ in range(runs)]}
    finally:
        process.terminate()
        process.wait()
        time.sleep(0.1)
