"""Prove tasks on a lake: the reference program prints the answer, and no look-alike or counterfeit does."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from headwater.errors import BuildError
from headwater.suites.discovery.scoring import strict_difference
from headwater.suites.discovery.tasks_source import SourceTask

_DATA = "/data/"
_RUN = Path(__file__).with_name("_run.py")
_SECONDS = 300


@dataclass(frozen=True)
class ProofGap:
    """A condition that a task must meet to be proven, but does not meet.

    Attributes:
        task: The id of the task.
        what: A description of the problem.
    """

    task: str
    what: str

    def __str__(self) -> str:
        """Return the line shown to authors."""
        return f"{self.task}: {self.what}"


@dataclass(frozen=True)
class _Try:
    """A program to run, and the files that it reads.

    Attributes:
        name: A description for messages.
        program: The program, with paths as agents see them.
        files: The paths that the program finds, each mapped to a file in the lake. None stands for the whole lake.
        is_right: Whether the program must print the answer. Otherwise it must not print it.
        answer: The answer that replaces the output of the program, if it is not empty.
    """

    name: str
    program: str
    files: Mapping[str, str] | None
    is_right: bool = False
    answer: str = ""


def prove(task: SourceTask, datasets: Path) -> list[ProofGap]:
    """Return the problems of a task. A task without problems is proven.

    Args:
        task: The task.
        datasets: The folder ``datasets`` of the lake of its community.
    """
    source = task.source
    named = {*source.targets, *(each.path for each in source.lookalikes)}
    named |= {new for each in source.counterfeits for new in each.replace.values()}
    missing = sorted(path for path in named if not (datasets / path).is_file())
    if missing:
        return [ProofGap(source.id, f"{path} is not in the lake") for path in missing]
    tries = list(_tries(task))
    with tempfile.TemporaryDirectory(prefix="headwater-prove-") as folder:
        programs = [_placed(one, datasets, Path(folder) / str(number)) for number, one in enumerate(tries)]
        results = _run(programs)
    found = [_problem(task, one, printed, error) for one, (printed, error) in zip(tries, results, strict=True)]
    return [ProofGap(source.id, what) for what in found if what]


def _tries(task: SourceTask) -> Iterator[_Try]:
    source, program = task.source, task.program
    own = {path: path for path in source.targets}
    yield _Try("the program on its targets", program, own, is_right=True)
    for lookalike in source.lookalikes:
        yield _Try(f"lookalike {lookalike.path}", program, own | {lookalike.target: lookalike.path})
    for counterfeit in source.counterfeits:
        yield _Try(f"counterfeit {counterfeit.name}", counterfeit.program(program), None, answer=counterfeit.answer)


def _placed(one: _Try, datasets: Path, folder: Path) -> str:
    """Create the folder that a program reads, and return the program with ``/data`` replaced by that folder."""
    if one.files is None:
        return one.program.replace(_DATA, f"{datasets}/")
    for path, source in one.files.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.symlink_to(datasets / source)
    return one.program.replace(_DATA, f"{folder}/")


def _run(programs: list[str]) -> list[tuple[str, str]]:
    command = [sys.executable, "-I", "-W", "ignore", str(_RUN)]
    done = subprocess.run(
        command, input=json.dumps(programs), capture_output=True, text=True, timeout=_SECONDS, check=False
    )
    if done.returncode:
        raise BuildError(f"the programs of a proof cannot be run: {done.stderr.strip()[-300:]}")
    return [(printed, error) for printed, error in json.loads(done.stdout)]


def _problem(task: SourceTask, one: _Try, printed: str, error: str) -> str:
    source = task.source
    if one.is_right:
        return "" if printed == f"{source.answer}\n" and not error else f"{one.name} gives {error or repr(printed)}"
    if error and not one.answer:
        return "" if one.name.startswith("lookalike") else f"{one.name} fails: {error}"
    given_answer = one.answer or printed.strip()
    return (
        ""
        if strict_difference(given_answer, source.answer, source.guidelines)
        else f"{one.name} gives the answer, {given_answer!r}"
    )
