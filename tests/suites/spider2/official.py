"""The official evaluation, from a Spider 2 checkout that ``HEADWATER_SPIDER2`` names."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

CHECKOUT = os.environ.get("HEADWATER_SPIDER2")
REASON = "HEADWATER_SPIDER2 names no checkout of Spider 2"
SUITE = Path(CHECKOUT or "", "spider2-dbt/evaluation_suite")
_UNUSED = {
    "google/__init__.py": "",
    "google/cloud/__init__.py": "",
    "google/cloud/bigquery.py": "",
    "tqdm.py": "def tqdm(items):\n    return items\n",
}
"""Imported modules that are not needed here: a client that instances of DuckDB do not use, and a progress bar."""


def evaluate(submission: Path, gold: Path, folder: Path) -> tuple[set[str], str]:
    """Run the official program unchanged; return the instances that pass, and the line with the score.

    Args:
        submission: A submission in the official layout.
        gold: The official list of graded tables and the gold databases.
        folder: A folder for stubs of modules that the program imports but does not use.
    """
    for name, text in _UNUSED.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    done = subprocess.run(
        [sys.executable, SUITE / "evaluate.py", "--result_dir", submission, "--gold_dir", gold],
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    *message, score = done.stdout.splitlines()
    return {line for line in message[1:] if not line.startswith("{")}, score
