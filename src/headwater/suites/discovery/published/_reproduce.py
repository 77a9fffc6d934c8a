"""Tests whether reference code computes the gold answer from its target files."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from enum import StrEnum

from headwater.records._base import Record
from headwater.suites.discovery.building import Laboratory, Run
from headwater.suites.discovery.documents import is_document
from headwater.suites.discovery.published._checkout import PublishedQuestion
from headwater.suites.discovery.published._locate import TargetLocations
from headwater.suites.discovery.published._rewrite import rewrite
from headwater.suites.discovery.scoring import shows_answer
from headwater.trials import write_atomically
from headwater.untrusted import one_line

SECONDS = 300.0
"""The time limit of a program. Published data can be large."""
_FORMAT = "1"
"""Increased whenever the same code could have a different outcome."""
_SHORT = 160


class ReproductionOutcome(StrEnum):
    """The outcome of running a question's reference code."""

    REPRODUCED = "the reference code gives the gold answer"
    UNKNOWN_FILES = "the target files are not known, or not there"
    FAILED = "the reference code fails"
    OTHER_FILES = "the reference code does not read exactly the target files"
    OTHER_ANSWER = "the reference code does not print the gold answer"


class Reproduction(Record):
    """The result of trying a question's reference code.

    Attributes:
        detail: Details of the outcome. Empty if there are none.
    """

    outcome: ReproductionOutcome
    detail: str = ""


def reproduce(
    published: PublishedQuestion, located: TargetLocations, laboratory: Laboratory, notify: Callable[[], None]
) -> Reproduction:
    """Try a question's reference code, or return the cached result of an earlier build.

    Args:
        published: The question.
        located: The locations of its files.
        laboratory: Runs programs on the data of its community.
        notify: Called if the result is not cached and the code has to run.

    Raises:
        CancelledError: The build was interrupted.
    """
    if not located.targets:
        return Reproduction(outcome=ReproductionOutcome.UNKNOWN_FILES, detail=located.problem)
    result_file = laboratory.home / "discovery" / "published" / f"{_digest(published, located, laboratory)}.json"
    if result_file.is_file():
        return Reproduction.model_validate_json(result_file.read_bytes())
    notify()
    attempt = _try(published, located, laboratory)
    result_file.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(result_file, attempt.model_dump_json(indent=1))
    return attempt


def _digest(published: PublishedQuestion, located: TargetLocations, laboratory: Laboratory) -> str:
    """Return a digest of everything that determines the outcome, because a question can be in both published files."""
    question = published.question
    tools = sorted(folder.name for folder in laboratory.tooling.mounts.values())
    files = repr((sorted(located.targets.items()), sorted(located.others.items())))
    parts = (_FORMAT, laboratory.name, *tools, files, question.reference_code, question.answer)
    text = "\0".join((*parts, question.answer_guidelines))
    return hashlib.sha256(text.encode(errors="surrogateescape")).hexdigest()[:24]


def _try(published: PublishedQuestion, located: TargetLocations, laboratory: Laboratory) -> Reproduction:
    question = published.question
    try:
        program = rewrite(question.reference_code, {**located.others, **located.targets})
    except ValueError as error:
        return Reproduction(outcome=ReproductionOutcome.FAILED, detail=one_line(str(error))[:_SHORT])
    (ran,) = laboratory.run(Run(program, (laboratory.datasets,), SECONDS))
    if ran.failure:
        return Reproduction(outcome=ReproductionOutcome.FAILED, detail=one_line(ran.failure)[:_SHORT])
    used = {read.path for read in ran.reads.files if not is_document(read.path)}
    targets = {path for path in located.targets.values() if not is_document(path)}
    if not ran.reads.unknown and not targets <= used <= targets | set(located.others.values()):
        return Reproduction(
            outcome=ReproductionOutcome.OTHER_FILES, detail=one_line(f"it reads {sorted(used)}")[:_SHORT]
        )
    if not shows_answer(ran.output, question.answer, question.answer_guidelines):
        return Reproduction(outcome=ReproductionOutcome.OTHER_ANSWER)
    return Reproduction(outcome=ReproductionOutcome.REPRODUCED)
