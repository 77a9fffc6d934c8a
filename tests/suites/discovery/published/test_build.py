"""A checkout becomes tasks over its own data, which prove themselves."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.suites.discovery.conftest import SmallSuite
from tests.suites.discovery.lakes import make_lake
from tests.suites.discovery.published.checkout import BOATS, PORTS, data_of, make_checkout

from headwater.errors import NotFoundError, OptionError
from headwater.records import PromptVariant
from headwater.suites.discovery.building import tasks_folder
from headwater.suites.discovery.commands.build import command
from headwater.suites.discovery.published import ReproductionOutcome, build_published, read_checkout
from headwater.tasks import Task, read_tasks

HEADWATER = Path(sys.executable).with_name("headwater")
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can trace reads")


@dataclass(frozen=True)
class Home:
    """A cache with the tasks of a checkout and of a lake."""

    home: Path
    checkout: Path
    others: tuple[str, ...]
    first: subprocess.CompletedProcess[str]

    def run(self, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [HEADWATER, *arguments], capture_output=True, text=True, check=False, env=environment(self.home)
        )

    def tasks(self) -> dict[str, Task]:
        return {task.config.id: task for task in read_tasks(tasks_folder(self.home))}


def environment(home: Path) -> dict[str, str]:
    return {**os.environ, "HEADWATER_HOME": str(home), "COLUMNS": "160"}


@pytest.fixture(scope="module")
def home(small_suite: SmallSuite, tmp_path_factory: pytest.TempPathFactory) -> Home:
    folder = tmp_path_factory.mktemp("coda")
    for name in ("harnesses", "toolchains"):
        (folder / name).symlink_to((small_suite.home / name).resolve())
    shutil.copytree(small_suite.home / "discovery", folder / "discovery")
    checkout = make_checkout(folder / "CoDA-Bench")
    (folder / "elsewhere").mkdir()  # data are often on another disk
    (checkout / "datasets/communities/community_01").rename(folder / "elsewhere/community_01")
    (checkout / "datasets/communities/community_01").symlink_to(folder / "elsewhere/community_01")
    started = Home(folder, checkout, small_suite.built.tasks, subprocess.CompletedProcess([], 0, "", ""))
    first = started.run("build", "discovery", "--coda", checkout)
    assert first.returncode == 0, first.stderr
    return Home(folder, checkout, small_suite.built.tasks, first)


def tags(task: Task) -> tuple[str, ...]:
    return task.config.tags


@needs_root
@pytest.mark.minutes
def test_built_and_missing_tasks_are_reported(home: Home) -> None:
    summary = home.first.stdout.splitlines()
    assert summary[0] == "no data of 2 communities with 3 questions: community_17 (2), community_18 (1)"
    assert summary[1] == "left out, since no answer can be right: 1 question: coda-0004"
    assert summary[2].startswith("10 tasks over 2 communities in ")
    assert summary[2].endswith(": 4 reproduced, 6 unproven; headwater list discovery --tag coda")
    assert set(summary[3:]) == {
        "  2 unproven: the reference code does not print the gold answer",
        "  2 unproven: the target files are not known, or not there",
        "  1 unproven: the reference code fails",
        "  1 unproven: the reference code does not read exactly the target files",
    }
    assert "trying coda-0001, 2 of 10 (once)" in home.first.stderr
    assert "release_community is '../data'; it is skipped" in home.first.stderr


def test_each_question_becomes_a_task_and_tasks_of_lakes_stay(home: Home) -> None:
    tasks = home.tasks()
    ids = {f"coda-{number:04}" for number in (0, 1, 2, 3, 5, 6, 7, 12, 13)}
    assert set(tasks) == {*home.others, *ids, "coda-hard-0000"}
    assert tags(tasks["coda-0001"]) == ("community-01", "coda", "reproduced")
    assert tags(tasks["coda-hard-0000"]) == ("community-01", "coda", "reproduced", "hard")
    assert tags(tasks["coda-0002"]) == ("community-01", "coda", "unproven")
    assert tags(tasks["coda-0007"]) == ("community-02", "coda", "unproven")


def test_the_informed_prompt_names_target_files_that_are_known(home: Home) -> None:
    tasks = home.tasks()
    both = [tasks["coda-0001"].instruction(variant) for variant in (PromptVariant.BASELINE, PromptVariant.INFORMED)]
    assert [f"- `/data/{path}`" in text for text in both for path in (BOATS, PORTS)] == [False, False, True, True]
    assert all("How many boats of class 1 are in the log?" in text for text in both)
    assert f"- `/data/{PORTS}`" in tasks["coda-0005"].instruction(PromptVariant.INFORMED)
    for name in ("coda-0006", "coda-0007", "coda-0012", "coda-0013"):
        assert "- `/data/" not in tasks[name].instruction(PromptVariant.INFORMED)


def test_a_task_names_the_gates_without_checks(home: Home) -> None:
    texts = {name: (task.folder / "task.toml").read_text() for name, task in home.tasks().items()}
    assert all("The gates robust and performant try nothing" in texts[name] for name in texts if "coda" in name)
    silent = {name for name, text in texts.items() if "The gate production tries nothing either" in text}
    assert silent == {"coda-0006", "coda-0007", "coda-0012", "coda-0013"}
    assert texts["coda-0003"].startswith(
        "# The reference code fails: ModuleNotFoundError: No module named 'no_such_package'"
    )


def test_data_stay_where_they_are(home: Home) -> None:
    data = home.home / str(home.tasks()["coda-0001"].config.data)
    assert data.is_symlink()
    assert data.resolve() == data_of(home.checkout, "community_01").resolve()


def trials(home: Home, folder: Path, *arguments: str | Path) -> dict[tuple[str, str], dict[str, Any]]:
    done = home.run("run", *arguments, "--out", folder / "job", "--json")
    assert done.returncode == 0, done.stderr
    rows = json.loads(done.stdout)
    return {(row["task"].removeprefix("discovery/"), row["agent"]): row for row in rows}


@pytest.mark.minutes
def test_the_gold_answer_is_right_and_a_made_up_one_is_not(home: Home, tmp_path: Path) -> None:
    names = ("coda-0001", "coda-0006")
    agents = ("--agent", "oracle", "--agent", "nop", "--agent", "counterfeit")
    rows = trials(home, tmp_path, *(f"discovery/{name}" for name in names), *agents)
    cleared = {key: row["gates_cleared"] for key, row in rows.items()}
    assert cleared == {
        (name, agent): gates
        for name in names
        for agent, gates in (("oracle", 5), ("nop", 0), ("counterfeit:hollow", 1))
    }


SEARCH = """
for path in harbor_log/source/boats.csv harbor_log/source/new.csv; do
  echo changed >> /data/$path && touch written
done
cat > answer.py <<'END'
import pandas as pd
pd.read_csv("/data/harbor_log/source/boats_2019.csv")
print(len(pd.read_csv("/data/harbor_log/source/boats.csv")))
END
python answer.py > result.txt
[ ! -e written ] || echo 0 > result.txt
"""


@needs_root
def test_an_agent_finds_the_data_and_cannot_change_them(home: Home, tmp_path: Path) -> None:
    before = sorted((path.name, path.read_text()) for path in (home.home / "elsewhere").rglob("*.csv"))
    (tmp_path / "commands.sh").write_text(SEARCH)
    rows = trials(home, tmp_path, "discovery/coda-0000", "--agent", "human", "--commands", tmp_path / "commands.sh")
    row = rows["coda-0000", "human"]
    native = json.loads(row["native"])
    assert (native["ea"], native["da"], native["da_superset"], native["explored"]) == (1.0, 0.0, 1.0, 1.0)
    assert row["gates_cleared"] == 4, "it reads a file that it does not need"
    assert sorted((path.name, path.read_text()) for path in (home.home / "elsewhere").rglob("*.csv")) == before


@pytest.mark.minutes
def test_the_tasks_prove_themselves(home: Home) -> None:
    done = home.run("validate", "discovery/coda-0001", "discovery/coda-0006", "--attacks", "all")
    assert ": all proven" in done.stdout, done.stdout + done.stderr


def test_reference_code_is_not_tried_again(home: Home) -> None:
    messages: list[str] = []
    report = build_published(home.home, read_checkout(home.checkout), messages.append, threading.Event())
    assert messages == []
    assert (len(report.tasks), report.outcomes[ReproductionOutcome.REPRODUCED]) == (10, 4)


@pytest.mark.minutes
def test_an_interrupted_build_continues(home: Home, tmp_path: Path) -> None:
    for name in ("harnesses", "toolchains"):
        (tmp_path / name).symlink_to((home.home / name).resolve())
    shutil.copytree(home.home / "discovery/published", tmp_path / "discovery/published")
    for file in sorted((tmp_path / "discovery/published").iterdir())[:3]:
        file.unlink()
    arguments = [HEADWATER, "build", "discovery", "--coda", home.checkout]
    with subprocess.Popen(arguments, stderr=subprocess.PIPE, text=True, env=environment(tmp_path)) as build:
        assert build.stderr is not None
        for line in build.stderr:
            if line.startswith("trying"):
                build.send_signal(signal.SIGINT)
                break
        rest = build.stderr.read()
    assert build.returncode == 130
    assert rest.endswith("; the next build resumes from here\n")
    assert not tasks_folder(tmp_path).exists()


def test_a_checkout_without_data_is_refused(tmp_path: Path) -> None:
    checkout = make_checkout(tmp_path / "CoDA-Bench")
    shutil.rmtree(checkout / "datasets")
    data_of(checkout, "community_02").mkdir(parents=True)
    problem = r"datasets/communities: has none of 4 communities, such as community_01; unpack some of them"
    with pytest.raises(NotFoundError, match=problem):
        build_published(tmp_path / "home", read_checkout(checkout), print, threading.Event())


def test_a_lake_cannot_take_the_ids_of_published_questions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEADWATER_HOME", str(tmp_path / "home"))
    lake = make_lake(tmp_path / "CoDA", {"log/boats.csv": "a,b\n"})
    result = CliRunner().invoke(command, ["--corpus", str(lake)])
    assert isinstance(result.exception, OptionError)
    assert str(result.exception) == "--name: coda already prefixes the ids of other tasks; give another name"


def test_two_sources_of_tasks_are_refused(tmp_path: Path) -> None:
    result = CliRunner().invoke(command, ["--corpus", str(tmp_path), "--coda", str(tmp_path)])
    assert isinstance(result.exception, OptionError)
    assert result.exception.where == "--corpus, --coda, --graph"


@pytest.mark.parametrize("options", [["--name", "coast"], ["--writer", "model:m"], ["--budget", "1usd"]])
def test_options_of_a_lake_need_a_lake(options: list[str]) -> None:
    refused = CliRunner().invoke(command, options).exception
    assert isinstance(refused, OptionError)
    assert str(refused) == f"{options[0]}: applies only to questions on a lake; add --corpus LAKE"
