"""Raw tables from seeds, with the types that the package declares, or types with which its models run."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from headwater.suites.spider2.build._projects import Project, ProjectError
from headwater.suites.spider2.build._seeds import write_raw

SETTINGS = """\
seeds:
  tests_of_it:
    +column_types:
      _synced: timestamp
    page:
      +column_types:
        code: "{{ 'string' if target.type in ('bigquery', 'duckdb') else 'varchar' }}"
        amount: "{{ 'float64' if target.type == 'duckdb' else 'numeric' }}"
        broken: bigint
"""
PAGE = "id,code,amount,_synced,group_id,parent_id,clicks,broken\n1,007,1,2024-01-01,,,,x\n"


def types(folder: Path, files: dict[str, str]) -> dict[str, str]:
    """Return the types of all ``table.column`` in a project whose packages have the given files."""
    for name, text in files.items():
        path = folder / "project/dbt_packages" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    assert write_raw(Project(folder / "project"), folder / "raw.duckdb") > 0
    with duckdb.connect(str(folder / "raw.duckdb"), read_only=True) as connection:
        rows = connection.execute("select table_name, column_name, data_type from duckdb_columns() where not internal")
        rows = rows.fetchall()
    return {f"{table}.{column}": kind for table, column, kind in rows}


def seeds(package: str, **files: str) -> dict[str, str]:
    return {f"{package}/integration_tests/seeds/{name}.csv": text for name, text in files.items()}


def test_declared_types_are_used_if_they_fit(tmp_path: Path) -> None:
    settings = {"it_source/integration_tests/dbt_project.yml": SETTINGS}
    found = types(tmp_path, settings | seeds("it_source", page=PAGE.replace(",x\n", ",1\n")))
    assert {name: found[f"page.{name}"] for name in ("code", "amount", "_synced", "broken")} == {
        "code": "VARCHAR",
        "amount": "DOUBLE",
        "_synced": "TIMESTAMP",
        "broken": "BIGINT",
    }


def test_types_are_inferred_if_the_declared_ones_do_not_fit(tmp_path: Path) -> None:
    settings = {"it_source/integration_tests/dbt_project.yml": SETTINGS}
    found = types(tmp_path, settings | seeds("it_source", page=PAGE))
    assert found["page.broken"] == "VARCHAR"


def test_an_empty_column_has_the_type_of_the_id_that_it_refers_to_or_is_numeric(tmp_path: Path) -> None:
    group = "id,parent_id\nabc,x\n"
    found = types(tmp_path, seeds("it_source", page=PAGE, group_data=group))
    assert (found["page.group_id"], found["page.parent_id"], found["page.clicks"]) == ("VARCHAR", "VARCHAR", "INTEGER")


def test_seeds_of_the_source_package_win(tmp_path: Path) -> None:
    one, other, more = seeds("it", page="a\n1\n"), seeds("it_source", page="b\n1\n"), seeds("also", more="c\n1\n")
    assert types(tmp_path, one | other | more) == {"page.b": "BIGINT", "more.c": "BIGINT"}


def test_a_seed_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / "project/dbt_packages/it_source/integration_tests/seeds/page.csv"
    path.mkdir(parents=True)
    with pytest.raises(ProjectError, match=r"page\.csv: "):
        write_raw(Project(tmp_path / "project"), tmp_path / "raw.duckdb")
