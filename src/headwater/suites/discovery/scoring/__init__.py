"""Scores answers to CoDA-Bench twice: by the official evaluation's rules, and strictly.

The official numeric match compares only digits: it ignores the words of an answer, its units and its rounding. These
scores are needed for comparisons with published results. The strict comparison determines whether an answer is right.
In addition, the files that an agent claims to have used are compared with the files that the question needs.
"""

from headwater.suites.discovery.scoring._batch import score_predictions
from headwater.suites.discovery.scoring._files import FileScore, score_counts, score_files
from headwater.suites.discovery.scoring._kinds import (
    AnswerForm,
    QuestionDifficulty,
    difficulty_of,
    has_form_of,
    kind_of,
)
from headwater.suites.discovery.scoring._official import OfficialMatch, official_match
from headwater.suites.discovery.scoring._records import (
    BatchScore,
    FileRates,
    OfficialSummary,
    QuestionGroup,
    QuestionScore,
    ScoreRates,
)
from headwater.suites.discovery.scoring._shown import shows_answer
from headwater.suites.discovery.scoring._strict import strict_difference

__all__ = [
    "AnswerForm",
    "BatchScore",
    "FileRates",
    "FileScore",
    "OfficialMatch",
    "OfficialSummary",
    "QuestionDifficulty",
    "QuestionGroup",
    "QuestionScore",
    "ScoreRates",
    "difficulty_of",
    "has_form_of",
    "kind_of",
    "official_match",
    "score_counts",
    "score_files",
    "score_predictions",
    "shows_answer",
    "strict_difference",
]
