"""What a layer must hold after an import, computed from the source files alone.

A layer is named on the command line as LAYER=KIND:FILE, with KIND guanggu or shanghai. The rules
are those of the layer files, written down here a second time: which property fills which field,
which geometries belong, and that records with one id are one feature.
"""

import json
from dataclasses import dataclass

import shapely
import shapely.geometry
import shapely.ops

KINDS = {"building": "Polygon", "road": "LineString", "water": "Polygon"}

# For each field the properties that fill it, the first with a value counts.
# What says who may use a road.
ACCESS = [
    "access", "vehicle", "motor_vehicle", "motorcar", "hgv", "foot", "junction", "maxheight",
    "maxweight"]
GUANGGU = {
    "building": {
        "name": ["name"], "usage": ["kind_detail"], "height": ["height"], "floors": [], "built": [],
        "address": [], "house_number": ["addr_housenumber"]},
    "road": {
        "name": ["name", "name:zh"], "class": ["kind_detail"], "ref": ["ref"], "oneway": ["oneway"],
        "lanes": [], "maxspeed": [], "bridge": ["is_bridge"], "tunnel": ["is_tunnel"],
        "surface": ["surface"], **{name: [name] for name in ACCESS}},
    "water": {
        "name": ["name"], "kind": ["kind"], "area": ["area"], "intermittent": ["is_intermittent"]},
}
SHANGHAI = {
    "road": {
        "name": ["name"], "class": ["highway"], "ref": [], "oneway": [], "lanes": [],
        "maxspeed": [], "bridge": [], "tunnel": [], "surface": [],
        **{name: [] for name in ACCESS}},
}


@dataclass
class Expected:
    """A feature as the city must have it."""
    geometry: shapely.Geometry
    properties: dict
    # Whether it was put together from several records.
    united: bool = False


def layers(arguments):
    """The expected features by id, for each layer of the command line."""
    found = {}
    for argument in arguments:
        layer, origin = argument.split("=", 1)
        kind, file = origin.split(":", 1)
        fields = (GUANGGU if kind == "guanggu" else SHANGHAI)[layer]
        identifier = "id" if kind == "guanggu" else "osm_id"
        found[layer] = read(file, KINDS[layer], fields, identifier)
    return found


def read(file, kind, fields, identifier):
    """The features of one file by id, in the order of their first records."""
    features = {}
    with open(file, encoding="utf-8") as source:
        records = json.load(source)["features"]
    for record in records:
        if record["geometry"]["type"] not in (kind, "Multi" + kind):
            continue
        name = str(record["properties"][identifier])
        geometry = shapely.geometry.shape(record["geometry"])
        properties = {
            field: next((record["properties"][one] for one in names
                         if record["properties"].get(one) is not None), None)
            for field, names in fields.items()}
        if name not in features:
            features[name] = Expected(geometry, properties)
            continue
        before = features[name]
        before.geometry = shapely.ops.unary_union([before.geometry, geometry])
        before.united = True
        for field, value in properties.items():
            if before.properties[field] is None:
                before.properties[field] = value
    return features
