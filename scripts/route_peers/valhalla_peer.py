"""Valhalla with its car costing: from the file to durations and areas.

    python valhalla_peer.py FILE.osm.pbf FOLDER PAIRS.csv ROUTES AREAS LIMIT

Prints JSON: CPU and wall seconds of making its tiles; mean CPU seconds of the first ROUTES routes
(no directions, no geometry) and of AREAS polygons of 15 minutes, CPU seconds of a table of 50 x 50;
durations in seconds (null where it found none).
"""
import json
import pathlib
import sys
import time

import tools
import valhalla

HOME = pathlib.Path(valhalla.__file__).parent


def widen(limits):
    """Lets tables be as large, and ways as long, as they are here."""
    for service in limits.values():
        if isinstance(service, dict):
            for key in service:
                if key in ("max_matrix_location_pairs", "max_matrix_distance", "max_distance"):
                    service[key] = 10_000_000


def main():
    path, folder, pairs, routes, areas, limit = sys.argv[1:]
    folder = pathlib.Path(folder).resolve()
    (folder / "tiles").mkdir(parents=True, exist_ok=True)
    settings = valhalla.get_config(tile_extract="", tile_dir=str(folder / "tiles"))
    settings["mjolnir"]["concurrency"] = 2
    for name in ("admin", "timezone"):
        settings["mjolnir"].pop(name, None)
    widen(settings["service_limits"])
    file = folder / "valhalla.json"
    file.write_text(json.dumps(settings))
    out = {}
    start = time.perf_counter()
    try:
        out["tiles_s"] = tools.run(
            int(limit), HOME / "bin/valhalla_build_tiles", "-c", file, "-j", "2", path)
    except tools.TooLong as reason:
        print(json.dumps({"stopped": str(reason)}))
        return
    out["tiles_wall_s"] = time.perf_counter() - start
    actor = valhalla.Actor(str(file))
    _, ends = tools.read_pairs(pairs)
    place = lambda point: {"lon": point[0], "lat": point[1]}

    def route(pair):
        asked = {"locations": [place(end) for end in pair], "costing": "auto",
                 "directions_type": "none", "shape_format": "no_shape"}
        try:
            return json.loads(actor.route(json.dumps(asked)))["trip"]["summary"]["time"]
        except RuntimeError:
            return None

    def area(point):
        actor.isochrone(json.dumps({"locations": [place(point)], "costing": "auto",
                                    "contours": [{"time": 15}], "polygons": True}))

    route(ends[0])
    start = time.process_time()
    out["durations"] = [route(pair) for pair in ends[:int(routes)]]
    out["route_s"] = (time.process_time() - start) / len(out["durations"])
    start, count = time.process_time(), 0
    for pair in ends[:int(areas)]:
        try:
            area(pair[0])
            count += 1
        except RuntimeError:
            pass
    out["isochrones"] = count
    out["isochrone_s"] = (time.process_time() - start) / max(count, 1)
    places = [place(pair[0]) for pair in ends[:100]]
    start = time.process_time()
    try:
        actor.matrix(json.dumps(
            {"sources": places[:50], "targets": places[50:], "costing": "auto"}))
        out["matrix_50_s"] = time.process_time() - start
    except RuntimeError as error:
        out["matrix_said"] = str(error)
    print(json.dumps(out))


main()
