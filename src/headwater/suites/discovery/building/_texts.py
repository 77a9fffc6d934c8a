"""Defines the texts in task folders that are the same for all kinds of questions."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

from headwater.sandbox import DATA
from headwater.suites.discovery.grading import ENTRYPOINT, PROGRAM, RESULT, GradedQuestion
from headwater.suites.discovery.scoring import AnswerForm, kind_of

REFERENCE = "reference.py"
"""The file name of the right program in a counterfeit's folder."""


def instruction(question: str, guidelines: str, data: str, targets: Sequence[str] | None, *, is_changed: bool) -> str:
    """Return the text of a prompt.

    Args:
        question: The question.
        guidelines: The required form of the answer.
        data: A noun phrase that describes the data and serves as the subject of a sentence.
        targets: The files that the informed prompt names. None for the baseline prompt.
        is_changed: Whether the program also runs on changed data.
    """
    also = ", and\nit will also be run when these files have other values" if is_changed else ""
    text = f"""\
{question.strip()}

{guidelines.strip()}

{data} are below `{DATA}`, which is read-only: find the files that answer the question. Write
the answer, and nothing else, to `{RESULT}`, and leave the program that computes it from `{DATA}` as `{PROGRAM}`:
`{ENTRYPOINT}` prints the answer. The program reads the files that it needs and no other data{also}.
"""
    if targets is None:
        return text
    listed = "".join(f"- `{DATA}/{target}`\n" for target in targets)
    these = "this file" if len(targets) == 1 else "these files"
    named = f"The data for the answer are in {these}:\n\n{listed}\n" if targets else ""
    return f"{text}\n{named}Python has pandas, NumPy, SciPy, DuckDB, PyArrow, openpyxl and pypdf.\n"


def checks(graded: GradedQuestion, *, about: str = "") -> str:
    """Return the source of the checks module, with ``about`` as a sentence for its readers."""
    more = f"\n\n{about}\n" if about else ""
    return f'''\
"""Checks of one question; what they try is in headwater.suites.discovery.grading.{more}"""

from headwater.suites.discovery.grading import GradedQuestion, checks_of

QUESTION = GradedQuestion.model_validate_json({graded.model_dump_json()!r})
globals().update(checks_of(QUESTION))
'''


def counterfeit(gate: str, why: str) -> str:
    """Return the text of ``counterfeit.toml``."""
    sentence = f"{why[0].upper()}{why[1:].removesuffix('.')}."
    return f"gate = {json.dumps(gate)}\nwhy = {json.dumps(sentence, ensure_ascii=False)}\n"


def made_up(answer: str, guidelines: str) -> str:
    """Return an answer that has the same form, but in which every number and every word differs."""
    if kind_of(answer, guidelines) not in (AnswerForm.TEXT, AnswerForm.MIXED):
        return _other_digits(answer)
    parts = map(str.strip, answer.split(";"))
    return "; ".join(_other_digits(part) if part[:1].isdigit() else "Unknown" for part in parts)


def _other_digits(number: str) -> str:
    return re.sub(r"\d", lambda digit: str((int(digit[0]) + 3) % 10), number)


def reading(paths: Sequence[str], then: str) -> str:
    """Return a program that opens files and then runs other code, by default the reference program."""
    return f"""\
from pathlib import Path

for path in {list(paths)!r}:
    (Path({DATA!r}) / path).open("rb").read(1)
{then or f"exec(Path({REFERENCE!r}).read_text())"}
"""


def script(folder: str) -> str:
    """Return the text of ``solve.sh``, which submits the programs of a folder together with their output."""
    return f"set -e\ncp {folder}/*.py /workspace/\n{ENTRYPOINT} > {RESULT}\n"


def write(path: Path, text: str) -> None:
    """Write a file to a task folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
