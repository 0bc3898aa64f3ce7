"""Checks a server against the OGC API classes that it declares.

    python Tests/ConformanceTests/Runner [BASE-URL] [--token-file FILE] [--json] [--class NAME]
        [--collections N]

Without an address, YUTU_BASE_URL is asked. A server that protects DELETE wants its token: that of
--token-file, --token or YUTU_TOKEN; yutu serve writes it to CITY.token while it runs. Exit status: 0 all passed or skipped, 1 any failure,
2 wrong usage or no server.
"""

import argparse
import collections
import json
import os
import sys

import checklist
import features_core  # noqa: F401: its checks enter the list when it is imported
import features_items  # noqa: F401
import features_formats  # noqa: F401
import features_crs  # noqa: F401
import processes  # noqa: F401
import processes_jobs  # noqa: F401
import tiles  # noqa: F401
from server import Server

# Reasons that the table gives for one test; JSON has all.
MOST_REASONS = 3


def main():
    parser = argparse.ArgumentParser(prog="conformance", description=__doc__.splitlines()[0])
    parser.add_argument("base", nargs="?", default=os.environ.get("YUTU_BASE_URL"))
    parser.add_argument("--json", action="store_true", help="the report as JSON")
    parser.add_argument(
        "--class", dest="classes", action="append", metavar="NAME",
        help="only classes whose URI ends so, whether declared or not; repeat for more")
    parser.add_argument(
        "--collections", type=int, default=6, help="how many collections are looked into (6)")
    secret = parser.add_mutually_exclusive_group()
    secret.add_argument("--token", default=os.environ.get("YUTU_TOKEN"), help="the server's token")
    secret.add_argument(
        "--token-file", metavar="FILE", help="the file that holds the token: CITY.token")
    arguments = parser.parse_args()
    token = arguments.token
    if arguments.token_file:
        try:
            with open(arguments.token_file, encoding="ascii") as file:
                token = file.read().strip()
        except (OSError, ValueError) as error:
            parser.error(f"the token cannot be read: {error}")
    if not arguments.base:
        parser.error("name a server, or set YUTU_BASE_URL")
    server = Server(
        arguments.base, token=token, most_collections=arguments.collections)
    try:
        server.landing, server.conformance
    except (OSError, checklist.Failure) as error:
        parser.error(f"{arguments.base} does not answer as an OGC API: {error}")
    only = None
    if arguments.classes:
        known = {check.conformance_class for check in checklist.CHECKS}
        only = [name for name in known if any(name.endswith(end) for end in arguments.classes)]
        if not only:
            parser.error(f"no class ends with {' or '.join(arguments.classes)}")
    results = checklist.run_all(server, only)
    (print_json if arguments.json else print_table)(arguments.base, results, server)
    sys.exit(any(result.outcome == checklist.FAILED for result in results))


def by_class(results):
    groups = collections.defaultdict(list)
    for result in results:
        groups[result.check.conformance_class].append(result)
    return groups


def print_json(base, results, server):
    classes = [
        {
            "class": name, **counts(group),
            "tests": [
                {"test": result.check.test, "title": result.check.title,
                 "outcome": result.outcome, "reasons": result.reasons} for result in group
            ],
        } for name, group in by_class(results).items()
    ]
    document = {"server": base, "requests": server.client.requests, "classes": classes}
    print(json.dumps({**document, **counts(results)}, ensure_ascii=False, indent=2))


def counts(results):
    outcomes = collections.Counter(result.outcome for result in results)
    return {name: outcomes[name] for name in (
        checklist.PASSED, checklist.FAILED, checklist.SKIPPED)}


def print_table(base, results, server):
    print(f"{'class':58} passed failed skipped")
    for name, group in by_class(results).items():
        numbers = counts(group)
        short = name.removeprefix("http://www.opengis.net/spec/")
        print(f"{short:58} {numbers['passed']:6} {numbers['failed']:6} {numbers['skipped']:7}")
    for result in results:
        if result.outcome != checklist.PASSED:
            print(f"{result.outcome}: {result.check.test} ({result.check.title})")
        for reason in result.reasons[:MOST_REASONS]:
            print(f"    {reason}")
        if len(result.reasons) > MOST_REASONS:
            print(f"    and {len(result.reasons) - MOST_REASONS} more like these")
    numbers = counts(results)
    print(
        f"{base}: {numbers['passed']} passed, {numbers['failed']} failed, "
        f"{numbers['skipped']} skipped; {server.client.requests} requests")


main()
