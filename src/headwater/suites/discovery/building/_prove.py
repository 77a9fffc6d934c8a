"""Proof that a question has its answer, needs exactly its target files, and cannot be answered from others."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter

from headwater.errors import BrokenTaskError, UnsupportedError
from headwater.grading import Tooling
from headwater.records import TaskConfig
from headwater.sandbox import remove_tree
from headwater.suites.discovery.building._changes import Change, take_times, write_changed
from headwater.suites.discovery.building._programs import Plan, Ran, Run, run_apart
from headwater.suites.discovery.documents import is_document
from headwater.suites.discovery.grading import ChangedData
from headwater.suites.discovery.scoring import kind_of, strict_difference
from headwater.suites.discovery.tasks_source import Task
from headwater.trials import write_atomically

_FORMAT = "1"
"""Raised when the proof, or the changed data, differ for the same question."""
_WANTED = 2
_SHARES = (0.8, 0.6, 0.4, 0.2, 0.1)
_Changed = TypeAdapter(tuple[ChangedData, ...])


@dataclass(frozen=True)
class Laboratory:
    """Where programs are tried.

    Attributes:
        home: Of caches.
        datasets: The data of the question's community.
        name: Of these data, below ``home``; has their digest.
    """

    home: Path
    datasets: Path
    name: str
    config: TaskConfig
    tooling: Tooling
    cancel: threading.Event | None = None

    def run(self, *runs: Run) -> list[Ran]:
        """Run programs in a cell."""
        return run_apart(Plan(self.config, self.tooling, runs), self.home, self.cancel)


def prove(question: Task, laboratory: Laboratory, notify: Callable[[str], None]) -> tuple[ChangedData, ...]:
    """Prove a question and return changed data that tell programs from constants; what was proven once is kept.

    Raises:
        BrokenTaskError: The question is not proven; says why.
    """
    digest = hashlib.sha256(
        f"{_FORMAT}\0{laboratory.name}\0{question.source.model_dump_json(by_alias=True)}\0{question.program}".encode()
    ).hexdigest()[:24]
    folder = f"discovery/changed/{question.source.id}-{digest}"
    kept = laboratory.home / folder / "changed.json"
    if kept.is_file():
        return _Changed.validate_json(kept.read_bytes())
    notify(f"proving {question.source.id} (once)")
    _prove_answer(question, laboratory)
    _prove_lookalikes(question, laboratory)
    changed = _change(question, laboratory, folder)
    write_atomically(kept, _Changed.dump_json(changed, indent=1).decode())
    return changed


def _prove_answer(question: Task, laboratory: Laboratory) -> None:
    """On all data and on the target files alone, the program prints the answer and reads the target files."""
    with _scratch(laboratory) as scratch:
        for target in question.source.targets:
            _copy(laboratory.datasets / target, scratch / target, question)
        whole, alone = laboratory.run(
            Run(question.program, (laboratory.datasets,)),
            Run(question.program, (scratch,)),
        )
    for ran, what in ((whole, "on all data"), (alone, "on the target files alone")):
        if problem := ran.failure or strict_difference(ran.output, question.source.answer, question.source.guidelines):
            raise BrokenTaskError(f"{what}, the reference program gives {problem}", where=question.source.id)
    used = {read.path for read in whole.reads.files if not is_document(read.path)}
    if not whole.reads.unknown and used != set(question.source.targets):
        raise BrokenTaskError(f"the reference program reads {sorted(used)}, not its targets", where=question.source.id)


def _prove_lookalikes(question: Task, laboratory: Laboratory) -> None:
    """With a look-alike in the place of its target, the program gives another answer, or fails."""
    with _scratch(laboratory) as scratch:
        runs = []
        for number, each in enumerate(question.source.lookalikes):
            folder = scratch / str(number)
            _copy(laboratory.datasets / each.path, folder / each.target, question)
            runs.append(Run(question.program, (folder, laboratory.datasets)))
        found = laboratory.run(*runs) if runs else []
    for each, ran in zip(question.source.lookalikes, found, strict=True):
        if not ran.failure and not strict_difference(ran.output, question.source.answer, question.source.guidelines):
            raise BrokenTaskError(f"{each.path} gives the same answer as {each.target}", where=question.source.id)


def _change(question: Task, laboratory: Laboratory, folder: str) -> tuple[ChangedData, ...]:
    """Keep changes of the target files after which the reference program gives another answer."""
    is_shuffled = _order_is_free(question, laboratory)
    largest = sorted(question.source.targets, key=lambda target: -(laboratory.datasets / target).stat().st_size)
    changes = [
        (target, Change(share, seed, is_shuffled)) for target in largest for seed, share in enumerate(_SHARES, start=1)
    ]
    texts = [part.strip() for part in question.source.answer.split(";")]
    changes += [(target, Change(1, 0, is_shuffled, text)) for target in largest for text in texts]
    kept: list[ChangedData] = []
    with _scratch(laboratory) as scratch:
        tried = []
        for number, (target, change) in enumerate(changes):
            try:
                write_changed(laboratory.datasets / target, scratch / str(number) / target, change)
            except UnsupportedError:
                continue
            tried.append((number, target, change))
        found = laboratory.run(
            *(Run(question.program, (scratch / str(number), laboratory.datasets)) for number, _, _ in tried)
        )
        answers = {question.source.answer}
        for (number, target, change), ran in zip(tried, found, strict=True):
            if len(kept) == _WANTED or not _is_another_answer(ran, question, answers):
                continue
            answers.add(ran.output)
            place = f"{folder}/{len(kept) + 1}"
            take_times(laboratory.datasets, scratch / str(number))
            _move(scratch / str(number), laboratory.home / place)
            kept.append(ChangedData(what=f"{target} with {change}", folder=place, answer=ran.output))
    if not kept:
        tries = "; ".join(
            f"{change}: {ran.failure or ran.output}" for (_, _, change), ran in zip(tried, found, strict=True)
        )
        raise BrokenTaskError(
            f"no change of its data changes the answer of the reference program: {tries}", where=question.source.id
        )
    return tuple(kept)


def _order_is_free(question: Task, laboratory: Laboratory) -> bool:
    """Whether the reference program gives its answer on the same rows in another order."""
    with _scratch(laboratory) as scratch:
        for target in question.source.targets:
            try:
                write_changed(laboratory.datasets / target, scratch / target, Change(seed=1))
            except UnsupportedError:
                continue
        (ran,) = laboratory.run(Run(question.program, (scratch, laboratory.datasets)))
    return not ran.failure and not strict_difference(ran.output, question.source.answer, question.source.guidelines)


def _is_another_answer(ran: Ran, question: Task, answers: set[str]) -> bool:
    if ran.failure or not ran.output or "nan" in ran.output.lower().split():
        return False
    if kind_of(ran.output, question.source.guidelines) != kind_of(question.source.answer, question.source.guidelines):
        return False
    return all(strict_difference(ran.output, known, question.source.guidelines) for known in answers)


@contextmanager
def _scratch(laboratory: Laboratory) -> Iterator[Path]:
    laboratory.home.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix=".proving-", dir=laboratory.home))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        remove_tree(folder)


def _copy(path: Path, target: Path, question: Task) -> None:
    if not path.is_file():
        raise BrokenTaskError(f"there is no file {path.name} where it says", where=question.source.id)
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, target)


def _move(folder: Path, target: Path) -> None:
    remove_tree(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(folder, target)
