"""What scripts/crash-points interrupts: commands that write, with what they begin from and how what
they leave is judged."""

import hashlib
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent
SQUARES = 300


def environment(**more):
    return {**os.environ, "YUTU_HOME": str(REPOSITORY), "YUTU_LANG": "en", **more}


def run(yutu, *arguments, folder):
    return subprocess.run(
        [yutu, *map(str, arguments)], cwd=folder, env=environment(), capture_output=True, text=True,
        timeout=120)


def write_layer(path, round_number, count=SQUARES):
    """One file of buildings whose values name the round."""
    with path.open("w") as file:
        for number in range(count):
            x, y = 114 + (number % 20) * 0.001, 30 + number // 20 * 0.001
            ring = [[x, y], [x + 5e-4, y], [x + 5e-4, y + 5e-4], [x, y + 5e-4], [x, y]]
            file.write(json.dumps({
                "type": "Feature", "id": number,
                "properties": {"name": f"round {round_number}", "floors": round_number % 90},
                "geometry": {"type": "Polygon", "coordinates": [ring]},
            }) + "\n")


def write_grid(path, value, cells=60):
    rows = [" ".join(str(value(column, row)) for column in range(cells)) for row in range(cells)]
    path.write_text(
        f"ncols {cells}\nnrows {cells}\nxllcorner 500000\nyllcorner 3380000\ncellsize 10\n"
        "NODATA_value -9999\n" + "\n".join(rows) + "\n")


def write_inputs(folder):
    """The files that the commands read."""
    write_layer(folder / "first.geojsonl", 0)
    write_layer(folder / "second.geojsonl", 1)
    write_layer(folder / "fewer.geojsonl", 2, SQUARES // 2)
    write_grid(folder / "ground.asc", lambda column, row: 20 + column % 7 + row / 10)
    write_grid(folder / "water.asc", lambda column, row: 0.5 if column < 20 else 0)
    (folder / "flood.yml").write_text(
        "model: flood\ntitle: A basin\ncrs: local\nterrain: ground.asc\nduration: 1200\n"
        "initial: {depth: water.asc}\nroughness: 0.03\noutput: {every: 60}\n")


def city_digest(path):
    """All features, cells and commits of a city, without what differs from run to run."""
    digest = hashlib.sha256()
    database = sqlite3.connect(path)
    try:
        tables = [name for name, in database.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%' AND "
            "(name GLOB 'yutu_*' OR name IN (SELECT f_table_name FROM geometry_columns)) "
            "AND name NOT GLOB 'yutu_search_*' AND name NOT GLOB 'yutu_weights_*' ORDER BY name")]
        for table in tables:
            columns = [row[1] for row in database.execute(f'PRAGMA table_info("{table}")')
                       if (table, row[1]) not in
                       {("yutu_commits", "token"), ("yutu_commits", "time"),
                        ("yutu_commits", "report")}]
            names = ", ".join(f'"{column}"' for column in columns)
            for row in database.execute(f'SELECT {names} FROM "{table}" ORDER BY {names}'):
                digest.update(repr((table, row)).encode())
    finally:
        database.close()
    return digest.hexdigest()[:16]


class Case:
    """A command on a folder, and what of the folder it changes."""

    def __init__(self, name, arguments, outputs, begins_with=(), resumes=False,
                 is_served=False):
        self.name, self.arguments, self.outputs = name, arguments, outputs
        self.begins_with, self.resumes = begins_with, resumes
        # Kills hit a server that has the city open, too.
        self.is_served = is_served

    def command(self, yutu):
        return [str(yutu), *self.arguments]

    def prepare(self, yutu, stock, folder):
        """The folder before, made once, and the states before and after."""
        self.template = folder / "before"
        shutil.copytree(stock, self.template)
        for arguments in self.begins_with:
            self.must(yutu, arguments, self.template)
        self.before = self.state(yutu, self.template)
        after = folder / "after"
        shutil.copytree(self.template, after)
        self.must(yutu, self.arguments, after)
        self.after = self.state(yutu, after)
        assert self.before != self.after, f"{self.name} changes nothing"
        self.names = self.files(self.template) | self.files(after)
        again = folder / "again"
        shutil.copytree(self.template, again)
        self.must(yutu, self.arguments, again)
        assert self.state(yutu, again) == self.after, f"{self.name} differs from run to run"

    @staticmethod
    def must(yutu, arguments, folder):
        ended = run(yutu, *arguments, folder=folder)
        assert ended.returncode == 0, f"{arguments}: {ended.stderr}"

    @staticmethod
    def files(folder):
        return {str(path.relative_to(folder)) for path in folder.rglob("*")
                if not path.name.endswith((".city-wal", ".city-shm"))}

    def state(self, yutu, folder):
        """A word for what stands in the outputs: `None` where nothing does; faults raise."""
        return tuple(self.state_of(yutu, folder, folder / name) for name in self.outputs)

    def state_of(self, yutu, folder, path):
        if path.is_dir():
            return tuple(self.file_digest(file) for file in sorted(path.iterdir())
                         if not file.name.endswith(".part"))
        if not path.exists():
            return None
        if path.suffix != ".city":
            return self.file_digest(path)
        checked = run(yutu, "check", "--city", path, folder=folder)
        if checked.returncode != 0:
            raise ValueError(f"yutu check: {checked.stdout[-300:]}{checked.stderr[-300:]}")
        log = run(yutu, "log", "--city", path, "--json", folder=folder)
        if log.returncode != 0:
            raise ValueError(f"yutu log: {log.stderr[-300:]}")
        return len(json.loads(log.stdout)), city_digest(path)

    @staticmethod
    def file_digest(path):
        data = path.read_bytes()
        if path.suffix == ".shp":
            # The main file comes last: where it is, the others are.
            parts = [part for part in sorted(path.parent.glob("o.*")) if part.is_file()]
            data = b"".join(part.read_bytes() for part in parts)
        if path.name == "r.json":
            # What an import that failed had found is no half report; times differ.
            told = json.loads(data)
            if set(told) == {"problems"}:
                return None
            data = json.dumps({**told, "seconds": 0}, sort_keys=True).encode()
        if path.name == "run.json":
            # Times differ from run to run.
            told = json.loads(data)
            data = json.dumps([told.get("state"), told.get("fingerprint")]).encode()
        if data.startswith(b"SQLite format 3"):
            with sqlite3.connect(path) as database:
                lines = [line for line in database.iterdump() if "last_change" not in line]
            data = "\n".join(lines).encode()
        return path.name, hashlib.sha256(data).hexdigest()[:16]

    def judge(self, yutu, folder, acknowledged):
        """What is wrong in a folder that an interrupted command has left; then goes on from it."""
        faults = []
        try:
            found = self.state(yutu, folder) if not self.resumes else None
            if self.resumes:
                faults += self.judge_resumed(yutu, folder, acknowledged)
            elif found not in (self.before, self.after):
                faults.append(f"half there: {found} instead of {self.before} or {self.after}")
            elif acknowledged and found != self.after:
                faults.append("acknowledged and lost")
            if faults or self.resumes:
                return faults or self.strays(folder)
            ended = run(yutu, *self.arguments, folder=folder)
            if found == self.before and ended.returncode != 0:
                faults.append(f"cannot be repeated: {ended.stderr[-300:]}")
            elif found == self.before and self.state(yutu, folder) != self.after:
                faults.append("repeated, it gives something else")
        except (ValueError, OSError, sqlite3.DatabaseError, subprocess.TimeoutExpired) as fault:
            return faults + [str(fault)]
        return faults or self.strays(folder)

    def judge_resumed(self, yutu, folder, acknowledged):
        if acknowledged and self.state(yutu, folder) != self.after:
            return ["acknowledged and lost"]
        ended = run(yutu, *self.arguments, "--resume", folder=folder)
        if ended.returncode != 0:
            return [f"cannot be resumed: {ended.stderr[-300:]}"]
        if (found := self.state(yutu, folder)) != self.after:
            others = set(found[0] or ()) ^ set(self.after[0])
            return [f"resumed, it gives something else: {sorted(others)}"]
        return []

    def strays(self, folder):
        left = self.files(folder) - self.names
        return [f"left behind: {sorted(left)}"] if left else []


def cases():
    first = ["import", "--city", "a.city", "--layer", "building", "first.geojsonl"]
    second = [*first[:-1], "second.geojsonl"]
    ground = [*first[:4], "terrain", "--crs", "EPSG:4547", "ground.asc"]
    export = ["export", "--city", "a.city", "--layer", "building"]
    return [
        Case("new city", first, ["a.city"]),
        Case("commit", second, ["a.city"], [first]),
        Case("commit while served", second, ["a.city"], [first], is_served=True),
        Case("replace", [*first[:-1], "--replace", "fewer.geojsonl"], ["a.city"], [first]),
        Case("raster", ground, ["a.city"], [first]),
        Case("revert", ["revert", "--city", "a.city", "--commit", "2"], ["a.city"],
             [first, second]),
        Case("backup", ["backup", "a.city", "b.city"], ["b.city", "a.city"], [first]),
        Case("backup over", ["backup", "--replace", "a.city", "b.city"], ["b.city", "a.city"],
             [first, ["backup", "a.city", "b.city"], second]),
        Case("tiles pmtiles", ["tiles", "--city", "a.city", "--out", "t.pmtiles"], ["t.pmtiles"],
             [first]),
        Case("tiles mbtiles", ["tiles", "--city", "a.city", "--out", "t.mbtiles"], ["t.mbtiles"],
             [first]),
        Case("export geojson", [*export, "o.geojson"], ["o.geojson"],
             [first, [*export, "o.geojson"], second]),
        Case("export shapefile", [*export, "o.shp"], ["o.shp"], [first]),
        Case("export raster", ["export", "--city", "a.city", "--layer", "terrain", "o.tif"],
             ["o.tif"], [ground]),
        Case("report", [*first[:-1], "--report", "r.json", "--dry-run", "second.geojsonl"],
             ["r.json"], [first]),
        Case("run", ["run", "flood.yml", "--out", "results", "--quiet"], ["results"],
             resumes=True),
    ]
