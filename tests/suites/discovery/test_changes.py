"""Rows of a data file are shuffled or left out, in every format."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import openpyxl
import pandas as pd
import pytest

from headwater.errors import UnsupportedError
from headwater.suites.discovery.building._changes import Change
from headwater.suites.discovery.building._formats import take_times, write_changed

ROWS = pd.DataFrame(
    {
        "id": range(100),
        "name": [f"n{number % 7}, ä" for number in range(100)],
        "value": [(number * 37 % 100) / 8 for number in range(100)],
    }
)


def write_sqlite(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        ROWS.to_sql("entries", connection, index=False)


def read_sqlite(path: Path) -> pd.DataFrame:
    with closing(sqlite3.connect(path)) as connection:
        return pd.read_sql("select * from entries", connection)


def read_workbook(path: Path) -> pd.DataFrame:
    return pd.read_excel(path, engine="openpyxl")


FORMATS: dict[str, tuple[Callable[[Path], object], Callable[[Path], pd.DataFrame]]] = {
    "a.csv": (lambda path: ROWS.to_csv(path, index=False), pd.read_csv),
    "semicolons.csv": (
        lambda path: ROWS.to_csv(path, index=False, sep=";", decimal=",", encoding="latin-1"),
        lambda path: pd.read_csv(path, sep=";", decimal=",", encoding="latin-1"),
    ),
    "utf-16.csv": (
        lambda path: ROWS.to_csv(path, index=False, sep="\t", encoding="utf-16"),
        lambda path: pd.read_csv(path, sep="\t", encoding="utf-16"),
    ),
    "a.json": (lambda path: ROWS.to_json(path, orient="records"), pd.read_json),
    "inner.json": (
        lambda path: path.write_text(json.dumps({"made": "x", "rows": ROWS.to_dict("records")})),
        lambda path: pd.DataFrame(json.loads(path.read_text())["rows"]),
    ),
    "a.jsonl": (
        lambda path: ROWS.to_json(path, orient="records", lines=True),
        lambda path: pd.read_json(path, lines=True),
    ),
    "a.parquet": (lambda path: ROWS.to_parquet(path, index=False), pd.read_parquet),
    "a.xlsx": (lambda path: ROWS.to_excel(path, index=False), read_workbook),
    "a.sqlite": (write_sqlite, read_sqlite),
}


@pytest.mark.parametrize("name", FORMATS)
def test_rows_stay_whole(tmp_path: Path, name: str) -> None:
    write, read = FORMATS[name]
    write(tmp_path / name)
    write_changed(tmp_path / name, tmp_path / "changed" / name, Change(share=0.6, seed=3))
    changed = read(tmp_path / "changed" / name)
    assert 40 <= len(changed) <= 75
    pd.testing.assert_frame_equal(
        changed.sort_values("id").reset_index(drop=True),
        ROWS[ROWS["id"].isin(changed["id"])].reset_index(drop=True),
    )
    assert name == "a.sqlite" or not changed["id"].is_monotonic_increasing


@pytest.mark.parametrize("name", FORMATS)
def test_rows_of_an_answer_can_be_left_out(tmp_path: Path, name: str) -> None:
    write, read = FORMATS[name]
    write(tmp_path / name)
    write_changed(tmp_path / name, tmp_path / "changed" / name, Change(is_shuffled=False, without="n3, ä"))
    changed = read(tmp_path / "changed" / name)
    assert list(changed["id"]) == [row for row in ROWS["id"] if row % 7 != 3]


@pytest.mark.parametrize("name", FORMATS)
def test_rows_exchange_values_in_every_format(tmp_path: Path, name: str) -> None:
    write, read = FORMATS[name]
    write(tmp_path / name)
    write_changed(tmp_path / name, tmp_path / "changed" / name, Change(is_shuffled=False, exchanges=True))
    changed = read(tmp_path / "changed" / name)
    assert list(changed["value"]) != list(ROWS["value"])
    pd.testing.assert_series_equal(
        changed["value"].sort_values(ignore_index=True), ROWS["value"].sort_values(ignore_index=True)
    )
    pd.testing.assert_frame_equal(changed[["id", "name"]], ROWS[["id", "name"]])


def test_values_within_objects_are_exchanged(tmp_path: Path) -> None:
    rows: list[Any] = [{"id": f"a{number}", "at": {"x": [number * 37 % 50 / 7, "m"]}} for number in range(50)]
    (tmp_path / "a.json").write_text(json.dumps(rows))
    write_changed(tmp_path / "a.json", tmp_path / "b.json", Change(is_shuffled=False, exchanges=True))
    changed = json.loads((tmp_path / "b.json").read_text())
    assert [row["id"] for row in changed] == [row["id"] for row in rows]
    assert changed != rows
    assert {row["at"]["x"][0] for row in changed} == {row["at"]["x"][0] for row in rows}


def test_cells_around_a_table_stay(tmp_path: Path) -> None:
    text = "Office of statistics\r\nyear;count\r\n2021;1\r\n2022;2\r\n2023;3\r\nSource: own counts"
    (tmp_path / "a.csv").write_bytes(text.encode())
    write_changed(tmp_path / "a.csv", tmp_path / "b.csv", Change(is_shuffled=False, without="2022"))
    expected = "Office of statistics\r\nyear;count\r\n2021;1\r\n2023;3\r\nSource: own counts\r\n"
    assert (tmp_path / "b.csv").read_bytes().decode() == expected


def test_only_the_largest_sheet_changes(tmp_path: Path) -> None:
    with pd.ExcelWriter(tmp_path / "a.xlsx") as writer:
        pd.DataFrame({"note": ["a", "b"]}).to_excel(writer, sheet_name="notes", index=False)
        ROWS.to_excel(writer, sheet_name="data", index=False)
    write_changed(tmp_path / "a.xlsx", tmp_path / "b.xlsx", Change(share=0.5, seed=1))
    sheets = openpyxl.load_workbook(tmp_path / "b.xlsx")
    assert [row[0].value for row in sheets["notes"].iter_rows()] == ["note", "a", "b"]
    assert sheets["data"].max_row < 80


def test_a_file_without_rows_is_refused(tmp_path: Path) -> None:
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    with pytest.raises(UnsupportedError, match=r"picture\.png: its rows cannot be changed; known are \.csv"):
        write_changed(tmp_path / "picture.png", tmp_path / "other.png", Change())


def test_times_are_those_of_the_original(tmp_path: Path) -> None:
    for name in ("data/set/a.csv", "changed/set/a.csv"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text("a\n1\n")
    for path in (tmp_path / "data", tmp_path / "data/set", tmp_path / "data/set/a.csv"):
        os.utime(path, (1_000_000_000, 1_000_000_000))
    take_times(tmp_path / "data", tmp_path / "changed")
    changed = [tmp_path / "changed", tmp_path / "changed/set", tmp_path / "changed/set/a.csv"]
    assert {path.stat().st_mtime for path in changed} == {1_000_000_000}


def test_a_change_describes_itself() -> None:
    assert str(Change(share=0.8)) == "rows in another order and 20% of the rows left out"
    assert str(Change(is_shuffled=False, without="x")) == "rows of the answer left out"
    assert str(Change(exchanges=True)) == "rows in another order and values exchanged between rows"
