"""Reads a CoDA-Bench checkout."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from headwater.errors import NotFoundError
from headwater.suites.discovery.communities import Communities
from headwater.suites.discovery.defects import find_defects
from headwater.suites.discovery.reading import read_questions
from headwater.suites.discovery.records import FormatFault, Question
from headwater.suites.discovery.targets import Targets, derive_targets

LAKE = "coda"
"""The prefix of all task ids."""
_FILES = {"data/coda_bench.json": LAKE, "data/coda_bench_hard.json": f"{LAKE}-hard"}
_COMMUNITIES = "datasets/communities"
_COMMUNITY = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)*")


@dataclass(frozen=True)
class PublishedQuestion:
    """A published question.

    Attributes:
        name: The id of its task, which consists of the question file's name and the question's id.
        targets: The files derived from its reference code.
        is_hard: Whether it was published as hard.
        flaw: Why no answer to it can be right. Empty if one can.
    """

    name: str
    question: Question
    targets: Targets
    is_hard: bool
    flaw: str = ""


@dataclass(frozen=True)
class PublishedCheckout:
    """A CoDA-Bench checkout.

    Attributes:
        questions: The questions, including questions whose community has no data.
        faults: One line about each unreadable part.
    """

    questions: tuple[PublishedQuestion, ...]
    communities: Communities
    faults: tuple[FormatFault, ...]


def read_checkout(folder: Path) -> PublishedCheckout:
    """Read the questions of a checkout, which contains one or both question files.

    Raises:
        UserError: No question file exists, or one cannot be read.
    """
    files = {folder / path: prefix for path, prefix in _FILES.items() if (folder / path).is_file()}
    if not files:
        names = " and no ".join(_FILES)
        raise NotFoundError(f"there is no {names}", where=folder, fix="give a checkout of CoDA-Bench")
    questions: list[PublishedQuestion] = []
    faults: list[FormatFault] = []
    for path, prefix in files.items():
        questions += _questions(path, prefix, faults)
    return PublishedCheckout(tuple(questions), Communities(folder.resolve() / _COMMUNITIES), tuple(faults))


def _questions(path: Path, prefix: str, faults: list[FormatFault]) -> Iterator[PublishedQuestion]:
    read = read_questions(path)
    faults += read.faults
    targets = {each.instance_id: derive_targets(each.reference_code) for each in read.questions}
    flaws = {each.instance_id: each.what for each in find_defects(read.questions, targets) if each.is_unusable}
    for question in read.questions:
        number = question.instance_id
        if number < 0:
            faults.append(FormatFault(path.name, f"instance_id {number} is below 0; it is skipped"))
            continue
        if not _COMMUNITY.fullmatch(question.release_community):
            what = f"release_community is {question.release_community!r}; it is skipped"
            faults.append(FormatFault(f"{path.name}: instance_id {number}", what))
            continue
        flaw = flaws.get(number, "") if question.question.strip() else "it asks nothing"
        yield PublishedQuestion(f"{prefix}-{number:04}", question, targets[number], prefix != LAKE, flaw)
