"""The requirements of every suite, and suites of other packages."""

from __future__ import annotations

import ast
import importlib.util
import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import ClassVar

import click
import pytest
from click.testing import CliRunner

import headwater
from headwater.agents import Attacker
from headwater.agents._builtin import attack_names
from headwater.cli import build_, list_
from headwater.errors import UserError
from headwater.grading._digest import digest_code
from headwater.suites import Policy, Suite, all_suites, find_tasks, grading_code_of, policy_of

PACKAGE = Path(headwater.__file__).parent
SUITES = sorted(all_suites())
GENERATED = sorted(name for name, suite in all_suites().items() if suite.grading_code)
SHARED = {"headwater.suites._suite", "headwater.suites._registry", "headwater.suites._find"}


class Mine(Suite):
    """Stands for a suite of another package."""

    name = "mine"
    summary = "Tasks of mine."
    policy = Policy(shared_checks=True)
    build: ClassVar = {"data": "tests.suites.builds:data", "tasks": "tests.suites.builds:tasks"}

    def tasks_folder(self, home: Path) -> Path:
        return home / "mine"


MINE = Mine()
ENTRY = EntryPoint("mine", f"{__name__}:MINE", "headwater.suites")


@pytest.mark.parametrize("name", SUITES)
def test_a_suite_describes_itself_and_has_its_commands(name: str) -> None:
    suite = all_suites()[name]
    assert suite.name == name
    assert suite.summary.endswith(".")
    for place in (*suite.build.values(), *filter(None, (suite.score, suite.export, suite.review, suite.evolve))):
        module, _, attribute = place.partition(":")
        assert isinstance(getattr(import_module(module), attribute), click.Command)
    assert all(path.exists() for path in suite.grading_code)
    assert all(what.endswith(".") for what in suite.metrics.values())


def test_a_folder_of_tasks_has_the_policy_of_tasks_written_by_hand() -> None:
    assert policy_of("no-such-suite") == Policy()
    assert grading_code_of("no-such-suite") == ()


def test_the_trait_that_attacks_need_is_one_that_a_suite_has() -> None:
    traits = {trait for suite in all_suites().values() for trait in suite.policy.traits}
    assert traits == {"dbt"}
    assert any(name.startswith("dbt-") for name in attack_names())


def test_a_suite_brings_attacks_on_its_own_tasks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    [task] = find_tasks(["pipelines/csv-ingest"])
    (tmp_path / "mine-reads.sh").write_text("# Reads.\n# Needs: program\ntrue\n")
    monkeypatch.setattr(type(all_suites()["warehouse"]), "attacks", tmp_path)
    assert "mine-reads" in attack_names()
    assert not Attacker("mine-reads").applies_to(task)
    monkeypatch.setattr(type(all_suites()["pipelines"]), "attacks", tmp_path)
    monkeypatch.setattr(type(all_suites()["warehouse"]), "attacks", None)
    assert Attacker("mine-reads").applies_to(task)
    assert Attacker("mine-reads").is_on_base(task)
    assert not Attacker("reach-network").is_on_base(task)


@pytest.mark.parametrize("name", GENERATED)
def test_each_file_that_grades_is_in_the_digest_of_checks(name: str, tmp_path: Path) -> None:
    code = grading_code_of(name)
    copies = tuple(tmp_path / str(number) / path.name for number, path in enumerate(code))
    for path, copy in zip(code, copies, strict=True):
        for file in [path] if path.is_file() else (each for each in path.rglob("*") if each.is_file()):
            target = copy / file.relative_to(path) if path.is_dir() else copy
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.read_bytes())
    digest_code.cache_clear()
    digest = digest_code(copies)
    assert digest == digest_code(code)
    files = sorted(path for path in tmp_path.rglob("*") if path.is_file() and path.suffix != ".pyc")
    assert len(files) > 10
    for file in files:
        before = file.read_bytes()
        file.write_bytes(before + b"# changed\n")
        digest_code.cache_clear()
        assert digest_code(copies) != digest, file
        file.write_bytes(before)


@pytest.mark.parametrize("name", GENERATED)
def test_suites_declare_the_code_that_grading_imports(name: str) -> None:
    declared = grading_code_of(name)
    folders = [path for path in declared if path.name in {"grading", "judge", "scoring"}]
    reached = closure({module_of(file) for folder in folders for file in folder.rglob("*.py")})
    of_suites = {module for module in reached if module.startswith("headwater.suites.")} - SHARED
    files = [file_of(module) for module in of_suites]
    missing = [file for file in files if not any(file == place or place in file.parents for place in declared)]
    assert [file for file in missing if file.name != "__init__.py"] == []


def module_of(file: Path) -> str:
    parts = ("headwater", *file.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def file_of(module: str) -> Path:
    found = importlib.util.find_spec(module)
    assert found is not None
    assert found.origin is not None
    return Path(found.origin)


def closure(modules: set[str]) -> set[str]:
    """Return all Headwater modules that the given modules import, including imports inside functions."""
    found: set[str] = set()
    waiting = set(modules)
    while waiting:
        module = waiting.pop()
        found.add(module)
        tree = ast.parse(file_of(module).read_text())
        nodes = ast.walk(tree) if module in modules else tree.body
        waiting |= {each for each in imports(nodes) if each.startswith("headwater")} - found
    return found


def imports(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                if node.module.startswith("headwater") and is_module(name):
                    yield name


def is_module(name: str) -> bool:
    path = PACKAGE.parent / Path(*name.split("."))
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


def test_a_suite_of_another_package_is_one_of_the_suites(others: list[EntryPoint]) -> None:
    others.append(ENTRY)
    assert "mine" in all_suites()
    assert policy_of("mine").shared_checks
    assert "Tasks of mine." in CliRunner().invoke(build_.command, ["--help"]).output
    with pytest.raises(UserError, match="the suites are discovery, mine, pipelines, spider2"):
        find_tasks(["nothing"])


@pytest.mark.parametrize(
    ("args", "output"),
    [
        (["mine"], "data at 1\n"),
        (["mine", "--scale", "2"], "data at 2\n"),
        (["mine", "data", "--scale", "3"], "data at 3\n"),
        (["mine", "tasks"], "tasks\n"),
    ],
)
def test_the_first_target_is_built_where_none_is_named(others: list[EntryPoint], args: list[str], output: str) -> None:
    others.append(ENTRY)
    result = CliRunner().invoke(build_.command, args)
    assert (result.output, result.exit_code) == (output, 0)


def test_help_of_a_suite_with_several_targets_names_them(others: list[EntryPoint]) -> None:
    others.append(ENTRY)
    output = CliRunner().invoke(build_.command, ["mine", "--help"]).output
    assert "The default target is data." in output
    assert re.search(r"^  tasks +Build tasks\.$", output, re.MULTILINE)
    wrong = CliRunner().invoke(build_.command, ["mine", "nothing"])
    assert wrong.exit_code == 2
    assert "No such command 'nothing'" in wrong.output


def test_a_suite_without_builds_is_reported_with_those_that_have_some() -> None:
    for name, what in (("pipelines", "the suite does not have"), ("mine", "no suite of this name has")):
        result = CliRunner().invoke(build_.command, [name])
        message = f"{name}: {what} `headwater build`; suites that do: discovery, spider2, warehouse"
        assert str(result.exception) == message


def test_an_unknown_tag_is_refused_with_the_known_ones() -> None:
    result = CliRunner().invoke(list_.command, ["pipelines", "--tag", "easy"])
    assert isinstance(result.exception, UserError)
    assert "--tag easy: no task of pipelines has it; there are " in str(result.exception)
