"""Reading a project, and messages about a broken one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.dbt.projects import project_of, write_project

from headwater.dbt import NodeKind, ProblemKind, Reference, read_project
from headwater.errors import UserError

EVERYTHING = """
version: 2
models:
  - name: orders
    description: "{{ doc('orders') }}"
    config: {materialized: table}
    columns:
      - name: id
        data_type: int
        data_tests: [unique, {relationships: {to: ref('customers'), field: id}}]
      - name: amount
    data_tests:
      - dbt_utils.expression_is_true: {expression: "amount >= tax", name: amount_covers_tax}
  - name: missing_one
    columns: [{name: a}, {name: b}]
sources:
  - name: raw
    schema: "{{ var('landing') }}"
    tables:
      - {name: orders, identifier: ORDERS_V2, columns: [{name: id, tests: [not_null]}]}
exposures:
  - name: board
    type: dashboard
    owner: {name: Ann}
    depends_on: [ref('orders')]
semantic_models:
  - name: orders
    model: ref('orders')
    measures: [{name: revenue, agg: sum, expr: amount}]
metrics:
  - {name: revenue, type: simple, type_params: {measure: revenue}}
unit_tests:
  - {name: adds_up, model: orders, given: [{input: ref('customers')}]}
"""
FILES = {
    "dbt_project.yml": "name: shop\nvars: {landing: landing}\nmodels: {shop: {marts: {+schema: mart}}}\n",
    "models/marts/orders.sql": "select 1 as id",
    "models/marts/orders.yml": EVERYTHING,
    "models/customers.sql": "select 1 as id",
    "models/customers_python.py": "def model(dbt, session): return dbt.ref('orders')",
    "models/docs.md": "{% docs orders %}\nAll orders.\n{% enddocs %}",
    "seeds/regions.csv": "region;boss\nnorth;ann\n",
    "seeds/seeds.yml": "seeds:\n  - {name: regions, config: {delimiter: ';'}}\n",
    "tests/no_orphans.sql": "select * from {{ ref('orders') }}",
    "macros/m.sql": "{% macro a() %}{% endmacro %}\n{# {% macro no() %} #}\n{% test positive(model) %}{% endtest %}",
    "snapshots/s.sql": "{% snapshot orders_history %}select 1{% endsnapshot %}",
}


def test_everything_is_found(tmp_path: Path) -> None:
    project = project_of(tmp_path, FILES)
    kinds: dict[NodeKind, list[str]] = {}
    for node in project.nodes.values():
        kinds.setdefault(node.kind, []).append(node.label)
    assert {kind: sorted(names) for kind, names in kinds.items()} == {
        NodeKind.MODEL: ["customers", "customers_python", "orders"],
        NodeKind.SEED: ["regions"],
        NodeKind.SNAPSHOT: ["orders_history"],
        NodeKind.SOURCE: ["raw.orders"],
    }
    orders = project.nodes["model.shop.orders"]
    assert (orders.schema, orders.config["materialized"]) == ("mart", "table")
    assert orders.columns["id"].data_type == "int"
    assert str(orders.columns["amount"].place) == "models/marts/orders.yml:11"
    assert orders.declaration is not None
    assert orders.declaration.description == "All orders."
    source = project.nodes["source.shop.raw.orders"]
    assert (source.schema, source.identifier) == ("landing", "ORDERS_V2")
    assert project.nodes["seed.shop.regions"].header == ("region", "boss")
    assert [macro.name for macro in project.macros()] == ["a", "test_positive"]
    assert list(project.singular_tests) == ["test.shop.no_orphans"]


def test_tests_exposures_and_metrics(tmp_path: Path) -> None:
    project = project_of(tmp_path, FILES)
    tests = {test.name: test for test in project.tests}
    assert set(tests) == {
        *("unique_orders_id", "relationships_orders_id", "amount_covers_tax", "not_null_orders_id", "adds_up"),
    }
    related = tests["relationships_orders_id"]
    assert (related.node, related.column) == ("model.shop.orders", "id")
    assert [(str(reference), column) for reference, column in related.references] == [("ref('customers')", "id")]
    assert tests["amount_covers_tax"].mentions == ("amount", "tax")
    assert tests["not_null_orders_id"].node == "source.shop.raw.orders"
    (exposure,) = project.exposures
    assert (exposure.name, exposure.owner, str(exposure.references[0])) == ("board", "Ann", "ref('orders')")
    assert project.semantic_models[0].fields[0].expression == "amount"
    assert project.metrics[0].inputs == ("revenue",)


def test_docs_blocks_work_in_every_description(tmp_path: Path) -> None:
    project = project_of(
        tmp_path,
        {
            "models/d.md": "{% docs id %}The key.{% enddocs %}",
            "models/x.sql": "select 1 as id",
            "models/s.yml": """
                models:
                  - name: x
                    description: "About {{ doc('id') }}"
                    columns:
                      - {name: id, description: "{{ doc('shop', 'id') }} Unique."}
                      - {name: other, description: "{{ doc('other', 'id') }}"}
                sources: [{name: raw, tables: [{name: t, columns: [{name: id, description: "{{- doc('id') -}}"}]}]}]
                exposures: [{name: board, type: dashboard, description: "{{ doc('id') }}", owner: {name: me}}]
            """,
        },
    )
    declared = project.nodes["model.shop.x"].declaration
    assert declared is not None
    assert declared.description == "About The key."
    assert [column.description for column in declared.columns.values()] == [
        "The key. Unique.",
        "{{ doc('other', 'id') }}",
    ]
    assert project.nodes["source.shop.raw.t"].columns["id"].description == "The key."
    assert [exposure.description for exposure in project.exposures] == ["The key."]


def test_declared_and_not_built(tmp_path: Path) -> None:
    project = project_of(tmp_path, FILES)
    assert [(kind, entry.name, list(entry.columns)) for kind, entry in project.declared_only] == [
        (NodeKind.MODEL, "missing_one", ["a", "b"])
    ]
    (problem,) = project.problems
    assert (
        str(problem)
        == "models/marts/orders.yml:14: model missing_one is declared, but no file of this package builds it"
    )


def test_versions_of_a_model(tmp_path: Path) -> None:
    yaml = "models:\n  - name: m\n    latest_version: 1\n    versions: [{v: 1, defined_in: m_old}, {v: 2}]\n"
    project = project_of(
        tmp_path, {"models/m_old.sql": "select 1", "models/m_v2.sql": "select 2", "models/m.yml": yaml}
    )
    assert sorted(project.nodes) == ["model.shop.m.v1", "model.shop.m.v2"]
    place = project.nodes["model.shop.m.v1"].place
    latest = project.resolve(Reference("ref", ("m",), place), "shop")
    second = project.resolve(Reference("ref", ("m",), place, "2"), "shop")
    assert latest is not None
    assert second is not None
    assert (latest.unique_id, second.unique_id) == ("model.shop.m.v1", "model.shop.m.v2")


def test_disabled_nodes_are_not_resolved_to(tmp_path: Path) -> None:
    project = project_of(
        tmp_path,
        {
            "dbt_project.yml": "name: shop\nvars: {o: no}\nmodels: {shop: {off: {+enabled: \"{{ var('o') }}\"}}}\n",
            "models/off/gone.sql": "select 1",
            "models/on/here.sql": "select 1",
        },
    )
    assert list(project.nodes) == ["model.shop.here"]


def test_the_nearest_package_is_meant(tmp_path: Path) -> None:
    project = project_of(
        tmp_path,
        {
            "dbt_packages/kit/dbt_project.yml": "name: kit\n",
            "dbt_packages/kit/models/orders.sql": "select 1",
            "models/orders.sql": "select 2",
        },
    )
    place = project.nodes["model.shop.orders"].place
    for package, args in (("shop", ("orders",)), ("kit", ("orders",)), ("shop", ("kit", "orders"))):
        found = project.resolve(Reference("ref", args, place), package)
        assert found is not None
        assert found.package == ("kit" if "kit" in (package, *args[:-1]) else "shop")


BROKEN = {
    "models/broken.yml": "models:\n  - name: [\n",
    "models/not_a_list.yml": "models:\n  name: x\n",
    "models/no_name.yml": "models:\n  - {meta: x}\n  - name: orders\n    columns: 5\n    tests: 7\n    versions: x\n",
    "models/scalar.yml": "just text\n",
    "models/orders.sql": "select 1",
    "models/sub/orders.sql": "select 2",
    "macros/m.sql": "{% macro a() %}{% endmacro %}{% macro a() %}{% endmacro %}",
    "packages.yml": "packages:\n  - {package: dbt-labs/dbt_utils, version: 1.0.0}\n  - 5\n",
    "profiles.yml": "shop: 5\n",
    "models/metric.yml": "metrics:\n  - {name: m, type_params: 5}\nexposures:\n  - {name: e, depends_on: 5, owner: 5}\n"
    "unit_tests:\n  - {name: u, given: 5}\nsemantic_models:\n  - {name: s, measures: 5, model: 5}\n",
}


def test_each_fault_of_a_project_is_a_line_and_the_rest_is_read(tmp_path: Path) -> None:
    project = project_of(tmp_path, BROKEN)
    assert list(project.nodes) == ["model.shop.orders"]
    found = [(str(problem.place), problem.kind) for problem in project.problems]
    assert found == [
        ("macros/m.sql:1", ProblemKind.DUPLICATE),
        ("models/broken.yml:3", ProblemKind.YAML),
        ("models/metric.yml:8", ProblemKind.YAML),
        ("models/no_name.yml:2", ProblemKind.YAML),
        ("models/no_name.yml:4", ProblemKind.YAML),
        ("models/no_name.yml:5", ProblemKind.YAML),
        ("models/not_a_list.yml:1", ProblemKind.YAML),
        ("models/scalar.yml:1", ProblemKind.YAML),
        ("models/sub/orders.sql:1", ProblemKind.DUPLICATE),
        ("packages.yml:2", ProblemKind.PACKAGE),
    ]


def test_a_broken_project_file_leaves_dbts_defaults(tmp_path: Path) -> None:
    project = project_of(tmp_path / "shop", {"dbt_project.yml": "name: [\n", "models/a.sql": "select 1"})
    assert list(project.nodes) == ["model.shop.a"]
    assert project.problems[0].place.file == "dbt_project.yml"


def test_no_project_is_a_users_mistake(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"no dbt_project\.yml there"):
        read_project(tmp_path)


def test_refresh_reports_changes(tmp_path: Path) -> None:
    project = project_of(tmp_path, FILES)
    assert project.refresh().files == set()
    write_project(tmp_path, {"dbt_project.yml": FILES["dbt_project.yml"], "models/customers.sql": "select 22 as id"})
    changes = project.refresh()
    assert "models/customers.sql" in changes.files
    (tmp_path / "models/customers.sql").write_text("select 333 as id")
    changes = project.refresh()
    assert (changes.files, changes.rebuilt, changes.macros) == ({"models/customers.sql"}, False, False)
    (tmp_path / "models/customers.sql").unlink()
    assert project.refresh().rebuilt
    assert "model.shop.customers" not in project.nodes


def test_refresh_sees_all_that_changes_in_folders_of_long_ago(tmp_path: Path) -> None:
    """Folders without recent changes are not listed again, but every change in them is noticed."""
    project = project_of(tmp_path, {"models/a.sql": "select 1 as x", "models/deep/b.sql": "select 2 as x"})
    (tmp_path / "models/later.sql").symlink_to(tmp_path / "shared.sql")

    def refreshed_files(*, only_sql: bool = False) -> set[str]:
        changes = project.refresh()
        assert changes.rebuilt is not (only_sql or not changes.files)
        for folder in (tmp_path, tmp_path / "models", tmp_path / "models/deep"):
            os.utime(folder, (0, folder.stat().st_mtime - 1_000))
        assert project.refresh().files == set()
        assert project.refresh().files == set()
        return changes.files

    refreshed_files()
    (tmp_path / "models/deep/b.sql").write_text("select 3 as another")
    assert refreshed_files(only_sql=True) == {"models/deep/b.sql"}
    (tmp_path / "models/deep/c.sql").write_text("select 4 as x")
    assert refreshed_files() == {"models/deep/c.sql"}
    (tmp_path / "models/deep/c.sql").unlink()
    assert refreshed_files() == {"models/deep/c.sql"}
    (tmp_path / "models/new").mkdir()
    (tmp_path / "models/new/d.sql").write_text("select 5 as x")
    assert refreshed_files() == {"models/new/d.sql"}
    (tmp_path / "profiles.yml").write_text("shop: {}")
    assert refreshed_files() == {"profiles.yml"}
    (tmp_path / "shared.sql").write_text("select 6 as x")  # the path was a link to a missing file
    assert refreshed_files() == {"models/later.sql"}
    package = {"dbt_project.yml": "name: tools", "macros/m.sql": "{% macro m() %}1{% endmacro %}"}
    write_project(tmp_path / "dbt_packages/tools", package)
    assert refreshed_files() == {"dbt_packages/tools/dbt_project.yml", "dbt_packages/tools/macros/m.sql"}
    assert set(project.nodes) == {f"model.shop.{name}" for name in ("a", "b", "d", "later")}


def test_problems_stay_after_a_refresh_without_changes(tmp_path: Path) -> None:
    macro = "{% macro m() %}1{% endmacro %}"
    project = project_of(tmp_path, {"macros/a.sql": macro, "macros/b.sql": macro})
    assert project.nodes == {}
    before = project.problems
    assert [problem.kind for problem in before] == [ProblemKind.DUPLICATE]
    project.refresh()
    assert project.problems == before


def test_line_ends_and_marks_of_other_systems_are_removed(tmp_path: Path) -> None:
    folder = write_project(tmp_path, {})
    (folder / "models").mkdir()
    (folder / "models/a.sql").write_bytes(b"\xef\xbb\xbfselect\r\n  1 as x,\r  2 as y\n")
    (folder / "models/b.sql").write_bytes(b"select '\xff'")
    project = read_project(folder)
    assert project.template(project.nodes["model.shop.a"])[0] == "select\n  1 as x,\n  2 as y\n"
    assert project.template(project.nodes["model.shop.b"])[0] == ""
    assert [str(problem) for problem in project.problems] == ["models/b.sql:1: is not UTF-8 (byte 8)"]


def test_a_folder_that_becomes_a_link_out_of_the_repository_is_not_read(tmp_path: Path) -> None:
    folder = tmp_path / "shop"
    (tmp_path / "secrets").mkdir()
    (tmp_path / "secrets/a.sql").write_text("select 'secret' as x")
    project = project_of(folder, {"models/deep/a.sql": "select 1 as x"})
    assert project.template(project.nodes["model.shop.a"])[0] == "select 1 as x"
    (folder / "models/deep/a.sql").unlink()
    (folder / "models/deep").rmdir()
    (folder / "models/deep").symlink_to(tmp_path / "secrets")
    assert project.refresh().rebuilt
    assert list(project.nodes) == []
