"""Turns new words or a changed program into a question that satisfies the rules."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace

from headwater.errors import UnsupportedError
from headwater.suites.discovery.evolving._ports import Bench
from headwater.suites.discovery.evolving._program import anchor_of, files_of
from headwater.suites.discovery.intake import Refusal, question_of
from headwater.suites.discovery.questions import Draft, answer_of, lint, names_files
from headwater.suites.discovery.scoring import strict_difference
from headwater.suites.discovery.tasks_source import SourceTask


def harder(task: SourceTask, question: str, program: str, writer: str, bench: Bench) -> SourceTask:
    """Return a question with new words and, if given, a new program.

    For a new program, the answer, the look-alikes and the wrong solutions are determined by running programs, as for
    any question on a lake.

    Args:
        task: The current question.
        question: The new words.
        program: The reference program. If it is new, its answer must differ from the current one.
        writer: The author of the words.
        bench: The environment that runs programs.

    Raises:
        UnsupportedError: The question breaks a rule. The message names it.
    """
    if not question.strip():
        raise UnsupportedError("has no question")
    if program == task.program:
        return _with_words(task, question)
    return _with_program(task, question, program, writer, bench)


def _with_words(task: SourceTask, question: str) -> SourceTask:
    """Return the same task with different words.

    Raises:
        UnsupportedError: The words name a file, or omit a value that the program needs and that the old words contain.
    """
    source = task.source
    if question == source.question:
        raise UnsupportedError("has the same words")
    for problem in names_files(f"{question} {source.guidelines}", source.targets):
        raise UnsupportedError(problem)
    for value in _values(task.program):
        if _has(source.question, value) and not _has(question, value):
            raise UnsupportedError(f"does not say {value!r} any more, which the program needs")
    return replace(task, source=source.model_copy(update={"question": question}))


def _with_program(task: SourceTask, question: str, program: str, writer: str, bench: Bench) -> SourceTask:
    source = task.source
    known = {file.path for file in bench.files}
    files = files_of(program)
    if missing := sorted(set(files) - known):
        raise UnsupportedError(f"has a program that reads {missing[0]}, which the lake does not have")
    if not files:
        raise UnsupportedError("has a program that reads no data")
    draft = _draft(task, question, program, writer, bench)
    if not strict_difference(draft.answer, source.answer, source.guidelines):
        raise UnsupportedError("has another program and the same answer")
    accepted = lint(_draft(task, source.question, task.program, writer, bench))
    for problem in lint(draft):
        if problem not in accepted:  # the reviewer has accepted the problems in the original words
            raise UnsupportedError(problem)
    found = question_of(draft, source.id, source.community, bench.files, bench.laboratory)
    if isinstance(found, Refusal):
        raise UnsupportedError(found.value)
    kept = {"title": source.title, "notebook": source.notebook, "cell": source.cell}
    return SourceTask(found.source.model_copy(update=kept), found.program)


def _draft(task: SourceTask, question: str, program: str, writer: str, bench: Bench) -> Draft:
    anchor = anchor_of(task.source, program, bench.laboratory)
    return Draft(
        anchor=anchor,
        question=question,
        guidelines=task.source.guidelines,
        answer=answer_of(anchor),
        writer=writer,
    )


def _values(program: str) -> Iterator[str]:
    """Yield a program's string and number literals, except for paths and column names."""
    for node in ast.walk(ast.parse(program)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str | int | float):
            text = str(node.value)
            if text and not text.startswith("/data/") and not _is_column(program, text):
                yield text


def _is_column(program: str, text: str) -> bool:
    """Return whether a text is a column name, which a question may paraphrase."""
    quoted = rf"""(["']){re.escape(text)}\1"""
    return re.search(rf"\[\s*{quoted}\s*[\],]|,\s*{quoted}\s*\]|\((?:on=|by=)?\[?{quoted}", program) is not None


def _has(words: str, value: str) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(value)}(?!\w)", words) is not None
