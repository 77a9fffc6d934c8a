"""Writes small lakes for tests."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any


def notebook(cells: Sequence[str], kernel: str = "python3") -> dict[str, Any]:
    """Return a notebook of code cells in its file format."""
    code = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    return {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {"kernelspec": {"name": kernel, "display_name": kernel, "language": "python"}},
        "cells": [code | {"id": f"cell-{number}", "source": source} for number, source in enumerate(cells)],
    }


def make_lake(
    folder: Path, files: Mapping[str, str] | None = None, notebooks: Mapping[str, Sequence[str]] | None = None
) -> Path:
    """Write data files, by their path below ``datasets``, and notebooks, by their name."""
    (folder / "datasets").mkdir(parents=True)
    (folder / "notebooks").mkdir()
    for path, text in (files or {}).items():
        (folder / "datasets" / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / "datasets" / path).write_text(text)
    for name, cells in (notebooks or {}).items():
        (folder / "notebooks" / f"{name}.ipynb").write_text(json.dumps(notebook(cells)))
    return folder
