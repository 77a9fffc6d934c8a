"""Changes the target files of a question so that its reference program prints a different answer."""

from __future__ import annotations

import shutil
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from headwater.errors import BrokenTaskError, UnsupportedError
from headwater.plurals import counted
from headwater.sandbox import remove_tree
from headwater.suites.discovery.building._changes import Change
from headwater.suites.discovery.building._formats import take_times, write_changed
from headwater.suites.discovery.building._laboratory import Laboratory
from headwater.suites.discovery.building._programs import Run, RunResult
from headwater.suites.discovery.grading import ChangedData
from headwater.suites.discovery.scoring import has_form_of, strict_difference
from headwater.suites.discovery.tasks_source import SourceTask

_SHARES = (0.8, 0.6, 0.4, 0.2, 0.1)
"""The shares of rows to keep, in the order in which they are tried."""
_MOST_BYTES = 64 << 20
"""The maximum size of files whose values are exchanged. An exchange loads all rows into memory."""


@dataclass(frozen=True)
class _TriedChange:
    """Target files, each with a change to try."""

    changes: Mapping[str, Change]

    def __str__(self) -> str:
        """Return a text such as "sales.csv and 3 more files with rows in another order"."""
        targets = defaultdict(list)
        for target, change in self.changes.items():
            targets[str(change)].append(target)
        return "; ".join(f"{_names(names)} with {change}" for change, names in targets.items())


def change_data(question: SourceTask, laboratory: Laboratory, folder: str) -> ChangedData:
    """Write changed target files to a cache folder, and return the reference program's answer for them.

    The first attempt exchanges values between rows in as many files as possible, and leaves out some rows of the
    largest. Later attempts only exchange values, in all files or in one, or only leave out rows of one file, largest
    first: some rows or, if that does not change the answer, the rows that the answer names. Rows are also shuffled if
    their order does not affect the reference. Files that the author marks as fixed stay unchanged: when rows of a
    budget or of a day's measurements are missing, correct programs may disagree.

    Raises:
        BrokenTaskError: No change makes the reference program print a different answer.
    """
    is_shuffled, known = _order_is_free(question, laboratory)
    tries: list[str] = []
    for attempt in _attempts(question, laboratory, known, is_shuffled):
        with laboratory.scratch() as scratch:
            try:
                for target, change in attempt.changes.items():
                    write_changed(laboratory.datasets / target, scratch / "changed" / target, change)
            except UnsupportedError as error:
                tries.append(f"{attempt}: {error.what}")
                continue
            (ran,) = laboratory.run(Run(question.program, (scratch / "changed", laboratory.datasets)))
            tries.append(f"{attempt} gives {ran.failure or ran.output}")
            if _is_another_answer(ran, question):
                _keep(scratch / "changed", folder, laboratory)
                return ChangedData(what=str(attempt), folder=folder, answer=ran.output)
    what = f"no change of its data changes the answer of the reference program: {'; '.join(tries)}"
    raise BrokenTaskError(what, where=question.source.id)


def _keep(changed: Path, place: str, laboratory: Laboratory) -> None:
    take_times(laboratory.datasets, changed)
    target = laboratory.home / place
    remove_tree(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(changed, target)


def _attempts(
    question: SourceTask, laboratory: Laboratory, known: Sequence[str], is_shuffled: bool
) -> Iterator[_TriedChange]:
    sizes = {target: (laboratory.datasets / target).stat().st_size for target in known}
    may_change = [target for target in known if target not in question.source.fixed]
    largest = sorted(may_change, key=lambda target: -sizes[target])
    exchange = Change(seed=1, is_shuffled=is_shuffled, exchanges=True)
    exchangeable = [target for target in largest if sizes[target] <= _MOST_BYTES and _can_exchange(target, laboratory)]
    if exchangeable:
        fewer = Change(_SHARES[0], 1, is_shuffled, exchanges=largest[0] in exchangeable)
        yield _TriedChange({**dict.fromkeys(exchangeable, exchange), largest[0]: fewer})
        yield _TriedChange(dict.fromkeys(exchangeable, exchange))
    if len(exchangeable) > 1:
        yield from (_TriedChange({target: exchange}) for target in exchangeable)
    for target in largest:
        for seed, share in enumerate(_SHARES, start=1):
            yield _TriedChange({target: Change(share, seed, is_shuffled)})
    texts = [part.strip() for part in question.source.answer.split(";")]
    for target in largest:
        yield from (_TriedChange({target: Change(1, 0, is_shuffled, text)}) for text in texts)


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


def _names(targets: Sequence[str]) -> str:
    first, *more = targets
    return f"{first} and {counted(len(more), 'more file')}" if more else first


def _is_another_answer(ran: RunResult, question: SourceTask) -> bool:
    source = question.source
    if ran.failure or not ran.output or "nan" in ran.output.lower():
        return False
    if not has_form_of(ran.output, source.answer, source.guidelines):
        return False
    return bool(strict_difference(ran.output, source.answer, source.guidelines))
