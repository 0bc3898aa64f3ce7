#!/usr/bin/env python3
"""Scenarios that no plan and no model was tuned on; each a folder with scenario.json.

    scenarios.py grid   --out FOLDER [--columns 20] [--rows 10] [--vehicles 50000]
    scenarios.py city   FILE.osm --out FOLDER [--vehicles 4000] [--box W,S,E,N]
    scenarios.py more   SCENARIO --out FOLDER [--demand 1.1] [--noise 60] [--seed 7]

grid   a made-up town of columns x rows signals, three lanes, a turn lane, trips of up to 2 km
city   the roads of an OpenStreetMap extract as netconvert reads them, its signals joined
more   the demand of a scenario with more vehicles: a random share twice, and every departure moved
       by seconds of normal noise
"""
import argparse
import json
import pathlib
import random
import sys
import xml.etree.ElementTree as ElementTree

import judge


def tell(out, end=3600, begin=0, net="net.net.xml"):
    (out / "scenario.json").write_text(json.dumps(
        {"net": str(net), "routes": "routes.rou.xml", "begin": begin, "end": end}, indent=1))


def trips(out, vehicles, more, end=3600, seed=42):
    """Random trips over the hour with their free-flow ways; those without a way are left out."""
    judge.cpu_of([
        sys.executable, judge.TOOLS / "randomTrips.py", "-n", out / "net.net.xml", "-o",
        out / "trips.xml", "-r", out / "routes.rou.xml", "-e", end, "-p", end / vehicles, "--seed",
        seed, "--remove-loops", "--validate", *more], cwd=out)
    for left in [out / "trips.xml", *out.glob("*.alt.xml")]:
        left.unlink(missing_ok=True)


def grid(out, columns, rows, vehicles):
    judge.cpu_of([
        judge.BIN / "netgenerate", "--grid", "--grid.x-number", columns, "--grid.y-number", rows,
        "--grid.length", 250, "--grid.attach-length", 250, "--default.lanenumber", 3,
        "--default.speed", 13.89, "--default-junction-type", "traffic_light", "--turn-lanes", 1,
        "--turn-lanes.length", 60, "--no-turnarounds", "--seed", 1, "-o", out / "net.net.xml"])
    trips(out, vehicles, ["--fringe-factor", 2, "--min-distance", 500, "--max-distance", 2000])
    tell(out)


def city(out, file, vehicles, box):
    judge.cpu_of([
        judge.BIN / "netconvert", "--osm-files", file, "--type-files",
        judge.HOME / "data/typemap/osmNetconvert.typ.xml", "--keep-edges.by-vclass", "passenger",
        "--geometry.remove", "--ramps.guess", "--junctions.join", "--tls.guess-signals",
        "--tls.join", "--tls.discard-simple", "--remove-edges.isolated",
        "--keep-edges.components", 1, "--no-turnarounds.except-deadend", "--no-warnings",
        *(["--keep-edges.in-geo-boundary", box] if box else []), "-o", out / "net.net.xml"])
    trips(out, vehicles, ["--fringe-factor", 5, "--min-distance", 400])
    tell(out)


def more(out, scenario, demand, noise, seed):
    """Vehicles of types and ways as they are; ids of the added ones end in -again."""
    random_ = random.Random(seed)
    root = ElementTree.parse(scenario.routes).getroot()
    moved = [one for one in root if one.tag in ("trip", "vehicle")]
    others = [one for one in root if one.tag not in ("trip", "vehicle")]
    if any(one.tag in ("flow", "person", "container") for one in others):
        raise judge.Failed("flows and persons are not varied")
    added = []
    for one in random_.sample(moved, round((demand - 1) * len(moved))):
        twin = ElementTree.fromstring(ElementTree.tostring(one))
        twin.set("id", one.get("id") + "-again")
        added.append(twin)
    latest = scenario.end - 1
    for one in moved + added:
        depart = float(one.get("depart")) + random_.gauss(0, noise)
        one.set("depart", f"{min(latest, max(scenario.begin, depart)):.2f}")
    written = ElementTree.Element("routes")
    written.extend(others)
    written.extend(sorted(moved + added, key=lambda one: float(one.get("depart"))))
    ElementTree.indent(written)
    ElementTree.ElementTree(written).write(out / "routes.rou.xml")
    tell(out, scenario.end, scenario.begin, scenario.net)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("kind", choices=["grid", "city", "more"])
    parser.add_argument("source", nargs="?", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--columns", type=int, default=20)
    parser.add_argument("--rows", type=int, default=10)
    parser.add_argument("--vehicles", type=int)
    parser.add_argument("--box", help="west,south,east,north in degrees: what to keep of a city")
    parser.add_argument("--demand", type=float, default=1.1)
    parser.add_argument("--noise", type=float, default=60)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    options.out = options.out.resolve()
    options.out.mkdir(parents=True, exist_ok=True)
    if options.kind == "grid":
        grid(options.out, options.columns, options.rows, options.vehicles or 50000)
    elif options.kind == "city":
        city(options.out, options.source.resolve(), options.vehicles or 4000, options.box)
    else:
        more(options.out, judge.Scenario.load(options.source), options.demand, options.noise,
             options.seed)


if __name__ == "__main__":
    main()
