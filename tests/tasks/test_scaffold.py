from __future__ import annotations

from pathlib import Path

import pytest

from headwater.errors import UserError
from headwater.policy import Policy
from headwater.records import Gate
from headwater.tasks import check_functions, lint_task, read_task, scaffold_task


def test_a_new_task_can_be_read(tmp_path: Path) -> None:
    written = scaffold_task(tmp_path / "pipelines" / "late-orders", "pipelines")

    task = read_task(tmp_path / "pipelines" / "late-orders")
    assert task.ref == "pipelines/late-orders"
    assert task.config.title == "Late orders"
    assert task.config.services == ("postgres",)
    assert [check.gate for check in check_functions(task)] == list(Gate)
    assert len(task.counterfeits) == 1
    assert len(task.alternatives) == 1
    assert task.seeds
    assert set(written) == {path for path in task.folder.rglob("*") if path.is_file()}


def test_a_new_task_lacks_only_what_its_author_must_write(tmp_path: Path) -> None:
    scaffold_task(tmp_path / "late-orders", "pipelines")

    messages = [finding.message for finding in lint_task(read_task(tmp_path / "late-orders"), Policy())]

    assert len(messages) == 6
    assert all(message.startswith(("task checks in gate", "counterfeits: 1")) for message in messages)


def test_no_placeholder_is_left(tmp_path: Path) -> None:
    for path in scaffold_task(tmp_path / "late-orders", "pipelines"):
        assert "{{" not in path.read_text(encoding="utf-8")


def test_an_existing_folder_is_not_changed(tmp_path: Path) -> None:
    (tmp_path / "late-orders").mkdir()

    with pytest.raises(UserError, match="late-orders: already exists"):
        scaffold_task(tmp_path / "late-orders", "pipelines")
    assert list((tmp_path / "late-orders").iterdir()) == []


@pytest.mark.parametrize(
    ("name", "suite", "message"),
    [
        ("Late Orders", "pipelines", "'Late Orders': not a valid id"),
        ("late_orders", "pipelines", "'late_orders': not a valid id"),
        ("late-orders", "My Suite", "'My Suite': not a valid suite"),
    ],
)
def test_a_bad_name_is_refused_and_nothing_written(tmp_path: Path, name: str, suite: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        scaffold_task(tmp_path / name, suite)
    assert list(tmp_path.iterdir()) == []
