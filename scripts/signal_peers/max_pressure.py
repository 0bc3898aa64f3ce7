"""Max-pressure (Varaiya 2013) as the benchmarks play it: every queue is read from the simulator.

Every STEP seconds a signal takes the stage with the greatest pressure: vehicles on the lanes that
it opens less those on the lanes they lead to, permissive streams by half. A change shows YELLOW
seconds of yellow first. Vehicles are those that halt, or all.
"""
import tempfile
import time

import libsumo

import judge

STEP, YELLOW = 10, 3


class Signal:
    """The stages of a signal and the lanes that each opens."""

    def __init__(self, identifier):
        self.identifier = identifier
        phases = libsumo.trafficlight.getAllProgramLogics(identifier)[0].phases
        self.stages = list(dict.fromkeys(
            phase.state for phase in phases
            if "y" not in phase.state and "g" in phase.state.lower()))
        links = libsumo.trafficlight.getControlledLinks(identifier)
        self.opens = []
        for stage in self.stages:
            weights = {}
            for light, ways in zip(stage, links):
                if light in "Gg" and ways:
                    weights.setdefault(ways[0][:2], 1 if light == "G" else 0.5)
            self.opens.append(weights)
        self.current = self.next = 0
        self.show(self.stages[0])

    def show(self, state):
        libsumo.trafficlight.setRedYellowGreenState(self.identifier, state)

    def choose(self, vehicles):
        """Takes the stage of greatest pressure, the current one on a draw; shows the yellow."""
        pressures = [sum(weight * (vehicles(lane) - vehicles(beyond))
                         for (lane, beyond), weight in opened.items()) for opened in self.opens]
        most = max(pressures)
        if pressures[self.current] < most - 1e-9:
            self.next = pressures.index(most)
            now, then = self.stages[self.current], self.stages[self.next]
            self.show("".join("y" if a in "Gg" and b in "rs" else a for a, b in zip(now, then)))

    def settle(self):
        self.current = self.next
        self.show(self.stages[self.current])


def run(scenario, seed, counts="halting"):
    """One seed under max-pressure: what `judge.run` tells of a plan."""
    vehicles = (libsumo.lane.getLastStepHaltingNumber if counts == "halting"
                else libsumo.lane.getLastStepVehicleNumber)
    with tempfile.TemporaryDirectory() as folder:
        start = time.process_time()
        libsumo.start(["sumo", *scenario.words(seed), *judge.outputs(folder)])
        signals = [Signal(identifier) for identifier in libsumo.trafficlight.getIDList()]
        while libsumo.simulation.getTime() < scenario.end:
            for signal in signals:
                signal.choose(vehicles)
            for _ in range(YELLOW):
                libsumo.simulationStep()
            for signal in signals:
                signal.settle()
            for _ in range(STEP - YELLOW):
                libsumo.simulationStep()
        libsumo.close()
        cpu = time.process_time() - start
        return judge.result(scenario, folder) | {"seed": seed, "cpu_s": cpu}
