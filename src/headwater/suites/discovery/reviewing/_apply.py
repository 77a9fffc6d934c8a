"""Applies decisions from a file, for reviewers without a terminal."""

from __future__ import annotations

from collections.abc import Iterable

from headwater.suites.discovery.reviewing._decisions import Decision, ReviewVerdict
from headwater.suites.discovery.reviewing._review import Review


def apply_decisions(review: Review, decisions: Iterable[Decision]) -> list[str]:
    """Apply decisions, and return a line about each skipped one."""
    return [problem for decision in decisions if (problem := _apply(review, decision))]


def _apply(review: Review, decision: Decision) -> str:
    found = [draft for draft in review.drafts if draft.digest.startswith(decision.draft)]
    if len(found) != 1:
        return f"{decision.draft}: {'several drafts begin' if found else 'no draft begins'} with this digest"
    (draft,) = found
    if decision.verdict is ReviewVerdict.EDIT and not decision.despite_lint:
        problems = draft.problems(decision.question, decision.guidelines)
        if problems:
            return f"{decision.draft}: the edited draft {problems[0]}; change it, or set despite_lint"
    words = decision.model_dump(include={"question", "guidelines", "despite_lint", "why"})
    review.decide(draft, decision.verdict, **words)
    return ""
