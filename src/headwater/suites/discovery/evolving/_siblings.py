"""Asks about a file whose name is like the target's, so that the former target becomes the closest look-alike."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from headwater.suites.discovery.solvers import words_of
from headwater.suites.discovery.tasks_source import SourceTask


class ChangedQuestion(NamedTuple):
    """New words with a new program, and a description of the change."""

    question: str
    program: str
    what: str


def siblings(task: SourceTask) -> Iterator[ChangedQuestion]:
    """Yield a question for each look-alike whose path differs from its target's path in one word, such as the year.

    The question must distinguish the two files. Either it already contains the word, or the word is a number, such as a
    year, and is added to the question.
    """
    source = task.source
    for lookalike in source.lookalikes:
        words = _differing(lookalike.target, lookalike.path)
        if words is None:
            continue
        old, new = words
        question = re.sub(rf"(?<!\w){re.escape(old)}(?!\w)", new, source.question, flags=re.IGNORECASE)
        if question == source.question:
            if not (new.isdigit() and source.question.endswith("?")):
                continue
            question = f"{source.question.removesuffix('?')}, in {new}?"
        program = task.program.replace(f"/data/{lookalike.target}", f"/data/{lookalike.path}")
        # Outside the path, the word can be the value in a filter, which changes with the file.
        outside = re.sub(rf"(?<![\w/.-]){re.escape(old)}(?![\w/.-])", new, program)
        yield ChangedQuestion(question, outside, f"asks for {lookalike.path} in place of {lookalike.target}")


def _differing(target: str, other: str) -> tuple[str, str] | None:
    """Return the pair of words in which two paths differ, or None unless they differ in exactly one pair."""
    ours, theirs = words_of(target), words_of(other)
    if len(ours) != len(theirs):
        return None
    pairs = {(a, b) for a, b in zip(ours, theirs, strict=True) if a != b}
    return pairs.pop() if len(pairs) == 1 else None
