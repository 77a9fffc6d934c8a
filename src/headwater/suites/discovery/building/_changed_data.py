"""Other content for the target files of a question, for which its reference program gives another answer."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence

from headwater.errors import BrokenTaskError, UnsupportedError
from headwater.sandbox import remove_tree
from headwater.suites.discovery.building._changes import Change, take_times, write_changed
from headwater.suites.discovery.building._laboratory import Laboratory
from headwater.suites.discovery.building._programs import Ran, Run
from headwater.suites.discovery.grading import ChangedData
from headwater.suites.discovery.scoring import has_form_of, strict_difference
from headwater.suites.discovery.tasks_source import Task

_WANTED = 2
_SHARES = (0.8, 0.6, 0.4, 0.2, 0.1)


def change_data(question: Task, laboratory: Laboratory, folder: str) -> tuple[ChangedData, ...]:
    """Write changed target files below a folder of the cache, and return what the reference program gives for them.

    One file is changed at a time, the largest first: rows are left out, and where that does not change the answer,
    those that the answer names. Rows are in another order where the order of rows does not matter to the reference.

    Raises:
        BrokenTaskError: Whatever is changed, the reference program gives its answer or none.
    """
    source = question.source
    kept: list[ChangedData] = []
    answers = {source.answer}
    tries = []
    for target, changes in _changes(question, laboratory):
        with laboratory.scratch() as scratch:
            for number, change in enumerate(changes):
                write_changed(laboratory.datasets / target, scratch / str(number) / target, change)
            runs = (
                Run(question.program, (scratch / str(number), laboratory.datasets)) for number in range(len(changes))
            )
            for number, ran in enumerate(laboratory.run(*runs)):
                tries.append(f"{target} with {changes[number]} gives {ran.failure or ran.output}")
                if len(kept) < _WANTED and _is_another_answer(ran, question, answers):
                    answers.add(ran.output)
                    place = f"{folder}/{len(kept) + 1}"
                    changed = scratch / str(number)
                    take_times(laboratory.datasets, changed)
                    remove_tree(laboratory.home / place)
                    (laboratory.home / place).parent.mkdir(parents=True, exist_ok=True)
                    shutil.move(changed, laboratory.home / place)
                    kept.append(ChangedData(what=f"{target} with {changes[number]}", folder=place, answer=ran.output))
        if len(kept) == _WANTED:
            break
    if not kept:
        what = f"no change of its data changes the answer of the reference program: {'; '.join(tries)}"
        raise BrokenTaskError(what, where=source.id)
    return tuple(kept)


def _changes(question: Task, laboratory: Laboratory) -> Iterator[tuple[str, Sequence[Change]]]:
    """Yield files, each with changes to try."""
    source = question.source
    is_shuffled, known = _order_is_free(question, laboratory)
    largest = sorted(known, key=lambda target: -(laboratory.datasets / target).stat().st_size)
    shares = [Change(share, seed, is_shuffled) for seed, share in enumerate(_SHARES, start=1)]
    yield from ((target, shares) for target in largest)
    texts = [part.strip() for part in source.answer.split(";")]
    yield from ((target, [Change(1, 0, is_shuffled, text) for text in texts]) for target in largest)


def _order_is_free(question: Task, laboratory: Laboratory) -> tuple[bool, list[str]]:
    """Return whether the order of rows does not matter to the reference, and in which target files rows are found."""
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


def _is_another_answer(ran: Ran, question: Task, answers: set[str]) -> bool:
    source = question.source
    if ran.failure or not ran.output or "nan" in ran.output.lower():
        return False
    if not has_form_of(ran.output, source.answer, source.guidelines):
        return False
    return all(strict_difference(ran.output, known, source.guidelines) for known in answers)
