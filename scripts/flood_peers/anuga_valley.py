"""A flood from inflows over a terrain of square cells, computed with ANUGA.

    python anuga_valley.py CASE.json OUT.json

CASE holds, in metres and seconds: `terrain` (an ESRI ASCII grid), `mesh` (numbers of the cells that
the mesh covers, row by row from the north-west), `roughness`, `duration`, `every`, `inflows`
(`cell`, `rows` of seconds and m3/s) and `gauges` (`id`, `cell`). Each cell is four triangles with
its bed, so both models see the same terrain; the mesh's rim is a wall. OUT gets `max_depth` of each
cell of the mesh, `gauges` (rows of seconds, depth, level) and what the run cost.
"""
import json
import os
import sys
import time

import anuga
import numpy as np
from anuga.operators.collect_max_stage_operator import Collect_max_stage_operator

TRIANGLES = 4


def mesh(cells, rows, columns, size):
    """Corners, and the triangles of each cell: south, east, north, west of its centre."""
    row, column = np.divmod(np.asarray(cells), columns)
    corner = (rows - row) * (columns + 1) + column  # north-west; southwards lower by a row
    below = corner - (columns + 1)
    centre = (rows + 1) * (columns + 1) + np.arange(len(row))
    around = [(below, below + 1), (below + 1, corner + 1), (corner + 1, corner), (corner, below)]
    triangles = np.stack([np.stack([a, b, centre], 1) for a, b in around], 1).reshape(-1, 3)
    y, x = np.divmod(np.arange((rows + 1) * (columns + 1)), columns + 1)
    points = np.concatenate(
        [np.stack([x, y], 1), np.stack([column + 0.5, rows - row - 0.5], 1)]).astype(float)
    used, triangles = np.unique(triangles, return_inverse=True)
    return points[used] * size, triangles.reshape(-1, 3)


def rise(rows, area):
    """Metres a second at a time, of what flows into an area."""
    times, flows = np.array(rows).T
    return lambda t: float(np.interp(t, times, flows)) / area


def by_cell(values):
    return values.reshape(-1, TRIANGLES).mean(1)


def main():
    case = json.load(open(sys.argv[1]))
    with open(case["terrain"]) as file:
        head = dict(file.readline().split() for _ in range(6))
        heights = np.array(file.read().split(), float)
    head = {key.lower(): float(value) for key, value in head.items()}
    rows, columns, size = int(head["nrows"]), int(head["ncols"]), head["cellsize"]
    cells = case["mesh"]
    at = {cell: index for index, cell in enumerate(cells)}
    bed = heights[cells]
    domain = anuga.Domain(*mesh(cells, rows, columns, size))
    domain.set_flow_algorithm("DE0")
    domain.set_store(False)
    beds = np.repeat(bed, TRIANGLES)
    domain.set_quantity("elevation", beds, location="centroids")
    domain.set_quantity("stage", beds, location="centroids")
    domain.set_quantity("friction", case["roughness"])
    domain.set_boundary({"exterior": anuga.Reflective_boundary(domain)})
    domain.set_omp_num_threads(int(os.environ["OMP_NUM_THREADS"]))
    for inflow in case["inflows"]:
        first = TRIANGLES * at[inflow["cell"]]
        anuga.Rate_operator(domain, rate=rise(inflow["rows"], size**2),
                            indices=list(range(first, first + TRIANGLES)))
    highest = Collect_max_stage_operator(domain)

    depth = lambda stages: by_cell(stages) - bed
    gauges = {gauge["id"]: [] for gauge in case["gauges"]}
    wall, cpu, steps = time.perf_counter(), time.process_time(), 0
    for t in domain.evolve(yieldstep=case["every"], finaltime=case["duration"]):
        steps += domain.number_of_steps
        now = depth(domain.quantities["stage"].centroid_values)
        for gauge in case["gauges"]:
            index = at[gauge["cell"]]
            gauges[gauge["id"]].append([t, now[index], now[index] + bed[index]])
        if t % (60 * case["every"]) == 0:
            print(f"anuga: {t:.0f} s, {time.process_time() - cpu:.0f} CPU-s", file=sys.stderr)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    result = {
        "version": anuga.__version__, "triangles": TRIANGLES * len(cells), "steps": steps,
        "cpu_s": cpu, "wall_s": wall, "volume_m3": float(now.sum() * size**2),
        "max_depth": depth(highest.max_stage.centroid_values).tolist(), "gauges": gauges,
    }
    json.dump(result, open(sys.argv[2], "w"))


main()
