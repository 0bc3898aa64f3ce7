"""Requests to execute processes that a runner knows nothing of: inputs made from their schemas."""

from checklist import Skip


def process_list(server):
    """Summaries of the processes."""
    found = server.json("/processes", "application/json").get("processes") or []
    if not found:
        raise Skip("the server has no processes")
    return found


def inputs_of(server, process):
    """Inputs of a process as its schemas ask for them: those that must be there."""
    wanted = {
        name: entry for name, entry in server.described(process)["inputs"].items()
        if entry.get("minOccurs", 1) > 0
    }
    return {
        name: made(server, entry["schema"], number)
        for number, (name, entry) in enumerate(wanted.items())
    }


def made(server, schema, number=0):
    """A value that fits a schema; a pair of numbers becomes a place in the middle of the data."""
    for key in ("example", "default", "const"):
        if key in schema:
            return schema[key]
    for key in ("examples", "enum"):
        if schema.get(key):
            return schema[key][0]
    for key in ("oneOf", "anyOf", "allOf"):
        if schema.get(key):
            return made(server, schema[key][0], number)
    kind = schema.get("type", "object")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "array":
        least, items = schema.get("minItems", 1), schema.get("items", {})
        if least == schema.get("maxItems") == 2 and items.get("type") == "number":
            return place(server, number)
        return [made(server, items, number + index) for index in range(max(least, 1))]
    if kind in ("number", "integer"):
        low, high = schema.get("minimum"), schema.get("maximum")
        return low if low is not None else high if high is not None else 1
    if kind == "string":
        return {"layer": "building"}.get(schema.get("title"), "x" * schema.get("minLength", 1))
    if kind == "boolean":
        return True
    return {
        name: made(server, schema.get("properties", {}).get(name, {}), number)
        for name in schema.get("required", [])
    }


def place(server, number):
    """A place near the middle of the data, another for each number."""
    west, south, east, north = server.landing["extent"]["spatial"]["bbox"][0]
    share = 0.5 + 0.05 * (number % 4)
    return [round(west + (east - west) * share, 6), round(south + (north - south) * 0.5, 6)]
