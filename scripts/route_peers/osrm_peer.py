"""OSRM with its car profile: from the file to durations.

    python osrm_peer.py FILE.osm.pbf FOLDER PAIRS.csv MLD|CH LIMIT [CLOSED.csv]

Prints JSON: CPU seconds of the steps, mean CPU seconds of a route (its place on the road and its
search, no geometry) and of a table of 100 x 100, durations of the pairs in seconds (null where it
found none). With CLOSED.csv, lines of `node,node,0`, the CPU seconds until those are closed. A
step that takes longer than LIMIT seconds ends the rest: `stopped` says which.
"""
import json
import os
import pathlib
import sys
import time

import osrm
import tools

HOME = pathlib.Path(osrm.__file__).parent


def steps(path, folder, algorithm, limit, out):
    link = folder / "roads.osm.pbf"
    link.unlink(missing_ok=True)
    link.symlink_to(path.resolve())
    base = folder / "roads.osrm"
    run = lambda name, *words: tools.run(limit, HOME / "bin" / name, "-t", "2", *words)
    out["extract_s"] = run("osrm-extract", "-p", HOME / "share/profiles/car.lua", link)
    if algorithm == "MLD":
        out["partition_s"] = run("osrm-partition", base)
        out["customise_s"] = run("osrm-customize", base)
    else:
        out["contract_s"] = run("osrm-contract", base)
    return base


def main():
    path, folder, pairs, algorithm, limit = sys.argv[1:6]
    folder, out = pathlib.Path(folder) / algorithm, {}
    folder.mkdir(parents=True, exist_ok=True)
    _, ends = tools.read_pairs(pairs)
    try:
        base = steps(pathlib.Path(path), folder, algorithm, int(limit), out)
    except tools.TooLong as reason:
        print(json.dumps({**out, "stopped": str(reason)}))
        return
    options = dict(algorithm=algorithm, storage_config=str(base), use_shared_memory=False)
    engine = osrm.OSRM(max_locations_distance_table=1000, **options)
    asked = [osrm.RouteParameters(coordinates=list(pair), steps=False, overview="false",
                                  generate_hints=False) for pair in ends]
    durations = []
    for _ in range(2):  # The first round brings the files into memory.
        durations.clear()
        start = time.process_time()
        for parameters in asked:
            try:
                durations.append(engine.Route(parameters)["routes"][0]["duration"])
            except RuntimeError:
                durations.append(None)
        out["route_s"] = (time.process_time() - start) / len(ends)
    out["durations"] = durations
    places = [pair[0] for pair in ends[:200]]
    table = osrm.TableParameters(
        coordinates=places, sources=list(range(100)), destinations=list(range(100, 200)),
        annotations=["duration"], generate_hints=False)
    engine.Table(table)
    start = time.process_time()
    engine.Table(table)
    out["matrix_s"] = time.process_time() - start
    if len(sys.argv) > 6:
        del engine
        closed = tools.run(int(limit), HOME / "bin/osrm-customize", "-t", "2",
                           "--segment-speed-file", sys.argv[6], base)
        start = time.process_time()
        osrm.OSRM(**options)
        out["close_s"] = closed + time.process_time() - start
    print(json.dumps(out))


os.environ.setdefault("OMP_NUM_THREADS", "1")
main()
