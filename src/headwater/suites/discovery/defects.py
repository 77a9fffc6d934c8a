"""Lints the published tasks to find unusable gold answers, and reference code that does not compute its answer."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeGuard

from headwater.suites.discovery.communities import Communities
from headwater.suites.discovery.records import Question
from headwater.suites.discovery.targets import Cause, Targets, parse_code

_LONGEST_ITEM = 25
"""The maximum number of words in an item of an answer. A longer item is a description of an answer."""
_PASTED_LINES = 5
_WORDS = re.compile(r"[^\W\d_]{3}")
_NOT_ENGLISH = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_INSTRUCTION = re.compile(r"\b(?:must|should) (?:be|contain|include|list)\b", re.IGNORECASE)
_FREE_TEXT = re.compile(r"\b(?:descri(?:be|ption)|expla(?:in|nation)|observation|phrasing|reason)\b", re.IGNORECASE)


class Flaw(StrEnum):
    """The kinds of defects that a task can have."""

    NO_ANSWER = "no answer"
    FREE_TEXT = "free text"
    EDITORS_NOTE = "editor's note"
    REPEATED = "repeated question"
    INVALID_CODE = "invalid code"
    NO_FILE = "no file read"
    NO_DATA_SHOWN = "answer from no data"
    UNKNOWN_FILES = "unknown files"
    UNUSED_FILE = "unused file"
    ABSENT_FILE = "absent file"
    REMOTE_DATA = "remote data"
    PASTED_DATA = "pasted data"
    MADE_UP_DATA = "made-up data"


_FLAWS = {
    Cause.INVALID_CODE: Flaw.INVALID_CODE,
    Cause.TOO_LONG: Flaw.UNKNOWN_FILES,
    Cause.NO_FILE: Flaw.NO_FILE,
    Cause.NOTHING_SHOWN: Flaw.NO_DATA_SHOWN,
    Cause.FOLDER: Flaw.UNKNOWN_FILES,
    Cause.UNKNOWN_PATH: Flaw.UNKNOWN_FILES,
    Cause.NO_FOLDER: Flaw.UNKNOWN_FILES,
}


@dataclass(frozen=True)
class Defect:
    """A defect in a published task.

    Attributes:
        what: A one-line description.
    """

    instance_id: int
    flaw: Flaw
    what: str

    @property
    def is_unusable(self) -> bool:
        """Return whether the defect means that no answer can be right."""
        return self.flaw is Flaw.NO_ANSWER


def find_defects(
    questions: Sequence[Question], targets: Mapping[int, Targets], communities: Communities | None = None
) -> tuple[Defect, ...]:
    """Return the defects in the tasks, in task order.

    Args:
        questions: The tasks.
        targets: The files derived from the reference code of each task.
        communities: The communities' data. If it is not given, missing files are not detected.
    """
    first: dict[tuple[str, str], int] = {}
    found: list[Defect] = []
    for question in questions:
        key = (question.question.casefold().strip(), question.answer.casefold().strip())
        number = question.instance_id
        if first.setdefault(key, number) != number and question.question:
            found.append(Defect(number, Flaw.REPEATED, f"question and answer are those of {first[key]}"))
        flaws = [
            *_answer_flaws(question),
            *_target_flaws(targets[number]),
            *_code_flaws(question.reference_code, targets[number].cause),
        ]
        found += [Defect(number, flaw, what) for flaw, what in flaws]
        absent = communities.absent(question.release_community, targets[number].files) if communities else []
        found += [Defect(number, Flaw.ABSENT_FILE, f"the community has no {'/'.join(path)}") for path in absent]
    return tuple(found)


def _answer_flaws(question: Question) -> Iterator[tuple[Flaw, str]]:
    longest = max(len(item.split()) for item in question.answer.split(";"))
    if _INSTRUCTION.search(question.answer):
        yield Flaw.NO_ANSWER, "the answer is an instruction"
    elif longest > _LONGEST_ITEM:
        yield Flaw.NO_ANSWER, f"the answer describes one, in {longest} words"
    elif _FREE_TEXT.search(question.answer_guidelines) and _is_in_free_words(question):
        yield Flaw.FREE_TEXT, "the guidelines ask for free words, of which those of the answer alone are right"
    for name in ("question", "answer", "answer_guidelines"):
        if _NOT_ENGLISH.search(getattr(question, name)):
            yield Flaw.EDITORS_NOTE, f"{name} has words that are not English"


def _target_flaws(targets: Targets) -> Iterator[tuple[Flaw, str]]:
    if targets.cause is not None:
        yield _FLAWS[targets.cause], targets.problem
    for path in targets.unused if targets.cause is not Cause.NOTHING_SHOWN else ():
        yield Flaw.UNUSED_FILE, f"the reference code reads {'/'.join(path)}, which its answer does not need"
    if targets.is_remote:
        yield Flaw.REMOTE_DATA, "the reference code reads from the network"


def _is_in_free_words(question: Question) -> bool:
    """Return whether an item of the answer contains words that are not among the guidelines' options."""
    guidelines = question.answer_guidelines.casefold()
    words = [item.strip().casefold() for item in question.answer.split(";")]
    return any(_WORDS.search(item) and item not in guidelines for item in words)


def _code_flaws(code: str, cause: Cause | None) -> Iterator[tuple[Flaw, str]]:
    try:
        tree = parse_code(code)
    except ValueError:
        return
    pasted = [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Constant) and _is_table(node.value)]
    if pasted:
        yield Flaw.PASTED_DATA, f"line {pasted[0]} of the reference code has data as text"
    places = [tree] if cause is Cause.NO_FILE else _fallbacks(tree)
    made_up = [node.lineno for place in places for node in ast.walk(place) if _is_made_up(node)]
    if made_up:
        yield Flaw.MADE_UP_DATA, f"line {min(made_up)} of the reference code makes data up"


def _is_table(value: object) -> bool:
    """Return whether a text looks like a table: many lines with the same number of commas."""
    if not isinstance(value, str) or value.count("\n") < _PASTED_LINES:
        return False
    counts = [line.count(",") for line in value.strip().splitlines()]
    return counts[0] > 0 and counts.count(counts[0]) == len(counts)


def _fallbacks(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements that run if a file is missing or unreadable."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Try):
            yield from (statement for handler in node.handlers for statement in handler.body)
        elif isinstance(node, ast.If) and any(_name(each) in ("exists", "isfile") for each in ast.walk(node.test)):
            yield from (*node.body, *node.orelse)


def _is_made_up(node: ast.AST) -> TypeGuard[ast.Call]:
    """Return whether a call fabricates data: a table of literals, or random numbers."""
    if not isinstance(node, ast.Call):
        return False
    if _name(node) == "DataFrame":
        return any(not isinstance(each, ast.Name) or each.id == "data" for each in _contents(node))
    return isinstance(node.func, ast.Attribute) and ast.unparse(node.func.value) in ("np.random", "numpy.random")


def _contents(call: ast.Call) -> list[ast.expr]:
    return [*call.args[:1], *(each.value for each in call.keywords if each.arg == "data")]


def _name(node: ast.AST) -> str:
    func = node.func if isinstance(node, ast.Call) else None
    return func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""
