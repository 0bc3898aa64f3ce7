"""JSON Schemas of what the standards say, written from RFC 7946 and OGC 17-083r4."""


def members(required, **properties):
    return {"type": "object", "required": required, "properties": properties}


def at_least(count, items):
    return {"type": "array", "minItems": count, "items": items}


NUMBER = {"type": "number"}
TEXT = {"type": "string"}
COUNT = {"type": "integer", "minimum": 0}
POSITION = {"type": "array", "minItems": 2, "maxItems": 4, "items": NUMBER}
RING = at_least(4, POSITION)
COORDINATES = {
    "Point": POSITION, "MultiPoint": at_least(0, POSITION), "LineString": at_least(2, POSITION),
    "MultiLineString": at_least(0, at_least(2, POSITION)), "Polygon": at_least(1, RING),
    "MultiPolygon": at_least(0, at_least(1, RING)),
}
GEOMETRY = {
    "oneOf": [
        members(["type", "coordinates"], type={"const": kind}, coordinates=shape)
        for kind, shape in COORDINATES.items()
    ] + [members(["type", "geometries"], type={"const": "GeometryCollection"})]
}
FEATURE = members(
    ["type", "geometry", "properties", "id"], type={"const": "Feature"},
    geometry={"oneOf": [GEOMETRY, {"type": "null"}]}, properties={"type": ["object", "null"]},
    id={"type": ["string", "number"]})
FEATURE_COLLECTION = members(
    ["type", "features"], type={"const": "FeatureCollection"}, features=at_least(0, FEATURE),
    numberMatched=COUNT, numberReturned=COUNT)

LINK = members(["href", "rel"], href=TEXT, rel=TEXT, type=TEXT, templated={"type": "boolean"})
LINKS = at_least(1, LINK)
PAIR = {"type": "array", "minItems": 2, "maxItems": 2, "items": NUMBER}
CRS = {"oneOf": [TEXT, {"type": "object"}]}
TILE_MATRIX = members(
    ["id", "scaleDenominator", "cellSize", "pointOfOrigin", "tileWidth", "tileHeight",
     "matrixWidth", "matrixHeight"],
    id=TEXT, scaleDenominator=NUMBER, cellSize=NUMBER, pointOfOrigin=PAIR,
    cornerOfOrigin={"enum": ["topLeft", "bottomLeft"]}, tileWidth={"type": "integer", "minimum": 1},
    tileHeight={"type": "integer", "minimum": 1}, matrixWidth={"type": "integer", "minimum": 1},
    matrixHeight={"type": "integer", "minimum": 1})
TILE_MATRIX_SET = members(
    ["crs", "tileMatrices"], id=TEXT, uri=TEXT, crs=CRS,
    orderedAxes={"type": "array", "minItems": 1, "items": TEXT},
    tileMatrices=at_least(1, TILE_MATRIX))
TILE_MATRIX_LIMITS = members(
    ["tileMatrix", "minTileRow", "maxTileRow", "minTileCol", "maxTileCol"], tileMatrix=TEXT,
    minTileRow=COUNT, maxTileRow=COUNT, minTileCol=COUNT, maxTileCol=COUNT)
LISTED_TILESET = members(
    ["dataType", "crs", "links"], dataType={"enum": ["map", "vector", "coverage"]}, crs=CRS,
    tileMatrixSetURI=TEXT, links=LINKS)
TILESET = {
    "allOf": [
        LISTED_TILESET,
        members(
            [], layers=at_least(1, members(["id", "dataType"], id=TEXT, dataType=TEXT)),
            tileMatrixSetLimits=at_least(1, TILE_MATRIX_LIMITS),
            boundingBox=members(["lowerLeft", "upperRight"], lowerLeft=PAIR, upperRight=PAIR)),
    ],
    "anyOf": [{"required": ["tileMatrixSetURI"]}, {"required": ["tileMatrixSet"]},
              {"required": ["tileMatrixSetDefinition"]}, {"required": ["tileMatrixSetId"]}],
}

EXCEPTION = members(
    ["type"], type=TEXT, title=TEXT, status=COUNT, detail=TEXT, instance=TEXT)
CONTROL = {"enum": ["sync-execute", "async-execute", "dismiss"]}
PROCESS_SUMMARY = members(
    ["id", "version"], id=TEXT, version=TEXT, title=TEXT, description=TEXT,
    jobControlOptions={"type": "array", "items": CONTROL},
    outputTransmission={"type": "array", "items": {"enum": ["value", "reference"]}}, links=LINKS)
PART_OF_PROCESS = {
    "type": "object",
    "additionalProperties": members(
        ["schema"], title=TEXT, description=TEXT, schema={"type": "object"}, minOccurs=COUNT,
        maxOccurs={"oneOf": [COUNT, {"const": "unbounded"}]}),
}
PROCESS = {
    "allOf": [
        PROCESS_SUMMARY,
        members(["inputs", "outputs"], inputs=PART_OF_PROCESS, outputs=PART_OF_PROCESS)],
}
MOMENT = {"type": "string", "pattern": "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$"}
STATUS_INFO = members(
    ["jobID", "status", "type"], jobID=TEXT, processID=TEXT, type={"const": "process"},
    status={"enum": ["accepted", "running", "successful", "failed", "dismissed"]}, message=TEXT,
    created=MOMENT, started=MOMENT, finished=MOMENT, updated=MOMENT,
    progress={"type": "integer", "minimum": 0, "maximum": 100}, links=LINKS)
