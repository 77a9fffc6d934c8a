"""Reads a submission and its gold folder, both in the official evaluation's layout."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from headwater.errors import InvalidFileError, NotFoundError
from headwater.suites.spider2.scoring._records import GoldEntry, GradedTable

GOLD_FILE = "spider2_eval.jsonl"
METADATA_FILE = "results_metadata.jsonl"


@dataclass(frozen=True)
class SubmittedInstance:
    """The submission for an instance.

    Attributes:
        path: The database, or None if the entry does not name one. In that case, ``problem`` contains the reason.
    """

    path: Path | None
    problem: str = ""


def read_gold(folder: Path) -> tuple[GoldEntry, ...]:
    """Read, in file order, how each instance is graded.

    Raises:
        UserError: The file is missing or malformed. The message names the line.
    """
    path = folder / GOLD_FILE
    return tuple(_gold_entry(value, where) for value, where in _lines(path, "the folder evaluation_suite/gold"))


def read_submission(folder: Path) -> Mapping[str, SubmittedInstance]:
    """Read a submission, keyed by instance. If an id occurs twice, the last entry counts, as officially.

    Raises:
        UserError: The file is missing or malformed. The message names the line.
    """
    others = sorted(path.name for path in folder.glob("*.jsonl") if path.name != METADATA_FILE)
    if others:
        raise InvalidFileError(
            f"the official evaluation takes no .jsonl but {METADATA_FILE}", where=folder / others[0], fix="move it"
        )
    found: dict[str, SubmittedInstance] = {}
    for value, where in _lines(folder / METADATA_FILE, "a submission"):
        found[_text(value, "instance_id", where)] = _submitted(folder, value)
    return found


def _submitted(folder: Path, value: Mapping[str, Any]) -> SubmittedInstance:
    kind, answer = value.get("answer_type"), value.get("answer_or_path")
    if kind != "file" or not isinstance(answer, str):
        return SubmittedInstance(None, f"answer_type is {kind!r}; a database is submitted as 'file' with its path")
    instance = folder / str(value["instance_id"])
    path = instance / answer
    if not path.resolve().is_relative_to(folder.resolve()):
        return SubmittedInstance(None, f"{answer} is outside the submission")
    return SubmittedInstance(path)


def _gold_entry(value: Mapping[str, Any], where: str) -> GoldEntry:
    instance = _text(value, "instance_id", where)
    evaluation = value.get("evaluation")
    if isinstance(evaluation, list):  # the last entry counts, as in the official code
        evaluation = evaluation[-1] if evaluation else None
    if not isinstance(evaluation, dict) or evaluation.get("func") != "duckdb_match":
        raise InvalidFileError(
            f"evaluation.func of {instance} is not duckdb_match, the only one of this track", where=where
        )
    parameters = evaluation.get("parameters")
    if not isinstance(parameters, dict) or not isinstance(parameters.get("gold"), str):
        raise InvalidFileError(f"evaluation.parameters.gold of {instance} names no file", where=where)
    return GoldEntry(instance, parameters["gold"], _tables(parameters, f"{where}: {instance}"))


def _tables(parameters: Mapping[str, Any], where: str) -> tuple[GradedTable, ...] | None:
    names = parameters.get("condition_tabs")
    if names is None:
        return None
    columns = parameters.get("condition_cols") or [[]] * len(names)
    orders = parameters.get("ignore_orders") or [False] * len(names)
    if not len(names) == len(columns) == len(orders):
        raise InvalidFileError("condition_tabs, condition_cols and ignore_orders differ in length", where=where)
    return tuple(
        GradedTable(str(name), tuple(map(int, counted)), bool(order))
        for name, counted, order in zip(names, columns, orders, strict=True)
    )


def _lines(path: Path, what: str) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield the objects of a JSON Lines file with their locations."""
    if not path.is_file():
        raise NotFoundError("the file does not exist", where=path, fix=f"{what} contains it")
    for number, line in enumerate(_text_lines(path), start=1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, dict):
            raise InvalidFileError("is not a JSON object", where=f"{path}:{number}")
        yield value, f"{path}:{number}"


def _text_lines(path: Path) -> Sequence[str]:
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        raise InvalidFileError("is not UTF-8", where=path) from None


def _text(value: Mapping[str, Any], name: str, where: str) -> str:
    text = value.get(name)
    if not isinstance(text, str) or not text or "/" in text or text in (".", ".."):
        raise InvalidFileError(f"{name} is {text!r}", where=where, fix="it names a folder")
    return text
