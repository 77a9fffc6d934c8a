"""Convert scripts to notebooks: ``# %%`` starts a code cell, and ``# %% [markdown]`` a Markdown cell."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Any

_MARK = "# %%"
_KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


def notebook_bytes(script: str) -> bytes:
    """Convert a script to a notebook without outputs."""
    cells = [_cell(number, kind, lines) for number, (kind, lines) in enumerate(_cells(script))]
    metadata = {"kernelspec": _KERNEL, "language_info": {"name": "python"}}
    notebook = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return (json.dumps(notebook, indent=1, ensure_ascii=False) + "\n").encode()


def _cells(script: str) -> Iterator[tuple[str, list[str]]]:
    kind, lines = "", list[str]()
    for line in (*script.splitlines(), _MARK):
        if line.startswith(_MARK):
            if kind:
                yield kind, lines
            kind, lines = ("markdown" if "[markdown]" in line else "code"), []
        else:
            lines.append(line)


def _cell(number: int, kind: str, lines: list[str]) -> dict[str, Any]:
    if kind == "markdown":
        lines = [line.removeprefix("#").removeprefix(" ") for line in lines]
    source = "\n".join(lines).strip("\n")
    cell: dict[str, Any] = {
        "cell_type": kind,
        "id": hashlib.sha256(f"{number} {source}".encode()).hexdigest()[:8],
        "metadata": {},
        "source": source.splitlines(keepends=True),
    }
    return cell | ({"execution_count": None, "outputs": []} if kind == "code" else {})
