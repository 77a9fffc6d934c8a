"""The DuckDB files in a folder are found, except those behind symlinks."""

from __future__ import annotations

from pathlib import Path

import pytest

from headwater.context.engines import database_files, stamp_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("b.duckdb", "a.duckdb", "a.duckdb.wal", "c.db", "below/d.duckdb", "below/deeper/e.duckdb"):
        (tmp_path / "in" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "in" / name).write_text("x")
    (tmp_path / "out.duckdb").write_text("x")
    (tmp_path / "in/link.duckdb").symlink_to(tmp_path / "out.duckdb")
    (tmp_path / "in/folder.duckdb").mkdir()
    return tmp_path / "in"


def test_files_are_found_by_name_and_links_and_folders_are_not(folder: Path) -> None:
    assert database_files(folder) == [folder / "a.duckdb", folder / "b.duckdb"]


def test_those_next_below_come_last(folder: Path) -> None:
    found = database_files(folder, below=True)
    assert found == [folder / "a.duckdb", folder / "b.duckdb", folder / "below/d.duckdb"]


def test_a_missing_folder_has_no_usage(tmp_path: Path) -> None:
    assert database_files(tmp_path / "gone", below=True) == []


def test_a_stamp_changes_with_the_file_and_with_its_log(folder: Path) -> None:
    database = folder / "a.duckdb"
    stamps = [stamp_of(database)]
    (folder / "a.duckdb.wal").write_text("more")
    stamps.append(stamp_of(database))
    database.write_text("more")
    stamps.append(stamp_of(database))
    (folder / "a.duckdb.wal").unlink()
    stamps.append(stamp_of(database))
    assert len({*stamps}) == 4
    assert stamp_of(folder / "gone.duckdb") == ""
