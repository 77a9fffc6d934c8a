"""The production gate: what it rejects in an agent's project, and what it leaves to the agent."""

from __future__ import annotations

from pathlib import Path

import pytest

from headwater.suites.spider2.build._declared import declared_columns, without_tests, yaml_files
from headwater.suites.spider2.grading._dbt import DbtNode
from headwater.suites.spider2.grading._production import deviation, unused


@pytest.mark.parametrize(
    ("has", "ordered", "message"),
    [
        (("id", "name"), True, ""),
        (("ID", "more", "Name", "last"), True, ""),
        (("name", "id"), False, ""),
        (("name", "id"), True, "t has its columns in another order than its YAML"),
        (("id",), False, "t lacks: name"),
        ((), True, "t lacks: id, name"),
    ],
)
def test_columns_are_as_declared(has: tuple[str, ...], *, ordered: bool, message: str) -> None:
    assert deviation("t", ("id", "name"), has, ordered=ordered) == message


def node(path: str, *parents: str, declared: bool = False, own: bool = True) -> DbtNode:
    return DbtNode("success", path, own, "table", tuple(f"model.p.{name}" for name in parents), declared)


def test_new_models_are_used_described_or_left_behind() -> None:
    nodes = {
        "model.p.asked": node("models/asked.sql", "between"),
        "model.p.between": node("models/between.sql", "further", "shipped"),
        "model.p.further": node("models/further.sql"),
        "model.p.described": node("models/described.sql", declared=True),
        "model.p.shipped": node("models/shipped.sql"),
        "model.q.vendored": node("models/vendored.sql", own=False),
        "model.p.try_it": node("models/try_it.sql", "asked"),
        "model.p.try_more": node("models/try_more.sql", "try_it"),
    }
    new = {one.path for one in nodes.values() if one.path != "models/shipped.sql"}
    assert unused(nodes, new, ("ASKED",)) == ["models/try_it.sql", "models/try_more.sql"]


def test_declarations_of_yaml_files_are_read(tmp_path: Path) -> None:
    (tmp_path / "models/more").mkdir(parents=True)
    (tmp_path / "models/a.yml").write_text(
        "models: [{name: First, columns: [{name: id, tests: [unique]}, {name: day}]}, {name: other}, 3]\n"
    )
    (tmp_path / "models/more/b.yaml").write_text("models: {no: list}\n")
    (tmp_path / "models/more/broken.yml").write_text("models: [\n")
    paths = list(yaml_files(tmp_path))
    assert paths == ["models/a.yml", "models/more/b.yaml", "models/more/broken.yml"]
    assert declared_columns(tmp_path, paths, ("first", "other", "none")) == {"first": ("id", "day")}


def test_only_tests_are_removed_from_yaml() -> None:
    text = "models:\n- name: a\n  data_tests: [x]\n  columns:\n  - {name: tests, tests: [unique], meta: {a: 1}}\n"
    assert without_tests(text) == ("models:\n- name: a\n  columns:\n  - name: tests\n    meta:\n      a: 1\n")
