"""Tables are written and read back, and invalid tables are refused."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.analysis.build import results, trial

from headwater.analysis import SCHEMA, load, read_table, summarize, to_rows, write_table
from headwater.errors import UserError

ODD = trial("x", 4, reason='a "quoted", line\nand another', failed_checks=("production.a", "production.b"), tier=None)


@pytest.mark.parametrize("suffix", [".parquet", ".csv"])
def test_a_table_is_read_back_unchanged(tmp_path: Path, suffix: str) -> None:
    others = trial("y", status="infra_error", missed=""), trial("z", 5, cost_usd=0.25, turns=7, missed=None)
    table = results(ODD, *others).table
    write_table(table, tmp_path / f"rows{suffix}")
    again = read_table(tmp_path / f"rows{suffix}")
    assert again.schema.equals(SCHEMA)
    assert list(to_rows(again)) == list(to_rows(table))


def test_an_empty_table_is_a_table(tmp_path: Path) -> None:
    for name in ("rows.parquet", "rows.csv"):
        write_table(results().table, tmp_path / name)
        assert load([tmp_path / name]).table.num_rows == 0


def test_the_same_trial_twice_counts_once(tmp_path: Path) -> None:
    table = results(trial("x"), trial("y")).table
    write_table(table, tmp_path / "one.parquet")
    write_table(table, tmp_path / "two.csv")
    found = load([tmp_path / "one.parquet", tmp_path / "two.csv"])
    assert found.table.num_rows == 2
    assert [str(problem) for problem in found.problems] == ["tables: repeat 2 trials; each is counted once"]


def test_runs_of_one_trial_at_other_times_or_of_other_versions_all_count(tmp_path: Path) -> None:
    first = trial("x")
    runs = [
        first,
        trial("x", started_at=datetime(2026, 2, 1, tzinfo=UTC)),
        trial("x", started_at=first.started_at, task_digest="another"),
        trial("x", started_at=first.started_at, agent_digest="another"),
        trial("z", started_at=first.started_at),
        *(trial("y", started_at=None) for _ in range(2)),
    ]
    write_table(results(*runs).table, tmp_path / "runs.csv")
    found = load([tmp_path / "runs.csv"])
    assert (found.table.num_rows, found.problems) == (len(runs), ())


def _without(name: str) -> pa.Table:
    return results(ODD).table.drop_columns([name])


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (_without("task"), "no column task"),
        (results(ODD).table.append_column("mood", pa.array(["good"])), "unknown column mood"),
        (results(trial("x", score=1.5)).table, "score: a value is not between 0 and 1"),
        (results(trial("x", gates_cleared=9)).table, "gates_cleared: a value is not between 0 and 5"),
        (results(trial("x", gates_cleared=None)).table, "gates_cleared: missing for a trial that is evidence"),
        (results(ODD).table.set_column(2, "suite", pa.nulls(1, pa.string())), ""),
    ],
)
def test_a_table_that_cannot_be_is_one_line(tmp_path: Path, table: pa.Table, message: str) -> None:
    pq.write_table(table, tmp_path / "rows.parquet")
    if message:
        with pytest.raises(UserError, match=rf"rows\.parquet: {message}"):
            load([tmp_path / "rows.parquet"])
    else:
        assert load([tmp_path / "rows.parquet"]).table["suite"].to_pylist() == [""]


@pytest.mark.parametrize(("name", "text"), [("a.parquet", "no parquet"), ("a.csv", "task\n1,2,3\n"), ("b.csv", "")])
def test_a_file_that_is_not_a_table_is_one_line(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(UserError, match=rf"{name}: "):
        load([tmp_path / name])


def test_missing_and_unwritable_folders_are_reported(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"none\.parquet: cannot be read"):
        load([tmp_path / "none.parquet"])
    with pytest.raises(UserError, match=r"rows\.xls: a table is written as \.parquet or \.csv"):
        write_table(results().table, tmp_path / "rows.xls")
    with pytest.raises(UserError, match=r"rows\.csv: No such file or directory; choose another file"):
        write_table(results().table, tmp_path / "none/rows.csv")


def test_an_unknown_filter_lists_the_known_ones() -> None:
    both = results(trial("x"), trial("x", agent="b"))
    assert both.where("agent", "b").table.num_rows == 1
    with pytest.raises(UserError, match="agent=c: no trial has it; there are a, b"):
        both.where("agent", "c")


def test_threads_query_tables_of_their_own() -> None:
    tables = [results(*(trial(f"t{task}", agent=f"a{number}") for task in range(number + 2))) for number in range(8)]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda table: summarize(table).groups[0], tables * 4))
    assert [(group.label, group.trials) for group in found] == [(f"a{number}", number + 2) for number in range(8)] * 4
