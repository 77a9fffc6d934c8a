"""Changes the target files of a question so that its reference program prints a different answer."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from headwater.errors import BrokenTaskError, UnsupportedError
from headwater.sandbox import remove_tree
from headwater.suites.discovery.building._changes import Change
from headwater.suites.discovery.building._formats import take_times, write_changed
from headwater.suites.discovery.building._laboratory import Laboratory
from headwater.suites.discovery.building._programs import Run, RunResult
from headwater.suites.discovery.grading import ChangedData
from headwater.suites.discovery.scoring import has_form_of, strict_difference
from headwater.suites.discovery.tasks_source import SourceTask

_WANTED = 2
_SHARES = (0.8, 0.6, 0.4, 0.2, 0.1)
_MOST_BYTES = 64 << 20
"""The maximum size of files whose values are exchanged. An exchange loads all rows into memory."""


@dataclass(frozen=True)
class _TriedChange:
    """Target files, each with a change to try."""

    changes: Mapping[str, Change]

    def __str__(self) -> str:
        return "; ".join(f"{target} with {change}" for target, change in self.changes.items())


def change_data(question: SourceTask, laboratory: Laboratory, folder: str) -> tuple[ChangedData, ...]:
    """Write changed target files to a cache folder, and return the reference program's answers for them.

    The first attempt exchanges values between rows, in as many files as possible. Later attempts change one file at a
    time, largest first: they leave out some rows and, if that does not change the answer, the rows that the answer
    names. Rows are also shuffled if their order does not affect the reference. Files that the author marks as fixed
    stay unchanged: when rows of a budget or of a day's measurements are missing, correct programs may disagree.

    Raises:
        BrokenTaskError: No change makes the reference program print a different answer.
    """
    is_shuffled, known = _order_is_free(question, laboratory)
    changed_data: list[ChangedData] = []
    tries: list[str] = []
    for attempts, most in _batches(question, laboratory, known, is_shuffled):
        with laboratory.scratch() as scratch:
            for attempt, ran in _run(attempts, question, laboratory, scratch, tries):
                if len(changed_data) == most or not _is_another_answer(
                    ran, question, [each.answer for each in changed_data]
                ):
                    continue
                place = f"{folder}/{len(changed_data) + 1}"
                _keep(scratch / str(attempts.index(attempt)), place, laboratory)
                changed_data.append(ChangedData(what=str(attempt), folder=place, answer=ran.output))
        if len(changed_data) == _WANTED:
            break
    if not changed_data:
        what = f"no change of its data changes the answer of the reference program: {'; '.join(tries)}"
        raise BrokenTaskError(what, where=question.source.id)
    return tuple(changed_data)


def _run(
    attempts: Sequence[_TriedChange], question: SourceTask, laboratory: Laboratory, scratch: Path, tries: list[str]
) -> Iterator[tuple[_TriedChange, RunResult]]:
    """Run the reference on the data of each attempt, and append a line about the result to ``tries``."""
    possible = []
    for number, attempt in enumerate(attempts):
        try:
            for target, change in attempt.changes.items():
                write_changed(laboratory.datasets / target, scratch / str(number) / target, change)
        except UnsupportedError as error:
            tries.append(f"{attempt}: {error.what}")
            continue
        possible.append(number)
    if not possible:
        return
    found = laboratory.run(*(Run(question.program, (scratch / str(each), laboratory.datasets)) for each in possible))
    for number, ran in zip(possible, found, strict=True):
        tries.append(f"{attempts[number]} gives {ran.failure or ran.output}")
        yield attempts[number], ran


def _keep(changed: Path, place: str, laboratory: Laboratory) -> None:
    take_times(laboratory.datasets, changed)
    target = laboratory.home / place
    remove_tree(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(changed, target)


def _batches(
    question: SourceTask, laboratory: Laboratory, known: Sequence[str], is_shuffled: bool
) -> Iterator[tuple[Sequence[_TriedChange], int]]:
    """Yield batches of attempts, each with the number of successful changes after which to stop."""
    sizes = {target: (laboratory.datasets / target).stat().st_size for target in known}
    may_change = [target for target in known if target not in question.source.fixed]
    largest = sorted(may_change, key=lambda target: -sizes[target])
    exchange = Change(seed=1, is_shuffled=is_shuffled, exchanges=True)
    free = [target for target in largest if sizes[target] <= _MOST_BYTES and _can_exchange(target, laboratory)]
    single = [_TriedChange({target: exchange}) for target in free]
    together = [_TriedChange(dict.fromkeys(free, exchange))] if len(free) > 1 else []
    yield [*together, *single], 1
    shares = [Change(share, seed, is_shuffled) for seed, share in enumerate(_SHARES, start=1)]
    for target in largest:
        yield [_TriedChange({target: change}) for change in shares], _WANTED
    texts = [part.strip() for part in question.source.answer.split(";")]
    for target in largest:
        yield [_TriedChange({target: Change(1, 0, is_shuffled, text)}) for text in texts], _WANTED


def _can_exchange(target: str, laboratory: Laboratory) -> bool:
    with laboratory.scratch() as scratch:
        try:
            write_changed(laboratory.datasets / target, scratch / target, Change(seed=1, exchanges=True))
        except UnsupportedError:
            return False
    return True


def _order_is_free(question: SourceTask, laboratory: Laboratory) -> tuple[bool, list[str]]:
    """Return whether row order does not affect the reference's answer, and the target files that contain rows."""
    known = []
    with laboratory.scratch() as scratch:
        for target in question.source.targets:
            try:
                write_changed(laboratory.datasets / target, scratch / target, Change(seed=1))
            except UnsupportedError:
                continue
            known.append(target)
        (ran,) = laboratory.run(Run(question.program, (scratch, laboratory.datasets)))
    source = question.source
    return not ran.failure and not strict_difference(ran.output, source.answer, source.guidelines), known


def _is_another_answer(ran: RunResult, question: SourceTask, known_answers: Sequence[str]) -> bool:
    source = question.source
    if ran.failure or not ran.output or "nan" in ran.output.lower():
        return False
    if not has_form_of(ran.output, source.answer, source.guidelines):
        return False
    return all(strict_difference(ran.output, known, source.guidelines) for known in (source.answer, *known_answers))
