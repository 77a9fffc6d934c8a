"""Shipped faults: those that are repaired, and those that are left because they may be the task."""

from __future__ import annotations

from pathlib import Path

import pytest

from headwater.dbt import read_yaml
from headwater.suites.spider2.build._projects import Project
from headwater.suites.spider2.build._repairs import find_repair

MISPLACED = """\
version: 2

models:
  - name: first
    columns:
      - name: a

  refs:
    - name: source_table
      description: "Not dbt's."

  - name: second
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A project that refers to a table, to a package's model, and to a model that does not exist."""
    write(
        tmp_path, "dbt_project.yml", "name: p\nvars:\n  order: \"{{ ref('order_data') }}\"\n# {{ ref('in_comment') }}\n"
    )
    write(
        tmp_path,
        "models/a.sql",
        "select * from {{ ref('Raw') }} join {{ref(\"of_package\")}} join {{ ref('nowhere') }}",
    )
    write(tmp_path, "models/b.sql", "select * from {{ ref('a') }} {# {{ ref('in_comment') }} #}")
    write(tmp_path, "dbt_packages/p/models/of_package.sql", "select 1")
    return Project(tmp_path)


def write(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_references_to_missing_models_are_found(project: Project) -> None:
    assert project.dangling == ("order_data", "Raw", "nowhere")


def test_a_reference_to_a_table_becomes_a_source(project: Project) -> None:
    repair = find_repair(project, ["raw", "order_data", "other"])
    assert repair.faults == ("ref() of tables that nothing builds: order_data, Raw",)
    assert repair.files.keys() == {"dbt_project.yml", "models/a.sql", "models/tables_of_the_database.yml"}
    assert "source('tables_of_the_database', 'Raw') }} join {{ref(\"of_package\")}}" in repair.files["models/a.sql"]
    assert "ref('nowhere')" in repair.files["models/a.sql"]
    declared = read_yaml(repair.files["models/tables_of_the_database.yml"])
    assert [table["name"] for table in declared["sources"][0]["tables"]] == ["order_data", "raw"]


def test_a_missing_model_is_no_fault(project: Project) -> None:
    repair = find_repair(project, [])
    assert (repair.faults, repair.files) == ((), {})


def test_misplaced_or_unquoted_yaml_is_repaired(project: Project) -> None:
    write(project.folder, "models/a.yml", MISPLACED)
    write(project.folder, "models/b.yml", "version: 2\nx:\n  max_value: {{ current_date().year }}\n")
    write(project.folder, "models/hopeless.yml", "a: [b\nc")
    repair = find_repair(project, [])
    assert [fault.partition(" ")[0] for fault in repair.faults] == ["models/a.yml:8", "models/b.yml:3"]
    assert [model["name"] for model in read_yaml(repair.files["models/a.yml"])["models"]] == ["first", "second"]
    assert read_yaml(repair.files["models/b.yml"])["x"]["max_value"] == "{{ current_date().year }}"


def test_valid_yaml_is_left_unchanged(project: Project) -> None:
    write(project.folder, "models/a.yml", "models:\n  - name: a\n    refs:\n      - name: b\n")
    assert find_repair(project, []).files == {}
