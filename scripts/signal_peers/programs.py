"""Fixed signal programs of a SUMO net: read, changed within the rules, written as additional files.

The rules of every plan that is compared: the state strings, their order and the yellows stay as the
net has them; greens are whole seconds of at least 5 s; cycles, splits and offsets are free.
"""
import dataclasses
import xml.etree.ElementTree as ElementTree
from xml.sax.saxutils import quoteattr

SHORTEST_GREEN = 5


@dataclasses.dataclass(frozen=True)
class Program:
    """A signal's phases: states, their durations and the offset, in seconds."""

    signal: str
    states: tuple
    durations: tuple
    offset: float = 0

    @property
    def greens(self):
        """Indices of the phases that may be changed: some green, no yellow."""
        return [i for i, state in enumerate(self.states)
                if "g" in state.lower() and not set(state.lower()) & set("yu")]

    @property
    def kept(self):
        """The states that must keep their durations, with them, in order."""
        free = set(self.greens)
        return sorted((state, duration) for index, (state, duration)
                      in enumerate(zip(self.states, self.durations)) if index not in free)

    @property
    def cycle(self):
        return sum(self.durations)

    def with_greens(self, greens, offset=None):
        """The program with other greens, rounded and never under the shortest."""
        durations = list(self.durations)
        for index, green in zip(self.greens, greens, strict=True):
            durations[index] = max(SHORTEST_GREEN, round(green))
        return dataclasses.replace(
            self, durations=tuple(durations),
            offset=round(self.offset if offset is None else offset) % sum(durations))


def read_all(path):
    """The programs of a net or of an additional file, as they come; no mere changes of offset."""
    found = []
    for logic in ElementTree.parse(path).getroot().iter("tlLogic"):
        phases = logic.findall("phase")
        if not phases:
            continue
        found.append(Program(
            logic.get("id"), tuple(phase.get("state") for phase in phases),
            tuple(float(phase.get("duration")) for phase in phases),
            float(logic.get("offset", 0))))
    return found


def read_programs(path):
    """The programs of a file, one a signal in order of ids: the last one told."""
    found = {program.signal: program for program in read_all(path)}
    return [found[signal] for signal in sorted(found)]


def write_programs(programs, path, identifier="plan"):
    """Writes programs as a SUMO additional file and returns its path."""
    lines = ["<additional>"]
    for program in programs:
        lines.append(f'  <tlLogic id={quoteattr(program.signal)} type="static" '
                     f'programID="{identifier}" offset="{program.offset:g}">')
        lines += [f'    <phase duration="{duration:g}" state="{state}"/>'
                  for state, duration in zip(program.states, program.durations)]
        lines.append("  </tlLogic>")
    path.write_text("\n".join(lines + ["</additional>", ""]))
    return path


def broken_rules(programs, net):
    """What programs change that they must not, in words; empty where they keep the rules."""
    shipped = {program.signal: program for program in read_programs(net)}
    found = []
    for program in programs:
        theirs = shipped.get(program.signal)
        if theirs is None:
            found.append(f"{program.signal}: no such signal")
        elif sorted(program.states) != sorted(theirs.states):
            found.append(f"{program.signal}: other state strings than the net's")
        elif program.kept != theirs.kept:
            found.append(f"{program.signal}: another yellow or clearance than the net's")
        if any(program.durations[index] < SHORTEST_GREEN for index in program.greens):
            found.append(f"{program.signal}: a green under {SHORTEST_GREEN} s")
    return found


def approach_lanes(net):
    """The lanes that end at a signal: lane id to the signal's, in order of ids."""
    found = {}
    for connection in ElementTree.parse(net).getroot().iter("connection"):
        if connection.get("tl"):
            found[f"{connection.get('from')}_{connection.get('fromLane')}"] = connection.get("tl")
    return dict(sorted(found.items()))
