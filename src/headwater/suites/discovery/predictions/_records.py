"""Defines the records of scored answers, without I/O."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from headwater.suites.discovery.scoring import AnswerForm, FileScore, QuestionDifficulty


@dataclass(frozen=True)
class QuestionScore:
    """The scores for one question.

    Attributes:
        prediction: The answer. None if there is none.
        exact: The official exact match.
        numeric: The official numeric match, which includes the exact one.
        strict: Whether the answer is right by the strict comparison.
        difference: A line that explains why the strict comparison rejects the answer.
        is_usable: Whether the gold answer is usable.
        targets: The files that the question needs, as far as known.
        files: The comparison of the declared files with the targets. None if that is impossible.
        files_problem: The reason why that comparison is impossible.
    """

    instance_id: int
    community: str
    kind: AnswerForm
    difficulty: QuestionDifficulty
    gold: str
    prediction: str | None
    exact: bool
    numeric: bool
    strict: bool
    difference: str
    is_usable: bool
    targets: tuple[str, ...]
    files: FileScore | None
    files_problem: str


@dataclass(frozen=True)
class OfficialSummary:
    """The figures that the official program reports, under the same names."""

    n_gold: int
    n_pred: int
    n_scored: int
    exact_correct: int
    numeric_correct: int
    exact_accuracy: float
    numeric_accuracy: float
    missing_ids: tuple[int, ...]
    extra_ids: tuple[int, ...]


@dataclass(frozen=True)
class ScoreRates:
    """The counts and rates of right answers to some questions.

    Attributes:
        questions: The denominator. A question without an answer counts as wrong.
        answered: The number of questions with an answer.
    """

    questions: int
    answered: int
    exact: int
    numeric: int
    strict: int

    def rate(self, right: int) -> float | None:
        """Return a count as a rate, or None if the denominator is 0."""
        return right / self.questions if self.questions else None


@dataclass(frozen=True)
class FileRates:
    """Discovery accuracy over answers that declare files and whose questions have known target files.

    Attributes:
        answers: The denominator.
        unknown: The number of other questions, keyed by reason.
        equal: The rate of answers that declare exactly the target files.
        superset: The rate of answers that declare at least the target files.
        precision: The mean over answers, like recall and f1.
    """

    answers: int
    unknown: dict[str, int]
    equal: float | None = None
    superset: float | None = None
    precision: float | None = None
    recall: float | None = None
    f1: float | None = None


@dataclass(frozen=True)
class QuestionGroup:
    """The questions that share a community, form or difficulty."""

    label: str
    rates: ScoreRates
    files: FileRates = field(default_factory=lambda: FileRates(0, {}))


@dataclass(frozen=True)
class BatchScore:
    """All scores for a prediction file."""

    instances: tuple[QuestionScore, ...]
    official: OfficialSummary

    def by_community(self) -> list[QuestionGroup]:
        """Group the questions by community."""
        return self._grouped(lambda one: one.community or "(none)")

    def by_kind(self) -> list[QuestionGroup]:
        """Group the questions by answer form."""
        return self._grouped(lambda one: one.kind.value)

    def by_difficulty(self) -> list[QuestionGroup]:
        """Group the questions by difficulty."""
        return self._grouped(lambda one: one.difficulty.value)

    def denominators(self) -> list[QuestionGroup]:
        """Return the rates over all questions, over those with a usable gold answer, and over answered ones."""
        usable = [one for one in self.instances if one.is_usable]
        answered = [one for one in self.instances if one.prediction is not None]
        return [
            _group("all", self.instances),
            _group("usable gold", usable),
            _group("answered", answered),
        ]

    def _grouped(self, label: Callable[[QuestionScore], str]) -> list[QuestionGroup]:
        groups: dict[str, list[QuestionScore]] = {}
        for one in self.instances:
            groups.setdefault(label(one), []).append(one)
        return [_group(name, groups[name]) for name in sorted(groups)]


def _group(label: str, instances: Sequence[QuestionScore]) -> QuestionGroup:
    rates = ScoreRates(
        questions=len(instances),
        answered=sum(one.prediction is not None for one in instances),
        exact=sum(one.exact for one in instances),
        numeric=sum(one.numeric for one in instances),
        strict=sum(one.strict for one in instances),
    )
    return QuestionGroup(label, rates, _file_rates(instances))


def _file_rates(instances: Iterable[QuestionScore]) -> FileRates:
    unknown: dict[str, int] = {}
    known: list[FileScore] = []
    for one in instances:
        if one.files is None:
            unknown[one.files_problem] = unknown.get(one.files_problem, 0) + 1
        else:
            known.append(one.files)
    if not known:
        return FileRates(0, unknown)
    return FileRates(
        len(known),
        unknown,
        equal=_mean(each.equal for each in known),
        superset=_mean(each.superset for each in known),
        precision=_mean(each.precision for each in known),
        recall=_mean(each.recall for each in known),
        f1=_mean(each.f1 for each in known),
    )


def _mean(values: Iterable[float]) -> float:
    every = list(values)
    return sum(every) / len(every)
