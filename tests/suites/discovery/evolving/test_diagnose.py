"""Diagnoses distinguish a defect from a hard question."""

from __future__ import annotations

import pytest
from tests.suites.discovery.reviewing.drafted import TARGET, reviewable

from headwater.suites.discovery.evolving import DiagnosisKind, SolverAttempt
from headwater.suites.discovery.evolving._diagnose import diagnose

TASK = reviewable("north").task
RIGHT = SolverAttempt(solver="a", is_solved=True)
SEVEN = SolverAttempt(solver="a", is_solved=False, answer="7 is not 12.35")
EIGHT = SolverAttempt(solver="a", is_solved=False, answer="8 is not 12.35")
NOTHING = SolverAttempt(solver="a", is_solved=False, failure="no answer")


@pytest.mark.parametrize(
    ("readers", "kind", "why"),
    [
        ([], DiagnosisKind.HARD, "from the target files alone, the reference program gives the answer"),
        ([NOTHING] * 3, DiagnosisKind.HARD, "from the target files alone"),
        ([SEVEN, EIGHT], DiagnosisKind.HARD, "from the target files alone"),
        ([SEVEN], DiagnosisKind.HARD, "from the target files alone"),
        (
            [SEVEN, SEVEN, EIGHT],
            DiagnosisKind.DEFECT,
            "2 of 3 attempts that read it agree on another answer: 7 is not 12.35",
        ),
        ([SEVEN, SEVEN, RIGHT], DiagnosisKind.HARD, "1 attempt that read it gave the answer"),
        (
            [each.model_copy(update={"files": (TARGET,)}) for each in (SEVEN, EIGHT)],
            DiagnosisKind.DEFECT,
            "every attempt that read it used the target files",
        ),
        ([SEVEN.model_copy(update={"files": (TARGET,)}), EIGHT], DiagnosisKind.HARD, "from the target files alone"),
    ],
)
def test_the_diagnosis_depends_on_the_answers_of_readers(
    readers: list[SolverAttempt], kind: DiagnosisKind, why: str
) -> None:
    found = diagnose(TASK, readers)
    assert found.kind is kind
    assert found.why.startswith(why)
