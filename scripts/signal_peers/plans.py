#!/usr/bin/env python3
"""Random feasible fixed plans of a scenario, each measured by SUMO: what a model is compared with.

    plans.py SCENARIO --out FOLDER [--set test|calibration] [--count 60] [--dump FOLDER]

A plan keeps the rules of programs.py; its cycles are 0.6 to 1.6 times the net's, its splits and
offsets random. It is kept where its delay is 0.85 to 1.6 times that of the net's own plan. Sets are
drawn from different seeds. FOLDER gets SET-NN.add.xml, index.json, one row a plan as soon as it is
done, and SET-NN.json: mean halting vehicles of each approach lane by 300 s, and travel times of
edges over the hour; all are means of seeds 0 to 9. --dump writes single vehicles of the net's
own plan instead.
"""
import argparse
import csv
import json
import math
import os
import pathlib
import random
import statistics
import tempfile
import xml.etree.ElementTree as ElementTree

import judge
import programs

SEEDS = tuple(range(10))
SEED_OF_SET = {"calibration": 1001, "test": 2002}
INTERVAL = 300
FEWEST, MOST = 0.85, 1.6


def draw(shipped, random_):
    """One random plan: a scale of cycles for all, now and then one for each, splits and offsets."""
    scale = math.exp(random_.uniform(math.log(0.6), math.log(1.6)))
    has_own_scales = random_.random() < 0.25
    spread = random_.choice([0, 0.1, 0.2, 0.3, 0.45])
    offset_spread = random_.choice([0, 0.1, 0.25, 0.5])
    plan = []
    for program in shipped:
        own = random_.uniform(0.6, 1.6) if has_own_scales else scale
        greens = [program.durations[i] for i in program.greens]
        lost = program.cycle - sum(greens)
        available = max(program.cycle * own - lost, programs.SHORTEST_GREEN * len(greens))
        drawn = [green * math.exp(random_.gauss(0, spread)) for green in greens]
        drawn = [green * available / sum(drawn) for green in drawn]
        shift = random_.uniform(-offset_spread, offset_spread) * program.cycle * own
        plan.append(program.with_greens(drawn, program.offset * own + shift))
    return plan


def read_lanes(path, lanes):
    """Mean halting vehicles of lanes, interval by interval: {begin: [by lane]}."""
    place = {lane: i for i, lane in enumerate(lanes)}
    found = {}
    for _, interval in ElementTree.iterparse(path):
        if interval.tag != "interval":
            continue
        begin, end = float(interval.get("begin")), float(interval.get("end"))
        row = found.setdefault(begin, [0.0] * len(lanes))
        for lane in interval.iter("lane"):
            if lane.get("id") in place:
                row[place[lane.get("id")]] = float(lane.get("waitingTime", 0)) / (end - begin)
        interval.clear()
    return found


def read_edges(path):
    """Travel times of edges over the hour and the vehicles that left them: {edge: (s, count)}."""
    found = {}
    for _, edge in ElementTree.iterparse(path):
        if edge.tag == "edge" and edge.get("traveltime") and float(edge.get("sampledSeconds")) > 0:
            count = float(edge.get("left", 0)) + float(edge.get("arrived", 0))
            found[edge.get("id")] = (float(edge.get("traveltime")), count)
    return found


def measured(scenario, seed, additional, lanes, folder):
    """One run with its queues and edges."""
    queues, edges, means = (folder / name for name in ("lanes.xml", "edges.xml", "means.add.xml"))
    means.write_text(
        f'<additional><laneData id="q" freq="{INTERVAL}" file="{queues}"/>'
        f'<edgeData id="e" file="{edges}"/></additional>')
    row = judge.run(scenario, seed, [*additional, means])
    return row, read_lanes(queues, lanes), read_edges(edges)


def measure(scenario, additional, lanes, seeds=SEEDS, limits=None):
    """A plan's runs as one row and one table of details; nothing where its delay is beyond limits.

    Each seed's delay must lie within twice the limits' ends, and the mean within them.
    """
    rows, queues, edges = [], [], []
    with tempfile.TemporaryDirectory() as folder:
        for seed in seeds:
            row, by_lane, by_edge = measured(
                scenario, seed, additional, lanes, pathlib.Path(folder))
            if limits and not limits[0] * 0.9 <= row["delay_s"] <= limits[1] * 1.15:
                return None
            rows.append(row)
            queues.append(by_lane)
            edges.append(by_edge)
    told = judge.summary(rows)
    if limits and not limits[0] <= told["delay_s"] <= limits[1]:
        return None
    begins = sorted(queues[0])
    halting = {lane: [round(statistics.fmean(run[begin][i] for run in queues), 4)
                      for begin in begins] for i, lane in enumerate(lanes)}
    everywhere = sorted(set.intersection(*map(set, edges)))
    travel = {edge: {"travel_time_s": round(statistics.fmean(run[edge][0] for run in edges), 3),
                     "vehicles": round(statistics.fmean(run[edge][1] for run in edges), 2)}
              for edge in everywhere}
    return told, {"interval_begins_s": begins, "halting_vehicles": halting, "edges": travel}


def make(scenario, out, kind, count):
    """Draws, measures and writes plans of one set until there are `count`."""
    out.mkdir(parents=True, exist_ok=True)
    index_file = out / "index.json"
    index = json.loads(index_file.read_text()) if index_file.exists() else {"plans": []}
    lanes = programs.approach_lanes(scenario.net)
    shipped = programs.read_programs(scenario.net)

    def keep():
        temporary = out / f"index.{os.getpid()}"
        temporary.write_text(json.dumps(index, indent=1))
        temporary.replace(index_file)

    if "default" not in index:
        told, details = measure(scenario, [], list(lanes))
        (out / "default.json").write_text(json.dumps(details))
        index |= {"scenario": scenario.name, "net": str(scenario.net),
                  "routes": str(scenario.routes), "begin": scenario.begin, "end": scenario.end,
                  "seeds": list(SEEDS), "interval_s": INTERVAL, "lanes": lanes, "default": told}
        keep()
    standard = index["default"]["delay_s"]
    done = sum(plan["set"] == kind for plan in index["plans"])
    random_ = random.Random(f"{SEED_OF_SET[kind]} {scenario.name} {done}")
    refused = 0
    while done < count:
        plan = draw(shipped, random_)
        name = f"{kind}-{done:02d}"
        file = programs.write_programs(plan, out / f"{name}.add.xml")
        broken = programs.broken_rules(programs.read_programs(file), scenario.net)
        if broken:
            raise judge.Failed("; ".join(broken))
        found = measure(scenario, [file], list(lanes), SEEDS,
                        (FEWEST * standard, MOST * standard))
        if found is None:
            refused += 1
            file.unlink()
            continue
        told, details = found
        (out / f"{name}.json").write_text(json.dumps(details))
        index["plans"].append({
            "name": name, "set": kind, "file": file.name, "details": f"{name}.json",
            "ratio_to_default": round(told["delay_s"] / standard, 4), **told})
        keep()
        done += 1
        print(f"{scenario.name} {name}: {told['delay_s']:.2f} s, "
              f"{told['delay_s'] / standard:.2f} x the net's; {refused} refused", flush=True)


def dump(scenario, out, seed=0):
    """Single vehicles of the net's own plan: trips, edges' exit times, queues, stop-line times."""
    out.mkdir(parents=True, exist_ok=True)
    loops, means = out / "loops.xml", out / "dump.add.xml"
    lanes = programs.approach_lanes(scenario.net)
    lines = ["<additional>", f'<laneData id="q" freq="{INTERVAL}" file="{out / "lanes.xml"}"/>']
    lines += [f'<instantInductionLoop id="{lane}" lane="{lane}" pos="-0.1" file="{loops}"/>'
              for lane in lanes]
    means.write_text("\n".join(lines + ["</additional>", ""]))
    judge.cpu_of([
        judge.BIN / "sumo", *scenario.words(seed, [means]), *judge.outputs(out),
        "--vehroute-output", out / "vehroutes.xml",
        "--vehroute-output.exit-times", "--vehroute-output.write-unfinished"])
    with open(out / "crossings.csv", "w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(("vehicle", "lane", "t", "speed"))
        for _, seen in ElementTree.iterparse(loops):
            if seen.tag == "instantOut" and seen.get("state") == "enter":
                rows.writerow((seen.get("vehID"), seen.get("id"), seen.get("time"),
                               seen.get("speed")))
            seen.clear()
    loops.unlink()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    judge.add_scenario_options(parser)
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("--set", choices=SEED_OF_SET, default="test")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--dump", type=pathlib.Path)
    options = parser.parse_args()
    scenario = judge.scenario_of(options)
    if options.dump:
        dump(scenario, options.dump)
    if options.out:
        make(scenario, options.out, options.set, options.count)


if __name__ == "__main__":
    main()
