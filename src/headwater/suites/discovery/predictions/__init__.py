"""Scores a file of answers to CoDA-Bench, by the official evaluation's rules and strictly.

The files that an answer declares are compared with the files that its question needs.
"""

from headwater.suites.discovery.predictions._files import score_files
from headwater.suites.discovery.predictions._records import (
    BatchScore,
    FileRates,
    OfficialSummary,
    QuestionGroup,
    QuestionScore,
    ScoreRates,
)
from headwater.suites.discovery.predictions._score import score_predictions

__all__ = [
    "BatchScore",
    "FileRates",
    "OfficialSummary",
    "QuestionGroup",
    "QuestionScore",
    "ScoreRates",
    "score_files",
    "score_predictions",
]
