"""Databases and submissions for tests of scoring."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import duckdb

CATALOG = "shop.duckdb"


def write(path: Path, *statements: str) -> Path:
    """Create a database with the given statements."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with duckdb.connect(str(path)) as connection:
        for statement in statements:
            connection.execute(statement)
    return path


def gold_entry(instance: str, tables: Mapping[str, list[int]]) -> dict[str, Any]:
    """Return a line of ``spider2_eval.jsonl``."""
    parameters = {
        "gold": CATALOG,
        "condition_tabs": list(tables),
        "condition_cols": list(tables.values()),
        "ignore_orders": [True] * len(tables),
    }
    return {"instance_id": instance, "evaluation": {"func": "duckdb_match", "parameters": parameters}}


def write_gold(folder: Path, *entries: dict[str, Any]) -> Path:
    """Write the list of a gold folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "spider2_eval.jsonl").write_text("".join(json.dumps(entry) + "\n" for entry in entries))
    return folder


def write_submission(folder: Path, *instances: str, **answers: str) -> Path:
    """Write the list of a submission; ``answers`` overrides file names by instance."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {**dict.fromkeys(instances, CATALOG), **answers}
    lines = [{"instance_id": name, "answer_type": "file", "answer_or_path": file} for name, file in files.items()]
    (folder / "results_metadata.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return folder
