"""How well a model agrees with SUMO on plans: ranks, delays, queues."""
import math
import statistics


def ranks(values):
    """Ranks from 1, the mean rank for equals."""
    order = sorted(range(len(values)), key=values.__getitem__)
    found, at = [0.0] * len(values), 0
    while at < len(order):
        end = at
        while end + 1 < len(order) and values[order[end + 1]] == values[order[at]]:
            end += 1
        for place in order[at:end + 1]:
            found[place] = (at + end) / 2 + 1
        at = end + 1
    return found


def spearman(ours, theirs):
    """Spearman's coefficient of rank correlation; 0 where one side never changes."""
    a, b = ranks(ours), ranks(theirs)
    mean_a, mean_b = statistics.fmean(a), statistics.fmean(b)
    both = sum((x - mean_a) * (y - mean_b) for x, y in zip(a, b))
    scale = math.sqrt(sum((x - mean_a) ** 2 for x in a) * sum((y - mean_b) ** 2 for y in b))
    return both / scale if scale else 0.0


def mean_error(ours, theirs):
    """The mean absolute error by their value."""
    return statistics.fmean(abs(a - b) / b for a, b in zip(ours, theirs))


class Queues:
    """Squares of errors of mean halting vehicles, by lane and by approach (an edge's lanes)."""

    def __init__(self):
        self.lanes, self.approaches, self.worst = [], [], {}
        self.missing = set()

    def add(self, told, theirs):
        """`told` are rows {lane, interval_begin_s, vehicles}; `theirs` a plan's details."""
        ours = {(row["lane"], float(row["interval_begin_s"])): float(row["vehicles"])
                for row in told}
        begins = theirs["interval_begins_s"]
        known = {lane for lane, _ in ours}
        sums = {}
        for lane, values in theirs["halting_vehicles"].items():
            if lane not in known:
                self.missing.add(lane)
            for begin, value in zip(begins, values):
                error = ours.get((lane, begin), 0) - value
                self.lanes.append(error * error)
                self.worst.setdefault(lane, []).append(error)
                key = (lane.rsplit("_", 1)[0], begin)
                sums[key] = sums.get(key, 0) + error
        self.approaches += [error * error for error in sums.values()]

    @staticmethod
    def root_mean(squares):
        return math.sqrt(statistics.fmean(squares)) if squares else 0.0

    def worst_lanes(self, count=3):
        """The lanes of the greatest mean square error: (lane, root mean square, mean)."""
        rows = [(lane, self.root_mean([e * e for e in errors]), statistics.fmean(errors))
                for lane, errors in self.worst.items()]
        return sorted(rows, key=lambda row: -row[1])[:count]
