"""Scores Spider2-DBT submissions twice: by the official evaluation's rules, and by strict rules.

The official ``duckdb_match`` compares columns as independent bags of values, so a table with scrambled rows passes. It
compares numbers with an absolute tolerance of 0.01, so a ratio that is 25 % off can pass. Its score is needed for
comparisons with published results. The strict grader compares entire rows, and so determines whether the table is
right. Both graders report the differences per table and column.
"""

from headwater.suites.spider2.scoring._batch import score_submission
from headwater.suites.spider2.scoring._records import (
    ColumnDifference,
    Denominators,
    GoldEntry,
    GradedTable,
    InstanceScore,
    SubmissionScore,
    TableScore,
)

__all__ = [
    "ColumnDifference",
    "Denominators",
    "GoldEntry",
    "GradedTable",
    "InstanceScore",
    "SubmissionScore",
    "TableScore",
    "score_submission",
]
