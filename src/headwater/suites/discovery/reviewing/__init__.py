"""Lets a person review drafts. Decisions are stored, and accepted drafts are written as task sources."""

from headwater.suites.discovery.reviewing._apply import apply_decisions
from headwater.suites.discovery.reviewing._decisions import Decision, Decisions, ReviewVerdict, read_decisions
from headwater.suites.discovery.reviewing._drafts import Reviewable, reviewables
from headwater.suites.discovery.reviewing._review import Review
from headwater.suites.discovery.reviewing._session import review_at_terminal

__all__ = [
    "Decision",
    "Decisions",
    "Review",
    "ReviewVerdict",
    "Reviewable",
    "apply_decisions",
    "read_decisions",
    "review_at_terminal",
    "reviewables",
]
