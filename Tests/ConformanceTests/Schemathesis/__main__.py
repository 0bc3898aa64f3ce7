"""Makes up requests from a server's API definition: BASE-URL [--seconds N]

Every check of schemathesis is on; see hooks.py for what the definition cannot say. Seeded, so that
a failure comes again. Exit status: 0 nothing found, 1 something.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def main():
    base, *options = sys.argv[1:]
    seconds = options[options.index("--seconds") + 1] if "--seconds" in options else "40"
    program = pathlib.Path(sys.executable).parent / "schemathesis"
    command = [
        sys.executable, str(program), f"--config-file={HERE / 'schemathesis.toml'}", "run",
        f"{base}/api?f=openapi", "--seed", "20", "--max-time", seconds, "--no-color",
    ]
    environment = {**os.environ, "SCHEMATHESIS_HOOKS": "hooks", "PYTHONPATH": str(HERE)}
    # It keeps notes where it runs, which are no part of the repository.
    with tempfile.TemporaryDirectory() as folder:
        sys.exit(subprocess.run(command, env=environment, cwd=folder, check=False).returncode)


main()
