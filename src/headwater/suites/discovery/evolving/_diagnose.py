"""Distinguishes defective questions from hard ones, using the answers of the solvers that read the question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from headwater.plurals import counted
from headwater.suites.discovery.evolving._ports import Diagnosis, DiagnosisKind, SolverAttempt
from headwater.suites.discovery.tasks_source import SourceTask

_LEAST = 2
"""The minimum number of equal wrong answers that count as agreement."""


def diagnose(task: SourceTask, readers: Sequence[SolverAttempt]) -> Diagnosis:
    """Return the diagnosis of a question that few solvers solve although its reference program prints its answer.

    Args:
        task: The question.
        readers: The attempts of the solvers that read the question.
    """
    wrong = [each for each in readers if not each.is_solved]
    is_solved = len(wrong) < len(readers)
    answers = Counter(each.answer for each in wrong if each.answer)
    if not is_solved and answers:
        answer, count = answers.most_common(1)[0]
        if count >= _LEAST and count > len(readers) / 2:
            why = f"{count} of {counted(len(readers), 'attempt')} that read it agree on another answer: {answer}"
            return Diagnosis(kind=DiagnosisKind.DEFECT, why=why)
    targets = set(task.source.targets)
    with_targets = [each for each in wrong if set(each.files) == targets and each.answer]
    if not is_solved and len(with_targets) >= _LEAST and len(with_targets) == len(readers):
        why = "every attempt that read it used the target files, and none gives the answer: the words lack something"
        return Diagnosis(kind=DiagnosisKind.DEFECT, why=why)
    why = "from the target files alone, the reference program gives the answer"
    if is_solved:
        why = f"{counted(len(readers) - len(wrong), 'attempt')} that read it gave the answer, and {why}"
    return Diagnosis(kind=DiagnosisKind.HARD, why=why)
