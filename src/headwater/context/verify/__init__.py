"""Verifies built tables: compares a model with its contract and its parents, or a table with another table.

    >>> verified = verify_model(project, "orders")          # a LiveProject
    >>> for check in verified.checks: print(check.verdict, check.about, check.message)
    >>> compare_tables(project, "orders", "orders_before").columns

All checks are read-only queries with time limits. Checks that cannot be completed are reported. A finding that may be
intended is a ``warning``. For example, a model may filter out rows of a parent on purpose.
"""

from headwater.context.verify._compare import DifferingColumn, TableComparison, compare_tables
from headwater.context.verify._model import verify_model
from headwater.context.verify._text import comparison_lines, verified_lines
from headwater.context.verify._types import CheckStatus, ModelCheck, ModelVerification

__all__ = [
    "CheckStatus",
    "DifferingColumn",
    "ModelCheck",
    "ModelVerification",
    "TableComparison",
    "compare_tables",
    "comparison_lines",
    "verified_lines",
    "verify_model",
]
