"""Nodes other than plain SQL models: Python models, snapshots, and models that disable themselves."""

from __future__ import annotations

from pathlib import Path

from tests.dbt.projects import write_project

from headwater.context.lineage import LineageIndex


def test_python_models_pass_tables_through(tmp_path: Path) -> None:
    folder = write_project(
        tmp_path,
        {
            "models/a.sql": "select 1 as id",
            "models/p.py": "def model(dbt, session):\n    return dbt.ref('a')",
            "models/z.sql": "select score from {{ ref('p') }}",
        },
    )
    index = LineageIndex.open(folder)
    index.refresh()
    assert [relation.name for relation in index.upstream_relations("z").relations] == ["p", "a"]
    assert [str(edge.source) for edge in index.upstream("z.score").edges] == ["p.score"]
    assert index.unresolved[0].reason == "a Python model: its columns are not traced"


def test_snapshot_columns(tmp_path: Path) -> None:
    snapshot = (
        "{% snapshot s %}{{ config(unique_key='id', updated_at='at', strategy='timestamp') }}"
        "select id, at from {{ ref('a') }}{% endsnapshot %}"
    )
    folder = write_project(tmp_path, {"models/a.sql": "select 1 as id, 2 as at", "snapshots/s.sql": snapshot})
    index = LineageIndex.open(folder)
    index.refresh()
    names = [column.column for column in index.columns("s")]
    assert names == ["id", "at", "dbt_scd_id", "dbt_updated_at", "dbt_valid_from", "dbt_valid_to"]
    assert [str(edge.source) for edge in index.upstream("s.dbt_valid_from").edges] == ["a.at"]


def test_models_that_disable_themselves(tmp_path: Path) -> None:
    folder = write_project(
        tmp_path, {"models/off.sql": "{{ config(enabled=false) }} select 1 as x", "models/on.sql": "select 1 as y"}
    )
    index = LineageIndex.open(folder)
    index.refresh()
    assert index.relations() == ["on"]
