"""The index's file is read back completely, and a damaged one is rebuilt."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.context.lineage.shop import FILES, edit

from headwater.context.lineage import LineageIndex
from headwater.errors import UserError


def test_the_file_contains_everything(folder: Path, index: LineageIndex) -> None:
    index.save()
    again = LineageIndex.open(folder)
    assert again.upstream("revenue.total") == index.upstream("revenue.total")
    assert again.impact("stg_payments.amount") == index.impact("stg_payments.amount")
    assert again.contract() == index.contract()
    assert again.summary() == index.summary()
    assert again.refresh().changed == ()


def test_files_that_were_only_copied_are_not_read_again(folder: Path, index: LineageIndex) -> None:
    index.save()
    for path in folder.rglob("*.sql"):
        os.utime(path, (1, 1))
    assert LineageIndex.open(folder).refresh().changed == ()


def test_only_changed_files_are_resolved_again(folder: Path, index: LineageIndex) -> None:
    index.save()
    edit(folder, "models/paid.sql", FILES["models/paid.sql"].replace("'paid'", "'open'"))
    again = LineageIndex.open(folder)
    assert again.refresh().changed == ("paid",)
    assert again.upstream("revenue.total").edges == index.upstream("revenue.total").edges


@pytest.mark.parametrize("damage", [b"", b"headwater lineage 2\n", b"x" * 5000])
def test_a_damaged_file_is_rebuilt(folder: Path, index: LineageIndex, damage: bytes) -> None:
    index.save()
    file = folder / ".headwater/context/lineage.bin"
    content = file.read_bytes()
    file.write_bytes(damage if damage != b"x" * 5000 else content[:3000] + damage + content[8000:])
    again = LineageIndex.open(folder)
    assert "cash" in again.refresh().changed
    assert again.upstream("revenue.total") == index.upstream("revenue.total")


def test_a_folder_that_cannot_be_written_is_one_line(folder: Path) -> None:
    (folder / "blocked").write_text("")
    index = LineageIndex.open(folder, cache=folder / "blocked/lineage.bin")
    index.refresh()
    with pytest.raises(UserError, match="cannot be written"):
        index.save()
