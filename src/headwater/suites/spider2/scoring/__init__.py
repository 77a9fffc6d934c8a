"""Scores submissions of Spider2-DBT twice: by the official evaluation's rules, and strictly.

The official ``duckdb_match`` compares columns as independent bags of values, so that a table whose rows were scrambled
passes, and numbers with an absolute tolerance of 0.01, so that a ratio that is 25 % off passes. Its number is needed
to compare with published results. The strict grader says whether the table is right: it compares rows as rows. Both
report the differences per table and column.
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
