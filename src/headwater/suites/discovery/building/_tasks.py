"""Writes the task folders of questions."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from headwater.records import Gate
from headwater.suites.discovery.building import _texts as texts
from headwater.suites.discovery.documents import is_document
from headwater.suites.discovery.grading import (
    ENTRYPOINT,
    LEAST_BYTES,
    MOST_TIMES,
    PROGRAM,
    PROGRAM_SEC,
    ChangedData,
    GradedQuestion,
)
from headwater.suites.discovery.scoring import QuestionDifficulty, difficulty_of, has_form_of
from headwater.suites.discovery.tasks_source import CounterfeitSource, SourceTask, TaskSource

SUITE = "discovery"
TOOLCHAIN = "notebooks"
_DATA = "The data of the organization"
_DIGITS = 7


@dataclass(frozen=True)
class ProvenQuestion:
    """A proven question.

    Attributes:
        data: The folder with its community's data, relative to the cache.
        files: All files in the community, with their sizes in bytes.
    """

    task: SourceTask
    data: str
    files: Mapping[str, int]
    changed: ChangedData


class _Generated(NamedTuple):
    """A counterfeit that is generated for every question."""

    name: str
    gate: str
    why: str


def write_task(question: ProvenQuestion, folder: Path) -> None:
    """Write the task folder of a question."""
    source = question.task.source
    files = {
        "task.toml": config_text(question.task, question.data),
        "instruction.md": texts.instruction(source.question, source.guidelines, _DATA, None, is_changed=True),
        "instruction.informed.md": texts.instruction(
            source.question, source.guidelines, _DATA, source.targets, is_changed=True
        ),
        "checks.py": _checks(question),
        "workspace/.gitkeep": "",
        f"solution/{PROGRAM}": question.task.program,
        "solution/solve.sh": texts.script("/solution"),
    }
    for name, text in files.items():
        texts.write(folder / name, text)
    for counterfeit, programs in _counterfeits(question):
        place = folder / "counterfeits" / counterfeit.name
        for name, text in programs.items():
            texts.write(place / name, text)
        texts.write(place / "solve.sh", texts.script("/counterfeit"))
        texts.write(place / "counterfeit.toml", texts.counterfeit(counterfeit.gate, counterfeit.why))


def config_text(task: SourceTask, data: str) -> str:
    """Return the text of ``task.toml``."""
    source = task.source
    tags = [source.community]
    if difficulty_of(task.program, len(source.targets)) is QuestionDifficulty.HARD:
        tags.append("hard")
    return f"""\
id = {json.dumps(source.id)}
title = {json.dumps(source.title, ensure_ascii=False)}
suite = {json.dumps(SUITE)}
tier = {json.dumps(source.tier)}
category = "query-optimization"
competencies = ["transformation-and-semantic-modeling"]
starting_state = "greenfield"
tags = {json.dumps(tags)}
data = {json.dumps(data)}
toolchain = {json.dumps(TOOLCHAIN)}

[entrypoint]
command = {json.dumps(ENTRYPOINT)}
timeout_sec = {PROGRAM_SEC}

[verifier]
check_timeout_sec = 300
reference = true
{_leaks(source.answer)}"""


def _leaks(answer: str) -> str:
    """Return the config section about leaks, if the answer has enough digits to be unique in the data."""
    if sum(mark.isdigit() for mark in answer) < _DIGITS:
        return ""
    return f"\n[leaks]\nreveals = {json.dumps([answer])}\n"


def _checks(question: ProvenQuestion) -> str:
    source = question.task.source
    return texts.checks(
        GradedQuestion(
            answer=source.answer, guidelines=source.guidelines, targets=source.targets, changed=question.changed
        )
    )


def _counterfeits(question: ProvenQuestion) -> list[tuple[CounterfeitSource | _Generated, Mapping[str, str]]]:
    """Return a question's counterfeits (the author's and those generated for every question) with their programs."""
    task = question.task
    own = [(_with_gate(task.source, each), {PROGRAM: _wrong(task, each)}) for each in task.source.counterfeits]
    return [*own, *_generated(question)]


def _with_gate(source: TaskSource, counterfeit: CounterfeitSource) -> CounterfeitSource:
    """Return a wrong answer with the gate that rejects it. A malformed answer fails at an earlier gate."""
    if not counterfeit.answer or has_form_of(counterfeit.answer, source.answer, source.guidelines):
        return counterfeit
    return counterfeit.model_copy(update={"gate": Gate.FUNCTIONAL.value})


def _wrong(task: SourceTask, counterfeit: CounterfeitSource) -> str:
    if counterfeit.answer:
        return texts.reading(task.source.targets, f"print({counterfeit.answer!r})")
    return counterfeit.program(task.program)


def _generated(question: ProvenQuestion) -> list[tuple[CounterfeitSource | _Generated, Mapping[str, str]]]:
    source = question.task.source
    data = [path for path in question.files if not is_document(path)]
    others = [each.path for each in source.lookalikes][:1] or [path for path in data if path not in source.targets][:1]
    targets = sum(question.files[target] for target in source.targets)
    is_much = sum(question.files[path] for path in data) > max(LEAST_BYTES, MOST_TIMES * targets)
    everything = Gate.PERFORMANT if is_much else Gate.PRODUCTION
    constant = texts.reading(source.targets, f"print({source.answer!r})")
    hollow = f"print({texts.made_up(source.answer, source.guidelines)!r})\n"
    return [
        (_made("hollow", Gate.CORRECT, "the answer is made up"), {PROGRAM: hollow}),
        (_made("constant", Gate.ROBUST, "the program prints the answer and computes nothing"), {PROGRAM: constant}),
        (
            _made("reads-everything", everything, "the program opens every file with data"),
            {PROGRAM: texts.reading(data, ""), texts.REFERENCE: question.task.program},
        ),
        (
            _made("reads-a-look-alike", Gate.PRODUCTION, "the program also opens a file that it does not need"),
            {PROGRAM: texts.reading(others, ""), texts.REFERENCE: question.task.program},
        ),
    ]


def _made(name: str, gate: Gate, why: str) -> _Generated:
    return _Generated(name, gate.value, why)
