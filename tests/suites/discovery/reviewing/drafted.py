"""Drafts with given slices."""

from __future__ import annotations

from tests.suites.discovery.questions.anchored import anchor

from headwater.suites.discovery.questions import TemplateWriter, program_of
from headwater.suites.discovery.reviewing import Reviewable
from headwater.suites.discovery.tasks_source import SourceTask, TaskSource

TARGET = "tide_gauges/heights_2024.csv"


def reviewable(coast: str, name: str = "") -> Reviewable:
    """Return a draft about a coast."""
    of = anchor(f"t[t.coast == '{coast}'].height.mean()")
    draft = TemplateWriter().write(of)
    source = TaskSource.model_validate(
        {
            "id": name or f"tides-{coast}",
            "title": "n, cell 3",
            "community": "tides",
            "tier": "tier-1",
            "question": draft.question,
            "guidelines": draft.guidelines,
            "answer": draft.answer,
            "targets": of.files,
            "notebook": of.notebook,
            "cell": of.cell,
            "lookalike": [
                {"path": "tide_gauges/heights_2023.csv", "for": TARGET, "why": "with it, the answer is 7.00"}
            ],
            "counterfeit": [
                {"name": "other-file", "gate": "correct", "why": "old", "replace": {TARGET: "tide_gauges/heights.csv"}},
                {"name": "other-rows", "gate": "correct", "why": "turned", "edit": [["==", "!="]]},
                {"name": "unit", "gate": "correct", "why": "a percentage", "answer": "12.35%"},
                {"name": "quoted", "gate": "correct", "why": 'it says "so"\\\t\x7f\n', "answer": "12.3"},
            ],
        }
    )
    return Reviewable(SourceTask(source, program_of(of)), of)
