"""itzi-core on a square box of cells, from a file of heights (32-bit floats, row by row).

    python itzi_core_peer.py rate HEIGHTS SIDE CELL SECONDS DEPTH
    python itzi_core_peer.py run HEIGHTS SIDE CELL SECONDS DEPTH RAIN

`rate` times the steps of the surface flow alone, `run` a whole simulation. SIDE is cells along a
side, CELL metres, DEPTH the water everywhere at the beginning in metres, RAIN mm/h. Manning's n is
0.03. Prints JSON: steps, wall and CPU seconds, and what share of the water was made or lost.
"""
import json
import sys
import time
from datetime import datetime, timedelta

import numpy as np
from itzi_core.const import TemporalType
from itzi_core.data_containers import SimulationConfig, SurfaceFlowParameters
from itzi_core.domain_data import DomainData
from itzi_core.providers.memory_output import (
    MemoryRasterOutputProvider, MemoryVectorOutputProvider)
from itzi_core.rasterdomain import RasterDomain
from itzi_core.simulation_builder import SimulationBuilder
from itzi_core.surfaceflow import SurfaceFlowSimulation

MANNING = 0.03


class Watch:
    def __enter__(self):
        self.wall, self.cpu = time.perf_counter(), time.process_time()
        return self

    def __exit__(self, *_):
        self.wall, self.cpu = time.perf_counter() - self.wall, time.process_time() - self.cpu


def constant(side, value):
    return np.full((side, side), value, np.float32)


def rate(heights, side, cell, seconds, depth):
    domain = RasterDomain(np.float32, np.zeros((side, side), bool), (cell, cell))
    domain.update_array("ground_elevation", heights)
    domain.update_array("friction", constant(side, MANNING))
    domain.update_array("water_depth", constant(side, depth))
    flow = SurfaceFlowSimulation(domain, SurfaceFlowParameters())
    now, steps = 0.0, 0
    with Watch() as watch:
        while now < seconds:
            flow.solve_dt()
            flow.step(compute_vdir=False, compute_froude=False)
            now += flow.dt.total_seconds()
            steps += 1
    return steps, watch, domain.get_array("water_depth"), 0


def run(heights, side, cell, seconds, depth, rain):
    start = datetime(2000, 1, 1)
    end = start + timedelta(seconds=seconds)
    # A large `max_error`: the guard against made water would end the run.
    config = SimulationConfig(
        start_time=start, end_time=end, record_step=end - start,
        temporal_type=TemporalType.RELATIVE, input_map_names={}, output_map_names={},
        surface_flow_parameters=SurfaceFlowParameters(max_error=1000))
    length = side * cell
    domain = DomainData(
        north=length, south=0, east=length, west=0, rows=side, cols=side, crs_wkt="")
    simulation = (
        SimulationBuilder(config, np.zeros((side, side), bool), np.float32)
        .with_domain_data(domain)
        .with_raster_output_provider(MemoryRasterOutputProvider())
        .with_vector_output_provider(MemoryVectorOutputProvider()).build())
    simulation.set_array("ground_elevation", heights)
    simulation.set_array("friction", constant(side, MANNING))
    simulation.set_array("rainfall_rate", constant(side, rain / 3.6e6))
    simulation.set_array("boundary_type", np.zeros((side, side), np.uint8))
    if depth > 0:
        simulation.set_array("water_depth", constant(side, depth))
    simulation.initialize()
    with Watch() as watch:
        while simulation.sim_time < simulation.end_time:
            simulation.update()
    steps = simulation.time_steps_counters["since_start"]
    return steps, watch, simulation.get_array("water_depth"), rain / 3.6e6 * seconds


def main():
    side, numbers = int(sys.argv[3]), [float(word) for word in sys.argv[4:]]
    heights = np.fromfile(sys.argv[2], np.float32).reshape(side, side)
    steps, watch, water, fallen = {"rate": rate, "run": run}[sys.argv[1]](heights, side, *numbers)
    expected = (numbers[2] + fallen) * side**2
    print(json.dumps({
        "steps": steps, "wall_s": watch.wall, "cpu_s": watch.cpu,
        "made": float(water.astype(np.float64).sum()) / expected - 1}))


main()
