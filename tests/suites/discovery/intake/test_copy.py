"""Copies of a lake's data."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.suites.discovery.lakes import make_lake

from headwater.errors import NotFoundError, OptionError
from headwater.suites.discovery.intake import copy_lake, lake_name
from headwater.suites.discovery.lake import read_lake

ODD = os.fsdecode(b"caf\xe9.csv")


def _lake(folder: Path) -> Path:
    return make_lake(folder / "lake", {"tides/2024.csv": "a,b\n1,2\n", f"tides/deep/{ODD}": "x", "boats/b.csv": ""})


def test_a_copy_has_the_same_files(tmp_path: Path) -> None:
    lake = _lake(tmp_path)
    (lake / "datasets/tides/link.csv").symlink_to("/etc/passwd")
    copy = copy_lake(read_lake(lake), "coast", tmp_path / "home")
    assert copy.name.startswith("coast-")
    found = {os.path.relpath(path, copy): path.read_bytes() for path in copy.rglob("*") if path.is_file()}
    assert found == {
        "datasets/tides/2024.csv": b"a,b\n1,2\n",
        f"datasets/tides/deep/{ODD}": b"x",
        "datasets/boats/b.csv": b"",
    }


def test_holes_stay_holes(tmp_path: Path) -> None:
    lake = _lake(tmp_path)
    with (lake / "datasets/tides/big.bin").open("wb") as file:
        file.write(b"start")
        file.seek(5 << 30)
        file.write(b"end")
        file.truncate(50 << 30)
    copied = copy_lake(read_lake(lake), "coast", tmp_path / "home") / "datasets/tides/big.bin"
    status = copied.stat()
    assert status.st_size == 50 << 30
    assert status.st_blocks * 512 < 1 << 20
    with copied.open("rb") as file:
        assert file.read(5) == b"start"
        file.seek(5 << 30)
        assert file.read(4) == b"end\0"


def test_a_changed_lake_is_copied_again_and_an_unchanged_one_is_not(tmp_path: Path) -> None:
    lake = _lake(tmp_path)
    first = copy_lake(read_lake(lake), "coast", tmp_path / "home")
    (first / "mark").touch()
    assert copy_lake(read_lake(lake), "coast", tmp_path / "home") == first
    assert (first / "mark").exists()
    (lake / "datasets/tides/2024.csv").write_text("a,b\n1,3\n")
    os.utime(lake / "datasets/tides/2024.csv", ns=(0, 1))
    second = copy_lake(read_lake(lake), "coast", tmp_path / "home")
    assert second != first
    assert (second / "datasets/tides/2024.csv").read_text() == "a,b\n1,3\n"


def test_a_file_that_is_gone_is_named(tmp_path: Path) -> None:
    lake = read_lake(_lake(tmp_path))
    (tmp_path / "lake/datasets/boats/b.csv").unlink()
    with pytest.raises(NotFoundError, match=r"boats/b\.csv"):
        copy_lake(lake, "coast", tmp_path / "home")


@pytest.mark.parametrize(
    ("given_name", "folder", "name"), [("", "My Lake-2", "mylake2"), ("coast", "x", "coast"), ("", "2024 data", None)]
)
def test_a_lake_has_the_name_of_its_folder_or_another(given_name: str, folder: str, name: str | None) -> None:
    if name is None:
        with pytest.raises(OptionError, match="--name: '2024data' is not a valid lake name; use lower-case letters"):
            lake_name(given_name, Path(folder), ("city",))
    else:
        assert lake_name(given_name, Path(folder), ("city",)) == name


@pytest.mark.parametrize("name", ["city", "my-lake", "Coast"])
def test_a_name_that_would_be_mistaken_is_refused(name: str) -> None:
    with pytest.raises(OptionError, match="--name"):
        lake_name(name, Path("x"), ("city",))
