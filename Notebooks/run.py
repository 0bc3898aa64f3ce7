"""Runs notebooks against the city at $YUTU_URL and fails on any error: run.py NOTEBOOK…

The notebooks stay as they are, without outputs.
"""

import sys

import nbformat
from nbclient import NotebookClient

for path in sys.argv[1:]:
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    texts = [output.text for cell in cells for output in cell.outputs if output.output_type == "stream"]
    print("".join(texts))
    print(f"{path}: {len(cells)} cells ran")
