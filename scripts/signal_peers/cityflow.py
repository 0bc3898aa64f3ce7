#!/usr/bin/env python3
"""Converts a CityFlow road net and its flow to a scenario of SUMO.

    cityflow.py ROADNET.json FLOW.json --out FOLDER [--end 3600] [--yellow 3]

Lanes, widths, speeds, lane links, vehicles and departures are the file's. Its signal stages of more
than ten seconds stay in their order and length; the last --yellow seconds of each show yellow to
the streams that the next stage closes, and its short clearance stage is left out. A stream that
joins a road into which a straight or left stream is let at the same time gives way to it. FOLDER
gets net.net.xml, routes.rou.xml and scenario.json. Edges are named as the roads.
"""
import argparse
import json
import pathlib
import tempfile
from xml.sax.saxutils import quoteattr

import judge


def attributes(**values):
    return " ".join(f"{name.rstrip('_')}={quoteattr(str(value))}" for name, value in values.items())


def element(tag, **values):
    return f"<{tag} {attributes(**values)}/>"


def write(path, root, lines):
    path.write_text("\n".join([f"<{root}>", *lines, f"</{root}>", ""]))
    return path


def streams_of(junction):
    """One row a lane link: its road link's place, the road link, its lanes from the kerb."""
    for place, road_link in enumerate(junction["roadLinks"]):
        for lane_link in road_link["laneLinks"]:
            yield place, road_link, lane_link


def state_of(junction, opened):
    """The state string of a stage by lane links; `opened` are places of road links."""
    links = junction["roadLinks"]

    def light(place):
        if place not in opened:
            return "r"
        joins = links[place]["type"] == "turn_right" and any(
            links[other]["endRoad"] == links[place]["endRoad"]
            and links[other]["type"] != "turn_right" for other in opened)
        return "g" if joins else "G"

    return "".join(light(place) for place, _, _ in streams_of(junction))


def phases_of(junction, yellow):
    """(duration, state) of the program: every stage, the end of it yellow to what closes."""
    stages = [(stage["time"], state_of(junction, set(stage["availableRoadLinks"])))
              for stage in junction["trafficLight"]["lightphases"] if stage["time"] > 10]
    for place, (duration, state) in enumerate(stages):
        following = stages[(place + 1) % len(stages)][1]
        closing = "".join("y" if now in "Gg" and then == "r" else now
                          for now, then in zip(state, following))
        if closing == state:
            yield duration, state
        else:
            yield duration - yellow, state
            yield yellow, closing


def plain_files(roadnet, folder, yellow):
    """The net as netconvert's plain files; returns its options."""
    lanes_of = {road["id"]: len(road["lanes"]) for road in roadnet["roads"]}
    from_kerb = lambda road, index: lanes_of[road] - 1 - index
    signalled = [one for one in roadnet["intersections"]
                 if not one["virtual"] and one["trafficLight"]["lightphases"]]
    with_signal = {one["id"] for one in signalled}
    nodes = [element("node", id=one["id"], x=one["point"]["x"], y=one["point"]["y"],
                     type="traffic_light" if one["id"] in with_signal else "priority")
             for one in roadnet["intersections"]]
    edges, connections, logics = [], [], []
    for road in roadnet["roads"]:
        shape = " ".join(f"{point['x']},{point['y']}" for point in road["points"])
        edges.append(element(
            "edge", id=road["id"], from_=road["startIntersection"], to=road["endIntersection"],
            numLanes=len(road["lanes"]), speed=road["lanes"][0]["maxSpeed"],
            width=road["lanes"][0]["width"], shape=shape))
    for one in roadnet["intersections"]:
        for index, (_, road_link, lane_link) in enumerate(streams_of(one)):
            ends = {"from_": road_link["startRoad"], "to": road_link["endRoad"],
                    "fromLane": from_kerb(road_link["startRoad"], lane_link["startLaneIndex"]),
                    "toLane": from_kerb(road_link["endRoad"], lane_link["endLaneIndex"])}
            connections.append(element("connection", **ends))
            if one["id"] in with_signal:
                logics.append(element("connection", **ends, tl=one["id"], linkIndex=index))
    programs = []
    for one in signalled:
        programs.append(f"<tlLogic {attributes(id=one['id'], type='static', programID=0)} "
                        'offset="0">')
        programs += [element("phase", duration=duration, state=state)
                     for duration, state in phases_of(one, yellow)]
        programs.append("</tlLogic>")
    files = {"node": write(folder / "net.nod.xml", "nodes", nodes),
             "edge": write(folder / "net.edg.xml", "edges", edges),
             "connection": write(folder / "net.con.xml", "connections", connections),
             "tllogic": write(folder / "net.tll.xml", "tlLogics", programs + logics)}
    return [word for kind, file in files.items() for word in (f"--{kind}-files", file)]


def routes(flow):
    """One vehicle a row of the flow that starts once, or as many as its interval gives."""
    kinds, vehicles = {}, []
    for number, row in enumerate(flow):
        told = row["vehicle"]
        kind = kinds.setdefault(json.dumps(told, sort_keys=True), (f"kind{len(kinds)}", told))[0]
        depart, count = float(row["startTime"]), 0
        while depart <= float(row["endTime"]):
            vehicles.append((depart, number, count, kind, " ".join(row["route"])))
            depart, count = depart + max(1.0, float(row["interval"])), count + 1
    lines = [element("vType", id=name, length=told["length"], width=told["width"],
                     minGap=told["minGap"], maxSpeed=told["maxSpeed"], accel=told["usualPosAcc"],
                     decel=told["usualNegAcc"], tau=told["headwayTime"])
             for name, told in kinds.values()]
    for depart, number, count, kind, edges in sorted(vehicles):
        lines.append(f"<vehicle {attributes(id=f'{number}.{count}', type=kind, depart=depart)} "
                     f'departLane="best">{element("route", edges=edges)}</vehicle>')
    return lines


def convert(roadnet_file, flow_file, out, end=3600, yellow=3):
    """Writes the scenario and returns it."""
    out.mkdir(parents=True, exist_ok=True)
    roadnet = json.loads(roadnet_file.read_text())
    with tempfile.TemporaryDirectory() as name:
        judge.cpu_of([judge.BIN / "netconvert", *plain_files(roadnet, pathlib.Path(name), yellow),
                      "-o", out / "net.net.xml", "--no-turnarounds", "--no-warnings",
                      "--offset.disable-normalization"])
    write(out / "routes.rou.xml", "routes", routes(json.loads(flow_file.read_text())))
    (out / "scenario.json").write_text(json.dumps(
        {"net": "net.net.xml", "routes": "routes.rou.xml", "begin": 0, "end": end}, indent=1))
    return judge.Scenario.load(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("roadnet", type=pathlib.Path)
    parser.add_argument("flow", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--end", type=float, default=3600)
    parser.add_argument("--yellow", type=int, default=3)
    options = parser.parse_args()
    convert(options.roadnet, options.flow, options.out, options.end, options.yellow)


if __name__ == "__main__":
    main()
