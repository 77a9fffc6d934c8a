"""Summarizes a contract in one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from headwater.context.lineage._answers import ContractFinding, Unresolved
from headwater.dbt import Problem
from headwater.plurals import counted


def counts_line(
    findings: Sequence[ContractFinding], problems: Sequence[Problem], unresolved: Sequence[Unresolved]
) -> str:
    """Return one line with the number of problems, and the number of findings per kind."""
    parts = [
        _counted(len(problems), "problem", Counter(one.kind.value.replace("_", " ") for one in problems)),
        f"{len(unresolved)} not traced",
        _counted(len(findings), "finding", Counter(one.kind for one in findings)),
    ]
    return "; ".join(parts)


def _counted(total: int, word: str, kinds: Mapping[str, int]) -> str:
    kinds_text = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
    return counted(total, word) + (f" ({kinds_text})" if kinds_text else "")
