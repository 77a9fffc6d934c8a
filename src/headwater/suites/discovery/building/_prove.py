"""Proves that a question has the stated answer, and that the answer requires exactly the target files."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

from headwater.errors import BrokenTaskError
from headwater.records._base import Record
from headwater.suites.discovery.building._changed_data import change_data
from headwater.suites.discovery.building._laboratory import Laboratory
from headwater.suites.discovery.building._programs import Run
from headwater.suites.discovery.documents import is_document
from headwater.suites.discovery.grading import ChangedData
from headwater.suites.discovery.scoring import strict_difference
from headwater.suites.discovery.solvers import SOLVERS, Choice, DataFile, choose
from headwater.suites.discovery.tasks_source import SourceTask
from headwater.trials import write_atomically

_FORMAT = "4"
"""Increased whenever the proof or the changed data of an unchanged question would differ."""


class QuestionProof(Record):
    """The result of a proof: changed data that exposes constant answers, or the reason why the proof failed."""

    changed: ChangedData | None = None
    problem: str = ""


def prove(
    question: SourceTask, laboratory: Laboratory, files: Sequence[DataFile], notify: Callable[[str], None]
) -> QuestionProof:
    """Prove a question, or return the cached result of an earlier build.

    Args:
        question: The question.
        laboratory: Runs programs on the data of its community.
        files: The same data as solvers without a model see it.
        notify: Called if the question is not cached and has to be proven.
    """
    folder = f"discovery/proofs/{question.source.id}-{_digest(question, laboratory)}"
    proof_file = laboratory.home / folder / "proof.json"
    if proof_file.is_file():
        return QuestionProof.model_validate_json(proof_file.read_bytes())
    notify(f"proving {question.source.id} (once)")
    try:
        # This check comes first because it does not run any program.
        choices = _choices_that_miss(question, files)
        prove_answer(question, laboratory)
        _prove_lookalikes(question, laboratory)
        _prove_choices(question, laboratory, choices)
        proof = QuestionProof(changed=change_data(question, laboratory, f"{folder}/changed"))
    except BrokenTaskError as error:
        # A failed proof is stored too, so that later builds do not repeat it.
        proof = QuestionProof(problem=str(error))
    proof_file.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(proof_file, proof.model_dump_json(indent=1))
    return proof


def _digest(question: SourceTask, laboratory: Laboratory) -> str:
    parts = (_FORMAT, laboratory.name, question.source.model_dump_json(by_alias=True), question.program, *SOLVERS)
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:24]


def _choices_that_miss(question: SourceTask, files: Sequence[DataFile]) -> list[Choice]:
    """Return the files that solvers without a model choose. If a choice equals the target files, raise an error."""
    source = question.source
    choices = choose(source.question, question.program, source.targets, files)
    for choice in choices:
        if set(choice.files.values()) == set(source.targets):
            raise BrokenTaskError(f"solver {choice.solver} finds its files", where=source.id)
    return choices


def prove_answer(question: SourceTask, laboratory: Laboratory) -> None:
    """Prove that the program prints the answer and reads the target files, with all data and with the targets only.

    Raises:
        BrokenTaskError: The program prints another answer, or does not read exactly the target files.
    """
    with laboratory.scratch() as scratch:
        for target in question.source.targets:
            _copy(laboratory.datasets / target, scratch / target, question)
        on_all_data, alone = laboratory.run(
            Run(question.program, (laboratory.datasets,)),
            Run(question.program, (scratch,)),
        )
    for ran, what in ((on_all_data, "on all data"), (alone, "on the target files alone")):
        if problem := ran.failure or strict_difference(ran.output, question.source.answer, question.source.guidelines):
            raise BrokenTaskError(f"{what}, the reference program gives {problem}", where=question.source.id)
    used = {read.path for read in on_all_data.reads.files if not is_document(read.path)}
    if not on_all_data.reads.unknown and used != set(question.source.targets):
        raise BrokenTaskError(f"the reference program reads {sorted(used)}, not its targets", where=question.source.id)


def _prove_lookalikes(question: SourceTask, laboratory: Laboratory) -> None:
    """Prove that the program fails or prints another answer when a look-alike replaces its target."""
    with laboratory.scratch() as scratch:
        runs = []
        for number, each in enumerate(question.source.lookalikes):
            folder = scratch / str(number)
            _copy(laboratory.datasets / each.path, folder / each.target, question)
            runs.append(Run(question.program, (folder, laboratory.datasets)))
        found = laboratory.run(*runs) if runs else []
    for each, ran in zip(question.source.lookalikes, found, strict=True):
        if not ran.failure and not strict_difference(ran.output, question.source.answer, question.source.guidelines):
            raise BrokenTaskError(f"{each.path} gives the same answer as {each.target}", where=question.source.id)


def _prove_choices(question: SourceTask, laboratory: Laboratory, choices: Sequence[Choice]) -> None:
    """Prove that the program fails or prints another answer with the files that a solver without a model chooses."""
    source = question.source
    with laboratory.scratch() as scratch:
        for choice in choices:
            for target, chosen in choice.files.items():
                _copy(laboratory.datasets / chosen, scratch / choice.solver / target, question)
        runs = (Run(question.program, (scratch / choice.solver, laboratory.datasets)) for choice in choices)
        for choice, ran in zip(choices, laboratory.run(*runs), strict=True):
            if not ran.failure and not strict_difference(ran.output, source.answer, source.guidelines):
                files = ", ".join(sorted(choice.files.values()))
                raise BrokenTaskError(f"solver {choice.solver} gets its answer from {files}", where=source.id)


def _copy(path: Path, target: Path, question: SourceTask) -> None:
    if not path.is_file():
        raise BrokenTaskError(f"the file {path.name} does not exist at its path", where=question.source.id)
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, target)
