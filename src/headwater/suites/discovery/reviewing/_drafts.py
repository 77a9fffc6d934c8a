"""Prepares drafts for review, with their look-alikes and with the anchors that lint needs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from headwater.suites.discovery.anchors import Anchor
from headwater.suites.discovery.lake import readable
from headwater.suites.discovery.questions import Draft, lint, program_of
from headwater.suites.discovery.tasks_source import SourceTask

_SHOWN = ("question", "guidelines", "answer", "targets", "lookalikes")


@dataclass(frozen=True)
class Reviewable:
    """A draft with its look-alikes (files that are easily mistaken for its target files).

    Attributes:
        task: The task that results if the draft is accepted unchanged.
        anchor: The number that the draft is based on.
    """

    task: SourceTask
    anchor: Anchor

    @property
    def digest(self) -> str:
        """The digest of everything that the reviewer sees. It matches decisions with drafts in later builds."""
        shown = self.task.source.model_dump(mode="json", include=set(_SHOWN))
        content = json.dumps([shown, self.task.program], sort_keys=True)
        return hashlib.sha256(content.encode()).hexdigest()[:16]

    def problems(self, question: str, guidelines: str) -> list[str]:
        """Return the problems that lint finds in an alternative wording."""
        answer = self.task.source.answer
        return lint(Draft(anchor=self.anchor, question=question, guidelines=guidelines, answer=answer, writer="person"))

    def edited(self, question: str, guidelines: str) -> SourceTask:
        """Return the task with an alternative wording."""
        source = self.task.source.model_copy(update={"question": question, "guidelines": guidelines})
        return replace(self.task, source=source)


def reviewables(tasks: Iterable[SourceTask], anchors: Iterable[Anchor]) -> Iterator[Reviewable]:
    """Yield the questions of a lake, each with its anchor."""
    known = {(readable(anchor.notebook), anchor.cell, program_of(anchor)): anchor for anchor in anchors}
    for task in tasks:
        assert task.source.cell is not None, "a question of a lake comes from a cell"
        yield Reviewable(task, known[task.source.notebook, task.source.cell, task.program])
