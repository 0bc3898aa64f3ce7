"""Runs yutu-fuzz on each target and prints a table; used by scripts/fuzz."""

import os
import re
import shutil
import subprocess
import sys
import time

# What no input may take.
SECONDS, MEGABYTES = 5, 1024
HEAD = f"{'target':<15} {'executions':>11} {'per s':>7} {'edges':>6} {'features':>8} " \
       f"{'corpus':>6} {'slowest ms':>10} {'peak MB':>7}  found"


def options(folder, artifacts):
    return [f"-dict={folder}/words", f"-timeout={SECONDS}", f"-rss_limit_mb={MEGABYTES}",
            f"-artifact_prefix={artifacts}/", "-print_final_stats=1"]


def number(pattern, text, default=0):
    found = re.findall(pattern, text)
    return int(found[-1]) if found else default


def fuzz(fuzzer, corpus, target, seconds, runs, seed):
    """One row of the table, and the paths of inputs that did harm."""
    folder = f"{corpus}/{target}"
    kept, artifacts = f"{folder}/kept", f"{folder}/found"
    for path in (kept, artifacts):
        os.makedirs(path, exist_ok=True)
    shutil.rmtree(f"{folder}/samples", ignore_errors=True)
    subprocess.run([fuzzer, "prepare", target, folder], check=True)
    before = set(os.listdir(artifacts))
    limit = [f"-runs={runs}"] if runs else [f"-max_total_time={seconds}"]
    environment = dict(
        os.environ, SWIFT_BACKTRACE="enable=no",
        # Freed memory that is held back counts as used; what Swift keeps once for all is reached by
        # tagged pointers only, which the search for leaks does not follow.
        ASAN_OPTIONS="quarantine_size_mb=16:allocator_release_to_os_interval_ms=500:"
                     "detect_leaks=0:malloc_context_size=5")
    start = time.monotonic()
    log = f"{folder}/log"
    with open(log, "wb") as out:
        status = subprocess.run(
            [fuzzer, target, *options(folder, artifacts), *limit, f"-seed={seed}",
             kept, f"{folder}/samples"],
            stdout=out, stderr=subprocess.STDOUT, env=environment).returncode
    took = time.monotonic() - start
    with open(log, errors="replace") as file:
        text = file.read()
    count = number(r"stat::number_of_executed_units:\s*(\d+)", text, number(r"#(\d+)\t", text))
    new = sorted(set(os.listdir(artifacts)) - before)
    slow = [name for name in new if name.startswith("slow-unit-")]
    harm = [f"{artifacts}/{name}" for name in new if name not in slow]
    edges, features = number(r"cov: (\d+)", text), number(r"ft: (\d+)", text)
    slowest = number(r"slowest input: (\d+) ms", text)
    inputs = number(r"corp: (\d+)", text)
    peak = number(r"stat::peak_rss_mb:\s*(\d+)", text, number(r"rss: (\d+)Mb", text))
    found = len(harm) or ("nothing" if status == 0 else f"status {status}, see {log}")
    print(f"{target:<15} {count:>11,} {count / took:>7,.0f} {edges:>6} {features:>8} {inputs:>6} "
          f"{slowest:>10} {peak:>7}  {found}", flush=True)
    return harm, status != 0, log


def main():
    fuzzer, corpus, minutes, runs, seed, *targets = sys.argv[1:]
    listed = subprocess.run([fuzzer, "list"], check=True, capture_output=True, text=True)
    every = listed.stdout.split()
    if unknown := set(targets) - set(every):
        sys.exit(f"fuzz: no target {', '.join(sorted(unknown))}: there are {' '.join(every)}")
    targets = targets or every
    seconds = max(1, int(float(minutes) * 60 / len(targets)))
    print(HEAD, flush=True)
    failed = []
    for target in targets:
        harm, is_bad, log = fuzz(fuzzer, corpus, target, seconds, int(runs), seed)
        if harm or is_bad:
            failed.append((target, harm, log))
    for target, harm, log in failed:
        for path in harm:
            print(f"fuzz: {target}: {path} (see {log}); again: {fuzzer} {target} {path}")
            print(f"fuzz: once mended, keep it: cp {path} Tests/FuzzTests/Inputs/{target}/NAME")
    sys.exit(1 if failed else 0)


main()
