"""Scores all answers in a file."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from headwater.suites.discovery.predictions._files import score_files, without_folder
from headwater.suites.discovery.predictions._records import BatchScore, OfficialSummary, QuestionScore
from headwater.suites.discovery.records import Prediction, Predictions, Question, Questions
from headwater.suites.discovery.scoring import FileScore, difficulty_of, kind_of, official_match, strict_difference
from headwater.suites.discovery.targets import Targets

NO_ANSWER = "no answer"


def score_predictions(
    questions: Questions,
    predictions: Predictions,
    targets: Mapping[int, Targets],
    *,
    unusable: Collection[int] = (),
) -> BatchScore:
    """Score answers by the official rules and by strict rules, and score the files that the answers declare.

    Args:
        questions: The questions with their gold answers.
        predictions: The answers. A question without one counts as wrong.
        targets: The files that each question needs, keyed by question id.
        unusable: Questions whose gold answer is unusable.
    """
    by_instance = predictions.predictions
    instances = tuple(
        _score(
            question,
            by_instance.get(question.instance_id),
            targets[question.instance_id],
            is_usable=question.instance_id not in unusable,
        )
        for question in questions.questions
    )
    return BatchScore(instances, _official(questions, predictions, instances))


def _score(question: Question, prediction: Prediction | None, targets: Targets, *, is_usable: bool) -> QuestionScore:
    answer = prediction.prediction if prediction else None
    official = None if answer is None else official_match(answer, question.answer)
    difference = NO_ANSWER if answer is None else strict_difference(answer, question.answer, question.answer_guidelines)
    files, problem = _files(prediction, targets)
    return QuestionScore(
        instance_id=question.instance_id,
        community=question.release_community,
        kind=kind_of(question.answer, question.answer_guidelines),
        difficulty=difficulty_of(question.reference_code, len(targets.files) if targets.files else None),
        gold=question.answer,
        prediction=answer,
        exact=official is not None and official.exact,
        numeric=official is not None and official.numeric,
        strict=not difference,
        difference=difference,
        is_usable=is_usable,
        targets=tuple("/".join(path) for path in targets.files),
        files=files,
        files_problem=problem,
    )


def _files(prediction: Prediction | None, targets: Targets) -> tuple[FileScore | None, str]:
    """Return the comparison of the declared files with the targets, or why it is not possible."""
    if prediction is None:
        return None, NO_ANSWER
    if prediction.files is None:
        return None, "no files declared"
    if targets.cause is not None:
        return None, targets.cause.value
    if without_folder(prediction.files):
        return None, "a file is declared without its folder"
    return score_files(prediction.files, targets.files), ""


def _official(questions: Questions, predictions: Predictions, instances: tuple[QuestionScore, ...]) -> OfficialSummary:
    known = {one.instance_id for one in instances}
    given_ids = set(predictions.predictions)
    exact, numeric = (sum(getattr(one, name) for one in instances) for name in ("exact", "numeric"))
    rows = questions.rows
    return OfficialSummary(
        n_gold=rows,
        n_pred=predictions.lines,
        n_scored=len(known & given_ids),
        exact_correct=exact,
        numeric_correct=numeric,
        exact_accuracy=exact / rows if rows else 0.0,
        numeric_accuracy=numeric / rows if rows else 0.0,
        missing_ids=tuple(sorted(known - given_ids)),
        extra_ids=tuple(sorted(given_ids - known)),
    )
