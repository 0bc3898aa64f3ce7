#!/usr/bin/env python3
"""UXsim's speed on a signalled grid of 10 x 10, as JSON. Usage: uxsim_peer.py PLATOON [cpp]

Links of 400 m with two lanes, two stages of 30 s, trips from edge to edge over 3,000 s of one hour.
PLATOON vehicles move as one (1 is single vehicles); `cpp` takes its C++ core.
"""
import json
import random
import sys
import time

import uxsim

SIDE, SPACING = 10, 400


def world(platoon, is_compiled):
    made = uxsim.World(name="", deltan=platoon, tmax=3600, print_mode=0, save_mode=0, show_mode=0,
                       random_seed=1, **({"cpp": True} if is_compiled else {}))
    cells = [(i, j) for i in range(SIDE) for j in range(SIDE)]
    for i, j in cells:
        made.addNode(f"{i}.{j}", i * SPACING, j * SPACING, signal=[30, 30])
    for i, j in cells:
        for di, dj in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            if (i + di, j + dj) in cells:
                made.addLink(f"{i}.{j}-{i + di}.{j + dj}", f"{i}.{j}", f"{i + di}.{j + dj}",
                             length=SPACING, free_flow_speed=13.9, jam_density=0.2,
                             number_of_lanes=2, signal_group=[0 if di else 1])
    random_ = random.Random(3)
    rim = [cell for cell in cells if {0, SIDE - 1} & set(cell)]
    for _ in range(1500):
        (a, b), (c, d) = random_.sample(rim, 2)
        made.adddemand(f"{a}.{b}", f"{c}.{d}", 0, 3000, flow=20 / 3000)
    return made


def main():
    made = world(int(sys.argv[1]), "cpp" in sys.argv[2:])
    start = time.process_time()
    made.exec_simulation()
    cpu = time.process_time() - start
    made.analyzer.basic_analysis()
    told = made.analyzer
    print(json.dumps({"trips": int(told.trip_all), "completed": int(told.trip_completed),
                      "cpu_s": cpu, "vehicle_seconds": float(told.total_travel_time)}))


if __name__ == "__main__":
    main()
