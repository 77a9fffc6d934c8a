"""Grades answers by their meaning, and by the files that the programs read to compute them."""

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
