"""The contents of a lake, and what is left out of it."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from tests.suites.discovery.lakes import make_lake

from headwater.errors import UserError
from headwater.suites.discovery.lake import read_lake


def test_datasets_have_their_files_at_any_depth(tmp_path: Path) -> None:
    make_lake(tmp_path / "lake", {"tides/a/b/2024.CSV": "x\n1\n", "tides/notes": "…", "boats/b.json": "{}"}, {"n": []})
    lake = read_lake(tmp_path / "lake")
    assert [(each.name, [file.path for file in each.files], each.kinds) for each in lake.datasets] == [
        ("boats", ["b.json"], ("json",)),
        ("tides", ["a/b/2024.CSV", "notes"], ("csv",)),
    ]
    assert [path.name for path in lake.notebooks] == ["n.ipynb"]
    assert lake.datasets[1].size == 7
    assert lake.faults == ()


def test_links_are_left_out_with_a_line_each(tmp_path: Path) -> None:
    lake = make_lake(tmp_path / "lake", {"tides/a.csv": "1"})
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret/s.csv").write_text("1")
    (lake / "datasets/tides/out").symlink_to(tmp_path / "secret")
    (lake / "datasets/tides/out.csv").symlink_to(tmp_path / "secret/s.csv")
    (lake / "datasets/all").symlink_to("/")
    (lake / "notebooks/n.ipynb").symlink_to(tmp_path / "secret/s.csv")
    found = read_lake(lake)
    assert [(each.name, [file.path for file in each.files]) for each in found.datasets] == [("tides", ["a.csv"])]
    assert found.notebooks == ()
    assert sorted(str(fault) for fault in found.faults) == sorted(
        f"{lake}/{path} is a link to {target}; it is skipped".replace(" is a", ": is a")
        for path, target in (
            ("datasets/all", "/"),
            ("datasets/tides/out", f"{tmp_path}/secret"),
            ("datasets/tides/out.csv", f"{tmp_path}/secret/s.csv"),
            ("notebooks/n.ipynb", f"{tmp_path}/secret/s.csv"),
        )
    )


def test_a_file_of_50_gigabytes_is_listed_and_not_read(tmp_path: Path) -> None:
    lake = make_lake(tmp_path / "lake", {"tides/a.csv": "1"})
    with (lake / "datasets/tides/huge.csv").open("wb") as file:
        file.truncate(50 << 30)
    started = time.monotonic()
    assert read_lake(lake).datasets[0].size == (50 << 30) + 1
    assert time.monotonic() - started < 5  # to read it would take longer


def test_names_can_be_any_bytes(tmp_path: Path) -> None:
    lake = make_lake(tmp_path / "lake", {"tides/ebbe-æ.csv": "1"})
    raw = os.fsencode(lake / "datasets") + b"/caf\xe9"
    os.mkdir(raw)  # noqa: PTH102 - a name of bytes
    with open(raw + b"/\xff\n.csv", "wb"):  # noqa: PTH123
        pass
    os.symlink(b"/\xfe", raw + b"/\xfd")  # noqa: PTH211
    found = read_lake(lake)
    assert [len(each.files) for each in found.datasets] == [1, 1]
    assert found.faults[0].where.endswith("/caf\\xe9/\\xfd")
    str(found.faults[0]).encode()


def test_a_pipe_is_not_data(tmp_path: Path) -> None:
    lake = make_lake(tmp_path / "lake", {"tides/a.csv": "1"})
    os.mkfifo(lake / "datasets/tides/pipe.csv")
    assert [fault.what for fault in read_lake(lake).faults] == ["is not a regular file; it is skipped"]


def test_a_folder_that_is_no_lake_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="has no folder datasets; give LAKE"):
        read_lake(tmp_path)


@pytest.mark.minutes
def test_100000_files_are_listed_in_seconds(tmp_path: Path) -> None:
    lake = make_lake(tmp_path / "lake")
    for folder in range(100):
        (lake / f"datasets/d{folder}").mkdir()
        for number in range(1000):
            (lake / f"datasets/d{folder}/{number}.csv").touch()
    started = time.monotonic()
    assert sum(len(each.files) for each in read_lake(lake).datasets) == 100_000
    assert time.monotonic() - started < 20
