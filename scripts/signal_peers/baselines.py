#!/usr/bin/env python3
"""Scores what else a city could run: SUMO's own tools and controllers, and max-pressure.

    baselines.py SCENARIO [SCENARIO ...] --out FILE [--seeds 10] [--only default]

Each is scored on seeds 0 to 2; the best two of the fixed plans, the net's own, and each controller
on all. FILE keeps them by scenario: {method: summary}, with best_fixed and best_adaptive named.

fixed plans    the net's; tlsCycleAdaptation (Webster) in the 12 settings below; tlsCoordinator
               (green waves) on the net's plan and on the best of the 12
controllers    SUMO's actuated and delay_based (greens 5 to 50 s where the net says nothing), and
               max-pressure on halting vehicles and on all
"""
import argparse
import collections
import dataclasses
import json
import pathlib
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

import judge
import programs

# The settings of tlsCycleAdaptation; YELLOW stands for the yellow that the net has most.
SETTINGS = [
    "", "-y YELLOW", "-y YELLOW -u", "-y YELLOW -e", "-y YELLOW --min-cycle 60",
    "-y YELLOW --min-cycle 60 -u", "-y YELLOW --min-cycle 80", "-y YELLOW --min-cycle 90 -u",
    "-y YELLOW -g 8 --min-cycle 60", "-y YELLOW -H 2.5", "-y YELLOW -H 2.5 -u",
    "-y YELLOW -H 2.3 -g 6 --min-cycle 70"]


def yellow_of(net):
    """The length that most yellows of a net have, in whole seconds."""
    found = collections.Counter(
        round(duration) for program in programs.read_programs(net)
        for state, duration in zip(program.states, program.durations) if "y" in state)
    return found.most_common(1)[0][0] if found else 3


def routed(scenario, folder):
    """The demand as vehicles with routes, which the tools need; free-flow ways for trips."""
    out = folder / "vehicles.rou.xml"
    judge.cpu_of([judge.BIN / "duarouter", "-n", scenario.net, "-r", scenario.routes, "-o", out,
                  "-b", scenario.begin, "-e", scenario.end, "--ignore-errors", "--no-warnings",
                  "--xml-validation", "never"])
    return out


def cycle_adaptation(scenario, vehicles, setting, out):
    judge.cpu_of([sys.executable, judge.TOOLS / "tlsCycleAdaptation.py", "-n", scenario.net, "-r",
                  vehicles, "-b", scenario.begin, "-o", out, *setting.split()])
    return out


def coordinator(scenario, vehicles, plan, out):
    """The plan, or the net's own, with the offsets that the tool tells for its signals."""
    judge.cpu_of([sys.executable, judge.TOOLS / "tlsCoordinator.py", "-n", scenario.net, "-r",
                  vehicles, "-o", out, *(["-a", plan] if plan else [])])
    offsets = {logic.get("id"): float(logic.get("offset"))
               for logic in ElementTree.parse(out).getroot().iter("tlLogic")}
    shipped = programs.read_programs(plan or scenario.net)
    return programs.write_programs(
        [dataclasses.replace(one, offset=offsets.get(one.signal, one.offset)) for one in shipped],
        out, "coordinated")


def controlled(scenario, kind, out):
    """The net's programs with another controller; greens of 5 to 50 s where it has no limits."""
    root = ElementTree.Element("additional")
    for logic in ElementTree.parse(scenario.net).getroot().iter("tlLogic"):
        logic.set("type", kind)
        logic.set("programID", kind)
        for phase in logic.findall("phase"):
            state = phase.get("state").lower()
            if "g" in state and "y" not in state and phase.get("minDur") is None:
                phase.set("minDur", "5")
                phase.set("maxDur", "50")
        root.append(logic)
    ElementTree.ElementTree(root).write(out)
    return out


def score(scenario, out, seeds, only_default):
    """Scores all methods of a scenario into a file, one after the other."""
    told = json.loads(out.read_text()) if out.exists() else {}
    mine = told.setdefault(scenario.name, {"methods": {}})
    methods = mine["methods"]
    few = range(min(3, seeds))

    def keep(name, summary, **more):
        methods[name] = summary | more
        temporary = out.with_suffix(".new")
        temporary.write_text(json.dumps(told, indent=1))
        temporary.replace(out)
        print(f"{scenario.name} {name}: {summary['delay_s']:.2f} s of "
              f"{len(summary['per_seed_s'])} seeds", flush=True)

    keep("default", judge.judge(scenario, seeds=range(seeds)))
    if only_default:
        return
    import max_pressure
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        plans = {"default": None}
        vehicles = routed(scenario, folder)

        def add(name, make):
            file = folder / f"{len(plans)}.add.xml"
            try:
                make(file)
                broken = programs.broken_rules(programs.read_programs(file), scenario.net)
                keep(name, judge.judge(scenario, [file], few), breaks=broken)
                plans[name] = file
            except judge.Failed as error:
                methods[name] = {"failed": str(error).splitlines()[-1][:200]}
                print(f"{scenario.name} {name} failed: {methods[name]['failed']}", flush=True)

        yellow = str(yellow_of(scenario.net))
        for setting in (setting.replace("YELLOW", yellow) for setting in SETTINGS):
            add(f"tlsCycleAdaptation {setting}".strip(),
                lambda file: cycle_adaptation(scenario, vehicles, setting, file))
        best = lambda names: min(names, key=lambda name: methods[name]["delay_s"])
        swept = [name for name in plans if name != "default"]
        add("tlsCoordinator on default", lambda file: coordinator(scenario, vehicles, None, file))
        if swept:
            base = best(swept)
            add(f"tlsCoordinator on {base}",
                lambda file: coordinator(scenario, vehicles, plans[base], file))
        fixed = sorted(plans, key=lambda name: methods[name]["delay_s"])
        for method in fixed[:2]:
            if method != "default":
                keep(method, judge.judge(scenario, [plans[method]], range(seeds)),
                     breaks=methods[method]["breaks"])
        mine["best_fixed"] = best(set(fixed[:2]) | {"default"})
        controllers = []
        for kind in ("actuated", "delay_based"):
            file = controlled(scenario, kind, folder / f"{kind}.add.xml")
            keep(kind, judge.judge(scenario, [file], range(seeds)))
            controllers.append(kind)
        for counts in ("halting", "count"):
            method = f"max-pressure {counts}"
            keep(method, judge.summary([max_pressure.run(scenario, seed, counts)
                                        for seed in range(seeds)]))
            controllers.append(method)
        mine["best_adaptive"] = best(controllers)
        for kind in ("fixed", "adaptive"):
            method = mine[f"best_{kind}"]
            keep(method, methods[method])
            print(f"{scenario.name} best {kind}: {method}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("scenarios", nargs="+", help="folders with scenario.json or .sumocfg")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--only", choices=["default"])
    options = parser.parse_args()
    for folder in options.scenarios:
        score(judge.Scenario.load(folder), options.out, options.seeds, options.only == "default")


if __name__ == "__main__":
    main()
