"""An adaptive controller against SUMO, which stands for the street, over TraCI."""
import os
import pathlib
import socket
import subprocess
import tempfile
import time

import judge
import traci_log


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def run(scenario, seed, controller, detectors, limit=900):
    """One seed under a controller: what `judge.run` tells of a plan, and what it asked SUMO for.

    `controller` makes the command from the port to connect to. CPU seconds are the controller's.
    """
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        said = open(os.path.join(folder, "sumo.txt"), "w+")
        street = subprocess.Popen(
            [judge.BIN / "sumo", *scenario.words(seed, [detectors]), *judge.outputs(folder),
             "--remote-port", str(port)], stdout=said, stderr=said, cwd=folder)
        relay = traci_log.Relay(port)
        start = time.perf_counter()
        told = open(os.path.join(folder, "controller.txt"), "w+")
        mind = subprocess.Popen(list(map(str, controller(relay.port))), stdout=told, stderr=told)
        try:
            cpu, code = wait(mind, limit)
            street.wait(60)
        except subprocess.TimeoutExpired:
            for process in (mind, street):
                if process.poll() is None:
                    process.kill()
                    process.wait()
            raise judge.Failed(f"seed {seed}: no end after {limit} s; {last_of(told)}") from None
        finally:
            relay.close()
        if code or street.returncode:
            raise judge.Failed(f"seed {seed}: controller exit {code}, SUMO exit "
                               f"{street.returncode}; {last_of(told)}; {last_of(said)}")
        if relay.fault:
            raise judge.Failed(f"seed {seed}: {relay.fault}")
        return judge.result(scenario, folder) | {
            "seed": seed, "cpu_s": cpu, "wall_s": time.perf_counter() - start}, relay


def wait(process, limit):
    """CPU seconds and exit status of a process that must end in time."""
    end = time.monotonic() + limit
    while time.monotonic() < end:
        found, status, usage = os.wait4(process.pid, os.WNOHANG)
        if found:
            process.returncode = os.waitstatus_to_exitcode(status)
            return usage.ru_utime + usage.ru_stime, process.returncode
        time.sleep(0.05)
    raise subprocess.TimeoutExpired(process.args, limit)


def last_of(file):
    file.flush()
    lines = pathlib.Path(file.name).read_text().strip().splitlines()
    return lines[-1][:300] if lines else "nothing said"
