"""Reading a checkout."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.suites.discovery.published.checkout import make_checkout

from headwater.errors import NotFoundError
from headwater.suites.discovery.published import read_checkout


def test_questions_of_both_files_have_distinct_names(tmp_path: Path) -> None:
    checkout = read_checkout(make_checkout(tmp_path))
    names = {each.name: each for each in checkout.questions}
    assert len(names) == len(checkout.questions) == 14
    assert names["coda-0001"].question.answer == names["coda-hard-0000"].question.answer
    assert [each.name for each in checkout.questions if each.is_hard] == ["coda-hard-0000"]
    assert [each.name for each in checkout.questions if each.flaw] == ["coda-0004"]


def test_a_community_that_is_no_name_has_no_folder(tmp_path: Path) -> None:
    checkout = read_checkout(make_checkout(tmp_path))
    assert "coda-0011" not in {each.name for each in checkout.questions}
    (fault,) = checkout.faults
    assert str(fault) == "coda_bench.json: instance_id 11: release_community is '../data'; it is skipped"


def test_one_file_is_enough_and_none_is_too_few(tmp_path: Path) -> None:
    folder = make_checkout(tmp_path)
    (folder / "data/coda_bench.json").unlink()
    assert [each.name for each in read_checkout(folder).questions] == ["coda-hard-0000"]
    shutil.rmtree(folder / "data")
    with pytest.raises(
        NotFoundError, match=r"no data/coda_bench.json and no data/coda_bench_hard.json; give a checkout"
    ):
        read_checkout(folder)
