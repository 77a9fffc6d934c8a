"""Untrusted templates, files and paths cannot reach anything forbidden, and rendering always ends."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.dbt.projects import project_of, rendered, write_project

from headwater.dbt import ProblemKind, read_project
from headwater.dbt.jinja._budget import RenderingBudget

ENDLESS = [
    "{% for i in range(10**9) %}x{% endfor %}",
    "{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}",
    "{{ 10 ** (10 ** 10) }}",
    "{{ 'a' * 10**12 }}",
    "{{ [1] * 10**12 }}",
    "{% set ns = namespace(x=10**900) %}{% for i in range(40) %}{% set ns.x = ns.x * ns.x %}{% endfor %}",
    "{% set ns = namespace(x='a') %}{% for i in range(60) %}{% set ns.x = ns.x ~ ns.x %}{% endfor %}{{ ns.x }}",
    "{% set ns = namespace(x='a') %}{% for i in range(60) %}{% set ns.x = ns.x + ns.x %}{% endfor %}{{ ns.x }}",
    "{% set ns = namespace(x=[1]) %}{% for i in range(60) %}{% set ns.x = [ns.x, ns.x] %}{% endfor %}{{ ns.x }}",
    "{% set n = namespace(x={}) %}{% for i in range(60) %}{% set n.x = {'a': n.x, 'b': n.x} %}{% endfor %}{{ n.x }}",
    "{% set x = [1] %}{% for i in range(60) %}{% do x.extend(x) %}{% endfor %}{{ x }}",
    "{% set x = [] %}{% do x.append(x) %}{{ x }}",
    "{{ 'a'.ljust(10**10) }}",
    "{{ 'a' | center(10**10) }}",
    "{{ '%1000000000d' % 1 }}",
    "{{ '%*d' % (1000000000, 1) }}",
    "{{ '{:>1000000000}'.format(1) }}",
    "{{ '{:>{}}'.format(1, 1000000000) }}",
    "{{ ('a' * 99999).replace('a', 'b' * 99999) }}",
    "{{ ('a' * 99999) | replace('a', 'b' * 99999) }}",
    "{{ ('x' * 99999).join(['a'] * 99999) }}",
    "{% set ns = namespace(x='a' * 99999) %}{% for i in range(99999) %}{{ ns.x }}{% endfor %}",
    "{{ modules.re.match('(a+)+$', 'a' * 60 ~ 'b') }}",
    "{{ modules.re.sub('(a|aa)*(a|aa)*(a|aa)*$', '', 'a' * 900 ~ 'b') }}",
    "{% macro again() %}{{ again() }}{% endmacro %}{{ again() }}",
    "{{ forever() }}",
    "{{ var('endless') }}",
    "{% for x in [[1]] recursive %}{{ loop([x]) }}{% endfor %}",
    "{{ " + "(" * 5000 + "1" + ")" * 5000 + " }}",
    "{{ " + "not " * 5000 + "1 }}",
    "{% if 1 %}" * 2000,
    "{#" * 200_000,
    "{{" * 200_000,
    "{{ '" * 100_000,
]


@pytest.mark.parametrize("template", ENDLESS, ids=lambda template: template[:60])
def test_every_template_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, template: str) -> None:
    monkeypatch.setattr(RenderingBudget, "MAX_SECONDS", 2.0)
    files = {
        "macros/m.sql": "{% macro forever() %}{{ forever() }}{% endmacro %}",
        "dbt_project.yml": "name: shop\nvars:\n  endless: \"{{ var('endless') }}\"\n",
    }
    template_result = rendered(tmp_path, template, files)
    assert template_result.failed
    assert [problem.kind for problem in template_result.problems] == [ProblemKind.JINJA]


PRYING = [
    "{{ ''.__class__.__mro__[1].__subclasses__() }}",
    "{{ ref.__globals__ }}",
    "{{ ref.__closure__[0].cell_contents }}",
    "{{ config._rendering }}",
    "{{ adapter._rendering.project }}",
    "{{ dbt_utils._rendering }}",
    "{{ this.__init__.__globals__ }}",
    "{{ cycler.__init__.__globals__.os.popen('id').read() }}",
    "{{ self.__init__.__globals__ }}",
    "{{ modules.re.compile('x') }}",
    "{{ modules.os.listdir('/') }}",
    "{{ ''|attr('__class__') }}",
    "{{ '{0.__class__}'.format(ref) }}",
    "{{ log.__self__ }}",
    "{{ target.__class__ }}",
    "{{ api.Relation.create.__func__.__globals__ }}",
    "{% include '/etc/passwd' %}",
    "{% import '/etc/passwd' as x %}",
    "{% extends '/etc/passwd' %}",
]


@pytest.mark.parametrize("template", PRYING)
def test_templates_cannot_reach_python(tmp_path: Path, template: str) -> None:
    result = rendered(tmp_path, template)
    sql = "" if result.sql.startswith("__unresolved_") else result.sql.lower()  # contains the requested name
    for word in ("class", "object", "module", "root:", "uid=", "function", "builtin", "0x"):
        assert word not in sql


def test_links_that_leave_the_repository_are_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.sql").write_text("select 'secret'")
    folder = write_project(tmp_path / "project", {"models/good.sql": "select 1"})
    (folder / "models/link.sql").symlink_to(outside / "secret.sql")
    (folder / "models/folder").symlink_to(outside)
    (folder / "models/loop").symlink_to(folder / "models")
    project = read_project(folder)
    assert list(project.nodes) == ["model.shop.good"]
    assert sorted(str(problem.place.file) for problem in project.problems) == ["models/folder", "models/link.sql"]


def test_dangling_links_are_reported_and_the_rest_is_read(tmp_path: Path) -> None:
    """Editors leave such dangling links next to an open file."""
    write_project(tmp_path, {"models/a.sql": "select 1 as x"})
    (tmp_path / "models/.#a.sql").symlink_to("somebody@machine.4711")
    project = read_project(tmp_path)
    assert list(project.nodes) == ["model.shop.a"]
    [problem] = project.problems
    assert (problem.kind, problem.place.file) == (ProblemKind.FILE, "models/.#a.sql")


def test_paths_that_leave_the_repository_are_not_read(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/secret.sql").write_text("select 1")
    project = project_of(
        tmp_path / "project",
        {
            "dbt_project.yml": "name: shop\nmodel-paths: [models, ../outside, /etc]\n",
            "packages.yml": "packages:\n  - local: ../outside\n",
            "models/good.sql": "select 1",
        },
    )
    assert list(project.nodes) == ["model.shop.good"]
    assert sum("is outside of the project's repository" in problem.message for problem in project.problems) == 2


def test_a_package_next_to_the_project_in_its_repository_is_read(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    write_project(tmp_path / "package", {"dbt_project.yml": "name: kit\n", "models/kit_model.sql": "select 1"})
    project = project_of(tmp_path / "project", {"packages.yml": "packages:\n  - local: ../package\n"})
    assert list(project.nodes) == ["model.kit.kit_model"]


def test_a_project_is_found_by_its_place_and_not_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "repository/.git").mkdir(parents=True)
    write_project(tmp_path / "project", {"models/one.sql": "select 1 as x"})
    (tmp_path / "repository/link").symlink_to(tmp_path / "project")
    monkeypatch.chdir(tmp_path / "repository")
    for path in ("../project", "link"):
        project = read_project(Path(path))
        assert (list(project.nodes), project.problems) == (["model.shop.one"], [])


def test_binary_and_large_files_are_not_read(tmp_path: Path) -> None:
    folder = write_project(tmp_path, {"models/good.sql": "select 1", "models/large.yml": "#" * 4_000_001})
    (folder / "models/bytes.yml").write_bytes(b"\xff\xfe\x00")
    (folder / "models/nul.sql").write_bytes(b"select '\x00'")
    os.mkfifo(folder / "models/pipe.yml")
    project = read_project(folder)
    assert "model.shop.good" in project.nodes
    messages = {problem.place.file: problem.message for problem in project.problems}
    assert "larger than" in messages["models/large.yml"]
    assert "not UTF-8" in messages["models/bytes.yml"]
    assert "models/pipe.yml" in messages


def test_names_are_only_names(tmp_path: Path) -> None:
    yaml = "sources:\n  - name: raw\n    tables:\n      - name: 'x\"; drop table y; --'\n"
    result = rendered(tmp_path, """select * from {{ source('raw', 'x"; drop table y; --') }}""", {"models/s.yml": yaml})
    assert result.sql == 'select * from "database"."raw"."x""; drop table y; --"'


def test_texts_that_take_careless_patterns_years(tmp_path: Path) -> None:
    project = project_of(
        tmp_path,
        {
            "macros/m.sql": "{#" * 500_000,
            "models/a.md": "{% docs a %}" * 100_000,
            "models/x.sql": "select 1 as a",
            "models/s.yml": "models:\n  - name: x\n    description: \"{{ doc('a') }}\"\n    data_tests:\n"
            '      - t: {to: "' + "ref('a' " * 100_000 + '"}\n',
        },
    )
    declared = project.nodes["model.shop.x"].declaration
    assert declared is not None
    assert declared.description == "{{ doc('a') }}"
