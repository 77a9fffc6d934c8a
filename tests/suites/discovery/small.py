"""A small file of tasks in the published layout, and answers to them; all of it is made up."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ONE_FILE = "import pandas as pd\nboats = pd.read_csv('harbor_log/source/boats.csv')\nprint(len(boats))\n"
TWO_FILES = (
    "import pandas as pd\n"
    "boats = pd.read_csv('harbor_log/source/boats.csv')\n"
    "ports = pd.read_csv('/kaggle/input/port-list/ports.csv')\n"
    "both = boats.merge(ports, on='port')\n"
    "both['share'] = both['crew'] / both['berths']\n"
    + "".join(f"both['c{n}'] = both['share'] * {n}\n" for n in range(30))
    + "print(both['c29'].max())\n"
)


def row(instance_id: int, **fields: Any) -> dict[str, Any]:
    """Return a task, with the same values for all fields that are not given."""
    return {
        "instance_id": instance_id,
        "question": f"How many boats of class {instance_id} are in the log?",
        "answer": "12",
        "answer_guidelines": "Answer must be a single integer.",
        "reference_code": ONE_FILE,
        "dataset": "harbor-log",
        "notebook": "boats-at-a-glance",
        "release_community": "community_01",
    } | fields


ROWS = [
    row(0),
    row(1, answer="38%", answer_guidelines="Percentage as an integer with '%'.", release_community="community_02"),
    row(2, answer="Alba; Brise; 94", answer_guidelines="Two names and an integer, separated by semicolons."),
    row(3, answer="0.33", answer_guidelines="Round to 2 decimal places.", reference_code=TWO_FILES),
    row(4, answer="The value must be a short phrase", release_community="community_02"),
]
ANSWERS: list[Mapping[str, Any]] = [
    {
        "instance_id": 0,
        "prediction": "12",
        "metadata": {"files_accessed": ["/data/harbor_log/source/boats.csv", "/data/harbor_log/source/crew.csv"]},
    },
    {"instance_id": 1, "prediction": "0.38", "metadata": {"files_accessed": ["/data/harbor_log/source/boats.csv"]}},
    {"instance_id": 2, "prediction": "some 94"},
    {
        "instance_id": 3,
        "prediction": "0.3333333",
        "metadata": {"files_accessed": ["data/x/full_community/port_list/source/ports.csv"]},
    },
]


def write_tasks(folder: Path, rows: Any = ROWS) -> Path:
    """Write a file of tasks."""
    path = folder / "coda_bench.json"
    path.write_text(json.dumps(rows), encoding="utf-8")
    return path


def write_answers(folder: Path, *lines: Mapping[str, Any] | str) -> Path:
    """Write a file of predictions; a string is written as a line unchanged."""
    path = folder / "predictions.jsonl"
    path.write_text("".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines), "utf-8")
    return path
