"""Built tables against what they should be: a model against its contract and its parents, a table against another.

>>> verified = verify_model(project, "orders")          # a LiveProject
>>> for check in verified.checks: print(check.verdict, check.about, check.message)
>>> compare_tables(project, "orders", "orders_before").columns

Everything is found by queries that only read, within limits of time; what could not be found out is said. A check that
is not certain to be a fault is a ``warning``: rows of a parent that are missing may be filtered on purpose.
"""

from headwater.context.verify._compare import ColumnDifference, Comparison, compare_tables
from headwater.context.verify._model import verify_model
from headwater.context.verify._text import comparison_lines, verified_lines
from headwater.context.verify._types import Check, Verdict, Verified

__all__ = [
    "Check",
    "ColumnDifference",
    "Comparison",
    "Verdict",
    "Verified",
    "compare_tables",
    "comparison_lines",
    "verified_lines",
    "verify_model",
]
