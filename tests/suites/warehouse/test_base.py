from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from tests.dbt.engine.tiny import write_tiny
from tests.sandbox.test_ordinary_user import UID, as_user, user_home

from headwater.errors import UserError
from headwater.sandbox import User, change_owner
from headwater.suites.warehouse import base as base_module
from headwater.suites.warehouse.base import PACKAGE, Size, adding, base_folder, build_base, find_base, raw_file

__all__ = ["user_home"]
# Prints the base names of two sizes, and creates files for agents as this user.
BUILD = """
import sys
from pathlib import Path
from headwater.suites.warehouse.base import Size, find_base
from headwater.suites.warehouse.base import adding, base_folder, fill_base

home, project = map(Path, sys.argv[1:])
size = Size()
base = base_folder(home, size)
base.mkdir(parents=True)
with adding(lambda project, cancel: None, project, base / "spare", base / "workspace"):
    fill_base(base, project / "raw.duckdb", project, size, lambda text: None)
print(find_base(home, size).digest, base_folder(home, size.other).name, base.joinpath("workspace").stat().st_uid)
"""
NAME = """
from pathlib import Path
from headwater.suites.warehouse.base import Size, base_folder
print(base_folder(Path(), Size()))
"""


def test_the_name_of_a_base_depends_on_neither_its_builder_nor_leftover_files(user_home: Path) -> None:
    script, project = user_home / "build.py", write_tiny(user_home / "project")
    script.write_text(BUILD)
    subprocess.run(["chown", "-R", f"{UID}:{UID}", project], check=True)
    user_run = as_user(user_home, script, user_home / "home", project)
    assert user_run.returncode == 0, user_run.stderr
    target_folder = user_home / "src/headwater/suites/warehouse/project/target"
    target_folder.mkdir()
    (target_folder / "manifest.json").write_text("{}")
    env = {**os.environ, "PYTHONPATH": f"{user_home}/src"}
    command = [sys.executable, script, user_home / "ours", project]
    own_run = subprocess.run(command, env=env, check=True, capture_output=True, text=True)
    *names, owner = own_run.stdout.split()
    assert user_run.stdout.split() == [*names, str(UID)]
    assert len({*names}) == 2
    assert owner == str(int(User.AGENT))


def test_the_name_of_a_base_depends_on_the_project(user_home: Path) -> None:
    script = user_home / "name.py"
    script.write_text(NAME)
    before = as_user(user_home, script).stdout
    with (user_home / "src/headwater/suites/warehouse/project/dbt_project.yml").open("a") as file:
        file.write("# more\n")
    assert as_user(user_home, script).stdout not in ("", before)


@pytest.fixture
def code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the base's code, from which its name is computed instead of from the installed code."""
    for name in ("simulation", "dbt"):
        shutil.copytree(PACKAGE / name, tmp_path / name)
    suite = tmp_path / "suites" / "warehouse"
    suite.mkdir(parents=True)
    shutil.copy(PACKAGE / "suites/warehouse/base.py", suite)
    write_tiny(suite / "project")
    for name, path in (("PACKAGE", tmp_path), ("HERE", suite), ("PROJECT", suite / "project")):
        monkeypatch.setattr(base_module, name, path)
    return tmp_path


@pytest.mark.parametrize(
    ("file", "makes_raw"),
    [
        ("simulation/_draw.py", True),
        ("simulation/schema.sql", True),
        ("dbt/engine/_fresh.py", True),
        ("dbt/_yaml.py", False),
        ("dbt/jinja/_functions.py", False),
        ("dbt/engine/_run.py", False),
        ("dbt/engine/dbt_tests.sql", False),
        ("suites/warehouse/base.py", False),
    ],
)
def test_the_code_that_makes_a_base_is_in_its_name(code: Path, file: str, makes_raw: bool) -> None:
    home, size = code / "home", Size()
    before = base_folder(home, size), raw_file(home, size)
    with (code / file).open("a") as text:
        text.write("\n")
    assert base_folder(home, size) != before[0]
    assert (raw_file(home, size) != before[1]) is makes_raw


def test_a_base_of_another_users_is_not_used(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can give a folder away")
    folder = base_folder(tmp_path, Size())
    workspace = folder / "workspace"
    workspace.mkdir(parents=True)
    change_owner(workspace, User.AGENT)
    assert find_base(tmp_path, Size()).folder == build_base(tmp_path, Size(), print).folder == folder
    shutil.chown(workspace, UID, UID)
    for use in (find_base, lambda home, size: build_base(home, size, print)):
        with pytest.raises(UserError, match=f"{folder}: belongs to user {UID}, .*run: headwater build warehouse$"):
            use(tmp_path, Size())


def test_files_that_are_added_to_the_copy_appear_in_the_workspace(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "model.sql").write_text("select 1")

    def add(project: Path, _cancel: threading.Event) -> None:
        (project / "target").mkdir()
        (project / "target" / "parse").write_text((project / "model.sql").read_text())
        (project / "model.sql").write_text("changed")

    with adding(add, tmp_path / "project", tmp_path / "spare", tmp_path / "workspace"):
        (tmp_path / "workspace").mkdir()
        (tmp_path / "workspace" / "model.sql").write_text("select 1")
    assert (tmp_path / "workspace" / "target" / "parse").read_text() == "select 1"
    assert (tmp_path / "workspace" / "model.sql").read_text() == "select 1"
    assert not (tmp_path / "spare").exists()


def test_a_failed_build_stops_the_remaining_builds(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    ended: list[bool] = []
    with (
        pytest.raises(ValueError, match="not clean"),
        adding(
            lambda _project, cancel: ended.append(cancel.wait(300)),
            *(tmp_path / name for name in ("project", "spare", "workspace")),
        ),
    ):
        raise ValueError("not clean")
    assert ended == [True]


def test_values_that_cannot_be_added_are_an_error(tmp_path: Path) -> None:
    def add(_project: Path, _cancel: threading.Event) -> None:
        raise RuntimeError("no parse")

    (tmp_path / "project").mkdir()
    (tmp_path / "workspace").mkdir()
    with (
        pytest.raises(RuntimeError, match="no parse"),
        adding(add, *(tmp_path / name for name in ("project", "spare", "workspace"))),
    ):
        pass
