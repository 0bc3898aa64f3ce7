"""ANUGA on a square box of cells, four triangles a cell, from a file of heights (32-bit floats).

    python anuga_peer.py HEIGHTS SIDE CELL SECONDS DEPTH

SIDE is cells along a side, CELL metres, DEPTH the water everywhere at the beginning in metres.
Manning's n is 0.03. Prints JSON: triangles, steps, wall and CPU seconds of the steps.
"""
import json
import os
import sys
import time

import anuga
import numpy as np

side, cell, seconds, depth = int(sys.argv[2]), *map(float, sys.argv[3:])
heights = np.fromfile(sys.argv[1], np.float32).reshape(side, side)


def bed(x, y):
    row = np.clip((side - y / cell).astype(int), 0, side - 1)
    return heights[row, np.clip((x / cell).astype(int), 0, side - 1)]


domain = anuga.rectangular_cross_domain(side, side, len1=side * cell, len2=side * cell)
domain.set_flow_algorithm("DE0")
domain.set_store(False)
domain.set_omp_num_threads(int(os.environ["OMP_NUM_THREADS"]))
domain.set_quantity("elevation", bed, location="centroids")
domain.set_quantity("stage", lambda x, y: bed(x, y) + depth, location="centroids")
domain.set_quantity("friction", 0.03)
wall = anuga.Reflective_boundary(domain)
domain.set_boundary({name: wall for name in ("left", "right", "top", "bottom")})
steps, start, cpu = 0, time.perf_counter(), time.process_time()
for _ in domain.evolve(yieldstep=seconds, finaltime=seconds):
    steps += domain.number_of_steps
print(json.dumps({
    "triangles": int(domain.number_of_triangles), "steps": steps,
    "wall_s": time.perf_counter() - start, "cpu_s": time.process_time() - cpu}))
