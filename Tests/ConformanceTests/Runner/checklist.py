"""The list of checks: one for each abstract test, grouped by conformance class."""

import dataclasses
import traceback
from typing import Callable

PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"


class Failure(Exception):
    """What a server does otherwise than the standard says; perhaps several things."""


class Skip(Exception):
    """Why a test says nothing about this server."""


@dataclasses.dataclass
class Check:
    conformance_class: str
    test: str
    title: str
    run: Callable


@dataclasses.dataclass
class Result:
    check: Check
    outcome: str
    reasons: list


CHECKS = []


def check(conformance_class, test, title):
    """Enters a function of the server as the check for an abstract test of a class."""

    def enter(run):
        CHECKS.append(Check(conformance_class, test, title, run))
        return run

    return enter


def require(holds, words):
    """Fails with `words` unless `holds`; answers `holds`."""
    if not holds:
        raise Failure(words)
    return holds


def equal(got, wanted, words):
    require(got == wanted, f"{words}: {got!r}, not {wanted!r}")


def each(things, body):
    """Runs `body` on each thing and fails with all that failed.

    A skip is one thing's; it skips the test only where it befalls all of them.
    """
    failures, skips, count = [], [], 0
    for thing in things:
        count += 1
        try:
            body(thing)
        except Failure as failure:
            failures += failure.args
        except Skip as skip:
            skips.append(str(skip))
    if failures:
        raise Failure(*failures)
    if not count:
        raise Skip("the server has nothing to try it on")
    if len(skips) == count:
        raise Skip(skips[0])


def run(check, server):
    """The outcome of one check; what breaks in it is the server's fault too, and is told."""
    try:
        check.run(server)
        return Result(check, PASSED, [])
    except Skip as skip:
        return Result(check, SKIPPED, [str(skip)])
    except Failure as failure:
        return Result(check, FAILED, list(failure.args))
    except Exception as error:  # noqa: BLE001: a malformed answer breaks a check in any way
        place = traceback.extract_tb(error.__traceback__)[-1]
        words = f"{type(error).__name__}: {error} ({place.name}, line {place.lineno})"
        return Result(check, FAILED, [f"the answer is not what it must be: {words}"])


def run_all(server, classes=None, tests=None):
    """Results of the checks of `classes`, or of all that the server declares.

    `tests` leaves out all but a few. A class that is declared and not known here is a failure.
    """
    declared = server.declared_classes()
    known = {entry.conformance_class for entry in CHECKS}
    results = [
        run(entry, server) for entry in CHECKS
        if entry.conformance_class in (classes or declared)
        and (tests is None or entry.test in tests)
    ]
    for name in declared if classes is None else []:
        if name not in known:
            unknown = Check(name, name, "What is declared is tested", None)
            results.append(Result(unknown, FAILED, ["this runner has no checks for the class"]))
    return results
