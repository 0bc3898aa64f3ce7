"""What the peers' scripts have in common."""
import csv
import os
import signal
import subprocess
import sys


def read_pairs(path):
    """Ids, and pairs of (longitude, latitude)."""
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    end = lambda row, name: (float(row[f"{name}_lon"]), float(row[f"{name}_lat"]))
    return [row["id"] for row in rows], [(end(row, "from"), end(row, "to")) for row in rows]


class TooLong(Exception):
    pass


def run(limit, *command):
    """CPU seconds of all threads of a command; `TooLong` after `limit` of wall time."""
    process = subprocess.Popen(
        list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        start_new_session=True, text=True)
    timer = signal.signal(signal.SIGALRM, lambda *_: os.killpg(process.pid, signal.SIGKILL))
    signal.alarm(limit)
    said = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    left = signal.alarm(0)
    signal.signal(signal.SIGALRM, timer)
    if process.returncode == -signal.SIGKILL and not left:
        raise TooLong(f"{os.path.basename(command[0])} had not ended after {limit} s")
    if process.returncode:
        sys.exit(f"{command[0]}: " + said.strip()[-300:])
    return usage.ru_utime + usage.ru_stime
