"""Task folders of questions."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from headwater.records import Gate
from headwater.sandbox import DATA
from headwater.suites.discovery.documents import is_document
from headwater.suites.discovery.grading import (
    ENTRYPOINT,
    LEAST_BYTES,
    MOST_TIMES,
    PROGRAM,
    PROGRAM_SEC,
    RESULT,
    ChangedData,
    GradedQuestion,
)
from headwater.suites.discovery.scoring import Difficulty, Kind, difficulty_of, has_form_of, kind_of
from headwater.suites.discovery.tasks_source import Counterfeit, Task, TaskSource

SUITE = "discovery"
TOOLCHAIN = "notebooks"
_REFERENCE = "reference.py"
_DIGITS = 7


@dataclass(frozen=True)
class Question:
    """A proven question.

    Attributes:
        data: The folder with its community's data, below the cache.
        files: All files of the community, with their sizes in bytes.
    """

    asked: Task
    data: str
    files: Mapping[str, int]
    changed: tuple[ChangedData, ...]


class _Generated(NamedTuple):
    """A counterfeit that every question has."""

    name: str
    gate: str
    why: str


def write_task(question: Question, folder: Path) -> None:
    """Write the task folder of a question."""
    source = question.asked.source
    files = {
        "task.toml": config_text(question.asked, question.data),
        "instruction.md": _instruction(source, informed=False),
        "instruction.informed.md": _instruction(source, informed=True),
        "checks.py": _checks(question),
        "workspace/.gitkeep": "",
        f"solution/{PROGRAM}": question.asked.program,
        "solution/solve.sh": _script("/solution"),
    }
    for name, text in files.items():
        _write(folder / name, text)
    for counterfeit, programs in _counterfeits(question):
        place = folder / "counterfeits" / counterfeit.name
        for name, text in programs.items():
            _write(place / name, text)
        _write(place / "solve.sh", _script("/counterfeit"))
        gate, why = json.dumps(counterfeit.gate), json.dumps(_sentence(counterfeit.why), ensure_ascii=False)
        _write(place / "counterfeit.toml", f"gate = {gate}\nwhy = {why}\n")


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:].removesuffix('.')}."


def config_text(asked: Task, data: str) -> str:
    """Return ``task.toml``."""
    source = asked.source
    tags = [source.community]
    if difficulty_of(asked.program, len(source.targets)) is Difficulty.HARD:
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
    """Return the section that names an answer with so many digits that nothing else in the data has them."""
    if sum(mark.isdigit() for mark in answer) < _DIGITS:
        return ""
    return f"\n[leaks]\nreveals = {json.dumps([answer])}\n"


def _instruction(source: TaskSource, *, informed: bool) -> str:
    text = f"""\
{source.question.strip()}

{source.guidelines.strip()}

The data of the organization are below `{DATA}`, which is read-only: find the files that answer the question. Write
the answer, and nothing else, to `{RESULT}`, and leave the program that computes it from `{DATA}` as `{PROGRAM}`:
`{ENTRYPOINT}` prints the answer. The program reads the files that it needs and no other data.
"""
    if not informed:
        return text
    targets = "".join(f"- `{DATA}/{target}`\n" for target in source.targets)
    return f"""\
{text}
The answer is in {"this file" if len(source.targets) == 1 else "these files"}:

{targets}
Python has pandas, NumPy, SciPy, DuckDB, PyArrow, openpyxl and pypdf.
"""


def _checks(question: Question) -> str:
    source = question.asked.source
    graded = GradedQuestion(
        answer=source.answer, guidelines=source.guidelines, targets=source.targets, changed=question.changed
    )
    return f'''\
"""Checks of one question; what they try is in headwater.suites.discovery.grading."""

from headwater.suites.discovery.grading import GradedQuestion, checks_of

QUESTION = GradedQuestion.model_validate_json({graded.model_dump_json()!r})
globals().update(checks_of(QUESTION))
'''


def _counterfeits(question: Question) -> list[tuple[Counterfeit | _Generated, Mapping[str, str]]]:
    """Return the counterfeits of a question, each with its programs: its own, and those that every question has."""
    asked = question.asked
    own = [(_with_gate(asked.source, each), {PROGRAM: _wrong(asked, each)}) for each in asked.source.counterfeits]
    return [*own, *_generated(question)]


def _with_gate(source: TaskSource, counterfeit: Counterfeit) -> Counterfeit:
    """Let a wrong answer of another form stop where the form is looked at."""
    if not counterfeit.answer or has_form_of(counterfeit.answer, source.answer, source.guidelines):
        return counterfeit
    return counterfeit.model_copy(update={"gate": Gate.FUNCTIONAL.value})


def _wrong(asked: Task, counterfeit: Counterfeit) -> str:
    if counterfeit.answer:
        return _reading(asked.source.targets, f"print({counterfeit.answer!r})")
    return counterfeit.program(asked.program)


def _generated(question: Question) -> list[tuple[Counterfeit | _Generated, Mapping[str, str]]]:
    source = question.asked.source
    data = [path for path in question.files if not is_document(path)]
    others = [each.path for each in source.lookalikes][:1] or [path for path in data if path not in source.targets][:1]
    targets = sum(question.files[target] for target in source.targets)
    is_much = sum(question.files[path] for path in data) > max(LEAST_BYTES, MOST_TIMES * targets)
    everything = Gate.PERFORMANT if is_much else Gate.PRODUCTION
    constant = _reading(source.targets, f"print({source.answer!r})")
    return [
        (_made("hollow", Gate.CORRECT, "the answer is made up"), {PROGRAM: f"print({_made_up(source)!r})\n"}),
        (_made("constant", Gate.ROBUST, "the program prints the answer and computes nothing"), {PROGRAM: constant}),
        (
            _made("reads-everything", everything, "the program opens every file with data"),
            {PROGRAM: _reading(data, ""), _REFERENCE: question.asked.program},
        ),
        (
            _made("reads-a-look-alike", Gate.PRODUCTION, "the program also opens a file that it does not need"),
            {PROGRAM: _reading(others, ""), _REFERENCE: question.asked.program},
        ),
    ]


def _made_up(source: TaskSource) -> str:
    """Return an answer of the same form, in which every number and every word is another one."""
    kind = kind_of(source.answer, source.guidelines)
    if kind not in (Kind.TEXT, Kind.MIXED):
        return _other_digits(source.answer)
    parts = map(str.strip, source.answer.split(";"))
    return "; ".join(_other_digits(part) if part[:1].isdigit() else "Unknown" for part in parts)


def _other_digits(number: str) -> str:
    return re.sub(r"\d", lambda digit: str((int(digit[0]) + 3) % 10), number)


def _made(name: str, gate: Gate, why: str) -> _Generated:
    return _Generated(name, gate.value, why)


def _reading(paths: Sequence[str], then: str) -> str:
    """Return a program that opens files and then does something: what it is told, or what the reference does."""
    return f"""\
from pathlib import Path

for path in {list(paths)!r}:
    (Path({DATA!r}) / path).open("rb").read(1)
{then or f"exec(Path({_REFERENCE!r}).read_text())"}
"""


def _script(folder: str) -> str:
    return f"set -e\ncp {folder}/*.py /workspace/\n{ENTRYPOINT} > {RESULT}\n"


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
