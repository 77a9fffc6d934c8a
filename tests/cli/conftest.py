from __future__ import annotations

import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.commands import run_command

from headwater.cli import main

Cli = Callable[..., subprocess.CompletedProcess[str]]
RUNS = Path(__file__).parents[1] / "analysis/data/dec-bench-published.csv"
PUBLISHED = ("--measure", "dec_bench_score")
TASK = """\
id = "{id}"
title = "Greeting"
suite = "scratch"
tier = "tier-1"
category = "debugging"
competencies = ["environment-setup"]
starting_state = "greenfield"
"""
CHECKS = '''\
"""Checks of a greeting."""

from headwater.grading import Graded, Result, correct, expect, functional


@functional
def file_is_there(graded: Graded) -> Result:
    """There is a greeting."""
    return expect(graded.workspace.exists("greeting.txt"), "greeting.txt should exist")


@correct(demand="prompt#hello")
def says_hello(graded: Graded) -> Result:
    """It greets."""
    return expect(graded.workspace.read_text("greeting.txt") == "hello\\n", "greeting.txt should say hello")
'''
FILES = {
    "instruction.md": "Write a greeting into greeting.txt: `hello`.\n",
    "instruction.informed.md": "Write `hello` and a newline into greeting.txt.\n",
    "checks.py": CHECKS,
    "workspace/.gitkeep": "",
    "solution/solve.sh": "echo hello > greeting.txt\n",
    "counterfeits/rude/counterfeit.toml": 'gate = "correct"\nwhy = "It does not greet."\n',
    "alternatives/polite/alternative.toml": 'why = "It greets by another program."\n',
    "alternatives/polite/solve.sh": "printf 'hello\\n' > greeting.txt\n",
    "counterfeits/rude/solve.sh": "echo go away > greeting.txt\n",
}


def write_task(folder: Path) -> Path:
    """Write a task without services, which runs in a moment."""
    for name, text in {**FILES, "task.toml": TASK.format(id=folder.name)}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The user's working folder, which contains the suite `scratch`."""
    folder = tmp_path_factory.mktemp("user")
    write_task(folder / "scratch/greeting")
    return folder


@pytest.fixture
def cli(shared: Path, user_env: dict[str, str]) -> Cli:
    """Run `headwater ARGS` in the user's folder or in ``cwd``, with ``env`` added to the environment."""

    def call(
        *args: str | Path, cwd: Path | None = None, env: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        return run_command(args, cwd or shared, {**user_env, **(env or {})})

    return call


@pytest.fixture(scope="session")
def job(shared: Path, user_env: dict[str, str]) -> Path:
    """A finished job of three trials."""
    agents = ["--agent", "oracle", "--agent", "nop", "--agent", "counterfeit"]
    done = run_command(
        ["run", "scratch", *agents, "--jobs", "2", "--out", "done", "--prompt", "baseline"], shared, user_env
    )
    assert done.returncode == 0, done.stderr
    return shared / "done"


@dataclass(frozen=True)
class CommandResult:
    """A command's output and exit code."""

    returncode: int
    stdout: str
    stderr: str


RunHere = Callable[..., CommandResult]


@pytest.fixture
def run_here(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> RunHere:
    """Run `headwater ARGS` in this process, because loading SciPy for every command would take most of the time."""

    def call(*args: str | Path, columns: int = 160, cwd: Path = tmp_path) -> CommandResult:
        monkeypatch.setattr("sys.argv", ["headwater", *map(str, args)])
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.chdir(cwd)
        capfd.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        return CommandResult(int(ended.value.code or 0), *capfd.readouterr())

    return call


@pytest.fixture(scope="session")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The path of the Parquet file of the published runs."""
    return tmp_path_factory.mktemp("published") / "runs.parquet"


@pytest.fixture
def imported(run_here: RunHere, runs: Path) -> Path:
    """The path of the published runs, imported once."""
    if not runs.exists():
        done = run_here("import", "dec-bench", RUNS, "--out", runs)
        assert (done.returncode, done.stderr, done.stdout) == (0, "", f"125 runs in {runs}\n")
    return runs
