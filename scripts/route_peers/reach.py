"""What is reached within 15 minutes, by a search of our own and GEOS: the judge of isochrones.

    python reach.py PLACES FILE.osm.pbf CAR.yml SEED
    python reach.py AREAS FILE.osm.pbf CAR.yml PLACES.json AREA.geojson ...

PLACES prints that many nodes of roads as JSON: longitude, latitude. AREAS prints, for each of these
places and the polygon that was made for it, square metres of the polygon and of the union of 30 m
buffers (8 segments a quarter circle) around the parts of segments that Dijkstra's search from the
node reaches without turns, and what they have in common. Both are measured on the same plane.
"""
import heapq
import json
import sys

import numpy as np
import shapely
from roads import METRES, Profile, Roads

BOUND = 15 * 60 * 1000
BUFFER = 30


def reached(roads, arrays, source):
    """Lines in degrees: the reached part of each arc."""
    lon, lat, tails, heads, weights = arrays
    order = np.argsort(tails, kind="stable")
    first = np.searchsorted(tails[order], np.arange(len(lon) + 1)).tolist()
    order, head, weight = order.tolist(), heads.tolist(), weights.tolist()
    distance, done, queue, parts = {source: 0}, set(), [(0, source)], []
    while queue:
        so_far, node = heapq.heappop(queue)
        if node in done:
            continue
        done.add(node)
        for arc in order[first[node]:first[node + 1]]:
            there = so_far + weight[arc]
            parts.append((arc, min(1.0, (BOUND - so_far) / weight[arc])))
            if there <= BOUND and there < distance.get(head[arc], BOUND + 1):
                distance[head[arc]] = there
                heapq.heappush(queue, (there, head[arc]))
    arcs = np.array([part[0] for part in parts])
    share = np.array([part[1] for part in parts])
    start = np.stack([lon[tails[arcs]], lat[tails[arcs]]], 1)
    end = np.stack([lon[heads[arcs]], lat[heads[arcs]]], 1)
    return np.stack([start, start + share[:, None] * (end - start)], 1)


def main():
    roads = Roads(sys.argv[2], Profile(sys.argv[3]))
    arrays = roads.arrays()
    lon, lat = arrays[:2]
    if sys.argv[1] != "AREAS":
        main_nodes = np.unique(arrays[2][np.flatnonzero(roads.main)])
        chosen = np.random.default_rng(int(sys.argv[4])).choice(main_nodes, int(sys.argv[1]))
        print(json.dumps([[lon[node], lat[node]] for node in chosen.tolist()]))
        return
    rows = []
    for (x, y), file in zip(json.load(open(sys.argv[4])), sys.argv[5:]):
        source = int(np.argmin((lon - x)**2 + (lat - y)**2))
        lines = reached(roads, arrays, source)
        scale = np.array([METRES * np.cos(np.radians(y)), METRES])
        flat = shapely.linestrings((lines - [x, y]) * scale)
        union = shapely.union_all(shapely.buffer(flat, BUFFER, quad_segs=8))
        feature = json.load(open(file))["features"][0]
        area = shapely.from_geojson(json.dumps(feature["geometry"]))
        area = shapely.make_valid(shapely.transform(area, lambda p: (p - [x, y]) * scale))
        rows.append({"polygon_m2": area.area, "buffer_m2": union.area, "arcs": len(lines),
                     "common_m2": shapely.intersection(area, union).area})
    print(json.dumps(rows))


main()
