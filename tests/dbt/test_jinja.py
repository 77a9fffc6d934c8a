"""Rendering as dbt does it: functions, macros, packages, lines, and missing names."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.dbt.projects import project_of, rendered, write_project

from headwater.dbt import ProblemKind, Renderer, read_project

SOURCES = "sources:\n  - {name: raw, schema: landing, tables: [{name: orders, columns: [{name: id}]}]}\n"


def test_ref_source_var_config(tmp_path: Path) -> None:
    result = rendered(
        tmp_path,
        "{{ config(materialized='table', tags=['a']) }}\nselect {{ var('size', 3) }} from {{ ref('other') }}, "
        "{{ source('raw', 'orders') }}",
        {"models/other.sql": "select 1 as x", "models/s.yml": SOURCES},
    )
    assert result.sql == '\nselect 3 from "database"."schema"."other", "database"."landing"."orders"'
    assert result.config == {"materialized": "table", "tags": ["a"]}
    assert [name for _, name in result.references] == ["model.shop.other", "source.shop.raw.orders"]
    assert result.relations["database.landing.orders"] == "source.shop.raw.orders"
    assert not result.problems


def test_macros_return_and_dispatch(tmp_path: Path) -> None:
    macros = """
{% macro listed() %}{% do return(['a', 'b']) %}{% endmacro %}
{% macro how() %}{{ return(adapter.dispatch('how', 'shop')()) }}{% endmacro %}
{% macro default__how() %}default{% endmacro %}
{% macro duckdb__how() %}duck{% endmacro %}
{% macro wrapped() %}[{{ caller() }}]{% endmacro %}
"""
    template = "{% for x in listed() %}{{ x }},{% endfor %}{{ how() }}{% call wrapped() %}in{% endcall %}"
    assert rendered(tmp_path, template, {"macros/m.sql": macros}).sql == "a,b,duck[in]"


def test_macros_of_packages_and_overrides(tmp_path: Path) -> None:
    result = rendered(
        tmp_path,
        "{{ tools.twice('x') }} {{ tools.plain() }} {{ tools._quiet(1) }}{{ tools['_quiet'](2) }}",
        {
            "dbt_packages/tools/dbt_project.yml": "name: tools\n",
            "dbt_packages/tools/macros/m.sql": "{% macro twice(x) %}{{ plain() }}{{ x }}{{ x }}{% endmacro %}"
            "{% macro _quiet(x) %}({{ x }}){% endmacro %}"
            "{% macro plain() %}p{% endmacro %}",
            "macros/m.sql": "{% macro plain() %}root{% endmacro %}",
        },
    )
    assert result.sql == "pxx p (1)(2)"
    assert result.macros == {"macro.tools.twice", "macro.tools.plain", "macro.tools._quiet"}


def test_a_project_may_override_ref(tmp_path: Path) -> None:
    macro = "{% macro ref(name) %}{% do return(builtins.ref(name).include(database=false)) %}{% endmacro %}"
    result = rendered(
        tmp_path, "select * from {{ ref('other') }}", {"models/other.sql": "select 1", "macros/m.sql": macro}
    )
    assert result.sql == 'select * from "schema"."other"'


def test_variables_may_be_templates(tmp_path: Path) -> None:
    project = "name: shop\nvars:\n  orders: \"{{ source('raw', 'orders') }}\"\n  shop: {own: 7}\n"
    result = rendered(
        tmp_path, "{{ var('orders') }} {{ var('own') }}", {"dbt_project.yml": project, "models/s.yml": SOURCES}
    )
    assert result.sql == '"database"."landing"."orders" 7'


def test_the_environment_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "hunter2")
    result = rendered(tmp_path, "{{ env_var('SECRET', 'fallback') }} {{ env_var('SECRET') }}")
    assert result.sql == "fallback __unresolved_env_SECRET"
    assert [problem.kind for problem in result.problems] == [ProblemKind.VARIABLE]


@pytest.mark.parametrize(
    ("template", "kind", "message"),
    [
        ("\nselect * from {{ ref('nobody') }}", ProblemKind.REF, "ref('nobody') names no model"),
        ("\nselect * from {{ source('raw', 'nobody') }}", ProblemKind.SOURCE, "names no table of a source"),
        ("\nselect {{ nobody.surrogate('x') }}", ProblemKind.MACRO, "nobody.surrogate does not exist; run `dbt deps`"),
        ("\nselect {{ var('nobody') }}", ProblemKind.VARIABLE, "var('nobody') has no value"),
        (
            "\nselect {{ run_query('select 1').columns[0].values() }}",
            ProblemKind.WAREHOUSE,
            "run_query asks the warehouse",
        ),
    ],
)
def test_missing_names_have_file_and_line_and_the_rest_is_rendered(
    tmp_path: Path, template: str, kind: ProblemKind, message: str
) -> None:
    result = rendered(tmp_path, template)
    assert not result.failed
    assert result.sql.startswith("\nselect")
    (problem,) = result.problems
    assert problem.kind is kind
    assert message in problem.message
    assert str(problem.place) == "models/model.sql:2"


@pytest.mark.parametrize(
    ("template", "line"),
    [
        ("select 1\n{% if true %}\nselect 2", 2),
        ("select 1\n{% endif %}", 2),
        ("select 1\n\n{{ 1 + }}", 3),
        ("select 1\n{{ exceptions.raise_compiler_error('no') }}", 2),
        ("select 1\n{{ 1 // 0 }}", 2),
        ("select 1\n{{ 'a' | truncate(-5) }}", 2),  # one of Jinja's own filters contains an assertion
    ],
)
def test_broken_templates_are_one_problem_with_its_line(tmp_path: Path, template: str, line: int) -> None:
    result = rendered(tmp_path, template)
    assert result.failed
    (problem,) = result.problems
    assert problem.kind is ProblemKind.JINJA
    assert (problem.place.file, problem.place.line) == ("models/model.sql", line)


def test_a_mistake_within_a_macro_has_the_macros_file_and_line(tmp_path: Path) -> None:
    result = rendered(
        tmp_path, "select {{ broken() }}", {"macros/m.sql": "\n{% macro broken() %}\n{{ 1 // 0 }}\n{% endmacro %}"}
    )
    assert str(result.problems[0].place) == "macros/m.sql:3"


def test_queries_of_the_warehouse_are_rendered_as_while_parsing(tmp_path: Path) -> None:
    template = "{% if execute %}{% set r = run_query('x') %}{{ r.rows }}{% else %}select 1 as parsed{% endif %}"
    result = rendered(tmp_path, template)
    assert result.sql == "select 1 as parsed"
    assert result.problems[0].kind is ProblemKind.WAREHOUSE


def test_columns_of_relations_come_from_the_caller(tmp_path: Path) -> None:
    template = "{% for c in adapter.get_columns_in_relation(ref('other')) %}{{ c.name }} {% endfor %}"
    project = project_of(tmp_path, {"models/model.sql": template, "models/other.sql": "select 1"})
    result = Renderer(project, lambda node: ["a", "b"] if node.name == "other" else None).render(
        template, project.nodes["model.shop.model"]
    )
    assert result.sql == "a b "
    assert result.introspected == {"model.shop.other": ("a", "b")}


def test_installed_utils_are_rendered_rather_than_ours(tmp_path: Path) -> None:
    installed = {
        "dbt_packages/dbt_utils/dbt_project.yml": "name: dbt_utils\n",
        "dbt_packages/dbt_utils/macros/m.sql": "{% macro group_by(n) %}installed {{ n }}{% endmacro %}",
    }
    assert rendered(tmp_path / "a", "{{ dbt_utils.group_by(2) }}", installed).sql == "installed 2"
    assert rendered(tmp_path / "b", "{{ dbt_utils.group_by(2) }}").sql == "group by 1, 2"


def test_lines_of_the_template_behind_the_sql(tmp_path: Path) -> None:
    template = (
        "{% set names = [\n  'a',\n  'b'\n] %}\nselect\n{% for n in names %}\n  {{ n }},\n{% endfor %}\n  last\nfrom t"
    )
    result = rendered(tmp_path, template)
    assert result.lines is not None
    lines = template.split("\n")
    for word, line in (("select", 5), ("a,", 7), ("b,", 7), ("last", 9), ("from t", 10)):
        found = result.lines.line(result.sql, result.sql.index(word))
        assert found == line, (word, found, lines[found - 1])


PLAIN = [
    "select * from {{ ref('other') }}\n",
    "{# a\ncomment #}select {{- var('v', 'x') -}} \n from {{ref(\"other\")}}",
    "{{ config(materialized = 'table', tags=['a', \"b\"], meta={'k': 1, 'on': true}) }}\n\nselect '{not jinja}'",
    "select {{ double('a') }},\n  {{ double(\"b\") }} as x\n",
    "select 1\n{%- if is_incremental() %}\nwhere x > (select max(x) from {{ this }})\n{% endif -%}\n  and y",
    "{{ config(enabled=var('missing', none) is none) }}select 1",
    "{{ config(a=1,) }}\r\nselect {{ this }}",
    "a {{ 'b' }} {{ 1 + 1 }} {{ undefined }}",
    "{{ ref('other', v=1) }} {{ dbt_utils.group_by(3) }} {{ dbt.type_string() }}",
    "{{ double(x=ref('other')) }} {{ double(ref('nowhere')) }} {{ double([ref('other')]) }}",
    "{{ double(x=source('raw', 't')) }} {{ double(x=double('a')) }}",
]


@pytest.mark.parametrize("template", PLAIN)
def test_the_quick_way_renders_as_jinja_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, template: str) -> None:
    files = {"models/other.sql": "select 1", "macros/m.sql": "{% macro double(x) %}({{ x }} * 2){% endmacro %}"}
    quick = rendered(tmp_path / "a", template, files)
    monkeypatch.setattr("headwater.dbt.jinja._rendering.read_plain", lambda _text: None)
    full = rendered(tmp_path / "b", template, files)
    assert (quick.sql, quick.config, quick.references, quick.problems) == (
        full.sql,
        full.config,
        full.references,
        full.problems,
    )
    assert quick.lines is not None
    assert full.lines is not None
    words = [offset for offset, letter in enumerate(quick.sql) if letter.isalnum()]
    assert [quick.lines.line(quick.sql, at) for at in words] == [full.lines.line(full.sql, at) for at in words]


def test_snapshots_in_blocks_and_in_yaml(tmp_path: Path) -> None:
    blocks = (
        "{% snapshot first %}{{ config(unique_key='id') }}select 1 as id{% endsnapshot %}\n"
        "{% snapshot second %}select 2 as id{% endsnapshot %}"
    )
    yaml = "snapshots:\n  - name: third\n    relation: ref('other')\n"
    folder = write_project(
        tmp_path, {"snapshots/s.sql": blocks, "snapshots/s.yml": yaml, "models/other.sql": "select 3"}
    )
    project = read_project(folder)
    texts = {}
    for name in ("first", "second", "third"):
        node = project.nodes[f"snapshot.shop.{name}"]
        texts[name] = Renderer(project).render(project.template(node)[0], node, project.template(node)[1]).sql.strip()
    assert texts == {
        "first": "select 1 as id",
        "second": "select 2 as id",
        "third": 'select * from "database"."schema"."other"',
    }


def test_the_context_has_everything_that_dbt_provides(tmp_path: Path) -> None:
    template = (
        "{% for name in ['this', 'ref', 'builtins', 'dateadd', 'dbt_version'] %}{{ name in context }} {% endfor %}"
        "{{ context['target'].type }} {{ context.builtins.source is defined }} {{ nothing_of_dbt is defined }}"
    )
    assert rendered(tmp_path, template).sql == "True True True True True duckdb True False"
