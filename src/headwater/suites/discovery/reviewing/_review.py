"""Combines drafts with the decisions about them, and writes the folder of accepted drafts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from headwater.sandbox import remove_tree
from headwater.suites.discovery.reviewing._decisions import Decision, Decisions, ReviewVerdict
from headwater.suites.discovery.reviewing._drafts import Reviewable
from headwater.suites.discovery.tasks_toml import write_task_source


@dataclass(frozen=True)
class Review:
    """The review of a lake's drafts.

    Attributes:
        drafts: The drafts of the current build.
        folder: The folder with the decisions, and with a subfolder ``<community>/<id>`` for each accepted draft.
    """

    drafts: Sequence[Reviewable]
    folder: Path
    decisions: Decisions = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "decisions", Decisions(self.folder))

    def decision(self, draft: Reviewable) -> Decision | None:
        """Return the decision about a draft, from this build or an earlier one."""
        return self.decisions.all.get(draft.digest)

    @property
    def open(self) -> list[Reviewable]:
        """The drafts without a decision."""
        return [draft for draft in self.drafts if self.decision(draft) is None]

    def decide(self, draft: Reviewable, verdict: ReviewVerdict, **words: str | bool) -> None:
        """Store a decision, and write or remove the task source.

        Args:
            draft: One of ``drafts``.
            verdict: The decision.
            words: Other fields of the decision.
        """
        before = self.decision(draft)
        # If the decision changes, the draft keeps the id of the task that was written for it.
        name = before.task if before is not None and before.task else draft.task.source.id
        fields = {"draft": draft.digest, "verdict": verdict, "task": name, **words}
        self.decisions.add(Decision.model_validate(fields))
        self._follow(draft)

    def follow(self) -> None:
        """Write the missing sources of accepted drafts.

        They are missing if a process was killed after storing a decision.
        """
        for draft in self.drafts:
            if (decision := self.decision(draft)) is not None and not self._source(draft, decision).is_dir():
                self._follow(draft)

    def _follow(self, draft: Reviewable) -> None:
        decision = self.decisions.all[draft.digest]
        if decision.verdict is ReviewVerdict.REJECT:
            remove_tree(self._source(draft, decision))
            return
        is_edited = decision.verdict is ReviewVerdict.EDIT
        task = draft.edited(decision.question, decision.guidelines) if is_edited else draft.task
        named = task.source.model_copy(update={"id": decision.task or task.source.id})
        write_task_source(type(task)(named, task.program), self.folder)

    def _source(self, draft: Reviewable, decision: Decision) -> Path:
        return self.folder / draft.task.source.community / (decision.task or draft.task.source.id)
