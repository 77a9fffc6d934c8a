"""Scores one instance in a separate process, because a damaged database can crash the process that reads it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import duckdb

from headwater.suites.spider2.scoring import _official, _strict
from headwater.suites.spider2.scoring._database import DatabaseProblemError, attached, first_line, table_names
from headwater.suites.spider2.scoring._records import GoldEntry, GradedTable, InstanceScore, TableScore

NOT_SUBMITTED = "not submitted"


@dataclass(frozen=True)
class InstanceFiles:
    """The database files of one instance.

    Attributes:
        prediction: The predicted database, or None if nothing was submitted.
        timeout_sec: The limit for reading one table.
    """

    gold: Path
    prediction: Path | None
    timeout_sec: float


def score_instance(entry: GoldEntry, files: InstanceFiles) -> InstanceScore:
    """Score an instance with both graders. The score reports any problem with either database."""
    unusable = _gold_problem(entry, files)
    submitted = files.prediction is not None
    if files.prediction is None or unusable:
        problem = unusable or NOT_SUBMITTED
        return InstanceScore(entry.instance_id, submitted=submitted, scoreable=not unusable, problem=problem)
    if not files.prediction.is_file():
        problem = f"{files.prediction.name} was submitted, and is not in {files.prediction.parent}"
        return InstanceScore(entry.instance_id, submitted=True, scoreable=True, problem=problem)
    tables = _tables(entry, files)
    strict = _strict.DatabasePair(files.gold, files.prediction, files.prediction.stem, files.timeout_sec)
    return InstanceScore(
        entry.instance_id,
        submitted=True,
        scoreable=True,
        official=tuple(_official_score(files, files.prediction, table) for table in tables),
        strict=tuple(_strict.compare_table(strict, table) for table in tables),
        notes=_notes(files.prediction),
    )


def _gold_problem(entry: GoldEntry, files: InstanceFiles) -> str:
    """Return why the gold database cannot be used for grading, or an empty string if it can."""
    try:
        with attached(files.gold, files.gold.stem, files.timeout_sec) as connection:
            _strict.require_tables(connection, files.gold.stem, entry.tables)
    except DatabaseProblemError as problem:
        return f"unscoreable: gold {problem}"
    return ""


def _tables(entry: GoldEntry, files: InstanceFiles) -> tuple[GradedTable, ...]:
    if entry.tables is not None:
        return entry.tables
    with attached(files.gold, files.gold.stem, files.timeout_sec) as connection:
        return tuple(GradedTable(name, ignore_order=False) for name in table_names(connection))


def _official_score(files: InstanceFiles, prediction: Path, table: GradedTable) -> TableScore:
    """Compare one table as the official code does.

    The official code stops at the first table that differs. Comparing all tables gives the same verdict.
    """
    limit = files.timeout_sec
    try:
        gold_frame = _official.read_frame(files.gold, table.name, limit)
    except duckdb.Error as error:
        return TableScore(table.name, passed=False, reason=f"the gold table cannot be read: {first_line(error)}")
    try:
        # No column can match if the row counts differ, so the rows need not be read.
        if _official.count_rows(prediction, table.name, len(gold_frame) + 1, limit) != len(gold_frame):
            return TableScore(
                table.name,
                passed=False,
                reason=f"gold has {len(gold_frame)} rows, the prediction has a different number",
            )
        found = _official.read_frame(prediction, table.name, limit)
    except duckdb.Error as error:
        return TableScore(table.name, passed=False, reason=f"the table cannot be read: {first_line(error)}")
    try:
        return _official.compare_frames(found, gold_frame, table)
    except IndexError:
        return TableScore(table.name, passed=False, reason=f"the gold table has no column {max(table.columns)}")


def _notes(prediction: Path) -> tuple[str, ...]:
    log = prediction.with_name(f"{prediction.name}.wal")
    if log.is_file() and log.stat().st_size:
        return (f"{log.name} holds changes that are not in the database; run CHECKPOINT before you submit",)
    return ()
