"""The roads of an OpenStreetMap file as bare arcs, one for each direction of each drawn segment.

    python roads.py FILE.osm.pbf CAR.yml FOLDER PAIRS SEED

CAR.yml is the profile whose speeds weigh the arcs: no turns, no delays, no barriers. FOLDER gets
`arcs.npz` (tails, heads, milliseconds, places, ids of nodes, PAIRS seeded pairs of nodes) and
`pairs.csv`, as many places a few metres beside roads, in the format of `yutu route`. Prints JSON:
nodes, arcs, pairs.
"""
import csv
import json
import pathlib
import re
import sys

import numpy as np
import osmium

MAIN = ("motorway", "trunk", "primary", "secondary", "tertiary", "unclassified", "residential")
ACCESS = ("motorcar", "motor_vehicle", "vehicle", "access")
RESTRICTED = ("private", "permit", "residents", "agricultural", "forestry", "psv", "emergency",
              "military", "employees", "no")
DESTINATION = ("destination", "delivery", "customers", "use_sidepath")
UNPAVED = ("unpaved", "gravel", "fine_gravel", "compacted", "dirt", "earth", "ground", "grass",
           "mud", "sand", "pebblestone", "rock", "woodchips")
METRES = 111_320.0


class Profile:
    """The speeds of a profile file, and what it makes of limits and access."""

    def __init__(self, path):
        text = pathlib.Path(path).read_text()
        block = re.search(r"^speeds:.*\n((?:  .*\n)+)", text, re.M).group(1)
        self.speeds = {k: float(v) for k, v in re.findall(r"(\w+): ([\d.]+)", block)}
        limits = dict(re.findall(r"(\w+): ([\d.]+)", re.search("limits: {(.*)}", text).group(1)))
        self.share, self.most = float(limits["share"]), float(limits["maximum"])
        self.unpaved = float(limits["unpaved"])
        access = dict(re.findall(r"(\w+): ([\d.]+)", re.search("access: {(.*)}", text).group(1)))
        self.destination = float(access["destination"])

    def limit(self, text):
        """km/h of a `maxspeed`; 0 where it names none."""
        found = re.match(r"([\d.]+) ?(mph|km/h|kmh|kph)?$", text or "")
        return float(found[1]) * (1.609344 if found[2] == "mph" else 1) if found else 0

    def directions(self, tags):
        """km/h along and against a way, 0 where it is closed."""
        road = tags.get("highway")
        if road not in self.speeds or tags.get("oneway") == "reversible":
            return 0, 0
        access = next((tags.get(key) for key in ACCESS if tags.get(key)), "yes")
        if access in RESTRICTED:
            return 0, 0
        factor = self.destination if access in DESTINATION else 1
        both = tags.get("maxspeed")
        speeds = []
        for side in ("forward", "backward"):
            limit = self.limit(tags.get(f"maxspeed:{side}") or both)
            speed = min(limit * self.share if limit else self.speeds[road], self.most)
            if tags.get("surface") in UNPAVED:
                speed = min(speed, self.unpaved)
            speeds.append(speed * factor)
        oneway = tags.get("oneway")
        if oneway is None and (
                road == "motorway" or tags.get("junction") in ("roundabout", "circular")):
            oneway = "yes"
        if oneway in ("yes", "1", "true"):
            speeds[1] = 0
        elif oneway in ("-1", "reverse"):
            speeds[0] = 0
        return speeds


class Roads:
    """Arcs as lists; places in degrees, lengths in metres, weights in milliseconds."""

    def __init__(self, path, profile):
        self.ids, self.lon, self.lat, self.main = [], [], [], []
        self.tails, self.heads, self.metres, self.kmh = [], [], [], []
        index = {}
        roads = osmium.FileProcessor(path).with_locations().with_filter(
            osmium.filter.KeyFilter("highway"))
        for way in roads:
            if not way.is_way():
                continue
            along, against = profile.directions(way.tags)
            if not along and not against:
                continue
            is_main = way.tags["highway"] in MAIN
            last = None
            for node in way.nodes:
                if not node.location.valid():
                    last = None
                    continue
                here = index.get(node.ref)
                if here is None:
                    here = index[node.ref] = len(self.ids)
                    self.ids.append(node.ref)
                    self.lon.append(node.location.lon)
                    self.lat.append(node.location.lat)
                if last is not None and last != here:
                    self.add(last, here, along, is_main)
                    self.add(here, last, against, is_main)
                last = here

    def add(self, tail, head, kmh, is_main):
        if kmh:
            self.tails.append(tail)
            self.heads.append(head)
            self.kmh.append(kmh)
            self.main.append(is_main)

    def arrays(self):
        lon, lat = np.array(self.lon), np.array(self.lat)
        tails, heads = np.array(self.tails), np.array(self.heads)
        middle = np.radians((lat[tails] + lat[heads]) / 2)
        metres = np.hypot((lon[heads] - lon[tails]) * np.cos(middle), lat[heads] - lat[tails])
        metres *= METRES
        weights = np.maximum(1, np.rint(metres / np.array(self.kmh) * 3600)).astype(np.uint32)
        return lon, lat, tails, heads, weights


def main():
    path, profile, folder, count, seed = sys.argv[1:]
    folder, count = pathlib.Path(folder), int(count)
    roads = Roads(path, Profile(profile))
    lon, lat, tails, heads, weights = roads.arrays()
    random = np.random.default_rng(int(seed))
    nodes = random.integers(len(lon), size=(2, count))
    # Beside the middle part of segments, so that which road is meant is no matter of chance.
    arcs = random.choice(np.flatnonzero(roads.main), size=2 * count)
    share = random.uniform(0.2, 0.8, 2 * count)
    aside = random.uniform(-3, 3, (2, 2 * count)) / METRES
    x = lon[tails[arcs]] + share * (lon[heads[arcs]] - lon[tails[arcs]])
    y = lat[tails[arcs]] + share * (lat[heads[arcs]] - lat[tails[arcs]])
    x, y = x + aside[0] / np.cos(np.radians(y)), y + aside[1]
    with open(folder / "pairs.csv", "w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["id", "from_lon", "from_lat", "to_lon", "to_lat"])
        for pair in range(count):
            a, b = 2 * pair, 2 * pair + 1
            rows.writerow([pair] + [f"{v:.7f}" for v in (x[a], y[a], x[b], y[b])])
    np.savez(folder / "arcs.npz", lon=lon, lat=lat, tails=tails, heads=heads, weights=weights,
             ids=np.array(roads.ids), nodes=nodes)
    print(json.dumps({"nodes": len(lon), "arcs": len(tails), "pairs": count}))


if __name__ == "__main__":
    main()
