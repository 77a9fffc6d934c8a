"""How answers to questions are graded: by what they say, and by which files the program that computes them reads."""

from headwater.suites.discovery.grading._checks import checks_of
from headwater.suites.discovery.grading._question import (
    ENTRYPOINT,
    LEAST_BYTES,
    MOST_TIMES,
    PROGRAM,
    PROGRAM_SEC,
    RESULT,
    ChangedData,
    GradedQuestion,
)

__all__ = [
    "ENTRYPOINT",
    "LEAST_BYTES",
    "MOST_TIMES",
    "PROGRAM",
    "PROGRAM_SEC",
    "RESULT",
    "ChangedData",
    "GradedQuestion",
    "checks_of",
]
