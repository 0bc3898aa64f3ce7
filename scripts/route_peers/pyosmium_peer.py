"""pyosmium over all objects of a file: each in Python with its tags, and libosmium alone.

    python pyosmium_peer.py FILE.osm.pbf TIMES

Prints JSON: CPU seconds of all threads, medians of TIMES; objects and tags.
"""
import json
import statistics
import sys
import time

import osmium


def scan(path):
    objects = tags = 0
    for thing in osmium.FileProcessor(path):
        objects += 1
        for _ in thing.tags:
            tags += 1
    return objects, tags


def alone(path):
    osmium.apply(path, osmium.filter.KeyFilter("no such key"))


def seconds(body, path, times):
    runs = []
    for _ in range(times):
        start = time.process_time()
        found = body(path)
        runs.append(time.process_time() - start)
    return statistics.median(runs), found


path, times = sys.argv[1], int(sys.argv[2])
scanned, (objects, tags) = seconds(scan, path, times)
print(json.dumps({"scan_s": scanned, "objects": objects, "tags": tags,
                  "alone_s": seconds(alone, path, times)[0]}))
