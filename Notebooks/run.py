"""Runs notebooks in their folder and fails on any error: run.py NOTEBOOK…

Those about a city ask the one at $YUTU_URL, those about models run the command $YUTU. The notebooks
stay as they are, without outputs.
"""

import pathlib
import sys

try:
    import nbformat
    from nbclient import NotebookClient
except ImportError as error:
    sys.exit(f"{error}: pip install nbformat nbclient ipykernel")

for path in sys.argv[1:]:
    notebook = nbformat.read(path, as_version=4)
    folder = str(pathlib.Path(path).resolve().parent)
    NotebookClient(
        notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": folder}}
    ).execute()
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    texts = [output.text for cell in cells for output in cell.outputs if output.output_type == "stream"]
    print("".join(texts))
    print(f"{path}: {len(cells)} cells ran")
