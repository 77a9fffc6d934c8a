"""Drafts questions on a lake, one anchor after another, until each notebook has enough questions."""

from __future__ import annotations

import ast
import hashlib
import os
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from pydantic import BaseModel

from headwater.suites.discovery.anchors import Anchor
from headwater.suites.discovery.building import Laboratory
from headwater.suites.discovery.intake._question import Refusal, question_of
from headwater.suites.discovery.lake import is_text, readable
from headwater.suites.discovery.questions import Draft, UnwritableError, Writer, lint, program_of
from headwater.suites.discovery.records import FormatFault
from headwater.suites.discovery.solvers import DataFile
from headwater.suites.discovery.tasks_source import SourceTask, TaskSource
from headwater.trials import write_atomically

_FORMAT = "2"
"""Increased whenever the same draft would become a different question or none."""


@dataclass(frozen=True)
class QuestionSelection:
    """How many questions to select.

    Attributes:
        per_notebook: The maximum number per notebook.
    """

    per_notebook: int = 3


@dataclass(frozen=True)
class Intake:
    """The results for a lake's anchors.

    Attributes:
        refused: The number of anchors from which no question was created, keyed by reason.
        faults: A line about each draft that breaks a rule, with the first such rule.
    """

    questions: tuple[SourceTask, ...]
    refused: Counter[Refusal]
    faults: tuple[FormatFault, ...] = ()


class _StoredResult(BaseModel):
    """The cached result of drafting a question."""

    source: TaskSource | None = None
    refusal: Refusal | None = None


def question_lake(
    community: str,
    anchors: Sequence[Anchor],
    writer: Writer,
    files: Sequence[DataFile],
    laboratory: Laboratory,
    selection: QuestionSelection,
    notify: Callable[[str], None],
) -> Intake:
    """Return questions on a lake. The result of each draft is cached, so that an interrupted build can resume.

    Args:
        community: The name of the lake.
        anchors: The anchors in the lake.
        writer: The writer of the questions.
        files: The lake's data, as solvers without a model see it.
        laboratory: Runs programs on a copy of the data.
        selection: How many questions to select.
        notify: Called with progress messages.

    Raises:
        CancelledError: The build was interrupted.
    """
    by_notebook: dict[str, list[Anchor]] = defaultdict(list)
    for anchor in anchors:
        by_notebook[anchor.notebook].append(anchor)
    named = [file for file in files if is_text(file.path)]
    builder = _Builder(community, writer, named, laboratory, selection, notify)
    # The process may be allowed fewer processors than the machine has.
    with ThreadPoolExecutor(max_workers=len(os.sched_getaffinity(0))) as pool:
        found = list(pool.map(builder.notebook, by_notebook.values()))
    refused = sum((each.refused for each in found), Counter[Refusal]())
    questions = tuple(question for each in found for question in each.questions)
    return Intake(questions, refused, tuple(fault for each in found for fault in each.faults))


@dataclass(frozen=True)
class _Builder:
    community: str
    writer: Writer
    files: Sequence[DataFile]
    laboratory: Laboratory
    selection: QuestionSelection
    notify: Callable[[str], None]

    def notebook(self, anchors: Sequence[Anchor]) -> Intake:
        """Return the questions of a notebook, preferring those with more files and more steps."""
        questions: list[SourceTask] = []
        refused = Counter[Refusal]()
        faults: list[FormatFault] = []
        seen: set[tuple[tuple[str, ...], str]] = set()
        # Numbers from several files and many steps come first, because only a few per notebook are kept.
        for anchor in sorted(anchors, key=lambda each: (-len(each.files), -len(each.operations), each.cell)):
            shape = (anchor.files, _shape(anchor))
            if len(questions) == self.selection.per_notebook or shape in seen:
                refused[Refusal.MANY] += 1
                continue
            try:
                draft = self.writer.write(anchor)
            except UnwritableError:
                refused[Refusal.WORDS] += 1
                continue
            if any(not is_text(path) for path in anchor.files):
                refused[Refusal.NAMES] += 1
                continue
            if problems := lint(draft):
                refused[Refusal.LINT] += 1
                faults.append(
                    FormatFault(f"{readable(anchor.notebook)}, cell {anchor.cell}", f"the draft {problems[0]}")
                )
                continue
            outcome = self._question(draft)
            if isinstance(outcome, Refusal):
                refused[outcome] += 1
                continue
            # A refused number does not prevent a question about a similar one.
            seen.add(shape)
            questions.append(outcome)
        return Intake(tuple(questions), refused, tuple(faults))

    def _question(self, draft: Draft) -> SourceTask | Refusal:
        digest = hashlib.sha256("\0".join((_FORMAT, self.laboratory.name, draft.model_dump_json())).encode())
        name = self._name(draft, digest.hexdigest()[:4])
        result_file = self.laboratory.home / "discovery" / "intake" / f"{digest.hexdigest()[:24]}.json"
        if result_file.is_file():
            known = _StoredResult.model_validate_json(result_file.read_bytes())
        else:
            self.notify(f"looking for look-alikes of {name} (once)")
            found = question_of(draft, name, self.community, self.files, self.laboratory)
            known = _StoredResult(refusal=found) if isinstance(found, Refusal) else _StoredResult(source=found.source)
            result_file.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(result_file, known.model_dump_json(by_alias=True, indent=1))
        if known.source is None:
            assert known.refusal is not None, "it has one of both"
            return known.refusal
        return SourceTask(known.source, program_of(draft.anchor))

    def _name(self, draft: Draft, digest: str) -> str:
        words = re.findall(r"[a-z0-9]+", draft.anchor.notebook.lower())[:4]
        return "-".join((self.community, *words, digest))


def _shape(anchor: Anchor) -> str:
    """Return an anchor's expression without constants, because steps that differ only in the year are not new."""
    tree = ast.parse(anchor.expression, mode="eval")
    return "".join(_without_constants(tree))


def _without_constants(node: ast.AST) -> Iterator[str]:
    yield "c" if isinstance(node, ast.Constant) else type(node).__name__
    if isinstance(node, ast.Attribute):
        yield node.attr
    for child in ast.iter_child_nodes(node):
        yield from _without_constants(child)
