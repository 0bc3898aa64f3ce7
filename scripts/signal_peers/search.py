#!/usr/bin/env python3
"""Searches fixed plans with SUMO itself as the objective: what a good plan is worth, and its cost.

    search.py SCENARIO --out plan.add.xml [--evaluations 500] [--seed 1] [--seeds 10]

A local search of one plan under the rules of programs.py. It first scales all cycles, then alters a
third of the signals at a time: a signal's greens together, one green, a move of green from one
stage to another, or the offset. A trial is one hour of SUMO, always with the same seed; what does
not make the delay shorter is dropped. The result is judged on seeds that the search has not seen.
Prints JSON: delay over seeds, CPU seconds of all trials.
"""
import argparse
import json
import pathlib
import random
import sys
import tempfile

import judge
import programs

SEARCHED = 100
SCALES = (0.5, 0.65, 0.8, 0.9, 1.25, 1.5)


def altered(plan, random_):
    """A neighbour of a plan: about a third of its signals changed."""
    chosen = set(random_.sample(range(len(plan)), max(1, len(plan) // 3)))
    # One alteration, now and then several: single ones soon end in a hollow of the noise.
    times = 1 + (random_.random() < 0.4) + (random_.random() < 0.15)
    for _ in range(times):
        plan = [alter(program, random_, len(plan) > 1) if place in chosen else program
                for place, program in enumerate(plan)]
    return plan


def alter(program, random_, has_neighbours):
    greens = [program.durations[i] for i in program.greens]
    if not greens:
        return program
    way = random_.random()
    if way < 0.25:
        scale = random_.choice([0.75, 0.85, 0.93, 1.08, 1.15, 1.3])
        return program.with_greens([green * scale for green in greens])
    if has_neighbours and way > 0.75:
        return program.with_greens(greens, program.offset + random_.uniform(-25, 25))
    change = random_.choice([1, 2, 3, 4, 6, 8])
    place = random_.randrange(len(greens))
    if way < 0.5 or len(greens) == 1:
        greens[place] += random_.choice([-1, 1]) * change
    else:
        other = random_.choice([i for i in range(len(greens)) if i != place])
        change = min(change, greens[other] - programs.SHORTEST_GREEN)
        greens[place] += change
        greens[other] -= change
    return program.with_greens(greens)


def search(scenario, evaluations, seed, out):
    """The best plan found, its delay on the searched seed and the CPU seconds of all trials."""
    random_ = random.Random(seed)
    plan = programs.read_programs(scenario.net)
    cpu, count = 0.0, 0
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "trial.add.xml"

        def delay_of(trial):
            nonlocal cpu, count
            row = judge.run(scenario, SEARCHED, [programs.write_programs(trial, file)])
            cpu, count = cpu + row["cpu_s"], count + 1
            return row["delay_s"]

        shipped = plan
        best = delay_of(plan)
        print(f"{scenario.name} start {best:.2f}", file=sys.stderr, flush=True)
        while count < evaluations:
            if count <= len(SCALES):
                trial = [program.with_greens(
                    [program.durations[i] * SCALES[count - 1] for i in program.greens])
                    for program in shipped]
            else:
                trial = altered(plan, random_)
            if trial == plan:
                continue
            delay = delay_of(trial)
            if delay < best:
                plan, best = trial, delay
                programs.write_programs(plan, out, "search")
                print(f"{scenario.name} {count} {best:.2f}", file=sys.stderr, flush=True)
    programs.write_programs(plan, out, "search")
    return {"searched_delay_s": round(best, 4), "evaluations": count,
            "search_cpu_s": round(cpu, 2)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    judge.add_scenario_options(parser)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--evaluations", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seeds", type=int, default=10, help="of the judgement: 0 to N - 1")
    options = parser.parse_args()
    scenario = judge.scenario_of(options)
    told = search(scenario, options.evaluations, options.seed, options.out)
    told |= judge.judge(scenario, [options.out], range(options.seeds))
    print(json.dumps({"scenario": scenario.name, "plan": str(options.out)} | told, indent=1))


if __name__ == "__main__":
    main()
