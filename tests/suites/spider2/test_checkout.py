"""Checkouts of several layouts: the known layout is read, and every other is refused in one clear line."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from tests.suites.spider2.small import SmallCheckout

from headwater.errors import UserError
from headwater.suites.spider2.build import read_checkout


@pytest.mark.parametrize("inner", ["", "spider2-dbt"])
def test_the_root_and_the_track_are_the_same(small: SmallCheckout, inner: str) -> None:
    checkout = read_checkout(small.folder / inner)
    assert [instance.id for instance in checkout.instances] == ["shop001", "shop002", "ledger001"]
    first = checkout.instances[0]
    assert first.tables == ("shop__daily_sales", "shop__orders_enriched")
    assert first.instruction.startswith("Show what was sold")


@pytest.fixture
def copy(small: SmallCheckout, tmp_path: Path) -> Path:
    return shutil.copytree(small.folder, tmp_path / "Spider2")


def test_a_folder_that_is_no_checkout_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"--from .*none: the folder does not exist; git clone "):
        read_checkout(tmp_path / "none")
    with pytest.raises(UserError, match=r"is not a checkout of Spider 2 in a known layout"):
        read_checkout(tmp_path)


def test_an_older_layout_is_refused(tmp_path: Path) -> None:
    (tmp_path / "spider2/examples").mkdir(parents=True)
    with pytest.raises(UserError, match="is of an older layout"):
        read_checkout(tmp_path)


def test_a_newer_layout_is_refused(copy: Path) -> None:
    (copy / "spider2-dbt/evaluation_suite").rename(copy / "spider2-dbt/evaluation")
    with pytest.raises(UserError, match=r"evaluation_suite/gold is missing"):
        read_checkout(copy)


def test_lists_of_two_commits_are_refused(copy: Path) -> None:
    path = copy / "spider2-dbt/examples/spider2-dbt.jsonl"
    path.write_text(path.read_text() + json.dumps({"instance_id": "new001", "instruction": "x"}) + "\n")
    with pytest.raises(UserError, match=r"list other instances: new001 is in one of them; use both of one commit"):
        read_checkout(copy)


@pytest.mark.parametrize("line", ["{", "[]", '{"instance_id": "../x", "instruction": "x"}', '{"instance_id": "x"}'])
def test_a_malformed_line_is_named(copy: Path, line: str) -> None:
    path = copy / "spider2-dbt/examples/spider2-dbt.jsonl"
    path.write_text(path.read_text() + line + "\n")
    with pytest.raises(UserError, match=r"spider2-dbt\.jsonl:4: is not an object with instance_id and instruction"):
        read_checkout(copy)
