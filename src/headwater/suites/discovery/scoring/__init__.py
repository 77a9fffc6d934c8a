"""Scores an answer twice: by the rules of CoDA-Bench's official evaluation, and strictly.

The official numeric match compares only digits: it ignores the words of an answer, its units and its rounding. These
scores are needed for comparisons with published results. The strict comparison determines whether an answer is right.
"""

from headwater.suites.discovery.scoring._files import FileScore, score_counts
from headwater.suites.discovery.scoring._kinds import (
    AnswerForm,
    QuestionDifficulty,
    difficulty_of,
    has_form_of,
    kind_of,
)
from headwater.suites.discovery.scoring._official import OfficialMatch, official_match
from headwater.suites.discovery.scoring._shown import shows_answer
from headwater.suites.discovery.scoring._strict import strict_difference

__all__ = [
    "AnswerForm",
    "FileScore",
    "OfficialMatch",
    "QuestionDifficulty",
    "difficulty_of",
    "has_form_of",
    "kind_of",
    "official_match",
    "score_counts",
    "shows_answer",
    "strict_difference",
]
