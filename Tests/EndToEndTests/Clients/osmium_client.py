"""Reads an OpenStreetMap file with pyosmium and holds exported layers against it.

usage: osmium_client.py FILE.osm.pbf BUILDINGS.geojsonl ROADS.geojsonl ADDRESSES.geojsonl

The layers are what `yutu import` took from the file and `yutu export` wrote again. Every building,
road and address must be there once, with the same shape, and nothing else. Two things are left open:
objects that the extract cuts, some of whose nodes it lacks, and the way of a building that is also
the outer ring of a relation of the same building.
"""

import json
import sys

import osmium


class Reader(osmium.SimpleHandler):
    """Buildings as the areas that osmium assembles, roads as ways, addresses as whatever has one."""

    def __init__(self):
        super().__init__()
        self.buildings, self.roads, self.addresses = {}, {}, {}
        self.ways, self.cut, self.outlines, self.members = set(), set(), {}, {}

    def node(self, node):
        if "addr:housenumber" in node.tags:
            place = (node.location.lon, node.location.lat)
            self.addresses[f"node/{node.id}"] = (node.tags["addr:housenumber"], [place])

    def way(self, way):
        places = [(n.lon, n.lat) for n in way.nodes if n.location.valid()]
        self.ways.add(f"way/{way.id}")
        if len(places) < len(way.nodes):
            self.cut.add(f"way/{way.id}")
        if "highway" in way.tags and len(places) > 1:
            self.roads[f"way/{way.id}"] = (way.tags["highway"], places)
        if "addr:housenumber" in way.tags and way.is_closed():
            self.addresses[f"way/{way.id}"] = (way.tags["addr:housenumber"], places)

    def relation(self, relation):
        if relation.tags.get("type") != "multipolygon":
            return
        name = f"relation/{relation.id}"
        self.members[name] = [f"way/{m.ref}" for m in relation.members if m.type == "w"]
        for member in relation.members:
            if "building" in relation.tags and member.role == "outer":
                self.outlines[f"way/{member.ref}"] = name

    def area(self, area):
        kind = "way" if area.from_way() else "relation"
        rings = []
        for outer in area.outer_rings():
            rings.append([(n.lon, n.lat) for n in outer])
            rings += [[(n.lon, n.lat) for n in inner] for inner in area.inner_rings(outer)]
        name = f"{kind}/{area.orig_id()}"
        if "building" in area.tags:
            self.buildings[name] = (area.tags["building"], rings)
        if "addr:housenumber" in area.tags and kind == "relation":
            places = [place for ring in rings for place in ring]
            self.addresses[name] = (area.tags["addr:housenumber"], places)


def features(path):
    with open(path, encoding="utf-8") as file:
        return {f["id"]: f for f in map(json.loads, file)}


def near(a, b):
    return abs(a[0] - b[0]) < 1e-9 and abs(a[1] - b[1]) < 1e-9


def same_line(a, b):
    """Whether two chains of places are equal, rings whatever their start and direction."""
    if len(a) == len(b) and all(map(near, a, b)):
        return True
    rounded = [sorted({(round(x, 7), round(y, 7)) for x, y in line}) for line in (a, b)]
    return near(a[0], a[-1]) and rounded[0] == rounded[1]


def ring_area(ring):
    """Twice the signed area, from the first place on: degrees would lose all digits."""
    x0, y0 = ring[0]
    return sum((a[0] - x0) * (b[1] - y0) - (b[0] - x0) * (a[1] - y0)
               for a, b in zip(ring, ring[1:]))


def polygon_area(geometry):
    parts = geometry["coordinates"]
    if geometry["type"] == "Polygon":
        parts = [parts]
    return sum(abs(ring_area(part[0])) - sum(abs(ring_area(r)) for r in part[1:])
               for part in parts)


def expected_area(rings):
    """Even-odd: holes lie in outer rings."""
    signed = sorted((abs(ring_area(r)) for r in rings), reverse=True)
    return signed[0] - sum(signed[1:]) if len(signed) > 1 else signed[0]


def main():
    source, buildings, roads, addresses = sys.argv[1:]
    reader = Reader()
    reader.apply_file(source, locations=True)
    faults = []

    ways = reader.ways
    incomplete = reader.cut | {
        relation for relation, members in reader.members.items()
        if any(m in reader.cut or m not in ways for m in members)}

    def compare(what, expected, found, same):
        missing = {name for name in expected.keys() - found.keys()
                   if name not in incomplete and reader.outlines.get(name) not in found}
        foreign = found.keys() - expected.keys() - incomplete
        faults.extend(f"{what} {name} is missing" for name in sorted(missing)[:5])
        faults.extend(f"{what} {name} is not in the file" for name in sorted(foreign)[:5])
        differing = [n for n in sorted((expected.keys() & found.keys()) - incomplete)
                     if not same(expected[n], found[n])]
        faults.extend(f"{what} {name} differs" for name in differing[:5])
        print(f"{what}: {len(expected)} expected, {len(found)} found, {len(differing)} differ, "
              f"{len(incomplete & (expected.keys() | found.keys()))} cut by the extract")

    def same_road(expected, found):
        return same_line(expected[1], found["geometry"]["coordinates"])

    def same_building(expected, found):
        if len(expected[1]) > 1 and found["geometry"]["type"] == "MultiPolygon":
            return True  # several outer rings: ids and tags are compared
        area = expected_area(expected[1])
        return abs(polygon_area(found["geometry"]) - area) <= 1e-6 * area

    def same_address(expected, found):
        x, y = found["geometry"]["coordinates"]
        xs, ys = zip(*expected[1])
        inside = min(xs) - 1e-9 <= x <= max(xs) + 1e-9 and min(ys) - 1e-9 <= y <= max(ys) + 1e-9
        return inside and found["properties"]["number"] == expected[0]

    compare("road", reader.roads, features(roads), same_road)
    compare("building", reader.buildings, features(buildings), same_building)
    compare("address", reader.addresses, features(addresses), same_address)
    for fault in faults:
        print("osmium_client: " + fault)
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
