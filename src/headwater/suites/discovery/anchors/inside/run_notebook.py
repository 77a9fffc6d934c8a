"""Executes the cells of a notebook, and writes their output as JSON Lines."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

_LONGEST = 100_000
"""The maximum length of one output, in characters."""


def main(request: dict[str, Any]) -> None:
    """Run cells until one fails."""
    results = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # text that the kernel prints outside its messages is not a result
    from jupyter_client.kernelspec import NoSuchKernel
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
    from nbformat.v4 import new_code_cell, new_notebook

    def emit(**fields: Any) -> None:
        print(json.dumps(fields), file=results, flush=True)

    notebook = new_notebook(cells=[new_code_cell(each["source"]) for each in request["cells"]])
    client = NotebookClient(notebook, timeout=request["cell_sec"], kernel_name=request["kernel"])
    number = 0
    try:
        with client.setup_kernel(cwd="/workspace"):
            for place, (cell, entry) in enumerate(zip(notebook.cells, request["cells"], strict=True)):
                number = entry["number"]
                client.execute_cell(cell, place)
                emit(cell=number, texts=[text for output in cell.outputs for text in _texts(output)])
    except NoSuchKernel:
        emit(problem=f"asks for the kernel {request['kernel']}, which is not installed")
    except CellTimeoutError:
        emit(problem=f"cell {number} took more than {request['cell_sec']} s")
    except DeadKernelError:
        emit(problem=f"its kernel died in cell {number}")
    except CellExecutionError as error:
        emit(problem=f"cell {number} failed: {error.ename}: {error.evalue}")


def _texts(output: Any) -> list[str]:
    if output.output_type == "stream":
        return [output.text[:_LONGEST]] if output.name == "stdout" else []
    if output.output_type in ("execute_result", "display_data"):
        return [output.data.get("text/plain", "")[:_LONGEST]]
    return []


if __name__ == "__main__":
    main(json.loads(Path(sys.argv[1]).read_text()))
