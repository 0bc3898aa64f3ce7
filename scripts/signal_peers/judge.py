#!/usr/bin/env python3
"""Judges signal plans by SUMO: the mean delay of a scenario's vehicles over seeds, as JSON.

    judge.py SCENARIO [--begin S] [--end S] [--additional FILE ...] [--seeds 10]
    judge.py --net NET --routes FILE --begin S --end S [--additional FILE ...] [--seeds 10]

SCENARIO is a folder with a .sumocfg or a scenario.json (net, routes, begin, end); --begin and --end
take the place of its own. Without any, they are 0 and 3600 s. Delay is timeLoss + departDelay in
seconds, the mean over every vehicle that was due before the end: those that have not arrived count
with what they lost so far, those that could not depart with how long they have waited. No vehicle
is teleported out of a jam.
"""
import argparse
import dataclasses
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

import sumo

HOME = pathlib.Path(sumo.SUMO_HOME)
BIN, TOOLS = HOME / "bin", HOME / "tools"
os.environ["SUMO_HOME"] = str(HOME)
QUIET = ["--no-step-log", "--no-warnings", "--xml-validation", "never"]


class Failed(Exception):
    """SUMO did not run to its end; the words are its own."""


@dataclasses.dataclass(frozen=True)
class Scenario:
    """A net, its demand and the time that is judged, in seconds."""

    name: str
    net: pathlib.Path
    routes: pathlib.Path
    begin: float
    end: float

    @staticmethod
    def load(folder):
        """The scenario of a folder: its scenario.json, or the one .sumocfg in it."""
        folder = pathlib.Path(folder).resolve()
        file = folder / "scenario.json"
        if file.exists():
            told = json.loads(file.read_text())
            return Scenario(folder.name, folder / told["net"], folder / told["routes"],
                            told["begin"], told["end"])
        configurations = sorted(folder.glob("*.sumocfg"))
        if len(configurations) != 1:
            raise Failed(f"{folder} has neither a scenario.json nor one .sumocfg")
        root = ElementTree.parse(configurations[0]).getroot()
        values = {one.tag: one.get("value") for one in root.iter() if one.get("value")}
        for name in ("net-file", "route-files"):
            if name not in values:
                raise Failed(f"{configurations[0]} names no {name}")
        if "," in values["route-files"]:
            raise Failed(f"{configurations[0]} names several route-files: make one of them")
        return Scenario(folder.name, folder / values["net-file"], folder / values["route-files"],
                        float(values.get("begin", 0)), float(values.get("end", 3600)))

    def words(self, seed, additional=()):
        """SUMO's options for one run."""
        words = ["-n", self.net, "-r", self.routes, "-b", self.begin, "-e", self.end,
                 "--seed", seed, "--time-to-teleport", -1, *QUIET]
        if additional:
            words += ["-a", ",".join(map(str, additional))]
        return [str(word) for word in words]


def cpu_of(command, **options):
    """Runs a command; its standard output and its CPU seconds."""
    process = subprocess.Popen(
        list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        **options)
    said = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise Failed(f"{os.path.basename(command[0])}: " + said.strip()[-600:])
    return said, usage.ru_utime + usage.ru_stime


def read_trips(path):
    """Sums over the vehicles of a tripinfo file: delay and its parts, and counts."""
    count = finished = undeparted = 0
    loss = waited = seconds = travel = 0.0
    for _, trip in ElementTree.iterparse(path):
        if trip.tag != "tripinfo":
            continue
        count += 1
        undeparted += float(trip.get("depart")) < 0
        loss += float(trip.get("timeLoss"))
        waited += float(trip.get("departDelay"))
        duration = float(trip.get("duration"))
        seconds += max(0.0, duration)
        if float(trip.get("arrival")) >= 0:
            finished += 1
            travel += duration
        trip.clear()
    if not count:
        raise Failed("no vehicle was due")
    return {
        "delay_s": (loss + waited) / count, "time_loss_s": loss / count,
        "depart_delay_s": waited / count, "vehicles": count, "finished": finished,
        "undeparted": undeparted, "vehicle_seconds": seconds,
        "travel_time_finished_s": travel / max(1, finished)}


def outputs(folder):
    """SUMO's options for the files that `result` reads."""
    return ["--tripinfo-output", os.path.join(folder, "trips.xml"),
            "--tripinfo-output.write-unfinished", "--tripinfo-output.write-undeparted",
            "--statistic-output", os.path.join(folder, "statistics.xml")]


def result(scenario, folder):
    """What a run left in a folder: trips, collisions and emergency stops; it must have ended."""
    root = ElementTree.parse(os.path.join(folder, "statistics.xml")).getroot()
    reached = float(root.find("performance").get("end"))
    if reached < scenario.end:
        raise Failed(f"the run ended at {reached:g} s, before {scenario.end:g} s")
    safety = root.find("safety")
    return read_trips(os.path.join(folder, "trips.xml")) | {
        "collisions": int(safety.get("collisions")),
        "emergency_stops": int(safety.get("emergencyStops"))}


def run(scenario, seed, additional=(), more=()):
    """One run of SUMO: what `result` tells, and CPU seconds."""
    with tempfile.TemporaryDirectory() as folder:
        _, cpu = cpu_of([BIN / "sumo", *scenario.words(seed, additional), *outputs(folder), *more])
        return result(scenario, folder) | {"seed": seed, "cpu_s": cpu}


def mean(rows, key):
    return statistics.fmean(row[key] for row in rows)


def summary(rows):
    """Runs of several seeds as one table: means, and the delay of each seed."""
    keys = [key for key in rows[0] if key != "seed"]
    return {key: round(mean(rows, key), 4) for key in keys} | {
        "delay_sd_s": round(statistics.pstdev(row["delay_s"] for row in rows), 4),
        "worst_to_median": round(max(row["delay_s"] for row in rows)
                                 / statistics.median(row["delay_s"] for row in rows), 4),
        "per_seed_s": {row["seed"]: round(row["delay_s"], 4) for row in rows}}


def judge(scenario, additional=(), seeds=range(10), more=()):
    """The summary of a plan over seeds; no additional file is the plan of the net."""
    return summary([run(scenario, seed, additional, more) for seed in seeds])


def add_scenario_options(parser):
    """The ways to name a scenario on the command line."""
    parser.add_argument("scenario", nargs="?", help="folder with scenario.json or .sumocfg")
    parser.add_argument("--net", type=pathlib.Path)
    parser.add_argument("--routes", type=pathlib.Path)
    parser.add_argument("--begin", type=float, help="seconds; by default the scenario's, or 0")
    parser.add_argument("--end", type=float, help="seconds; by default the scenario's, or 3600")


def scenario_of(options):
    """The scenario that the options name, in the time that they say."""
    if options.scenario:
        scenario = Scenario.load(options.scenario)
    elif options.net and options.routes:
        scenario = Scenario(options.net.name.split(".")[0], options.net.resolve(),
                            options.routes.resolve(), 0, 3600)
    else:
        sys.exit("name a scenario's folder, or --net and --routes")
    for name in ("begin", "end"):
        if getattr(options, name) is not None:
            scenario = dataclasses.replace(scenario, **{name: getattr(options, name)})
    if scenario.end <= scenario.begin:
        sys.exit(f"the end, {scenario.end:g} s, is not after the begin, {scenario.begin:g} s")
    return scenario


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    add_scenario_options(parser)
    parser.add_argument("--additional", nargs="*", default=[], help="files, plans among them")
    parser.add_argument("--seeds", type=int, default=10, help="0 to N - 1")
    options = parser.parse_args()
    try:
        told = judge(scenario_of(options), options.additional, range(options.seeds))
    except Failed as error:
        sys.exit(f"judge.py: {error}")
    print(json.dumps(told, indent=1))


if __name__ == "__main__":
    main()
