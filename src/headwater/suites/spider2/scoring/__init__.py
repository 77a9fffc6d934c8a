"""Score submissions of Spider2-DBT twice: as the official evaluation does, and strictly.

The official ``duckdb_match`` compares columns as independent bags of values, so that a table whose rows were scrambled
passes, and numbers with an absolute tolerance of 0.01, so that a ratio that is 25 % off passes. Its number is needed
to compare with what others published. The strict grader says whether the table is right: rows are compared as rows.
Both say per table and column what differs.
"""

from headwater.suites.spider2.scoring._batch import score_submission
from headwater.suites.spider2.scoring._records import (
    BatchScore,
    ColumnDifference,
    Denominators,
    GoldEntry,
    GradedTable,
    InstanceScore,
    TableScore,
)

__all__ = [
    "BatchScore",
    "ColumnDifference",
    "Denominators",
    "GoldEntry",
    "GradedTable",
    "InstanceScore",
    "TableScore",
    "score_submission",
]
