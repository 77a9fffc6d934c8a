"""References: sibling models that an instance lacks, with all upstream models."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from headwater.suites.spider2.build._checkout import Instance
from headwater.suites.spider2.build._references import ReferenceModels, find_reference
from headwater.suites.spider2.scoring import GoldEntry, GradedTable


def reference(folder: Path, projects: Mapping[str, Mapping[str, str]], *tables: str) -> ReferenceModels | None:
    """Return the reference of the first project; each project is a mapping of paths to models."""
    for name, files in projects.items():
        for path, text in {"dbt_project.yml": "name: p\n", **files}.items():
            (folder / name / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / name / path).write_text(text)
    first = next(iter(projects))
    entry = GoldEntry(first, "gold.duckdb", tuple(GradedTable(table) for table in tables))
    return find_reference(Instance(first, "", folder / first, entry), folder, list(projects), frozenset({"raw"}))


def test_missing_upstream_models_are_included(tmp_path: Path) -> None:
    sibling = {
        "models/marts/total.sql": "from {{ ref('step') }} join {{ ref('shared') }}",
        "models/step.sql": "from {{ ref('raw') }}",
        "models/shared.sql": "select 2",
        "models/unrelated.sql": "select 3",
    }
    found = reference(tmp_path, {"p001": {"models/shared.sql": "select 1"}, "p002": sibling}, "TOTAL")
    assert found == ReferenceModels(
        {name: sibling[name] for name in ("models/marts/total.sql", "models/step.sql")}, False
    )


def test_a_vendored_package_is_a_sibling(tmp_path: Path) -> None:
    other = {"dbt_packages/p/models/total.sql": "select 1", "models/x.sql": "select 1"}
    found = reference(tmp_path, {"p001": {"models/x.sql": "select 1"}, "q001": other}, "total")
    assert found == ReferenceModels({"models/total.sql": "select 1"}, False)


def test_a_model_of_an_unrelated_instance_is_no_reference(tmp_path: Path) -> None:
    assert reference(tmp_path, {"p001": {}, "q001": {"models/total.sql": "select 1"}}, "total") is None


def test_an_instance_that_ships_its_answer_may_lack_an_upstream_model(tmp_path: Path) -> None:
    own = {"models/total.sql": "from {{ ref('step') }}"}
    found = reference(tmp_path, {"p001": own, "p002": {"models/step.sql": "select 1"}}, "total")
    assert found == ReferenceModels({"models/step.sql": "select 1"}, True)
