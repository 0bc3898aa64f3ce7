"""RoutingKit on bare arcs, node to node, without turns, on one thread.

    python routingkit_peer.py ARCS.npz ARCS.bin TIMES

Writes the same arcs, the pairs and the distances that it found as `yutu-bench routes --arcs` reads
them. Short steps are repeated TIMES times. Prints JSON of CPU seconds; searches in microseconds of
wall time, one by one, the call from Python included.
"""
import json
import statistics
import sys
import time

import numpy as np
import routingkit_cch

CLOSED = 2**31 - 1


def seconds(body):
    start = time.process_time()
    result = body()
    return time.process_time() - start, result


def main():
    arcs, times = np.load(sys.argv[1]), int(sys.argv[3])
    lon, lat, sources, targets = arcs["lon"], arcs["lat"], *arcs["nodes"]
    tails, heads, weights = (arcs[name].tolist() for name in ("tails", "heads", "weights"))
    out = {"nodes": len(lon), "arcs": len(tails)}
    out["order_s"], order = seconds(lambda: routingkit_cch.compute_order_inertial(
        len(lon), tails, heads, lat.tolist(), lon.tolist()))
    built = [seconds(lambda: routingkit_cch.CCH(order, tails, heads, filter_always_inf_arcs=False))
             for _ in range(min(times, 3))]
    out["contract_s"], cch = statistics.median(row[0] for row in built), built[-1][1]
    metric = routingkit_cch.CCHMetric(cch, weights)
    out["customise_s"] = statistics.median(
        seconds(lambda: metric.reset(weights))[0] for _ in range(times))

    query = routingkit_cch.CCHQuery(metric)
    took, distances = [], []
    for source, target in zip(sources.tolist(), targets.tolist()):
        start = time.perf_counter()
        distance = query.run(source, target).distance
        took.append((time.perf_counter() - start) * 1e6)
        distances.append(CLOSED if distance is None else distance)
    took.sort()
    out["query_median_us"], out["query_p99_us"] = took[len(took) // 2], took[len(took) * 99 // 100]
    out["reached"] = sum(distance < CLOSED for distance in distances)

    def table():
        many = routingkit_cch.CCHOneToMany(metric, targets[:100].tolist())
        return [many.distances_from(source) for source in sources[:100].tolist()]
    out["matrix_s"] = statistics.median(seconds(table)[0] for _ in range(times))
    del query

    # The arcs that `yutu-bench routes` closes.
    updater, random = routingkit_cch.CCHMetricPartialUpdater(cch), 42
    for count in (10, 200, 2000):
        closed = {}
        for _ in range(count):
            random = (random * 6364136223846793005 + 1442695040888963407) % 2**64
            closed[(random >> 33) % len(weights)] = CLOSED
        runs = []
        for _ in range(times):
            metric.reset(weights)
            runs.append(seconds(lambda: updater.apply(metric, closed))[0])
        out[f"close_{count}_s"] = statistics.median(runs)

    metres = 111320.0
    x = (lon - lon.mean()) * metres * np.cos(np.radians(lat.mean()))
    y = (lat - lat.mean()) * metres
    with open(sys.argv[2], "wb") as file:
        for part in ([len(lon), len(tails), len(sources)], tails, heads, weights):
            np.array(part, "<u4").tofile(file)
        for part in (x, y):
            part.astype("<f4").tofile(file)
        for part in (sources, targets, distances):
            np.array(part, "<u4").tofile(file)
    print(json.dumps(out))


main()
